import { afterEach, expect, it, vi } from 'vitest';
import type { Position } from '../../ingest/kafka/port.ts';
import { silentLogger } from '../../lib/logger.ts';
import { FollowedNotices } from './compute.ts';

const TOPIC = 'landed';
const LOOK_MS = 5;
let followed: FollowedNotices;
afterEach(() => followed.stop());

/** Follows for a group whose broker takes what `takes` allows; answers the offsets committed, by partition. */
function follow(open: Set<string>, takes: () => boolean = () => true) {
  const committed = new Map<number, bigint>();
  followed = new FollowedNotices({
    consumer: {
      generation: 1,
      async commit(_, commits: readonly Position[]) {
        if (!takes()) throw new Error('the broker is unavailable');
        for (const { partition, offset } of commits) committed.set(partition, offset);
        return true;
      },
    },
    open: (symbols) => [...symbols].filter((symbol) => open.has(symbol)),
    logger: silentLogger,
    lookMs: LOOK_MS,
  });
  followed.begin(
    1,
    [0, 1].map((partition) => ({ topic: TOPIC, partition, offset: 10n })),
  );
  return committed;
}
const fetched = (partition: number, nextOffset: bigint) => ({
  topic: TOPIC,
  partition,
  generation: 1,
  records: [],
  nextOffset,
});
const looks = () => new Promise((resolve) => setTimeout(resolve, 20 * LOOK_MS));

it('commits what is followed while symbols behind it, and of other partitions, are still to do', async () => {
  const open = new Set(['SLOW', 'LAST']);
  const committed = follow(open);
  // Two fetches of one partition, and one of another that is done at once.
  followed.add(fetched(0, 12n), [
    { offset: 10n, symbol: 'DONE' },
    { offset: 11n, symbol: 'TOO' },
  ]);
  followed.add(fetched(0, 13n), [{ offset: 12n, symbol: 'SLOW' }]);
  followed.add(fetched(0, 14n), [{ offset: 13n, symbol: 'LAST' }]);
  followed.add(fetched(1, 20n), [{ offset: 19n, symbol: 'DONE' }]);
  await vi.waitFor(() =>
    expect([...committed].sort()).toEqual([
      [0, 12n],
      [1, 20n],
    ]),
  );
  // What is done behind one that is not is not committed.
  open.delete('LAST');
  await looks();
  expect(committed.get(0)).toBe(12n);
  open.delete('SLOW');
  await vi.waitFor(() => expect(committed.get(0)).toBe(14n));
});

it('commits within a fetch of many notices', async () => {
  const committed = follow(new Set(['S199']));
  const notices = Array.from({ length: 200 }, (_, i) => ({ offset: 100n + BigInt(i), symbol: `S${i}` }));
  followed.add(fetched(0, 300n), notices);
  await vi.waitFor(() => expect(committed.get(0)).toBe(250n));
});

it('commits what a broker that was away did not take', async () => {
  let away = true;
  const committed = follow(new Set(), () => !away);
  followed.add(fetched(0, 12n), [{ offset: 11n, symbol: 'A' }]);
  await looks();
  expect(committed.size).toBe(0);
  away = false;
  await vi.waitFor(() =>
    expect([...committed].sort()).toEqual([
      [0, 12n],
      [1, 10n],
    ]),
  );
});

it('a symbol that changes again and again holds up nothing once it was up to date', async () => {
  const open = new Set(['HOT']);
  const committed = follow(open);
  followed.add(fetched(0, 12n), [{ offset: 11n, symbol: 'HOT' }]);
  await looks();
  open.delete('HOT');
  await vi.waitFor(() => expect(committed.get(0)).toBe(12n));
  followed.add(fetched(0, 13n), [{ offset: 12n, symbol: 'HOT' }]);
  open.add('HOT');
  await looks();
  expect(committed.get(0)).toBe(12n);
});
