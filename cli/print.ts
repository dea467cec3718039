/** Prints answers as text or as one JSON object. Control characters in data are escaped before they reach a terminal. */

import { printableJson, printableLine } from '../lib/text.ts';

export function print(name: string, result: unknown, json: boolean): void {
  if (json) process.stdout.write(`${printableJson(result)}\n`);
  else process.stdout.write(readable(name, result));
}

function readable(name: string, result: unknown): string {
  if (name === 'sql') {
    const { columns, rows } = result as { columns: string[]; rows: unknown[][] };
    return table(columns, rows);
  }
  const lists = Object.entries(result as object).filter(([, value]) => isRows(value)) as [string, object[]][];
  const rest = Object.fromEntries(Object.entries(result as object).filter(([, value]) => !isRows(value)));
  const filled = lists.filter(([, rows]) => rows.length > 0);
  const tables = filled.map(([key, rows]) => (filled.length > 1 ? `${key}:\n` : '') + rowsText(rows)).join('\n');
  const shown = tables + fields(rest);
  return shown === '' ? lists.map(([key]) => `${key}: none\n`).join('') : shown;
}

function isRows(value: unknown): value is object[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null);
}

const isFilled = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;
const isNested = (value: unknown) => isFilled(value) && (!Array.isArray(value) || isRows(value));

/** Returns a table, or one block per row if cells would hold objects. */
function rowsText(rows: object[]): string {
  if (!rows.some((row) => Object.values(row).some(isNested))) return objectTable(rows);
  return rows.map((row) => fields(row)).join('\n');
}

function fields(object: object): string {
  return Object.entries(object)
    .map(([key, value]) => {
      if (!isNested(value)) return `${printableLine(key)}: ${text(value)}\n`;
      const inner = isRows(value) ? rowsText(value) : fields(value);
      return `${printableLine(key)}:\n${inner.replace(/^(?=.)/gm, '  ')}`;
    })
    .join('');
}

function objectTable(rows: object[]): string {
  if (rows.length === 0) return '';
  const names = Object.keys(rows[0]);
  return table(
    names,
    rows.map((row) => names.map((name) => (row as Record<string, unknown>)[name])),
  );
}

function table(names: string[], rows: unknown[][]): string {
  const cells = [names.map(text), ...rows.map((row) => row.map(text))];
  const widths = names.map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  return cells
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column]))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

function text(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'object' && Object.keys(value).length === 0) return 'none';
  return printableLine(typeof value === 'object' ? JSON.stringify(value) : String(value));
}
