/** One question at a time, however many ask it. */

/**
 * Answers `ask` with one call in flight: who asks meanwhile gets the same answer, and so does who asks within `forMs`
 * after it came. A failure reaches those who waited for it and is not cached.
 */
export function shared<T>(
  ask: () => Promise<T>,
  forMs: number,
  nowMs: () => number = () => performance.now(),
): () => Promise<T> {
  let flight: Promise<T> | undefined;
  let answeredAtMs = Number.NaN;
  return () => {
    if (flight && !(nowMs() - answeredAtMs >= forMs)) return flight;
    answeredAtMs = Number.NaN;
    const asked = ask();
    flight = asked;
    asked.then(
      () => {
        answeredAtMs = nowMs();
      },
      () => {
        if (flight === asked) flight = undefined;
      },
    );
    return asked;
  };
}
