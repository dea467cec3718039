import { describe, expect, it } from 'vitest';
import { rowsOf, summaryOf } from '../../../test/support/answer.ts';
import { hasMarketData, readMarketData, symbolData } from '../../../test/support/market-data.ts';
import { independentAfter } from '../../evaluation/evaluation.ts';
import { type BarTuple, barsFromTuples } from '../../market/bars.ts';
import { EXTENDED_SESSION } from '../../market/sessions.ts';
import type { AnyValues } from '../params.ts';
import bos from './index.ts';

type Hlc = readonly [high: number, low: number, close: number];

const minuteOf = (text: string) => Date.parse(`${text}:00Z`) / 60_000;
const dayOf = (text: string) => minuteOf(`${text}T00:00`) / 1440;

/** Bars one after another from a UTC time on, `every` minutes apart. */
function run(from: string, every: number, rows: readonly Hlc[]): BarTuple[] {
  return rows.map(([high, low, close], i) => [minuteOf(from) + i * every, (high + low) / 2, high, low, close, 100]);
}

function data5m(...runs: BarTuple[][]) {
  return symbolData(barsFromTuples(runs.flat()), 'TEST', 'equity', 5);
}

/** Bars of 1 high around a path of closes: high = close + 0.5, low = close - 0.5. */
const path = (...closes: number[]): Hlc[] => closes.map((close) => [close + 0.5, close - 0.5, close]);

const ONE: AnyValues = { timeframe: '5m', swing_length: 1, follow_bars: 2 };
const at = (time: string) => `2025-07-01T${time}:00+00:00`;

describe('a break upwards', () => {
  // Closes 100 102 101: the high 102.5 of 13:35 is a swing, confirmed by 13:40. 103 of 13:50 closes above it.
  const data = data5m(
    run('2025-07-01T13:30', 5, [
      ...path(100, 102, 101, 102.4, 103),
      [104, 102.7, 103.5], // 13:55: on to 104, above the level all the time
      [103.6, 102.5, 102.6], // 14:00: touches 102.5, closes above it
    ]),
  );

  it('is measured from the level over the candles after it', () => {
    expect(rowsOf(bos, '', data, { values: ONE })).toEqual([
      {
        symbol: 'TEST',
        timeframe: '5m',
        event_time: at('13:50'),
        confirmed_at: at('13:55'),
        type: 'bos',
        direction: 'up',
        level: 102.5,
        swing_time: at('13:35'),
        bars_since_swing: 3,
        close: 103,
        break_size_pct: 0.4878, // (103 - 102.5) / 102.5
        trend_before: 0,
        follow_through_pct: 1.4634, // (104 - 102.5) / 102.5
        adverse_pct: 0, // the lowest is the level itself
        retest: true,
        retest_time: at('14:00'),
        bars_to_retest: 2,
        failed: false,
        bars_to_failure: null,
        complete: true,
      },
    ]);
  });

  it('by wicks comes with the high that is above: at 13:45 already, by 102.9', () => {
    const [event] = rowsOf(bos, '', data, { values: { ...ONE, break_criteria: 'wick' } });
    expect(event).toMatchObject({ event_time: at('13:45'), close: 102.4, break_size_pct: 0.3902 });
  });

  it('needs a close strictly above', () => {
    const equal = data5m(run('2025-07-01T13:30', 5, path(100, 102, 101, 102.5, 102.4)));
    expect(rowsOf(bos, '', equal, { values: ONE })).toEqual([]);
  });

  it('fails with the first later close below the level, and may then have moved against it', () => {
    const failing = data5m(
      run('2025-07-01T13:30', 5, [...path(100, 102, 101, 103), [103.2, 102.4, 102.5], ...path(102)]),
    );
    expect(rowsOf(bos, '', failing, { values: ONE })).toMatchObject([
      {
        follow_through_pct: 0.6829, // (103.2 - 102.5) / 102.5
        adverse_pct: 0.9756, // (102.5 - 101.5) / 102.5
        retest: true,
        bars_to_retest: 1,
        failed: true, // a close of exactly 102.5 is none
        bars_to_failure: 2,
      },
    ]);
  });

  it('knows nothing of what follows without a later candle, and is complete with follow_bars of them', () => {
    const closes = [100, 102, 101, 103, 104, 105];
    const followedBy = (n: number) =>
      rowsOf(bos, '', data5m(run('2025-07-01T13:30', 5, path(...closes.slice(0, 4 + n)))), { values: ONE })[0];
    expect(followedBy(0)).toMatchObject({
      follow_through_pct: null,
      adverse_pct: null,
      retest: null,
      failed: null,
      complete: false,
    });
    expect(followedBy(1)).toMatchObject({ follow_through_pct: 1.9512, retest: false, failed: false, complete: false });
    expect(followedBy(2)).toMatchObject({ follow_through_pct: 2.9268, complete: true });
  });
});

describe('a break downwards', () => {
  it('mirrors', () => {
    const data = data5m(
      run('2025-07-01T13:30', 5, [
        ...path(100, 98, 99, 97), // the swing low 97.5 of 13:35, broken by the close of 97
        [97.5, 95, 96],
        [98.5, 96, 98],
      ]),
    );
    expect(rowsOf(bos, '', data, { values: ONE })).toMatchObject([
      {
        event_time: at('13:45'),
        type: 'bos',
        direction: 'down',
        level: 97.5,
        break_size_pct: 0.5128, // (97.5 - 97) / 97.5
        follow_through_pct: 2.5641, // (97.5 - 95) / 97.5
        adverse_pct: 1.0256, // (98.5 - 97.5) / 97.5
        bars_to_retest: 1,
        bars_to_failure: 2,
      },
    ]);
  });
});

describe('a swing', () => {
  const events = (closes: number[], values: AnyValues) =>
    rowsOf(bos, '', data5m(run('2025-07-01T13:30', 5, path(...closes))), { values: { ...ONE, ...values } }).map(
      (row) => [row.event_time, row.direction, row.swing_time],
    );

  it('counts from the last of the swing_length candles after it, which may break it itself', () => {
    // Length 2: the high of 13:40 (104.5) is confirmed by 13:50. The close of 13:45 is no break of anything.
    expect(events([100, 102, 104, 101, 103, 105], { swing_length: 2 })).toEqual([[at('13:55'), 'up', at('13:40')]]);
    // By wick, the confirming candle cannot be above; a close of it can break the other side.
    expect(events([103, 101, 102, 103, 100], { swing_length: 1 })).toEqual([[at('13:50'), 'down', at('13:35')]]);
  });

  it('needs swing_length candles before and after it', () => {
    // The high of 13:30 is above both after it, but nothing is before it.
    expect(events([104, 102, 101, 105], { swing_length: 1 })).toEqual([]);
  });

  it('of equal highs is the first', () => {
    expect(events([100, 102, 102, 101, 103], { swing_length: 1 })).toEqual([[at('13:50'), 'up', at('13:35')]]);
  });

  it('is replaced by a newer one, higher or lower, and is gone once broken', () => {
    // Highs 104.5 (13:35) and 102.5 (13:45): 103 breaks the newer, lower one; 105 breaks none, since none is left.
    expect(events([100, 104, 101, 102, 101.5, 103, 105], { swing_length: 1 })).toEqual([
      [at('13:55'), 'up', at('13:45')],
    ]);
    // The older one does not come back either.
    expect(events([100, 104, 101, 102, 101.5, 103, 105, 106], { swing_length: 1 })).toHaveLength(1);
  });
});

describe('trend', () => {
  // Up through 102.5 at 13:45 (bos), a low of 101.5 at 13:50 confirmed at 13:55, broken at 14:00 (choch), a high of
  // 103.5 at 13:55 confirmed at 14:00, broken at 14:10 (choch), then a high of 105.5 at 14:15, broken at 14:25 (bos).
  const closes = [100, 102, 101, 103, 102, 103, 101, 102, 104, 105, 104.5, 106, 107, 108];
  const data = data5m(run('2025-07-01T13:30', 5, path(...closes)));

  it('makes an event against it a change of character, and one with it a break of structure', () => {
    expect(
      rowsOf(bos, '', data, { values: ONE }).map((row) => [row.event_time, row.direction, row.type, row.trend_before]),
    ).toEqual([
      [at('13:45'), 'up', 'bos', 0],
      [at('14:00'), 'down', 'choch', 1],
      [at('14:10'), 'up', 'choch', -1],
      [at('14:25'), 'up', 'bos', 1],
    ]);
  });

  it('and its breaks make the summary', () => {
    const summary = summaryOf(bos, data, { values: ONE });
    expect(summary).toMatchObject({
      symbol: 'TEST',
      timeframe: '5m',
      total_events: 4,
      bos_count: 2,
      choch_count: 2,
      continuation_rate_pct: 33.3333, // of down, up, up after the first: one continues
      avg_bars_between_events: 2.6667, // 3, 2 and 3 candles
      current_trend: 1,
      sample_size: 4,
      time_window: '12M',
    });
    // Up at 102.5, 103.5 and 105.5. After 13:45: 102 (low 101.5) and 103 (high 103.5): 0.9756 %, retest with 1, failed.
    // After 14:10: 105 and 104.5: (105.5 - 103.5) / 103.5 = 1.9324 %, lows 104.5 and 104: no retest.
    // After 14:25: 107 and 108: (108.5 - 105.5) / 105.5 = 2.8436 %, lows from 106.5: no retest.
    expect(summary['bullish']).toEqual({
      count: 3,
      failure_rate_pct: 33.3333,
      retest_rate_pct: 33.3333,
      avg_follow_through_pct: 1.9172, // (0.97561 + 1.93237 + 2.84360) / 3
      median_follow_through_pct: 1.9324,
      avg_bars_to_retest: 1,
    });
    // Down at 101.5: 102 (high 102.5, low 101.5) and 104: no follow-through, retest and failure with 1.
    expect(summary['bearish']).toEqual({
      count: 1,
      failure_rate_pct: 100,
      retest_rate_pct: 100,
      avg_follow_through_pct: 0,
      median_follow_through_pct: 0,
      avg_bars_to_retest: 1,
    });
    expect(summary['hourly_breakdown']).toEqual({
      '13': { count: 1, failure_rate_pct: 100, retest_rate_pct: 100 },
      '14': { count: 3, failure_rate_pct: 33.3333, retest_rate_pct: 33.3333 },
    });
    expect(summary['weekday_breakdown']).toMatchObject({
      Monday: { count: 0, failure_rate_pct: null, retest_rate_pct: null },
      Tuesday: { count: 4 },
      Friday: { count: 0 },
    });
    expect(Object.keys(summary['weekday_breakdown'] as object)).toHaveLength(5);
    expect(Object.keys(summary['confidence'] as object)).toEqual(
      expect.arrayContaining([
        'continuation_rate_pct',
        'bullish.failure_rate_pct',
        'bearish.retest_rate_pct',
        'hourly_breakdown.14.failure_rate_pct',
        'weekday_breakdown.Monday.retest_rate_pct',
      ]),
    );
  });

  it('holds beyond the range: current_trend is that of the last event before its end, open ones too', () => {
    const on = (from: string, to: string, rest: BarTuple[] = []) =>
      summaryOf(bos, data5m(run('2025-07-01T13:30', 5, path(...closes)), rest), {
        values: ONE,
        range: { from: dayOf(from), to: dayOf(to) },
      });
    const later = run('2025-07-02T13:30', 5, path(90));
    expect(on('2025-06-30', '2025-06-30')).toMatchObject({
      total_events: 0,
      current_trend: 0,
      continuation_rate_pct: null,
    });
    expect(on('2025-07-03', '2025-07-04')).toMatchObject({ total_events: 0, current_trend: 1 });
    // 90 breaks the last swing low on the 2nd; nothing follows, so the event is open, but it turns the trend.
    expect(on('2025-07-02', '2025-07-02', later)).toMatchObject({ total_events: 0, current_trend: -1 });
    expect(on('2025-07-01', '2025-07-01', later)).toMatchObject({ total_events: 4, current_trend: 1 });
  });
});

describe('a candle that breaks both sides with its wicks', () => {
  // Swing high 102.5 (13:35), swing low 100.5 (13:40), both known by 13:45; the middle is 101.5.
  const both = (...last: Hlc[]) => data5m(run('2025-07-01T13:30', 5, [...path(100, 102, 101, 101.6), ...last]));
  const values = { ...ONE, break_criteria: 'wick' };
  const directions = (...last: Hlc[]) =>
    rowsOf(bos, '', both(...last), { values }).map((row) => [row.event_time, row.direction, row.level]);

  it('is one event: up where it closes above the middle of the levels', () => {
    expect(directions([103, 100, 101.6])).toEqual([[at('13:50'), 'up', 102.5]]);
  });

  it('down at the middle or below', () => {
    expect(directions([103, 100, 101.5])).toEqual([[at('13:50'), 'down', 100.5]]);
  });

  it('leaves the other swing, which the next candle may break', () => {
    // 13:50 itself is a new extreme on both sides, but no swing before it is confirmed.
    expect(directions([103, 100, 101.6], [101, 99, 100])).toEqual([
      [at('13:50'), 'up', 102.5],
      [at('13:55'), 'down', 100.5],
    ]);
  });
});

describe('candles', () => {
  it('run on from session to session: the first of the day can break a swing of the day before', () => {
    const data = data5m(run('2025-07-01T19:45', 5, path(100, 102, 101)), run('2025-07-02T13:30', 5, path(105, 104)));
    expect(rowsOf(bos, '', data, { values: ONE })).toMatchObject([
      { event_time: '2025-07-02T13:30:00+00:00', bars_since_swing: 2, swing_time: at('19:50') },
    ]);
  });

  it('of a daily feed are days: their hour is 0, their weekday the date', () => {
    // Tuesday 2025-07-01 to Thursday the 10th, the 4th left out; 106 on Monday the 7th breaks 102.5.
    const daily = symbolData(
      barsFromTuples([
        ...run('2025-07-01T00:00', 1440, path(100, 102, 101)),
        ...run('2025-07-07T00:00', 1440, path(106, 107, 108)),
      ]),
      'TEST',
      'equity',
      1440,
    );
    const values = { swing_length: 1, follow_bars: 2 };
    expect(rowsOf(bos, '', daily, { values })).toMatchObject([
      { timeframe: '1D', event_time: '2025-07-07T00:00:00+00:00', retest: false, failed: false, complete: true },
    ]);
    expect(summaryOf(bos, daily, { values })).toMatchObject({
      timeframe: '1D',
      hourly_breakdown: { '0': { count: 1 } },
      weekday_breakdown: { Monday: { count: 1 }, Tuesday: { count: 0 } },
    });
  });
});

describe('lists', () => {
  it('top ranks complete events by follow-through; open ones are in the raw list alone', () => {
    const closes = [100, 102, 101, 103, 103.2, 103.1, 110, 111, 110, 112];
    const data = data5m(run('2025-07-01T13:30', 5, path(...closes)));
    // Up 13:45 at 102.5: 103.2 and 103.1, 1.1707 %. Up 14:00 at 103.7: 111 and 110, 7.5217 %. Up 14:15 at 111.5: open.
    const rows = rowsOf(bos, '', data, { values: ONE });
    expect(rows.map((row) => [row.event_time, row.complete])).toEqual([
      [at('13:45'), true],
      [at('14:00'), true],
      [at('14:15'), false],
    ]);
    expect(rowsOf(bos, '/top', data, { values: ONE }).map((row) => row.follow_through_pct)).toEqual([7.5217, 1.1707]);
    expect(rowsOf(bos, '/top', data, { values: { ...ONE, limit: 1 } })).toHaveLength(1);
    expect(summaryOf(bos, data, { values: ONE })).toMatchObject({ total_events: 2, current_trend: 1 });
  });
});

describe.skipIf(!hasMarketData)('eight months of BTC/USDT', () => {
  it('forget any day within three weeks of 1H candles, so that no state is read from the first bar', () => {
    const data = readMarketData('bars/genetrader/BTCUSDT_5m.csv.gz');
    const values = { timeframe: '1H', swing_length: 5, break_criteria: 'close', follow_bars: 20 };
    const first = Math.floor(data.bars.minute[0] / 1440);
    for (let day = first; day < first + 200; day += 7) {
      const minute = (day + 1) * 1440;
      expect(independentAfter(bos, data, { session: EXTENDED_SESSION, values }, minute, day + 21)).toBe(true);
    }
  });
});
