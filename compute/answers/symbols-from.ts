/** What is stored of the symbols from a day on: what a plan with a bounded history shows. */
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import type { Reader } from '../../sql/reader.ts';
import { barsAtEnd } from '../evaluation/bar-ends.ts';
import { SESSIONS_TABLE } from '../evaluation/tables/schema.ts';
import { ALL_DATES } from '../statistics/statistic.ts';
import type { SymbolInfo } from './answers.ts';

/** Most symbols have a bar within so many days; only for the others all later bars are looked at. */
const LOOK_DAYS = 14;

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
  return symbols.map((whole) => {
    const symbol = withDailiesFrom(whole, earliest);
    if (symbol.firstBar === null || symbol.firstBar >= start) return symbol;
    // All of it lies before the plan's history, so that its last bar is as little the plan's as its first.
    if (symbol.lastBar! < start) return { ...symbol, firstBar: null, lastBar: null, sessions: 0 };
    return { ...symbol, firstBar: first.get(symbol.symbol) ?? null, sessions: sessions.get(symbol.symbol) ?? 0 };
  });
}

/** Whether a daily bar lies on the first day itself is not looked for. */
function withDailiesFrom({ daily, ...symbol }: SymbolInfo, earliest: number): SymbolInfo {
  if (!daily || daily.until <= earliest) return symbol;
  return { ...symbol, daily: { ...daily, first: Math.max(daily.first, earliest) } };
}

/** Sessions under the default window from a day on, by symbol. */
async function sessionCounts(reader: Reader, symbols: readonly string[], earliest: number) {
  if (symbols.length === 0) return new Map<string, number>();
  const rows = await reader.query<{ symbol: string; sessions: number }>(
    `SELECT CAST(symbol, 'String') AS symbol, toUInt32(count()) AS sessions FROM ${SESSIONS_TABLE.name} FINAL
     WHERE symbol IN {symbols:Array(String)} AND session = 'default' AND variant = '' AND \`date\` >= toDate32({earliest:Int32})
     GROUP BY symbol`,
    { symbols: [...symbols], earliest },
  );
  return new Map(rows.map(({ symbol, sessions }) => [symbol, sessions]));
}
