/** The views of a statistic's page: one per endpoint that the page shows. */
import type { Doc, EndpointDoc, StatisticEntry } from './api.ts';
import { label } from './format.ts';

export interface View {
  /** Rest of the address after the statistic's path, '/' for its records. */
  readonly key: string;
  readonly title: string;
  readonly endpoint: EndpointDoc;
}

export function viewsOf(doc: Doc, entry: StatisticEntry): readonly View[] {
  const views = doc.endpoints
    .filter(({ path }) => !path.endsWith('/doc') && !path.endsWith('/multi_top'))
    .map((endpoint) => {
      const rest = endpoint.path.slice(entry.path.length);
      const key = rest || '/';
      return { key, title: viewTitle(key, entry), endpoint };
    });
  const { first } = entry.console;
  const weight = ({ key }: View) => (key === first ? -2 : key === '/summary' ? -1 : key === '/screen' ? 2 : 0);
  return [...views].sort((a, b) => weight(a) - weight(b));
}

export const viewTitle = (key: string, entry: Pick<StatisticEntry, 'console'>): string =>
  key === '/'
    ? (entry.console.records ?? 'Records')
    : (TITLES[key] ??
      label(
        key
          .slice(key.startsWith('/') ? 1 : 0)
          .replaceAll('-', '_')
          .replaceAll('/', ' '),
      ));

const TITLES: Readonly<Record<string, string>> = {
  '/summary': 'Summary',
  '/screen': 'All symbols',
  '/weekday': 'By weekday',
  '/week': 'By week',
  '/month': 'By month',
};

export function chosenView(views: readonly View[], wanted: string | undefined): View | undefined {
  return views.find(({ key }) => key === wanted) ?? views[0];
}
