/**
 * What is collected at the times of a schedule, one run at a time, news and corporate actions among it; its resume point and its
 * last failure are in the store.
 */
import { newYorkDay } from '../../exchange/new-york.ts';
import { canonicalSymbol } from '../../exchange/symbol.ts';
import { dayOfMs, isoDate, MS_PER_DAY } from '../../lib/days.ts';
import { messageOf } from '../../lib/text.ts';
import { splitId } from '../contract/decode.ts';
import type { PushedEvent } from '../landing/events.ts';
import type { WaitingNewsRow } from '../landing/waiting-news.ts';
import type { NewsItem, SeriesContext, VendorAction, WorkerContext } from './contract.ts';
import { delayAfter, logged, outcomeOf, runsTotal } from './errors.ts';
import type { Progress, StoredAction } from './store.ts';

export abstract class ScheduledWorker<Context extends WorkerContext> {
  protected readonly context: Context;
  protected abstract readonly item: string;
  protected readonly pauseMaxMs: number = 900_000;
  /** Epoch ms; ticks before that are left out. */
  protected pausedUntilMs = 0;
  /** How far it has come, epoch ms; null: it has never run. What fails later continues from there. */
  protected resumeMs: number | null = null;
  readonly #stop = new AbortController();
  #running: Promise<void> | null = null;
  #failures = 0;

  constructor(context: Context) {
    this.context = context;
  }

  /** Everything since `resumeMs`, which it moves on. Answers what did not work and need not be repeated; else nothing. */
  protected abstract collect(signal: AbortSignal): Promise<string>;

  start(): void {
    this.tick();
  }

  tick(): void {
    const { signal } = this.#stop;
    if (this.#running || signal.aborted || this.context.clock.nowMs() < this.pausedUntilMs) return;
    this.#running = this.run(signal).finally(() => {
      this.#running = null;
    });
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  async stop(): Promise<void> {
    this.#stop.abort(new Error('the collector is stopping'));
    await this.#running;
  }

  protected async run(signal: AbortSignal): Promise<void> {
    const { id, store, clock, timers, logger } = this.context;
    let error: string;
    let isKnown = false;
    try {
      this.resumeMs = (await store.progress(id)).find(({ item }) => item === this.item)?.resumeMs ?? null;
      isKnown = true;
      error = await this.collect(signal);
      this.#failures = 0;
      runsTotal.inc({ collector: id, outcome: error === '' ? 'ok' : 'refused' });
    } catch (failure) {
      if (signal.aborted) return;
      error = messageOf(failure);
      this.#failures++;
      const backoff = { firstMs: 5_000, maxMs: this.pauseMaxMs };
      this.pausedUntilMs = clock.nowMs() + delayAfter(failure, this.#failures, backoff, timers);
      runsTotal.inc({ collector: id, outcome: outcomeOf(failure) });
      logger.warn({ ...logged(failure), item: this.item }, 'a collector failed: trying again');
    }
    // Recorded without it, the resume point would be lost.
    if (isKnown)
      await this.record({ error }).catch((err) =>
        logger.error({ err }, 'the state of a collector could not be recorded'),
      );
  }

  protected async record({ error, ...more }: Pick<Progress, 'error'> & Partial<Progress>): Promise<void> {
    const { id, store, clock, nextTickMs } = this.context;
    const runMs = clock.nowMs();
    const tickMs = nextTickMs();
    const nextRunMs = tickMs === null ? null : Math.max(tickMs, this.pausedUntilMs);
    const errorMs = error === '' ? null : runMs;
    await store.recordProgress(id, [
      { item: this.item, resumeMs: this.resumeMs, runMs, nextRunMs, error, errorMs, ...more },
    ]);
  }
}

export const NEWS_ITEM = 'news';

/** Changes that the vendor publishes late. */
const OVERLAP_MS = 10 * 60_000;
const ONE_REQUEST = 100;

/**
 * News of a collector. Vendors say neither direction nor impact, and without them news is in no statistic: it waits in
 * `market.news_waiting` as it came, one row a symbol, until it is classified. Nothing is guessed.
 */
export class NewsWorker extends ScheduledWorker<SeriesContext> {
  protected readonly item = NEWS_ITEM;

  protected async collect(signal: AbortSignal): Promise<string> {
    const { options, source, clock, store } = this.context;
    const { symbols, assetClass, fromDay } = options;
    const nowMs = clock.nowMs();
    const keptMs = (await store.policies()).cut('news', assetClass, null, nowMs)?.cutMs ?? 0;
    const fromMs = Math.max(fromDay * MS_PER_DAY, (this.resumeMs ?? 0) - OVERLAP_MS, keptMs);
    for await (const items of source.news!({ symbols, fromMs, signal })) {
      await store.putNews(items.flatMap((item) => this.#rowsOf(item)));
      const last = items.at(-1);
      // Several requests side by side have no common resume point.
      if (last && symbols.length <= ONE_REQUEST) this.resumeMs = last.updatedMs;
    }
    // By the vendor's times of change, all up to the request is there now.
    this.resumeMs = nowMs;
    return '';
  }

  #rowsOf({ symbols, publishedMs: eventMs, ...item }: NewsItem): WaitingNewsRow[] {
    const { options, source, clock } = this.context;
    const { assetClass } = options;
    const collected = symbols.filter((name) => options.symbols.includes(name));
    return collected.map((name) => ({
      ...item,
      source: source.label,
      symbol: canonicalSymbol(name, assetClass),
      assetClass,
      eventMs,
      receivedMs: clock.nowMs(),
      version: item.updatedMs,
    }));
  }
}

export const ACTIONS_ITEM = 'actions';

const AGAIN_MS = 6 * 3_600_000;
/** New and dropped symbols are looked for so often. */
const LOOK_MS = 5 * 60_000;
/** Vendors correct and complete the splits of so many days. */
const OVERLAP_DAYS = 120;
/** A vendor dates a split by its processing, up to so many days before its ex-date: those of the first days may be missing. */
const EARLY_DAYS = 10;

/**
 * Corporate actions of a collector's symbols. Its bars are raw: without the splits between them they are of no use. They are
 * asked for a few times a day, those of the last months again: vendors correct and complete them. Those of a symbol that were
 * not asked for from the first wanted day on (it is new, was dropped, or earlier days are wanted now) are asked for whole.
 *
 * Over the days asked for, what this vendor had sent and sends no more is removed: it was cancelled, or has another date.
 * What an operator said of an action since the collector was added stays, until a backfill.
 */
export class ActionsWorker extends ScheduledWorker<SeriesContext> {
  protected readonly item = ACTIONS_ITEM;
  #dueMs = 0;

  protected async collect(signal: AbortSignal): Promise<string> {
    const { options, store, clock, id } = this.context;
    const { fromDay } = options;
    const nowMs = clock.nowMs();
    const known = await store.actionsFrom(id);
    const isNew = (name: string) =>
      this.resumeMs === null || (known.get(this.#symbolOf(name)) ?? Number.POSITIVE_INFINITY) > fromDay;
    const added = options.symbols.filter(isNew);
    const others = options.symbols.filter((name) => !isNew(name));
    if (added.length > 0) {
      await this.#ask(added, fromDay, fromDay, signal);
      const symbols = added.map((name) => this.#symbolOf(name));
      await store.recordActionsFrom(id, symbols, fromDay);
    }
    if (others.length === 0 || nowMs >= this.#dueMs) {
      const since = Math.max(fromDay, dayOfMs(this.resumeMs ?? nowMs) - OVERLAP_DAYS);
      const completeFrom = since === fromDay ? since : since + EARLY_DAYS;
      if (others.length > 0) await this.#ask(others, since, completeFrom, signal);
      this.resumeMs = nowMs;
      this.#dueMs = nowMs + AGAIN_MS;
    }
    this.pausedUntilMs = nowMs + LOOK_MS;
    return '';
  }

  /** @param completeFrom of this day and later ones the answer has all */
  async #ask(names: readonly string[], fromDay: number, completeFrom: number, signal: AbortSignal): Promise<void> {
    const { source, target, clock, store, id, addedMs, logger } = this.context;
    const today = newYorkDay(Math.floor(clock.nowMs() / 60_000));
    const answered: VendorAction[] = [];
    // All before any is landed: the splits of one day follow each other, and may be on two pages.
    for await (const actions of source.actions!({ symbols: names, fromDay, toDay: today + OVERLAP_DAYS, signal }))
      answered.push(...actions);
    const asked = new Set(names);
    const begun = answered.filter(({ symbol, day }) => asked.has(symbol) && day <= today);
    const sent = together(begun).map((one) => ({ ...one, symbol: this.#symbolOf(one.symbol) }));
    const symbols = names.map((name) => this.#symbolOf(name));
    const stored = await store.storedActions(symbols);
    const wantedMs = await store.wantedActions(id, symbols);
    const isOthers = ({ said_by: by, gone, landedMs, symbol }: StoredAction) =>
      by !== source.label &&
      !(gone && by === '') &&
      landedMs >= addedMs &&
      landedMs > (wantedMs.get(symbol) ?? Number.NEGATIVE_INFINITY);
    const kept = new Set(stored.filter(isOthers).map((one) => `${one.symbol} ${one.id}`));
    const keyOf = ({ symbol, day }: VendorAction) => `${symbol} ${splitId(day)}`;
    const own = sent.filter((one) => !kept.has(keyOf(one)));
    const still = new Set(sent.map(keyOf));
    const gone = stored.filter(
      (one) =>
        one.said_by === source.label &&
        !one.gone &&
        one.day >= completeFrom &&
        one.day <= today &&
        !still.has(`${one.symbol} ${one.id}`),
    );
    for (const { symbol, id: action } of gone)
      logger.warn({ symbol, action }, 'the vendor no longer sends this action: it is removed');
    // First those that go: of a corrected date no moment has both.
    const events = [...gone.map((one) => this.#removal(one)), ...own.map((one) => this.#eventOf(one))];
    if (events.length > 0) await target.landEvents('events.actions', [events], { signal });
  }

  #symbolOf(name: string): string {
    return canonicalSymbol(name, this.context.options.assetClass);
  }

  #eventOf({ symbol, day, ratio }: VendorAction): PushedEvent {
    const { label } = this.context.source;
    const event = { symbol, kind: 'split', ex_date: isoDate(day), ratio, source: label };
    const position = `${symbol} split ${isoDate(day)}`;
    return { key: symbol, value: JSON.stringify(event), source: label, position };
  }

  #removal({ symbol, id, day }: StoredAction): PushedEvent {
    const { label } = this.context.source;
    const event = { symbol, id, ex_date: isoDate(day), source: label, deleted: true };
    return { key: symbol, value: JSON.stringify(event), source: label, position: `${symbol} ${id}` };
  }
}

/** Returns one split per symbol and day: the product of those that follow each other. */
function together(actions: readonly VendorAction[]): VendorAction[] {
  const byDay = new Map<string, VendorAction>();
  for (const one of actions) {
    const key = `${one.symbol} ${one.day}`;
    byDay.set(key, { ...one, ratio: (byDay.get(key)?.ratio ?? 1) * one.ratio });
  }
  return [...byDay.values()];
}
