/** What the store has of a symbol, in whatever table, and its removal; and its generations (see compute/evaluation/tables/versions.ts). */
import type { Store } from './connect.ts';
import { identifier, type Params } from './formats/text.ts';

/** They say what a symbol is and was: they outlast its rows. */
const LASTING = ['symbols', 'series'];

/** Returns the tables of the database `market` for which the condition holds. */
async function tablesWhere({ reader }: Pick<Store, 'reader'>, condition: string): Promise<string[]> {
  const tables = await reader.query<{ name: string }>(
    `SELECT name FROM system.tables
     WHERE database = 'market' AND engine LIKE '%MergeTree' AND ${condition} ORDER BY name`,
    { lasting: LASTING },
  );
  return tables.map(({ name }) => name);
}

/** Tables of the database `market` that hold rows of the symbols; and whose rows. */
export async function tablesWith(
  store: Pick<Store, 'reader'>,
  symbols: readonly string[],
): Promise<Map<string, string[]>> {
  const tables = await tablesWhere(
    store,
    `NOT has({lasting:Array(String)}, name)
     AND name IN (SELECT table FROM system.columns WHERE database = 'market' AND name = 'symbol')`,
  );
  const found = new Map<string, string[]>();
  for (const name of tables) {
    const rows = await store.reader.query<{ symbol: string }>(
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
 * Removes rows of tables of the database `market`, and waits until they are gone: a later read must not see them.
 * A deletion rewrites every part that holds one of them: all symbols at once cost as much as one.
 */
export async function deleteRows(
  { writer }: Pick<Store, 'writer'>,
  tables: Iterable<string>,
  condition: string,
  params: Params,
): Promise<void> {
  for (const table of tables) {
    await writer.command(
      `ALTER TABLE market.${identifier(table)} DELETE WHERE ${condition} SETTINGS mutations_sync = 2`,
      params,
    );
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
  if (!before.has('day_log')) {
    await remove(before.keys());
    return before;
  }
  await remove(['day_log']);
  const others = await tablesWith(store, symbols);
  others.delete('day_log');
  await remove(others.keys());
  return new Map([...before, ...others]);
}

export interface Generation {
  /** Raised when the series is dropped, or its symbol is registered with another class. */
  readonly generation: number;
  /** The generation at which it was last dropped; 0: never. What was computed before is not valid. */
  readonly epoch: number;
}

/** Versions of computed rows begin with the generation; below it they have so many bits. */
export const BITS_BELOW_GENERATION = 52n;

/** SQL: one row a series of which a generation was ever raised. */
export const GENERATIONS_SQL =
  '(SELECT series, max(generation) AS generation, max(epoch) AS epoch FROM market.series_generations GROUP BY series)';

export async function readGenerations(
  { query }: Pick<Store['reader'], 'query'>,
  series: readonly string[],
): Promise<ReadonlyMap<string, Generation>> {
  const rows = await query<Generation & { series: string }>(
    `SELECT CAST(series, 'String') AS series, max(generation) AS generation, max(epoch) AS epoch
     FROM market.series_generations WHERE series IN {series:Array(String)} GROUP BY series`,
    { series },
  );
  const known = new Map(rows.map(({ series: name, generation, epoch }) => [name, { generation, epoch }]));
  return new Map(series.map((name) => [name, known.get(name) ?? { generation: 0, epoch: 0 }]));
}

/** Begins a generation of each of the series. `dropped`: nothing computed before it is valid any more. */
export async function raiseGenerations(
  { writer }: Pick<Store, 'writer'>,
  series: readonly string[],
  dropped: boolean,
): Promise<void> {
  const rows = [...(await readGenerations(writer, series))].map(([name, { generation, epoch }]) => {
    const next = generation + 1;
    return [name, next, dropped ? next : epoch];
  });
  await writer.insertRows('market.series_generations', ['series', 'generation', 'epoch'], rows);
}

/** Returns the series of the symbols of which anything was ever computed, or which were dropped. */
export async function knownSeries({ reader }: Pick<Store, 'reader'>, symbols: readonly string[]): Promise<string[]> {
  const rows = await reader.query<{ series: string }>(
    `SELECT DISTINCT CAST(series, 'String') AS series FROM
     (
       SELECT series FROM market.symbol_coverage WHERE symbol IN {symbols:Array(String)}
       UNION ALL
       SELECT series FROM market.series_generations WHERE substringIndex(series, ' ', 1) IN {symbols:Array(String)}
     )`,
    { symbols },
  );
  return rows.map(({ series }) => series);
}

/**
 * Removes what runs of before a drop have written since. It is not valid, its versions being lower than any of the
 * series' present generation, but a user who reads the tables by hand would see it. Series that were never dropped are left
 * alone.
 */
export async function removePreviousGenerations(store: Store, series: readonly string[]): Promise<void> {
  const epochs = [...(await readGenerations(store.reader, series))].filter(([, { epoch }]) => epoch > 0);
  if (epochs.length === 0) return;
  const tables = await tablesWhere(
    store,
    "(startsWith(name, 'stat_') OR name IN ('symbol_coverage', 'computed_days'))",
  );
  const isPrevious = (table: string) =>
    `series = {series:String} AND ${table === 'computed_days' ? 'rows' : 'version'} < {first:UInt64}`;
  for (const [name, { epoch }] of epochs) {
    const params = { series: name, first: BigInt(epoch) << BITS_BELOW_GENERATION };
    const found = await store.reader.query<{ name: string }>(
      tables
        .map(
          (table) => `(SELECT '${table}' AS name FROM market.${identifier(table)} WHERE ${isPrevious(table)} LIMIT 1)`,
        )
        .join('\nUNION ALL\n'),
      params,
    );
    for (const table of found) await deleteRows(store, [table.name], isPrevious(table.name), params);
  }
}
