/** Columns that change hands between threads instead of being copied: who gives them away has them no more. */

/** The memory of all typed arrays among the values, each once; shared memory stays where it is. */
export function buffersOf(...columns: readonly object[]): ArrayBuffer[] {
  const values = columns.flatMap((one): unknown[] => Object.values(one));
  const buffers = values.flatMap((value) => (ArrayBuffer.isView(value) ? [value.buffer] : []));
  return [...new Set(buffers)].filter((buffer) => buffer instanceof ArrayBuffer);
}
