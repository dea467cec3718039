/** What landing takes and what it answers. */
import type { EventTopic, Reason, Refusal } from '../contract/events.ts';

export interface LogEvent {
  readonly topic: EventTopic;
  readonly partition: number;
  /** Of pushed events given with their rank. */
  offset: number;
  /** Given by {@link Ranks}, or kept by a dead letter. */
  rank?: bigint;
  /** True if a collector sent it: it never outranks what others sent. */
  readonly isCollected?: boolean;
  /** The broker's timestamp, epoch ms; embedded: arrival. */
  readonly timestampMs: number;
  /** True if the timestamp is the producer's. */
  readonly isProducerTimed?: boolean;
  readonly key: Buffer | string | null;
  readonly value: Buffer | string | null;
  /** Who sent it, where the event itself does not say; of an import the file's name. */
  readonly source?: string;
  /** Where it stood in its file, such as `row 17`. */
  readonly position?: string;
  readonly importId?: string;
  /** Set by a collector that could not make an event of it: it goes to the dead letters as it is. */
  readonly refused?: Refusal;
}

/** An event that is pushed: landing ranks it. */
export interface PushedEvent
  extends Pick<LogEvent, 'key' | 'value' | 'source' | 'position' | 'refused' | 'importId' | 'isCollected'> {
  /** Where it differs from the push's own. */
  readonly topic?: EventTopic;
  /** When it arrived, epoch ms; the present where it is not given. */
  readonly timestampMs?: number;
}

export const LANDED_KINDS = ['bars', 'sentiment', 'sentiment_crypto', 'actions'] as const;
export type LandedKind = (typeof LANDED_KINDS)[number];

/** Days (since 1970, UTC) of a symbol that have new rows. */
export interface ChangedDays {
  readonly kind: LandedKind;
  readonly symbol: string;
  readonly days: readonly number[];
}

export interface RejectedEvent {
  readonly source: string;
  readonly position: string;
  readonly reason: Reason;
  readonly message: string;
  readonly payload: string;
}

export interface LandingResult {
  /** Events that are rows now. */
  landed: number;
  /** Of these: news without a classification, which waits for one. */
  waiting?: number;
  /** Events that the store had already, equal in every value, or of a higher rank. */
  duplicates: number;
  /** Duplicates that the store has with other values and a higher rank. */
  lost?: number;
  deadLetters: Partial<Record<Reason, number>>;
  firstRejected?: RejectedEvent;
  /** All of them, in their order: called for one batch, not for several together. */
  rejected?: readonly RejectedEvent[];
  /** What changed, a line a symbol and kind. */
  changed: ChangedDays[];
}

/** Returns the rejection further up in one file: a batch judges by the registry after it has judged by the contract. */
export function firstOf(known: RejectedEvent | undefined, next: RejectedEvent): RejectedEvent {
  if (!known) return next;
  return known.source === next.source && rowOf(next) < rowOf(known) ? next : known;
}

/** From 1, without the header; 0 where the position names none. */
export const rowOf = ({ position = '' }: { position?: string }) => Number(/\d+/.exec(position)?.[0] ?? 0);

/** The field that a refusal's message begins with. */
export const fieldOf = (message: string) => /^([a-z_]+): /.exec(message)?.[1] ?? null;
