/**
 * Removes what is stored of a symbol within a range of dates. Each current row gets a deletion: one without a revision
 * outranks the row and loses against everything that is sent later, and one of the row's own revision precedes the same
 * row when that is sent again. The deletion of a collector's row is a collector's. With a log the deletions are produced,
 * so `rebuild --from-log` lands them again.
 */
import { minuteIn } from '../../exchange/new-york.ts';
import { type AssetClass, formatInterval } from '../../exchange/symbol.ts';
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import type { Reader } from '../../sql/reader.ts';
import type { EventTopic, LandingTable } from '../contract/events.ts';
import type { PushedEvent } from './events.ts';
import type { Landing } from './landing.ts';
import { isCollected, numberIn, REVISION_END } from './ranks.ts';

/** Where the deletions go: the landing of this process, or a producer to the log. */
export interface DropTarget extends Pick<Landing, 'landEvents'> {
  readonly registry: Pick<Landing['registry'], 'get'>;
  /** With a log: resolves once everything that was sent has landed. */
  readonly landed?: () => Promise<void>;
}

export interface DropRange {
  readonly symbol: string;
  /** Of the series that loses bars, minutes; null: all series, and the news. */
  readonly intervalMin: number | null;
  /** First and last date by the exchange's clock, days since 1970; null: no limit. */
  readonly from: number | null;
  readonly to: number | null;
  /** Corporate actions, too. */
  readonly actions: boolean;
}

export interface Dropped {
  bars: number;
  events: number;
}

const TOPICS = {
  bars: 'bars',
  events_sentiment: 'events.sentiment',
  events_sentiment_crypto: 'events.sentiment_crypto',
  news_unclassified: 'events.sentiment',
  events_earnings: 'events.earnings',
  events_crypto: 'events.crypto',
  corporate_actions: 'events.actions',
} as const satisfies Partial<Record<LandingTable, EventTopic>>;
type Table = keyof typeof TOPICS;
const TABLES = Object.keys(TOPICS) as Table[];
const OF_CRYPTO = new Set<Table>(['events_sentiment_crypto', 'events_crypto']);

const PAGE_ROWS = 16_384;
const END_S = 2 ** 32 - 1;

interface Row {
  /** Minute of a bar; id of an event. */
  readonly key: string;
  readonly rank: string;
  readonly asset_class?: AssetClass;
}

export async function dropRange(range: DropRange, reader: Reader, target: DropTarget): Promise<Dropped> {
  const dropped: Dropped = { bars: 0, events: 0 };
  const { intervalMin } = range;
  const registered = target.registry.get(range.symbol)?.series ?? [];
  for (const one of registered) {
    if (intervalMin !== null && one.intervalMin !== intervalMin) continue;
    dropped.bars += await dropTable('bars', { ...range, intervalMin: one.intervalMin }, reader, target);
  }
  for (const table of TABLES) {
    if (table === 'bars' || intervalMin !== null || (table === 'corporate_actions' && !range.actions)) continue;
    dropped.events += await dropTable(table, range, reader, target);
  }
  return dropped;
}

async function dropTable(table: Table, range: DropRange, reader: Reader, target: DropTarget): Promise<number> {
  let dropped = 0;
  let after: string | undefined;
  do {
    const page = await readPage(table, range, reader, target, after);
    after = page.at(-1)?.key;
    dropped += await deletePage(table, range, page, target);
  } while (after !== undefined);
  return dropped;
}

/** Deletes the rows of a page. Returns how many of them were stored. */
async function deletePage(table: Table, range: DropRange, page: readonly Row[], target: DropTarget): Promise<number> {
  if (page.length === 0) return 0;
  const events = page.map((row) => deletionOf(table, range, row, target));
  const { landed, firstRejected } = await target.landEvents(TOPICS[table], [events]);
  if (firstRejected) throw new Error(`a row of ${range.symbol} was not removed: ${firstRejected.message}`);
  await target.landed?.();
  return landed;
}

/** Reads current rows of the range in the order of their keys. */
function readPage(
  table: Table,
  range: DropRange,
  reader: Reader,
  { registry }: DropTarget,
  after: string | undefined,
): Promise<Row[]> {
  const isBars = table === 'bars';
  const [column, key, type] = isBars
    ? ['toUInt32(ts)', 'toString(intDiv(toUInt32(ts), 60))', 'UInt32']
    : ['id', 'id', 'String'];
  const isAfter = after === undefined ? '' : `AND ${column} > {after:${type}}`;
  const [fromS, toS] = secondsOf(table, range, registry.get(range.symbol)?.assetClass);
  const time = isBars
    ? 'toUInt32(ts)'
    : table === 'corporate_actions'
      ? 'toInt32(ex_date) * 86400'
      : 'intDiv(toUnixTimestamp64Milli(event_timestamp), 1000)';
  return reader.query<Row>(
    `SELECT ${key} AS key, toString(rank) AS rank ${table === 'news_unclassified' ? ", CAST(asset_class, 'String') AS asset_class" : ''}
     FROM market.${table} FINAL
     WHERE symbol = {symbol:String}${isBars ? ' AND interval = {interval:String}' : ''} AND ${time} >= {fromS:Int64} AND ${time} < {toS:Int64} ${isAfter}
     ORDER BY ${column} LIMIT {limit:UInt32}`,
    {
      symbol: range.symbol,
      interval: range.intervalMin === null ? '' : formatInterval(range.intervalMin),
      fromS,
      toS,
      after: isBars ? Number(after ?? 0) * 60 : (after ?? ''),
      limit: PAGE_ROWS,
    },
  );
}

/** The range in epoch seconds, its end exclusive. Daily bars are stored under their date. */
function secondsOf(
  table: Table,
  { from, to, intervalMin }: DropRange,
  assetClass: AssetClass = 'equity',
): [number, number] {
  const isDated = table === 'corporate_actions' || (table === 'bars' && intervalMin === MINUTES_PER_DAY);
  const zone = isDated || OF_CRYPTO.has(table) ? 'crypto' : assetClass;
  const at = (day: number) => minuteIn(zone, day) * 60;
  return [from === null ? 0 : at(from), to === null ? END_S : at(to + 1)];
}

function deletionOf(table: Table, range: DropRange, row: Row, { registry }: DropTarget): PushedEvent {
  const { symbol } = range;
  const { key, asset_class: waiting } = row;
  const rank = BigInt(row.rank);
  const number = numberIn(rank);
  const topic = waiting === 'crypto' ? ('events.sentiment_crypto' as const) : undefined;
  const event = {
    ...identityOf(table, range, key, registry.get(symbol)?.assetClass),
    ...(number < REVISION_END ? { revision: Number(number) } : {}),
    deleted: true,
  };
  const value = JSON.stringify(event);
  return { ...(topic ? { topic } : {}), key: symbol, value, source: '', isCollected: isCollected(rank) };
}

function identityOf(
  table: Table,
  { symbol, intervalMin }: DropRange,
  key: string,
  assetClass: AssetClass | undefined,
): object {
  if (table === 'bars') {
    const interval = formatInterval(intervalMin!);
    return { symbol, asset_class: assetClass ?? 'equity', interval, ts: Number(key) * 60_000 };
  }
  if (table === 'events_sentiment_crypto') return { symbol, asset_class: 'crypto', id: key };
  if (table !== 'events_sentiment') return { symbol, id: key };
  const isCrypto = assetClass === undefined || assetClass === 'crypto';
  return { symbol, asset_class: isCrypto ? 'equity' : assetClass, id: key };
}
