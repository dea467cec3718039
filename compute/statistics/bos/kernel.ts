/** Breaks of structure and what followed: candles in, one record an event out. */
import { type CandleSet, TIMEFRAMES, type Timeframe } from '../../candles/build.ts';
import { type RecordTable, TableBuilder } from '../../records/table.ts';
import type { CandleRange } from '../timeframe.ts';
import { type BreakOptions, type Breaks, findBreaks } from './breaks.ts';
import { RECORD_FIELDS } from './fields.ts';

const MS_PER_MINUTE = 60_000;

export interface BosOptions extends BreakOptions {
  readonly timeframe: Timeframe;
  readonly followBars: number;
}

export interface BosRun {
  /** In the order of `breaks`. What the first says of the event before it is sure only where no candle lies before. */
  readonly records: RecordTable;
  readonly breaks: Breaks;
}

/** Events among the candles `[from, to)`; later ones are not looked at. */
export function bosRecords(candles: CandleSet, range: CandleRange, options: BosOptions, fromStart: boolean): BosRun {
  const { start, end, high, low, close, session, sessions } = candles;
  const { to } = range;
  const { followBars } = options;
  const wick = options.criteria === 'wick';
  const timeframe = TIMEFRAMES.indexOf(options.timeframe);
  const breaks = findBreaks(candles, range, options, fromStart);
  const table = new TableBuilder(RECORD_FIELDS, breaks.length);
  const c = table.columns(
    'date', 'timeframe', 'event_time', 'confirmed_at', 'type', 'direction', 'level', 'swing_time', 'bars_since_swing',
    'close', 'break_size_pct', 'trend_before', 'follow_through_pct', 'adverse_pct', 'retest', 'retest_time',
    'bars_to_retest', 'failed', 'bars_to_failure', 'bars_since_event', 'complete',
  ); // biome-ignore format: one list
  for (let row = 0; row < breaks.length; row++) {
    describe(row);
    if (breaks.direction[row] === 1) followUp(row);
    else followDown(row);
  }
  return { records: table.finish(breaks.length), breaks };

  function describe(row: number): void {
    const t = breaks.candle[row];
    const swing = breaks.swing[row];
    const direction = breaks.direction[row];
    const up = direction === 1;
    const level = up ? high[swing] : low[swing];
    const by = wick ? (up ? high[t] : low[t]) : close[t];
    c.date[row] = sessions.date[session[t]];
    c.timeframe[row] = timeframe;
    c.event_time[row] = start[t] * MS_PER_MINUTE;
    c.confirmed_at[row] = end[t] * MS_PER_MINUTE;
    c.type[row] = breaks.trendBefore[row] === -direction ? 1 : 0;
    c.direction[row] = up ? 0 : 1;
    c.level[row] = level;
    c.swing_time[row] = start[swing] * MS_PER_MINUTE;
    c.bars_since_swing[row] = t - swing;
    c.close[row] = close[t];
    c.break_size_pct[row] = ((up ? by - level : level - by) / level) * 100;
    c.trend_before[row] = breaks.trendBefore[row];
    if (row > 0) c.bars_since_event[row] = t - breaks.candle[row - 1];
    c.complete[row] = t + followBars < to ? 1 : 0;
  }

  function followUp(row: number): void {
    const t = breaks.candle[row];
    const level = c.level[row];
    const stop = Math.min(to, t + followBars + 1);
    let highest = level;
    let lowest = level;
    let retest = -1;
    let failure = -1;
    for (let j = t + 1; j < stop; j++) {
      if (high[j] > highest) highest = high[j];
      if (low[j] <= level) {
        if (retest === -1) retest = j;
        if (low[j] < lowest) lowest = low[j];
        if (failure === -1 && close[j] < level) failure = j;
      }
    }
    note(row, t, stop, highest - level, level - lowest, retest, failure);
  }

  function followDown(row: number): void {
    const t = breaks.candle[row];
    const level = c.level[row];
    const stop = Math.min(to, t + followBars + 1);
    let highest = level;
    let lowest = level;
    let retest = -1;
    let failure = -1;
    for (let j = t + 1; j < stop; j++) {
      if (low[j] < lowest) lowest = low[j];
      if (high[j] >= level) {
        if (retest === -1) retest = j;
        if (high[j] > highest) highest = high[j];
        if (failure === -1 && close[j] > level) failure = j;
      }
    }
    note(row, t, stop, level - lowest, highest - level, retest, failure);
  }

  function note(
    row: number,
    t: number,
    stop: number,
    favourable: number,
    adverse: number,
    retest: number,
    failure: number,
  ): void {
    if (stop === t + 1) return;
    const level = c.level[row];
    c.follow_through_pct[row] = (favourable / level) * 100;
    c.adverse_pct[row] = (adverse / level) * 100;
    c.retest[row] = retest === -1 ? 0 : 1;
    c.failed[row] = failure === -1 ? 0 : 1;
    if (retest !== -1) {
      c.retest_time[row] = start[retest] * MS_PER_MINUTE;
      c.bars_to_retest[row] = retest - t;
    }
    if (failure !== -1) c.bars_to_failure[row] = failure - t;
  }
}
