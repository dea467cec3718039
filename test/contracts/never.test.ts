/**
 * What null means, held against the bars: each field that says when it is `never` is null there, and there alone where
 * the bars, read a second time by the words of its definition, show that what it is about did not come.
 */
import { describe, expect, it } from 'vitest';
import type { Field } from '../../compute/market/fields.ts';
import { type Json, rowObjects } from '../../compute/market/render.ts';
import {
  DEFAULT_SESSION,
  EXCHANGE_SESSION,
  EXTENDED_SESSION,
  type SessionSpec,
} from '../../compute/market/sessions.ts';
import type { SymbolData } from '../../compute/market/symbol-data.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import { ALL_DATES } from '../../compute/statistics/statistic.ts';
import {
  dateText,
  type NaiveBar,
  type NaiveSession,
  naiveSessions,
  naiveSymbol,
  timeText,
} from '../oracles/sessions.ts';
import { defaultValues } from '../support/answer.ts';
import { type MarketRequest, randomMarket } from '../support/random-market.ts';

const all = await loadStatistics();
const statistics = all.filter(({ fields }) => fields.some(({ never }) => never));

type Row = Readonly<Record<string, Json>>;
type Reading = 'came' | 'never' | 'unknown';
/** What the bars show: of a field, in a record. */
type Read = (field: string, row: Row, session: NaiveSession, history: History) => Reading;
/** Bars of all sessions, and the index of each by the text of its start. */
interface History {
  readonly bars: readonly NaiveBar[];
  readonly at: ReadonlyMap<string, number>;
}

const RANGE_MIN = 60;
const REENTRY_BARS = 2;
const FOLLOWED = { fvg: 50, bos: 20 };

const came = (some: unknown): Reading => (some === undefined || some === false ? 'never' : 'came');
const price = (row: Row, name: string) => row[name] as number;

/** Bars from the end of a range of RANGE_MIN on, and what they break. */
function afterRange({ bars, anchor }: NaiveSession) {
  const inside = bars.filter(({ t }) => t >= anchor && t < anchor + RANGE_MIN);
  const [high, low] = [Math.max(...inside.map((bar) => bar.high)), Math.min(...inside.map((bar) => bar.low))];
  const later = bars.filter(({ t }) => t >= anchor + RANGE_MIN);
  const first = later.findIndex((bar) => bar.high > high || bar.low < low);
  const isBoth = first !== -1 && later[first].high > high && later[first].low < low;
  return { hasRange: inside.length > 0, high, low, later, first, isBoth };
}

const fills: Read = (field, row, { bars }) => {
  const isUp = row['direction'] === 'up';
  const level = price(row, 'prev_level');
  const nearest = isUp ? Math.min(...bars.map(({ low }) => low)) : Math.max(...bars.map(({ high }) => high));
  const isFilled = isUp ? nearest <= level : nearest >= level;
  if (!field.includes('partial')) return came(isFilled);
  return came(!isFilled && nearest !== price(row, 'open'));
};

const side = (field: string) => (/high|above/.test(field) ? 'high' : 'low');

const READINGS: Readonly<Record<string, Read>> = {
  orb(field, _, session) {
    const { hasRange, high, low, later, first, isBoth } = afterRange(session);
    if (!hasRange) return 'unknown';
    if (field !== 'reentry_time') return isBoth ? 'unknown' : came(first !== -1);
    if (first === -1 || isBoth) return 'unknown';
    const closes = later.slice(first + 1).map(({ close }) => close >= low && close <= high);
    return came(
      closes.some((_, i) => i + 1 >= REENTRY_BARS && closes.slice(i + 1 - REENTRY_BARS, i + 1).every(Boolean)),
    );
  },
  ib(field, _, session) {
    const { hasRange, first, isBoth } = afterRange(session);
    if (!hasRange || (isBoth && field === 'first_direction')) return 'unknown';
    return came(first !== -1);
  },
  gap: (field, row, session, history) =>
    fills(field, { ...row, prev_level: row[row['direction'] === 'up' ? 'prev_high' : 'prev_low'] }, session, history),
  prevclose: (field, row, session, history) =>
    fills(field, { ...row, prev_level: row['prev_close'] }, session, history),
  pdhlb(field, row, { bars }) {
    const [high, low] = [price(row, 'prev_high'), price(row, 'prev_low')];
    if (field === 'opened_beyond') return came(bars[0].open > high || bars[0].open < low);
    const isHigh = side(field) === 'high';
    if (!bars.some((bar) => (isHigh ? bar.high > high : bar.low < low))) {
      return field.startsWith('retest') ? 'unknown' : 'never';
    }
    if (!field.startsWith('retest')) return 'came';
    const beyond = bars.findIndex(({ close }) => (isHigh ? close > high : close < low));
    return came(beyond !== -1 && bars.slice(beyond + 1).some((bar) => (isHigh ? bar.low <= high : bar.high >= low)));
  },
  fvg(field, row, _, { bars, at }) {
    const formed = at.get(String(row['formed_at']))!;
    const [top, bottom] = [price(row, 'top'), price(row, 'bottom')];
    const isFar = field.includes('fill');
    const back = (bar: NaiveBar) =>
      row['direction'] === 'bullish' ? bar.low <= (isFar ? bottom : top) : bar.high >= (isFar ? top : bottom);
    return came(bars.slice(formed + 1, formed + 1 + FOLLOWED.fvg).some(back));
  },
  bos(field, row, _, { bars, at }) {
    const broke = at.get(String(row['event_time']))!;
    const level = price(row, 'level');
    const isUp = row['direction'] === 'up';
    const back = (bar: NaiveBar) => {
      if (field === 'bars_to_failure') return isUp ? bar.close < level : bar.close > level;
      return isUp ? bar.low <= level : bar.high >= level;
    };
    return came(bars.slice(broke + 1, broke + 1 + FOLLOWED.bos).some(back));
  },
};

/** Null for a reason of their own, also where what they are about came. */
const ALSO_NULL: ReadonlySet<string> = new Set([
  'orb.breakout_size_x', // a range of no height
  'pdhlb.volume_ratio_high', // fewer than three sessions before it
  'pdhlb.volume_ratio_low',
]);

const VALUES = { orb_minutes: RANGE_MIN, ib_minutes: RANGE_MIN };

function check(data: SymbolData, spec: SessionSpec, counts: Map<string, number>): void {
  const isDaily = data.meta.intervalMin === 1440;
  const sessions = naiveSessions(naiveSymbol(data), spec);
  const byDate = new Map(sessions.map((session) => [dateText(session.date), session]));
  const bars = sessions.flatMap((session) => session.bars);
  const history = { bars, at: new Map(bars.map(({ t }, i) => [timeText(t), i])) };
  for (const statistic of statistics.filter(({ needsIntraday }) => !isDaily || !needsIntraday)) {
    const values = { ...defaultValues(statistic, data.meta.intervalMin), ...VALUES };
    const { records } = statistic.compute(data, { session: spec, values }, ALL_DATES);
    for (const row of rowObjects(statistic.fields, records).filter((one) => one['complete'] === true)) {
      const session = byDate.get(String(row['date'] ?? ''))!;
      for (const { name, never } of statistic.fields) {
        if (!never) continue;
        const where = `${statistic.name}.${name} of ${row['date'] ?? row['formed_at'] ?? row['event_time']}`;
        // A daily bar has no order: nobody knows what came after what.
        const hasOrder = !isDaily || statistic.name !== 'pdhlb' || !name.startsWith('retest');
        const reading = hasOrder ? READINGS[statistic.name](name, row, session, history) : 'unknown';
        const isNever = row[name] === null && never.is.includes(row[never.field] as string | boolean);
        expect([where, isNever]).toEqual([where, reading === 'never']);
        const mayBeNull = ALSO_NULL.has(`${statistic.name}.${name}`) || isDaily;
        if (!mayBeNull) expect([where, row[name] !== null]).toEqual([where, reading === 'came']);
        const key = `${statistic.name}.${name} ${reading}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
  }
}

const MARKET: MarketRequest = {
  seed: 31,
  assetClass: 'equity',
  intervalMin: 15,
  firstDay: Date.UTC(2024, 1, 5) / 86_400_000,
  days: 150,
  hours: 'extended',
  density: 0.9,
  ticks: 5,
};

describe('null', () => {
  it('means that it did not come exactly where the bars show it', { timeout: 30_000 }, () => {
    const counts = new Map<string, number>();
    const markets: [Partial<MarketRequest>, SessionSpec][] = [
      [{}, DEFAULT_SESSION],
      [{ seed: 32, ticks: 1 }, EXCHANGE_SESSION],
      [{ seed: 33, ticks: 2, days: 60 }, EXTENDED_SESSION],
      [{ seed: 34, density: 0.15 }, DEFAULT_SESSION],
      [{ seed: 35, assetClass: 'crypto', hours: 'always', days: 40 }, DEFAULT_SESSION],
    ];
    for (const [market, spec] of markets) check(randomMarket({ ...MARKET, ...market }), spec, counts);
    const declared = statistics.flatMap(({ name, fields }) =>
      fields.flatMap((field: Field) => (field.never ? [`${name}.${field.name}`] : [])),
    );
    expect(declared.length).toBeGreaterThan(40);
    // Each of them both ways, and more than once.
    const seldom = declared
      .flatMap((name) => [`${name} came`, `${name} never`])
      .filter((key) => !(counts.get(key)! >= 3));
    expect(seldom).toEqual([]);
    for (const name of ['orb.first_direction', 'ib.first_direction', 'pdhlb.retest_high_time']) {
      expect([name, counts.get(`${name} unknown`)]).toEqual([name, expect.any(Number)]);
    }
  });

  it('means it of daily bars too, where the time of what came is unknown', () => {
    const counts = new Map<string, number>();
    check(randomMarket({ ...MARKET, intervalMin: 1440, days: 300 }), DEFAULT_SESSION, counts);
    expect(counts.get('gap.fill_time never')).toBeGreaterThan(3);
    expect(counts.get('gap.fill_time came')).toBeGreaterThan(3);
  });
});
