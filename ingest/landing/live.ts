/**
 * Gauges of a process: how old the newest bars are, which symbols' bars come as they are made, and how late the next bar
 * of each is. Bars of an import are history and do not count as live. Each of several processes measures what it landed,
 * so the least of a symbol's lateness counts.
 */

import { type AssetClass, formatInterval } from '../../exchange/symbol.ts';
import { tradingDaysOf } from '../../exchange/trading-days.ts';
import type { Clock } from '../../lib/clock.ts';
import { MINUTES_PER_DAY, MS_PER_DAY, MS_PER_MINUTE } from '../../lib/days.ts';
import { gauge } from '../../lib/metrics.ts';
import type { Refusal } from '../contract/events.ts';
import type { BarColumns } from './batch.ts';
import type { LogEvent } from './events.ts';

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

interface LiveSeries {
  readonly symbol: string;
  readonly assetClass: AssetClass;
  readonly intervalMin: number;
  /** Starts of the first and last live bar, as stored, epoch ms. */
  firstMs: number;
  lastMs: number;
  bars: number;
  /** When the last bar arrived, epoch ms. */
  arrivedMs: number;
}

interface NewestBar {
  readonly assetClass: AssetClass;
  readonly intervalMin: number;
  readonly startMs: number;
}

const liveWithinMs = (intervalMin: number) => (intervalMin === MINUTES_PER_DAY ? DAILY_LIVE_WITHIN_MS : LIVE_WITHIN_MS);

/** Returns the end of a bar by its stored start. A daily bar ends when the extended hours of its date are over. */
function endOfBar({ assetClass, intervalMin }: Omit<NewestBar, 'startMs'>, startMs: number): number {
  if (intervalMin !== MINUTES_PER_DAY) return startMs + intervalMin * MS_PER_MINUTE;
  const days = tradingDaysOf(assetClass);
  return days.closeMs(days.startMs(Math.floor(startMs / MS_PER_DAY)), intervalMin);
}

/** A symbol that trades in fewer than half of its intervals may well be silent for a while. */
function isSteady({ assetClass, intervalMin, firstMs, lastMs, bars }: LiveSeries): boolean {
  if (intervalMin === MINUTES_PER_DAY) return true;
  const tradedMs = tradingDaysOf(assetClass).tradingMs(firstMs, lastMs + intervalMin * MS_PER_MINUTE);
  return 2 * bars * intervalMin * MS_PER_MINUTE >= tradedMs;
}

/** Returns the trading time since the next bar was due, by how late the last one was; null if nothing sends the symbol. */
function lateMs(series: LiveSeries, nowMs: number): number | null {
  const { assetClass, intervalMin, lastMs, arrivedMs } = series;
  const dueMs = Math.max(endOfBar(series, lastMs), arrivedMs);
  const passedMs = dueMs < nowMs ? tradingDaysOf(assetClass).tradingMs(dueMs, nowMs) : 0;
  const sessionMs = SESSION_MS[assetClass];
  const gone = intervalMin === MINUTES_PER_DAY ? 2 * GONE_AFTER_SESSIONS : GONE_AFTER_SESSIONS;
  if (passedMs > gone * sessionMs) return null;
  return Math.max(0, passedMs - Math.min(intervalMin * MS_PER_MINUTE, sessionMs));
}

export class LiveBars {
  readonly #clock: Clock;
  readonly #series = new Map<string, LiveSeries>();
  readonly #newest = new Map<string, NewestBar>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Records the bars of a batch that landed. */
  record(
    bars: BarColumns,
    events: readonly LogEvent[],
    refusals: ReadonlyMap<number, Refusal>,
    arrivedMs: number,
  ): void {
    const series = bars.kinds.map(({ assetClass, intervalMin, deleted }, kind) => {
      const symbol = bars.symbols[kind];
      if (deleted || symbol === undefined || assetClass === null) return null;
      return { symbol, assetClass, intervalMin, startMs: -1 };
    });
    for (let i = 0; i < bars.length; i++) {
      const one = series[bars.kind[i]];
      if (!one || (refusals.size > 0 && refusals.has(bars.event[i]))) continue;
      const startMs = bars.minute[i] * MS_PER_MINUTE;
      if (startMs > one.startMs) one.startMs = startMs;
      const withinMs = liveWithinMs(one.intervalMin);
      // No bar is longer than two days: the end of an older one need not be looked up.
      if (arrivedMs - startMs > withinMs + 2 * MS_PER_DAY || events[bars.event[i]].importId) continue;
      if (arrivedMs - endOfBar(one, startMs) <= withinMs) this.#recordLive(one, startMs, arrivedMs);
    }
    for (const one of series) {
      const key = `${one?.assetClass} ${one?.intervalMin}`;
      if (one && one.startMs > (this.#newest.get(key)?.startMs ?? -1)) this.#newest.set(key, one);
    }
  }

  #recordLive(of: Pick<LiveSeries, 'symbol' | 'assetClass' | 'intervalMin'>, startMs: number, arrivedMs: number): void {
    const { symbol, assetClass, intervalMin } = of;
    const key = `${symbol} ${intervalMin}`;
    const known = this.#series.get(key);
    if (!known) {
      this.#series.set(key, { symbol, assetClass, intervalMin, firstMs: startMs, lastMs: startMs, bars: 1, arrivedMs });
      return;
    }
    known.firstMs = Math.min(known.firstMs, startMs);
    known.bars++;
    if (startMs < known.lastMs) return;
    known.lastMs = startMs;
    known.arrivedMs = arrivedMs;
  }

  get symbols(): string[] {
    return [...new Set([...this.#series.values()].map(({ symbol }) => symbol))];
  }

  forget(symbols: ReadonlySet<string>): void {
    for (const [key, { symbol }] of this.#series) if (symbols.has(symbol)) this.#series.delete(key);
  }

  /** Sets the gauges. */
  measure(): void {
    const nowMs = this.#clock.nowMs();
    late.reset();
    for (const [key, series] of this.#series) {
      const { symbol, assetClass, intervalMin } = series;
      const ms = lateMs(series, nowMs);
      if (ms === null) this.#series.delete(key);
      else if (isSteady(series))
        late.set({ symbol, asset_class: assetClass, interval: formatInterval(intervalMin) }, ms / 1000);
    }
    for (const newest of this.#newest.values()) {
      const endMs = endOfBar(newest, newest.startMs);
      const labels = { asset_class: newest.assetClass, interval: formatInterval(newest.intervalMin) };
      age.set(labels, Math.max(0, nowMs - endMs) / 1000);
      lag.set(labels, endMs < nowMs ? tradingDaysOf(newest.assetClass).tradingMs(endMs, nowMs) / 1000 : 0);
    }
  }
}
