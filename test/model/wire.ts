/** What is brought to the service, as the wire has it: which keys there are, and what is said of them. */

import { formatInterval } from '../../exchange/symbol.ts';
import type { EventTopic } from '../../ingest/contract/events.ts';
import type { PushedEvent } from '../../ingest/landing/events.ts';
import { isoDate } from '../../lib/days.ts';
import { MINUTES_PER_DAY, type Said, type SeriesName } from './inputs.ts';
import { barAt, newsAt, MINUTES as SESSION_MINUTES } from './market.ts';

export const BASE_MIN = 30;
/** Half past eight in the evening of New York: nobody trades any more, the day is not over. */
export const NOW_MS = Date.parse('2024-03-14T00:30:00Z');
/** A Sunday: bars of the week before it go. */
export const KEEP_DAYS = 4;
export const CUT_MIN = Date.parse('2024-03-10T00:00:00Z') / 60_000;
export const FIRST_DAY = Date.parse('2024-03-04T00:00:00Z') / 86_400_000;

/** The day that is not over yet. */
export const TODAY = FIRST_DAY + 9;
const TODAY_OPEN = TODAY * MINUTES_PER_DAY + 13 * 60 + 30;

/** Some bars of each day, today's among them; and of midnight, where daily bars have their key. */
const BASE_KEYS = [
  ...SESSION_MINUTES.filter((_, i) => i % 13 < 3),
  ...[3, 8].map((day) => (FIRST_DAY + day) * MINUTES_PER_DAY),
  ...[0, 1, 2].map((i) => TODAY_OPEN + i * BASE_MIN),
];
const DAILY_KEYS = [0, 1, 2, 3, 7].map((day) => (FIRST_DAY + day) * MINUTES_PER_DAY);

export interface Action {
  readonly kind: 'split' | 'dividend';
  /** Ex-date, days since 1970. */
  readonly day: number;
  /** Of a split by its take; of a dividend its one amount, by which it is known. */
  readonly values: readonly number[];
  /** An identity of its own. */
  readonly id?: string;
}

/** Of long before all bars. */
export const OLD_SPLIT = 0;
export const ACTIONS: readonly Action[] = [
  { kind: 'split', day: FIRST_DAY - 200, values: [5, 5] },
  { kind: 'split', day: FIRST_DAY + 2, values: [2, 3] },
  { kind: 'split', day: FIRST_DAY + 7, values: [4, 0.5] },
  { kind: 'dividend', day: FIRST_DAY + 3, values: [0.25, 0.25] },
  { kind: 'dividend', day: FIRST_DAY + 3, values: [0.5, 0.5] },
  { kind: 'dividend', day: FIRST_DAY + 7, values: [0.25, 0.25] },
  { kind: 'dividend', day: FIRST_DAY + 3, values: [0.25, 0.25], id: 'x1' },
];
/** As the contract says that an action is known. */
export const idOfAction = ({ kind, day, values, id }: Action) =>
  id ?? (kind === 'split' ? `split:${isoDate(day)}` : `dividend:${isoDate(day)}:${values[0]}`);

export const KEYS: Record<SeriesName, readonly number[]> = {
  base: [...BASE_KEYS].sort((a, b) => a - b),
  daily: DAILY_KEYS,
  earnings: [0, 1, 2],
  waiting: [0, 1],
  news: [0, 1, 2],
  actions: [...ACTIONS.keys()],
};
export const TOPICS: Record<SeriesName, EventTopic> = {
  base: 'bars',
  daily: 'bars',
  earnings: 'events.earnings',
  waiting: 'events.sentiment',
  news: 'events.sentiment',
  actions: 'events.actions',
};

/** Of another time with every attempt. */
export const newsOf = (key: number, take: number) =>
  newsAt(`n${key}`, (key * 17 + take * 13) % SESSION_MINUTES.length, take);

/** @param idOf which identity is sent of an action */
export function eventOf(
  { series: name, symbol: of, key, value }: Said,
  idOf: (action: Action) => string | undefined = ({ id }) => id,
): PushedEvent {
  return { key: of, value: JSON.stringify({ symbol: of, ...wireOf(name, key, value, idOf) }), source: 'model' };
}

function wireOf(
  name: SeriesName,
  key: number,
  take: number | null,
  idOf: (action: Action) => string | undefined,
): object {
  const deleted = take === null ? { deleted: true } : {};
  const at = NOW_MS - (key + 1) * 86_400_000;
  switch (name) {
    case 'base':
    case 'daily': {
      const interval =
        name === 'daily' ? { interval: '1d' } : take === null ? {} : { interval: formatInterval(BASE_MIN) };
      return {
        asset_class: 'etf',
        ts: key * 60_000,
        ...interval,
        ...deleted,
        ...(take === null ? {} : barAt(key, take)),
      };
    }
    case 'earnings':
      return { id: `e${key}`, ...deleted, ...(take === null ? {} : { event_timestamp: at, eps_actual: take }) };
    case 'actions': {
      const { kind, day, values } = ACTIONS[key];
      const id = idOf(ACTIONS[key]);
      const value = values[take ?? 0];
      const figure = kind === 'dividend' ? { amount: value } : take === null ? {} : { ratio: value };
      return { ...(id === undefined ? {} : { id }), kind, ex_date: isoDate(day), ...figure, ...deleted };
    }
    case 'waiting':
      return {
        id: `w${key}`,
        asset_class: 'equity',
        ...deleted,
        ...(take === null ? {} : { event_timestamp: at, title: String(take) }),
      };
    case 'news': {
      const id = { id: `n${key}`, asset_class: 'equity' };
      if (take === null) return { ...id, ...deleted };
      const { timeMs, direction, impact } = newsOf(key, take);
      return { ...id, event_timestamp: timeMs, title: `news n${key}`, direction, impact_score: impact };
    }
  }
}
