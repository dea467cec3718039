/**
 * CSV as it is found: quoted cells, any of four separators, Windows line ends, a byte order mark. A quoted record may span
 * lines. A record that cannot be split costs its first line only, the next line is tried again.
 */
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

/** Returns the cells of a record; null if a quote stands inside of a cell. `separator` is one latin1 character. */
function splitRecord(text: string, separator: string): string[] | null {
  const sign = `\\x${separator.charCodeAt(0).toString(16).padStart(2, '0')}`;
  const cell = new RegExp(`(?:"([^"]*(?:""[^"]*)*)"|([^"${sign}]*))(${sign}|$)`, 'y');
  const cells: string[] = [];
  for (;;) {
    const match = cell.exec(text);
    if (!match) return null;
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2]);
    if (match[3] === '') return cells;
  }
}

/** `cells` is null if the quotes of the record do not tell where it ends. */
interface CsvRecord {
  readonly text: string;
  readonly cells: readonly string[] | null;
}

/** Returns the records in lines, and the lines behind them that begin an unfinished one. */
function readRecords(lines: readonly string[], separator: string, isLast: boolean) {
  const records: CsvRecord[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    if (!line.includes('"')) {
      at++;
      if (line !== '') records.push({ text: line, cells: line.split(separator) });
      continue;
    }
    const end = endOfRecord(lines, at);
    if (end === 'later' && !isLast) break;
    const to = typeof end === 'number' ? end : at + 1;
    const text = lines.slice(at, to).join('\n');
    const cells = splitRecord(text, separator);
    records.push(cells ? { text, cells } : { text: line, cells });
    at = cells ? to : at + 1;
  }
  return { records, unfinished: lines.slice(at) };
}

/** Returns the index behind the record that starts at `from`: there its quotes are even. `later`: behind these lines. */
function endOfRecord(lines: readonly string[], from: number): number | 'later' | 'never' {
  let quotes = 0;
  let bytes = 0;
  for (let i = from; i < lines.length; i++) {
    quotes += lines[i].split('"').length - 1;
    if (quotes % 2 === 0) return i + 1;
    bytes += lines[i].length + 1;
    if (bytes > QUOTED_RECORD_BYTES_MAX) return 'never';
  }
  return 'later';
}

/** Cells as UTF-8; `null` where one is not. */
function decoded(text: string, cells: readonly string[]): readonly string[] | null {
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
function rowsOf(record: CsvRecord, number: number, { columns, delimiter, wide }: CsvLayout, part: Part): RawRow[] {
  const { label, source } = part;
  const { rowBytes } = source.bounds;
  const broken = (reason: Reason, message: string, kept: readonly string[]) => [
    brokenRow(number, reason, message, JSON.stringify(kept)),
  ];
  if (!record.cells) {
    const text = utf8Of(record.text) ?? record.text;
    const message = 'its quotes do not tell where its cells end; fix the quotes of this line';
    return broken('malformed_row', message, [text.slice(0, LONG_ROW_CHARS)]);
  }
  if (record.text.length > rowBytes) {
    const message = `the row is longer than ${shownBytes(rowBytes)}; its first ${LONG_ROW_CHARS} bytes are kept`;
    const kept = record.cells.slice(0, LONG_ROW_CHARS).join(delimiter).slice(0, LONG_ROW_CHARS);
    return broken('too_large', message, [kept]);
  }
  const cells = decoded(record.text, record.cells);
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
    const read = readRecords(queue, delimiter!, last);
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
  const first: (readonly string[])[] = [];
  let delimiter = ',';
  for await (const read of recordsOf(part)) {
    delimiter = read.delimiter;
    for (const record of read.records.slice(0, LAYOUT_RECORDS - first.length)) {
      const cells = record.cells ?? [];
      if (cells.length > columns) {
        const message = `a row of ${cells.length} cells; at most ${columns} columns are read`;
        throw new ImportError('too_large', `${part.label}: ${message}`);
      }
      const text = decoded(record.text, cells);
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
