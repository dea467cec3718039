/** Breaks of the previous session's high and low, and what came of them: one record a session that has a previous one. */

import { MINUTES_PER_DAY, MS_PER_MINUTE } from '../../../lib/days.ts';
import { type SessionFigures, sessionFigures } from '../../market/candles.ts';
import { codesOf } from '../../market/fields.ts';
import { type RecordTable, TableBuilder } from '../../market/records.ts';
import type { SessionSet } from '../../market/sessions.ts';
import {
  comparisonSure,
  firstWanted,
  relativeVolumeAt,
  VOLUME_REACH_SESSIONS,
  writeDay,
  writePrevious,
} from '../sessions.ts';
import type { DateRange } from '../statistic.ts';
import { RECORD_FIELDS, SIDES, type Side, sideColumns } from './fields.ts';

const { high: HIGH, low: LOW } = codesOf(SIDES);

/** Weights of the strength score, and the relative volume that gives its volume term in full. */
const FOLLOW_THROUGH_WEIGHT = 0.4;
const DURATION_WEIGHT = 0.3;
const VOLUME_WEIGHT = 0.3;
const FULL_VOLUME_RATIO = 3;

export interface Breaks {
  readonly records: RecordTable;
  /** Streaks of every session, also of those without a record. */
  readonly highStreak: Int32Array;
  readonly lowStreak: Int32Array;
}

export function breakRecords(sessions: SessionSet): Breaks {
  const n = sessions.length;
  const figures = sessionFigures(sessions);
  const highStreak = new Int32Array(n);
  const lowStreak = new Int32Array(n);
  const table = new TableBuilder(RECORD_FIELDS, n);
  const c = table.all();
  const high = sideWriter('high', sessions, figures, table);
  const low = sideWriter('low', sessions, figures, table);
  let row = 0;
  for (let s = 0; s < n; s++) {
    const p = figures.previous[s];
    if (p === -1) continue;
    const open = figures.open[s];
    const prevHigh = figures.high[p];
    const prevLow = figures.low[p];
    const prevRange = prevHigh - prevLow;
    const brokeHigh = figures.high[s] > prevHigh;
    const brokeLow = figures.low[s] < prevLow;
    highStreak[s] = brokeHigh ? highStreak[p] + 1 : 0;
    lowStreak[s] = brokeLow ? lowStreak[p] + 1 : 0;
    writeDay(c, row, sessions, s);
    writePrevious(c, row, sessions, p);
    c.prev_close[row] = figures.close[p];
    c.prev_range[row] = prevRange;
    c.open[row] = open;
    c.high[row] = figures.high[s];
    c.low[row] = figures.low[s];
    c.close[row] = figures.close[s];
    c.volume[row] = figures.volume[s];
    if (open > prevHigh) c.opened_beyond[row] = HIGH;
    else if (open < prevLow) c.opened_beyond[row] = LOW;
    c.high_break[row] = brokeHigh ? 1 : 0;
    c.low_break[row] = brokeLow ? 1 : 0;
    if (brokeHigh) high(s, prevHigh, prevRange, row);
    if (brokeLow) low(s, prevLow, prevRange, row);
    c.both_broken_same_day[row] = brokeHigh && brokeLow ? 1 : 0;
    // NaN, which is null, where one of them was not broken.
    c.both_broken_same_day_time[row] = Math.max(c.high_break_time[row], c.low_break_time[row]);
    c.relative_close_vs_prev_close[row] = figures.close[s] / figures.close[p];
    if (prevRange > 0) c.relative_range_vs_prev_range[row] = (figures.high[s] - figures.low[s]) / prevRange;
    c.high_break_streak[row] = highStreak[s];
    c.low_break_streak[row] = lowStreak[s];
    row++;
  }
  return { records: table.finish(row), highStreak, lowStreak };
}

/** Writes the columns of one broken side. Low is high with every price negated, which loses nothing. */
function sideWriter(
  side: Side,
  sessions: SessionSet,
  figures: SessionFigures,
  table: TableBuilder<(typeof RECORD_FIELDS)[number]>,
) {
  const { bars } = sessions;
  const interval = sessions.meta.intervalMin;
  const daily = interval >= MINUTES_PER_DAY;
  const sign = side === 'high' ? 1 : -1;
  const ahead = side === 'high' ? bars.high : bars.low;
  const back = side === 'high' ? bars.low : bars.high;
  const columns = Object.entries(sideColumns(side)).map(([key, name]) => [key, table.column(name)]);
  const c: { readonly [key in keyof ReturnType<typeof sideColumns>]: Float64Array } = Object.fromEntries(columns);

  return (s: number, level: number, prevRange: number, row: number) => {
    const end = sessions.end[s];
    let at = sessions.first[s];
    while (!(sign * ahead[at] > sign * level)) at++;
    const extreme = side === 'high' ? figures.high[s] : figures.low[s];
    const distance = sign * (extreme - level);
    const held = sign * figures.close[s] > sign * level;
    const ratio = relativeVolumeAt(sessions, s, bars.minute[at] - sessions.anchor[s], interval);
    c.followThrough[row] = (distance / level) * 100;
    c.success[row] = held ? 1 : 0;
    c.volumeRatio[row] = ratio;
    // One bar a session tells nothing of what came first.
    if (daily) return;

    const after = follow(at, end, level, extreme);
    const duration = after.barsBeyond * interval;
    const untilEnd = bars.minute[end - 1] + interval - bars.minute[at];
    c.breakTime[row] = bars.minute[at] * MS_PER_MINUTE;
    c.timeToMax[row] = bars.minute[after.extremeAt] - bars.minute[at];
    c.duration[row] = duration;
    c.retest[row] = after.retestAt === -1 ? 0 : 1;
    if (after.retestAt !== -1) {
      c.retestTime[row] = bars.minute[after.retestAt] * MS_PER_MINUTE;
      c.retestHeld[row] = after.held ? 1 : 0;
    }
    if (after.decidedAt !== -1) c.heldTime[row] = bars.minute[after.decidedAt] * MS_PER_MINUTE;
    if (after.held) c.falseBreakoutTime[row] = c.heldTime[row];
    c.falseBreakout[row] = !held && !after.held ? 1 : 0;
    c.score[row] =
      100 *
      (FOLLOW_THROUGH_WEIGHT * (prevRange > 0 ? Math.min(1, distance / prevRange) : 1) +
        DURATION_WEIGHT * Math.min(1, duration / untilEnd) +
        VOLUME_WEIGHT * (Number.isNaN(ratio) ? 0 : Math.min(1, ratio / FULL_VOLUME_RATIO)));
  };

  /** What the bars from the break bar `at` on did, in one pass. */
  function follow(at: number, end: number, level: number, extreme: number) {
    let extremeAt = -1;
    let barsBeyond = 0;
    let retestAt = -1;
    let held = false;
    let decidedAt = -1;
    let closesBack = 0;
    for (let i = at; i < end; i++) {
      if (extremeAt === -1 && ahead[i] === extreme) extremeAt = i;
      const beyond = sign * bars.close[i] > sign * level;
      if (retestAt === -1) {
        // The retest must come after a bar that closed beyond: that bar itself cannot be it.
        if (barsBeyond > 0 && sign * back[i] <= sign * level) retestAt = i;
      } else if (decidedAt === -1) {
        closesBack = beyond ? 0 : closesBack + 1;
        held = beyond;
        if (beyond || closesBack === 2) decidedAt = i;
      }
      if (beyond) barsBeyond++;
    }
    return { extremeAt, barsBeyond, retestAt, held, decidedAt };
  }
}

/**
 * Whether the first wanted record's volumes, or the run it continues, begin before the loaded range; only where the
 * data have bars before it.
 */
export function breaksLackLookBack(
  sessions: SessionSet,
  { highStreak, lowStreak }: Breaks,
  wanted: DateRange,
): boolean {
  const s = firstWanted(sessions, wanted);
  if (s === -1) return false;
  if (s < VOLUME_REACH_SESSIONS) return true;
  // The session that a run starts after: with it the run ends for certain.
  return !comparisonSure(sessions, s - Math.max(highStreak[s], lowStreak[s]));
}
