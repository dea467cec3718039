/** The bars of one symbol in one file, as they come: what they hold, and what speaks against them. */
import { quoted } from '../fields.ts';
import {
  type Bar,
  type Finding,
  finding,
  fixedPointScale,
  median,
  scaleHint,
  shownFactor,
  shownPrice,
} from './findings.ts';
import { SessionShape } from './sessions.ts';
import { VolumeShape } from './volumes.ts';

/** No share or coin costs more, and no price is given that is lower. */
const PRICES = { equity: { lowest: 5e-4, highest: 1e7 }, crypto: { lowest: 1e-12, highest: 1e11 } };
/** From one bar to the next: larger than any split. After a long pause much may have happened. */
const JUMP = 50;
const JUMP_AFTER_PAUSE = 1_000;
const PAUSE_MS = 30 * 86_400_000;
/** A name may be another company's by then; a scale of prices still shows. */
const JUMP_AFTER_YEARS = 100_000;
const YEARS_MS = 365 * 86_400_000;
const RECENT_CLOSES = 5;
const REPEATED = { share: 0.05, rows: 10 };
/** Bars that are remembered by their time. */
const REMEMBERED = 100_000;
/** Shares of this price have cents: whole numbers from here on, in so many rows, count fractions of a dollar. */
const WHOLE = { from: 10_000, rows: 20 };
const MINUTE_MS = 60_000;
const DAY_MIN = 1_440;

/** A factor of at least one, whichever is the larger. */
export const factorOf = (a: number, b: number) => (a > b ? a / b : b / a);

export function jumpLimit(pauseMs: number): number {
  const pause = Math.abs(pauseMs);
  return pause > YEARS_MS ? JUMP_AFTER_YEARS : pause > PAUSE_MS ? JUMP_AFTER_PAUSE : JUMP;
}

const isPrice = (value: number) => value > 0 && value < Number.POSITIVE_INFINITY;

export interface SeriesOptions {
  readonly symbol: string;
  readonly assetClass: string;
  readonly intervalMin: number;
  /** What the prices were multiplied by. */
  readonly priceScale?: number;
  /** Columns that are not used and may hold symbols. */
  readonly symbolColumns?: readonly string[];
}

export class Series {
  readonly #options: SeriesOptions;
  readonly #sessions: SessionShape | null;
  readonly #volumes: VolumeShape;
  /** Closes by time. */
  readonly #closes = new Map<number, number>();
  /** Bars with another close than the first of their time. */
  #otherCloses = 0;
  readonly #found: Finding[] = [];
  #previous: Bar | undefined;
  readonly #recent: number[] = [];
  /** A jump that the next bar has to confirm. */
  #pending: { level: number; row: number; limit: number } | null = null;
  #allWhole: boolean;
  rows = 0;
  firstMs = Number.POSITIVE_INFINITY;
  lastMs = Number.NEGATIVE_INFINITY;
  low = Number.POSITIVE_INFINITY;
  high = Number.NEGATIVE_INFINITY;

  constructor(options: SeriesOptions) {
    this.#options = options;
    const { assetClass, intervalMin } = options;
    const isStock = assetClass === 'equity' || assetClass === 'etf';
    this.#volumes = new VolumeShape(isStock, intervalMin);
    this.#sessions = isStock ? new SessionShape(intervalMin) : null;
    this.#allWhole = isStock;
  }

  get symbol(): string {
    return this.#options.symbol;
  }

  get intervalMin(): number {
    return this.#options.intervalMin;
  }

  /** `replaces`: it takes the place of a bar of its time, as one with a revision, or of another interval, may not. */
  take(bar: Bar, replaces = true): void {
    const { ts, open, close, high, low } = bar;
    // What is no price or no time is a dead letter.
    if (!Number.isFinite(ts) || !isPrice(open) || !isPrice(high) || !isPrice(low) || !isPrice(close)) return;
    this.rows++;
    if (replaces) this.#countRepeat(ts, close);
    this.firstMs = Math.min(this.firstMs, ts);
    this.lastMs = Math.max(this.lastMs, ts);
    this.low = Math.min(this.low, low);
    this.high = Math.max(this.high, high);
    this.#allWhole &&= low >= WHOLE.from && [open, high, low, close].every(Number.isInteger);
    this.#checkPrice(bar);
    this.#volumes.take(bar);
    const minute = ts / MINUTE_MS;
    this.#sessions?.take(this.intervalMin >= DAY_MIN ? minute + DAY_MIN / 2 : minute, bar.volume);
    this.#previous = bar;
  }

  /** Looks up only bars that are not later than all before them: looking up each would cost more than all other checks. */
  #countRepeat(ts: number, close: number): void {
    const first = ts > this.lastMs ? undefined : this.#closes.get(ts);
    if (first === undefined) {
      if (this.#closes.size < REMEMBERED) this.#closes.set(ts, close);
    } else if (first !== close) this.#otherCloses++;
  }

  #once(found: Finding): void {
    if (!this.#found.some(({ check }) => check === found.check)) this.#found.push(found);
  }

  #checkPrice(bar: Bar): void {
    const { symbol, assetClass, priceScale = 1 } = this.#options;
    const { lowest, highest } = assetClass === 'crypto' ? PRICES.crypto : PRICES.equity;
    const { row, high, open } = bar;
    if (high > highest || high < lowest) {
      const bound = high > highest ? `above ${shownPrice(highest)}` : `below ${shownPrice(lowest)}`;
      const hint = high > highest ? scaleHint(fixedPointScale(open), priceScale) : tooLowHint(priceScale);
      const what = `row ${row}: open ${shownPrice(open)} is ${bound}, which no ${assetClass} costs`;
      this.#once(finding('price', symbol, row, `${what}: ${hint}`));
    }
    this.#checkJump(bar);
  }

  /** A level that stays: single bars of a wrong price are found in real files, too. */
  #checkJump(bar: Bar): void {
    const { row, open, close } = bar;
    const limit = this.#pending?.limit ?? jumpLimit(this.#previous ? bar.ts - this.#previous.ts : 0);
    // What is far from the median of some is far from one of them.
    const mayJump = this.#pending !== null || this.#recent.some((one) => factorOf(open, one) >= limit);
    const before = this.#pending ?? {
      level: mayJump ? median(this.#recent) : Number.NaN,
      row: this.#previous?.row ?? 0,
    };
    const jumps = mayJump && factorOf(open, before.level) >= limit && factorOf(close, before.level) >= limit;
    if (jumps && this.#pending) {
      const what = `row ${row}: open ${shownPrice(open)} is ${shownFactor(open / before.level)} times the closes before row ${before.row} (${shownPrice(before.level)})`;
      const hint =
        'two scales of prices, or two symbols: split the file before that row, and import one part with its own --price-scale or --symbol';
      this.#once(finding('jump', this.#options.symbol, row, `${what}: ${hint}`));
    }
    this.#pending = jumps ? { level: before.level, row: this.#pending ? before.row : row, limit } : null;
    // Behind a pause a level of its own begins: bars after it are not compared with those before.
    if (!jumps && limit > JUMP) this.#recent.length = 0;
    this.#recent.push(close);
    if (this.#recent.length > RECENT_CLOSES) this.#recent.shift();
  }

  findings(): Finding[] {
    const { symbol, symbolColumns, priceScale = 1 } = this.#options;
    const found = [...this.#found];
    if (this.#otherCloses >= REPEATED.rows && this.#otherCloses > REPEATED.share * this.rows) {
      const what = `${this.#otherCloses} of ${this.rows} bars have the time of another bar and other prices`;
      const [column] = symbolColumns ?? [];
      const hint =
        column === undefined
          ? 'a file of several symbols needs a column for them; split it, and give each part its --symbol'
          : `if the file holds several symbols, give --map symbol=${quoted(column)} and no --symbol`;
      found.push(finding('repeated', symbol, null, `${what}: ${hint}`));
    }
    if (this.#allWhole && this.rows >= WHOLE.rows && found.every(({ check }) => check !== 'price')) {
      const factor = [1e4, 1e6].find((one) => this.low / one < WHOLE.from) ?? 1e6;
      const what = `all prices are whole numbers, from ${shownPrice(this.low)} on`;
      const hint = `${scaleHint(factor, priceScale)} (then from ${shownPrice(this.low / factor)} on)`;
      found.push(finding('price', symbol, null, `${what}: ${hint}`));
    }
    const shape = this.#sessions?.finding(symbol);
    if (shape) found.push(shape);
    found.push(...this.#volumes.findings(symbol));
    return found;
  }
}

const tooLowHint = (priceScale: number) =>
  priceScale === 1
    ? 'if they are counted in larger units, multiply them with --price-scale, such as 1e9'
    : 'leave --price-scale away, or give another';
