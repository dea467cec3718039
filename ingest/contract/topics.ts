/** The topics of the log that hold events, and where what they hold is landed. */

export const EVENT_TOPICS = [
  'bars',
  'events.sentiment',
  'events.sentiment_crypto',
  'events.earnings',
  'events.crypto',
  'events.macro',
  'events.actions',
] as const;
export type EventTopic = (typeof EVENT_TOPICS)[number];

/** The sets of events by the name that commands and paths give them, and the topic that each is sent by. */
export const EVENT_SETS = {
  bars: 'bars',
  news: 'events.sentiment',
  earnings: 'events.earnings',
  crypto: 'events.crypto',
  macro: 'events.macro',
  actions: 'events.actions',
} as const satisfies Record<string, EventTopic>;
export type EventSet = keyof typeof EVENT_SETS;
export const EVENT_SET_NAMES = Object.keys(EVENT_SETS) as EventSet[];

/** Refused events with their position and reason; landed into `dead_letters`. */
export const DEAD_LETTER_TOPIC = 'dead-letters';
/** Which days of which symbol changed: ingest tells compute. */
export const LANDED_TOPIC = 'landed';

export function isEventTopic(text: string): text is EventTopic {
  return (EVENT_TOPICS as readonly string[]).includes(text);
}
