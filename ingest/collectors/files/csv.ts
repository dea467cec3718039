/**
 * CSV as it is found: quoted cells, any of four separators, Windows and old Mac line ends, a byte order mark. A line
 * without a quote is split by hand; a quoted record may span lines. A record that does not parse costs its first line
 * only, the next line is tried anew.
 */
import { parse } from 'csv-parse/sync';
import { refuse } from '../../contract/index.ts';
import { ImportError } from './errors.ts';
import { readLines, utf8Of } from './lines.ts';
import { readBytes, type SourceFile } from './open.ts';
import { type RawRow, ROW_BYTES_MAX, type RowSource } from './rows.ts';

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

type Record = { cells: string[] } | { broken: string; line: string };

/** Assembles records from lines; holds at most one unfinished quoted record and what came behind it. */
class Records {
  readonly #separator: string;
  #held: string[] = [];

  constructor(separator: string) {
    this.#separator = separator;
  }

  take(lines: readonly string[], last: boolean): Record[] {
    const queue = [...this.#held, ...lines];
    this.#held = [];
    return this.#allAtOnce(queue, last) ?? this.#oneByOne(queue, last);
  }

  /** `null` where some record is not what its quotes promise. */
  #allAtOnce(queue: readonly string[], last: boolean): Record[] | null {
    const records: { cells: string[] }[] = [];
    const quoted: { index: number; text: string }[] = [];
    let at = 0;
    while (at < queue.length) {
      const line = queue[at];
      if (!line.includes('"')) {
        at++;
        if (line !== '') records.push({ cells: line.split(this.#separator) });
        continue;
      }
      const end = endOfRecord(queue, at);
      if (end === 'never' || (end === 'later' && last)) return null;
      if (end === 'later') break;
      quoted.push({ index: records.length, text: queue.slice(at, end).join('\n') });
      records.push({ cells: [] });
      at = end;
    }
    if (quoted.length > 0) {
      const parsed = parseRecords(
        quoted.map(({ text }) => text),
        this.#separator,
      );
      if (parsed instanceof Error) return null;
      quoted.forEach(({ index }, i) => {
        records[index].cells = parsed[i];
      });
    }
    this.#held = queue.slice(at);
    return records;
  }

  /** A record that does not parse is its first line alone; the next line is tried as the start of another. */
  #oneByOne(queue: readonly string[], last: boolean): Record[] {
    const records: Record[] = [];
    let at = 0;
    while (at < queue.length) {
      const line = queue[at];
      if (!line.includes('"')) {
        at++;
        if (line !== '') records.push({ cells: line.split(this.#separator) });
        continue;
      }
      const end = endOfRecord(queue, at);
      if (end === 'later' && !last) break;
      const to = typeof end === 'number' ? end : at + 1;
      const parsed = parseRecords([queue.slice(at, to).join('\n')], this.#separator);
      if (parsed instanceof Error) records.push({ broken: parsed.message, line });
      else records.push({ cells: parsed[0] });
      at = parsed instanceof Error ? at + 1 : to;
    }
    this.#held = queue.slice(at);
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
function decoded(cells: readonly string[]): string[] | null {
  const result: string[] = [];
  for (const cell of cells) {
    const text = utf8Of(cell);
    if (text === null) return null;
    result.push(text);
  }
  return result;
}

function toRow(record: Record, number: number, columns: readonly string[]): RawRow {
  const broken = (refusal: ReturnType<typeof refuse>, original: Buffer | string): RawRow => ({
    number,
    columns,
    cells: [],
    broken: { refusal, original },
  });
  if ('broken' in record) {
    const text = utf8Of(record.line) ?? record.line;
    return broken(refuse('malformed_row', `${record.broken}; mend the quotes of this line`), JSON.stringify([text]));
  }
  const cells = decoded(record.cells);
  if (cells === null) {
    const bytes = Buffer.from(JSON.stringify(record.cells), 'latin1');
    return broken(refuse('invalid_utf8', 'the row is not UTF-8; convert the file'), bytes);
  }
  if (cells.reduce((sum, cell) => sum + cell.length, 0) > ROW_BYTES_MAX) {
    return broken(refuse('too_large', `the row is longer than ${ROW_BYTES_MAX} bytes`), JSON.stringify(cells));
  }
  const fits = cells.length >= columns.length && cells.slice(columns.length).every((cell) => cell === '');
  if (!fits) {
    const message = `the row has ${cells.length} cells, the header ${columns.length}; mend or quote it`;
    return broken(refuse('malformed_row', message), JSON.stringify(cells));
  }
  return { number, columns, cells };
}

export function csvRows(source: SourceFile, onBytes?: (bytes: number) => void): RowSource {
  async function* rows(): AsyncGenerator<RawRow[]> {
    let header: readonly string[] | undefined;
    let records: Records | undefined;
    let number = 0;
    const group = (lines: readonly string[], last: boolean): RawRow[] => {
      const found = records!.take(lines, last);
      if (!header && found.length > 0) header = headerOf(found.shift()!, source);
      return found.map((record) => toRow(record, ++number, header!));
    };
    for await (const lines of readLines(readBytes(source, onBytes), ROW_BYTES_MAX)) {
      records ??= new Records(separatorOf(lines.find((line) => line !== '') ?? ''));
      const found = group(lines, false);
      if (found.length > 0) yield found;
    }
    const rest = records ? group([], true) : [];
    if (rest.length > 0) yield rest;
  }
  return { format: 'csv', textual: true, rows };
}

const shownCells = (cells: readonly string[]) => cells.join(' ').slice(0, 60);

function headerOf(record: Record, source: SourceFile): readonly string[] {
  const cells = 'cells' in record ? decoded(record.cells) : null;
  if (!cells) throw new ImportError('unknown_format', `${source.path}: its first line is no header of column names`);
  const names = cells.map((cell) => cell.trim());
  if (!names.some((name) => /\p{L}/u.test(name))) {
    const message = `${source.path}: its first line is data (${shownCells(names)}); put a line of column names above it`;
    throw new ImportError('unknown_format', message);
  }
  while (names.length > 1 && names[names.length - 1] === '') names.pop();
  const twice = names.find((name, i) => name !== '' && names.indexOf(name) !== i);
  if (twice !== undefined)
    throw new ImportError('usage', `${source.path}: two columns are named "${twice}"; rename one`);
  return names;
}
