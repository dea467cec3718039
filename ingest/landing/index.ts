/** Landing: what the collectors, the log's consumer and the ops endpoint hand their events to. */

export {
  type DeadLetter,
  type DeadLetterSink,
  decodeDeadLetter,
  encodeDeadLetter,
  storeDeadLetters,
} from './dead-letters.ts';
export {
  addCounts,
  type ChangedDays,
  emptyResult,
  firstOf,
  type LandingResult,
  type LogEvent,
  type PushedEvent,
  type RejectedEvent,
} from './events.ts';
export { DEFAULT_RETRY, type RetryPolicy } from './insert.ts';
export { Landing, type LandingOptions, type LandOptions, type PushOptions } from './landing.ts';
export { DeadLetterLimitError, DeadLetterLimits, type LimitOptions } from './limits.ts';
export { forgetLive, type LiveBars, liveSymbols, liveWithinMs, noteLive } from './live.ts';
export { noteBar } from './newest.ts';
export { BATCH_EVENTS_MAX, type PushedEvents } from './push.ts';
