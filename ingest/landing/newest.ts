/** How old the newest bars are, by asset class and interval: gauges of the process, whoever lands in it. */

import { MINUTES_PER_DAY } from '../../lib/days.ts';
import { formatInterval } from '../../lib/interval.ts';
import { gauge, onScrape } from '../../lib/metrics.ts';
import type { AssetClass } from '../../lib/symbol.ts';
import { tradingDaysOf } from '../collectors/trading-days.ts';
import type { BarRow } from '../contract/index.ts';
import type { Registry } from '../registry.ts';
import { endOfBar, noteLive } from './live.ts';

const MINUTE_MS = 60_000;
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

/** A bar that landed now, of a symbol that is registered. */
export function noteLanded(row: BarRow, registry: Pick<Registry, 'get'>, arrivedMs: number): void {
  const known = registry.get(row.symbol);
  if (!known || row.deleted) return;
  const { symbol } = row;
  const { assetClass } = known;
  const intervalMin = row.table === 'bars_daily' ? MINUTES_PER_DAY : (row.intervalMin ?? known.intervalMin);
  const startMs = row.minute * MINUTE_MS;
  noteBar(assetClass, intervalMin, startMs);
  if (!row.importId)
    noteLive({ symbol, assetClass, intervalMin, firstMs: startMs, lastMs: startMs, bars: 1, arrivedMs });
}

function measure(nowMs: number): void {
  for (const { assetClass, intervalMin, startMs } of Object.values(newest).flatMap((known) => [...known.values()])) {
    const days = tradingDaysOf(assetClass);
    const endMs = endOfBar(assetClass, intervalMin, startMs);
    const labels = { asset_class: assetClass, interval: formatInterval(intervalMin) };
    age.set(labels, Math.max(0, nowMs - endMs) / 1000);
    lag.set(labels, endMs < nowMs ? days.tradingMs(endMs, nowMs) / 1000 : 0);
  }
}

onScrape(() => measure(Date.now()));
