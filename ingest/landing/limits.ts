/** When too much of what comes in is refused, ingest stops and says so instead of filling the dead letters. */
import type { Refusal } from '../contract/index.ts';
import { type DeadLetter, deadLetterOf } from './dead-letters.ts';
import type { LogEvent } from './events.ts';

export interface LimitOptions {
  /** Share of the last `window` events that may be refused, 0 to 1. */
  maxRatio?: number;
  /** Refused events in a row that may come. */
  maxRun?: number;
  window?: number;
}

/** Ingest must stop: the offsets of the batch are not to be committed. */
export class DeadLetterLimitError extends Error {
  override readonly name = 'DeadLetterLimitError';
  /** The last of the refused events of the batch, as they would be dead letters, the one that went too far included. */
  refused: readonly DeadLetter[] = [];
}

/** Of a batch that was not landed so many refused events are shown. */
const SHOWN = 100;

/** Notes a batch that was judged, in its order; `refusals` by index. @throws {DeadLetterLimitError} with what it refused last */
export function noteBatch(
  limits: DeadLetterLimits,
  events: readonly LogEvent[],
  refusals: ReadonlyMap<number, Refusal>,
): void {
  for (const [i, { topic, partition, offset }] of events.entries()) {
    const refusal = refusals.get(i);
    try {
      limits.note(refusal ? `${topic} ${partition}/${offset}: ${refusal.message} (${refusal.reason})` : null);
    } catch (error) {
      if (error instanceof DeadLetterLimitError) {
        const upTo = [...refusals].filter(([index]) => index <= i).sort(([a], [b]) => a - b);
        error.refused = upTo.slice(-SHOWN).map(([index, one]) => deadLetterOf(events[index], one));
      }
      throw error;
    }
  }
}

/** The events are in the log: a source that is corrected sends others, and these would stop ingest again. */
const WHAT_HELPS = [
  'they are in the log, where correcting the source does not change them',
  'start with DLQ_ACCEPT=1, or with higher limits, to land what is behind them; they become dead letters (`dlq list` shows the last of them now)',
  'what a change on this side makes valid (`symbols set`, an upgrade) `dlq replay` lands then, the rest the source has to send again',
].join('; ');

export class DeadLetterLimits {
  readonly #maxBad: number;
  readonly #maxRun: number;
  /** The last events, 1 = refused, as a ring. */
  readonly #recent: Uint8Array;
  #at = 0;
  #bad = 0;
  #run = 0;

  constructor({ maxRatio = 0.5, maxRun = 1000, window = 1000 }: LimitOptions = {}) {
    this.#maxBad = maxRatio * window;
    this.#maxRun = maxRun;
    this.#recent = new Uint8Array(window);
  }

  /**
   * Notes the next event of the log; `refusal`: why it was refused, in words. Throws {@link DeadLetterLimitError} beyond
   * either limit: its batch makes no dead letters, so that its message is what there is to look at.
   */
  note(refusal: string | null): void {
    const refused = refusal !== null;
    this.#bad += (refused ? 1 : 0) - this.#recent[this.#at];
    this.#recent[this.#at] = refused ? 1 : 0;
    this.#at = (this.#at + 1) % this.#recent.length;
    this.#run = refused ? this.#run + 1 : 0;
    const advice = `${WHAT_HELPS}; the last of them: ${refusal}`;
    if (this.#run > this.#maxRun) {
      throw new DeadLetterLimitError(
        `${this.#run} events in a row were refused (DLQ_MAX_RUN ${this.#maxRun}): ${advice}`,
      );
    }
    // Before the window is full the events that are still missing count as good.
    if (this.#bad > this.#maxBad) {
      const share = `${this.#bad} of the last ${this.#recent.length} events were refused`;
      throw new DeadLetterLimitError(`${share} (DLQ_MAX_RATIO ${this.#maxBad / this.#recent.length}): ${advice}`);
    }
  }
}
