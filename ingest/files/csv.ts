/**
 * CSV as it is found: quoted cells, any of four separators, Windows and old Mac line ends, a byte order mark. A line
 * without a quote is split by hand; a quoted record may span lines. A record that does not parse costs its first line
 * only, the next line is tried again.
 */
import { parse } from 'csv-parse/sync';
import { type CsvLayout, type LayoutOptions, layoutOf } from './csv-layout.ts';
import { ImportError, shownBytes } from './errors.ts';
import { type Part, readBytes } from './open.ts';
import { BEYOND_ASCII, brokenRow, LONG_ROW_CHARS, type RawRow, type RowSource, readLines, utf8Of } from './rows.ts';

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

/** `text`: as it stands in the file. */
type Record = { readonly text: string; cells: string[] } | { readonly text: string; readonly broken: string };

/** Assembles records from lines; holds at most one unfinished quoted record and what came behind it. */
class Records {
  readonly #separator: string;
  #unfinished: readonly string[] = [];

  constructor(separator: string) {
    this.#separator = separator;
  }

  /** Records with quotes are parsed together, and one by one where some is not what its quotes promise. */
  take(lines: readonly string[], last: boolean): Record[] {
    const queue = this.#unfinished.length > 0 ? [...this.#unfinished, ...lines] : lines;
    return this.#records(queue, last, true) ?? this.#records(queue, last, false)!;
  }

  /** `together`: `null` where one does not parse. Else such a record is its first line alone; the next may begin another. */
  #records(queue: readonly string[], last: boolean, together: boolean): Record[] | null {
    const records: Record[] = [];
    const quoted: { text: string; cells: string[] }[] = [];
    let at = 0;
    while (at < queue.length) {
      const line = queue[at];
      if (!line.includes('"')) {
        at++;
        if (line !== '') records.push({ text: line, cells: line.split(this.#separator) });
        continue;
      }
      const end = endOfRecord(queue, at);
      if (end === 'later' && !last) break;
      const to = typeof end === 'number' ? end : at + 1;
      const text = queue.slice(at, to).join('\n');
      const parsed = together ? [] : parseRecords([text], this.#separator);
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
      const parsed = parseRecords(texts, this.#separator);
      if (parsed instanceof Error) return null;
      for (const [i, record] of quoted.entries()) record.cells = parsed[i];
    }
    this.#unfinished = queue.slice(at);
    return records;
  }
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

class RowMaker {
  readonly #layout: CsvLayout;
  readonly #rowBytes: number;

  constructor(layout: CsvLayout, rowBytes: number) {
    this.#layout = layout;
    this.#rowBytes = rowBytes;
  }

  /** Rows of a record: one, but for files with several symbols side by side. */
  rowsOf(record: Record, number: number): RawRow[] {
    const { columns } = this.#layout;
    if ('broken' in record) {
      const text = utf8Of(record.text) ?? record.text;
      const kept = JSON.stringify([text.slice(0, LONG_ROW_CHARS)]);
      return [brokenRow(number, 'malformed_row', `${record.broken}; fix the quotes of this line`, kept)];
    }
    if (record.text.length > this.#rowBytes) {
      const message = `the row is longer than ${shownBytes(this.#rowBytes)}; its first ${LONG_ROW_CHARS} bytes are kept`;
      const kept = record.cells.slice(0, LONG_ROW_CHARS).join(this.#layout.delimiter).slice(0, LONG_ROW_CHARS);
      return [brokenRow(number, 'too_large', message, JSON.stringify([kept]))];
    }
    const cells = decoded(record);
    if (cells === null) {
      const bytes = Buffer.from(JSON.stringify(record.cells), 'latin1');
      return [brokenRow(number, 'invalid_utf8', 'the row is not UTF-8; convert the file', bytes)];
    }
    const fits =
      cells.length === columns.length ||
      (cells.length > columns.length && cells.slice(columns.length).every((cell) => cell === ''));
    if (!fits) {
      const message = `the row has ${cells.length} cells, the header ${columns.length}; fix or quote it`;
      return [brokenRow(number, 'malformed_row', message, JSON.stringify(cells.slice(0, LONG_ROW_CHARS)))];
    }
    return this.#layout.wide ? this.#wideRows(cells, number) : [{ number, columns, cells }];
  }

  /** A symbol without any figure at a time has no bar there: the table is as wide as all symbols together. */
  #wideRows(cells: readonly string[], number: number): RawRow[] {
    return this.#layout.wide!.flatMap(({ symbol, columns, indexes }) => {
      const own = indexes.map((index) => cells[index]);
      if (own.every((cell) => cell.trim() === '')) return [];
      return [{ number, columns, cells: [cells[0], ...own, symbol] }];
    });
  }
}

/** Records of a part, without the lines above them that say nothing (`sep=;`). */
async function* recordsOf(part: Part, delimiter: string | undefined, onBytes?: (bytes: number) => void) {
  let records: Records | undefined;
  for await (const lines of readLines(readBytes(part, onBytes), part.source.bounds, part.label)) {
    if (!records) {
      if (/^sep=.$/i.test(lines[0])) lines.shift();
      records = new Records(delimiter ?? separatorOf(lines.find((line) => line !== '') ?? ''));
    }
    yield records.take(lines, false);
  }
  const rest = records?.take([], true) ?? [];
  if (rest.length > 0) yield rest;
}

/** Records from whose first the layout shows. */
const LAYOUT_RECORDS = 4;

/** Looks at the first lines. Throws an ImportError where they do not say which column is which. */
export async function csvLayout(part: Part, options: LayoutOptions): Promise<CsvLayout> {
  const { columns, rowBytes } = part.source.bounds;
  const first: string[][] = [];
  let delimiter = ',';
  for await (const lines of readLines(readBytes(part), part.source.bounds, part.label)) {
    const separator = /^sep=(.)$/i.exec(lines[0])?.[1];
    const line = lines.find((one, i) => one !== '' && (i > 0 || separator === undefined)) ?? '';
    if (line.length > rowBytes) {
      throw new ImportError('too_large', `${part.label}: its first line is longer than ${shownBytes(rowBytes)}`);
    }
    delimiter = separator ?? separatorOf(line);
    break;
  }
  for await (const records of recordsOf(part, delimiter)) {
    for (const record of records.slice(0, LAYOUT_RECORDS - first.length)) {
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
  return layoutOf(first, delimiter, options, part.label);
}

export function csvRows(part: Part, layout: CsvLayout, onBytes?: (bytes: number) => void): RowSource {
  async function* rows(): AsyncGenerator<RawRow[]> {
    const maker = new RowMaker(layout, part.source.bounds.rowBytes);
    let number = 0;
    let skip = layout.headerRecords;
    for await (const records of recordsOf(part, layout.delimiter, onBytes)) {
      const group: RawRow[] = [];
      for (const record of records) {
        if (skip > 0) skip--;
        else for (const row of maker.rowsOf(record, ++number)) group.push(row);
      }
      yield group;
    }
  }
  return { textual: true, rows };
}
