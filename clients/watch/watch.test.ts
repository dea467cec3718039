/** `market-stats-watch` against the API and receivers that hang, redirect and fail. */
import { spawn } from 'node:child_process';
import { once as event } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { UNLIMITED } from '../../test/support/api.ts';
import { apiData, longer } from '../../test/support/api-data.ts';
import { apiOfFile } from '../../test/support/api-of-file.ts';
import { folderOfFile } from '../../test/support/of-file.ts';
import { until } from '../../test/support/until.ts';
import { Watch, type WatchOptions } from './watch.ts';

/** A request that the receiver got. */
interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Receiver {
  readonly url: string;
  readonly received: Received[];
  close(): Promise<void>;
}

/** Starts a receiver on loopback. @param statusOf status per request; null: no answer */
async function startReceiver(
  statusOf: (request: Received, earlier: number) => number | null = () => 200,
  port = 0,
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const one = { path: request.url ?? '', headers: request.headers, body };
    const status = statusOf(one, received.filter(({ path }) => path === one.path).length);
    received.push(one);
    if (status === null) return;
    response.writeHead(status, status >= 300 && status < 400 ? { location: '/elsewhere' } : {}).end('answer');
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const SECRET = `whsec_${Buffer.from('a secret of 32 bytes for a test!').toString('base64')}`;
const DAY_MS = 86_400_000;
const folder = folderOfFile();
const api = await apiOfFile(apiData());
const token = () => api.account('pro_api', UNLIMITED);

let answer: (request: Received, earlier: number) => number | null;
let receiver: Receiver;
let stop: AbortController;
let logged: string[];
let file = 0;
let nowMs: number;

beforeEach(async () => {
  answer = () => 200;
  receiver = await startReceiver((...request) => answer(...request));
  stop = new AbortController();
  logged = [];
  nowMs = Date.now();
  file++;
});
afterEach(() => receiver.close());

const stateFile = () => join(folder, `state-${file}.json`);
const state = () =>
  JSON.parse(readFileSync(stateFile(), 'utf8')) as { posted: object; pending: { attempts: number }[] };
const start = (questions: Record<string, string>, more: Partial<WatchOptions> = {}) =>
  new Watch({
    api: api.url,
    token: token(),
    url: `${receiver.url}/matches`,
    secret: SECRET,
    questions,
    stateFile: stateFile(),
    signal: stop.signal,
    log: (message) => logged.push(message),
    nowMs: () => nowMs,
    postTimeoutMs: 200,
    ...more,
  });
const once = async (watch: Watch) => {
  await watch.poll();
  await watch.deliver();
};
const posted = () =>
  receiver.received.map(({ headers, body }) => {
    const signed = headers as Record<string, string>;
    // `verify` throws if the signature is wrong.
    const { type, data } = new Webhook(SECRET).verify(body, signed) as { type: string; data: Record<string, unknown> };
    expect(type).toBe('question.matched');
    return data;
  });
/** Returns the session in progress from the API's answer. */
const nowOf = async (symbol: string) =>
  (await api.get(`/query?symbol=${symbol}&when=session.weekday=Monday&then=session.return_pct`)).body.now;
const ON = async (symbol: string) =>
  new Date(Date.parse((await nowOf(symbol)).date)).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' });

it('posts a match of one symbol once per session, signed, and of the next session again', async () => {
  const any = 'symbol=AAPL&when=session.weekday!=Sunday&then=session.return_pct';
  const before = await nowOf('AAPL');
  const questions = { 'every day': any, never: 'symbol=AAPL&when=session.weekday=Sunday&then=session.return_pct' };
  const watch = start(questions);
  await once(watch);
  await once(watch);
  const expected = { name: 'every day', symbol: 'AAPL', session_date: before.date, as_of: before.as_of };
  expect(posted()).toMatchObject([expected]);
  expect(posted()[0]['conditions']).toMatchObject([{ condition: 'session.weekday!=Sunday', state: true }]);
  // A second process starts with the state of the first.
  await once(start(questions));
  expect(receiver.received).toHaveLength(1);
  api.answers.put(longer('AAPL', 41));
  api.changed(['AAPL']);
  const after = await nowOf('AAPL');
  expect(after.date > before.date).toBe(true);
  await once(watch);
  expect(posted().map(({ session_date }) => session_date)).toEqual([before.date, after.date]);
  expect(logged).toEqual([]);
});

it('posts every symbol that a scan finds, and asks no more of them until new bars come', async () => {
  const day = await ON('MSFT');
  const used = async (of: string) => (await api.get('/me/usage', { token: of })).body.rate_limits.day.used;
  const own = token();
  const watch = start(
    { all: `/query/scan?symbols=MSFT,BTCUSD&when=session.weekday=${day}&then=session.return_pct` },
    { token: own },
  );
  await once(watch);
  const names = await Promise.all(['BTCUSD', 'MSFT'].map(async (name) => ((await ON(name)) === day ? [name] : [])));
  expect(
    posted()
      .map(({ symbol }) => symbol)
      .sort(),
  ).toEqual(names.flat());
  const first = await used(own);
  expect(first).toBe(1 + names.flat().length);
  await once(watch);
  expect(await used(own)).toBe(first + 1);
});

it('tries again, later each time, while the receiver hangs, redirects or answers 500; then it is posted once', async () => {
  const kinds = [null, 302, 500, 200];
  answer = (_, earlier) => kinds[earlier];
  const watch = start({ one: 'symbol=AAPL&when=session.weekday!=Sunday&then=session.return_pct' });
  await watch.poll();
  for (const [i, waitMs] of [5_000, 10_000, 20_000].entries()) {
    await watch.deliver();
    await watch.deliver();
    expect([receiver.received.length, state().pending[0].attempts]).toEqual([i + 1, i + 1]);
    nowMs += waitMs;
  }
  await watch.deliver();
  await watch.deliver();
  // The watch did not follow the redirect.
  expect(receiver.received.map(({ path }) => path)).toEqual(kinds.map(() => '/matches'));
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect([state().pending, Object.keys(state().posted).length]).toEqual([[], 1]);
  expect(logged).toEqual([
    expect.stringMatching(/did not answer/),
    expect.stringMatching(/answered 302/),
    expect.stringMatching(/answered 500/),
  ]);
});

it('gives a match up after a day, and never posts it again', async () => {
  answer = () => 500;
  const watch = start({ one: 'symbol=AAPL&when=session.weekday!=Sunday&then=session.return_pct' });
  await once(watch);
  nowMs += DAY_MS;
  await once(watch);
  expect(logged.at(-1)).toMatch(/given up after a day/);
  answer = () => 200;
  nowMs += DAY_MS;
  await once(watch);
  expect(receiver.received).toHaveLength(2);
  expect(state().pending).toEqual([]);
});

it('posts what was found before a crash, under the same id', async () => {
  answer = () => 500;
  const questions = { one: 'symbol=AAPL&when=session.weekday!=Sunday&then=session.return_pct' };
  await start(questions).poll();
  expect(receiver.received).toEqual([]);
  answer = () => 200;
  await start({}).deliver();
  await start(questions).poll();
  expect([receiver.received.length, state().pending]).toEqual([1, []]);
});

it('waits as long as the API says while a limit is reached, and goes on with the next question after an error', async () => {
  const limited = api.account('pro_api', { ...UNLIMITED, perMinute: 1 });
  const good = 'symbol=AAPL&when=session.weekday!=Sunday&then=session.return_pct';
  expect((await api.get('/today?symbols=AAPL', { token: limited })).status).toBe(200);
  let statuses: number[] = [];
  const { fetch: real } = globalThis;
  globalThis.fetch = async (...request) => {
    const response = await real(...request);
    statuses.push(response.status);
    return response;
  };
  try {
    const polled = start({ good }, { token: limited }).poll();
    await until(() => statuses.length > 0);
    stop.abort();
    await polled;
    // The request was refused once and waits, because the window of a minute has not passed.
    expect(statuses).toEqual([429]);
    stop = new AbortController();
    statuses = [];
    await once(
      start({
        wrong: 'symbol=AAPL&when=gap.gp_pct>1&then=gap.filled=true',
        nothing: 'symbol=NOPE&then=gap.filled=true',
        good,
      }),
    );
    expect(statuses).toEqual([422, 404, 200, 200]);
    expect(logged).toEqual([
      expect.stringMatching(/^wrong: the API answered 422: .*did you mean/),
      expect.stringMatching(/^nothing: the API answered 404: .*NOPE/),
    ]);
  } finally {
    globalThis.fetch = real;
  }
});

it('does not start over from a state file that is broken', () => {
  writeFileSync(stateFile(), '{"posted": {');
  expect(() => start({})).toThrow(/JSON/);
  expect(existsSync(stateFile())).toBe(true);
});

it('runs as a program until it is stopped, and says what it lacks', async () => {
  const questions = join(folder, 'questions.json');
  writeFileSync(questions, JSON.stringify({ any: 'symbol=AAPL&when=session.weekday!=Sunday&then=session.return_pct' }));
  const run = (env: Record<string, string>) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'clients/watch/main.ts', questions], {
      env: { PATH: process.env['PATH'], ...env },
    });
    let said = '';
    child.stderr.on('data', (data) => {
      said += data;
    });
    return { child, said: () => said };
  };
  const needed = { MARKET_STATS_URL: api.url, MARKET_STATS_TOKEN: token(), WATCH_URL: receiver.url };
  const lacking = run(needed);
  expect(await event(lacking.child, 'exit')).toEqual([2, null]);
  expect(lacking.said()).toBe('set WATCH_SECRET, or WATCH_SECRET_FILE to a file that holds it\n');
  const { child, said } = run({ ...needed, WATCH_SECRET: SECRET, WATCH_STATE: stateFile() });
  await until(() => receiver.received.length === 1, { timeoutMs: 20_000, seen: () => said() });
  child.kill('SIGTERM');
  expect(await event(child, 'exit')).toEqual([0, null]);
  expect(said()).toBe('');
}, 40_000);
