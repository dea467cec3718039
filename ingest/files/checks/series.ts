/** The bars of one symbol in one file, as they come: what they hold, and what speaks against them. */
import { usEquities } from '../../../exchange/calendar.ts';
import { dayOfMs, isoDate, isWeekend } from '../../../lib/days.ts';
import { quoted } from '../fields.ts';
import { type Finding, finding, median, scaleHint, shownFactor, shownPrice, shownRatio } from './findings.ts';
import { type Bar, Repeats } from './repeats.ts';
import { AroundTheClock, SessionShape } from './sessions.ts';
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
/** Epoch seconds read as milliseconds are before that. */
const EPOCH_DAYS_MS = 22 * 86_400_000;
const FUTURE_SHARE = 0.1;
const REPEATED = { share: 0.05, rows: 10 };
/** All prices of one bar, against those beside it, which agree with each other. */
const SPIKE = { factor: 3, agree: 1.5 };
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
  readonly nowMs: number;
  /** Columns that are not used and may hold symbols. */
  readonly symbolColumns?: readonly string[];
}

export class Series {
  readonly #options: SeriesOptions;
  readonly #sessions: SessionShape | null;
  readonly #aroundTheClock: AroundTheClock | null;
  readonly #volumes: VolumeShape;
  readonly #repeats: Repeats;
  readonly #found: Finding[] = [];
  #previous: Bar | undefined;
  #beforePrevious: Bar | undefined;
  #spikes = 0;
  #firstSpike: string | null = null;
  readonly #recent: number[] = [];
  /** A jump that the next bar has to confirm. */
  #pending: { level: number; row: number; limit: number } | null = null;
  #future = 0;
  /** Daily bars of a stock that are dated on a holiday of its exchange. */
  #holidays = 0;
  #firstHoliday: Bar | null = null;
  rows = 0;
  firstMs = Number.POSITIVE_INFINITY;
  lastMs = Number.NEGATIVE_INFINITY;
  low = Number.POSITIVE_INFINITY;
  high = Number.NEGATIVE_INFINITY;

  constructor(options: SeriesOptions) {
    this.#options = options;
    const { symbol, assetClass, intervalMin } = options;
    this.#repeats = new Repeats(symbol);
    const isStock = assetClass === 'equity' || assetClass === 'etf';
    this.#volumes = new VolumeShape(isStock, intervalMin);
    this.#sessions = isStock ? new SessionShape(intervalMin) : null;
    this.#aroundTheClock = assetClass === 'crypto' && intervalMin <= 60 ? new AroundTheClock() : null;
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
    if (replaces) this.#repeats.take(bar);
    this.firstMs = Math.min(this.firstMs, ts);
    this.lastMs = Math.max(this.lastMs, ts);
    this.low = Math.min(this.low, low);
    this.high = Math.max(this.high, high);
    this.#checkPrice(bar);
    this.#checkSpike(bar);
    this.#checkTime(bar);
    this.#volumes.take(bar);
    const minute = ts / MINUTE_MS;
    this.#sessions?.take(this.intervalMin >= DAY_MIN ? minute + DAY_MIN / 2 : minute, bar.volume);
    this.#aroundTheClock?.take(minute);
    this.#beforePrevious = this.#previous;
    this.#previous = bar;
  }

  #once(found: Finding): void {
    if (!this.#found.some(({ check }) => check === found.check)) this.#found.push(found);
  }

  #checkPrice(bar: Bar): void {
    const { symbol, assetClass } = this.#options;
    const { lowest, highest } = assetClass === 'crypto' ? PRICES.crypto : PRICES.equity;
    const { row, high, open } = bar;
    if (high > highest || high < lowest) {
      const bound = high > highest ? `above ${shownPrice(highest)}` : `below ${shownPrice(lowest)}`;
      const hint = high > highest ? fixedPointHint(open) : 'is --price-scale right?';
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
      const hint = 'are there two scales of prices, or several symbols?';
      this.#once(finding('jump', this.#options.symbol, row, `${what}: ${hint}`));
    }
    this.#pending = jumps ? { level: before.level, row: this.#pending ? before.row : row, limit } : null;
    // Behind a pause a level of its own begins: bars after it are not compared with those before.
    if (!jumps && limit > JUMP) this.#recent.length = 0;
    this.#recent.push(close);
    if (this.#recent.length > RECENT_CLOSES) this.#recent.shift();
  }

  /** The bar before `next`: whether it alone is of another level. */
  #checkSpike(next: Bar): void {
    const [before, bar] = [this.#beforePrevious, this.#previous];
    if (!before || !bar) return;
    const { factor, agree } = SPIKE;
    const isAbove = bar.low >= factor * Math.max(before.close, next.open);
    const isBelow = bar.high * factor <= Math.min(before.close, next.open);
    if (!(isAbove || isBelow) || factorOf(before.close, next.open) > agree) return;
    // Rows that are not in the order of their times are no neighbours.
    const isBetween = bar.ts !== before.ts && Math.sign(bar.ts - before.ts) === Math.sign(next.ts - bar.ts);
    if (!isBetween || Math.abs(next.ts - before.ts) > PAUSE_MS) return;
    this.#spikes++;
    const at = new Date(bar.ts).toISOString();
    this.#firstSpike ??= `row ${bar.row}: open ${shownPrice(bar.open)} of ${this.#options.symbol} at ${at} is ${shownRatio(bar.open / before.close)} the close before, and the next bar is back`;
  }

  #checkTime(bar: Bar): void {
    const { row, ts } = bar;
    const { symbol, nowMs, intervalMin } = this.#options;
    if (this.#sessions && intervalMin === DAY_MIN && isHoliday(dayOfMs(ts))) {
      this.#holidays++;
      this.#firstHoliday ??= bar;
    }
    if (ts > nowMs + DAY_MIN * MINUTE_MS) this.#future++;
    if (ts < EPOCH_DAYS_MS && intervalMin < DAY_MIN) this.#once(epochFinding(symbol, row, ts));
  }

  /** What is odd and does not stop an import: some vendors send bars of holidays, with the close of the day before. */
  warnings(): string[] {
    return [this.#holidayWarning(), this.#repeats.warning(), this.#spikeWarning()].filter((text) => text !== null);
  }

  #holidayWarning(): string | null {
    if (!this.#firstHoliday) return null;
    const { row, ts } = this.#firstHoliday;
    const date = isoDate(dayOfMs(ts));
    const more = this.#holidays > 1 ? `, and ${this.#holidays - 1} more on holidays` : '';
    return `row ${row}: ${this.#options.symbol} has a daily bar on ${date}, when the US exchanges were closed${more}: are the dates right?`;
  }

  #spikeWarning(): string | null {
    if (this.#firstSpike === null) return null;
    const more = this.#spikes > 1 ? ` (and ${this.#spikes - 1} more like it)` : '';
    return `${this.#firstSpike}${more}: is the row right?`;
  }

  findings(): Finding[] {
    const { symbol, symbolColumns } = this.#options;
    const found = [...this.#found];
    if (this.#future >= 2 && this.#future > FUTURE_SHARE * this.rows) {
      const what = `${this.#future} of ${this.rows} bars are in the future`;
      const hint = 'is the order of day and month (--date-format) or --tz wrong?';
      found.push(finding('time', symbol, null, `${what}: ${hint}`));
    }
    const { otherCloses } = this.#repeats;
    if (otherCloses >= REPEATED.rows && otherCloses > REPEATED.share * this.rows) {
      const what = `${otherCloses} of ${this.rows} bars have the time of another bar and other prices`;
      const [column = 'COLUMN'] = symbolColumns ?? [];
      const hint = `does the file hold several symbols? Give the column with --map symbol=${quoted(column)}`;
      found.push(finding('repeated', symbol, null, `${what}: ${hint}`));
    }
    const shape = this.#sessions?.finding(symbol) ?? this.#aroundTheClock?.finding(symbol);
    if (shape) found.push(shape);
    found.push(...this.#volumes.findings(symbol));
    return found;
  }
}

export function epochFinding(symbol: string | null, row: number, ts: number): Finding {
  const what = `row ${row}: ${new Date(ts).toISOString()} is just after 1970`;
  return finding('time', symbol, row, `${what}: are the times epoch seconds that were taken for milliseconds?`);
}

const isHoliday = (day: number) => day >= usEquities.from && !isWeekend(day) && !usEquities.hours(day);
export const isJustAfterEpoch = (ts: number) => ts < EPOCH_DAYS_MS;

function fixedPointHint(price: number): string {
  const exponent = [9, 8, 6, 4].find((one) => price / 10 ** one >= 0.01 && price / 10 ** one < 1e6) ?? 9;
  return scaleHint(10 ** exponent);
}
