/** Answers about one symbol. */

import type { Answers, SymbolInfo, ViewRequest } from '../../compute/answers/answers.ts';
import { firstDayAsked, servedByDailies } from '../../compute/answers/symbols.ts';
import type { ResolvedRange } from '../../compute/evaluation/range.ts';
import { orderedIndices, type RecordTable, takeRows, topRows } from '../../compute/market/records.ts';
import { type Json, renderSummary, SummaryFields } from '../../compute/market/render.ts';
import { DEFAULT_SESSION } from '../../compute/market/sessions.ts';
import type { Warning } from '../../compute/market/warning.ts';
import { type AnyValues, numberOf } from '../../compute/statistics/params.ts';
import type { ListEndpoint, SummaryEndpoint } from '../../compute/statistics/statistic.ts';
import { getOrMake } from '../../lib/collections.ts';
import type { StatisticRoute } from '../data-routes.ts';
import type { Problem } from '../errors.ts';
import { type Format, MAX_ROWS } from '../query/params.ts';
import { ownParams, type Prepared, type PreparedStatistic, rangeRequest } from '../query/prepare.ts';
import { type AnswerBody, CONTENT_TYPES, listBody, summaryCsv } from './body.ts';
import { ignoredWarnings, metadataOf, rangeShown } from './metadata.ts';
import { encodeCursor, pageOf } from './pages.ts';

/** The symbols of a request, and whether their feeds fit its parameters. */
export interface Target {
  /** Symbols in ascending order of their names. */
  readonly symbols: readonly SymbolInfo[];
  /** Other symbols that a question names, by their names in it. */
  readonly others: ReadonlyMap<string, SymbolInfo>;
  /** Values of the statistic's and the endpoint's parameters; over all symbols the defaults as they are. */
  readonly values: AnyValues;
  /** Parameters that do not fit the feed. */
  readonly problems: readonly Problem[];
  /** Names of a question's symbols whose data have stopped. */
  readonly stale?: ReadonlySet<string>;
  /** The first requested symbol without stored data. */
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
  /** Returns whether the request has passed its deadline. */
  readonly expired: () => boolean;
}

/** Returns the parameters that every answer repeats. */
export function echoed(route: StatisticRoute, values: AnyValues): Record<string, Json> {
  return Object.fromEntries(
    ownParams(route).flatMap(([name, param]) => (param.echoed ? [[name, (values[name] ?? null) as Json]] : [])),
  );
}

const summaryFields = new WeakMap<SummaryEndpoint, SummaryFields>();

/** Returns the fields of a summary, ready for look-ups of leaves. */
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

/** Returns the rows of a list: a page of all rows in order, or the first few. */
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
