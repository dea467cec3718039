/** Opening candles and the days they opened: sessions in, one record a session out. */
import { weekdayOf } from '../../../lib/days.ts';
import { lowerBound } from '../../bars/columns.ts';
import { type RecordTable, TableBuilder } from '../../records/table.ts';
import type { DataClock, SessionSet } from '../../sessions/build.ts';
import { PREVIOUS_MAX_DAYS } from '../../sessions/figures.ts';
import { relativeVolumes } from '../relative-volume.ts';
import { RECORD_FIELDS } from './fields.ts';

const [GREEN, RED, DOJI] = [0, 1, 2];
const [UP, DOWN, BOTH, NONE] = [0, 1, 2, 3];

const color = (open: number, close: number) => (close > open ? GREEN : close < open ? RED : DOJI);

export function odcRecords(sessions: SessionSet, clock: DataClock, candleMinutes: number): RecordTable {
  const { bars, date } = sessions;
  const { minute, high, low } = bars;
  const n = sessions.length;
  const table = new TableBuilder(RECORD_FIELDS, n);
  const c = table.columns(
    'date', 'weekday', 'candle_open', 'candle_high', 'candle_low', 'candle_close', 'candle_direction',
    'candle_body_pct', 'candle_range_pct', 'candle_close_location', 'session_open', 'session_close',
    'session_return_pct', 'session_direction', 'continuation', 'rest_return_pct', 'broke_candle_high',
    'broke_candle_low', 'break_type', 'high_in_candle', 'low_in_candle', 'max_extension_up_x',
    'max_extension_down_x', 'outside_period', 'complete',
  ); // biome-ignore format: one list
  const volumes = new Float64Array(n).fill(Number.NaN);
  // Of the part of each session from its anchor on; NaN where it has no bar there.
  const periodHigh = new Float64Array(n).fill(Number.NaN);
  const periodLow = new Float64Array(n).fill(Number.NaN);

  for (let s = 0; s < n; s++) {
    c.date[s] = date[s];
    c.weekday[s] = weekdayOf(date[s]);
    c.complete[s] = sessions.complete[s];
    const end = sessions.end[s];
    const from = lowerBound(minute, sessions.anchor[s], sessions.first[s], end);
    if (from === end) continue;

    const candleEnd = sessions.anchor[s] + candleMinutes;
    let after = from;
    let candleHigh = Number.NEGATIVE_INFINITY;
    let candleLow = Number.POSITIVE_INFINITY;
    let volume = 0;
    for (; after < end && minute[after] < candleEnd; after++) {
      if (high[after] > candleHigh) candleHigh = high[after];
      if (low[after] < candleLow) candleLow = low[after];
      volume += bars.volume[after];
    }
    let highest = candleHigh;
    let lowest = candleLow;
    for (let i = after; i < end; i++) {
      if (high[i] > highest) highest = high[i];
      if (low[i] < lowest) lowest = low[i];
    }
    periodHigh[s] = highest;
    periodLow[s] = lowest;
    session(s, bars.open[from], bars.close[end - 1]);
    const formed = clock.lastBarEnd >= Math.min(candleEnd, sessions.windowEnd[s]);
    if (!formed || after === from) continue;
    volumes[s] = volume;
    candle(s, bars.open[from], candleHigh, candleLow, bars.close[after - 1]);
  }
  // Only the newest session can be under way, so what its predecessors are compared with is settled.
  table.column('volume_ratio').set(relativeVolumes(volumes));
  return table.finish(n);

  function session(s: number, open: number, close: number) {
    c.session_open[s] = open;
    c.session_close[s] = close;
    c.session_return_pct[s] = ((close - open) / open) * 100;
    c.session_direction[s] = color(open, close);
    const p = s - 1;
    if (p < 0 || date[s] - date[p] > PREVIOUS_MAX_DAYS || Number.isNaN(periodHigh[p])) return;
    c.outside_period[s] = periodHigh[s] > periodHigh[p] && periodLow[s] < periodLow[p] ? 1 : 0;
  }

  function candle(s: number, open: number, candleHigh: number, candleLow: number, close: number) {
    const range = candleHigh - candleLow;
    const direction = color(open, close);
    const sessionClose = c.session_close[s];
    const brokeHigh = periodHigh[s] > candleHigh;
    const brokeLow = periodLow[s] < candleLow;
    c.candle_open[s] = open;
    c.candle_high[s] = candleHigh;
    c.candle_low[s] = candleLow;
    c.candle_close[s] = close;
    c.candle_direction[s] = direction;
    c.candle_body_pct[s] = (Math.abs(close - open) / open) * 100;
    c.candle_range_pct[s] = (range / open) * 100;
    if (direction !== DOJI) c.continuation[s] = c.session_direction[s] === direction ? 1 : 0;
    c.rest_return_pct[s] = ((sessionClose - close) / close) * 100;
    c.broke_candle_high[s] = brokeHigh ? 1 : 0;
    c.broke_candle_low[s] = brokeLow ? 1 : 0;
    c.break_type[s] = brokeHigh && brokeLow ? BOTH : brokeHigh ? UP : brokeLow ? DOWN : NONE;
    c.high_in_candle[s] = brokeHigh ? 0 : 1;
    c.low_in_candle[s] = brokeLow ? 0 : 1;
    if (range === 0) return;
    c.candle_close_location[s] = (close - candleLow) / range;
    c.max_extension_up_x[s] = (periodHigh[s] - candleHigh) / range;
    c.max_extension_down_x[s] = (candleLow - periodLow[s]) / range;
  }
}
