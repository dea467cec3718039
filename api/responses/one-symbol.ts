/** Answers about one symbol: summaries, raw lists with pages, tops, and the news envelope. */

import type { Answers, SymbolInfo, ViewAnswer, ViewRequest } from '../../compute/answers/answers.ts';
import { firstDayAsked, servedByDailies } from '../../compute/answers/symbols.ts';
import { orderedIndices, type RecordTable, takeRows, topRows } from '../../compute/market/records.ts';
import { type Json, renderSummary, SummaryFields } from '../../compute/market/render.ts';
import { DEFAULT_SESSION } from '../../compute/market/sessions.ts';
import { type AnyValues, numberOf } from '../../compute/statistics/params.ts';
import type { ListEndpoint, SummaryEndpoint } from '../../compute/statistics/statistic.ts';
import { ownParams } from '../query/adapt.ts';
import { type Format, MAX_ROWS } from '../query/common.ts';
import { encodeCursor, pageOf } from '../query/cursor.ts';
import { type PreparedStatistic, rangeRequest } from '../query/prepare.ts';
import type { StatisticRoute } from '../routes.ts';
import { type AnswerBody, CONTENT_TYPES, listBody, summaryCsv } from './body.ts';
import { dateShown, ignoredWarnings, metadataOf } from './metadata.ts';

/** Parameters that every answer repeats, adapted or not. */
export function echoed(route: StatisticRoute, values: AnyValues): Record<string, Json> {
  return Object.fromEntries(
    ownParams(route).flatMap(([name, param]) => (param.echoed ? [[name, (values[name] ?? null) as Json]] : [])),
  );
}

const summaryFields = new WeakMap<SummaryEndpoint, SummaryFields>();

/** The fields of a summary, ready to look leaves up in. */
export function fieldsOf(endpoint: SummaryEndpoint): SummaryFields {
  let fields = summaryFields.get(endpoint);
  if (!fields) {
    fields = new SummaryFields(endpoint.fields);
    summaryFields.set(endpoint, fields);
  }
  return fields;
}

export async function answerSymbol(
  answers: Answers,
  prepared: PreparedStatistic,
  symbol: SymbolInfo,
  values: AnyValues,
  earliest: number | undefined,
  format: Format,
): Promise<AnswerBody> {
  const { route, session } = prepared;
  const { statistic, endpoint } = route;
  const asked = { statistic, symbol, session: session ?? DEFAULT_SESSION, values };
  const request: ViewRequest = {
    ...asked,
    range: rangeRequest(prepared, [firstDayAsked(asked)], earliest),
    withDailies: true,
  };
  const about = ({ range, warnings }: Pick<ViewAnswer, 'range' | 'warnings'>) =>
    metadataOf({
      adjustment: prepared.adjustment,
      symbols: [symbol],
      session,
      range,
      dailyUntil: () => servedByDailies(asked)?.until,
      warnings: [...warnings, ...ignoredWarnings(prepared.ignored, route.path)],
    });
  if (endpoint.kind === 'summary') {
    const answer = await answers.summary(request, endpoint);
    const shown = renderSummary(fieldsOf(endpoint), answer.summary);
    const whole = { ...shown, ...echoed(route, values), ...shown };
    const { source, range } = answer;
    return {
      body: format === 'csv' ? summaryCsv(whole) : Buffer.from(JSON.stringify({ ...whole, metadata: about(answer) })),
      contentType: CONTENT_TYPES[format],
      source,
      historyLimited: range.historyLimited,
      nextCursor: null,
    };
  }

  const answer = await answers.view(request);
  const { view, range, source } = answer;
  const all = endpoint.rows(view);
  const { rows, next } = page(endpoint, all, values, prepared);
  const cursor = endpoint.paged ? { next_cursor: next && encodeCursor(prepared.cursorMark, next) } : {};
  const events = statistic.events?.list;
  const dates = { start_date: dateShown(range.effectiveStart), end_date: dateShown(range.effectiveEnd) };
  return listBody({
    format,
    source,
    fields: endpoint.fieldsFor?.(values) ?? endpoint.fields,
    rows,
    symbol: symbol.symbol,
    head: {
      symbol: symbol.symbol,
      ...(events
        ? {
            ...echoed(route, values),
            time_window: range.timeWindow,
            ...Object.fromEntries(events.head.map((one) => [one.name, one.values])),
          }
        : { time_window: range.timeWindow, ...dates, ...echoed(route, values) }),
    },
    rowsKey: events?.rowsKey,
    metadata: { ...about(answer), total: all.length, ...cursor },
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
