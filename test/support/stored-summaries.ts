/** Stored summaries are those that `/summary` computes, and what it answers: of every statistic, under both session windows that are stored. */
import { expect } from 'vitest';
import type { SymbolInfo } from '../../compute/answers/answers.ts';
import type { StoreAnswers } from '../../compute/answers/store-answers.ts';
import { latestDate } from '../../compute/evaluation/range.ts';
import { unitFor } from '../../compute/evaluation/stored-records.ts';
import { numericLeaves, renderSummary, SummaryFields } from '../../compute/market/render.ts';
import { STORED_SESSIONS } from '../../compute/market/sessions.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import type { Store } from '../../sql/connect.ts';
import { defaultValues } from './answer.ts';
import { storeAnswers } from './projection.ts';

interface StoredRow {
  readonly session: string;
  readonly variant: string;
  readonly time_window: string;
  readonly start: number;
  readonly end: number;
  readonly summary: string;
  readonly metrics: object;
}

/** Compares the rows of a symbol with the answers; returns how many they are. */
export async function expectStoredSummaries(
  { store, statistics }: { store: Store; statistics: readonly Statistic[] },
  symbol: SymbolInfo,
  answers: StoreAnswers,
): Promise<number> {
  let compared = 0;
  for (const statistic of statistics) {
    const rows = await store.reader.query<StoredRow>(
      `SELECT session, variant, time_window, toInt32(start_date) AS start, toInt32(end_date) AS end, summary, metrics
       FROM market.v_stat_${statistic.name}_summary WHERE symbol = {symbol:String}`,
      { symbol: symbol.symbol },
    );
    const stored = new Map(rows.map((row) => [row.session, row]));
    expect(stored.size, statistic.name).toBe(rows.length);
    const fields = new SummaryFields(statistic.summary.fields);
    const values = defaultValues(statistic, symbol.intervalMin);
    for (const session of ['default', 'exchange'] as const) {
      const spec = STORED_SESSIONS[session];
      const unit = unitFor(statistic, symbol, spec, values);
      const range = { months: 12, timeWindow: '12M' };
      if (!unit || (unit.session === 'all' && session !== 'default')) continue;
      const label = `${statistic.name} ${unit.session}`;
      const request = { statistic, symbol, session: spec, values, range, withDailies: true };
      const { view, range: resolved } = await answers.view(request);
      const row = stored.get(unit.session);
      stored.delete(unit.session);
      if (latestDate(statistic, view.allRecords, view.allDays) === null) {
        expect(row, label).toBeUndefined();
        continue;
      }
      const summary = renderSummary(fields, statistic.summary.summarize(view));
      expect(row, label).toMatchObject({
        variant: unit.variant,
        time_window: '12M',
        start: resolved.effectiveStart,
        end: resolved.effectiveEnd,
        summary: JSON.stringify(summary),
      });
      const leaves = Object.entries(numericLeaves(summary));
      const wanted = Object.fromEntries(leaves.map(([path, value]) => [path.replace(/^summary\./, ''), value]));
      expect(row!.metrics, label).toEqual(wanted);
      // A process that has no record in memory.
      const cold = storeAnswers({ store, statistics });
      const served = await cold.summary(request, statistic.summary);
      expect(served, label).toEqual({ ...(await answers.summary(request, statistic.summary)), summary });
      await cold.close();
      compared++;
    }
    expect([...stored.keys()], statistic.name).toEqual([]);
  }
  return compared;
}
