/** Stored summaries are those that `/summary` computes, and what it answers: every statistic, variant, session window and time window. */
import { expect } from 'vitest';
import type { SymbolInfo } from '../../compute/answers/answers.ts';
import type { StoreAnswers } from '../../compute/answers/store-answers.ts';
import { TIME_WINDOWS } from '../../compute/evaluation/range.ts';
import { unitsOf } from '../../compute/evaluation/stored-records.ts';
import { numericLeaves, renderSummary, SummaryFields } from '../../compute/market/render.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import type { Store } from '../../sql/connect.ts';
import { defaultValues } from './answer.ts';

/** Compares those of one that computes them from records and of one that has no records in memory; how many they are. */
export async function expectStoredSummaries(
  { store, statistics }: { store: Store; statistics: readonly Statistic[] },
  symbol: SymbolInfo,
  { computed, served }: Readonly<Record<'computed' | 'served', StoreAnswers>>,
): Promise<number> {
  let compared = 0;
  for (const statistic of statistics) {
    const rows = await store.reader.query<{ key: string; summary: string; metrics: object }>(
      `SELECT concat(session, '|', variant, '|', time_window) AS key, summary, metrics
       FROM market.v_stat_${statistic.name}_summary WHERE symbol = {symbol:String}`,
      { symbol: symbol.symbol },
    );
    for (const { key, summary, metrics } of rows) {
      const leaves = Object.entries(numericLeaves(JSON.parse(summary)));
      const wanted = Object.fromEntries(leaves.map(([path, value]) => [path.replace(/^summary\./, ''), value]));
      expect(metrics, `${statistic.name} ${key}`).toEqual(wanted);
    }
    const stored = new Map(rows.map(({ key, summary }) => [key, summary]));
    const fields = new SummaryFields(statistic.summary.fields);
    for (const { session, spec, variant, values: own } of unitsOf(statistic, symbol)) {
      for (const [timeWindow, months] of Object.entries(TIME_WINDOWS)) {
        const key = `${session}|${variant}|${timeWindow}`;
        const text = stored.get(key);
        if (text === undefined) continue;
        const values = { ...defaultValues(statistic, symbol.intervalMin), ...own };
        const range = { months, timeWindow };
        const request = { statistic, symbol, session: spec, values, range, withDailies: true };
        const { view, ...about } = await computed.view(request);
        const summary = renderSummary(fields, statistic.summary.summarize(view));
        expect(text, `${statistic.name} ${key}`).toBe(JSON.stringify(summary));
        const answer = await served.summary(request, statistic.summary);
        expect(answer, `${statistic.name} ${key} served`).toEqual({ ...about, summary });
        // As it comes from the store the API leaves it as it is.
        expect(renderSummary(fields, answer.summary)).toEqual(answer.summary);
        stored.delete(key);
        compared++;
      }
    }
    expect([...stored.keys()], statistic.name).toEqual([]);
  }
  return compared;
}
