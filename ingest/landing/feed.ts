/**
 * Which form feeds a store: a log (servers), or programs that number events themselves (embedded). Both give places
 * under the same topic names, so events of one form would take places that the other form gives to its own. The first
 * program that opens a store records its form in the store; programs of the other form refuse to open it.
 */
import { ConfigError } from '../../lib/config.ts';
import type { Store } from '../../sql/connect.ts';
import { SCHEMA_CHANGES } from '../../sql/migrate.ts';

export type Feed = 'log' | 'direct';

interface RecordedFeed {
  readonly name: string;
  /** Epoch ms. */
  readonly at: number;
}

const GROUP = 'feed';

/** The other form feeds the store; nothing was written. */
export class FeedError extends ConfigError {
  override readonly name = 'FeedError';
  constructor({ name, at }: RecordedFeed) {
    const since = new Date(Number(at)).toISOString();
    const message =
      name === 'log'
        ? `is not set, but a log has fed this store since ${since}: set KAFKA_BROKERS and CLICKHOUSE_URL to the values of \`ingest\`, or give another DATA_DIR`
        : `is set, but an embedded installation has fed this store since ${since}: give the CLICKHOUSE_URL of an empty store, or unset both`;
    super([{ variable: 'KAFKA_BROKERS', message: `${message}. Nothing was written` }]);
  }
}

/**
 * Records the form of a migrated store, or refuses the other form. If programs of both forms come first at once, the
 * entry that the store dated earlier counts.
 *
 * @throws {FeedError}
 */
export async function claimFeed(store: Pick<Store, 'writer'>, own: Feed): Promise<void> {
  if (!(await recordedFeed(store))) await recordFeed(store, own);
  const recorded = await recordedFeed(store);
  if (recorded && recorded.name !== own) throw new FeedError(recorded);
}

async function recordedFeed({ writer }: Pick<Store, 'writer'>): Promise<RecordedFeed | undefined> {
  const [first] = await writer.query<RecordedFeed>(
    `SELECT CAST(name, 'String') AS name, toUnixTimestamp64Milli(applied_at) AS at FROM ${SCHEMA_CHANGES}
     WHERE group = {group:String} ORDER BY applied_at, name LIMIT 1`,
    { group: GROUP },
  );
  return first;
}

async function recordFeed({ writer }: Pick<Store, 'writer'>, name: Feed): Promise<void> {
  await writer.command(
    `INSERT INTO ${SCHEMA_CHANGES} (group, number, name, checksum, attempt, state, applied_at)
     SELECT {group:String}, 1, {name:String}, '', '', 'applied', now64(3)`,
    { group: GROUP, name },
  );
}
