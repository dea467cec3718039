/**
 * One landing of a topic in a process of its own, with the embedded engine in it: ours, or the peer's: the engine's Kafka
 * table and a view with default settings into a table like ours, without checks and without marking changed days.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import { createChdbConnection } from 'chdb/connection';
import { openKafka } from '../../ingest/kafka/kafkajs/client.ts';
import { DEFAULT_RETRY } from '../../ingest/landing/insert.ts';
import { systemClock } from '../../lib/clock.ts';
import { Log } from '../../operations/commands/log.ts';
import { startIngest } from '../../operations/deployment/ingest.ts';
import { openStore } from '../../sql/connect.ts';
import { migrate } from '../../sql/migrate.ts';
import { type Cost, costOf, logger } from '../harness.ts';

export interface Landing {
  readonly who: 'ours' | 'engine';
  readonly dataDir: string;
  readonly brokers: string;
  readonly partitions: number;
  readonly rows: number;
}

const POLL_MS = 20;

/** Returns the cost from the beginning of consumption until all rows can be queried. */
function landed(wanted: number, begin: () => Promise<unknown>, rows: () => Promise<number>): Promise<Cost> {
  return costOf(async () => {
    await begin();
    while ((await rows()) < wanted) await sleep(POLL_MS);
  });
}

async function ours({ dataDir, brokers, partitions, rows }: Landing): Promise<Cost> {
  const store = await openStore({ dataDir, server: null });
  await migrate(store);
  const kafka = openKafka({ brokers: brokers.split(','), partitions, ssl: false, sasl: null }, logger, 'bench');
  let ingest: Awaited<ReturnType<typeof startIngest>> | undefined;
  const begin = async () => {
    const common = { store, clock: systemClock, logger };
    const bounds = { maxClockSkewMs: 60_000 };
    ingest = await startIngest({
      ...common,
      log: await Log.open({ ...common, kafka, partitions, bounds, retry: DEFAULT_RETRY }),
      config: { dlqMaxRatio: 0.5, dlqMaxRun: 1000, dlqAccept: false, maxClockSkewMs: 60_000 },
      onFailed(error) {
        throw error;
      },
    });
  };
  const count = 'SELECT count() AS n FROM market.bars';
  const cost = await landed(rows, begin, async () => (await store.reader.query<{ n: number }>(count))[0].n);
  await ingest?.stop();
  return cost;
}

const statements = (brokers: string) => [
  'CREATE DATABASE peer',
  `CREATE TABLE peer.bars
   (
     symbol LowCardinality(String), ts DateTime('UTC'), open Float64, high Float64, low Float64, close Float64,
     volume Float64, rank UInt64, source LowCardinality(String), ingested_at DateTime64(3, 'UTC'), is_deleted UInt8 DEFAULT 0
   )
   ENGINE = ReplacingMergeTree(rank, is_deleted) PARTITION BY toYear(ts) ORDER BY (symbol, ts)`,
  `CREATE TABLE peer.log
   (symbol String, ts UInt64, open Float64, high Float64, low Float64, close Float64, volume Float64)
   ENGINE = Kafka SETTINGS kafka_broker_list = '${brokers}', kafka_topic_list = 'bars',
     kafka_group_name = 'peer-${process.pid}', kafka_format = 'JSONEachRow'`,
  `CREATE MATERIALIZED VIEW peer.landing TO peer.bars AS
   SELECT symbol, toDateTime(intDiv(ts, 1000), 'UTC') AS ts, open, high, low, close, volume,
     bitShiftLeft(toUInt64(toUnixTimestamp64Milli(_timestamp_ms)), 20) + _offset % 1048576 AS rank, '' AS source,
     now64(3) AS ingested_at
   FROM peer.log`,
];

function engine({ dataDir, brokers, rows }: Landing): Promise<Cost> {
  let client: ClickHouseClient;
  const begin = async () => {
    client = createClient({ connection: createChdbConnection({ path: dataDir }) as never });
    for (const query of statements(brokers)) await client.command({ query });
  };
  return landed(rows, begin, async () => {
    const result = await client.query({ query: 'SELECT count() AS n FROM peer.bars', format: 'JSONEachRow' });
    return Number(((await result.json()) as { n: number }[])[0].n);
  });
}

// The caller ends this process, because the engine may wait for its own Kafka table at a normal exit.
process.once('message', async (message) => {
  const landing = message as Landing;
  process.send?.(await (landing.who === 'ours' ? ours : engine)(landing));
});
