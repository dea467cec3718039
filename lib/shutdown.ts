import { inTime } from './async.ts';
import type { Logger } from './logger.ts';

export interface Shutdown {
  /** Signal that aborts as soon as stopping begins, for loops. */
  readonly signal: AbortSignal;
  /** Registers a drain; drains run in reverse order, so that what was opened last is closed first. */
  onStop(name: string, timeoutMs: number, drain: () => Promise<void> | void): void;
  /** Runs the drains one after another, once. Resolves to true if all ended in time without an error. */
  stop(reason: string): Promise<boolean>;
}

export function createShutdown(logger: Logger): Shutdown {
  const controller = new AbortController();
  const drains: Parameters<Shutdown['onStop']>[] = [];
  let running: Promise<boolean> | undefined;

  async function run(reason: string): Promise<boolean> {
    logger.info({ reason }, 'stopping');
    controller.abort(new Error(`stopping: ${reason}`));
    let clean = true;
    for (const [name, timeoutMs, drain] of drains.reverse()) {
      const late = () => new Error(`${name} did not stop within ${timeoutMs} ms`);
      try {
        await inTime(Promise.resolve().then(drain), timeoutMs, late);
      } catch (error) {
        clean = false;
        logger.error({ err: error, drain: name }, 'a part of the program did not stop cleanly');
      }
    }
    logger.info({ clean }, 'stopped');
    return clean;
  }

  return {
    signal: controller.signal,
    onStop: (...drain) => void drains.push(drain),
    stop(reason) {
      running ??= run(reason);
      return running;
    },
  };
}

/** Time within which a second signal counts as the same, because a terminal and `npm` both pass Ctrl-C on. */
const SAME_WISH_MS = 1_000;

/** Stops on a signal and exits with 0, or 1 if a drain failed. A later signal kills: an exit would tear down engine threads. */
export function stopOnSignals(
  shutdown: Shutdown,
  exit: (code: number) => void = process.exit,
  endAtOnce: () => void = () => process.kill(process.pid, 'SIGKILL'),
): void {
  let askedMs: number | null = null;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (askedMs !== null) {
        if (performance.now() - askedMs > SAME_WISH_MS) endAtOnce();
        return;
      }
      askedMs = performance.now();
      shutdown.stop(signal).then((clean) => exit(clean ? 0 : 1));
    });
  }
}
