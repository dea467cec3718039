/** A broker that is unavailable, silent, hanging or slow: what was sent lands once, and callers that waited continue by themselves. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ingestOn, type Sender, SMALL_BATCHES, senderOn, type TestIngest } from '../support/ingest.ts';
import { type CabledKafka, startCabledKafka } from '../support/kafka.ts';
import { openTestStore, type TestStore } from '../support/store.ts';
import { differences, expectedOf, foundIn, streamOf } from '../support/stream.ts';
import { until } from '../support/until.ts';

const REQUEST_TIMEOUT_MS = 3_000;
const EVENTS = 6_000;
const kafka = (await startCabledKafka(REQUEST_TIMEOUT_MS)) as CabledKafka;

describe.runIf(kafka)('a broker that is', () => {
  let store: TestStore;
  let sender: Sender;
  let service: TestIngest;

  beforeAll(async () => {
    store = await openTestStore();
    service = await ingestOn(kafka, store, { bounds: SMALL_BATCHES });
    sender = await senderOn(kafka);
  });
  afterAll(async () => {
    await service?.stop();
    await sender?.close();
    await store?.close();
    await kafka?.close();
  });

  const landedRows = async (prefix: string) => {
    const [{ n }] = await store.reader.query<{ n: number }>(
      'SELECT count() AS n FROM market.bars WHERE startsWith(symbol, {prefix:String})',
      { prefix },
    );
    return n;
  };
  const { cable } = kafka ?? {};

  // Kept up until the connections have been asked without success, of producers and of consumers.
  test.each([
    ['away', () => cable.cut(), () => true],
    [
      'taking requests, of which no answer arrives',
      () => cable.hang('answers'),
      (lost: number) => cable.lost > lost + 3,
    ],
  ] as const)(
    '%s',
    async (name, fail, seen) => {
      const prefix = name
        .toUpperCase()
        .replaceAll(/[^A-Z]/g, '')
        .slice(0, 8);
      const sent = streamOf({ seed: 20 + name.length, prefix, events: EVENTS });
      const sending = sender.send(sent);
      await until(async () => (await landedRows(prefix)) > 0, { pollMs: 10 });
      const lost = cable.lost;
      await fail();
      await until(() => seen(lost));
      await cable.restore();
      const failed = service.failed.then((error) => Promise.reject(error));
      await Promise.race([sending.then(() => sender.landed()), failed]);
      expect(differences(expectedOf(sent), await foundIn(store.reader, prefix))).toEqual({ missing: [], surplus: [] });
      expect(service.notReady()).toEqual([]);
    },
    180_000,
  );

  test('slow: nothing is given up', async () => {
    const prefix = 'SLOW';
    const sent = streamOf({ seed: 19, prefix, events: 1_000 });
    const lost = cable.lost;
    cable.slow(50);
    await sender.send(sent);
    await sender.landed();
    await cable.restore();
    expect(differences(expectedOf(sent), await foundIn(store.reader, prefix))).toEqual({ missing: [], surplus: [] });
    expect([cable.lost, service.notReady()]).toEqual([lost, []]);
  }, 240_000);
});
