/**
 * CSV as it is found: quoted cells, any of four separators, Windows and old Mac line ends, a byte order mark. A line
 * without a quote is split by hand; a quoted record may span lines. A record that does not parse costs its first line
 * only, the next line is tried again.
 */
import { parse } from 'csv-parse/sync';
import type { Reason } from '../contract/events.ts';
import { type CsvLayout, layoutOf } from './csv-layout.ts';
import { ImportError, shownBytes } from './errors.ts';
import { isBarColumn, shownColumns } from './fields.ts';
import { type Part, readBytes } from './open.ts';
import { BEYOND_ASCII, brokenRow, LONG_ROW_CHARS, type RawRow, type RowSource, readLines, utf8Of } from './rows.ts';

const SAID_SEPARATOR = /^sep=(.)$/i;
const SEPARATORS = [',', ';', '\t', '|'];
/** How far a quoted record may reach before its opening quote is taken for a stray one. */
const QUOTED_RECORD_BYTES_MAX = 262_144;

function separatorOf(header: string): string {
  const bare = header.replace(/"[^"]*"/g, '');
  const counts = SEPARATORS.map((separator) => bare.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))];
}

/** Records that are whole, parsed at once (a call a record would cost 50 times as much). */
function parseRecords(texts: readonly string[], separator: string): string[][] | Error {
  try {
    const records = parse(texts.join('\n'), { delimiter: separator, relax_column_count: true });
    return records.length === texts.length ? records : new Error('its quotes do not tell where it ends');
  } catch (error) {
    return error as Error;
  }
}

function quotesIn(line: string): number {
  let count = 0;
  for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) count++;
  return count;
}

type Record = { readonly text: string; cells: string[] } | { readonly text: string; readonly broken: string };

/**
 * The records in lines, and the lines behind them that begin an unfinished one. Records with quotes are parsed `together`
 * (`null` where one does not parse), or one by one: then one that does not is its first line alone, the next may begin another.
 */
function readRecords(lines: readonly string[], separator: string, last: boolean, together: boolean) {
  const records: Record[] = [];
  const quoted: { text: string; cells: string[] }[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    if (!line.includes('"')) {
      at++;
      if (line !== '') records.push({ text: line, cells: line.split(separator) });
      continue;
    }
    const end = endOfRecord(lines, at);
    if (end === 'later' && !last) break;
    const to = typeof end === 'number' ? end : at + 1;
    const text = lines.slice(at, to).join('\n');
    const parsed = together ? [] : parseRecords([text], separator);
    if (parsed instanceof Error) records.push({ text: line, broken: parsed.message });
    else {
      const record = { text, cells: parsed[0] };
      records.push(record);
      quoted.push(record);
    }
    at = parsed instanceof Error ? at + 1 : to;
  }
  if (together && quoted.length > 0) {
    const texts = quoted.map(({ text }) => text);
    const parsed = parseRecords(texts, separator);
    if (parsed instanceof Error) return null;
    for (const [i, record] of quoted.entries()) record.cells = parsed[i];
  }
  return { records, unfinished: lines.slice(at) };
}

/** Index behind the record that starts at `from`: where its quotes are even. `later` where the lines do not reach so far. */
function endOfRecord(lines: readonly string[], from: number): number | 'later' | 'never' {
  let quotes = 0;
  let bytes = 0;
  for (let i = from; i < lines.length; i++) {
    quotes += quotesIn(lines[i]);
    if (quotes % 2 === 0) return i + 1;
    bytes += lines[i].length + 1;
    if (bytes > QUOTED_RECORD_BYTES_MAX) return 'never';
  }
  return 'later';
}

/** Cells as UTF-8; `null` where one is not. */
function decoded({ text, cells }: { readonly text: string; readonly cells: string[] }): string[] | null {
  if (!BEYOND_ASCII.test(text)) return cells;
  const result = cells.map(utf8Of);
  return result.every((cell) => cell !== null) ? result : null;
}

/** True of a line that names columns of bars: it begins a table that was appended to another. */
function isHeader(cells: readonly string[]): boolean {
  if (/^\W*\d/.test(cells[cells.length - 1]) || /^\W*\d/.test(cells[1] ?? '0')) return false;
  return cells.filter(isBarColumn).length >= HEADER_FIELDS_MIN;
}
const HEADER_FIELDS_MIN = 4;

function otherHeader(cells: readonly string[]): string {
  const named = shownColumns(cells.map((cell) => cell.trim()));
  return `is a second header, with other columns (${named}); split the file before that line, and import both parts`;
}

/** Rows of a record: one, but for files with several symbols side by side. */
function rowsOf(record: Record, number: number, { columns, delimiter, wide }: CsvLayout, part: Part): RawRow[] {
  const { label, source } = part;
  const { rowBytes } = source.bounds;
  const broken = (reason: Reason, message: string, kept: readonly string[]) => [
    brokenRow(number, reason, message, JSON.stringify(kept)),
  ];
  if ('broken' in record) {
    const text = utf8Of(record.text) ?? record.text;
    const message = `${record.broken}; fix the quotes of this line`;
    return broken('malformed_row', message, [text.slice(0, LONG_ROW_CHARS)]);
  }
  if (record.text.length > rowBytes) {
    const message = `the row is longer than ${shownBytes(rowBytes)}; its first ${LONG_ROW_CHARS} bytes are kept`;
    const kept = record.cells.slice(0, LONG_ROW_CHARS).join(delimiter).slice(0, LONG_ROW_CHARS);
    return broken('too_large', message, [kept]);
  }
  const cells = decoded(record);
  if (cells === null) {
    const bytes = Buffer.from(JSON.stringify(record.cells), 'latin1');
    return [brokenRow(number, 'invalid_utf8', 'the row is not UTF-8; convert the file', bytes)];
  }
  const { length } = columns;
  if (cells.length !== length && (cells.length < length || cells.slice(length).some((cell) => cell !== ''))) {
    const message = `the row has ${cells.length} cells, the header ${length}; fix or quote it`;
    return broken('malformed_row', message, cells.slice(0, LONG_ROW_CHARS));
  }
  if (isHeader(cells)) {
    if (cells.every((cell, i) => cell.trim() === columns[i])) return [];
    throw new ImportError('implausible', `${label}: row ${number} ${otherHeader(cells)}`);
  }
  if (!wide) return [{ number, columns, cells }];
  return wide.flatMap(({ symbol, columns: own, indexes }) => {
    const figures = indexes.map((index) => cells[index]);
    // A symbol without any figure at a time has no bar there: the table is as wide as all symbols together.
    if (figures.every((cell) => cell.trim() === '')) return [];
    return [{ number, columns: own, cells: [cells[0], ...figures, symbol] }];
  });
}

/** Records of a part, without the line above them that says their separator (`sep=;`). @param known the separator */
async function* recordsOf(part: Part, known?: string, onBytes?: (bytes: number) => void) {
  const { bounds } = part.source;
  let delimiter: string | undefined;
  let unfinished: readonly string[] = [];
  const take = (lines: readonly string[], last: boolean) => {
    const queue = unfinished.length > 0 ? [...unfinished, ...lines] : lines;
    const read = readRecords(queue, delimiter!, last, true) ?? readRecords(queue, delimiter!, last, false)!;
    unfinished = read.unfinished;
    return { records: read.records, delimiter: delimiter! };
  };
  for await (const lines of readLines(readBytes(part, onBytes), bounds, part.label)) {
    if (delimiter === undefined) {
      const said = SAID_SEPARATOR.exec(lines[0])?.[1];
      if (said !== undefined) lines.shift();
      const header = lines.find((line) => line !== '') ?? '';
      if (known === undefined && header.length > bounds.rowBytes) {
        const message = `its first line is longer than ${shownBytes(bounds.rowBytes)}`;
        throw new ImportError('too_large', `${part.label}: ${message}`);
      }
      delimiter = known ?? said ?? separatorOf(header);
    }
    yield take(lines, false);
  }
  if (unfinished.length > 0) yield take([], true);
}

const LAYOUT_RECORDS = 4;

/** Looks at the first lines. Throws an ImportError where they do not say which column is which. */
export async function csvLayout(part: Part, names: readonly string[] | undefined): Promise<CsvLayout> {
  const { columns } = part.source.bounds;
  const first: string[][] = [];
  let delimiter = ',';
  for await (const read of recordsOf(part)) {
    delimiter = read.delimiter;
    for (const record of read.records.slice(0, LAYOUT_RECORDS - first.length)) {
      const cells = 'cells' in record ? record.cells : [];
      if (cells.length > columns) {
        const message = `a row of ${cells.length} cells; at most ${columns} columns are read`;
        throw new ImportError('too_large', `${part.label}: ${message}`);
      }
      const text = 'cells' in record ? decoded(record) : [];
      if (first.length === 0 && (text === null || text.length === 0)) {
        throw new ImportError('unknown_format', `${part.label}: its first line is no header of column names`);
      }
      first.push(text ?? []);
    }
    if (first.length >= LAYOUT_RECORDS) break;
  }
  if (first.length === 0) throw new ImportError('empty', `${part.label}: the file is empty`);
  return layoutOf(first, delimiter, names, part.label);
}

export function csvRows(part: Part, layout: CsvLayout, onBytes?: (bytes: number) => void): RowSource {
  async function* rows(): AsyncGenerator<RawRow[]> {
    let number = 0;
    let skip = layout.headerRecords;
    for await (const { records } of recordsOf(part, layout.delimiter, onBytes)) {
      const group: RawRow[] = [];
      for (const record of records) {
        if (skip > 0) skip--;
        else for (const row of rowsOf(record, ++number, layout, part)) group.push(row);
      }
      yield group;
    }
  }
  return { rows };
}
