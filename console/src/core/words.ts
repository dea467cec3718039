/** Questions in words, for those who do not write conditions; their text stands beside them. */
import { useAccount } from './account.ts';
import { type Parts, parse, split } from './condition.ts';
import { label, labelWithUnit, unitIn } from './format.ts';

const TESTS: Readonly<Record<string, string>> = {
  '=': 'is',
  '!=': 'is not',
  '<': 'below',
  '<=': 'at most',
  '>': 'above',
  '>=': 'at least',
};

/** `SPY: Opening range breakout (opening range 15 min), day before`. */
function subjectOf({ prev, symbol, statistic, parameters }: Parts, title: (statistic: string) => string): string {
  const given = parameters
    .split(',')
    .filter(Boolean)
    .map((one) => {
      const [name, value] = one.split('=');
      return `${label(name.trim()).toLowerCase()} ${value}${unitWord(name.trim())}`;
    });
  const before = prev === 0 ? '' : prev === 1 ? ', day before' : `, ${prev} days before`;
  const whose = symbol ? `${symbol.replaceAll('"', '')}: ` : '';
  return `${whose}${title(statistic)}${given.length > 0 ? ` (${given.join(', ')})` : ''}${before}`;
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
  return `${name} ${TESTS[operator]} ${value}${unit}`;
}

const ANY = /^\s*any\s*\((.*)\)\s*$/is;

/** One condition or outcome, or any of several; what is not of the plain kind stays as it is written. */
export function conditionWords(text: string, title: (statistic: string) => string): string {
  const any = ANY.exec(text);
  if (any)
    return split(any[1])
      .map((one) => conditionWords(one, title))
      .join(', or ');
  const parts = parse(text);
  return parts ? `${subjectOf(parts, title)}: ${testOf(parts, title)}` : text.trim();
}

export interface Words {
  /** `Opening gap: gap below 0.5 %`. */
  readonly condition: (text: string) => string;
  /** Conditions joined by `;`. */
  readonly list: (conditions: string) => string;
  /** Both sides of a question: `Opening gap: gap below 0.5 % → Opening gap: filled`, its population before them. */
  readonly question: (when: string, then: string, among?: string) => string;
  /** `gap.gap_pct` as `Opening gap: gap (%)`, for a heading. */
  readonly field: (text: string) => string;
}

export function useWords(): Words {
  const { statistics } = useAccount();
  const title = (statistic: string) => statistics.find((one) => one.name === statistic)?.title ?? label(statistic);
  const condition = (text: string) => conditionWords(text, title);
  const list = (conditions: string) => split(conditions).map(condition).join(' and ');
  return {
    condition,
    list,
    question: (when, then, among = '') =>
      `${among ? `Among ${list(among)}: ` : ''}${list(when) || 'Every session'} → ${condition(then)}`,
    field: (text) => (parse(text) || /[.[(]/.test(text) ? condition(text) : labelWithUnit(text)),
  };
}
