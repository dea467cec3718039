/** Symbols other than as their records are stored: unadjusted, or from the first day that a plan's history shows. */
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import type { Reader } from '../../sql/reader.ts';
import { barsAtEnd } from '../evaluation/bar-ends.ts';
import { SESSIONS_TABLE } from '../evaluation/tables/schema.ts';
import type { Adjustment } from '../market/bars.ts';
import { ALL_DATES } from '../statistics/statistic.ts';
import type { SymbolInfo } from './answers.ts';

/** Most symbols have a bar within so many days; only for the others all later bars are looked at. */
const LOOK_DAYS = 14;

/** Returns the symbol with its prices and volumes as `adjustment` wants them; itself if that makes no difference. */
export function adjustedTo(symbol: SymbolInfo, adjustment: Adjustment): SymbolInfo {
  if (adjustment === 'splits' || !symbol.splits?.length) return symbol;
  return { ...symbol, version: `${symbol.version}|raw`, isRaw: true };
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
