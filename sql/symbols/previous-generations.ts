/**
 * Removes what runs of before `symbols drop` have written since: it does not count, its versions being lower than any
 * of the symbol's present life, but it would be seen by whoever reads the tables by hand.
 */
import type { Store } from '../connect.ts';
import { identifier } from '../formats/text.ts';
import { BITS_BELOW_GENERATION, readGenerations } from './generations.ts';
import { deleteRows } from './rows.ts';

/** Tables whose versions begin with the generation, and the column of the version. */
async function versionColumns({ reader, cluster }: Store): Promise<Map<string, string>> {
  const tables = await reader.query<{ name: string }>(
    `SELECT name FROM system.tables
     WHERE database = 'market' AND engine LIKE {engine:String}
       AND (startsWith(name, 'stat_') OR name IN ('symbol_coverage', 'computed_units', 'computed_days'))
     ORDER BY name`,
    { engine: cluster ? 'Distributed' : '%MergeTree' },
  );
  return new Map(tables.map(({ name }) => [name, name === 'computed_days' ? 'rows' : 'version']));
}

/** Of symbols that were ever dropped; the others are left alone. */
export async function removeFormerLives(store: Store, symbols: readonly string[]): Promise<void> {
  const epochs = [...(await readGenerations(store.reader, symbols))].filter(([, { epoch }]) => epoch > 0);
  if (epochs.length === 0) return;
  const columns = await versionColumns(store);
  for (const [symbol, { epoch }] of epochs) {
    const params = { symbol, first: BigInt(epoch) << BITS_BELOW_GENERATION };
    const isFormer = (name: string) => `symbol = {symbol:String} AND ${columns.get(name)} < {first:UInt64}`;
    const found = await store.reader.query<{ name: string }>(
      [...columns.keys()]
        .map((name) => `(SELECT '${name}' AS name FROM market.${identifier(name)} WHERE ${isFormer(name)} LIMIT 1)`)
        .join('\nUNION ALL\n'),
      params,
    );
    for (const { name } of found) await deleteRows(store, [name], isFormer(name), params);
  }
}
