/**
 * A batch's bars: what is worth writing, written as one block; what the store refuses, reported. Reads of
 * what is stored are planned so that no answer is larger than a small multiple of the batch, whatever its order.
 */
import { formatInterval, type SeriesOf, seriesName } from '../../exchange/symbol.ts';
import { grouped, inGroups } from '../../lib/collections.ts';
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import type { Store } from '../../sql/connect.ts';
import { encodeBlock, type TextRun } from '../../sql/formats/arrow.ts';
import type { Params } from '../../sql/formats/text.ts';
import type { Reader } from '../../sql/reader.ts';
import type { Writer } from '../../sql/writer.ts';
import { BAR_FIGURES } from '../contract/bar.ts';
import { type BarRow, type Refusal, refuse } from '../contract/events.ts';
import type { BarColumns } from './batch.ts';
import type { LogEvent } from './events.ts';
import { DayCollector, insertParts, type RetryPolicy, retryTransient, type TableOutcome, tokenOf } from './insert.ts';
import { isWritten, judgeAll, keepLatest, keyOf, type StoredBar, type StoredRows } from './select.ts';
import { BAR_COLUMNS } from './tables.ts';

export interface BarBatch {
  readonly bars: BarColumns;
  /** Those that were not refused, by index. */
  readonly picked: Uint32Array;
  readonly events: readonly LogEvent[];
  readonly skipDuplicates: boolean;
  readonly ingestedAtMs: number;
}

interface Share extends SeriesOf {
  fromMin: number;
  toMin: number;
  lastMin: number;
  /** 1: each bar is later than the one before it, -1: earlier; 0: there is one so far. */
  direction: number;
}

export async function landBars(store: Store, batch: BarBatch, policy: RetryPolicy): Promise<TableOutcome> {
  const { bars, picked, events, skipDuplicates } = batch;
  let kept = picked;
  let written = picked;
  let lost = picked.subarray(0, 0);
  if (skipDuplicates && (await retryTransient(() => mayBeStored(store.reader, batch), policy))) {
    const rows = Array.from(picked, (i) => bars.row(i, events[bars.event[i]]));
    const keys = rows.map(keyOf);
    const stored = await retryTransient(() => readStoredBars(store.reader, rows, keys), policy);
    const verdicts = judgeAll(rows, keys, stored);
    kept = picked.filter((_, n) => isWritten(verdicts[n]));
    lost = picked.filter((_, n) => verdicts[n] === 'lost');
    written = picked.filter((_, n) => verdicts[n] === 'write');
  }
  const { token, refused } = await insertBars(store.writer, batch, kept, policy);
  const refusals = new Map<number, Refusal>();
  for (const { index, message } of refused)
    refusals.set(bars.event[kept[index]], refuse('store_refused', message.slice(0, 500)));
  const isTaken = (i: number) => !refusals.has(bars.event[i]);
  const landed = refused.length > 0 ? written.filter(isTaken) : written;
  return {
    landed: Array.from(landed, (i) => bars.event[i]),
    lost: Array.from(lost, (i) => bars.event[i]),
    refused: refusals,
    changed: changedDays(batch, refused.length > 0 ? kept.filter(isTaken) : kept),
    token,
  };
}

/** `null` where a series' bars come in no order: there may be several of one time. */
function sharesOf({ bars, picked }: BarBatch): Share[] | null {
  const shares = new Map<string, Share>();
  const ofKind: Share[] = [];
  for (const i of picked) {
    const kind = bars.kind[i];
    const minute = bars.minute[i];
    let share = ofKind[kind];
    if (!share) {
      const of = { symbol: bars.symbolOf(i), intervalMin: bars.kinds[kind].intervalMin };
      const key = seriesName(of);
      share = shares.get(key) ?? { ...of, fromMin: minute, toMin: minute, lastMin: Number.NaN, direction: 0 };
      shares.set(key, share);
      ofKind[kind] = share;
    }
    const direction = Math.sign(minute - share.lastMin);
    if (direction === 0 || direction === -share.direction) return null;
    if (!Number.isNaN(direction)) share.direction = direction;
    share.lastMin = minute;
    if (minute < share.fromMin) share.fromMin = minute;
    if (minute > share.toMin) share.toMin = minute;
  }
  return [...shares.values()];
}

/** Whether any version of a bar, also of a deleted one, may be stored within the times of its series' share. */
async function mayBeStored(reader: Reader, batch: BarBatch): Promise<boolean> {
  const shares = sharesOf(batch);
  if (!shares) return true;
  const found = async (condition: string, params: Params) =>
    (await reader.query(`SELECT 1 FROM market.bars WHERE ${condition} LIMIT 1`, params)).length > 0;
  if (shares.length > SPANS_PER_QUERY) {
    // Where there is nothing in the time of all, as a rule, this one question does.
    const from = 60 * shares.reduce((least, { fromMin }) => Math.min(least, fromMin), Number.POSITIVE_INFINITY);
    const to = 60 * shares.reduce((greatest, { toMin }) => Math.max(greatest, toMin), 0);
    const times = "ts >= toDateTime({from:UInt32}, 'UTC') AND ts <= toDateTime({to:UInt32}, 'UTC')";
    const symbols = shares.map(({ symbol }) => symbol);
    if (!(await found(`symbol IN {symbols:Array(String)} AND ${times}`, { symbols, from, to }))) return false;
  }
  for (const group of inGroups(shares, SPANS_PER_QUERY)) {
    const { condition, params } = within(group);
    if (await found(condition, params)) return true;
  }
  return false;
}

function changedDays({ bars }: BarBatch, written: Uint32Array) {
  const days = new DayCollector();
  const lastOfKind = new Int32Array(bars.kinds.length).fill(-1);
  for (const i of written) {
    const kind = bars.kind[i];
    const day = Math.floor(bars.minute[i] / MINUTES_PER_DAY);
    if (lastOfKind[kind] !== day) days.add('bars', bars.symbolOf(i), day);
    lastOfKind[kind] = day;
  }
  return days.list();
}

function insertBars(writer: Writer, batch: BarBatch, kept: Uint32Array, policy: RetryPolicy) {
  return insertParts(kept.length, policy, (from, to) => {
    const blocks = [blockOf(batch, kept.subarray(from, to))];
    const dedupToken = tokenOf(blocks);
    return { dedupToken, send: () => writer.insertBlocks('market.bars', BAR_COLUMNS, blocks, { dedupToken }) };
  });
}

function blockOf({ bars, events, ingestedAtMs }: BarBatch, kept: Uint32Array): Uint8Array {
  const rows = kept.length;
  const picked = (column: Float64Array) => Float64Array.from(kept, (i) => column[i]);
  const texts = (name: string, of: (i: number) => string) => ({ name, type: 'String', values: runsOf(kept, of) });
  const rank = new BigUint64Array(rows);
  const ts = new Uint32Array(rows);
  const deleted = new Uint8Array(rows);
  for (let n = 0; n < rows; n++) {
    const i = kept[n];
    rank[n] = bars.rank[i];
    ts[n] = bars.minute[i] * 60;
    deleted[n] = bars.kinds[bars.kind[i]].deleted ? 1 : 0;
  }
  const at = BigInt(ingestedAtMs);
  return encodeBlock(rows, [
    texts('symbol', (i) => bars.symbolOf(i)),
    texts('interval', (i) => formatInterval(bars.kinds[bars.kind[i]].intervalMin)),
    { name: 'ts', type: "DateTime('UTC')", values: ts },
    ...BAR_FIGURES.map((name) => ({ name, type: 'Float64', values: picked(bars[name]) })),
    { name: 'rank', type: 'UInt64', values: rank },
    texts('source', (i) => bars.source[i]),
    { name: 'ingested_at', type: "DateTime64(3, 'UTC')", values: new BigInt64Array(rows).fill(at) },
    { name: 'is_deleted', type: 'UInt8', values: deleted },
    texts('import_id', (i) => events[bars.event[i]].importId ?? ''),
  ]);
}

function runsOf(kept: Uint32Array, of: (i: number) => string): TextRun[] {
  const runs: { text: string; rows: number }[] = [];
  let last: { text: string; rows: number } | undefined;
  for (const i of kept) {
    const text = of(i);
    if (last?.text === text) last.rows++;
    else {
      last = { text, rows: 1 };
      runs.push(last);
    }
  }
  return runs;
}

/** Rows that one answer may hold. */
const ANSWER_ROWS_MAX = 131_072;
const SPANS_PER_QUERY = 32;

interface Span extends SeriesOf {
  readonly fromMin: number;
  readonly toMin: number;
  readonly bars: number;
}

/** The ranges that cover the rows' keys, none longer than an answer may be. */
export function planSpans(rows: readonly BarRow[]): Span[] {
  const spans: Span[] = [];
  for (const list of grouped(rows, seriesName).values()) {
    const [{ symbol, intervalMin }] = list;
    const sorted = Int32Array.from(list, ({ minute }) => minute).sort();
    let from = sorted[0];
    let to = from;
    const close = () =>
      spans.push({ symbol, intervalMin, fromMin: from, toMin: to, bars: (to - from) / intervalMin + 1 });
    for (const minute of sorted) {
      if ((minute - from) / intervalMin >= ANSWER_ROWS_MAX) {
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

function within(spans: readonly Omit<Span, 'bars'>[]): { condition: string; params: Params } {
  const params: Record<string, string | number> = {};
  const conditions = spans.map(({ symbol, intervalMin, fromMin, toMin }, i) => {
    Object.assign(params, {
      [`s${i}`]: symbol,
      [`i${i}`]: formatInterval(intervalMin),
      [`a${i}`]: fromMin * 60,
      [`b${i}`]: toMin * 60,
    });
    // Seconds as numbers: as the text of a time ClickHouse does not read those of the first hours of 1970.
    const [from, to] = [`toDateTime({a${i}:UInt32}, 'UTC')`, `toDateTime({b${i}:UInt32}, 'UTC')`];
    return `(symbol = {s${i}:String} AND interval = {i${i}:String} AND ts >= ${from} AND ts <= ${to})`;
  });
  return { condition: conditions.join(' OR '), params };
}

/** What is stored of the rows' keys. */
export async function readStoredBars(
  reader: Reader,
  rows: readonly BarRow[],
  keys: readonly string[],
): Promise<StoredRows> {
  const wanted = new Set(keys);
  const stored: StoredRows = new Map();
  for (const group of groups(planSpans(rows))) {
    const { condition, params } = within(group);
    const { length, columns } = await reader.columns(
      `SELECT concat(symbol, ' ', interval) AS series, toUInt32(ts) AS seconds, open, high, low, close, volume,
         rank, is_deleted
       FROM market.bars WHERE ${condition}`,
      params,
    );
    const numbers = (name: string) => columns[name] as Float64Array;
    const series = columns['series'] as string[];
    const [open, high, low, close, volume] = BAR_FIGURES.map(numbers);
    const [seconds, deleted] = ['seconds', 'is_deleted'].map(numbers);
    const rank = columns['rank'] as BigUint64Array;
    for (let i = 0; i < length; i++) {
      const key = `${series[i]} ${seconds[i] / 60}`;
      if (!wanted.has(key)) continue;
      const row: StoredBar = {
        rank: rank[i],
        deleted: deleted[i] === 1,
        open: open[i],
        high: high[i],
        low: low[i],
        close: close[i],
        volume: volume[i],
      };
      keepLatest(stored, key, row);
    }
  }
  return stored;
}
