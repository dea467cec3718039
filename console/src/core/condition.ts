/** Conditions as the builder edits them. A condition that it cannot parse stays text and is sent unchanged. */

export interface Parts {
  /** 0: the session itself; N: the Nth before. */
  readonly prev: number;
  /** Text before the `@`; empty: the symbol of the question. */
  readonly symbol: string;
  readonly statistic: string;
  /** Text inside the brackets. */
  readonly parameters: string;
  /** Name of the field; `count` or `exists` if records are counted. */
  readonly field: string;
  /** Tests that select the records of `count(...)` and `exists(...)`, such as `direction=up`; null: a field of the one record. */
  readonly tests: readonly string[] | null;
  readonly operator: string;
  readonly value: string;
}

/** Beginning of every condition: `prevN.` and a symbol before its `@`. */
const WHOSE = /^(?:prev([1-9]\d*)?\.)?(?:("[^"]*"|[a-z0-9.-]+)@)?/i;
/** The statistic with its parameters. */
const STATISTIC = /^\s*([a-z_][a-z0-9_]*)(?:\[((?:"[^"]*"|[^\]"])*)\])?\s*/i;
const FIELD = /^\.([a-z_][a-z0-9_]*)/i;
/** Counted records: the text in the parentheses, and the text after them. */
const COUNTED = /^(count|exists)\s*\(((?:"[^"]*"|[^()"])*)\)/i;
const TEST = /^\s*(<=|>=|!=|=|<|>|:)\s*(.*)$/s;

/** Splits at the top level: a `;` inside parentheses or quotes belongs to its condition. */
export function split(when: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let quoted = false;
  let current = '';
  for (const character of when) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && character === '(') depth += 1;
    else if (!quoted && character === ')') depth = Math.max(0, depth - 1);
    if (character === ';' && depth === 0 && !quoted) {
      parts.push(current);
      current = '';
    } else current += character;
  }
  parts.push(current);
  return parts.map((one) => one.trim()).filter(Boolean);
}

/** Parses a condition; null if it is of another kind (`any(...)`, or half typed) and stays text. */
export function parse(text: string): Parts | null {
  const [whose, number, symbol = ''] = WHOSE.exec(text.trim())!;
  const own = text.trim().slice(whose.length);
  const counted = COUNTED.exec(own);
  const [of, ...tests] = counted ? split(counted[2]) : [own];
  const match = STATISTIC.exec(of ?? '');
  if (!match) return null;
  const [subject, statistic, parameters = ''] = match;
  const field = counted ?? FIELD.exec(own.slice(subject.length));
  if (!field || /^prev\d*$/i.test(statistic) || (counted && subject.length < of.length)) return null;
  const rest = own.slice(counted ? counted[0].length : subject.length + field[0].length);
  const test = TEST.exec(rest);
  if (!test && rest.trim() !== '') return null;
  const [, operator = '', value = ''] = test ?? [];
  return {
    // The dot after `prev` is required, because prevclose is a statistic.
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

/** Returns the conditions of `any(a;b)`, or any other condition itself. */
export function alternatives(text: string): readonly string[] {
  const any = /^\s*any\s*\((.*)\)\s*$/is.exec(text);
  return any ? split(any[1]) : [text];
}

/** Joins conditions into one that holds if any of them does. */
export const anyOf = (conditions: readonly string[]): string =>
  conditions.length === 1 ? conditions[0] : `any(${conditions.join(';')})`;

export const join = (conditions: readonly string[]): string => conditions.filter((one) => one.trim()).join(';');

interface Named {
  readonly name: string;
  readonly record_of: string | null;
  readonly console: { readonly drawn?: readonly unknown[] };
}

/** Returns the first statistic in a question that a chart can draw. */
export function statisticOf(text: string, statistics: readonly Named[]): string {
  const named = [...text.matchAll(/(?:^|[;.(@\s])([a-z][a-z0-9]*)(?=[.[;])/g)].map(([, name]) => name);
  const drawable = statistics.filter(({ record_of: of, console: { drawn } }) => of && drawn).map(({ name }) => name);
  return named.find((name) => drawable.includes(name)) ?? 'trend';
}
