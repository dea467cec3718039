/** Loads what tasks read: the bars and news of their dates and the sessions around them, and the records as stored. */
import type { Reader } from '../../sql/reader.ts';
import { allocateBars } from '../bars/columns.ts';
import { dayStart, loadBars } from '../bars/load.ts';
import { datedInside, type RecordTable, withoutRest } from '../records/table.ts';
import type { DataClock, SymbolMeta } from '../sessions/build.ts';
import type { DateRange, NewsColumns } from '../statistics/statistic.ts';
import { loadNews, NEWS_SOURCES } from '../tables/news.ts';
import { unitKey } from '../tables/rows.ts';
import { loadedFrom, sessionsAfter } from './affected.ts';
import type { ProjectionJob } from './job.ts';
import type { Task } from './plan.ts';
import type { Series } from './series.ts';
import type { SymbolState } from './state.ts';
import type { StoredRecords } from './stored-records.ts';

export interface Context {
  readonly state: SymbolState;
  readonly meta: SymbolMeta;
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
  { meta, barDays, clock, state }: Context,
  stamp: Pick<ProjectionJob, 'versions' | 'computedAtMs'>,
): Promise<ProjectionJob> {
  const calendars = await stored.calendars();
  const data: DateRange = { from: barDays[0] ?? 0, to: barDays.at(-1) ?? 0 };
  const stretches = tasks.map(({ unit, wanted, reach }) => {
    const calendar = calendars.get(unit.session) ?? barDays;
    // A session may be dated a day from its bars, and the first one of the stretch may be cut.
    const from = loadedFrom(calendar, wanted.from, reach.back + 1) - 2;
    const to = sessionsAfter(calendar, wanted.to, reach.ahead + 1) + 2;
    return { from: Math.max(from, data.from), to: Math.min(to, data.to) };
  });
  const stretch = union(stretches);
  const bars =
    barDays.length === 0
      ? allocateBars(0)
      : await loadBars(reader, meta.symbol, dayStart(stretch.from), dayStart(stretch.to + 1));

  const rows = new Map<Series, ReadonlyMap<string, RecordTable>>();
  const news: { sentiment?: NewsColumns; sentiment_crypto?: NewsColumns } = {};
  for (const series of new Set(tasks.map((task) => task.series))) {
    const range = union(tasks.filter((task) => task.series === series).map(({ wanted }) => wanted));
    rows.set(series, await stored.rows(series, range));
    if (series.basis !== 'news') continue;
    for (const source of NEWS_SOURCES) {
      const [from, to] = [range.from - 1, range.to + 1];
      if (!state.days.some(({ kind, day }) => kind === source && day >= from && day <= to)) continue;
      news[source] = await loadNews(reader, source, meta.symbol, from, to);
    }
  }
  return {
    ...stamp,
    meta,
    bars,
    clock,
    stored: data,
    news,
    giveRecords: stored.held,
    tasks: tasks.map(({ unit, series, wanted, rewrite, changedUpTo }, i) => {
      const before = rows.get(series)?.get(unitKey(unit.session, unit.variant));
      return {
        unit,
        wanted,
        stretch: stretches[i],
        stored: before ? withoutRest(datedInside(before, wanted.from, wanted.to)) : null,
        rewrite,
        changedUpTo,
      };
    }),
  };
}
