/** The jobs of a run: what its tasks read, and the records as stored to compare with. */
import type { Reader } from '../../sql/reader.ts';
import type { Job, RetiredRows } from '../evaluation/job.ts';
import { type JobSource, loadJob, union } from '../evaluation/load-job.ts';
import type { Task } from '../evaluation/plan.ts';
import { type Series, sessionsSeries } from '../evaluation/series.ts';
import { partsOfUnit, unitKey } from '../evaluation/tables/rows.ts';
import { unitsOf } from '../evaluation/tables/units.ts';
import type { SymbolMeta } from '../market/sessions/build.ts';
import type { SeriesRows, StoredRecords } from './stored-records.ts';

export async function loadProjection(
  reader: Reader,
  tasks: readonly Task[],
  stored: StoredRecords,
  source: JobSource,
  stamp: Pick<NonNullable<Job['rows']>, 'versions' | 'computedAtMs'>,
): Promise<Job & Required<Pick<Job, 'rows'>>> {
  const calendars = await stored.calendars();
  const series = [...new Set(tasks.map((task) => task.series))];
  const rangeOf = (one: Series) => union(tasks.filter((task) => task.series === one).map(({ wanted }) => wanted));
  const [job, rows] = await Promise.all([
    loadJob(reader, tasks, calendars, source),
    Promise.all(series.map((one) => stored.rows(one, rangeOf(one)))),
  ]);
  const retired = stored.wants !== 'none' ? [] : series.flatMap((one, i) => retiredOf(one, rows[i], source.meta));
  return {
    ...job,
    rows: { ...stamp, retired },
    tasks: tasks.map((task, i) => {
      const { units, others } = rows[series.indexOf(task.series)];
      const key = unitKey(task.unit.session, task.unit.variant);
      const giveRecords = stored.wants === 'all' || (stored.wants === 'sessions' && task.series === sessionsSeries);
      return { ...job.tasks[i], compared: { stored: units.get(key) ?? null, others: others.get(key), giveRecords } };
    }),
  };
}

/** Variants and windows that the symbol had while it was registered otherwise. */
function retiredOf(series: Series, { units, others }: SeriesRows, meta: SymbolMeta): RetiredRows[] {
  const own = new Set(unitsOf(series, meta).map(({ session, variant }) => unitKey(session, variant)));
  return [...units, ...others]
    .filter(([key]) => !own.has(key))
    .map(([key, records]) => {
      const [session, variant] = partsOfUnit(key);
      return { series: series.name, session, variant, records };
    });
}
