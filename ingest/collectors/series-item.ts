/** One symbol of a collector at work. */
import { canonicalSymbol, parseSymbol } from '../../exchange/symbol.ts';
import type { SeriesOptions } from './contract.ts';
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

export function itemsOf({ symbols, assetClass }: Pick<SeriesOptions, 'symbols' | 'assetClass'>): Item[] {
  return symbols.map((name) => ({
    name,
    symbol: canonicalSymbol(parseSymbol(name) ?? name, assetClass),
    ...{ resumeMs: null, askedMs: null, runMs: null, failures: 0, blockedUntilMs: 0, lastBarMs: null },
    ...{ error: '', errorMs: null, fillError: '', fillErrorMs: null, unansweredDays: 0 },
  }));
}

/** @param nextRunMs of the collector; null: it is not known */
export function progressOf(item: Item, nextRunMs: number | null): Progress {
  const { name, resumeMs, runMs, blockedUntilMs } = item;
  return {
    ...{ item: name, resumeMs, runMs },
    nextRunMs: nextRunMs === null ? null : Math.max(nextRunMs, blockedUntilMs),
    error: item.error || item.fillError,
    errorMs: item.error === '' ? item.fillErrorMs : item.errorMs,
  };
}

/**
 * Those that are asked for together: of similar resume points, so that a symbol that trades rarely does not have the day
 * asked for again of all the others.
 */
export function groupsOf(items: readonly Item[], { size, spreadMs }: { size: number; spreadMs: number }): Item[][] {
  const groups: Item[][] = [];
  const from = ({ resumeMs }: Item) => resumeMs ?? 0;
  for (const item of [...items].sort((a, b) => from(a) - from(b))) {
    const group = groups.at(-1);
    if (group && group.length < size && from(item) - from(group[0]) <= spreadMs) group.push(item);
    else groups.push([item]);
  }
  return groups;
}
