/** Conditions as the builder edits them. What it cannot take apart stays text, and is asked as it is. */

export interface Parts {
  /** 0: the session itself; N: the Nth before. */
  readonly prev: number;
  /** As written, before its `@`; empty: the symbol that the question is about. */
  readonly symbol: string;
  readonly statistic: string;
  /** Inside the brackets, as written. */
  readonly parameters: string;
  /** `count` or `exists` where records are counted. */
  readonly field: string;
  /** Of `count(...)` and `exists(...)`: which records, such as `direction=up`; null: a field of the session's one record. */
  readonly tests: readonly string[] | null;
  readonly operator: string;
  readonly value: string;
}

/** `prevN.` and a symbol before its `@`: what all conditions begin with. */
const WHOSE = /^(?:prev([1-9]\d*)?\.)?(?:("[^"]*"|[a-z0-9.-]+)@)?/i;
/** The statistic with its parameters. */
const STATISTIC = /^\s*([a-z_][a-z0-9_]*)(?:\[((?:"[^"]*"|[^\]"])*)\])?\s*/i;
const FIELD = /^\.([a-z_][a-z0-9_]*)/i;
/** Records that are counted: what is in the parentheses, and what follows them. */
const COUNTED = /^(count|exists)\s*\(((?:"[^"]*"|[^()"])*)\)/i;
const TEST = /^\s*(<=|>=|!=|=|<|>|:)\s*(.*)$/s;

/** At the top level: a `;` inside parentheses or quotes belongs to its condition. */
export function split(when: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let quoted = false;
  let current = '';
  for (const character of when) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && character === '(') depth += 1;
    else if (!quoted && character === ')') depth = Math.max(0, depth - 1);
    if (character === ';' && depth === 0 && !quoted) {
      found.push(current);
      current = '';
    } else current += character;
  }
  found.push(current);
  return found.map((one) => one.trim()).filter(Boolean);
}

/** Null: not of these kinds (`any(...)`, or half typed): it stays the text that it is. */
export function parse(text: string): Parts | null {
  const [whose, number, symbol = ''] = WHOSE.exec(text.trim())!;
  const own = text.trim().slice(whose.length);
  const counted = COUNTED.exec(own);
  const [of, ...tests] = counted ? split(counted[2]) : [own];
  const found = STATISTIC.exec(of ?? '');
  if (!found) return null;
  const [subject, statistic, parameters = ''] = found;
  const field = counted ?? FIELD.exec(own.slice(subject.length));
  if (!field || /^prev\d*$/i.test(statistic) || (counted && subject.length < of.length)) return null;
  const rest = own.slice(counted ? counted[0].length : subject.length + field[0].length);
  const test = TEST.exec(rest);
  if (!test && rest.trim() !== '') return null;
  const [, operator = '', value = ''] = test ?? [];
  return {
    // `prev` with its dot: prevclose is a statistic.
    prev: /^prev\d*\./i.test(whose) ? Number(number ?? 1) : 0,
    symbol,
    statistic: statistic.toLowerCase(),
    parameters,
    field: field[1].toLowerCase(),
    tests: counted ? tests : null,
    operator,
    value: value.trim(),
  };
}

export function write({ prev, symbol, statistic, parameters, field, tests, operator, value }: Parts): string {
  const before = prev === 0 ? '' : prev === 1 ? 'prev.' : `prev${prev}.`;
  const whose = symbol ? `${symbol}@` : '';
  const source = `${statistic}${parameters ? `[${parameters}]` : ''}`;
  const what = tests ? `${field}(${[source, ...tests].join(';')})` : `${source}.${field}`;
  return `${before}${whose}${what}${operator}${value}`;
}

/** Of `any(a;b)` its conditions; of any other condition itself. */
export function alternatives(text: string): readonly string[] {
  const any = /^\s*any\s*\((.*)\)\s*$/is.exec(text);
  return any ? split(any[1]) : [text];
}

/** One condition of which one has to hold. */
export const anyOf = (conditions: readonly string[]): string =>
  conditions.length === 1 ? conditions[0] : `any(${conditions.join(';')})`;

export const join = (conditions: readonly string[]): string => conditions.filter((one) => one.trim()).join(';');

interface Named {
  readonly name: string;
  readonly record_of: string | null;
  readonly console: { readonly drawn?: readonly unknown[] };
}

/** The first statistic that a question names and that a chart can draw. */
export function statisticOf(text: string, statistics: readonly Named[]): string {
  const named = [...text.matchAll(/(?:^|[;.(@\s])([a-z][a-z0-9]*)(?=[.[;])/g)].map(([, name]) => name);
  const drawable = statistics.filter(({ record_of: of, console: { drawn } }) => of && drawn).map(({ name }) => name);
  return named.find((name) => drawable.includes(name)) ?? 'trend';
}
