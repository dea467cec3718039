/** A store with the statistics' tables, a projector that works in place, and bars put straight into the landing table. */

import { afterAll } from 'vitest';
import { StoreAnswers, type StoreAnswersOptions } from '../../compute/answers/store-answers.ts';
import { createCaches } from '../../compute/evaluation/bar-cache.ts';
import { type Job, type JobResult, runJob } from '../../compute/evaluation/evaluation.ts';
import type { BarColumns, SymbolMeta } from '../../compute/market/bars.ts';
import type { SymbolData } from '../../compute/market/symbol-data.ts';
import { Projector } from '../../compute/materialize/projector.ts';
import { ProjectionService } from '../../compute/materialize/service.ts';
import type { Summarize } from '../../compute/materialize/summaries.ts';
import type { ProjectionServiceOptions } from '../../compute/materialize/work.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { formatInterval } from '../../exchange/symbol.ts';
import { systemClock } from '../../lib/clock.ts';
import { silentLogger } from '../../lib/logger.ts';
import type { Store } from '../../sql/connect.ts';
import { openTestStore } from './store.ts';

/** Enough where it matters when a symbol is computed and not what: a list, one with variants, one of candles, one of events. */
export const FEW_STATISTICS = ['gap', 'orb', 'trend', 'news'];

/** @param names of the statistics, all by default: each is a table of its own to write */
export async function openProjection(names?: readonly string[]) {
  const statistics = (await loadStatistics()).filter(({ name }) => names?.includes(name) ?? true);
  const store = await openTestStore({ statistics });
  const projector = new Projector({ store, statistics, run: runJob, clock: systemClock });
  return { store, statistics, projector, close: () => store.close() };
}

/** Closed after the last test of the file. */
export async function projectionOfFile(names?: readonly string[]): ReturnType<typeof openProjection> {
  const opened = await openProjection(names);
  afterAll(opened.close);
  return opened;
}

interface ServiceParts extends Partial<ProjectionServiceOptions> {
  readonly run?: (job: Job) => Promise<JobResult>;
  readonly summarize?: Summarize;
}

/** A service as a process has one, that works in place; what it reports as fatal fails the test. */
export function serviceOver(
  { store, statistics }: Pick<Awaited<ReturnType<typeof openProjection>>, 'store' | 'statistics'>,
  { run = runJob, summarize, clock = systemClock, ...options }: ServiceParts,
): ProjectionService {
  return new ProjectionService({
    store,
    clock,
    logger: silentLogger,
    onUpdated() {},
    projector: new Projector({ store, statistics, run, summarize, clock }),
    onFatal(error) {
      throw error;
    },
    ...options,
  });
}

/** Answers of what is stored, computed in this process where it is not; `useStored: false` computes all. */
export function storeAnswers(
  { store, statistics }: Pick<StoreAnswersOptions, 'store'> & { readonly statistics: readonly Statistic[] },
  options: Partial<StoreAnswersOptions> = {},
): StoreAnswers {
  return new StoreAnswers({
    store,
    statistics,
    pool: { answer: (job) => runJob(job, statistics) },
    nowMs: () => Date.now(),
    maxBarsPerRequest: 2_000_000,
    caches: createCaches(store.reader),
    deadlineMs: 60_000,
    ...options,
  });
}

let arrivals = 0;

const COLUMNS = [
  'symbol',
  'interval',
  'ts',
  'open',
  'high',
  'low',
  'close',
  'volume',
  'rank',
  'ingested_at',
  'is_deleted',
];

/** Registers a series as its first bar would, but for the view. */
export async function register(store: Pick<Store, 'writer'>, meta: SymbolMeta): Promise<void> {
  const { symbol, assetClass, intervalMin } = meta;
  const version = ++arrivals;
  const columns = ['symbol', 'asset_class', 'origin', 'view_name', 'version'];
  await store.writer.insertRows('market.symbols', columns, [[symbol, assetClass, 'first_bar', '', version]]);
  const series = ['symbol', 'interval', 'interval_min', 'version'];
  await store.writer.insertRows('market.series', series, [[symbol, formatInterval(intervalMin), intervalMin, version]]);
  const base = ['symbol', 'interval', 'since', 'chosen_by', 'version'];
  await store.writer.insertRows('market.series_bases', base, [
    [symbol, formatInterval(intervalMin), '2024-01-01', 'first_bar', version],
  ]);
}

/** Puts bars in as landing would: each row a higher rank, so that the later one wins. */
export async function putBars(
  store: Store,
  { meta }: Pick<SymbolData, 'meta'>,
  bars: BarColumns,
  { from = 0, to = bars.length, deleted = false } = {},
): Promise<void> {
  const interval = formatInterval(meta.intervalMin);
  await register(store, meta);
  const rows = [];
  for (let i = from; i < to; i++) {
    const prices = [bars.open[i], bars.high[i], bars.low[i], bars.close[i], bars.volume[i]];
    rows.push([meta.symbol, interval, bars.minute[i] * 60, ...prices, ++arrivals, '1700000000.000', deleted ? 1 : 0]);
  }
  await store.writer.insertRows('market.bars', COLUMNS, rows);
}

/** Deletes all bars of a symbol and its registration. */
export async function dropBars(store: Store, symbol: string): Promise<void> {
  await store.writer.command(
    `INSERT INTO market.bars SELECT * REPLACE ({above:UInt64} AS rank, 1 AS is_deleted)
     FROM (SELECT * FROM market.bars FINAL WHERE symbol = {symbol:String})`,
    { symbol, above: ++arrivals },
  );
  for (const table of ['symbols', 'series']) {
    await store.writer.command(
      `INSERT INTO market.${table} SELECT * REPLACE ({version:UInt64} AS version, 1 AS is_deleted)
       FROM (SELECT * FROM market.${table} FINAL WHERE symbol = {symbol:String})`,
      { symbol, version: ++arrivals },
    );
  }
}

const NEWS_COLUMNS = [
  'symbol',
  'id',
  'asset_class',
  'event_timestamp',
  'title',
  'direction',
  'impact_score',
  'rank',
  'ingested_at',
];

/** A news item a day or so, in and around the bars, the same for the same seed. */
export async function putNews(
  store: Store,
  { meta }: Pick<SymbolData, 'meta'>,
  seed: number,
  bars: BarColumns,
): Promise<void> {
  if (bars.length === 0) return;
  const table = meta.assetClass === 'crypto' ? 'market.events_sentiment_crypto' : 'market.events_sentiment';
  const rows = [];
  for (let i = seed % 97; i < bars.length; i += 1 + (seed % 301)) {
    const second = bars.minute[i] * 60 + ((i * 37) % 400) - 200;
    const direction = ['negative', 'neutral', 'positive'][i % 3];
    rows.push([
      meta.symbol,
      `n${i}`,
      meta.assetClass,
      second,
      `news ${i}`,
      direction,
      (i % 10) / 10,
      ++arrivals,
      '1700000000.000',
    ]);
  }
  await store.writer.insertRows(table, NEWS_COLUMNS, rows);
}
