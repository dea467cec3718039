/** How old the newest bars are, by asset class and interval: gauges of the process, whoever lands in it. */

import type { AssetClass } from '../../exchange/symbol.ts';
import { formatInterval } from '../../exchange/symbol.ts';
import { MINUTES_PER_DAY, MS_PER_DAY } from '../../lib/days.ts';
import { gauge, onScrape } from '../../lib/metrics.ts';
import { tradingDaysOf } from '../collectors/trading-days.ts';
import type { Refusal } from '../contract/index.ts';
import type { BarColumns } from './bar-columns.ts';
import type { LogEvent } from './events.ts';
import { endOfBar, liveWithinMs, noteLive } from './live.ts';
import type { Registry } from './registry/registry.ts';

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

/** Bars of a batch that landed now, of symbols that are registered. */
export function noteLanded(
  bars: BarColumns,
  events: readonly LogEvent[],
  refusals: ReadonlyMap<number, Refusal>,
  registry: Pick<Registry, 'get'>,
  arrivedMs: number,
): void {
  const live: { firstMs: number; lastMs: number; bars: number }[] = [];
  const lastMs: number[] = [];
  const known = bars.kinds.map(({ deleted, intervalMin }, kind) => {
    const { symbol, table } = bars.landing[kind] ?? {};
    const entry = deleted || symbol === undefined ? undefined : registry.get(symbol);
    if (!entry) return undefined;
    const { assetClass } = entry;
    const ofBars = table === 'bars_daily' ? MINUTES_PER_DAY : (intervalMin ?? entry.intervalMin);
    return { symbol: entry.symbol, assetClass, intervalMin: ofBars, withinMs: liveWithinMs(ofBars) };
  });
  for (let i = 0; i < bars.length; i++) {
    const kind = bars.kind[i];
    const of = known[kind];
    if (!of || (refusals.size > 0 && refusals.has(bars.event[i]))) continue;
    const startMs = bars.minute[i] * MINUTE_MS;
    if (!(startMs <= lastMs[kind])) lastMs[kind] = startMs;
    // A bar is over some time after it starts: what is older than this is not live for sure.
    if (arrivedMs - startMs > of.withinMs + 2 * MS_PER_DAY || events[bars.event[i]].importId) continue;
    if (arrivedMs - endOfBar(of.assetClass, of.intervalMin, startMs) > of.withinMs) continue;
    const share = live[kind];
    if (!share) live[kind] = { firstMs: startMs, lastMs: startMs, bars: 1 };
    else {
      share.firstMs = Math.min(share.firstMs, startMs);
      share.lastMs = Math.max(share.lastMs, startMs);
      share.bars++;
    }
  }
  known.forEach((of, kind) => {
    if (!of || lastMs[kind] === undefined) return;
    const { symbol, assetClass, intervalMin } = of;
    noteBar(assetClass, intervalMin, lastMs[kind]);
    if (live[kind]) noteLive({ symbol, assetClass, intervalMin, ...live[kind], arrivedMs });
  });
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
