/** Opening gaps and what became of them: sessions in, one record a gap out. */
import { isWeekend, MINUTES_PER_DAY, minutesAfter } from '../../../lib/days.ts';
import { EXCHANGE_CLOSE_MIN, EXCHANGE_OPEN_MIN, EXTENDED_CLOSE_MIN, EXTENDED_OPEN_MIN } from '../../../lib/new-york.ts';
import type { AssetClass } from '../../../lib/symbol.ts';
import { fillBucket, isPartialFill } from '../../market/records/fill-buckets.ts';
import { type RecordTable, TableBuilder } from '../../market/records/table.ts';
import type { SessionSet } from '../../market/sessions/build.ts';
import { PREVIOUS_MAX_DAYS, sessionFigures } from '../../market/sessions/figures.ts';
import { followsNewYork, type SessionSpec, utcWindow } from '../../market/sessions/spec.ts';
import { writeDay } from '../day-fields.ts';
import { FIRST_WHOLE } from '../look-back.ts';
import type { DateRange } from '../statistic.ts';
import { RECORD_FIELDS } from './fields.ts';

const MS_PER_MINUTE = 60_000;

/**
 * @param fillCutoffMin UTC minute of the day that ends the observation; undefined: the end of the session.
 */
export function gapRecords(sessions: SessionSet, fillCutoffMin: number | undefined): RecordTable {
  const { bars } = sessions;
  const daily = sessions.meta.intervalMin >= MINUTES_PER_DAY;
  const figures = sessionFigures(sessions);
  const table = new TableBuilder(RECORD_FIELDS, sessions.length);
  const c = table.all();
  let n = 0;
  let before = -1;
  for (let s = 0; s < sessions.length; s++) {
    if (isWeekend(sessions.date[s])) continue;
    const p = before;
    before = s;
    if (p === -1 || sessions.date[s] - sessions.date[p] > PREVIOUS_MAX_DAYS) continue;
    const open = figures.open[s];
    const up = open > figures.high[p];
    if (!up && !(open < figures.low[p])) continue;

    const level = up ? figures.high[p] : figures.low[p];
    const close = figures.close[s];
    const size = up ? open - level : level - open;
    writeDay(c, n, sessions, s);
    c.direction[n] = up ? 0 : 1;
    c.prev_date[n] = sessions.date[p];
    c.prev_high[n] = figures.high[p];
    c.prev_low[n] = figures.low[p];
    c.prev_close[n] = figures.close[p];
    c.open[n] = open;
    c.gap_size[n] = size;
    c.gap_pct[n] = (size / level) * 100;
    c.gap_from_close_pct[n] = ((open - figures.close[p]) / figures.close[p]) * 100;
    c.close[n] = close;
    c.closed_in_gap_direction[n] = (up ? close > open : close < open) ? 1 : 0;

    const first = sessions.first[s];
    const cutoff = daily ? Number.POSITIVE_INFINITY : cutoffMinute(sessions, s, fillCutoffMin);
    if (bars.minute[first] < cutoff) observe(first, sessions.end[s], cutoff, level, figures.close[p], up, n);
    n++;
  }
  return table.finish(n);

  function observe(
    first: number,
    end: number,
    cutoff: number,
    level: number,
    prevClose: number,
    up: boolean,
    row: number,
  ) {
    const open = bars.open[first];
    let fill = -1;
    let closeReached = -1;
    let highAt = first;
    let lowAt = first;
    let volume = 0;
    let volumeAtFill = Number.NaN;
    for (let i = first; i < end && bars.minute[i] < cutoff; i++) {
      if (bars.high[i] > bars.high[highAt]) highAt = i;
      if (bars.low[i] < bars.low[lowAt]) lowAt = i;
      volume += bars.volume[i];
      if (fill === -1 && (up ? bars.low[i] <= level : bars.high[i] >= level)) {
        fill = i;
        volumeAtFill = volume;
      }
      if (closeReached === -1 && (up ? bars.low[i] <= prevClose : bars.high[i] >= prevClose)) closeReached = i;
    }
    const high = bars.high[highAt];
    const low = bars.low[lowAt];
    const towards = up ? open - low : high - open;
    const size = up ? open - level : level - open;
    const partial = Math.min(1, Math.max(0, towards / size)) * 100;
    c.filled[row] = fill === -1 ? 0 : 1;
    c.partial_fill_pct[row] = partial;
    c.fill_bucket[row] = fillBucket(fill !== -1, partial);
    c.filled_to_prev_close[row] = closeReached === -1 ? 0 : 1;
    c.max_run_pct[row] = ((up ? high - level : level - low) / level) * 100;
    if (daily) return;
    if (closeReached !== -1) c.filled_to_prev_close_time[row] = bars.minute[closeReached] * MS_PER_MINUTE;
    if (fill === -1) {
      if (!isPartialFill(c.fill_bucket[row])) return;
      const deepest = up ? lowAt : highAt;
      c.partial_fill_time[row] = bars.minute[deepest] * MS_PER_MINUTE;
      c.partial_fill_time_seconds[row] = (bars.minute[deepest] - bars.minute[first]) * 60;
      c.volume_at_partial_fill[row] = bars.volume[deepest];
      return;
    }
    c.fill_time[row] = bars.minute[fill] * MS_PER_MINUTE;
    c.fill_time_seconds[row] = (bars.minute[fill] - bars.minute[first]) * 60;
    c.volume_at_fill[row] = bars.volume[fill];
    c.cumulative_volume_at_fill[row] = volumeAtFill;
  }
}

/** The cutoff's first moment at or after the window's start: one before the start means the next day. */
export function cutoffMinute(sessions: SessionSet, s: number, fillCutoffMin: number | undefined): number {
  if (fillCutoffMin === undefined) return Number.POSITIVE_INFINITY;
  const start = sessions.windowStart[s];
  return start + minutesAfter(start, fillCutoffMin);
}

/** False where the cutoff's first moment in the window lies at or beyond the window's end on every date. */
export function cutoffHasEffect(spec: SessionSpec, assetClass: AssetClass, fillCutoffMin: number): boolean {
  // The New York windows move against UTC by an hour; a cutoff that works in one half of the year has an effect.
  const windows = followsNewYork(spec, assetClass) ? newYorkWindowsUtc(spec) : [utcWindow(spec, assetClass)];
  return windows.some(({ startMin, endMin }) => {
    const length = endMin > startMin ? endMin - startMin : endMin + MINUTES_PER_DAY - startMin;
    return minutesAfter(startMin, fillCutoffMin) < length;
  });
}

function newYorkWindowsUtc(spec: SessionSpec): { startMin: number; endMin: number }[] {
  const [open, close] =
    spec.mode === 'exchange' ? [EXCHANGE_OPEN_MIN, EXCHANGE_CLOSE_MIN] : [EXTENDED_OPEN_MIN, EXTENDED_CLOSE_MIN];
  return [240, 300].map((offset) => ({ startMin: open + offset, endMin: close + offset }));
}

/**
 * Whether the first record inside the range may lack bars that were not loaded: its previous session, or the
 * beginning of it. Where bars precede the loaded range, its first session may be incomplete.
 */
export function gapLacksLookBack(sessions: SessionSet, wanted: DateRange): boolean {
  const { date, length } = sessions;
  let s = 0;
  while (s < length && (date[s] < wanted.from || isWeekend(date[s]))) s++;
  if (s === length || date[s] > wanted.to) return false;
  let previous = s - 1;
  while (previous >= 0 && isWeekend(date[previous])) previous--;
  if (previous >= FIRST_WHOLE) return false;
  // Dates are sure even where a session is cut: one so far back means that none in between is missing.
  return s < FIRST_WHOLE || date[s] - date[0] <= PREVIOUS_MAX_DAYS;
}
