/** Levels near the price, open items and the clarity of their odds, from an answer of `/today`. */
import type { Rate } from '../parts/figure.tsx';
import type { TodayRow } from './api.ts';
import { number, percent, signed } from './format.ts';
import { isCutOff } from './hours.ts';

type History = Omit<NonNullable<TodayRow['gap']>['history'], 'filled_pct'>;

export interface Level {
  readonly key: string;
  readonly name: string;
  readonly price: number;
}

/** Returns the levels, ascending by price. */
export function levelsOf({ session, orb, previous }: TodayRow): readonly Level[] {
  const all = [
    ['prev_high', 'previous high', previous?.high],
    ['prev_low', 'previous low', previous?.low],
    ['prev_close', 'previous close', session?.prev_close],
    ['open', 'open', session?.open],
    ['or_high', 'opening range high', orb?.high],
    ['or_low', 'opening range low', orb?.low],
  ] as const;
  return all
    .flatMap(([key, name, price]) => (typeof price === 'number' ? [{ key, name, price }] : []))
    .sort((a, b) => a.price - b.price);
}

interface Odds extends Rate {
  readonly n: number;
  readonly text: string;
  readonly at: string | null;
  readonly question: History['question'];
}

/** A part of the playbook. */
export interface Item {
  readonly statistic: string;
  readonly title: string;
  readonly tone: 'up' | 'down' | '';
  /** State in words. */
  readonly state: string;
  /** True if the session is in progress and the outcome of the odds is undecided. */
  readonly isOpen: boolean;
  readonly odds: Odds | null;
  /** Percent points between the interval and one half; negative if it contains one half or if the item is not open. */
  readonly clarity: number;
}

/** Cases below which no odds are clear. */
const LEAST_CASES = 10;
const NOT_CLEAR = -100;

function item(row: TodayRow, init: Omit<Item, 'clarity'>): Item {
  const { odds } = init;
  const isOpen = row.state === 'open' && init.isOpen;
  const bounds = isOpen && odds && odds.n >= LEAST_CASES && odds.low !== null && odds.high !== null;
  return { ...init, isOpen, clarity: bounds ? Math.max(odds.low! - 50, 50 - odds.high!) : NOT_CLEAR };
}

const oddsOf = (history: History | null, rate: number | null | undefined): Odds | null =>
  history && { ...history, value: rate ?? null };

/** Returns the same items in the same order for every symbol, so that cards look alike and do not move. */
export function itemsOf(row: TodayRow): readonly Item[] {
  return [gapItem(row), rangeItem(row), previousItem(row)];
}

const distance = (row: TodayRow, price: number | null | undefined): string => {
  const close = row.last?.close;
  return typeof price === 'number' && close
    ? `${number(price, 'price')} (${signed((price / close - 1) * 100)} %)`
    : '–';
};

function gapItem(row: TodayRow): Item {
  const { gap, previous } = row;
  const common = { statistic: 'gap', title: 'Gap' };
  if (!gap)
    return item(row, {
      ...common,
      tone: '',
      state: previous ? 'none: opened within the previous range' : 'none',
      isOpen: false,
      odds: null,
    });
  const target = gap.direction === 'up' ? previous?.high : previous?.low;
  const became = gap.filled
    ? 'filled'
    : row.state === 'open'
      ? `open; filled at ${distance(row, target)}`
      : 'not filled';
  return item(row, {
    ...common,
    tone: gap.direction,
    state: `${gap.direction} ${percent(gap.gap_pct)}, ${became}`,
    isOpen: !gap.filled,
    odds: oddsOf(gap.history, gap.history.filled_pct),
  });
}

function rangeItem(row: TodayRow): Item {
  const { orb } = row;
  const common = { statistic: 'orb', title: orb ? `Opening range, ${orb.orb_minutes} min` : 'Opening range' };
  const none = (why: string) => item(row, { ...common, tone: '', state: `none${why}`, isOpen: false, odds: null });
  if (!orb) return none(' on daily bars');
  const { state, high, low } = orb;
  // A symbol without the range can neither hold nor break it.
  if (state === 'inside' && high === null) return none(': no bar within it');
  const between = `${number(low, 'price')}–${number(high, 'price')}`;
  const isBroken = state === 'up' || state === 'down';
  return item(row, {
    ...common,
    tone: isBroken ? state : '',
    state: isBroken
      ? `broken ${state} at ${distance(row, state === 'up' ? high : low)}`
      : state === 'inside'
        ? `unbroken, ${between}`
        : 'not complete yet',
    isOpen: true,
    odds: oddsOf(orb.history, orb.history.rate_pct),
  });
}

function previousItem(row: TodayRow): Item {
  const { previous } = row;
  const common = { statistic: 'pdhlb', title: 'Previous day' };
  if (!previous) return item(row, { ...common, tone: '', state: 'none stored', isOpen: false, odds: null });
  const { state, history, high, low } = previous;
  const beyond = (price: number | null | undefined, level: number | null, sign: 1 | -1) =>
    typeof price === 'number' && level !== null && sign * (price - level) > 0;
  const broken = [beyond(row.session?.high, high, 1) && 'high', beyond(row.session?.low, low, -1) && 'low'].filter(
    Boolean,
  );
  const words = broken.length === 0 ? 'neither level broken' : `${broken.join(' and ')} broken`;
  return item(row, {
    ...common,
    tone: state === 'above' ? 'up' : state === 'below' ? 'down' : '',
    state: `${words}, price ${state === 'inside' ? 'inside its range' : state === 'above' ? 'above its high' : 'below its low'}`,
    isOpen: true,
    odds: oddsOf(history, history?.rate_pct),
  });
}

/** Returns symbols by their clearest odds, those with stopped data last; equal ones keep their order. */
export const byClarity = (rows: readonly TodayRow[], nowMs: number): readonly string[] =>
  rows
    .map((row) => ({
      symbol: row.symbol,
      clarity: isCutOff(row, nowMs) ? NOT_CLEAR : Math.max(...itemsOf(row).map(({ clarity }) => clarity)),
    }))
    .sort((a, b) => b.clarity - a.clarity)
    .map(({ symbol }) => symbol);
