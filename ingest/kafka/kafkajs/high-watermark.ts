/**
 * Where a log ends for who writes to it. The package's admin asks for the last stable offset, which an open transaction
 * of anybody holds back: what was acknowledged behind it would look as if it were not there. It has no option for this.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const READ_UNCOMMITTED = 0;
const asking = new AsyncLocalStorage<true>();
let patched = false;

/** The package looks its encoders up at each request. */
function patch(): void {
  for (const version of [2, 3]) {
    const path = require.resolve(`kafkajs/src/protocol/requests/listOffsets/v${version}/request`);
    const encode = require(path);
    require.cache[path]!.exports = (request: object) =>
      encode(asking.getStore() ? { ...request, isolationLevel: READ_UNCOMMITTED } : request);
  }
  patched = true;
}

/** Within `task` the ends of partitions are their high watermarks. */
export function withHighWatermarks<T>(task: () => Promise<T>): Promise<T> {
  if (!patched) patch();
  return asking.run(true, task);
}
