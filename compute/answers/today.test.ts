import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EARLY } from '../../test/oracles/closings.ts';
import { dateText, naiveCloseMin, newYorkWall } from '../../test/oracles/sessions.ts';
import { rowsOf } from '../../test/support/answer.ts';
import { dataOf, day, type HandBar } from '../../test/support/hand-bars.ts';
import { symbolData } from '../../test/support/market-data.ts';
import { memoryAnswers } from '../../test/support/memory-answers.ts';
import { runs } from '../../test/support/property-seed.ts';
import { marketArbitrary, randomMarket, shareArbitrary } from '../../test/support/random-market.ts';
import type { BarColumns, BarTuple } from '../market/bars.ts';
import { EXCHANGE_SESSION } from '../market/sessions.ts';
import type { SymbolData } from '../market/symbol-data.ts';
import { loadStatistics } from '../statistics/registry.ts';
import { BarsUsed } from './answers.ts';
import { todayOf } from './today.ts';

const statistics = await loadStatistics();
const named = (name: string) => statistics.find((one) => one.name === name)!;

// biome-ignore lint/suspicious/noExplicitAny: rows of many shapes
type Row = any;

async function today(data: SymbolData): Promise<Row> {
  const answers = memoryAnswers([data]);
  const symbol = (await answers.symbol(data.meta.symbol))!;
  return (await todayOf(answers, { statistics, symbol, earliest: undefined, barsUsed: new BarsUsed(), orbMinutes: 5 }))
    .row;
}

/** When the exchange opens, UTC: the days here are on both sides of 2024-03-10, when New York's clock changes. */
const openOf = (date: string) => `${date} ${date < '2024-03-10' ? '14:30' : '13:30'}`;
const weekdays = Array.from({ length: 120 }, (_, i) => dateText(19_753 + i)).filter(
  (date) => new Date(date).getUTCDay() % 6 !== 0,
);

/** Thirteen half hours. */
const flat = (price: number): HandBar[] => Array.from({ length: 13 }, () => [price, price, price, price]);

/**
 * Days in pairs: one opens `pct` below the low of the one before and trades back to it in bar `fill` (null: never); the
 * next opens within that range. The last is today, its first `seen` bars.
 */
function gapsDown(gaps: readonly (readonly [pct: number, fill: number | null])[], seen: number): SymbolData {
  let level = 100;
  let [date, close] = [0, 100];
  const days: BarTuple[][] = [day(openOf(weekdays[date++]), flat(100), 30)];
  gaps.forEach(([pct, fill], i) => {
    const open = level * (1 - pct / 100);
    const bars = flat(open);
    if (fill !== null) bars[fill] = [open, level, open, open];
    days.push(day(openOf(weekdays[date++]), i === gaps.length - 1 ? bars.slice(0, seen) : bars, 30));
    if (i === gaps.length - 1) return;
    close = open;
    days.push(day(openOf(weekdays[date++]), flat(close), 30));
    level = close;
  });
  return dataOf(days, { intervalMin: 30 });
}

describe('the history of a gap', () => {
  const now: [number, null] = [1.42, null];

  it('has the hours of the session, its prices and the course of its closes so far', async () => {
    const { session } = await today(gapsDown([[1.5, 1], now], 5));
    // Half hours of New York's 9:30 to 16:00 in winter, five hours behind UTC; the fourth weekday from 2024-01-31.
    expect(session).toMatchObject({
      starts_at: '2024-02-05T14:30:00+00:00',
      ends_at: '2024-02-05T21:00:00+00:00',
      part_minutes: 30,
      prev_close: 98.5,
      open: 97.1013,
      closes: Array(5).fill(97.1013),
    });
  });

  it('is over with the last bar before an early close, though a later one may come', async () => {
    // On 3 July 2024 the exchange closed at 13:00: after seven half hours.
    const seen = async (bars: number) => {
      const days = [day('2024-07-02 13:30', flat(100), 30), day('2024-07-03 13:30', flat(100).slice(0, bars), 30)];
      return today(dataOf(days, { intervalMin: 30 }));
    };
    expect([(await seen(6)).state, (await seen(7)).state, (await seen(8)).state]).toEqual(['open', 'closed', 'closed']);
    expect((await seen(7)).session.ends_at).toBe('2024-07-03T17:00:00+00:00');
  });
});

/** The same figures, counted over the records (and bars) one by one. */
function naively(data: SymbolData, row: Row) {
  const asked = { session: EXCHANGE_SESSION, range: { from: -1e5, to: 1e5 } };
  const records = (name: string): Row[] => rowsOf(named(name), '', data, asked);
  const before = (name: string) => records(name).filter((one) => one.complete && one.date < row.session_date);
  const now = (name: string) => records(name).find((one) => one.date === row.session_date);
  const crypto = data.meta.assetClass === 'crypto';
  const clock = (iso: string) => {
    const minute = Date.parse(iso) / 60_000;
    return (((crypto ? minute : newYorkWall(minute)) % 1440) + 1440) % 1440;
  };
  const until = row.state === 'open' ? clock(row.last.ts) + data.meta.intervalMin : null;
  const came = (iso: string | null) => iso !== null && until !== null && clock(iso) + data.meta.intervalMin <= until;
  const shut = (date: string) => !crypto && EARLY.includes(date) && until !== null && until >= 13 * 60;
  const count = (rows: Row[], hit: (one: Row) => boolean) => [rows.length, rows.filter(hit).length];
  /** The first with ten cases, else the last. */
  const first = (sets: number[][]) => sets.find(([n]) => n >= 10) ?? sets.at(-1);

  const gap = now('gap');
  const bucket = (pct: number) => [0.25, 0.5, 1, 2].filter((edge) => pct >= edge).length;
  const gaps = before('gap').filter((one) => gap?.filled || (!came(one.fill_time) && !shut(one.date)));
  const side = gaps.filter((one) => one.direction === gap?.direction);
  const size = side.filter((one) => bucket(one.gap_pct) === bucket(gap.gap_pct));
  const filled = (one: Row) => one.filled;

  const level = now('pdhlb');
  const levels = before('pdhlb').filter((one) => !shut(one.date));
  const alone = (one: Row, of: string, other: string) =>
    one[`${of}_break`] && (until === null || (came(one[`${of}_break_time`]) && !came(one[`${other}_break_time`])));
  const [high, low] = [
    count(
      levels.filter((one) => alone(one, 'high', 'low')),
      (one) => one.high_success,
    ),
    count(
      levels.filter((one) => alone(one, 'low', 'high')),
      (one) => one.low_success,
    ),
  ];
  const together = until === null ? [] : [[high[0] + low[0], high[1] + low[1]]];
  const untouched = levels.filter((one) => !came(one.high_break_time) && !came(one.low_break_time));

  const ofRange = data.meta.intervalMin < 1440 ? now('orb') : undefined;
  const orb = ofRange?.or_bars === 0 ? undefined : ofRange;
  const ranges = orb ? before('orb').filter((one) => one.or_bars > 0) : [];
  const pending = row.orb?.state === 'pending';
  const open = (one: Row) => !came(one.breakout_time) && !came(bothAt(data, one)) && !shut(one.date);
  const broken = ranges.filter(
    (one) =>
      one.continuation !== null && (until === null || came(one.breakout_time)) && (until === null || !shut(one.date)),
  );
  const sideOf = row.orb?.state;
  return {
    gap: gap && first([count(size, filled), count(side, filled), count(gaps, filled)]),
    previous:
      level &&
      (level.high_break && level.low_break
        ? null
        : level.high_break
          ? first([high, ...together])
          : level.low_break
            ? first([low, ...together])
            : count(untouched, (one) => one.high_break || one.low_break)),
    orb:
      orb &&
      (sideOf === 'up' || sideOf === 'down'
        ? first([
            count(
              broken.filter((one) => one.first_direction === sideOf),
              (one) => one.continuation,
            ),
            count(broken, (one) => one.continuation),
          ])
        : count(pending || orb.broke_high ? ranges : ranges.filter(open), (one) => one.broke_high || one.broke_low)),
  };
}

/** Start of the bar that broke both sides of the opening range at once; null where none did. */
function bothAt({ bars, meta }: SymbolData, record: Row): string | null {
  if (record.break_type !== 'both' || record.first_direction !== null) return null;
  const crypto = meta.assetClass === 'crypto';
  for (let i = 0; i < bars.length; i++) {
    const local = crypto ? bars.minute[i] : newYorkWall(bars.minute[i]);
    if (dateText(Math.floor(local / 1440)) !== record.date) continue;
    const start = (crypto ? 13 * 60 + 30 : 9 * 60 + 30) + record.orb_minutes;
    const close = crypto ? 20 * 60 : naiveCloseMin(Math.floor(local / 1440))!;
    if (local % 1440 < start || local % 1440 >= close) continue;
    if (bars.high[i] > record.or_high && bars.low[i] < record.or_low)
      return new Date(bars.minute[i] * 60_000).toISOString();
  }
  throw new Error(`no bar broke both sides on ${record.date}`);
}

const cut = ({ bars, meta }: SymbolData, length: number): SymbolData => {
  const names = ['minute', 'open', 'high', 'low', 'close', 'volume'] as const;
  const part = Object.fromEntries(names.map((name) => [name, bars[name].slice(0, length)]));
  return symbolData({ ...bars, ...part, length } as BarColumns, meta.symbol, meta.assetClass, meta.intervalMin);
};

it('history counts what the records say, of random markets at any time of day', async () => {
  const seen = { open: 0, gap: 0, previous: 0, orb: 0 };
  await fc.assert(
    fc.asyncProperty(marketArbitrary([5, 15, 30, 60]), shareArbitrary, async (request, share) => {
      const all = randomMarket({ ...request, days: 40 + (request.days % 50), hours: 'regular', density: 0.95 });
      const data = cut(all, Math.round(all.bars.length * (0.5 + share / 2)));
      if (data.bars.length === 0) return;
      const row = await today(data);
      if (row.session_date === null) return;
      const expected = naively(data, row);
      const shown = (part: 'gap' | 'previous' | 'orb') =>
        row[part]?.history && [row[part].history.n, row[part].history.hits];
      for (const part of ['gap', 'previous', 'orb'] as const) {
        expect([part, shown(part) ?? null]).toEqual([part, expected[part] ?? null]);
        if (row.state === 'open' && row[part]?.history?.at) seen[part]++;
      }
      if (row.state === 'open') seen.open++;
    }),
    { numRuns: runs(30) },
  );
  expect(Object.entries(seen).filter(([, n]) => n === 0)).toEqual([]);
});
