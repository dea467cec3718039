/**
 * Retention: after a run, killed at any of its writes and finished, the statistics are those that are computed from scratch of
 * what a naive filter keeps. The filter is the engine's own arithmetic of dates.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runProjection } from '../compute/engine/projection-job.ts';
import { runSummaries } from '../compute/engine/summary-job.ts';
import { Projector } from '../compute/materialize/projector.ts';
import { Summaries } from '../compute/materialize/summaries.ts';
import type { Statistic } from '../compute/statistics/statistic.ts';
import { writePolicy } from '../ingest/retention/policies.ts';
import { Retention, readLastRun } from '../ingest/retention/run.ts';
import { fixedClock, systemClock } from '../lib/clock.ts';
import { isoDate, parseIsoDate } from '../lib/days.ts';
import type { Store } from '../sql/connect.ts';
import { failingWriter } from './support/failing-writer.ts';
import { openProjection, putBars, putNews } from './support/projection.ts';
import { randomMarket } from './support/random-market.ts';

/** The clocks of New York change on 3 November 2024; the extended session ends behind midnight UTC from then on. */
const FIRST = parseIsoDate('2024-10-01')!;
const NOW = Date.parse('2025-01-24T15:00:00Z');
const TODAY = parseIsoDate('2025-01-24')!;
const MARKETS = [
  { symbol: 'EQ', assetClass: 'equity', intervalMin: 60, zone: 'America/New_York' },
  { symbol: 'CR', assetClass: 'crypto', intervalMin: 120, zone: 'UTC' },
  { symbol: 'DL', assetClass: 'etf', intervalMin: 1440, zone: 'UTC' },
] as const;
const FEW = [MARKETS[0]] as const;

let opened: Awaited<ReturnType<typeof openProjection>>;
const clock = fixedClock(NOW);
const NAMES = MARKETS.map(({ symbol }) => symbol);

const retentionOf = (store: Store) => new Retention({ store, clock, exceptPrefix: 'DEMO', onChanged() {} });

beforeAll(async () => {
  opened = await openProjection();
  const { store, projector } = opened;
  for (const { symbol, ...request } of MARKETS) {
    const common = { seed: 12, firstDay: FIRST, days: 75, hours: 'extended', density: 0.9, ticks: 5 } as const;
    const market = randomMarket({ ...common, ...request });
    const named = { meta: { ...market.meta, symbol } };
    await putBars(store, named, market.bars);
    await putNews(store, named, 7, market.bars);
    if (symbol === 'EQ') {
      const demo = { meta: { ...market.meta, symbol: 'DEMO.X' } };
      await putBars(store, demo, market.bars, { to: 40 });
    }
  }
  await projector.projectAll([...NAMES, 'DEMO.X']);
}, 120_000);
afterAll(() => opened.close());

/** Copies of what a naive filter keeps, under other names, computed from nothing. */
async function expected(
  projector: Projector,
  markets: typeof MARKETS | typeof FEW,
  name: string,
  keepDays: number,
  newsDays: number,
): Promise<string[]> {
  const { store } = opened;
  const copies = [];
  for (const { symbol, assetClass, intervalMin, zone } of markets) {
    const copy = `${name}${symbol}`;
    copies.push(copy);
    const registered = [copy, assetClass, intervalMin, 'first_bar', '', 1];
    const columns = ['symbol', 'asset_class', 'interval_min', 'origin', 'view_name', 'version'];
    await store.writer.insertRows('market.symbols', columns, [registered]);
    const rest = 'open, high, low, close, volume, version, source, topic, partition, offset, ingested_at, is_deleted';
    await store.writer.command(
      `INSERT INTO market.bars (symbol, ts, ${rest}) SELECT {copy:String}, ts, ${rest} FROM market.bars FINAL
       WHERE symbol = {symbol:String} AND toDate(ts, {zone:String}) >= {first:String}`,
      { copy, symbol, zone, first: isoDate(TODAY - keepDays) },
    );
    const table = assetClass === 'crypto' ? 'market.events_sentiment_crypto' : 'market.events_sentiment';
    const fields = 'id, asset_class, event_timestamp, title, direction, impact_score, version, offset, ingested_at';
    await store.writer.command(
      `INSERT INTO ${table} (symbol, ${fields}) SELECT {copy:String}, ${fields} FROM ${table} FINAL
       WHERE symbol = {symbol:String} AND toDate(event_timestamp, {zone:String}) >= {first:String}`,
      // News of daily bars is cut by the exchange's days, too.
      { copy, symbol, zone: assetClass === 'crypto' ? 'UTC' : 'America/New_York', first: isoDate(TODAY - newsDays) },
    );
  }
  await projector.projectAll(copies);
  return copies;
}

/** Everything that is stored of a symbol's statistics, as one text. */
async function stored(statistics: readonly Statistic[], symbol: string, summaries = false): Promise<string> {
  const { store } = opened;
  const tables = ['sessions', ...statistics.map(({ name }) => name)].map((name) => `v_stat_${name}`);
  const all = summaries ? statistics.map(({ name }) => `v_stat_${name}_summary`) : tables;
  const texts = [];
  for (const table of all) {
    const [{ rows }] = await store.reader.query<{ rows: string }>(
      `SELECT replaceAll(toString(groupArray(row)), {named:String}, '') AS rows FROM
       (SELECT toString(tuple(* EXCEPT (symbol, version, computed_at))) AS row FROM market.${table}
        WHERE symbol = {symbol:String} ORDER BY row)`,
      { symbol, named: `"symbol":"${symbol}",` },
    );
    texts.push(`${table}: ${rows}`);
  }
  const [coverage] = await store.reader.query(
    'SELECT has_bars, first_bar, last_bar, sessions FROM market.v_symbol_coverage WHERE symbol = {symbol:String}',
    { symbol },
  );
  return [...texts, JSON.stringify(coverage)].join('\n');
}

/** Sets policies, kills a run after so many writes, finishes it, and compares; true where it was killed. */
async function killAndCompare(
  { statistics, projector }: Pick<typeof opened, 'statistics' | 'projector'>,
  markets: typeof MARKETS | typeof FEW,
  keepDays: number,
  writes: number,
) {
  const { store } = opened;
  const names = markets.map(({ symbol }) => symbol);
  for (const assetClass of [null, 'crypto'] as const)
    await writePolicy(store, { kind: 'bars', assetClass, intervalMin: null }, keepDays, clock);
  await writePolicy(store, { kind: 'news', assetClass: null, intervalMin: null }, keepDays - 5, clock);
  const copies = await expected(projector, markets, `F${keepDays}`, keepDays, keepDays - 5);
  const wanted = await Promise.all(copies.map((copy) => stored(statistics, copy)));
  const run = retentionOf(failingWriter(store, writes)).run('operator');
  const killed = await run.then(
    () => false,
    (error: Error) => error.message === 'killed',
  );
  // Whatever is computed in between is not the end of it.
  await projector.projectAll(names);
  const stale = (await stored(statistics, names[0])) !== wanted[0];
  await retentionOf(store).finish();
  expect(await readLastRun(store)).toMatchObject({ state: 'done' });
  await projector.projectAll(names);
  for (const [n, name] of names.entries())
    expect(await stored(statistics, name), `${name}, ${writes} writes`).toBe(wanted[n]);
  expect(await store.reader.query('SELECT run FROM market.retention_days')).toEqual([]);
  return { killed, stale, copies };
}

it('statistics after a run are those of a rebuild over the kept rows', { timeout: 120_000 }, async () => {
  const { store, projector, statistics } = opened;
  const { killed, copies } = await killAndCompare(opened, MARKETS, 88, 12);
  expect(killed).toBe(true);
  const summaries = new Summaries({ store, statistics, run: runSummaries, clock: systemClock });
  await summaries.refreshAll([...NAMES, ...copies]);
  for (const [n, name] of NAMES.entries())
    expect(await stored(statistics, name, true)).toBe(await stored(statistics, copies[n], true));
  expect(await projector.project('EQ', {})).toMatchObject({ written: 0 });
  const [{ n }] = await store.reader.query<{ n: number }>(
    "SELECT count() AS n FROM market.bars WHERE symbol = 'DEMO.X'",
  );
  expect(n).toBe(40);
});

it('a run that is killed at any of its writes is finished', { timeout: 120_000 }, async () => {
  const { store } = opened;
  const statistics = opened.statistics.filter(({ name }) => ['gap', 'news', 'trend'].includes(name));
  const projector = new Projector({ store, statistics, run: runProjection, clock: systemClock });
  await store.writer.command("ALTER TABLE market.bars DELETE WHERE symbol != 'EQ' SETTINGS mutations_sync = 2");
  const outcomes = [];
  for (let writes = 1; ; writes++) {
    const outcome = await killAndCompare({ statistics, projector }, FEW, 87 - 2 * writes, writes);
    if (!outcome.killed) break;
    outcomes.push(outcome);
  }
  expect(outcomes.length).toBeGreaterThan(7);
  // The control: without the marks the statistics are not those of what is kept.
  expect(outcomes.some(({ stale }) => stale)).toBe(true);
});

it('a run without anything to remove removes nothing, and marks nothing', async () => {
  const { store } = opened;
  const fingerprint = 'SELECT toString(sum(fingerprint)) AS sum FROM market.day_log';
  const before = await store.reader.query(fingerprint);
  expect(await retentionOf(store).run('operator')).toMatchObject({ steps: [], symbols: [] });
  expect(await store.reader.query(fingerprint)).toEqual(before);
});
