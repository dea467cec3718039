/** Conditions for what a reader types: `gap up over 0.5`, `after a down day`, `filled by noon`. */
import { type AskableField, isNumeric, type Source } from './askable.ts';
import { join, type Parts, write } from './condition.ts';
import { label } from './format.ts';

export interface Suggestion {
  /** One condition, or two joined by `;`. */
  readonly text: string;
  readonly help: string;
}

interface Typed {
  readonly prev: number;
  readonly symbol: string;
  readonly not: boolean;
  readonly number: Test | null;
  readonly time: Test | null;
  /** Each has to be found. */
  readonly words: readonly string[];
  /** Found or not: they decide between equals. */
  readonly fillers: readonly string[];
}

type Test = Pick<Parts, 'operator' | 'value'>;

const OPERATORS: readonly (readonly [RegExp, string])[] = [
  [/^(>=|at least|from|since)$/, '>='],
  [/^(<=|at most|by|until|within|up to)$/, '<='],
  [/^(>|over|above|more than|greater than|after|beyond)$/, '>'],
  [/^(<|under|below|less than|before)$/, '<'],
  [/^=$/, '='],
];
const WORDS = '>=|<=|>|<|=|at least|at most|more than|greater than|less than|up to|over|above|under|below|within';
const TIME = new RegExp(
  `(?:(${WORDS}|by|until|before|after|from|since) ?)?(noon|([01]?\\d|2[0-3])[:.]([0-5]\\d)|(1[0-2]|[1-9]) ?(am|pm))\\b`,
);
const NUMBER = new RegExp(
  `(?:(${WORDS}|from|between) ?)?(-?\\d+(?:\\.\\d+)?)(?: ?(?:to|and|\\.\\.) ?(-?\\d+(?:\\.\\d+)?))? ?(%|percent)?`,
);
const BEFORE =
  /\b(\d+) days? (?:before|ago)\b|\b(?:after an? |after |yesterday|the day before|day before|previous day|prev )/;
const FILLERS = new Set(
  'a an the of on is was it in with and or day days session sessions when that if by for how often price'.split(' '),
);

const operatorOf = (word: string | undefined, otherwise: string) =>
  OPERATORS.find(([pattern]) => word !== undefined && pattern.test(word))?.[1] ?? otherwise;

const two = (value: number) => String(value).padStart(2, '0');

function timeIn(text: string): { test: Test; rest: string } | null {
  const found = TIME.exec(text);
  if (!found) return null;
  const [all, word, named, hours, minutes, hour, half] = found;
  const clock = half
    ? `${two((Number(hour) % 12) + (half === 'pm' ? 12 : 0))}:00`
    : named === 'noon'
      ? '12:00'
      : `${two(Number(hours))}:${minutes}`;
  return { test: { operator: operatorOf(word, '<='), value: clock }, rest: text.replace(all, ' ') };
}

/** A bare number may be a part of a name, such as that of an average of 20 days. */
function numberIn(text: string): { test: Test; rest: string } | null {
  const found = NUMBER.exec(text);
  if (!found) return null;
  const [all, word, low, high, percent] = found;
  if (high !== undefined) return { test: { operator: ':', value: `${low}..${high}` }, rest: text.replace(all, ' ') };
  if (word === undefined && percent === undefined) return null;
  return { test: { operator: operatorOf(word, '>='), value: low }, rest: text.replace(all, ' ') };
}

export function read(text: string, symbols: ReadonlySet<string> = new Set()): Typed {
  const symbol = text.split(/\s+/).find((word) => /[A-Z]/.test(word) && symbols.has(word)) ?? '';
  let rest = text.replace(symbol, ' ').toLowerCase().replace(/\s+/g, ' ').trim();
  const time = timeIn(rest);
  rest = time?.rest ?? rest;
  const before = BEFORE.exec(rest);
  rest = before ? rest.replace(before[0], ' ') : rest;
  const number = time ? null : numberIn(rest);
  rest = number?.rest ?? rest;
  const all = rest.split(/[^a-z0-9]+/).filter(Boolean);
  const not = all.some((word) => word === 'not' || word === 'no' || word === 'never');
  const others = all.filter((word) => !['not', 'no', 'never'].includes(word));
  return {
    prev: before ? Number(before[1] ?? 1) : 0,
    symbol,
    not,
    number: number?.test ?? null,
    time: time?.test ?? null,
    words: others.filter((word) => !FILLERS.has(word)),
    fillers: others.filter((word) => FILLERS.has(word)),
  };
}

const stem = (word: string) => (word.length > 4 ? word.replace(/(?:ed|es|s|ing)$/, '') : word);
const wordsIn = (text: string) =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** 0: not found; 1: the same word; between: one begins with the other. */
function likeness(typed: string, words: readonly string[]): number {
  const wanted = stem(typed);
  return Math.max(
    0,
    ...words.map((word) => {
      const own = stem(word);
      if (own === wanted) return 1;
      if (own.startsWith(wanted)) return wanted.length > 1 ? 0.8 : 0.4;
      return own.length >= 4 && wanted.startsWith(own) ? 0.6 : 0;
    }),
  );
}

/** Where a word is found counts: in a value most, then in the field's name, the statistic's, the description. */
type Place = readonly (readonly [weight: number, words: readonly string[]])[];

const found = (typed: string, place: Place) =>
  Math.max(...place.map(([weight, words]) => weight * likeness(typed, words)));

interface Tested {
  readonly test: Test;
  /** What the test is called. */
  readonly words: readonly string[];
  /** Nothing typed says it. */
  readonly isGuess?: boolean;
}

/** None of a range: no one comparison is outside it. */
const OPPOSITE: Readonly<Record<string, string>> = { '>': '<=', '>=': '<', '<': '>=', '<=': '>', '=': '!=' };
const UP = ['up', 'day', 'positive', 'rising', 'gain'];
const DOWN = ['down', 'day', 'negative', 'falling', 'loss'];

/** The tests of a field that fit what was typed. */
function testsOf(field: AskableField, { number, time, not }: Typed, outcome: boolean): readonly Tested[] {
  const plain = (test: Test): Tested => ({ test, words: [] });
  if (field.type === 'timestamp') {
    // What had not come by then may never have come: no test of the time says both.
    if (not) return [];
    return time ? [plain(time)] : number ? [] : [{ ...plain({ operator: '<=', value: '12:00' }), isGuess: true }];
  }
  if (time) return [];
  if (isNumeric(field)) {
    const said = (operator: string) => (not ? OPPOSITE[operator] : operator);
    if (number) return said(number.operator) ? [plain({ ...number, operator: said(number.operator) })] : [];
    const zero = (operator: string, words: readonly string[]): Tested => ({
      test: { operator: said(operator), value: '0' },
      words,
    });
    const signs = /return_pct$/.test(field.name) ? [zero('>', UP), zero('<', DOWN)] : [];
    if (not) return signs;
    return [
      { ...plain(outcome ? { operator: '', value: '' } : { operator: '>', value: '0' }), isGuess: true },
      ...signs,
    ];
  }
  if (number) return [];
  if (field.type === 'boolean') return [plain({ operator: '=', value: String(!not) })];
  return field.values.map((value) => ({
    test: { operator: not ? '!=' : '=', value },
    words: wordsIn(value),
  }));
}

/** Of as good a match the first of these comes first: gaps as most people mean them. */
const FIRST = ['session', 'prevclose', 'gap', 'orb'];
const LATE = new Set(['close', 'later']);
const MOST = 8;

export interface SuggestOptions {
  /** An outcome is looked for, not a condition. */
  readonly outcome?: boolean;
  /** The rest of the question: what it names already is meant rather than something else. */
  readonly context?: string;
  readonly symbols?: ReadonlySet<string>;
  /** Two conditions may be one suggestion. */
  readonly pairs?: boolean;
}

interface Ranked extends Suggestion {
  readonly score: number;
  /** Its test was typed, and no word of it is of the description alone. */
  readonly isSure: boolean;
}

export function suggest(text: string, sources: readonly Source[], options: SuggestOptions = {}): readonly Suggestion[] {
  const one = () => suggestOne(text, sources, options);
  if (!options.pairs) return one();
  const several = () => {
    const parts = partsOf(text, (part) => {
      // A time or a number alone is of any field.
      if (read(part, options.symbols).words.length === 0) return undefined;
      const [first] = suggestOne(part, sources, options);
      return first?.isSure ? first : undefined;
    });
    const all = { text: join(parts.map((part) => part.text)), help: 'All of these: each is a condition' };
    return parts.length > 1 ? [all, ...parts] : parts;
  };
  const [first, second] = SEVERAL.test(text) ? [several, one] : [one, several];
  const found = first();
  return found.length > 0 ? found : second();
}

/** What stands between conditions, rather than in one. */
const SEVERAL = /\S\s*(?:[,;]|\b(?:with|when|if|after (?:an?\b|(?!\d|noon\b)))\b)\s*\S/i;
/** What follows is the outcome. */
const OUTCOME = /\bhow (?:often|much)\b/i;
/** Words that belong to what comes after them, and those that belong to what is before: no part ends, or begins, with them. */
const OPEN_END =
  /(?:^| )(?:an?|the|of|on|in|with|and|or|after|before|previous|yesterday|not|no|never|by|until|from|since|between|to|up to|at|least|most|more|less|greater|than|over|above|under|below|within|[<>=]+)$/;
const OPEN_START = /^(?:ago|before|days?|percent|to|than|or)\b|^%|^and -?\d[\d.]* ?(?:%|percent|$)/;
/** Where a part begins with one of these it is meant to. */
const LINK = /^(?:and|with|when|if|on|after|yesterday)\b/i;
/** More than any words score. */
const LINKED = 100;
const MOST_WORDS = 18;
const MOST_OF_PART = 9;

/** Of a text of several conditions the parts, as few as there can be: none where a word of it fits nowhere. */
function partsOf(text: string, find: (part: string) => Ranked | undefined): readonly Ranked[] {
  const words = text
    .split(OUTCOME)[0]
    .replace(/[,;]/g, ' and ')
    .replace(/(?:\s+and)+\s*$/, '')
    .split(/\s+/)
    .filter(Boolean);
  if (words.length > MOST_WORDS) return [];
  /** From each word to the end. */
  const best: (readonly Ranked[] | undefined)[] = [];
  best[words.length] = [];
  const score = (parts: readonly Ranked[]) => parts.reduce((sum, part) => sum + part.score, 0);
  for (let from = words.length - 1; from >= 0; from--) {
    for (let to = from + 1; to <= Math.min(words.length, from + MOST_OF_PART); to++) {
      const rest = best[to];
      const before = best[from];
      const part = words.slice(from, to).join(' ');
      if (!rest || OPEN_START.test(part) || (to < words.length && OPEN_END.test(part.toLowerCase()))) continue;
      if (before && before.length < rest.length + 1) continue;
      const first = find(part);
      if (!first) continue;
      const parts = [LINK.test(part) ? { ...first, score: first.score + LINKED } : first, ...rest];
      if (!before || parts.length < before.length || score(parts) > score(before)) best[from] = parts;
    }
  }
  return best[0] ?? [];
}

function suggestOne(
  text: string,
  sources: readonly Source[],
  { outcome = false, context = '', symbols, pairs = false }: SuggestOptions,
): readonly Ranked[] {
  const typed = read(text, symbols);
  const ranked: Ranked[] = [];
  for (const { name, title, fields, counted } of sources) {
    const rank = FIRST.indexOf(name);
    const bonus = (rank < 0 ? 0 : 0.4 - rank * 0.1) + (new RegExp(`\\b${name}[.[]`).test(context) ? 2 : 0);
    for (const field of fields) {
      for (const { test, words, isGuess } of testsOf(field, typed, outcome)) {
        const place: Place = [
          [5, words],
          [4, wordsIn(label(field.name))],
          [3, wordsIn(field.name)],
          [2, [...wordsIn(title), name]],
          [1, wordsIn(field.help)],
        ];
        const missing = typed.words.filter((word) => found(word, place) === 0);
        const hasSide = missing.length === 1 && (counted || (pairs && typed.number));
        const side = hasSide ? sideOf(missing[0], counted ?? fields, field) : null;
        if (missing.length > 0 && !side) continue;
        const own = typed.words
          .filter((word) => !missing.includes(word))
          .reduce((sum, word) => sum + found(word, place), side ? 5 : 0);
        const filler = typed.fillers.reduce((sum, word) => sum + found(word, place), 0) / 10;
        // What is known too late of the session itself is asked of the one before.
        const prev = typed.prev > 0 || outcome || !LATE.has(field.known) ? typed.prev : 1;
        const about = { prev, symbol: typed.symbol, statistic: name, parameters: '' };
        const condition = (one: AskableField, tested: Test, tests: readonly string[] | null) =>
          write({ ...about, field: one.name, tests, ...tested });
        const records = side ? [`${side.field.name}${side.test.operator}${side.test.value}`] : [];
        const conditions = [
          ...(side && !counted ? [condition(side.field, side.test, null)] : []),
          condition(field, test, counted ? records : null),
        ];
        const early = outcome && (field.known === 'before' || field.known === 'open') ? 4 : 0;
        const price = typed.number && field.unit === 'price' ? 1 : 0;
        const length = label(field.name).length / 100;
        const score = own / Math.max(1, typed.words.length) + filler + bonus - early - price - length;
        const isSure =
          !isGuess && typed.words.every((word) => missing.includes(word) || found(word, place.slice(0, -1)) > 0);
        ranked.push({ text: join(conditions), help: field.help, score, isSure });
      }
    }
  }
  return ranked.sort((a, b) => b.score - a.score).slice(0, MOST);
}

/** The value of another field of the same records that the word names: `up` of a gap. */
function sideOf(word: string, fields: readonly AskableField[], besides: AskableField) {
  for (const field of fields) {
    if (field === besides || isNumeric(field) || LATE.has(field.known)) continue;
    const value = field.values.find((one) => likeness(word, wordsIn(one)) === 1);
    if (value !== undefined && field.type !== 'boolean') return { field, test: { operator: '=', value } };
  }
  return null;
}
