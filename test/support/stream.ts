/**
 * Seeded streams of events as collectors might send them: corrections, deletions, repetitions, disorder, bad ones among
 * good ones. And what a reader must find in the end, by a plain rule of its own over what was sent.
 */
import type { OutgoingRecord } from '../../ingest/kafka/port.ts';
import type { Reader } from '../../sql/reader.ts';

/** mulberry32: a small generator that anybody can repeat. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export interface SentRecord extends OutgoingRecord {
  readonly topic: 'bars' | 'events.sentiment';
  /** What it changes; `null` for a bad one. */
  readonly change: {
    readonly table: 'bars' | 'news';
    readonly symbol: string;
    readonly id: string;
    /** `null`: the order of arrival counts. */
    readonly revision: number | null;
    readonly value: number;
    readonly deleted: boolean;
  } | null;
  readonly reason?: string;
}

export interface StreamOptions {
  readonly seed: number;
  /** Begins the names of its symbols. */
  readonly prefix: string;
  readonly symbols?: number;
  readonly events: number;
  /** Different keys of a symbol: fewer, more corrections. */
  readonly keys?: number;
  readonly badShare?: number;
}

const START_MS = Date.UTC(2025, 0, 6, 14, 30);

/** When the bar of an id begins, epoch seconds. */
export const secondOf = (id: string): number => START_MS / 1000 + Number(id) * 60;

/** Sources number their revisions always (even symbols) or never (odd ones). */
export function streamOf({
  seed,
  prefix,
  symbols = 6,
  events,
  keys = 400,
  badShare = 0.02,
}: StreamOptions): SentRecord[] {
  const random = seeded(seed);
  const pick = (n: number) => Math.floor(random() * n);
  const revisions = new Map<string, number>();
  const sent: SentRecord[] = [];
  while (sent.length < events) {
    const number = pick(symbols);
    const symbol = `${prefix}${number}`;
    if (random() < badShare) {
      sent.push(badRecord(symbol, pick(4), sent.length));
      continue;
    }
    const table = random() < 0.85 ? 'bars' : 'news';
    const id = String(pick(keys));
    const key = `${table} ${symbol} ${id}`;
    const value = 1 + pick(1_000_000);
    const deleted = random() < 0.05;
    let revision: number | null = null;
    if (number % 2 === 0) {
      revision = (revisions.get(key) ?? 0) + 1;
      revisions.set(key, revision);
    }
    const record = recordOf(table, symbol, id, value, revision, deleted);
    sent.push(record);
    if (random() < 0.05) sent.push(record);
    // A revision may come long before an older one, or be repeated late.
    if (revision !== null && random() < 0.2) {
      const other = pick(sent.length);
      if (sent[other].change?.revision !== null && sent[other].change) {
        sent.push(sent[other]);
        [sent[other], sent[sent.length - 1]] = [sent[sent.length - 1], sent[other]];
      }
    }
  }
  return sent;
}

function recordOf(
  table: 'bars' | 'news',
  symbol: string,
  id: string,
  value: number,
  revision: number | null,
  deleted: boolean,
): SentRecord {
  const change = { table, symbol, id, revision, value, deleted };
  const revised = revision === null ? {} : { revision };
  if (table === 'bars') {
    const ts = START_MS + Number(id) * 60_000;
    const prices = { open: value, high: value, low: value, close: value, volume: value % 97 };
    const event = deleted
      ? { symbol, interval: '1m', ts, deleted }
      : { symbol, asset_class: 'etf', interval: '1m', ts, ...prices };
    return { topic: 'bars', key: symbol, value: JSON.stringify({ ...event, ...revised }), change };
  }
  const news = {
    asset_class: 'etf',
    event_timestamp: START_MS + Number(id) * 60_000,
    title: `title ${value}`,
    direction: 'neutral',
    impact_score: 0.5,
  };
  const event = deleted ? { symbol, id, asset_class: 'etf', deleted } : { symbol, id, ...news };
  return { topic: 'events.sentiment', key: symbol, value: JSON.stringify({ ...event, ...revised }), change };
}

function badRecord(symbol: string, kind: number, number: number): SentRecord {
  const bar = {
    symbol,
    asset_class: 'etf',
    interval: '1m',
    ts: START_MS + number * 60_000,
    open: 1,
    high: 1,
    low: 1,
    close: 1,
    volume: 1,
  };
  const [reason, value] = (
    [
      ['invalid_price', JSON.stringify({ ...bar, close: -1 })],
      ['invalid_json', `{"symbol": "${symbol}", #${number}`],
      ['unknown_field', JSON.stringify({ ...bar, surprise: number })],
      ['ohlc_inconsistent', JSON.stringify({ ...bar, high: 0.5 })],
    ] as const
  )[kind];
  return { topic: 'bars', key: symbol, value, change: null, reason };
}

/** What is stored: lines `bars SYMBOL minute value revision` and so on, and dead letters by reason. Sorted. */
export interface Found {
  readonly rows: string[];
  readonly deadLetters: Record<string, number>;
}

/** Of each key the record that counts in the end, also a deletion. Of equal revisions the content is the same. */
function bestOf(sent: readonly SentRecord[]): SentRecord[] {
  const best = new Map<string, SentRecord>();
  for (const record of sent) {
    const { change } = record;
    if (!change) continue;
    const key = `${change.table} ${change.symbol} ${change.id}`;
    const known = best.get(key)?.change;
    if (!known || change.revision === null || change.revision >= known.revision!) best.set(key, record);
  }
  return [...best.values()];
}

/** The records that are left in the end: landed alone, each once, they make the same store. */
export function winnersOf(sent: readonly SentRecord[]): SentRecord[] {
  return bestOf(sent).filter(({ change }) => !change!.deleted);
}

/** By what was sent alone. */
export function expectedOf(sent: readonly SentRecord[]): Found {
  const deadLetters: Record<string, number> = {};
  for (const { change, reason } of sent) if (!change) deadLetters[reason!] = (deadLetters[reason!] ?? 0) + 1;
  const rows = winnersOf(sent)
    .map(({ change }) => change!)
    .map(({ table, symbol, id, value, revision }) => `${table} ${symbol} ${id} ${value} ${revision ?? '-'}`)
    .sort();
  return { rows, deadLetters };
}

/** What a reader finds of the symbols of a prefix. */
export async function foundIn(reader: Reader, prefix: string): Promise<Found> {
  const like = { prefix: `${prefix}%` };
  const number = 'bitAnd(rank, bitShiftLeft(toUInt64(1), 62) - 1)';
  const revision = `if(${number} < bitShiftLeft(toUInt64(1), 53), toString(${number}), '-')`;
  const bars = await reader.query<{ line: string }>(
    `SELECT concat('bars ', symbol, ' ', toString(intDiv(toUnixTimestamp(ts) - ${START_MS / 1000}, 60)), ' ',
       toString(toUInt64(close)), ' ', ${revision}) AS line
     FROM market.bars FINAL WHERE symbol LIKE {prefix:String}
       AND open = close AND high = close AND low = close AND volume = toUInt64(close) % 97`,
    like,
  );
  const wrong = await reader.query<{ n: number }>(
    `SELECT count() AS n FROM market.bars FINAL WHERE symbol LIKE {prefix:String}
       AND NOT (open = close AND high = close AND low = close AND volume = toUInt64(close) % 97)`,
    like,
  );
  if (wrong[0].n > 0) throw new Error(`${wrong[0].n} bars hold values that were never sent together`);
  const news = await reader.query<{ line: string }>(
    `SELECT concat('news ', symbol, ' ', id, ' ', substring(title, 7), ' ', ${revision}) AS line
     FROM market.events_sentiment FINAL WHERE symbol LIKE {prefix:String}`,
    like,
  );
  const deadLetters = await reader.query<{ reason: string; n: number }>(
    `SELECT CAST(reason, 'String') AS reason, count() AS n FROM market.dead_letters FINAL
     WHERE key LIKE {prefix:String} GROUP BY reason`,
    like,
  );
  return {
    rows: [...bars, ...news].map(({ line }) => line).sort(),
    deadLetters: Object.fromEntries(deadLetters.map(({ reason, n }) => [reason, n])),
  };
}

/** What is missing, and what should not be there: both empty where all is well. */
export function differences(expected: Found, found: Found): { missing: string[]; surplus: string[] } {
  const there = new Set(found.rows);
  const wanted = new Set(expected.rows);
  const missing = expected.rows.filter((row) => !there.has(row));
  const surplus = found.rows.filter((row) => !wanted.has(row));
  if (found.rows.length !== there.size) surplus.push(`${found.rows.length - there.size} rows twice`);
  for (const reason of new Set([...Object.keys(expected.deadLetters), ...Object.keys(found.deadLetters)])) {
    const [a = 0, b = 0] = [expected.deadLetters[reason], found.deadLetters[reason]];
    if (a > b) missing.push(`${a - b} deadLetters of ${reason}`);
    if (b > a) surplus.push(`${b - a} deadLetters of ${reason}`);
  }
  return { missing, surplus };
}
