/** What foreign producers may do: their own client, transactions, compression, compaction, and records dropped again. */
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import kafkajs from 'kafkajs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Admin, LogRecord } from '../../ingest/kafka/port.ts';
import { testLogger } from '../support/ingest.ts';
import { type Codec, type JavaClient, type JavaRecord, startJavaClient } from '../support/java-client.ts';
import { kafkaOfRun, type TestKafka } from '../support/kafka.ts';
import { readLog } from '../support/log-reader.ts';
import { until } from '../support/until.ts';

const kafka = (await kafkaOfRun()) as TestKafka;
const MIB = 1024 * 1024;
const FOUR_NULS = Buffer.alloc(4);

let names = 0;
const unused = (what: string) => `${what}.${names++}`;
const textOf = ({ value }: Pick<LogRecord, 'value'>) => value?.toString() ?? null;

describe.runIf(kafka)('foreign producers', () => {
  let admin: Admin;
  let java: JavaClient;

  beforeAll(async () => {
    admin = await kafka.open(testLogger).admin();
    java = startJavaClient(kafka);
  });
  afterAll(async () => {
    java?.close();
    await admin?.close();
    await kafka?.close();
  });

  async function newTopic(settings: Record<string, string> = {}, partitions = 1): Promise<string> {
    const topic = unused('foreign');
    await admin.create([{ topic, partitions, settings }]);
    return topic;
  }
  /** All records up to the topic's end, as the port gives them. */
  async function readAll(topic: string, config = kafka.config): Promise<LogRecord[]> {
    const reader = await readLog(kafka.open(testLogger, config), unused('group'), [topic]);
    const ends = await admin.ends(topic);
    const atEnd = () => ends.every(({ partition, end }) => (reader.next.get(`${topic}/${partition}`) ?? 0n) >= end);
    await until(atEnd, { seen: () => [...reader.next].map(String), timeoutMs: 30_000 });
    await reader.close();
    return [...reader.records];
  }

  test.each(['none', 'gzip', 'snappy', 'zstd'] as const)(
    'records of every shape, compressed by %s, come as they were sent',
    async (codec) => {
      const topic = await newTopic();
      const records: JavaRecord[] = [
        {
          key: 'AAPL',
          value: '{"a":1}',
          headers: [
            ['source', 'vendor'],
            ['source', 'second'],
            ['empty', null],
          ],
        },
        { key: 'AAPL', value: null },
        { key: null, value: 'no key' },
        { key: FOUR_NULS, value: 'four NULs' },
        { key: 'A\0B', value: Buffer.from([0, 255, 0]) },
        { key: '', value: '' },
        { key: 'long', value: randomBytes(200_000).toString('base64') },
      ];
      await java.send(topic, records, { codec });
      const read = await readAll(topic);
      expect(read.map(({ key, value }) => [key, value])).toEqual(
        records.map(({ key, value }) => [key, value].map((one) => (one === null ? null : Buffer.from(one as string)))),
      );
      expect(read[0].headers).toEqual({ source: 'vendor', empty: '' });
    },
  );

  test('of transactions that overlap, the committed ones are read and no other', async () => {
    const topic = await newTopic();
    const expected: string[] = [];
    const send = (transaction: string | undefined, value: string, key: Buffer | string = 'k') =>
      java.send(topic, [{ key, value }], { transaction });
    // The one that begins first ends last; a record of it has the key that ends a transaction, as marks have it.
    for (const name of ['first', 'second']) await java.begin(name);
    await send('first', 'aborted');
    await send('second', 'aborted');
    await java.abort('second');
    await send(undefined, 'outside');
    await send('first', 'aborted', FOUR_NULS);
    await send('first', 'aborted');
    await java.begin('second');
    await send('second', 'committed');
    await java.abort('first');
    await java.commit('second');
    expected.push('outside', 'committed');
    expect((await java.read(topic)).map(textOf)).toEqual(expected);
    expect((await readAll(topic)).map(textOf)).toEqual(expected);
  });

  test('any order of transactions reads as it does for the Java client', async () => {
    const step = fc.record({
      who: fc.integer({ min: 0, max: 2 }),
      what: fc.constantFrom('send', 'send', 'send', 'nul', 'commit', 'abort', 'outside'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
        const topic = await newTopic();
        const open = new Set<string>();
        const end = async (name: string, what: 'commit' | 'abort') => {
          if (open.delete(name)) await java[what](name);
        };
        for (const [i, { who, what }] of steps.entries()) {
          const name = `random${who}`;
          if (what === 'commit' || what === 'abort') await end(name, what);
          else if (what === 'outside') await java.send(topic, [{ key: 'k', value: `${i}` }]);
          else {
            if (!open.has(name)) await java.begin(name);
            open.add(name);
            const key = what === 'nul' ? FOUR_NULS : 'k';
            await java.send(topic, [{ key, value: `${i}` }], { transaction: name });
          }
        }
        for (const name of [...open]) await end(name, who(name) % 2 === 0 ? 'abort' : 'commit');
        expect((await readAll(topic)).map(({ offset, value }) => [Number(offset), `${value}`])).toEqual(
          (await java.read(topic)).map(({ offset, value }) => [offset, `${value}`]),
        );
      }),
      { numRuns: 5 },
    );
  });
  const who = (name: string) => Number(name.at(-1));

  test('a segment of which compaction has left empty batches alone is passed over', async () => {
    const topic = await newTopic({
      'cleanup.policy': 'compact',
      'segment.bytes': String(MIB),
      'min.cleanable.dirty.ratio': '0.01',
      'delete.retention.ms': '0',
      'max.compaction.lag.ms': '1000',
    });
    const client = new kafkajs.Kafka({ brokers: [...kafka.config.brokers], logLevel: 0 });
    // Three times the same keys, each time by another producer, in a segment of its own.
    for (const round of ['old', 'middle', 'new']) {
      const producer = client.producer({
        idempotent: true,
        createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
      });
      await producer.connect();
      const messages = Array.from({ length: 6 }, (_, key) => ({
        key: `k${key}`,
        value: `${round}:${randomBytes(60_000).toString('hex')}`,
      }));
      await producer.send({ topic: kafka.named(topic), messages });
      await producer.disconnect();
    }
    const roundsRead = async () => new Set((await readAll(topic)).map((record) => textOf(record)!.split(':')[0]));
    await until(async () => !(await roundsRead()).has('old'), { timeoutMs: 100_000 });
    expect(await roundsRead()).toEqual(new Set(['middle', 'new']));
  }, 300_000);

  describe('a batch that is larger than it may be once it is decompressed', () => {
    const bounded = { maxBatchBytes: MIB };

    test.each(['gzip', 'snappy', 'zstd'] as const)('stops the reading, and is reported: %s', async (codec: Codec) => {
      const topic = await newTopic({ 'max.message.bytes': String(4 * MIB) });
      await java.send(topic, [{ key: 'k', value: 'before' }]);
      await java.send(topic, [{ key: 'k', value: { zeros: 16 * MIB } }], { codec });
      const reader = await readLog(kafka.open(testLogger, { ...kafka.config, ...bounded }), unused('group'), [topic]);
      const { message } = await reader.crashed;
      expect(message).toContain(`the record batch at offset 1 of partition 0 of the topic ${kafka.named(topic)}`);
      expect(message).toContain('smaller batches');
      await reader.close();
    });

    test('stops the reading, and names its codec, if that is LZ4', async () => {
      const topic = await newTopic();
      await java.send(topic, [{ key: 'k', value: 'x'.repeat(1_000) }], { codec: 'lz4' });
      const reader = await readLog(kafka.open(testLogger), unused('group'), [topic]);
      expect((await reader.crashed).message).toContain('compression LZ4 is not read');
      await reader.close();
    });

    test('of very many records, too', async () => {
      const topic = await newTopic();
      const records = Array.from({ length: 20_000 }, () => ({ key: null, value: '' }));
      await java.send(topic, records, { codec: 'gzip' });
      const reader = await readLog(kafka.open(testLogger, { ...kafka.config, ...bounded }), unused('group'), [topic]);
      expect((await reader.crashed).message).toContain(
        `offset 0 of partition 0 of the topic ${kafka.named(topic)} has 20000 records`,
      );
      await reader.close();
    });

    test('many that are within the bound each are read one after another', async () => {
      const topic = await newTopic({}, 2);
      for (let i = 0; i < 10; i++) {
        await java.send(topic, [{ partition: i % 2, key: 'k', value: { zeros: 600_000 + i } }], { codec: 'gzip' });
      }
      const read = await readAll(topic, { ...kafka.config, ...bounded });
      expect(read.map(({ value }) => value!.length).sort()).toEqual(Array.from({ length: 10 }, (_, i) => 600_000 + i));
    });
  });
});
