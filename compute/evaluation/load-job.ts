/** Loads what tasks read of a symbol: the bars and news of their dates and the sessions around them. */
import type { Reader } from '../../sql/reader.ts';
import { allocateBars, type BarColumns } from '../market/bars.ts';
import type { DataClock, SymbolMeta } from '../market/sessions/build.ts';
import { NEWS_SOURCES, type NewsBySource, type NewsColumns } from '../market/symbol-data.ts';
import { ALL_DATES, type DateRange } from '../statistics/statistic.ts';
import type { Calendar } from './affected.ts';
import type { Job } from './job.ts';
import { spansOf, type Task } from './plan.ts';
import type { SymbolState } from './state.ts';
import { loadNews } from './tables/news.ts';

export interface JobSource {
  readonly state: SymbolState;
  readonly meta: SymbolMeta;
  readonly clock: DataClock;
  /** UTC dates with bars, ascending. */
  readonly barDays: readonly number[];
  /** All bars of these UTC dates. */
  readonly load: (range: DateRange) => Promise<BarColumns>;
}

export const union = (ranges: readonly DateRange[]): DateRange => ({
  from: Math.min(...ranges.map(({ from }) => from)),
  to: Math.max(...ranges.map(({ to }) => to)),
});

/** @param calendars the sessions as they are known, by window */
export async function loadJob(
  reader: Reader,
  tasks: readonly Task[],
  calendars: ReadonlyMap<string, Calendar>,
  { state, meta, clock, barDays, load }: JobSource,
): Promise<Job> {
  const spans = spansOf(tasks, calendars, barDays);
  const ofNews = tasks.filter(({ series }) => series.events).map(({ wanted }) => wanted);
  const [bars, news] = await Promise.all([
    barDays.length === 0 ? allocateBars(0) : load(union(spans)),
    loadNewsOf(reader, state, ofNews),
  ]);
  return {
    meta: { symbol: meta.symbol, assetClass: meta.assetClass, intervalMin: meta.intervalMin },
    ...{ bars, clock, news },
    stored: { from: barDays[0] ?? 0, to: barDays.at(-1) ?? 0 },
    tasks: tasks.map(({ unit, wanted, changedUpTo }, i) => ({ unit, wanted, changedUpTo, loaded: spans[i] })),
  };
}

/** News of both sources around the dates, where the log has any. */
async function loadNewsOf(
  reader: Reader,
  { symbol, days, liveFrom = ALL_DATES.to }: SymbolState,
  ranges: readonly DateRange[],
): Promise<NewsBySource> {
  const news: { sentiment?: NewsColumns; sentiment_crypto?: NewsColumns } = {};
  if (ranges.length === 0) return news;
  const { from, to } = union(ranges);
  for (const source of NEWS_SOURCES) {
    if (!days.some(({ kind, day }) => kind === source && day >= from - 1 && day <= to + 1)) continue;
    news[source] = await loadNews(reader, source, symbol, from - 1, Math.min(to + 1, liveFrom - 1));
  }
  return news;
}
