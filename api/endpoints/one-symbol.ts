/** Answers of statistics about one symbol. */
import type { ViewRequest } from '../../compute/answers/answers.ts';
import { seriesWarnings } from '../../compute/answers/series.ts';
import { firstDayOf } from '../../compute/answers/symbols.ts';
import type { ResolvedRange } from '../../compute/evaluation/range.ts';
import { topRows } from '../../compute/market/records.ts';
import { type Json, renderSummary, type SummaryFields } from '../../compute/market/render.ts';
import type { Warning } from '../../compute/market/warning.ts';
import { type AnyValues, numberOf, type ParamSet } from '../../compute/statistics/params.ts';
import type { ListEndpoint, Statistic, SummaryEndpoint } from '../../compute/statistics/statistic.ts';
import { rangeRequest } from '../query/request.ts';
import { type AnswerBody, CONTENT_TYPES, listBody, summaryCsv } from '../responses/body.ts';
import { ignoredWarnings, metadataOf, rangeShown } from '../responses/metadata.ts';
import { pageOf } from '../responses/pages.ts';
import type { Job, Services } from '../route.ts';

/** Returns the parameters that every answer repeats. */
export function echoed(own: ParamSet, values: AnyValues): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(own).flatMap(([name, param]) => (param.echoed ? [[name, (values[name] ?? null) as Json]] : [])),
  );
}

/** Returns the request for the symbol's view, and what describes the answer. */
function viewOf(statistic: Statistic, { request, target, earliest }: Job) {
  const [symbol] = target.symbols;
  const asked = { statistic, symbol, session: request.session, values: target.values };
  const range = rangeRequest(request, [firstDayOf(symbol)], earliest);
  const about = (range: ResolvedRange, warnings: readonly Warning[]) =>
    metadataOf(request, {
      symbols: [symbol],
      range,
      warnings: [...warnings, ...seriesWarnings(symbol, range, earliest), ...ignoredWarnings(request)],
    });
  return { view: { ...asked, range } satisfies ViewRequest, about };
}

export async function answerSummary(
  { statistic, endpoint, shown }: { statistic: Statistic; endpoint: SummaryEndpoint; shown: SummaryFields },
  job: Job,
  { answers }: Services,
): Promise<AnswerBody> {
  const { request, target, format } = job;
  const { view, about } = viewOf(statistic, job);
  const { summary, source, range, warnings } = await answers.summary(view, endpoint);
  const figures = renderSummary(shown, summary);
  const whole = { ...figures, ...echoed(request.route.own, target.values), ...figures };
  const json = () => Buffer.from(JSON.stringify({ ...whole, metadata: about(range, warnings) }));
  return {
    body: format === 'csv' ? summaryCsv(whole) : json(),
    contentType: CONTENT_TYPES[format],
    source,
    historyLimited: range.historyLimited,
  };
}

export async function answerList(
  { statistic, endpoint }: { statistic: Statistic; endpoint: ListEndpoint },
  job: Job,
  { answers }: Services,
): Promise<AnswerBody> {
  const { request, target, format } = job;
  const { values } = target;
  const { view, about } = viewOf(statistic, job);
  const { source, range, warnings, ...answer } = await answers.view(view);
  const all = endpoint.rows(answer.view);
  const order = endpoint.order(values);
  const { rows, cursor } = endpoint.paged
    ? pageOf(all, endpoint.fields, order, request, endpoint.defaultLimit)
    : { rows: topRows(endpoint.fields, all, order, limitOf(values)), cursor: { total: all.length } };
  const events = statistic.events?.list;
  const { time_window, ...dates } = rangeShown(range);
  const { symbol } = view.symbol;
  const echo = echoed(request.route.own, values);
  const head = events
    ? { ...echo, time_window, ...Object.fromEntries(events.head.map((one) => [one.name, one.values])) }
    : { time_window, ...dates, ...echo };
  return listBody({
    format,
    source,
    fields: endpoint.fieldsFor?.(values) ?? endpoint.fields,
    rows,
    symbol,
    head: { symbol, ...head },
    rowsKey: events?.rowsKey,
    metadata: { ...about(range, warnings), ...cursor },
  });
}

export function limitOf(values: AnyValues): number {
  const name = ['limit', 'top_n'].find((candidate) => values[candidate] !== undefined);
  return name === undefined ? Number.POSITIVE_INFINITY : numberOf(values, name);
}
