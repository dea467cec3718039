import { joinBlocks } from './formats/arrow.ts';
import { exactObjects, identifier, type Params, qualified, type Scalar, tsvRow } from './formats/text.ts';
import type { Session, Statement } from './session.ts';

/** Time that a server may take for an insert, as a share of its time for a read. */
const INSERT_SHARE = { rows: 1 / 3, blocks: 5 / 6 } as const;

interface InsertOptions {
  /** Derived from the batch's content: a table that keeps tokens takes the same batch once. */
  dedupToken?: string;
}

/** Every write to the tables goes through a Writer. */
export type Writer = ReturnType<typeof createWriter>;

/**
 * Creates a writer over a session.
 *
 * @param timeoutMs time that a server may take for a read. It bounds inserts, too: a batch whose connection fell silent is
 * sent again with its token. Commands, such as schema changes and deletions, have the session's limit of minutes
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

  /** Inserts rows as text. Throws a StoreError, of kind `poison` if the body is at fault. Reads a JSON `null` as 0 or NaN. */
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
    /** Inserts blocks of the same columns, made by `encodeBlock`. Use it for many rows. */
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
    /** Reads rows as `Reader.query` does, as the writer's user and after all its writes. */
    async query<T>(sql: string, params?: Params): Promise<T[]> {
      return exactObjects(await session.run({ sql: `${sql}\nFORMAT JSONCompact`, params }));
    },
  };
}

/** Removes rows of a table and waits until they are gone. A deletion rewrites every part that holds such a row. */
export async function deleteRows(
  { command }: Pick<Writer, 'command'>,
  table: string,
  condition: string,
  params: Params,
): Promise<void> {
  await command(`ALTER TABLE ${qualified(table)} DELETE WHERE ${condition} SETTINGS mutations_sync = 2`, params);
}
