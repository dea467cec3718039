import { forCluster } from './cluster.ts';
import { exactObjects } from './formats/json.ts';
import { identifier, type Params, qualified, type Scalar, tsvRow } from './formats/text.ts';
import type { Session } from './session.ts';

/** How long a server may take for an insert, as parts of what it may take for a read. */
const INSERT_SHARE = { rows: 1 / 3, blocks: 5 / 6 } as const;

export interface InsertOptions {
  /** Of the batch's content: the same batch sent again is taken once where the table keeps tokens. */
  dedupToken?: string;
}

/** The one way into the tables. Statements run under the writer's full settings, one after another when embedded. */
export interface Writer {
  /**
   * Inserts a body that is text already. Throws a StoreError; `poison` means the body, not the store, is at fault.
   * Unknown fields are refused, but ClickHouse reads a JSON `null` for a number as 0 or NaN: validate before.
   */
  insertText(
    table: string,
    columns: readonly string[],
    format: 'TSV' | 'JSONCompactEachRow' | 'JSONEachRow',
    body: string,
    options?: InsertOptions,
  ): Promise<void>;
  /** Inserts rows of values in the order of `columns`; floats keep every bit. */
  insertRows(
    table: string,
    columns: readonly string[],
    rows: readonly (readonly Scalar[])[],
    options?: InsertOptions,
  ): Promise<void>;
  /** Inserts blocks in Native format, made by `encodeBlock`: the way for many rows. */
  insertBlocks(
    table: string,
    columns: readonly string[],
    blocks: readonly Uint8Array[],
    options?: InsertOptions,
  ): Promise<void>;
  /** Creates, alters or drops a table or view: on a cluster its replicated and distributed parts. */
  ddl(sql: string): Promise<void>;
  /** Runs a statement without an answer, as it is. */
  command(sql: string, params?: Params): Promise<void>;
  /** Reads as the writer's user, after all its own writes: for bookkeeping. Rows as those of `Reader.query`. */
  query<T>(sql: string, params?: Params): Promise<T[]>;
}

const tokenSetting = ({ dedupToken }: InsertOptions) =>
  dedupToken === undefined ? undefined : { insert_deduplication_token: dedupToken };

/**
 * @param timeoutMs how long a server may take for a read. A connection that falls silent under an insert stops landing
 * for no longer than that; the same batch is then sent again, with its token. Schema changes, deletions and whatever
 * else is run as a command have the session's own limit of minutes
 */
export function createWriter(session: Session, cluster?: string, timeoutMs?: number): Writer {
  const limitMs = (share: number) => (timeoutMs === undefined ? undefined : timeoutMs * share);
  async function insertText(
    table: string,
    columns: readonly string[],
    format: string,
    body: string,
    options: InsertOptions = {},
  ): Promise<void> {
    if (body === '') return;
    await session.run({
      sql: `INSERT INTO ${qualified(table)} (${columns.map(identifier).join(', ')}) FORMAT ${format}`,
      body,
      limitMs: limitMs(INSERT_SHARE.rows),
      settings: tokenSetting(options),
    });
  }

  return {
    insertText,
    async insertBlocks(table, columns, blocks, options = {}) {
      if (blocks.length === 0) return;
      const sql = `INSERT INTO ${qualified(table)} (${columns.map(identifier).join(', ')})`;
      await session.run({ sql, blocks, limitMs: limitMs(INSERT_SHARE.blocks), settings: tokenSetting(options) });
    },
    insertRows: (table, columns, rows, options) =>
      insertText(table, columns, 'TSV', rows.map(tsvRow).join(''), options),
    async ddl(sql) {
      for (const statement of cluster ? forCluster(sql, cluster) : [sql]) await session.run({ sql: statement });
    },
    async command(sql, params) {
      await session.run({ sql, params });
    },
    query: async <T>(sql: string, params?: Params) =>
      exactObjects<T>(await session.run({ sql: `${sql}\nFORMAT JSONCompact`, params })),
  };
}
