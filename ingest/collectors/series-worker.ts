/**
 * One collector of bars at work, whatever its vendor. Two kinds of work, in one loop, one request at a time:
 *
 * - live: at each time of the schedule the bars since the last one received, and a few before it (late ones, corrections);
 * - fill: days that are over and that the vendor has not yet answered whole, oldest first. A day whose bars are not all
 *   stored any more is such a day again. So a day is asked for after it ended even where its bars all came live.
 *
 * An answer of other days than asked for is none: the days stay missing, and the state says why.
 *
 * Progress is written after the bars are durable, so a kill at any moment repeats a request and loses nothing. What is
 * asked for again is equal to what is stored, or a correction. The vendor's later word wins: an answer does not undo what
 * the stream brought after the request was sent.
 */
import type { Clock, Timers } from '../../lib/clock.ts';
import { isoDate, MINUTES_PER_DAY } from '../../lib/days.ts';
import type { Logger } from '../../lib/logger.ts';
import type { ImportTarget } from '../files/imports.ts';
import { CandleLanding } from './candle-landing.ts';
import type { CandleSource, SeriesOptions } from './contract.ts';
import { delayAfter, outcomeOf } from './errors.ts';
import { lagSeconds, missingDays, runsTotal } from './metrics.ts';
import { type Chunk, chunksOf, lagMs, missingDaysOf, SETTLE_MS } from './missing-days.ts';
import { Asking } from './series-asking.ts';
import { groupsOf, type Item, itemsOf, progressOf } from './series-item.ts';
import { follow } from './series-stream.ts';
import type { CollectorStore } from './store.ts';
import { type TradingDays, tradingDaysOf } from './trading-days.ts';

export { lagMs, missingDaysOf } from './missing-days.ts';

export interface SeriesWorkerOptions {
  readonly id: string;
  readonly options: SeriesOptions;
  readonly source: CandleSource;
  readonly target: ImportTarget;
  readonly store: CollectorStore;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  /** When the collector was added, epoch ms: what an operator corrects from then on stays. */
  readonly addedMs?: number;
  /** When the schedule has its next time, epoch ms. */
  readonly nextTickMs: () => number | null;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** So many bars before the last one received are asked for again. */
const OVERLAP_BARS = 5;
/** A live request goes back a day at most, or so many bars: what is older is filled. */
const LIVE_BARS = 7;
/** Symbols of one live request have their last bars so close together. */
const LIVE_SPREAD_BARS = 60;
/** So long after the last hours of trading a feed that is late is still asked. */
const LATE_MS = 60 * MINUTE_MS;
const CHUNK_CANDLES_MIN = 5_000;
const BACKOFF = { firstMs: 1_000, maxMs: 15 * MINUTE_MS } as const;
/** The store is compared with what was answered so often. */
const PLAN_MS = 60 * MINUTE_MS;

export class SeriesWorker {
  readonly #o: SeriesWorkerOptions;
  readonly #days: TradingDays;
  readonly #stop = new AbortController();
  readonly #items: Item[];
  readonly #landing: CandleLanding;
  readonly #asking: Asking;
  #plan: Chunk<Item>[] = [];
  #planDueMs = 0;
  #liveDue = true;
  #pausedUntilMs = 0;
  #failures = 0;
  #wake: () => void = () => {};
  #done: Promise<unknown> = Promise.resolve();

  constructor(options: SeriesWorkerOptions) {
    this.#o = options;
    this.#days = tradingDaysOf(options.options.assetClass);
    this.#items = itemsOf(options.options);
    const { id, target, store, clock, addedMs = 0 } = options;
    const { signal } = this.#stop;
    this.#landing = new CandleLanding({ id, target, store, clock, days: this.#days, addedMs, signal });
    this.#asking = new Asking({ ...options, landing: this.#landing, signal });
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
      const windowMs = Math.max(DAY_MS, LIVE_BARS * stepMs);
      const earliestMs = Math.max(nowMs - windowMs, this.#days.startMs(options.fromDay));
      for (const items of groupsOf(due, { size: source.symbolsPerRequest, spreadMs: LIVE_SPREAD_BARS * stepMs })) {
        const from = items.map(({ resumeMs }) => (resumeMs ?? 0) - OVERLAP_BARS * stepMs);
        await this.#asking.ask(items, { fromMs: Math.max(Math.min(...from), earliestMs), toMs: nowMs, whole: false });
        for (const item of items) if (item.error === '') item.askedMs = nowMs;
      }
    }
    for (const item of this.#items) if (item.blockedUntilMs <= nowMs) item.runMs = nowMs;
    await this.#noteAll();
  }

  /** Whether the exchange may have traded since the last answer, or bars of before it may still come. */
  #mayHaveBars({ askedMs }: Item, nowMs: number): boolean {
    if (askedMs === null) return true;
    const fromMs = askedMs - Math.max(LATE_MS, OVERLAP_BARS * this.#o.options.intervalMin * MINUTE_MS);
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
    try {
      if (items.length > 0) await this.#fillChunk({ ...chunk, items });
    } catch (error) {
      this.#plan.unshift(chunk);
      throw error;
    }
    this.#gauge();
    if (this.#plan.length === 0) {
      for (const item of this.#items)
        if (item.unansweredDays === 0) Object.assign(item, { fillError: '', fillErrorMs: null });
      this.#logUnknown();
      await this.#noteAll();
    }
    return true;
  }

  async #fillChunk({ items, fromDay, toDay }: Chunk<Item>): Promise<void> {
    const range = { fromMs: this.#days.startMs(fromDay), toMs: this.#days.endMs(toDay), whole: true };
    const counted = await this.#asking.ask(items, range);
    const open = Array.from({ length: toDay - fromDay + 1 }, (_, i) => fromDay + i).filter((day) =>
      this.#days.isOpen(day),
    );
    const rows = [...counted].flatMap(([{ symbol }, bars]) =>
      open.map((day) => ({ collector: this.#o.id, symbol, day, bars: bars.get(day) ?? 0, deleted: false })),
    );
    if (rows.length > 0) await this.#o.store.noteDays(rows);
    for (const item of items) if (item.fillErrorMs !== null && !counted.has(item)) item.unansweredDays += open.length;
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
    for (const item of this.#items) item.unansweredDays = 0;
    const nextEnd = this.#days.endMs(this.#days.dayAt(nowMs - SETTLE_MS)) + SETTLE_MS;
    this.#planDueMs = Math.min(nowMs + PLAN_MS, nextEnd);
    this.#gauge();
  }

  /** Days from the first wanted one that are over and not whole in the store, ascending. */
  async missingDays(symbol: string, nowMs: number): Promise<number[]> {
    const { store, id, options } = this.#o;
    return missingDaysOf(store, id, symbol, options, nowMs);
  }

  /** Days to be asked for, and those of which other days were answered. */
  #gauge(): void {
    const days = this.#plan.reduce((sum, { items, fromDay, toDay }) => sum + items.length * (toDay - fromDay + 1), 0);
    const unanswered = this.#items.reduce((sum, item) => sum + item.unansweredDays, 0);
    missingDays.set({ collector: this.#o.id }, days + unanswered);
  }

  /** A vendor that answers nothing at all of a symbol, without an error, may never have heard of it. */
  #logUnknown(): void {
    const { options } = this.#o;
    for (const item of this.#items) {
      if (item.lastBarMs !== null || item.error !== '' || item.fillError !== '') continue;
      item.error = `the vendor answered no bar of ${item.name} since ${isoDate(options.fromDay)}: is it spelled as the vendor spells it?`;
      item.errorMs = this.#o.clock.nowMs();
    }
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

  #progressOf(item: Item) {
    const tick = this.#o.nextTickMs();
    return progressOf(item, tick === null ? null : Math.max(tick, this.#pausedUntilMs));
  }

  #gaugeLag(): void {
    const { clock, options, id } = this.#o;
    const lags = this.#items.flatMap(({ lastBarMs }) =>
      lastBarMs === null ? [] : [lagMs(this.#days, lastBarMs, options.intervalMin, clock.nowMs())],
    );
    if (lags.length > 0) lagSeconds.set({ collector: id }, Math.max(...lags) / 1000);
  }

  #follow(): Promise<void> {
    return follow({
      ...this.#o,
      ...{ items: this.#items, landing: this.#landing, signal: this.#stop.signal },
      eventsOf: (item) => (this.#asking.agrees(item) ? this.#asking.eventsOf(item) : null),
      onOpen: () => this.tick(),
    });
  }
}
