/** What the store holds of a symbol, in whatever table, and its removal. */
import { forCluster } from '../cluster.ts';
import type { Store } from '../connect.ts';
import { identifier, type Params } from '../formats/text.ts';

/** They say what a symbol is and was: they outlast its rows. */
const LASTING = ['symbols', 'symbol_generations'];

/** Tables of the database `market` that hold rows of the symbols; and whose rows. */
export async function tablesWith(
  { reader, cluster }: Pick<Store, 'reader' | 'cluster'>,
  symbols: readonly string[],
): Promise<Map<string, string[]>> {
  const tables = await reader.query<{ name: string }>(
    `SELECT name FROM system.tables
     WHERE database = 'market' AND engine LIKE {engine:String} AND NOT has({lasting:Array(String)}, name)
       AND name IN (SELECT table FROM system.columns WHERE database = 'market' AND name = 'symbol')
     ORDER BY name`,
    // The parts of a table on one shard do not tell what the others hold.
    { engine: cluster ? 'Distributed' : '%MergeTree', lasting: LASTING },
  );
  const found = new Map<string, string[]>();
  for (const { name } of tables) {
    const rows = await reader.query<{ symbol: string }>(
      `SELECT DISTINCT CAST(symbol, 'String') AS symbol FROM market.${identifier(name)}
       WHERE symbol IN {symbols:Array(String)} LIMIT {n:UInt32}`,
      { symbols, n: symbols.length },
    );
    const names = rows.map(({ symbol }) => symbol);
    if (names.length > 0) found.set(name, names);
  }
  return found;
}

/**
 * Removes rows of tables of the database `market`, and waits until they are gone: whoever reads next must not see them.
 * A deletion rewrites every part that holds one of them: all symbols at once cost as much as one. On a cluster a
 * Distributed table takes no mutation: its local parts do.
 */
export async function deleteRows(
  { writer, cluster }: Pick<Store, 'writer' | 'cluster'>,
  tables: Iterable<string>,
  condition: string,
  params: Params,
): Promise<void> {
  for (const table of tables) {
    const sql = `ALTER TABLE market.${identifier(table)} DELETE WHERE ${condition} SETTINGS mutations_sync = 2`;
    for (const statement of cluster ? forCluster(sql, cluster) : [sql]) await writer.command(statement, params);
  }
}

/**
 * Removes all rows of the symbols; returns which tables held some, and whose. The log of days goes first, and the other
 * tables are looked at after that: of what lands meanwhile a day may be left without its rows, but no rows without their
 * day, since those would be there and in no statistic.
 */
export async function removeRows(store: Store, symbols: readonly string[]): Promise<Map<string, string[]>> {
  const remove = (tables: Iterable<string>) =>
    deleteRows(store, tables, 'symbol IN {symbols:Array(String)}', { symbols });
  const before = await tablesWith(store, symbols);
  const log = before.get('day_log');
  if (!log) {
    await remove(before.keys());
    return before;
  }
  await remove(['day_log']);
  const others = await tablesWith(store, symbols);
  others.delete('day_log');
  await remove(others.keys());
  return new Map([...before, ...others]);
}
