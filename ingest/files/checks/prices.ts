/** Prices of another scale, of two scales or of two symbols. */
import { quoted } from '../fields.ts';
import {
  type Bars,
  type BarsOf,
  type Finding,
  factorOf,
  finding,
  isStock,
  jumpLimit,
  median,
  scaleHint,
  shownFactor,
  shownPrice,
} from './findings.ts';

const BOUNDS = { stock: { lowest: 5e-4, highest: 1e7 }, crypto: { lowest: 1e-12, highest: 1e11 } };
const RECENT_CLOSES = 5;
const REPEATED = { share: 0.05, rows: 10 };
/** Shares of this price have cents: whole numbers from here on, in this many rows, count fractions of a dollar. */
const WHOLE = { from: 10_000, rows: 20 };

export function priceFindings(bars: Bars, of: BarsOf): Finding[] {
  const beyond = beyondBounds(bars, of);
  return [beyond, jump(bars, of), repeated(bars, of), beyond ? null : wholeNumbers(bars, of)].filter(
    (one) => one !== null,
  );
}

/** Finds fixed-point prices: a price that nothing costs. */
function beyondBounds({ row, open, high, low }: Bars, of: BarsOf): Finding | null {
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
  return finding('price', symbol, row[at], `${what}: ${isHigh ? scaleHint(10 ** exponent, priceScale) : lowHint}`);
}

/** Finds two scales or two symbols in one file: a level 50 times another that lasts for two bars. */
function jump({ row, ts, open, close }: Bars, { symbol }: BarsOf): Finding | null {
  const recent: number[] = [];
  let pending: { level: number; row: number; limit: number } | null = null;
  for (let i = 0; i < ts.length; i++) {
    const limit: number = pending?.limit ?? jumpLimit(i > 0 ? ts[i] - ts[i - 1] : 0);
    // A price far from the median of some closes is far from one of them.
    const mayJump: boolean = pending !== null || recent.some((one) => factorOf(open[i], one) >= limit);
    const level: number = pending?.level ?? (mayJump ? median(recent) : Number.NaN);
    const isJump: boolean = mayJump && factorOf(open[i], level) >= limit && factorOf(close[i], level) >= limit;
    if (isJump && pending) {
      const what = `row ${row[i]}: open ${shownPrice(open[i])} is ${shownFactor(open[i] / level)} times the closes before row ${pending.row} (${shownPrice(level)})`;
      const hint =
        'two scales of prices, or two symbols: split the file before that row, and import one part with its own --price-scale or --symbol';
      return finding('jump', symbol, row[i], `${what}: ${hint}`);
    }
    pending = isJump ? { level, row: row[i], limit } : null;
    // A new level begins after a pause: later bars are not compared with the closes before it.
    if (!isJump && limit > 50) recent.length = 0;
    recent.push(close[i]);
    if (recent.length > RECENT_CLOSES) recent.shift();
  }
  return null;
}

/** Finds a file of several symbols that is read as one: other prices at the same times. */
function repeated({ ts, close, isOnly }: Bars, { symbol, symbolColumns = [] }: BarsOf): Finding | null {
  const closes = new Map<number, number>();
  let others = 0;
  for (let i = 0; i < ts.length; i++) {
    if (!isOnly[i]) continue;
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
  return finding(
    'repeated',
    symbol,
    null,
    `${others} of ${ts.length} bars have the time of another bar and other prices: ${hint}`,
  );
}

/** Finds fixed-point prices of a stock whose true price is ordinary. */
function wholeNumbers({ open, high, low, close }: Bars, of: BarsOf): Finding | null {
  if (!isStock(of) || low.length < WHOLE.rows) return null;
  const isWhole = (price: number, i: number) =>
    price >= WHOLE.from && [open[i], high[i], price, close[i]].every(Number.isInteger);
  if (!low.every(isWhole)) return null;
  const lowest = low.reduce((a, b) => Math.min(a, b));
  const factor = [1e4, 1e6].find((one) => lowest / one < WHOLE.from) ?? 1e6;
  const what = `all prices are whole numbers, from ${shownPrice(lowest)} on`;
  const hint = `${scaleHint(factor, of.priceScale)} (then from ${shownPrice(lowest / factor)} on)`;
  return finding('price', of.symbol, null, `${what}: ${hint}`);
}
