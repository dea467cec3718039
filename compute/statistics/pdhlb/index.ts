/** PDHLB: the previous session's high and low. Which are broken, how far it goes, does price come back? */
import { MINUTES_PER_DAY, MS_PER_MINUTE } from '../../../lib/days.ts';
import { type SessionFigures, sessionFigures } from '../../market/candles.ts';
import { codesOf } from '../../market/fields.ts';
import { numbers, partOf, type RecordTable, TableBuilder, takeRows, withColumns } from '../../market/records.ts';
import type { SessionSet } from '../../market/sessions.ts';
import { defineStatistic, selected } from '../define.ts';
import { completeOnly } from '../figures.ts';
import type { Values } from '../params.ts';
import {
  comparisonSure,
  firstWanted,
  relativeVolumeAt,
  VOLUME_REACH_SESSIONS,
  writeDay,
  writePrevious,
} from '../sessions.ts';
import type { DateRange, View } from '../statistic.ts';
import {
  BREAK_FIELDS,
  FIGURES,
  PARAMS,
  RECORD_FIELDS,
  RETEST_PARAMS,
  SIDES,
  type Side,
  sideColumns,
  TOP_PARAMS,
} from './fields.ts';

const { high: HIGH, low: LOW } = codesOf(SIDES);

/** Weights of the strength score, and the relative volume that gives its volume term in full. */
const FOLLOW_THROUGH_WEIGHT = 0.4;
const DURATION_WEIGHT = 0.3;
const VOLUME_WEIGHT = 0.3;
const FULL_VOLUME_RATIO = 3;
const NO_ORDER = '1d bars hold no intraday order: times, durations, retests, false breakouts and scores are null';

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

/** As of its top and retest lists. */
const DEFAULT_LIMIT = 10;

/** Records that the filters `weekday` and `open_inside_only` leave. */
function chosen(view: View<Values<typeof PARAMS>>): RecordTable {
  const rows = selected(view);
  if (!view.values.open_inside_only) return rows;
  const beyond = numbers(rows, 'opened_beyond');
  return partOf(rows, (row) => Number.isNaN(beyond[row]));
}

/** One row per complete record and broken side that `keep` leaves, by date, high before low. */
function breakRows(view: View<Values<typeof PARAMS & typeof TOP_PARAMS>>, column: 'broke' | 'retest'): RecordTable {
  const records = completeOnly(chosen(view));
  const wanted = view.values.direction;
  const rows: number[] = [];
  const sides: number[] = [];
  const kept = SIDES.map((side) => numbers(records, sideColumns(side)[column]));
  for (let row = 0; row < records.length; row++) {
    SIDES.forEach((side, code) => {
      if ((wanted !== 'both' && wanted !== side) || kept[code][row] !== 1) return;
      rows.push(row);
      sides.push(code);
    });
  }
  const ofSide = (key: 'breakTime' | 'followThrough' | 'retestTime') => {
    const columns = SIDES.map((side) => numbers(records, sideColumns(side)[key]));
    return Float64Array.from(rows, (row, i) => columns[sides[i]][row]);
  };
  const retestTime = ofSide('retestTime');
  const breakTime = ofSide('breakTime');
  return withColumns(takeRows(records, rows), {
    direction: Float64Array.from(sides),
    follow_through_pct: ofSide('followThrough'),
    minutes_to_retest: retestTime.map((time, i) => (time - breakTime[i]) / MS_PER_MINUTE),
    retest_time: retestTime,
  });
}

export default defineStatistic({
  name: 'pdhlb',
  title: 'Previous day high/low break',
  description: "Sessions that trade beyond the previous session's high or low, and the result.",
  definition:
    'The levels are the high and the low of the previous session, at most 7 calendar days back. A level is broken by ' +
    'the first bar that trades beyond it (strictly); a session that opens beyond a level breaks it with its first bar. ' +
    'From that bar on: follow-through is the largest move beyond the level, duration the minutes of bars that close ' +
    'beyond it. Once a bar has closed beyond, the first later bar that touches the level is the retest; it holds if a ' +
    'close beyond the level comes before two closes in a row that are not. A break succeeds if the session closes ' +
    'beyond the level, and is false if it neither succeeds nor holds a retest. High and low mirror each other.',
  notes: [
    'A break that never closes a bar beyond its level cannot be retested: retest is false, and without a close beyond at the end it is a false breakout.',
    "The retest bar's own close does not decide whether the retest holds; only the bars after it do. Undecided at the end of the session counts as not held.",
    'Times run from the start of one bar to the start of another, so 0 means the same bar; the end of the session is the end of its last bar.',
    'Relative volume compares the break bar with the same minutes from the anchor in the 14 sessions before, of which at least 3 must have bars there; where it is null, the volume term of the score is 0.',
    'After a previous session without a range the follow-through term of the score is 1.',
    'Rates and averages of a side are over the sessions that broke it; total_days and the weekday counts are all complete sessions with a previous one.',
    'Streaks run over all sessions: before the range, and whatever weekday and open_inside_only leave out. current_* is the streak at the last complete session of the range; a session without a previous one has none.',
    'A session that broke both levels gives two rows in the top and retest lists; direction picks a side.',
    'On 1d bars breaks, follow-through, success, opened_beyond and relative volume are known; times, durations, retests, false breakouts and scores need intraday order and are null.',
    'Sessions of crypto pairs on weekends count like any other.',
    'Prices are adjusted for the splits that are stored (metadata.adjustment); one that is not known looks like a break.',
  ],
  // 2: records name the bars that decide what becomes of a retest, and of both levels.
  // 3: the exchange's early closes and full closings count.
  definitionNumber: 3,
  recordOf: 'session',
  needsPrevious: true,
  // That of the break bar: a day is no bar of the day.
  params: PARAMS,
  fields: RECORD_FIELDS,
  choose: chosen,
  carried: SIDES.map((side) => sideColumns(side).streak),
  reach: () => ({ back: VOLUME_REACH_SESSIONS, ahead: 0 }),
  compute(data, { session }, wanted) {
    const sessions = data.sessions(session);
    const breaks = breakRecords(sessions);
    return {
      records: breaks.records,
      insufficientLookBack: !data.reachesStart && breaksLackLookBack(sessions, breaks, wanted),
    };
  },
  console: {
    group: 'levels',
    headline: {
      high_break_success_rate_pct: 'High breaks that close above',
      low_break_success_rate_pct: 'Low breaks that close below',
      retest_rate_high_pct: 'High breaks retested',
      retest_rate_low_pct: 'Low breaks retested',
    },
    drawn: [
      { line: 'prev_high', label: 'previous high', tone: 'up' },
      { line: 'prev_low', label: 'previous low', tone: 'down' },
      { mark: 'high_break_time', label: 'high broken', tone: 'up' },
      { mark: 'low_break_time', label: 'low broken', tone: 'down' },
      { mark: 'retest_high_time', label: 'retest', tone: 'none' },
      { mark: 'retest_low_time', label: 'retest', tone: 'none' },
    ],
  },
  endpoints: ({ raw, summary, top }) => [
    raw('Every session of the range against the levels of the one before, newest first', {
      defaultLimit: DEFAULT_LIMIT,
      defaultOrder: 'desc',
    }),
    summary(
      'How often each level breaks, how far and how long it goes, retests, false breaks, volumes and streaks',
      FIGURES,
    ),
    top('The breaks that went furthest beyond the level', TOP_PARAMS, {
      fields: BREAK_FIELDS,
      rows: (view) => breakRows(view, 'broke'),
      order: () => [{ field: 'follow_through_pct', descending: true }],
    }),
    top('Breaks after which price came back to the level, newest first', RETEST_PARAMS, {
      path: '/retest',
      fields: BREAK_FIELDS,
      rows: (view) => breakRows(view, 'retest'),
      order: () => [
        { field: 'date', descending: true },
        { field: 'retest_time', descending: true },
      ],
    }),
  ],
  warnings: (view) => (view.meta.intervalMin >= MINUTES_PER_DAY ? [{ code: 'needs_intraday', text: NO_ORDER }] : []),
});
