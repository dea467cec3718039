/** The wire contract: topics, schemas, reasons, and decoding by them. */
export { decode, MAX_VALUE_BYTES } from './decode.ts';
export { identityOf, newsId } from './news-id.ts';
export { REASONS, type Reason, type Refusal, refuse } from './reasons.ts';
export {
  type ActionRow,
  type BarRow,
  type BarTable,
  type CryptoRow,
  type Direction,
  type EarningsRow,
  type EventRow,
  isBar,
  isBarTable,
  type LandingTable,
  type MacroRow,
  type NewsRow,
  type RecordMeta,
  rowsOf,
  type UnclassifiedRow,
} from './rows.ts';
export { FIELD_NAMES } from './schemas.ts';
export { parseIsoTime } from './time.ts';
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
export { type Bounds, DEFAULT_BOUNDS, type Decoded, validate } from './validate.ts';
