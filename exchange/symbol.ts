/** Symbols: their canonical spelling, asset class and the name of the analysts' view. */

export const ASSET_CLASSES = ['equity', 'etf', 'crypto'] as const;
export type AssetClass = (typeof ASSET_CLASSES)[number];

/** Tried on the text as it came: upper case would make letters of other alphabets (dotless i, long s) into these. */
const SYMBOL = /^[a-zA-Z0-9][a-zA-Z0-9.\-_:/]{0,31}$/;

/** Upper case, trimmed; `null` where it is no symbol (1-32 of `A-Z 0-9 . - _ : /`, starting with a letter or digit). */
export function parseSymbol(text: string): string | null {
  const trimmed = text.trim();
  return SYMBOL.test(trimmed) ? trimmed.toUpperCase() : null;
}

/** The one spelling under which a symbol is stored and echoed: a crypto pair loses its slash. */
export function canonicalSymbol(symbol: string, assetClass: AssetClass): string {
  return assetClass === 'crypto' ? symbol.replaceAll('/', '') : symbol;
}

/** Name of the per-symbol view for analysts, as in `bars_btcusd`; characters outside `a-z0-9` become `_`. */
export function barsViewName(symbol: string): string {
  return `bars_${symbol
    .replaceAll('/', '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '_')}`;
}
