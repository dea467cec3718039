/** Selects the address's parameters for a request. */
import type { EndpointDoc, Param, Usage } from './api.ts';
import { keep, readKept } from './kept.ts';
import type { Query } from './router.ts';

/** Parameters of every statistic; they stay when the statistic changes. */
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

/** Returns the feature that the account lacks for this parameter; null if it may use it. */
export function lockedBy(name: string, { account }: Usage): string | null {
  const feature = FEATURES[name];
  return feature !== undefined && !account.features.includes(feature) ? feature : null;
}

export const sharedOf = (query: Query): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter(([name]) => (SHARED as readonly string[]).includes(name)));

/**
 * Defaults of the console. Sessions follow the exchange: the API's own default is a fixed UTC window. The opening range
 * is 15 minutes: the API's 5 are broken on nearly every day.
 */
const DEFAULTS: Readonly<Record<string, string>> = { session: 'exchange', orb_minutes: '15' };

export function chosenValue(name: string, query: Query): string {
  // The exchange's hours are never extended: the service would ignore the parameter silently.
  if (name === 'session' && query['include_extended_hours'] === 'true') return 'default';
  return query[name] ?? DEFAULTS[name] ?? '';
}

/** Returns true if the parameter is the date of an answer about one day. */
export const isOfOneDay = ({ name, required }: Param): boolean => name === 'date' && required;

/** Returns the endpoint with its default length of candles: the bars' interval if that is longer. */
export function fitting(endpoint: EndpointDoc, interval: string | null): EndpointDoc {
  const longer = interval === '30m' || /[hd]$/.test(interval ?? '');
  const parameters = endpoint.parameters.map((one) =>
    longer && one.name === 'timeframe'
      ? { ...one, default: interval!.replace(/[hd]$/, (unit) => unit.toUpperCase()) }
      : one,
  );
  return { ...endpoint, parameters };
}

/** Most rows of an answer; further pages are requested one by one. */
const PAGE_ROWS = '5000';

/** Returns the parameters of the address that the endpoint has. */
export function requestOf(endpoint: Pick<EndpointDoc, 'parameters'>, query: Query): Record<string, string> {
  const request: Record<string, string> = {};
  for (const { name } of endpoint.parameters) {
    const value = chosenValue(name, query);
    if (value !== '' && name !== 'format' && name !== 'cursor') request[name] = value;
  }
  // The limit is raised, because a list that ends early by default would look complete.
  const limit = endpoint.parameters.find(({ name }) => name === 'limit');
  if (typeof limit?.default === 'number' && endpoint.parameters.some(({ name }) => name === 'cursor'))
    request['limit'] ??= PAGE_ROWS;
  return request;
}

const KEY = 'own.';

/** Remembers a statistic's own parameters in this tab, for the next visit of its page. */
export function remember(statistic: string, query: Query): void {
  const shared = SHARED as readonly string[];
  const own = Object.entries(query).filter(([name]) => !shared.includes(name) && name !== 'view' && name !== 'date');
  keep('tab', KEY + statistic, Object.fromEntries(own));
}

export const remembered = (statistic: string): Record<string, string> => readKept('tab', KEY + statistic) ?? {};
