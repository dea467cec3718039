/** The same rows as CSV or as an Arrow IPC stream. */
import { type Field, shown } from '../../compute/market/records/fields.ts';
import { cell, type Json, visibleFields } from '../../compute/market/records/render.ts';
import type { RecordTable } from '../../compute/market/records/table.ts';
import { csvText } from '../../lib/printable.ts';
import type { Format } from '../query/common.ts';
import { Turns } from '../turns.ts';

export const CONTENT_TYPES: Readonly<Record<Exclude<Format, 'json'>, string>> = {
  csv: 'text/csv; charset=utf-8',
  arrow: 'application/vnd.apache.arrow.stream',
};

const ROWS_A_SLICE = 200;

/**
 * RFC 4180: a header line, CRLF, quotes where a text needs them; null is empty. A text that a spreadsheet would take for
 * a formula has an apostrophe in front.
 */
export async function csvBody(fields: readonly Field[], table: RecordTable, symbol: string): Promise<Buffer> {
  const columns = visibleFields(fields);
  const turns = new Turns();
  const lines = [columns.map((field) => quoted(field.name)).join(',')];
  for (let row = 0; row < table.length; row++) {
    if (row % ROWS_A_SLICE === 0) await turns.next();
    lines.push(columns.map((field) => quoted(plainText(cell(field, table, row, symbol)))).join(','));
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n`);
}

/** A summary as one row under a header of dotted paths: numbers, texts, and lists as JSON. */
export function summaryCsv(summary: { readonly [key: string]: Json }): Buffer {
  const cells = leaves(summary, '');
  const line = (texts: readonly string[]) => texts.map(quoted).join(',');
  return Buffer.from(`${line(cells.map(([path]) => path))}\r\n${line(cells.map(([, value]) => plainText(value)))}\r\n`);
}

/** Rows of equal keys under a header of them. */
export function objectsCsv(names: readonly string[], rows: readonly { readonly [key: string]: Json }[]): Buffer {
  const lines = [names, ...rows.map((row) => names.map((name) => plainText(row[name])))];
  return Buffer.from(lines.map((line) => `${line.map(quoted).join(',')}\r\n`).join(''));
}

function leaves(value: Json, path: string): [string, Json][] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`));
}

function plainText(value: Json): string {
  if (value === null) return '';
  if (typeof value === 'string') return csvText(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** One record batch, the answer's metadata as JSON in the schema's own. */
export async function arrowBody(
  fields: readonly Field[],
  table: RecordTable,
  symbol: string,
  metadata: object,
): Promise<Buffer> {
  // Half a second to load: only who asks for it pays.
  const arrow = await import('apache-arrow');
  const typeOf = (field: Field) => {
    switch (field.type) {
      case 'boolean':
        return new arrow.Bool();
      case 'integer':
        return new arrow.Int32();
      case 'number':
        return new arrow.Float64();
      case 'date':
        return new arrow.DateDay();
      case 'timestamp':
        return new arrow.TimestampMillisecond('UTC');
      default:
        return new arrow.Utf8();
    }
  };
  const turns = new Turns();
  const shownFields = visibleFields(fields);
  const columns: unknown[] = [];
  for (const field of shownFields) {
    const values = Array.from({ length: table.length }, (_, row) => arrowValue(field, table, row, symbol));
    const builder = arrow.makeBuilder({ type: typeOf(field) as InstanceType<typeof arrow.Utf8>, nullValues: [null] });
    for (const value of values) builder.append(value as string | null);
    columns.push(builder.finish().flush());
    await turns.next();
  }
  const schema = new arrow.Schema(
    shownFields.map((field) => arrow.Field.new({ name: field.name, type: typeOf(field), nullable: true })),
    new Map([['metadata', JSON.stringify(metadata)]]),
  );
  const struct = arrow.makeData({
    type: new arrow.Struct(schema.fields),
    length: table.length,
    nullCount: 0,
    children: columns as never,
  });
  const batch = new arrow.RecordBatch(schema, struct as never);
  return Buffer.from(arrow.RecordBatchStreamWriter.writeAll([batch]).toUint8Array(true));
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
