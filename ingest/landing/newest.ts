/** How old the newest bars are, by asset class and interval: gauges of the process, whoever lands in it. */

import { formatInterval } from '../../lib/interval.ts';
import { gauge, onScrape } from '../../lib/metrics.ts';
import type { AssetClass } from '../../lib/symbol.ts';
import { tradingDaysOf } from '../collectors/trading-days.ts';

const LABELS = ['asset_class', 'interval'] as const;
const age = gauge('newest_bar_age_seconds', 'Since the end of the newest bar', LABELS);
const lag = gauge('newest_bar_lag_seconds', 'Trading time of the exchange since the end of the newest bar', LABELS);

interface Newest {
  readonly assetClass: AssetClass;
  readonly intervalMin: number;
  startMs: number;
}

const newest: Record<AssetClass, Map<number, Newest>> = { equity: new Map(), etf: new Map(), crypto: new Map() };

export function noteBar(assetClass: AssetClass, intervalMin: number, startMs: number): void {
  const known = newest[assetClass].get(intervalMin);
  if (!known) newest[assetClass].set(intervalMin, { assetClass, intervalMin, startMs });
  else if (startMs > known.startMs) known.startMs = startMs;
}

function measure(nowMs: number): void {
  for (const { assetClass, intervalMin, startMs } of Object.values(newest).flatMap((known) => [...known.values()])) {
    const days = tradingDaysOf(assetClass);
    const endMs = days.closeMs(startMs, intervalMin);
    const labels = { asset_class: assetClass, interval: formatInterval(intervalMin) };
    age.set(labels, Math.max(0, nowMs - endMs) / 1000);
    lag.set(labels, endMs < nowMs ? days.tradingMs(endMs, nowMs) / 1000 : 0);
  }
}

onScrape(() => measure(Date.now()));
