export interface Patience {
  /** What is the case instead, for the message. */
  readonly seen?: () => unknown;
  readonly timeoutMs?: number;
  readonly pollMs?: number;
}

/** Polls until the condition holds. @throws after `timeoutMs`, with the condition's source text */
export async function until(
  holds: () => boolean | Promise<boolean>,
  { seen, timeoutMs = 90_000, pollMs = 50 }: Patience = {},
): Promise<void> {
  for (const endMs = Date.now() + timeoutMs; !(await holds()); ) {
    if (Date.now() > endMs) {
      throw new Error(`not within ${timeoutMs} ms: ${holds}; ${JSON.stringify(await seen?.()) ?? ''}`);
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
