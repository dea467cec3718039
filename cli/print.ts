/** Answers as people read them, or as one JSON object. */

export function print(name: string, result: unknown, json: boolean): void {
  if (json) process.stdout.write(`${JSON.stringify(result)}\n`);
  else process.stdout.write(readable(name, result));
}

function readable(name: string, result: unknown): string {
  if (name === 'sql') {
    const { columns, rows, csv } = result as { columns?: unknown[]; rows?: unknown[][]; csv?: string };
    return csv ?? table((columns ?? []).map(columnName), rows ?? []);
  }
  const lists = Object.entries(result as object).filter(([, value]) => isRows(value)) as [string, object[]][];
  const rest = Object.fromEntries(Object.entries(result as object).filter(([, value]) => !isRows(value)));
  const tables = lists.map(([, rows]) => objectTable(rows)).join('\n');
  return tables + (Object.keys(rest).length > 0 ? fields(rest) : '');
}

const columnName = (column: unknown) =>
  typeof column === 'object' && column !== null && 'name' in column ? String(column.name) : String(column);

function isRows(value: unknown): value is object[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null);
}

function fields(object: object, indent = ''): string {
  return Object.entries(object)
    .map(([key, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? `${indent}${key}:\n${fields(value, `${indent}  `)}`
        : `${indent}${key}: ${text(value)}\n`,
    )
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
  const cells = [names, ...rows.map((row) => row.map(text))];
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
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
