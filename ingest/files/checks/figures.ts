/** Prices of another scale, two scales or two symbols; volumes that are totals; bars without trades. */
import { regularHours } from '../../../exchange/calendar.ts';
import { newYorkDay } from '../../../exchange/new-york.ts';
import { getOrMake } from '../../../lib/collections.ts';
import { MINUTES_PER_DAY, MS_PER_DAY, MS_PER_MINUTE } from '../../../lib/days.ts';
import { isFiller } from '../bar-rows.ts';
import { quoted } from '../fields.ts';
import {
  type Bars,
  type Finding,
  factorOf,
  finding,
  isStock,
  jumpLimit,
  type SeriesOf,
  scaleHint,
  shownFactor,
  shownPrice,
} from './finding.ts';

const BOUNDS = { stock: { lowest: 5e-4, highest: 1e7 }, crypto: { lowest: 1e-12, highest: 1e11 } };
const REPEATED = { share: 0.05, rows: 10 };
/** Shares of this price have cents: whole numbers from here on, in this many rows, count fractions of a dollar. */
const WHOLE = { from: 10_000, rows: 20 };
/** Steps of a day that tell; shares of a day's steps at which a total grows, and of the days that do. */
const GROWING = { daySteps: 10, down: 0.02, up: 0.3, days: 0.8, steps: 40 };
/** Shares of the bars in regular hours. Real trades leave few bars without volume, an index has no other. */
const FILLERS = { bars: 10, share: 0.01, traded: 0.2 };

export function figureFindings(bars: Bars, of: SeriesOf): Finding[] {
  const scale = beyondBounds(bars, of) ?? wholeNumbers(bars, of);
  return [scale, jump(bars, of), repeated(bars, of), totals(bars, of), fillers(bars, of)].filter((one) => one !== null);
}

/** Finds a price that nothing costs: fixed-point prices, or a wrong --price-scale. */
function beyondBounds({ row, open, high, low }: Bars, of: SeriesOf): Finding | null {
  const { symbol, assetClass, priceScale = 1 } = of;
  const { lowest, highest } = isStock(of) ? BOUNDS.stock : BOUNDS.crypto;
  const at = high.findIndex((price, i) => price > highest || low[i] < lowest);
  if (at < 0) return null;
  const isHigh = high[at] > highest;
  const exponent = [9, 8, 6, 4].find((one) => open[at] / 10 ** one >= 0.01 && open[at] / 10 ** one < 1e6) ?? 9;
  const lowHint =
    priceScale === 1
      ? 'if they are counted in larger units, multiply them with --price-scale, such as 1e9'
      : 'leave --price-scale away, or give another';
  const bound = isHigh ? `above ${shownPrice(highest)}` : `below ${shownPrice(lowest)}`;
  const what = `row ${row[at]}: open ${shownPrice(open[at])} is ${bound}, which no ${assetClass} costs`;
  return finding(symbol, row[at], `${what}: ${isHigh ? scaleHint(10 ** exponent, priceScale) : lowHint}`);
}

/** Finds fixed-point prices of a stock whose true price is ordinary. */
function wholeNumbers({ open, high, low, close }: Bars, of: SeriesOf): Finding | null {
  if (!isStock(of) || low.length < WHOLE.rows || low.some((price) => price < WHOLE.from)) return null;
  if (![open, high, low, close].every((prices) => prices.every(Number.isInteger))) return null;
  const lowest = low.reduce((a, b) => Math.min(a, b));
  const factor = [1e4, 1e6].find((one) => lowest / one < WHOLE.from) ?? 1e6;
  const what = `all prices are whole numbers, from ${shownPrice(lowest)} on`;
  const hint = `${scaleHint(factor, of.priceScale)} (then from ${shownPrice(lowest / factor)} on)`;
  return finding(of.symbol, null, `${what}: ${hint}`);
}

/** Finds two scales or two symbols in one file: two bars 50 times the two before them. */
function jump({ row, ts, open, close }: Bars, { symbol }: SeriesOf): Finding | null {
  for (let i = 2; i + 1 < ts.length; i++) {
    const limit = jumpLimit(ts[i] - ts[i - 1]);
    const isFar = (price: number) => [close[i - 2], close[i - 1]].every((before) => factorOf(price, before) >= limit);
    if (!isFar(open[i]) || ![close[i], open[i + 1], close[i + 1]].every(isFar)) continue;
    const what = `row ${row[i]}: open ${shownPrice(open[i])} is ${shownFactor(open[i] / close[i - 1])} times the closes before it (${shownPrice(close[i - 1])})`;
    const hint =
      'two scales of prices, or two symbols: split the file before that row, and import one part with its own --price-scale or --symbol';
    return finding(symbol, row[i], `${what}: ${hint}`);
  }
  return null;
}

/** Finds several symbols that are read as one: other prices at the same times. */
function repeated({ ts, close, isRevised }: Bars, { symbol, symbolColumns = [] }: SeriesOf): Finding | null {
  const closes = new Map<number, number>();
  let others = 0;
  for (let i = 0; i < ts.length; i++) {
    if (isRevised[i]) continue;
    const first = closes.get(ts[i]);
    if (first === undefined) closes.set(ts[i], close[i]);
    else if (first !== close[i]) others++;
  }
  if (others < REPEATED.rows || others <= REPEATED.share * ts.length) return null;
  const [column] = symbolColumns;
  const hint =
    column === undefined
      ? 'a file of several symbols needs a column for them; split it, and give each part its --symbol'
      : `if the file holds several symbols, give --map symbol=${quoted(column)} and no --symbol`;
  const what = `${others} of ${ts.length} bars have the time of another bar and other prices`;
  return finding(symbol, null, `${what}: ${hint}`);
}

/** Finds volumes that are the day's total so far: they grow from bar to bar. */
function totals({ ts, volume }: Bars, of: SeriesOf): Finding | null {
  if (of.intervalMin >= MINUTES_PER_DAY) return null;
  const byDay = new Map<number, { all: number; up: number; down: number }>();
  let previous = Number.NaN;
  for (let i = 0; i < ts.length; i++) {
    const day = isStock(of) ? newYorkDay(ts[i] / MS_PER_MINUTE) : Math.floor(ts[i] / MS_PER_DAY);
    if (day === previous && ts[i] !== ts[i - 1]) {
      const steps = getOrMake(byDay, day, () => ({ all: 0, up: 0, down: 0 }));
      const growth = Math.sign(ts[i] - ts[i - 1]) * (volume[i] - volume[i - 1]);
      steps.all++;
      if (growth > 0) steps.up++;
      if (growth < 0) steps.down++;
    }
    previous = day;
  }
  const days = [...byDay.values()].filter(({ all }) => all >= GROWING.daySteps);
  const growing = days.filter(({ all, up, down }) => down <= GROWING.down * all && up >= GROWING.up * all);
  const steps = growing.reduce((sum, { all }) => sum + all, 0);
  if (steps < GROWING.steps || growing.length < GROWING.days * days.length) return null;
  const what = `on ${growing.length} of ${days.length} days the volume grows from bar to bar: it is the day's total so far`;
  const cure = 'take another column (--map volume=COLUMN), or the prices alone with --map volume=- --default volume=0';
  return finding(of.symbol, null, `${what}, not the bar's own; ${cure}`);
}

/** Finds bars that a vendor filled in for times without trades. */
function fillers({ row, ts, open, high, low, close, volume }: Bars, of: SeriesOf): Finding | null {
  if (!isStock(of) || of.intervalMin >= MINUTES_PER_DAY) return null;
  const filled: number[] = [];
  let [regular, traded] = [0, 0];
  let day = Number.NaN;
  let hours: ReturnType<typeof regularHours> = null;
  for (let i = 0; i < ts.length; i++) {
    const minute = ts[i] / MS_PER_MINUTE;
    const date = newYorkDay(minute);
    if (date !== day) [day, hours] = [date, regularHours(date)];
    if (!hours || minute < hours.open || minute >= hours.close) continue;
    regular++;
    if (volume[i] > 0) traded++;
    if (isFiller(open[i], high[i], low[i], close[i], volume[i])) filled.push(row[i]);
  }
  if (filled.length < FILLERS.bars || filled.length <= FILLERS.share * regular || traded < FILLERS.traded * regular)
    return null;
  const share = ((filled.length / regular) * 100).toPrecision(2);
  const what = `${filled.length} of ${regular} bars in regular hours (${share} %) have volume 0 and one price`;
  const cure = 'they stand for times without trades: --drop-fillers leaves them out';
  return finding(of.symbol, filled[0], `${what}, the first in row ${filled[0]}; ${cure}`);
}
