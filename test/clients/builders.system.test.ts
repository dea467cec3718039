/**
 * Both clients' builders against the service's parser: whatever is built is read as it was meant. Random conditions over
 * all sources, parameters and fields; texts full of the grammar's own signs.
 */
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as client from '../../clients/typescript/src/index.ts';
import { parseThen, parseWhen } from '../../compute/answers/questions/parse.ts';
import {
  type AnyOf,
  type Condition,
  type Reference,
  type Source,
  sourcesOf,
  type Test,
} from '../../compute/answers/questions/question.ts';
import type { Field } from '../../compute/market/fields.ts';
import type { Param } from '../../compute/statistics/params.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import { parseIsoDate } from '../../lib/days.ts';
import { projectFile } from '../../lib/paths.ts';
import { runs } from '../support/property-seed.ts';
import { clientPython } from './interpreter.ts';

type Raw = string | number | boolean;

interface MeantTest {
  readonly field: string;
  readonly operator: (typeof OPERATORS)[number];
  readonly values: readonly Raw[];
}

interface Meant {
  readonly source: string;
  readonly previous: number;
  readonly parameters: Readonly<Record<string, Raw>>;
  readonly of: 'field' | 'record' | 'count' | 'exists';
  /** Of a record and of `exists`: whether there is one. */
  readonly there: boolean;
  readonly test: MeantTest;
  readonly filters: readonly MeantTest[];
  readonly symbol: string | null;
  /** The same field on the right, of another session or symbol; null: values. */
  readonly right: { readonly previous: number; readonly symbol: string | null } | null;
}

const OPERATORS = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'between', 'isIn', 'isNull'] as const;
const UNORDERED = ['eq', 'ne', 'isIn', 'isNull'] as const;
const SIGNS = {
  eq: '=',
  ne: '!=',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
  between: 'between',
  isIn: 'one_of',
  isNull: 'is_null',
};

const statistics = await loadStatistics();
const sources = sourcesOf(statistics);

const nasty = fc.constantFrom(
  ';',
  '|',
  '"',
  '(',
  ')',
  ',',
  '[',
  ']',
  '=',
  ' ',
  '.',
  '..',
  '\n',
  '\t',
  'null',
  'gap.filled',
  '<',
  ':',
  '+',
  '%',
  'é',
  '😀',
  'a',
  '7',
);
const texts = fc.oneof(
  fc.array(nasty, { maxLength: 6 }).map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
const numbers = fc
  .oneof(
    fc.integer({ min: -1e6, max: 1e6 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.double({ min: -9, max: 9, noNaN: true }),
  )
  .map((value) => (Object.is(value, -0) ? 0 : value));
const days = fc.date({ min: new Date('1990-01-01Z'), max: new Date('2090-01-01Z'), noInvalidDate: true });

function anyOf({ type, values }: Field): fc.Arbitrary<Raw> {
  switch (type) {
    case 'number':
    case 'integer':
      return numbers;
    case 'boolean':
      return fc.boolean();
    case 'enum':
      return fc.constantFrom(...(values ?? []));
    case 'date':
      return days.map((day) => day.toISOString().slice(0, 10));
    case 'timestamp':
      return fc.oneof(
        days.map((day) => day.toISOString()),
        days.map((day) => `${day.toISOString().slice(0, 19)}-05:00`),
      );
    default:
      return texts;
  }
}

const timesOfDay = fc.constantFrom('00:00', '09:30', '12:00', '15:59', '23:05');
const isTimeOfDay = (value: Raw) => timesOfDayForm.test(String(value));
const timesOfDayForm = /^\d\d:\d\d$/;

const isOrdered = ({ type }: Field) => type !== 'boolean' && type !== 'enum' && type !== 'string';

function testOf(field: Field): fc.Arbitrary<MeantTest> {
  return fc.constantFrom(...(isOrdered(field) ? OPERATORS : UNORDERED)).chain((operator) => {
    const many =
      operator === 'isIn'
        ? { minLength: 1, maxLength: 4 }
        : operator === 'between'
          ? { minLength: 2, maxLength: 2 }
          : null;
    const count = operator === 'isNull' ? { minLength: 0, maxLength: 0 } : (many ?? { minLength: 1, maxLength: 1 });
    const value =
      field.type === 'timestamp'
        ? fc.oneof(fc.constant(anyOf(field)), fc.constant(timesOfDay))
        : fc.constant(anyOf(field));
    return value
      .chain((one) => fc.array(one, count))
      .map((values) => ({
        field: field.name,
        operator,
        values:
          operator === 'between' ? [...values].sort((a, b) => (heldOf(field, a) < heldOf(field, b) ? -1 : 1)) : values,
      }));
  });
}

function parameterValue({ doc }: Param): fc.Arbitrary<Raw> {
  if (doc.values) return fc.constantFrom(...doc.values);
  if (doc.type === 'integer') return fc.integer({ min: doc.minimum, max: doc.maximum });
  if (doc.type === 'number')
    return fc.double({ min: doc.minimum ?? 0, max: doc.maximum ?? 9, noNaN: true }).map((value) => value + 0);
  if (doc.type === 'boolean') return fc.boolean();
  if (doc.type === 'time') return fc.integer({ min: 0, max: 23 }).map((hour) => `${String(hour).padStart(2, '0')}:30`);
  throw new Error(`no values for a parameter of type ${doc.type}`);
}

const hasTexts = ({ fields }: Source) => [...fields.values()].some(({ type }) => type === 'string');

/** As many as a question takes; the last two have to be quoted. */
const symbols = fc.constantFrom(null, null, 'SPY', 'BRK.B', 'BTC/USD', 'PREV2.X');

function meantOf(source: Source, type?: Field['type']): fc.Arbitrary<Meant> {
  const fields = [...source.fields.values()].filter(
    (field) => field.type !== 'json' && field.type === (type ?? field.type),
  );
  const many = source.kind === 'candle';
  const parameters = Object.entries(source.statistic?.params ?? {}).filter(([, { affects }]) => affects === 'records');
  const test = fc.constantFrom(...fields).chain(testOf);
  const counted = fc.tuple(
    fc.constantFrom(...OPERATORS.slice(0, 8)),
    fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 2, maxLength: 2 }),
  );
  return fc.record({
    source: fc.constant(source.name),
    previous: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 250 })),
    parameters: fc.record(Object.fromEntries(parameters.map(([name, param]) => [name, parameterValue(param)])), {
      requiredKeys: [],
    }) as fc.Arbitrary<Record<string, Raw>>,
    of: many ? fc.constantFrom('count', 'exists') : fc.constantFrom('field', 'field', 'field', 'record'),
    there: fc.boolean(),
    test: many
      ? counted.map(([operator, [a, b]]) => ({
          field: 'count',
          operator,
          values: operator === 'between' ? [Math.min(a, b), Math.max(a, b)] : operator === 'isIn' ? [a, b] : [a],
        }))
      : test,
    filters: many ? fc.array(test, { maxLength: 3 }) : fc.constant([]),
    symbol: symbols,
    right: fc.oneof(fc.constant(null), fc.record({ previous: fc.integer({ min: 0, max: 250 }), symbol: symbols })),
  });
}

/** Texts, the hardest to write, stand in few fields. */
const meant = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...sources.values()).chain((source) => meantOf(source)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...[...sources.values()].filter(hasTexts)).chain((source) => meantOf(source, 'string')),
  },
);

/** A value as the parser's columns hold it, by the words of the API's page. */
function heldOf({ type, values }: Field, value: Raw): number | string {
  if (type === 'enum') return (values ?? []).indexOf(String(value));
  if (type === 'boolean') return value ? 1 : 0;
  if (type === 'date') return parseIsoDate(String(value))!;
  if (type === 'timestamp' && isTimeOfDay(value))
    return Number(String(value).slice(0, 2)) * 60 + Number(String(value).slice(3));
  if (type === 'timestamp') return Date.parse(String(value));
  return value as number | string;
}

function expectTest(found: Test | null, { operator, values }: MeantTest, field: Field) {
  const clock = field.type === 'timestamp' && values.length > 0 && values.every(isTimeOfDay);
  expect(found).toEqual({
    operator: SIGNS[operator],
    values: values.map((value) => heldOf(field, value)),
    ...(clock ? { clock: true } : {}),
  });
}

function expectReference(reference: Reference, one: Meant) {
  expect([reference.source.name, reference.previous, reference.symbol, reference.of]).toEqual([
    one.source,
    one.previous,
    one.symbol,
    one.of,
  ]);
  const params = reference.source.statistic?.params ?? {};
  const asked = Object.entries(one.parameters).map(([name, value]) => [name, params[name].schema.parse(String(value))]);
  expect(new Map(reference.params)).toEqual(new Map(asked as [string, unknown][]));
  expect(reference.filters.map(({ field }) => field.name)).toEqual(one.filters.map(({ field }) => field));
  reference.filters.forEach(({ test, field }, i) => {
    expectTest(test, one.filters[i], field);
  });
}

const comparesFields = ({ of, right, test }: Meant) =>
  of === 'field' && right !== null && test.values.length === 1 && test.operator !== 'isIn';

function expectCondition({ reference, test }: Condition, one: Meant) {
  expectReference(reference, one);
  if (one.of === 'record' || one.of === 'exists') {
    expect(test).toEqual({ operator: '=', values: [one.there ? 1 : 0] });
    return;
  }
  if (one.of === 'field') expect(reference.field.name).toBe(one.test.field);
  if (comparesFields(one)) {
    expect(test).toMatchObject({ operator: SIGNS[one.test.operator], values: [] });
    expectReference(test.against!, { ...one, ...one.right });
    expect(test.against!.field).toBe(reference.field);
    return;
  }
  expectTest(test, one.test, reference.field);
}

/** The texts are read as the conditions that were meant: all of them, and one of several. */
function expectRead([text, anyText]: readonly [string, string], many: readonly Meant[]) {
  const { conditions, problems } = parseWhen(text, sources);
  expect(problems, text).toEqual([]);
  expect(conditions.length, text).toBe(many.length);
  conditions.forEach((condition, i) => {
    expectCondition(condition as Condition, many[i]);
  });
  const any = parseWhen(anyText, sources);
  expect(any.problems, anyText).toEqual([]);
  const [clause] = any.conditions as AnyOf[];
  expect(clause.any.length, anyText).toBe(many.length);
  clause.any.forEach((condition, i) => {
    expectCondition(condition, many[i]);
  });
}

// biome-ignore lint/suspicious/noExplicitAny: names are drawn, not written
const byName = client as Record<string, any>;

// biome-ignore lint/suspicious/noExplicitAny: as above
function tested(field: any, { operator, values }: MeantTest) {
  return field[operator](...values);
}

function built(one: Meant): client.Condition {
  const plain = byName[one.source];
  const given = Object.keys(one.parameters).length > 0 ? plain(one.parameters) : plain;
  const moved = <T>(of: T, { previous, symbol }: Pick<Meant, 'previous' | 'symbol'>): T => {
    const named = symbol === null ? of : byName['on'](of, symbol);
    return previous > 0 ? byName['prev'](named, previous) : named;
  };
  const shifted = <T>(of: T): T => moved(of, one);
  if (one.of === 'field') {
    const field = shifted(given)[one.test.field];
    if (!comparesFields(one)) return tested(field, one.test);
    return field[one.test.operator](moved(given, one.right!)[one.test.field]);
  }
  if (one.of === 'record') return shifted(given).exists(one.there);
  const filters = one.filters.map((filter) => tested(plain[filter.field], filter));
  if (one.of === 'count') return tested(shifted(client.count(given, ...filters)), one.test);
  const existence = shifted(client.exists(given, ...filters));
  return one.there ? existence : existence.not();
}

describe('what is built is read as it was meant', () => {
  it('of the TypeScript client', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(fc.array(meant, { minLength: 1, maxLength: 4 }), (many) => {
        const [first, ...others] = many.map(built);
        expectRead([client.whenText([first, ...others]), client.whenText(client.anyOf(first, ...others))], many);
      }),
      { numRuns: runs(300) },
    );
  });

  it('of a number by itself, too', () => {
    for (const source of sources.values()) {
      for (const field of source.fields.values()) {
        if (source.kind === 'candle' || !['number', 'integer'].includes(field.type)) continue;
        const { outcome, problems } = parseThen(String(byName[source.name][field.name]), sources);
        expect([problems, outcome?.reference.field, outcome?.test]).toEqual([[], field, null]);
      }
    }
  });

  it('of the Python client', { timeout: 60_000 }, () => {
    const all = fc.sample(fc.array(meant, { minLength: 1, maxLength: 4 }), { numRuns: runs(300) });
    const script = projectFile('test', 'clients', 'build_conditions.py');
    const options = { input: JSON.stringify(all), maxBuffer: 2 ** 26, encoding: 'utf8' as const };
    const written: [string, string][] = JSON.parse(execFileSync(clientPython(), [script], options));
    expect(written).toHaveLength(all.length);
    written.forEach((text, i) => {
      expectRead(text, all[i]);
    });
  });
});
