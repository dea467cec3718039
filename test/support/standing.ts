/** Data as they stood at a minute of a session: its later bars are cut off, or replaced by others. */
import { allocateBars, type BarColumns } from '../../compute/market/bars.ts';
import type { SessionSpec } from '../../compute/market/sessions.ts';
import { SymbolData } from '../../compute/market/symbol-data.ts';

/** Bars with those at `[from, to)` replaced by others, and none after `to`. */
export function spliced(bars: BarColumns, from: number, kept: readonly number[][]): BarColumns {
  const out = allocateBars(from + kept.length);
  out.minute.set(bars.minute.subarray(0, from));
  for (const name of ['open', 'high', 'low', 'close', 'volume'] as const) out[name].set(bars[name].subarray(0, from));
  kept.forEach(([minute, open, high, low, close, volume], i) => {
    out.minute[from + i] = minute;
    [out.open[from + i], out.high[from + i], out.low[from + i], out.close[from + i]] = [open, high, low, close];
    out.volume[from + i] = volume;
  });
  return out;
}

export const rowOf = (bars: BarColumns, i: number) => [
  bars.minute[i],
  bars.open[i],
  bars.high[i],
  bars.low[i],
  bars.close[i],
  bars.volume[i],
];

/** As the data stood at a minute: `kept` of the session's bars, and a clock that says so. */
export function standing(data: SymbolData, firstOfDay: number, kept: readonly number[][], minute: number): SymbolData {
  const { meta, news } = data;
  const bars = spliced(data.bars, firstOfDay, kept);
  const clock = { lastBarStart: minute - meta.intervalMin, lastBarEnd: minute };
  return new SymbolData({ meta, bars, clock, reachesStart: true, reachesEnd: true, news });
}

export interface Session {
  readonly date: number;
  /** Index, in all bars, of the first bar that belongs to the session, and of the first after it. */
  readonly first: number;
  readonly end: number;
}

export function sessionsOf(data: SymbolData, spec: SessionSpec): Session[] {
  const sessions = data.sessions(spec);
  const at = new Map(Array.from(data.bars.minute, (minute, i) => [minute, i]));
  return Array.from({ length: sessions.length }, (_, s) => ({
    date: sessions.date[s],
    first: at.get(sessions.bars.minute[sessions.first[s]])!,
    end: at.get(sessions.bars.minute[sessions.end[s] - 1])! + 1,
  })).filter((_, s) => sessions.complete[s] === 1);
}
