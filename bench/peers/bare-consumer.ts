import { Kafka, logLevel } from 'kafkajs';
import type { Store } from '../../sql/connect.ts';

/** Starts the peer of freshness: inserts every event unchanged and selects the last close of a symbol. */
export async function startBareConsumer(store: Store, brokers: string) {
  await store.writer.command(
    `CREATE TABLE default.bare (symbol LowCardinality(String), ts UInt64, open Float64, high Float64, low Float64,
       close Float64, volume Float64, offset UInt64) ENGINE = ReplacingMergeTree(offset) ORDER BY (symbol, ts)`,
  );
  const kafka = new Kafka({ brokers: [brokers], logLevel: logLevel.NOTHING });
  const consumer = kafka.consumer({ groupId: 'bare', maxWaitTimeInMs: 50 });
  await consumer.connect();
  await consumer.subscribe({ topic: 'bars', fromBeginning: false });
  const joined = new Promise<void>((resolve) => void consumer.on('consumer.group_join', () => resolve()));
  await consumer.run({
    eachBatch: async ({ batch: { messages } }) => {
      const rows = messages.map(({ value, offset }) => {
        const bar = JSON.parse(value!.toString());
        return [bar.symbol, bar.ts, bar.open, bar.high, bar.low, bar.close, bar.volume, offset];
      });
      const names = ['symbol', 'ts', 'open', 'high', 'low', 'close', 'volume', 'offset'];
      await store.writer.insertRows('default.bare', names, rows);
    },
  });
  await joined;
  return {
    async knownClose(symbol: string): Promise<number> {
      const sql = 'SELECT argMax(close, (ts, offset)) AS close FROM default.bare WHERE symbol = {symbol:String}';
      return (await store.writer.query<{ close: number }>(sql, { symbol }))[0].close;
    },
    close: () => consumer.disconnect(),
  };
}
