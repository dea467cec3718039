import { basename } from 'node:path';
import { mapColumns } from './fields.ts';
import type { ReadOptions } from './options.ts';

/** `SPY.csv`, `SPY_1m.csv.gz`, `BTCUSDT-1m-2025-06.zip`: a name in capitals, an interval and a date at most behind it. */
const NAMED =
  /^([A-Z][A-Z0-9]{0,14})(?:[_-]\d{1,2}(?:m|min|h|d)(?:[_-][\d_-]+)?)?(?:\.(?:csv|txt|json|ndjson|jsonl|parquet|xlsx|gz|zip))+$/;
const NO_SYMBOL = /^(?:DATA|BARS?|FILE|TEST|OHLCV?|PRICES?|DAILY|EXPORT|QUOTES?|CANDLES?|HISTORY|INTRADAY|STOCKS?)\d*$/;

/** Whose bars a file has where none of its columns says it, and nobody else; undefined where its name does not either. */
export function symbolOfName(columns: readonly string[], options: ReadOptions, path: string): string | undefined {
  const { kind, overrides, defaults } = options;
  if (kind !== 'bars' || 'symbol' in overrides || 'symbol' in defaults) return undefined;
  if (mapColumns(options, columns).columnOf.has('symbol')) return undefined;
  const name = NAMED.exec(basename(path))?.[1];
  return name === undefined || NO_SYMBOL.test(name) ? undefined : name;
}
