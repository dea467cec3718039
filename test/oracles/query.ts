/**
 * `/query` a second time, from its words alone: a filter over plain lists of records as the ordinary endpoints give them,
 * with what is known when, in each session mode.
 */
import type { AssetClass } from '../../exchange/symbol.ts';
import { naiveCloseMin, newYorkTime } from './sessions.ts';

// biome-ignore lint/suspicious/noExplicitAny: records of any statistic
export type Rec = Readonly<Record<string, any>>;
export const INTERVAL = 15;
export const MIN = 60_000;
type Kind = 'before' | 'open' | 'end_of_range' | 'event' | 'close';
interface Field {
  text: string;
  list: string;
  field: string;
  kind: Kind;
  /** Minutes of the range, of kind `end_of_range`. */
  range?: number;
  /** The time field whose bar decides it. */
  event?: string;
  isNever?: (record: Rec) => boolean;
  time?: boolean;
  /** Of records of which a session may have many: which of them it counts. */
  counts?: (record: Rec) => boolean;
  unit: string;
}
export const LISTS: Readonly<Record<string, string>> = {
  gap: 'gap',
  prevclose: 'prevclose',
  'orb[orb_minutes=30]': 'orb?orb_minutes=30',
  'orb[orb_minutes=60]': 'orb?orb_minutes=60',
  odc: 'odc',
  pdhlb: 'pdhlb',
  session: 'trend',
};
export const MANY: Readonly<Record<string, string>> = {
  'fvg[timeframe=30m]': 'fvg?timeframe=30m',
  'bos[swing_length=2]': 'bos?swing_length=2',
};
const field = (list: string, name: string, kind: Kind, unit: string, more: Partial<Field> = {}): Field => ({
  text: `${list}.${name}`,
  list,
  field: name,
  kind,
  unit,
  ...more,
});
/** Of sessions before alone: of this one they are known candle by candle. */
const counted = (list: string, filter: string, counts: (record: Rec) => boolean): Field => ({
  text: `count(${list}${filter})`,
  list,
  field: 'count',
  kind: 'before',
  unit: 'count',
  counts,
});
const unfilled = (record: Rec) => record['filled'] === false;
const noBreak = (record: Rec) => record['break_type'] === 'none';
export const FIELDS: readonly Field[] = [
  counted('fvg[timeframe=30m]', ';direction=bullish', (record) => record['direction'] === 'bullish'),
  counted('bos[swing_length=2]', '', () => true),
  field('gap', 'exists', 'open', 'existence'),
  field('session', 'weekday', 'before', 'weekday'),
  field('session', 'open', 'open', 'price'),
  field('session', 'close', 'close', 'price'),
  field('session', 'return_pct', 'close', 'percent'),
  field('gap', 'direction', 'open', 'direction'),
  field('gap', 'gap_pct', 'open', 'percent'),
  field('gap', 'filled', 'event', 'boolean', { event: 'fill_time' }),
  field('gap', 'fill_time', 'event', 'time', { event: 'fill_time', isNever: unfilled, time: true }),
  field('prevclose', 'gap_pct', 'open', 'percent'),
  field('prevclose', 'prev_close', 'open', 'price'),
  field('prevclose', 'filled', 'event', 'boolean', { event: 'fill_time' }),
  field('prevclose', 'fill_time', 'event', 'time', { event: 'fill_time', isNever: unfilled, time: true }),
  field('prevclose', 'minutes_to_fill', 'event', 'minutes', { event: 'fill_time', isNever: unfilled }),
  field('pdhlb', 'prev_high', 'before', 'price'),
  field('pdhlb', 'high_break', 'event', 'boolean', { event: 'high_break_time' }),
  field('odc', 'candle_direction', 'end_of_range', 'candle', { range: 60 }),
  ...[30, 60].flatMap((range) => {
    const orb = `orb[orb_minutes=${range}]`;
    const broke = { event: 'breakout_time', isNever: noBreak };
    return [
      field(orb, 'or_high', 'end_of_range', 'price', { range }),
      field(orb, 'or_range_pct', 'end_of_range', 'percent', { range }),
      field(orb, 'first_direction', 'event', 'direction', broke),
      field(orb, 'breakout_time', 'event', 'time', { ...broke, time: true }),
      field(orb, 'broke_high', 'close', 'boolean', { event: '#high', range }),
      field(orb, 'broke_low', 'close', 'boolean', { event: '#low', range }),
    ];
  }),
];

export interface Mode {
  name: string;
  assetClass: AssetClass;
  params: string;
  hours: 'regular' | 'extended' | 'always';
}
export const MODES: readonly Mode[] = [
  { name: 'the exchange', assetClass: 'equity', params: 'session=exchange', hours: 'extended' },
  { name: 'the default window', assetClass: 'equity', params: '', hours: 'regular' },
  { name: 'extended hours', assetClass: 'etf', params: 'include_extended_hours=true', hours: 'extended' },
  { name: 'crypto', assetClass: 'crypto', params: '', hours: 'always' },
  { name: 'crypto around the clock', assetClass: 'crypto', params: 'include_extended_hours=true', hours: 'always' },
];

/** Start, end and anchor of a date's window, ms. */
export function windowOf(mode: Mode, date: string) {
  const day = Date.parse(`${date}T00:00:00Z`);
  const at = (hour: number, minute = 0) => newYorkTime(day / 86_400_000, hour, minute) * MIN;
  const plain = { start: day + 810 * MIN, end: day + 1200 * MIN };
  if (mode.assetClass === 'crypto') {
    const window = mode.params ? { start: day, end: day + 1440 * MIN } : plain;
    return { ...window, anchor: window.start };
  }
  const close = at((naiveCloseMin(day / 86_400_000) ?? 960) / 60);
  if (mode.params.includes('exchange')) return { start: at(9, 30), end: close, anchor: at(9, 30) };
  if (mode.params) return { start: at(4), end: at(20), anchor: at(9, 30) };
  const end = close < at(16) ? Math.min(plain.end, close) : plain.end;
  return { ...plain, end, anchor: Math.max(plain.start, at(9, 30)) };
}

export interface Market {
  dates: readonly string[];
  lists: ReadonlyMap<string, ReadonlyMap<string, Rec>>;
  many: ReadonlyMap<string, readonly Rec[]>;
}

interface Operand {
  of: Field;
  previous: number;
  other: boolean;
}
export interface Condition {
  left: Operand;
  operator: string;
  values: readonly (string | number | boolean)[];
  right?: Operand;
  text: string;
}
type Truth = boolean | null;
export type Outcome = boolean | number | typeof NEVER;
const NONE = Symbol('no record');
export const NEVER: unique symbol = Symbol('never');
export const textOf = ({ of, previous, other }: Operand) =>
  `${previous ? `prev${previous}.` : ''}${other ? 'OTH@' : ''}${of.text}`;
export const clockText = (mode: Mode, ms: number) =>
  new Date(ms).toLocaleTimeString('en-GB', {
    timeZone: mode.assetClass === 'crypto' ? 'UTC' : 'America/New_York',
    hour: '2-digit',
    minute: '2-digit',
  });

/** GAP judges weekdays that have an earlier weekday session at most seven days back. */
function isJudged({ dates }: Market, date: string): boolean {
  const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
  const isWeekend = (day: string) => weekday(day) === 0 || weekday(day) === 6;
  const before = dates.filter((one) => one < date && !isWeekend(one)).pop();
  return !isWeekend(date) && before !== undefined && Date.parse(date) - Date.parse(before) <= 7 * 86_400_000;
}

function look(mode: Mode, markets: readonly Market[], date: string, { of, previous, other }: Operand) {
  const on = markets[0].dates[markets[0].dates.indexOf(date) - previous];
  const market = markets[other ? 1 : 0];
  if (on === undefined || !market.dates.includes(on)) return { value: null, record: undefined };
  if (of.counts) {
    const { start, end } = windowOf(mode, on);
    const ends = (one: Rec) => Date.parse(one['confirmed_at']);
    const inside = market.many.get(of.list)!.filter((one) => ends(one) > start && ends(one) <= end);
    return { value: inside.filter(of.counts).length, record: {} };
  }
  const record = market.lists.get(of.list)!.get(on);
  if (of.field === 'exists')
    return { value: record !== undefined ? true : isJudged(market, on) ? false : null, record };
  if (record === undefined) return { value: NONE, record };
  const value = record[of.field];
  return { value: value === null ? (of.isNever?.(record) ? NEVER : null) : value, record };
}

/** What an outcome that is a number itself is: null where nobody knows, NEVER where it never came. */
function numberOf(mode: Mode, markets: readonly Market[], date: string, one: Condition): number | null | typeof NEVER {
  const { value } = look(mode, markets, date, one.left);
  return value === NONE ? null : value;
}

function holds(mode: Mode, markets: readonly Market[], date: string, one: Condition, isOutcome: boolean): Truth {
  let { value } = look(mode, markets, date, one.left);
  if (value === NONE) return isOutcome ? null : false;
  if (one.operator === 'null') {
    return value === NEVER ? true : value === null ? (one.left.of.isNever ? null : true) : false;
  }
  let values: readonly unknown[] = one.values;
  if (one.right) {
    const right = look(mode, markets, date, one.right).value;
    if (right === NONE) return isOutcome ? null : false;
    if (value === NEVER || right === NEVER) return false;
    if (right === null) return null;
    values = [right];
  } else if (one.left.of.time && value !== null && value !== NEVER) value = clockText(mode, Date.parse(value));
  if (value === NEVER) return false;
  if (value === null) return null;
  if (one.left.of.time && one.right)
    [value, values] = [Date.parse(value), values.map((at) => Date.parse(at as string))];
  const [a, b] = values as never[];
  switch (one.operator) {
    case '=': return value === a;
    case '!=': return value !== a;
    case '<': return value < a;
    case '<=': return value <= a;
    case '>': return value > a;
    case '>=': return value >= a;
    case '..': return value >= a && value <= b;
    default: return values.includes(value);
  } // biome-ignore format: one line each
}
const all = (truths: readonly Truth[]): Truth => (truths.includes(false) ? false : truths.includes(null) ? null : true);

const KINDS: readonly Kind[] = ['before', 'open', 'end_of_range', 'event', 'close'];
const operands = ({ left, right }: Condition) => (right ? [left, right] : [left]);
export const kindOf = (one: Condition): Kind =>
  operands(one).map(({ of, previous }) => (previous ? 'before' : of.kind))
    .reduce((a, b) => (KINDS.indexOf(a) > KINDS.indexOf(b) ? a : b)); // biome-ignore format: one line
/** Minutes after the anchor; the end of the window where that is earlier. */
const rangeEnd = (mode: Mode, date: string, minutes: number) => {
  const { anchor, end } = windowOf(mode, date);
  return Math.min(anchor + minutes * MIN, end);
};
function knownAt(mode: Mode, date: string, one: Condition): number {
  const { start, anchor } = windowOf(mode, date);
  const moments = operands(one).filter(({ previous }) => !previous).map(({ of }) =>
    of.kind === 'end_of_range' ? rangeEnd(mode, date, of.range!) : of.kind === 'open' ? Math.min(start, anchor) : start,
  ); // biome-ignore format: one line
  return Math.max(start, ...moments);
}
function boundOf(mode: Mode, date: string, { left, operator, values, right }: Condition): number | null {
  if (right || !left.of.time || !['<', '<=', '=', '..', '|'].includes(operator)) return null;
  const day = Date.parse(`${date}T00:00:00Z`);
  const [hour, minute] = values.map(String).sort().at(-1)!.split(':').map(Number);
  const bound =
    mode.assetClass === 'crypto' ? day + (hour * 60 + minute) * MIN : newYorkTime(day / 86_400_000, hour, minute) * MIN;
  // Nothing is known of the window's first bar before that bar ends.
  return Math.max(bound, windowOf(mode, date).start + INTERVAL * MIN);
}
const barEnd = (time: string | null | undefined) =>
  time ? Date.parse(time) + INTERVAL * MIN : Number.POSITIVE_INFINITY;

export function naive(
  mode: Mode,
  markets: readonly Market[],
  among: readonly Condition[],
  when: readonly (readonly Condition[])[],
  then: Condition,
) {
  const flat = [...among, ...when.flat()];
  const kinds = flat.map(kindOf);
  const outcomeKind = kindOf(then);
  const dates = markets[0].dates;
  const hasEvent = kinds.includes('event');
  const limits = (date: string) => flat.filter((one) => kindOf(one) !== 'event').map((one) => knownAt(mode, date, one));
  const late = (date: string) => Math.max(Number.NEGATIVE_INFINITY, ...limits(date));
  const bound = (date: string) =>
    outcomeKind === 'end_of_range'
      ? knownAt(mode, date, then)
      : (boundOf(mode, date, then) ?? Number.POSITIVE_INFINITY);
  const refused =
    kinds.includes('close') ||
    (hasEvent && outcomeKind !== 'close') ||
    (kinds.includes('end_of_range') && outcomeKind === 'open') ||
    (flat.length > 0 && outcomeKind !== 'open' && dates.every((date) => bound(date) <= late(date)));
  const found = { population: 0, unknown: [0, 0, 0, 0], cases: [] as string[] };
  const [own, rest]: Outcome[][] = [[], []];
  for (const date of dates) {
    const inside = all(among.map((one) => holds(mode, markets, date, one, false)));
    if (inside === false) continue;
    if (inside === null) { found.unknown[0]++; continue; } // biome-ignore format: short
    found.population++;
    const isTrue = all(
      when.map((group) => {
        const truths = group.map((one) => holds(mode, markets, date, one, false));
        return truths.includes(true) ? true : truths.includes(null) ? null : false;
      }),
    );
    if (isTrue === null) { found.unknown[1]++; continue; } // biome-ignore format: short
    const outcome =
      then.operator === 'number' ? numberOf(mode, markets, date, then) : holds(mode, markets, date, then, true);
    if (outcome === null) { found.unknown[2] += isTrue ? 1 : 0; continue; } // biome-ignore format: short
    const { record } = look(mode, markets, date, then.left);
    const event = then.left.of.event ? barEnd(record?.[then.left.of.event]) : Number.POSITIVE_INFINITY;
    const decided = Math.min(event, bound(date), windowOf(mode, date).end);
    const seen = flat.filter((one) => kindOf(one) === 'event').flatMap(operands).filter(({ previous }) => !previous)
      .map((one) => barEnd(look(mode, markets, date, one).record?.[one.of.event!])); // biome-ignore format: one line
    const limit = Math.max(late(date), ...seen.map((at) => Math.min(at, windowOf(mode, date).end)));
    if (then.left.of.event && !then.right && flat.length > 0 && decided <= limit) {
      found.unknown[3] += isTrue ? 1 : 0;
      continue;
    }
    if (isTrue) found.cases.push(date);
    (isTrue ? own : rest).push(outcome);
  }
  return { refused, hasEvent: hasEvent && then.left.of.event !== undefined, ...found, own, rest };
}
