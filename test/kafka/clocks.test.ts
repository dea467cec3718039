/** Timestamps of the log that step back, as after a change of the leader: the offset decides, on a real broker. */
import kafkajs from 'kafkajs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { topicSpecs } from '../../ingest/kafka/topics.ts';
import { ingestOn, type Sender, senderOn, type TestIngest } from '../support/ingest.ts';
import { kafkaOfRun } from '../support/kafka.ts';
import { openTestStore, type TestStore } from '../support/store.ts';

const kafka = (await kafkaOfRun())!;
const HOUR = 3_600_000;
const BAR_AT = Date.UTC(2025, 5, 4, 14);

describe.runIf(kafka)('a broker whose clock is behind', () => {
  let store: TestStore;
  let service: TestIngest;
  let sender: Sender;
  const client = () => new kafkajs.Kafka({ brokers: [...kafka.config.brokers], logLevel: 0 });

  beforeAll(async () => {
    store = await openTestStore();
    sender = await senderOn(kafka);
    await createBars();
    service = await ingestOn(kafka, store);
  }, 240_000);
  afterAll(async () => {
    await service?.stop();
    await sender?.close();
    await store?.close();
    await kafka?.close();
  });

  /** Its timestamps are what the producer says. */
  async function createBars(): Promise<void> {
    const [bars] = topicSpecs(1).filter(({ topic }) => topic === 'bars');
    await sender.admin.create([{ ...bars, settings: { ...bars.settings, 'message.timestamp.type': 'CreateTime' } }]);
  }

  async function send(close: number, timestampMs: number): Promise<void> {
    const producer = client().producer();
    await producer.connect();
    const prices = { open: close, high: close, low: close, close, volume: 1 };
    const value = JSON.stringify({ symbol: 'BACK', asset_class: 'etf', interval: '1m', ts: BAR_AT, ...prices });
    await producer.send({
      topic: kafka.named('bars'),
      messages: [{ key: 'BACK', value, timestamp: String(timestampMs) }],
    });
    await producer.disconnect();
    await sender.landed();
  }
  const closes = () => store.reader.query("SELECT close FROM market.bars FINAL WHERE symbol = 'BACK'");

  test('corrections count in their order', async () => {
    const nowMs = Date.now();
    await send(1, nowMs);
    await send(2, nowMs - HOUR);
    expect(await closes()).toEqual([{ close: 2 }]);
  }, 120_000);
});
