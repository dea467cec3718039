import { ARROW_SETTINGS, type ColumnTable, readColumns } from './formats/arrow.ts';
import { exactObjects, type Params } from './formats/text.ts';
import type { Session } from './session.ts';

interface ReadOptions {
  timeoutMs?: number;
  maxRows?: number;
  maxBytes?: number;
  signal?: AbortSignal;
}

/** Reads, and cannot write. Parameters are bound (`{symbol:String}`), never part of the text. Failures are StoreErrors. */
export type Reader = ReturnType<typeof createReader>;

export function createReader(sessions: readonly Session[]) {
  const busy = sessions.map(() => 0);

  /** Runs a statement on the session with the fewest statements. */
  async function run(sql: string, format: string, params: Params | undefined, options: ReadOptions): Promise<Buffer> {
    const { timeoutMs, maxRows, maxBytes, signal } = options;
    const settings = {
      ...(format === 'ArrowStream' ? ARROW_SETTINGS : {}),
      ...(timeoutMs === undefined ? {} : { max_execution_time: timeoutMs / 1000 }),
      ...(maxRows === undefined ? {} : { max_result_rows: maxRows }),
      ...(maxBytes === undefined ? {} : { max_result_bytes: maxBytes }),
    };
    const index = busy.indexOf(Math.min(...busy));
    busy[index]++;
    try {
      return await sessions[index].run({ sql: `${sql}\nFORMAT ${format}`, params, settings, signal });
    } finally {
      busy[index]--;
    }
  }

  return {
    /** Returns rows as objects. Throws for an integer beyond 2^53. NaN and infinities are null, times are text in UTC. */
    async query<T>(sql: string, params?: Params, options: ReadOptions = {}): Promise<T[]> {
      return exactObjects(await run(sql, 'JSONCompact', params, options));
    },
    /** Returns columns as typed arrays. Use it for many rows. */
    columns: async (sql: string, params?: Params, options: ReadOptions = {}): Promise<ColumnTable> =>
      readColumns(await run(sql, 'ArrowStream', params, options)),
    /** Returns the answer in Arrow's stream format, for `readBlocks`. */
    arrow: (sql: string, params?: Params, options: ReadOptions = {}) => run(sql, 'ArrowStream', params, options),
    parquet: (sql: string, options: ReadOptions = {}) => run(sql, 'Parquet', undefined, options),
  };
}
