/** The date that a range ends at where the request names none. */
import { isWeekend } from '../../lib/days.ts';
import { numbers, type RecordTable } from '../market/records/table.ts';
import type { Statistic } from '../statistics/statistic.ts';

/** Latest session date; of news, or of its latest news if that is later; null without either. */
export function latestDate(
  statistic: Pick<Statistic, 'events' | 'weekdaysOnly'>,
  records: RecordTable,
  days: RecordTable,
): number | null {
  let latest: number | null = null;
  const dates = numbers(days, 'date');
  for (let row = dates.length - 1; row >= 0 && latest === null; row--) {
    if (!statistic.weekdaysOnly || !isWeekend(dates[row])) latest = dates[row];
  }
  if (!statistic.events || records.length === 0) return latest;
  const news = numbers(records, 'date')[records.length - 1];
  return latest === null ? news : Math.max(latest, news);
}
