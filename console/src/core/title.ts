/** Titles of pages by their content, for tabs and bookmarks. */
import type { StatisticEntry } from './api.ts';
import { date } from './format.ts';
import type { Place } from './router.ts';
import { viewTitle } from './views.ts';

const PAGES: Readonly<Record<string, string>> = {
  '': 'Overview',
  today: 'Today',
  query: 'Ask',
  scan: 'Screener',
  usage: 'Usage',
  operator: 'State of the installation',
};

export function titleOf(
  { path, query }: Place,
  statistics: readonly Pick<StatisticEntry, 'name' | 'title' | 'console'>[],
): string {
  const [, page = '', name = ''] = path.split('/');
  const { symbol, stat, view, when, then, date: day } = query;
  const entry = statistics.find((one) => one.name === (page === 'stat' ? name : stat));
  const viewed = entry && view && viewTitle(view, entry);
  const words = {
    stat: [entry?.title ?? name, viewed],
    session: ['Session', day && !Number.isNaN(Date.parse(day)) && date(day)],
    query: ['Ask', [when, then].filter(Boolean).join(' → ')],
  }[page] ?? [PAGES[page] ?? 'No such page'];
  return [symbol, ...words, 'market-stats'].filter(Boolean).join(' · ');
}
