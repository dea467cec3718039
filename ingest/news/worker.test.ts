/** News that waits, and an endpoint that answers, misbehaves, or is never asked; what is landed, what waits, what it cost. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FixedClock, fixedClock, systemTimers } from '../../lib/clock.ts';
import { Secret } from '../../lib/config.ts';
import { silentLogger } from '../../lib/logger.ts';
import { failingWriter } from '../../test/support/failing-writer.ts';
import { storeOfFile } from '../../test/support/of-file.ts';
import { type ClassifierServer, type Misbehaviour, serveClassifier } from '../../test/support/vendors/classifier.ts';

import { Landing } from '../landing/landing.ts';
import { classifierEndpoint, PROMPT } from './endpoint.ts';
import { ClassificationState, waitingNewsTable } from './store.ts';
import { ClassifierWorker } from './worker.ts';

const NOW = Date.parse('2025-06-04T15:00:00Z');
const KEY = 'sk-very-secret-key';
const signal = new AbortController().signal;
const store = await storeOfFile();
let landing: Landing;
let state: ClassificationState;
let server: ClassifierServer;
let clock: FixedClock;

beforeAll(async () => {
  server = await serveClassifier();
  state = new ClassificationState(store);
});
afterAll(async () => {
  await server.close();
});
beforeEach(async () => {
  const own = [
    'news_waiting',
    'news_unclassified',
    'news_labels',
    'news_classifications',
    'classifier_requests',
    'classifier_prompts',
  ];
  for (const table of [...own, 'events_sentiment', 'events_sentiment_crypto', 'dead_letters', 'day_log'])
    await store.writer.command(`TRUNCATE TABLE market.${table}`);
  clock = fixedClock(NOW);
  landing = await Landing.open({ store, clock });
  server.asked.length = 0;
  server.misbehaviours.length = 0;
  server.answer = () => ({ direction: 'positive', impact_score: 0.5 });
});

interface Given {
  id?: string;
  symbol?: string;
  title?: string;
  /** Ms of its last change, from an hour ago on. */
  changed?: number;
  crypto?: boolean;
}
async function wait(...news: Given[]): Promise<void> {
  const rows = news.map(({ id = '1', symbol = 'AAPL', title = `news ${id}`, changed = 0, crypto }, i) => ({
    ...{ source: 'alpaca', id, symbol, assetClass: crypto ? ('crypto' as const) : ('equity' as const) },
    ...{ eventMs: NOW - 3_600_000 - i, updatedMs: NOW - 3_600_000 + changed, version: NOW - 3_600_000 + changed },
    ...{ title, summary: 'S', provider: 'benzinga', url: 'https://x.test/1', receivedMs: NOW - 3_000_000 },
  }));
  await waitingNewsTable.insert(store.writer, rows);
}

type Change = Partial<ConstructorParameters<typeof ClassifierWorker>[0]> & { timeoutMs?: number };
const worker = ({ timeoutMs = 5_000, ...change }: Change = {}) =>
  new ClassifierWorker({
    ...{ store, target: landing, model: 'small', tokensPerDay: 1_000_000, attempts: 3, rules: false },
    endpoint: classifierEndpoint({
      ...{ url: server.url, key: new Secret(KEY), requestsPerMinute: 60_000, timeoutMs, temperature: 0 },
      ...{ clock, timers: systemTimers },
    }),
    ...{ logger: silentLogger, clock },
    ...change,
  });
/** A batch; what it fails of as a text. */
const batch = (change?: Change): Promise<number | string> =>
  worker(change)
    .classifyBatch(signal)
    .catch((error) => error.message);
const landed = () => {
  const from = (table: string) =>
    `SELECT symbol, id, direction, impact_score AS impact, classifier FROM market.${table}`;
  const both = `${from('v_events_sentiment')} UNION ALL ${from('v_events_sentiment_crypto')}`;
  return store.reader.query(`SELECT * FROM (${both}) ORDER BY symbol, id`);
};
const waiting = async () => (await state.status()).waiting;
const row = (id: string, change: object = {}) => ({
  ...{ symbol: 'AAPL', id: `alpaca:${id}`, direction: 'positive', impact: 0.5, classifier: 'small' },
  ...change,
});

describe('what is classified', () => {
  it('lands as its vendor sent it, with model and prompt; the question holds the news, and the schema of the answer', async () => {
    await wait({ id: '7', title: 'Apple beats' }, { id: '8', symbol: 'BTCUSD', crypto: true });
    const last_error = expect.stringContaining('CLASSIFIER_URL');
    expect(await state.status()).toMatchObject({
      waiting: 2,
      gave_up: 0,
      oldest: '2025-06-04T14:10:00.000Z',
      last_error,
    });
    expect(await batch()).toBe(2);
    expect(await landed()).toEqual([row('7'), row('8', { symbol: 'BTCUSD' })]);
    expect(await waiting()).toBe(0);
    const [event] = await store.reader.query('SELECT * FROM market.v_events_sentiment');
    expect(event).toMatchObject({
      ...{ title: 'Apple beats', provider: 'benzinga', url: 'https://x.test/1', source: 'alpaca', prompt: PROMPT },
      ...{ event_timestamp: '2025-06-04 14:00:00.000', version: NOW - 3_600_000 },
    });
    const asked = server.asked.find(({ instrument }) => instrument === 'AAPL')!;
    expect(asked).toMatchObject({ model: 'small', title: 'Apple beats', authorization: `Bearer ${KEY}` });
    expect(asked.body).toMatchObject({
      temperature: 0,
      response_format: { type: 'json_schema', json_schema: { strict: true } },
    });
    const [{ text }] = await store.reader.query<{ text: string }>('SELECT text FROM market.classifier_prompts FINAL');
    expect(text).toContain('impact_score');
    expect(await batch()).toBe(0);
    expect(server.asked).toHaveLength(2);
  });

  it('is asked about once where the content is the same, now or later', async () => {
    await wait({ id: '1', title: 'same' }, { id: '2', title: 'same' });
    expect(await batch()).toBe(2);
    await wait({ id: '3', title: 'same' }, { id: '4', title: 'same', symbol: 'MSFT' });
    expect(await batch()).toBe(2);
    // Of another symbol it is another question.
    expect(server.asked.map(({ instrument }) => instrument)).toEqual(['AAPL', 'MSFT']);
    expect(await landed()).toHaveLength(4);
  });

  it('is asked about again where its vendor changed it; the later answer wins', async () => {
    await wait({ title: 'up' });
    await batch();
    server.answer = () => ({ direction: 'negative', impact_score: 1 });
    await wait({ title: 'down', changed: 60_000 });
    expect(await waiting()).toBe(1);
    await batch();
    expect(await landed()).toEqual([row('1', { direction: 'negative', impact: 1 })]);
  });

  it('loses against what somebody said of the same news later, a deletion among it', async () => {
    await wait({ id: '1' }, { id: '2' });
    const said = { symbol: 'AAPL', asset_class: 'equity', event_timestamp: NOW - 3_600_000, title: 'T' };
    await landing.landEvents('events.sentiment', [
      { key: null, value: JSON.stringify({ ...said, id: 'alpaca:1', direction: 'neutral', impact_score: 0 }) },
      { key: null, value: JSON.stringify({ symbol: 'AAPL', asset_class: 'equity', id: 'alpaca:2', deleted: true }) },
    ]);
    await batch();
    expect(await landed()).toEqual([row('1', { direction: 'neutral', impact: 0, classifier: null })]);
    expect(await waiting()).toBe(0);
  });

  it('that landing rejects is a dead letter, and waits no more', async () => {
    await wait({ title: ' ' }, { id: '2' });
    await batch();
    expect(await landed()).toEqual([row('2')]);
    expect(await waiting()).toBe(0);
    const letters = await store.reader.query('SELECT topic, source FROM market.dead_letters FINAL');
    expect(letters).toEqual([{ topic: 'events.sentiment', source: 'classifier' }]);
  });

  it('many are asked about a few at a time', { timeout: 30_000 }, async () => {
    await wait(...Array.from({ length: 40 }, (_, i) => ({ id: `${i}` })));
    server.delayMs = 10;
    expect(await batch()).toBe(32);
    server.delayMs = 0;
    expect(await batch()).toBe(8);
    expect(server.sideBySide()).toBeLessThanOrEqual(4);
    expect(await landed()).toHaveLength(40);
  });
});

describe('news that came by itself, without a classification', () => {
  const said = { symbol: 'AAPL', asset_class: 'equity', event_timestamp: NOW - 3_600_000, source: 'wire' };
  const say = (event: object) =>
    landing.landEvents('events.sentiment', [{ key: 'AAPL', value: JSON.stringify({ ...said, ...event }) }]);
  const whole = async () =>
    (
      await store.reader.query(
        'SELECT id, title, direction, classifier, source FROM market.v_events_sentiment ORDER BY id',
      )
    ).map((found) => Object.values(found as object));
  const classified = { direction: 'neutral', impact_score: 0.25 };

  it('waits, and lands under its own id; said again it is a duplicate, and changed it is asked about again', async () => {
    expect(await say({ id: 'a', title: 'T' })).toMatchObject({ landed: 1, waiting: 1 });
    expect(await waiting()).toBe(1);
    expect(await batch()).toBe(1);
    expect(await whole()).toEqual([['a', 'T', 'positive', 'small', 'wire']]);
    expect(await waiting()).toBe(0);
    expect(await say({ id: 'a', title: 'T' })).toMatchObject({ landed: 0, duplicates: 1 });
    await say({ id: 'a', title: 'T2' });
    // What was classified is served until its change is.
    expect([await waiting(), await whole()]).toEqual([1, [['a', 'T', 'positive', 'small', 'wire']]]);
    await batch();
    expect([await waiting(), await whole()]).toEqual([0, [['a', 'T2', 'positive', 'small', 'wire']]]);
  });

  it.each<[string, { revision?: number }, { revision?: number }]>([
    ['as it comes', {}, {}],
    ['by revisions', { revision: 5 }, { revision: 6 }],
  ])('waits no more once its source has classified or deleted it, %s', async (_, first, second) => {
    for (const id of ['a', 'b', 'c']) await say({ id, title: 'T', ...first });
    await say({ id: 'a', title: 'T', ...classified, ...second });
    await say({ id: 'b', deleted: true, ...second });
    expect(await waiting()).toBe(1);
    await batch();
    const rest = [
      ['a', 'T', 'neutral', null, 'wire'],
      ['c', 'T', 'positive', 'small', 'wire'],
    ];
    expect([await waiting(), await whole()]).toEqual([0, rest]);
    // And the other way round: later without a classification.
    await say({ id: 'a', title: 'U', ...(second.revision ? { revision: 7 } : {}) });
    expect(await waiting()).toBe(1);
    await batch();
    expect((await whole())[0]).toEqual(['a', 'U', 'positive', 'small', 'wire']);
  });

  it('an older revision that comes later does not wait', async () => {
    await say({ id: 'a', title: 'T', revision: 6, ...classified });
    await say({ id: 'a', title: 'S', revision: 5 });
    expect(await waiting()).toBe(0);
  });

  it('what its source says while the endpoint is asked is not overwritten', async () => {
    await say({ id: 'a', title: 'T' });
    let answer = () => {};
    server.answer = () =>
      new Promise((resolve) => {
        answer = () => resolve({ direction: 'positive', impact_score: 0.5 });
      });
    const asking = batch();
    await expect.poll(() => server.asked.length).toBe(1);
    await say({ id: 'a', title: 'T', ...classified });
    answer();
    await asking;
    expect([await waiting(), await whole()]).toEqual([0, [['a', 'T', 'neutral', null, 'wire']]]);
  });
});

describe('an endpoint that misbehaves', () => {
  const good = JSON.stringify({ direction: 'positive', impact_score: 0.5 });
  /** Of the news: others continue, and it is tried again. */
  const ofItem: [Misbehaviour, outcome: string, message: RegExp][] = [
    [{ raw: '<html>busy</html>' }, 'shape', /no JSON: <html>/],
    [{ raw: '{"result": 1}' }, 'shape', /choices is missing/],
    [{ raw: '{"choices": []}' }, 'shape', /must have a choice/],
    [{ content: 'It looks positive.' }, 'shape', /the classification is no JSON/],
    [{ content: '{"direction":"bullish","impact_score":0.5}' }, 'shape', /direction is "bullish"/],
    [{ content: '{"direction":"positive","impact_score":7}' }, 'shape', /impact_score is 7: must be at most 1/],
    [{ content: '{"direction":"positive"}' }, 'shape', /impact_score is missing/],
    [{ content: '{"direction":"positive","impact_score":0.5,"why":"x"}' }, 'shape', /why/],
    [{ content: good, finish: 'length' }, 'shape', /did not finish/],
    [{ content: null, refusal: 'I cannot help with that.' }, 'declined', /I cannot help/],
    [{ content: '', finish: 'content_filter' }, 'declined', /content filter/],
    [{ status: 400, body: { error: { message: 'too long' } } }, 'refused', /answers 400: too long/],
  ];

  it('about some news: that news waits, other news lands, and it lands at the next try', async () => {
    const ids = Array.from({ length: ofItem.length + 1 }, (_, i) => `${10 + i}`);
    await wait(...ids.map((id) => ({ id })));
    server.misbehaviours.push(...ofItem.map(([wrong]) => wrong));
    expect(await batch()).toBe(ids.length);
    expect(await landed()).toHaveLength(1);
    expect(await waiting()).toBe(ofItem.length);
    const failed = await state.list(99);
    for (const [, last_outcome, message] of ofItem) {
      const expected = { last_outcome, last_error: expect.stringMatching(message), tries: 1 };
      expect(failed).toContainEqual(expect.objectContaining(expected));
    }
    // Not at once.
    expect(await batch()).toBe(0);
    clock.advance(15_000);
    expect(await batch()).toBe(ofItem.length);
    expect(await landed()).toEqual(ids.map((id) => row(id)));
    expect(await waiting()).toBe(0);
  });

  /** Of the endpoint: all wait, and no news is held to have failed. */
  const ofAll: [string, Misbehaviour, RegExp][] = [
    ['500', { status: 500 }, /answers 500/],
    ['429', { status: 429, headers: { 'retry-after': '7' } }, /answers 429/],
    [
      '401, with the key in its message',
      { status: 401, body: { error: { message: `wrong key ${KEY}` } } },
      /wrong key \[secret\]/,
    ],
    ['a redirect', { status: 307, headers: { location: 'http://127.0.0.1:9/' } }, /does not answer/],
    ['a connection that is cut', 'cut', /broke off/],
    ['no answer', 'silent', /does not answer.*timeout/],
  ];
  it.each(ofAll)('%s: everything waits, nothing is lost', { timeout: 25_000 }, async (_, wrong, message) => {
    await wait({ id: '1' });
    server.misbehaviours.push(wrong, wrong, wrong, wrong, wrong);
    const failures: unknown[] = [];
    for (let i = 0; i < 5; i++) failures.push(await batch({ timeoutMs: 200 }));
    expect(failures).toEqual(Array.from({ length: 5 }, () => expect.stringMatching(message)));
    expect(await state.status()).toMatchObject({ waiting: 1, gave_up: 0, last_error: expect.stringMatching(message) });
    expect(JSON.stringify([failures, await state.status(), await state.list(9)])).not.toContain(KEY);
    const stored = await store.reader.query('SELECT message FROM market.classifier_requests');
    expect(JSON.stringify(stored)).not.toContain(KEY);
    expect(await batch()).toBe(1);
    expect(await landed()).toEqual([row('1')]);
  });

  it('429: the worker asks again when Retry-After says', async () => {
    await wait({ id: '1' });
    server.misbehaviours.push({ status: 429, headers: { 'retry-after': '7' } });
    const naps: number[] = [];
    const timers = { ...systemTimers, sleep: async (ms: number) => void naps.push(ms) };
    const running = worker({ timers });
    running.start();
    await expect.poll(landed, { timeout: 20_000 }).toEqual([row('1')]);
    await running.stop();
    expect(naps[0]).toBe(7_000);
  });

  it('an endpoint that refuses every request is the matter of no news', { timeout: 35_000 }, async () => {
    await wait(...Array.from({ length: 9 }, (_, i) => ({ id: `${i}` })));
    const refusing = Array.from({ length: 40 }, () => ({ status: 404, body: { error: { message: 'no such model' } } }));
    server.misbehaviours.push(...refusing);
    const asking = worker();
    for (let i = 0; i < 9; i++) {
      clock.advance(3_600_000);
      await asking.classifyBatch(signal).catch((error) => expect(error.message).toMatch(/no such model/));
    }
    server.misbehaviours.length = 0;
    clock.advance(3_600_000);
    expect(await state.status()).toMatchObject({ waiting: 9, gave_up: 0 });
    expect(await asking.classifyBatch(signal)).toBe(9);
    expect(await landed()).toHaveLength(9);
  });
});

describe('news that cannot be classified', () => {
  const never = Array.from({ length: 20 }, () => ({ content: 'no' }));
  const tries = async (change: Change = {}) => {
    for (let i = 0; i < 5; i++) {
      await batch(change);
      clock.advance(600_000);
    }
  };

  it('is given up after so many tries, waits visibly, is never guessed; and is tried again when an operator says so', async () => {
    await wait({ id: '1', title: 'beats, record profit' });
    server.misbehaviours.push(...never);
    await tries();
    expect(server.asked).toHaveLength(3);
    expect(await landed()).toEqual([]);
    expect(await state.status()).toMatchObject({ waiting: 1, gave_up: 1 });
    server.misbehaviours.length = 0;
    expect(await batch()).toBe(0);
    await state.retry(clock.nowMs());
    expect(await batch()).toBe(1);
    expect(await landed()).toEqual([row('1')]);
  });

  it('another model is another matter', { timeout: 15_000 }, async () => {
    await wait({ id: '1' });
    server.misbehaviours.push(...never);
    await tries();
    server.misbehaviours.length = 0;
    expect(await batch({ model: 'large' })).toBe(1);
    expect(await landed()).toEqual([row('1', { classifier: 'large' })]);
  });

  it('is left to the rules where they are configured, and says so', async () => {
    await wait({ id: '1', title: 'beats, record profit' });
    server.misbehaviours.push(...never);
    await tries({ rules: true });
    expect(server.asked).toHaveLength(3);
    // Three words of five that make a whole point.
    expect(await landed()).toEqual([row('1', { impact: 0.6, classifier: 'rules-1' })]);
    expect(await waiting()).toBe(0);
  });

  it('without an endpoint rules classify all', async () => {
    await wait({ id: '1', title: 'falls after downgrade' }, { id: '2', title: 'meets' });
    expect(await batch({ endpoint: null, rules: true })).toBe(2);
    expect(server.asked).toEqual([]);
    const rules = { classifier: 'rules-1' };
    expect(await landed()).toEqual([
      row('1', { ...rules, direction: 'negative', impact: 0.4 }),
      row('2', { ...rules, direction: 'neutral', impact: 0 }),
    ]);
  });
});

it("stops for the day where the day's tokens are used, failed requests among them", { timeout: 20_000 }, async () => {
  await wait(...Array.from({ length: 8 }, (_, i) => ({ id: `${i}` })));
  server.misbehaviours.push({ content: 'no' });
  // Each request is of 100 tokens; up to four are under way when the bound is reached.
  expect(await batch({ tokensPerDay: 300 })).toMatch(/tokens were used today, of 300/);
  const before = server.asked.length;
  expect(before).toBeGreaterThanOrEqual(3);
  expect(before).toBeLessThanOrEqual(6);
  expect(await batch({ tokensPerDay: 300 })).toMatch(/CLASSIFIER_TOKENS_PER_DAY/);
  expect((await state.status()).last_error).toMatch(/CLASSIFIER_TOKENS_PER_DAY/);
  expect(server.asked).toHaveLength(before);
  expect((await landed()).length + (await waiting())).toBe(8);
  clock.advance(86_400_000);
  expect(await batch({ tokensPerDay: 3_000 })).toBe(8 - (before - 1));
  expect(await landed()).toHaveLength(8);
});

it('counts no more tokens than a request can have cost, whatever the endpoint says, and one at least', async () => {
  const saying = (total_tokens: number) => ({
    raw: JSON.stringify({
      choices: [{ finish_reason: 'stop', message: { content: '{"direction":"neutral","impact_score":0}' } }],
      usage: { total_tokens },
    }),
  });
  server.misbehaviours.push(saying(1_000_000_000), saying(0));
  await wait({ id: '1' }, { id: '2' });
  expect(await batch()).toBe(2);
  const [least, most] = await store.reader.query<{ tokens: number }>(
    'SELECT tokens FROM market.classifier_requests ORDER BY tokens',
  );
  const bytes = Math.max(...server.asked.map(({ body }) => Buffer.byteLength(JSON.stringify(body))));
  expect([least.tokens, most.tokens <= bytes + 1_000, most.tokens > 1_000]).toEqual([1, true, true]);
});

it('another model classifies again, as a revision; what the first one answered stays known', {
  timeout: 30_000,
}, async () => {
  await wait({ id: '1' }, { id: '2', symbol: 'MSFT' });
  await batch();
  server.answer = () => ({ direction: 'negative', impact_score: 0.25 });
  const want = (model: string, symbol = '') => state.want({ model, symbol, fromMs: 0, nowMs: clock.nowMs() });
  expect(await want('large', 'AAPL')).toBe(1);
  expect(await want('large', 'AAPL')).toBe(0);
  // Served as it was until the new one is there.
  expect(await landed()).toEqual([row('1'), row('2', { symbol: 'MSFT' })]);
  expect(await waiting()).toBe(1);
  expect(await batch()).toBe(1);
  const again = row('1', { direction: 'negative', impact: 0.25, classifier: 'large' });
  expect(await landed()).toEqual([again, row('2', { symbol: 'MSFT' })]);
  expect(await want('large')).toBe(1);
  const models = 'SELECT model, direction FROM market.news_classifications FINAL ORDER BY content_hash, model';
  expect(await store.reader.query(models)).toHaveLength(3);
  // What the vendor says later wins over either.
  await wait({ id: '1', title: 'other', changed: 5_000 });
  server.answer = () => ({ direction: 'neutral', impact_score: 0 });
  clock.advance(1_000);
  await batch();
  expect(await landed()).toMatchObject([{ direction: 'neutral', classifier: 'small' }, { classifier: 'large' }]);
});

it('what waits again is seen whatever the store merges in the meantime', async () => {
  const merged = async () => {
    for (const table of ['news_waiting', 'news_labels'])
      await store.writer.command(`OPTIMIZE TABLE market.${table} FINAL`);
    return state.fingerprint();
  };
  await wait({ id: '1' }, { id: '2' });
  await batch();
  const first = await merged();
  expect(await merged()).toBe(first);
  await state.want({ model: 'large', symbol: '', fromMs: 0, nowMs: clock.nowMs() });
  const wanted = await merged();
  expect(wanted).not.toBe(first);
  await wait({ id: '1', title: 'other', changed: 5_000 });
  expect(await merged()).not.toBe(wanted);
});

it('killed at any of its writes it continues: nothing is lost, nothing landed twice, and no stored answer paid for again', async () => {
  let writes = 0;
  for (let done = false; !done; writes++) {
    await wait({ id: `${writes}a` }, { id: `${writes}b` });
    const dying = failingWriter(store, writes);
    const target = await Landing.open({ store: dying, clock });
    done = await worker({ store: dying, target })
      .classifyBatch(signal)
      .then(
        () => true,
        () => false,
      );
    const stored = new Set(
      (await store.reader.query<{ h: string }>('SELECT content_hash AS h FROM market.news_classifications')).map(
        ({ h }) => h,
      ),
    );
    server.asked.length = 0;
    const again = await Landing.open({ store, clock });
    while ((await worker({ target: again }).classifyBatch(signal)) > 0);
    expect(await waiting()).toBe(0);
    expect(server.asked.length).toBe((writes + 1) * 2 - stored.size);
  }
  // Prompt, two answers, two requests, and what landing writes.
  expect(writes).toBeGreaterThan(6);
  const counts = `SELECT count() AS rows, uniqExact(id) AS ids FROM market.v_events_sentiment`;
  expect(await store.reader.query(counts)).toEqual([{ rows: writes * 2, ids: writes * 2 }]);
}, 85_000);
