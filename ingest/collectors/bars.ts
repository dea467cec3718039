/**
 * The loop that drives every collector of bars. A run has two parts:
 * - live: the bars since the last one received, with a few before it for late bars and corrections;
 * - fill, hourly and after the end of a day: the days that are over and not complete in the store, the oldest first. Each day
 *   is requested once after its end, also if all its bars came live.
 *
 * A day is recorded after its bars are durable, so a kill at any moment repeats a request and loses nothing. A bar whose last
 * event came from an import or a push stays as it is. A failure of one symbol holds up no other.
 */

import { canonicalSymbol } from '../../exchange/symbol.ts';
import { type TradingDays, tradingDaysOf } from '../../exchange/trading-days.ts';
import { inGroups } from '../../lib/collections.ts';
import { isoDate, MINUTES_PER_DAY, MS_PER_DAY, MS_PER_MINUTE } from '../../lib/days.ts';
import { counter, gauge } from '../../lib/metrics.ts';
import { type CandleSeries, checkRange, closedCandles, eventOf, positionOf } from './answer.ts';
import type { Candle, CandleSource, SeriesContext, SeriesOptions } from './contract.ts';
import { delayAfter, logged, runsTotal, VendorError } from './errors.ts';
import type { CollectorStore } from './store.ts';
import { Worker } from './worker.ts';

const lagSeconds = gauge(
  'ingest_collector_lag_seconds',
  'Trading time between the end of the last bar of the symbol that is furthest behind, and now',
  ['collector'],
);
const missingTotal = gauge(
  'ingest_collector_missing_days',
  'Days that a collector has yet to request, of all symbols',
  ['collector'],
);
const candlesTotal = counter('ingest_collector_bars_total', 'Bars that collectors handed to landing', [
  'collector',
  'outcome',
]);

/** Bars before the last one received that are requested again. */
const OVERLAP_BARS = 5;
/** A live request goes back a day, or this many bars: older bars are filled. */
const LIVE_BARS = 7;
/** Maximum distance of the last bars of symbols in one live request. */
const LIVE_SPREAD_BARS = 60;
/** A feed may be late by this much after the last hours of trading. */
const LATE_MS = 60 * MS_PER_MINUTE;
/** A day is requested this long after its end: vendors publish late. */
const SETTLE_MS = 10 * MS_PER_MINUTE;
const CHUNK_CANDLES_MIN = 5_000;
const SYMBOL_BACKOFF = { firstMs: 5 * MS_PER_MINUTE, maxMs: 60 * MS_PER_MINUTE } as const;
const STREAM_BACKOFF = { firstMs: 1_000, maxMs: 15 * MS_PER_MINUTE } as const;
const PLAN_MS = 60 * MS_PER_MINUTE;

interface Failure {
  readonly message: string;
  readonly atMs: number;
}

interface Item {
  /** As the vendor spells it. */
  readonly name: string;
  readonly symbol: string;
  /** Start of the last bar received or stored, epoch ms. */
  lastMs: number | null;
  /** Whether a live request has been answered. */
  isAsked: boolean;
  failure: Failure | null;
  /** Failure of past days; live bars continue. */
  fillFailure: Failure | null;
  failures: number;
  blockedUntilMs: number;
}

interface Range {
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  /** The range is made of whole days, and the answer has to be of them. */
  readonly isWhole: boolean;
}

type CountsByDay = Map<number, number>;

export class BarsWorker extends Worker<SeriesContext> {
  readonly #days: TradingDays;
  readonly #items: Item[];
  #source: CandleSource | undefined;
  #planDueMs = 0;
  #missing = 0;
  #following: Promise<void> | undefined;

  constructor(context: SeriesContext) {
    super(context);
    const { symbols, assetClass } = context.options;
    this.#days = tradingDaysOf(assetClass);
    this.#items = symbols.map((name) => ({
      name,
      symbol: canonicalSymbol(name, assetClass),
      lastMs: null,
      isAsked: false,
      failure: null,
      fillFailure: null,
      failures: 0,
      blockedUntilMs: 0,
    }));
  }

  /** Compares the store with the calendar again. */
  replan(): void {
    this.#planDueMs = 0;
    this.nextRunMs = 0;
    this.wake();
  }

  override async stop(): Promise<void> {
    await super.stop();
    await this.#following;
    await this.#source?.close?.();
  }

  protected async run(signal: AbortSignal, isTick: boolean): Promise<void> {
    const { clock, options } = this.context;
    const source = this.#source ?? (await this.#begin());
    if (options.stream && source.stream) this.#following ??= this.#follow(source, signal);
    if (isTick) await this.#live(source);
    if (clock.nowMs() >= this.#planDueMs) await this.#fill(source);
    this.nextRunMs = this.#planDueMs;
  }

  async #begin(): Promise<CandleSource> {
    const { store, options, openSource } = this.context;
    const symbols = this.#items.map(({ symbol }) => symbol);
    const last = await store.lastBars(symbols, options.intervalMin);
    for (const item of this.#items) item.lastMs = last.get(item.symbol) ?? null;
    this.#source = await openSource();
    return this.#source;
  }

  async #live(source: CandleSource): Promise<void> {
    if (source.wholeDays) return;
    const { clock, options } = this.context;
    const nowMs = clock.nowMs();
    const hours = this.#days.hoursMs(this.#days.dayAt(nowMs));
    const isTrading = hours !== null && nowMs >= hours.fromMs && nowMs < hours.toMs + LATE_MS;
    const due = this.#items.filter((item) => item.blockedUntilMs <= nowMs && (isTrading || !item.isAsked));
    const stepMs = options.intervalMin * MS_PER_MINUTE;
    const earliestMs = Math.max(nowMs - Math.max(MS_PER_DAY, LIVE_BARS * stepMs), this.#days.startMs(options.fromDay));
    for (const items of groupsOf(due, source.symbolsPerRequest, LIVE_SPREAD_BARS * stepMs)) {
      const fromMs = Math.max((items[0].lastMs ?? 0) - OVERLAP_BARS * stepMs, earliestMs);
      await this.#request(source, items, { fromMs, toMs: nowMs, isWhole: false });
      for (const item of items) item.isAsked ||= item.failure === null;
    }
  }

  async #fill(source: CandleSource): Promise<void> {
    const { store, id, options, clock } = this.context;
    const beganMs = clock.nowMs();
    const missing = await missingDays(store, id, options, beganMs);
    const byItem = new Map(this.#items.map((item) => [item, missing.get(item.symbol) ?? []]));
    this.#setMissing([...byItem.values()].reduce((sum, days) => sum + days.length, 0));
    for (const item of this.#items) item.fillFailure = null;
    const perDay = Math.max(1, Math.floor(MINUTES_PER_DAY / options.intervalMin));
    const chunkCandles = Math.max(CHUNK_CANDLES_MIN, source.candlesPerRequest);
    const daysMax = (symbols: number) => Math.max(1, Math.floor(chunkCandles / perDay / symbols));
    for (const chunk of chunksOf(byItem, source.symbolsPerRequest, daysMax)) {
      await this.#fillChunk(source, chunk);
      // Live bars do not wait for a long backfill.
      if (!this.takeTick()) continue;
      await this.#live(source);
      await this.record('');
    }
    for (const item of this.#items) {
      if (item.lastMs !== null || item.failure || item.fillFailure) continue;
      // Some vendors answer nothing, without an error, for a symbol that they do not know.
      const message = `the vendor answered no bar of ${item.name} since ${isoDate(options.fromDay)}: is it spelled as the vendor spells it?`;
      item.fillFailure = { message, atMs: clock.nowMs() };
    }
    const nextEndMs = this.#days.endMs(this.#days.dayAt(beganMs - SETTLE_MS)) + SETTLE_MS;
    this.#planDueMs = Math.min(beganMs + PLAN_MS, nextEndMs);
  }

  async #fillChunk(source: CandleSource, { items, fromDay, toDay }: Chunk<Item>): Promise<void> {
    const { id: collector, store, clock } = this.context;
    const open = openDays(this.#days, fromDay, toDay);
    const range = { fromMs: this.#days.startMs(fromDay), toMs: this.#days.endMs(toDay), isWhole: true };
    const unblocked = items.filter(({ blockedUntilMs }) => blockedUntilMs <= clock.nowMs());
    const answered = await this.#request(source, unblocked, range);
    const rows = [...answered].flatMap(([{ symbol }, counts]) =>
      open.map((day) => ({ collector, symbol, day, bars: counts.get(day) ?? 0 })),
    );
    if (rows.length === 0) return;
    await store.recordDays(rows);
    this.#setMissing(this.#missing - rows.length);
  }

  #setMissing(days: number): void {
    this.#missing = Math.max(0, days);
    missingTotal.set({ collector: this.context.id }, this.#missing);
  }

  /** Lands the finished bars. Returns their number per day, of the symbols that were answered. */
  async #request(source: CandleSource, items: readonly Item[], range: Range): Promise<Map<Item, CountsByDay>> {
    const allowed = items.filter((item) => this.#isRegisteredAsCollected(item));
    if (allowed.length === 0) return new Map();
    try {
      const answered = await this.#landAnswer(source, allowed, range);
      if (answered.size > 0) runsTotal.inc({ collector: this.context.id, outcome: 'ok' });
      for (const item of allowed) Object.assign(item, { failure: null, failures: 0 });
      return answered;
    } catch (error) {
      if (!(error instanceof VendorError) || !error.ofSymbols) throw error;
      if (allowed.length === 1) {
        this.#block(allowed[0], error);
        return new Map();
      }
      // Finds the symbol at fault.
      const answered = new Map<Item, CountsByDay>();
      for (const item of allowed)
        for (const entry of await this.#request(source, [item], range)) answered.set(...entry);
      return answered;
    }
  }

  async #landAnswer(source: CandleSource, items: readonly Item[], range: Range): Promise<Map<Item, CountsByDay>> {
    const { fromMs, toMs, isWhole } = range;
    const answers = new Map(items.map((item) => [item, [] as Candle[]]));
    let vendorMs = this.context.clock.nowMs();
    const symbols = items.map(({ name }) => name);
    for await (const page of source.candles({ symbols, fromMs, toMs, signal: this.signal })) {
      vendorMs = Math.min(vendorMs, page.vendorMs);
      for (const [item, candles] of answers) candles.push(...(page.candles.get(item.name) ?? []));
    }
    const answered = new Map<Item, CountsByDay>();
    for (const [item, candles] of answers) {
      if (isWhole && !this.#isOfRange(source, item, { ...range, candles })) continue;
      const of = this.#seriesOf(source, item);
      const inRange = candles.filter(({ startMs }) => startMs >= fromMs && startMs < toMs);
      answered.set(item, await this.#land(item, of, closedCandles(inRange, of, vendorMs)));
    }
    return answered;
  }

  /** Reports an answer of other days than requested in the symbol's state and in the log. */
  #isOfRange({ label }: CandleSource, item: Item, answer: Parameters<typeof checkRange>[2]): boolean {
    const { options, id, clock, logger } = this.context;
    try {
      checkRange(label, item.name, answer, options.intervalMin, item.lastMs);
      return true;
    } catch (error) {
      if (!(error instanceof VendorError)) throw error;
      runsTotal.inc({ collector: id, outcome: error.fault });
      if (!item.fillFailure)
        logger.warn(
          { symbol: item.name, ...logged(error) },
          'the vendor did not answer for some days: they stay missing',
        );
      item.fillFailure = { message: error.message, atMs: clock.nowMs() };
      return false;
    }
  }

  #seriesOf({ label }: CandleSource, { symbol }: Item): CandleSeries {
    const { target, options } = this.context;
    const assetClass = target.registry.get(symbol)?.assetClass ?? options.assetClass;
    return { symbol, assetClass, intervalMin: options.intervalMin, label };
  }

  /** Lands finished bars; by its rank none replaces what an import or a push brought. Returns the bars per day without those rejected. */
  async #land(item: Item, of: CandleSeries, candles: readonly Candle[]): Promise<CountsByDay> {
    const { target, id: collector, options } = this.context;
    const counts: CountsByDay = new Map();
    if (candles.length === 0) return counts;
    const rejected = new Set<string>();
    const events = candles.map((candle) => eventOf(candle, of));
    const {
      landed,
      duplicates,
      lost: kept = 0,
    } = await target.landEvents('bars', [events], {
      isCollected: true,
      signal: this.signal,
      onBatch: (part) => {
        for (const { position } of part.rejected ?? []) rejected.add(position);
      },
    });
    const outcomes = { landed, duplicate: duplicates - kept, rejected: rejected.size, kept };
    for (const [outcome, bars] of Object.entries(outcomes)) candlesTotal.inc({ collector, outcome }, bars);
    item.lastMs = Math.max(item.lastMs ?? 0, candles[candles.length - 1].startMs);
    for (const { startMs } of candles) {
      if (rejected.has(positionOf(of.symbol, startMs))) continue;
      const day = options.intervalMin === MINUTES_PER_DAY ? startMs / MS_PER_DAY : this.#days.dayAt(startMs);
      counts.set(day, (counts.get(day) ?? 0) + 1);
    }
    return counts;
  }

  /** Bars of another class than registered would become dead letters at every request. */
  #isRegisteredAsCollected(item: Item): boolean {
    const { target, options } = this.context;
    const known = target.registry.get(item.symbol);
    if (!known) return true;
    if ((known.assetClass === 'crypto') === (options.assetClass === 'crypto')) return true;
    const message = `${item.symbol} is registered as ${known.assetClass}, this collector brings ${options.assetClass}: see \`symbols set\``;
    this.#block(item, new VendorError('refused', message));
    return false;
  }

  #block(item: Item, error: VendorError): void {
    const { id, clock, logger, timers } = this.context;
    runsTotal.inc({ collector: id, outcome: error.fault });
    item.failures++;
    const delayMs = delayAfter(null, item.failures, SYMBOL_BACKOFF, timers);
    item.failure = { message: error.message, atMs: clock.nowMs() };
    item.blockedUntilMs = clock.nowMs() + delayMs;
    logger.warn({ symbol: item.name, ...logged(error), delayMs }, 'a symbol is paused after a failure');
  }

  /** Lands candles of the stream until the collector stops; connects again after a cut. */
  async #follow(source: CandleSource, signal: AbortSignal): Promise<void> {
    const { clock, timers, logger, id } = this.context;
    let landing: Promise<unknown> = Promise.resolve();
    let failures = 0;
    const onCandles = (name: string, candles: readonly Candle[]) => {
      const item = this.#items.find((one) => one.name === name);
      if (!item || !this.#isRegisteredAsCollected(item)) return;
      const of = this.#seriesOf(source, item);
      const closed = closedCandles(candles, of, clock.nowMs());
      landing = landing
        .then(() => this.#land(item, of, closed))
        .catch((error) => {
          if (!signal.aborted) logger.warn({ err: error }, 'streamed bars did not land: the next request brings them');
        });
    };
    const onOpen = () => {
      failures = 0;
      this.tick();
    };
    while (!signal.aborted) {
      try {
        await source.stream!({ symbols: this.#items.map(({ name }) => name), signal, onOpen, onCandles });
      } catch (error) {
        if (signal.aborted) break;
        failures++;
        const delayMs = delayAfter(error, failures, STREAM_BACKOFF, timers);
        runsTotal.inc({ collector: id, outcome: 'stream_cut' });
        logger.warn({ ...logged(error), delayMs }, 'the stream was interrupted: reconnecting');
        await timers.sleep(delayMs, signal).catch(() => {});
      }
    }
    await landing;
  }

  /** Writes a row per symbol; a failure of the collector is that of each symbol without one of its own. */
  protected override async record(error: string): Promise<void> {
    const { store, id, clock, options } = this.context;
    const nowMs = clock.nowMs();
    const general = error === '' ? null : { message: error, atMs: nowMs };
    const rows = this.#items.map((item) => {
      const failure = item.failure ?? general ?? item.fillFailure;
      const row = this.progressOf(item.name, failure?.message ?? '', failure?.atMs);
      return { ...row, nextRunMs: row.nextRunMs === null ? null : Math.max(row.nextRunMs, item.blockedUntilMs) };
    });
    await store.recordProgress(id, rows);
    const lags = this.#items.flatMap(({ lastMs }) =>
      lastMs === null ? [] : [lagMs(this.#days, lastMs, options.intervalMin, nowMs)],
    );
    if (lags.length > 0) lagSeconds.set({ collector: id }, Math.max(...lags) / 1000);
  }
}

/** Returns the trading time since the end of the last bar. */
export function lagMs(days: TradingDays, lastBarMs: number, intervalMin: number, nowMs: number): number {
  const isDaily = intervalMin === MINUTES_PER_DAY;
  // A daily bar is stored under its date: noon of it is in that day on every clock.
  const endMs = isDaily ? days.endMs(days.dayAt(lastBarMs + MS_PER_DAY / 2)) : lastBarMs + intervalMin * MS_PER_MINUTE;
  return days.tradingMs(endMs, Math.max(endMs, nowMs));
}

/** Returns the trading days from `fromDay` to `toDay`, both included. */
export function openDays(days: TradingDays, fromDay: number, toDay: number): number[] {
  return Array.from({ length: Math.max(0, toDay - fromDay + 1) }, (_, i) => fromDay + i).filter(days.isOpen);
}

type Wanted = Pick<SeriesOptions, 'symbols' | 'fromDay' | 'assetClass' | 'intervalMin'>;

/** Returns the days that are over and not complete in the store, ascending, by canonical symbol. */
export async function missingDays(
  store: CollectorStore,
  collector: string,
  options: Wanted,
  nowMs: number,
): Promise<Map<string, number[]>> {
  const { assetClass, intervalMin } = options;
  const days = tradingDaysOf(assetClass);
  const symbols = options.symbols.map((name) => canonicalSymbol(name, assetClass));
  const keptFrom = (await store.policies()).firstBarsDay(assetClass, intervalMin, nowMs) ?? 0;
  const fromDay = Math.max(options.fromDay, keptFrom);
  const complete = await store.completeDays(collector, symbols, { ...options, fromDay });
  const ended = openDays(days, fromDay, days.dayAt(nowMs - SETTLE_MS) - 1);
  return new Map(symbols.map((symbol) => [symbol, ended.filter((day) => !complete.get(symbol)?.has(day))]));
}

interface Chunk<T> {
  readonly items: readonly T[];
  readonly fromDay: number;
  /** Inclusive. */
  readonly toDay: number;
}

/** Groups missing days into requests of ranges, the oldest first, for `symbolsMax` symbols at a time. */
function* chunksOf<T>(
  missing: ReadonlyMap<T, readonly number[]>,
  symbolsMax: number,
  daysMax: (symbols: number) => number,
): Generator<Chunk<T>> {
  for (const group of inGroups([...missing.keys()], symbolsMax)) {
    const days = [...new Set(group.flatMap((item) => missing.get(item)!))].sort((a, b) => a - b);
    while (days.length > 0) {
      const [fromDay] = days;
      const end = fromDay + daysMax(group.length);
      // Days in between are requested too: a second request costs more than a few bars.
      const toDay = days.splice(0, days.filter((day) => day < end).length).at(-1)!;
      const isMissing = (day: number) => day >= fromDay && day <= toDay;
      yield { items: group.filter((item) => missing.get(item)!.some(isMissing)), fromDay, toDay };
    }
  }
}

/** Groups symbols with similar last bars: a symbol that trades rarely does not widen the request of the others. */
function groupsOf<T extends { readonly lastMs: number | null }>(
  items: readonly T[],
  size: number,
  spreadMs: number,
): T[][] {
  const groups: T[][] = [];
  const from = ({ lastMs }: T) => lastMs ?? 0;
  for (const item of [...items].sort((a, b) => from(a) - from(b))) {
    const group = groups.at(-1);
    if (group && group.length < size && from(item) - from(group[0]) <= spreadMs) group.push(item);
    else groups.push([item]);
  }
  return groups;
}
