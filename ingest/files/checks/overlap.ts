/** Bars of a file beside the stored ones of the same series. Finds other prices, the bars of another time, and another grid. */
import { GRID, gridsOf } from '../../../exchange/grid.ts';
import { formatInterval } from '../../../exchange/symbol.ts';
import { MINUTES_PER_DAY, MS_PER_MINUTE } from '../../../lib/days.ts';
import type { Reader } from '../../../sql/reader.ts';
import { readGrids } from '../../landing/registry/stored-bars.ts';
import {
  type Bars,
  type Finding,
  factorOf,
  finding,
  jumpLimit,
  median,
  type SeriesOf,
  scaleHint,
  shownFactor,
  shownPrice,
} from './finding.ts';

const HOUR_MIN = 60;
/** Prices rounded to cents are the same. */
const SAME = 3e-5;
const REMEMBERED = 65_536;
/** Rows whose stored neighbours are read at once. */
const SLICE_ROWS = 16_384;
const STORED_ROWS_MAX = 300_000;
const PAIRS_MIN = 20;
/** Median relative difference of the closes beyond which the prices are others. */
const DIFFERENCE = 0.01;
/** Shares of shifted bars that agree with those beside them, and with their own; distinct closes that tell. */
const SHIFTED = { agree: 0.8, own: 0.3, closes: 10 };
const WRONG_ZONE = 'if the zone is wrong, give another (New York: --tz America/New_York)';
const OF_SERIES = 'symbol = {symbol:String} AND interval = {interval:String}';

export class Overlap {
  readonly #reader: Reader;
  readonly #of: SeriesOf;
  readonly #params: { symbol: string; interval: string };
  /** Agreement with the stored bars so many minutes before. */
  readonly #lags: ReadonlyMap<number, { count: number; same: number; readonly closes: Set<number> }>;
  /** Closes divided by the stored ones. */
  readonly #ratios: number[] = [];
  /** First and last stored bar, epoch seconds; null if none is stored. */
  #range: { first: number; last: number } | null | undefined;
  #storedGrids: number = GRID.all;
  #grids: number = GRID.all;
  #rows = 0;
  #differing = 0;
  #jump: Finding | null = null;

  constructor(reader: Reader, of: SeriesOf) {
    const { symbol, intervalMin } = of;
    this.#reader = reader;
    this.#of = of;
    this.#params = { symbol, interval: formatInterval(intervalMin) };
    const hours = intervalMin >= MINUTES_PER_DAY ? [] : Array.from({ length: 12 }, (_, i) => (i + 1) * HOUR_MIN);
    const lags = [intervalMin, ...hours].flatMap((lag) => [lag, -lag]);
    this.#lags = new Map(lags.map((lag) => [lag, { count: 0, same: 0, closes: new Set() }]));
  }

  async compare(bars: Bars): Promise<void> {
    if (this.#range === undefined) await this.#begin(bars);
    if (!this.#range) return;
    for (const ts of bars.ts) this.#grids &= gridsOf(this.#of.intervalMin, ts / MS_PER_MINUTE);
    for (let at = 0; at < bars.ts.length; at += SLICE_ROWS)
      await this.#compareSlice(bars, at, Math.min(at + SLICE_ROWS, bars.ts.length));
  }

  async #begin(bars: Bars): Promise<void> {
    const [{ n, ...range }] = await this.#reader.query<{ n: number; first: number; last: number }>(
      `SELECT count() AS n, toUInt32(min(ts)) AS first, toUInt32(max(ts)) AS last
       FROM market.bars WHERE ${OF_SERIES} AND is_deleted = 0`,
      this.#params,
    );
    this.#range = n === 0 ? null : range;
    if (!this.#range) return;
    const { symbol, intervalMin } = this.#of;
    this.#jump = await this.#jumpFromStored(bars);
    this.#storedGrids = (await readGrids(this.#reader, [symbol], intervalMin)).get(symbol) ?? GRID.all;
  }

  async #compareSlice(bars: Bars, start: number, end: number): Promise<void> {
    const times = bars.ts.slice(start, end);
    const marginMs = Math.max(12 * HOUR_MIN, this.#of.intervalMin) * MS_PER_MINUTE;
    const from = Math.max(0, times.reduce((a, b) => Math.min(a, b)) - marginMs) / 1000;
    const to = (times.reduce((a, b) => Math.max(a, b)) + marginMs) / 1000;
    if (to < this.#range!.first || from > this.#range!.last) return;
    const { length, columns } = await this.#reader.columns(
      `SELECT toUInt32(ts) AS seconds, open, high, low, close FROM market.bars FINAL
       WHERE ${OF_SERIES} AND ts >= toDateTime({from:UInt32}, 'UTC') AND ts <= toDateTime({to:UInt32}, 'UTC')
       ORDER BY ts LIMIT {limit:UInt32}`,
      { ...this.#params, from, to, limit: STORED_ROWS_MAX },
    );
    const [seconds, ...prices] = ['seconds', 'open', 'high', 'low', 'close'].map(
      (name) => columns[name] as Float64Array,
    );
    const stored = new Map(Array.from({ length }, (_, i) => [seconds[i] / 60, prices.map((price) => price[i])]));
    for (let i = start; i < end; i++) this.#compareBar(bars, i, stored);
  }

  #compareBar({ ts, open, high, low, close }: Bars, i: number, stored: ReadonlyMap<number, readonly number[]>): void {
    const minute = ts[i] / MS_PER_MINUTE;
    const own = stored.get(minute);
    if (own) {
      this.#rows++;
      if ([open[i], high[i], low[i], close[i]].some((price, k) => price !== own[k])) this.#differing++;
      if (this.#ratios.length < REMEMBERED) this.#ratios.push(close[i] / own[3]);
    }
    for (const [lag, pairs] of this.#lags) {
      const other = stored.get(minute - lag);
      if (!other) continue;
      pairs.count++;
      if (differenceOf(close[i] / other[3]) > SAME) continue;
      pairs.same++;
      if (pairs.closes.size < SHIFTED.closes) pairs.closes.add(close[i]);
    }
  }

  /** Compares the first bar with the stored one next to it: no split explains the ratio of another scale. */
  async #jumpFromStored({ row: [row], ts: [ts], open: [open] }: Bars): Promise<Finding | null> {
    const { symbol, priceScale } = this.#of;
    const [stored] = await this.#reader.query<{ seconds: number; close: number }>(
      `SELECT toUInt32(ts) AS seconds, close FROM market.bars
       WHERE ${OF_SERIES} AND is_deleted = 0
       ORDER BY ts > toDateTime({at:UInt32}, 'UTC'), abs(toInt64(toUInt32(ts)) - {at:UInt32}) LIMIT 1`,
      { ...this.#params, at: Math.floor(ts / 1000) },
    );
    if (!stored || factorOf(open, stored.close) < jumpLimit(ts - stored.seconds * 1000)) return null;
    const factor = open / stored.close;
    const what = `row ${row}: open ${shownPrice(open)} is ${shownFactor(factor)} times the stored close ${shownPrice(stored.close)}`;
    return finding(symbol, row, `${what}: ${scaleHint(factor, priceScale)}`);
  }

  finding(): Finding | null {
    return this.#otherGrid() ?? this.#jump ?? this.#shifted() ?? this.#different();
  }

  /** Finds hours from 09:30 for a series of hours from 10:00: together they would double the bars. */
  #otherGrid(): Finding | null {
    if ((this.#grids & this.#storedGrids) !== 0) return null;
    const { symbol, intervalMin } = this.#of;
    const shown = (grids: number) =>
      grids & GRID.open ? 'from 09:30 New York' : grids & GRID.utc ? 'from 00:00 UTC' : 'from 00:00 New York';
    const what = `bars of ${formatInterval(intervalMin)} that start on multiples counted ${shown(this.#grids)}, the stored ones of ${symbol} on multiples ${shown(this.#storedGrids)}`;
    const cure = `import them under another name (--symbol), or run \`symbols drop --symbol ${symbol}\` first`;
    return { ...finding(symbol, null, `${what}: ${cure}`), canForce: false };
  }

  /** Finds another zone and end stamps: bars that equal the stored ones of another time. */
  #shifted(): Finding | null {
    const { symbol, intervalMin } = this.#of;
    const own = this.#ratios.filter((ratio) => differenceOf(ratio) <= SAME).length;
    if (this.#ratios.length >= PAIRS_MIN && own > SHIFTED.own * this.#ratios.length) return null;
    for (const [lag, { count, same, closes }] of this.#lags) {
      const isTelling = count >= Math.max(PAIRS_MIN, this.#rows / 2) && closes.size >= SHIFTED.closes;
      if (!isTelling || same < SHIFTED.agree * count) continue;
      const isBar = Math.abs(lag) === intervalMin;
      const [edge, before] = lag > 0 ? ['end', 'before'] : ['start', 'after'];
      const stamp = `if they are stamped by their ${edge}, give --stamp ${edge}`;
      const cures = [...(isBar ? [stamp] : []), ...(isBar && intervalMin < HOUR_MIN ? [] : [WRONG_ZONE])];
      const by = isBar ? 'one bar' : `${Math.abs(lag) / HOUR_MIN} h`;
      const what = `${same} of ${count} bars are those that are stored ${by} ${before}`;
      return finding(symbol, null, `${what}: ${cures.join('; ')}`);
    }
    return null;
  }

  /** Finds another symbol, adjusted prices, and a missing split. */
  #different(): Finding | null {
    const { symbol, priceScale } = this.#of;
    const typical = median(this.#ratios.map(differenceOf));
    if (this.#ratios.length < PAIRS_MIN || typical <= DIFFERENCE) return null;
    const ratio = median(this.#ratios);
    const isConstant = median(this.#ratios.map((one) => differenceOf(one / ratio))) < 1e-3;
    const what = `the closes of ${this.#ratios.length} bars differ from the stored ones by ${(typical * 100).toPrecision(3)} % in the median`;
    const hint = isConstant
      ? `they are ${shownFactor(ratio)} times the stored: ${scaleHint(ratio, priceScale)}`
      : `if it is another symbol, name it with --symbol; ${WRONG_ZONE}`;
    return finding(symbol, null, `${what}; ${hint}`);
  }

  /** Returns how many bars of the file have the time of a stored one; null if nothing is stored of the series. */
  report() {
    return this.#range ? { rows: this.#rows, differing: this.#differing } : null;
  }
}

const differenceOf = (ratio: number) => Math.abs(ratio - 1);
