/** Candles made the slow and obvious way, from the rules alone: shares nothing with compute/market/candles. */
import {
  type NaiveBar,
  type NaiveSession,
  type NaiveSymbol,
  type NaiveWindow,
  naiveSessions,
  newYorkWall,
  weekdayNumber,
} from './sessions.ts';

export interface NaiveCandle {
  /** `[start, end)`, UTC minutes since the epoch. */
  start: number;
  end: number;
  open: number;
  high: number;
  low: number;
  close: number;
  /** Date of its session; of a week its first session. */
  date: number;
}

/** Hour of a time as summaries have it: New York's for stocks under the exchange's own window, else UTC's; a 1d series: 0. */
export function naiveHour({ assetClass, intervalMin }: NaiveSymbol, window: NaiveWindow, minute: number): number {
  if (intervalMin === 1440) return 0;
  const isNewYork = assetClass !== 'crypto' && window.mode === 'exchange';
  return Math.floor((isNewYork ? newYorkWall(minute) : minute) / 60) % 24;
}

const UNITS: Record<string, number> = { m: 1, H: 60 };

/** Finished candles only. `timeframe` as in `15m`, `1H`, `1D`, `1W`. */
export function naiveCandles(symbol: NaiveSymbol, window: NaiveWindow, timeframe: string): NaiveCandle[] {
  const sessions = naiveSessions(symbol, window);
  if (timeframe === '1D') {
    return sessions
      .filter((session) => session.complete)
      .map((session) => merge(session.bars, session.bars[0].t, session.stop, session.date));
  }
  if (timeframe === '1W') return weeks(symbol, window, sessions);
  const minutes = Number(timeframe.slice(0, -1)) * UNITS[timeframe.slice(-1)];
  return sessions
    .flatMap((session) => slots(session, minutes, symbol.intervalMin))
    .filter((candle) => symbol.lastBarEnd >= candle.end);
}

function merge(bars: NaiveBar[], start: number, end: number, date: number): NaiveCandle {
  return {
    start,
    end,
    open: bars[0].open,
    high: Math.max(...bars.map((bar) => bar.high)),
    low: Math.min(...bars.map((bar) => bar.low)),
    close: bars[bars.length - 1].close,
    date,
  };
}

function slots(session: NaiveSession, minutes: number, intervalMin: number): NaiveCandle[] {
  if (minutes === intervalMin) {
    return session.bars.map((bar) => merge([bar], bar.t, bar.t + minutes, session.date));
  }
  const bySlot = new Map<number, NaiveBar[]>();
  for (const bar of session.bars) {
    const slot = Math.floor((bar.t - session.start) / minutes);
    bySlot.set(slot, [...(bySlot.get(slot) ?? []), bar]);
  }
  return [...bySlot].map(([slot, bars]) => {
    const start = session.start + slot * minutes;
    return merge(bars, start, Math.min(start + minutes, session.stop), session.date);
  });
}

function weeks(symbol: NaiveSymbol, window: NaiveWindow, sessions: NaiveSession[]): NaiveCandle[] {
  const byMonday = new Map<number, NaiveSession[]>();
  for (const session of sessions) {
    const monday = session.date - weekdayNumber(session.date);
    byMonday.set(monday, [...(byMonday.get(monday) ?? []), session]);
  }
  const lastBarStart = symbol.lastBarEnd - symbol.intervalMin;
  return [...byMonday]
    .filter(([monday]) => lastBarStart >= (monday + 7) * 1440 && lastBarStart >= sundayEnd(symbol, window, monday + 6))
    .map(([, of]) => {
      const bars = of.flatMap((session) => session.bars);
      return merge(bars, bars[0].t, of[of.length - 1].stop, of[0].date);
    });
}

function sundayEnd(symbol: NaiveSymbol, window: NaiveWindow, sunday: number): number {
  if (symbol.assetClass !== 'crypto' || symbol.intervalMin === 1440) return 0;
  if (window.mode === 'extended') return (sunday + 1) * 1440;
  const nextDay = window.endMin <= window.startMin ? 1440 : 0;
  return sunday * 1440 + window.endMin + nextDay;
}
