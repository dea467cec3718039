/** Blocks of the Native format as TSV: where that is cheaper, or all that a server takes (see dev/clickhouse). */
import { decodeNative, type NativeColumn } from './native.ts';
import { type Scalar, tsvDate, tsvMillis, tsvRow, tsvSeconds } from './text.ts';

/** How enums are in the text; the rest is ClickHouse's default. */
export const BLOCK_TEXT_SETTINGS = { input_format_tsv_enum_as_number: 1 } as const;

/** Every value exactly. The columns in the order of the blocks. */
export function blocksAsTsv(blocks: Uint8Array): string {
  const { length, columns, types, nulls } = decodeNative(Buffer.from(blocks.buffer, blocks.byteOffset, blocks.length));
  const cells = Object.entries(columns).map(([name, values]) => {
    const cell = cellOf(types[name], values);
    const blank = nulls[name];
    return blank ? (row: number) => (blank[row] === 1 ? null : cell(row)) : cell;
  });
  let text = '';
  for (let row = 0; row < length; row++) text += tsvRow(cells.map((cell) => cell(row)));
  return text;
}

function cellOf(type: string, values: NativeColumn): (row: number) => Scalar {
  const inner = type.replace(/^Nullable\((.*)\)$/, '$1');
  if (/^Date(?:32)?$/.test(inner)) return (row) => tsvDate(Number(values[row]));
  if (/^DateTime(?:\(|$)/.test(inner)) return (row) => tsvSeconds(Number(values[row]));
  if (/^DateTime64\(3\b/.test(inner)) return (row) => tsvMillis(Number(values[row]));
  if (inner.startsWith('DateTime64')) throw new TypeError(`${type} has no text here`);
  return (row) => values[row];
}
