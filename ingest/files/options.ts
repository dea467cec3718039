/** Options of an import, checked against the contract, and the symbols that names of files show. */

import { basename, dirname } from 'node:path';
import {
  ASSET_CLASSES,
  BASE_INTERVALS_MIN,
  formatInterval,
  isMixedCase,
  parseInterval,
  parseSymbol,
} from '../../exchange/symbol.ts';
import { symbolCaseProblem } from '../contract/events.ts';
import { FILE_BOUNDS, type FileBounds, ImportError } from './errors.ts';
import { checkField, hasField, type ImportKind, mapColumns } from './fields.ts';
import type { Part } from './open.ts';
import { type DateFormat, openZone, type Zone } from './time.ts';
import { readCell } from './values.ts';

/** Options of an import as they are given; {@link readOptions} checks each value and names the option. */
export interface ImportOptions {
  /** For every row: a file of one symbol. */
  readonly symbol?: string;
  readonly assetClass?: string;
  /** For every bar, such as `1m`; else a column's, else judged by the steps between the bars. */
  readonly interval?: string;
  /** IANA name of the clock that times without an offset were read from. */
  readonly tz?: string;
  /** Column of a field, where its name does not tell; `A+B` for the sum of two, `-` for none. */
  readonly map?: Readonly<Record<string, string>>;
  /** Value of a field where the row has none. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** Names of the columns of a file without a header, by commas; `-` for one that is not used. */
  readonly columns?: string;
  /** `start` or `end`: which end of its bar a time names. */
  readonly stamp?: string;
  /** What prices are multiplied by, such as `1e-9`. */
  readonly priceScale?: string;
  readonly decimal?: string;
  /** Such as `MM/DD/YYYY` or `DD.MM.YY`: the order of year, month and day counts, and the digits of the year. */
  readonly dateFormat?: string;
  /** Leaves out bars without volume whose four prices are one. */
  readonly dropFillers?: boolean;
}

export interface ReadOptions {
  readonly kind: ImportKind;
  /** As they were given: a thread reads them again. */
  readonly given: ImportOptions;
  readonly overrides: Readonly<Record<string, unknown>>;
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly map: Readonly<Record<string, string>>;
  readonly zone: Zone | undefined;
  readonly columns: readonly string[] | undefined;
  readonly stamp: 'start' | 'end' | undefined;
  readonly priceScale: number | undefined;
  readonly decimal: '.' | ',' | undefined;
  readonly dateFormat: DateFormat | undefined;
  readonly dropFillers: boolean;
  readonly bounds: FileBounds;
}

function usage(message: string): never {
  throw new ImportError('usage', message);
}

function checkInterval(text: string): string {
  const minutes = parseInterval(text);
  if (minutes !== null && BASE_INTERVALS_MIN.includes(minutes)) return formatInterval(minutes);
  return usage(`--interval ${text}: give one of ${BASE_INTERVALS_MIN.map(formatInterval).join(', ')}`);
}

function oneOf<T extends string>(option: string, text: string | undefined, values: readonly T[]): T | undefined {
  if (text === undefined) return undefined;
  const found = values.find((value) => value === text.toLowerCase());
  return found ?? usage(`${option} ${text}: give ${values.join(' or ')}`);
}

function readScale(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const scale = Number(text);
  if (Number.isFinite(scale) && scale > 0) return scale;
  return usage(`--price-scale ${text}: give what prices are multiplied by, such as 1e-9 or 0.01`);
}

function readDateFormat(text: string | undefined): DateFormat | undefined {
  if (text === undefined) return undefined;
  const letters = [...text.toUpperCase().replace(/[^YMD]/g, '')];
  const order = letters.filter((letter, i) => letter !== letters[i - 1]).join('');
  const shortYear = letters.filter((letter) => letter === 'Y').length === 2;
  if (order === 'YMD' || order === 'MDY' || order === 'DMY') return { order, shortYear };
  return usage(
    `--date-format ${text}: give YYYY-MM-DD, MM/DD/YYYY or DD.MM.YY (Y, M and D in the order of the file, YY for a year of two digits)`,
  );
}

function readColumns(kind: ImportKind, text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined;
  const names = text.split(',').map((name) => name.trim());
  if (names.includes('')) usage(`--columns ${text}: a name is empty; give - for a column that is not used`);
  const twice = names.find((name, i) => name !== '-' && names.indexOf(name) !== i);
  if (twice !== undefined) usage(`--columns ${text}: ${twice} is listed twice`);
  if (names.every((name) => name === '-')) usage(`--columns ${text}: names no column of ${kind}`);
  return names;
}

/** `bounds`: tighter ones, in tests. Throws an ImportError (usage) that names the option and what it may be. */
export function readOptions(kind: ImportKind, options: ImportOptions, bounds: Partial<FileBounds> = {}): ReadOptions {
  const overrides: Record<string, unknown> = {};
  const none = (option: string) => usage(`${option}: ${kind} has none`);
  if (options.symbol !== undefined && !hasField(kind, 'symbol')) none('--symbol');
  if (options.assetClass !== undefined && !hasField(kind, 'asset_class')) none('--asset-class');
  if (options.symbol !== undefined) {
    if (parseSymbol(options.symbol) === null) usage(`--symbol ${options.symbol}: not 1-32 of A-Z 0-9 . - _ : /`);
    if (isMixedCase(options.symbol)) usage(`--symbol: ${symbolCaseProblem(options.symbol)}`);
    overrides['symbol'] = options.symbol;
  }
  if (options.assetClass !== undefined) {
    const assetClass = readCell('asset_class', options.assetClass);
    if (!(ASSET_CLASSES as readonly unknown[]).includes(assetClass)) {
      usage(`--asset-class ${options.assetClass}: give equity, etf or crypto`);
    }
    overrides['asset_class'] = assetClass;
  }
  if (options.interval !== undefined) {
    if (kind !== 'bars') none('--interval');
    overrides['interval'] = checkInterval(options.interval);
  }
  const defaults: Record<string, unknown> = {};
  for (const [field, text] of Object.entries(options.defaults ?? {})) {
    checkField(kind, field, '--default');
    const value = readCell(field, text);
    if (value !== undefined) defaults[field] = value;
  }
  const map = options.map ?? {};
  for (const field of Object.keys(map)) checkField(kind, field, '--map');
  const stamp = oneOf('--stamp', options.stamp, ['start', 'end'] as const);
  const priceScale = readScale(options.priceScale);
  if (kind !== 'bars') {
    if (stamp !== undefined) none('--stamp');
    if (options.priceScale !== undefined) none('--price-scale');
    if (options.dropFillers) none('--drop-fillers');
  }
  return {
    kind,
    given: options,
    overrides,
    defaults,
    map,
    zone: options.tz === undefined ? undefined : openZone(options.tz),
    columns: readColumns(kind, options.columns),
    stamp,
    priceScale,
    decimal: oneOf('--decimal', options.decimal, ['.', ','] as const),
    dateFormat: readDateFormat(options.dateFormat),
    dropFillers: options.dropFillers === true,
    bounds: { ...FILE_BOUNDS, ...bounds },
  };
}

/** What follows a symbol in the name of its file: an interval, dates, a vendor's words. */
const BEHIND = [
  '\\d{1,4}(?:s|m|min|minutes?|h|hours?|d|days?)?',
  '[\\d-]{4,}',
  'full|adj|adjusted|adjsplit|adjsplitdiv|unadj|unadjusted|raw|last|bid|ask|trades?|us',
  'minutes?|hour|hourly|day|daily|intraday|bars?|ohlcv?|data|candles?|history',
].join('|');
const ENDINGS = 'csv|txt|json|ndjson|jsonl|parquet|xlsx|gz|zip';
/** `SPY.csv`, `SPY_1m.csv.gz`, `BRK.B.txt`, `AAPL_full_5min_adjsplit.txt`, `BTCUSDT-1m-2025-06.zip`, `20131007_spy_minute_trade.csv` */
const NAMED = new RegExp(
  `^(?:\\d{8}_)?([a-z][a-z0-9]{0,14}(?:[.-][a-z](?![a-z0-9]))?)(?:[_. -](?:${BEHIND}))*(?:\\.(?:${ENDINGS}))+$`,
  'i',
);
const NO_SYMBOL =
  /^(?:DATA|BARS?|FILE|TEST|OHLCV?|PRICES?|DAILY|EXPORT|QUOTES?|CANDLES?|HISTORY|INTRADAY|STOCKS?|PARTS?|CHUNK|SPLIT|TABLE|SHEET)\d*$/i;

function symbolOfName(name: string): string | undefined {
  const symbol = NAMED.exec(name)?.[1];
  return symbol === undefined || NO_SYMBOL.test(symbol) ? undefined : symbol;
}

/** The symbol of a file by its name, which is in capitals: `prices.csv` is nobody's. */
function symbolOfFile(path: string): string | undefined {
  const symbol = symbolOfName(basename(path));
  return symbol === symbol?.toUpperCase() ? symbol : undefined;
}

/** By the name of an archive's file, else by that of its folder (`AAPL/2025.csv`); never by the archive's own. */
function symbolOfMember(member: string): string | undefined {
  const folder = basename(dirname(member));
  return symbolOfName(basename(member)) ?? (folder === '.' ? undefined : symbolOfName(`${folder}.csv`));
}

/** Symbols by part, for bars that no column and no option names; `undefined` if the names of the files do not show them. */
export function symbolsOfParts(
  columns: readonly string[],
  { kind, overrides, defaults, map }: ReadOptions,
  parts: readonly Part[],
): string[] | undefined {
  if (kind !== 'bars' || 'symbol' in overrides || 'symbol' in defaults) return undefined;
  if (mapColumns({ kind, map }, columns).columnOf.has('symbol')) return undefined;
  const symbols = parts.map(({ source, member }) =>
    member === undefined ? symbolOfFile(source.path) : symbolOfMember(member),
  );
  if (!symbols.every((symbol) => symbol !== undefined)) return undefined;
  const mixed = symbols.findIndex(isMixedCase);
  if (mixed >= 0) usage(`${parts[mixed].label}: symbol: ${symbolCaseProblem(symbols[mixed])}; unpack the archive`);
  return symbols.map((symbol) => symbol.toUpperCase());
}
