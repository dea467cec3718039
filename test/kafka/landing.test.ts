/** The log landed by ingest, on a real broker: everything once for a reader, whatever comes in between. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEAD_LETTER_TOPIC } from '../../ingest/contract/events.ts';
import { bufferedRecords } from '../../ingest/kafka/batch-consumer.ts';
import { INGEST_GROUP } from '../../ingest/kafka/topics.ts';
import { DeadLetterLimitError } from '../../ingest/landing/dead-letters.ts';
import { ingestOn, LIMITS, type Sender, SMALL_BATCHES, senderOn, type TestIngest } from '../support/ingest.ts';
import { kafkaOfRun, type TestKafka } from '../support/kafka.ts';
import { openTestStore, type TestStore } from '../support/store.ts';
import { differences, expectedOf, foundIn, type SentRecord, streamOf } from '../support/stream.ts';

const kafka = (await kafkaOfRun())!;
const NOTHING = { missing: [], surplus: [] };

describe.runIf(kafka)('ingest', () => {
  let store: TestStore;
  let sender: Sender;
  let running: TestIngest[] = [];

  beforeAll(async () => {
    store = await openTestStore();
    await start();
    sender = await senderOn(kafka as TestKafka);
  });
  afterAll(async () => {
    await stopAll();
    await sender?.close();
    await store?.close();
    await kafka?.close();
  });

  async function start(options: Parameters<typeof ingestOn>[2] = { bounds: SMALL_BATCHES }): Promise<TestIngest> {
    const service = await ingestOn(kafka, store, options);
    running.push(service);
    return service;
  }
  async function stop(service: TestIngest): Promise<void> {
    running = running.filter((one) => one !== service);
    await service.stop();
  }
  async function stopAll(): Promise<void> {
    for (const service of running) await stop(service);
  }
  const check = async (prefix: string, sent: readonly SentRecord[]) =>
    expect(differences(expectedOf(sent), await foundIn(store.reader, prefix))).toEqual(NOTHING);
  const rows = async (sql: string, params = {}) => store.reader.query<{ n: number }>(sql, params);

  test('corrections, deletions, repetitions, disorder and bad events end as the sources say', async () => {
    const sent = streamOf({ seed: 1, prefix: 'ALL', events: 6_000 });
    await sender.send(sent);
    await sender.landed();
    await check('ALL', sent);
    expect(Object.keys(expectedOf(sent).deadLetters)).toHaveLength(4);
    const places = await rows(
      `SELECT count() AS n FROM market.bars FINAL WHERE symbol LIKE 'ALL%' AND topic = 'bars' AND source = ''`,
    );
    expect(places[0].n).toBeGreaterThan(1_000);
  });

  test('daily bars beside shorter ones land in a table of their own, whichever come first', async () => {
    const bar = (symbol: string, interval: string, ts: string): SentRecord => ({
      ...{ topic: 'bars', key: symbol, change: null },
      value: JSON.stringify({
        ...{ symbol, asset_class: 'equity', interval, ts },
        ...{ open: 10, high: 11, low: 9, close: 10, volume: 1 },
      }),
    });
    const daily = (symbol: string) => bar(symbol, '1d', '2024-06-11T00:00:00Z');
    const minute = (symbol: string) => bar(symbol, '1m', '2024-06-12T13:30:00Z');
    await sender.send([daily('TWO1'), minute('TWO2')]);
    await sender.landed();
    await sender.send([minute('TWO1'), daily('TWO2')]);
    await sender.landed();
    const found = await rows(
      `SELECT * FROM
       (
         SELECT CAST(symbol, 'String') AS symbol, 'bars' AS name, toString(ts) AS ts FROM market.bars FINAL
         UNION ALL SELECT CAST(symbol, 'String') AS symbol, 'bars_daily' AS name, toString(ts) AS ts FROM market.bars_daily FINAL
       )
       WHERE symbol LIKE 'TWO%' ORDER BY symbol, name`,
    );
    expect(found).toEqual(
      ['TWO1', 'TWO2'].flatMap((symbol) => [
        { symbol, name: 'bars', ts: '2024-06-12 13:30:00' },
        { symbol, name: 'bars_daily', ts: '2024-06-11 00:00:00' },
      ]),
    );
    expect(await rows(`SELECT count() AS n FROM market.dead_letters WHERE payload LIKE '%TWO%'`)).toEqual([{ n: 0 }]);
  });

  test('an ingest that is stopped in mid-stream and started again continues where it was', async () => {
    const sent = streamOf({ seed: 2, prefix: 'STOP', events: 8_000 });
    const half = sent.length / 2;
    await sender.send(sent.slice(0, half));
    await stopAll();
    await sender.send(sent.slice(half));
    await start();
    await sender.landed();
    await check('STOP', sent);
    // Nothing is left to land: a further start finds every offset committed, and lands nothing again.
    const before = await rows('SELECT count() AS n FROM market.ingest_ledger');
    await stopAll();
    await start();
    await sender.landed();
    expect(await rows('SELECT count() AS n FROM market.ingest_ledger')).toEqual(before);
  });

  test('several side by side share the partitions; one that comes and one that goes in mid-batch lose nothing', async () => {
    const sent = streamOf({ seed: 3, prefix: 'REB', symbols: 12, events: 12_000 });
    const part = sent.length / 4;
    await sender.send(sent.slice(0, part));
    const second = await start();
    await sender.send(sent.slice(part, 2 * part));
    await sender.send(sent.slice(2 * part, 3 * part));
    await stop(running[0]);
    await sender.send(sent.slice(3 * part));
    await sender.landed();
    await check('REB', sent);
    expect(second.notReady()).toEqual([]);
  });

  test('memory is bounded: with a store that does not get on, fetching pauses and resumes later', async () => {
    await stopAll();
    const sent = streamOf({ seed: 4, prefix: 'MEM', events: 20_000, badShare: 0 });
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = {
      ...store,
      writer: {
        ...store.writer,
        async insertText(...args: Parameters<typeof store.writer.insertText>) {
          await held;
          return store.writer.insertText(...args);
        },
        async insertBlocks(...args: Parameters<typeof store.writer.insertBlocks>) {
          await held;
          return store.writer.insertBlocks(...args);
        },
      },
    };
    const service = await ingestOn(kafka, slow, { bounds: SMALL_BATCHES, fetchMaxBytes: 16_384 });
    running.push(service);
    await sender.send(sent);
    const buffered = async () => {
      const { values } = await bufferedRecords.get();
      return values.find(({ labels }) => labels.consumer === 'events')?.value ?? 0;
    };
    const settled: number[] = [];
    try {
      // Until it pauses: then nothing more comes in.
      while (settled.length < 2 || settled.at(-1) !== settled.at(-2) || settled.at(-1)! < SMALL_BATCHES.bufferRecords) {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        settled.push(await buffered());
      }
      // On top of the bound comes what one fetch brought, and that is bounded, too.
      expect(settled.at(-1)).toBeLessThan(SMALL_BATCHES.bufferRecords + 8_000);
    } finally {
      release();
    }
    await sender.landed();
    await check('MEM', sent);
  });

  test('a bad event among ten thousand is one dead letter, with its place, and holds up nobody', async () => {
    const good = streamOf({ seed: 5, prefix: 'ONE', events: 9_999, keys: 3_000, badShare: 0 });
    const bad = streamOf({ seed: 6, prefix: 'ONE', events: 1, badShare: 1 })[0];
    const sent = [...good.slice(0, 5_000), bad, ...good.slice(5_000)];
    await sender.send(sent);
    await sender.landed();
    await check('ONE', sent);
    const deadLetters = await store.reader.query<Record<string, unknown>>(
      `SELECT topic, key, reason, payload, offset FROM market.dead_letters FINAL WHERE key LIKE 'ONE%'`,
    );
    expect(deadLetters).toEqual([
      { topic: 'bars', key: bad.key, reason: bad.reason, payload: bad.value, offset: expect.any(Number) },
    ]);
  });

  test('dead letters are in their topic, too, with the original as it came', async () => {
    const ends = await sender.admin.ends(DEAD_LETTER_TOPIC);
    const inTopic = ends.reduce((sum, { start: from, end }) => sum + Number(end - from), 0);
    const inTable = (await rows('SELECT count() AS n FROM market.dead_letters FINAL'))[0].n;
    // At least once: a dead letter that was sent again is the same row.
    expect(inTopic).toBeGreaterThanOrEqual(inTable);
    expect(inTable).toBeGreaterThan(100);
  });

  test('a store that has lost what was committed is given it again', async () => {
    const sent = streamOf({ seed: 7, prefix: 'LOST', events: 3_000 });
    await sender.send(sent);
    await sender.landed();
    await stopAll();
    for (const table of ['bars', 'events_sentiment', 'ingest_ledger', 'symbols', 'day_log', 'dead_letters']) {
      await store.writer.command(`TRUNCATE TABLE market.${table}`);
    }
    await start();
    // The committed offsets follow what is stored, so that it is seen how much is behind.
    await sender.landed();
    await check('LOST', sent);
    await check('ALL', streamOf({ seed: 1, prefix: 'ALL', events: 6_000 }));
  }, 60_000);

  test('all-bad input stops ingest, with nothing of it committed; it continues where an operator accepts it', async () => {
    await stopAll();
    const before = await sender.admin.committed(INGEST_GROUP, ['bars']);
    const sent = streamOf({ seed: 8, prefix: 'BAD', events: 1_500, badShare: 1 });
    await sender.send(sent);
    for (let attempt = 1; attempt <= 2; attempt++) {
      const service = await start();
      expect(await service.failed).toBeInstanceOf(DeadLetterLimitError);
      expect(service.notReady()[0]).toContain('stopped');
      await stop(service);
    }
    const after = await sender.admin.committed(INGEST_GROUP, ['bars']);
    const landedBad =
      Number(after.reduce((sum, { offset }) => sum + (offset ?? 0n), 0n)) -
      Number(before.reduce((sum, { offset }) => sum + (offset ?? 0n), 0n));
    // Batches before the limit was reached are landed in full; the one that reached it is not.
    expect(landedBad).toBeLessThanOrEqual(LIMITS.dlqMaxRun);
    await start({ bounds: SMALL_BATCHES, config: { ...LIMITS, dlqAccept: true } });
    await sender.landed();
    await check('BAD', sent);
  });
});
