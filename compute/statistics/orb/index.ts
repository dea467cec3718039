/** ORB: the first minutes set a range. Is it broken, which way, how far, and does the break hold? */

import { MINUTES_PER_DAY, MS_PER_MINUTE } from '../../../lib/days.ts';
import { firstAbove, firstBelow } from '../../market/bars.ts';
import { sessionFigures } from '../../market/candles.ts';
import { reaches } from '../../market/math.ts';
import { filterRows, numbers, type RecordTable, TableBuilder } from '../../market/records.ts';
import type { DataClock, SessionSet } from '../../market/sessions.ts';
import { defineStatistic, selected } from '../define.ts';
import { completeOnly, having } from '../figures.ts';
import {
  DIRECTION,
  lacksVolumeHistory,
  noRange,
  openingRange,
  rangeOver,
  relativeVolumes,
  VOLUME_REACH_SESSIONS,
  windowWarnings,
  writeDay,
  writeSides,
} from '../sessions.ts';
import { PARAMS, RECORD_FIELDS, SUMMARY, TARGETS, TOP_PARAMS, TOP_PICKS_PARAMS } from './fields.ts';

export interface OrbRules {
  readonly orbMinutes: number;
  readonly reentryCandles: number;
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

/** Range lengths kept in the store, where they fit the feed. */
const STORED_MINUTES = [1, 5, 15, 30, 60];

const BY_SIZE = [
  { field: 'breakout_size_pct', descending: true },
  { field: 'volume_ratio', descending: true },
];

const withDirection = (rows: RecordTable) => having(rows, 'first_direction');

export default defineStatistic({
  name: 'orb',
  title: 'Opening range breakout',
  description: 'The high and low of the first minutes of the session, and what happens when price leaves them.',
  definition:
    "The opening range is the high and low of the bars that start within orb_minutes of the day's anchor (09:30 New York " +
    "for equities and ETFs, or the window's start if later; the window's start for crypto). The breakout is the first bar " +
    'after the range whose high exceeds it or whose low undercuts it (with breakout_criteria=close: whose close lies ' +
    'outside). It continues if the session closes beyond the broken level; it re-enters once orb_reentry_candles bars in ' +
    'a row, after the breakout bar, close inside the range; it is false if it re-enters and does not continue.',
  notes: [
    'A break needs a price beyond the level: touching it is not enough.',
    'Where one and the same bar first leaves the range on both sides, nobody can say which came first: break_type is both, first_direction null, and the day is in no figure by direction.',
    'breakout_criteria decides what breaks a side (broke_high, broke_low and break_type too); sizes, the largest move against the break and targets always come from highs and lows.',
    'A session without a bar in the opening range has or_bars 0 and only its session_* prices; it counts in total_days and no_range_days and in no rate.',
    'While a range is still forming all or_* fields, or_bars and or_volume too, are null. A range that reaches beyond the window ends with it, and cannot be broken.',
    'Bars with the boundary of the range as their start come after it. A 1h bar that straddles the opening is judged by its start: a bar of 09:00 New York is not part of the day, so the range of a 60-minute opening is the bar of 10:00.',
    'A range of no height (all prices equal) has no multiples: breakout_size_x and the hits are null, and the day is in no target_hit_rates.',
    'Minutes are of the clock, whether or not there are bars; bars in a row are bars that exist, whatever time is between them.',
    'weekday_breakdown counts sessions with a range; its continuation rate is over breaks in both directions.',
    'outcomes, outcomes_by_weekday and outcomes_by_size count sessions with a range by the sides that they broke: only the high, only the low, both, neither. The size is or_range_pct, with the edges of the gap statistics; one within 1e-9 of an edge belongs to the larger bucket.',
    'min_breakout_size is in percent of the level and compares with the unrounded size.',
  ],
  // 2: the summary has the outcomes. 3: records name the bars that decide breaks and targets.
  // 4: the exchange's early closes and full closings count.
  definitionNumber: 4,
  recordOf: 'session',
  rangeParam: 'orb_minutes',
  params: PARAMS,
  needsIntraday: { param: 'orb_minutes' },
  fields: RECORD_FIELDS,
  materialised: ({ intervalMin }) => storedMinutes(intervalMin).map((minutes) => ({ orb_minutes: minutes })),
  reach: () => ({ back: VOLUME_REACH_SESSIONS, ahead: 0 }),
  compute(data, { session, values }, wanted) {
    const sessions = data.sessions(session);
    const rules = {
      orbMinutes: values.orb_minutes,
      reentryCandles: values.orb_reentry_candles,
      byClose: values.breakout_criteria === 'close',
    };
    const records = orbRecords(sessions, data.clock, rules, wanted.from);
    return { records, insufficientLookBack: lacksVolumeHistory(data, sessions, wanted) };
  },
  console: {
    group: 'opening',
    headline: {
      continuation_rate_pct_up: 'Up breaks that close beyond the range',
      continuation_rate_pct_down: 'Down breaks that close beyond the range',
      'target_hit_rates.up.1x': 'Up breaks that go one range further',
      'target_hit_rates.down.1x': 'Down breaks that go one range further',
      both_break_rate_pct: 'Days that break both sides',
    },
    picture: 'outcomes',
    outcome: 'continuation',
    drawn: [
      { line: 'or_high', label: 'OR high', tone: 'up' },
      { line: 'or_low', label: 'OR low', tone: 'down' },
      { zone: ['or_high', 'or_low'], minutes: 'orb_minutes', label: 'Opening range', tone: 'accent' },
      { mark: 'breakout_time', label: 'breakout', tone: { field: 'first_direction' } },
      { mark: 'reentry_time', label: 're-entry', tone: 'none' },
    ],
  },
  endpoints: ({ raw, summary, top }) => [
    raw('The opening range of every session of the range and what became of it, oldest first'),
    summary(
      'How often the opening range is broken, which way, how far the break goes and whether it holds',
      SUMMARY.figures,
      SUMMARY,
    ),
    top('The largest breakouts of all symbols, by percent of the level; complete sessions only', TOP_PARAMS, {
      scope: 'universe',
      rows: (view) => withDirection(completeOnly(selected(view))),
      order: () => BY_SIZE,
    }),
    top(
      'All breakouts of one date, largest first; sessions in progress are listed with complete = false',
      TOP_PICKS_PARAMS,
      {
        path: '/top-picks',
        scope: 'universe',
        oneDate: true,
        rows: (view) => {
          const rows = withDirection(selected(view));
          const size = numbers(rows, 'breakout_size_pct');
          return filterRows(rows, (row) => reaches(size[row], view.values.min_breakout_size));
        },
        order: () => BY_SIZE,
      },
    ),
  ],
  warnings: windowWarnings('orb_minutes'),
});

/** Lengths that are whole multiples of the base interval, and what the default becomes on this feed. */
function storedMinutes(intervalMin: number): number[] {
  if (intervalMin >= MINUTES_PER_DAY) return [];
  const fitting = STORED_MINUTES.filter((minutes) => minutes % intervalMin === 0);
  const adapted = PARAMS.orb_minutes.fit?.(intervalMin);
  if (typeof adapted === 'number' && !fitting.includes(adapted)) fitting.push(adapted);
  return fitting.sort((a, b) => a - b);
}
