/**
 * Symbols of a collector, and requests for their candles: what the vendor answers, or sends by its stream, is checked and
 * landed. A failure of a single symbol is recorded with it and holds up no other.
 */
import { canonicalSymbol, formatInterval, parseSymbol } from '../../exchange/symbol.ts';
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import { type Answer, CandleLanding, type CandleSeries, checkRange, closedCandles, positionOf } from './candles.ts';
import type { Candle, SeriesContext, SeriesOptions } from './contract.ts';
import { delayAfter, logged, runsTotal, VendorError } from './errors.ts';
import type { Progress } from './store.ts';

export interface Item {
  /** As the vendor spells it. */
  readonly name: string;
  readonly symbol: string;
  /** Start of the last candle received: the next live request begins there. */
  resumeMs: number | null;
  /** When the vendor was last asked for live candles. */
  askedMs: number | null;
  runMs: number | null;
  error: string;
  errorMs: number | null;
  /** What went wrong with days that are over. Live candles come all the same. */
  fillError: string;
  fillErrorMs: number | null;
  /** Days that were asked for last and of which other days were answered. */
  unansweredDays: number;
  failures: number;
  blockedUntilMs: number;
  lastBarMs: number | null;
}

export function itemsOf({ symbols, assetClass }: SeriesOptions): Item[] {
  return symbols.map((name) => ({
    name,
    symbol: canonicalSymbol(parseSymbol(name) ?? name, assetClass),
    resumeMs: null,
    askedMs: null,
    runMs: null,
    error: '',
    errorMs: null,
    fillError: '',
    fillErrorMs: null,
    unansweredDays: 0,
    failures: 0,
    blockedUntilMs: 0,
    lastBarMs: null,
  }));
}

/** @param nextRunMs of the collector; null: it is not known */
export function progressOf(item: Item, nextRunMs: number | null): Progress {
  return {
    item: item.name,
    resumeMs: item.resumeMs,
    runMs: item.runMs,
    nextRunMs: nextRunMs === null ? null : Math.max(nextRunMs, item.blockedUntilMs),
    error: item.error || item.fillError,
    errorMs: item.error === '' ? item.fillErrorMs : item.errorMs,
  };
}

const MINUTE_MS = 60_000;
/** An unknown symbol or a changed shape is not asked for again at once. */
const SYMBOL_BACKOFF = { firstMs: 5 * MINUTE_MS, maxMs: 60 * MINUTE_MS } as const;
const STREAM_BACKOFF = { firstMs: 1_000, maxMs: 15 * MINUTE_MS } as const;

type Counted = Map<Item, Map<number, number>>;

interface Range {
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  /** Whole days, of which the answer has to be. */
  readonly whole: boolean;
}

export class Requests {
  readonly #context: SeriesContext;
  readonly #signal: AbortSignal;
  readonly #landing: CandleLanding;

  constructor(context: SeriesContext, signal: AbortSignal) {
    this.#context = context;
    this.#signal = signal;
    this.#landing = new CandleLanding(context, signal);
  }

  /** Lands what is closed; answers the bars by day of each symbol answered. A symbol's failure blocks it alone. */
  async ask(items: readonly Item[], range: Range): Promise<Counted> {
    const counted: Counted = new Map();
    const allowed = items.filter((item) => this.#agrees(item));
    if (allowed.length === 0) return counted;
    try {
      await this.#askFor(allowed, range, counted);
      if (counted.size > 0) runsTotal.inc({ collector: this.#context.id, outcome: 'ok' });
      for (const item of allowed) Object.assign(item, { error: '', errorMs: null, failures: 0 });
    } catch (error) {
      if (!(error instanceof VendorError) || !error.ofSymbols) throw error;
      if (allowed.length === 1) this.#block(allowed[0], error);
      else
        for (const item of allowed) {
          for (const [one, bars] of await this.ask([item], range)) counted.set(one, bars);
        }
    }
    return counted;
  }

  async #askFor(items: readonly Item[], { fromMs, toMs, whole }: Range, counted: Counted): Promise<void> {
    const { source, clock } = this.#context;
    const askedMs = clock.nowMs();
    const answers = new Map(items.map((item) => [item, { parts: [] as Answer[], candles: [] as Candle[] }]));
    let vendorMs = askedMs;
    const symbols = items.map(({ name }) => name);
    for await (const page of source.candles({ symbols, fromMs, toMs, signal: this.#signal })) {
      vendorMs = Math.min(vendorMs, page.vendorMs);
      for (const [item, answer] of answers) {
        const candles = page.candles.get(item.name) ?? [];
        answer.candles.push(...candles);
        if (page.part) answer.parts.push({ ...page.part, candles });
      }
    }
    for (const [item, { parts, candles }] of answers) {
      if (whole && !this.#isOfRange(item, parts.length > 0 ? parts : [{ fromMs, toMs, candles }])) continue;
      const of = this.#seriesOf(item);
      const inRange = candles.filter(({ startMs }) => startMs >= fromMs && startMs < toMs);
      const closed = closedCandles(inRange, of, vendorMs);
      const rejected = await this.#landing.land(closed, of, askedMs);
      const lastMs = closed.at(-1)?.startMs;
      if (lastMs !== undefined) {
        item.lastBarMs = Math.max(item.lastBarMs ?? 0, lastMs);
        if (!whole) item.resumeMs = Math.max(item.resumeMs ?? 0, lastMs);
      }
      const byDay = new Map<number, number>();
      for (const { startMs } of closed) {
        if (rejected.has(positionOf(item.symbol, startMs))) continue;
        const day = this.#landing.dayOf(startMs);
        byDay.set(day, (byDay.get(day) ?? 0) + 1);
      }
      counted.set(item, byDay);
    }
  }

  /** Whether the answer is of the days that were asked for; where it is not, the symbol's state and the log say so. */
  #isOfRange(item: Item, answers: readonly Answer[]): boolean {
    const { source, options, id, clock, logger } = this.#context;
    try {
      for (const answer of answers) checkRange(source.label, item.name, answer, options.intervalMin, item.lastBarMs);
      return true;
    } catch (error) {
      if (!(error instanceof VendorError)) throw error;
      runsTotal.inc({ collector: id, outcome: error.fault });
      if (item.unansweredDays === 0)
        logger.warn(
          { symbol: item.name, ...logged(error) },
          'the vendor did not answer for some days: they stay missing',
        );
      Object.assign(item, { fillError: error.message, fillErrorMs: clock.nowMs() });
      return false;
    }
  }

  #seriesOf({ symbol }: Item): CandleSeries {
    const { target, options, source } = this.#context;
    const assetClass = target.registry.get(symbol)?.assetClass ?? options.assetClass;
    return { symbol, assetClass, intervalMin: options.intervalMin, label: source.label };
  }

  /** A symbol that is registered otherwise would become dead letters, at each request the same. */
  #agrees(item: Item): boolean {
    const { target, options } = this.#context;
    const known = target.registry.get(item.symbol);
    if (!known) return true;
    const sameClass = (known.assetClass === 'crypto') === (options.assetClass === 'crypto');
    const sameInterval = known.intervalMin === options.intervalMin;
    // Daily bars stand beside shorter ones.
    const oneIsDaily = Math.max(known.intervalMin, options.intervalMin) === MINUTES_PER_DAY;
    if (sameClass && (sameInterval || oneIsDaily)) return true;
    const is = `${known.assetClass} of ${formatInterval(known.intervalMin)}`;
    const wanted = `${options.assetClass} of ${formatInterval(options.intervalMin)}`;
    const message = `${item.symbol} is registered as ${is}, this collector brings ${wanted}: see \`symbols set\``;
    this.#block(item, new VendorError('refused', message));
    return false;
  }

  #block(item: Item, error: VendorError): void {
    const { id, clock, logger, timers } = this.#context;
    runsTotal.inc({ collector: id, outcome: error.fault });
    item.failures++;
    const delayMs = delayAfter(null, item.failures, SYMBOL_BACKOFF, timers);
    Object.assign(item, { error: error.message, errorMs: clock.nowMs(), blockedUntilMs: clock.nowMs() + delayMs });
    logger.warn({ symbol: item.name, ...logged(error), delayMs }, 'a symbol is paused after a failure');
  }

  /** Lands candles of the stream until the collector stops. `onOpen`: what came meanwhile is for a request to bring. */
  async follow(items: readonly Item[], onOpen: () => void): Promise<void> {
    const { source, clock, timers, logger, id } = this.#context;
    const signal = this.#signal;
    let underWay: Promise<void> = Promise.resolve();
    let failures = 0;
    const onCandles = (name: string, candles: readonly Candle[]) => {
      const item = items.find((one) => one.name === name);
      if (!item || !this.#agrees(item)) return;
      const of = this.#seriesOf(item);
      const closed = closedCandles(candles, of, clock.nowMs());
      this.#landing.markStreamed(closed, of);
      underWay = underWay
        .then(async () => {
          await this.#landing.land(closed, of);
          const last = closed.at(-1);
          if (last) item.lastBarMs = Math.max(item.lastBarMs ?? 0, last.startMs);
        })
        .catch((error) => {
          if (!signal.aborted) logger.warn({ err: error }, 'streamed bars did not land');
          // The next request brings them.
          this.#landing.forgetStreamed(closed, of);
        });
    };
    while (!signal.aborted) {
      try {
        await source.stream!({
          symbols: items.map(({ name }) => name),
          signal,
          onOpen: () => {
            failures = 0;
            onOpen();
          },
          onCandles,
        });
      } catch (error) {
        if (signal.aborted) break;
        failures++;
        const delayMs = delayAfter(error, failures, STREAM_BACKOFF, timers);
        runsTotal.inc({ collector: id, outcome: 'stream_cut' });
        logger.warn({ ...logged(error), delayMs }, 'the stream was interrupted: reconnecting');
        await timers.sleep(delayMs, signal).catch(() => {});
      }
    }
    await underWay;
  }
}
