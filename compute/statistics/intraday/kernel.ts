/** Time-of-day buckets: sessions in, one record a session and bucket with bars out. */
import { MINUTES_PER_DAY, weekdayOf } from '../../../lib/days.ts';
import { type RecordTable, TableBuilder } from '../../market/records.ts';
import { followsNewYork, type SessionSet, utcWindow } from '../../market/sessions.ts';
import { RECORD_FIELDS } from './fields.ts';

const MS_PER_MINUTE = 60_000;

/** Buckets count from the window's start where bars may be before the anchor: extended hours, or across midnight. */
export function countsFromWindow({ spec, meta }: Pick<SessionSet, 'spec' | 'meta'>): boolean {
  if (spec.extended) return true;
  if (followsNewYork(spec, meta.assetClass)) return false;
  const { startMin, endMin } = utcWindow(spec, meta.assetClass);
  return endMin <= startMin;
}

export function intradayRecords(sessions: SessionSet, bucketMinutes: number): RecordTable {
  const { first, end } = sessions;
  const { minute, open: opens, high: highs, low: lows, close: closes, volume: volumes } = sessions.bars;
  const origin = countsFromWindow(sessions) ? sessions.windowStart : sessions.anchor;
  const table = new TableBuilder(RECORD_FIELDS, mostRows(sessions, bucketMinutes));
  const c = table.all();
  let n = 0;
  for (let s = 0; s < sessions.length; s++) {
    const firstRow = n;
    const stop = end[s];
    let dayHigh = Number.NEGATIVE_INFINITY;
    let dayLow = Number.POSITIVE_INFINITY;
    let dayVolume = 0;
    let highRow = n;
    let lowRow = n;
    for (let i = first[s]; i < stop; n++) {
      const offset = Math.floor((minute[i] - origin[s]) / bucketMinutes) * bucketMinutes;
      const bucketEnd = origin[s] + offset + bucketMinutes;
      const open = opens[i];
      let high = highs[i];
      let low = lows[i];
      let volume = 0;
      for (; i < stop && minute[i] < bucketEnd; i++) {
        if (highs[i] > high) high = highs[i];
        if (lows[i] < low) low = lows[i];
        volume += volumes[i];
        dayVolume += volumes[i];
      }
      const close = closes[i - 1];
      const rangeBefore = n === firstRow ? 0 : dayHigh - dayLow;
      if (high > dayHigh) {
        dayHigh = high;
        highRow = n;
      }
      if (low < dayLow) {
        dayLow = low;
        lowRow = n;
      }
      c.bucket_start[n] = offset;
      c.starts_at[n] = (origin[s] + offset) * MS_PER_MINUTE;
      c.open[n] = open;
      c.high[n] = high;
      c.low[n] = low;
      c.close[n] = close;
      c.volume[n] = volume;
      c.return_pct[n] = ((close - open) / open) * 100;
      c.range_pct[n] = ((high - low) / open) * 100;
      // The range added, until the session's own range is known.
      c.range_share_pct[n] = dayHigh - dayLow - rangeBefore;
    }
    finishSession(s, firstRow, dayHigh - dayLow, dayVolume);
    c.high_of_day[highRow] = 1;
    c.low_of_day[lowRow] = 1;
  }
  return table.finish(n);

  function finishSession(s: number, firstRow: number, dayRange: number, dayVolume: number) {
    const weekday = weekdayOf(sessions.date[s]);
    for (let row = firstRow; row < n; row++) {
      c.date[row] = sessions.date[s];
      c.weekday[row] = weekday;
      c.volume_share_pct[row] = dayVolume === 0 ? Number.NaN : (c.volume[row] / dayVolume) * 100;
      c.range_share_pct[row] = dayRange === 0 ? Number.NaN : (c.range_share_pct[row] / dayRange) * 100;
      c.high_of_day[row] = 0;
      c.low_of_day[row] = 0;
      c.complete[row] = sessions.complete[s];
    }
  }
}

function mostRows(sessions: SessionSet, bucketMinutes: number): number {
  let rows = 0;
  for (let s = 0; s < sessions.length; s++) {
    const windowMin = Math.min(MINUTES_PER_DAY, sessions.windowEnd[s] - sessions.windowStart[s]);
    rows += Math.min(sessions.end[s] - sessions.first[s], Math.ceil(windowMin / bucketMinutes));
  }
  return rows;
}
