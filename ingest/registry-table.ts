/** The registry's table, and what else the store holds of a symbol. */
import type { AssetClass } from '../lib/symbol.ts';
import { createBarsView } from '../sql/bars-view.ts';
import type { Store } from '../sql/connect.ts';
import { identifier } from '../sql/text.ts';

export interface Registration {
  readonly symbol: string;
  readonly assetClass: AssetClass;
  readonly intervalMin: number;
  readonly origin: 'first_bar' | 'operator';
  /** Its view for analysts; empty where an earlier symbol has the name. */
  readonly viewName: string;
}

export interface Entry extends Registration {
  /** Epoch ms of the writer, growing for each symbol. */
  readonly version: number;
}

export interface StoredEntry extends Entry {
  readonly deleted: boolean;
}

const COLUMNS = ['symbol', 'asset_class', 'interval_min', 'origin', 'view_name', 'version', 'is_deleted'];

/** Entries from a version on, the oldest first, superseded ones too. */
export async function readEntries({ reader }: Store, sinceVersion: number): Promise<StoredEntry[]> {
  const rows = await reader.query<Omit<StoredEntry, 'deleted'> & { is_deleted: number }>(
    `SELECT symbol, asset_class AS assetClass, interval_min AS intervalMin, origin, view_name AS viewName, version, is_deleted
     FROM market.symbols WHERE version >= {since:UInt64} ORDER BY version`,
    { since: sinceVersion },
  );
  return rows.map(({ is_deleted, ...entry }) => ({ ...entry, deleted: is_deleted === 1 }));
}

function cells(entry: Entry, deleted: boolean) {
  return [entry.symbol, entry.assetClass, entry.intervalMin, entry.origin, entry.viewName, entry.version, deleted];
}

/** Makes the views, then stores the entries. */
export async function writeEntries({ writer }: Store, entries: readonly Entry[]): Promise<void> {
  for (const { symbol, viewName } of entries) if (viewName) await createBarsView(writer, symbol, viewName);
  await writer.insertRows(
    'market.symbols',
    COLUMNS,
    entries.map((entry) => cells(entry, false)),
  );
}

export async function writeTombstone({ writer }: Store, entry: Entry): Promise<void> {
  await writer.insertRows('market.symbols', COLUMNS, [cells(entry, true)]);
}

/** Tables of the database `market`, but the registry's own, that hold rows of the symbols; and whose rows. */
export async function tablesWith({ reader }: Store, symbols: readonly string[]): Promise<Map<string, string[]>> {
  const tables = await reader.query<{ name: string }>(
    `SELECT name FROM system.tables
       WHERE database = 'market' AND engine LIKE '%MergeTree' AND name != 'symbols'
         AND name IN (SELECT table FROM system.columns WHERE database = 'market' AND name = 'symbol')
       ORDER BY name`,
  );
  const held = new Map<string, string[]>();
  for (const { name } of tables) {
    const rows = await reader.query<{ found: string }>(
      `SELECT DISTINCT CAST(symbol, 'String') AS found FROM market.${identifier(name)}
         WHERE symbol IN {symbols:Array(String)} LIMIT {n:UInt32}`,
      { symbols, n: symbols.length },
    );
    if (rows.length > 0)
      held.set(
        name,
        rows.map(({ found }) => found),
      );
  }
  return held;
}

/**
 * Removes the symbols' rows, and waits until they are gone: whoever reads next must not see them. All symbols at
 * once: a deletion writes every part anew that holds one of them.
 */
export async function deleteRows(store: Store, tables: Iterable<string>, symbols: readonly string[]): Promise<void> {
  const cluster = store.cluster ? ` ON CLUSTER ${identifier(store.cluster)}` : '';
  for (const table of tables) {
    await store.writer.command(
      `ALTER TABLE market.${identifier(table)}${cluster} DELETE WHERE symbol IN {symbols:Array(String)} SETTINGS mutations_sync = 2`,
      { symbols },
    );
  }
}
