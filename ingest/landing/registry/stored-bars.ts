/** What the registry asks and removes of stored bars and of what was computed from them. */

import { GRID, hasSeveralGrids } from '../../../exchange/grid.ts';
import { EXCHANGE_OPEN_MIN } from '../../../exchange/new-york.ts';
import { formatInterval, type SeriesOf, seriesName } from '../../../exchange/symbol.ts';
import { MINUTES_PER_DAY } from '../../../lib/days.ts';
import type { Store } from '../../../sql/connect.ts';
import type { Reader } from '../../../sql/reader.ts';
import {
  deleteRows,
  knownSeries,
  raiseGenerations,
  readGenerations,
  removePreviousGenerations,
  removeRows,
  tablesWith,
} from '../../../sql/symbols.ts';
import { touchDays } from '../insert.ts';

/** Something is stored of one of the symbols, or was dropped (that drop may not have completed). */
export async function wasKnown(store: Store, symbols: readonly string[]): Promise<boolean> {
  if (symbols.length === 0) return false;
  const generations = await readGenerations(store.reader, await knownSeries(store, symbols));
  return [...generations.values()].some(({ epoch }) => epoch > 0) || (await tablesWith(store, symbols)).size > 0;
}

/**
 * Removes all that is stored of symbols that are registered no more; answers which tables held some, and of which.
 * Generations are raised before what is stored is removed, for runs that are computing it, and after, for those that
 * began in between.
 *
 * @param registered series that they had
 */
export async function removeAll(
  store: Store,
  symbols: readonly string[],
  registered: readonly string[],
): Promise<Map<string, string[]>> {
  const ofNews = symbols.map((symbol) => seriesName({ symbol, intervalMin: 0 }));
  const series = [...new Set([...ofNews, ...registered, ...(await knownSeries(store, symbols))])];
  await raiseGenerations(store, series, true);
  const held = await removeRows(store, symbols);
  if (held.size === 0) return held;
  await raiseGenerations(store, series, true);
  // What a run has written between the two: it had looked at the generation before it was raised again.
  await removePreviousGenerations(store, series);
  return held;
}

/** Removes what was computed of symbols that had news alone, now that they have bars. */
export async function removeNewsSeries(store: Store, symbols: readonly string[]): Promise<void> {
  if (symbols.length === 0) return;
  const known = (await knownSeries(store, symbols)).filter((name) => name.endsWith(' '));
  if (known.length === 0) return;
  await raiseGenerations(store, known, true);
  await removePreviousGenerations(store, known);
}

const OF_SERIES = 'symbol = {symbol:String} AND interval = {interval:String}';

export async function hasBars({ reader }: Pick<Store, 'reader'>, { symbol, intervalMin }: SeriesOf): Promise<boolean> {
  const sql = `SELECT 1 FROM market.bars FINAL WHERE ${OF_SERIES} LIMIT 1`;
  return (await reader.query(sql, { symbol, interval: formatInterval(intervalMin) })).length > 0;
}

/**
 * Removes what is left of a series that is no more registered: superseded bars and deletions, their days, and what was
 * computed. False where bars came meanwhile.
 */
export async function removeSeries(store: Store, { symbol, intervalMin }: SeriesOf): Promise<boolean> {
  const series = seriesName({ symbol, intervalMin });
  await raiseGenerations(store, [series], true);
  const isGone = await removeDead(store, symbol, intervalMin);
  await removePreviousGenerations(store, [series]);
  return isGone;
}

async function removeDead(store: Store, symbol: string, intervalMin: number): Promise<boolean> {
  const of = { symbol, interval: formatInterval(intervalMin) };
  // The place first: what comes after it is not removed.
  const [{ rank }] = await store.reader.query<{ rank: string }>(
    `SELECT toString(max(rank)) AS rank FROM market.bars WHERE ${OF_SERIES}`,
    of,
  );
  if (await hasBars(store, { symbol, intervalMin })) return false;
  await deleteRows(store, ['day_log'], `${OF_SERIES} AND kind = 'bars'`, of);
  await deleteRows(store, ['bars'], `${OF_SERIES} AND rank <= toUInt64({rank:String})`, { ...of, rank });
  const days = await store.reader.query<{ day: number }>(
    `SELECT DISTINCT toInt32(toDate32(ts)) AS day FROM market.bars WHERE ${OF_SERIES}`,
    of,
  );
  const came = days.map(({ day }) => ({ kind: 'bars' as const, ...of, day, reason: ['came', series(of), day, rank] }));
  if (came.length > 0) await touchDays(store.writer, came);
  return came.length === 0;
}

const series = ({ symbol, interval }: { symbol: string; interval: string }) => `${symbol} ${interval}`;

const NEW_YORK_MINUTE = "(toHour(ts, 'America/New_York') * 60 + toMinute(ts, 'America/New_York'))";

/** The grids of `{interval:UInt32}` minutes on which a bar starts, as `gridsOf` has them. */
const GRIDS_SQL = `if(${NEW_YORK_MINUTE} = ${EXCHANGE_OPEN_MIN} AND {interval:UInt32} % 60 = 0, ${GRID.all},
  (intDiv(toUInt32(ts), 60) % {interval:UInt32} = 0) * ${GRID.utc}
  + (${NEW_YORK_MINUTE} % {interval:UInt32} = 0) * ${GRID.newYork}
  + ((${NEW_YORK_MINUTE} + ${MINUTES_PER_DAY - EXCHANGE_OPEN_MIN}) % {interval:UInt32} = 0) * ${GRID.open})`;

/** Returns the grids (bits of `GRID`) of stored series of one interval, by symbol; bars pushed on several grids leave all of them possible. */
export async function readGrids(
  reader: Reader,
  symbols: readonly string[],
  intervalMin: number,
): Promise<Map<string, number>> {
  if (symbols.length === 0 || !hasSeveralGrids(intervalMin)) return new Map();
  const rows = await reader.query<{ symbol: string; grids: number }>(
    `SELECT CAST(symbol, 'String') AS symbol, groupBitAnd(${GRIDS_SQL}) AS grids
     FROM market.bars WHERE symbol IN {symbols:Array(String)} AND interval = {of:String} AND is_deleted = 0 GROUP BY symbol`,
    { symbols, interval: intervalMin, of: formatInterval(intervalMin) },
  );
  return new Map(rows.map(({ symbol, grids }) => [symbol, grids || GRID.all]));
}
