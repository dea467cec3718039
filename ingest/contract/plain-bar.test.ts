import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainBar } from './plain-bar.ts';
import type { BarRow, RecordMeta } from './rows.ts';
import { validate } from './validate.ts';

const meta: RecordMeta = { partition: 1, offset: 9, timestampMs: Date.UTC(2025, 5, 5), source: 'feed' };

const oddity = fc.constantFrom<unknown>(
  undefined,
  null,
  '',
  '1',
  'NaN',
  0,
  -0,
  -1,
  1e308,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2 ** 53,
  true,
  [],
  {},
);

const good = fc.record(
  {
    symbol: fc.constantFrom('SPY', 'spy', ' btc/usd ', 'BRK/B', 'A'.repeat(32)),
    asset_class: fc.constantFrom('equity', 'etf', 'crypto'),
    interval: fc.constantFrom('1m', '5M', '1h', '4h', '1d', '5min'),
    ts: fc.oneof(
      fc.integer({ min: 0, max: 47_000 }).map((day) => day * 86_400_000),
      fc.integer({ min: 0, max: 47_000 }).map((day) => new Date(day * 86_400_000).toISOString().replace('.000', '')),
    ),
    open: fc.constantFrom(2, 2.25, 3),
    high: fc.constantFrom(3, 1e15),
    low: fc.constantFrom(2, 1e-15),
    close: fc.constantFrom(2, 2.5, 3),
    volume: fc.constantFrom(0, -0, 100, 0.5, 1e21),
    revision: fc.nat(),
  },
  { requiredKeys: ['symbol', 'asset_class', 'ts', 'open', 'high', 'low', 'close', 'volume'] },
);
const spoiled = fc.record(
  {
    symbol: fc.oneof(fc.constantFrom('-X', 'A'.repeat(33), 'a b'), oddity),
    asset_class: fc.constantFrom('bond', 'ETF', 1, null),
    interval: fc.oneof(fc.constantFrom('7m', '1w', ' 5m'), oddity),
    ts: fc.oneof(
      fc.integer({ min: -10, max: 70_000_000 }).map((minute) => minute * 60_000),
      fc.constantFrom<unknown>('2025-06-04T13:30:00+02:00', '2023-02-29T00:00:00Z', '2025-06-04T13:30:07Z', 1.5),
      oddity,
    ),
    open: fc.oneof(fc.constantFrom(1e-9, 1e308), oddity),
    high: fc.oneof(fc.constantFrom(1e-9, 1e308), oddity),
    low: fc.oneof(fc.constantFrom(1e-9, 1e308), oddity),
    close: fc.oneof(fc.constantFrom(1e-9, 1e308), oddity),
    volume: oddity,
    revision: oddity,
    source: fc.oneof(fc.constant('vendor'), oddity),
    deleted: oddity,
    extra: oddity,
  },
  { requiredKeys: [] },
);
/** A good bar, in half of the cases with one or a few fields spoiled. */
const wire = fc.oneof(
  good,
  fc.tuple(good, spoiled, fc.nat(), fc.nat()).map(([bar, bad, first, second]) => {
    const names = Object.keys(bad) as (keyof typeof bad)[];
    const mixed: Record<string, unknown> = { ...bar };
    for (const pick of [first, second])
      if (names.length > 0) mixed[names[pick % names.length]] = bad[names[pick % names.length]];
    return mixed;
  }),
);

/** Far ahead: whether a bar is too early for its record is another matter. */
const later = { ...meta, timestampMs: Date.UTC(2110, 0, 1) };

test('a plain bar is valid by the schema, and says the same', () => {
  let accepted = 0;
  let refused = 0;
  const property = fc.property(wire, (value) => {
    const plain = plainBar(value);
    const valid = validate('bars', value, later);
    if (!valid.ok) refused++;
    if (!plain) return;
    accepted++;
    if (!valid.ok) throw new Error(valid.message);
    const { symbol, assetClass, intervalMin, minute, revised, version } = valid.row as BarRow;
    expect(plain).toEqual({
      ...{ symbol, assetClass, intervalMin, ms: minute * 60_000 },
      revision: revised ? version : undefined,
    });
  });
  fc.assert(property, { numRuns: 20_000 });
  expect(accepted).toBeGreaterThan(2_000);
  expect(refused).toBeGreaterThan(2_000);
});

test('the plain bar of every class, interval and kind of time is read as one', () => {
  const bar = {
    symbol: 'spy',
    asset_class: 'etf',
    ts: '2025-06-04T00:00:00Z',
    open: 1,
    high: 1,
    low: 1,
    close: 1,
    volume: 0,
  };
  for (const assetClass of ['equity', 'etf', 'crypto']) {
    for (const interval of ['1m', '2m', '3m', '5m', '10m', '15m', '30m', '1h', '2h', '4h', '1d']) {
      expect(plainBar({ ...bar, asset_class: assetClass, interval, revision: 1 })).not.toBeNull();
    }
  }
  expect(plainBar(bar)).not.toBeNull();
  expect(plainBar({ ...bar, ts: 1748995200000 })).not.toBeNull();
});

test('whatever JSON object comes, validation answers and does not throw', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      expect(typeof validate('bars', value, meta).ok).toBe('boolean');
    }),
  );
});
