/** Loads what tasks read: the bars and news of their dates and the sessions around them, and the records as stored. */
import type { Reader } from '../../sql/reader.ts';
import { spansOf, type Task } from '../engine/plan.ts';
import type { ProjectionJob, RetiredRows } from '../engine/projection-job.ts';
import type { Series } from '../engine/series.ts';
import type { SymbolState } from '../engine/state.ts';
import { loadNews } from '../engine/tables/news.ts';
import { partsOfUnit, unitKey } from '../engine/tables/rows.ts';
import { allocateBars } from '../market/bars.ts';
import type { DataClock, SymbolMeta } from '../market/sessions/build.ts';
import {
  ALL_DATES,
  type DateRange,
  NEWS_SOURCES,
  type NewsBySource,
  type NewsColumns,
} from '../statistics/statistic.ts';
import type { SeriesRows, StoredRecords } from './stored-records.ts';
import type { SymbolBars } from './symbol-bars.ts';

export interface Context {
  readonly state: SymbolState;
  readonly meta: SymbolMeta;
  readonly bars: SymbolBars;
  /** Starts of the first and last stored bar, UTC minutes. */
  readonly ends: { first: number; last: number } | null;
  readonly clock: DataClock;
  /** UTC dates with bars, ascending. */
  readonly barDays: readonly number[];
  /** Latest UTC date of anything stored, in days; `NOTHING_STORED` where all was taken back. */
  readonly lastDay: number;
}

const union = (ranges: readonly DateRange[]): DateRange => ({
  from: Math.min(...ranges.map(({ from }) => from)),
  to: Math.max(...ranges.map(({ to }) => to)),
});

export async function loadJob(
  reader: Reader,
  tasks: readonly Task[],
  stored: StoredRecords,
  { meta, bars, barDays, clock, state }: Context,
  stamp: Pick<ProjectionJob, 'versions' | 'computedAtMs'>,
): Promise<ProjectionJob> {
  const calendars = await stored.calendars();
  const data: DateRange = { from: barDays[0] ?? 0, to: barDays.at(-1) ?? 0 };
  const ranges = spansOf(tasks, calendars, barDays);
  const wholeRange = union(ranges);
  const series = [...new Set(tasks.map((task) => task.series))];
  const rangeOf = (one: Series) => union(tasks.filter((task) => task.series === one).map(({ wanted }) => wanted));
  const [loaded, rows, news] = await Promise.all([
    barDays.length === 0 ? allocateBars(0) : bars.load(wholeRange),
    Promise.all(series.map((one) => stored.rows(one, rangeOf(one)))),
    loadNewsOf(reader, state, series.filter(({ events }) => events).map(rangeOf)),
  ]);
  return {
    ...stamp,
    meta,
    bars: loaded,
    clock,
    stored: data,
    news,
    giveRecords: stored.wants,
    retired: stored.wants !== 'none' ? [] : series.flatMap((one, i) => retiredOf(one, rows[i], meta)),
    tasks: tasks.map((task, i) => {
      const { unit, wanted, changedUpTo } = task;
      const { units, others } = rows[series.indexOf(task.series)];
      const key = unitKey(unit.session, unit.variant);
      return {
        unit,
        wanted,
        loaded: ranges[i],
        stored: units.get(key) ?? null,
        ...(others.has(key) ? { others: others.get(key) } : {}),
        changedUpTo,
      };
    }),
  };
}

/** Variants and windows that the symbol had while it was registered otherwise. */
function retiredOf(series: Series, { units, others }: SeriesRows, meta: SymbolMeta): RetiredRows[] {
  const own = new Set(series.units(meta).map(({ session, variant }) => unitKey(session, variant)));
  return [...units, ...others]
    .filter(([key]) => !own.has(key))
    .map(([key, records]) => {
      const [session, variant] = partsOfUnit(key);
      return { series: series.name, session, variant, records };
    });
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
