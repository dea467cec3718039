/**
 * Random questions with what asks across times and symbols (times of day, field against field, another symbol, refusals,
 * early cases), in each session mode: answered a second time from public records and bars alone.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AssetClass } from '../../exchange/symbol.ts';
import type { Rec } from '../../test/oracles/query.ts';
import { newYorkTime } from '../../test/oracles/sessions.ts';
import { startApi, type TestApi } from '../../test/support/api.ts';
import { symbolData } from '../../test/support/market-data.ts';
import { propertySeed, randomMarket } from '../../test/support/random-market.ts';

const INTERVAL = 15;
const MIN = 60_000;
const FIRST_DAY = Date.UTC(2024, 0, 8) / 86_400_000;
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
  unit: string;
}
const LISTS: Readonly<Record<string, string>> = {
  gap: 'gap',
  prevclose: 'prevclose',
  'orb[orb_minutes=30]': 'orb?orb_minutes=30',
  'orb[orb_minutes=60]': 'orb?orb_minutes=60',
  odc: 'odc',
  pdhlb: 'pdhlb',
  session: 'trend',
};
const field = (list: string, name: string, kind: Kind, unit: string, more: Partial<Field> = {}): Field => ({
  ...{ text: `${list}.${name}`, list, field: name, kind, unit },
  ...more,
});
const unfilled = (record: Rec) => record['filled'] === false;
const noBreak = (record: Rec) => record['break_type'] === 'none';
const FIELDS: readonly Field[] = [
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

interface Mode {
  name: string;
  assetClass: AssetClass;
  params: string;
  hours: 'regular' | 'extended' | 'always';
}
const MODES: readonly Mode[] = [
  { name: 'the exchange', assetClass: 'equity', params: 'session=exchange', hours: 'extended' },
  { name: 'the default window', assetClass: 'equity', params: '', hours: 'regular' },
  { name: 'extended hours', assetClass: 'etf', params: 'include_extended_hours=true', hours: 'extended' },
  { name: 'crypto', assetClass: 'crypto', params: '', hours: 'always' },
  { name: 'crypto around the clock', assetClass: 'crypto', params: 'include_extended_hours=true', hours: 'always' },
];

/** Start, end and anchor of a date's window, ms. */
function windowOf(mode: Mode, date: string) {
  const day = Date.parse(`${date}T00:00:00Z`);
  const at = (hour: number, minute = 0) => newYorkTime(day / 86_400_000, hour, minute) * MIN;
  const plain = { start: day + 810 * MIN, end: day + 1200 * MIN };
  if (mode.assetClass === 'crypto') {
    const window = mode.params ? { start: day, end: day + 1440 * MIN } : plain;
    return { ...window, anchor: window.start };
  }
  if (mode.params.includes('exchange')) return { start: at(9, 30), end: at(16), anchor: at(9, 30) };
  if (mode.params) return { start: at(4), end: at(20), anchor: at(9, 30) };
  return { ...plain, anchor: Math.max(plain.start, at(9, 30)) };
}

interface Market {
  dates: readonly string[];
  lists: ReadonlyMap<string, ReadonlyMap<string, Rec>>;
}
async function pages(api: TestApi, url: string): Promise<Rec[]> {
  const rows: Rec[] = [];
  for (let cursor = ''; ; ) {
    const { status, body } = await api.get(`${url}&limit=5000${cursor}`);
    expect([url, status, body.detail]).toEqual([url, 200, undefined]);
    rows.push(...body.data);
    if (!body.metadata.next_cursor) return rows;
    cursor = `&cursor=${body.metadata.next_cursor}`;
  }
}
async function marketOf(api: TestApi, mode: Mode, symbol: string): Promise<Market> {
  const lists = new Map<string, Map<string, Rec>>();
  for (const [list, path] of Object.entries(LISTS)) {
    const url = `/stats/${path}${path.includes('?') ? '&' : '?'}symbol=${symbol}&start_date=1990-01-01&${mode.params}`;
    lists.set(list, new Map((await pages(api, url)).map((row) => [row['date'], { ...row }])));
  }
  const complete = [...lists.get('session')!.values()].filter((row) => row['complete']).map((row) => row['date']);
  // The bars that broke a side of the opening range: no answer shows them.
  const bars = await pages(
    api,
    `/bars?symbol=${symbol}&timeframe=${INTERVAL}m&start_date=1990-01-01&include_extended_hours=true`,
  );
  for (const range of [30, 60]) {
    for (const [date, record] of lists.get(`orb[orb_minutes=${range}]`)!) {
      const { anchor, end } = windowOf(mode, date);
      const later = bars
        .map((bar) => ({ bar, at: Date.parse(bar['ts']) }))
        .filter(({ at }) => at >= anchor + range * MIN && at < end);
      const first = (is: (bar: Rec) => boolean) => {
        const found = later.find(({ bar }) => is(bar));
        return found ? new Date(found.at).toISOString() : null;
      };
      const row = record as Record<string, unknown>;
      row['#high'] = first((bar) => bar['high'] > record['or_high']);
      row['#low'] = first((bar) => bar['low'] < record['or_low']);
    }
  }
  return { dates: complete.sort(), lists };
}

interface Operand {
  of: Field;
  previous: number;
  other: boolean;
}
interface Condition {
  left: Operand;
  operator: string;
  values: readonly (string | number | boolean)[];
  right?: Operand;
  text: string;
}
type Truth = boolean | null;
const NONE = Symbol('no record');
const NEVER = Symbol('never');
const textOf = ({ of, previous, other }: Operand) =>
  `${previous ? `prev${previous}.` : ''}${other ? 'OTH@' : ''}${of.text}`;
const clockText = (mode: Mode, ms: number) =>
  new Date(ms).toLocaleTimeString('en-GB', {
    ...{ timeZone: mode.assetClass === 'crypto' ? 'UTC' : 'America/New_York', hour: '2-digit', minute: '2-digit' },
  });

function look(markets: readonly Market[], date: string, { of, previous, other }: Operand) {
  const on = markets[0].dates[markets[0].dates.indexOf(date) - previous];
  const market = markets[other ? 1 : 0];
  if (on === undefined || !market.dates.includes(on)) return { value: null, record: undefined };
  const record = market.lists.get(of.list)!.get(on);
  if (record === undefined) return { value: NONE, record };
  const value = record[of.field];
  return { value: value === null ? (of.isNever?.(record) ? NEVER : null) : value, record };
}

function holds(mode: Mode, markets: readonly Market[], date: string, one: Condition, isOutcome: boolean): Truth {
  let { value } = look(markets, date, one.left);
  if (value === NONE) return isOutcome ? null : false;
  if (one.operator === 'null') {
    return value === NEVER ? true : value === null ? (one.left.of.isNever ? null : true) : false;
  }
  let values: readonly unknown[] = one.values;
  if (one.right) {
    const right = look(markets, date, one.right).value;
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
const kindOf = (one: Condition): Kind =>
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

function naive(
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
  const found = { population: 0, unknown: [0, 0, 0, 0], cases: [] as string[], hits: 0, rest: 0, restHits: 0 };
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
    const outcome = holds(mode, markets, date, then, true);
    if (outcome === null) { found.unknown[2] += isTrue ? 1 : 0; continue; } // biome-ignore format: short
    const { record } = look(markets, date, then.left);
    const event = then.left.of.event ? barEnd(record?.[then.left.of.event]) : Number.POSITIVE_INFINITY;
    const decided = Math.min(event, bound(date), windowOf(mode, date).end);
    const seen = flat.filter((one) => kindOf(one) === 'event').flatMap(operands).filter(({ previous }) => !previous)
      .map((one) => barEnd(look(markets, date, one).record?.[one.of.event!])); // biome-ignore format: one line
    const limit = Math.max(late(date), ...seen.map((at) => Math.min(at, windowOf(mode, date).end)));
    if (then.left.of.event && !then.right && flat.length > 0 && decided <= limit) {
      found.unknown[3] += isTrue ? 1 : 0;
      continue;
    }
    if (isTrue) {
      found.cases.push(date);
      found.hits += outcome ? 1 : 0;
    } else {
      found.rest++;
      found.restHits += outcome ? 1 : 0;
    }
  }
  return { refused, hasEvent: hasEvent && then.left.of.event !== undefined, ...found };
}

function pick(mode: Mode, markets: readonly Market[], next: (below: number) => number, isOutcome: boolean): Condition {
  const previous = !isOutcome && next(3) === 0 ? 1 + next(3) : 0;
  const other = next(5) === 0;
  const from = isOutcome ? FIELDS.filter(({ kind }) => kind !== 'before') : FIELDS;
  const left = { of: from[next(from.length)], previous, other: other && !isOutcome };
  const same = FIELDS.filter((one) => one.unit === left.of.unit && one !== left.of);
  const isOrdered = ['price', 'percent', 'time', 'minutes'].includes(left.of.unit);
  if (!isOutcome && isOrdered && same.length && next(3) === 0) {
    const right = { of: same[next(same.length)], previous: next(3), other: left.of.unit !== 'price' && next(4) === 0 };
    if (left.of.unit !== 'time' || right.previous === left.previous) {
      const operator = ['<', '<=', '>', '>='][next(4)];
      return { left, operator, values: [], right, text: `${textOf(left)}${operator}${textOf(right)}` };
    }
  }
  if (left.of.isNever && next(8) === 0) return { left, operator: 'null', values: [], text: `${textOf(left)}=null` };
  const rows = [...markets[0].lists.get(left.of.list)!.values()]
    .map((row) => row[left.of.field])
    .filter((one) => one !== null);
  const sample = () => {
    const value = rows[next(rows.length)];
    return left.of.time ? clockText(mode, Date.parse(value)) : value;
  };
  const operators =
    isOutcome && left.of.unit === 'minutes'
      ? ['>', '>=', '!=']
      : isOrdered
        ? ['=', '!=', '<', '<=', '>', '>=', '..', '|']
        : ['=', '!='];
  const operator = operators[next(operators.length)];
  const values = operator === '..' || operator === '|' ? [sample(), sample()] : [sample()];
  if (operator === '..') values.sort((a, b) => (a < b ? -1 : 1));
  const shown =
    operator === '..' ? `:${values.join('..')}` : operator === '|' ? `:${values.join('|')}` : `${operator}${values[0]}`;
  return { left, operator, values, text: `${textOf(left)}${shown}` };
}

describe('random questions across times and symbols', () => {
  it.each(MODES)('in $name are answered as a plain filter does', { timeout: 30_000 }, async (mode) => {
    const bars = (seed: number) =>
      randomMarket({
        ...{ seed: propertySeed() + seed, assetClass: mode.assetClass, intervalMin: INTERVAL, firstDay: FIRST_DAY },
        ...{ days: 90, hours: mode.hours, density: 0.9, ticks: 4 },
      }).bars;
    const api = await startApi([
      symbolData(bars(1), 'RND', mode.assetClass, INTERVAL),
      symbolData(bars(2), 'OTH', mode.assetClass, INTERVAL),
    ]);
    const seen = { refused: 0, cases: 0 };
    try {
      const markets = [await marketOf(api, mode, 'RND'), await marketOf(api, mode, 'OTH')];
      await fc.assert(
        fc.asyncProperty(fc.array(fc.noBias(fc.nat()), { minLength: 64, maxLength: 64 }), async (numbers) => {
          let at = 0;
          const next = (below: number) => numbers[at++ % numbers.length] % below;
          const then = pick(mode, markets, next, true);
          const some = (most: number) => Array.from({ length: next(most) }, () => pick(mode, markets, next, false));
          const among = some(2);
          const picked = some(3);
          const any = picked.length > 1 && next(3) === 0 && !picked.some((one) => kindOf(one) === 'event');
          const groups = any ? [picked] : picked.map((one) => [one]);
          const join = (list: readonly Condition[]) => list.map(({ text }) => text).join(';');
          // biome-ignore lint/suspicious/noThenProperty: the name of the parameter
          const asked = { among: join(among), when: any ? `any(${join(picked)})` : join(picked), then: then.text };
          const params = new URLSearchParams({ symbol: 'RND', start_date: '1990-01-01', limit: '5000', ...asked });
          const { status, body } = await api.get(`/query?${params}&${mode.params}`);
          const expected = naive(mode, markets, among, groups, then);
          const detail = Array.isArray(body.detail) ? body.detail[0].type : body.detail;
          const { unknown } = body;
          const rest = (one: readonly number[]) => (expected.hasEvent ? [] : one);
          const answered =
            status === 200
              ? {
                  sessions: body.sessions,
                  population: body.population,
                  unknown: [unknown.among, unknown.when, unknown['then'], unknown.early],
                  hits: body.hits,
                  rest: rest([body.rest?.cases, body.rest?.hits]),
                  cases: body.data.map((row: Rec) => row['date']),
                }
              : { status, detail };
          const worked = expected.refused
            ? { status: 422, detail: 'look_ahead' }
            : {
                ...{ sessions: markets[0].dates.length, population: expected.population, unknown: expected.unknown },
                ...{
                  hits: expected.hits,
                  rest: rest([expected.rest, expected.restHits]),
                  cases: expected.cases.reverse(),
                },
              };
          expect([asked, answered]).toEqual([asked, worked]);
          if (expected.refused) {
            seen.refused++;
            return;
          }
          seen.cases += expected.cases.length;
        }),
        { numRuns: 40, seed: propertySeed() },
      );
    } finally {
      await api.close();
    }
    expect(seen.cases).toBeGreaterThan(100);
    expect(seen.refused).toBeGreaterThan(2);
  });
});
