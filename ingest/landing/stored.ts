/**
 * What the store holds for the keys of a batch, so that a pushed row equal to it need not be written again. Reads are
 * planned so that no answer is larger than a small multiple of the batch, whatever the order of the rows.
 */
import { getOrMake, grouped } from '../../lib/collections.ts';
import { MINUTES_PER_DAY, MS_PER_DAY } from '../../lib/days.ts';
import type { Params } from '../../sql/formats/text.ts';
import type { Reader } from '../../sql/reader.ts';
import { actionId } from '../contract/decode.ts';
import {
  type BarRow,
  type BarTable,
  CLASSIFIED_TABLES,
  type EventRow,
  type EventTable,
  eventMsOf,
  type IdRow,
  isBar,
  isClassifiedNews,
} from '../contract/events.ts';
import { selected, VALUE_COLUMNS } from './tables.ts';

/**
 * A stored version of a key: its rank, and the values of its event under the names that rows have them by. A row that
 * is written stands in for what the store will hold.
 */
export type StoredRow = Pick<EventRow, 'version' | 'partition' | 'offset' | 'deleted' | 'importId'> & {
  readonly source?: string;
};
export type StoredBar = StoredRow & Pick<BarRow, 'open' | 'high' | 'low' | 'close' | 'volume'>;
export type StoredEvent = StoredRow & Pick<IdRow, 'values'>;

/** The winning versions by key. */
export type StoredRows = Map<string, StoredRow>;

export function keyOf(row: EventRow): string {
  return `${row.symbol} ${isBar(row) ? row.minute : row.id}`;
}

function equalBars(row: BarRow, stored: StoredBar): boolean {
  const { open, high, low, close, volume } = stored;
  return row.open === open && row.high === high && row.low === low && row.close === close && row.volume === volume;
}

/** True where a reader could not tell the two apart. */
export function equalValues(row: EventRow, stored: StoredRow): boolean {
  if (row.deleted || stored.deleted) return row.deleted === stored.deleted;
  if (isBar(row)) return equalBars(row, stored as StoredBar);
  const { values } = stored as StoredEvent;
  return VALUE_COLUMNS[row.table].every((name) => row.values[name] === values[name]);
}

type Rank = Pick<StoredRow, 'version' | 'partition' | 'offset'>;

/** The total order of versions: version, then partition, then offset. */
export function outranks(a: Rank, b: Rank): boolean {
  if (a.version !== b.version) return a.version > b.version;
  if (a.partition !== b.partition) return a.partition > b.partition;
  return a.offset > b.offset;
}

function keep(rows: StoredRows, key: string, row: StoredRow): void {
  const known = rows.get(key);
  if (!known || outranks(row, known)) rows.set(key, row);
}

/** Rows that one answer may hold. */
const ANSWER_ROWS_MAX = 131_072;
export const SPANS_PER_QUERY = 32;

/** A range of one symbol's bars. */
interface Span {
  readonly symbol: string;
  readonly fromMin: number;
  readonly toMin: number;
  /** Bars it can hold at most. */
  readonly bars: number;
}

/** The ranges that cover the rows' keys, none longer than an answer may be. */
export function planSpans(rows: readonly BarRow[], intervalOf: (symbol: string) => number): Span[] {
  const spans: Span[] = [];
  for (const [symbol, list] of grouped(rows, (row) => row.symbol)) {
    const interval = intervalOf(symbol);
    const sorted = Int32Array.from(list, ({ minute }) => minute).sort();
    let from = sorted[0];
    let to = from;
    const close = () => spans.push({ symbol, fromMin: from, toMin: to, bars: (to - from) / interval + 1 });
    for (const minute of sorted) {
      if ((minute - from) / interval >= ANSWER_ROWS_MAX) {
        close();
        from = minute;
      }
      to = minute;
    }
    close();
  }
  return spans;
}

function* groups(spans: readonly Span[]): Generator<Span[]> {
  let group: Span[] = [];
  let bars = 0;
  for (const span of spans) {
    if (group.length > 0 && (group.length >= SPANS_PER_QUERY || bars + span.bars > ANSWER_ROWS_MAX)) {
      yield group;
      group = [];
      bars = 0;
    }
    group.push(span);
    bars += span.bars;
  }
  if (group.length > 0) yield group;
}

/** SQL: bars in any of the ranges. */
export function within(spans: readonly Omit<Span, 'bars'>[]): { condition: string; params: Params } {
  const params: Record<string, string | number> = {};
  const conditions = spans.map(({ symbol, fromMin, toMin }, i) => {
    Object.assign(params, { [`s${i}`]: symbol, [`a${i}`]: fromMin * 60, [`b${i}`]: toMin * 60 });
    // Seconds as numbers: as the text of a time ClickHouse does not read those of the first hours of 1970.
    const [from, to] = [`toDateTime({a${i}:UInt32}, 'UTC')`, `toDateTime({b${i}:UInt32}, 'UTC')`];
    return `(symbol = {s${i}:String} AND ts >= ${from} AND ts <= ${to})`;
  });
  return { condition: conditions.join(' OR '), params };
}

/** @param table the one that the rows are of */
export async function readStoredBars(
  reader: Reader,
  table: BarTable,
  rows: readonly BarRow[],
  keys: readonly string[],
  intervalOf: (symbol: string) => number,
): Promise<StoredRows> {
  const wanted = new Set(keys);
  const stored: StoredRows = new Map();
  const stepOf = table === 'bars_daily' ? () => MINUTES_PER_DAY : intervalOf;
  for (const group of groups(planSpans(rows, stepOf))) {
    const { condition, params } = within(group);
    const { length, columns } = await reader.native(
      `SELECT toString(symbol) AS symbol, toUInt32(ts) AS seconds, open, high, low, close, volume,
         toFloat64(version) AS version, partition, toFloat64(offset) AS offset, is_deleted,
         toString(source) AS source, toString(import_id) AS import_id
       FROM market.${table} WHERE ${condition}`,
      params,
    );
    const [symbols, sources, imports] = ['symbol', 'source', 'import_id'].map((name) => columns[name] as string[]);
    const [seconds, open, high, low, close, volume, version, partition, offset, deleted] = BAR_ANSWER.map(
      (name) => columns[name] as Float64Array,
    );
    for (let i = 0; i < length; i++) {
      const key = `${symbols[i]} ${seconds[i] / 60}`;
      if (!wanted.has(key)) continue;
      const row: StoredBar = {
        version: version[i],
        partition: partition[i],
        offset: offset[i],
        deleted: deleted[i] === 1,
        source: sources[i],
        importId: imports[i],
        open: open[i],
        high: high[i],
        low: low[i],
        close: close[i],
        volume: volume[i],
      };
      keep(stored, key, row);
    }
  }
  return stored;
}

const BAR_ANSWER = [
  'seconds',
  ...['open', 'high', 'low', 'close', 'volume'],
  ...['version', 'partition', 'offset', 'is_deleted'],
];

/** Ids that one query asks for. */
const IDS_PER_QUERY = 500;

/** All stored versions of the rows' keys, oldest first; more than one where they are not merged yet. */
export async function readStoredEvents(
  reader: Reader,
  rows: readonly IdRow[],
  keys: readonly string[],
): Promise<Map<string, StoredEvent[]>> {
  if (rows.length === 0) return new Map();
  return readEventsOf(reader, rows[0].table, rows, keys);
}

/**
 * The highest of the versions that there are of each key, those of `own` among them. Of news its classified versions and
 * those that wait for a classification are in two tables.
 */
export async function currentEvents(
  reader: Reader,
  rows: readonly IdRow[],
  keys: readonly string[],
  own: ReadonlyMap<string, StoredEvent[]>,
): Promise<StoredRows> {
  const current: StoredRows = new Map([...own].map(([key, list]) => [key, list[list.length - 1]]));
  const table = rows[0]?.table;
  const isClassified = table !== undefined && isClassifiedNews(table);
  const others =
    table === 'news_unclassified' ? CLASSIFIED_TABLES : isClassified ? (['news_unclassified'] as const) : [];
  for (const name of others) {
    // What a classifier said of it is no word of its source's.
    const further = name === 'news_unclassified' ? '' : 'AND classifier IS NULL';
    for (const [key, list] of await readEventsOf(reader, name, rows, keys, further))
      keep(current, key, list[list.length - 1]);
  }
  if (table === 'corporate_actions') await keepRemoved(reader, rows, current);
  return current;
}

/** Dividends that the deletion of all of their date has removed: sent again, they are not what is stored. */
async function keepRemoved(reader: Reader, rows: readonly IdRow[], current: StoredRows): Promise<void> {
  const removing = rows.flatMap((row) => {
    const day = eventMsOf(row) / MS_PER_DAY;
    if (
      row.deleted ||
      row.values['kind'] !== 'dividend' ||
      row.id !== actionId('dividend', day, row.values['amount'] as number)
    )
      return [];
    return [{ row, by: { ...row, id: actionId('dividend', day, null) } }];
  });
  if (removing.length === 0) return;
  const all = removing.map(({ by }) => by);
  const removed = await readEventsOf(reader, 'corporate_actions', all, all.map(keyOf));
  for (const { row, by } of removing) {
    const last = removed.get(keyOf(by))?.at(-1);
    if (last && current.has(keyOf(row))) keep(current, keyOf(row), last);
  }
}

const ascending = (list: StoredEvent[]) => list.sort((a, b) => (outranks(a, b) ? 1 : -1));

type Found = Pick<StoredRow, 'version' | 'partition' | 'offset'> &
  Record<'symbol' | 'id' | 'source' | 'import_id', string> & { is_deleted: number };

async function readEventsOf(
  reader: Reader,
  table: EventTable,
  rows: readonly IdRow[],
  keys: readonly string[],
  further = '',
): Promise<Map<string, StoredEvent[]>> {
  const stored = new Map<string, StoredEvent[]>();
  const wanted = new Set(keys);
  const [symbol, ofSymbols] =
    table === 'events_macro' ? ["'' AS symbol", ''] : ['symbol', 'symbol IN {symbols:Array(String)} AND '];
  for (let from = 0; from < rows.length; from += IDS_PER_QUERY) {
    const part = rows.slice(from, from + IDS_PER_QUERY);
    const found = await reader.query<Found>(
      `SELECT ${symbol}, id, ${VALUE_COLUMNS[table].map(selected).join(', ')},
         version, partition, offset, is_deleted, source, import_id
       FROM market.${table} WHERE ${ofSymbols}id IN {ids:Array(String)} ${further}`,
      { ids: [...new Set(part.map((row) => row.id))], symbols: [...new Set(part.map((row) => row.symbol))] },
    );
    for (const { symbol: name, id, is_deleted, source, import_id, version, partition, offset, ...values } of found) {
      const key = `${name} ${id}`;
      if (!wanted.has(key)) continue;
      const row = { version, partition, offset, deleted: is_deleted === 1, source, importId: import_id, values };
      getOrMake(stored, key, (): StoredEvent[] => []).push(row);
    }
  }
  for (const list of stored.values()) ascending(list);
  return stored;
}
