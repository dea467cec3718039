/** One JSON object a line. Numbers stay numbers and text stays text, as on the wire. */
import { type FileBounds, shownBytes } from './bounds.ts';
import { readLines, utf8Of } from './lines.ts';
import { type Part, readBytes } from './open.ts';
import { brokenRow, LONG_ROW_CHARS, type RawRow, type RowSource } from './rows.ts';

/** Whether objects and arrays nest deeper than this: to be asked before the text is parsed. */
export function nestsDeeper(text: string, most: number): boolean {
  if (text.length <= 2 * most) return false;
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (quoted) {
      if (code === 92) i++;
      else if (code === 34) quoted = false;
    } else if (code === 34) quoted = true;
    else if (code === 123 || code === 91) {
      if (++depth > most) return true;
    } else if (code === 125 || code === 93) depth--;
  }
  return false;
}

function toRow(line: string, number: number, { rowBytes, jsonDepth }: FileBounds): RawRow {
  if (line.length > rowBytes) {
    const message = `the line is longer than ${shownBytes(rowBytes)}; its first ${LONG_ROW_CHARS} bytes are kept`;
    return brokenRow(number, 'too_large', message, line.slice(0, LONG_ROW_CHARS));
  }
  const text = utf8Of(line);
  if (text === null) {
    const bytes = Buffer.from(line, 'latin1');
    return brokenRow(number, 'invalid_utf8', 'the line is not UTF-8; convert the file', bytes);
  }
  if (nestsDeeper(text, jsonDepth)) {
    const message = `the line nests objects more than ${jsonDepth} deep`;
    return brokenRow(number, 'schema', message, text.slice(0, LONG_ROW_CHARS));
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const why = (error as Error).message.slice(0, 200);
    return brokenRow(number, 'invalid_json', `the line is not JSON: ${why}`, text);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return brokenRow(number, 'schema', 'the line must be one JSON object', text);
  return { number, columns: Object.keys(value), cells: Object.values(value) };
}

export function ndjsonRows(part: Part, onBytes?: (bytes: number) => void): RowSource {
  const { bounds } = part.source;
  async function* rows(): AsyncGenerator<RawRow[]> {
    let number = 0;
    for await (const lines of readLines(readBytes(part, onBytes), bounds, part.label)) {
      const group = lines.filter((line) => line.trim() !== '').map((line) => toRow(line, ++number, bounds));
      if (group.length > 0) yield group;
    }
  }
  return { textual: false, rows };
}
