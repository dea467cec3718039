/** What is stored of the symbols from a day on: what a plan with a bounded history shows. */
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import type { Reader } from '../../sql/reader.ts';
import { SESSIONS_TABLE } from '../engine/tables/schema.ts';
import type { SymbolInfo } from './answers.ts';

/** Most symbols have a bar within so many days; only for the others all later bars are looked at. */
const LOOK_DAYS = 14;

/** The symbols as they are, but for the first bars and the number of sessions, which count from `earliest` on. */
export async function symbolsFrom(
  reader: Reader,
  symbols: readonly SymbolInfo[],
  earliest: number,
): Promise<readonly SymbolInfo[]> {
  const start = earliest * MINUTES_PER_DAY;
  const cut = symbols.filter(({ firstBar, lastBar }) => firstBar !== null && firstBar < start && lastBar! >= start);
  const names = cut.map(({ symbol }) => symbol);
  const first = await firstBars(reader, names, start, start + LOOK_DAYS * MINUTES_PER_DAY);
  const late = names.filter((name) => !first.has(name));
  for (const [name, minute] of await firstBars(reader, late, start, null)) first.set(name, minute);
  const sessions = await sessionCounts(reader, names, earliest);
  return symbols.map((whole) => {
    const symbol = withDailiesFrom(whole, earliest);
    if (symbol.firstBar === null || symbol.firstBar >= start) return symbol;
    return { ...symbol, firstBar: first.get(symbol.symbol) ?? null, sessions: sessions.get(symbol.symbol) ?? 0 };
  });
}

/** Whether a daily bar lies on the first day itself is not looked for. */
function withDailiesFrom({ daily, ...symbol }: SymbolInfo, earliest: number): SymbolInfo {
  if (!daily || daily.until <= earliest) return symbol;
  return { ...symbol, daily: { ...daily, first: Math.max(daily.first, earliest) } };
}

/** Start of the first bar in `[from, to)` by symbol, UTC minutes. */
async function firstBars(reader: Reader, symbols: readonly string[], from: number, to: number | null) {
  if (symbols.length === 0) return new Map<string, number>();
  const rows = await reader.query<{ symbol: string; minute: number }>(
    `SELECT CAST(symbol, 'String') AS symbol, intDiv(toUInt32(min(ts)), 60) AS minute FROM market.bars FINAL
     WHERE symbol IN {symbols:Array(String)} AND ts >= toDateTime({from:UInt32}, 'UTC')
       ${to === null ? '' : "AND ts < toDateTime({to:UInt32}, 'UTC')"}
     GROUP BY symbol`,
    { symbols: [...symbols], from: Math.max(0, from * 60), to: Math.max(0, (to ?? 0) * 60) },
  );
  return new Map(rows.map(({ symbol, minute }) => [symbol, minute]));
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
