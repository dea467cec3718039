/** The settings that matter, said outright: engines differ in their defaults. */
import type { Settings } from './session.ts';

/** 64-bit integers come quoted: whoever reads them decides (see json.ts). NaN and infinities come as null. */
const OUTPUT: Settings = {
  session_timezone: 'UTC',
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_denormals: 0,
};

export const WRITER_SETTINGS: Settings = {
  ...OUTPUT,
  // An insert that has returned is in the table.
  async_insert: 0,
  distributed_foreground_insert: 1,
  insert_deduplicate: 1,
  deduplicate_blocks_in_dependent_materialized_views: 1,
  insert_deduplication_token: '',
  materialized_views_ignore_errors: 0,
  // A double reads back as the same double; a field we do not know, or a null where none may be, is refused.
  precise_float_parsing: 1,
  input_format_skip_unknown_fields: 0,
  input_format_null_as_default: 0,
  input_format_allow_errors_num: 0,
  input_format_allow_errors_ratio: 0,
  // `2024-01-31 09:30:00` or seconds since the epoch; nothing is guessed.
  date_time_input_format: 'basic',
  max_execution_time: 600,
};

const READ: Settings = {
  ...OUTPUT,
  // A key is always in one partition, so FINAL need not merge across them.
  do_not_merge_across_partitions_select_final: 1,
  result_overflow_mode: 'throw',
};

/** `readonly = 2`: no writes and no schema changes, yet a statement may lower its own bounds. */
export const READER_SETTINGS: Settings = {
  ...READ,
  max_execution_time: 60,
  max_memory_usage: 8_000_000_000,
  max_result_rows: 50_000_000,
  max_result_bytes: 4_000_000_000,
  readonly: 2,
};

/** `readonly = 1`: nothing can be changed from within, not even a setting. */
export const ANALYST_SETTINGS: Settings = {
  ...READ,
  // Whoever forgets FINAL would count corrected rows twice and removed ones still.
  final: 1,
  max_execution_time: 30,
  max_memory_usage: 2_000_000_000,
  max_result_rows: 1_000_000,
  max_result_bytes: 256_000_000,
  readonly: 1,
};

/**
 * For statements of a few milliseconds, a selection of plain columns: the engine's older analyzer plans them in two
 * thirds of the time. Both give the same rows.
 */
export const QUICK_PLAN = 'allow_experimental_analyzer = 0';
