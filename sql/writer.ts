import { joinBlocks } from './formats/arrow.ts';
import { exactObjects, identifier, type Params, qualified, type Scalar, tsvRow } from './formats/text.ts';
import type { Session, Statement } from './session.ts';

/** How long a server may take for an insert, as parts of what it may take for a read. */
const INSERT_SHARE = { rows: 1 / 3, blocks: 5 / 6 } as const;

interface InsertOptions {
  /** Of the batch's content: the same batch sent again is taken once where the table keeps tokens. */
  dedupToken?: string;
}

/** The one way into the tables. Statements run under the writer's full settings, one after another when embedded. */
export type Writer = ReturnType<typeof createWriter>;

/**
 * @param timeoutMs how long a server may take for a read. A connection that falls silent under an insert stops landing
 * for no longer than that; the same batch is then sent again, with its token. Schema changes, deletions and whatever
 * else is run as a command have the session's own limit of minutes
 */
export function createWriter(session: Session, timeoutMs?: number) {
  async function insert(
    table: string,
    columns: readonly string[],
    { sql, ...rows }: Statement,
    share: keyof typeof INSERT_SHARE,
    { dedupToken }: InsertOptions = {},
  ): Promise<void> {
    await session.run({
      ...rows,
      sql: `INSERT INTO ${qualified(table)} (${columns.map(identifier).join(', ')})${sql}`,
      limitMs: timeoutMs === undefined ? undefined : timeoutMs * INSERT_SHARE[share],
      settings: dedupToken === undefined ? undefined : { insert_deduplication_token: dedupToken },
    });
  }

  /** Throws a StoreError, `poison` where the body is at fault. A JSON `null` is read as 0 or NaN: validate. */
  async function insertText(
    table: string,
    columns: readonly string[],
    format: 'TSV' | 'JSONCompactEachRow' | 'JSONEachRow',
    body: string,
    options?: InsertOptions,
  ): Promise<void> {
    if (body !== '') await insert(table, columns, { sql: ` FORMAT ${format}`, body }, 'rows', options);
  }

  return {
    insertText,
    /** Inserts rows of values in the order of `columns`; floats keep every bit. */
    insertRows: (
      table: string,
      columns: readonly string[],
      rows: readonly (readonly Scalar[])[],
      options?: InsertOptions,
    ) => insertText(table, columns, 'TSV', rows.map(tsvRow).join(''), options),
    /** Inserts blocks of the same columns, made by `encodeBlock`: the way for many rows. */
    async insertBlocks(
      table: string,
      columns: readonly string[],
      blocks: readonly Uint8Array[],
      options?: InsertOptions,
    ): Promise<void> {
      if (blocks.length === 0) return;
      await insert(table, columns, { sql: ' FORMAT ArrowStream', body: joinBlocks(blocks) }, 'blocks', options);
    },
    async command(sql: string, params?: Params): Promise<void> {
      await session.run({ sql, params });
    },
    /** Reads as the writer's user, after all its own writes: for bookkeeping. Rows as those of `Reader.query`. */
    async query<T>(sql: string, params?: Params): Promise<T[]> {
      return exactObjects(await session.run({ sql: `${sql}\nFORMAT JSONCompact`, params }));
    },
  };
}
