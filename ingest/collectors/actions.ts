/**
 * Corporate actions of a collector's symbols. Its bars are raw: without the splits between them they are of no use. They are
 * asked for a few times a day, those of the last months again: vendors correct and complete them. Those of a symbol that were
 * not asked for from the first wanted day on (it is new, was dropped, or earlier days are wanted now) are asked for whole.
 *
 * Over the days asked for, what this vendor had sent and sends no more is removed: it was cancelled, or has another date.
 * What an operator said of an action since the collector was added stays, until a backfill.
 */

import { newYorkDay } from '../../exchange/new-york.ts';
import { canonicalSymbol } from '../../exchange/symbol.ts';
import { dayOfMs, isoDate } from '../../lib/days.ts';
import { actionId } from '../contract/decode.ts';
import type { PushedEvent } from '../landing/events.ts';
import type { SeriesContext, VendorAction } from './contract.ts';
import { ScheduledWorker } from './scheduled-worker.ts';
import type { StoredAction } from './store.ts';

export const ACTIONS_ITEM = 'actions';

const AGAIN_MS = 6 * 3_600_000;
/** New and dropped symbols are looked for so often. */
const LOOK_MS = 5 * 60_000;
/** Vendors date a dividend by its payment, some weeks after the date on which it is taken off the price. */
const OVERLAP_DAYS = 120;
/** Or some days before it: what lies so close to the first day asked for may be missing in the answer. */
const EARLY_DAYS = 10;

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
    // All before any is landed: two dividends of one day are one, and may be on two pages.
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
    const keyOf = ({ symbol, kind, day }: VendorAction, value: number | null) =>
      `${symbol} ${actionId(kind, day, value)}`;
    const own = sent.filter((one) => !kept.has(keyOf(one, one.value)) && !kept.has(keyOf(one, null)));
    const still = new Set(sent.map((one) => keyOf(one, one.value)));
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

  #eventOf({ symbol, kind, day, value }: VendorAction): PushedEvent {
    const { label } = this.context.source;
    const figure = kind === 'split' ? { ratio: value } : { amount: value };
    const event = { symbol, kind, ex_date: isoDate(day), ...figure, source: label };
    const position = `${symbol} ${kind} ${isoDate(day)}`;
    return { key: symbol, value: JSON.stringify(event), source: label, position };
  }

  #removal({ symbol, id, day }: StoredAction): PushedEvent {
    const { label } = this.context.source;
    const event = { symbol, id, ex_date: isoDate(day), source: label, deleted: true };
    return { key: symbol, value: JSON.stringify(event), source: label, position: `${symbol} ${id}` };
  }
}

/** One of a kind a day: dividends add up, splits follow each other. */
function together(actions: readonly VendorAction[]): VendorAction[] {
  const byDay = new Map<string, VendorAction>();
  for (const one of actions) {
    const key = `${one.symbol} ${one.kind} ${one.day}`;
    const known = byDay.get(key);
    const value = !known ? one.value : one.kind === 'split' ? known.value * one.value : known.value + one.value;
    byDay.set(key, { ...one, value });
  }
  return [...byDay.values()];
}
