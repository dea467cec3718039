/**
 * Which form feeds a store. Behind a log every event has its place there: `ingest` lands it and the ledger says up to
 * where. Fed directly, programs of ours number the events themselves, under the same names of topics. Mixed, what is
 * written past the log takes places that the log gives to others: corrections lose, and the ledger no longer sees what
 * is missing. So the first writer records the form in the store, and the other form is refused.
 */
import { ConfigError } from '../../lib/config.ts';
import type { Store } from '../../sql/connect.ts';
import type { Params } from '../../sql/formats/text.ts';
import { SCHEMA_CHANGES } from '../../sql/migrate.ts';
import { deleteRows } from '../../sql/symbols.ts';
import { DEAD_LETTER_TOPIC, EVENT_TOPICS } from '../contract/events.ts';

export const FEEDS = ['log', 'direct'] as const;
export type Feed = (typeof FEEDS)[number];

export interface Fed {
  readonly by: Feed;
  /** Since when, epoch ms; `null` where nobody recorded it and the ledger tells. */
  readonly sinceMs: number | null;
}

const GROUP = 'feed';
const isFeed = (name: string): name is Feed => (FEEDS as readonly string[]).includes(name);

/** The store is fed by the other form: nothing was written. */
export class FeedError extends ConfigError {
  override readonly name = 'FeedError';
  constructor({ by, sinceMs }: Fed) {
    const since = sinceMs === null ? '' : ` since ${new Date(sinceMs).toISOString()}`;
    const message =
      by === 'log'
        ? `is not set, but a log feeds this store${since}: set it to the value of \`ingest\`. Nothing was written, because it would bypass the log`
        : `is set, but this store is fed without a log${since}: unset it. Nothing was written`;
    const change = `To change the form on purpose: \`feed set ${by === 'log' ? 'direct' : 'log'} --dry-run\` (docs/operations.md)`;
    super([{ variable: 'KAFKA_BROKERS', message: `${message}. ${change}` }]);
  }
}

interface RecordedFeed extends Fed {
  readonly number: number;
}

/** What was recorded, the last first. Of two first users at one moment the earlier one counts. */
async function recordedFeeds({ writer }: Pick<Store, 'writer'>): Promise<RecordedFeed[]> {
  const rows = await writer.query<{ number: number; name: string; at: number }>(
    `SELECT number, CAST(name, 'String') AS name, toUnixTimestamp64Milli(applied_at) AS at FROM ${SCHEMA_CHANGES}
     WHERE group = {group:String} ORDER BY number DESC, applied_at, name`,
    { group: GROUP },
  );
  return rows.flatMap(({ number, name, at }) => (isFeed(name) ? [{ number, by: name, sinceMs: Number(at) }] : []));
}

/** Which form a store of before this was recorded shows; `null` where it could be either. */
async function shownBy({ kind, writer }: Pick<Store, 'kind' | 'writer'>): Promise<Feed | null> {
  // Programs that read a log need a server.
  if (kind === 'embedded') return 'direct';
  const [ledger] = await writer.query<{ entries: number; logged: number; pushed: number }>(
    `SELECT (SELECT count() FROM market.ingest_ledger) AS entries,
       (SELECT countIf(partition > 0 OR topic = {deadLetters:String}) FROM market.ingest_ledger) AS logged,
       (SELECT countIf(pushed = 1 AND from_offset = 0) FROM market.version_floors) AS pushed`,
    { deadLetters: DEAD_LETTER_TOPIC },
  );
  if (Number(ledger.entries) === 0) return null;
  // What is pushed has the partition 0 alone, and a store that was fed so from its first event a floor that says it.
  if (Number(ledger.logged) > 0) return 'log';
  return Number(ledger.pushed) > 0 ? 'direct' : null;
}

/** By which form a migrated store is fed; `null` where nobody has written yet, or where nothing tells. */
export async function fedBy(store: Pick<Store, 'kind' | 'writer'>): Promise<Fed | null> {
  const [last] = await recordedFeeds(store);
  if (last) return last;
  const by = await shownBy(store);
  return by && { by, sinceMs: null };
}

/** @throws FeedError where the other form feeds the store */
export async function refuseOtherFeed(store: Pick<Store, 'kind' | 'writer'>, own: Feed): Promise<void> {
  const fed = await fedBy(store);
  if (fed && fed.by !== own) throw new FeedError(fed);
}

/** Before the first event is written: records the form, or refuses. @throws FeedError */
export async function claimFeed(store: Pick<Store, 'kind' | 'writer'>, own: Feed): Promise<void> {
  const recorded = await recordedFeeds(store);
  if (recorded.length === 0) {
    await refuseOtherFeed(store, own);
    await recordFeed(store, own, 1);
  }
  await refuseOtherFeed(store, own);
}

/** Dated by the store: of two at one moment the one that is stored first is the earlier one. */
async function recordFeed({ writer }: Pick<Store, 'writer'>, by: Feed, number: number): Promise<void> {
  await writer.command(
    `INSERT INTO ${SCHEMA_CHANGES} (group, number, name, checksum, attempt, state, applied_at)
     SELECT {group:String}, {number:UInt32}, {by:String}, '', '', 'applied', now64(3)`,
    { group: GROUP, number, by },
  );
}

export interface FeedEnd {
  readonly topic: string;
  readonly partition: number;
  readonly end: bigint;
}

export interface FeedChangeOptions {
  /** Where the log's partitions end; none without a log. */
  readonly ends: readonly FeedEnd[];
  readonly dryRun?: boolean;
  /** Whether any entry of the ledger may be of a log; by default what the store shows. */
  readonly hadLog?: boolean;
}

/**
 * Makes the store one of the other form, while nothing writes to it. Events stay as they are. To the log: entries of
 * the ledger that a push made are removed, or `ingest` would take their places for landed; what comes through the log
 * from here on wins over what was pushed. To none: the next push counts on behind the log, above all versions. Of the
 * same form it removes what the other one has left there. Repeated, it completes one that was killed.
 */
export async function changeFeed(store: Store, to: Feed, { ends, dryRun = false, hadLog: had }: FeedChangeOptions) {
  const recorded = await recordedFeeds(store);
  const from = recorded[0]?.by ?? (await shownBy(store));
  const marks = await store.writer.query<{ topic: string; at: number; floor: number }>(
    `SELECT CAST(topic, 'String') AS topic, min(from_offset) AS at, max(floor) AS floor
     FROM market.version_floors WHERE pushed = 1 GROUP BY topic`,
  );
  const hadLog = had ?? (recorded.some(({ by }) => by === 'log') || (await shownBy(store)) === 'log');
  const pushed = to === 'log' ? entriesOfPushes(hadLog, marks) : { sql: '0', params: {} };
  const [{ n }] = await store.writer.query<{ n: number }>(
    `SELECT count() AS n FROM market.ingest_ledger WHERE ${pushed.sql}`,
    pushed.params,
  );
  const floor = Math.max(0, ...marks.map((mark) => Number(mark.floor))) + 1;
  const floors = to === 'log' && marks.length > 0 ? ends : [];
  const change = {
    from,
    to,
    /** Entries of the ledger that are of no log, and so are removed. */
    ledger_entries: Number(n),
    /** Marks of where events were pushed to, which are removed. */
    push_marks: marks.length,
    /** Partitions whose next events win over what was pushed before. */
    floors: floors.length,
  };
  if (dryRun) return change;
  await store.writer.insertRows(
    'market.version_floors',
    ['topic', 'partition', 'from_offset', 'floor', 'pushed'],
    floors.map(({ topic, partition, end }) => [topic, partition, end, floor, false]),
  );
  if (change.ledger_entries > 0) await deleteRows(store, ['ingest_ledger'], pushed.sql, pushed.params);
  // Last: they tell which entries a push made.
  if (marks.length > 0) await deleteRows(store, ['version_floors'], 'pushed = 1', {});
  if (recorded[0]?.by !== to) await recordFeed(store, to, (recorded[0]?.number ?? 0) + 1);
  return change;
}

/** Of a store that never had a log: all. Else those from where pushes began. */
function entriesOfPushes(hadLog: boolean, marks: readonly { topic: string; at: number }[]) {
  const topics = hadLog ? marks : EVENT_TOPICS.map((topic) => ({ topic: topic as string, at: 0 }));
  const params: Record<string, string | number> = {};
  const parts = topics.map(({ topic, at }, i) => {
    params[`topic${i}`] = topic;
    params[`at${i}`] = Number(at);
    return `(topic = {topic${i}:String} AND partition = 0 AND first_offset >= {at${i}:UInt64})`;
  });
  return { sql: parts.join(' OR ') || '0', params: params as Params };
}
