/** Daily bars go on in `bars_daily` once shorter ones are their symbol's base, and come back where these are gone. */

import { GRID, hasSeveralGrids } from '../../../exchange/grid.ts';
import { EXCHANGE_OPEN_MIN } from '../../../exchange/new-york.ts';
import { BASE_INTERVALS_MIN, formatInterval } from '../../../exchange/symbol.ts';
import { MINUTES_PER_DAY } from '../../../lib/days.ts';
import type { Store } from '../../../sql/connect.ts';
import type { Reader } from '../../../sql/reader.ts';
import {
  deleteRows,
  raiseGenerations,
  readGenerations,
  removePreviousGenerations,
  removeRows,
  tablesWith,
} from '../../../sql/symbols.ts';
import type { BarTable } from '../../contract/events.ts';
import { touchDays } from '../insert.ts';
import type { Registration } from './table.ts';

type BarsTable = 'bars' | 'bars_daily';

const COLUMNS =
  'symbol, ts, open, high, low, close, volume, version, source, topic, partition, offset, ingested_at, is_deleted, import_id';
const OF_SYMBOLS = 'symbol IN {symbols:Array(String)}';
/** Daily bars begin at 00:00 UTC. */
const IS_DAILY = `${OF_SYMBOLS} AND toUInt32(ts) % 86400 = 0`;

/**
 * Moves all daily bars of the symbols, tombstones among them. They are there twice, or in
 * their new table alone, wherever it breaks off: repeated, it goes on. Their days are logged under the new table's kind.
 * Costs what `symbols drop` does, of one symbol or of many: every part that holds some of the bars is rewritten.
 */
export async function moveDailyBars(
  store: Store,
  symbols: readonly string[],
  from: BarsTable,
  to: BarsTable,
): Promise<void> {
  const { writer } = store;
  await writer.command(
    `INSERT INTO market.${to} (${COLUMNS}) SELECT ${COLUMNS} FROM market.${from} WHERE ${IS_DAILY}`,
    { symbols },
  );
  await deleteRows(store, ['day_log'], `${OF_SYMBOLS} AND kind = {kind:String}`, { symbols, kind: from });
  await deleteRows(store, [from], IS_DAILY, { symbols });
}

/** Something is stored of one of the symbols, or was dropped (that drop may not have completed). */
export async function wasKnown(store: Store, symbols: readonly string[]): Promise<boolean> {
  if (symbols.length === 0) return false;
  const generations = await readGenerations(store.reader, symbols);
  return [...generations.values()].some(({ epoch }) => epoch > 0) || (await tablesWith(store, symbols)).size > 0;
}

/**
 * Removes all that is stored of symbols that are registered no more; answers which tables held some, and of which.
 * Generations are raised before what is stored is removed, for runs that are computing it, and after, for those that
 * began in between.
 */
export async function removeAll(store: Store, symbols: readonly string[]): Promise<Map<string, string[]>> {
  await raiseGenerations(store, symbols, true);
  const held = await removeRows(store, symbols);
  if (held.size === 0) return held;
  await raiseGenerations(store, symbols, true);
  // What a run has written between the two: it had looked at the generation before it was raised again.
  await removePreviousGenerations(store, symbols);
  return held;
}

/** Removes what is left of the bars of a symbol that is no more registered. False where bars came meanwhile. */
export async function removeBars(store: Store, symbol: string): Promise<boolean> {
  await raiseGenerations(store, [symbol], true);
  let gone = true;
  for (const table of ['bars', 'bars_daily'] as const) gone = (await removeDead(store, table, symbol)) && gone;
  await removePreviousGenerations(store, [symbol]);
  return gone;
}

/** Daily bars become the base. What is left of shorter ones goes first: a deletion at midnight would hide a daily bar. */
export async function bringDailiesBack(store: Store, { symbol, intervalMin }: Registration): Promise<void> {
  if (intervalMin !== MINUTES_PER_DAY) await removeDead(store, 'bars', symbol);
  await moveDailyBars(store, [symbol], 'bars_daily', 'bars');
}

export async function hasBars({ reader }: Pick<Store, 'reader'>, table: BarTable, symbol: string): Promise<boolean> {
  const sql = `SELECT 1 FROM market.${table} FINAL WHERE symbol = {symbol:String} LIMIT 1`;
  return (await reader.query(sql, { symbol })).length > 0;
}

/** Removes superseded versions and deletions where no bar stands, and their days; false where one does. */
async function removeDead(store: Store, table: BarTable, symbol: string): Promise<boolean> {
  // The place first: what comes after it is not removed.
  const [{ rank }] = await store.reader.query<{ rank: string }>(
    `SELECT toString(max(rank)) AS rank FROM market.${table} WHERE symbol = {symbol:String}`,
    { symbol },
  );
  if (await hasBars(store, table, symbol)) return false;
  await deleteRows(store, ['day_log'], 'symbol = {symbol:String} AND kind = {kind:String}', { symbol, kind: table });
  await deleteRows(store, [table], 'symbol = {symbol:String} AND rank <= toUInt128({rank:String})', { symbol, rank });
  const days = await store.reader.query<{ day: number }>(
    `SELECT DISTINCT toInt32(toDate32(ts)) AS day FROM market.${table} WHERE symbol = {symbol:String}`,
    { symbol },
  );
  const came = days.map(({ day }) => ({ kind: table, symbol, day, reason: ['came', table, symbol, day, rank] }));
  if (came.length > 0) await touchDays(store.writer, came);
  return came.length === 0;
}

/** Whether an interval that an operator gives a symbol is that of the bars that are stored. */
/** The stored bars are of another interval than the one that was given. */
export class ContradictionError extends Error {
  override readonly name = 'ContradictionError';
}

/** So many bars of a finer interval do not all begin on the marks of a coarser one by chance. */
const ENOUGH_BARS = 30;

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
     FROM market.bars WHERE symbol IN {symbols:Array(String)} AND is_deleted = 0 GROUP BY symbol`,
    { symbols, interval: intervalMin },
  );
  return new Map(rows.map(({ symbol, grids }) => [symbol, grids || GRID.all]));
}

/** Counts the bars that do not start on the grid that most of them share. */
const OFF_GRID_SQL = `least(${[GRID.utc, GRID.newYork, GRID.open].map((grid) => `countIf(bitAnd(${GRIDS_SQL}, ${grid}) = 0)`).join(', ')})`;

/** @throws ContradictionError where bars of the symbol cannot be of this interval, or are clearly of a coarser one */
export async function refuseContradiction(reader: Reader, symbol: string, intervalMin: number): Promise<void> {
  const coarser = BASE_INTERVALS_MIN.filter((minutes) => minutes > intervalMin);
  const [{ bars, first, last, unaligned, aligned }] = await reader.query<{
    bars: number;
    first: number;
    last: number;
    unaligned: number;
    aligned: number[];
  }>(
    `WITH intDiv(toUInt32(ts), 60) AS minute
     SELECT count() AS bars, toUInt32(min(ts)) AS first, toUInt32(max(ts)) AS last,
       ${intervalMin === MINUTES_PER_DAY ? 'countIf(minute % 1440 != 0)' : OFF_GRID_SQL} AS unaligned,
       CAST([${coarser.map((minutes) => `countIf(minute % ${minutes} = 0)`).join(', ')}], 'Array(UInt32)') AS aligned
     FROM market.bars FINAL WHERE symbol = {symbol:String}`,
    { symbol, interval: intervalMin },
  );
  const given = formatInterval(intervalMin);
  const [from, to] = [first, last].map((seconds) => new Date(seconds * 1000).toISOString());
  const stored = `${symbol} has ${bars} bars from ${from} to ${to}`;
  const advice = 'give the interval of these bars, or use `symbols drop` and import again';
  if (unaligned > 0) {
    throw new ContradictionError(`${stored}, and ${unaligned} of them do not begin on a mark of ${given}: ${advice}`);
  }
  const own = coarser.findLast((_, i) => aligned[i] === bars);
  if (own !== undefined && bars >= ENOUGH_BARS) {
    throw new ContradictionError(
      `${stored}, and all of them begin on a mark of ${formatInterval(own)}: they are not ${given}; ${advice}`,
    );
  }
}
