/** Bars of a file beside the stored ones of the same series: other prices, the bars of another time, or another grid. */

import { GRID, gridsOf } from '../../../exchange/grid.ts';
import { formatInterval } from '../../../exchange/symbol.ts';
import { MS_PER_MINUTE } from '../../../lib/days.ts';
import type { Reader } from '../../../sql/reader.ts';
import { readGrids } from '../../landing/registry/stored-bars.ts';
import {
  type Bars,
  type BarsOf,
  type Finding,
  factorOf,
  finding,
  jumpLimit,
  median,
  scaleHint,
  shownFactor,
  shownPrice,
} from './findings.ts';

const HOUR_MIN = 60;
const DAY_MIN = 1_440;
/** Prices rounded to cents are the same. */
const SAME = 3e-5;
const REMEMBERED = 65_536;
/** Rows whose stored neighbours are read at once. */
const SLICE_ROWS = 16_384;
const STORED_ROWS_MAX = 300_000;
const PAIRS_MIN = 20;
/** Median relative difference of the closes: with many pairs, with few. */
const DIFFERENCE = { many: 0.01, few: 0.2, fewPairs: 5 };
/** Shares of shifted bars that agree with those beside them, and with their own. */
const SHIFTED = { agree: 0.8, own: 0.3, closes: 10 };
const WRONG_ZONE = 'if the zone is wrong, give another (New York: --tz America/New_York)';

const OF_SERIES = 'symbol = {symbol:String} AND interval = {interval:String}';

interface Pairs {
  count: number;
  same: number;
  readonly closes: Set<number>;
}

export class Overlap {
  readonly #reader: Reader;
  readonly #of: BarsOf;
  readonly #series: { symbol: string; interval: string };
  /** Agreement with the stored bars so many minutes before. */
  readonly #lags: Map<number, Pairs>;
  readonly #ratios: number[] = [];
  #range: { first: number; last: number } | null | undefined;
  #storedGrids: number = GRID.all;
  #grids: number = GRID.all;
  #rows = 0;
  #differing = 0;
  #max = 0;
  #jump: Finding | null = null;

  constructor(reader: Reader, of: BarsOf) {
    [this.#reader, this.#of] = [reader, of];
    const { intervalMin } = of;
    this.#series = { symbol: of.symbol, interval: formatInterval(intervalMin) };
    const hours = intervalMin >= DAY_MIN ? [] : Array.from({ length: 12 }, (_, i) => (i + 1) * HOUR_MIN);
    const lags = new Set([intervalMin, ...hours].flatMap((lag) => [lag, -lag]));
    this.#lags = new Map([...lags].map((lag) => [lag, { count: 0, same: 0, closes: new Set() }]));
  }

  async compare(bars: Bars): Promise<void> {
    const { symbol, intervalMin } = this.#of;
    if (bars.ts.length === 0) return;
    if (this.#range === undefined) {
      this.#range = await this.#storedRange();
      if (this.#range) this.#jump = await this.#jumpFromStored(bars);
      this.#storedGrids = (await readGrids(this.#reader, [symbol], intervalMin)).get(symbol) ?? GRID.all;
    }
    if (!this.#range) return;
    // A time that starts no bar is a dead letter by itself.
    if (this.#storedGrids !== GRID.all)
      for (const ts of bars.ts) this.#grids &= gridsOf(intervalMin, ts / MS_PER_MINUTE) || GRID.all;
    for (let from = 0; from < bars.ts.length; from += SLICE_ROWS) await this.#compareSlice(bars, from);
  }

  async #compareSlice(bars: Bars, at: number): Promise<void> {
    const { intervalMin } = this.#of;
    const end = Math.min(at + SLICE_ROWS, bars.ts.length);
    const times = bars.ts.slice(at, end);
    const marginMs = (intervalMin >= DAY_MIN ? 4 * DAY_MIN : 12 * HOUR_MIN) * MS_PER_MINUTE;
    const from = Math.max(0, times.reduce((a, b) => Math.min(a, b)) - marginMs) / 1000;
    const to = (times.reduce((a, b) => Math.max(a, b)) + marginMs) / 1000;
    if (to < this.#range!.first || from > this.#range!.last) return;
    const stored = await this.#stored(from, to);
    for (let i = at; i < end; i++) this.#pair(bars, i, stored);
  }

  async #storedRange(): Promise<{ first: number; last: number } | null> {
    const [row] = await this.#reader.query<{ n: number; first: number; last: number }>(
      `SELECT count() AS n, toUInt32(min(ts)) AS first, toUInt32(max(ts)) AS last
       FROM market.bars WHERE ${OF_SERIES} AND is_deleted = 0`,
      this.#series,
    );
    return row.n === 0 ? null : row;
  }

  /** Returns open, high, low and close by UTC minute. */
  async #stored(from: number, to: number): Promise<Map<number, readonly number[]>> {
    const { length, columns } = await this.#reader.columns(
      `SELECT toUInt32(ts) AS seconds, open, high, low, close FROM market.bars FINAL
       WHERE ${OF_SERIES} AND ts >= toDateTime({from:UInt32}, 'UTC') AND ts <= toDateTime({to:UInt32}, 'UTC')
       ORDER BY ts LIMIT {limit:UInt32}`,
      { ...this.#series, from: Math.floor(from), to: Math.ceil(to), limit: STORED_ROWS_MAX },
    );
    const prices = ['open', 'high', 'low', 'close'].map((name) => columns[name] as Float64Array);
    const seconds = columns['seconds'] as Float64Array;
    return new Map(Array.from({ length }, (_, i) => [seconds[i] / 60, prices.map((column) => column[i])] as const));
  }

  #pair({ ts, open, high, low, close }: Bars, i: number, stored: ReadonlyMap<number, readonly number[]>): void {
    const minute = ts[i] / MS_PER_MINUTE;
    const own = stored.get(minute);
    if (own) {
      this.#rows++;
      if ([open[i], high[i], low[i], close[i]].some((price, k) => price !== own[k])) this.#differing++;
      this.#max = Math.max(this.#max, differenceOf(close[i] / own[3]));
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

  /** Compares the first bar with the stored one next to it: no split is that large. */
  async #jumpFromStored({ row: [row], ts: [ts], open: [open] }: Bars): Promise<Finding | null> {
    const { symbol, priceScale } = this.#of;
    const [stored] = await this.#reader.query<{ seconds: number; close: number }>(
      `SELECT toUInt32(ts) AS seconds, close FROM market.bars
       WHERE ${OF_SERIES} AND is_deleted = 0
       ORDER BY ts > toDateTime({at:UInt32}, 'UTC'), abs(toInt64(toUInt32(ts)) - {at:UInt32}) LIMIT 1`,
      { ...this.#series, at: Math.floor(ts / 1000) },
    );
    if (!stored || factorOf(open, stored.close) < jumpLimit(ts - stored.seconds * 1000)) return null;
    const factor = open / stored.close;
    const times = factor >= 1 ? `${shownFactor(factor)} times` : `1/${shownFactor(1 / factor)} of`;
    const what = `row ${row}: open ${shownPrice(open)} is ${times} the stored close ${shownPrice(stored.close)}`;
    return finding('price', symbol, row, `${what}: ${scaleHint(factor, priceScale)}`);
  }

  finding(): Finding | null {
    return this.#otherGrid() ?? this.#jump ?? this.#shifted() ?? this.#different();
  }

  #otherGrid(): Finding | null {
    if ((this.#grids & this.#storedGrids) !== 0) return null;
    const { symbol, intervalMin } = this.#of;
    const shown = (grids: number) =>
      grids & GRID.open ? 'from 09:30 New York' : grids & GRID.utc ? 'from 00:00 UTC' : 'from 00:00 New York';
    const what = `bars of ${formatInterval(intervalMin)} that start on multiples counted ${shown(this.#grids)}, the stored ones of ${symbol} on multiples ${shown(this.#storedGrids)}`;
    const cure = `import them under another name (--symbol), or run \`symbols drop --symbol ${symbol}\` first`;
    return { ...finding('grid', symbol, null, `${what}: ${cure}`), canForce: false };
  }

  /** Finds bars that equal the stored ones of another time: stamped otherwise, or of another zone. */
  #shifted(): Finding | null {
    const { symbol, intervalMin } = this.#of;
    const own = this.#ratios.filter((ratio) => differenceOf(ratio) <= SAME).length;
    if (this.#ratios.length >= PAIRS_MIN && own > SHIFTED.own * this.#ratios.length) return null;
    for (const [lag, { count, same, closes }] of this.#lags) {
      if (count < Math.max(PAIRS_MIN, this.#rows / 2) || same < SHIFTED.agree * count) continue;
      if (closes.size < SHIFTED.closes) continue;
      const isBar = Math.abs(lag) === intervalMin;
      const by = isBar ? 'one bar' : `${Math.abs(lag) / HOUR_MIN} h`;
      const [edge, before] = lag > 0 ? ['end', 'before'] : ['start', 'after'];
      const stamp = `if they are stamped by their ${edge}, give --stamp ${edge}`;
      const why = isBar ? [stamp, ...(intervalMin < HOUR_MIN ? [] : [WRONG_ZONE])].join('; ') : WRONG_ZONE;
      const what = `${same} of ${count} bars are those that are stored ${by} ${before}`;
      return finding('overlap', symbol, null, `${what}: ${why}`);
    }
    return null;
  }

  /** Finds another symbol, adjusted prices, or a missing split. */
  #different(): Finding | null {
    const { symbol, priceScale } = this.#of;
    const pairs = this.#ratios.length;
    const typical = median(this.#ratios.map(differenceOf));
    const isMuch =
      (pairs >= PAIRS_MIN && typical > DIFFERENCE.many) || (pairs >= DIFFERENCE.fewPairs && typical > DIFFERENCE.few);
    if (!isMuch) return null;
    const ratio = median(this.#ratios);
    const isConstant = median(this.#ratios.map((one) => differenceOf(one / ratio))) < 1e-3;
    const what = `the closes of ${pairs} bars differ from the stored ones by ${(typical * 100).toPrecision(3)} % in the median`;
    const hint = isConstant
      ? `they are ${shownFactor(ratio)} times the stored: ${scaleHint(ratio, priceScale)}`
      : `if it is another symbol, name it with --symbol; ${WRONG_ZONE}`;
    return finding('overlap', symbol, null, `${what}; ${hint}`);
  }

  /** Returns `null` if nothing is stored of the series. */
  report() {
    if (!this.#range) return null;
    return {
      /** Bars of the file whose time is stored. */
      rows: this.#rows,
      differing: this.#differing,
      /** Relative differences of the closes. */
      median_difference: this.#rows === 0 ? 0 : median(this.#ratios.map(differenceOf)),
      max_difference: this.#max,
    };
  }
}

const differenceOf = (ratio: number) => Math.abs(ratio - 1);
