/**
 * Finished answers by what was asked. An answer is served while no notice of a change has come for what it depends
 * on; after a while without any its version is compared with the store's, should a notice have been lost. Equal
 * questions at one time are answered by one making.
 */
import { LRUCache } from 'lru-cache';
import type { AnswerBody } from '../responses/body.ts';
import type { Counter } from './changes.ts';
import { type Entry, entryBytes, newEntry } from './entry.ts';

export interface Question {
  readonly key: string;
  readonly counter: Counter;
  /** The count of the counter when the version was read. */
  readonly count: number;
  readonly version: string;
}

export class AnswersCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #making = new Map<string, Promise<Entry>>();
  readonly #revalidateAfterMs: number;

  constructor(options: { maxBytes: number; revalidateAfterMs: number }) {
    this.#revalidateAfterMs = options.revalidateAfterMs;
    this.#entries = new LRUCache({ maxSize: options.maxBytes, sizeCalculation: entryBytes });
  }

  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The answer, where it can be given without asking the store. */
  current(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.counter.count !== entry.countThen) return undefined;
    return performance.now() - entry.checkedAtMs < this.#revalidateAfterMs ? entry : undefined;
  }

  /** The cached answer if the store's version is still its own, else a new one. */
  async get(question: Question, make: () => Promise<AnswerBody>): Promise<{ entry: Entry; hit: boolean }> {
    const cached = this.#entries.get(question.key);
    const nowMs = performance.now();
    if (cached && cached.version === question.version && cached.counter === question.counter) {
      cached.countThen = question.count;
      cached.checkedAtMs = nowMs;
      return { entry: cached, hit: true };
    }
    // Who asks after a change does not get what was begun before it.
    const name = `${question.key} ${question.count} ${question.version}`;
    let making = this.#making.get(name);
    if (!making) {
      making = make()
        .then((answer) => {
          const entry = newEntry(answer, question, nowMs);
          this.#entries.set(question.key, entry);
          return entry;
        })
        .finally(() => this.#making.delete(name));
      this.#making.set(name, making);
    }
    return { entry: await making, hit: false };
  }

  /** The entry has grown by an encoding. */
  grown(entry: Entry): void {
    if (this.#entries.peek(entry.key) === entry) this.#entries.set(entry.key, entry);
  }
}
