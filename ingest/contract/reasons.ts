import { formatInterval } from '../../exchange/symbol.ts';

/**
 * Why an event is refused. The codes are a contract: dead letters are listed, counted and replayed by them.
 * Where several hold for one event, the first in this order is reported.
 */
export const REASONS = {
  empty_value: 'The message has no value',
  too_large: 'The value is longer than the bound',
  invalid_utf8: 'The value is not UTF-8; the dead letter keeps it in base64',
  invalid_json: 'The value is not JSON (NaN and Infinity are none)',
  malformed_row: 'A row of a file that cannot be split into its columns',
  schema: 'A field is missing, or one without a code of its own is not what the contract says',
  unknown_field: 'A field that the contract does not know',
  invalid_symbol: 'Not 1-32 of A-Z 0-9 . - _ : / starting with a letter or digit',
  unknown_asset_class: 'Not equity, etf or crypto',
  invalid_timestamp: 'Neither ISO 8601 with an offset nor whole epoch milliseconds',
  out_of_range_timestamp: 'Before 1970 or after 2099',
  invalid_interval: 'Not one of the base intervals',
  unaligned_timestamp: 'A bar that does not start on its interval',
  future_timestamp: 'Later than the arrival of its record allows',
  invalid_price: 'Not a finite number above 0',
  ohlc_inconsistent: 'The low is not the lowest or the high not the highest',
  invalid_volume: 'Not a finite number of at least 0',
  invalid_direction: 'Not negative, neutral or positive',
  invalid_impact_score: 'Not a number from 0 to 1',
  invalid_number: 'A figure that is not a finite number',
  invalid_revision: 'Not a whole number of at least 0',
  asset_class_conflict: 'The symbol is registered with another asset class',
  interval_conflict: 'The symbol is registered with another interval, and neither is 1d',
  store_refused: 'The store would not take the row',
} as const;

export type Reason = keyof typeof REASONS;

const ORDER = new Map<string, number>(Object.keys(REASONS).map((reason, i) => [reason, i]));

/** Smaller is reported first. */
export function reasonRank(reason: Reason): number {
  return ORDER.get(reason)!;
}

/** A value of the contract that was refused: data, never an exception. */
export interface Refusal {
  readonly ok: false;
  readonly reason: Reason;
  /** What is wrong and how to fix it. */
  readonly message: string;
}

export function refuse(reason: Reason, message: string): Refusal {
  return { ok: false, reason, message };
}

export function refuseUnaligned(intervalMin: number): Refusal {
  const message = `ts: must be the start of a bar: a multiple of ${formatInterval(intervalMin)} in UTC`;
  return refuse('unaligned_timestamp', message);
}
