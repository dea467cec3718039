/** What is stored of a symbol that leaves the registry, or of which no bar stands any more. */
import { MINUTES_PER_DAY } from '../../../lib/days.ts';
import type { Store } from '../../../sql/connect.ts';
import { raiseGenerations, readGenerations } from '../../../sql/symbols/generations.ts';
import { removeFormerLives } from '../../../sql/symbols/previous-generations.ts';
import { deleteRows, removeRows, tablesWith } from '../../../sql/symbols/rows.ts';
import type { BarTable } from '../../contract/index.ts';
import { touchDays } from '../touch.ts';
import { moveDailyBars } from './daily-bars.ts';
import type { Registration } from './table.ts';

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
  await removeFormerLives(store, symbols);
  return held;
}

/**
 * Removes what is left of the bars of a symbol that is registered no more, and what was computed of it. False where bars
 * have come meanwhile, from another process: they stay.
 */
export async function removeBars(store: Store, symbol: string): Promise<boolean> {
  await raiseGenerations(store, [symbol], true);
  let gone = true;
  for (const table of ['bars', 'bars_daily'] as const) gone = (await removeDead(store, table, symbol)) && gone;
  await removeFormerLives(store, [symbol]);
  return gone;
}

/** Daily bars become the base. What is left of shorter ones goes first: a deletion at midnight would hide a daily bar. */
export async function bringDailiesBack(store: Store, { symbol, intervalMin }: Registration): Promise<void> {
  if (intervalMin !== MINUTES_PER_DAY) await removeDead(store, 'bars', symbol);
  await moveDailyBars(store, [symbol], 'bars_daily', 'bars');
}

/** Whether some bar of the symbol stands in the table. */
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
