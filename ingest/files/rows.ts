/**
 * Rows as they are in their file, lines as latin1 text (one character a byte) without their ends, and the rows of JSON: one
 * object a line, or documents as APIs answer them, with rows somewhere inside, beside the symbol they are of.
 */

import { parseSymbol } from '../../exchange/symbol.ts';
import { inGroups } from '../../lib/collections.ts';
import { type Reason, type Refusal, refuse } from '../contract/events.ts';
import { type FileBounds, ImportError, shownBytes } from './errors.ts';
import { type Part, readBytes } from './open.ts';
import { readTime } from './time.ts';

export interface RawRow {
  /** From 1, without the header. */
  readonly number: number;
  /** Names of the cells; the same array for all rows of a table. */
  readonly columns: readonly string[];
  readonly cells: readonly unknown[];
  /** Set where the row cannot be split into cells: why, and its original. */
  readonly broken?: { readonly refusal: Refusal; readonly original: Buffer | string };
}

export interface RowSource {
  /** In bounded groups. Throws an ImportError where the file breaks off, after the rows before that place. */
  rows(): AsyncGenerator<RawRow[]>;
}

/** Of a row that is too long its dead letter keeps the start. */
export const LONG_ROW_CHARS = 65_536;

export function brokenRow(number: number, reason: Reason, message: string, original: Buffer | string): RawRow {
  return { number, columns: [], cells: [], broken: { refusal: refuse(reason, message), original } };
}

interface LineBounds {
  /** A longer line is cut to one byte more than this, for its reader to refuse. */
  readonly rowBytes: number;
  /** A line that continues for longer ends the file: an ImportError (too_large). */
  readonly lineBytes: number;
}

/** Every byte is looked at once, however long its line is. */
export async function* readLines(
  bytes: AsyncIterable<Buffer>,
  { rowBytes, lineBytes }: LineBounds,
  path: string,
): AsyncGenerator<string[]> {
  /** The unfinished line, as far as it may be needed, and its true length. */
  let parts: string[] = [];
  let length = 0;
  let kept = 0;
  let isFirst = true;
  for await (const chunk of bytes) {
    let text = chunk.toString('latin1');
    if (isFirst && text !== '') {
      // The mark of UTF-8, if there is one.
      if (text.startsWith('\u00ef\u00bb\u00bf')) text = text.slice(3);
      isFirst = false;
    }
    const at = text.indexOf('\n');
    if (at < 0) {
      length += text.length;
      if (kept <= rowBytes) {
        parts.push(text);
        kept += text.length;
      }
      if (length > lineBytes) throw tooLong(path, lineBytes);
      continue;
    }
    const head = parts.join('') + text.slice(0, at);
    const lines = text.slice(at + 1).split('\n');
    const rest = lines.pop()!;
    lines.unshift(head.length > rowBytes ? head.slice(0, rowBytes + 1) : head);
    parts = rest === '' ? [] : [rest];
    length = rest.length;
    kept = rest.length;
    yield lines.map(withoutReturn);
  }
  if (length > 0) yield [withoutReturn(parts.join('').slice(0, rowBytes + 1))];
}

function tooLong(path: string, bytes: number): ImportError {
  return new ImportError('too_large', `${path}: a line is longer than ${shownBytes(bytes)}; is this a table at all?`);
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: everything beyond ASCII
export const BEYOND_ASCII = /[^\x00-\x7f]/;

/** A latin1 line as the UTF-8 text it is; `null` where it is none. */
export function utf8Of(line: string): string | null {
  if (!BEYOND_ASCII.test(line)) return line;
  const bytes = Buffer.from(line, 'latin1');
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Whether objects and arrays nest deeper than this: to be asked before the text is parsed. */
function nestsDeeper(text: string, most: number): boolean {
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
  return { rows };
}

type JsonObject = Record<string, unknown>;

/** An array of rows, and what was said of all of them beside it. */
interface Table {
  readonly path: string;
  readonly rows: readonly unknown[];
  readonly symbol: string | undefined;
}

const SYMBOL_KEYS = ['symbol', 'ticker'];

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isRows = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.some((one) => isObject(one) || Array.isArray(one));

/** `symbol` of `2. Symbol` */
const plainKey = (key: string) => key.replace(/^\d+\. /, '').toLowerCase();

function symbolIn(value: JsonObject): string | undefined {
  for (const [key, one] of Object.entries(value)) {
    if (SYMBOL_KEYS.includes(plainKey(key)) && typeof one === 'string' && parseSymbol(one) !== null) return one;
    const isMeta = /^meta ?(data)?$/i.test(key) && isObject(one);
    const own = isMeta ? symbolIn(one) : undefined;
    if (own !== undefined) return own;
  }
  return undefined;
}

/** Rows of an object whose keys are their times; `null` for another object. */
function rowsByTime(value: JsonObject): JsonObject[] | null {
  const entries = Object.entries(value);
  if (entries.length === 0 || !entries.every(([key, row]) => isObject(row) && readTime(key))) return null;
  return entries.map(([time, row]) => ({
    time,
    ...Object.fromEntries(Object.entries(row as JsonObject).map(([key, cell]) => [plainKey(key), cell])),
  }));
}

/** Every array of objects (or of arrays) in the document, but for those inside of rows. */
function tablesIn(value: unknown, path: string, symbol: string | undefined): Table[] {
  if (isRows(value)) return [{ path, rows: value, symbol }];
  if (!isObject(value)) return [];
  const byTime = rowsByTime(value);
  if (byTime) return [{ path, rows: byTime, symbol }];
  const own = symbolIn(value) ?? symbol;
  const entries = Object.entries(value);
  // `{"AAPL": [...], "MSFT": [...]}`: the keys are the symbols of their rows.
  const bySymbol =
    own === undefined && entries.length > 0 && entries.every(([key, one]) => Array.isArray(one) && isTicker(key));
  return entries.flatMap(([key, one]) =>
    tablesIn(one, path === '' ? key : `${path}.${key}`, bySymbol ? key.trim() : own),
  );
}

/** As tickers are written: `bars` and `results` are names of fields. */
const isTicker = (key: string) => parseSymbol(key) !== null && key === key.toUpperCase();

async function parseDocument(part: Part, onBytes?: (bytes: number) => void): Promise<unknown> {
  const { documentBytes, jsonDepth } = part.source.bounds;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of readBytes(part, onBytes)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length <= documentBytes) continue;
    const message = `a JSON document of more than ${shownBytes(documentBytes)}; write one object a line (jq -c '.[]')`;
    throw new ImportError('too_large', `${part.label}: ${message}`);
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
    if (nestsDeeper(text, jsonDepth)) {
      throw new ImportError('too_large', `${part.label}: nests more than ${jsonDepth} objects and arrays`);
    }
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof ImportError) throw error;
    const why = (error as Error).message.slice(0, 200);
    throw new ImportError('damaged', `${part.label}: no JSON document: ${why}`, { cause: error });
  }
}

function tableRows(value: unknown, label: string): Table[] {
  const tables = tablesIn(value, '', undefined);
  if (tables.length === 0) {
    if (isObject(value) && !Object.values(value).some((one) => isObject(one))) {
      // A single event, or an answer without rows.
      if (Object.values(value).every((one) => !Array.isArray(one)))
        return [{ path: '', rows: [value], symbol: undefined }];
    }
    throw new ImportError('empty', `${label}: the document holds no array of objects`);
  }
  const paths = new Set(tables.map(({ path, symbol }) => (symbol === undefined ? path : path.replace(/[^.]*$/, ''))));
  if (paths.size > 1) {
    const names = tables.slice(0, 5).map(({ path }) => `.${path}`);
    const message = `holds several tables (${names.join(', ')}); take one out, such as with jq -c '${names[0]}[]'`;
    throw new ImportError('unknown_format', `${label}: ${message}`);
  }
  return tables;
}

function* rowsOf(tables: readonly Table[], columns: readonly string[] | undefined): Generator<RawRow> {
  let number = 0;
  for (const { rows, symbol } of tables) {
    for (const row of rows) {
      number++;
      if (isObject(row)) {
        const names = Object.keys(row);
        const cells = Object.values(row);
        const given =
          symbol !== undefined && !names.some((name) => ['symbol', 'ticker', 's'].includes(name.toLowerCase()));
        yield given
          ? { number, columns: [...names, 'symbol'], cells: [...cells, symbol] }
          : { number, columns: names, cells };
      } else if (Array.isArray(row) && columns && row.length >= columns.length) {
        yield { number, columns, cells: row.slice(0, columns.length) };
      } else {
        yield brokenRow(number, 'schema', 'the row must be one JSON object', JSON.stringify(row));
      }
    }
  }
}

const GROUP_ROWS = 4_096;

/** `columns`: of rows that are arrays. */
export function jsonRows(
  part: Part,
  columns: readonly string[] | undefined,
  onBytes?: (bytes: number) => void,
): RowSource {
  async function* rows(): AsyncGenerator<RawRow[]> {
    const tables = tableRows(await parseDocument(part, onBytes), part.label);
    if (!columns && tables.every((table) => table.rows.every(Array.isArray))) {
      const message = 'its rows are arrays; name what they hold with --columns ts,open,high,low,close,volume';
      throw new ImportError('unknown_format', `${part.label}: ${message}`);
    }
    yield* inGroups(rowsOf(tables, columns), GROUP_ROWS);
  }
  return { rows };
}
