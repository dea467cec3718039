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

/** The symbols as they are, but for the bars and the number of sessions, of all their series, which count from `earliest` on. */
export async function symbolsFrom(
  reader: Reader,
  symbols: readonly SymbolInfo[],
  earliest: number,
): Promise<readonly SymbolInfo[]> {
  const start = earliest * MINUTES_PER_DAY;
  const all = symbols.flatMap((symbol) => symbol.all ?? symbol);
  const cut = all.filter(({ firstBar, lastBar }) => firstBar !== null && firstBar < start && lastBar! >= start);
  const names = cut.map(({ series }) => series);
  const first = new Map(await barsAtEnd(reader, 'min', names, { from: earliest, to: earliest + LOOK_DAYS - 1 }));
  const late = names.filter((name) => !first.has(name));
  for (const [name, minute] of await barsAtEnd(reader, 'min', late, { from: earliest, to: ALL_DATES.to }))
    first.set(name, minute);
  const sessions = await sessionCounts(reader, names, earliest);
  const seen = (symbol: SymbolInfo): SymbolInfo => {
    if (symbol.firstBar === null || symbol.firstBar >= start) return symbol;
    // All of it lies before the plan's history, so that its last bar is as little the plan's as its first.
    if (symbol.lastBar! < start) return { ...symbol, firstBar: null, lastBar: null, sessions: 0 };
    const { series } = symbol;
    return { ...symbol, firstBar: first.get(series) ?? null, sessions: sessions.get(series) ?? 0 };
  };
  return symbols.map((symbol) => (symbol.all ? { ...seen(symbol), all: symbol.all.map(seen) } : seen(symbol)));
}

async function sessionCounts(reader: Reader, series: readonly string[], earliest: number) {
  if (series.length === 0) return new Map<string, number>();
  const rows = await reader.query<{ name: string; sessions: number }>(
    `SELECT CAST(series, 'String') AS name, toUInt32(count()) AS sessions FROM ${SESSIONS_TABLE.name} FINAL
     WHERE series IN {series:Array(String)} AND session = 'default' AND variant = '' AND \`date\` >= toDate32({earliest:Int32})
     GROUP BY name`,
    { series, earliest },
  );
  return new Map(rows.map(({ name, sessions }) => [name, sessions]));
}
