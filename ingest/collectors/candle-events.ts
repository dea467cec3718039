/** Candles as events of the contract: closed ones alone, under their stored start. */

import { type AssetClass, formatInterval } from '../../exchange/symbol.ts';
import type { PushedEvent } from '../landing/events.ts';
import type { Candle } from './contract.ts';
import { tradingDaysOf } from './trading-days.ts';

export interface CandleEvents {
  readonly symbol: string;
  readonly assetClass: AssetClass;
  readonly intervalMin: number;
  readonly label: string;
}

/** Of those that are over at `nowMs`, one a start: of several the last, as the vendor corrects in that order. */
export function closedCandles(candles: readonly Candle[], of: CandleEvents, nowMs: number): Candle[] {
  const days = tradingDaysOf(of.assetClass);
  const byStart = new Map<number, Candle>();
  for (const candle of candles) {
    if (days.closeMs(candle.startMs, of.intervalMin) > nowMs) continue;
    byStart.set(days.storedStartMs(candle.startMs, of.intervalMin), candle);
  }
  return [...byStart].map(([startMs, candle]) => ({ ...candle, startMs })).sort((a, b) => a.startMs - b.startMs);
}

/** Its position names symbol and time: a bar that is refused each time it comes is one dead letter. */
export function eventOf(candle: Candle, of: CandleEvents): PushedEvent {
  const { startMs, open, high, low, close, volume } = candle;
  const value = JSON.stringify({
    symbol: of.symbol,
    asset_class: of.assetClass,
    interval: formatInterval(of.intervalMin),
    ts: startMs,
    ...{ open, high, low, close, volume },
    source: of.label,
  });
  return { key: null, value, source: of.label, position: positionOf(of.symbol, startMs) };
}

export const positionOf = (symbol: string, startMs: number) => `${symbol} ${new Date(startMs).toISOString()}`;
