/** Responses computed straight from a statistics module, without store or server: for the modules' own tests. */
import { dayRecords } from '../../compute/market/candles.ts';
import { numbers, topRows } from '../../compute/market/records.ts';
import { type Json, renderSummary, rowObjects, SummaryFields } from '../../compute/market/render.ts';
import { DEFAULT_SESSION, type SessionSpec } from '../../compute/market/sessions.ts';
import type { SymbolData } from '../../compute/market/symbol-data.ts';
import { type AnyValues, numberOf } from '../../compute/statistics/params.ts';
import { type DateRange, type Statistic, type View, viewOf } from '../../compute/statistics/statistic.ts';

export interface Asked {
  values?: AnyValues;
  session?: SessionSpec;
  /** Default: all there is. */
  range?: DateRange;
  timeWindow?: string;
}

/** Defaults of the statistic's own and all its endpoints' parameters, adapted to the feed. */
export function defaultValues(statistic: Statistic, intervalMin: number): AnyValues {
  const sets = [statistic.params, ...statistic.endpoints.map((endpoint) => endpoint.params)];
  const values: Record<string, unknown> = {};
  for (const set of sets) {
    for (const [name, param] of Object.entries(set)) {
      values[name] ??= param.fit ? param.fit(intervalMin) : param.fallback;
    }
  }
  return values;
}

export function view(statistic: Statistic, data: SymbolData, asked: Asked = {}): View {
  const session = asked.session ?? DEFAULT_SESSION;
  const values = { ...defaultValues(statistic, data.meta.intervalMin), ...asked.values };
  const allDays = dayRecords(data.sessions(session));
  const range = asked.range ?? allDates(allDays);
  const { records } = statistic.compute(data, { session, values }, range);
  return viewOf({
    meta: data.meta,
    session,
    range,
    timeWindow: asked.timeWindow ?? (asked.range ? 'custom' : '12M'),
    values,
    allRecords: records,
    allDays,
  });
}

function allDates(days: View['days']): DateRange {
  const dates = numbers(days, 'date');
  if (dates.length === 0) return { from: 0, to: 0 };
  return { from: dates[0], to: dates[dates.length - 1] };
}

export function summaryOf(statistic: Statistic, data: SymbolData, asked: Asked = {}): { [key: string]: Json } {
  return renderSummary(
    new SummaryFields(statistic.summary.fields),
    statistic.summary.summarize(view(statistic, data, asked)),
  );
}

/** Rows of the list endpoint at `path`, as objects. */
export function rowsOf(statistic: Statistic, path: string, data: SymbolData, asked: Asked = {}) {
  const endpoint = statistic.endpoints.find((candidate) => candidate.path === path);
  if (endpoint?.kind !== 'list') throw new Error(`no list endpoint '${path}'`);
  const seen = view(statistic, data, asked);
  const limitName = ['limit', 'top_n'].find((name) => name in endpoint.params);
  const limit = limitName === undefined ? Number.POSITIVE_INFINITY : numberOf(seen.values, limitName);
  const rows = topRows(
    endpoint.fields,
    endpoint.rows(seen),
    endpoint.order(seen.values),
    endpoint.paged ? Number.POSITIVE_INFINITY : limit,
  );
  return rowObjects(endpoint.fieldsFor?.(seen.values) ?? endpoint.fields, rows, data.meta.symbol);
}
