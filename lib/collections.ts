/** The items by their keys, each group in their order. */
export function grouped<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) getOrMake(groups, keyOf(item), (): T[] => []).push(item);
  return groups;
}

/** What the map has under the key, put there first where it has nothing. */
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

/** What `make` makes at the first call, from then on. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The items in groups of at most so many; none is empty. */
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
 * How many entries an LRU cache has, by `maxSize`, not `max`: memory for all that there may ever be is not taken at once
 * (15 ms of a core for 100,000, in each process and each test that opens one).
 */
export const entries = (count: number) => ({ maxSize: count, sizeCalculation: () => 1 });
