/**
 * Retention: after a run, killed at any of its writes and finished, the statistics are those that are computed from scratch of
 * what a naive filter keeps. The filter is the engine's own arithmetic of dates.
 */
import { describe, expect, it } from 'vitest';
import { runJob } from '../compute/evaluation/evaluation.ts';
import { Projector } from '../compute/materialize/projector.ts';
import type { Statistic } from '../compute/statistics/statistic.ts';
import { Policies, type RetentionKind, writePolicy } from '../ingest/landing/policies.ts';
import { Retention, RetentionSchedule, readLastRun } from '../ingest/retention/run.ts';
import { fixedClock, systemClock } from '../lib/clock.ts';
import { isoDate, parseIsoDate } from '../lib/days.ts';
import { silentLogger } from '../lib/logger.ts';
import type { Store } from '../sql/connect.ts';
import { failingWriter } from './support/failing-writer.ts';
import { FEW_STATISTICS, projectionOfFile, putBars, putNews, register } from './support/projection.ts';
import { randomMarket } from './support/random-market.ts';
import { napping } from './support/vendors/rig.ts';

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
const clock = fixedClock(NOW);
const NAMES = MARKETS.map(({ symbol }) => symbol);

const retentionOf = (store: Store) => new Retention({ store, clock, exceptPrefix: 'DEMO', onChanged() {} });

const opened = await projectionOfFile([...FEW_STATISTICS, 'fvg', 'seasonality']);
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
    await register(store, { symbol: copy, assetClass, intervalMin });
    const rest = 'interval, open, high, low, close, volume, rank, source, ingested_at, is_deleted';
    await store.writer.command(
      `INSERT INTO market.bars (symbol, ts, ${rest}) SELECT {copy:String}, ts, ${rest} FROM market.bars FINAL
       WHERE symbol = {symbol:String} AND toDate(ts, {zone:String}) >= {first:String}`,
      { copy, symbol, zone, first: isoDate(TODAY - keepDays) },
    );
    const table = assetClass === 'crypto' ? 'market.events_sentiment_crypto' : 'market.events_sentiment';
    const fields = 'id, asset_class, event_timestamp, title, direction, impact_score, rank, ingested_at';
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
      `SELECT replaceRegexpAll(toString(groupArray(row)), {named:String}, '') AS rows FROM
       (SELECT toString(tuple(* EXCEPT (symbol, version, computed_at))) AS row FROM market.${table}
        WHERE symbol = {symbol:String} ORDER BY row)`,
      // Summaries name it, and so does a warning.
      { symbol, named: `"symbol":"${symbol}",|the bars of ${symbol} ` },
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
  const isStale = (await stored(statistics, names[0])) !== wanted[0];
  const firstBar = 'SELECT min(ts) AS at FROM market.bars WHERE symbol = {symbol:String}';
  const [own, naive] = await Promise.all(
    [names[0], copies[0]].map((symbol) => store.reader.query(firstBar, { symbol })),
  );
  // Its bars are those that are kept, its statistics are not, and nothing but the marks would say so.
  const stale = isStale && JSON.stringify(own) === JSON.stringify(naive);
  await retentionOf(store).finish();
  expect(await readLastRun(store)).toMatchObject({ state: 'done' });
  await projector.projectAll(names);
  for (const [n, name] of names.entries())
    expect(await stored(statistics, name), `${name}, ${writes} writes`).toBe(wanted[n]);
  expect(await store.reader.query('SELECT run FROM market.retention_days')).toEqual([]);
  return { killed, stale, copies };
}

it('statistics after a run are those of a rebuild over the kept rows', { timeout: 180_000 }, async () => {
  const { store, projector, statistics } = opened;
  const { killed, copies } = await killAndCompare(opened, MARKETS, 88, 12);
  expect(killed).toBe(true);
  for (const [n, name] of NAMES.entries())
    expect(await stored(statistics, name, true)).toBe(await stored(statistics, copies[n], true));
  const before = await stored(statistics, 'EQ', true);
  await projector.project('EQ', {});
  expect(await stored(statistics, 'EQ', true)).toBe(before);
  const [{ n }] = await store.reader.query<{ n: number }>(
    "SELECT count() AS n FROM market.bars WHERE symbol = 'DEMO.X'",
  );
  expect(n).toBe(40);
});

it('a run that is killed at any of its writes is finished', { timeout: 195_000 }, async () => {
  const { store } = opened;
  const statistics = opened.statistics.filter(({ name }) => ['gap', 'news'].includes(name));
  const projector = new Projector({ store, statistics, run: runJob, clock: systemClock });
  await store.writer.command("ALTER TABLE market.bars DELETE WHERE symbol != 'EQ' SETTINGS mutations_sync = 2");
  const outcomes = [];
  for (let writes = 1; ; writes++) {
    const outcome = await killAndCompare({ statistics, projector }, FEW, 87 - 2 * writes, writes);
    if (!outcome.killed) break;
    outcomes.push(outcome);
  }
  expect(outcomes.length).toBeGreaterThan(7);
  // The control: a kill between deletion and marks leaves other statistics until the run is finished.
  expect(outcomes.some(({ stale }) => stale)).toBe(true);
});

it('a run without anything to remove removes nothing, and marks nothing', async () => {
  const { store } = opened;
  const fingerprint = 'SELECT toString(sum(fingerprint)) AS sum FROM market.day_log';
  const before = await store.reader.query(fingerprint);
  expect(await retentionOf(store).run('operator')).toMatchObject({ steps: [], symbols: [] });
  expect(await store.reader.query(fingerprint)).toEqual(before);
});

describe('other kinds of data', () => {
  const days = (n: number) => NOW - n * 86_400_000;
  const ms = (at: number) => (at / 1000).toFixed(3);
  const insert = (table: string, rows: Record<string, string | number>[]) =>
    opened.store.writer.insertRows(
      `market.${table}`,
      Object.keys(rows[0]),
      rows.map((row) => Object.values(row)),
    );
  const ids = async (table: string, column = 'id') => {
    const sql = `SELECT DISTINCT toString(${column}) AS id FROM market.${table} FINAL ORDER BY id`;
    return (await opened.store.reader.query<{ id: string }>(sql)).map(({ id }) => id);
  };
  const keep = (kind: RetentionKind, keepDays: number | null) =>
    writePolicy(opened.store, { kind, assetClass: null, intervalMin: null }, keepDays, clock);

  it('an event goes with all its versions, or stays: no earlier version comes back', async () => {
    const event = { symbol: 'E', ingested_at: ms(NOW), country: '', name: '' };
    const { symbol: _, ...macro } = event;
    await insert('events_macro', [
      { ...macro, id: 'old', event_timestamp: ms(days(20)), rank: 1 },
      { ...macro, id: 'new', event_timestamp: ms(days(9)), rank: 1 },
      // Put off, and brought forward.
      { ...macro, id: 'later', event_timestamp: ms(days(20)), rank: 1 },
      { ...macro, id: 'later', event_timestamp: ms(days(5)), rank: 2 },
      { ...macro, id: 'sooner', event_timestamp: ms(days(5)), rank: 1 },
      { ...macro, id: 'sooner', event_timestamp: ms(days(20)), rank: 2 },
    ]);
    const news = { asset_class: 'equity', symbol: 'E', title: 't', ingested_at: ms(NOW) };
    const classified = { ...news, direction: 'neutral', impact_score: 0.5 };
    await insert(
      'events_sentiment',
      [
        { ...classified, id: 'classified', event_timestamp: ms(days(100)), rank: 2 },
        { ...classified, id: 'deleted', event_timestamp: ms(days(3)), rank: 1, is_deleted: 0 },
        { ...classified, id: 'kept', event_timestamp: ms(days(3)), rank: 1, is_deleted: 0 },
      ].map((row) => ({ is_deleted: 0, ...row })),
    );
    await insert('events_sentiment', [
      { ...classified, id: 'deleted', event_timestamp: ms(days(100)), rank: 2, is_deleted: 1 },
    ]);
    // The same item, as it waited: dated behind the cut.
    await insert('news_unclassified', [
      { ...news, id: 'classified', event_timestamp: ms(days(3)), rank: 1 },
      { ...news, id: 'waits', event_timestamp: ms(days(100)), rank: 1 },
      { ...news, id: 'waits-still', event_timestamp: ms(days(3)), rank: 1 },
    ]);
    await keep('macro', 10);
    await keep('news', 10);
    await retentionOf(opened.store).run('operator');
    await opened.store.writer.command('OPTIMIZE TABLE market.events_macro FINAL');
    expect(await ids('events_macro')).toEqual(['later', 'new']);
    const ofE = "SELECT id FROM market.events_sentiment FINAL WHERE symbol = 'E'";
    expect(await opened.store.reader.query(ofE)).toEqual([{ id: 'kept' }]);
    expect(await ids('v_news_waiting')).toEqual(['waits-still']);
  });

  it('dead letters go by when they were refused', async () => {
    const letter = { topic: 'bars', reason: 'schema', version: 1 };
    await insert('dead_letters', [
      { ...letter, id: 'old', received_at: ms(days(20)) },
      { ...letter, id: 'new', received_at: ms(days(9)) },
    ]);
    await keep('dead_letters', 10);
    await retentionOf(opened.store).run('operator');
    expect(await ids('dead_letters')).toEqual(['new']);
  });

  it('the schedule runs once, on the Sunday after a policy was set, and finishes what was killed', {
    timeout: 25_000,
  }, async () => {
    const { store } = opened;
    const before = await readLastRun(store);
    const at = fixedClock(Date.parse('2025-01-25T12:00:00Z'));
    await writePolicy(store, { kind: 'dead_letters', assetClass: null, intervalMin: null }, 3, at);
    const retention = new Retention({ store, clock: at, exceptPrefix: 'DEMO', onChanged() {} });
    const schedule = new RetentionSchedule({
      retention,
      store,
      clock: at,
      timers: napping,
      logger: silentLogger,
      othersMs: 0,
    });
    await new Retention({ store: failingWriter(store, 1), clock: at, exceptPrefix: 'DEMO', onChanged() {} })
      .run('operator')
      .catch(() => {});
    const killed = await readLastRun(store);
    expect(killed).toMatchObject({ state: 'running' });
    await schedule.look();
    expect(await readLastRun(store)).toMatchObject({ id: killed!.id, state: 'done' });
    expect(await ids('dead_letters')).toEqual(['new']);
    at.set(Date.parse('2025-01-26T03:29:59Z'));
    await schedule.look();
    expect((await readLastRun(store))!.id).toBe(killed!.id);
    at.advance(1_000);
    await schedule.look();
    expect(await readLastRun(store)).toMatchObject({ startedBy: 'schedule', state: 'done' });
    expect(await ids('dead_letters')).toEqual([]);
    const first = (await readLastRun(store))!;
    expect(first).toMatchObject({ startedAtMs: at.nowMs(), removed: { dead_letters: 1 } });
    at.set(Date.parse('2025-02-02T03:00:00Z'));
    await schedule.look();
    expect((await readLastRun(store))!.id).toBe(first.id);
    expect(before!.id).not.toBe(first.id);
  });
});

it('the policy that says more counts, and cuts are at the midnight of the exchange', () => {
  const policy = { kind: 'bars', setAtMs: 0 } as const;
  const policies = new Policies([
    { ...policy, assetClass: null, intervalMin: null, keepDays: 100 },
    { ...policy, assetClass: 'equity', intervalMin: null, keepDays: 90 },
    { ...policy, assetClass: null, intervalMin: 1, keepDays: 80 },
    { ...policy, assetClass: 'equity', intervalMin: 1, keepDays: 70 },
  ]);
  const days = (...scope: Parameters<Policies['of']>) => policies.of(...scope)?.keepDays;
  expect([
    days('bars', 'etf', 5),
    days('bars', 'equity', 5),
    days('bars', 'etf', 1),
    days('bars', 'equity', 1),
  ]).toEqual([100, 90, 80, 70]);
  expect(policies.of('news', 'equity')).toBeNull();
  const cut = (...scope: ['equity' | 'etf' | 'crypto', number]) =>
    new Date(policies.cut('bars', ...scope, Date.parse('2025-01-10T02:00:00Z'))!.cutMs).toISOString();
  // It is the 9th in New York; 70 days before is the 31st of October, in summer time.
  expect(cut('equity', 1)).toBe('2024-10-31T04:00:00.000Z');
  expect(cut('equity', 1440)).toBe('2024-10-11T00:00:00.000Z');
  expect(cut('crypto', 1)).toBe('2024-10-22T00:00:00.000Z');
});
