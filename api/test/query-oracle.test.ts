/** `/query` against the naive way: a filter over the records that the ordinary endpoints give. Random questions. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocateBars } from '../../compute/market/bars.ts';
import type { Field } from '../../compute/market/fields.ts';
import { SymbolData } from '../../compute/market/symbol-data.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import {
  type NaiveCondition,
  type NaiveMarket,
  type NaiveOutcome,
  naiveMedian,
  naiveQuery,
  type Rec,
} from '../../test/oracles/query.ts';
import { newYorkTime } from '../../test/oracles/sessions.ts';
import { startApi, type TestApi } from '../../test/support/api.ts';
import { newsOf } from '../../test/support/api-data.ts';
import { hasMarketData, readMarketData, symbolData } from '../../test/support/market-data.ts';
import { propertySeed, randomMarket } from '../../test/support/random-market.ts';

const seed = propertySeed();

/** Lists that conditions may look at: how they are written, and where the records come from. */
const LISTS: Readonly<Record<string, { written: string; path: string; query?: string; many?: boolean }>> = {
  orb: { written: 'orb[orb_minutes=30]', path: 'orb', query: 'orb_minutes=30' },
  pdhlb: { written: 'pdhlb', path: 'pdhlb' },
  gap: { written: 'gap', path: 'gap' },
  prevclose: { written: 'prevclose[fill_criteria=close]', path: 'prevclose', query: 'fill_criteria=close' },
  odc: { written: 'odc', path: 'odc' },
  trend: { written: 'trend[edge_pct=30]', path: 'trend', query: 'edge_pct=30' },
  fvg: { written: 'fvg[timeframe=30m]', path: 'fvg', query: 'timeframe=30m', many: true },
  bos: { written: 'bos[swing_length=2]', path: 'bos', query: 'swing_length=2', many: true },
};

/** When fields are known, by `list.field`, as `/doc` says it: `test/contracts/known-at.test.ts` holds that against the bars. */
type Known = ReadonlyMap<string, { at: string; field: string | null; type: string; declared: Field }>;
const RANGE_MINUTES: Readonly<Record<string, number>> = { orb: 30, odc: 60 };

async function knownOf(api: TestApi): Promise<Known> {
  const known = new Map<string, { at: string; field: string | null; type: string; declared: Field }>();
  const statistics = await loadStatistics();
  for (const [name, { path }] of Object.entries(LISTS)) {
    const { body } = await api.get(`/stats/${path}/doc`);
    const fields = statistics.find((one) => one.name === path)!.fields;
    for (const { endpoint, name: field, known_at, known_at_field, type } of body.fields) {
      if (endpoint !== `/stats/${path}`) continue;
      const declared = fields.find((one) => one.name === field)!;
      known.set(`${name}.${field}`, { at: known_at, field: known_at_field, type, declared });
    }
  }
  return known;
}

async function marketOf(api: TestApi, symbol: string): Promise<NaiveMarket> {
  const lists: Record<string, Rec[]> = {};
  for (const [name, { path, query = '' }] of Object.entries(LISTS)) {
    const url = `/stats/${path}?symbol=${symbol}&session=exchange&start_date=1990-01-01&limit=5000&${query}`;
    const rows: Rec[] = [];
    for (let cursor = ''; ; ) {
      const { status, body } = await api.get(`${url}${cursor}`);
      expect([url, status]).toEqual([url, 200]);
      // Of candles the date is that of their end in New York: a session here is one day there.
      rows.push(...body.data.map((row: Rec) => ({ date: (row['confirmed_at'] ?? row['date'])?.slice(0, 10), ...row })));
      if (body.metadata.next_cursor === null) break;
      cursor = `&cursor=${body.metadata.next_cursor}`;
    }
    lists[name] = rows;
  }
  return { sessions: lists['trend'], lists };
}

const quoted = (value: unknown) =>
  typeof value === 'string' && /[;|:]|\.\./.test(value) ? `"${value}"` : String(value);

function written(list: string, body: string, operator: string | null, values: readonly unknown[]): string {
  const [first, second] = values.map(quoted);
  const test =
    operator === null
      ? ''
      : operator === 'null'
        ? '=null'
        : operator === '..'
          ? `:${first}..${second}`
          : operator === '|'
            ? `:${values.map(quoted).join('|')}`
            : `${operator}${first}`;
  return `${body}${test}`.replace('@', LISTS[list].written);
}

/** A reference and a test whose values come from the records themselves, so that some sessions pass. */
function pick(
  market: NaiveMarket,
  known: Known,
  next: (below: number) => number,
  isOutcome: boolean,
): { text: string; one: NaiveCondition & NaiveOutcome } {
  const names = Object.keys(LISTS);
  const list = names[next(names.length)];
  const records = market.lists[list];
  const previous = next(3) === 0 ? 1 + next(isOutcome ? 2 : 60) : 0;
  const prev = previous === 0 ? '' : previous === 1 ? 'prev.' : `prev${previous}.`;
  const base = { previous, list, filters: [] };
  // Of several the first; without any nothing happened.
  const firstMs = (some: readonly Rec[]) =>
    some.length === 0 ? Number.NaN : Math.min(...some.map((record) => Date.parse(record['confirmed_at'])));
  const counted = previous === 0 ? { knownMs: firstMs } : {};
  const value = (field: string) => records[next(Math.max(1, records.length))]?.[field] ?? null;
  if (LISTS[list].many) {
    const direction = list === 'fvg' ? 'bullish' : 'up';
    const filters = next(2) ? [{ field: 'direction', operator: '=', values: [direction] }] : [];
    const inner = filters.length ? `;direction=${direction}` : '';
    if (next(2)) {
      const values = [next(2) === 1];
      const text = written(list, `${prev}exists(@${inner})`, '=', values);
      // Existence under a filter: some record that passes.
      return {
        text,
        one: { ...base, ...counted, of: 'count', field: '', filters, operator: values[0] ? '>=' : '<', values: [1] },
      };
    }
    const operator = isOutcome && next(2) ? null : ['>=', '<', '=', '!='][next(4)];
    const values = [next(4)];
    const text = written(list, `${prev}count(@${inner})`, operator, values);
    return {
      text,
      one: { ...base, ...counted, of: 'count', field: '', filters, operator: operator as string, values },
    };
  }
  if (next(8) === 0) {
    const values = [next(2) === 1];
    return {
      text: written(list, `${prev}@.exists`, '=', values),
      one: { ...base, of: 'exists', field: '', operator: '=', values },
    };
  }
  const fields = Object.keys(records[0] ?? {}).filter((field) => !['symbol', 'complete'].includes(field));
  const field = fields[next(fields.length)];
  const sample = records.map((record) => record[field]).find((one) => one !== null) ?? null;
  const isNumber = typeof sample === 'number';
  const ordered = isNumber || /(^|_)(date|time)$/.test(field);
  const none = sample === null || next(10) === 0;
  const operators = ordered
    ? ['=', '!=', '<', '<=', '>', '>=', '..', '|']
    : typeof sample === 'boolean'
      ? ['=', '!=']
      : ['=', '!=', '|'];
  const operator = none ? 'null' : isNumber && isOutcome && next(3) === 0 ? null : operators[next(operators.length)];
  let values: (string | number | boolean | null)[] =
    operator === 'null' || operator === null ? [] : [value(field) ?? sample];
  if (operator === '..') values = [values[0], value(field) ?? sample].sort((a, b) => (a! < b! ? -1 : 1));
  if (operator === '|') values = [values[0], value(field) ?? sample];
  const { at, field: time, declared } = known.get(`${list}.${field}`)!;
  const opensMs = (date: string) => newYorkTime(Date.parse(`${date}T00:00:00Z`) / 86_400_000, 9, 30) * 60_000;
  const completeMs =
    previous === 0 && at === 'end_of_range'
      ? (date: string) => opensMs(date) + RANGE_MINUTES[list] * 60_000
      : undefined;
  const bounds = previous === 0 && at === 'event' && ['<', '<=', '=', '..', '|'].includes(operator ?? '');
  const unitMs = { minutes: 60_000, seconds: 1_000 }[declared.unit as string];
  const boundMs =
    bounds && declared.type === 'timestamp'
      ? (date: string) => Math.max(opensMs(date) + 15 * 60_000, ...values.map((one) => Date.parse(String(one))))
      : bounds && unitMs !== undefined && declared.since
        ? (date: string) =>
            Math.max(opensMs(date) + 15 * 60_000, opensMs(date) + Math.max(...(values as number[])) * unitMs)
        : undefined;
  const knownMs =
    previous === 0 && at === 'event'
      ? ([record]: readonly Rec[]) => (record[time!] === null ? Number.NaN : Date.parse(record[time!]) + 15 * 60_000)
      : undefined;
  return {
    text: written(list, `${prev}@.${field}`, operator, values),
    one: {
      ...base,
      of: 'field',
      field,
      operator: operator as string,
      values,
      completeMs,
      knownMs,
      boundMs,
      never: declared.never,
    },
  };
}

/** Asks a random question both ways; returns the number of cases. */
async function compare(
  api: TestApi,
  market: NaiveMarket,
  known: Known,
  symbol: string,
  next: (below: number) => number,
): Promise<number> {
  const outcome = pick(market, known, next, true);
  // What decides these stands in columns that no answer shows: ranges and events leave their sessions out.
  const isDecided = known.get(`${outcome.one.list}.${outcome.one.field}`)?.declared.decidedAt !== undefined;
  const some = (most: number) =>
    Array.from({ length: next(most) }, () => pick(market, known, next, false)).filter(
      ({ one }) => !(isDecided && one.previous === 0),
    );
  const grouped = (picked: ReturnType<typeof some>) =>
    picked.length > 1 && next(3) === 0
      ? [{ text: `any(${picked.map(({ text }) => text).join(';')})`, one: picked.map(({ one }) => one) }]
      : picked;
  const [among, when] = [grouped(some(3)), grouped(some(4))];
  const textOf = (clauses: readonly { text: string }[]) => clauses.map(({ text }) => text).join(' ; ');
  const dates = market.sessions.map(({ date }) => date as string);
  const range = [dates[next(dates.length)], dates[next(dates.length)]].sort();
  const query = new URLSearchParams({
    ...{
      symbol,
      session: 'exchange',
      allow_look_ahead: 'true',
      start_date: range[0],
      end_date: range[1],
      limit: '5000',
    },
    among: textOf(among),
    when: textOf(when),
    // biome-ignore lint/suspicious/noThenProperty: the name of the parameter
    then: outcome.text,
  });
  const { status, body } = await api.get(`/query?${query}`);
  const where = `${query.get('among')} / ${query.get('when')} -> ${query.get('then')} ${range}`;
  expect([where, status, body.detail]).toEqual([where, 200, undefined]);
  const naive = naiveQuery(
    market,
    { among: among.map(({ one }) => one), when: when.map(({ one }) => one) },
    outcome.one,
    range[0],
    range[1],
  );
  const { unknown } = body;
  expect([
    where, body.sessions, body.population, unknown.among, unknown.when, unknown['then'], unknown.early, body.cases,
  ]).toEqual([where, naive.sessions, naive.population, ...naive.unknown, naive.cases]); // biome-ignore format: one line
  expect([where, body.data.map(({ date }: Rec) => date)]).toEqual([where, naive.data.map(({ date }) => date)]);
  expect([where, body.data.map((one: Rec) => one['outcome'])]).toEqual([where, naive.data.map((one) => one.outcome)]);
  expect([where, body.base.cases, body.rest.cases]).toEqual([where, naive.base.cases, naive.rest.cases]);
  if (outcome.one.operator === null) {
    const { cases, rest } = naive.outcomes;
    const close = (a: number | null, b: number | null) => {
      expect([where, a === null]).toEqual([where, b === null]);
      if (a !== null && b !== null) expect(Math.abs(a - b)).toBeLessThanOrEqual(6e-5);
    };
    const mean = (values: readonly number[]) =>
      values.length ? values.reduce((a, b) => a + b, 0) / values.length : null;
    expect([where, body.n, body.never]).toEqual([where, cases.length, naive.never]);
    close(body.median, naiveMedian(cases));
    close(body.mean, mean(cases));
    close(body.rest.median, naiveMedian(rest));
    close(body.base.mean, mean([...cases, ...rest]));
  } else {
    expect([where, body.hits, body.base.hits, body.rest.hits]).toEqual([
      where,
      naive.hits,
      naive.base.hits,
      naive.rest.hits,
    ]);
    const short = ({ year, cases, hits }: Rec) => ({ year, cases, hits });
    expect([where, body.by_year.map(short)]).toEqual([where, naive.by_year]);
    expect([where, body.last_30.cases, body.last_30.hits]).toEqual([where, naive.last_30.cases, naive.last_30.hits]);
  }
  return naive.cases;
}

async function questions(data: SymbolData, runs: number): Promise<number> {
  const api = await startApi([data]);
  let cases = 0;
  try {
    const market = await marketOf(api, data.meta.symbol);
    const known = await knownOf(api);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(), { minLength: 64, maxLength: 64 }), async (numbers) => {
        let at = 0;
        const found = await compare(
          api,
          market,
          known,
          data.meta.symbol,
          (below) => numbers[at++ % numbers.length] % below,
        );
        cases += found;
      }),
      { numRuns: runs },
    );
  } finally {
    await api.close();
  }
  return cases;
}

describe('random questions', () => {
  it.each([1, 2, 3])(
    'of a random market (%i) are answered as the naive way does',
    { timeout: 45_000 },
    async (number) => {
      const made = randomMarket({
        ...{ seed: seed + number, assetClass: 'equity', intervalMin: 15, firstDay: Date.UTC(2023, 10, 1) / 86_400_000 },
        ...{ days: 110, hours: 'regular', density: number === 3 ? 0.3 : 0.95, ticks: 4 },
      });
      const { meta, bars, clock } = made;
      const data = new SymbolData({
        meta,
        bars,
        clock,
        reachesStart: true,
        reachesEnd: true,
        news: { sentiment: newsOf('RND', 'equity', 9) },
      });
      expect(await questions(data, 70)).toBeGreaterThan(100);
    },
  );

  it.runIf(hasMarketData)('of real bars are, too', { timeout: 30_000 }, async () => {
    const { bars, meta } = readMarketData('bars/eqker/SPY_15m.csv.gz');
    const length = Math.min(bars.length, 12_000);
    const first = allocateBars(length);
    for (const name of ['minute', 'open', 'high', 'low', 'close', 'volume'] as const) {
      first[name].set(bars[name].subarray(0, length));
    }
    expect(await questions(symbolData(first, meta.symbol, meta.assetClass, 15), 100)).toBeGreaterThan(100);
  });
});
