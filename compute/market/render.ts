/** Records as the values, rows and JSON text that answers show. */
import { isoDate } from '../../lib/days.ts';
import { type Field, shown } from './fields.ts';
import type { RecordTable } from './records.ts';

export type Json = string | number | boolean | null | { [key: string]: Json } | Json[];

/** `2013-10-07T13:31:00+00:00`; milliseconds only where there are any. */
export function isoTimestamp(ms: number): string {
  const text = new Date(ms).toISOString();
  return `${text.endsWith('.000Z') ? text.slice(0, 19) : text.slice(0, 23)}+00:00`;
}

export function visibleFields(fields: readonly Field[]): readonly Field[] {
  return fields.filter((field) => !field.internal);
}

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

/** Numbers are given unrounded, NaN = null; the fields of the summary give each its unit and so its rounding. */
export type RawSummary = { readonly [key: string]: RawValue };
export type RawValue = Json | RawSummary | readonly RawValue[];

/**
 * Looks a summary's leaves up in its fields. A field's name is a dotted path in which `*` stands for one key that
 * depends on the data (a weekday, a bucket); such a key may itself hold dots.
 */
export class SummaryFields {
  /** Paths that were shown, as a tree: a summary of hundreds of figures is shown without making one path of text. */
  readonly root: Place = { path: '', field: undefined, inner: new Map() };
  readonly #exact = new Map<string, Field>();
  readonly #wild: { pattern: RegExp; field: Field }[] = [];
  #places = 0;

  constructor(fields: readonly Field[]) {
    for (const field of fields) {
      if (!field.name.includes('*')) this.#exact.set(field.name, field);
      else {
        const source = field.name
          .split('*')
          .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
          .join('.+?');
        this.#wild.push({ pattern: new RegExp(`^${source}$`), field });
      }
    }
  }

  find(path: string): Field | undefined {
    return this.#exact.get(path) ?? this.#wild.find(({ pattern }) => pattern.test(path))?.field;
  }

  within(outer: Place, key: string): Place {
    const known = outer.inner.get(key);
    if (known) return known;
    const path = outer.path === '' ? key : `${outer.path}.${key}`;
    const place: Place = { path, field: this.find(path), inner: new Map() };
    if (this.#places < MOST_PLACES) {
      outer.inner.set(key, place);
      this.#places++;
    }
    return place;
  }
}

interface Place {
  readonly path: string;
  readonly field: Field | undefined;
  readonly inner: Map<string, Place>;
}

/** Keys depend on the data: beyond so many their fields are looked up each time. */
const MOST_PLACES = 10_000;

/**
 * @throws where a leaf is in none of the fields: what is shown must be documented.
 */
export function renderSummary(fields: SummaryFields, raw: RawSummary): { [key: string]: Json } {
  return render(fields, raw, fields.root) as { [key: string]: Json };
}

function render(fields: SummaryFields, value: RawValue, place: Place): Json {
  if (typeof value === 'number') {
    if (Number.isNaN(value)) return null;
    if (!place.field) throw new Error(`the summary shows '${place.path}', which its fields do not name`);
    return shown(value, place.field.unit);
  }
  if (value === null || typeof value !== 'object') return value as Json;
  if (Array.isArray(value)) return value.map((item: RawValue) => render(fields, item, place));
  const out: { [key: string]: Json } = {};
  const raw = value as RawSummary;
  for (const key of Object.keys(raw)) out[key] = render(fields, raw[key], fields.within(place, key));
  return out;
}

export function numericLeaves(value: Json, path = '', out: Record<string, number> = {}): Record<string, number> {
  if (typeof value === 'number') out[path] = value;
  else if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
    for (const [key, inner] of Object.entries(value)) numericLeaves(inner, path === '' ? key : `${path}.${key}`, out);
  }
  return out;
}
