/** What every statistics module guarantees by itself, without a store: it is complete, its kernel and responses correct. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordValues, variantLabel } from '../../compute/evaluation/stored-records.ts';
import { columnFields, numbers, type RecordTable } from '../../compute/market/records.ts';
import { rowObjects } from '../../compute/market/render.ts';
import type { SessionSpec } from '../../compute/market/sessions.ts';
import { type AnyValues, defaultsOf, type Param } from '../../compute/statistics/params.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { BASE_INTERVALS_MIN } from '../../exchange/symbol.ts';
import { projectFile } from '../../lib/paths.ts';
import { rowsOf, summaryOf, view } from '../support/answer.ts';
import { type Correction, linesOutside, redoneDates, withDayChanged } from '../support/changed-day.ts';
import { market as handMarket } from '../support/market-rows.ts';
import { runs } from '../support/property-seed.ts';
import {
  type MarketRequest,
  marketArbitrary,
  randomMarket,
  rangeOf,
  sessionArbitrary,
  shareArbitrary,
} from '../support/random-market.ts';
import { fromPartAndWhole, recordsOf, unsettled } from '../support/replay.ts';

const RUNS = runs(10);

const statistics = await loadStatistics();

/** Names that every endpoint has, and what else is beside the statistics. */
const COMMON = [
  'symbol',
  'symbols',
  'date',
  'start_date',
  'end_date',
  'time_window',
  'start_time',
  'end_time',
  'session',
  'include_extended_hours',
  'format',
  'cursor',
];
const TAKEN = ['sessions', 'summaries'];

it('every folder beside the registry is a statistics module', () => {
  const folders = readdirSync(projectFile('compute', 'statistics'), { withFileTypes: true });
  const modules = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(statistics.map(({ name }) => name)).toEqual(modules.sort());
});

describe.each(statistics.map((statistic) => [statistic.name, statistic] as const))(
  'the statistic %s',
  (name, statistic) => {
    it('is complete', () => {
      const folder = projectFile('compute', 'statistics', name);
      const tests = readdirSync(folder).filter((file) => file.endsWith('.test.ts'));
      const texts = tests.map((file) => readFileSync(join(folder, file), 'utf8')).join('');
      expect(texts).toContain(`comparedWithNaive(${name}, {`);
      expect([...tests, ...readdirSync(folder)]).toEqual(expect.arrayContaining([`${name}.test.ts`, 'index.ts']));
      expect(existsSync(projectFile('test', 'oracles', `${name}.ts`))).toBe(true);
      expect(name).toMatch(/^[a-z][a-z0-9]*$/);
      expect(TAKEN).not.toContain(name);
      for (const text of [statistic.title, statistic.description, statistic.definition]) expect(text).not.toBe('');
      expect(statistic.notes.length).toBeGreaterThan(0);
      expect(Number.isInteger(statistic.definitionNumber) && statistic.definitionNumber > 0).toBe(true);
    });

    it('is explained in the document of the statistics, with its source and its peers', () => {
      const row = readFileSync(projectFile('docs', 'statistics.md'), 'utf8')
        .split('\n')
        .find((line) => line.startsWith(`| **${name}**`));
      expect(row?.split('|').filter((cell) => cell.trim().length > 10)).toHaveLength(4);
    });

    it('has endpoints that do not meet, the summary among them', () => {
      const paths = statistic.endpoints.map(({ path }) => path);
      expect(new Set(paths).size).toBe(paths.length);
      expect(paths.filter((path) => !/^(\/[a-z]+([-_][a-z]+)*)*$/.test(path))).toEqual([]);
      expect(paths).not.toEqual(expect.arrayContaining(['/doc']));
      expect(paths).not.toEqual(expect.arrayContaining(['/screen']));
      expect(statistic.endpoints).toContain(statistic.summary);
      for (const endpoint of statistic.endpoints) {
        const own = Object.keys({ ...statistic.params, ...endpoint.params });
        expect(own.filter((param) => COMMON.includes(param))).toEqual([]);
        if (endpoint.kind === 'list' && endpoint.paged) expect(own).not.toContain('limit');
        expect(endpoint.description).not.toBe('');
      }
    });

    it('keeps the variant that a request without parameters means', () => {
      for (const intervalMin of BASE_INTERVALS_MIN) {
        const defaults = defaultsOf(statistic.params, intervalMin);
        if ((statistic.needsIntraday && intervalMin >= 1440) || Object.values(defaults).includes(null)) continue;
        const label = (values: AnyValues) =>
          variantLabel(statistic.params, recordValues(statistic.params, values, intervalMin));
        const kept = statistic.materialised({ symbol: 'X', assetClass: 'equity', intervalMin }).map(label);
        expect([intervalMin, kept]).toEqual([intervalMin, expect.arrayContaining([label(defaults)])]);
      }
    });

    it('answers without any data, with the same keys as with them', () => {
      const none = handMarket([]);
      const some = handMarket([['2024-06-03 13:30', 100, 101, 99, 100]]);
      expect(Object.keys(summaryOf(statistic, none))).toEqual(Object.keys(summaryOf(statistic, some)));
      expect(summaryOf(statistic, none)).toMatchObject({ sample_size: 0 });
      for (const { kind, path } of statistic.endpoints)
        if (kind === 'list') expect(rowsOf(statistic, path, none)).toEqual([]);
    });
  },
);

/** Values of a parameter worth trying on a feed. */
function candidates(param: Param, intervalMin: number): unknown[] {
  const { doc, schema, fits, fallback } = param;
  const texts = [
    ...(doc.values ?? []),
    ...(doc.type === 'boolean' ? ['true', 'false'] : []),
    ...(doc.type === 'time' ? ['15:00', '21:00'] : []),
    ...(doc.type === 'integer' || doc.type === 'number' ? [doc.minimum, 2, 7, 30].map(String) : []),
  ];
  const parsed = texts.map((text) => schema.safeParse(text)).flatMap(({ success, data }) => (success ? [data] : []));
  return [
    param.fit ? param.fit(intervalMin) : fallback,
    ...parsed.filter((value) => fits?.(value, intervalMin) ?? true),
  ];
}

function valuesArbitrary(statistic: Statistic, intervalMin: number): fc.Arbitrary<AnyValues> {
  const entries = Object.entries(statistic.params).filter(([, { affects }]) => affects === 'records');
  return fc.record(
    Object.fromEntries(entries.map(([name, param]) => [name, fc.constantFrom(...candidates(param, intervalMin))])),
  );
}

interface Case {
  market: MarketRequest;
  /** Of the parameters that change records. */
  values: AnyValues;
  session: SessionSpec;
  a: number;
  b: number;
  cutMin: number;
  correction: Correction;
}

function caseArbitrary(statistic: Statistic): fc.Arbitrary<Case> {
  const intervals = [1, 5, 15, 30, 60, 240, 1440].filter(
    (minutes) =>
      !(statistic.needsIntraday && minutes >= 1440) &&
      !Object.values(defaultsOf(statistic.params, minutes)).includes(null),
  );
  return marketArbitrary(intervals).chain((market) =>
    fc.record({
      // Long enough for what looks back over dozens of sessions, where bars are few.
      market: fc.constant({ ...market, days: market.intervalMin < 5 ? Math.min(market.days, 60) : market.days * 2 }),
      values: valuesArbitrary(statistic, market.intervalMin),
      session: sessionArbitrary,
      a: shareArbitrary,
      b: shareArbitrary,
      cutMin: fc.integer({ min: 0, max: 1440 }),
      correction: fc.constantFrom<Correction>('raise', 'lower', 'widen', 'thin', 'drop'),
    }),
  );
}

const withoutNews = statistics.filter(({ events }) => !events);

describe.each(withoutNews.map((statistic) => [statistic.name, statistic] as const))('records of %s', (_, statistic) => {
  const cases = caseArbitrary(statistic);
  const property = (check: (given: Case) => void, numRuns = RUNS) => fc.assert(fc.property(cases, check), { numRuns });

  it('ascend by date, then key, and are null only where their field allows it', () => {
    property(({ market, session, values }) => {
      const records = recordsOf(statistic, randomMarket(market), { session, values });
      expectOrdered(statistic, records);
      expectNotNull(statistic, records);
    });
  });

  it('do not change once complete, whatever comes later', { timeout: 15_000 }, () => {
    property(({ market, session, values, a }) => {
      const data = randomMarket(market);
      expect(unsettled(statistic, data, Math.round(a * data.bars.length), { session, values })).toEqual([]);
    }, 2 * RUNS);
  });

  it('are the same when only the bars around the dates are loaded, as many as the kernel asks for', () => {
    property(({ market, session, values, a, b, cutMin }) => {
      const data = randomMarket(market);
      const near = fromPartAndWhole(statistic, data, { session, values }, rangeOf(data, a, b), cutMin);
      expect(near.partial).toEqual(near.whole);
      const bare = { back: 0, ahead: 0 };
      // No bars around the dates at first: only what the kernel reports widens the range.
      for (const share of [a, b]) {
        const range = rangeOf(data, share, share + 0.05);
        const alone = fromPartAndWhole(statistic, data, { session, values }, range, cutMin, bare);
        expect(alone.partial).toEqual(alone.whole);
      }
    }, 2 * RUNS);
  });

  it('are recomputed wherever a corrected day can have changed them', { timeout: 30_000 }, () => {
    property(({ market, session, values, a, correction }) => {
      const before = randomMarket(market);
      const day = rangeOf(before, a, a).from;
      const after = withDayChanged(before, day, correction);
      const params = { session, values: { ...defaultsOf(statistic.params, market.intervalMin), ...values } };
      const redone = redoneDates(statistic, before, after, params, day);
      expect(linesOutside(statistic, after, params, redone)).toEqual(linesOutside(statistic, before, params, redone));
    }, 2 * RUNS);
  });

  it('make lists and a summary that say what their fields say', { timeout: 30_000 }, () => {
    property(({ market, session, values, a, b }) => {
      const data = randomMarket(market);
      const asked = { session, values, range: rangeOf(data, a, b) };
      for (const endpoint of statistic.endpoints) {
        if (endpoint.kind === 'summary') continue;
        const seen = view(statistic, data, asked);
        const fields = endpoint.fieldsFor?.(seen.values) ?? endpoint.fields;
        for (const row of rowObjects(fields, endpoint.rows(seen), 'TEST')) {
          for (const field of fields)
            if (!field.nullable && !field.internal) expect(row[field.name], field.name).not.toBeNull();
        }
      }
      const summary = summaryOf(statistic, data, asked);
      const { symbol, sample_size: size, time_window: timeWindow, confidence } = summary;
      expect([symbol, timeWindow, Number.isInteger(size)]).toEqual(['RND', 'custom', true]);
      for (const [path, { n }] of Object.entries(confidence as Record<string, { n: number }>)) {
        const rate = at(summary, path) ?? at(summary, `summary.${path}`);
        expect([path, typeof rate]).toEqual([path, n === 0 ? 'undefined' : 'number']);
      }
    });
  });
});

function expectOrdered(statistic: Statistic, records: RecordTable): void {
  const columns = ['date', ...statistic.key].map((name) => records.columns[name]);
  for (let row = 1; row < records.length; row++) {
    const differing = columns.find((column) => column[row] !== column[row - 1]);
    expect(differing && differing[row]! > differing[row - 1]!, `rows ${row - 1} and ${row}`).toBe(true);
  }
}

function expectNotNull(statistic: Statistic, records: RecordTable): void {
  for (const field of columnFields(statistic.fields)) {
    if (field.nullable || !(records.columns[field.name] instanceof Float64Array)) continue;
    expect(numbers(records, field.name).some(Number.isNaN), `${field.name} is null`).toBe(false);
  }
}

/** The number at a dotted path, whose keys may hold dots themselves; undefined where it is null or missing. */
function at(value: unknown, path: string): number | undefined {
  if (path === '') return typeof value === 'number' ? value : undefined;
  if (value === null || typeof value !== 'object') return undefined;
  for (const [key, inner] of Object.entries(value)) {
    if (path === key || path.startsWith(`${key}.`)) {
      const found = at(inner, path.slice(key.length + 1));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
