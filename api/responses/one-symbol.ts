/** Answers about one symbol, and what every answer says about itself: its range, its metadata, its warnings. */

import type { Answers, SymbolInfo, ViewRequest } from '../../compute/answers/answers.ts';
import { endOfBars, firstDayAsked, servedByDailies } from '../../compute/answers/symbols.ts';
import { isEmptyRange, type ResolvedRange } from '../../compute/evaluation/range.ts';
import type { Adjustment, Split } from '../../compute/market/bars.ts';
import { orderedIndices, type RecordTable, takeRows, topRows } from '../../compute/market/records.ts';
import { isoTimestamp, type Json, renderSummary, SummaryFields } from '../../compute/market/render.ts';
import { DEFAULT_SESSION, followsNewYork, type SessionSpec, utcWindow } from '../../compute/market/sessions.ts';
import type { Warning } from '../../compute/market/warning.ts';
import { type AnyValues, numberOf } from '../../compute/statistics/params.ts';
import type { ListEndpoint, SummaryEndpoint } from '../../compute/statistics/statistic.ts';
import { type AssetClass, formatInterval } from '../../exchange/symbol.ts';
import { getOrMake } from '../../lib/collections.ts';
import { isoDate, MINUTES_PER_DAY } from '../../lib/days.ts';
import type { StatisticRoute } from '../data-routes.ts';
import type { Problem } from '../errors.ts';
import { type Format, MAX_ROWS } from '../query/params.ts';
import { ownParams, type Prepared, type PreparedStatistic, rangeRequest } from '../query/prepare.ts';
import { type AnswerBody, CONTENT_TYPES, encodeCursor, listBody, pageOf, summaryCsv } from './body.ts';
import type { Metadata } from './metadata.ts';

/** Which symbols a request is about, and whether their feeds take its parameters. */
export interface Target {
  /** Ascending by name; of one symbol just that. */
  readonly symbols: readonly SymbolInfo[];
  /** Of a question: the other symbols that it names, by their names there. */
  readonly others: ReadonlyMap<string, SymbolInfo>;
  /** The statistic's and the endpoint's values; over all symbols the defaults as they are. */
  readonly values: AnyValues;
  /** Parameters that do not fit the feed. */
  readonly problems: readonly Problem[];
  /** Of a question: names of the symbols whose data have stopped. */
  readonly stale?: ReadonlySet<string>;
  /** The first symbol asked for that nothing is stored about. */
  readonly unknown: string | null;
  /** Changes with everything that the answer depends on. */
  readonly version: string;
}

/** A request with everything that its answer depends on, beside what is stored. */
export interface Job {
  readonly prepared: Prepared;
  readonly target: Target;
  /** First day of the plan's history; undefined: all history. */
  readonly earliest: number | undefined;
  readonly format: Format;
  /** Whether nobody waits for the answer any more. */
  readonly expired: () => boolean;
}

/** Parameters that every answer repeats, adapted or not. */
export function echoed(route: StatisticRoute, values: AnyValues): Record<string, Json> {
  return Object.fromEntries(
    ownParams(route).flatMap(([name, param]) => (param.echoed ? [[name, (values[name] ?? null) as Json]] : [])),
  );
}

const summaryFields = new WeakMap<SummaryEndpoint, SummaryFields>();

/** The fields of a summary, ready to look leaves up in. */
export const fieldsOf = (endpoint: SummaryEndpoint): SummaryFields =>
  getOrMake(summaryFields, endpoint, () => new SummaryFields(endpoint.fields));

export async function answerSymbol(answers: Answers, job: Job): Promise<AnswerBody> {
  const { target, earliest, format } = job;
  const prepared = job.prepared as PreparedStatistic;
  const { route, session } = prepared;
  const { statistic, endpoint } = route;
  const [symbol] = target.symbols;
  const { values } = target;
  const asked = { statistic, symbol, session: session ?? DEFAULT_SESSION, values };
  const range = rangeRequest(prepared, [firstDayAsked(asked)], earliest);
  const request: ViewRequest = { ...asked, range, withDailies: true };
  const about = (range: ResolvedRange, warnings: readonly Warning[]) =>
    metadataOf(prepared, {
      symbols: [symbol],
      range,
      dailyUntil: () => servedByDailies(asked)?.until,
      warnings: [...warnings, ...ignoredWarnings(prepared)],
    });
  if (endpoint.kind === 'summary') {
    const { summary, source, range, warnings } = await answers.summary(request, endpoint);
    const shown = renderSummary(fieldsOf(endpoint), summary);
    const whole = { ...shown, ...echoed(route, values), ...shown };
    const json = () => Buffer.from(JSON.stringify({ ...whole, metadata: about(range, warnings) }));
    return {
      body: format === 'csv' ? summaryCsv(whole) : json(),
      contentType: CONTENT_TYPES[format],
      source,
      historyLimited: range.historyLimited,
      nextCursor: null,
    };
  }

  const answer = await answers.view(request);
  const all = endpoint.rows(answer.view);
  const { rows, next } = page(endpoint, all, values, prepared);
  const cursor = endpoint.paged ? { next_cursor: next && encodeCursor(prepared.cursorMark, next) } : {};
  const events = statistic.events?.list;
  const { time_window, ...dates } = rangeShown(answer.range);
  return listBody({
    format,
    source: answer.source,
    fields: endpoint.fieldsFor?.(values) ?? endpoint.fields,
    rows,
    symbol: symbol.symbol,
    head: {
      symbol: symbol.symbol,
      ...(events
        ? {
            ...echoed(route, values),
            time_window,
            ...Object.fromEntries(events.head.map((one) => [one.name, one.values])),
          }
        : { time_window, ...dates, ...echoed(route, values) }),
    },
    rowsKey: events?.rowsKey,
    metadata: { ...about(answer.range, answer.warnings), total: all.length, ...cursor },
  });
}

/** What a list shows: a page of all rows in order, or the first few of the order. */
function page(endpoint: ListEndpoint, all: RecordTable, values: AnyValues, prepared: PreparedStatistic) {
  const order = endpoint.order(values);
  if (endpoint.paged) {
    const ordered = order.length === 0 ? all : takeRows(all, orderedIndices(endpoint.fields, all, order));
    const limit = prepared.limit ?? endpoint.defaultLimit ?? MAX_ROWS;
    return pageOf(ordered, order, prepared.place, limit, prepared.backwards);
  }
  return { rows: topRows(endpoint.fields, all, order, limitOf(values)), next: null };
}

export function limitOf(values: AnyValues): number {
  const name = ['limit', 'top_n'].find((candidate) => values[candidate] !== undefined);
  return name === undefined ? Number.POSITIVE_INFINITY : numberOf(values, name);
}

export const dateShown = (day: number | undefined): string | null =>
  day === undefined || !Number.isFinite(day) ? null : isoDate(day);

/** What is said of the range before the rows. */
export const rangeShown = ({ timeWindow, effectiveStart, effectiveEnd }: ResolvedRange) => ({
  time_window: timeWindow,
  start_date: dateShown(effectiveStart),
  end_date: dateShown(effectiveEnd),
});

/** @param about.symbols those the response is about */
export function metadataOf(
  { session, adjustment }: Pick<Prepared, 'session' | 'adjustment'>,
  about: {
    symbols: readonly SymbolInfo[];
    range: ResolvedRange | null;
    warnings: readonly Warning[];
    /** First date that is not of daily bars, of a symbol that is answered from such; undefined: of others. */
    dailyUntil?: (symbol: SymbolInfo) => number | undefined;
  },
): Metadata {
  const { range } = about;
  const isBefore = range !== null && isEmptyRange(range.wanted);
  const warnings = isBefore ? [beforeHistory(range), ...about.warnings] : about.warnings;
  const withBars = about.symbols.filter((symbol) => symbol.hasBars);
  const isDaily = (symbol: SymbolInfo) => range !== null && range.wanted.to < (about.dailyUntil?.(symbol) ?? -Infinity);
  const intervals = new Set(withBars.map((symbol) => (isDaily(symbol) ? MINUTES_PER_DAY : symbol.intervalMin)));
  const crypto = withBars.length > 0 && withBars.every((symbol) => symbol.assetClass === 'crypto');
  const ends = withBars.map(endOfBars);
  return {
    requested_start: dateShown(range?.requestedStart),
    requested_end: dateShown(range?.requestedEnd),
    effective_start: dateShown(range?.effectiveStart),
    effective_end: dateShown(range?.effectiveEnd),
    history_limited: range?.historyLimited ?? false,
    session: session && sessionShown(session, crypto ? 'crypto' : 'equity'),
    base_interval: intervals.size === 1 ? formatInterval([...intervals][0]) : null,
    data_through: ends.length === 0 ? null : isoTimestamp(ends.reduce((a, b) => Math.max(a, b)) * 60_000),
    adjustment: adjustmentShown(adjustment, withBars),
    warnings: warnings.map(({ text }) => text),
    warning_codes: warnings.map(({ code }) => code),
  };
}

/** All of the range is before the plan's history. */
const beforeHistory = ({ effectiveStart }: ResolvedRange): Warning => ({
  code: 'before_history',
  text: `the plan's history begins on ${isoDate(effectiveStart)}, after the range asked for: nothing of it is shown`,
});

export const ignoredWarnings = ({ ignored, route }: Prepared): Warning[] =>
  ignored.map((name) => ({ code: 'parameter_ignored', text: `${name} has no effect on ${route.path}` }));

const NEW_YORK_TIMES = { exchange: ['09:30', '16:00'], extended: ['04:00', '20:00'] } as const;

const clockTime = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** The window as the asset class has it; over several classes as equities have it. */
function sessionShown(spec: SessionSpec, assetClass: AssetClass): Metadata['session'] {
  const { startMin, endMin } = utcWindow(spec, assetClass);
  const common = { include_extended_hours: spec.extended, mode: spec.mode };
  if (followsNewYork(spec, assetClass)) {
    const [start_time, end_time] = NEW_YORK_TIMES[spec.mode as 'exchange' | 'extended'];
    return { start_time, end_time, ...common, timezone: 'America/New_York' };
  }
  return { start_time: clockTime(startMin), end_time: clockTime(endMin), ...common, timezone: 'UTC' };
}

/** `2020-08-31 4:1`; of a reverse split `2020-08-31 1:10`. */
const splitShown = ({ day, ratio }: Split) =>
  `${isoDate(day)} ${ratio >= 1 ? `${Number(ratio.toPrecision(6))}:1` : `1:${Number((1 / ratio).toPrecision(6))}`}`;

const counted = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`;

/** Describes the adjustment that the prices of these symbols have. */
function adjustmentShown(requested: Adjustment, symbols: readonly SymbolInfo[]): Metadata['adjustment'] {
  const withSplits = symbols.filter(({ splits }) => splits !== undefined && splits.length > 0);
  if (requested === 'raw') return { requested, applied: 'none', note: 'prices and volumes are as they were landed' };
  if (withSplits.length === 0) {
    const note = 'no split is stored: prices and volumes are as they were landed';
    return { requested, applied: 'none', note };
  }
  const [one] = symbols;
  const splits =
    symbols.length > 1
      ? `the splits of ${counted(withSplits.length, 'symbol')}`
      : `${counted(one.splits!.length, 'split')} (${one.splits!.map(splitShown).join(', ')})`;
  return { requested, applied: 'splits', note: `adjusted for ${splits}` };
}
