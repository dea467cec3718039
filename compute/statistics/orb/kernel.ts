/** Opening ranges and what became of them: sessions in, one record a session out. */
import { firstAbove, firstBelow } from '../../market/bars.ts';
import { reaches } from '../../market/math.ts';
import { type RecordTable, TableBuilder } from '../../market/records.ts';
import { sessionFigures } from '../../market/session-figures.ts';
import type { DataClock, SessionSet } from '../../market/sessions.ts';
import { DIRECTION, noRange, openingRange, rangeOver, relativeVolumes, writeDay, writeSides } from '../sessions.ts';
import { RECORD_FIELDS, TARGETS } from './fields.ts';

const MS_PER_MINUTE = 60_000;

export interface OrbRules {
  readonly orbMinutes: number;
  readonly reentryCandles: number;
  /** Closes break the range, not highs and lows. */
  readonly byClose: boolean;
}

/** @param followed only sessions from this date on are looked at for what became of their ranges */
export function orbRecords(sessions: SessionSet, clock: DataClock, rules: OrbRules, followed: number): RecordTable {
  const { minute, high, low, close } = sessions.bars;
  const { orbMinutes, reentryCandles } = rules;
  const above = rules.byClose ? close : high;
  const below = rules.byClose ? close : low;
  const n = sessions.length;
  const figures = sessionFigures(sessions);
  const table = new TableBuilder(RECORD_FIELDS, n);
  const c = table.all();
  const targets = TARGETS.map(({ field, ranges }) => ({ hit: c[field], time: c[`${field}_time` as const], ranges }));
  for (const name of ['open', 'high', 'low', 'close'] as const) c[`session_${name}` as const].set(figures[name]);

  const range = noRange();
  for (let s = 0; s < n; s++) {
    writeDay(c, s, sessions, s);
    c.orb_minutes[s] = orbMinutes;
    if (!rangeOver(sessions, clock, s, orbMinutes)) continue;
    const any = openingRange(sessions, s, orbMinutes, range);
    c.or_bars[s] = range.after - range.from;
    if (!any) continue;
    c.or_high[s] = range.high;
    c.or_low[s] = range.low;
    c.or_range[s] = range.high - range.low;
    c.or_range_pct[s] = ((range.high - range.low) / figures.open[s]) * 100;
    c.or_volume[s] = range.volume;
    if (sessions.date[s] >= followed) breaks(s, range.after, range.end, range.high, range.low);
  }
  // Only the newest session can be under way, so what its predecessors are compared with is settled.
  c.volume_ratio.set(relativeVolumes(c.or_volume));
  return table.finish(n);

  function breaks(s: number, after: number, end: number, orHigh: number, orLow: number) {
    let first = after;
    while (first < end && above[first] <= orHigh && below[first] >= orLow) first++;
    const up = first < end && above[first] > orHigh;
    const down = first < end && below[first] < orLow;
    const highAt = firstAbove(above, first, end, orHigh);
    const lowAt = firstBelow(below, first, end, orLow);
    writeSides(c, s, minute, end, highAt, lowAt);
    if (up !== down) follow(s, first, end, orHigh, orLow, up);
  }

  function follow(s: number, breakout: number, end: number, orHigh: number, orLow: number, up: boolean) {
    let highestAt = breakout;
    let lowestAt = breakout;
    for (let i = breakout + 1; i < end; i++) {
      if (high[i] > high[highestAt]) highestAt = i;
      if (low[i] < low[lowestAt]) lowestAt = i;
    }
    const reentry = reentryBar(close, breakout + 1, end, orHigh, orLow, reentryCandles);
    const level = up ? orHigh : orLow;
    const size = up ? high[highestAt] - level : level - low[lowestAt];
    const adverse = Math.max(0, up ? level - low[lowestAt] : high[highestAt] - level);
    const continued = up ? close[end - 1] > level : close[end - 1] < level;
    const range = orHigh - orLow;
    c.first_direction[s] = up ? DIRECTION.up : DIRECTION.down;
    c.breakout_time[s] = minute[breakout] * MS_PER_MINUTE;
    c.minutes_to_breakout[s] = minute[breakout] - sessions.anchor[s];
    c.breakout_level[s] = level;
    c.breakout_size[s] = size;
    c.breakout_size_pct[s] = (size / level) * 100;
    c.minutes_to_max[s] = minute[up ? highestAt : lowestAt] - minute[breakout];
    c.max_adverse_pct[s] = (adverse / level) * 100;
    c.reentry[s] = reentry === -1 ? 0 : 1;
    if (reentry !== -1) c.reentry_time[s] = minute[reentry] * MS_PER_MINUTE;
    c.continuation[s] = continued ? 1 : 0;
    c.false_breakout[s] = reentry !== -1 && !continued ? 1 : 0;
    if (range === 0) return;
    c.breakout_size_x[s] = size / range;
    let at = breakout;
    for (const { hit, time, ranges } of targets) {
      hit[s] = reaches(size / range, ranges) ? 1 : 0;
      if (hit[s] === 0) continue;
      // A farther target is reached no earlier.
      while (!reaches((up ? high[at] - level : level - low[at]) / range, ranges)) at++;
      time[s] = minute[at] * MS_PER_MINUTE;
    }
  }
}

/** Last of the first `candles` bars in a row, from `from` on, that close inside the range; -1 without them. */
function reentryBar(
  close: Float64Array,
  from: number,
  end: number,
  orHigh: number,
  orLow: number,
  candles: number,
): number {
  let inside = 0;
  for (let i = from; i < end; i++) {
    inside = close[i] >= orLow && close[i] <= orHigh ? inside + 1 : 0;
    if (inside === candles) return i;
  }
  return -1;
}
