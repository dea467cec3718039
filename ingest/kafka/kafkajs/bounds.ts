/** How large a record batch may be once it is unpacked: in memory, and for all clients of a process. */
const MIB = 1024 * 1024;

export const DEFAULT_MAX_BATCH_BYTES = 64 * MIB;

let bytes = DEFAULT_MAX_BATCH_BYTES;

export const maxBatchBytes = (): number => bytes;

/** Of all clients, as the package has one decoder for all. */
export function boundBatches(most: number): void {
  bytes = most;
}

/** What is unpacked is larger than it may be. */
export class OversizeError extends RangeError {
  constructor() {
    super(`more than ${bytes} bytes when it is unpacked`);
    this.name = 'OversizeError';
  }
}
