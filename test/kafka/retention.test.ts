/** What the log drops before it has landed (retention, deleted records) is reported and kept account of, to the record. */
import kafkajs from 'kafkajs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bufferedRecords } from '../../ingest/kafka/batch-consumer.ts';
import { type Skipped, skippedRanges, skippedRecords } from '../../ingest/kafka/positions.ts';
import { heldWriter } from '../support/failing-writer.ts';
import { ingestOn, type Sender, SMALL_BATCHES, senderOn, type TestIngest } from '../support/ingest.ts';
import { kafkaOfRun, type TestKafka } from '../support/kafka.ts';
import { openTestStore, type TestStore } from '../support/store.ts';
import { until } from '../support/until.ts';

const kafka = (await kafkaOfRun()) as TestKafka;
const START_MS = Date.UTC(2025, 0, 6, 14, 30);

describe.runIf(kafka)('records that are dropped from the log before they land', () => {
  let store: TestStore;
  let sender: Sender;
  let foreign: ReturnType<InstanceType<typeof kafkajs.Kafka>['admin']>;
  let service: TestIngest | undefined;

  beforeAll(async () => {
    store = await openTestStore();
    service = await ingestOn(kafka, store);
    sender = await senderOn(kafka);
    foreign = new kafkajs.Kafka({ brokers: [...kafka.config.brokers], logLevel: 0 }).admin();
    await foreign.connect();
  });
  afterAll(async () => {
    await service?.stop();
    await foreign?.disconnect();
    await sender?.close();
    await store?.close();
    await kafka?.close();
  });

  const partitions = new Map<string, number>();
  /** Bars of one minute each, no two of one key. */
  const send = async (symbol: string, from: number, to: number) => {
    const before = await sender.admin.ends('bars').catch(() => []);
    await sender.send(
      Array.from({ length: to - from }, (_, i) => {
        const ts = START_MS + (from + i) * 60_000;
        const bar = {
          symbol,
          asset_class: 'crypto',
          interval: '1m',
          ts,
          open: 1,
          high: 1,
          low: 1,
          close: 1,
          volume: 1,
        };
        return { topic: 'bars', key: symbol, value: JSON.stringify(bar), change: null };
      }),
    );
    const grown = (await sender.admin.ends('bars')).find(
      ({ partition, end }) => end > (before.find((one) => one.partition === partition)?.end ?? 0n),
    );
    partitions.set(symbol, grown!.partition);
  };
  /** As retention does: the log of the symbol's partition begins at the offset from now on. */
  async function drop(partition: number, before: bigint): Promise<void> {
    // The call knows only of topics that were looked up before.
    await foreign.fetchTopicOffsets(kafka.named('bars'));
    await foreign.deleteTopicRecords({
      topic: kafka.named('bars'),
      partitions: [{ partition, offset: String(before) }],
    });
  }
  const endOf = async (partition: number) =>
    (await sender.admin.ends('bars')).find((one) => one.partition === partition)!.end;
  const landed = async (symbol: string) => {
    // The low bits of a rank are those of the offset, as long as the broker's clock does not step back.
    const rows = await store.reader.query<{ offset: string }>(
      'SELECT toString(bitAnd(rank, 1048575)) AS offset FROM market.bars FINAL WHERE symbol = {symbol:String} ORDER BY rank',
      { symbol },
    );
    return { partition: partitions.get(symbol)!, offsets: rows.map(({ offset }) => BigInt(offset)) };
  };
  const counted = async () => (await skippedRecords.get()).values.reduce((sum, { value }) => sum + value, 0);
  const rangeOf = ({ topic, partition, first_offset, last_offset, records }: Skipped) => ({
    topic,
    partition,
    range: [Number(first_offset), Number(last_offset)],
    records: Number(records),
  });

  test('while ingest is stopped: the range is reported once, and the rest lands', async () => {
    await send('STOPPED', 0, 100);
    await sender.landed();
    const { partition, offsets } = await landed('STOPPED');
    await service!.stop();
    const committed = offsets.at(-1)! + 1n;
    await send('STOPPED', 100, 200);
    await drop(partition, committed + 40n);
    expect(await skippedRanges(store.reader)).toEqual([]);
    for (let start = 0; start < 2; start++) {
      service = await ingestOn(kafka, store);
      await sender.landed();
      const ranges = await skippedRanges(store.reader);
      expect(ranges.map(rangeOf)).toEqual([
        { topic: 'bars', partition, range: [Number(committed), Number(committed) + 39], records: 40 },
      ]);
      expect(await counted()).toBe(40);
      if (start === 0) await service.stop();
    }
    expect((await landed('STOPPED')).offsets).toHaveLength(160);
  });

  test('while ingest runs and is behind: what it has fetched lands, what it could not fetch is reported', async () => {
    await send('RUNNING', 0, 10);
    await sender.landed();
    const { partition, offsets } = await landed('RUNNING');
    await service!.stop();
    const earlier = (await skippedRanges(store.reader)).length;
    const { slow, release } = heldWriter(store);
    service = await ingestOn(kafka, slow, { bounds: SMALL_BATCHES, fetchMaxBytes: 4_096 });
    await send('RUNNING', 10, 8_000);
    const end = await endOf(partition);
    // Fetching pauses at its bound, long before the end.
    const buffered = async () => (await bufferedRecords.get()).values.reduce((sum, { value }) => sum + value, 0);
    await until(async () => (await buffered()) >= SMALL_BATCHES.bufferRecords);
    await drop(partition, end - 20n);
    release();
    await until(async () => (await skippedRanges(store.reader)).length > earlier);
    await sender.landed();
    const [range] = (await skippedRanges(store.reader)).slice(earlier).map(rangeOf);
    const stored = (await landed('RUNNING')).offsets;
    const [from, to] = range.range.map(BigInt);
    expect(to).toBe(end - 21n);
    expect(from).toBeGreaterThan(offsets[0]);
    // Every offset has landed or is reported, and none both.
    expect(stored).toEqual([
      ...Array.from({ length: Number(from - offsets[0]) }, (_, i) => offsets[0] + BigInt(i)),
      ...Array.from({ length: 20 }, (_, i) => end - 20n + BigInt(i)),
    ]);
  });
});
