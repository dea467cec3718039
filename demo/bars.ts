/**
 * One-minute bars of the demo market. Each day follows from the symbol and the date alone: a random return per night and
 * day, and a path through the day that ends at the day's return. So a later start makes the same bars.
 */
import { usEquities } from '../exchange/calendar.ts';
import {
  EXCHANGE_CLOSE_MIN,
  EXCHANGE_OPEN_MIN,
  EXTENDED_CLOSE_MIN,
  EXTENDED_OPEN_MIN,
  newYorkMinute,
} from '../exchange/new-york.ts';
import type { Figures } from '../exchange/symbol.ts';
import { isoDate, MINUTES_PER_DAY, weekdayOf } from '../lib/days.ts';
import { DEMO_PREFIX, type DemoSymbol } from './symbols.ts';

interface DemoBar extends Figures {
  readonly minute: number;
}

/** First day of every series: 2021-01-04. */
export const SERIES_START_DAY = 18_631;
/** Share of extended minutes that trade. */
const EXTENDED_DENSITY = 0.09;
const EXTENDED_VOLUME = 0.04;

interface DayReturns {
  readonly night: number;
  readonly day: number;
  /** Volatility of the day relative to the symbol's usual. */
  readonly heat: number;
}

/** Yields the bars of the UTC or New York dates `[fromDay, toDay]` that end at or before `untilMinute`, ascending. */
export function* demoBars(symbol: DemoSymbol, fromDay: number, toDay: number, untilMinute: number): Generator<DemoBar> {
  let logPrice = Math.log(symbol.startPrice);
  for (let day = SERIES_START_DAY; day <= toDay; day++) {
    if (symbol.assetClass !== 'crypto' && !usEquities.hours(day)) continue;
    const returns = drawReturns(symbol, day);
    const open = logPrice + returns.night;
    if (day >= fromDay) yield* dayBars(symbol, day, logPrice, open, returns, untilMinute);
    logPrice = open + returns.day;
  }
}

function drawReturns(symbol: DemoSymbol, day: number): DayReturns {
  const random = randomOf(`${symbol.symbol} ${isoDate(day)} returns`);
  const heat = Math.exp(random.normal() * 0.35);
  // A few nights have news, whose fat tail makes gaps.
  const shock = random.next() < 0.04 ? 3 : 1;
  const drift = 0.0002;
  const weekday = weekdayOf(day);
  const night = random.normal() * symbol.nightVolatility * heat * shock;
  const dayNoise = random.normal() * symbol.dayVolatility;
  if (symbol.assetClass === 'crypto') {
    const quieter = weekday >= 5 ? heat * CRYPTO_WEEKEND_HEAT : heat;
    return { night, day: drift + dayNoise * quieter, heat: quieter };
  }
  const leaning = symbol.dayVolatility * heat * weekdayEffect(weekday) + gapEffect(night, symbol.nightVolatility);
  return { night, day: drift + leaning + dayNoise * heat, heat };
}

function* dayBars(
  symbol: DemoSymbol,
  day: number,
  before: number,
  open: number,
  returns: DayReturns,
  untilMinute: number,
): Generator<DemoBar> {
  const random = randomOf(`${symbol.symbol} ${isoDate(day)} path`);
  if (symbol.assetClass === 'crypto') {
    const start = day * MINUTES_PER_DAY;
    yield* segment(
      symbol,
      random,
      start,
      MINUTES_PER_DAY,
      open,
      open + returns.day,
      returns.heat,
      untilMinute,
      dayTide,
      0,
    );
    return;
  }
  const closeMin = usEquities.hours(day)?.closeMin ?? EXCHANGE_CLOSE_MIN;
  const minutes = closeMin - EXCHANGE_OPEN_MIN;
  const close = open + returns.day;
  yield* extended(
    symbol,
    random,
    newYorkMinute(day, EXTENDED_OPEN_MIN),
    newYorkMinute(day, EXCHANGE_OPEN_MIN),
    before,
    open,
    untilMinute,
  );
  yield* segment(
    symbol,
    random,
    newYorkMinute(day, EXCHANGE_OPEN_MIN),
    minutes,
    open,
    close,
    returns.heat,
    untilMinute,
    smile,
    OPENING_SHARE,
  );
  yield* extended(
    symbol,
    random,
    newYorkMinute(day, closeMin),
    newYorkMinute(day, EXTENDED_CLOSE_MIN),
    close,
    close,
    untilMinute,
  );
}

/** Returns relative volume over a regular session: high at the open and the close. `x` runs from 0 to 1. */
const smile = (x: number) => 0.55 + 2.6 * Math.exp(-x * 14) + 1.5 * Math.exp(-(1 - x) * 18);

/** Returns relative volume over a crypto day: low around 04:00 UTC, high in the American afternoon. */
const dayTide = (x: number) => 0.8 + 0.45 * Math.sin((x - 0.42) * 2 * Math.PI);

/**
 * Yields every minute from `open` to `close` (log prices): a bridge with larger steps where volume is higher, and
 * `openingShare` of its way in the first minutes.
 */
function* segment(
  symbol: DemoSymbol,
  random: Random,
  startMinute: number,
  minutes: number,
  open: number,
  close: number,
  heat: number,
  untilMinute: number,
  shape: (x: number) => number,
  openingShare: number,
): Generator<DemoBar> {
  const steps = new Float64Array(minutes);
  let sum = 0;
  for (let i = 0; i < minutes; i++) {
    steps[i] = random.normal() * Math.sqrt(shape(i / minutes));
    sum += steps[i];
  }
  const scale = (symbol.dayVolatility * heat * 0.9) / Math.sqrt(minutes);
  const noise = (sum * scale) / minutes;
  const early = (openingShare * (close - open)) / OPENING_MINUTES;
  const even = ((1 - openingShare) * (close - open)) / minutes;
  let price = open;
  for (let i = 0; i < minutes; i++) {
    const next = price + steps[i] * scale - noise + even + (i < OPENING_MINUTES ? early : 0);
    const swing = scale * (0.3 + random.next() * 0.9);
    const bar = priced(symbol, startMinute + i, price, next, swing * random.next(), swing * random.next());
    const volume = symbol.minuteVolume * shape(i / minutes) * heat * Math.exp(random.normal() * 0.5);
    price = next;
    if (startMinute + i + 1 > untilMinute) return;
    yield { ...bar, volume: size(symbol, volume) };
  }
}

/** Yields some minutes before the open and after the close. */
function* extended(
  symbol: DemoSymbol,
  random: Random,
  fromMinute: number,
  toMinute: number,
  from: number,
  to: number,
  untilMinute: number,
): Generator<DemoBar> {
  const noise = symbol.nightVolatility * 0.12;
  let price = from;
  for (let minute = fromMinute; minute < toMinute; minute++) {
    if (random.next() >= EXTENDED_DENSITY) continue;
    const x = (minute - fromMinute) / (toMinute - fromMinute);
    const next = from + (to - from) * x + random.normal() * noise;
    if (minute + 1 > untilMinute) return;
    const bar = priced(symbol, minute, price, next, noise * 0.1, noise * 0.1);
    price = next;
    yield { ...bar, volume: size(symbol, symbol.minuteVolume * EXTENDED_VOLUME * Math.exp(random.normal())) };
  }
}

function priced(symbol: DemoSymbol, minute: number, from: number, to: number, above: number, below: number) {
  const open = tick(symbol, Math.exp(from));
  const close = tick(symbol, Math.exp(to));
  const high = Math.max(open, close, tick(symbol, Math.exp(Math.max(from, to) + above)));
  const low = Math.min(open, close, tick(symbol, Math.exp(Math.min(from, to) - below)));
  return { minute, open, high, low, close };
}

function tick(symbol: DemoSymbol, price: number): number {
  const perUnit = Math.round(1 / symbol.tick);
  return Math.max(1, Math.round(price * perUnit)) / perUnit;
}

/** Returns a volume in whole shares, or in coins to four decimals. */
function size(symbol: DemoSymbol, volume: number): number {
  return symbol.assetClass === 'crypto' ? Math.round(volume * 1e4) / 1e4 : Math.max(1, Math.round(volume));
}

// --- deliberate effects of the market, so that there is something to find. They are invented, and the pages that show
// the market say so: `demo/README.md` and the console's start page.

/** Share of a stock's daily return that falls, beside the noise, into its first minutes, so that opening breaks tend to hold. */
const OPENING_SHARE = 0.12;
const OPENING_MINUTES = 15;

/** Volatility of a coin's Saturdays and Sundays relative to its weekdays. */
const CRYPTO_WEEKEND_HEAT = 0.6;

/** Shift of a stock's day by weekday from Monday, as a share of its daily standard deviation. */
const WEEKDAYS = [0, 0.5, 0, 0, -0.45];

/** Returns the shift of a weekday. @param weekday 0 Monday to 4 Friday */
function weekdayEffect(weekday: number): number {
  return WEEKDAYS[weekday] ?? 0;
}

/** Standard deviations beyond which a night is large. */
const LARGE_NIGHT = 2;
const REVERSAL = 0.5;
const CONTINUATION = 0.35;

/** Returns the day's log return in response to the night's: small gaps tend to fill, large ones to continue. */
function gapEffect(night: number, nightVolatility: number): number {
  return Math.abs(night) > LARGE_NIGHT * nightVolatility ? CONTINUATION * night : -REVERSAL * night;
}

// --- seeded random numbers: equal texts give the same market on every machine

/** Returns the 32-bit FNV-1a hash of the text. */
function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

interface Random {
  /** Returns a uniform number in [0, 1). */
  next(): number;
  /** Returns a standard normal number. */
  normal(): number;
}

/** Returns random numbers from a Weyl sequence and a 32-bit mixer; the period of 2^32 is far beyond a day of bars. */
export function randomOf(text: string): Random {
  let state = seedOf(text);
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return ((z ^ (z >>> 16)) >>> 0) / 4294967296;
  };
  return {
    next,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}

/** Classified news of the demo market; it follows from the symbol and the date alone, like the bars. */

interface DemoNews {
  readonly id: string;
  readonly timeMs: number;
  readonly title: string;
  readonly direction: 'negative' | 'neutral' | 'positive';
  readonly impactScore: number;
}

const PER_DAY = 0.35;

const TITLES = {
  positive: ['raises its outlook for the year', 'wins a large order', 'reports growing demand', 'announces a buyback'],
  neutral: ['names a new finance chief', 'presents at an industry conference', 'opens a second office'],
  negative: ['cuts its outlook', 'recalls a product', 'faces an inquiry', 'loses a major customer'],
} as const;

export function* demoNews(symbol: DemoSymbol, fromDay: number, toDay: number, untilMs: number): Generator<DemoNews> {
  const name = symbol.symbol.slice(DEMO_PREFIX.length);
  for (let day = fromDay; day <= toDay; day++) {
    if (symbol.assetClass !== 'crypto' && !usEquities.hours(day)) continue;
    const random = randomOf(`${symbol.symbol} ${isoDate(day)} news`);
    if (random.next() >= PER_DAY) continue;
    const draw = random.next();
    const direction = draw < 0.4 ? 'positive' : draw < 0.62 ? 'neutral' : 'negative';
    const titles = TITLES[direction];
    const title = `${name} ${titles[Math.floor(random.next() * titles.length)]}`;
    // Most news comes while the exchange is open: 13:30 to 20:00 UTC.
    const open = random.next() < 0.75;
    const second = Math.floor(open ? 48_600 + random.next() * 23_400 : random.next() * 86_400);
    const timeMs = day * MINUTES_PER_DAY * 60_000 + second * 1_000;
    if (timeMs > untilMs) return;
    const impactScore = Math.round((0.15 + 0.8 * random.next()) * 100) / 100;
    yield { id: `demo-${name.toLowerCase()}-${isoDate(day)}`, timeMs, title, direction, impactScore };
  }
}
