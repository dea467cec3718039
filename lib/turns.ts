/**
 * Long work on the event loop, in steps of a few milliseconds. One step runs between two looks at the network, whoever
 * waits: steps that many requests wait with would otherwise all run before the next request is read. Groups (a request,
 * say) take turns, so that one of a hundred steps delays another by one.
 */

const SLICE_MS = 4;

/** By group, those that wait the longest first. */
const waiting = new Map<object, (() => void)[]>();
let isPumping = false;

function pump(): void {
  const [[group, steps]] = waiting;
  waiting.delete(group);
  const step = steps.shift();
  if (steps.length > 0) waiting.set(group, steps);
  step?.();
  // An immediate that an immediate sets runs after the loop has looked at the network again.
  if (waiting.size > 0) setImmediate(pump);
  else isPumping = false;
}

/** Resolves when the group may go on: call it before a step that takes milliseconds. */
export function turn(group: object): Promise<void> {
  return new Promise((resolve) => {
    const steps = waiting.get(group);
    if (steps) steps.push(resolve);
    else waiting.set(group, [resolve]);
    if (isPumping) return;
    isPumping = true;
    setImmediate(pump);
  });
}

/** Work of many short steps, which takes a turn every few milliseconds: call it between steps. */
export class Turns {
  #sinceMs = performance.now();

  async next(): Promise<void> {
    if (performance.now() - this.#sinceMs < SLICE_MS) return;
    await turn(this);
    this.#sinceMs = performance.now();
  }
}
