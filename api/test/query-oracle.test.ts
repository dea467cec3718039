/**
 * Random questions (times of day, field against field, counts, another symbol, numbers, refusals, early cases) in each
 * session mode, answered a second time from public records and bars alone.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Condition,
  clockText,
  FIELDS,
  INTERVAL,
  kindOf,
  LISTS,
  MANY,
  type Market,
  MIN,
  MODES,
  type Mode,
  NEVER,
  naive,
  type Outcome,
  type Rec,
  textOf,
  windowOf,
} from '../../test/oracles/query.ts';
import { startApi, type TestApi } from '../../test/support/api.ts';
import { symbolData } from '../../test/support/market-data.ts';
import { runs } from '../../test/support/property-seed.ts';
import { propertySeed, randomMarket } from '../../test/support/random-market.ts';

/** Its 110 days hold the turn of a year and a change of the clock. */
const FIRST_DAY = Date.UTC(2023, 11, 4) / 86_400_000;

async function pages(api: TestApi, url: string): Promise<Rec[]> {
  const rows: Rec[] = [];
  for (let cursor = ''; ; ) {
    const { status, body } = await api.get(`${url}&limit=5000${cursor}`);
    expect([url, status, body.detail]).toEqual([url, 200, undefined]);
    rows.push(...body.data);
    if (!body.metadata.next_cursor) return rows;
    cursor = `&cursor=${body.metadata.next_cursor}`;
  }
}
async function marketOf(api: TestApi, mode: Mode, symbol: string): Promise<Market> {
  const lists = new Map<string, Map<string, Rec>>();
  for (const [list, path] of Object.entries(LISTS)) {
    const url = `/stats/${path}${path.includes('?') ? '&' : '?'}symbol=${symbol}&start_date=1990-01-01&${mode.params}`;
    lists.set(list, new Map((await pages(api, url)).map((row) => [row['date'], { ...row }])));
  }
  const many = new Map<string, Rec[]>();
  for (const [list, path] of Object.entries(MANY))
    many.set(list, await pages(api, `/stats/${path}&symbol=${symbol}&start_date=1990-01-01&${mode.params}`));
  const complete = [...lists.get('session')!.values()].filter((row) => row['complete']).map((row) => row['date']);
  // The bars that broke a side of the opening range: no answer shows them.
  const bars = await pages(
    api,
    `/bars?symbol=${symbol}&timeframe=${INTERVAL}m&start_date=1990-01-01&include_extended_hours=true`,
  );
  for (const range of [30, 60]) {
    for (const [date, record] of lists.get(`orb[orb_minutes=${range}]`)!) {
      const { anchor, end } = windowOf(mode, date);
      const later = bars
        .map((bar) => ({ bar, at: Date.parse(bar['ts']) }))
        .filter(({ at }) => at >= anchor + range * MIN && at < end);
      const first = (is: (bar: Rec) => boolean) => {
        const found = later.find(({ bar }) => is(bar));
        return found ? new Date(found.at).toISOString() : null;
      };
      const row = record as Record<string, unknown>;
      row['#high'] = first((bar) => bar['high'] > record['or_high']);
      row['#low'] = first((bar) => bar['low'] < record['or_low']);
    }
  }
  return { dates: complete.sort(), lists, many };
}

function pick(mode: Mode, markets: readonly Market[], next: (below: number) => number, isOutcome: boolean): Condition {
  const earlier = !isOutcome && next(3) === 0 ? 1 + next(3) : 0;
  const other = next(5) === 0;
  const from = isOutcome ? FIELDS.filter(({ kind }) => kind !== 'before') : FIELDS;
  const of = from[next(from.length)];
  const previous = of.counts ? Math.max(1, earlier) : earlier;
  const left = { of, previous, other: other && !isOutcome };
  if (isOutcome && ['price', 'percent', 'minutes'].includes(of.unit) && next(2) === 0)
    return { left, operator: 'number', values: [], text: textOf(left) };
  const same = FIELDS.filter((one) => one.unit === left.of.unit && one !== left.of);
  const isOrdered = ['price', 'percent', 'time', 'minutes', 'count'].includes(left.of.unit);
  if (!isOutcome && isOrdered && !of.counts && same.length && next(3) === 0) {
    const right = { of: same[next(same.length)], previous: next(3), other: left.of.unit !== 'price' && next(4) === 0 };
    if (left.of.unit !== 'time' || right.previous === left.previous) {
      const operator = ['<', '<=', '>', '>='][next(4)];
      return { left, operator, values: [], right, text: `${textOf(left)}${operator}${textOf(right)}` };
    }
  }
  if (left.of.isNever && next(8) === 0) return { left, operator: 'null', values: [], text: `${textOf(left)}=null` };
  const rows = [...(markets[0].lists.get(left.of.list)?.values() ?? [])]
    .map((row) => row[left.of.field])
    .filter((one) => one !== null);
  const sample = () => {
    if (of.counts) return next(4);
    if (of.field === 'exists') return next(2) === 0;
    const value = rows[next(rows.length)];
    return left.of.time ? clockText(mode, Date.parse(value)) : value;
  };
  const operators =
    isOutcome && left.of.unit === 'minutes'
      ? ['>', '>=', '!=']
      : isOrdered
        ? ['=', '!=', '<', '<=', '>', '>=', '..', '|']
        : of.field === 'exists'
          ? ['=']
          : ['=', '!='];
  const operator = operators[next(operators.length)];
  const values = operator === '..' || operator === '|' ? [sample(), sample()] : [sample()];
  if (operator === '..') values.sort((a, b) => (a < b ? -1 : 1));
  const shown =
    operator === '..' ? `:${values.join('..')}` : operator === '|' ? `:${values.join('|')}` : `${operator}${values[0]}`;
  return { left, operator, values, text: `${textOf(left)}${shown}` };
}

/** Mean and median as the answer shows them; null of nothing. */
function figuresOf(outcomes: readonly Outcome[]) {
  const values = outcomes.filter((one) => typeof one === 'number').sort((a, b) => a - b);
  if (values.length === 0) return { mean: null, median: null };
  const middle = (values[(values.length - 1) >> 1] + values[values.length >> 1]) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { mean: expect.closeTo(mean, 3), median: expect.closeTo(middle, 3) };
}
const ratesOf = (outcomes: readonly Outcome[]) => ({
  cases: outcomes.length,
  hits: outcomes.filter((one) => one === true).length,
});

/** What the answer has to hold besides its counts. */
function expectFigures(
  asked: object,
  body: Rec,
  { cases, own, rest, hasEvent }: ReturnType<typeof naive>,
  then: Condition,
) {
  const isNumber = then.operator === 'number';
  const figures = isNumber ? figuresOf : ratesOf;
  const compared = hasEvent ? {} : { rest: figures(rest), base: figures([...own, ...rest]) };
  if (isNumber) {
    const never = own.filter((one) => one === NEVER).length;
    const counts = { n: own.length - never, never };
    expect([asked, body]).toMatchObject([asked, { ...counts, ...figuresOf(own), ...compared }]);
  } else {
    const years = [...new Set(cases.map((date) => Number(date.slice(0, 4))))];
    const by_year = years.map((year) => ({
      year,
      ...ratesOf(own.filter((_, i) => Number(cases[i].slice(0, 4)) === year)),
    }));
    const more = { by_year, last_30: ratesOf(own.slice(-30)), ...ratesOf(own) };
    expect([asked, body]).toMatchObject([asked, { ...more, ...compared }]);
  }
  const outcomes = [...own].reverse().map((one) => (one === NEVER ? null : one));
  expect([asked, body['data'].map((row: Rec) => row['outcome'])]).toEqual([asked, outcomes]);
}

describe('random questions across times and symbols', () => {
  it.each(MODES)('in $name are answered as a plain filter does', { timeout: 30_000 }, async (mode) => {
    const bars = (seed: number) =>
      randomMarket({
        seed: propertySeed() + seed,
        assetClass: mode.assetClass,
        intervalMin: INTERVAL,
        firstDay: FIRST_DAY,
        days: 110,
        hours: mode.hours,
        density: 0.9,
        ticks: 4,
      }).bars;
    const api = await startApi([
      symbolData(bars(1), 'RND', mode.assetClass, INTERVAL),
      symbolData(bars(2), 'OTH', mode.assetClass, INTERVAL),
    ]);
    const seen = { refused: 0, cases: 0 };
    try {
      const markets = [await marketOf(api, mode, 'RND'), await marketOf(api, mode, 'OTH')];
      await fc.assert(
        fc.asyncProperty(fc.array(fc.noBias(fc.nat()), { minLength: 64, maxLength: 64 }), async (numbers) => {
          let at = 0;
          const next = (below: number) => numbers[at++ % numbers.length] % below;
          const then = pick(mode, markets, next, true);
          const some = (most: number) => Array.from({ length: next(most) }, () => pick(mode, markets, next, false));
          const among = some(2);
          const picked = some(3);
          const any = picked.length > 1 && next(3) === 0 && !picked.some((one) => kindOf(one) === 'event');
          const groups = any ? [picked] : picked.map((one) => [one]);
          const join = (list: readonly Condition[]) => list.map(({ text }) => text).join(';');
          // biome-ignore lint/suspicious/noThenProperty: the name of the parameter
          const asked = { among: join(among), when: any ? `any(${join(picked)})` : join(picked), then: then.text };
          const params = new URLSearchParams({ symbol: 'RND', start_date: '1990-01-01', limit: '5000', ...asked });
          const { status, body } = await api.get(`/query?${params}&${mode.params}`);
          const expected = naive(mode, markets, among, groups, then);
          const detail = Array.isArray(body.detail) ? body.detail[0].type : body.detail;
          const { unknown } = body;
          const answered =
            status === 200
              ? {
                  sessions: body.sessions,
                  population: body.population,
                  unknown: [unknown.among, unknown.when, unknown['then'], unknown.early],
                  cases: body.data.map((row: Rec) => row['date']),
                }
              : { status, detail };
          const worked = expected.refused
            ? { status: 422, detail: 'look_ahead' }
            : {
                sessions: markets[0].dates.length,
                population: expected.population,
                unknown: expected.unknown,
                cases: expected.cases.toReversed(),
              };
          expect([asked, answered]).toEqual([asked, worked]);
          if (expected.refused) {
            seen.refused++;
            return;
          }
          expectFigures(asked, body, expected, then);
          seen.cases += expected.cases.length;
        }),
        { numRuns: runs(15), seed: propertySeed() },
      );
    } finally {
      await api.close();
    }
    expect(seen.cases).toBeGreaterThan(100);
    expect(seen.refused).toBeGreaterThan(0);
  });
});
