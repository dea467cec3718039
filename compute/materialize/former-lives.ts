/**
 * Removes what runs of before `symbols drop` have written since: it does not count, its versions being lower than any
 * of the symbol's present life, but it would be seen by whoever reads the tables by hand.
 */
import type { Store } from '../../sql/connect.ts';
import { deleteRows } from '../../sql/symbol-rows.ts';
import { recordsTable, SESSIONS_TABLE, summaryTableName } from '../engine/tables/schema.ts';
import { rowVersion } from '../engine/tables/versions.ts';
import type { Statistic } from '../statistics/statistic.ts';

export async function removeFormerLives(
  store: Store,
  statistics: readonly Statistic[],
  symbol: string,
  epoch: number,
): Promise<void> {
  const first = rowVersion(epoch, 0, 0);
  const tables = [SESSIONS_TABLE.name, ...statistics.flatMap((s) => [recordsTable(s).name, summaryTableName(s)])];
  const versions = new Map(tables.map((table) => [table, 'version']));
  versions.set('market.symbol_coverage', 'version').set('market.computed_units', 'version');
  versions.set('market.computed_days', 'rows');
  const params = { symbol, first };
  const found = await store.reader.query<{ name: string }>(
    [...versions]
      .map(
        ([table, column]) =>
          `(SELECT '${table}' AS name FROM ${table} WHERE symbol = {symbol:String} AND ${column} < {first:UInt64} LIMIT 1)`,
      )
      .join('\nUNION ALL\n'),
    params,
  );
  for (const { name } of found) {
    const condition = `symbol = {symbol:String} AND ${versions.get(name)} < {first:UInt64}`;
    await deleteRows(store, [name.slice('market.'.length)], condition, params);
  }
}
