/** Symbols (canonical spelling, asset class, name of the analysts' view) and the intervals of their bars in whole minutes. */

export const ASSET_CLASSES = ['equity', 'etf', 'crypto'] as const;
export type AssetClass = (typeof ASSET_CLASSES)[number];

/** Prices and volume of a bar, or a column of each for many bars. */
export interface Figures<T = number> {
  readonly open: T;
  readonly high: T;
  readonly low: T;
  readonly close: T;
  readonly volume: T;
}

/** Pattern for the text before it is upper-cased, which would turn letters such as dotless i and long s into ASCII. */
const SYMBOL = /^[a-zA-Z0-9][a-zA-Z0-9.\-_:/]{0,31}$/;

/** Returns the symbol trimmed in upper case; `null` if invalid (1-32 of `A-Z 0-9 . - _ : /`, first a letter or digit). */
export function parseSymbol(text: string): string | null {
  const trimmed = text.trim();
  return SYMBOL.test(trimmed) ? trimmed.toUpperCase() : null;
}

/**
 * Returns true if a word of the text mixes upper-case and lower-case letters: some vendors list `BCpC`, a note of another
 * issuer than `BCPC`. Words may differ, as in `CRYPTO:altcoin`.
 */
export const isMixedCase = (text: string): boolean => /[a-z][A-Z0-9]*[A-Z]|[A-Z][A-Z0-9]*[a-z]/.test(text);

/** Returns the spelling under which a symbol is stored and echoed: a crypto pair loses its slash. */
export function canonicalSymbol(symbol: string, assetClass: AssetClass): string {
  return assetClass === 'crypto' ? symbol.replaceAll('/', '') : symbol;
}

/** Returns a search text in upper case without the slash of a pair. */
export const searchedText = (text: string): string => text.trim().toUpperCase().replaceAll('/', '');

/** Returns the rank of a match: 0 for the symbol itself, 1 for its beginning, 2 for a part of it, -1 for no match. */
export function searchRank(symbol: string, search: string): number {
  const at = symbol.replaceAll('/', '').indexOf(search);
  return at > 0 ? 2 : at === 0 && symbol.length > search.length && search !== '' ? 1 : at;
}

/** Returns the name of the analysts' view of a symbol's base series, such as `bars_btcusd`; other characters become `_`. */
export function barsViewName(symbol: string): string {
  const name = symbol.replaceAll('/', '').toLowerCase();
  return `bars_${name.replace(/[^a-z0-9]/g, '_')}`;
}

const UNIT_MINUTES: Record<string, number> = { m: 1, h: 60, d: 1440, w: 10080 };

/** Base intervals that a feed may have, in minutes: 1m 2m 3m 5m 10m 15m 30m 1h 2h 4h 1d. */
export const BASE_INTERVALS_MIN: readonly number[] = [1, 2, 3, 5, 10, 15, 30, 60, 120, 240, 1440];

/** Returns the minutes of `1m`, `15Min`, `1h`, `4H`, `1d`...; `null` if the text is no interval, such as `1M` (a month). */
export function parseInterval(text: string): number | null {
  const match = /^(\d{1,4})\s*(m|min|h|d|w)$/i.exec(text.trim());
  if (!match || match[2] === 'M') return null;
  const minutes = Number(match[1]) * UNIT_MINUTES[match[2][0].toLowerCase()];
  return minutes > 0 ? minutes : null;
}

/** Returns the spelling of a base interval: `1m`, `15m`, `1h`, `1d`. */
export function formatInterval(minutes: number): string {
  if (minutes % 1440 === 0) return `${minutes / 1440}d`;
  if (minutes % 60 === 0) return `${minutes / 60}h`;
  return `${minutes}m`;
}

/** A symbol at one interval; interval 0 stands for a symbol that has news but no bars. */
export interface SeriesOf {
  readonly symbol: string;
  readonly intervalMin: number;
}

/** Returns the key of a series in the tables: `SPY 1m`, or `SPY ` if the symbol has no bars. */
export const seriesName = ({ symbol, intervalMin }: SeriesOf): string =>
  `${symbol} ${intervalMin === 0 ? '' : formatInterval(intervalMin)}`;

/** Reads the key of a series. */
export function partsOfSeries(name: string): SeriesOf {
  const at = name.indexOf(' ');
  return { symbol: name.slice(0, at), intervalMin: parseInterval(name.slice(at + 1)) ?? 0 };
}
