/** Days that a collector has yet to ask for, and how they are asked for: several symbols and days in one request. */
import { MINUTES_PER_DAY, MS_PER_DAY } from '../../lib/days.ts';
import type { SeriesOptions } from './contract.ts';
import type { CollectorStore } from './store.ts';
import { type TradingDays, tradingDaysOf } from './trading-days.ts';

const MINUTE_MS = 60_000;
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
