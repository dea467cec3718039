/**
 * Where a symbol is in its latest session, and how sessions like it went before: the session in progress or, once
 * that is over, the last one. All of it comes from the answers that the statistics' own endpoints give.
 */

import { isoDate, MINUTES_PER_DAY } from '../../lib/days.ts';
import type { RangeRequest } from '../evaluation/range.ts';
import type { SymbolMeta } from '../market/bars.ts';
import { shown, type Unit } from '../market/fields.ts';
import { filterRows, numbers, type RecordTable, sliceTable } from '../market/records.ts';
import { cell, isoTimestamp, type Json } from '../market/render.ts';
import { EXCHANGE_SESSION, windowOf } from '../market/sessions.ts';
import { distinctWarnings, type Warning } from '../market/warning.ts';
import { defaultsOf } from '../statistics/params.ts';
import type { Statistic } from '../statistics/statistic.ts';
import type { Answers, BarsUsed, SymbolInfo, ViewAnswer } from './answers.ts';
import { barRows } from './bar-rows.ts';
import { breakHistory, gapHistory, levelsHistory, rangeHistory, TimeOfDay } from './today-history.ts';

export const HISTORY = { months: 12, timeWindow: '12M' } as const;

interface TodayRequest {
  readonly statistics: readonly Statistic[];
  readonly symbol: SymbolInfo;
  /** First day that the plan allows; undefined: all history. */
  readonly earliest: number | undefined;
  readonly barsUsed: BarsUsed;
  /** The data of the symbol have stopped: see stale.ts; left out: no. */
  readonly isStale?: boolean;
  /** Of the opening range; the statistic's default where it is no multiple of the base interval. */
  readonly orbMinutes: number;
}

export interface Today {
  readonly row: { readonly [key: string]: Json };
  readonly historyLimited: boolean;
  readonly source: ViewAnswer['source'];
  readonly warnings: readonly Warning[];
}

function unknownToday(symbol: string): Today['row'] {
  return {
    symbol,
    session_date: null,
    state: 'closed',
    stale: false,
    last: null,
    session: null,
    gap: null,
    orb: null,
    previous: null,
  };
}

/** @throws what `Answers.view` throws */
export async function todayOf(answers: Answers, request: TodayRequest): Promise<Today> {
  const { symbol } = request;
  const nothing = {
    row: unknownToday(symbol.symbol),
    historyLimited: false,
    source: 'materialized',
    warnings: [],
  } as const;
  if (symbol.firstBar === null) return nothing;
  const minutes = request.orbMinutes % symbol.intervalMin === 0 ? { orb_minutes: request.orbMinutes } : {};
  // Side by side, so that what they need of several symbols is read together.
  const [base, gap, orb] = await Promise.all([
    viewOf(answers, request, 'pdhlb'),
    viewOf(answers, request, 'gap'),
    symbol.intervalMin < MINUTES_PER_DAY ? viewOf(answers, request, 'orb', minutes) : null,
  ]);
  const { days } = base.view;
  if (days.length === 0) return nothing;
  const date = lastOf(days, 'date');
  const bars = await barsOf(answers, request, date);
  const bar = bars && lastBarOf(bars.rows);
  const close = lastOf(days, 'close');
  const { isStale = false } = request;
  const closed = isStale || lastOf(days, 'complete') === 1;
  const at = closed || bar === null ? null : new TimeOfDay(bar.minute, symbol.intervalMin, symbol.assetClass);
  return {
    row: {
      symbol: symbol.symbol,
      session_date: isoDate(date),
      state: closed ? 'closed' : 'open',
      stale: isStale,
      last: bar && { ts: isoTimestamp(bar.minute * 60_000), close: value(bar.close, 'price') },
      session: bars && sessionShown(bars, base.view, date),
      gap: gapShown(standingOf(gap, date), at),
      orb: orbShown(orb && standingOf(orb, date), close, at),
      previous: previousShown(standingOf(base, date), close, at),
    },
    historyLimited: [base, gap].some(({ range }) => range.historyLimited),
    source: [base, gap, orb].some((one) => one?.source === 'on_demand') ? 'on_demand' : 'materialized',
    warnings: distinctWarnings([base, gap, orb].flatMap((one) => one?.warnings ?? [])),
  };
}

/** `named`: the statistic with its parameters, as a question names it. */
type Looked = ViewAnswer & Pick<Statistic, 'fields'> & { readonly named: string };

/** As the statistic's endpoints look at it under `session=exchange` and parameters of its own, everything else left out. */
async function viewOf(answers: Answers, request: TodayRequest, name: string, own = {}): Promise<Looked> {
  const { symbol, statistics, earliest, barsUsed } = request;
  const statistic = statistics.find((one) => one.name === name);
  if (!statistic) throw new Error(`there is no statistic '${name}'`);
  const defaults = defaultsOf(statistic.params, symbol.intervalMin);
  const values = { ...defaults, ...own };
  const range: RangeRequest = { ...HISTORY, earliest };
  const answer = await answers.view({ statistic, symbol, session: EXCHANGE_SESSION, values, range, barsUsed });
  const changed = Object.entries(own).filter(([param, value]) => value !== defaults[param]);
  const brackets = changed.map(([param, value]) => `${param}=${value}`).join(',');
  return { ...answer, fields: statistic.fields, named: brackets ? `${name}[${brackets}]` : name };
}

interface SessionBars {
  readonly meta: SymbolMeta;
  readonly rows: RecordTable;
}

async function barsOf(answers: Answers, { symbol }: TodayRequest, date: number): Promise<SessionBars | null> {
  const range: RangeRequest = { ...HISTORY, date };
  const { data } = await answers.bars({ symbol, session: EXCHANGE_SESSION, range, around: 0 });
  const rows = barRows(data, EXCHANGE_SESSION, null, { from: date, to: date });
  return rows.length === 0 ? null : { meta: data.meta, rows };
}

const lastBarOf = (rows: RecordTable) => ({ minute: lastOf(rows, 'ts') / 60_000, close: lastOf(rows, 'close') });

const lastOf = (table: RecordTable, name: string) => numbers(table, name)[table.length - 1];
const value = (number: number, unit: Unit): number | null => {
  const rounded = shown(number, unit);
  return Number.isNaN(rounded) ? null : rounded;
};

/** A session is drawn in so many parts at most. */
const MAX_PARTS = 60;

/** When the session starts and ends, its prices so far, and its course: the last close of each equal part that has begun. */
function sessionShown({ meta, rows }: SessionBars, { allDays }: ViewAnswer['view'], date: number): Json {
  const { start, end } = windowOf(date, EXCHANGE_SESSION, meta);
  const day = numbers(allDays, 'date').lastIndexOf(date);
  const ofDay = (name: string) => numbers(allDays, name)[day];
  const partMinutes = Math.ceil((end - start) / MAX_PARTS / meta.intervalMin) * meta.intervalMin;
  const [times, closes] = [numbers(rows, 'ts'), numbers(rows, 'close')];
  const parts: (number | null)[] = [];
  for (let row = 0; row < rows.length; row++) {
    const part = Math.floor((times[row] / 60_000 - start) / partMinutes);
    while (parts.length <= part) parts.push(null);
    parts[part] = value(closes[row], 'price');
  }
  return {
    starts_at: isoTimestamp(start * 60_000),
    ends_at: isoTimestamp(end * 60_000),
    open: value(ofDay('open'), 'price'),
    high: value(ofDay('high'), 'price'),
    low: value(ofDay('low'), 'price'),
    prev_close: Number.isNaN(ofDay('prev_date')) || day < 1 ? null : value(numbers(allDays, 'close')[day - 1], 'price'),
    part_minutes: partMinutes,
    closes: meta.intervalMin < MINUTES_PER_DAY ? parts : [],
  };
}

interface Standing extends Pick<Statistic, 'fields'> {
  readonly record: RecordTable;
  readonly rows: RecordTable;
  readonly named: string;
}

/** Null where the date has no record. */
function standingOf({ view: { records }, fields, named }: Looked, date: number): Standing | null {
  const [dates, complete] = [numbers(records, 'date'), numbers(records, 'complete')];
  const row = dates.lastIndexOf(date);
  if (row === -1) return null;
  const rows = filterRows(records, (before) => dates[before] < date && complete[before] === 1);
  return { fields, named, record: sliceTable(records, row, row + 1), rows };
}

/** As the answer of the statistic's list shows the field. */
const shownField = ({ fields, record }: Standing, name: string): Json =>
  cell(fields.find((one) => one.name === name)!, record, 0, '');

function gapShown(now: Standing | null, at: TimeOfDay | null): Json {
  if (now === null) return null;
  return {
    prev_date: shownField(now, 'prev_date'),
    direction: shownField(now, 'direction'),
    gap_pct: shownField(now, 'gap_pct'),
    open: shownField(now, 'open'),
    filled: shownField(now, 'filled'),
    history: gapHistory(now.record, { rows: now.rows, at }),
  };
}

function orbShown(now: Standing | null, close: number, at: TimeOfDay | null): Json {
  if (now === null) return null;
  const { record, rows, named } = now;
  const number = (name: string) => numbers(record, name)[0];
  if (number('or_bars') === 0) return null;
  const [high, low] = [number('or_high'), number('or_low')];
  const state = Number.isNaN(number('or_bars')) ? 'pending' : stateOf();
  const asked = { rows, named, at: state === 'pending' ? null : at };
  return {
    state,
    orb_minutes: shownField(now, 'orb_minutes'),
    high: value(high, 'price'),
    low: value(low, 'price'),
    history:
      state === 'up' || state === 'down'
        ? breakHistory(asked, state)
        : rangeHistory(asked, number('broke_high') === 1 || number('broke_low') === 1),
  };

  function stateOf(): 'inside' | 'up' | 'down' {
    const first = shownField(now as Standing, 'first_direction');
    if (first === 'up' || first === 'down') return first;
    // One bar broke both sides: which came first nobody knows, so where the price is now decides.
    if (close > high) return 'up';
    return close < low ? 'down' : 'inside';
  }
}

function previousShown(now: Standing | null, close: number, at: TimeOfDay | null): Json {
  if (now === null) return null;
  const { record, rows } = now;
  const [high, low] = [numbers(record, 'prev_high')[0], numbers(record, 'prev_low')[0]];
  if (Number.isNaN(high) || Number.isNaN(low)) return null;
  return {
    high: value(high, 'price'),
    low: value(low, 'price'),
    distance_high_pct: value(((high - close) / close) * 100, 'pct'),
    distance_low_pct: value(((low - close) / close) * 100, 'pct'),
    state: close > high ? 'above' : close < low ? 'below' : 'inside',
    history: levelsHistory(record, { rows, at }),
  };
}
