/** Foreign text (headlines, symbols, messages) on its way to a terminal or a spreadsheet, and misspelled names. */

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Control characters, direction marks and line separators. Tabs and line feeds are layout. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSAFE = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const LAYOUT = /[\t\n]/g;

const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Escapes unsafe characters as `\u001b`; line feeds stay. */
export function printable(text: string): string {
  return text.replace(UNSAFE, escaped);
}

/** Escapes unsafe characters, tabs and line feeds, so that the text stays on one line. */
export function printableLine(text: string): string {
  return printable(text).replace(LAYOUT, (char) => (char === '\n' ? '\\n' : '\\t'));
}

/** Returns the value's JSON with unsafe characters escaped; a parser reads the same value. */
export function printableJson(value: unknown): string {
  return printable(JSON.stringify(value));
}

/** Texts that a spreadsheet may run as a formula: it skips leading spaces, takes full-width signs, and starts cells at tabs. */
const FORMULA = /^(?:[\t\r\n]|[\s\u200b-\u200d\u2060]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b])/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/** Returns the text of a CSV cell; possible formulas get an apostrophe in front, numbers stay. */
export function csvText(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** Characters of a name that are compared; the cost grows with the square. */
const MAX_LENGTH = 40;

/**
 * Returns the known names ranked by edits (ignoring case), and the one that is probably meant: the first, or null if more
 * than a third of the characters would have to change.
 */
export function nearestNames(name: string, known: Iterable<string>): { near: string[]; meant: string | null } {
  const text = name.slice(0, MAX_LENGTH).toLowerCase();
  const ranked = Array.from(known, (one) => ({ one, edits: editsBetween(text, one.toLowerCase()) }));
  ranked.sort((a, b) => a.edits - b.edits);
  const fits = name.length <= MAX_LENGTH && ranked[0]?.edits <= Math.max(1, Math.floor(name.length / 3));
  return { near: ranked.map(({ one }) => one), meant: fits ? ranked[0].one : null };
}

export const nearestName = (name: string, known: Iterable<string>) => nearestNames(name, known).meant;

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
