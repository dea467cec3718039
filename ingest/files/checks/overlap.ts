/** The bars of a file beside those that are stored of the same times: do they agree, and if not, how do they differ? */
import { GRID, gridsOf } from '../../../exchange/grid.ts';
import { formatInterval } from '../../../exchange/symbol.ts';
import type { Reader } from '../../../sql/reader.ts';
import type { BarTable } from '../../contract/events.ts';
import { readGrids } from '../../landing/registry/stored-bars.ts';
import { type Bar, type Finding, finding, median, scaleHint, shownFactor, shownPrice, shownRatio } from './findings.ts';
import { factorOf, jumpLimit } from './series.ts';

const MINUTE_MS = 60_000;
const HOUR_MIN = 60;
const DAY_MIN = 1_440;
/** Prices that were rounded to cents are the same. */
const SAME = 3e-5;
const REMEMBERED = 65_536;
const STORED_ROWS_MAX = 300_000;
const PAIRS_MIN = 20;
/** Relative difference of the closes in the median: with many pairs, with few. */
const DIFFERENCE = { many: 0.01, few: 0.2, fewPairs: 5 };
/** Shifted bars agree with those beside them, and not with their own. */
const SHIFTED = { agree: 0.8, own: 0.3, closes: 10 };

const WRONG_ZONE = 'if the zone is wrong, give another (New York: --tz America/New_York)';

interface Pairs {
  count: number;
  same: number;
  closes: Set<number>;
}

export interface OverlapOptions {
  readonly reader: Reader;
  readonly symbol: string;
  readonly intervalMin: number;
  /** What the prices of the file were multiplied by. */
  readonly priceScale?: number;
  readonly table: BarTable;
}

export class Overlap {
  readonly #reader: Reader;
  readonly #table: BarTable;
  readonly #symbol: string;
  readonly #intervalMin: number;
  readonly #priceScale: number | undefined;
  readonly #lags: Map<number, Pairs>;
  readonly #differences: number[] = [];
  readonly #ratios: number[] = [];
  #range: { first: number; last: number } | null | undefined;
  /** Grids of the stored bars, and of the file's; see exchange/grid.ts. */
  #storedGrids: number = GRID.all;
  #grids: number = GRID.all;
  #rows = 0;
  #differing = 0;
  #max = 0;
  #jump: Finding | null = null;

  constructor({ reader, symbol, intervalMin, priceScale, table }: OverlapOptions) {
    this.#reader = reader;
    this.#table = table;
    this.#symbol = symbol;
    this.#intervalMin = intervalMin;
    this.#priceScale = priceScale;
    const hours = Array.from({ length: 12 }, (_, i) => [(i + 1) * HOUR_MIN, -(i + 1) * HOUR_MIN]).flat();
    const lags = intervalMin >= DAY_MIN ? [] : hours;
    this.#lags = new Map(
      [...new Set([intervalMin, -intervalMin, ...lags])].map((lag) => [lag, { count: 0, same: 0, closes: new Set() }]),
    );
  }

  async compare(bars: readonly Bar[]): Promise<void> {
    if (bars.length === 0) return;
    if (this.#range === undefined) {
      this.#range = await this.#storedRange();
      if (this.#range) this.#jump = await this.#jumpFromStored(bars[0]);
      const grids = await readGrids(this.#reader, [this.#symbol], this.#intervalMin);
      this.#storedGrids = grids.get(this.#symbol) ?? GRID.all;
    }
    if (!this.#range) return;
    // What starts no bar is a dead letter by itself.
    if (this.#storedGrids !== GRID.all)
      for (const { ts } of bars) this.#grids &= gridsOf(this.#intervalMin, ts / MINUTE_MS) || GRID.all;
    const margin = this.#intervalMin >= DAY_MIN ? 4 * DAY_MIN * MINUTE_MS : 12 * HOUR_MIN * MINUTE_MS;
    const times = bars.map(({ ts }) => ts);
    const from = Math.max(0, times.reduce((a, b) => Math.min(a, b)) - margin) / 1000;
    const to = (times.reduce((a, b) => Math.max(a, b)) + margin) / 1000;
    if (to < this.#range.first || from > this.#range.last) return;
    const stored = await this.#stored(from, to);
    for (const bar of bars) this.#pair(bar, stored);
  }

  async #storedRange(): Promise<{ first: number; last: number } | null> {
    const [row] = await this.#reader.query<{ n: number; first: number; last: number }>(
      `SELECT count() AS n, toUInt32(min(ts)) AS first, toUInt32(max(ts)) AS last
       FROM market.${this.#table} WHERE symbol = {symbol:String} AND is_deleted = 0`,
      { symbol: this.#symbol },
    );
    return row.n === 0 ? null : row;
  }

  async #stored(from: number, to: number): Promise<Map<number, Float64Array>> {
    const { length, columns } = await this.#reader.native(
      `SELECT toUInt32(ts) AS seconds, open, high, low, close FROM market.${this.#table} FINAL
       WHERE symbol = {symbol:String} AND ts >= toDateTime({from:UInt32}, 'UTC') AND ts <= toDateTime({to:UInt32}, 'UTC')
       ORDER BY ts LIMIT {limit:UInt32}`,
      { symbol: this.#symbol, from: Math.floor(from), to: Math.ceil(to), limit: STORED_ROWS_MAX },
    );
    const [seconds, ...prices] = ['seconds', 'open', 'high', 'low', 'close'].map(
      (name) => columns[name] as Float64Array,
    );
    const stored = new Map<number, Float64Array>();
    for (let i = 0; i < length; i++)
      stored.set(
        seconds[i] / 60,
        Float64Array.from(prices, (column) => column[i]),
      );
    return stored;
  }

  #pair(bar: Bar, stored: ReadonlyMap<number, Float64Array>): void {
    const minute = bar.ts / MINUTE_MS;
    const own = stored.get(minute);
    if (own) {
      const [open, high, low, close] = own;
      const difference = Math.abs(bar.close / close - 1);
      this.#rows++;
      if (bar.open !== open || bar.high !== high || bar.low !== low || bar.close !== close) this.#differing++;
      this.#max = Math.max(this.#max, difference);
      if (this.#differences.length < REMEMBERED) {
        this.#differences.push(difference);
        this.#ratios.push(bar.close / close);
      }
    }
    for (const [lag, pairs] of this.#lags) {
      const other = stored.get(minute - lag);
      if (!other) continue;
      pairs.count++;
      if (Math.abs(bar.close / other[3] - 1) > SAME) continue;
      pairs.same++;
      if (pairs.closes.size < SHIFTED.closes) pairs.closes.add(bar.close);
    }
  }

  /** The stored bar next to the file's first: no split is so large. */
  async #jumpFromStored(bar: Bar): Promise<Finding | null> {
    const near = async (condition: string, order: string) => {
      const [row] = await this.#reader.query<{ seconds: number; close: number }>(
        `SELECT toUInt32(ts) AS seconds, close FROM market.${this.#table}
         WHERE symbol = {symbol:String} AND is_deleted = 0 AND ts ${condition} toDateTime({at:UInt32}, 'UTC')
         ORDER BY ts ${order} LIMIT 1`,
        { symbol: this.#symbol, at: Math.floor(bar.ts / 1000) },
      );
      return row;
    };
    const stored = (await near('<=', 'DESC')) ?? (await near('>', 'ASC'));
    if (!stored || factorOf(bar.open, stored.close) < jumpLimit(bar.ts - stored.seconds * 1000)) return null;
    return this.#scaleFinding(bar.row, bar.open, stored.close);
  }

  #scaleFinding(row: number, price: number, close: number): Finding {
    const factor = price / close;
    const what = `row ${row}: open ${shownPrice(price)} is ${shownRatio(factor)} the stored close ${shownPrice(close)}`;
    return finding('price', this.#symbol, row, `${what}: ${scaleHint(factor, this.#priceScale)}`);
  }

  finding(): Finding | null {
    return this.#gridFinding() ?? this.#jump ?? this.#shiftFinding() ?? this.#differenceFinding();
  }

  #gridFinding(): Finding | null {
    if ((this.#grids & this.#storedGrids) !== 0) return null;
    const of = (grids: number) =>
      (grids & GRID.open) !== 0
        ? 'from 09:30 New York'
        : (grids & GRID.utc) !== 0
          ? 'from 00:00 UTC'
          : 'from 00:00 New York';
    const what = `bars of ${formatInterval(this.#intervalMin)} that start on multiples counted ${of(this.#grids)}, the stored ones of ${this.#symbol} on multiples ${of(this.#storedGrids)}`;
    const cure = `import them under another name (--symbol), or run \`symbols drop --symbol ${this.#symbol}\` first`;
    return { ...finding('grid', this.#symbol, null, `${what}: ${cure}`), canForce: false };
  }

  #shiftFinding(): Finding | null {
    const own = this.#differences.filter((difference) => difference <= SAME).length;
    if (this.#differences.length >= PAIRS_MIN && own > SHIFTED.own * this.#differences.length) return null;
    for (const [lag, { count, same, closes }] of this.#lags) {
      if (count < PAIRS_MIN || count < this.#rows / 2 || same < SHIFTED.agree * count) continue;
      if (closes.size < SHIFTED.closes) continue;
      const isBar = Math.abs(lag) === this.#intervalMin;
      const by = isBar ? 'one bar' : `${Math.abs(lag) / HOUR_MIN} h`;
      const stamp =
        lag > 0
          ? 'if they are stamped by their end, give --stamp end'
          : 'if they are stamped by their start, give --stamp start';
      const stampOrZone = this.#intervalMin < HOUR_MIN ? stamp : `${stamp}; ${WRONG_ZONE}`;
      const why = isBar ? stampOrZone : WRONG_ZONE;
      const what = `${same} of ${count} bars are those that are stored ${by} ${lag > 0 ? 'before' : 'after'}`;
      return finding('overlap', this.#symbol, null, `${what}: ${why}`);
    }
    return null;
  }

  #differenceFinding(): Finding | null {
    const pairs = this.#differences.length;
    const typical = median(this.#differences);
    const isMuch =
      (pairs >= PAIRS_MIN && typical > DIFFERENCE.many) || (pairs >= DIFFERENCE.fewPairs && typical > DIFFERENCE.few);
    if (!isMuch) return null;
    const ratio = median(this.#ratios);
    const isConstant = median(this.#ratios.map((one) => Math.abs(one / ratio - 1))) < 1e-3;
    const what = `the closes of ${pairs} bars differ from the stored ones by ${(typical * 100).toPrecision(3)} % in the median`;
    const hint = isConstant
      ? `they are ${shownFactor(ratio)} times the stored: ${scaleHint(ratio, this.#priceScale)}`
      : `if it is another symbol, name it with --symbol; ${WRONG_ZONE}`;
    return finding('overlap', this.#symbol, null, `${what}; ${hint}`);
  }

  /** `null` where nothing is stored of the symbol. */
  report() {
    if (!this.#range) return null;
    const typical = median(this.#differences);
    return {
      /** Bars of the file whose time is stored. */
      rows: this.#rows,
      differing: this.#differing,
      /** Relative differences of the closes. */
      median_difference: Number.isNaN(typical) ? 0 : typical,
      max_difference: this.#max,
    };
  }
}
