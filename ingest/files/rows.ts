/** Rows as they are in their file, and the lines of a byte stream as latin1 text (one character a byte), without their ends. */
import { type Reason, type Refusal, refuse } from '../contract/events.ts';
import { ImportError, shownBytes } from './errors.ts';

/** A row as it is in its file. */
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
  /** True where every cell is text, numbers too. */
  readonly textual: boolean;
  /**
   * Rows in bounded groups. Throws an ImportError where the file breaks off or is broken, after the rows that stand
   * before that place.
   */
  rows(): AsyncGenerator<RawRow[]>;
}

/** Of a row that is too long its dead letter keeps the start. */
export const LONG_ROW_CHARS = 65_536;

/** A row that cannot be split into cells. */
export function brokenRow(number: number, reason: Reason, message: string, original: Buffer | string): RawRow {
  return { number, columns: [], cells: [], broken: { refusal: refuse(reason, message), original } };
}

/** Without a line feed in so many bytes the carriage returns are taken for line ends (old Macs). */
const OLD_MAC_BYTES = 65_536;

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
  let lineEnd: '\n' | '\r' | undefined;
  let first = true;
  let returns = false;
  for await (const chunk of bytes) {
    let text = chunk.toString('latin1');
    if (first && text !== '') {
      // The mark of UTF-8, if there is one.
      if (text.startsWith('\u00ef\u00bb\u00bf')) text = text.slice(3);
      first = false;
    }
    if (lineEnd === undefined && text.includes('\n')) lineEnd = '\n';
    if (lineEnd === undefined) {
      returns ||= text.includes('\r');
      if (returns && length + text.length > OLD_MAC_BYTES) {
        lineEnd = '\r';
        text = parts.join('') + text;
        parts = [];
        length = 0;
        kept = 0;
      }
    }
    const end = lineEnd ?? '\n';
    const at = text.indexOf(end);
    if (at < 0) {
      length += text.length;
      if (kept <= rowBytes) {
        parts.push(text);
        kept += text.length;
      }
      if (length > lineBytes) throw tooLong(path, lineBytes);
      continue;
    }
    const head = parts.length === 0 ? text.slice(0, at) : parts.join('') + text.slice(0, at);
    const lines = text.slice(at + 1).split(end);
    const rest = lines.pop()!;
    lines.unshift(head.length > rowBytes ? head.slice(0, rowBytes + 1) : head);
    parts = rest === '' ? [] : [rest];
    length = rest.length;
    kept = rest.length;
    yield end === '\n' ? lines.map(withoutReturn) : lines;
  }
  if (length === 0) return;
  const rest = parts.join('').slice(0, rowBytes + 1);
  yield (lineEnd === undefined && rest.includes('\r') ? rest.split('\r') : [rest]).map(withoutReturn);
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
