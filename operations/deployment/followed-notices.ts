/**
 * How far compute has followed the notices of what landed, committed to its group as it goes so that its lag can be watched:
 * a notice is followed once the records of its symbol are up to date, and so are those before it in its partition. Where to
 * begin is not read from it: what landed while nobody listened, the reconciliation finds.
 */

import { type Consumer, type Fetched, type Position, partitionKey } from '../../ingest/kafka/port.ts';
import { getOrMake } from '../../lib/collections.ts';
import type { Logger } from '../../lib/logger.ts';

export interface FollowedNoticesOptions {
  readonly consumer: Pick<Consumer, 'generation' | 'commit'>;
  /** Of these symbols those whose records are still to do. */
  readonly open: (symbols: Iterable<string>) => readonly string[];
  readonly logger: Logger;
  readonly lookMs?: number;
}

export interface Notice {
  readonly offset: bigint;
  readonly symbol: string;
}

const LOOK_MS = 500;
/** Notices that are followed together: what is committed is as exact as this. */
const STEP = 50;

/** Some notices of a partition in a row: where they end, and their symbols that are still to do. */
interface Step {
  readonly end: Position;
  open: readonly string[];
}

export class FollowedNotices {
  readonly #options: FollowedNoticesOptions;
  readonly #timer: NodeJS.Timeout;
  #generation = -1;
  /** By partition, in their order. */
  #steps = new Map<string, Step[]>();
  /** What is followed and not committed yet. */
  #followed = new Map<string, Position>();
  #busy = false;

  constructor(options: FollowedNoticesOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.#look(), options.lookMs ?? LOOK_MS);
  }

  /** Another generation has begun, with these positions. */
  begin(generation: number, positions: readonly Position[]): void {
    if (generation !== this.#generation) {
      this.#steps = new Map();
      this.#followed = new Map();
      this.#generation = generation;
    }
    for (const end of positions) this.#push({ end, open: [] });
  }

  add({ topic, partition, nextOffset, generation }: Fetched, notices: readonly Notice[]): void {
    if (generation !== this.#generation) return;
    for (let from = 0; from < notices.length; from += STEP) {
      const some = notices.slice(from, from + STEP);
      const offset = from + STEP < notices.length ? some[some.length - 1].offset + 1n : nextOffset;
      this.#push({ end: { topic, partition, offset }, open: [...new Set(some.map(({ symbol }) => symbol))] });
    }
    if (notices.length === 0) this.#push({ end: { topic, partition, offset: nextOffset }, open: [] });
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #push(step: Step): void {
    getOrMake(this.#steps, partitionKey(step.end), (): Step[] => []).push(step);
  }

  async #look(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    const { consumer, open, logger } = this.#options;
    const followed = this.#followed;
    try {
      const waiting = new Set([...this.#steps.values()].flatMap((steps) => steps.flatMap((step) => step.open)));
      const left = new Set(open(waiting));
      for (const [key, steps] of this.#steps) {
        for (const step of steps) step.open = step.open.filter((symbol) => left.has(symbol));
        const first = steps.findIndex((step) => step.open.length > 0);
        const done = steps.splice(0, first < 0 ? steps.length : first);
        if (done.length > 0) followed.set(key, done[done.length - 1].end);
      }
      const ends = [...followed.values()];
      if (ends.length === 0) return;
      await consumer.commit(
        this.#generation,
        ends.map((position) => ({ ...position, note: '' })),
      );
      for (const end of ends) if (followed.get(partitionKey(end)) === end) followed.delete(partitionKey(end));
    } catch (error) {
      logger.warn({ err: error }, 'the broker did not take the commit of the notices: it follows with the next');
    } finally {
      this.#busy = false;
    }
  }
}
