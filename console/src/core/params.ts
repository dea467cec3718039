/** Which parameters of the address a request takes along. */
import type { EndpointDoc, Param, Usage } from './api.ts';
import { keep, readKept } from './kept.ts';
import type { Query } from './router.ts';

/** Asked of every statistic alike: they stay when the statistic changes. */
export const SHARED = [
  'symbol',
  'time_window',
  'start_date',
  'end_date',
  'session',
  'include_extended_hours',
  'start_time',
  'end_time',
  'adjustment',
] as const;

const FEATURES: Readonly<Record<string, string>> = {
  date: 'custom_dates',
  start_date: 'custom_dates',
  end_date: 'custom_dates',
  start_time: 'custom_times',
  end_time: 'custom_times',
  fill_cutoff: 'custom_times',
};

/** The feature that the account lacks for this parameter; null where it may be used. */
export function lockedBy(name: string, { account }: Usage): string | null {
  const feature = FEATURES[name];
  return feature !== undefined && !account.features.includes(feature) ? feature : null;
}

export const sharedOf = (query: Query): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter(([name]) => (SHARED as readonly string[]).includes(name)));

/**
 * Where the address says nothing. Sessions follow the exchange: the API's own default is a fixed UTC window. The opening range
 * is 15 minutes: the API's 5 are broken on nearly every day.
 */
const DEFAULTS: Readonly<Record<string, string>> = { session: 'exchange', orb_minutes: '15' };

export function chosenValue(name: string, query: Query): string {
  // The exchange's hours are never extended: the service would keep them and say nothing.
  if (name === 'session' && query['include_extended_hours'] === 'true') return 'default';
  return query[name] ?? DEFAULTS[name] ?? '';
}

/** The date of an answer that is of one day, and asks for it. */
export const isOfOneDay = ({ name, required }: Param): boolean => name === 'date' && required;

/** The endpoint with the length of candles that its answer has where none is asked for: as long as bars that are longer. */
export function fitting(endpoint: EndpointDoc, interval: string | null): EndpointDoc {
  const longer = interval === '30m' || /[hd]$/.test(interval ?? '');
  const parameters = endpoint.parameters.map((one) =>
    longer && one.name === 'timeframe'
      ? { ...one, default: interval!.replace(/[hd]$/, (unit) => unit.toUpperCase()) }
      : one,
  );
  return { ...endpoint, parameters };
}

/** As many as an answer holds; what is beyond is asked for page by page. */
const PAGE_ROWS = '5000';

/** What of the address the endpoint knows. */
export function requestOf(endpoint: Pick<EndpointDoc, 'parameters'>, query: Query): Record<string, string> {
  const asked: Record<string, string> = {};
  for (const { name } of endpoint.parameters) {
    const value = chosenValue(name, query);
    if (value !== '' && name !== 'format' && name !== 'cursor') asked[name] = value;
  }
  // A list that ends early by default would look complete.
  const limit = endpoint.parameters.find(({ name }) => name === 'limit');
  if (typeof limit?.default === 'number' && endpoint.parameters.some(({ name }) => name === 'cursor'))
    asked['limit'] ??= PAGE_ROWS;
  return asked;
}

const KEY = 'own.';

/** A statistic's own parameters are remembered in this tab, so that coming back to it finds them. */
export function remember(statistic: string, query: Query): void {
  const shared = SHARED as readonly string[];
  const own = Object.entries(query).filter(([name]) => !shared.includes(name) && name !== 'view' && name !== 'date');
  keep('tab', KEY + statistic, Object.fromEntries(own));
}

export const remembered = (statistic: string): Record<string, string> => readKept('tab', KEY + statistic) ?? {};
