import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AssetClass } from '../../../exchange/symbol.ts';
import { parseIsoDate } from '../../../lib/days.ts';
import { naiveContinued } from '../../../test/oracles/opening.ts';
import { naiveOwcSummary, naiveWeeks, shownWeek } from '../../../test/oracles/owc.ts';
import { naiveSymbol } from '../../../test/oracles/sessions.ts';
import { rowsOf } from '../../../test/support/answer.ts';
import { symbolData } from '../../../test/support/market-data.ts';
import { comparedWithNaive } from '../../../test/support/naive.ts';
import { barsFromTuples } from '../../market/bars.ts';
import { sessionSpec } from '../../market/sessions.ts';
import type { SymbolData } from '../../market/symbol-data.ts';
import owc from './index.ts';

const day = (date: string) => parseIsoDate(date) as number;
type Prices = readonly [open: number, high: number, low: number, close: number];

/** A 1d feed. */
function daily(rows: Record<string, Prices>, assetClass: AssetClass = 'equity') {
  const tuples = Object.entries(rows).map(([date, prices]) => [day(date) * 1440, ...prices, 1] as const);
  return symbolData(barsFromTuples(tuples), 'TEST', assetClass, 1440);
}

/** 30m bars at `YYYY-MM-DDTHH:MM` UTC, all prices 1. */
function flat(times: string[], assetClass: AssetClass) {
  const tuples = times.map((time) => [Date.parse(`${time}Z`) / 60_000, 1, 1, 1, 1, 1] as const);
  return symbolData(barsFromTuples(tuples), 'TEST', assetClass, 30);
}

const raw = (data: SymbolData, asked = {}) => rowsOf(owc, '', data, asked);

/** W04 green and followed, W05 a doji candle, W06 a single session, W07 red, W08 begun. */
const FEED = {
  '2024-01-22': [100, 110, 95, 105],
  '2024-01-23': [105, 112, 104, 110],
  '2024-01-29': [110, 110, 110, 110],
  '2024-01-30': [111, 113, 94, 112],
  '2024-01-31': [112, 112, 100, 110],
  '2024-02-05': [109, 111, 107, 108],
  '2024-02-13': [108, 108, 100, 102], // the Monday is a holiday
  '2024-02-14': [102, 108, 100, 104],
  '2024-02-20': [104, 105, 103, 104],
} as const;

describe('a week', () => {
  it('is measured against its first session', () => {
    expect(raw(daily(FEED))[0]).toEqual({
      symbol: 'TEST',
      week: '2024-W04',
      date: '2024-01-22',
      candle_open: 100,
      candle_high: 110,
      candle_low: 95,
      candle_close: 105,
      candle_direction: 'green',
      candle_body_pct: 5,
      candle_range_pct: 15,
      candle_close_location: 0.666667, // (105 - 95) / 15
      session_open: 100,
      session_close: 110,
      session_return_pct: 10,
      session_direction: 'green',
      continuation: true,
      rest_return_pct: 4.7619, // 110 / 105 - 1
      broke_candle_high: true, // 112 > 110
      broke_candle_low: false,
      break_type: 'up',
      high_in_candle: false,
      low_in_candle: true,
      max_extension_up_x: 0.133333, // (112 - 110) / 15
      max_extension_down_x: 0,
      outside_period: null, // no week before
      complete: true,
    });
  });
});

describe('a week is over', () => {
  const crypto = ['2024-01-08T14:00', '2024-01-14T14:00'];
  const complete = (times: string[], assetClass: AssetClass, asked = {}) =>
    raw(flat(times, assetClass), asked).map((row) => row['complete']);

  it('of a crypto pair not before the window of its Sunday is', () => {
    const night = { session: sessionSpec({ startMin: 1320, endMin: 240, exchange: false, extended: false }) };
    const bars = ['2024-01-08T22:00', '2024-01-14T22:00'];
    expect(complete([...crypto, '2024-01-15T00:00'], 'crypto')).toEqual([true]);
    expect(complete([...bars, '2024-01-15T03:30'], 'crypto', night)).toEqual([false]);
    expect(complete([...bars, '2024-01-15T04:00'], 'crypto', night)).toEqual([true]);
  });
});

comparedWithNaive(owc, {
  fixed: { limit: 7 },
  values: () => fc.record({ opening_days: fc.integer({ min: 1, max: 3 }) }),
  onRealBars: () => [1, 2, 3].map((days) => ({ opening_days: days })),
  answers(data, { session, range, values: { opening_days: opening } }) {
    const weeks = naiveWeeks(naiveSymbol(data), session, opening);
    const inside = weeks.filter(({ date }) => date >= range.from && date <= range.to);
    const complete = inside.filter((week) => week.complete);
    const shown = (list: typeof weeks) => list.map((week) => shownWeek(data.meta.symbol, week));
    return {
      '': shown(inside),
      '/summary': naiveOwcSummary(data.meta.symbol, complete, opening),
      '/top': shown(naiveContinued(complete).slice(0, 7)),
    };
  },
});
