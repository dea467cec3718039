/** The wire contract: topics, schemas, reasons, and decoding by them. */
export { decode, MAX_VALUE_BYTES, parseValue } from './decode.ts';
export { REASONS, type Reason, type Refusal, refuse } from './reasons.ts';
export {
  type BarRow,
  type BarTable,
  CLASSIFIED_TABLES,
  EVENT_VALUES,
  type EventRow,
  type EventTable,
  type EventValues,
  eventMsOf,
  type IdRow,
  isBar,
  isBarTable,
  isClassifiedNews,
  isNews,
  type LandingTable,
  NEWS_TABLES,
  type RecordMeta,
  rowsOf,
} from './rows.ts';
export { SCHEMAS } from './schemas.ts';
export { parseIsoTime } from './time.ts';
export { actionId, identityOf } from './to-row.ts';
export {
  DEAD_LETTER_TOPIC,
  EVENT_SET_NAMES,
  EVENT_SETS,
  EVENT_TOPICS,
  type EventSet,
  type EventTopic,
  isEventTopic,
  LANDED_TOPIC,
} from './topics.ts';
export { type Bounds, DEFAULT_BOUNDS, type Decoded, isTooLate, validate } from './validate.ts';
