import type { ImportTarget } from '../../ingest/landing/landing.ts';
import type { Push } from '../../operations/commands/log.ts';

/** Lends a target to an import, which waits for nothing that follows. */
export const pushTo =
  (target: ImportTarget): Push =>
  async (use) => ({ done: await use(target), served: async () => {} });
