/** Breaks of structure and what followed: candles in, one record an event out. */
import { type CandleSet, TIMEFRAMES, type Timeframe } from '../../market/candles.ts';
import { type RecordTable, TableBuilder } from '../../market/records.ts';
import type { CandleRange } from '../candles.ts';
import { type BreakOptions, type Breaks, findBreaks } from './breaks.ts';
import { DIRECTION, RECORD_FIELDS, TYPE } from './fields.ts';
import { type Followed, followBreaks } from './follow.ts';

const MS_PER_MINUTE = 60_000;

export interface BosOptions extends BreakOptions {
  readonly timeframe: Timeframe;
  readonly followBars: number;
}

export interface BosRun {
  /** In the order of `breaks`. What the first says of the event before it is sure only where no candle is before. */
  readonly records: RecordTable;
  readonly breaks: Breaks;
}

type Table = TableBuilder<(typeof RECORD_FIELDS)[number]>;

/** Events among the candles `[from, to)`; later ones are not looked at. */
export function bosRecords(candles: CandleSet, range: CandleRange, options: BosOptions, fromStart: boolean): BosRun {
  const breaks = findBreaks(candles, range, options, fromStart);
  const table = new TableBuilder(RECORD_FIELDS, breaks.length);
  table.column('timeframe').fill(TIMEFRAMES.indexOf(options.timeframe), 0, breaks.length);
  describe(table, candles, breaks, options.criteria === 'wick');
  tell(table, candles, breaks, range.to, options.followBars);
  return { records: table.finish(breaks.length), breaks };
}

/** Which level broke, when and how. */
function describe(table: Table, candles: CandleSet, breaks: Breaks, wick: boolean): void {
  const { start, end, high, low, close, session, sessions } = candles;
  const c = table.all();
  for (let row = 0; row < breaks.length; row++) {
    const t = breaks.candle[row];
    const swing = breaks.swing[row];
    const up = breaks.direction[row] === 1;
    const level = up ? high[swing] : low[swing];
    const by = wick ? (up ? high[t] : low[t]) : close[t];
    c.date[row] = sessions.date[session[t]];
    c.event_time[row] = start[t] * MS_PER_MINUTE;
    c.confirmed_at[row] = end[t] * MS_PER_MINUTE;
    c.type[row] = breaks.trendBefore[row] === -breaks.direction[row] ? TYPE.choch : TYPE.bos;
    c.direction[row] = up ? DIRECTION.up : DIRECTION.down;
    c.level[row] = level;
    c.swing_time[row] = start[swing] * MS_PER_MINUTE;
    c.bars_since_swing[row] = t - swing;
    c.close[row] = close[t];
    c.break_size_pct[row] = ((up ? by - level : level - by) / level) * 100;
    c.trend_before[row] = breaks.trendBefore[row];
    if (row > 0) c.bars_since_event[row] = t - breaks.candle[row - 1];
  }
}

/** What followed. */
function tell(table: Table, candles: CandleSet, breaks: Breaks, to: number, followBars: number): void {
  const { start } = candles;
  const { favourable, adverse, retest, failure }: Followed = followBreaks(candles, breaks, to, followBars);
  const c = table.all();
  for (let row = 0; row < breaks.length; row++) {
    const t = breaks.candle[row];
    c.complete[row] = t + followBars < to ? 1 : 0;
    if (t + 1 === to) continue;
    c.follow_through_pct[row] = (favourable[row] / c.level[row]) * 100;
    c.adverse_pct[row] = (adverse[row] / c.level[row]) * 100;
    c.retest[row] = retest[row] === -1 ? 0 : 1;
    c.failed[row] = failure[row] === -1 ? 0 : 1;
    if (retest[row] !== -1) {
      c.retest_time[row] = start[retest[row]] * MS_PER_MINUTE;
      c.bars_to_retest[row] = retest[row] - t;
    }
    if (failure[row] !== -1) c.bars_to_failure[row] = failure[row] - t;
  }
}
