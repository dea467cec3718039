/** Another producer has a transaction open: nobody reports what follows it as landed. */
import kafkajs from 'kafkajs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventsBehind, lagWatch, SentTo, untilLanded } from '../../ingest/kafka/lag.ts';
import { ingestOn, type Sender, senderOn, type TestIngest } from '../support/ingest.ts';
import { kafkaOfRun } from '../support/kafka.ts';
import { openTestStore, type TestStore } from '../support/store.ts';

const kafka = (await kafkaOfRun())!;
const KEY = 'HELD';

function bar(minute: number): string {
  const prices = { open: 1, high: 1, low: 1, close: 1, volume: 1 };
  return JSON.stringify({
    symbol: KEY,
    asset_class: 'etf',
    interval: '1m',
    ts: Date.UTC(2025, 5, 4, 14, minute),
    ...prices,
  });
}

describe.runIf(kafka)('a transaction that is open', () => {
  let store: TestStore;
  let service: TestIngest;
  let sender: Sender;
  const client = new kafkajs.Kafka({ brokers: [...kafka.config.brokers], logLevel: 0 });
  const foreign = client.producer({
    transactionalId: kafka.named('foreign'),
    maxInFlightRequests: 1,
    idempotent: true,
  });

  beforeAll(async () => {
    store = await openTestStore();
    service = await ingestOn(kafka, store);
    sender = await senderOn(kafka);
    await foreign.connect();
  }, 240_000);
  afterAll(async () => {
    await foreign?.disconnect();
    await service?.stop();
    await sender?.close();
    await store?.close();
    await kafka?.close();
  });
  const rows = async () => (await store.reader.query<{ n: number }>('SELECT count() AS n FROM market.bars FINAL'))[0].n;

  test('what was sent behind it counts as not landed, and is waited for until the transaction ends', async () => {
    const beganMs = Date.now();
    const transaction = await foreign.transaction();
    await transaction.send({ topic: kafka.named('bars'), messages: [{ key: KEY, value: bar(0) }] });
    const sent = new SentTo();
    sent.add(await sender.producer.send('bars', [{ key: KEY, value: bar(1) }]));
    const waited = untilLanded(sender.admin, sent, { patienceMs: 1_500 });
    await expect(waited).rejects.toThrow(/do not land: a producer has a transaction open in bars\/\d/);
    expect(await eventsBehind(sender.admin)).toBe(2);
    // A watch that begins now knows from the log how old it is.
    const lag = (await lagWatch(sender.admin, Date.now)()).filter(({ events }) => events > 0);
    expect(lag).toEqual([
      { topic: 'bars', partition: expect.any(Number), events: 2, unreadable: 2, sinceMs: expect.any(Number) },
    ]);
    expect(lag[0].sinceMs).toBeGreaterThanOrEqual(beganMs - 1_000);
    expect(lag[0].sinceMs).toBeLessThan(Date.now() - 1_000);
    expect(await rows()).toBe(0);
    await transaction.commit();
    await untilLanded(sender.admin, sent);
    expect(await rows()).toBe(2);
    await sender.landed();
  }, 240_000);
});
