/** The one place where stored bars reach the kernels. */
import { getOrMake, grouped, inGroups } from '../../lib/collections.ts';
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import { type ColumnTable, readBlocks } from '../../sql/formats/arrow.ts';
import type { Reader } from '../../sql/reader.ts';
import { QUICK_PLAN } from '../../sql/session.ts';
import {
  adjust,
  allocateBars,
  type BarColumns,
  type Factors,
  lowerBound,
  PRICE_COLUMNS,
  sliceBars,
} from '../market/bars.ts';
import type { DateRange } from '../statistics/statistic.ts';

/** `[from, to)`, UTC minutes since the epoch. */
export type MinuteRange = readonly [from: number, to: number];

/**
 * Bars of a series, adjusted, of a range in parts that follow each other, read side by side.
 *
 * @param room rows that the columns have besides, behind the bars
 */
export async function loadParts(
  reader: Reader,
  series: string,
  parts: readonly MinuteRange[],
  factors: Factors | null,
  room: number,
): Promise<BarColumns> {
  const runs = await Promise.all(parts.map((part) => readRuns(reader, [series], [part])));
  const columns = merged(runs.flat(), room);
  adjust(sliceBars(columns, 0, columns.length - room), factors);
  return columns;
}

/** Bars of several series that start on UTC dates (days since the epoch) of some ranges, with one statement: as they were landed. */
export async function loadRanges(
  reader: Reader,
  series: readonly string[],
  ranges: readonly DateRange[],
): Promise<ReadonlyMap<string, BarColumns>> {
  const parts = ranges.map(({ from, to }): MinuteRange => [dayStart(from), dayStart(to + 1)]);
  const runs = grouped(await readRuns(reader, series, parts), ({ place }) => place);
  return new Map(series.map((name, i) => [name, merged(runs.get(i + 1) ?? [])]));
}

/** SQL: a bar of these series, by their primary key, of a statement that is run with `seriesParams`. */
export const OF_SERIES = '(symbol, interval) IN arrayZip({symbols:Array(String)}, {intervals:Array(String)})';

export function seriesParams(series: readonly string[]): { symbols: string[]; intervals: string[] } {
  const parts = series.map((name) => name.split(' '));
  return { symbols: parts.map(([symbol]) => symbol), intervals: parts.map(([, interval]) => interval) };
}

/** By a hash of them: `indexOf` looks through all of them for each row. */
const PLACE = `toUInt32(
  transform(concat(symbol, ' ', interval), {series:Array(String)}, arrayEnumerate({series:Array(String)}), 0)) AS place,`;

async function readRuns(reader: Reader, series: readonly string[], parts: readonly MinuteRange[]): Promise<Run[]> {
  const inside = parts.map(
    (_, i) => `ts >= toDateTime({from${i}:UInt32}, 'UTC') AND ts < toDateTime({to${i}:UInt32}, 'UTC')`,
  );
  const bounds = parts.flatMap(([from, to], i) => [
    [`from${i}`, seconds(from)],
    [`to${i}`, seconds(to)],
  ]);
  const [place, isAsked] =
    series.length === 1 ? ['', 'symbol = {symbol:String} AND interval = {interval:String}'] : [PLACE, OF_SERIES];
  const [symbol, interval] = series[0].split(' ');
  // Sorting costs the engine as much as reading; what it reads in one thread is sorted but for a few runs.
  const bytes = await reader.arrow(
    `SELECT ${place} toInt32(intDiv(toUInt32(ts), 60)) AS minute, open, high, low, close, volume
     FROM market.bars FINAL
     WHERE ${isAsked} AND (${inside.join(' OR ')})
     SETTINGS max_threads = 1, ${QUICK_PLAN}`,
    { series, ...seriesParams(series), symbol, interval, ...Object.fromEntries(bounds) },
  );
  return readBlocks(bytes).flatMap(runsOf);
}

/** An ascending run of a block's rows, `[at, end)`, of one symbol. */
interface Run {
  readonly minute: Int32Array;
  readonly block: ColumnTable;
  /** Which of the series, from 1. */
  readonly place: number;
  at: number;
  readonly end: number;
}

function runsOf(block: ColumnTable): Run[] {
  const minute = block.columns['minute'] as Int32Array;
  const places = block.columns['place'] as Uint32Array | undefined;
  const runs: Run[] = [];
  for (let at = 0, end = 1; at < block.length; at = end, end++) {
    while (end < block.length && minute[end] > minute[end - 1] && (!places || places[end] === places[at])) end++;
    runs.push({ minute, block, place: places?.[at] ?? 1, at, end });
  }
  return runs;
}

/** From the run that begins first, up to where another one continues. */
function merged(runs: Run[], room = 0): BarColumns {
  const bars = allocateBars(runs.reduce((sum, { at, end }) => sum + end - at, 0) + room);
  runs.sort((a, b) => b.minute[b.at] - a.minute[a.at]);
  for (let n = 0; runs.length > 0; ) {
    const run = runs.pop()!;
    const next = runs.at(-1);
    const to = next ? lowerBound(run.minute, next.minute[next.at], run.at, run.end) : run.end;
    bars.minute.set(run.minute.subarray(run.at, to), n);
    for (const name of PRICE_COLUMNS) {
      bars[name].set((run.block.columns[name] as Float64Array).subarray(run.at, to), n);
    }
    n += to - run.at;
    run.at = to;
    if (run.at < run.end) putBack(runs, run);
  }
  return bars;
}

function putBack(runs: Run[], run: Run): void {
  const first = run.minute[run.at];
  let place = runs.length;
  while (place > 0 && runs[place - 1].minute[runs[place - 1].at] < first) place--;
  runs.splice(place, 0, run);
}

/** Stored bars of a series that start in the range, without reading them: a bound for work on demand. */
export async function countBars(reader: Reader, series: string, fromMinute: number, toMinute: number): Promise<number> {
  const [symbol, interval] = series.split(' ');
  const [row] = await reader.query<{ n: number }>(
    `SELECT count() AS n FROM market.bars
     WHERE symbol = {symbol:String} AND interval = {interval:String}
       AND ts >= toDateTime({from:UInt32}, 'UTC') AND ts < toDateTime({to:UInt32}, 'UTC')`,
    { symbol, interval, from: seconds(fromMinute), to: seconds(toMinute) },
  );
  return row.n;
}

/** A DateTime holds 1970 to 2106. */
export function seconds(minute: number): number {
  return Math.min(4_294_967_295, Math.max(0, minute * 60));
}

export const dayStart = (day: number) => day * MINUTES_PER_DAY;
export const dayOf = (minute: number) => Math.floor(minute / MINUTES_PER_DAY);

interface Waiting<K, V> {
  readonly key: K;
  readonly resolve: (value: V) => void;
  readonly reject: (error: unknown) => void;
}

/** Loads asked for in one turn of the event loop, done together: one statement for many symbols instead of one each. */
export class Together<K, V> {
  readonly #load: (keys: readonly K[]) => Promise<readonly V[]>;
  readonly #mostAtOnce: (key: K) => number;
  readonly #waiting = new Map<string, Waiting<K, V>[]>();

  /**
   * @param load one value a key, in their order; the keys are of one group
   * @param mostAtOnce keys that one load is given at most, of a group with this one
   */
  constructor(load: (keys: readonly K[]) => Promise<readonly V[]>, mostAtOnce: (key: K) => number) {
    this.#load = load;
    this.#mostAtOnce = mostAtOnce;
  }

  /** @param group only keys of one group are loaded together */
  get(group: string, key: K): Promise<V> {
    return new Promise((resolve, reject) => {
      const waiting = getOrMake(this.#waiting, group, () => {
        setImmediate(() => this.#flush(group));
        return [];
      });
      waiting.push({ key, resolve, reject });
    });
  }

  #flush(group: string): void {
    const waiting = this.#waiting.get(group)!;
    this.#waiting.delete(group);
    for (const some of inGroups(waiting, this.#mostAtOnce(waiting[0].key))) {
      this.#load(some.map(({ key }) => key)).then(
        (values) => {
          for (const [i, { resolve }] of some.entries()) resolve(values[i]);
        },
        (error) => {
          for (const { reject } of some) reject(error);
        },
      );
    }
  }
}
