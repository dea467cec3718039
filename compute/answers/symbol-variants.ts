/**
 * Symbols otherwise than their records are stored: with prices and volumes adjusted otherwise than for splits, or from the
 * first day that a plan with a bounded history shows.
 */
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import type { Reader } from '../../sql/reader.ts';
import { barsAtEnd } from '../evaluation/bar-ends.ts';
import { dailyFactors } from '../evaluation/daily-history.ts';
import type { CachePart } from '../evaluation/stored-records.ts';
import { readDividends, readDividendsOfDailies } from '../evaluation/tables/events.ts';
import { SESSIONS_TABLE } from '../evaluation/tables/schema.ts';
import { type Adjustment, type Dividend, factorsOf, NO_SPLITS } from '../market/bars.ts';
import { ALL_DATES } from '../statistics/statistic.ts';
import type { SymbolInfo } from './answers.ts';

/** Since the base interval serves, and before. */
export type Dividends = readonly [own: readonly Dividend[], before: readonly Dividend[]];

const BYTES_PER_DIVIDEND = 128;
/** Most symbols have a bar within so many days; only for the others all later bars are looked at. */
const LOOK_DAYS = 14;

/** See `Answers.adjusted`. */
export async function adjustedSymbol(
  reader: Reader,
  cache: CachePart<Dividends>,
  symbol: SymbolInfo,
  to: Adjustment,
): Promise<SymbolInfo> {
  if (to === 'splits' || !symbol.hasBars) return symbol;
  const { splits = NO_SPLITS, daily, firstBar } = symbol;
  const version = `${symbol.version}|${to}`;
  if (to === 'raw') {
    return splits.length === 0 ? symbol : { ...symbol, version, adjusted: { to, factors: null, daily: null } };
  }
  const read = () =>
    Promise.all([
      firstBar === null ? [] : readDividends(reader, { ...symbol, firstBar }),
      daily ? readDividendsOfDailies(reader, symbol, daily.until) : [],
    ]);
  const bytesOf = ([own, before]: Dividends) => (1 + own.length + before.length) * BYTES_PER_DIVIDEND;
  const [own, before] = await cache.load(`${symbol.symbol}|${symbol.version}`, read, bytesOf);
  if (own.length + before.length === 0) return symbol;
  const factors = factorsOf(splits, own, symbol);
  return { ...symbol, version, adjusted: { to, factors, daily: dailyFactors(splits, [...before, ...own], symbol) } };
}

/** The symbols as they are, but for the bars and the number of sessions, which count from `earliest` on. */
export async function symbolsFrom(
  reader: Reader,
  symbols: readonly SymbolInfo[],
  earliest: number,
): Promise<readonly SymbolInfo[]> {
  const start = earliest * MINUTES_PER_DAY;
  const cut = symbols.filter(({ firstBar, lastBar }) => firstBar !== null && firstBar < start && lastBar! >= start);
  const names = cut.map(({ symbol }) => symbol);
  const first = new Map(await barsAtEnd(reader, 'min', names, { from: earliest, to: earliest + LOOK_DAYS - 1 }));
  const late = names.filter((name) => !first.has(name));
  for (const [name, minute] of await barsAtEnd(reader, 'min', late, { from: earliest, to: ALL_DATES.to }))
    first.set(name, minute);
  const sessions = await sessionCounts(reader, names, earliest);
  return symbols.map(({ daily: whole, ...symbol }) => {
    // Whether a daily bar lies on the first day itself is not looked for.
    const daily = whole && whole.until > earliest && { ...whole, first: Math.max(whole.first, earliest) };
    const seen: SymbolInfo = daily ? { ...symbol, daily } : symbol;
    if (seen.firstBar === null || seen.firstBar >= start) return seen;
    // All of it lies before the plan's history, so that its last bar is as little the plan's as its first.
    if (seen.lastBar! < start) return { ...seen, firstBar: null, lastBar: null, sessions: 0 };
    return { ...seen, firstBar: first.get(seen.symbol) ?? null, sessions: sessions.get(seen.symbol) ?? 0 };
  });
}

async function sessionCounts(reader: Reader, symbols: readonly string[], earliest: number) {
  if (symbols.length === 0) return new Map<string, number>();
  const rows = await reader.query<{ symbol: string; sessions: number }>(
    `SELECT CAST(symbol, 'String') AS symbol, toUInt32(count()) AS sessions FROM ${SESSIONS_TABLE.name} FINAL
     WHERE symbol IN {symbols:Array(String)} AND session = 'default' AND variant = '' AND \`date\` >= toDate32({earliest:Int32})
     GROUP BY symbol`,
    { symbols, earliest },
  );
  return new Map(rows.map(({ symbol, sessions }) => [symbol, sessions]));
}
