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

import { type TradingDays, tradingDaysOf } from '../../exchange/trading-days.ts';
import { Loop } from '../../lib/async.ts';
import { isoDate, MINUTES_PER_DAY, MS_PER_DAY } from '../../lib/days.ts';
import { gauge } from '../../lib/metrics.ts';
import { messageOf } from '../../lib/text.ts';
import type { SeriesContext, SeriesOptions } from './contract.ts';
import { delayAfter, logged, outcomeOf, runsTotal } from './errors.ts';
import { type Item, itemsOf, progressOf, Requests } from './requests.ts';
import type { CollectorStore } from './store.ts';

const lagSeconds = gauge(
  'ingest_collector_lag_seconds',
  'Trading time between the end of the last bar of the symbol that is furthest behind, and now',
  ['collector'],
);
const missingDays = gauge(
  'ingest_collector_missing_days',
  'Days that a collector has yet to ask for, of all its symbols',
  ['collector'],
);

const MINUTE_MS = 60_000;
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
  readonly #o: SeriesContext;
  readonly #days: TradingDays;
  readonly #loop: Loop;
  readonly #items: Item[];
  readonly #requests: Requests;
  #plan: Chunk<Item>[] = [];
  #planDueMs = 0;
  #liveDue = true;
  #pausedUntilMs = 0;
  #failures = 0;
  #begun = false;
  #following: Promise<void> | undefined;

  constructor(context: SeriesContext) {
    this.#o = context;
    this.#days = tradingDaysOf(context.options.assetClass);
    this.#items = itemsOf(context.options);
    this.#loop = new Loop((signal) => this.#step(signal), context.timers);
    this.#requests = new Requests(context, this.#loop.signal);
  }

  start(): void {
    const { options, source } = this.#o;
    if (options.stream && source.stream) this.#following = this.#requests.follow(this.#items, () => this.tick());
    this.#loop.start();
  }

  /** Aborts what is under way and waits for its end. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    await this.#following;
    await this.#o.source.close?.();
  }

  tick(): void {
    this.#liveDue = true;
    this.#loop.wake();
  }

  replan(): void {
    this.#planDueMs = 0;
    this.#loop.wake();
  }

  /** Answers after how many ms to go on. */
  async #step(signal: AbortSignal): Promise<number> {
    const { logger, id, clock, timers } = this.#o;
    let waitMs = this.#pausedUntilMs - clock.nowMs();
    if (waitMs > 0) return Math.min(waitMs, MS_PER_DAY);
    try {
      if (!this.#begun) await this.#begin();
      if (this.#liveDue) {
        this.#liveDue = false;
        await this.#live();
      } else if (!(await this.#fill())) waitMs = Math.max(1, this.#planDueMs - clock.nowMs());
      this.#failures = 0;
    } catch (error) {
      if (signal.aborted) return 0;
      this.#liveDue = true;
      this.#failures++;
      const delayMs = delayAfter(error, this.#failures, BACKOFF, timers);
      this.#pausedUntilMs = clock.nowMs() + delayMs;
      runsTotal.inc({ collector: id, outcome: outcomeOf(error) });
      logger.warn({ ...logged(error), delayMs }, 'a collector failed: trying again');
      // Recorded before they are read, the resume points would be lost.
      if (this.#begun)
        await this.#recordProgress(messageOf(error)).catch((err) =>
          logger.error({ err }, 'the failure of a collector could not be recorded'),
        );
    }
    return Math.min(waitMs, MS_PER_DAY);
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
    this.#begun = true;
  }

  async #live(): Promise<void> {
    const { source, clock, options } = this.#o;
    const nowMs = clock.nowMs();
    if (!source.wholeDays) {
      const due = this.#items.filter((item) => item.blockedUntilMs <= nowMs && this.#mayHaveBars(item, nowMs));
      const stepMs = options.intervalMin * MINUTE_MS;
      const windowMs = Math.max(MS_PER_DAY, LIVE_BARS * stepMs);
      const earliestMs = Math.max(nowMs - windowMs, this.#days.startMs(options.fromDay));
      for (const items of groupsOf(due, source.symbolsPerRequest, LIVE_SPREAD_BARS * stepMs)) {
        const from = items.map(({ resumeMs }) => (resumeMs ?? 0) - OVERLAP_BARS * stepMs);
        await this.#requests.ask(items, { fromMs: Math.max(Math.min(...from), earliestMs), toMs: nowMs, whole: false });
        for (const item of items) if (item.error === '') item.askedMs = nowMs;
      }
    }
    for (const item of this.#items) if (item.blockedUntilMs <= nowMs) item.runMs = nowMs;
    await this.#recordProgress();
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

  /** One chunk of the days that are missing; false where there is none. */
  async #fill(): Promise<boolean> {
    const { clock, options } = this.#o;
    const nowMs = clock.nowMs();
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
      for (const item of this.#items) {
        if (item.unansweredDays === 0) Object.assign(item, { fillError: '', fillErrorMs: null });
        if (item.lastBarMs !== null || item.error !== '' || item.fillError !== '') continue;
        // A vendor that answers nothing at all of a symbol, without an error, may never have heard of it.
        item.error = `the vendor answered no bar of ${item.name} since ${isoDate(options.fromDay)}: is it spelled as the vendor spells it?`;
        item.errorMs = nowMs;
      }
      await this.#recordProgress();
    }
    return true;
  }

  async #fillChunk({ items, fromDay, toDay }: Chunk<Item>): Promise<void> {
    const range = { fromMs: this.#days.startMs(fromDay), toMs: this.#days.endMs(toDay), whole: true };
    const counted = await this.#requests.ask(items, range);
    const open = Array.from({ length: toDay - fromDay + 1 }, (_, i) => fromDay + i).filter((day) =>
      this.#days.isOpen(day),
    );
    const rows = [...counted].flatMap(([{ symbol }, bars]) =>
      open.map((day) => ({ collector: this.#o.id, symbol, day, bars: bars.get(day) ?? 0, deleted: false })),
    );
    if (rows.length > 0) await this.#o.store.recordDays(rows);
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
  missingDays(symbol: string, nowMs: number): Promise<number[]> {
    const { store, id, options } = this.#o;
    return missingDaysOf(store, id, symbol, options, nowMs);
  }

  /** Days to be asked for, and those of which other days were answered. */
  #gauge(): void {
    const days = this.#plan.reduce((sum, { items, fromDay, toDay }) => sum + items.length * (toDay - fromDay + 1), 0);
    const unanswered = this.#items.reduce((sum, item) => sum + item.unansweredDays, 0);
    missingDays.set({ collector: this.#o.id }, days + unanswered);
  }

  /** What has become of each symbol; a failure of the collector is each one's that has none of its own. */
  async #recordProgress(failure = ''): Promise<void> {
    const { store, id, clock, nextTickMs, options } = this.#o;
    const tickMs = nextTickMs();
    const nextRunMs = tickMs === null ? null : Math.max(tickMs, this.#pausedUntilMs);
    const rows = this.#items.map((item) => {
      const row = progressOf(item, nextRunMs);
      return failure === '' ? row : { ...row, error: item.error || failure, errorMs: item.errorMs ?? clock.nowMs() };
    });
    await store.recordProgress(id, rows);
    const lags = this.#items.flatMap(({ lastBarMs }) =>
      lastBarMs === null ? [] : [lagMs(this.#days, lastBarMs, options.intervalMin, clock.nowMs())],
    );
    if (lags.length > 0) lagSeconds.set({ collector: id }, Math.max(...lags) / 1000);
  }
}

/** A day is asked for as a whole so long after its end: vendors publish late. */
export const SETTLE_MS = 10 * MINUTE_MS;

export interface Chunk<Item> {
  readonly items: readonly Item[];
  readonly fromDay: number;
  /** Inclusive. */
  readonly toDay: number;
}

/** Trading time since the end of the last bar. */
export function lagMs(days: TradingDays, lastBarMs: number, intervalMin: number, nowMs: number): number {
  const isDaily = intervalMin === MINUTES_PER_DAY;
  // A daily bar is stored under its date: noon of it is in that day on every clock.
  const endMs = isDaily ? days.endMs(days.dayAt(lastBarMs + MS_PER_DAY / 2)) : lastBarMs + intervalMin * MINUTE_MS;
  return days.tradingMs(endMs, Math.max(endMs, nowMs));
}

/**
 * Days from the first wanted one that are over and not whole in the store, ascending: those that the vendor has not
 * answered, and those with fewer bars than it answered. Bars that the operator deleted count as stored.
 */
export async function missingDaysOf(
  store: CollectorStore,
  collector: string,
  symbol: string,
  { fromDay, assetClass, intervalMin }: Pick<SeriesOptions, 'fromDay' | 'assetClass' | 'intervalMin'>,
  nowMs: number,
): Promise<number[]> {
  const days = tradingDaysOf(assetClass);
  const whole = await store.wholeDays(collector, symbol);
  const stored = await store.storedBars({ symbol, assetClass, intervalMin, fromDay });
  const missing: number[] = [];
  const short: number[] = [];
  // What retention removes is no hole.
  const first = Math.max(fromDay, (await store.policies()).firstBarsDay(assetClass, intervalMin, nowMs) ?? 0);
  for (let day = first; days.endMs(day) + SETTLE_MS <= nowMs; day++) {
    if (!days.isOpen(day)) continue;
    const answered = whole.get(day);
    if (answered === undefined) missing.push(day);
    else if ((stored.get(day) ?? 0) < answered) short.push(day);
  }
  if (short.length === 0) return missing;
  const deleted = await store.deletedBars({ symbol, assetClass, intervalMin, fromDay: short[0] });
  const holes = short.filter((day) => (stored.get(day) ?? 0) + (deleted.get(day) ?? 0) < whole.get(day)!);
  return [...missing, ...holes].sort((a, b) => a - b);
}

/** Days that several symbols miss are asked for together, the oldest first. */
export function chunksOf<Item>(
  missing: ReadonlyMap<Item, readonly number[]>,
  symbolsMax: number,
  daysMax: (symbols: number) => number,
): Chunk<Item>[] {
  const left = new Map([...missing].map(([item, days]) => [item, new Set(days)]));
  const chunks: Chunk<Item>[] = [];
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

/** Symbols of similar resume points: one that trades rarely does not have a day asked for again of all the others. */
export function groupsOf<Item extends { readonly resumeMs: number | null }>(
  items: readonly Item[],
  size: number,
  spreadMs: number,
): Item[][] {
  const groups: Item[][] = [];
  const from = ({ resumeMs }: Item) => resumeMs ?? 0;
  for (const item of [...items].sort((a, b) => from(a) - from(b))) {
    const group = groups.at(-1);
    if (group && group.length < size && from(item) - from(group[0]) <= spreadMs) group.push(item);
    else groups.push([item]);
  }
  return groups;
}
