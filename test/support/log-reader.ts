/** A consumer of the port that keeps all it is given, beginning at the first record; for tests of the port alone. */
import { type Consumer, type Kafka, type LogRecord, type Position, partitionKey } from '../../ingest/kafka/port.ts';

export interface LogReader {
  readonly consumer: Consumer;
  /** Ascending by offset within a partition. */
  readonly records: readonly LogRecord[];
  /** Next offset by partition (`topic/partition`). */
  readonly next: ReadonlyMap<string, bigint>;
  /** Resolves with what ended it, if anything does. */
  readonly crashed: Promise<Error>;
  close(): Promise<void>;
}

export async function readLog(kafka: Kafka, group: string, topics: readonly string[]): Promise<LogReader> {
  const consumer = kafka.consumer({ group });
  const records: LogRecord[] = [];
  const next = new Map<string, bigint>();
  let crash: (error: Error) => void;
  const crashed = new Promise<Error>((resolve) => {
    crash = resolve;
  });
  await consumer.run(topics, {
    async positions(partitions) {
      return partitions.map((one): Position => ({ ...one, offset: next.get(partitionKey(one)) ?? 0n }));
    },
    fetched(fetched) {
      records.push(...fetched.records);
      next.set(partitionKey(fetched), fetched.nextOffset);
    },
    revoked() {},
    crashed: (error) => crash(error),
  });
  return { consumer, records, next, crashed, close: () => consumer.close() };
}
