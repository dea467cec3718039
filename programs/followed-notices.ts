/**
 * How far compute has followed the notices of what landed, committed to its group so that its lag can be watched: a
 * notice is followed once the records of its symbol are up to date. Where to begin is not read from it: what landed
 * while nobody listened, the reconciliation finds.
 */
import { type Consumer, type Fetched, type Position, partitionKey } from '../ingest/kafka/port.ts';
import type { Logger } from '../lib/logger.ts';

export interface FollowedNoticesOptions {
  readonly consumer: Pick<Consumer, 'generation' | 'commit'>;
  /** Of these symbols those whose records are still to do. */
  readonly open: (symbols: Iterable<string>) => readonly string[];
  readonly logger: Logger;
}

const LOOK_MS = 500;

/** Notices up to some positions, and the symbols of them that are still to do. */
class Part {
  readonly ends = new Map<string, Position>();
  symbols: Set<string> = new Set();
}

export class FollowedNotices {
  readonly #options: FollowedNoticesOptions;
  readonly #timer: NodeJS.Timeout;
  #generation = -1;
  /** What is waited for, and what came after it. */
  #current = new Part();
  #next = new Part();
  #busy = false;

  constructor(options: FollowedNoticesOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.#look(), LOOK_MS);
  }

  /** Another generation has begun, with these positions. */
  begin(generation: number, positions: readonly Position[]): void {
    if (generation !== this.#generation) {
      this.#current = new Part();
      this.#next = new Part();
      this.#generation = generation;
    }
    for (const position of positions) this.#next.ends.set(partitionKey(position), position);
  }

  add({ topic, partition, nextOffset: offset, generation }: Fetched, symbols: readonly string[]): void {
    if (generation !== this.#generation) return;
    const position = { topic, partition, offset };
    this.#next.ends.set(partitionKey(position), position);
    for (const symbol of symbols) this.#next.symbols.add(symbol);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    const { consumer, open, logger } = this.#options;
    const generation = this.#generation;
    try {
      if (this.#current.ends.size === 0) {
        this.#current = this.#next;
        this.#next = new Part();
      }
      const part = this.#current;
      part.symbols = new Set(open(part.symbols));
      if (part.symbols.size > 0 || part.ends.size === 0) return;
      await consumer.commit(
        generation,
        [...part.ends.values()].map((position) => ({ ...position, note: '' })),
      );
      if (this.#current === part) this.#current = new Part();
    } catch (error) {
      logger.warn({ err: error }, 'the broker did not take the commit of the notices: it follows with the next');
    } finally {
      this.#busy = false;
    }
  }
}
