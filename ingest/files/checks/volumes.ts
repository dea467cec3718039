/** Volumes that are the day's total so far, and bars that a vendor filled in for times without trades. */
import { usEquities } from '../../../exchange/calendar.ts';
import { EXCHANGE_CLOSE_MIN, EXCHANGE_OPEN_MIN, newYorkOffset } from '../../../exchange/new-york.ts';
import { getOrMake } from '../../../lib/collections.ts';
import { isWeekend, MINUTES_PER_DAY, MS_PER_MINUTE } from '../../../lib/days.ts';
import { isFiller } from '../bar-rows.ts';
import { type Bars, type BarsOf, type Finding, finding, isStock } from './findings.ts';

/** A day with fewer steps shows nothing. */
const DAY_STEPS_MIN = 10;
/** Shares of a day's steps at which its volume only grows, and of the days of a file that do. */
const GROWING = { down: 0.02, up: 0.3, days: 0.8, stepsMin: 40 };
/** Shares of the bars in regular hours. Real trades leave few bars without volume, an index has no other. */
const FILLERS = { bars: 10, share: 0.01, traded: 0.2 };

export function volumeFindings(bars: Bars, of: BarsOf): Finding[] {
  return [runningTotals(bars, of), fillers(bars, of)].filter((one) => one !== null);
}

/** Returns the local minute of a bar, in New York for stocks. */
function localMinute(ts: number, of: BarsOf): number {
  const utc = ts / MS_PER_MINUTE;
  return isStock(of) && of.intervalMin < MINUTES_PER_DAY ? utc + newYorkOffset(utc) : utc;
}

/** Finds volumes that only grow during each day. */
function runningTotals({ ts, volume }: Bars, of: BarsOf): Finding | null {
  if (of.intervalMin >= MINUTES_PER_DAY) return null;
  const byDay = new Map<number, { all: number; up: number; down: number }>();
  let previous = Number.NaN;
  for (let i = 0; i < ts.length; i++) {
    const day = Math.floor(localMinute(ts[i], of) / MINUTES_PER_DAY);
    if (day === previous && ts[i] !== ts[i - 1]) {
      const steps = getOrMake(byDay, day, () => ({ all: 0, up: 0, down: 0 }));
      const growth = ts[i] > ts[i - 1] ? volume[i] - volume[i - 1] : volume[i - 1] - volume[i];
      steps.all++;
      if (growth > 0) steps.up++;
      if (growth < 0) steps.down++;
    }
    previous = day;
  }
  const days = [...byDay.values()].filter(({ all }) => all >= DAY_STEPS_MIN);
  const growing = days.filter(({ all, up, down }) => down <= GROWING.down * all && up >= GROWING.up * all);
  const steps = growing.reduce((sum, { all }) => sum + all, 0);
  if (steps < GROWING.stepsMin || growing.length < GROWING.days * days.length) return null;
  const what = `on ${growing.length} of ${days.length} days the volume grows from bar to bar: it is the day's total so far`;
  const cure = 'take another column (--map volume=COLUMN), or the prices alone with --map volume=- --default volume=0';
  return finding('volume', of.symbol, null, `${what}, not the bar's own; ${cure}`);
}

function fillers({ row, ts, open, high, low, close, volume }: Bars, of: BarsOf): Finding | null {
  if (!isStock(of)) return null;
  let [regular, traded, filled] = [0, 0, 0];
  let first: number | undefined;
  for (let i = 0; i < ts.length; i++) {
    if (!isRegular(localMinute(ts[i], of), of.intervalMin)) continue;
    regular++;
    if (volume[i] > 0) traded++;
    if (!isFiller(open[i], high[i], low[i], close[i], volume[i])) continue;
    filled++;
    first ??= row[i];
  }
  if (first === undefined || filled < FILLERS.bars || filled <= FILLERS.share * regular) return null;
  if (traded < FILLERS.traded * regular) return null;
  const share = ((filled / regular) * 100).toPrecision(2);
  const what = `${filled} of ${regular} bars in regular hours (${share} %) have volume 0 and one price`;
  const cure = 'they stand for times without trades: --drop-fillers leaves them out';
  return finding('fillers', of.symbol, first, `${what}, the first in row ${first}; ${cure}`);
}

function isRegular(local: number, intervalMin: number): boolean {
  const day = Math.floor(local / MINUTES_PER_DAY);
  if (isWeekend(day)) return false;
  const whole = { openMin: EXCHANGE_OPEN_MIN, closeMin: EXCHANGE_CLOSE_MIN };
  const hours = day < usEquities.from ? whole : usEquities.hours(day);
  const minute = local - day * MINUTES_PER_DAY;
  return hours !== null && (intervalMin >= MINUTES_PER_DAY || (minute >= hours.openMin && minute < hours.closeMin));
}
