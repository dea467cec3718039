/**
 * Corporate actions of a collector's symbols. Its bars are raw: without the splits between them they are of no use. They are
 * asked for a few times a day, those of the last months again: vendors correct and complete them.
 */
import { dayOfMs, isoDate } from '../../lib/days.ts';
import { newYorkDay } from '../../lib/new-york.ts';
import { canonicalSymbol } from '../../lib/symbol.ts';
import type { ImportTarget } from '../imports.ts';
import type { VendorAction } from './contract.ts';
import { type SideOptions, SideWorker } from './side.ts';

export const ACTIONS_ITEM = 'actions';

export interface ActionsWorkerOptions extends SideOptions {
  readonly target: ImportTarget;
}

const AGAIN_MS = 6 * 3_600_000;
/** Vendors date a dividend by its payment, some weeks after the date on which it is taken off the price. */
const OVERLAP_DAYS = 120;

export class ActionsWorker extends SideWorker<ActionsWorkerOptions> {
  protected readonly item = ACTIONS_ITEM;

  protected async collect(resumeMs: number | null, signal: AbortSignal, note: (ms: number) => void): Promise<void> {
    const { options, source, target, clock } = this.o;
    const nowMs = clock.nowMs();
    const today = newYorkDay(Math.floor(nowMs / 60_000));
    const since = resumeMs === null ? options.fromDay : dayOfMs(resumeMs) - OVERLAP_DAYS;
    const fromDay = Math.max(options.fromDay, since);
    const request = { symbols: options.symbols, fromDay, toDay: today + OVERLAP_DAYS, signal };
    const found: VendorAction[] = [];
    // All before any is landed: two dividends of one day are one, and may be on two pages.
    for await (const actions of source.actions!(request)) found.push(...actions);
    const wanted = new Set(options.symbols);
    const begun = together(found.filter(({ symbol, day }) => wanted.has(symbol) && day <= today));
    if (begun.length > 0)
      await target.landEvents('events.actions', [begun.map((one) => this.#eventOf(one))], { signal });
    note(nowMs);
    this.pausedUntilMs = nowMs + AGAIN_MS;
  }

  #eventOf({ symbol: name, kind, day, value }: VendorAction) {
    const { options, source } = this.o;
    const symbol = canonicalSymbol(name, options.assetClass);
    const figure = kind === 'split' ? { ratio: value } : { amount: value };
    const event = { symbol, kind, ex_date: isoDate(day), ...figure, source: source.label };
    return {
      key: symbol,
      value: JSON.stringify(event),
      source: source.label,
      position: `${symbol} ${kind} ${isoDate(day)}`,
    };
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
