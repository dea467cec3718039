/** Everything that any endpoint of a statistic shows of a view. */
import { topRows } from '../../compute/market/records.ts';
import { renderSummary, rowObjects, SummaryFields } from '../../compute/market/render.ts';
import type { Statistic, View } from '../../compute/statistics/statistic.ts';

export function endpointAnswers(statistic: Statistic, view: View): Record<string, unknown> {
  return Object.fromEntries(
    statistic.endpoints.map((endpoint) => {
      if (endpoint.kind === 'summary') {
        return [endpoint.path, renderSummary(new SummaryFields(endpoint.fields), endpoint.summarize(view))];
      }
      const rows = topRows(endpoint.fields, endpoint.rows(view), endpoint.order(view.values));
      const fields = endpoint.fieldsFor?.(view.values) ?? endpoint.fields;
      return [endpoint.path, rowObjects(fields, rows, view.meta.symbol)];
    }),
  );
}
