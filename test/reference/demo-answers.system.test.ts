import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_ANSWERS_FILE, TASK_REQUESTS, TASKS, TASKS_UNTIL } from '../../api/reference/tasks.ts';
import * as client from '../../clients/typescript/src/index.ts';
import { clientPython } from '../clients/interpreter.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { demoAnswers, startDemoApi } from './demo-answers.ts';

let api: TestApi;
let answers: Record<string, unknown>;
let token: string;
beforeAll(async () => {
  api = await startDemoApi();
  answers = await demoAnswers(api);
  token = api.account('pro_api', { perMinute: 10_000 });
}, 120_000);
afterAll(() => api?.close());

it.each(TASKS.map((task) => [task.question, task] as const))('%s has the answer that the API gives', (_, task) => {
  // Where this fails, run `npm run reference:generate`, and look at what has changed.
  expect(task.answer).toEqual(JSON.parse(JSON.stringify(answers[task.id])));
});

it('every list and summary has an example, which is what the API gives', () => {
  const examples = JSON.parse(readFileSync(DEMO_ANSWERS_FILE, 'utf8'));
  expect(Object.keys(examples).filter((key) => key.startsWith('/')).length).toBeGreaterThan(30);
  expect(examples).toEqual(JSON.parse(JSON.stringify(answers)));
});

it('every question is said in a sentence of its own figures, without a gap', () => {
  for (const { id, sentence } of TASKS) {
    expect([id, sentence.length > 20, /undefined|NaN|null/.test(sentence)]).toEqual([id, true, false]);
  }
});

it("the client's words of a question are the question", () => {
  const { gap, orb, prev, session } = client;
  const names = { gap, orb, prev, session };
  for (const { id, code, query } of TASK_REQUESTS) {
    if (!code) continue;
    const asText = (text: string) =>
      String(new Function(...Object.keys(names), `return ${text}`)(...Object.values(names)));
    const { when, outcome } = code.typescript;
    expect([id, when.map(asText).join(';'), asText(outcome)]).toEqual([id, query['when'], query['then']]);
  }
});

describe('the code of every question runs as it stands, and answers what the page shows', () => {
  const environment = () => ({ PATH: process.env['PATH'], HOME: process.env['HOME'], API: api.url, TOKEN: token });

  /** What the page shows of a list is its first page; the clients go on to its end. */
  function expectShown(id: string, answered: unknown): void {
    const shown = JSON.parse(JSON.stringify(answers[id]));
    if (!Array.isArray(answered)) {
      expect([id, answered]).toEqual([id, shown]);
      return;
    }
    expect([id, answered.length]).toEqual([id, shown.metadata.total ?? shown.count]);
    expect([id, answered.slice(0, shown.count)]).toEqual([id, shown.data]);
  }

  it('curl', async () => {
    for (const { id, code3 } of TASKS) {
      const { stdout } = await promisify(execFile)('sh', ['-c', `${code3.curl} --silent --show-error --fail`], {
        env: environment(),
        maxBuffer: 2 ** 24,
      });
      const answered = JSON.parse(stdout);
      expect([id, answered]).toEqual([id, JSON.parse(JSON.stringify(answers[id]))]);
    }
  });

  it('Python', async () => {
    const run = `
import ast, contextlib, io, json, sys

out = {}
for name, code in json.load(sys.stdin).items():
    names, said = {}, io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(code, names)
    out[name] = names["answer"] if "answer" in names else [ast.literal_eval(line) for line in said.getvalue().splitlines()]
print(json.dumps(out))
`;
    const running = promisify(execFile)(clientPython(), ['-c', run], { env: environment(), maxBuffer: 2 ** 26 });
    running.child.stdin!.end(JSON.stringify(Object.fromEntries(TASKS.map(({ id, code3 }) => [id, code3.python]))));
    const answered = JSON.parse((await running).stdout);
    for (const { id } of TASKS) expectShown(id, answered[id]);
  });

  it('TypeScript', async () => {
    const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
    for (const { id, code3 } of TASKS) {
      const [line, ...rest] = code3.typescript.split('\n');
      const imported = /^import (\{.*\}) from '@market-stats\/client';$/.exec(line)![1];
      const body = [`const ${imported} = client;`, ...rest, "return typeof answer === 'undefined' ? null : answer;"];
      const rows: unknown[] = [];
      const run = new AsyncFunction('client', 'process', 'console', body.join('\n'));
      const answer = await run(client, { env: environment() }, { log: (row: unknown) => rows.push(row) });
      expectShown(id, answer ?? rows);
    }
  });
});

/** As the console's first screen says them; demo/bars.ts puts them in. */
it.each([
  ['small gaps fill', 'gap.gap_pct<0.5', 'gap.filled=true', 1],
  ['large gaps go on', 'gap.gap_pct>=0.5', 'gap.filled=true', -1],
  ['Tuesdays rise', 'session.weekday=Tuesday', 'session.return_pct', 1],
  ['Fridays fall', 'session.weekday=Friday', 'session.return_pct', -1],
  ['the first 15 minutes lead the day', 'odc[candle_minutes=15].candle_direction=green', 'odc.rest_return_pct', 1],
] as const)(
  'the effect that %s, which the demo market holds on purpose, is found by asking',
  async (_, when, then, sign) => {
    const query = { when, then, time_window: '12M', end_date: TASKS_UNTIL, session: 'exchange', min_cases: '10' };
    const { body, text } = await api.get(`/query/scan?${new URLSearchParams(query)}`);
    expect(body.data?.length, text).toBe(3);
    const differences = body.data.map((row: Record<string, number>) => row['difference_pct'] ?? row['difference']);
    // Each symbol goes that way, and at least one says so beyond what chance does.
    expect(differences.map(Math.sign)).toEqual([sign, sign, sign]);
    expect(Math.min(...body.data.map((row: Record<string, number>) => row['q_value']))).toBeLessThan(0.05);
  },
);

it('the page and the text for language models hold every question and its answer', async () => {
  const api = await startApi([]);
  try {
    const page = (await api.get('/docs/tasks', { token: null })).text;
    const plain = await api.get('/llms.txt', { token: null });
    expect([plain.status, plain.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
    for (const { id, question, sentence, code3 } of TASKS) {
      expect(page).toContain(`<h2 id="${id}">${escaped(question)}</h2>`);
      expect(page).toContain(`<p class="sentence">${escaped(sentence)}</p>`);
      for (const text of Object.values(code3))
        expect(page).toContain(escaped(text).replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
      for (const text of [question, sentence, code3.curl]) expect(plain.text).toContain(text);
    }
  } finally {
    await api.close();
  }
});
