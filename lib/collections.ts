/** Groups items by key; each group keeps the order of its items. */
export function grouped<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) getOrMake(groups, keyOf(item), (): T[] => []).push(item);
  return groups;
}

/** Returns the map's value for the key; makes and stores it first if it is missing. */
export function getOrMake<K, V>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

/** Returns a function that calls `make` once and returns its result from then on. */
export function once<T extends object>(make: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= make();
    return value;
  };
}

/** Yields the items in non-empty groups of at most `most`. */
export function* inGroups<T>(items: Iterable<T>, most: number): Generator<T[]> {
  let group: T[] = [];
  for (const item of items) {
    group.push(item);
    if (group.length < most) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/**
 * Bounds an LRU cache by `maxSize`, not by `max`, which allocates memory for all entries at once (15 ms of a core for
 * 100,000, in each process and each test that opens one).
 */
export const entries = (count: number) => ({ maxSize: count, sizeCalculation: () => 1 });
