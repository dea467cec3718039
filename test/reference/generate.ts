/**
 * Writes what the demo market answers to the questions of the task pages: `npm run reference:generate`, after the demo
 * market, a figure or a question changed. A test holds the file against it.
 */
import { writeFileSync } from 'node:fs';
import { DEMO_ANSWERS_FILE } from '../../api/reference/tasks.ts';
import { demoAnswers, startDemoApi } from './demo-answers.ts';

const api = await startDemoApi();
const text = JSON.stringify(await demoAnswers(api), null, 1);
await api.close();
writeFileSync(DEMO_ANSWERS_FILE, `${text}\n`);
