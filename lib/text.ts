/** Text of others (headlines, symbols, messages) on its way to a terminal or a spreadsheet, and names that were misspelled. */

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Control characters, marks that change the direction of text, line separators. Tabs and line feeds are layout. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSAFE = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const LAYOUT = /[\t\n]/g;

const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The text with such characters spelled `\u001b`: lines stay lines. */
export function printable(text: string): string {
  return text.replace(UNSAFE, escaped);
}

/** The same for a text that must stay on one line, such as a cell of a table. */
export function printableLine(text: string): string {
  return printable(text).replace(LAYOUT, (char) => (char === '\n' ? '\\n' : '\\t'));
}

/** JSON of the value, the same to a parser, in which no such character stands as itself. */
export function printableJson(value: unknown): string {
  return printable(JSON.stringify(value));
}

/** Spreadsheets skip spaces in front and take full-width signs for the signs; a tab or line end begins a cell. */
const FORMULA = /^(?:[\t\r\n]|[\s\u200b-\u200d\u2060]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b])/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/** A cell of a CSV file: what a spreadsheet would run as a formula gets an apostrophe in front; numbers stay. */
export function csvText(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** CSV in which every text is quoted (as ClickHouse writes it), its texts as `csvText` has them. */
export function csvTexts(csv: string): string {
  return csv.replace(/"((?:[^"]|"")*)"/g, (_, text: string) => `"${csvText(text)}"`);
}

/** Longer names are not compared: the cost grows with the square. */
const MAX_LENGTH = 40;

/** The nearest known name by edits, in any case; null where more than a third of the characters would have to change. */
export function nearestName(name: string, known: Iterable<string>): string | null {
  if (name.length > MAX_LENGTH) return null;
  let best: string | null = null;
  let fewest = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const edits = editsBetween(name.toLowerCase(), candidate.toLowerCase());
    if (edits < fewest) [best, fewest] = [candidate, edits];
  }
  return best;
}

/** All of them, the nearest first. */
export function nearestNames(name: string, known: readonly string[]): readonly string[] {
  const edits = new Map(
    known.map((one) => [one, editsBetween(name.slice(0, MAX_LENGTH).toLowerCase(), one.toLowerCase())]),
  );
  return [...known].sort((a, b) => edits.get(a)! - edits.get(b)!);
}

function editsBetween(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = rows[i - 1][j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? rows[i - 2][j - 2] + 1 : replaced;
      rows[i][j] = Math.min(replaced, swapped, rows[i - 1][j] + 1, rows[i][j - 1] + 1);
    }
  }
  return rows[a.length][b.length];
}
