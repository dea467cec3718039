/** What a run of retention removes, as the store says it: which rows of which tables are before which cut. */

import { ASSET_CLASSES, type AssetClass } from '../../exchange/symbol.ts';
import type { Clock } from '../../lib/clock.ts';
import { getOrMake, grouped } from '../../lib/collections.ts';
import type { Store } from '../../sql/connect.ts';
import type { Params } from '../../sql/formats/text.ts';
import { cutDate, type Policies, type Policy, type RetentionKind } from '../landing/policies.ts';

/** Tables whose rows are in statistics: kinds of `day_log`, the column of the time, and the key of a bar or an item. */
export const MARKED = {
  bars: { log: 'bars', time: 'ts', by: 'symbol', interval: 'interval', key: 'symbol, interval, ts' },
  events_sentiment: { log: 'sentiment', time: 'event_timestamp', by: 'asset_class', interval: "''", key: 'symbol, id' },
  events_sentiment_crypto: {
    log: 'sentiment_crypto',
    time: 'event_timestamp',
    by: 'asset_class',
    interval: "''",
    key: 'symbol, id',
  },
} as const;

/** A deletion whose days are marked as changed afterwards, see run.ts. */
export interface MarkedStep {
  readonly table: keyof typeof MARKED;
  /** Names of symbols; of news, asset classes. */
  readonly names: readonly string[];
  /** Of bars; of news it is left out. */
  readonly interval?: string;
  /** Exclusive, epoch seconds. */
  readonly beforeS: number;
  /** Symbols that begin so stay. */
  readonly exceptPrefix: string;
}

interface Deletion {
  readonly table: string;
  readonly condition: string;
  readonly params: Params;
}

export interface Step {
  readonly policy: Policy;
  /** First date that is kept. */
  readonly before: string;
  /** Of bars and news without superseded versions, whether they have been merged or not. */
  readonly rows: number;
  readonly deletions: readonly Deletion[];
  readonly marked?: MarkedStep;
}

interface PlanOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly policies: Policies;
  /** Bars and news of symbols that begin so stay whatever the policies say. */
  readonly exceptPrefix: string;
}

/** Tombstones of news stay: one may hide a version that is dated later. Of bars the time is in the key. */
export function deletionOf({ table, names, interval = '', beforeS, exceptPrefix }: MarkedStep): Deletion {
  const { by, time } = MARKED[table];
  const condition = [
    `${by} IN {names:Array(String)} AND ${time} < toDateTime({beforeS:UInt32}, 'UTC')`,
    'NOT startsWith(symbol, {exceptPrefix:String})',
    by === 'symbol' ? 'interval = {interval:String}' : 'is_deleted = 0',
  ].join(' AND ');
  return { table, condition, params: { names, interval, beforeS, exceptPrefix } };
}

/** In the order in which they are to be done; without those that remove nothing. */
export async function planSteps(options: PlanOptions): Promise<Step[]> {
  const steps: Step[] = [];
  for (const plan of [deadLetterSteps, eventSteps, newsSteps, barSteps]) steps.push(...(await plan(options)));
  return steps.filter(({ rows }) => rows > 0);
}

async function countOf({ reader }: Store, deletions: readonly Deletion[]): Promise<number> {
  let rows = 0;
  for (const { table, condition, params } of deletions) {
    const key = table in MARKED ? MARKED[table as keyof typeof MARKED].key : '';
    const [{ n }] = await reader.query<{ n: number }>(
      `SELECT ${key ? `uniqExact(${key})` : 'count()'} AS n FROM market.${table} WHERE ${condition}`,
      params,
    );
    rows += n;
  }
  return rows;
}

async function barSteps({ store, clock, policies, exceptPrefix }: PlanOptions): Promise<Step[]> {
  if (!policies.list.some(({ kind }) => kind === 'bars')) return [];
  const nowMs = clock.nowMs();
  const series = await store.reader.query<{
    symbol: string;
    asset_class: AssetClass;
    interval: string;
    interval_min: number;
  }>(
    `SELECT CAST(r.symbol, 'String') AS symbol, CAST(s.asset_class, 'String') AS asset_class,
       CAST(r.interval, 'String') AS interval, r.interval_min AS interval_min
     FROM (SELECT * FROM market.series FINAL) AS r INNER JOIN (SELECT * FROM market.symbols FINAL) AS s ON s.symbol = r.symbol
     ORDER BY symbol, interval_min`,
  );
  const groups = new Map<string, { policy: Policy; interval: string; cutMs: number; names: string[] }>();
  for (const { symbol, asset_class: assetClass, interval, interval_min: intervalMin } of series) {
    const cut = policies.cut('bars', assetClass, intervalMin, nowMs);
    if (!cut) continue;
    const key = `${interval} ${policies.list.indexOf(cut.policy)} ${cut.cutMs}`;
    getOrMake(groups, key, () => ({ ...cut, interval, names: [] as string[] })).names.push(symbol);
  }
  return Promise.all(
    [...groups.values()].map(({ policy, interval, cutMs, names }) =>
      markedStep(store, policy, cutMs, { table: 'bars', names, interval, beforeS: cutMs / 1000, exceptPrefix }),
    ),
  );
}

async function markedStep(store: Store, policy: Policy, cutMs: number, marked: MarkedStep, first: Deletion[] = []) {
  const rows = await countOf(store, [...first, deletionOf(marked)]);
  return { policy, before: cutDate(cutMs), rows, deletions: first, marked };
}

/** What waits goes first, or it would be asked about again; an item with a version behind the cut goes whole. */
async function newsSteps({ store, clock, policies, exceptPrefix }: PlanOptions): Promise<Step[]> {
  const steps: Step[] = [];
  for (const assetClass of ASSET_CLASSES) {
    const cut = policies.cut('news', assetClass, null, clock.nowMs());
    if (!cut) continue;
    const { policy, cutMs } = cut;
    const beforeS = cutMs / 1000;
    const params = { assetClass, beforeS, exceptPrefix };
    const condition =
      "asset_class = {assetClass:String} AND event_timestamp < toDateTime({beforeS:UInt32}, 'UTC') AND NOT startsWith(symbol, {exceptPrefix:String})";
    const table = assetClass === 'crypto' ? 'events_sentiment_crypto' : 'events_sentiment';
    const columns = 'symbol, id, asset_class, event_timestamp, is_deleted';
    const versions = ['news_unclassified', 'events_sentiment', 'events_sentiment_crypto'].map(
      (name) => `SELECT ${columns}, rank FROM market.${name}`,
    );
    const moved = await movedBack(store, versions.join(' UNION ALL '), beforeS, 'asset_class', params);
    const waitingVersions = `SELECT ${columns.replace('is_deleted', '0 AS is_deleted')}, version AS rank FROM market.news_waiting`;
    const movedWaiting = await movedBack(store, waitingVersions, beforeS, 'asset_class', params);
    steps.push(
      await markedStep(store, policy, cutMs, { table, names: [assetClass], beforeS, exceptPrefix }, [
        ...movedWaiting.map((keys) => ({ table: 'news_waiting', ...keys })),
        ...moved.map((keys) => ({ table: 'news_unclassified', ...keys })),
        ...['news_waiting', 'news_unclassified'].map((name) => ({ table: name, condition, params })),
        ...moved.map(({ condition: keys, params: of }) => ({
          table,
          condition: `${keys} AND is_deleted = 0`,
          params: of,
        })),
      ]),
    );
  }
  return steps;
}

/** Of a kind that has one policy at the most. */
async function stepOf(
  { store, clock, policies }: PlanOptions,
  kind: RetentionKind,
  deletionsBefore: (beforeS: number) => readonly Deletion[] | Promise<readonly Deletion[]>,
): Promise<Step[]> {
  const cut = policies.cut(kind, null, null, clock.nowMs());
  if (!cut) return [];
  const { policy, cutMs } = cut;
  const deletions = await deletionsBefore(cutMs / 1000);
  return [{ policy, before: cutDate(cutMs), rows: await countOf(store, deletions), deletions }];
}

async function eventSteps(options: PlanOptions): Promise<Step[]> {
  const steps: Step[] = [];
  for (const kind of ['earnings', 'crypto', 'macro'] as const) {
    const table = `events_${kind}`;
    const symbol = kind === 'macro' ? "'' AS symbol" : 'symbol';
    const versions = `SELECT ${symbol}, id, event_timestamp, is_deleted, rank FROM market.${table}`;
    const bulk = "event_timestamp < toDateTime({beforeS:UInt32}, 'UTC') AND is_deleted = 0";
    const step = await stepOf(options, kind, async (beforeS) => {
      const moved = (await movedBack(options.store, versions, beforeS)).map(({ condition, params }) => ({
        table,
        params,
        condition: kind === 'macro' ? 'id IN {ids:Array(String)}' : condition,
      }));
      return [...moved, { table, condition: bulk, params: { beforeS } }];
    });
    steps.push(...step);
  }
  return steps;
}

/** Keys whose current version is before the cut and not their latest by time: a deletion for each symbol that has some. */
async function movedBack(
  { reader }: Store,
  versions: string,
  beforeS: number,
  classColumn?: 'asset_class',
  params: Params = {},
): Promise<Pick<Deletion, 'condition' | 'params'>[]> {
  const cut = "toDateTime({beforeS:UInt32}, 'UTC')";
  const rows = await reader.query<{ symbol: string; id: string }>(
    `SELECT CAST(symbol, 'String') AS symbol, id FROM (${versions}) GROUP BY symbol, id
     HAVING argMax(event_timestamp, rank) < ${cut} AND max(event_timestamp) >= ${cut} AND argMax(is_deleted, rank) = 0
       ${classColumn ? `AND argMax(${classColumn}, rank) = {assetClass:String} AND NOT startsWith(symbol, {exceptPrefix:String})` : ''}`,
    { ...params, beforeS },
  );
  return [...grouped(rows, ({ symbol }) => symbol)].map(([symbol, own]) => ({
    condition: 'symbol = {symbol:String} AND id IN {ids:Array(String)}',
    params: { symbol, ids: own.map(({ id }) => id) },
  }));
}

function deadLetterSteps(options: PlanOptions): Promise<Step[]> {
  const condition = "received_at < toDateTime({beforeS:UInt32}, 'UTC')";
  return stepOf(options, 'dead_letters', (beforeS) => [{ table: 'dead_letters', condition, params: { beforeS } }]);
}
