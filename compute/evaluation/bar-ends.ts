/** Where the bars begin and end that a symbol's records follow from: the last one is the clock of the records. */

import { isTradingDay, regularCloseMin } from '../../exchange/calendar.ts';
import { EXCHANGE_CLOSE_MIN, EXCHANGE_OPEN_MIN, minuteIn } from '../../exchange/new-york.ts';
import { grouped, inGroups } from '../../lib/collections.ts';
import { isWeekend, MINUTES_PER_DAY } from '../../lib/days.ts';
import type { Reader } from '../../sql/reader.ts';
import { QUICK_PLAN } from '../../sql/session.ts';
import { type BarColumns, lowerBound, type SymbolMeta, sliceBars } from '../market/bars.ts';
import { PREVIOUS_MAX_DAYS } from '../market/candles.ts';
import type { DateRange } from '../statistics/statistic.ts';
import { dayOf, dayStart, seconds } from './load-bars.ts';
import { type BarEnds, barDaysOf, changedBarDays, hasDailies, type LoggedDay, type SymbolState } from './state.ts';

/** Bars of a day, where they are in memory as of the symbol's state. */
type BarsInMemory = (symbol: string, day: number) => BarColumns | undefined;

/** By symbol; null where no bar serves: none is left, or never was one, or daily bars serve all dates. */
export async function readBarEnds(
  reader: Reader,
  states: readonly SymbolState[],
  barsOf: BarsInMemory = () => undefined,
): Promise<ReadonlyMap<string, BarEnds | null>> {
  const last = await endsOf(reader, 'max', states, barsOf);
  const withBars = states.filter(({ symbol }) => last.has(symbol));
  const first: Map<string, number | null> = await endsOf(reader, 'min', withBars, barsOf);
  for (const [symbol, at] of await readFirstServed(reader, withBars.filter(hasDailies), last)) first.set(symbol, at);
  return new Map(
    states.map(({ symbol }) => {
      const begins = first.get(symbol) ?? null;
      return [symbol, begins === null ? null : { first: begins, last: last.get(symbol)! }];
    }),
  );
}

/** The first (`min`) or last bar by symbol, of those that have bars. */
async function endsOf(
  reader: Reader,
  pick: 'min' | 'max',
  states: readonly SymbolState[],
  barsOf: BarsInMemory,
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const open: { readonly symbol: string; readonly days: readonly number[] }[] = [];
  for (const state of states) {
    const { symbol, settled } = state;
    const days = pick === 'min' ? barDaysOf(state) : barDaysOf(state).reverse();
    if (days.length === 0) continue;
    const before = settled?.ends?.[pick === 'min' ? 'first' : 'last'];
    // As settled, where nothing on its day or beyond has changed.
    const stands = ({ day }: LoggedDay) => (pick === 'min' ? day > dayOf(before!) : day < dayOf(before!));
    const isSame = before !== undefined && changedBarDays(state).every(stands);
    const at = isSame ? before : barsOf(symbol, days[0])?.minute.at(pick === 'min' ? 0 : -1);
    if (at === undefined) open.push({ symbol, days });
    else found.set(symbol, at);
  }
  for (const [day, some] of grouped(open, ({ days }) => days[0])) {
    if (some.length < 2) continue;
    const symbols = some.map(({ symbol }) => symbol);
    for (const [symbol, at] of await barsAtEnd(reader, pick, symbols, { from: day, to: day })) found.set(symbol, at);
  }
  // Deletions may have emptied days at either end: widen the look from there until a bar shows.
  for (const { symbol, days } of open) {
    for (let at = 0, width = 1; at < days.length && !found.has(symbol); at += width, width *= 8) {
      const part = days.slice(at, at + width);
      const dates = { from: Math.min(part[0], part.at(-1)!), to: Math.max(part[0], part.at(-1)!) };
      for (const [, bar] of await barsAtEnd(reader, pick, [symbol], dates)) found.set(symbol, bar);
    }
  }
  return found;
}

/** Start of the first (`min`) or last bar on these UTC dates by symbol, UTC minutes; without those that have none. */
export async function barsAtEnd(
  reader: Reader,
  pick: 'min' | 'max',
  symbols: readonly string[],
  { from, to }: DateRange,
): Promise<ReadonlyMap<string, number>> {
  if (symbols.length === 0) return new Map();
  const rows = await reader.query<{ symbol: string; at: number }>(
    `SELECT CAST(symbol, 'String') AS symbol, intDiv(toUInt32(${pick}(ts)), 60) AS at FROM market.bars FINAL
     WHERE symbol IN {symbols:Array(String)}
       AND ts >= toDateTime({from:UInt32}, 'UTC') AND ts < toDateTime({to:UInt32}, 'UTC') GROUP BY symbol`,
    { symbols, from: seconds(dayStart(from)), to: seconds(dayStart(to + 1)) },
  );
  return new Map(rows.map(({ symbol, at }) => [symbol, at]));
}

/**
 * From where on the shorter bars of a symbol serve that has daily bars, too; the only place that says so. The cutover is
 * the first date whose regular session shorter bars hold from its beginning to its end, or the first date with shorter
 * bars behind the last daily bar before that. What of the shorter bars lies before it is no part of any record.
 *
 * A session is held where a bar of it is stored, one that starts at or before the first slot from its open on, and one that ends at or
 * after its close: on its date, or on another up to the daily bar next to it, at most seven days away. So is that of a thin
 * symbol, which has no bar at the open, and not that of one stray bar.
 */
/** Shorter bars of a date: New York's, of crypto UTC's. Days since the epoch, UTC minutes. */
interface DateOfBars {
  readonly date: number;
  /** Starts of its first and last bar. */
  readonly first: number;
  readonly last: number;
  /** Some bar starts in regular hours. */
  readonly isRegular: boolean;
}

interface Looked {
  readonly meta: SymbolMeta;
  /** UTC dates where shorter bars have landed, ascending. */
  readonly days: readonly number[];
  /** Start of the last of them. */
  readonly last: number;
  /** First date not looked at, and the last one to look at now; null: all that follow. */
  from: number;
  to: number | null;
  readonly dates: DateOfBars[];
  readonly dailies: number[];
}

/** Days with bars that are looked at first; of most symbols the first is the cutover. */
const FIRST_LOOK_DAYS = 4;
const WIDER_X = 8;
/** Symbols that one statement asks for. */
const MOST_SYMBOLS = 64;

/**
 * Start of the first shorter bar that serves, UTC minutes, by symbol; null where none does.
 *
 * @param lasts start of the last shorter bar of each; what is stored behind it is not looked at
 */
async function readFirstServed(
  reader: Reader,
  states: readonly SymbolState[],
  lasts: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number | null>> {
  const found = new Map<string, number | null>();
  let open = states.map((state): Looked => {
    const days = barDaysOf(state);
    const about = { meta: state.registered!, days, last: lasts.get(state.symbol)! };
    // New York's date of a bar is that of UTC or the one before.
    return { ...about, from: days[0] - 1, to: null, dates: [], dailies: [] };
  });
  for (let width = FIRST_LOOK_DAYS; open.length > 0; width *= WIDER_X) {
    for (const one of open) {
      const next = one.days.findIndex((day) => day >= one.from);
      one.to = next === -1 ? null : (one.days[next + width] ?? null);
    }
    for (const [, some] of grouped(open, ({ meta }) => meta.assetClass === 'crypto')) {
      for (const group of inGroups(some, MOST_SYMBOLS)) await look(reader, group);
    }
    open = open.filter((one) => {
      const first = firstServed(one.dates, one.dailies, one.meta, one.to === null);
      if (first !== undefined) found.set(one.meta.symbol, first);
      one.from = (one.to ?? 0) + 1;
      return first === undefined;
    });
  }
  return found;
}

/**
 * Start of the first bar that serves; null where none does, undefined where later dates have to be looked at.
 *
 * @param dates with shorter bars, ascending
 * @param dailies dates of the daily bars among these and up to seven days before, ascending
 * @param isAll nothing follows
 */
function firstServed(
  dates: readonly DateOfBars[],
  dailies: readonly number[],
  meta: SymbolMeta,
  isAll: boolean,
): number | null | undefined {
  const known = isAll ? dates.length : dates.length - 1;
  let held = 0;
  while (held < known && !isHeld(dates, held, dailies, meta)) held++;
  if (held >= known && !isAll) return undefined;
  const end = dates[held]?.date ?? Number.POSITIVE_INFINITY;
  const daily = dailies.findLast((date) => date < end) ?? Number.NEGATIVE_INFINITY;
  return dates.find(({ date }) => date > daily)?.first ?? null;
}

function isHeld(dates: readonly DateOfBars[], at: number, dailies: readonly number[], meta: SymbolMeta): boolean {
  const { date, first, last, isRegular } = dates[at];
  if (!isRegular || (meta.assetClass !== 'crypto' && !isTradingDay(date))) return false;
  const before = dailies.findLast((daily) => daily < date) ?? Number.NEGATIVE_INFINITY;
  const after = dailies.find((daily) => daily > date) ?? Number.POSITIVE_INFINITY;
  const isBegun = at > 0 && dates[at - 1].date >= Math.max(before, date - PREVIOUS_MAX_DAYS);
  const isEnded = at + 1 < dates.length && dates[at + 1].date <= Math.min(after, date + PREVIOUS_MAX_DAYS);
  const [opens, closes] =
    meta.assetClass === 'crypto' ? [0, MINUTES_PER_DAY] : [EXCHANGE_OPEN_MIN, regularCloseMin(date)!];
  const firstSlot = Math.ceil(minuteIn(meta.assetClass, date, opens) / meta.intervalMin) * meta.intervalMin;
  return (
    (isBegun || first <= firstSlot) && (isEnded || last + meta.intervalMin >= minuteIn(meta.assetClass, date, closes))
  );
}

async function look(reader: Reader, some: readonly Looked[]): Promise<void> {
  const zone = some[0].meta.assetClass === 'crypto' ? 'UTC' : 'America/New_York';
  const minute = `toHour(ts, '${zone}') * 60 + toMinute(ts, '${zone}')`;
  const regular = zone === 'UTC' ? '1' : `max(${minute} >= ${EXCHANGE_OPEN_MIN} AND ${minute} < ${EXCHANGE_CLOSE_MIN})`;
  const inside = (part: string) =>
    some
      .map(
        (_, i) =>
          `(symbol = {symbol${i}:String} AND ts >= toDateTime({from_${part}${i}:UInt32}, 'UTC') AND ts < toDateTime({to_${part}${i}:UInt32}, 'UTC'))`,
      )
      .join(' OR ');
  const params = some.flatMap(({ meta: { symbol, assetClass }, from, to, last }, i) => {
    const end = to === null ? last + 1 : Math.min(last + 1, minuteIn(assetClass, to + 1));
    const dailyEnd = to === null ? Number.POSITIVE_INFINITY : (to + 1) * MINUTES_PER_DAY;
    return [
      [`symbol${i}`, symbol],
      [`from_bars${i}`, seconds(minuteIn(assetClass, from))],
      [`to_bars${i}`, seconds(end)],
      [`from_dailies${i}`, seconds((from - PREVIOUS_MAX_DAYS) * MINUTES_PER_DAY)],
      [`to_dailies${i}`, seconds(dailyEnd)],
    ];
  });
  const rows = await reader.query<{ name: string; day: number; first: number; last: number; hours: number }>(
    `SELECT CAST(symbol, 'String') AS name, toInt32(toDate32(ts, '${zone}')) AS day, intDiv(toUInt32(min(ts)), 60) AS first,
       intDiv(toUInt32(max(ts)), 60) AS last, toInt32(${regular}) AS hours
     FROM market.bars FINAL WHERE ${inside('bars')} GROUP BY name, day
     UNION ALL
     SELECT CAST(symbol, 'String') AS name, toInt32(toDate32(ts)) AS day, 0, 0, toInt32(-1)
     FROM market.bars_daily FINAL WHERE ${inside('dailies')}
     SETTINGS ${QUICK_PLAN}`,
    Object.fromEntries(params),
  );
  const bySymbol = grouped(
    rows.sort((a, b) => a.day - b.day),
    ({ name }) => name,
  );
  for (const { meta, dates, dailies } of some) {
    const seen = dailies.at(-1) ?? Number.NEGATIVE_INFINITY;
    for (const { day, first, last, hours } of bySymbol.get(meta.symbol) ?? []) {
      if (hours >= 0) dates.push({ date: day, first, last, isRegular: hours === 1 });
      else if (day > seen && (zone === 'UTC' || !isWeekend(day))) dailies.push(day);
    }
  }
}

/** Its days without those of shorter bars before the cutover, which no record follows from. */
export function servedPart(state: SymbolState, firstBar: number | null): SymbolState {
  if (!hasDailies(state)) return state;
  const from = firstBar === null ? Number.POSITIVE_INFINITY : dayOf(firstBar);
  return { ...state, days: state.days.filter(({ kind, day }) => kind !== 'bars' || day >= from) };
}

/** What lies before the first bar that serves is left out. */
export function servedBars(bars: BarColumns, firstBar: number | undefined): BarColumns {
  return firstBar === undefined ? bars : sliceBars(bars, lowerBound(bars.minute, firstBar), bars.length);
}

/** Its stored records begin elsewhere than its shorter bars do now: what changed in between is not among its days. */
export function isCutoverMoved(state: SymbolState, firstBar: number | null): boolean {
  return hasDailies(state) && (state.settled?.ends?.first ?? null) !== firstBar;
}
