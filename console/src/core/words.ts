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

/** `Opening range breakout (opening range 15 min), day before`. */
function subjectOf({ prev, statistic, parameters }: Parts, title: (statistic: string) => string): string {
  const given = parameters
    .split(',')
    .filter(Boolean)
    .map((one) => {
      const [name, value] = one.split('=');
      return `${label(name.trim()).toLowerCase()} ${value}${unitWord(name.trim())}`;
    });
  const before = prev === 0 ? '' : prev === 1 ? ', day before' : `, ${prev} days before`;
  return `${title(statistic)}${given.length > 0 ? ` (${given.join(', ')})` : ''}${before}`;
}

const unitWord = (name: string): string => (unitIn(name) ? ` ${unitIn(name)}` : '');

function testOf({ field, operator, value }: Parts): string {
  const name = label(field).toLowerCase();
  const unit = unitWord(field);
  const is = value.toLowerCase();
  if (operator === '') return labelWithUnit(field).toLowerCase();
  if (field === 'exists') return (is === 'true') === (operator === '=') ? 'there is one' : 'there is none';
  if ((is === 'true' || is === 'false') && /^!?=$/.test(operator))
    return (is === 'true') === (operator === '=') ? name : `not ${name}`;
  if (is === 'null') return `${name} ${operator === '=' ? 'unknown' : 'known'}`;
  if (operator === ':')
    return value.includes('..')
      ? `${name} from ${value.split('..').join(' to ')}${unit}`
      : `${name} is ${value.split('|').join(' or ')}${unit}`;
  return `${name} ${TESTS[operator]} ${value}${unit}`;
}

/** One condition or outcome; what is not of the plain kind stays as it is written. */
export function conditionWords(text: string, title: (statistic: string) => string): string {
  const parts = parse(text);
  return parts ? `${subjectOf(parts, title)}: ${testOf(parts)}` : text.trim();
}

export interface Words {
  /** `Opening gap: gap below 0.5 %`. */
  readonly condition: (text: string) => string;
  /** Both sides of a question: `Opening gap: gap below 0.5 % → Opening gap: filled`. */
  readonly question: (when: string, then: string) => string;
  /** `gap.gap_pct` as `Opening gap: gap (%)`, for a heading. */
  readonly field: (text: string) => string;
}

export function useWords(): Words {
  const { statistics } = useAccount();
  const title = (statistic: string) => statistics.find((one) => one.name === statistic)?.title ?? label(statistic);
  const condition = (text: string) => conditionWords(text, title);
  return {
    condition,
    question: (when, then) => `${split(when).map(condition).join(' and ') || 'Every session'} → ${condition(then)}`,
    field: (text) => (parse(text) || /[.[(]/.test(text) ? condition(text) : labelWithUnit(text)),
  };
}
