/** The finished text of an answer. */
import type { Field } from '../../compute/market/records/fields.ts';
import { type Json, rowsJson } from '../../compute/market/records/render.ts';
import { type RecordTable, sliceTable } from '../../compute/market/records/table.ts';
import { Turns } from '../turns.ts';

/** An answer as it is cached, without what belongs to one request. */
export interface AnswerBody {
  readonly body: Buffer;
  readonly contentType: string;
  readonly source: 'materialized' | 'on_demand' | null;
  readonly historyLimited: boolean;
  readonly nextCursor: string | null;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

const ROWS_A_SLICE = 200;

/** The rows as JSON text, written in slices so that others are served in between. */
export async function rowsText(fields: readonly Field[], table: RecordTable, symbol: string): Promise<string> {
  if (table.length <= ROWS_A_SLICE) return rowsJson(fields, table, symbol);
  const turns = new Turns();
  const slices: string[] = [];
  for (let row = 0; row < table.length; row += ROWS_A_SLICE) {
    const slice = sliceTable(table, row, Math.min(table.length, row + ROWS_A_SLICE));
    slices.push(rowsJson(fields, slice, symbol).slice(1, -1));
    await turns.next();
  }
  return `[${slices.join(',')}]`;
}

/** `{...head, "<rowsKey>": rows, "metadata": metadata}`, the rows being JSON text already. */
export function listText(head: Record<string, Json>, rowsKey: string, rows: string, metadata: object): string {
  const start = JSON.stringify(head).slice(0, -1);
  return `${start}${start === '{' ? '' : ','}${JSON.stringify(rowsKey)}:${rows},"metadata":${JSON.stringify(metadata)}}`;
}
