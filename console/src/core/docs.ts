/** Values in descriptions of `/doc`. */

/** Returns the values of a parameter or a field if they are few and end its description. */
export function valuesOf(description: string): readonly string[] {
  const list = /\(([^()]+)\)(?:;[^()]*)?$/.exec(description)?.[1] ?? '';
  const values = list.split(', ');
  return values.length > 1 && values.every((value) => /^[^\s,]{1,20}$/.test(value)) ? values : [];
}

/** Returns the description without its values. */
export const wordsOf = (description: string): string =>
  valuesOf(description).length > 0 ? description.replace(/ \([^()]+\)(?=(;[^()]*)?$)/, '') : description;
