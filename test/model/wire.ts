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
  /** Ex-date, days since 1970. */
  readonly day: number;
  /** Ratios by take. */
  readonly values: readonly number[];
  /** An identity of its own. */
  readonly id?: string;
}

/** Of long before all bars. */
export const OLD_SPLIT = 0;
export const ACTIONS: readonly Action[] = [
  { day: FIRST_DAY - 200, values: [5, 5] },
  { day: FIRST_DAY + 2, values: [2, 3] },
  { day: FIRST_DAY + 7, values: [4, 0.5] },
  { day: FIRST_DAY + 3, values: [1.5, 1.25], id: 'x1' },
];
/** As the contract says that an action is known. */
export const idOfAction = ({ day, id }: Action) => id ?? `split:${isoDate(day)}`;

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

export function eventOf({ series: name, symbol: of, key, value }: Said): PushedEvent {
  return { key: of, value: JSON.stringify({ symbol: of, ...wireOf(name, key, value) }), source: 'model' };
}

function wireOf(name: SeriesName, key: number, take: number | null): object {
  const deleted = take === null ? { deleted: true } : {};
  const at = NOW_MS - (key + 1) * 86_400_000;
  switch (name) {
    case 'base':
    case 'daily': {
      return {
        asset_class: 'etf',
        ts: key * 60_000,
        interval: name === 'daily' ? '1d' : formatInterval(BASE_MIN),
        ...deleted,
        ...(take === null ? {} : barAt(key, take)),
      };
    }
    case 'earnings':
      return { id: `e${key}`, ...deleted, ...(take === null ? {} : { event_timestamp: at, eps_actual: take }) };
    case 'actions': {
      const { day, values, id } = ACTIONS[key];
      const figure = take === null ? {} : { ratio: values[take] };
      return { ...(id === undefined ? {} : { id }), kind: 'split', ex_date: isoDate(day), ...figure, ...deleted };
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
