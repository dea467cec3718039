/** What was probably meant by a name that is unknown. Twenty lines: the libraries for it bring as many, and their own idea of "near". */

/** Longer names are not compared: the cost grows with the square. */
const MAX_LENGTH = 40;

/**
 * The nearest of the known names by edits (a letter put in, left out, replaced, or two swapped), case aside; null
 * where more than a third of the letters would have to change.
 */
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
