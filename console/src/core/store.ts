/** A value that several components subscribe to. */
import { useLayoutEffect, useState } from 'preact/hooks';

export class Store<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

export function useStore<T>(store: Store<T>): T {
  const [shown, setShown] = useState({ value: store.value });
  useLayoutEffect(() => {
    const update = () => setShown({ value: store.value });
    // The value may have changed between the first rendering and this subscription.
    if (!Object.is(shown.value, store.value)) update();
    return store.subscribe(update);
  }, [store]);
  return store.value;
}
