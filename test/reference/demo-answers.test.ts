import { beforeAll, expect, it } from 'vitest';
import { ASKED } from '../../api/reference/asked.ts';
import { TASKS } from '../../api/reference/tasks.ts';
import { gap, orb, prev, session } from '../../clients/typescript/src/index.ts';
import { startApi } from '../support/api.ts';
import { demoAnswers } from './demo-answers.ts';

let answers: Record<string, unknown>;
beforeAll(async () => {
  answers = await demoAnswers();
}, 60_000);

it.each(TASKS.map((task) => [task.question, task] as const))('%s has the answer that the API gives', (_, task) => {
  // Where this fails, run `npm run reference:generate`, and look at what has changed.
  expect(task.answer).toEqual(JSON.parse(JSON.stringify(answers[task.id])));
});

it('every question is told in a sentence of its own figures, without a gap', () => {
  for (const { id, told } of TASKS) {
    expect([id, told.length > 20, /undefined|NaN|null/.test(told)]).toEqual([id, true, false]);
  }
});

it("the client's words of a question are the question", () => {
  const client = { gap, orb, prev, session };
  for (const { id, code, query } of ASKED) {
    if (!code) continue;
    const asText = (text: string) =>
      String(new Function(...Object.keys(client), `return ${text}`)(...Object.values(client)));
    const { when, outcome } = code.typescript;
    expect([id, when.map(asText).join(';'), asText(outcome)]).toEqual([id, query['when'], query['then']]);
  }
});

it('the page and the text for language models hold every question and its answer', async () => {
  const api = await startApi([]);
  try {
    const page = (await api.get('/docs', { token: null })).text;
    const plain = await api.get('/llms.txt', { token: null });
    expect([plain.status, plain.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
    for (const { id, question, told, code3 } of TASKS) {
      expect(page).toContain(`<h3 id="${id}">${escaped(question)}</h3>`);
      expect(page).toContain(`<p class="told">${escaped(told)}</p>`);
      for (const text of Object.values(code3))
        expect(page).toContain(escaped(text).replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
      for (const text of [question, told, code3.curl]) expect(plain.text).toContain(text);
    }
  } finally {
    await api.close();
  }
});
