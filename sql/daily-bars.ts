/**
 * Daily bars change their table when another interval becomes their symbol's base: an intraday one takes their place in
 * `bars`, and they go on in `bars_daily`; or no other bars are left, and they come back.
 */
import type { Store } from './connect.ts';
import { deleteRows } from './symbol-rows.ts';

type BarsTable = 'bars' | 'bars_daily';

const COLUMNS =
  'symbol, ts, open, high, low, close, volume, version, source, topic, partition, offset, ingested_at, is_deleted, import_id';
const OF_SYMBOLS = 'symbol IN {symbols:Array(String)}';
/** Daily bars begin at 00:00 UTC. */
const IS_DAILY = `${OF_SYMBOLS} AND toUInt32(ts) % 86400 = 0`;

/**
 * Moves all daily bars of the symbols, tombstones and what imports had replaced among them. They are there twice, or in
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
  await writer.command(
    `INSERT INTO market.import_rows (import_id, landing_table, symbol, key, prior, prior_import)
     SELECT import_id, {to:String}, symbol, key, prior, prior_import FROM market.import_rows FINAL
     WHERE ${OF_SYMBOLS} AND landing_table = {from:String} AND toUInt32OrZero(key) % 1440 = 0`,
    { symbols, from, to },
  );
  await deleteRows(store, ['day_log'], `${OF_SYMBOLS} AND kind = {kind:String}`, { symbols, kind: from });
  await deleteRows(store, [from], IS_DAILY, { symbols });
}
