/** What a valid bar is: the one rule. A feed sends a hundred thousand bars a second, so they are read by hand, not by a schema. */
import { startOfBar } from '../../exchange/grid.ts';
import {
  ASSET_CLASSES,
  type AssetClass,
  BASE_INTERVALS_MIN,
  canonicalSymbol,
  type Figures,
  formatInterval,
  isMixedCase,
  parseInterval,
  parseSymbol,
} from '../../exchange/symbol.ts';
import {
  firstRefusal,
  isInTime,
  isPrice,
  isRefusal,
  isRevision,
  isVolume,
  PRICE_MAX,
  PRICE_MIN,
  parseWireTime,
  plainIsoMs,
  type Refusal,
  refuse,
  refuseUnaligned,
  symbolCaseProblem,
  textProblem,
  VOLUME_MAX,
} from './events.ts';

export const BAR_FIGURES = ['open', 'high', 'low', 'close', 'volume'] as const;
export const BAR_FIELDS = ['symbol', 'asset_class', 'interval', 'ts', ...BAR_FIGURES, 'revision', 'source', 'deleted'];
const KNOWN_FIELDS = new Set(BAR_FIELDS);
const REQUIRED_FIELDS = 9;

const SOURCE_MAX = 500;

/** A bar of the wire; of one that is deleted its figures are 0. */
export interface Bar extends Figures {
  /** Canonical; of a deletion without an asset class as it came, as only the registry knows whether it is a pair. */
  readonly symbol: string;
  /** `null` only for a deletion that does not say it. */
  readonly assetClass: AssetClass | null;
  /** Minutes. */
  readonly intervalMin: number;
  /** Start as it is stored, epoch milliseconds. */
  readonly ms: number;
  readonly revision: number | undefined;
  readonly source: string | undefined;
  readonly deleted: boolean;
}

/** Prices that were computed, as adjusted ones are, may disagree by this share of them. */
const ROUNDING = 1e-9;

const isOrdered = (open: number, high: number, low: number, close: number) =>
  Math.max(low, open, close) - high <= ROUNDING * high && low - Math.min(open, close, high) <= ROUNDING * low;

export const areFigures = (open: number, high: number, low: number, close: number, volume: number) =>
  isPrice(open) &&
  isPrice(high) &&
  isPrice(low) &&
  isPrice(close) &&
  isOrdered(open, high, low, close) &&
  isVolume(volume);

const missing = (field: string) => refuse('schema', `${field}: required, but missing`);
const NO_NUMBER = 'must be a finite number, not text';

const SPELLINGS_MAX = 65_536;
const SPELLING_MAX_CHARS = 64;

/** Symbols by their spelling; emptied when full. */
const symbols = new Map<string, string>();

function readSymbol(value: unknown): string | Refusal {
  if (value === undefined || value === null) return missing('symbol');
  if (typeof value !== 'string') return refuse('invalid_symbol', 'symbol: must be text');
  const known = symbols.get(value);
  if (known !== undefined) return known;
  const symbol = parseSymbol(value);
  if (symbol === null) {
    const message = 'symbol: must be 1-32 of A-Z 0-9 . - _ : / and start with a letter or digit';
    return refuse('invalid_symbol', message);
  }
  if (isMixedCase(value)) return refuse('symbol_case', `symbol: ${symbolCaseProblem(value)}`);
  // Padding is trimmed away: what is longer than any symbol is not worth keeping.
  if (value.length > SPELLING_MAX_CHARS) return symbol;
  if (symbols.size >= SPELLINGS_MAX) symbols.clear();
  symbols.set(value, symbol);
  return symbol;
}

function readClass(value: unknown): AssetClass | Refusal {
  if (value === undefined || value === null) return missing('asset_class');
  if (value === 'equity' || value === 'etf' || value === 'crypto') return value;
  return refuse('unknown_asset_class', `asset_class: must be ${ASSET_CLASSES[0]}, etf or crypto`);
}

const intervals = new Map(BASE_INTERVALS_MIN.map((minutes) => [formatInterval(minutes), minutes]));
const BASE_INTERVALS = [...intervals.keys()].join(' ');

function readInterval(value: unknown): number | Refusal {
  if (value === undefined || value === null)
    return refuse('interval_missing', `interval: required, but missing: name one of ${BASE_INTERVALS}`);
  if (typeof value === 'string') {
    const minutes = intervals.get(value) ?? parseInterval(value);
    if (minutes !== null && BASE_INTERVALS_MIN.includes(minutes)) return minutes;
  }
  return refuse('invalid_interval', `interval: must be one of ${BASE_INTERVALS}`);
}

function readStart(value: unknown): number | Refusal {
  if (value === undefined || value === null) return missing('ts');
  const plain = typeof value === 'string' ? plainIsoMs(value) : -1;
  return isInTime(plain) ? plain : parseWireTime(value, 'ts');
}

function readPrice(value: unknown, field: string): number | Refusal {
  if (typeof value === 'number' && isPrice(value)) return value;
  if (value === undefined || value === null) return missing(field);
  const size = (value as number) > 0 ? `must lie between ${PRICE_MIN} and ${PRICE_MAX}` : 'must be above 0';
  return refuse('invalid_price', `${field}: ${Number.isFinite(value) ? size : NO_NUMBER}`);
}

function readVolume(value: unknown): number | Refusal {
  // A zero has no sign: equal bars are equal in every bit.
  if (typeof value === 'number' && isVolume(value)) return value + 0;
  if (value === undefined || value === null) return missing('volume');
  const size = (value as number) < 0 ? 'must be at least 0' : `must be at most ${VOLUME_MAX}`;
  return refuse('invalid_volume', `volume: ${Number.isFinite(value) ? size : NO_NUMBER}`);
}

function readRevision(value: unknown): number | undefined | Refusal {
  if (value === undefined || value === null) return undefined;
  if (isRevision(value)) return (value as number) + 0;
  const whole = 'must be a whole number of at least 0';
  return refuse('invalid_revision', `revision: ${Number.isFinite(value) ? whole : NO_NUMBER}`);
}

function readSource(value: unknown): string | undefined | Refusal {
  if (value === undefined || value === null) return undefined;
  const problem = textProblem(value, SOURCE_MAX);
  return problem === null ? (value as string) : refuse('schema', `source: ${problem}`);
}

function readDeleted(value: unknown): boolean | Refusal {
  if (value === undefined || value === null || typeof value === 'boolean') return value === true;
  return refuse('schema', 'deleted: must be true or false');
}

/** Whether an object has others than the required fields, all of which it has, and the optional ones: counting is fastest. */
function hasUnknownField(value: Wire): boolean {
  let count = REQUIRED_FIELDS;
  if (value['revision'] !== undefined) count++;
  if (value['source'] !== undefined) count++;
  if (value['deleted'] !== undefined) count++;
  for (const _ in value) count--;
  return count !== 0 && Object.keys(value).some((field) => !KNOWN_FIELDS.has(field));
}

/** Of the fields that were read the refusal that is reported, if any was refused. */
function refusalOf(value: object, read: readonly unknown[]): Refusal | undefined {
  let refusal: Refusal | undefined;
  for (const one of read) if (isRefusal(one)) refusal = refusal ? firstRefusal(refusal, one) : one;
  if (Object.keys(value).every((field) => KNOWN_FIELDS.has(field))) return refusal;
  const unknown = unknownFields(value, BAR_FIELDS);
  return refusal ? firstRefusal(refusal, unknown) : unknown;
}

export function unknownFields(value: object, known: readonly string[]): Refusal {
  const names = Object.keys(value).filter((field) => !known.includes(field));
  const shown = names.slice(0, 5).map((name) => `"${name.slice(0, 60)}"`);
  return refuse('unknown_field', `unknown field ${shown.join(', ')}; the contract knows ${known.join(', ')}`);
}

export type Wire = Readonly<Record<string, unknown>>;

/** The bar of a JSON object, or why it is refused: `deleted: true` needs symbol, interval and ts alone. */
export function readBar(value: Wire): Bar | Refusal {
  if (value['deleted'] === true) return readDeletion(value);
  const text = readSymbol(value['symbol']);
  const assetClass = readClass(value['asset_class']);
  const intervalMin = readInterval(value['interval']);
  const ms = readStart(value['ts']);
  const open = readPrice(value['open'], 'open');
  const high = readPrice(value['high'], 'high');
  const low = readPrice(value['low'], 'low');
  const close = readPrice(value['close'], 'close');
  const volume = readVolume(value['volume']);
  const revision = readRevision(value['revision']);
  const source = readSource(value['source']);
  const deleted = readDeleted(value['deleted']);
  const start = startOf(assetClass, intervalMin, ms);
  const together = refusalTogether(value, start);
  if (
    typeof text !== 'string' ||
    typeof assetClass !== 'string' ||
    typeof start !== 'number' ||
    typeof open !== 'number' ||
    typeof high !== 'number' ||
    typeof low !== 'number' ||
    typeof close !== 'number' ||
    typeof volume !== 'number' ||
    typeof deleted !== 'boolean' ||
    typeof intervalMin !== 'number' ||
    isRefusal(revision) ||
    isRefusal(source) ||
    together ||
    hasUnknownField(value)
  ) {
    const read = [
      text,
      assetClass,
      intervalMin,
      ms,
      open,
      high,
      low,
      close,
      volume,
      revision,
      source,
      deleted,
      together,
    ];
    return refusalOf(value, read)!;
  }
  const symbol = assetClass === 'crypto' ? canonicalSymbol(text, assetClass) : text;
  return {
    symbol,
    assetClass,
    intervalMin,
    ms: start,
    open,
    high: Math.max(high, open, close),
    low: Math.min(low, open, close),
    close,
    volume,
    revision,
    source,
    deleted,
  };
}

const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
const isNumberOrAbsent = (value: unknown) => value === undefined || value === null || isNumber(value);
const isPositive = (value: unknown) => isNumber(value) && (value as number) > 0;

/** Returns the stored start, or why no bar starts then; `ms` itself if the interval is refused. */
function startOf(
  assetClass: AssetClass | null | Refusal,
  intervalMin: number | Refusal,
  ms: number | Refusal,
): number | Refusal {
  if (typeof ms !== 'number' || typeof intervalMin !== 'number') return ms;
  return startOfBar(isRefusal(assetClass) ? null : assetClass, intervalMin, ms) ?? refuseUnaligned(intervalMin);
}

/** Returns why start and prices do not fit together; nothing if a figure is refused by itself. */
function refusalTogether(value: Wire, start: number | Refusal): Refusal | undefined {
  const { open, high, low, close, volume, revision } = value as Record<string, number>;
  if (!isPositive(open) || !isPositive(high) || !isPositive(low) || !isPositive(close)) return undefined;
  if (!isNumber(volume) || !isNumberOrAbsent(revision)) return undefined;
  if (isRefusal(start)) return start.reason === 'unaligned_timestamp' ? start : undefined;
  if (isOrdered(open, high, low, close)) return undefined;
  return refuse(
    'ohlc_inconsistent',
    `low: low ${low} must be at most open ${open} and close ${close}, and these at most high ${high}`,
  );
}

function readDeletion(value: Wire): Bar | Refusal {
  const { asset_class: said } = value;
  const text = readSymbol(value['symbol']);
  const assetClass = said === undefined || said === null ? null : readClass(said);
  const ms = readStart(value['ts']);
  const revision = readRevision(value['revision']);
  const source = readSource(value['source']);
  const intervalMin = readInterval(value['interval']);
  const start = isNumberOrAbsent(value['revision']) ? startOf(assetClass, intervalMin, ms) : ms;
  const refusal = refusalOf(value, [text, assetClass, intervalMin, start, revision, source]);
  if (refusal) return refusal;
  const symbol = assetClass === 'crypto' ? canonicalSymbol(text as string, assetClass) : text;
  const figures = { open: 0, high: 0, low: 0, close: 0, volume: 0 };
  return { symbol, assetClass, intervalMin, ms: start, ...figures, revision, source, deleted: true } as Bar;
}
