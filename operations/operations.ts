/** The commands of `contracts`, over an installation's parts. Each answers what `--json` prints. */
import type { Statistic } from '../compute/statistics/statistic.ts';
import { DEMO_PREFIX, DEMO_SYMBOLS } from '../demo/symbols.ts';
import { parseSymbol } from '../exchange/symbol.ts';
import { CollectorStore } from '../ingest/collectors/store.ts';
import { type Dropped, type DropRange, dropRange } from '../ingest/landing/drop-range.ts';
import type { ImportTarget, Landing } from '../ingest/landing/landing.ts';
import type { Registration } from '../ingest/landing/registry/registry.ts';
import { listWaitingNews, newsRetriedAt, newsRetriesTable, waitingNewsStatus } from '../ingest/landing/waiting-news.ts';
import type { Retention } from '../ingest/retention/run.ts';
import type { Clock } from '../lib/clock.ts';
import { isoDate } from '../lib/days.ts';
import type { Logger } from '../lib/logger.ts';
import { messageOf } from '../lib/text.ts';
import type { Store } from '../sql/connect.ts';
import { deleteRows } from '../sql/writer.ts';
import { accountOperations, createAccounts } from './commands/accounts.ts';
import { collectorOperations } from './commands/collectors.ts';
import { deadLetterOperations } from './commands/dead-letters.ts';
import { exportTable } from './commands/export.ts';
import { importOperations } from './commands/imports.ts';
import type { Log, Push } from './commands/log.ts';
import { retentionOperations } from './commands/retention.ts';
import { serviceStatus } from './commands/status.ts';
import type { ArgumentsOf } from './commands.ts';
import type { Projection } from './deployment/projection.ts';
import { type Handlers, operationsOf } from './handlers.ts';
import { notDone, type Operation, type OperationContext, usageError, waitedFor } from './operation.ts';

export interface OperationsOptions {
  readonly store: Store;
  /** Null if the installation is embedded. */
  readonly log: Log | null;
  readonly clock: Clock;
  readonly statistics: readonly Statistic[];
  readonly landing: Pick<Landing, 'registry' | 'alone' | 'landAgain'>;
  readonly projection: Projection;
  readonly retention: Retention;
  readonly logger?: Logger;
  readonly push: Push;
  /** The demo market of this installation, where it may be landing. */
  readonly demo?: { end(): Promise<void> };
  readonly onCollectors?: () => void;
  readonly onChanged: (symbol: string) => void;
}

export function createOperations(options: OperationsOptions): Record<string, Operation> {
  const { store, landing, projection, clock, log } = options;
  const { registry } = landing;

  /** Changes the registry while nothing lands and nothing is computed. */
  const changed = <T>(change: (registry: Landing['registry']) => Promise<T>): Promise<T> =>
    projection.pausedFor(() => landing.alone((target) => change(target.registry)));

  function known(symbolText: string): string {
    const symbol = registry.resolve(symbolText);
    if (symbol === null) throw usageError(`--symbol: "${symbolText}" is not a symbol`);
    return symbol;
  }

  async function rebuild(wish: ArgumentsOf<'rebuild'>, context: OperationContext) {
    const names = options.statistics.map(({ name }) => name);
    if (wish.statistic !== undefined && !names.includes(wish.statistic)) {
      throw usageError(`--statistic: there is no '${wish.statistic}': ${names.join(', ')}`);
    }
    const symbol = wish.symbol === undefined ? undefined : known(wish.symbol);
    if (wish.fromLog) {
      if (!log) throw usageError('--from-log: an embedded installation has no log; set KAFKA_BROKERS');
      await log.rebuild(symbol, context.progress);
    }
    const stored = await store.reader.query<{ symbol: string }>(
      "SELECT DISTINCT CAST(symbol, 'String') AS symbol FROM market.day_log ORDER BY symbol",
    );
    const symbols = stored.map((row) => row.symbol).filter((name) => symbol === undefined || name === symbol);
    let days = 0;
    let records = 0;
    for (const [index, name] of symbols.entries()) {
      context.progress({ label: name, done: index, total: symbols.length });
      const done = await projection.rebuild(name, wish.fromLog ? {} : { statistic: wish.statistic });
      days += done.days;
      records += done.records;
    }
    if (symbol !== undefined && days === 0)
      throw notDone(wish.fromLog ? `the log has no events of ${symbol}` : `nothing is stored about ${symbol}`);
    await projection.settled(symbols, context.progress);
    if (wish.fromLog) {
      // The log has what retention had removed, and the first bars of symbols that were dropped.
      await projection.settled((await options.retention.run('operator')).symbols);
      await unregisterEmpty(symbols);
    }
    return { days, records };
  }

  /**
   * Removes rows by deletions, which win over the rows that a rebuild from the log lands again, and unregisters series that
   * have no bars left. Returns null if nothing is known of the symbol.
   */
  async function drop(range: Omit<DropRange, 'actions'>): Promise<Dropped | null> {
    const { symbol, intervalMin, from, to } = range;
    await registry.refresh();
    const isRegistered = registry.get(symbol) !== undefined;
    const isWhole = intervalMin === null && from === null && to === null;
    const deletions = (target: ImportTarget) => dropRange({ ...range, actions: isWhole }, store.reader, target);
    const { done: dropped, served } = await options.push(deletions, { afterLog: true });
    if (!isRegistered && dropped.bars + dropped.events === 0) return null;
    await unregisterEmpty([symbol], isWhole);
    await new CollectorStore(store, clock).forgetDays(null, [symbol], from ?? 0, to ?? undefined);
    if (isWhole) await deleteRows(store.writer, 'market.news_waiting', 'symbol = {symbol:String}', { symbol });
    // Waits for the series that are left: an unregistered one is not computed any more.
    await served();
    return dropped;
  }

  async function unregisterEmpty(symbols: readonly string[], whole = false): Promise<void> {
    const without = await changed((own) => own.unregisterEmpty(symbols, whole));
    for (const symbol of without) options.onChanged(symbol);
    if (without.length === 0) return;
    projection.wake(without);
    await projection.settled(without);
  }

  return operationsOf({
    ...importOperations(options),
    async status({ symbol: wanted }) {
      const symbol = wanted === undefined ? undefined : known(wanted);
      const status = await serviceStatus(
        {
          store,
          clock,
          eventsBehind: async () => (log ? log.eventsBehind() : 0),
          behindDays: () => projection.behindDays(),
        },
        symbol,
      );
      if (symbol !== undefined && status.symbols.length === 0) {
        throw notDone(`there is no symbol ${symbol}`);
      }
      return status;
    },
    rebuild,
    async replay(wish, context) {
      if (!log) throw usageError('replay: an embedded installation has no log; set KAFKA_BROKERS');
      return log.replay(wish, projection, context);
    },
    async 'symbols.list'() {
      await registry.refresh();
      return { symbols: registry.list().flatMap(seriesRows) };
    },
    async 'symbols.set'({ symbol, interval: intervalMin, base, assetClass, adjustedThrough }, context) {
      if (parseSymbol(symbol) === null) throw usageError(`--symbol: "${symbol}" is not a symbol`);
      const entry = await changed((own) => own.set(symbol, { assetClass, base, intervalMin, adjustedThrough }));
      options.onChanged(entry.symbol);
      projection.wake([entry.symbol]);
      const waited = await waitedFor(() => projection.settled([entry.symbol], context.progress), context);
      return { ...registration(entry), ...waited };
    },
    async 'symbols.drop'({ symbol, interval = null, from, to }, context) {
      const name = known(symbol);
      const range = { symbol: name, intervalMin: interval, from: from ?? null, to: to ?? null };
      const dropped = await drop(range);
      if (dropped === null) throw notDone(`there is no symbol ${name}`);
      if (dropped.bars + dropped.events === 0) context.notice(`nothing is stored of ${name} on these dates`);
      return { symbol: name, ...dropped };
    },
    ...accountOperations(createAccounts(store.writer, clock)),
    ...collectorOperations(options),
    ...retentionOperations(options),
    ...deadLetterOperations(options),
    ...newsOperations(options),
    sql: ({ query }) =>
      store.analyst.query(query).catch((error) => {
        throw notDone(messageOf(error));
      }),
    async export({ symbol, ...args }, context) {
      return exportTable(store, symbol === undefined ? args : { ...args, symbol: known(symbol) }, context);
    },
    async 'demo.drop'(_, context) {
      await options.demo?.end();
      // News may have landed where bars had not: such a symbol is in no registry.
      const registered = registry.list().map(({ symbol }) => symbol);
      const names = [...new Set([...DEMO_SYMBOLS.map(({ symbol }) => symbol), ...registered])].sort();
      const ofDemo = names.filter((symbol) => symbol.startsWith(DEMO_PREFIX));
      const dropped: string[] = [];
      for (const [index, symbol] of ofDemo.entries()) {
        context.progress({ label: symbol, done: index, total: ofDemo.length });
        if (await drop({ symbol, intervalMin: null, from: null, to: null })) dropped.push(symbol);
      }
      return { dropped };
    },
  } satisfies Handlers);
}

/** A row a series; of a symbol that has none yet one without an interval. */
function seriesRows(of: Registration) {
  const { series, ...symbol } = registration(of);
  const rows: { interval: string | null; adjusted_through: string | null }[] =
    series.length > 0 ? series : [{ interval: null, adjusted_through: null }];
  return rows.map((one) => ({ ...symbol, ...one }));
}

function registration({ symbol, assetClass, origin, viewName, series }: Registration) {
  return {
    symbol,
    asset_class: assetClass,
    origin,
    series: series.map(({ interval, adjustedThrough }) => ({
      interval,
      adjusted_through: adjustedThrough ? isoDate(adjustedThrough) : null,
    })),
    view: viewName === '' ? null : `market.${viewName}`,
  };
}

const NEWS_LISTED = 20;

function newsOperations({ store, clock }: OperationsOptions): Handlers<'news'> {
  return {
    async 'news.waiting'({ limit = NEWS_LISTED }) {
      const [status, retried_at, news] = await Promise.all([
        waitingNewsStatus(store),
        newsRetriedAt(store),
        listWaitingNews(store, limit),
      ]);
      return { ...status, retried_at, news };
    },
    async 'news.retry'() {
      await newsRetriesTable.insert(store.writer, [{ atMs: clock.nowMs() }]);
      return { retried: (await waitingNewsStatus(store)).waiting };
    },
  };
}
