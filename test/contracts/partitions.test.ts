import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inShare, shareParams } from '../../compute/evaluation/behind.ts';
import { partitionOf } from '../../ingest/kafka/kafkajs/producer.ts';
import { BACKENDS, openTestStore, type TestStore } from '../support/store.ts';

const SYMBOLS = ['AAPL', 'SPY', 'BTCUSD', 'BRK.B', 'X:Y/Z', 'A', '0', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345'].concat(
  Array.from({ length: 300 }, (_, i) => `S${i}`),
);

describe.each(BACKENDS)('the %s store and the producers', (backend) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore({ backend, migrate: false });
  });
  afterAll(() => store.close());

  it.each([1, 7, 12])('put a symbol into the same one of %i partitions', async (partitions) => {
    const owners = new Map<string, number[]>();
    for (let partition = 0; partition < partitions; partition++) {
      const share = { partitions, mine: [partition] };
      const rows = await store.reader.query<{ symbol: string }>(
        `SELECT symbol FROM (SELECT arrayJoin({symbols:Array(String)}) AS symbol) WHERE ${inShare(share)}`,
        { symbols: SYMBOLS, ...shareParams(share) },
      );
      for (const { symbol } of rows) owners.set(symbol, [...(owners.get(symbol) ?? []), partition]);
    }
    expect(Object.fromEntries(owners)).toEqual(
      Object.fromEntries(SYMBOLS.map((symbol) => [symbol, [partitionOf(symbol, partitions)]])),
    );
  });
});
