const SLICE_MS = 4;

/** Long work on the event loop takes turns with the requests that wait: call it between steps. */
export class Turns {
  #sinceMs = performance.now();

  async next(): Promise<void> {
    if (performance.now() - this.#sinceMs < SLICE_MS) return;
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.#sinceMs = performance.now();
  }
}
