/** Conditions as the builder edits them. What it cannot take apart stays text, and is asked as it is. */

export interface Parts {
  /** 0: the session itself; N: the Nth before. */
  readonly prev: number;
  readonly statistic: string;
  /** Inside the brackets, as written. */
  readonly parameters: string;
  readonly field: string;
  readonly operator: string;
  readonly value: string;
}

const CONDITION = /^(?:prev(\d*)\.)?([a-z]+)(?:\[([^\]]*)\])?\.([a-z_0-9]+)\s*(<=|>=|!=|=|<|>|:)\s*(.*)$/i;
const FIELD = /^(?:prev(\d*)\.)?([a-z]+)(?:\[([^\]]*)\])?\.([a-z_0-9]+)$/i;

/** At the top level: a `;` inside parentheses or quotes belongs to its condition. */
export function split(when: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let quoted = false;
  let current = '';
  for (const character of when) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && character === '(') depth += 1;
    else if (!quoted && character === ')') depth -= 1;
    if (character === ';' && depth <= 0 && !quoted) {
      found.push(current);
      current = '';
    } else current += character;
  }
  found.push(current);
  return found.map((one) => one.trim()).filter(Boolean);
}

/** Null: not of the plain kind (`count(...)`, `exists(...)`, or half typed). */
export function parse(text: string): Parts | null {
  const found = CONDITION.exec(text.trim()) ?? FIELD.exec(text.trim());
  if (!found) return null;
  const [whole, prev, statistic, parameters = '', field, operator = '', value = ''] = found;
  return {
    prev: /^prev/i.test(whole) ? Number(prev || 1) : 0,
    statistic: statistic.toLowerCase(),
    parameters,
    field: field.toLowerCase(),
    operator,
    value: value.trim(),
  };
}

export function write({ prev, statistic, parameters, field, operator, value }: Parts): string {
  const before = prev === 0 ? '' : prev === 1 ? 'prev.' : `prev${prev}.`;
  return `${before}${statistic}${parameters ? `[${parameters}]` : ''}.${field}${operator}${value}`;
}

export const join = (conditions: readonly string[]): string => conditions.filter((one) => one.trim()).join(';');

/** The first statistic that a question names and that a chart can draw. */
export function statisticOf(text: string): string {
  return /(?:^|[;.(\s])(orb|pdhlb|gap|prevclose|odc|trend|ib|insideday|fvg|bos)[.[;]/.exec(text)?.[1] ?? 'trend';
}
