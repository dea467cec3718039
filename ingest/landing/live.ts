/**
 * Gauges of the process: how old the newest bars are, which symbols' bars come as they are made, and how late the next one
 * of each is. What an import brings is history and says nothing of a feed. Of several processes each knows those that it landed and those that it
 * found in the store at its start, so the least of a symbol's lateness counts.
 */

import { type AssetClass, formatInterval } from '../../exchange/symbol.ts';
import { tradingDaysOf } from '../../exchange/trading-days.ts';
import { MINUTES_PER_DAY, MS_PER_DAY } from '../../lib/days.ts';
import { gauge, onScrape } from '../../lib/metrics.ts';
import type { Refusal } from '../contract/events.ts';
import type { BarColumns } from './batch.ts';
import type { LogEvent } from './events.ts';

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

const LABELS = ['asset_class', 'interval'] as const;
const age = gauge('newest_bar_age_seconds', 'Since the end of the newest bar', LABELS);
const lag = gauge('newest_bar_lag_seconds', 'Trading time of the exchange since the end of the newest bar', LABELS);
const late = gauge(
  'live_bars_late_seconds',
  'Trading time since the next bar was due, of symbols whose bars come as they are made',
  ['symbol', 'asset_class', 'interval'],
);

interface LiveBars {
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
const liveWithinMs = (intervalMin: number) => (intervalMin === MINUTES_PER_DAY ? DAILY_LIVE_WITHIN_MS : LIVE_WITHIN_MS);

/** End of a bar by its stored start: of a daily one when the extended hours of its date are over. */
export function endOfBar(assetClass: AssetClass, intervalMin: number, startMs: number): number {
  if (intervalMin !== MINUTES_PER_DAY) return startMs + intervalMin * MINUTE_MS;
  const days = tradingDaysOf(assetClass);
  return days.closeMs(days.startMs(Math.floor(startMs / MS_PER_DAY)), intervalMin);
}

/** Bars that landed now; what is too old to be live is passed over. */
function recordLive(of: LiveBars): void {
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

const newest = new Map<string, Pick<LiveBars, 'assetClass' | 'intervalMin'> & { readonly startMs: number }>();

function recordBar(assetClass: AssetClass, intervalMin: number, startMs: number): void {
  const key = `${assetClass} ${intervalMin}`;
  if (startMs > (newest.get(key)?.startMs ?? -1)) newest.set(key, { assetClass, intervalMin, startMs });
}

/** Bars of a batch that landed now. */
export function recordLanded(
  bars: BarColumns,
  events: readonly LogEvent[],
  refusals: ReadonlyMap<number, Refusal>,
  arrivedMs: number,
): void {
  const shares = bars.kinds.map(({ assetClass, intervalMin, deleted }, kind) => {
    const symbol = bars.symbols[kind];
    if (deleted || symbol === undefined || assetClass === null) return null;
    return { symbol, assetClass, intervalMin, newestMs: -1, firstMs: arrivedMs, lastMs: -1, bars: 0 };
  });
  for (let i = 0; i < bars.length; i++) {
    const share = shares[bars.kind[i]];
    if (!share || (refusals.size > 0 && refusals.has(bars.event[i]))) continue;
    const startMs = bars.minute[i] * MINUTE_MS;
    if (startMs > share.newestMs) share.newestMs = startMs;
    const withinMs = liveWithinMs(share.intervalMin);
    // A bar is over some time after it starts: what is older than this is not live for sure.
    if (arrivedMs - startMs > withinMs + 2 * MS_PER_DAY || events[bars.event[i]].importId) continue;
    if (arrivedMs - endOfBar(share.assetClass, share.intervalMin, startMs) > withinMs) continue;
    share.firstMs = share.bars === 0 ? startMs : Math.min(share.firstMs, startMs);
    share.lastMs = Math.max(share.lastMs, startMs);
    share.bars++;
  }
  for (const share of shares) {
    if (!share || share.newestMs < 0) continue;
    const { newestMs, ...of } = share;
    recordBar(of.assetClass, of.intervalMin, newestMs);
    if (of.bars > 0) recordLive({ ...of, arrivedMs });
  }
}

onScrape(() => {
  const nowMs = Date.now();
  late.reset();
  for (const [key, of] of known) {
    const { symbol, assetClass, intervalMin } = of;
    const ms = lateMs(of, nowMs);
    if (ms === null) known.delete(key);
    else if (isSteady(of))
      late.set({ symbol, asset_class: assetClass, interval: formatInterval(intervalMin) }, ms / 1000);
  }
  for (const { assetClass, intervalMin, startMs } of newest.values()) {
    const endMs = endOfBar(assetClass, intervalMin, startMs);
    const labels = { asset_class: assetClass, interval: formatInterval(intervalMin) };
    age.set(labels, Math.max(0, nowMs - endMs) / 1000);
    lag.set(labels, endMs < nowMs ? tradingDaysOf(assetClass).tradingMs(endMs, nowMs) / 1000 : 0);
  }
});
