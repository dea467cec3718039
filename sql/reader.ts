import { type Column, exactObjects } from './formats/json.ts';
import { decodeNative, emptyNative, type NativeTable } from './formats/native.ts';
import type { Params } from './formats/text.ts';
import type { Session, Settings } from './session.ts';

/** Bounds of one statement; the reader's own hold where none is given. */
export interface ReadOptions {
  timeoutMs?: number;
  maxRows?: number;
  maxBytes?: number;
  maxMemoryBytes?: number;
  signal?: AbortSignal;
}

/** Reads; it cannot write. Parameters are bound (`{symbol:String}`), never part of the text. Failures are StoreErrors. */
export interface Reader {
  /**
   * Rows as objects. 64-bit integers are numbers; one beyond 2^53 throws and asks for `toString(column)`.
   * NaN and infinities come as null, times as text in UTC.
   */
  query<T>(sql: string, params?: Params, options?: ReadOptions): Promise<T[]>;
  /** Columns as typed arrays: for whole series. */
  native(sql: string, params?: Params, options?: ReadOptions): Promise<NativeTable>;
  /** The answer's bytes in Native format. */
  nativeBytes(sql: string, params?: Params, options?: ReadOptions): Promise<Buffer>;
  /** The answer as TSV: every value as the writer takes it back. */
  tsv(sql: string, params?: Params, options?: ReadOptions): Promise<Buffer>;
}

function bounds({ timeoutMs, maxRows, maxBytes, maxMemoryBytes }: ReadOptions): Settings {
  return {
    ...(timeoutMs === undefined ? {} : { max_execution_time: timeoutMs / 1000 }),
    ...(maxRows === undefined ? {} : { max_result_rows: maxRows }),
    ...(maxBytes === undefined ? {} : { max_result_bytes: maxBytes }),
    ...(maxMemoryBytes === undefined ? {} : { max_memory_usage: maxMemoryBytes }),
  };
}

export function createReader(sessions: readonly Session[]): Reader {
  const busy = sessions.map(() => 0);

  /** On the session with the least to do. */
  async function run(sql: string, format: string, params: Params | undefined, options: ReadOptions): Promise<Buffer> {
    const index = busy.indexOf(Math.min(...busy));
    busy[index]++;
    try {
      const statement = { sql: `${sql}\nFORMAT ${format}`, params, settings: bounds(options), signal: options.signal };
      return await sessions[index].run(statement);
    } finally {
      busy[index]--;
    }
  }

  return {
    query: async <T>(sql: string, params?: Params, options: ReadOptions = {}) =>
      exactObjects<T>(await run(sql, 'JSONCompact', params, options)),
    async native(sql, params, options = {}) {
      const bytes = await run(sql, 'Native', params, options);
      if (bytes.length > 0) return decodeNative(bytes);
      const described = await run(`DESCRIBE (${sql}\n)`, 'JSONCompact', params, options);
      return emptyNative(exactObjects<Column>(described));
    },
    nativeBytes: (sql, params, options = {}) => run(sql, 'Native', params, options),
    tsv: (sql, params, options = {}) => run(sql, 'TSV', params, options),
  };
}
