/**
 * Negative controls: the store without one of the fences of docs/decisions/2026-11-28-whole-dates.md and
 * 2026-11-22-one-rank.md. Traces that are played on it have to find what the fence is there for.
 */
import { OTHER_DEFINITIONS } from '../../compute/evaluation/tables/coverage.ts';
import type { Store } from '../../sql/connect.ts';

const WITHOUT = {
  dates: withoutDates,
  registration: withoutRegistration,
  definitions: withoutDefinitions,
  ranks: withoutRanks,
} as const;

export type Fence = keyof typeof WITHOUT;
export const FENCES = Object.keys(WITHOUT) as readonly Fence[];

export const withoutFence = (store: Store, fence: Fence): Store => WITHOUT[fence](store);

/** The store whose reads are others than those that were asked for. */
function reading(store: Store, changed: (sql: string) => string): Store {
  const { query } = store.reader;
  const read: typeof query = (sql, ...rest) => query(changed(sql), ...rest);
  return { ...store, reader: { ...store.reader, query: read } };
}

/** What is behind does not tell by which definitions it was computed. */
function withoutDefinitions(store: Store): Store {
  return reading(store, (sql) => sql.replaceAll(OTHER_DEFINITIONS, 'emptyArrayString()'));
}

/** A process that starts does not know which ranks were given before it: they follow its clock. */
function withoutRanks(store: Store): Store {
  return reading(store, (sql) => sql.replaceAll('toString(max(number)) AS number', "'0' AS number"));
}

/** A date without a record gets no row: what was stored of it is all there is. */
function withoutDates(store: Store): Store {
  const { writer } = store;
  const insertBlocks: typeof writer.insertBlocks = async (table, ...rest) => {
    await writer.insertBlocks(table, ...rest);
    if (/stat_(?!.*_summary)/.test(table))
      await writer.command(`ALTER TABLE ${table} DELETE WHERE is_deleted = 1 SETTINGS mutations_sync = 2`);
  };
  return { ...store, writer: { ...writer, insertBlocks } };
}

/** The projector reads the registry by itself, after the days. */
const STATES = /^SELECT 'coverage' AS part(?!.*market\.symbols )/s;
const AS_REGISTERED = "(d.asset_class = '' OR c.asset_class = d.asset_class)";

/** The mark of a series does not tell under which class its records were computed. */
function withoutRegistration(store: Store): Store {
  const { reader } = store;
  const query = async (sql: string, ...rest: unknown[]) => {
    const read = reader.query as (sql: string, ...rest: unknown[]) => Promise<Record<string, unknown>[]>;
    const rows = await read(sql.replaceAll(AS_REGISTERED, '1'), ...rest);
    if (!STATES.test(sql)) return rows;
    const registered = await read(
      "SELECT symbol, CAST(asset_class, 'String') AS asset_class FROM market.symbols FINAL",
    );
    const asRegistered = (row: Record<string, unknown>) => registered.find(({ symbol }) => symbol === row['symbol']);
    return rows.map((row) => (row['part'] === 'coverage' ? { ...row, ...asRegistered(row) } : row));
  };
  return { ...store, reader: { ...reader, query: query as typeof reader.query } };
}
