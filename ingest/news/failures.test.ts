/** An endpoint that misbehaves, news that it cannot classify, what it costs, and a worker that is killed. */
import { describe, expect, it } from 'vitest';
import { systemTimers } from '../../lib/clock.ts';
import { type Change, classificationOfFile, KEY, row, signal } from '../../test/support/classification.ts';
import { failingWriter } from '../../test/support/failing-writer.ts';
import type { Misbehaviour } from '../../test/support/vendors/classifier.ts';
import { Landing } from '../landing/landing.ts';

const { store, server, state, clock, wait, worker, batch, landed, waiting } = await classificationOfFile();

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
