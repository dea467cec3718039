/**
 * Candles of a collector on their way to the store. The vendor's later word wins, but neither over what its stream brought
 * after a request was sent, nor over what an operator has corrected or deleted since the collector was added: that stays until
 * the operator asks for the day again.
 */
import type { Clock } from '../../lib/clock.ts';
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import type { ImportTarget } from '../files/imports.ts';
import { type CandleEvents, eventOf, positionOf } from './candle-events.ts';
import type { Candle } from './contract.ts';
import { candlesTotal } from './metrics.ts';
import type { Item } from './series-item.ts';
import type { CollectorStore } from './store.ts';
import type { TradingDays } from './trading-days.ts';

export interface CandleLandingOptions {
  readonly id: string;
  readonly target: ImportTarget;
  readonly store: CollectorStore;
  readonly clock: Clock;
  readonly days: TradingDays;
  /** When the collector was added, epoch ms. */
  readonly addedMs: number;
  readonly signal: AbortSignal;
}

const DAY_MS = 86_400_000;
const STREAMED_MAX = 50_000;

export class CandleLanding {
  readonly #o: CandleLandingOptions;
  /** When the stream last brought a bar, by symbol and start. */
  readonly #streamed = new Map<string, number>();

  constructor(options: CandleLandingOptions) {
    this.#o = options;
  }

  /** The day of a stored start. */
  dayOf(startMs: number, intervalMin: number): number {
    return intervalMin === MINUTES_PER_DAY ? startMs / DAY_MS : this.#o.days.dayAt(startMs);
  }

  /**
   * Lands closed candles, ascending. Answers the positions of those that were refused.
   *
   * @param askedMs when they were asked for: what the stream brought since is newer
   */
  async land(item: Item, candles: readonly Candle[], of: CandleEvents, askedMs = Number.POSITIVE_INFINITY) {
    const rejected = new Set<string>();
    const newer = candles.filter(({ startMs }) => !this.#isStreamedSince(positionOf(of.symbol, startMs), askedMs));
    const own = await this.#withoutOthers(newer, of);
    const { target, id, signal } = this.#o;
    if (own.length > 0) {
      const result = await target.landEvents('bars', [own.map((candle) => eventOf(candle, of))], {
        signal,
        onBatch: (part) => {
          for (const { position } of part.rejected ?? []) rejected.add(position);
        },
      });
      candlesTotal.inc({ collector: id, outcome: 'landed' }, result.landed);
      candlesTotal.inc({ collector: id, outcome: 'duplicate' }, result.duplicates);
      candlesTotal.inc({ collector: id, outcome: 'rejected' }, rejected.size);
    }
    const last = candles.at(-1);
    if (last) item.lastBarMs = Math.max(item.lastBarMs ?? 0, last.startMs);
    return rejected;
  }

  noteStreamed(position: string): void {
    this.#streamed.delete(position);
    this.#streamed.set(position, this.#o.clock.nowMs());
    if (this.#streamed.size > STREAMED_MAX) this.#streamed.delete(this.#streamed.keys().next().value!);
  }

  /** It did not land: a request brings it. */
  forgetStreamed(position: string): void {
    this.#streamed.delete(position);
  }

  #isStreamedSince(position: string, askedMs: number): boolean {
    return (this.#streamed.get(position) ?? Number.NEGATIVE_INFINITY) >= askedMs;
  }

  async #withoutOthers(candles: readonly Candle[], { symbol, intervalMin, label }: CandleEvents) {
    if (candles.length === 0) return candles;
    const { store, id, addedMs } = this.#o;
    const [fromMs, toMs] = [candles[0].startMs, candles[candles.length - 1].startMs];
    const range = { source: label, sinceMs: addedMs, fromMs, toMs };
    const others = await store.barsOfOthers(symbol, intervalMin, range);
    if (others.size === 0) return candles;
    const [fromDay, toDay] = [this.dayOf(fromMs, intervalMin), this.dayOf(toMs, intervalMin)];
    const wanted = await store.wantedDays(id, [symbol], fromDay, toDay);
    const own = candles.filter(({ startMs }) => {
      const saidMs = others.get(startMs);
      const wantedMs = wanted.get(`${symbol} ${this.dayOf(startMs, intervalMin)}`);
      return saidMs === undefined || (wantedMs !== undefined && saidMs <= wantedMs);
    });
    candlesTotal.inc({ collector: id, outcome: 'kept' }, candles.length - own.length);
    return own;
  }
}
