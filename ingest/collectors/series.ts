/**
 * One collector of bars at work, whatever its vendor. Two kinds of work, in one loop, one request at a time:
 *
 * - live: at each time of the schedule the bars since the last answer, and a few before them (late ones, corrections);
 * - fill: days that are over and that the vendor has not yet answered whole, oldest first. A day whose bars are not all
 *   stored any more is such a day again. So a day is asked for after it ended even where its bars all came live.
 *
 * Progress is written after the bars are durable, so a kill at any moment repeats a request and loses nothing. What is
 * asked for again is equal to what is stored, or a correction. The vendor's later word wins: an answer does not undo what
 * the stream brought after the request was sent.
 */
import type { Clock, Timers } from '../../lib/clock.ts';
import { inGroups } from '../../lib/collections.ts';
import { isoDate, MINUTES_PER_DAY } from '../../lib/days.ts';
import { formatInterval } from '../../lib/interval.ts';
import type { Logger } from '../../lib/logger.ts';
import { canonicalSymbol, parseSymbol } from '../../lib/symbol.ts';
import type { ImportTarget } from '../imports.ts';
import { type CandleEvents, closedCandles, eventOf, positionOf } from './candle-events.ts';
import type { Candle, CandleSource, SeriesOptions } from './contract.ts';
import { delayAfter, outcomeOf, VendorError } from './errors.ts';
import { candlesTotal, lagSeconds, missingDays, runsTotal } from './metrics.ts';
import type { CollectorStore, Progress } from './state.ts';
import { type TradingDays, tradingDaysOf } from './trading-days.ts';

export interface SeriesWorkerOptions {
  readonly id: string;
  readonly options: SeriesOptions;
  readonly source: CandleSource;
  readonly target: ImportTarget;
  readonly store: CollectorStore;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  /** When the schedule has its next time, epoch ms. */
  readonly nextTickMs: () => number | null;
}

interface Item {
  /** As the vendor spells it. */
  readonly name: string;
  readonly symbol: string;
  resumeMs: number | null;
  runMs: number | null;
  error: string;
  errorMs: number | null;
  failures: number;
  blockedUntilMs: number;
  lastBarMs: number | null;
}

interface Chunk {
  readonly items: readonly Item[];
  readonly fromDay: number;
  /** Inclusive. */
  readonly toDay: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** A day is asked for as a whole so long after its end: vendors publish late. */
const SETTLE_MS = 10 * MINUTE_MS;
/** So many bars before the last answer are asked for again. */
const OVERLAP_BARS = 5;
/** A live request goes back a day at most, or so many bars: what is older is filled. */
const LIVE_BARS = 7;
const CHUNK_CANDLES_MIN = 5_000;
const BACKOFF = { firstMs: 1_000, maxMs: 15 * MINUTE_MS } as const;
/** An unknown symbol or a changed shape is not asked for again at once. */
const SYMBOL_BACKOFF = { firstMs: 5 * MINUTE_MS, maxMs: 60 * MINUTE_MS } as const;
/** The store is compared with what was answered so often. */
const PLAN_MS = 60 * MINUTE_MS;
const STREAMED_MAX = 50_000;

export class SeriesWorker {
  readonly #o: SeriesWorkerOptions;
  readonly #days: TradingDays;
  readonly #stop = new AbortController();
  readonly #items: Item[];
  /** When the stream last brought a bar, by symbol and start. */
  readonly #streamed = new Map<string, number>();
  #plan: Chunk[] = [];
  #planDueMs = 0;
  #liveDue = true;
  #pausedUntilMs = 0;
  #failures = 0;
  #wake: () => void = () => {};
  #done: Promise<unknown> = Promise.resolve();

  constructor(options: SeriesWorkerOptions) {
    this.#o = options;
    this.#days = tradingDaysOf(options.options.assetClass);
    this.#items = options.options.symbols.map((name) => ({
      name,
      symbol: canonicalSymbol(parseSymbol(name) ?? name, options.options.assetClass),
      ...{ resumeMs: null, runMs: null, error: '', errorMs: null, failures: 0, blockedUntilMs: 0, lastBarMs: null },
    }));
  }

  start(): void {
    this.#done = Promise.all([this.#run(), this.#o.options.stream ? this.#follow() : undefined]);
  }

  /** Aborts what is under way and waits for its end. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('the collector is stopping'));
    this.#wake();
    await this.#done;
    await this.#o.source.close?.();
  }

  /** A time of the schedule has come. */
  tick(): void {
    this.#liveDue = true;
    this.#wake();
  }

  /** Looks at once for days that are missing. */
  replan(): void {
    this.#planDueMs = 0;
    this.#wake();
  }

  async #run(): Promise<void> {
    const { logger, id, clock } = this.#o;
    const { signal } = this.#stop;
    let begun = false;
    while (!signal.aborted) {
      try {
        const waitMs = this.#pausedUntilMs - clock.nowMs();
        if (waitMs > 0) {
          await this.#sleep(waitMs);
          continue;
        }
        if (!begun) await this.#begin();
        begun = true;
        if (this.#liveDue) {
          this.#liveDue = false;
          await this.#live();
        } else if (!(await this.#fill())) await this.#sleep(Math.max(1, this.#planDueMs - clock.nowMs()));
        this.#failures = 0;
      } catch (error) {
        if (signal.aborted) break;
        this.#liveDue = true;
        const delayMs = this.#pause(error);
        logger.warn({ collector: id, err: error, delayMs }, 'a collector failed and tries again');
        await this.#noteFailure(error).catch((err) => logger.error({ collector: id, err }, 'its failure is not noted'));
      }
    }
  }

  async #begin(): Promise<void> {
    const { store, id } = this.#o;
    const known = new Map((await store.progress(id)).map((row) => [row.item, row]));
    const last = await store.lastBars(
      this.#items.map(({ symbol }) => symbol),
      this.#o.options.intervalMin,
    );
    for (const item of this.#items) {
      item.resumeMs = known.get(item.name)?.resumeMs ?? null;
      item.lastBarMs = last.get(item.symbol) ?? null;
    }
  }

  #pause(error: unknown): number {
    this.#failures++;
    const delayMs = delayAfter(error, this.#failures, BACKOFF, this.#o.timers);
    runsTotal.inc({ collector: this.#o.id, outcome: outcomeOf(error) });
    this.#pausedUntilMs = this.#o.clock.nowMs() + delayMs;
    return delayMs;
  }

  async #sleep(delayMs: number): Promise<void> {
    const wake = new AbortController();
    this.#wake = () => wake.abort();
    if (this.#stop.signal.aborted || (this.#liveDue && this.#pausedUntilMs <= this.#o.clock.nowMs())) return;
    await this.#o.timers.sleep(Math.min(delayMs, DAY_MS), wake.signal).catch(() => {});
  }

  // --- live

  async #live(): Promise<void> {
    const { source, clock, options } = this.#o;
    const nowMs = clock.nowMs();
    if (!source.wholeDays) {
      const due = this.#items.filter((item) => item.blockedUntilMs <= nowMs && this.#mayHaveBars(item, nowMs));
      const stepMs = options.intervalMin * MINUTE_MS;
      const toMs = nowMs;
      for (const items of inGroups(due, source.symbolsPerRequest)) {
        const from = items.map(({ resumeMs }) => (resumeMs ?? 0) - OVERLAP_BARS * stepMs);
        const windowMs = Math.max(DAY_MS, LIVE_BARS * stepMs);
        const fromMs = Math.max(Math.min(...from), toMs - windowMs, this.#days.startMs(options.fromDay));
        await this.#ask(items, fromMs, toMs);
        for (const item of items) if (item.error === '') item.resumeMs = toMs;
      }
    }
    for (const item of this.#items) if (item.blockedUntilMs <= nowMs) item.runMs = nowMs;
    await this.#noteAll();
  }

  /** Whether the exchange may have traded since the last answer. */
  #mayHaveBars({ resumeMs }: Item, nowMs: number): boolean {
    if (resumeMs === null) return true;
    const fromMs = resumeMs - OVERLAP_BARS * this.#o.options.intervalMin * MINUTE_MS;
    for (let day = this.#days.dayAt(fromMs); day <= this.#days.dayAt(nowMs); day++) {
      const hours = this.#days.hoursMs(day);
      if (hours && hours.fromMs < nowMs && hours.toMs > fromMs) return true;
    }
    return false;
  }

  // --- fill

  /** One chunk of the days that are missing; false where there is none. */
  async #fill(): Promise<boolean> {
    const nowMs = this.#o.clock.nowMs();
    if (this.#plan.length === 0 && nowMs >= this.#planDueMs) await this.#makePlan(nowMs);
    const chunk = this.#plan.shift();
    if (!chunk) return false;
    const items = chunk.items.filter(({ blockedUntilMs }) => blockedUntilMs <= nowMs);
    if (items.length === 0) return true;
    try {
      const counted = await this.#ask(items, this.#days.startMs(chunk.fromDay), this.#days.endMs(chunk.toDay));
      const rows = items.flatMap((item) => {
        const bars = counted.get(item);
        if (!bars) return [];
        return this.#openDays(chunk.fromDay, chunk.toDay).map((day) => ({
          ...{ collector: this.#o.id, symbol: item.symbol, day, bars: bars.get(day) ?? 0, deleted: false },
        }));
      });
      if (rows.length > 0) await this.#o.store.noteDays(rows);
    } catch (error) {
      this.#plan.unshift(chunk);
      throw error;
    }
    this.#gauge();
    if (this.#plan.length === 0) {
      this.#logUnknown();
      await this.#noteAll();
    }
    return true;
  }

  async #makePlan(nowMs: number): Promise<void> {
    const { source, options } = this.#o;
    const missing = new Map<Item, number[]>();
    for (const item of this.#items) missing.set(item, await this.missingDays(item.symbol, nowMs));
    const perDay = Math.max(1, Math.floor(MINUTES_PER_DAY / options.intervalMin));
    const chunkCandles = Math.max(CHUNK_CANDLES_MIN, source.candlesPerRequest);
    this.#plan = chunksOf(missing, source.symbolsPerRequest, (symbols) =>
      Math.max(1, Math.floor(chunkCandles / perDay / Math.max(1, symbols))),
    );
    const nextEnd = this.#days.endMs(this.#days.dayAt(nowMs - SETTLE_MS)) + SETTLE_MS;
    this.#planDueMs = Math.min(nowMs + PLAN_MS, nextEnd);
    this.#gauge();
  }

  /** Days from the first wanted one that are over and not whole in the store, ascending. */
  async missingDays(symbol: string, nowMs: number): Promise<number[]> {
    const { store, id, options } = this.#o;
    return missingDaysOf(store, id, symbol, options, nowMs);
  }

  #openDays(fromDay: number, toDay: number): number[] {
    return Array.from({ length: toDay - fromDay + 1 }, (_, i) => fromDay + i).filter((day) => this.#days.isOpen(day));
  }

  #gauge(): void {
    const days = this.#plan.reduce((sum, { items, fromDay, toDay }) => sum + items.length * (toDay - fromDay + 1), 0);
    missingDays.set({ collector: this.#o.id }, days);
  }

  /** A vendor that answers nothing at all of a symbol, without an error, may never have heard of it. */
  #logUnknown(): void {
    const { options } = this.#o;
    for (const item of this.#items) {
      if (item.lastBarMs !== null || item.error !== '') continue;
      item.error = `the vendor answered no bar of ${item.name} since ${isoDate(options.fromDay)}: is it spelled as the vendor spells it?`;
      item.errorMs = this.#o.clock.nowMs();
    }
  }

  // --- asking and landing

  /**
   * Asks for the range and lands what is closed. Answers the bars by day of each symbol that was answered whole. A failure
   * that concerns symbols blocks these alone; any other is thrown.
   */
  async #ask(items: readonly Item[], fromMs: number, toMs: number): Promise<Map<Item, Map<number, number>>> {
    const counted = new Map<Item, Map<number, number>>();
    const allowed = items.filter((item) => this.#agrees(item));
    if (allowed.length === 0) return counted;
    try {
      await this.#askFor(allowed, fromMs, toMs, counted);
      runsTotal.inc({ collector: this.#o.id, outcome: 'ok' });
      for (const item of allowed) Object.assign(item, { error: '', errorMs: null, failures: 0 });
    } catch (error) {
      if (!(error instanceof VendorError) || !error.ofSymbols) throw error;
      if (allowed.length > 1) {
        for (const item of allowed) {
          for (const [one, bars] of await this.#ask([item], fromMs, toMs)) counted.set(one, bars);
        }
      } else this.#block(allowed[0], error);
    }
    return counted;
  }

  async #askFor(items: readonly Item[], fromMs: number, toMs: number, counted: Map<Item, Map<number, number>>) {
    const { source, clock } = this.#o;
    const askedMs = clock.nowMs();
    const collected = new Map(items.map((item) => [item, [] as Candle[]]));
    let vendorMs = askedMs;
    const request = { symbols: items.map(({ name }) => name), fromMs, toMs, signal: this.#stop.signal };
    for await (const page of source.candles(request)) {
      vendorMs = Math.min(vendorMs, page.vendorMs);
      for (const item of items) collected.get(item)!.push(...(page.candles.get(item.name) ?? []));
    }
    for (const [item, candles] of collected) {
      const of = this.#eventsOf(item);
      const inRange = candles.filter(({ startMs }) => startMs >= fromMs && startMs < toMs);
      const closed = closedCandles(inRange, of, vendorMs);
      const newer = closed.filter(
        ({ startMs }) => (this.#streamed.get(positionOf(item.symbol, startMs)) ?? 0) < askedMs,
      );
      const rejected = await this.#land(item, newer, of);
      const byDay = new Map<number, number>();
      for (const { startMs } of closed) {
        if (rejected.has(positionOf(item.symbol, startMs))) continue;
        const day = this.#dayOfStored(startMs);
        byDay.set(day, (byDay.get(day) ?? 0) + 1);
      }
      counted.set(item, byDay);
    }
  }

  #dayOfStored(startMs: number): number {
    return this.#o.options.intervalMin === MINUTES_PER_DAY ? startMs / DAY_MS : this.#days.dayAt(startMs);
  }

  /** The positions of those that were refused. */
  async #land(item: Item, candles: readonly Candle[], of: CandleEvents): Promise<Set<string>> {
    const rejected = new Set<string>();
    if (candles.length === 0) return rejected;
    const { target, id } = this.#o;
    const events = candles.map((candle) => eventOf(candle, of));
    const result = await target.landEvents('bars', [events], {
      signal: this.#stop.signal,
      onBatch: (part) => {
        for (const { position } of part.rejected ?? []) rejected.add(position);
      },
    });
    candlesTotal.inc({ collector: id, outcome: 'landed' }, result.landed);
    candlesTotal.inc({ collector: id, outcome: 'duplicate' }, result.duplicates);
    candlesTotal.inc({ collector: id, outcome: 'rejected' }, rejected.size);
    const last = candles[candles.length - 1].startMs;
    item.lastBarMs = Math.max(item.lastBarMs ?? 0, last);
    return rejected;
  }

  #eventsOf({ symbol }: Item): CandleEvents {
    const { target, options, source } = this.#o;
    const assetClass = target.registry.get(symbol)?.assetClass ?? options.assetClass;
    return { symbol, assetClass, intervalMin: options.intervalMin, label: source.label };
  }

  /** A symbol that is registered otherwise would become dead letters, at each request the same. */
  #agrees(item: Item): boolean {
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

  // --- what is reported

  async #noteFailure(error: unknown): Promise<void> {
    const message = error instanceof Error ? error.message : String(error);
    const errorMs = this.#o.clock.nowMs();
    await this.#o.store.noteProgress(
      this.#o.id,
      this.#items.map((item) => ({
        ...this.#progressOf(item),
        error: item.error || message,
        errorMs: item.errorMs ?? errorMs,
      })),
    );
  }

  async #noteAll(): Promise<void> {
    await this.#o.store.noteProgress(
      this.#o.id,
      this.#items.map((item) => this.#progressOf(item)),
    );
    this.#gaugeLag();
  }

  #progressOf({ name, resumeMs, runMs, error, errorMs, blockedUntilMs }: Item): Progress {
    const tick = this.#o.nextTickMs();
    const nextRunMs = tick === null ? null : Math.max(tick, this.#pausedUntilMs, blockedUntilMs);
    return { item: name, resumeMs, runMs, nextRunMs, error, errorMs };
  }

  #gaugeLag(): void {
    const { clock, options, id } = this.#o;
    const lags = this.#items.flatMap(({ lastBarMs }) =>
      lastBarMs === null ? [] : [lagMs(this.#days, lastBarMs, options.intervalMin, clock.nowMs())],
    );
    if (lags.length > 0) lagSeconds.set({ collector: id }, Math.max(...lags) / 1000);
  }

  // --- stream

  async #follow(): Promise<void> {
    const { source, clock, timers, logger, id } = this.#o;
    const { signal } = this.#stop;
    if (!source.stream) return;
    let landing: Promise<void> = Promise.resolve();
    let failures = 0;
    while (!signal.aborted) {
      try {
        await source.stream({
          symbols: this.#items.map(({ name }) => name),
          signal,
          onOpen: () => {
            failures = 0;
            // What came while nobody listened.
            this.tick();
          },
          onCandles: (symbol, candles) => {
            const item = this.#items.find(({ name }) => name === symbol);
            if (!item || !this.#agrees(item)) return;
            const of = this.#eventsOf(item);
            const closed = closedCandles(candles, of, clock.nowMs());
            for (const { startMs } of closed) this.#noteStreamed(positionOf(item.symbol, startMs));
            landing = landing.then(async () => {
              await this.#land(item, closed, of);
            });
            // What did not land now is brought by the next request.
            landing = landing.catch((error) => {
              if (!signal.aborted) logger.warn({ collector: id, err: error }, 'streamed bars did not land');
              for (const { startMs } of closed) this.#streamed.delete(positionOf(item.symbol, startMs));
            });
          },
        });
      } catch (error) {
        if (signal.aborted) break;
        failures++;
        const delayMs = delayAfter(error, failures, BACKOFF, timers);
        runsTotal.inc({ collector: id, outcome: 'stream_cut' });
        logger.warn({ collector: id, err: error, delayMs }, 'the stream was cut: connecting again');
        await timers.sleep(delayMs, signal).catch(() => {});
      }
    }
    await landing;
  }

  #noteStreamed(position: string): void {
    this.#streamed.delete(position);
    this.#streamed.set(position, this.#o.clock.nowMs());
    if (this.#streamed.size > STREAMED_MAX) this.#streamed.delete(this.#streamed.keys().next().value!);
  }
}

/** Trading time since the end of the last bar. */
export function lagMs(days: TradingDays, lastBarMs: number, intervalMin: number, nowMs: number): number {
  const isDaily = intervalMin === MINUTES_PER_DAY;
  // A daily bar is stored under its date: noon of it is in that day on every clock.
  const endMs = isDaily ? days.endMs(days.dayAt(lastBarMs + DAY_MS / 2)) : lastBarMs + intervalMin * MINUTE_MS;
  return days.tradingMs(endMs, Math.max(endMs, nowMs));
}

/** Days from the first wanted one that are over and not whole in the store, ascending. */
export async function missingDaysOf(
  store: CollectorStore,
  collector: string,
  symbol: string,
  { fromDay, assetClass, intervalMin }: Pick<SeriesOptions, 'fromDay' | 'assetClass' | 'intervalMin'>,
  nowMs: number,
): Promise<number[]> {
  const days = tradingDaysOf(assetClass);
  const whole = await store.wholeDays(collector, symbol);
  const stored = await store.storedBars(symbol, assetClass, intervalMin, fromDay);
  const missing: number[] = [];
  // What retention removes is no hole.
  const first = Math.max(fromDay, (await store.policies()).firstBarsDay(assetClass, intervalMin, nowMs) ?? 0);
  for (let day = first; days.endMs(day) + SETTLE_MS <= nowMs; day++) {
    if (!days.isOpen(day)) continue;
    const answered = whole.get(day);
    if (answered === undefined || (stored.get(day) ?? 0) < answered) missing.push(day);
  }
  return missing;
}

/** Days that several symbols miss are asked for together, the oldest first. */
function chunksOf(
  missing: ReadonlyMap<Item, readonly number[]>,
  symbolsMax: number,
  daysMax: (symbols: number) => number,
): Chunk[] {
  const left = new Map([...missing].map(([item, days]) => [item, new Set(days)]));
  const chunks: Chunk[] = [];
  for (const first of [...new Set([...missing.values()].flat())].sort((a, b) => a - b)) {
    for (;;) {
      const items = [...left]
        .filter(([, days]) => days.has(first))
        .map(([item]) => item)
        .slice(0, symbolsMax);
      if (items.length === 0) break;
      const until = first + daysMax(items.length) - 1;
      let toDay = first;
      for (const item of items) {
        for (const day of left.get(item)!) if (day <= until) toDay = Math.max(toDay, day);
      }
      // Gaps within are asked for with it: a weekend costs nothing, and a second request costs more than a few bars.
      for (const item of items) for (let day = first; day <= toDay; day++) left.get(item)!.delete(day);
      chunks.push({ items, fromDay: first, toDay });
    }
  }
  return chunks;
}
