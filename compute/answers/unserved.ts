/**
 * Bars that have landed and are in no answer, where a symbol has daily bars beside shorter ones: the shorter bars before
 * the cutover, and the daily bars behind it up to the second date of shorter bars, which a stray session is seen by.
 */

import { newYorkDay, newYorkMinute } from '../../exchange/new-york.ts';
import { formatInterval } from '../../exchange/symbol.ts';
import { isoDate, MINUTES_PER_DAY } from '../../lib/days.ts';
import type { Reader } from '../../sql/reader.ts';
import { dailyUnused } from '../evaluation/daily-history.ts';
import { dayOf, dayStart, seconds } from '../evaluation/load-bars.ts';
import { recordValues } from '../evaluation/stored-records.ts';
import type { DateRange } from '../statistics/statistic.ts';
import type { SymbolInfo, ViewRequest } from './answers.ts';

export interface Unserved {
  /** Shorter bars before the cutover, starts in UTC minutes; null: none. */
  readonly shorter: Bars | null;
  /** Dates of the daily bars between the first and the second date of shorter bars that serve; null: none. */
  readonly dailies: Bars | null;
}

interface Bars {
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

const NOTHING: Unserved = { shorter: null, dailies: null };

export async function readUnserved(reader: Reader, symbol: SymbolInfo): Promise<Unserved> {
  const { firstBar, daily, hasDailies } = symbol;
  if (!hasDailies) return NOTHING;
  const end = Number.POSITIVE_INFINITY;
  const shorter = daily ? await barsIn(reader, 'bars', symbol, 0, firstBar ?? end) : null;
  if (firstBar === null) return { shorter, dailies: null };
  const next = dateOf(symbol, firstBar) + 1;
  const behind = await barsIn(reader, 'bars_daily', symbol, dayStart(next), end);
  if (behind === null) return { shorter, dailies: null };
  // A narrow look answers nearly always; all later bars are looked at behind a stray session alone.
  const until = startOf(symbol, dayOf(behind.first) + 1);
  if (await barsIn(reader, 'bars', symbol, startOf(symbol, next), until)) return { shorter, dailies: null };
  const later = await barsIn(reader, 'bars', symbol, until, end);
  const before = later ? dayStart(dateOf(symbol, later.first)) : end;
  return { shorter, dailies: await barsIn(reader, 'bars_daily', symbol, dayStart(next), before) };
}

/** For `metadata.warnings`. Nothing before `earliest` is dated or counted. */
export function unservedWarnings(request: ViewRequest, unserved: Unserved, { from, to }: DateRange): string[] {
  const { symbol, range } = request;
  const { firstBar, daily } = symbol;
  const { shorter, dailies } = unserved;
  const touches = (some: DateRange) => from <= some.to && some.from <= to;
  const texts: string[] = [];
  if (shorter && daily) {
    const dates = { from: dateOf(symbol, shorter.first), to: dateOf(symbol, shorter.last) };
    const isShown = dates.from >= (range.earliest ?? dates.from);
    const which = isShown ? named(shorter.count, symbol.intervalMin, dates) : 'shorter bars';
    const why = `1d bars serve before ${isoDate(daily.until)}, since shorter ones hold no session before it from its beginning to its end`;
    if (touches(dates)) texts.push(`${which} are not used: ${why}`);
  }
  if (dailies && firstBar !== null && isServed(request)) {
    const dates = { from: dayOf(dailies.first), to: dayOf(dailies.last) };
    const since = dateOf(symbol, firstBar);
    const first = isoDate(since);
    const why = `shorter bars serve from ${first}, and the next ones are later; where those of ${first} are stray, delete them`;
    if (touches(dates) && since >= (range.earliest ?? since))
      texts.push(
        `${named(dailies.count, MINUTES_PER_DAY, dates)} are not used, and no shorter bars stand for them: ${why}`,
      );
  }
  return texts;
}

function named(count: number, intervalMin: number, { from, to }: DateRange): string {
  const dates = from === to ? isoDate(from) : `${isoDate(from)} to ${isoDate(to)}`;
  return `${count} ${formatInterval(intervalMin)} bars of ${dates}`;
}

function isServed({ statistic, symbol, session, values, withDailies }: ViewRequest): boolean {
  const own = recordValues(statistic.params, values, symbol.intervalMin);
  return withDailies === true && !statistic.events && dailyUnused(statistic, session, symbol.assetClass, own) === null;
}

const dateOf = ({ assetClass }: SymbolInfo, minute: number) =>
  assetClass === 'crypto' ? dayOf(minute) : newYorkDay(minute);

/** UTC minute that a date of shorter bars begins at. */
const startOf = ({ assetClass }: SymbolInfo, date: number) =>
  assetClass === 'crypto' ? dayStart(date) : newYorkMinute(date, 0);

/** Bars that start in `[from, before)`, UTC minutes; null without any. */
async function barsIn(
  reader: Reader,
  table: 'bars' | 'bars_daily',
  { symbol }: SymbolInfo,
  from: number,
  before: number,
): Promise<Bars | null> {
  const [row] = await reader.query<Bars>(
    `SELECT intDiv(toUInt32(min(ts)), 60) AS first, intDiv(toUInt32(max(ts)), 60) AS last, toUInt32(count()) AS count
     FROM market.${table} FINAL WHERE symbol = {symbol:String}
       AND ts >= toDateTime({from:UInt32}, 'UTC') AND ts < toDateTime({before:UInt32}, 'UTC')`,
    { symbol, from: seconds(from), before: seconds(before) },
  );
  return row === undefined || row.count === 0 ? null : row;
}
