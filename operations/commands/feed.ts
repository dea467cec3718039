/** Which form feeds the store: operations of the other form are refused, and `feed` shows and changes it. */
import {
  changeFeed,
  claimFeed,
  FEEDS,
  type Feed,
  FeedError,
  fedBy,
  refuseOtherFeed,
} from '../../ingest/landing/feed.ts';
import type { Store } from '../../sql/connect.ts';
import type { Handlers, OperationName } from '../commands.ts';
import { notDone, type Operation, usageError } from '../operation.ts';
import type { LogCommands } from './log-commands.ts';

export type Log = Pick<LogCommands, 'state' | 'landed' | 'eventsBehind' | 'replay' | 'rebuild' | 'landAgain'>;

export interface FeedParts {
  readonly store: Store;
  /** `null`: without KAFKA_BROKERS. */
  readonly log: Log | null;
}

/** What feeds the store by the variables of this installation. */
export const feedOf = ({ log }: Pick<FeedParts, 'log'>): Feed => (log ? 'log' : 'direct');

/** Operations that write events, or decide how they are read. */
const WRITING: Partial<Record<OperationName, (args: Readonly<Record<string, unknown>>) => boolean>> = {
  import: ({ dryRun }) => dryRun !== true,
  'imports.undo': () => true,
  replay: () => true,
  rebuild: ({ fromLog }) => fromLog === true,
  'symbols.set': () => true,
  'symbols.drop': () => true,
  'dlq.replay': () => true,
  'demo.drop': () => true,
};

/** The operations; those that write are refused, with the variable named, where the other form feeds the store. */
export function guarded(
  operations: Readonly<Record<string, Operation>>,
  { store, log }: FeedParts,
): Record<string, Operation> {
  const feed = feedOf({ log });
  const checked = Object.entries(WRITING).map(([name, writes]): [string, Operation] => [
    name,
    async (args, context) => {
      if (writes(args)) await asUsageError(() => claimFeed(store, feed));
      else await asUsageError(() => refuseOtherFeed(store, feed));
      return operations[name](args, context);
    },
  ]);
  return { ...operations, ...Object.fromEntries(checked) };
}

/** The service may have to say it over its ops port. */
export async function asUsageError<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    throw error instanceof FeedError ? usageError(error.message) : error;
  }
}

export function feedOperations({ store, log }: FeedParts): Handlers<'feed'> {
  return {
    /** `fed_by` null: nobody has written yet; `since` null: it was not recorded, but follows from what is stored. */
    async 'feed.show'() {
      const fed = await fedBy(store);
      const since = fed?.sinceMs == null ? null : new Date(fed.sinceMs).toISOString();
      return { fed_by: fed?.by ?? null, since, configured: feedOf({ log }) };
    },
    async 'feed.set'({ form, dryRun }, context) {
      const to = FEEDS.find((name) => name === form);
      if (!to) throw usageError(`feed set: give ${FEEDS.join(' or ')}`);
      if (to === 'log' && !log)
        throw usageError('feed set log: set KAFKA_BROKERS and CLICKHOUSE_URL to the values that `ingest` will have');
      const state = log && (await log.state());
      if (state && state.running > 0)
        throw notDone(`feed set: stop \`ingest\` first: ${state.running} of its processes read the log`);
      if (state && to === 'direct' && state.behind > 0)
        throw notDone(
          `feed set direct: ${state.behind} events of the log have not landed, and would be lost: let \`ingest\` land them, then stop it`,
        );
      if (!state)
        context.notice('without KAFKA_BROKERS it is not known whether `ingest` runs: make sure that it is stopped');
      const change = await changeFeed(store, to, { ends: state?.ends ?? [], dryRun });
      context.notice(explained(change, dryRun === true));
      return dryRun ? { dry_run: true, ...change } : change;
    },
  };
}

function explained(
  { to, ledger_entries: entries, push_marks: marks, floors }: Awaited<ReturnType<typeof changeFeed>>,
  dryRun: boolean,
): string {
  const done =
    to === 'log'
      ? `programs with KAFKA_BROKERS write, others are refused; ${entries} ledger entries that belong to no log and ${marks} marks of pushes are removed; events that arrive in ${floors} partitions from now on win over pushed ones`
      : `programs without KAFKA_BROKERS write, others are refused; ${marks} marks of pushes are removed, so that the next push wins over all stored events`;
  return `${dryRun ? 'would be' : 'is now'} fed ${to === 'log' ? 'by the log' : 'directly'}: ${done}; stored events are kept`;
}
