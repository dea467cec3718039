/**
 * Candles of a vendor on their way to the store: those that are closed, under their stored start, of the days that were
 * asked for, as events of the contract.
 *
 * The vendor's later word wins, but neither over what its stream brought after a request was sent, nor over what an operator
 * has corrected or deleted since the collector was added: that stays until the operator asks for the day again.
 */

import type { AssetClass } from '../../exchange/symbol.ts';
import { formatInterval } from '../../exchange/symbol.ts';
import { tradingDaysOf } from '../../exchange/trading-days.ts';
import { MINUTES_PER_DAY, MS_PER_DAY } from '../../lib/days.ts';
import { counter } from '../../lib/metrics.ts';
import type { PushedEvent } from '../landing/events.ts';
import type { Candle, SeriesContext } from './contract.ts';
import { VendorError } from './errors.ts';

const candlesTotal = counter('ingest_collector_bars_total', 'Bars that collectors handed to landing', [
  'collector',
  'outcome',
]);

export interface CandleSeries {
  readonly symbol: string;
  readonly assetClass: AssetClass;
  readonly intervalMin: number;
  readonly label: string;
}

/** Of those that are over at `nowMs`, one a start, ascending: of several the last, as the vendor corrects in that order. */
export function closedCandles(candles: readonly Candle[], of: CandleSeries, nowMs: number): Candle[] {
  const days = tradingDaysOf(of.assetClass);
  const byStart = new Map<number, Candle>();
  for (const candle of candles) {
    if (days.closeMs(candle.startMs, of.intervalMin) > nowMs) continue;
    byStart.set(days.storedStartMs(candle.startMs, of.intervalMin), candle);
  }
  return [...byStart].map(([startMs, candle]) => ({ ...candle, startMs })).sort((a, b) => a.startMs - b.startMs);
}

export const positionOf = (symbol: string, startMs: number) => `${symbol} ${new Date(startMs).toISOString()}`;

/** Its position names symbol and time: a bar that is rejected each time it comes is one dead letter. */
export function eventOf(candle: Candle, { symbol, assetClass, intervalMin, label }: CandleSeries): PushedEvent {
  const { startMs: ts, ...figures } = candle;
  const event = {
    symbol,
    asset_class: assetClass,
    interval: formatInterval(intervalMin),
    ts,
    ...figures,
    source: label,
  };
  return { key: null, value: JSON.stringify(event), source: label, position: positionOf(symbol, ts) };
}

export interface Answer {
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  readonly candles: readonly Candle[];
}

/**
 * Whether an answer is of the days that were asked for. Some vendors answer their newest N candles whatever is asked, others
 * go beyond the end that they are given. The one is no answer: a day without candles in it is not an empty day.
 *
 * @param newestMs start of the newest candle that is known of the symbol; null: none is
 * @throws {VendorError} `other_days` where the answer has candles outside of the range, and does not show that it has all
 *   of those inside: it has none inside, or begins within the range and goes on to the newest candle that there is
 */
export function checkRange(
  vendor: string,
  symbol: string,
  { fromMs, toMs, candles }: Answer,
  intervalMin: number,
  newestMs: number | null,
): void {
  if (candles.length === 0) return;
  // Vendors count an end as within, or not.
  const stepMs = intervalMin * 60_000;
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

const STREAMED_MAX = 50_000;

export class CandleLanding {
  readonly #context: SeriesContext;
  readonly #signal: AbortSignal;
  /** When the stream last brought a bar, by its position. */
  readonly #streamed = new Map<string, number>();

  constructor(context: SeriesContext, signal: AbortSignal) {
    this.#context = context;
    this.#signal = signal;
  }

  dayOf(startMs: number): number {
    const { intervalMin, assetClass } = this.#context.options;
    return intervalMin === MINUTES_PER_DAY ? startMs / MS_PER_DAY : tradingDaysOf(assetClass).dayAt(startMs);
  }

  /** Ascending ones; answers the positions of those rejected. `askedMs`: what the stream brought since is newer. */
  async land(candles: readonly Candle[], of: CandleSeries, askedMs = Number.POSITIVE_INFINITY): Promise<Set<string>> {
    const { target, id } = this.#context;
    const rejected = new Set<string>();
    const streamedMs = ({ startMs }: Candle) => this.#streamed.get(positionOf(of.symbol, startMs)) ?? 0;
    const own = await this.#withoutOthers(
      candles.filter((candle) => streamedMs(candle) < askedMs),
      of,
    );
    if (own.length === 0) return rejected;
    const { landed, duplicates } = await target.landEvents('bars', [own.map((candle) => eventOf(candle, of))], {
      signal: this.#signal,
      onBatch: (part) => {
        for (const { position } of part.rejected ?? []) rejected.add(position);
      },
    });
    candlesTotal.inc({ collector: id, outcome: 'landed' }, landed);
    candlesTotal.inc({ collector: id, outcome: 'duplicate' }, duplicates);
    candlesTotal.inc({ collector: id, outcome: 'rejected' }, rejected.size);
    return rejected;
  }

  /** The stream has just brought them: an answer that was asked for before does not undo them. */
  markStreamed(candles: readonly Candle[], of: CandleSeries): void {
    this.forgetStreamed(candles, of);
    for (const { startMs } of candles) this.#streamed.set(positionOf(of.symbol, startMs), this.#context.clock.nowMs());
    for (const position of this.#streamed.keys()) {
      if (this.#streamed.size <= STREAMED_MAX) break;
      this.#streamed.delete(position);
    }
  }

  forgetStreamed(candles: readonly Candle[], of: CandleSeries): void {
    for (const { startMs } of candles) this.#streamed.delete(positionOf(of.symbol, startMs));
  }

  async #withoutOthers(candles: readonly Candle[], { symbol, intervalMin, label }: CandleSeries) {
    if (candles.length === 0) return candles;
    const { store, id, addedMs } = this.#context;
    const [fromMs, toMs] = [candles[0].startMs, candles[candles.length - 1].startMs];
    const others = await store.barsOfOthers(symbol, intervalMin, { source: label, sinceMs: addedMs, fromMs, toMs });
    if (others.size === 0) return candles;
    const wanted = await store.wantedDays(id, [symbol], this.dayOf(fromMs), this.dayOf(toMs));
    const own = candles.filter(({ startMs }) => {
      const saidMs = others.get(startMs);
      const wantedMs = wanted.get(`${symbol} ${this.dayOf(startMs)}`);
      return saidMs === undefined || (wantedMs !== undefined && saidMs <= wantedMs);
    });
    candlesTotal.inc({ collector: id, outcome: 'kept' }, candles.length - own.length);
    return own;
  }
}
