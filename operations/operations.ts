/** The commands of `contracts`, over an installation's parts. Each answers what `--json` prints. */
import { AccountError, type Accounts, createAccounts } from '../api/accounts.ts';
import type { Statistic } from '../compute/statistics/statistic.ts';
import { ASSET_CLASSES, BASE_INTERVALS_MIN, formatInterval, parseInterval, parseSymbol } from '../exchange/symbol.ts';
import { parseIsoTime } from '../ingest/contract/values.ts';
import { ImportRecords } from '../ingest/files/import-records.ts';
import type { Landing } from '../ingest/landing/landing.ts';
import type { Registry } from '../ingest/landing/registry/registry.ts';
import { ContradictionError } from '../ingest/landing/registry/stored-bars.ts';
import type { Registration } from '../ingest/landing/registry/table.ts';
import type { Retention } from '../ingest/retention/run.ts';
import type { Clock } from '../lib/clock.ts';
import { isoDate, parseIsoDate } from '../lib/days.ts';
import type { Logger } from '../lib/logger.ts';
import { csvTexts } from '../lib/text.ts';
import { unlessMoved } from './commands/backup-moves.ts';
import { backup, restore } from './commands/backups.ts';
import { collectorOperations } from './commands/collectors.ts';
import { type DeadLetterSelection, DeadLetters } from './commands/dead-letters.ts';
import { type FeedParts, feedOperations, guarded } from './commands/feed.ts';
import { type ImportOperationsOptions, importOperations } from './commands/imports.ts';
import { newsOperations } from './commands/news.ts';
import { retentionOperations } from './commands/retention.ts';
import { serviceStatus } from './commands/status.ts';
import { type ArgumentsOf, type Handlers, operationsOf } from './commands.ts';
import type { Projection } from './deployment/remote-projection.ts';
import { notDone, type Operation, type OperationContext, usageError, waitedFor } from './operation.ts';

export interface OperationsOptions extends FeedParts {
  readonly clock: Clock;
  readonly statistics: readonly Statistic[];
  readonly registry: Registry;
  readonly landing: Pick<Landing, 'setSymbol' | 'dropSymbol' | 'letGo' | 'landAgain'> &
    Partial<Pick<Landing, 'recoverPushed'>>;
  readonly projection: Projection;
  readonly retention: Retention;
  readonly logger?: Logger;
  /** Where an import's events go: landed here, or produced to the log. */
  readonly pushing: ImportOperationsOptions['pushing'];
  /** Waits until all that was sent to the log has landed; none without a log. */
  readonly landed?: () => Promise<void>;
  /** Events produced and not yet landed. */
  readonly eventsBehind: () => Promise<number>;
  /** Lands a range of a topic again; null where there is no log. */
  readonly replay: ((wish: ArgumentsOf<'replay'>, context: OperationContext) => Promise<unknown>) | null;
  /** Lands the whole log again, or what it has of a symbol; null where there is none. */
  readonly rebuildFromLog: ((symbol: string | undefined) => Promise<void>) | null;
  readonly dropDemo: () => Promise<unknown>;
  /** What is wanted of the collectors changed. */
  readonly onCollectors?: () => void;
  /** The API's caches hear of it. */
  readonly onChanged: (symbol: string) => void;
}

export function createOperations(options: OperationsOptions): Record<string, Operation> {
  const { store, registry, projection, clock } = options;

  function known(symbolText: string): string {
    const symbol = registry.resolve(symbolText);
    if (symbol === null) throw usageError(`--symbol: "${symbolText}" is no symbol`);
    return symbol;
  }

  async function rebuild(wish: ArgumentsOf<'rebuild'>, context: OperationContext) {
    const names = options.statistics.map(({ name }) => name);
    if (wish.statistic !== undefined && !names.includes(wish.statistic)) {
      throw usageError(`--statistic: there is no '${wish.statistic}': ${names.join(', ')}`);
    }
    const symbol = wish.symbol === undefined ? undefined : known(wish.symbol);
    if (wish.fromLog) {
      if (!options.rebuildFromLog)
        throw usageError('--from-log: an embedded installation has no log; set KAFKA_BROKERS');
      await options.rebuildFromLog(symbol);
    }
    const stored = await store.reader.query<{ symbol: string }>(
      "SELECT DISTINCT CAST(symbol, 'String') AS symbol FROM market.day_log ORDER BY symbol",
    );
    const symbols = stored.map((row) => row.symbol).filter((name) => symbol === undefined || name === symbol);
    if (symbol !== undefined && symbols.length === 0)
      throw notDone(wish.fromLog ? `the log holds nothing of ${symbol}` : `nothing is stored about ${symbol}`);
    let days = 0;
    let records = 0;
    for (const [index, name] of symbols.entries()) {
      context.progress({ label: name, done: index, total: symbols.length });
      const done = await projection.rebuild(name, wish.fromLog ? {} : { statistic: wish.statistic });
      days += done.days;
      records += done.records;
    }
    await projection.settled(symbols);
    // The log has what retention had removed.
    if (wish.fromLog) await projection.settled((await options.retention.run('operator')).symbols);
    return { days, records };
  }

  async function letGo(symbols: ReadonlySet<string>): Promise<void> {
    if (symbols.size === 0) return;
    const changed = await projection.pausedFor(() => options.landing.letGo(symbols));
    for (const symbol of changed) options.onChanged(symbol);
    if (changed.length === 0) return;
    projection.wake(changed);
    await projection.settled(changed);
  }

  const operations = operationsOf({
    ...importOperations({
      store,
      clock,
      logger: options.logger,
      records: new ImportRecords(store, { clock }),
      pushing: options.pushing,
      letGo,
    }),
    async status({ symbol: wanted }) {
      const symbol = wanted === undefined ? undefined : known(wanted);
      const status = await serviceStatus(
        {
          store,
          clock,
          eventsBehind: options.eventsBehind,
          behindDays: () => projection.behindDays(),
        },
        symbol,
      );
      if (symbol !== undefined && status.symbols.length + status.unregistered.length === 0) {
        throw notDone(`there is no symbol ${symbol}`);
      }
      return status;
    },
    rebuild,
    backup: ({ path }, context) => unlessMoved(store, path, () => backup(options, path, context)),
    restore: ({ path }, context) => restore(options, path, context),
    async replay(wish, context) {
      if (!options.replay) throw usageError('replay: an embedded installation has no log; set KAFKA_BROKERS');
      return options.replay(wish, context);
    },
    async 'symbols.list'() {
      await registry.refresh();
      return { symbols: registry.list().map(registration) };
    },
    async 'symbols.set'({ symbol, interval, assetClass: named, adjustedThrough: through }, context) {
      const adjusted = through === undefined ? undefined : through === 'none' ? 0 : parseIsoDate(through);
      if (adjusted === null) throw usageError('--adjusted-through: give a date such as 2024-12-31, or none');
      const assetClass = ASSET_CLASSES.find((name) => name === named);
      if (!assetClass) throw usageError(`--asset-class: give one of ${ASSET_CLASSES.join(', ')}`);
      const minutes = parseInterval(interval);
      if (minutes === null || !BASE_INTERVALS_MIN.includes(minutes)) {
        throw usageError(`--interval: give one of ${BASE_INTERVALS_MIN.map(formatInterval).join(', ')}`);
      }
      if (parseSymbol(symbol) === null) throw usageError(`--symbol: "${symbol}" is no symbol`);
      const set = () => options.landing.setSymbol(symbol, assetClass, minutes, adjusted);
      const entry = await projection.pausedFor(set).catch((error) => {
        throw error instanceof ContradictionError ? notDone(`--interval: ${error.message}`) : error;
      });
      projection.wake([entry.symbol]);
      const waited = await waitedFor(() => projection.settled([entry.symbol]), context);
      return { ...registration(entry), ...waited };
    },
    async 'symbols.drop'({ symbol }) {
      const name = known(symbol);
      const dropped = await projection.pausedFor(() => options.landing.dropSymbol(name));
      options.onChanged(dropped.symbol);
      if (dropped.tables.length === 0) throw notDone(`there is no symbol ${dropped.symbol}`);
      return dropped;
    },
    ...accountOperations(createAccounts(store.writer, clock)),
    ...collectorOperations({
      store,
      clock,
      environment: process.env,
      onChanged: options.onCollectors,
    }),
    ...retentionOperations({
      ...{ store, clock, retention: options.retention },
      settled: (symbols) => projection.settled(symbols),
    }),
    ...deadLetterOperations(options, new DeadLetters(store, { clock })),
    ...newsOperations({ store, clock, timeOf }),
    ...feedOperations(options),
    async sql({ query, format }) {
      try {
        return format === 'csv' ? { csv: csvTexts(await store.analyst.csv(query)) } : await store.analyst.query(query);
      } catch (error) {
        throw notDone(error instanceof Error ? error.message : String(error));
      }
    },
    'demo.drop': () => options.dropDemo(),
  } satisfies Handlers);
  return guarded(operations, options);
}

/** Epoch ms of a date or a time with its offset. */
function timeOf(option: string, given: string): number {
  const time = parseIsoTime(/^\d{4}-\d{2}-\d{2}$/.test(given) ? `${given}T00:00:00Z` : given);
  if (time && !time.local) return time.ms;
  throw usageError(`${option}: "${given}" is no time such as 2025-06-04 or 2025-06-04T13:30:00Z`);
}

function registration({ symbol, assetClass, intervalMin, origin, viewName, adjustedThrough }: Registration) {
  return {
    symbol,
    asset_class: assetClass,
    interval: formatInterval(intervalMin),
    origin,
    adjusted_through: adjustedThrough ? isoDate(adjustedThrough) : null,
    view: viewName === '' ? null : `market.${viewName}`,
  };
}

function accountOperations(accounts: Accounts): Handlers<'accounts' | 'tokens'> {
  /** An unknown account could not be done; a bad figure is a usage error. */
  const accountAnswer = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (error) {
      if (!(error instanceof AccountError)) throw error;
      throw error.kind === 'invalid' ? usageError(error.message) : notDone(error.message);
    }
  };
  return {
    'accounts.create': (wish) => accountAnswer(accounts.createAccount(wish)),
    'accounts.list': async () => ({ accounts: await accounts.listAccounts() }),
    'accounts.set': ({ account, operator }) => accountAnswer(accounts.setOperator(account, operator)),
    'accounts.set-plan': ({ account, plan }) => accountAnswer(accounts.setPlan(account, plan)),
    'accounts.set-limits': ({ account, ...limits }) => accountAnswer(accounts.setLimits(account, limits)),
    'tokens.issue': ({ account }) => accountAnswer(accounts.issueToken(account)),
    'tokens.list': async ({ account }) => ({ tokens: await accountAnswer(accounts.listTokens(account)) }),
    'tokens.revoke': ({ tokenId }) => accountAnswer(accounts.revokeToken(tokenId)),
  };
}

function deadLetterOperations(options: OperationsOptions, deadLetters: DeadLetters): Handlers<'dlq'> {
  /** Named dead letters are there, all of them, or nothing is done. */
  async function present(selection: DeadLetterSelection): Promise<DeadLetterSelection> {
    const missing = await deadLetters.missing(selection.ids ?? []);
    if (missing.length > 0) throw notDone(`there is no dead letter ${missing.join(', ')}`);
    return selection;
  }

  /** What goes for good is named, filtered, or said to be all. */
  async function toPurge({ all, before, ...rest }: ArgumentsOf<'dlq.purge'>): Promise<DeadLetterSelection> {
    const filtered = rest.reason !== undefined || before !== undefined || (rest.ids?.length ?? 0) > 0;
    if (!filtered && !all) throw usageError('dlq purge: name ids, filter by --reason or --before, or give --all');
    if (filtered && all) throw usageError('--all: it does not go with ids, --reason or --before');
    return present(before === undefined ? rest : { ...rest, beforeMs: timeOf('--before', before) });
  }

  return {
    'dlq.list': async (wish) => ({ dead_letters: await deadLetters.list(wish) }),
    async 'dlq.show'({ id }) {
      const deadLetter = await deadLetters.show(id);
      if (!deadLetter) throw notDone(`there is no dead letter ${id}`);
      return { dead_letters: [deadLetter] };
    },
    async 'dlq.replay'(selection, context) {
      const done = await deadLetters.replay(options.landing, await present(selection));
      const waited = await waitedFor(async () => {
        await options.landed?.();
        await options.projection.settled();
      }, context);
      return { ...done, ...waited };
    },
    'dlq.count': async (wish) => ({ dead_letters: await deadLetters.count(await toPurge(wish)) }),
    'dlq.purge': async (wish) => ({ purged: await deadLetters.purge(await toPurge(wish)) }),
  };
}
