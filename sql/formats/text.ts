/** Values as ClickHouse reads them (in TSV bodies, as bound parameters, literals and identifiers), and its answers in JSON. */

import { isoDate } from '../../lib/days.ts';

export type Scalar = string | number | bigint | boolean | null | undefined;
type ParamValue = Scalar | readonly ParamValue[];
export type Params = Readonly<Record<string, ParamValue>>;

const ESCAPES: Record<string, string> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\0': '\\0',
  '\b': '\\b',
  '\f': '\\f',
  "'": "\\'",
};
const SPECIAL = /[\\\t\n\r\0\b\f']/;
const ALL_SPECIAL = /[\\\t\n\r\0\b\f']/g;

function escapeText(text: string): string {
  return SPECIAL.test(text) ? text.replace(ALL_SPECIAL, (char) => ESCAPES[char]) : text;
}

function numberText(value: number): string {
  // The shortest text that reads back as the same double. String(-0) would lose its sign.
  if (Number.isFinite(value)) return Object.is(value, -0) ? '-0' : String(value);
  if (Number.isNaN(value)) return 'nan';
  return value > 0 ? 'inf' : '-inf';
}

/** One value of a TSV body: exact numbers, `\N` for null and undefined, true and false as 1 and 0. */
export function tsvValue(value: Scalar): string {
  switch (typeof value) {
    case 'number':
      return numberText(value);
    case 'string':
      return escapeText(value);
    case 'boolean':
      return value ? '1' : '0';
    case 'bigint':
      return String(value);
    default:
      return '\\N';
  }
}

export function tsvRow(values: readonly Scalar[]): string {
  let cells = '';
  for (let i = 0; i < values.length; i++) cells += i === 0 ? tsvValue(values[i]) : `\t${tsvValue(values[i])}`;
  return `${cells}\n`;
}

/** Seconds since the epoch as a `DateTime` body reads them: ten digits, or a short number would be taken for a year. */
function tsvSeconds(seconds: number): string {
  return String(seconds).padStart(10, '0');
}

/** A day since the epoch as a `Date` or `Date32` body reads it. */
export const tsvDate = isoDate;

/** Milliseconds since the epoch as a `DateTime64(3)` body reads them: `1700000000.123`. */
export function tsvMillis(ms: number): string {
  if (ms < 0) return new Date(ms).toISOString().slice(0, 23).replace('T', ' ');
  const seconds = Math.floor(ms / 1000);
  return `${tsvSeconds(seconds)}.${String(ms - seconds * 1000).padStart(3, '0')}`;
}

function nested(value: ParamValue): string {
  if (Array.isArray(value)) return `[${value.map(nested).join(',')}]`;
  if (typeof value === 'string') return stringLiteral(value);
  if (value === null || value === undefined) return 'NULL';
  return tsvValue(value as Scalar);
}

/** A bound parameter's text, as ClickHouse reads `param_<name>`. */
export function paramText(value: ParamValue): string {
  return Array.isArray(value) ? nested(value) : tsvValue(value as Scalar);
}

export function stringLiteral(text: string): string {
  return `'${escapeText(text)}'`;
}

/** An identifier in backticks, whatever its characters. */
export function identifier(name: string): string {
  return `\`${name.replace(/[\\`]/g, (char) => `\\${char}`)}\``;
}

export function qualified(name: string): string {
  return name.split('.').map(identifier).join('.');
}

interface Column {
  readonly name: string;
  /** ClickHouse's type, such as `Nullable(Float64)`. */
  readonly type: string;
}

const WIDE = /^(?:Nullable\()?(?:LowCardinality\()?U?Int(?:64|128|256)\)*$/;

/** JSONCompact. Integers of 64 bits come quoted: numbers where a double holds them, else `beyond` decides. */
export function jsonRows(
  answer: Buffer,
  beyond: (column: Column, text: string) => unknown,
): { columns: Column[]; rows: unknown[][] } {
  const { meta: columns, data: rows } = JSON.parse(answer.toString()) as { meta: Column[]; data: unknown[][] };
  for (const [index, column] of columns.entries()) {
    if (!WIDE.test(column.type)) continue;
    for (const row of rows) {
      const text = row[index];
      if (typeof text !== 'string') continue;
      const value = Number(text);
      row[index] = Number.isSafeInteger(value) ? value : beyond(column, text);
    }
  }
  return { columns, rows };
}

/** Rows as objects with exact numbers; a 64-bit integer that a double cannot hold throws and says what to select. */
export function exactObjects<T>(answer: Buffer): T[] {
  const { columns, rows } = jsonRows(answer, ({ name }, text) => {
    throw new RangeError(`${name} holds ${text}, beyond 2^53: select it with toString(${name})`);
  });
  return rows.map((row) => {
    const object: Record<string, unknown> = {};
    for (let i = 0; i < columns.length; i++) object[columns[i].name] = row[i];
    return object as T;
  });
}
