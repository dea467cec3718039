/** `npm run schemas:generate` writes the schemas of events beside docs/events.md; a test compares the files with the contract. */
import { writeFileSync } from 'node:fs';
import { projectFile } from '../../lib/paths.ts';
import { schemaFile, schemasOfEvents, schemaText } from './event-schemas.ts';

for (const [set, schema] of schemasOfEvents()) writeFileSync(projectFile(schemaFile(set)), schemaText(schema));
