/** Sessions, which the writer and the readers use on either engine, and their settings: the engines' defaults differ. */
import type { Readable } from 'node:stream';
import { StoreError } from './errors.ts';
import type { Params } from './formats/text.ts';

export type SettingValue = string | number | boolean;
export type Settings = Readonly<Record<string, SettingValue>>;

export interface Statement {
  sql: string;
  params?: Params;
  /** Settings of this statement alone, on top of the session's own. */
  settings?: Settings;
  /** Rows of an INSERT, in the format that ends its text: text, or the parts of an Arrow stream. */
  body?: string | readonly Uint8Array[];
  /**
   * Time that a server may take, ms; by default its session's `max_execution_time`. A server that is silent for half as
   * long again, at most ten seconds more, counts as unavailable. The embedded engine ignores the limit: it runs in this
   * process and cannot fall silent.
   */
  limitMs?: number;
  /** Ends the wait; the embedded engine still finishes the statement. */
  signal?: AbortSignal;
}

/** Runs each statement under the session's settings. All failures are StoreErrors. */
export interface Session {
  run(statement: Statement): Promise<Buffer>;
  close(): Promise<void>;
}

const TOO_MANY_BYTES = { kind: 'fatal', code: 396, type: 'TOO_MANY_ROWS_OR_BYTES' } as const;

/**
 * Returns the whole answer. The engine bounds the values of an answer by `max_result_bytes`; their text can be longer, so
 * it is bounded here by the same number.
 */
export async function collect(stream: Readable, settings: Settings): Promise<Buffer> {
  const most = Number(settings['max_result_bytes'] ?? Number.POSITIVE_INFINITY);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += (chunk as Buffer).length;
    if (bytes > most)
      throw new StoreError(`the answer has more than ${most} bytes: ask for fewer rows`, TOO_MANY_BYTES);
    chunks.push(chunk as Buffer);
  }
  return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
}

const PLACEHOLDER = /\{\s*([A-Za-z_]\w*)\s*:/g;

/** Throws a TypeError if a parameter is missing: the embedded session would use the value of an earlier statement. */
export function checkParams(sql: string, params: Params = {}): void {
  for (const match of sql.matchAll(PLACEHOLDER)) {
    if (!Object.hasOwn(params, match[1])) throw new TypeError(`the parameter ${match[1]} of the statement is missing`);
  }
}

/** JSON: 64-bit integers are quoted (see formats/text.ts), NaN and infinities are null. */
const OUTPUT: Settings = {
  session_timezone: 'UTC',
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_denormals: 0,
};

export const WRITER_SETTINGS: Settings = {
  ...OUTPUT,
  // The rows of an insert that has returned are in the table.
  async_insert: 0,
  distributed_foreground_insert: 1,
  insert_deduplicate: 1,
  deduplicate_blocks_in_dependent_materialized_views: 1,
  insert_deduplication_token: '',
  materialized_views_ignore_errors: 0,
  // Doubles read back exactly. Unknown fields, and nulls in columns without nulls, are refused.
  precise_float_parsing: 1,
  input_format_skip_unknown_fields: 0,
  input_format_null_as_default: 0,
  input_format_allow_errors_num: 0,
  input_format_allow_errors_ratio: 0,
  // Accepts `2024-01-31 09:30:00` and seconds since the epoch, no other text.
  date_time_input_format: 'basic',
  max_execution_time: 600,
};

const READ: Settings = {
  ...OUTPUT,
  // All rows of a key are in one partition, so FINAL need not merge across partitions.
  do_not_merge_across_partitions_select_final: 1,
  result_overflow_mode: 'throw',
};

/** `readonly = 2` forbids writes and schema changes, but lets a statement lower its bounds. */
export const READER_SETTINGS: Settings = {
  ...READ,
  max_execution_time: 60,
  max_memory_usage: 8_000_000_000,
  max_result_rows: 50_000_000,
  max_result_bytes: 1_000_000_000,
  readonly: 2,
};

/** `readonly = 1` also forbids a statement to change settings. */
export const ANALYST_SETTINGS: Settings = {
  ...READ,
  // Without FINAL a query would count corrected rows twice, and removed rows.
  final: 1,
  max_execution_time: 30,
  max_memory_usage: 2_000_000_000,
  max_result_rows: 1_000_000,
  max_result_bytes: 256_000_000,
  readonly: 1,
};

/** For short statements on plain columns: the older analyzer plans them in two thirds of the time. */
export const QUICK_PLAN = 'allow_experimental_analyzer = 0';
