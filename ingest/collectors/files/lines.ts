/** Lines of a byte stream, as latin1 text (one character a byte), without their ends. */
export async function* readLines(bytes: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<string[]> {
  let rest = '';
  let lineEnd: '\n' | '\r' | undefined;
  let first = true;
  for await (const chunk of bytes) {
    let text = rest + chunk.toString('latin1');
    if (first) {
      // The mark of UTF-8, if there is one.
      if (text.startsWith('\u00ef\u00bb\u00bf')) text = text.slice(3);
      first = false;
    }
    // Files of old Macs end their lines with a carriage return alone.
    lineEnd ??= text.includes('\n') ? '\n' : text.includes('\r') && text.length > 65_536 ? '\r' : undefined;
    const end = lineEnd ?? '\n';
    const lines = text.split(end);
    rest = lines.pop()!;
    // A line that never ends must not fill the memory: it is cut, and refused for its length.
    if (rest.length > 2 * maxBytes) rest = rest.slice(0, maxBytes + 1);
    if (lines.length > 0) yield end === '\n' ? lines.map(withoutReturn) : lines;
  }
  if (rest === '') return;
  const last = lineEnd === undefined && rest.includes('\r') ? rest.split('\r') : [rest];
  yield last.map(withoutReturn);
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: everything beyond ASCII
const BEYOND_ASCII = /[^\x00-\x7f]/;

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
