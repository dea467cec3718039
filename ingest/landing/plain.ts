/**
 * Plain bars landed as columns. It takes a batch only where every bar is surely good, new and alone at its time, and
 * does then what landing does with them one by one; of any other batch it does nothing, so that every refusal, duplicate
 * and replaced row is a matter of the one way that judges rows. A property test holds the two to the same store.
 */
import type { Clock } from '../../lib/clock.ts';
import { inGroups } from '../../lib/collections.ts';
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import type { AssetClass } from '../../lib/symbol.ts';
import type { Store } from '../../sql/connect.ts';
import { classify } from '../../sql/errors.ts';
import { type BlockColumn, encodeBlock } from '../../sql/native-write.ts';
import type { Reader } from '../../sql/reader.ts';
import type { Params } from '../../sql/text.ts';
import type { BarRow, Bounds } from '../contract/index.ts';
import type { PlainBars } from '../contract/plain-bars.ts';
import type { Registry } from '../registry.ts';
import { digest } from './dead-letters.ts';
import type { ChangedDays, LogEvent } from './events.ts';
import { type RetryPolicy, retryTransient, tokenOf } from './insert.ts';
import { writeLedger } from './ledger.ts';
import { liveWithinMs, noteLive } from './live.ts';
import { noteBar } from './newest.ts';
import { SPANS_PER_QUERY, within } from './stored.ts';
import { columnsOf } from './tables.ts';
import type { EventVersions } from './versions.ts';

/** Bars and their places in the log of pushed events. */
export interface PlainBatch {
  readonly bars: readonly PlainBars[];
  readonly count: number;
  readonly firstOffset: number;
  readonly timestampMs: number;
  readonly importId?: string;
}

export interface PlainTarget {
  readonly store: Store;
  readonly registry: Registry;
  readonly versions: EventVersions;
  readonly policy: RetryPolicy;
  readonly bounds: Bounds;
  readonly clock: Clock;
}

const MINUTE_MS = 60_000;
const PLACE = { topic: 'bars', partition: 0 } as const;

/** A symbol's share of a batch. */
interface Share {
  readonly symbol: string;
  readonly intervalMin: number;
  fromMin: number;
  toMin: number;
  /** 1: each bar is later than the one before it, -1: earlier; 0: there is one so far. */
  direction: number;
  lastMin: number;
  readonly days: Set<number>;
}

/** The days that changed; `null` where some bar is not plainly good and new: nothing was done then. */
export async function landPlainBars(batch: PlainBatch, target: PlainTarget): Promise<ChangedDays[] | null> {
  const { store, registry, policy, clock } = target;
  const shares = sharesOf(batch, registry, batch.timestampMs + target.bounds.maxClockSkewMs);
  if (!shares || (await retryTransient(() => anyStored(store.reader, shares), policy))) return null;
  const ends = [batch.firstOffset, batch.firstOffset + batch.count - 1].map(
    (offset): LogEvent => ({ ...PLACE, offset, timestampMs: batch.timestampMs, key: null, value: null }),
  );
  const { versions, high } = await target.versions.of(ends, policy);
  if (versions[0] !== versions[1]) return null;
  await retryTransient(() => registry.persist(), policy);
  const ingestedAtMs = clock.nowMs();
  const blocks = blocksOf(batch, versions[0], ingestedAtMs);
  const dedupToken = tokenOf(blocks);
  try {
    const columns = columnsOf('bars');
    await retryTransient(() => store.writer.insertBlocks('market.bars', columns, blocks, { dedupToken }), policy);
  } catch (error) {
    // Which of them it is shows when they are sent one by one.
    if (classify(error) === 'poison') return null;
    throw error;
  }
  const [{ offset: firstOffset }, { offset: lastOffset }] = ends;
  const entry = { ...PLACE, firstOffset, lastOffset, events: batch.count, deadLetters: 0, high: high(PLACE) };
  await retryTransient(() => writeLedger(store.writer, [entry], digest(dedupToken), clock.nowMs()), policy);
  for (const share of shares) noteShare(share, registry.get(share.symbol)!.assetClass, batch, ingestedAtMs);
  return shares.map(({ symbol, days }) => ({ kind: 'bars', symbol, days: [...days].sort((a, b) => a - b) }));
}

function noteShare(of: Share, assetClass: AssetClass, { importId }: PlainBatch, arrivedMs: number): void {
  const { symbol, intervalMin, fromMin, toMin } = of;
  const lastMs = toMin * MINUTE_MS;
  noteBar(assetClass, intervalMin, lastMs);
  if (importId) return;
  // Of those before the last only the latest can be live.
  const firstMs = Math.max(fromMin * MINUTE_MS, arrivedMs - liveWithinMs(intervalMin));
  const bars = Math.max(1, Math.floor((lastMs - firstMs) / (intervalMin * MINUTE_MS)));
  noteLive({ symbol, assetClass, intervalMin, firstMs, lastMs, bars, arrivedMs });
}

/** Judges heads in the order of their first bars, as their bars would be; `null` where any bar is not plain after all. */
function sharesOf({ bars, importId }: PlainBatch, registry: Registry, latestMs: number): Share[] | null {
  // Before anything is judged: a symbol is registered by a bar that lands, not by one that is refused.
  if (bars.some(({ ts }) => ts.some((ms) => ms > latestMs))) return null;
  const shares = new Map<string, Share>();
  for (const block of bars) {
    const ofHead = block.heads.map((_, number) => shareOf(block, number, registry, shares, importId));
    for (let i = 0; i < block.length; i++) {
      const share = ofHead[block.head[i]];
      if (!share) return null;
      const minute = block.ts[i] / MINUTE_MS;
      if (minute % share.intervalMin !== 0) return null;
      const direction = Math.sign(minute - share.lastMin);
      // At one time at most one: of several the last would win.
      if (direction === 0 || direction === -share.direction) return null;
      if (!Number.isNaN(direction)) share.direction = direction;
      share.lastMin = minute;
      if (minute < share.fromMin) share.fromMin = minute;
      if (minute > share.toMin) share.toMin = minute;
      share.days.add(Math.floor(minute / MINUTES_PER_DAY));
    }
  }
  return [...shares.values()];
}

function shareOf(
  { heads, head, ts, open, high, low, close, volume, source }: PlainBars,
  number: number,
  registry: Registry,
  shares: Map<string, Share>,
  importId: string | undefined,
): Share | null {
  const { symbol, assetClass, intervalMin } = heads[number];
  const i = head.indexOf(number);
  const row: BarRow = {
    ...{ table: 'bars', symbol, assetClass, intervalMin, minute: ts[i] / MINUTE_MS },
    ...{ open: open[i], high: high[i], low: low[i], close: close[i], volume: volume[i] },
    ...{ partition: 0, offset: 0, timestampMs: 0, source, version: 0, revised: false, deleted: false, importId },
  };
  const judged = registry.judge(row);
  if (!judged.ok || judged.row !== row) return null;
  const registered = registry.get(symbol)!.intervalMin;
  if (intervalMin !== null && intervalMin !== registered) return null;
  const known = shares.get(symbol);
  if (known) return known;
  const share: Share = {
    ...{ symbol, intervalMin: registered, direction: 0, lastMin: Number.NaN, days: new Set<number>() },
    ...{ fromMin: Number.POSITIVE_INFINITY, toMin: Number.NEGATIVE_INFINITY },
  };
  shares.set(symbol, share);
  return share;
}

/** Whether any version of a bar, also of a deleted one, is stored within the times of its symbol's share. */
async function anyStored(reader: Reader, shares: readonly Share[]): Promise<boolean> {
  const found = async (condition: string, params: Params) =>
    (await reader.query(`SELECT 1 FROM market.bars WHERE ${condition} LIMIT 1`, params)).length > 0;
  if (shares.length > SPANS_PER_QUERY) {
    // Where there is nothing in the time of all, as a rule, this one question does.
    const from = 60 * shares.reduce((least, share) => Math.min(least, share.fromMin), Number.POSITIVE_INFINITY);
    const to = 60 * shares.reduce((greatest, share) => Math.max(greatest, share.toMin), 0);
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

function blocksOf({ bars, firstOffset, importId = '' }: PlainBatch, version: number, ingestedAtMs: number) {
  let next = firstOffset;
  return bars.map((block) => {
    const { length: rows, heads, head, ts, source } = block;
    const [first, at] = [next, BigInt(ingestedAtMs)];
    next += rows;
    const text = (name: string, value: string) => ({ name, type: 'String', values: [{ text: value, rows }] });
    const symbol: BlockColumn =
      heads.length === 1
        ? text('symbol', heads[0].symbol)
        : { name: 'symbol', type: 'String', values: Array.from(head, (number) => heads[number].symbol) };
    const offsets = new BigUint64Array(rows);
    for (let i = 0; i < rows; i++) offsets[i] = BigInt(first + i);
    return encodeBlock(rows, [
      symbol,
      { name: 'ts', type: "DateTime('UTC')", values: Uint32Array.from(ts, (ms) => ms / 1000) },
      ...(['open', 'high', 'low', 'close', 'volume'] as const).map((name) => ({
        ...{ name, type: 'Float64', values: block[name] },
      })),
      { name: 'version', type: 'UInt64', values: new BigUint64Array(rows).fill(BigInt(version)) },
      text('source', source),
      text('topic', PLACE.topic),
      { name: 'partition', type: 'UInt16', values: new Uint16Array(rows) },
      { name: 'offset', type: 'UInt64', values: offsets },
      { name: 'ingested_at', type: "DateTime64(3, 'UTC')", values: new BigInt64Array(rows).fill(at) },
      { name: 'is_deleted', type: 'UInt8', values: new Uint8Array(rows) },
      text('import_id', importId),
    ]);
  });
}
