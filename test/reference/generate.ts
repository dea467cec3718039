/**
 * Writes what the demo market answers to the questions of the task pages: `npm run reference:generate`, after the demo
 * market, a figure or a question changed. A test holds the file against it.
 */
import { writeFileSync } from 'node:fs';
import { projectFile } from '../../lib/paths.ts';
import { demoAnswers, startDemoApi } from './demo-answers.ts';

const HEAD =
  '/** Made by `npm run reference:generate`: what the demo market answers to the questions of asked.ts. Not edited by hand. */\n';
const api = await startDemoApi();
const text = JSON.stringify(await demoAnswers(api), null, 1);
await api.close();
writeFileSync(
  projectFile('api', 'reference', 'generated', 'demo-answers.ts'),
  `${HEAD}export const DEMO_ANSWERS: Readonly<Record<string, unknown>> = ${text};\n`,
);
