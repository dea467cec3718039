/**
 * Which symbols' bars come as they are made, and how late the next one of each is: gauges of the process. What an import
 * brings is history and says nothing of a feed. Of several processes each knows those that it landed and those that it
 * found in the store at its start, so the least of a symbol's lateness counts.
 */

import { type AssetClass, formatInterval } from '../../exchange/symbol.ts';
import { MINUTES_PER_DAY, MS_PER_DAY } from '../../lib/days.ts';
import { gauge, onScrape } from '../../lib/metrics.ts';
import { tradingDaysOf } from '../collectors/trading-days.ts';
import type { Refusal } from '../contract/events.ts';
import type { BarColumns } from './batch.ts';
import type { LogEvent } from './events.ts';
import type { Registry } from './registry/registry.ts';

const MINUTE_MS = 60_000;
/** A bar that lands within this time after its end is live; daily ones are published on the next day. */
const LIVE_WITHIN_MS = 3_600_000;
const DAILY_LIVE_WITHIN_MS = 2 * MS_PER_DAY;
/** Sessions without a bar after which nobody sends this symbol any more. */
const GONE_AFTER_SESSIONS = 3;
const SESSION_MS: Readonly<Record<AssetClass, number>> = {
  equity: 6.5 * 3_600_000,
  etf: 6.5 * 3_600_000,
  crypto: MS_PER_DAY,
};

const late = gauge(
  'live_bars_late_seconds',
  'Trading time since the next bar was due, of symbols whose bars come as they are made',
  ['symbol', 'asset_class', 'interval'],
);

export interface LiveBars {
  readonly symbol: string;
  readonly assetClass: AssetClass;
  readonly intervalMin: number;
  /** Starts of the first and last of them, as stored, epoch ms. */
  readonly firstMs: number;
  readonly lastMs: number;
  readonly bars: number;
  /** When the last of them arrived, epoch ms. */
  readonly arrivedMs: number;
}

const known = new Map<string, LiveBars>();

/** How long after its end a bar is live. */
export const liveWithinMs = (intervalMin: number) =>
  intervalMin === MINUTES_PER_DAY ? DAILY_LIVE_WITHIN_MS : LIVE_WITHIN_MS;

/** End of a bar by its stored start: of a daily one when the extended hours of its date are over. */
export function endOfBar(assetClass: AssetClass, intervalMin: number, startMs: number): number {
  if (intervalMin !== MINUTES_PER_DAY) return startMs + intervalMin * MINUTE_MS;
  const days = tradingDaysOf(assetClass);
  return days.closeMs(days.startMs(Math.floor(startMs / MS_PER_DAY)), intervalMin);
}

/** Bars that landed now; what is too old to be live is passed over. */
export function noteLive(of: LiveBars): void {
  const endMs = endOfBar(of.assetClass, of.intervalMin, of.lastMs);
  if (of.arrivedMs - endMs > liveWithinMs(of.intervalMin)) return;
  const key = `${of.symbol} ${of.intervalMin}`;
  const before = known.get(key);
  if (!before) known.set(key, of);
  else
    known.set(key, {
      ...(of.lastMs >= before.lastMs ? of : before),
      firstMs: Math.min(before.firstMs, of.firstMs),
      bars: before.bars + of.bars,
    });
}

export const liveSymbols = (): string[] => [...new Set([...known.values()].map(({ symbol }) => symbol))];

/** Symbols that are not watched any more. */
export function forgetLive(symbols: ReadonlySet<string>): void {
  for (const [key, { symbol }] of known) if (symbols.has(symbol)) known.delete(key);
}

/** A symbol that trades in fewer than half of its intervals may well be silent for a while. */
function isSteady({ assetClass, intervalMin, firstMs, lastMs, bars }: LiveBars): boolean {
  if (intervalMin === MINUTES_PER_DAY) return true;
  const tradedMs = tradingDaysOf(assetClass).tradingMs(firstMs, lastMs + intervalMin * MINUTE_MS);
  return 2 * bars * intervalMin * MINUTE_MS >= tradedMs;
}

/** Milliseconds of trading since the next bar should have come, by how late the last one was; null: nobody sends it. */
function lateMs(of: LiveBars, nowMs: number): number | null {
  const { assetClass, intervalMin, lastMs, arrivedMs } = of;
  const endMs = endOfBar(assetClass, intervalMin, lastMs);
  const dueMs = endMs + Math.max(0, arrivedMs - endMs);
  const passedMs = dueMs < nowMs ? tradingDaysOf(assetClass).tradingMs(dueMs, nowMs) : 0;
  const sessionMs = SESSION_MS[assetClass];
  const gone = intervalMin === MINUTES_PER_DAY ? 2 * GONE_AFTER_SESSIONS : GONE_AFTER_SESSIONS;
  if (passedMs > gone * sessionMs) return null;
  return Math.max(0, passedMs - Math.min(intervalMin * MINUTE_MS, sessionMs));
}

function measureLate(nowMs: number): void {
  late.reset();
  for (const [key, of] of known) {
    const ms = lateMs(of, nowMs);
    if (ms === null) known.delete(key);
    else if (isSteady(of)) {
      const { symbol, assetClass, intervalMin } = of;
      late.set({ symbol, asset_class: assetClass, interval: formatInterval(intervalMin) }, ms / 1000);
    }
  }
}

onScrape(() => measureLate(Date.now()));

/** How old the newest bars are, by asset class and interval: gauges of the process, whoever lands in it. */
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

function measureNewest(nowMs: number): void {
  for (const { assetClass, intervalMin, startMs } of Object.values(newest).flatMap((known) => [...known.values()])) {
    const days = tradingDaysOf(assetClass);
    const endMs = endOfBar(assetClass, intervalMin, startMs);
    const labels = { asset_class: assetClass, interval: formatInterval(intervalMin) };
    age.set(labels, Math.max(0, nowMs - endMs) / 1000);
    lag.set(labels, endMs < nowMs ? days.tradingMs(endMs, nowMs) / 1000 : 0);
  }
}

onScrape(() => measureNewest(Date.now()));
