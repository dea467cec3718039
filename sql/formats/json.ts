/** Answers in ClickHouse's JSONCompact format. */

export interface Column {
  readonly name: string;
  /** ClickHouse's type, such as `Nullable(Float64)`. */
  readonly type: string;
}

interface JsonCompact {
  meta: Column[];
  data: unknown[][];
}

const WIDE = /^(?:Nullable\()?(?:LowCardinality\()?U?Int(?:64|128|256)\)*$/;

export function parseJsonCompact(answer: Buffer): { columns: Column[]; data: unknown[][] } {
  const { meta, data } = JSON.parse(answer.toString()) as JsonCompact;
  return { columns: meta, data };
}

/** Indexes of the columns whose integers come quoted because a double may not hold them. */
function wideColumns(columns: readonly Column[]): number[] {
  return columns.flatMap((column, index) => (WIDE.test(column.type) ? [index] : []));
}

/** Turns quoted integers into numbers where a double holds them exactly; `beyond` decides about the others. */
export function unquote(
  columns: readonly Column[],
  data: unknown[][],
  beyond: (column: Column, text: string) => unknown,
): void {
  for (const index of wideColumns(columns)) {
    for (const row of data) {
      const text = row[index];
      if (typeof text !== 'string') continue;
      const value = Number(text);
      row[index] = Number.isSafeInteger(value) ? value : beyond(columns[index], text);
    }
  }
}

function toObjects<T>(columns: readonly Column[], data: readonly unknown[][]): T[] {
  return data.map((row) => {
    const object: Record<string, unknown> = {};
    for (let i = 0; i < columns.length; i++) object[columns[i].name] = row[i];
    return object as T;
  });
}

/** Rows as objects with exact numbers; a 64-bit integer that a double cannot hold throws and says what to select. */
export function exactObjects<T>(answer: Buffer): T[] {
  const { columns, data } = parseJsonCompact(answer);
  unquote(columns, data, ({ name }, text) => {
    throw new RangeError(`${name} holds ${text}, beyond 2^53: select it with toString(${name})`);
  });
  return toObjects<T>(columns, data);
}
