/** The peer of landing: the engine's own Kafka table and a view of it, with its defaults, into a table like ours. */
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import { createChdbConnection } from 'chdb/connection';

const TARGET = `CREATE TABLE peer.bars
(
    symbol LowCardinality(String), ts DateTime('UTC'), open Float64, high Float64, low Float64, close Float64,
    volume Float64, version UInt64, source LowCardinality(String), topic LowCardinality(String), partition UInt16,
    offset UInt64, ingested_at DateTime64(3, 'UTC'), is_deleted UInt8 DEFAULT 0,
    rank UInt128 MATERIALIZED bitOr(bitOr(bitShiftLeft(toUInt128(version), 64), bitShiftLeft(toUInt128(partition), 48)), toUInt128(offset))
)
ENGINE = ReplacingMergeTree(rank, is_deleted) PARTITION BY toYear(ts) ORDER BY (symbol, ts)`;

export interface KafkaEngine {
  rows(): Promise<number>;
  close(): Promise<void>;
}

/** Reads the topic from its beginning; nothing is checked, and no day is marked as changed. */
export async function startKafkaEngine(dataDir: string, brokers: string, group: string): Promise<KafkaEngine> {
  const client: ClickHouseClient = createClient({ connection: createChdbConnection({ path: dataDir }) as never });
  for (const query of [
    'CREATE DATABASE peer',
    TARGET,
    `CREATE TABLE peer.log
     (symbol String, ts UInt64, open Float64, high Float64, low Float64, close Float64, volume Float64)
     ENGINE = Kafka SETTINGS kafka_broker_list = '${brokers}', kafka_topic_list = 'bars',
       kafka_group_name = '${group}', kafka_format = 'JSONEachRow'`,
    `CREATE MATERIALIZED VIEW peer.landing TO peer.bars AS
     SELECT symbol, toDateTime(intDiv(ts, 1000), 'UTC') AS ts, open, high, low, close, volume,
       toUInt64(toUnixTimestamp64Milli(_timestamp_ms)) AS version, '' AS source, _topic AS topic,
       _partition AS partition, _offset AS offset, now64(3) AS ingested_at
     FROM peer.log`,
  ]) {
    await client.command({ query });
  }
  return {
    async rows() {
      const result = await client.query({ query: 'SELECT count() AS n FROM peer.bars', format: 'JSONEachRow' });
      return Number(((await result.json()) as { n: number }[])[0].n);
    },
    close: () => client.close(),
  };
}
