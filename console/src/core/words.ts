/** Writes questions in words, for readers who do not write conditions; the conditions stand beside them. */
import { useAccount } from './account.ts';
import { alternatives, type Parts, parse, split, write } from './condition.ts';
import { label, labelWithUnit, unitIn } from './format.ts';

const TESTS: Readonly<Record<string, string>> = {
  '=': 'is',
  '!=': 'is not',
  '<': 'below',
  '<=': 'at most',
  '>': 'above',
  '>=': 'at least',
};

/** Words of tests on times of day. */
const TIME_TESTS: Readonly<Record<string, string>> = {
  ...TESTS,
  '<': 'before',
  '<=': 'by',
  '>': 'after',
  '>=': 'from',
};

/** Returns the words between a field and its value: `above`, or `after` for a time of day. */
const testWord = ({ operator, value }: Pick<Parts, 'operator' | 'value'>): string =>
  (/^\d\d?:\d\d$/.test(value) ? TIME_TESTS : TESTS)[operator] ?? operator;

/** Returns `SPY: Opening range breakout (opening range 15 min), day before`, with the selected records if they are counted. */
function subjectOf(
  { prev, symbol, statistic, parameters, tests }: Parts,
  title: (statistic: string) => string,
): string {
  const settings = parameters
    .split(',')
    .filter(Boolean)
    .map((one) => {
      const [name, value] = one.split('=');
      return `${label(name.trim()).toLowerCase()} ${value}${unitWord(name.trim())}`;
    });
  const before = prev === 0 ? '' : prev === 1 ? ', day before' : `, ${prev} days before`;
  const whose = symbol ? `${symbol.replaceAll('"', '')}: ` : '';
  const which = (tests ?? []).map((one) => {
    const test = parse(`${statistic}.${one}`);
    return test ? testOf(test, title) : one;
  });
  const counted = which.length > 0 ? `, those with ${which.join(' and ')}` : '';
  return `${whose}${title(statistic)}${settings.length > 0 ? ` (${settings.join(', ')})` : ''}${counted}${before}`;
}

const unitWord = (name: string): string => (unitIn(name) ? ` ${unitIn(name)}` : '');

function testOf({ field, operator, value }: Parts, title: (statistic: string) => string): string {
  const name = label(field).toLowerCase();
  const unit = unitWord(field);
  const is = value.toLowerCase();
  if (operator === '') return labelWithUnit(field).toLowerCase();
  if (field === 'exists') return (is === 'true') === (operator === '=') ? 'there is one' : 'there is none';
  if ((is === 'true' || is === 'false') && /^!?=$/.test(operator))
    return (is === 'true') === (operator === '=') ? name : `not ${name}`;
  if (is === 'null') return `no ${name}`;
  const other = operator === ':' ? null : parse(value);
  if (other?.operator === '')
    return `${name} ${TESTS[operator]} ${label(other.field).toLowerCase()} of ${subjectOf(other, title)}`;
  if (operator === ':')
    return value.includes('..')
      ? `${name} from ${value.split('..').join(' to ')}${unit}`
      : `${name} is ${value.split('|').join(' or ')}${unit}`;
  return `${name} ${testWord({ operator, value })} ${value}${unit}`;
}

/** Returns one condition or outcome, or `any`, in words; other kinds stay as written. */
function conditionWords(text: string, title: (statistic: string) => string): string {
  const any = alternatives(text);
  if (any.length > 1) return any.map((one) => conditionWords(one, title)).join(', or ');
  const parts = parse(any[0] ?? '');
  return parts ? `${subjectOf(parts, title)}: ${testOf(parts, title)}` : text.trim();
}

/** Returns the field of a condition without its test. */
export function fieldOnly(text: string): string {
  const parts = parse(text);
  return parts ? write({ ...parts, operator: '', value: '' }) : text;
}

/** Returns headings without the statistic if they all name the same. */
export function ofOneSubject(titles: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const named = Object.entries(titles).flatMap(([name, title]) => {
    const [, subject, field] = /^([^:]+): ([^:]+)$/.exec(title) ?? [];
    return field ? [[name, subject, field[0].toUpperCase() + field.slice(1)] as const] : [];
  });
  const isOne = named.length === Object.values(titles).filter((title) => title.includes(':')).length;
  if (!isOne || new Set(named.map(([, subject]) => subject)).size !== 1) return titles;
  return { ...titles, ...Object.fromEntries(named.map(([name, , field]) => [name, field])) };
}

export interface Words {
  /** Returns a condition in words: `Opening gap: gap below 0.5 %`. */
  readonly condition: (text: string) => string;
  /** Returns a condition without its value: `Opening gap: gap below`. */
  readonly lead: (parts: Parts) => string;
  /** Returns conditions joined by `;` in words. */
  readonly list: (conditions: string) => string;
  /** Returns both sides of a question: `Opening gap: gap below 0.5 % → Opening gap: filled`, its population before them. */
  readonly question: (when: string, then: string, among?: string) => string;
  /** Returns `gap.gap_pct` as `Opening gap: gap (%)`, for a heading. */
  readonly field: (text: string) => string;
}

export function useWords(): Words {
  const { statistics } = useAccount();
  const title = (statistic: string) => statistics.find((one) => one.name === statistic)?.title ?? label(statistic);
  const condition = (text: string) => conditionWords(text, title);
  // The common part of several conditions is written once.
  const list = (conditions: string) =>
    split(conditions)
      .map(condition)
      .map((words, i, all) => {
        const subject = /^.*?: /.exec(words)?.[0];
        return subject && i > 0 && all[i - 1].startsWith(subject) ? words.slice(subject.length) : words;
      })
      .join(' and ');
  return {
    condition,
    lead: (parts) => {
      const test = parts.operator === ':' ? (parts.value.includes('..') ? 'between' : 'is one of') : testWord(parts);
      return `${subjectOf(parts, title)}: ${label(parts.field).toLowerCase()} ${test}`;
    },
    list,
    question: (when, then, among = '') =>
      `${among ? `Among ${list(among)}: ` : ''}${list(when) || 'Every session'} → ${condition(then)}`,
    field: (text) => (parse(text) || /[.[(]/.test(text) ? condition(text) : labelWithUnit(text)),
  };
}
