/** One JSON object a line. Numbers stay numbers and text stays text, as on the wire. */
import { refuse } from '../../contract/index.ts';
import { readLines, utf8Of } from './lines.ts';
import { readBytes, type SourceFile } from './open.ts';
import { type RawRow, ROW_BYTES_MAX, type RowSource } from './rows.ts';

function toRow(line: string, number: number): RawRow {
  const broken = (refusal: ReturnType<typeof refuse>, original: Buffer | string): RawRow => ({
    number,
    columns: [],
    cells: [],
    broken: { refusal, original },
  });
  if (line.length > ROW_BYTES_MAX) {
    return broken(refuse('too_large', `the line is longer than ${ROW_BYTES_MAX} bytes`), line.slice(0, ROW_BYTES_MAX));
  }
  const text = utf8Of(line);
  if (text === null) {
    return broken(refuse('invalid_utf8', 'the line is not UTF-8; convert the file'), Buffer.from(line, 'latin1'));
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return broken(refuse('invalid_json', `the line is not JSON: ${(error as Error).message.slice(0, 200)}`), text);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return broken(refuse('schema', 'the line must be one JSON object'), text);
  }
  return { number, columns: Object.keys(value), cells: Object.values(value) };
}

export function ndjsonRows(source: SourceFile, onBytes?: (bytes: number) => void): RowSource {
  async function* rows(): AsyncGenerator<RawRow[]> {
    let number = 0;
    for await (const lines of readLines(readBytes(source, onBytes), ROW_BYTES_MAX)) {
      const group = lines.filter((line) => line.trim() !== '').map((line) => toRow(line, ++number));
      if (group.length > 0) yield group;
    }
  }
  return { format: 'ndjson', textual: false, rows };
}
