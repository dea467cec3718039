/** What the service says of itself: the pages of its statistics, and what descriptions there say besides their words. */
import { useAnswer } from './answer.ts';
import type { Doc } from './api.ts';

const LONG = { freshMs: 30 * 60_000 };

export const useDoc = (path: string | null) => useAnswer<Doc>(path, {}, LONG);

/** The values that a parameter or a field takes, where they are few: they end its description. */
export function valuesOf(description: string): readonly string[] {
  const list = /\(([^()]+)\)(?:;[^()]*)?$/.exec(description)?.[1] ?? '';
  const values = list.split(', ');
  return values.length > 1 && values.every((value) => /^[^\s,]{1,20}$/.test(value)) ? values : [];
}

/** The description without its values. */
export const wordsOf = (description: string): string =>
  valuesOf(description).length > 0 ? description.replace(/ \([^()]+\)(?=(;[^()]*)?$)/, '') : description;
