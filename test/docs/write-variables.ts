/** `npm run variables:generate` writes the table of docs/configuration.md; a test compares it with the schemas. */
import { readFileSync, writeFileSync } from 'node:fs';
import { projectFile } from '../../lib/paths.ts';
import { VARIABLES_PAGE, withVariables } from './variables.ts';

const path = projectFile(VARIABLES_PAGE);
writeFileSync(path, withVariables(readFileSync(path, 'utf8')));
