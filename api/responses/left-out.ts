/** Symbols that a list over several of them has nothing of: without a word the list would look complete. */
import type { SymbolInfo } from '../../compute/answers/answers.ts';
import { isEmptyRange, type ResolvedRange } from '../../compute/evaluation/range.ts';
import { isoDate } from '../../lib/days.ts';
import { ownParams, unfitParameter } from '../query/adapt.ts';
import type { PreparedStatistic } from '../query/prepare.ts';
import type { StatisticRoute } from '../routes.ts';

/** Symbols named by one warning. */
const NAMED = 3;

/** The first few of the symbols, and how many more there are. */
export function namedSymbols(names: readonly string[]): string {
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  return `${names.slice(0, NAMED).join(', ')}${more}`;
}

/** @param valuesFor what the parameters are on a feed */
export function tooCoarseWarnings(
  route: StatisticRoute,
  symbols: readonly SymbolInfo[],
  valuesFor: (intervalMin: number) => Readonly<Record<string, unknown>>,
): string[] {
  const byParameter = new Map<string, string[]>();
  for (const { symbol, intervalMin, hasBars } of symbols) {
    const values = valuesFor(intervalMin);
    const name = hasBars ? unfitParameter(route, values, intervalMin) : null;
    if (name === null) continue;
    const value = values[name];
    const said = value === undefined || value === null ? name : `${name}=${value}`;
    byParameter.set(said, [...(byParameter.get(said) ?? []), symbol]);
  }
  return [...byParameter].map(
    ([said, names]) =>
      `${counted(names)} left out, whose bars are too coarse for ${said} or do not add up to it: ${namedSymbols(names)}`,
  );
}

/** Symbols that were asked for by name and have no session in the range. */
export function outsideWarnings(names: readonly string[], { wanted }: ResolvedRange): string[] {
  if (names.length === 0 || isEmptyRange(wanted)) return [];
  const range = Number.isFinite(wanted.from) && Number.isFinite(wanted.to);
  const where = range ? ` from ${isoDate(wanted.from)} to ${isoDate(wanted.to)}` : '';
  return [`${counted(names)} without a session${where}: ${namedSymbols(names)}`];
}

/** Parameters that were left out and are not their defaults, because a feed does not take those. */
export function chosenWarnings(
  { route, sent }: PreparedStatistic,
  values: Readonly<Record<string, unknown>>,
): string[] {
  return ownParams(route).flatMap(([name, { fit, fallback }]) =>
    !fit || sent.has(name) || values[name] === fallback || values[name] === undefined
      ? []
      : [`${name}=${values[name]} was chosen: the default, ${fallback}, does not fit the bars of all symbols`],
  );
}

const counted = (names: readonly string[]) => (names.length === 1 ? '1 symbol is' : `${names.length} symbols are`);
