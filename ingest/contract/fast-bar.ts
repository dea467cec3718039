/**
 * The plain bar, validated by hand: what a feed sends a hundred thousand times a second. It accepts only what is
 * surely good and says nothing of the rest, so that every reason comes from the schema alone; a property test
 * holds the two to the same answer.
 */

import { BASE_INTERVALS_MIN, parseInterval } from '../../lib/interval.ts';
import { type AssetClass, canonicalSymbol, parseSymbol } from '../../lib/symbol.ts';
import { PRICE_MAX, PRICE_MIN, VOLUME_MAX } from './numbers.ts';
import type { BarRow, RecordMeta } from './rows.ts';
import { END_OF_TIME_MS, plainIsoMs } from './time.ts';

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

const isPrice = (value: number) => value >= PRICE_MIN && value <= PRICE_MAX;

/** Whether a bar may have these prices and this volume. */
export function areGoodFigures(open: number, high: number, low: number, close: number, volume: number): boolean {
  if (!isPrice(open) || !isPrice(high) || !isPrice(low) || !isPrice(close)) return false;
  if (low > open || low > close || high < open || high < close) return false;
  return volume >= 0 && volume <= VOLUME_MAX;
}

/** Whether a bar may start at this time, in epoch milliseconds. `intervalMin`: `null` where it is not known yet. */
export const isGoodStart = (ms: number, intervalMin: number | null): boolean =>
  ms >= 0 && ms < END_OF_TIME_MS && ms % ((intervalMin ?? 1) * MINUTE_MS) === 0;

const MINUTE_MS = 60_000;
const REQUIRED = 8;

/** The row of a plain bar; `null` for whatever is not plainly good. */
export function fastBar(value: Record<string, unknown>, meta: RecordMeta): BarRow | null {
  const { symbol, asset_class: assetClass, interval, ts, open, high, low, close, volume, revision } = value;
  let fields = REQUIRED;
  if (interval !== undefined) fields++;
  if (revision !== undefined) fields++;
  // Any other field, also `source` and `deleted`, is the schema's business.
  for (const _ in value) fields--;
  if (fields !== 0 || typeof symbol !== 'string' || typeof volume !== 'number') return null;
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
  const revised = revision !== undefined;
  if (revised && !(Number.isSafeInteger(revision) && (revision as number) >= 0)) return null;
  const name = canonical(symbol, assetClass);
  if (name === undefined) return null;
  return {
    table: 'bars',
    symbol: name,
    assetClass,
    intervalMin,
    minute: ms / MINUTE_MS,
    open,
    high,
    low,
    close,
    volume: volume + 0,
    partition: meta.partition,
    offset: meta.offset,
    timestampMs: meta.timestampMs,
    source: meta.source ?? '',
    version: revised ? (revision as number) + 0 : meta.timestampMs,
    revised,
    deleted: false,
    importId: meta.importId,
  };
}
