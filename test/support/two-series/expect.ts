/** Every answer of a symbol with daily bars beside shorter ones, held against the naive ones. */
import { expect } from 'vitest';
import type { SymbolInfo } from '../../../compute/answers/answers.ts';
import type { StoreAnswers } from '../../../compute/answers/store-answers.ts';
import { renderSummary, rowObjects, SummaryFields } from '../../../compute/market/render.ts';
import type { SessionSpec } from '../../../compute/market/sessions.ts';
import type { SymbolData } from '../../../compute/market/symbol-data.ts';
import type { DateRange } from '../../../compute/statistics/statistic.ts';
import { naiveSeasonality } from '../../oracles/seasonality.ts';
import { naiveSymbol } from '../../oracles/sessions.ts';
import { endpointAnswers } from '../endpoint-answers.ts';
import { expectStoredSummaries } from '../stored-summaries.ts';
import { type Model, sessionsOf } from './model.ts';
import { NAIVE } from './naive.ts';
import { opened, requestOf, type Shown, stored, symbolOf } from './store.ts';

/** Statistics that need shorter bars: daily ones change nothing in them. */
const INTRADAY = ['orb', 'odc', 'ib', 'intraday', 'news'];

/** Every rate rests on the cases of both sides: none of them lies across the joint. */
function expectUnion(name: string, summary: Shown, [daily, base]: readonly [Shown, Shown]): void {
  const cases = (side: Shown, path: string) => {
    const n = ((side['confidence'] as Record<string, { n: number }>)[path]?.n ?? 0) as number;
    return { n, hits: Math.round(((valueAt(side, path) ?? 0) * n) / 100) };
  };
  const paths = [summary, daily, base].flatMap((one) => Object.keys(one['confidence'] as object));
  for (const path of new Set(paths)) {
    const [a, b] = [cases(daily, path), cases(base, path)];
    expect(cases(summary, path), `${name} ${path}`).toEqual({ n: a.n + b.n, hits: a.hits + b.hits });
  }
  for (const count of ['total_days', 'total_gaps', 'total_events', 'sample_size']) {
    if (count in summary) expect(summary[count], `${name} ${count}`).toBe(Number(daily[count]) + Number(base[count]));
  }
}

function valueAt(summary: Shown, path: string): number | null {
  let at: unknown = summary;
  for (const name of path.split('.')) at = (at as Shown | undefined)?.[name];
  return at as number | null;
}

/** Every answer of every statistic that daily bars serve, held against the naive ones. */
export async function expectNaive(
  model: Model,
  answers: StoreAnswers,
  range: DateRange,
  label: string,
): Promise<string> {
  const symbol = await symbolOf(answers, model.symbol);
  const all: unknown[] = [];
  for (const session of sessionsOf(model).served) {
    for (const statistic of opened.statistics.filter(({ name }) => name in NAIVE)) {
      const { values, of } = NAIVE[statistic.name];
      const expected = of(model, session, range);
      const request = requestOf(statistic, symbol, session, range, values);
      const { view, warnings } = await answers.view(request);
      const said = `${label}: ${statistic.name} ${session.mode}`;
      expect(rowObjects(statistic.fields, view.records, model.symbol), said).toEqual(expected.rows);
      const summary = renderSummary(
        new SummaryFields(statistic.summary.fields),
        (await answers.summary(request, statistic.summary)).summary,
      );
      if (expected.summary) expect(summary, said).toEqual({ ...expected.summary, time_window: 'custom' });
      else expectUnion(said, summary, expected.sides!);
      all.push(endpointAnswers(statistic, view), summary, warnings);
    }
    expectSeasonality(model, session, range, await seasonality(answers, symbol, session, range));
  }
  return JSON.stringify(all);
}

const SEGMENTS = ['weekday', 'week', 'month'] as const;

export async function seasonality(answers: StoreAnswers, symbol: SymbolInfo, session: SessionSpec, range: DateRange) {
  const statistic = opened.statistics.find(({ name }) => name === 'seasonality')!;
  const { view } = await answers.view(requestOf(statistic, symbol, session, range));
  return endpointAnswers(statistic, view) as Record<string, Shown[]>;
}

/** Counts and means of segments; the mean of both sides' returns is that of all of them. */
function expectSeasonality(model: Model, session: SessionSpec, range: DateRange, answer: Record<string, Shown[]>) {
  const ask = { type: 'weekday', direction: 'top', sortBy: 'median_return_pct', limit: 10 } as never;
  const of = (data: SymbolData, to: number) =>
    naiveSeasonality(naiveSymbol(data), session, { ...(ask as object), range: { from: range.from, to } } as never);
  // No return is asked of the session that closes the daily ones. Weekends are none here.
  const next = model
    .data('base')
    .sessions(session)
    .date.find((date) => new Date(date * 864e5).getUTCDay() % 6 !== 0);
  const sides = [of(model.dailyClosed(next), Math.min(range.to, model.until - 1)), of(model.data('base'), range.to)];
  for (const segment of SEGMENTS) {
    const name = segment === 'week' ? 'week_number' : segment;
    const sums = new Map<unknown, { count: number; sum: number }>();
    for (const side of sides) {
      for (const row of side.lists[segment] as unknown as Shown[]) {
        const known = sums.get(row[name]) ?? { count: 0, sum: 0 };
        const count = Number(row['count']);
        sums.set(row[name], { count: known.count + count, sum: known.sum + count * Number(row['avg_return_pct']) });
      }
    }
    const shown = answer[`/${segment}`].map((row) => [row[name], row['count'], row['avg_return_pct']]);
    const byName = ([a]: unknown[], [b]: unknown[]) => (String(a) < String(b) ? -1 : 1);
    expect(shown.sort(byName), `seasonality ${segment} ${session.mode}`).toEqual(
      [...sums].map(([key, { count, sum }]) => [key, count, expect.closeTo(sum / count, 2)] as unknown[]).sort(byName),
    );
  }
}

/** Windows and statistics that daily bars do not serve: as if there were none. */
export async function expectUnserved(model: Model, range: DateRange): Promise<void> {
  const symbol = await symbolOf(stored, model.symbol);
  for (const statistic of opened.statistics) {
    const { served, others } = sessionsOf(model);
    for (const session of INTRADAY.includes(statistic.name) ? [...served, ...others] : others) {
      const request = requestOf(statistic, symbol, session, range);
      const { daily: _, ...alone } = symbol;
      const { view, warnings } = await stored.view(request);
      const without = await stored.view({ ...request, symbol: alone });
      expect(endpointAnswers(statistic, view), statistic.name).toEqual(endpointAnswers(statistic, without.view));
      const told = warnings.filter(({ text }) => text.startsWith('1d bars from'));
      const isAsked = symbol.daily && range.from < symbol.daily.until && range.to >= symbol.daily.first;
      expect(told, statistic.name).toHaveLength(isAsked && !statistic.events ? 1 : 0);
    }
  }
}

/** Stored summaries are those that `/summary` computes. */
export async function expectSummaries(model: Model): Promise<void> {
  await expectStoredSummaries(opened, await symbolOf(stored, model.symbol), stored);
}
