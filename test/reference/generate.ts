/**
 * Writes the schemas of events beside docs/events.md, and what the demo market answers to the questions of the task pages:
 * `npm run reference:generate`, after an event, the demo market, a figure or a question changed. Tests hold the files
 * against it.
 */
import { writeFileSync } from 'node:fs';
import { DEMO_ANSWERS_FILE } from '../../api/reference/tasks.ts';
import { projectFile } from '../../lib/paths.ts';
import { schemaFile, schemasOfEvents, schemaText } from '../docs/event-schemas.ts';
import { demoAnswers, startDemoApi } from './demo-answers.ts';

for (const [set, schema] of schemasOfEvents()) writeFileSync(projectFile(schemaFile(set)), schemaText(schema));

const api = await startDemoApi();
const text = JSON.stringify(await demoAnswers(api), null, 1);
await api.close();
writeFileSync(DEMO_ANSWERS_FILE, `${text}\n`);
