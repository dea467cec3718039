/** Symbols whose data have stopped, by the bars of others of their asset class and interval: there is no other clock. */

import { isTradingDay } from '../../exchange/calendar.ts';
import { dateIn } from '../../exchange/new-york.ts';
import { getOrMake } from '../../lib/collections.ts';
import type { SymbolMeta } from '../market/bars.ts';
import { type SessionSpec, windowOf } from '../market/sessions.ts';

interface Series extends SymbolMeta {
  /** Start of its last bar, UTC minutes; null without one. */
  readonly lastBar: number | null;
}

/** End of the newest bar by asset class and interval, UTC minutes. */
export type NewestBars = ReadonlyMap<string, number>;

const seriesOf = ({ assetClass, intervalMin }: Pick<SymbolMeta, 'assetClass' | 'intervalMin'>) =>
  `${assetClass} ${intervalMin}`;

export function newestBarsOf(symbols: Iterable<Series>): NewestBars {
  const newest = new Map<string, number>();
  for (const symbol of symbols) {
    if (symbol.lastBar === null) continue;
    const key = seriesOf(symbol);
    newest.set(key, Math.max(newest.get(key) ?? Number.NEGATIVE_INFINITY, symbol.lastBar + symbol.intervalMin));
  }
  return newest;
}

/** Names of the symbols since whose last bar a whole session has ended. */
export function staleSymbols(symbols: readonly Series[], newest: NewestBars, session: SessionSpec): Set<string> {
  // Most symbols end with the same bar.
  const nextEnds = new Map<string, number>();
  const stale = new Set<string>();
  for (const symbol of symbols) {
    if (symbol.lastBar === null) continue;
    const end = symbol.lastBar + symbol.intervalMin;
    const nextEnd = getOrMake(nextEnds, `${seriesOf(symbol)} ${end}`, () => nextSessionEnd(end, session, symbol));
    if (nextEnd <= (newest.get(seriesOf(symbol)) ?? end)) stale.add(symbol.symbol);
  }
  return stale;
}

/** End of the first session that begins at or after a minute. */
function nextSessionEnd(minute: number, session: SessionSpec, meta: SymbolMeta): number {
  for (let date = dateIn(meta.assetClass, minute) - 1; ; date++) {
    const { start, end } = windowOf(date, session, meta);
    if (start >= minute && (meta.assetClass === 'crypto' || isTradingDay(date))) return end;
  }
}
