import type { Store } from '../../sql/connect.ts';
import type { Writer } from '../../sql/writer.ts';

/** The store for a process that is killed: so many writes succeed, none after that. */
export function failingWriter(store: Store, writes: number): Store {
  let left = writes;
  const guard =
    <A extends unknown[], R>(write: (...args: A) => Promise<R>) =>
    async (...args: A) => {
      if (left-- <= 0) throw new Error('killed');
      return write(...args);
    };
  const { query, ...rest } = store.writer;
  const guarded = Object.fromEntries(Object.entries(rest).map(([name, write]) => [name, guard(write as never)]));
  return { ...store, writer: { query, ...guarded } as unknown as Writer };
}

/** The store whose inserts wait until they are released. */
export function heldWriter(store: Store) {
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { insertText, insertBlocks } = store.writer;
  const writer: Writer = {
    ...store.writer,
    insertText: (...args) => held.then(() => insertText(...args)),
    insertBlocks: (...args) => held.then(() => insertBlocks(...args)),
  };
  return { slow: { ...store, writer }, release: () => release() };
}
