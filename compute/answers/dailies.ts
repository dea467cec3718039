/**
 * Daily bars beside a symbol's shorter ones: the part of an answer that comes from those of before the cutover, and which
 * bars of either interval have landed and are in no answer.
 */

import { dateIn, minuteIn } from '../../exchange/new-york.ts';
import { formatInterval } from '../../exchange/symbol.ts';
import { isoDate, MINUTES_PER_DAY } from '../../lib/days.ts';
import type { Reader } from '../../sql/reader.ts';
import { BYTES_PER_BAR } from '../evaluation/bar-cache.ts';
import {
  type DailyHistory,
  dailyFactors,
  dailyHistoryOf,
  dailyWarnings,
  loadDailyBars,
} from '../evaluation/daily-history.ts';
import { dayOf, dayStart, seconds } from '../evaluation/load-bars.ts';
import { type CachePart, type RecordCache, recordValues, variantLabel } from '../evaluation/stored-records.ts';
import { type BarColumns, NO_SPLITS } from '../market/bars.ts';
import type { Warning } from '../market/warning.ts';
import type { DateRange } from '../statistics/statistic.ts';
import type { SymbolInfo, ViewAnswer, ViewRequest } from './answers.ts';
import { type UnitRecords, unitBytes } from './records.ts';
import { servedByDailies, whyNoDailies } from './symbols.ts';

export const QUERY_READS_BASE = 'questions read the base interval alone';

/** What is to be said of a range that begins before the base interval, where that alone is read. */
export function unaskedDailies({ daily }: SymbolInfo, range: DateRange, why: string): readonly Warning[] {
  return daily ? dailyWarnings({}, daily, range, why) : [];
}

interface Bars {
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

interface Unserved {
  /** Shorter bars before the cutover; null: none. */
  readonly shorter: Bars | null;
  /** Daily bars between the first and the second date of shorter bars that serve, which a stray session is seen by. */
  readonly dailies: Bars | null;
}

const END = Number.POSITIVE_INFINITY;
const BYTES_OF_UNSERVED = 200;

export class Dailies {
  readonly #reader: Reader;
  readonly #records: CachePart<UnitRecords>;
  readonly #bars: CachePart<BarColumns>;
  readonly #unserved: CachePart<Unserved>;

  constructor(reader: Reader, cache: RecordCache) {
    this.#reader = reader;
    this.#records = cache.part('daily records');
    this.#bars = cache.part('dailies');
    this.#unserved = cache.part('unserved');
  }

  /** Null where the request is answered from none. */
  async history(request: Omit<ViewRequest, 'range'>): Promise<DailyHistory | null> {
    const { statistic, symbol, session, values } = request;
    const daily = servedByDailies(request);
    if (!daily) return null;
    const { until, isAlone } = daily;
    const factors = symbol.isRaw ? null : dailyFactors(symbol.splits ?? NO_SPLITS, symbol);
    const state = `${daily.version}|${until}|${isAlone}|${symbol.assetClass}|${factors?.key ?? ''}`;
    const variant = variantLabel(statistic.params, recordValues(statistic.params, values, symbol.intervalMin));
    const compute = async () => {
      const load = () => loadDailyBars(this.#reader, symbol.symbol, until, factors);
      const bars = await this.#bars.load(state, load, ({ length }) => length * BYTES_PER_BAR);
      return dailyHistoryOf(statistic, symbol, bars, daily, { session, values });
    };
    const records = await this.#records.load(`${state}|${statistic.name}|${variant}`, compute, unitBytes);
    return { ...records, until, isAlone };
  }

  /** Which bars of either interval the answer is not from, and why. @param isStored the answer says it of daily bars itself */
  async warnings(request: ViewRequest, { asked }: ViewAnswer['range'], isStored: boolean): Promise<Warning[]> {
    const { statistic, symbol, withDailies } = request;
    const unused =
      withDailies && symbol.daily && !isStored
        ? dailyWarnings(statistic, symbol.daily, asked, whyNoDailies(request))
        : [];
    return [...unused, ...unservedWarnings(request, await this.#unservedOf(symbol), asked)];
  }

  async withUnservedBars(symbol: SymbolInfo): Promise<SymbolInfo> {
    const { shorter } = await this.#unservedOf(symbol);
    return shorter ? { ...symbol, firstBar: shorter.first, lastBar: symbol.lastBar ?? shorter.last } : symbol;
  }

  #unservedOf(symbol: SymbolInfo): Promise<Unserved> {
    const read = () => this.#readUnserved(symbol);
    return this.#unserved.load(`${symbol.symbol}|${symbol.version}`, read, () => BYTES_OF_UNSERVED);
  }

  async #readUnserved(symbol: SymbolInfo): Promise<Unserved> {
    const { firstBar, daily } = symbol;
    return {
      shorter: daily ? await this.#barsIn('bars', symbol, 0, firstBar ?? END) : null,
      dailies: firstBar === null ? null : await this.#dailiesBehind(symbol, dateIn(symbol.assetClass, firstBar) + 1),
    };
  }

  /** Those from a date up to the next shorter bar. */
  async #dailiesBehind(symbol: SymbolInfo, from: number): Promise<Bars | null> {
    const behind = await this.#barsIn('bars_daily', symbol, dayStart(from), END);
    if (behind === null) return null;
    // A narrow look answers nearly always; all later bars are looked at behind a stray session alone.
    const until = minuteIn(symbol.assetClass, dayOf(behind.first) + 1);
    if (await this.#barsIn('bars', symbol, minuteIn(symbol.assetClass, from), until)) return null;
    const later = await this.#barsIn('bars', symbol, until, END);
    return this.#barsIn(
      'bars_daily',
      symbol,
      dayStart(from),
      later ? dayStart(dateIn(symbol.assetClass, later.first)) : END,
    );
  }

  /** Bars that start in `[from, before)`, UTC minutes; null without any. */
  async #barsIn(
    table: 'bars' | 'bars_daily',
    { symbol }: SymbolInfo,
    from: number,
    before: number,
  ): Promise<Bars | null> {
    const [row] = await this.#reader.query<Bars>(
      `SELECT intDiv(toUInt32(min(ts)), 60) AS first, intDiv(toUInt32(max(ts)), 60) AS last, toUInt32(count()) AS count
       FROM market.${table} FINAL WHERE symbol = {symbol:String}
         AND ts >= toDateTime({from:UInt32}, 'UTC') AND ts < toDateTime({before:UInt32}, 'UTC')`,
      { symbol, from: seconds(from), before: seconds(before) },
    );
    return row === undefined || row.count === 0 ? null : row;
  }
}

/** For `metadata.warnings`. Nothing before `earliest` is dated or counted. */
function unservedWarnings(request: ViewRequest, unserved: Unserved, { from, to }: DateRange): Warning[] {
  const { statistic, symbol, range, withDailies } = request;
  const { firstBar, daily } = symbol;
  const { shorter, dailies } = unserved;
  const touches = (some: DateRange) => from <= some.to && some.from <= to;
  const warnings: Warning[] = [];
  if (shorter && daily) {
    const dates = { from: dateIn(symbol.assetClass, shorter.first), to: dateIn(symbol.assetClass, shorter.last) };
    const isShown = dates.from >= (range.earliest ?? dates.from);
    const which = isShown ? named(shorter.count, symbol.intervalMin, dates) : 'shorter bars';
    const why = `1d bars serve before ${isoDate(daily.until)}, since shorter ones hold no session before it from its beginning to its end`;
    if (touches(dates)) warnings.push({ code: 'shorter_bars_unused', text: `${which} are not used: ${why}` });
  }
  const isServed = withDailies === true && !statistic.events && whyNoDailies(request) === null;
  if (dailies && firstBar !== null && isServed) {
    const dates = { from: dayOf(dailies.first), to: dayOf(dailies.last) };
    const since = dateIn(symbol.assetClass, firstBar);
    const first = isoDate(since);
    const why = `shorter bars serve from ${first}, and the next ones are later; where those of ${first} are stray, delete them`;
    if (touches(dates) && since >= (range.earliest ?? since))
      warnings.push({
        code: 'daily_bars_unused',
        text: `${named(dailies.count, MINUTES_PER_DAY, dates)} are not used, and no shorter bars stand for them: ${why}`,
      });
  }
  return warnings;
}

function named(count: number, intervalMin: number, { from, to }: DateRange): string {
  const dates = from === to ? isoDate(from) : `${isoDate(from)} to ${isoDate(to)}`;
  return `${count} ${formatInterval(intervalMin)} bars of ${dates}`;
}
