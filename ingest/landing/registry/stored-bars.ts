/** Reads and removes stored bars for the registry. */

import { GRID, hasSeveralGrids } from '../../../exchange/grid.ts';
import { EXCHANGE_OPEN_MIN } from '../../../exchange/new-york.ts';
import { formatInterval, type SeriesOf } from '../../../exchange/symbol.ts';
import { MINUTES_PER_DAY } from '../../../lib/days.ts';
import type { Store } from '../../../sql/connect.ts';
import type { Reader } from '../../../sql/reader.ts';
import { deleteRows } from '../../../sql/writer.ts';

const OF_SERIES = 'symbol = {symbol:String} AND interval = {interval:String}';

export async function hasBars({ reader }: Pick<Store, 'reader'>, { symbol, intervalMin }: SeriesOf): Promise<boolean> {
  const sql = `SELECT 1 FROM market.bars FINAL WHERE ${OF_SERIES} LIMIT 1`;
  return (await reader.query(sql, { symbol, interval: formatInterval(intervalMin) })).length > 0;
}

/**
 * Removes superseded bars and deletions of a series that is no longer registered. `day_log` keeps their days. Returns false
 * if a bar landed meanwhile.
 */
export async function removeDeadBars(store: Store, { symbol, intervalMin }: SeriesOf): Promise<boolean> {
  const of = { symbol, interval: formatInterval(intervalMin) };
  // The highest rank first: what lands after it is not removed.
  const [{ rank }] = await store.reader.query<{ rank: string }>(
    `SELECT toString(max(rank)) AS rank FROM market.bars WHERE ${OF_SERIES}`,
    of,
  );
  if (await hasBars(store, { symbol, intervalMin })) return false;
  const params = { ...of, rank };
  await deleteRows(store.writer, 'market.bars', `${OF_SERIES} AND rank <= toUInt64({rank:String})`, params);
  return !(await hasBars(store, { symbol, intervalMin }));
}

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
