/** News that waits is classified once and lands; what its source says meanwhile, or another model, is seen. */
import { describe, expect, it } from 'vitest';
import { classificationOfFile, KEY, NOW, row } from '../../test/support/classification.ts';
import { PROMPT } from './endpoint.ts';

const { store, server, state, clock, wait, batch, landed, waiting, land } = await classificationOfFile();

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
      title: 'Apple beats',
      provider: 'benzinga',
      url: 'https://x.test/1',
      source: 'alpaca',
      prompt: PROMPT,
      event_timestamp: '2025-06-04 14:00:00.000',
      version: NOW - 3_600_000,
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
    await land('events.sentiment', [
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
    land('events.sentiment', [{ key: 'AAPL', value: JSON.stringify({ ...said, ...event }) }]);
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
