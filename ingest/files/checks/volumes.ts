/** Volumes that are not those of their bars: totals of the day so far, and bars that a vendor filled in. */
import { usEquities } from '../../../exchange/calendar.ts';
import { EXCHANGE_CLOSE_MIN, EXCHANGE_OPEN_MIN, newYorkOffset } from '../../../exchange/new-york.ts';
import { isWeekend, MINUTES_PER_DAY } from '../../../lib/days.ts';
import { isFiller } from '../bar-rows.ts';
import { type Bar, type Finding, finding } from './findings.ts';

const MINUTE_MS = 60_000;
/** A day with fewer steps shows nothing. */
const DAY_STEPS_MIN = 10;
/** Shares of a day's steps at which its volume only grows, and of the days of a file that do. */
const GROWING = { down: 0.02, up: 0.3, days: 0.8, stepsMin: 40 };
/** Of the bars in regular hours. Vendors of real trades have a few bars without volume, an index has no other. */
const FILLERS = { bars: 10, share: 0.01, traded: 0.2 };

interface Steps {
  all: number;
  up: number;
  down: number;
}

const grows = ({ all, up, down }: Steps) => down <= GROWING.down * all && up >= GROWING.up * all;

export class VolumeShape {
  readonly #isStock: boolean;
  readonly #intervalMin: number;
  #day = Number.NaN;
  #previous: Bar | undefined;
  #steps: Steps = { all: 0, up: 0, down: 0 };
  #days = 0;
  #growingDays = 0;
  #growingSteps = 0;
  #regular = 0;
  #traded = 0;
  #fillers = 0;
  #firstFiller: number | undefined;

  constructor(isStock: boolean, intervalMin: number) {
    this.#isStock = isStock;
    this.#intervalMin = intervalMin;
  }

  take(bar: Bar): void {
    const utc = bar.ts / MINUTE_MS;
    const isDaily = this.#intervalMin >= MINUTES_PER_DAY;
    const minute = this.#isStock && !isDaily ? utc + newYorkOffset(utc) : utc;
    const day = Math.floor(minute / MINUTES_PER_DAY);
    if (!isDaily) this.#takeStep(bar, day);
    if (this.#isStock && isRegular(day, isDaily ? null : minute - day * MINUTES_PER_DAY)) this.#takeRegular(bar);
  }

  #takeStep(bar: Bar, day: number): void {
    if (day !== this.#day) {
      this.#count();
      this.#day = day;
    } else if (this.#previous && bar.ts !== this.#previous.ts) {
      const [before, after] = bar.ts > this.#previous.ts ? [this.#previous, bar] : [bar, this.#previous];
      this.#steps.all++;
      if (after.volume > before.volume) this.#steps.up++;
      if (after.volume < before.volume) this.#steps.down++;
    }
    this.#previous = bar;
  }

  /** Adds the day that ended to those that were judged. */
  #count(): void {
    const steps = this.#steps;
    if (steps.all >= DAY_STEPS_MIN) {
      this.#days++;
      if (grows(steps)) {
        this.#growingDays++;
        this.#growingSteps += steps.all;
      }
    }
    this.#steps = { all: 0, up: 0, down: 0 };
  }

  #takeRegular({ open, high, low, close, volume, row }: Bar): void {
    this.#regular++;
    if (volume > 0) this.#traded++;
    if (!isFiller(open, high, low, close, volume)) return;
    this.#fillers++;
    this.#firstFiller ??= row;
  }

  findings(symbol: string): Finding[] {
    return [this.#totals(symbol), this.#filled(symbol)].filter((one) => one !== null);
  }

  #totals(symbol: string): Finding | null {
    const { all } = this.#steps;
    const isJudged = all >= DAY_STEPS_MIN;
    const isGrowing = isJudged && grows(this.#steps);
    const days = this.#days + (isJudged ? 1 : 0);
    const growing = this.#growingDays + (isGrowing ? 1 : 0);
    const steps = this.#growingSteps + (isGrowing ? all : 0);
    if (steps < GROWING.stepsMin || growing < GROWING.days * days) return null;
    const what = `on ${growing} of ${days} days the volume grows from bar to bar: it is the day's total so far`;
    const cure =
      'take another column (--map volume=COLUMN), or the prices alone with --map volume=- --default volume=0';
    return finding('volume', symbol, null, `${what}, not the bar's own; ${cure}`);
  }

  #filled(symbol: string): Finding | null {
    const [fillers, regular] = [this.#fillers, this.#regular];
    if (fillers < FILLERS.bars || fillers <= FILLERS.share * regular) return null;
    if (this.#traded < FILLERS.traded * regular) return null;
    const share = ((fillers / regular) * 100).toPrecision(2);
    const what = `${fillers} of ${regular} bars in regular hours (${share} %) have volume 0 and one price`;
    const cure = 'they stand for times without trades: --drop-fillers leaves them out';
    return finding('fillers', symbol, this.#firstFiller!, `${what}, the first in row ${this.#firstFiller}; ${cure}`);
  }
}

/** @param minute of New York's day; `null` for a bar of the whole day */
function isRegular(day: number, minute: number | null): boolean {
  if (isWeekend(day)) return false;
  if (minute !== null && (minute < EXCHANGE_OPEN_MIN || minute >= EXCHANGE_CLOSE_MIN)) return false;
  if (day < usEquities.from) return true;
  const hours = usEquities.hours(day);
  return hours !== null && (minute === null || (minute >= hours.openMin && minute < hours.closeMin));
}
