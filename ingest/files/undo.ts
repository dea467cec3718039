/**
 * Undoes an import: each row that is still its own gets the values back that it had before, or is deleted where there
 * were none. A row that somebody corrected since stays, and so does one that somebody else has brought as well. What
 * stands of a row otherwise is said at `standing`; imports may be undone in any order.
 *
 * A page of rows is read and put back between two batches of landing where landing is in this process. With a log it
 * is read first: what comes in later has a higher version, and an import that comes upon rows of one that is being
 * undone writes them itself.
 *
 * The rows are pushed as corrections and deletions, so an undo that was killed is done again from the start: rows that
 * are put back are no longer the import's. A correction has the version of the row that it takes back, and a later
 * place: it wins against that row, and against nothing that came after it. Only where the row's place is of another log (of
 * before a restore, or before the form of the feed was changed) or of another partition (some were added), the
 * correction's may be the earlier one: what is still the import's once all has landed is taken back by the next version.
 */
import { type AssetClass, formatInterval } from '../../exchange/symbol.ts';
import type { Reader } from '../../sql/reader.ts';
import { BAR_FIGURES } from '../contract/bar.ts';
import { CLASSIFIED_TABLES, type EventTopic, isBarTable, isNews, type LandingTable } from '../contract/events.ts';
import type { LandingResult, PushedEvent } from '../landing/events.ts';
import { selected, VALUE_COLUMNS } from '../landing/tables.ts';
import type { ImportTarget } from './imports.ts';
import { type KeyRange, standing, type Values } from './standing.ts';

const TOPICS: Record<LandingTable, EventTopic> = {
  bars: 'bars',
  bars_daily: 'bars',
  events_sentiment: 'events.sentiment',
  events_sentiment_crypto: 'events.sentiment_crypto',
  news_unclassified: 'events.sentiment',
  events_earnings: 'events.earnings',
  events_crypto: 'events.crypto',
  events_macro: 'events.macro',
  corporate_actions: 'events.actions',
};
const TABLES = Object.keys(TOPICS) as LandingTable[];
const PAGE_ROWS = 16_384;
const OF_CLASSIFICATION = ['direction', 'impact_score', 'classifier', 'prompt'];

/** A row's key in its table: its column, that as `import_rows` has it (see landing/select.ts), and as a bound parameter. */
const bars = {
  column: 'ts',
  key: "leftPad(toString(intDiv(toUInt32(ts), 60)), 10, '0')",
  bound: (name: string) => `toDateTime({${name}:UInt32}, 'UTC')`,
  value: (key: string) => Number(key) * 60,
};
const byId = { column: 'id', key: 'id', bound: (name: string) => `{${name}:String}`, value: (key: string) => key };

interface UndoOptions {
  readonly reader: Reader;
  readonly target: ImportTarget;
  /** Ids of all imports that are undone, this one among them. */
  readonly undone: ReadonlySet<string>;
}

interface PassOptions extends UndoOptions {
  /** What corrections add to the version of the row that they take back. */
  readonly raise: 0 | 1;
}

interface Current {
  key: string;
  version: number;
  /** Of news without a classification. */
  asset_class?: AssetClass;
}

interface Undone {
  /** Rows that have the values of before again. */
  restored: number;
  deleted: number;
  readonly symbols: Set<string>;
  /** Of bars: first and last minute of the import's rows by symbol, epoch minutes. */
  readonly minutes: Map<string, { first: number; last: number }>;
  readonly actions: Set<string>;
}

/** Returns what it changed. Repeated, it continues where it was broken off. */
export async function undoImport(id: string, options: UndoOptions): Promise<Undone> {
  const counts: Undone = { restored: 0, deleted: 0, symbols: new Set(), minutes: new Map(), actions: new Set() };
  await undoOnce(id, { ...options, raise: 0 }, counts);
  await options.target.landed?.();
  // The same rows: they are not counted twice.
  await undoOnce(id, { ...options, raise: 1 }, { ...counts });
  return counts;
}

async function undoOnce(id: string, options: PassOptions, counts: Undone): Promise<void> {
  for (const table of TABLES) {
    const symbols = await options.reader.query<{ name: string }>(
      `SELECT DISTINCT CAST(${symbolOf(table)}, 'String') AS name FROM market.${table} WHERE import_id = {id:String} ORDER BY name`,
      { id },
    );
    for (const { name: symbol } of symbols) {
      if (symbol !== '') counts.symbols.add(symbol);
      await undoSymbol(id, table, symbol, options, counts);
    }
  }
}

/** Macro events are of no symbol: `import_rows` has them under the empty one. */
const symbolOf = (table: LandingTable) => (table === 'events_macro' ? "''" : 'symbol');

/** Keys of news that their source has said something later of, in the other table: with a classification, or without. */
function saidLater(table: LandingTable): string {
  const unclassified = 'SELECT symbol, id, rank FROM market.news_unclassified';
  const classified = CLASSIFIED_TABLES.map(
    (name) => `SELECT symbol, id, rank FROM market.${name} WHERE classifier IS NULL`,
  );
  const others = table === 'news_unclassified' ? classified.join(' UNION ALL ') : unclassified;
  return `SELECT o.id FROM (SELECT id, max(rank) AS said FROM (${others}) WHERE symbol = {symbol:String} GROUP BY id) AS o
    INNER JOIN (SELECT id, max(rank) AS own FROM market.${table} WHERE symbol = {symbol:String} GROUP BY id) AS t ON t.id = o.id
    WHERE o.said > t.own`;
}

async function undoSymbol(id: string, table: LandingTable, symbol: string, options: PassOptions, counts: Undone) {
  let after: string | null = null;
  do {
    const from: string | null = after;
    const page = (target: ImportTarget): Promise<string | null> =>
      undoPage(id, table, symbol, from, { ...options, target }, counts);
    after = await (options.target.alone?.(page) ?? page(options.target));
  } while (after !== null);
}

/** Undoes the import's rows behind a key, as many as a page has; answers the last one's key, `null` where there is none. */
async function undoPage(
  id: string,
  table: LandingTable,
  symbol: string,
  after: string | null,
  options: PassOptions,
  counts: Undone,
): Promise<string | null> {
  const { reader, target, raise } = options;
  const { column, key: keySql, bound, value } = isBarTable(table) ? bars : byId;
  const own = await reader.query<{ key: string }>(
    `SELECT DISTINCT ${keySql} AS key FROM market.${table}
     WHERE ${symbolOf(table)} = {symbol:String} AND import_id = {id:String} ${after === null ? '' : `AND ${column} > ${bound('after')}`}
     ORDER BY ${column} LIMIT {limit:UInt32}`,
    { id, symbol, after: value(after ?? ''), limit: PAGE_ROWS },
  );
  if (own.length === 0) return null;
  const range: KeyRange = { table, symbol, first: own[0].key, last: own[own.length - 1].key };
  if (table === 'corporate_actions') counts.actions.add(symbol);
  if (isBarTable(table)) {
    const { first, last } = counts.minutes.get(symbol) ?? { first: Infinity, last: 0 };
    counts.minutes.set(symbol, {
      first: Math.min(first, Number(range.first)),
      last: Math.max(last, Number(range.last)),
    });
  }
  const current = await reader.query<Current>(
    `SELECT ${keySql} AS key, argMax(version, rank) AS version, argMax(import_id, rank) AS owner
       ${table === 'news_unclassified' ? ', argMax(asset_class, rank) AS asset_class' : ''}
     FROM market.${table}
     WHERE ${symbolOf(table)} = {symbol:String} AND ${column} >= ${bound('first')} AND ${column} <= ${bound('last')}
     GROUP BY ${column} HAVING owner = {id:String} ${isNews(table) ? `AND key NOT IN (${saidLater(table)})` : ''} ORDER BY ${column}`,
    { symbol, first: value(range.first), last: value(range.last), id },
  );
  if (current.length === 0) return range.last;
  const left = await standing(
    id,
    current.map(({ key }) => key),
    range,
    options,
  );
  const others = [...left.values()].some((one) => one?.values === 'current');
  const stored = others ? await currentValues(range, { reader, id }) : new Map<string, Values>();
  const restoring: PushedEvent[] = [];
  const deleting: PushedEvent[] = [];
  /** Of news that waits again: what it was classified as is no more. Still of the import, should the rest not come to be. */
  const clearing: PushedEvent[] = [];
  for (const row of current) {
    const stands = left.get(row.key);
    const whole = stands?.values === 'current' ? stored.get(row.key) : stands?.values;
    // A classifier's answer is of the news itself: it stays with those that have brought it.
    const isOwn = whole !== undefined && 'direction' in whole && !whole['classifier'];
    const values = stands?.waits && isOwn ? withoutClassification(whole) : whole;
    const stays = stands?.values === 'current' && values === whole;
    const gone = values === undefined || values.deleted === true;
    const taking = { ...row, version: row.version + raise };
    const event = eventOf(table, symbol, taking, values, target);
    (gone ? deleting : restoring).push({ ...event, importId: stands?.importId ?? '', restores: true });
    if (!gone && !stays && isNews(table) && !('direction' in values))
      clearing.push({ ...eventOf(table, symbol, taking, undefined, target), importId: id, restores: true });
  }
  const land = (events: PushedEvent[]) => target.landEvents(TOPICS[table], [events]);
  taken(await land(clearing));
  counts.restored += taken(await land(restoring));
  counts.deleted += taken(await land(deleting));
  return range.last;
}

function withoutClassification(values: Values): Values {
  const entries = Object.entries(values).filter(([name]) => !OF_CLASSIFICATION.includes(name));
  return Object.fromEntries(entries) as Values;
}

/** A row that cannot be put back, as its symbol is of another class by now, must not be lost in silence. */
function taken({ landed, firstRejected }: LandingResult): number {
  if (firstRejected) throw new Error(`a row cannot be put back: ${firstRejected.message}; its dead letter has it`);
  return landed;
}

/** Rows of the import as they are stored, by key; those that are deletions are left out. */
async function currentValues(
  { table, symbol, first, last }: KeyRange,
  { reader, id }: { reader: Reader; id: string },
): Promise<Map<string, Values>> {
  const { column, key, bound, value } = isBarTable(table) ? bars : byId;
  const names = isBarTable(table) ? BAR_FIGURES : VALUE_COLUMNS[table];
  const rows = await reader.query<Values & { row_key: string }>(
    `SELECT ${key} AS row_key, ${names.map(selected).join(', ')}, CAST(source, 'String') AS source
     FROM market.${table} FINAL
     WHERE ${symbolOf(table)} = {symbol:String} AND ${column} >= ${bound('first')} AND ${column} <= ${bound('last')}
       AND import_id = {id:String}`,
    { symbol, first: value(first), last: value(last), id },
  );
  return new Map(rows.map(({ row_key, ...values }) => [row_key, values as Values]));
}

function eventOf(
  table: LandingTable,
  symbol: string,
  { key, version: revision, asset_class: crypto }: Current,
  values: Values | undefined,
  { registry }: ImportTarget,
): PushedEvent {
  const { source, deleted, ...rest } = values ?? { source: '', deleted: true };
  const identity = identityOf(table, symbol, key, registry.get(symbol));
  const event = deleted ? { ...identity, revision, deleted } : { ...identity, ...rest, revision };
  const topic = crypto === 'crypto' ? ('events.sentiment_crypto' as const) : undefined;
  return { ...(topic ? { topic } : {}), key: symbol === '' ? key : symbol, value: JSON.stringify(event), source };
}

type Known = { readonly assetClass: AssetClass; readonly intervalMin: number } | undefined;

function identityOf(table: LandingTable, symbol: string, key: string, registration: Known): object {
  const known = registration?.assetClass;
  if (isBarTable(table)) {
    const interval = table === 'bars' ? formatInterval(registration?.intervalMin ?? 1) : '1d';
    return { symbol, asset_class: known ?? 'equity', interval, ts: Number(key) * 60_000 };
  }
  if (table === 'events_macro') return { id: key };
  if (table === 'events_sentiment_crypto') return { symbol, asset_class: 'crypto', id: key };
  if (table !== 'events_sentiment') return { symbol, id: key };
  return { symbol, asset_class: known === undefined || known === 'crypto' ? 'equity' : known, id: key };
}
