/** The finished text of an answer: a page of rows, as JSON, CSV, or an Arrow IPC stream. */

import type { DataType, Vector } from 'apache-arrow';
import { type Field, shown } from '../../compute/market/fields.ts';
import { type RecordTable, sliceTable } from '../../compute/market/records.ts';
import { cell, type Json, rowsJson, visibleFields } from '../../compute/market/render.ts';
import { Turns } from '../../lib/async.ts';
import { csvText } from '../../lib/text.ts';
import type { Format } from '../query/params.ts';

/** An answer as it is cached, without what belongs to one request. */
export interface AnswerBody {
  readonly body: Buffer;
  readonly contentType: string;
  readonly source?: 'materialized' | 'on_demand';
  readonly historyLimited?: boolean;
  readonly nextCursor?: string | null | undefined;
}

export const CONTENT_TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  arrow: 'application/vnd.apache.arrow.stream',
};

const ROWS_A_SLICE = 200;

export interface ListAnswer {
  readonly format: Format;
  readonly source: 'materialized' | 'on_demand';
  readonly fields: readonly Field[];
  readonly rows: RecordTable;
  /** Symbol of all rows; empty if each row has its own. */
  readonly symbol: string;
  /** Members before the rows, in JSON only. */
  readonly head: { readonly [key: string]: unknown };
  readonly metadata: { readonly history_limited: boolean; readonly next_cursor?: string | null | undefined };
  /** Name of the rows in JSON; default: `data`. */
  readonly rowsKey?: string;
  /** Returns the rows as JSON text if they are not objects of the fields. */
  readonly rowsText?: () => Promise<string>;
}

/** Writes `{...head, count, "<rowsKey>": rows, "metadata": metadata}`, or the rows alone in another format. */
export async function listBody(list: ListAnswer): Promise<AnswerBody> {
  const { format, source, metadata } = list;
  return {
    body: await (format === 'csv' ? csvBody(list) : format === 'arrow' ? arrowBody(list) : jsonBody(list)),
    contentType: CONTENT_TYPES[format],
    source,
    historyLimited: metadata.history_limited,
    nextCursor: metadata.next_cursor,
  };
}

async function jsonBody(list: ListAnswer): Promise<Buffer> {
  const { head, rows, metadata, rowsKey = 'data' } = list;
  const text = await (list.rowsText?.() ?? rowsText(list));
  const start = JSON.stringify({ ...head, count: rows.length }).slice(0, -1);
  return Buffer.from(`${start},${JSON.stringify(rowsKey)}:${text},"metadata":${JSON.stringify(metadata)}}`);
}

/** Writes in slices, so that other requests are served in between. */
async function rowsText({ fields, rows, symbol }: ListAnswer): Promise<string> {
  if (rows.length <= ROWS_A_SLICE) return rowsJson(fields, rows, symbol);
  const turns = new Turns();
  const slices: string[] = [];
  for (let row = 0; row < rows.length; row += ROWS_A_SLICE) {
    const slice = sliceTable(rows, row, Math.min(rows.length, row + ROWS_A_SLICE));
    slices.push(rowsJson(fields, slice, symbol).slice(1, -1));
    await turns.next();
  }
  return `[${slices.join(',')}]`;
}

async function csvBody({ fields, rows, symbol }: ListAnswer): Promise<Buffer> {
  const columns = visibleFields(fields);
  const turns = new Turns();
  const lines = [csvLine(columns.map(({ name }) => name))];
  for (let row = 0; row < rows.length; row++) {
    if (row % ROWS_A_SLICE === 0) await turns.next();
    lines.push(csvLine(columns.map((field) => plainText(cell(field, rows, row, symbol)))));
  }
  return Buffer.from(lines.join(''));
}

/** Writes a summary as one row under a header of dotted paths: numbers, texts, and lists as JSON. */
export function summaryCsv(summary: { readonly [key: string]: Json }): Buffer {
  const cells = leaves(summary, '');
  return objectsCsv(
    cells.map(([path]) => path),
    [Object.fromEntries(cells)],
  );
}

/** Writes rows of equal keys under a header of the keys. */
export function objectsCsv(names: readonly string[], rows: readonly { readonly [key: string]: Json }[]): Buffer {
  const lines = rows.map((row) => csvLine(names.map((name) => plainText(row[name]))));
  return Buffer.from(csvLine(names) + lines.join(''));
}

function leaves(value: Json, path: string): [string, Json][] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`));
}

/** Returns the text of a cell: null is empty, and a text that a spreadsheet would take for a formula gets an apostrophe. */
function plainText(value: Json): string {
  if (value === null) return '';
  if (typeof value === 'string') return csvText(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** RFC 4180: CRLF, and quotes where a text needs them. */
const csvLine = (texts: readonly string[]) =>
  `${texts.map((text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(',')}\r\n`;

/** Writes one record batch; the schema's metadata hold the answer's as JSON. */
async function arrowBody({ fields, rows, symbol, metadata }: ListAnswer): Promise<Buffer> {
  // Loading takes half a second, so only a request for Arrow pays for it.
  const arrow = await import('apache-arrow');
  const types: Partial<Record<Field['type'], DataType>> = {
    boolean: new arrow.Bool(),
    integer: new arrow.Int32(),
    number: new arrow.Float64(),
    date: new arrow.DateDay(),
    timestamp: new arrow.TimestampMillisecond('UTC'),
  };
  const text = new arrow.Utf8();
  const turns = new Turns();
  const columns: Record<string, Vector> = {};
  const shownFields = visibleFields(fields);
  for (const field of shownFields) {
    const values = Array.from({ length: rows.length }, (_, row) => arrowValue(field, rows, row, symbol));
    columns[field.name] = arrow.vectorFromArray(values, types[field.type] ?? text);
    await turns.next();
  }
  const schema = new arrow.Schema(
    shownFields.map(({ name, type }) => arrow.Field.new({ name, type: types[type] ?? text, nullable: true })),
    new Map([['metadata', JSON.stringify(metadata)]]),
  );
  return Buffer.from(arrow.tableToIPC(new arrow.Table(schema, columns), 'stream'));
}

function arrowValue(field: Field, table: RecordTable, row: number, symbol: string): unknown {
  const column = table.columns[field.name];
  if (column instanceof Float64Array) {
    const value = column[row];
    if (!Number.isFinite(value)) return null;
    if (field.type === 'number' || field.type === 'integer') return shown(value, field.unit);
    // Builders of dates take milliseconds.
    if (field.type === 'date') return value * 86_400_000;
    if (field.type === 'timestamp') return value;
  }
  const value = cell(field, table, row, symbol);
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : value;
}
