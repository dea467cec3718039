/** Computes answers over many symbols: symbols in turns, and one warning about several of them. */
import type { SymbolInfo, ViewAnswer } from '../../compute/answers/answers.ts';
import { about, type Warning } from '../../compute/market/warning.ts';
import { Turns } from '../../lib/async.ts';
import { grouped } from '../../lib/collections.ts';
import { unavailable } from '../errors.ts';

/** Symbols computed concurrently; they share one statement per table. */
const AT_A_TIME = 32;
/** Symbols that one warning names. */
const NAMED = 3;

/**
 * Returns results in the order of the items, a few at a time, and yields to other requests in between. Ends with the first
 * failure, and at the deadline.
 */
export async function inTurns<T, R>(
  items: readonly T[],
  expired: () => boolean,
  of: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  const turns = new Turns();
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      if (expired()) throw unavailable('The answer took too long');
      const index = next++;
      try {
        results[index] = await of(items[index]);
      } catch (error) {
        next = items.length;
        throw error;
      }
      await turns.next();
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_A_TIME, items.length) }, lane));
  return results;
}

export const bySymbol = (symbols: readonly SymbolInfo[]) => [...symbols].sort((a, b) => (a.symbol < b.symbol ? -1 : 1));

export const sourceOf = (parts: readonly Pick<ViewAnswer, 'source'>[]): ViewAnswer['source'] =>
  parts.some(({ source }) => source === 'on_demand') ? 'on_demand' : 'materialized';

export const latestOf = (dates: readonly (number | null)[]): number | null =>
  dates.reduce<number | null>((a, b) => (b === null ? a : Math.max(a ?? b, b)), null);

/** Names the first few symbols and counts the others. */
export function namedSymbols(names: readonly string[]): string {
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  return `${names.slice(0, NAMED).join(', ')}${more}`;
}

export const countedSymbols = (names: readonly string[]) =>
  names.length === 1 ? '1 symbol is' : `${names.length} symbols are`;

/** Returns each text once, with the names of the symbols that it is about in front. */
export function together(warnings: readonly { readonly symbol: string; readonly warning: Warning }[]): Warning[] {
  const byText = grouped(warnings, ({ warning }) => warning.text);
  return [...byText.values()].flatMap((same) =>
    about(namedSymbols(same.map(({ symbol }) => symbol)), [same[0].warning]),
  );
}
