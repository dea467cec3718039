/** Formats figures and times for readers. The whole value stays in the element's title. */
import { type Zone, zoneName } from './settings.ts';

export const NOTHING = '–';

const twoDigits = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const fourDigits = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 });
const significant = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 });
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** Formats counts, percentages and prices with at most two decimals, small prices with four (digits), volumes short. */
export function number(value: number | null | undefined, unit = 'none'): string {
  if (value === null || value === undefined || Number.isNaN(value)) return NOTHING;
  if (unit === 'volume' && Math.abs(value) >= 100_000) return short.format(value);
  if (Number.isInteger(value) && unit !== 'price' && unit !== 'pct') return whole.format(value);
  const size = unit === 'price' ? Math.abs(value) : 1;
  const digits = (size < 0.01 ? significant : size < 1 ? fourDigits : twoDigits).format(value);
  return digits === '-0.00' ? '0.00' : digits;
}

/** Returns a count with its noun: `1 case`, `2 cases`. */
export const many = (count: number, noun: string): string => `${number(count)} ${noun}${count === 1 ? '' : 's'}`;

export const percent = (value: number | null | undefined): string =>
  value === null || value === undefined ? NOTHING : `${number(value, 'pct')} %`;

/** Formats percentages with a sign, for returns and differences. */
export const signed = (value: number | null | undefined, unit = 'pct'): string =>
  value === null || value === undefined ? NOTHING : `${value > 0 ? '+' : ''}${number(value, unit)}`;

export const probability = (p: number | null | undefined): string =>
  p === null || p === undefined ? NOTHING : p < 0.001 ? '<0.001' : p.toFixed(3);

/** Formats a value with its unit; seconds beyond two minutes become minutes. */
export function withUnit(value: number | null | undefined, unit: string): string {
  if (unit === 'seconds' && value && Math.abs(value) > 120) return withUnit(value / 60, 'minutes');
  const text = number(value, unit);
  if (text === NOTHING) return text;
  return UNIT_ENDS[unit] ? `${text}${UNIT_ENDS[unit]}` : text;
}

/**
 * Shows the values of one column in one unit and with as many decimals: those of the largest.
 * @param bare leaves out the unit, if a heading has it
 */
export function alike(values: readonly number[], unit: string, bare = false): (value: number) => string {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (unit === 'seconds' && largest > 120 && !bare) {
    const minutes = alike(
      values.map((value) => value / 60),
      'minutes',
    );
    return (value) => minutes(value / 60);
  }
  const isWhole = unit !== 'price' && unit !== 'pct' && values.every(Number.isInteger);
  const isEach = isWhole || largest < 1 || unit === 'volume';
  return (value) => `${number(value, isEach ? unit : 'pct')}${bare ? '' : (UNIT_ENDS[unit] ?? '')}`;
}

const UNIT_ENDS: Readonly<Record<string, string>> = {
  pct: ' %',
  ratio: '×',
  minutes: ' min',
  seconds: ' s',
  bps: ' bp',
};

export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Formats `2025-06-04` as `4 Jun 2025`. */
export function date(iso: string | null | undefined): string {
  if (!iso) return NOTHING;
  const [year, month, day] = iso.slice(0, 10).split('-').map(Number);
  return `${day} ${MONTHS[month - 1]} ${year}`;
}

/** Formats a range as `4 Jun - 28 Aug 2025`, with one year if both are equal. */
export function span(from: string | null, to: string | null): string {
  if (!from || !to) return NOTHING;
  if (from === to) return date(from);
  const start = from.slice(0, 4) === to.slice(0, 4) ? date(from).slice(0, -5) : date(from);
  return `${start} – ${date(to)}`;
}

const TIMES = new Map<string, Intl.DateTimeFormat>();

function formatter(chosen: Zone, withDate: boolean): Intl.DateTimeFormat {
  const key = `${chosen} ${withDate}`;
  let format = TIMES.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zoneName(chosen),
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      ...(withDate ? { day: 'numeric', month: 'short', year: 'numeric' } : {}),
    });
    TIMES.set(key, format);
  }
  return format;
}

export const time = (iso: string, chosen: Zone): string => formatter(chosen, false).format(new Date(iso));
// Browsers disagree about `Sept`.
export const dateTime = (iso: string, chosen: Zone): string =>
  formatter(chosen, true).format(new Date(iso)).replace('Sept', 'Sep');

/** Formats the end of a bar; a daily bar has its date on every clock. */
export const barEnd = (iso: string, interval: string | null, chosen: Zone): string =>
  interval === '1d' ? date(dailyEnd(iso)) : dateTime(iso, chosen);

/** Returns the date of the daily bar that ends at the moment. */
export const dailyEnd = (iso: string): string => new Date(Date.parse(iso) - 1).toISOString().slice(0, 10);

/** Figures that stand for a word. */
export const TRENDS: Readonly<Record<string, string>> = { '-1': 'down', 0: 'none', 1: 'up' };

/** Traders' spelling of the kinds of breaks. */
export const BREAKS: Readonly<Record<string, string>> = { bos: 'BOS', choch: 'CHoCH' };

const WORDS: Readonly<Record<string, string>> = {
  avg: 'average',
  pct: '',
  max: 'largest',
  prev: 'previous',
  or: 'opening range',
  ib: 'initial balance',
  n: 'cases',
  sma20: '20-day average',
  sma50: '50-day average',
  vs: 'against',
  orb: 'opening range',
  eod: 'end of day',
  utc: 'UTC',
  choch: 'changes of character',
  bos: 'breaks of structure',
  reentry: 're-entry',
  adverse: 'adverse move',
  x: 'in ranges',
};

const LABELS: Readonly<Record<string, string>> = {
  pct: 'Share',
  sort_by: 'Ranked by',
  matching: 'Now',
  limit: 'Rows',
  name: 'Which',
  edge_pct: 'Edge of the range',
  swing_length: 'Candles beside a swing',
  orb_reentry_candles: 'Re-entry: closes inside',
  utc_time: 'Starts at',
  event_time: 'Time',
  event_timestamp: 'Time',
  as_of: 'Up to',
  max_bars_to_close: 'Candles to close, at most',
  follow_bars: 'Candles followed',
  top_n: 'How many',
  minutes_to_max: 'Time to the extreme',
  avg_minutes_to_max: 'Average time to the extreme',
  avg_minutes_to_max_up: 'Average time to the extreme, up',
  avg_minutes_to_max_down: 'Average time to the extreme, down',
  green_given_green: 'Green after a green candle',
  red_given_red: 'Red after a red candle',
  first_up: 'First break is up',
  both_after: 'Other side broken later',
  both_after_up: 'Up first, then down too',
  both_after_down: 'Down first, then up too',
  high_in_candle: 'High made in the candle',
  low_in_candle: 'Low made in the candle',
  avg_range_vs_prev_x: 'Average range against the day before',
  median_range_vs_prev_x: 'Median range against the day before',
  avg_gap_size: 'Average gap in price',
  bucket: 'Minutes of the session',
  bucket_minutes: 'Length of a part',
  held: 'Closed beyond, only side broken',
  held_up: 'Only up broken: closed above',
  held_down: 'Only down broken: closed below',
  fill_time_seconds: 'Time to fill',
  partial_fill_time_seconds: 'Time to partial fill',
  first_bucket_continuation_rate: 'Day follows its first part',
  last_bucket_continuation_rate: 'Last part follows the day',
  closure_rate_full: 'Filled',
  closure_rate_any_touch: 'Touched',
  avg_bars_to_full_fill: 'Average candles to fill',
  median_bars_to_full_fill: 'Median candles to fill',
  avg_minutes_to_full_fill: 'Average time to fill',
  median_minutes_to_full_fill: 'Median time to fill',
  avg_move_away_pct_before_touch: 'Average move away before touch',
  avg_bars_to_retest: 'Average candles to retest',
  avg_bars_between_events: 'Average candles between breaks',
  total_events: 'Breaks',
  bos_count: 'With the trend (BOS)',
  choch_count: 'Against the trend (CHoCH)',
  stdev_return: 'Standard deviation',
  min_return: 'Lowest return',
  max_return: 'Highest return',
  avg_abs_return: 'Average size of returns',
};

/** Units at the end of a name; the value shows them, or parentheses if the name stands alone. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/_pct$/, '%'],
  [/_x$/, '×'],
  [/_(min|minutes)$/, 'min'],
  [/_(s|seconds)$/, 's'],
];

/** Names of the plans by the API's keys. */
export const PLAN_NAMES: Readonly<Record<string, string>> = { free: 'Free', pro_web: 'Pro Web', pro_api: 'Pro API' };

/** Returns a field's name in plain words; its value shows the unit. */
export function label(name: string): string {
  const ending = ENDINGS.find(([end]) => end.test(name));
  // `breakout_size_x` keeps its ending, because it stands beside `breakout_size_pct` and its value shows no unit.
  const bare = ending && ending[1] !== '×' ? name.replace(ending[0], '') : name;
  const known = LABELS[name] ?? LABELS[bare];
  if (known) return known;
  const least = /^min_(.+)$/.exec(bare)?.[1];
  if (least) return `${label(least)}, at least`;
  const words = bare
    .replace(/(\d)_(\d+x)$/, '$1.$2')
    .replace(/(^|_)(or|ib)_range/, '$1$2_size')
    .replace(/(^|_)minutes_to_/, '$1time_to_')
    .replace(/_(\d+)m$/, '_after_$1_min')
    .split(/_|\.(?=\D)/)
    .map((word) => WORDS[word] ?? word)
    .filter(Boolean)
    .join(' ');
  return words ? words[0].toUpperCase() + words.slice(1) : name;
}

/** Returns the unit in a name, such as `%`; undefined if there is none. */
export const unitIn = (name: string): string | undefined =>
  ENDINGS.find(([end]) => end.test(name))?.[1] ?? (/(^|_)minutes_to_/.test(name) ? 'min' : undefined);

/** Returns the label with its unit, for headings and inputs, whose values show none. */
export function labelWithUnit(name: string): string {
  const unit = unitIn(name);
  return unit && name !== 'pct' ? `${label(name)} (${unit})` : label(name);
}
