/** Records as the values, rows and JSON text that answers show. */
import { isoDate } from '../../../lib/days.ts';
import { type Field, shown } from './fields.ts';
import type { RecordTable } from './table.ts';

export type Json = string | number | boolean | null | { [key: string]: Json } | Json[];

/** `2013-10-07T13:31:00+00:00`; milliseconds only where there are any. */
export function isoTimestamp(ms: number): string {
  const text = new Date(ms).toISOString();
  return `${text.endsWith('.000Z') ? text.slice(0, 19) : text.slice(0, 23)}+00:00`;
}

export function visibleFields(fields: readonly Field[]): readonly Field[] {
  return fields.filter((field) => !field.internal);
}

/** One value as the answer shows it. */
export function cell(field: Field, table: RecordTable, row: number, symbol: string): Json {
  const column = table.columns[field.name];
  if (column === undefined) {
    if (field.constant) return symbol;
    throw new Error(`no column '${field.name}' in the table`);
  }
  const value = column[row];
  if (value === null) return null;
  if (typeof value === 'string') return field.type === 'json' ? (JSON.parse(value) as Json) : value;
  // Infinity is no JSON.
  if (!Number.isFinite(value)) return null;
  switch (field.type) {
    case 'boolean':
      return value !== 0;
    case 'enum':
      return field.values?.[value] ?? null;
    case 'date':
      return isoDate(value);
    case 'timestamp':
      return isoTimestamp(value);
    default:
      return shown(value, field.unit);
  }
}

/** A row as an object; `symbol` fills the constant where the table has no column of that name. */
export function rowObject(
  fields: readonly Field[],
  table: RecordTable,
  row: number,
  symbol = '',
): Record<string, Json> {
  const object: Record<string, Json> = {};
  for (const field of fields) if (!field.internal) object[field.name] = cell(field, table, row, symbol);
  return object;
}

export function rowObjects(fields: readonly Field[], table: RecordTable, symbol = ''): Record<string, Json>[] {
  return Array.from({ length: table.length }, (_, row) => rowObject(fields, table, row, symbol));
}

/** JSON text of the rows, `[{...},{...}]`, written column-wise without an object a row. */
export function rowsJson(fields: readonly Field[], table: RecordTable, symbol = ''): string {
  const writers = visibleFields(fields).map((field, index) => writer(field, table, symbol, index === 0 ? '{' : ','));
  const rows: string[] = new Array(table.length);
  for (let row = 0; row < table.length; row++) {
    let text = '';
    for (const write of writers) text += write(row);
    rows[row] = `${text}}`;
  }
  return `[${rows.join(',')}]`;
}

function writer(field: Field, table: RecordTable, symbol: string, lead: string): (row: number) => string {
  const key = `${lead}${JSON.stringify(field.name)}:`;
  const column = table.columns[field.name];
  const none = `${key}null`;
  if (!(column instanceof Float64Array)) {
    if (column === undefined) {
      const constant = key + JSON.stringify(cell(field, table, 0, symbol));
      return () => constant;
    }
    if (field.type === 'json') return (row) => key + (column[row] ?? 'null');
    return (row) => key + JSON.stringify(column[row]);
  }
  if (field.type === 'boolean') {
    return (row) => (Number.isNaN(column[row]) ? none : column[row] !== 0 ? `${key}true` : `${key}false`);
  }
  if (field.type === 'enum') {
    const words = (field.values ?? []).map((word) => key + JSON.stringify(word));
    return (row) => words[column[row]] ?? none;
  }
  if (field.type === 'date') return (row) => (Number.isNaN(column[row]) ? none : `${key}"${isoDate(column[row])}"`);
  if (field.type === 'timestamp') {
    return (row) => (Number.isNaN(column[row]) ? none : `${key}"${isoTimestamp(column[row])}"`);
  }
  return (row) => {
    const value = column[row];
    return Number.isFinite(value) ? key + shown(value, field.unit) : none;
  };
}
