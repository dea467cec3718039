/** Tables that follow from field lists: made, changed and left alone at the start of builds, whichever comes when. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deriveTables, prepareTables } from '../compute/evaluation/tables/derived.ts';
import { number } from '../compute/market/fields.ts';
import { loadStatistics } from '../compute/statistics/registry.ts';
import type { Statistic } from '../compute/statistics/statistic.ts';
import type { Store } from '../sql/connect.ts';
import { openBuild, rowsOf } from './support/builds.ts';
import { failingWriter } from './support/failing-writer.ts';
import { putBars } from './support/projection.ts';
import { randomMarket } from './support/random-market.ts';
import { openTestStore, type TestStore } from './support/store.ts';

const market = randomMarket({
  seed: 5,
  assetClass: 'equity',
  intervalMin: 30,
  firstDay: 19_900,
  days: 12,
  hours: 'regular',
  density: 1,
  ticks: 12,
});
const SYMBOL = market.meta.symbol;
const all = await loadStatistics();
const statistics = all.filter(({ name }) => name === 'seasonality' || name === 'trend');

const CURRENT = statistics.find(({ name }) => name === 'trend')!.definitionNumber;
const RAISED = CURRENT + 1;

/** A build whose `trend` has a field more, in its records and in its summary. */
function withField(definitionNumber: number, name = 'double_pct'): Statistic[] {
  return statistics.map((statistic) => {
    if (statistic.name !== 'trend') return statistic;
    const summary = {
      ...statistic.summary,
      fields: [...statistic.summary.fields, number(name, 'pct', 'Twice the rate')],
      summarize: (view: Parameters<Statistic['summary']['summarize']>[0]) => ({
        ...statistic.summary.summarize(view),
        [name]: view.records.length * 2,
      }),
    };
    return {
      ...statistic,
      definitionNumber,
      summary,
      endpoints: statistic.endpoints.map((one) => (one === statistic.summary ? summary : one)),
      fields: [...statistic.fields, number(name, 'pct', 'Twice the range', { nullable: false })],
      compute(...given: Parameters<Statistic['compute']>) {
        const computed = statistic.compute(...given);
        const { records } = computed;
        const twice = (records.columns['range_pct'] as Float64Array).map((value) => value * 2);
        return { ...computed, records: { ...records, columns: { ...records.columns, [name]: twice } } };
      },
    };
  });
}

const columnsOf = async (store: Store, table: string) =>
  new Map(
    (
      await store.reader.query<{ name: string; type: string }>(
        "SELECT name, type FROM system.columns WHERE database = 'market' AND table = {table:String}",
        { table },
      )
    ).map(({ name, type }) => [name, type]),
  );
const countOf = async (store: Store, table: string, condition = '1') =>
  Number((await store.reader.query<{ n: number }>(`SELECT count() AS n FROM ${table} WHERE ${condition}`))[0].n);
const notes = (store: Store) => countOf(store, 'market.schema_migrations', "group = 'tables'");

/** What a fresh store holds once this build alone has computed the market. */
async function onFreshStore(build: readonly Statistic[]): Promise<Record<string, string>> {
  const store = await openTestStore();
  await prepareTables(store, build);
  await putBars(store, market, market.bars);
  await openBuild(store, build).settle(SYMBOL);
  const rows = await rowsOf(store, build, SYMBOL);
  await store.close();
  return rows;
}

describe('derived tables', () => {
  let store: TestStore;
  beforeEach(async () => {
    store = await openTestStore();
  });
  afterEach(() => store.close());

  it('are looked at, and not touched, by a second start', { timeout: 15_000 }, async () => {
    await prepareTables(store, statistics);
    const made = await notes(store);
    // Three statements more would fail: those that note nothing do not count.
    await deriveTables(failingWriter(store, 0), statistics);
    expect(await notes(store)).toBe(made);
  });

  it('are right where several programs start at once', { timeout: 60_000 }, async () => {
    await Promise.all(Array.from({ length: 6 }, () => prepareTables(store, statistics)));
    await Promise.all([withField(RAISED), withField(RAISED)].map((build) => prepareTables(store, build)));
    expect((await columnsOf(store, 'v_stat_trend')).get('double_pct')).toBe('Nullable(Float64)');
    await deriveTables(failingWriter(store, 0), withField(RAISED));
  });
});

describe('a store that an earlier build has written', () => {
  let store: TestStore;
  beforeEach(async () => {
    store = await openTestStore({ statistics });
    await putBars(store, market, market.bars);
    await openBuild(store, statistics).settle(SYMBOL);
  });
  afterEach(() => store.close());

  it.each([
    ['of a raised definition', RAISED],
    ['of the same definition', CURRENT],
  ])(
    'gets the columns of a build %s, which are null until the symbol has been computed again',
    { timeout: 180_000 },
    async (_, definition) => {
      const later = withField(definition);
      await prepareTables(store, later);
      const stored = await countOf(store, 'market.v_stat_trend');
      expect(stored).toBeGreaterThan(0);
      expect(await countOf(store, 'market.v_stat_trend', 'double_pct IS NULL')).toBe(stored);
      expect(await openBuild(store, later).behind()).toEqual([SYMBOL]);
      expect(await openBuild(store, later).answer(SYMBOL, 'trend')).toMatchObject({ source: 'on_demand' });
      expect(await openBuild(store, later).answer(SYMBOL, 'seasonality')).toMatchObject({ source: 'materialized' });

      await openBuild(store, later).settle(SYMBOL);
      expect(await openBuild(store, later).behind()).toEqual([]);
      const answer = await openBuild(store, later).answer(SYMBOL, 'trend');
      expect(answer).toMatchObject({ source: 'materialized' });
      expect((answer!.records.columns['double_pct'] as Float64Array).some(Number.isNaN)).toBe(false);
      expect(await rowsOf(store, later, SYMBOL)).toEqual(await rowsInOrder(later));
    },
  );

  /** As `onFreshStore`; one engine at a time, so the store at hand makes room and is filled again. */
  async function rowsInOrder(build: readonly Statistic[]): Promise<Record<string, string>> {
    await store.close();
    const rows = await onFreshStore(build);
    store = await openTestStore();
    return rows;
  }

  it('refuses a build of a lower definition before that one changes anything', { timeout: 60_000 }, async () => {
    await prepareTables(store, withField(RAISED));
    const columns = await columnsOf(store, 'stat_trend');
    await expect(prepareTables(store, statistics)).rejects.toMatchObject({ kind: 'fatal' });
    expect(await columnsOf(store, 'stat_trend')).toEqual(columns);
  });

  it('loses a column only to a higher definition', { timeout: 60_000 }, async () => {
    await prepareTables(store, withField(RAISED));
    await deriveTables(store, withField(RAISED, 'other_pct'));
    const both = await columnsOf(store, 'stat_trend');
    expect([both.has('double_pct'), both.has('other_pct')]).toEqual([true, true]);
    await prepareTables(store, withField(RAISED + 1, 'other_pct'));
    const one = await columnsOf(store, 'stat_trend');
    expect([one.has('double_pct'), one.has('other_pct')]).toEqual([false, true]);
    expect([...(await columnsOf(store, 'v_stat_trend')).keys()]).not.toContain('double_pct');
  });

  it('refuses another key, and says what to do', async () => {
    const { events } = all.find(({ name }) => name === 'news')!;
    const keyed = statistics.map((one) => (one.name === 'trend' ? { ...one, events } : one));
    await expect(prepareTables(store, keyed)).rejects.toMatchObject({
      kind: 'fatal',
      message: expect.stringMatching(/market\.stat_trend is sorted by .* drop the table and its view/),
    });
  });

  it('is brought up to date by the next start wherever one was killed', { timeout: 30_000 }, async () => {
    const later = withField(CURRENT);
    let killed = 0;
    for (let writes = 0; ; writes++) {
      const outcome = await prepareTables(failingWriter(store, writes), later).catch(() => 'killed');
      if (outcome !== 'killed') break;
      killed++;
    }
    expect(killed).toBeGreaterThan(4);
    expect(await openBuild(store, later).behind()).toEqual([SYMBOL]);
    await openBuild(store, later).settle(SYMBOL);
    expect(await countOf(store, 'market.v_stat_trend', 'double_pct IS NULL')).toBe(0);
  });
});
