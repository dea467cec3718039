/** Opening candles and the days they opened: sessions in, one record a session out. */
import { weekdayOf } from '../../../lib/days.ts';
import { type BarColumns, lowerBound } from '../../market/bars.ts';
import { type RecordTable, TableBuilder } from '../../market/records/table.ts';
import type { DataClock, SessionSet } from '../../market/sessions/build.ts';
import { PREVIOUS_MAX_DAYS } from '../../market/sessions/figures.ts';
import { candleColumns, type Prices, writeCandle, writePeriod } from '../opening-candle.ts';
import { relativeVolumes } from '../relative-volume.ts';
import { RECORD_FIELDS } from './fields.ts';

export function odcRecords(sessions: SessionSet, clock: DataClock, candleMinutes: number): RecordTable {
  const { bars, date } = sessions;
  const n = sessions.length;
  const table = new TableBuilder(RECORD_FIELDS, n);
  const figures = candleColumns(table);
  const c = table.columns('date', 'weekday', 'outside_period', 'complete');
  const volumes = new Float64Array(n).fill(Number.NaN);
  const candle: Prices = { open: 0, high: 0, low: 0, close: 0 };
  const day: Prices = { open: 0, high: 0, low: 0, close: 0 };
  // Range of the previous session from its anchor on; NaN where it has no bar there.
  let beforeHigh = Number.NaN;
  let beforeLow = Number.NaN;

  for (let s = 0; s < n; s++) {
    c.date[s] = date[s];
    c.weekday[s] = weekdayOf(date[s]);
    c.complete[s] = sessions.complete[s];
    const end = sessions.end[s];
    const from = lowerBound(bars.minute, sessions.anchor[s], sessions.first[s], end);
    if (from === end) {
      beforeHigh = Number.NaN;
      continue;
    }

    const candleEnd = sessions.anchor[s] + candleMinutes;
    const after = lowerBound(bars.minute, candleEnd, from, end);
    prices(bars, from, after, candle);
    prices(bars, after, end, day);
    if (after > from) {
      day.open = candle.open;
      day.high = Math.max(day.high, candle.high);
      day.low = Math.min(day.low, candle.low);
      day.close = bars.close[end - 1];
    }
    writePeriod(figures, s, day);
    const comparable = s > 0 && date[s] - date[s - 1] <= PREVIOUS_MAX_DAYS && !Number.isNaN(beforeHigh);
    if (comparable) c.outside_period[s] = day.high > beforeHigh && day.low < beforeLow ? 1 : 0;
    beforeHigh = day.high;
    beforeLow = day.low;

    // A candle still under way is not shown; one beyond the window's end is over with the window.
    if (after === from || clock.lastBarEnd < Math.min(candleEnd, sessions.windowEnd[s])) continue;
    writeCandle(figures, s, candle, day);
    volumes[s] = volumeOf(bars, from, after);
  }
  // Only the newest session can be under way, so what its predecessors are compared with is settled.
  table.column('volume_ratio').set(relativeVolumes(volumes));
  return table.finish(n);
}

/** Open, high, low and close of the bars `[from, end)`; without one the high and low that any bar replaces. */
function prices(bars: BarColumns, from: number, end: number, out: Prices): void {
  let high = Number.NEGATIVE_INFINITY;
  let low = Number.POSITIVE_INFINITY;
  for (let i = from; i < end; i++) {
    if (bars.high[i] > high) high = bars.high[i];
    if (bars.low[i] < low) low = bars.low[i];
  }
  out.open = from < end ? bars.open[from] : Number.NaN;
  out.high = high;
  out.low = low;
  out.close = from < end ? bars.close[end - 1] : Number.NaN;
}

/** Oldest first, as all sums of volumes. */
function volumeOf(bars: BarColumns, from: number, end: number): number {
  let sum = 0;
  for (let i = from; i < end; i++) sum += bars.volume[i];
  return sum;
}
