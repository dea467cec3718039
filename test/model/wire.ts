/** What is brought to the service, as the wire has it: which keys there are, and what is said of them. */
import type { EventTopic } from '../../ingest/contract/index.ts';
import type { PushedEvent } from '../../ingest/landing/index.ts';
import { isoDate } from '../../lib/days.ts';
import { formatInterval } from '../../lib/interval.ts';
import { MINUTES_PER_DAY, type Said, type SeriesName } from './inputs.ts';
import { barAt, newsAt, MINUTES as SESSION_MINUTES } from './market.ts';

export const BASE_MIN = 30;
export const NOW_MS = Date.parse('2024-03-13T12:00:00Z');
/** A Sunday: bars of the week before it go. */
export const KEEP_DAYS = 3;
export const CUT_MIN = Date.parse('2024-03-10T00:00:00Z') / 60_000;
export const FIRST_DAY = Date.parse('2024-03-04T00:00:00Z') / 86_400_000;

/** Some bars of each day; midnight among them, where daily bars have their key. */
export const BASE_KEYS = SESSION_MINUTES.filter((_, i) => i % 13 < 3).concat(
  [3, 8].map((day) => (FIRST_DAY + day) * MINUTES_PER_DAY),
);
export const DAILY_KEYS = [0, 1, 2, 3, 7].map((day) => (FIRST_DAY + day) * MINUTES_PER_DAY);
export const KEYS: Record<SeriesName, readonly number[]> = {
  base: [...BASE_KEYS].sort((a, b) => a - b),
  daily: DAILY_KEYS,
  earnings: [0, 1, 2],
  waiting: [0, 1],
  news: [0, 1, 2],
  actions: [0, 1],
};
export const TOPICS: Record<SeriesName, EventTopic> = {
  ...{ base: 'bars', daily: 'bars', earnings: 'events.earnings' },
  ...{ waiting: 'events.sentiment', news: 'events.sentiment', actions: 'events.actions' },
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
      const date = isoDate(Math.floor(at / 86_400_000));
      const what = take === null ? {} : { kind: 'dividend', ex_date: date, amount: take + 1 };
      return { id: `e${key}`, ...deleted, ...what };
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
