/** What the operator says about files: read once, checked against the contract. */
import { BASE_INTERVALS_MIN, formatInterval, parseInterval } from '../../../lib/interval.ts';
import { ASSET_CLASSES, parseSymbol } from '../../../lib/symbol.ts';
import { ImportError } from './errors.ts';
import { checkField, type ImportKind } from './fields.ts';
import { readCell } from './values.ts';
import { openZone, type Zone } from './zone.ts';

export interface ImportOptions {
  /** For every row: a file of one symbol. */
  symbol?: string;
  /** For every row: `equity`, `etf` or `crypto`. */
  assetClass?: string;
  /** For every bar, such as `1m`; else a column's, else judged by the steps between the bars. */
  interval?: string;
  /** IANA name of the clock that times without an offset were read from. */
  tz?: string;
  /** Column of a field, where its name does not tell. */
  map?: Readonly<Record<string, string>>;
  /** Value of a field where the row has none. */
  defaults?: Readonly<Record<string, string>>;
}

export interface ReadOptions {
  readonly overrides: Readonly<Record<string, unknown>>;
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly map: Readonly<Record<string, string>>;
  readonly zone: Zone | undefined;
}

function usage(message: string): never {
  throw new ImportError('usage', message);
}

function checkInterval(text: string): string {
  const minutes = parseInterval(text);
  if (minutes !== null && BASE_INTERVALS_MIN.includes(minutes)) return formatInterval(minutes);
  return usage(`--interval ${text}: give one of ${BASE_INTERVALS_MIN.map(formatInterval).join(', ')}`);
}

/** Throws an ImportError (usage) that names the option and what it may be. */
export function readOptions(kind: ImportKind, options: ImportOptions): ReadOptions {
  const overrides: Record<string, unknown> = {};
  if (options.symbol !== undefined) {
    if (parseSymbol(options.symbol) === null) usage(`--symbol ${options.symbol}: not 1-32 of A-Z 0-9 . - _ : /`);
    overrides['symbol'] = options.symbol;
  }
  if (options.assetClass !== undefined) {
    const assetClass = readCell('asset_class', options.assetClass, true);
    if (!(ASSET_CLASSES as readonly unknown[]).includes(assetClass)) {
      usage(`--asset-class ${options.assetClass}: give equity, etf or crypto`);
    }
    overrides['asset_class'] = assetClass;
  }
  if (options.interval !== undefined) {
    if (kind === 'news') usage('--interval: news has none');
    overrides['interval'] = checkInterval(options.interval);
  }
  const defaults: Record<string, unknown> = {};
  for (const [field, text] of Object.entries(options.defaults ?? {})) {
    checkField(kind, field, '--default');
    const value = readCell(field, text, true);
    if (value !== undefined) defaults[field] = value;
  }
  const map = options.map ?? {};
  for (const field of Object.keys(map)) checkField(kind, field, '--map');
  return { overrides, defaults, map, zone: options.tz === undefined ? undefined : openZone(options.tz) };
}
