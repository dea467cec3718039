import { type Reason, type Refusal, refuse } from '../contract/events.ts';

/** A row as it is in its file. */
export interface RawRow {
  /** From 1, without the header. */
  readonly number: number;
  /** Names of the cells; the same array for all rows of a table. */
  readonly columns: readonly string[];
  readonly cells: readonly unknown[];
  /** Set where the row cannot be split into cells: why, and its original. */
  readonly broken?: { readonly refusal: Refusal; readonly original: Buffer | string };
}

export interface RowSource {
  /** True where every cell is text, numbers too. */
  readonly textual: boolean;
  /**
   * Rows in bounded groups. Throws an ImportError where the file breaks off or is broken, after the rows that stand
   * before that place. `taking`: is offered the lines of CSV that come next, whose first would be row `row`, and says
   * how many it has taken; a group, maybe empty, follows.
   */
  rows(taking?: TakeLines): AsyncGenerator<RawRow[]>;
}

export type TakeLines = (lines: readonly string[], from: number, row: number) => number;

/** Of a row that is too long its dead letter keeps the start. */
export const LONG_ROW_CHARS = 65_536;

/** A row that cannot be split into cells. */
export function brokenRow(number: number, reason: Reason, message: string, original: Buffer | string): RawRow {
  return { number, columns: [], cells: [], broken: { refusal: refuse(reason, message), original } };
}
