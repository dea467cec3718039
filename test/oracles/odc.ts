/** ODC a second time, the slow and obvious way from the rules alone: what the kernel is held against. */
import type { SessionSpec } from '../../compute/market/sessions.ts';
import type { SymbolData } from '../../compute/market/symbol-data.ts';
import { candleOf, figuresOf, type Opening, openingSummary, shownOpening } from './opening.ts';
import { dateText, naivePrevious, naiveSessions, naiveSymbol, naiveVolumeRatio } from './sessions.ts';
import { byWeekday, NAMES, naiveRates, ratio } from './values.ts';

export interface NaiveOdc extends Opening {
  weekday: number;
  volumeRatio: number | null;
}

export function naiveOdc(data: SymbolData, spec: SessionSpec, candleMinutes: number): NaiveOdc[] {
  const sessions = naiveSessions(naiveSymbol(data), spec);
  return sessions.map((session, s) => {
    const { date, weekday, anchor, bars, stop, complete } = session;
    const candleEnd = anchor + candleMinutes;
    const over = data.clock.lastBarEnd >= candleEnd || data.clock.lastBarEnd >= stop;
    const candle = over ? candleOf(bars.filter((bar) => bar.t >= anchor && bar.t < candleEnd)) : null;
    const before = naivePrevious(sessions, s);
    return {
      date,
      weekday,
      candle,
      // From the anchor to the session's end.
      period: candleOf(bars.filter((bar) => bar.t >= anchor)),
      before: before ? candleOf(before.bars.filter((bar) => bar.t >= before.anchor)) : null,
      volumeRatio: candle ? naiveVolumeRatio(sessions, s, 0, candleMinutes) : null,
      complete,
    };
  });
}

export function shownOdc(symbol: string, row: NaiveOdc) {
  return {
    symbol,
    date: dateText(row.date),
    weekday: NAMES[row.weekday],
    ...shownOpening(row),
    volume_ratio: ratio(row.volumeRatio),
    complete: row.complete,
  };
}

/** Of rows that are in the range and on the weekdays asked for. */
export function naiveOdcSummary(symbol: string, all: NaiveOdc[], candleMinutes: number, timeWindow: string) {
  const complete = all.filter((row) => row.complete);
  const days = complete.filter((row) => row.candle !== null);
  const made = naiveRates();
  return {
    symbol,
    candle_minutes: candleMinutes,
    total_days: complete.length,
    ...openingSummary(days, made),
    no_candle_days: complete.length - days.length,
    weekday_breakdown: byWeekday(days, (rows, name) => ({
      count: rows.length,
      ...made.rates(
        { continuation_rate_pct: rows.map((row) => figuresOf(row)!.continuation) },
        `weekday_breakdown.${name}.`,
      ),
    })),
    sample_size: days.length,
    confidence: made.confidence,
    time_window: timeWindow,
  };
}
