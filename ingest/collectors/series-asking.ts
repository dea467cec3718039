/** Requests of a collector: what the vendor answers, checked, landed and counted; failures of single symbols noted with them. */

import { formatInterval } from '../../exchange/symbol.ts';
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import { type CandleEvents, closedCandles, positionOf } from './candle-events.ts';
import type { CandleLanding } from './candle-landing.ts';
import type { Candle } from './contract.ts';
import { delayAfter, VendorError } from './errors.ts';
import { runsTotal } from './metrics.ts';
import { type Answer, checkRange } from './range-check.ts';
import type { Item } from './series-item.ts';
import type { SeriesWorkerOptions } from './series-worker.ts';

const MINUTE_MS = 60_000;
/** An unknown symbol or a changed shape is not asked for again at once. */
const SYMBOL_BACKOFF = { firstMs: 5 * MINUTE_MS, maxMs: 60 * MINUTE_MS } as const;

/** Bars by day, of each symbol that was answered. */
export type Counted = Map<Item, Map<number, number>>;

interface Range {
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  /** Whole days, of which the answer has to be. */
  readonly whole: boolean;
}

export interface AskingOptions
  extends Pick<SeriesWorkerOptions, 'id' | 'options' | 'source' | 'target' | 'clock' | 'timers' | 'logger'> {
  readonly landing: CandleLanding;
  readonly signal: AbortSignal;
}

export class Asking {
  readonly #o: AskingOptions;

  constructor(options: AskingOptions) {
    this.#o = options;
  }

  /**
   * Asks for the range and lands what is closed. Answers the bars by day of each symbol that was answered. A failure that
   * concerns symbols blocks these alone; any other is thrown.
   */
  async ask(items: readonly Item[], range: Range): Promise<Counted> {
    const counted: Counted = new Map();
    const allowed = items.filter((item) => this.agrees(item));
    if (allowed.length === 0) return counted;
    try {
      await this.#askFor(allowed, range, counted);
      if (counted.size > 0) runsTotal.inc({ collector: this.#o.id, outcome: 'ok' });
      for (const item of allowed) Object.assign(item, { error: '', errorMs: null, failures: 0 });
    } catch (error) {
      if (!(error instanceof VendorError) || !error.ofSymbols) throw error;
      if (allowed.length > 1) {
        for (const item of allowed) {
          for (const [one, bars] of await this.ask([item], range)) counted.set(one, bars);
        }
      } else this.#block(allowed[0], error);
    }
    return counted;
  }

  async #askFor(items: readonly Item[], range: Range, counted: Counted): Promise<void> {
    const { source, clock, options } = this.#o;
    const { fromMs, toMs, whole } = range;
    const askedMs = clock.nowMs();
    const answers = new Map(items.map((item) => [item, [] as Answer[]]));
    const candlesOf = new Map(items.map((item) => [item, [] as Candle[]]));
    let vendorMs = askedMs;
    const request = { symbols: items.map(({ name }) => name), fromMs, toMs, signal: this.#o.signal };
    for await (const page of source.candles(request)) {
      vendorMs = Math.min(vendorMs, page.vendorMs);
      for (const item of items) {
        const candles = page.candles.get(item.name) ?? [];
        candlesOf.get(item)!.push(...candles);
        if (page.part) answers.get(item)!.push({ ...page.part, candles });
      }
    }
    for (const [item, candles] of candlesOf) {
      const parts = answers.get(item)!;
      if (whole && !this.#isOfRange(item, parts.length > 0 ? parts : [{ fromMs, toMs, candles }])) continue;
      const of = this.eventsOf(item);
      const inRange = candles.filter(({ startMs }) => startMs >= fromMs && startMs < toMs);
      const closed = closedCandles(inRange, of, vendorMs);
      const rejected = await this.#o.landing.land(item, closed, of, askedMs);
      if (!whole && closed.length > 0) item.resumeMs = Math.max(item.resumeMs ?? 0, closed[closed.length - 1].startMs);
      const byDay = new Map<number, number>();
      for (const { startMs } of closed) {
        if (rejected.has(positionOf(item.symbol, startMs))) continue;
        const day = this.#o.landing.dayOf(startMs, options.intervalMin);
        byDay.set(day, (byDay.get(day) ?? 0) + 1);
      }
      counted.set(item, byDay);
    }
  }

  /** Whether the answer is of the days that were asked for; where it is not, the symbol's state and the log say so. */
  #isOfRange(item: Item, answers: readonly Answer[]): boolean {
    const { source, options, id, clock, logger } = this.#o;
    try {
      for (const answer of answers)
        checkRange(source.label, item.name, answer, { intervalMin: options.intervalMin, newestMs: item.lastBarMs });
      return true;
    } catch (error) {
      if (!(error instanceof VendorError)) throw error;
      runsTotal.inc({ collector: id, outcome: error.fault });
      if (item.unansweredDays === 0)
        logger.warn({ collector: id, symbol: item.name, err: error }, 'days are not answered, and stay missing');
      Object.assign(item, { fillError: error.message, fillErrorMs: clock.nowMs() });
      return false;
    }
  }

  eventsOf({ symbol }: Item): CandleEvents {
    const { target, options, source } = this.#o;
    const assetClass = target.registry.get(symbol)?.assetClass ?? options.assetClass;
    return { symbol, assetClass, intervalMin: options.intervalMin, label: source.label };
  }

  /** A symbol that is registered otherwise would become dead letters, at each request the same. */
  agrees(item: Item): boolean {
    const { target, options } = this.#o;
    const known = target.registry.get(item.symbol);
    if (!known) return true;
    const isCrypto = (name: string) => name === 'crypto';
    const sameClass = isCrypto(known.assetClass) === isCrypto(options.assetClass);
    const sameInterval = known.intervalMin === options.intervalMin;
    // Daily bars stand beside shorter ones.
    const oneIsDaily = Math.max(known.intervalMin, options.intervalMin) === MINUTES_PER_DAY;
    if (sameClass && (sameInterval || oneIsDaily)) return true;
    const is = `${known.assetClass} of ${formatInterval(known.intervalMin)}`;
    const wanted = `${options.assetClass} of ${formatInterval(options.intervalMin)}`;
    this.#block(
      item,
      new VendorError(
        'refused',
        `${item.symbol} is registered as ${is}, this collector brings ${wanted}: see \`symbols set\``,
      ),
    );
    return false;
  }

  #block(item: Item, error: VendorError): void {
    const { id, clock, logger, timers } = this.#o;
    runsTotal.inc({ collector: id, outcome: error.fault });
    item.failures++;
    const delayMs = delayAfter(null, item.failures, SYMBOL_BACKOFF, timers);
    Object.assign(item, { error: error.message, errorMs: clock.nowMs(), blockedUntilMs: clock.nowMs() + delayMs });
    logger.warn({ collector: id, symbol: item.name, err: error, delayMs }, 'a symbol is left out for a while');
  }
}
