/** The console's condition editor against the grammar that the service reads with, over everything that can be asked. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldText } from '../../api/doc.ts';
import { parseThen, parseWhen } from '../../compute/answers/questions/parse.ts';
import { type Source, sourcesOf } from '../../compute/answers/questions/question.ts';
import type { Field } from '../../compute/market/fields.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import { join, type Parts, parse, split, write } from '../../console/src/core/condition.ts';
import { valuesOf } from '../../console/src/core/docs.ts';
import { runs } from '../support/property-seed.ts';

const sources = sourcesOf(await loadStatistics());
/** Whose conditions name a field of one record. */
const plain = [...sources.values()].filter(({ kind }) => kind !== 'candle');
const catalogue = plain.flatMap((source) =>
  [...source.fields.values()].flatMap((field) => (field.type === 'json' ? [] : [{ source, field }])),
);

const isNumeric = ({ type }: Field) => type === 'number' || type === 'integer';

/** What the service makes of a condition, without its text and places. */
function readAs(text: string): unknown {
  const { conditions, problems } = parseWhen(text, sources);
  expect([text, problems]).toEqual([text, []]);
  expect(conditions).toHaveLength(1);
  return bare(conditions[0]);
}

function bare(value: unknown): unknown {
  if (value instanceof Map) return [...value];
  if (Array.isArray(value)) return value.map(bare);
  if (value === null || typeof value !== 'object') return value;
  // A source and a field are known by their names.
  if ('kind' in value || 'knownAt' in value || 'unit' in value) return (value as unknown as { name: string }).name;
  const parts = Object.entries(value).filter(([key]) => key !== 'text' && key !== 'position');
  return Object.fromEntries(parts.map(([key, part]) => [key, bare(part)]));
}

/** Values that a test of the field may have, as they are written. */
function writtenValue(field: Field): fc.Arbitrary<string> {
  switch (field.type) {
    case 'boolean':
      return fc.constantFrom('true', 'false');
    case 'enum':
      return fc.constantFrom(...(field.values ?? []));
    case 'date':
      return fc.constantFrom('2024-03-01', '1999-12-31');
    case 'timestamp':
      return fc.constantFrom('10:00', '9:30', '2024-06-03T13:45:00+00:00', '2024-06-03');
    case 'string':
      return fc.constantFrom('"a;b"', '"x@y"', 'plain', '"prev.gap"');
    default:
      return fc.constantFrom('0', '0.5', '-1.5', '1e-3', '250');
  }
}

function testOf(field: Field): fc.Arbitrary<Pick<Parts, 'operator' | 'value'>> {
  const ordered = isNumeric(field) || field.type === 'date' || field.type === 'timestamp';
  const one = writtenValue(field);
  const single = fc.record({
    operator: fc.constantFrom('=', '!=', ...(ordered ? ['<', '<=', '>', '>='] : [])),
    value: one,
  });
  const list = fc.uniqueArray(one, { minLength: 1, maxLength: 3 }).filter((values) => sameKind(field, values));
  const several = list.map((values) => ({ operator: ':', value: values.join('|') }));
  const range = isNumeric(field)
    ? [fc.constant({ operator: ':', value: '-1..0.5' })]
    : field.type === 'timestamp'
      ? [fc.constant({ operator: ':', value: '10:00..11:30' })]
      : [];
  // Against itself of another session: the same unit, type and words.
  const against = field.type === 'string' ? [] : [fc.constant({ operator: '=', value: '' })];
  return fc.oneof(single, several, ...range, fc.constant({ operator: '=', value: 'null' }), ...against);
}

/** Times of day and moments do not stand together. */
const sameKind = ({ type }: Field, values: readonly string[]) =>
  type !== 'timestamp' || values.every((value) => /^\d\d?:/.test(value) === /^\d\d?:/.test(values[0]));

/** Brackets as a request may have them: parameters that change the records, with values that their descriptions list. */
function parametersOf({ statistic }: Source): fc.Arbitrary<string> {
  const known = Object.entries(statistic?.params ?? {}).flatMap(([name, { affects, doc, fallback }]) => {
    if (affects !== 'records' || fallback === undefined) return [];
    const values = doc.values ?? (doc.type === 'boolean' ? ['true', 'false'] : [String(doc.default)]);
    return [fc.constantFrom(...values).map((value) => `${name}=${value}`)];
  });
  if (known.length === 0) return fc.constant('');
  const some = fc.tuple(...known.map((one) => fc.option(one, { nil: '' })));
  return some.map((list) => list.filter((one) => one !== '').join(','));
}

const symbol = fc.constantFrom('', 'SPY', 'BRK.B', '"ES/1"', 'PREVX', 'A-B');
const prev = fc.oneof(fc.constantFrom(0, 1, 2), fc.integer({ min: 0, max: 250 }));

const parts: fc.Arbitrary<Parts> = fc.constantFrom(...catalogue).chain(({ source, field }) =>
  fc.record({ prev, symbol, parameters: parametersOf(source), test: testOf(field) }).map(({ test, ...rest }) => {
    const left = { ...rest, statistic: source.name, field: field.name, tests: null, ...test };
    if (test.value !== '') return left;
    const { parameters } = rest;
    return { ...left, value: `prev3.${source.name}${parameters ? `[${parameters}]` : ''}.${field.name}` };
  }),
);

/** As `=null` is refused where a field is never null: those are no conditions. */
const isAskable = (text: string) => parseWhen(text, sources).problems.length === 0;

describe('the condition editor', () => {
  it('takes every condition apart and writes it again, of every source, field, operator, parameter and prevN', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(parts, (one) => {
        const text = write(one);
        fc.pre(isAskable(text));
        seen.add(`${one.statistic}.${one.field}`);
        expect([text, parse(text)]).toEqual([text, one]);
        expect(split(join([text, text]))).toEqual([text, text]);
      }),
      { numRuns: runs(1_000) },
    );
    // Each of them is drawn some ten times.
    expect(seen.size).toBeGreaterThan(catalogue.length * 0.95);
  });

  it('writes what means the same, however the condition is spelled, or leaves its text as it is', {
    timeout: 30_000,
  }, () => {
    const spaced = (text: string, spelling: readonly number[]) =>
      [...text.matchAll(/"[^"]*"|[a-z]+|[^a-z"]/gi)]
        .map(([token], i) => {
          const how = spelling[i % spelling.length];
          return how === 0 || token.startsWith('"') ? token : how === 1 ? token.toUpperCase() : ` ${token}`;
        })
        .join('');
    let [taken, left] = [0, 0];
    fc.assert(
      fc.property(
        parts,
        fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 40, maxLength: 40 }),
        (one, spelling) => {
          const text = spaced(write(one), spelling);
          fc.pre(isAskable(text));
          const found = parse(text);
          if (found === null) left++;
          else {
            taken++;
            expect(readAs(write(found))).toEqual(readAs(text));
          }
        },
      ),
      { numRuns: runs(500) },
    );
    expect([taken > 50, left > 50]).toEqual([true, true]);
  });

  it('changes nothing but the value when the value is changed', () => {
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        fc.pre(isAskable(write(one)));
        const { operator, value } = other;
        const edited = write({ ...(parse(write(one)) as Parts), operator, value });
        fc.pre(isAskable(edited));
        const [before, after] = [readAs(write(one)), readAs(edited)] as { reference: unknown; test: unknown }[];
        expect(after.reference).toEqual(before.reference);
      }),
      { numRuns: runs(500) },
    );
  });

  it('keeps prevclose what it is: the gap against the previous close, of the day itself', () => {
    const asked = 'prevclose.gap_pct>0.5';
    const read = parse(asked) as Parts;
    expect(read).toMatchObject({ prev: 0, statistic: 'prevclose' });
    expect(write({ ...read, value: '0.6' })).toBe('prevclose.gap_pct>0.6');
    expect(parse('prev.prevclose.gap_pct>0.5')).toMatchObject({ prev: 1, statistic: 'prevclose' });
  });

  it('takes count and exists apart, and leaves any and what no grammar takes as text', () => {
    const any = 'any(gap.direction=up;trend.return_pct<0)';
    expect([isAskable(any), parse(any)]).toEqual([true, null]);
    for (const text of [
      'count(fvg[timeframe=15m];direction=bullish;gap_size_pct>0.1)>=2',
      'prev2.SPY@exists(bos;direction=up)=true',
      'count(bos)=0',
    ]) {
      expect([text, isAskable(text), write(parse(text) as Parts)]).toEqual([text, true, text]);
      expect(split(join([text, 'gap.exists=true']))).toEqual([text, 'gap.exists=true']);
    }
    for (const text of ['prev0.gap.direction=up', 'prev.session', 'gap.direction up', 'gap.', '']) {
      expect([text, parse(text)]).toEqual([text, null]);
    }
  });

  it('takes outcomes apart: a number alone, or a test', () => {
    for (const { source, field } of catalogue.filter(({ field }) => isNumeric(field))) {
      const text = `${source.name}.${field.name}`;
      expect(parseThen(text, sources).problems).toEqual([]);
      expect([text, write(parse(text) as Parts)]).toEqual([text, text]);
    }
  });

  it('offers the words of a field as /doc lists them, and of no other field any', () => {
    for (const { source, field } of catalogue) {
      const listed = source.statistic ? valuesOf(fieldText(field)) : (field.values ?? []);
      const words = field.values?.every((word) => word.length <= 20) && field.values.length > 1 ? field.values : [];
      expect([source.name, field.name, listed]).toEqual([source.name, field.name, [...words]]);
    }
  });
});
