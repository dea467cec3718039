import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decode, MAX_VALUE_BYTES } from './decode.ts';
import { EVENT_TOPICS, type EventTopic, isRefusal, REASONS, type RecordMeta } from './events.ts';

const ARRIVED = Date.UTC(2025, 5, 5);
const meta: RecordMeta = { timestampMs: ARRIVED, source: 'feed' };
const bar = {
  symbol: 'SPY',
  asset_class: 'etf',
  interval: '1m',
  ts: '2025-06-04T13:30:00Z',
  open: 597.1,
  high: 597.4,
  low: 596.9,
  close: 597.2,
  volume: 1200,
};
const news = {
  id: 'n1',
  symbol: 'AAPL',
  asset_class: 'equity',
  event_timestamp: '2025-06-04T13:31:07.250Z',
  title: 'A title',
  direction: 'positive',
  impact_score: 0.4,
};

function tried(topic: EventTopic, value: unknown) {
  const text = Buffer.isBuffer(value) || typeof value === 'string' || value === null ? value : JSON.stringify(value);
  return decode(topic, text, meta);
}

function reason(topic: EventTopic, value: unknown): string {
  const decoded = tried(topic, value);
  if (!isRefusal(decoded)) return 'accepted';
  expect(decoded.message.length).toBeGreaterThan(5);
  return decoded.reason;
}

function row(topic: EventTopic, value: unknown) {
  const decoded = tried(topic, value);
  if (isRefusal(decoded)) throw new Error(`${decoded.reason}: ${decoded.message}`);
  return decoded;
}

describe('bars', () => {
  test('a good bar is read', () => {
    expect(row('bars', bar)).toEqual({
      symbol: 'SPY',
      assetClass: 'etf',
      intervalMin: 1,
      ms: 1749043800000,
      open: 597.1,
      high: 597.4,
      low: 596.9,
      close: 597.2,
      volume: 1200,
      revision: undefined,
      source: undefined,
      deleted: false,
    });
  });

  test('a revision is kept, and zero is one', () => {
    expect(row('bars', { ...bar, revision: 7 })).toMatchObject({ revision: 7 });
    expect(row('bars', { ...bar, revision: -0 })).toMatchObject({ revision: 0 });
  });

  test('symbols come out canonical: upper case, crypto pairs without a slash', () => {
    expect(row('bars', { ...bar, symbol: 'btc/usd', asset_class: 'crypto' })).toMatchObject({ symbol: 'BTCUSD' });
    expect(row('bars', { ...bar, symbol: 'brk/b', asset_class: 'equity' })).toMatchObject({ symbol: 'BRK/B' });
    expect(row('bars', { ...bar, symbol: 'X1:alt', asset_class: 'equity' })).toMatchObject({ symbol: 'X1:ALT' });
  });

  test('an event names its own source', () => {
    expect(row('bars', { ...bar, source: 'vendor' })).toMatchObject({ source: 'vendor' });
  });

  test('null stands for an absent optional field', () => {
    expect(row('bars', { ...bar, revision: null, deleted: null, source: null })).toMatchObject({
      source: undefined,
      revision: undefined,
    });
  });

  test('a deletion needs symbol, interval and ts alone, and what else it carries is not looked at', () => {
    expect(row('bars', { symbol: 'spy', interval: '5m', ts: bar.ts, deleted: true })).toMatchObject({
      symbol: 'SPY',
      deleted: true,
      assetClass: null,
      intervalMin: 5,
    });
    expect(row('bars', { ...bar, open: -1, deleted: true })).toMatchObject({ deleted: true, open: 0 });
  });

  test('a daily bar, or its deletion, is stored at 00:00 UTC of its date in New York', () => {
    const daily = { ...bar, interval: '1d', ts: '2025-06-03T20:00:00Z' };
    for (const event of [daily, { ...daily, deleted: true }, { ...daily, ts: '2025-06-04T02:00:00Z' }])
      expect(row('bars', event)).toMatchObject({ ms: Date.UTC(2025, 5, 3), intervalMin: 1440 });
    expect(reason('bars', { ...daily, asset_class: 'crypto' })).toBe('unaligned_timestamp');
  });

  test('an hourly bar starts on the hour or on the half', () => {
    for (const ts of ['2025-06-04T13:00:00Z', '2025-06-04T13:30:00Z', '2025-06-04T14:30:00Z'])
      expect(row('bars', { ...bar, interval: '1h', ts })).toMatchObject({ ms: Date.parse(ts) });
  });

  test('prices may disagree by rounding, and the stored high and low hold open and close', () => {
    const rounded = { open: 200.1, high: 200.1, low: 199, close: 200.1 * (1 + 9e-10) };
    expect(row('bars', { ...bar, ...rounded })).toMatchObject({ high: rounded.close, low: 199 });
    const low = { open: 199.0000001, high: 201, low: 199.00000019, close: 200 };
    expect(row('bars', { ...bar, ...low })).toMatchObject({ high: 201, low: low.open });
    expect(reason('bars', { ...bar, ...rounded, close: 200.1 * (1 + 2e-9) })).toBe('ohlc_inconsistent');
    expect(reason('bars', { ...bar, ...low, low: 199.0000004 })).toBe('ohlc_inconsistent');
  });

  describe('in progress when their record arrived', () => {
    const at = (time: string) => ({ partition: 0, offset: 0, timestampMs: Date.parse(time) });
    const judged = (event: object, meta: Parameters<typeof decode>[2]) => {
      const decoded = decode('bars', JSON.stringify(event), meta);
      return isRefusal(decoded) ? decoded.reason : 'accepted';
    };
    const of = (interval: string, ts: string, assetClass = 'etf') => ({
      ...bar,
      interval,
      ts,
      asset_class: assetClass,
    });

    test.each([
      // A minute of difference between clocks is allowed.
      [of('5m', '2025-06-04T13:30:00Z'), '2025-06-04T13:33:59Z', '2025-06-04T13:34:00Z'],
      [of('1h', '2025-06-04T19:30:00Z'), '2025-06-04T19:58:59Z', '2025-06-04T19:59:00Z'],
      [of('1d', '2025-06-04T04:00:00Z'), '2025-06-04T19:58:59Z', '2025-06-04T19:59:00Z'],
      [of('1d', '2025-07-03'.concat('T00:00:00Z')), '2025-07-03T16:58:59Z', '2025-07-03T16:59:00Z'],
      [of('1d', '2025-06-04T00:00:00Z', 'crypto'), '2025-06-04T23:58:59Z', '2025-06-04T23:59:00Z'],
    ])('%j', (event, tooEarly, over) => {
      expect(judged(event, at(tooEarly))).toBe('bar_in_progress');
      expect(judged(event, at(over))).toBe('accepted');
    });

    test('are taken as deletions, and from topics that keep the timestamps of producers', () => {
      const event = of('5m', '2025-06-04T13:30:00Z');
      const meta = at('2025-06-04T13:31:00Z');
      expect(judged(event, meta)).toBe('bar_in_progress');
      expect(judged({ ...event, deleted: true }, meta)).toBe('accepted');
      expect(judged(event, { ...meta, isProducerTimed: true })).toBe('accepted');
    });
  });

  test('the character that stands for bytes that are not UTF-8 is text like any other', () => {
    const value = Buffer.from(JSON.stringify({ ...bar, source: 'caf\ufffd' }));
    expect(decode('bars', value, meta)).toMatchObject({ symbol: 'SPY', source: 'caf\ufffd' });
  });

  test.each([
    ['empty_value', null],
    ['empty_value', ''],
    ['too_large', 'x'.repeat(MAX_VALUE_BYTES + 1)],
    ['invalid_utf8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ['invalid_json', '{"symbol":'],
    ['invalid_json', JSON.stringify(bar).replace('597.1', 'NaN')],
    ['invalid_json', JSON.stringify(bar).replace('597.1', 'Infinity')],
    ['invalid_json', `\ufeff${JSON.stringify(bar)}`],
    ['schema', '[]'],
    ['schema', 'null'],
    ['schema', '5'],
    ['schema', { ...bar, open: undefined }],
    ['schema', { ...bar, symbol: undefined }],
    ['schema', { ...bar, asset_class: null }],
    ['schema', { ...bar, source: 'half a pair \ud800' }],
    ['schema', { ...bar, deleted: 'yes' }],
    ['schema', { symbol: 'SPY', interval: '1m', deleted: true }],
    ['unknown_field', { ...bar, vwap: 1 }],
    ['unknown_field', { symbol: 'SPY', interval: '1m', ts: bar.ts, deleted: true, vwap: 1 }],
    ['unknown_field', JSON.stringify(bar).replace('{', '{"__proto__":1,')],
    ['invalid_symbol', { ...bar, symbol: '' }],
    ['invalid_symbol', { ...bar, symbol: '.SPY' }],
    ['invalid_symbol', { ...bar, symbol: 'A'.repeat(33) }],
    ['invalid_symbol', { ...bar, symbol: 'SPÜ' }],
    ['invalid_symbol', { ...bar, symbol: 5 }],
    ['symbol_case', { ...bar, symbol: 'BCpC' }],
    ['symbol_case', { ...bar, symbol: 'aC1d' }],
    ['symbol_case', { symbol: 'Btc/usd', ts: bar.ts, deleted: true }],
    ['unknown_asset_class', { ...bar, asset_class: 'bond' }],
    ['unknown_asset_class', { ...bar, asset_class: 'ETF' }],
    ['invalid_timestamp', { ...bar, ts: '2025-06-04T13:30:00' }],
    ['invalid_timestamp', { ...bar, ts: true }],
    ['out_of_range_timestamp', { ...bar, ts: '1969-12-31T23:59:00Z' }],
    ['out_of_range_timestamp', { ...bar, ts: '2100-01-01T00:00:00Z' }],
    ['interval_missing', { ...bar, interval: undefined }],
    ['interval_missing', { ...bar, interval: null }],
    ['interval_missing', { symbol: 'SPY', ts: bar.ts, deleted: true }],
    ['invalid_interval', { ...bar, interval: '1M' }],
    ['invalid_interval', { ...bar, interval: '7m' }],
    ['invalid_interval', { ...bar, interval: 5 }],
    ['invalid_interval', { ...bar, interval: '1w' }],
    ['unaligned_timestamp', { ...bar, ts: '2025-06-04T13:30:30Z' }],
    ['unaligned_timestamp', { ...bar, ts: '2025-06-04T13:30:00.0001Z' }],
    ['unaligned_timestamp', { ...bar, ts: '2025-06-04T13:31:00Z', interval: '5m' }],
    ['unaligned_timestamp', { ...bar, interval: '1h', ts: '2025-06-04T13:45:00Z' }],
    ['unaligned_timestamp', { symbol: 'SPY', interval: '1m', ts: '2025-06-04T13:30:30Z', deleted: true }],
    ['bar_in_progress', { ...bar, ts: '2025-06-05T00:02:00Z' }],
    ['invalid_price', { ...bar, open: 0 }],
    ['invalid_price', { ...bar, low: -1 }],
    ['invalid_price', { ...bar, high: 1.1e15 }],
    ['invalid_price', { ...bar, low: 9e-16 }],
    ['invalid_volume', { ...bar, volume: 1.1e21 }],
    ['invalid_price', { ...bar, open: '597.1' }],
    ['invalid_price', { ...bar, high: 'NaN' }],
    ['invalid_price', JSON.stringify(bar).replace('597.4', '1e999')],
    ['ohlc_inconsistent', { ...bar, low: 597.15 }],
    ['ohlc_inconsistent', { ...bar, high: 597.15 }],
    ['invalid_volume', { ...bar, volume: -1 }],
    ['invalid_volume', { ...bar, volume: '1200' }],
    ['invalid_revision', { ...bar, revision: -1 }],
    ['invalid_revision', { ...bar, revision: 1.5 }],
    ['invalid_revision', { ...bar, revision: '3' }],
    ['invalid_revision', { ...bar, revision: 2 ** 53 }],
  ])('%s: %j', (expected, value) => {
    expect(reason('bars', value)).toBe(expected);
  });

  test('the message names the field and the fix', () => {
    expect(tried('bars', { ...bar, open: undefined })).toMatchObject({ message: 'open: required, but missing' });
    expect(tried('bars', { ...bar, opn: 1 })).toMatchObject({ message: expect.stringContaining('"opn"') });
    expect(tried('bars', { ...bar, open: '1' })).toMatchObject({ message: expect.stringContaining('open: must be') });
  });

  test('of several reasons the first in the order of the list is reported', () => {
    expect(reason('bars', { ...bar, volume: -1, open: 0, symbol: '?', extra: 1 })).toBe('unknown_field');
    expect(reason('bars', { ...bar, volume: -1, open: 0 })).toBe('invalid_price');
  });
});

describe('news', () => {
  test('good news is a row, its time to the millisecond', () => {
    expect(row('events.sentiment', news)).toMatchObject({
      table: 'events_sentiment',
      symbol: 'AAPL',
      id: 'n1',
      values: {
        asset_class: 'equity',
        event_timestamp: Date.UTC(2025, 5, 4, 13, 31, 7, 250),
        title: 'A title',
        headline: null,
        direction: 'positive',
        impact_score: 0.4,
        provider: null,
        url: null,
        classifier: null,
        prompt: null,
      },
    });
  });

  test('the asset class decides the table, whichever topic it came by', () => {
    const pair = { ...news, symbol: 'BTC/USDT', asset_class: 'crypto' };
    expect(row('events.sentiment', pair)).toMatchObject({ table: 'events_sentiment_crypto', symbol: 'BTCUSDT' });
    expect(row('events.sentiment_crypto', news)).toMatchObject({ table: 'events_sentiment' });
  });

  test('without an id the identity is of symbol, time, title and source', () => {
    const { id: _, ...anonymous } = news;
    const bytes = ['AAPL', '1749043867250', 'A title', 'Wire'].join('\0');
    const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
    expect(row('events.sentiment', { ...anonymous, provider: 'Wire' })).toMatchObject({ id: digest });
    expect(row('events.sentiment', { ...anonymous, provider: 'Other', source: 'Wire' })).toMatchObject({ id: digest });
    expect(row('events.sentiment', { ...anonymous, source: 'Wire', symbol: 'aapl' })).toMatchObject({ id: digest });
  });

  test('a deletion goes to the table of its class, without one to both, under the spelling of each', () => {
    const gone = { symbol: 'BTC/USDT', id: 'n1', deleted: true };
    const crypto = { table: 'events_sentiment_crypto', symbol: 'BTCUSDT', deleted: true };
    const equity = { table: 'events_sentiment', symbol: 'BTC/USDT', deleted: true };
    expect(row('events.sentiment_crypto', gone)).toMatchObject({ ...crypto, elsewhere: equity });
    expect(row('events.sentiment', gone)).toMatchObject({ ...equity, elsewhere: crypto });
    const said = row('events.sentiment', { ...gone, asset_class: 'crypto' });
    expect(said).toMatchObject(crypto);
    expect(said).not.toHaveProperty('elsewhere');
    expect(reason('events.sentiment', { symbol: 'AAPL', deleted: true })).toBe('schema');
  });

  test('without direction and impact it waits for them, under the same identity', () => {
    const { direction: _, impact_score: __, ...plain } = news;
    const waits = row('events.sentiment', plain);
    expect(waits).toMatchObject({ table: 'news_unclassified', symbol: 'AAPL', values: { asset_class: 'equity' } });
    expect(row('events.sentiment', { ...plain, direction: null, impact_score: null })).toEqual(waits);
    const { id: _id, ...unnamed } = news;
    const { id: _id2, ...unnamedPlain } = plain as typeof plain & { id?: string };
    expect(row('events.sentiment', unnamedPlain)).toMatchObject({
      id: (row('events.sentiment', unnamed) as { id: string }).id,
    });
  });

  test.each([
    ['schema', { ...news, direction: undefined }],
    ['schema', { ...news, impact_score: undefined }],
    ['schema', { ...news, title: '  ' }],
    ['schema', { ...news, title: 'x'.repeat(10_001) }],
    ['schema', { ...news, id: '' }],
    ['unknown_field', { ...news, ts: 1 }],
    ['invalid_direction', { ...news, direction: 'bullish' }],
    ['invalid_direction', { ...news, direction: 1 }],
    ['invalid_impact_score', { ...news, impact_score: 1.01 }],
    ['invalid_impact_score', { ...news, impact_score: '0.5' }],
    ['invalid_timestamp', { ...news, event_timestamp: '2025-06-04' }],
    ['out_of_range_timestamp', { ...news, event_timestamp: -5 }],
    ['future_timestamp', { ...news, event_timestamp: ARRIVED + 60_001 }],
    ['unknown_asset_class', { ...news, asset_class: 'fx' }],
    ['invalid_symbol', { ...news, symbol: 'a b' }],
    ['symbol_case', { ...news, symbol: 'BACpL' }],
  ])('%s: %j', (expected, value) => {
    expect(reason('events.sentiment', value)).toBe(expected);
  });
});

describe('calendars', () => {
  const nextYear = '2026-02-01T12:00:00Z';

  test('what is announced ahead of its time is taken', () => {
    expect(
      row('events.earnings', { id: 'e', symbol: 'aapl', event_timestamp: nextYear, eps_expected: 1.5 }),
    ).toMatchObject({
      table: 'events_earnings',
      symbol: 'AAPL',
      values: { eps_expected: 1.5, eps_actual: null, event_timestamp: Date.parse(nextYear) },
    });
    expect(row('events.macro', { id: 'm', event_timestamp: nextYear, country: 'US', name: 'CPI' })).toMatchObject({
      table: 'events_macro',
      symbol: '',
      values: { country: 'US', actual: null },
    });
    const unlock = { id: 'c', symbol: 'arb/usd', event_timestamp: nextYear, category: 'unlock', title: 'Unlock' };
    expect(row('events.crypto', unlock)).toMatchObject({ table: 'events_crypto', symbol: 'ARBUSD' });
  });

  test('a deletion needs its identity alone', () => {
    expect(row('events.macro', { id: 'm', deleted: true })).toMatchObject({ id: 'm', deleted: true });
    expect(row('events.earnings', { id: 'e', symbol: 'AAPL', deleted: true, revision: 2 })).toMatchObject({
      rank: 2n,
    });
    expect(row('events.crypto', { id: 'c', symbol: 'arb/usd', deleted: true, title: 9, url: 'u' })).toMatchObject({
      symbol: 'ARBUSD',
      values: { event_timestamp: 0, category: '', title: '', url: null },
    });
  });

  test.each<[string, EventTopic, unknown]>([
    ['invalid_number', 'events.earnings', { id: 'e', symbol: 'A', event_timestamp: nextYear, eps_actual: '1.5' }],
    ['schema', 'events.earnings', { symbol: 'A', event_timestamp: nextYear }],
    [
      'invalid_number',
      'events.macro',
      { id: 'm', event_timestamp: nextYear, country: 'US', name: 'CPI', actual: '3%' },
    ],
    [
      'unknown_field',
      'events.macro',
      { id: 'm', event_timestamp: nextYear, country: 'US', name: 'CPI', symbol: 'SPY' },
    ],
    ['schema', 'events.crypto', { id: 'c', symbol: 'ARB', event_timestamp: nextYear, title: 'x' }],
  ])('%s: %s %j', (expected, topic, value) => {
    expect(reason(topic, value)).toBe(expected);
  });
});

describe('whatever the bytes', () => {
  const answers = (topic: EventTopic, value: Buffer | string) => {
    const decoded = decode(topic, value, meta);
    if (isRefusal(decoded)) expect(Object.keys(REASONS)).toContain(decoded.reason);
  };

  test('decoding answers and never throws', () => {
    const topic = fc.constantFrom(...EVENT_TOPICS);
    const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array));
    const names = fc.constantFrom(
      ...Object.keys(bar),
      ...Object.keys(news),
      'deleted',
      'revision',
      '__proto__',
      'constructor',
    );
    const object = fc.dictionary(names, fc.jsonValue(), { maxKeys: 12 });
    const text = fc.oneof(
      fc.json(),
      object.map((value) => JSON.stringify({ ...bar, ...value })),
    );
    fc.assert(fc.property(topic, fc.oneof(bytes, text), answers), { numRuns: 3_000 });
  });

  test('deep nesting is refused as any other value', () => {
    answers('bars', '['.repeat(500_000));
    expect(reason('bars', `{"symbol":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).not.toBe('accepted');
  });
});
