/** Figures and times as people read them. The whole value stays in the element's title. */
import { type Zone, zoneName } from './settings.ts';

export const NOTHING = '–';

const twoDigits = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const fourDigits = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 });
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** A count, a percentage or a price in at most two decimals; volumes short. */
export function number(value: number | null | undefined, unit = 'none'): string {
  if (value === null || value === undefined || Number.isNaN(value)) return NOTHING;
  if (unit === 'volume' && Math.abs(value) >= 100_000) return short.format(value);
  if (Number.isInteger(value) && unit !== 'price' && unit !== 'pct') return whole.format(value);
  const digits = unit === 'price' && Math.abs(value) < 1 ? fourDigits.format(value) : twoDigits.format(value);
  return digits === '-0.00' ? '0.00' : digits;
}

export const percent = (value: number | null | undefined): string =>
  value === null || value === undefined ? NOTHING : `${number(value, 'pct')} %`;

/** Percentages with a sign, for returns and differences. */
export const signed = (value: number | null | undefined, unit = 'pct'): string =>
  value === null || value === undefined ? NOTHING : `${value > 0 ? '+' : ''}${number(value, unit)}`;

export const probability = (p: number | null | undefined): string =>
  p === null || p === undefined ? NOTHING : p < 0.001 ? '<0.001' : p.toFixed(3);

export function withUnit(value: number | null | undefined, unit: string): string {
  const text = number(value, unit);
  if (text === NOTHING) return text;
  return UNIT_ENDS[unit] ? `${text}${UNIT_ENDS[unit]}` : text;
}

const UNIT_ENDS: Readonly<Record<string, string>> = {
  pct: ' %',
  ratio: '×',
  minutes: ' min',
  seconds: ' s',
  bps: ' bp',
};

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2025-06-04` as `4 Jun 2025`. */
export function date(iso: string | null | undefined): string {
  if (!iso) return NOTHING;
  const [year, month, day] = iso.slice(0, 10).split('-').map(Number);
  return `${day} ${MONTHS[month - 1]} ${year}`;
}

/** `4 Jun - 28 Aug 2025`, the year once where it is one. */
export function span(from: string | null, to: string | null): string {
  if (!from || !to) return NOTHING;
  if (from === to) return date(from);
  const start = from.slice(0, 4) === to.slice(0, 4) ? date(from).slice(0, -5) : date(from);
  return `${start} – ${date(to)}`;
}

const TIMES = new Map<string, Intl.DateTimeFormat>();

function formatter(chosen: Zone, withDate: boolean): Intl.DateTimeFormat {
  const key = `${chosen} ${withDate}`;
  let made = TIMES.get(key);
  if (!made) {
    made = new Intl.DateTimeFormat('en-GB', {
      timeZone: zoneName(chosen),
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      ...(withDate ? { day: 'numeric', month: 'short', year: 'numeric' } : {}),
    });
    TIMES.set(key, made);
  }
  return made;
}

export const time = (iso: string, chosen: Zone): string => formatter(chosen, false).format(new Date(iso));
export const dateTime = (iso: string, chosen: Zone): string => formatter(chosen, true).format(new Date(iso));

const WORDS: Readonly<Record<string, string>> = {
  avg: 'average',
  pct: '',
  min: 'minutes',
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
};

const LABELS: Readonly<Record<string, string>> = {
  pct: 'Share',
  min_cases: 'Cases, at least',
  sort_by: 'Ranked by',
  matching: 'Now',
  utc_time: 'Starts at',
  max_bars_to_close: 'Candles to close, at most',
  min_gap_pct: 'Gap, at least (%)',
  min_sample_size: 'Sample, at least',
  follow_bars: 'Candles followed',
  top_n: 'How many',
  or_range: 'Opening range size',
  or_range_pct: 'Opening range size',
  ib_range: 'Initial balance size',
  ib_range_pct: 'Initial balance size',
};

/** A field's name in plain words; its unit is shown with its value. */
export function label(name: string): string {
  if (LABELS[name]) return LABELS[name];
  const words = name
    .replace(/(\d)_(\d+x)$/, '$1.$2')
    .split(/_|\.(?=\D)/)
    .map((word, index, all) => {
      if (word === 'x' && index === all.length - 1) return '';
      if (word === 'min' && index < all.length - 1) return 'smallest';
      return WORDS[word] ?? word;
    })
    .filter(Boolean)
    .join(' ');
  return words ? words[0].toUpperCase() + words.slice(1) : name;
}

/** Where no unit stands with the values: in headings, and where a value is still to be typed. */
export function labelWithUnit(name: string): string {
  const unit = name.endsWith('_pct') ? ' (%)' : name.endsWith('_x') ? ' (×)' : '';
  return `${label(name)}${unit}`;
}
