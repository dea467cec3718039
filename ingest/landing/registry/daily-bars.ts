/**
 * Daily bars change their table when another interval becomes their symbol's base: an intraday one takes their place in
 * `bars`, and they go on in `bars_daily`; or no other bars are left, and they come back.
 */
import { MINUTES_PER_DAY } from '../../../lib/days.ts';
import type { Store } from '../../../sql/connect.ts';
import type { Reader } from '../../../sql/reader.ts';
import { deleteRows } from '../../../sql/symbols/rows.ts';

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
  await writer.command(
    `INSERT INTO market.import_claims (import_id, landing_table, symbol, base_import, first, last, step)
     SELECT import_id, {to:String}, symbol, base_import, first, last, step FROM market.import_claims FINAL
     WHERE ${OF_SYMBOLS} AND landing_table = {from:String}
       AND toUInt32OrZero(first) % 1440 = 0 AND step % 1440 = 0`,
    { symbols, from, to },
  );
  await deleteRows(store, ['day_log'], `${OF_SYMBOLS} AND kind = {kind:String}`, { symbols, kind: from });
  await deleteRows(store, [from], IS_DAILY, { symbols });
}

/** By symbol, its registered interval in minutes, and whether it has daily bars beside that. */
export type BaseIntervals = ReadonlyMap<string, { readonly intervalMin: number; readonly daily: boolean }>;

export async function readBaseIntervals(reader: Pick<Reader, 'query'>): Promise<BaseIntervals> {
  const rows = await reader.query<{ symbol: string; interval_min: number; daily: number }>(
    `SELECT CAST(symbol, 'String') AS symbol, interval_min,
       CAST(symbol, 'String') IN (SELECT CAST(symbol, 'String') FROM market.bars_daily) AS daily
     FROM market.symbols FINAL`,
  );
  return new Map(
    rows.map(({ symbol, interval_min, daily }) => [symbol, { intervalMin: interval_min, daily: daily === 1 }]),
  );
}

/** Symbols whose daily bars changed their table between two looks: a copy of both tables may have them twice, or not at all. */
export function movedBetween(before: BaseIntervals, after: BaseIntervals): string[] {
  return [...before].flatMap(([symbol, was]) => {
    const is = after.get(symbol);
    if (!is) return [];
    const isDaily = [was, is].some(({ intervalMin }) => intervalMin === MINUTES_PER_DAY);
    return was.intervalMin !== is.intervalMin || (isDaily && was.daily !== is.daily) ? [symbol] : [];
  });
}
