/** Checks of a vendor's answer: which candles are finished, and whether they are of the days that were requested. */
import { type AssetClass, formatInterval } from '../../exchange/symbol.ts';
import { tradingDaysOf } from '../../exchange/trading-days.ts';
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import type { PushedEvent } from '../landing/events.ts';
import type { Candle } from './contract.ts';
import { VendorError } from './errors.ts';

export interface CandleSeries {
  readonly symbol: string;
  readonly assetClass: AssetClass;
  readonly intervalMin: number;
  readonly label: string;
}

/** Returns the candles that have ended at `nowMs` under their stored start, ascending; of equal starts the last one. */
export function closedCandles(candles: readonly Candle[], of: CandleSeries, nowMs: number): Candle[] {
  const days = tradingDaysOf(of.assetClass);
  const byStart = new Map<number, Candle>();
  for (const candle of candles) {
    if (days.closeMs(candle.startMs, of.intervalMin) > nowMs) continue;
    const startMs = days.storedStartMs(candle.startMs, of.intervalMin);
    byStart.set(startMs, { ...candle, startMs });
  }
  return [...byStart.values()].sort((a, b) => a.startMs - b.startMs);
}

export const positionOf = (symbol: string, startMs: number) => `${symbol} ${new Date(startMs).toISOString()}`;

/** The position names symbol and time, so a bar that is rejected at each request is one dead letter. */
export function eventOf(candle: Candle, { symbol, assetClass, intervalMin, label }: CandleSeries): PushedEvent {
  const { startMs: ts, ...figures } = candle;
  const interval = formatInterval(intervalMin);
  const event = { symbol, asset_class: assetClass, interval, ts, ...figures, source: label };
  return { key: null, value: JSON.stringify(event), source: label, position: positionOf(symbol, ts) };
}

interface Answer {
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  readonly candles: readonly Candle[];
}

/**
 * Checks that an answer is of the requested days. Some vendors return their newest N candles for every request, others go
 * beyond the end of the range. The first kind is an error: a day without candles in such an answer is not an empty day.
 *
 * @param newestMs start of the newest known candle of the symbol
 * @throws {VendorError} `other_days` if no candle is inside the range although some are outside, or if the answer begins
 *   late in the range and continues to the newest candle
 */
export function checkRange(
  vendor: string,
  symbol: string,
  { fromMs, toMs, candles }: Answer,
  intervalMin: number,
  newestMs: number | null,
): void {
  if (candles.length === 0) return;
  const stepMs = intervalMin * 60_000;
  // Vendors treat an end as inclusive or exclusive.
  const slackMs = intervalMin === MINUTES_PER_DAY ? 0 : stepMs;
  const starts = candles.map(({ startMs }) => startMs);
  const firstMs = starts.reduce((a, b) => Math.min(a, b));
  const lastMs = starts.reduce((a, b) => Math.max(a, b));
  if (firstMs >= fromMs - slackMs && lastMs < toMs + slackMs) return;
  const hasInside = starts.some((startMs) => startMs >= fromMs && startMs < toMs);
  const isCut = firstMs > fromMs + stepMs && lastMs >= toMs + slackMs && lastMs >= (newestMs ?? lastMs);
  const isElsewhere = !hasInside && !(firstMs < fromMs && lastMs >= toMs);
  if (!isCut && !isElsewhere) return;
  const iso = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z');
  throw new VendorError(
    'other_days',
    `${vendor} answers other days than asked for: of ${symbol} ${iso(fromMs)} to ${iso(toMs)} was asked for, the answer is of ${iso(firstMs)} to ${iso(lastMs)}`,
  );
}
