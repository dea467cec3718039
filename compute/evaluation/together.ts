/** Loads asked for in one turn of the event loop, done together: one statement for many symbols instead of one each. */

interface Waiting<K, V> {
  readonly key: K;
  readonly resolve: (value: V) => void;
  readonly reject: (error: unknown) => void;
}

export class Together<K, V> {
  readonly #load: (keys: readonly K[]) => Promise<readonly V[]>;
  readonly #mostAtOnce: number;
  readonly #waiting = new Map<string, Waiting<K, V>[]>();

  /**
   * @param load one value a key, in their order; the keys are of one group
   * @param mostAtOnce keys that one load is given at most
   */
  constructor(load: (keys: readonly K[]) => Promise<readonly V[]>, mostAtOnce: number) {
    this.#load = load;
    this.#mostAtOnce = mostAtOnce;
  }

  /** @param group only keys of one group are loaded together */
  get(group: string, key: K): Promise<V> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(group);
      if (waiting) {
        waiting.push({ key, resolve, reject });
        return;
      }
      this.#waiting.set(group, [{ key, resolve, reject }]);
      setImmediate(() => this.#flush(group));
    });
  }

  #flush(group: string): void {
    const waiting = this.#waiting.get(group) ?? [];
    this.#waiting.delete(group);
    for (let at = 0; at < waiting.length; at += this.#mostAtOnce) {
      const some = waiting.slice(at, at + this.#mostAtOnce);
      this.#load(some.map(({ key }) => key)).then(
        (values) => {
          for (const [i, { resolve }] of some.entries()) resolve(values[i]);
        },
        (error) => {
          for (const { reject } of some) reject(error);
        },
      );
    }
  }
}
