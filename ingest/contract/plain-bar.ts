/**
 * When a bar is valid, and how the commonest spelling of one is read: what a feed sends a hundred thousand times a second.
 * The rules of figures and times are here alone; the schema asks them, too, and has the words for a bar that breaks one.
 */

import {
  type AssetClass,
  BASE_INTERVALS_MIN,
  canonicalSymbol,
  parseInterval,
  parseSymbol,
} from '../../exchange/symbol.ts';
import { PRICE_MAX, PRICE_MIN, VOLUME_MAX } from './numbers.ts';
import { isInTime, plainIsoMs } from './time.ts';

const SPELLINGS_MAX = 65_536;
const SPELLING_MAX_CHARS = 64;

/** Canonical symbols by their spelling, one map for pairs and one for the rest; emptied when full. */
const spellings = { pair: new Map<string, string>(), plain: new Map<string, string>() };

function canonical(text: string, assetClass: AssetClass): string | undefined {
  const known = assetClass === 'crypto' ? spellings.pair : spellings.plain;
  const found = known.get(text);
  if (found !== undefined) return found;
  const symbol = parseSymbol(text);
  if (symbol === null) return undefined;
  // Padding is trimmed away: what is longer than any symbol is not worth keeping.
  if (text.length > SPELLING_MAX_CHARS) return canonicalSymbol(symbol, assetClass);
  if (known.size >= SPELLINGS_MAX) known.clear();
  const result = canonicalSymbol(symbol, assetClass);
  known.set(text, result);
  return result;
}

const intervals = new Map<string, number>();

function intervalOf(text: string): number | undefined {
  const known = intervals.get(text);
  if (known !== undefined) return known;
  const minutes = parseInterval(text);
  if (minutes === null || !BASE_INTERVALS_MIN.includes(minutes)) return undefined;
  if (intervals.size < 1000 && text.length < 16) intervals.set(text, minutes);
  return minutes;
}

export const isPrice = (value: number) => value >= PRICE_MIN && value <= PRICE_MAX;
export const isVolume = (value: number) => value >= 0 && value <= VOLUME_MAX;

/** The low is the lowest and the high the highest. */
export const isOrdered = (open: number, high: number, low: number, close: number) =>
  low <= open && low <= close && high >= open && high >= close;

/** Whether a bar may have these prices and this volume. */
export function areGoodFigures(open: number, high: number, low: number, close: number, volume: number): boolean {
  if (!isPrice(open) || !isPrice(high) || !isPrice(low) || !isPrice(close)) return false;
  return isOrdered(open, high, low, close) && isVolume(volume);
}

/** Whether a bar of so many minutes may start there. */
export const isAligned = (ms: number, intervalMin: number) => ms % (intervalMin * MINUTE_MS) === 0;

/** Whether a bar may start at this time, in epoch milliseconds. `intervalMin`: `null` where it is not known yet. */
export const isGoodStart = (ms: number, intervalMin: number | null): boolean =>
  isInTime(ms) && isAligned(ms, intervalMin ?? 1);

const MINUTE_MS = 60_000;
const REQUIRED = 8;

/** What a bar says beside its figures. */
export interface PlainBar {
  /** Canonical. */
  readonly symbol: string;
  readonly assetClass: AssetClass;
  /** Minutes; `null`: the symbol's own. */
  readonly intervalMin: number | null;
  /** Start, epoch milliseconds. */
  readonly ms: number;
  readonly revision: number | undefined;
}

export const BAR_FIGURES = ['open', 'high', 'low', 'close', 'volume'] as const;

/**
 * Reads a valid bar of the commonest spelling: its figures are `value`'s own. `null` for any other, which is for the schema:
 * other spellings of what is valid, too.
 */
export function plainBar(value: Readonly<Record<string, unknown>>): PlainBar | null {
  const { symbol: text, asset_class: assetClass, interval, ts, open, high, low, close, volume, revision } = value;
  let fields = REQUIRED;
  if (interval !== undefined) fields++;
  if (revision !== undefined) fields++;
  // Any other field, also `source` and `deleted`, is the schema's business.
  for (const _ in value) fields--;
  if (fields !== 0 || typeof text !== 'string' || typeof volume !== 'number') return null;
  if (typeof open !== 'number' || typeof high !== 'number' || typeof low !== 'number' || typeof close !== 'number')
    return null;
  if (assetClass !== 'equity' && assetClass !== 'etf' && assetClass !== 'crypto') return null;
  if (!areGoodFigures(open, high, low, close, volume)) return null;

  const ms = typeof ts === 'number' ? ts : typeof ts === 'string' ? plainIsoMs(ts) : -1;
  let intervalMin: number | null = null;
  if (interval !== undefined) {
    if (typeof interval !== 'string') return null;
    const minutes = intervalOf(interval);
    if (minutes === undefined) return null;
    intervalMin = minutes;
  }
  if (!isGoodStart(ms, intervalMin)) return null;
  if (revision !== undefined && !isRevision(revision)) return null;
  const symbol = canonical(text, assetClass);
  if (symbol === undefined) return null;
  return { symbol, assetClass, intervalMin, ms, revision: revision === undefined ? undefined : revision + 0 };
}

export const isRevision = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
