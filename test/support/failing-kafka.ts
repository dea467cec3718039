/** The port over a real broker, broken off at its n-th call: as if the process had died there. */
import type { Kafka } from '../../ingest/kafka/port.ts';

export class Broken extends Error {
  constructor(where: string) {
    super(`broken off ${where}`);
    this.name = 'Broken';
  }
}

export interface BreakPoint {
  readonly call: 'send' | 'commit';
  /** The n-th call of this kind fails. */
  readonly at: number;
  readonly when: 'before' | 'after';
}

/** `dead` is true from the moment on: nothing of it reaches the broker any more. */
export function failingKafka(kafka: Kafka, point: BreakPoint): { kafka: Kafka; readonly dead: boolean } {
  let calls = 0;
  let dead = false;
  async function guarded<T>(call: BreakPoint['call'], run: () => Promise<T>): Promise<T> {
    if (dead) throw new Broken('already');
    const hit = call === point.call && ++calls === point.at;
    if (hit && point.when === 'before') dead = true;
    if (dead) throw new Broken(`before ${call} ${point.at}`);
    const result = await run();
    if (hit) {
      dead = true;
      throw new Broken(`after ${call} ${point.at}`);
    }
    return result;
  }
  return {
    get dead() {
      return dead;
    },
    kafka: {
      ...kafka,
      async producer() {
        const producer = await kafka.producer();
        // Notices of what landed are no part of its promises.
        return {
          ...producer,
          send: (topic, records, signal) =>
            topic === 'landed'
              ? producer.send(topic, records, signal)
              : guarded('send', () => producer.send(topic, records, signal)),
        };
      },
      consumer(options) {
        const consumer = kafka.consumer(options);
        return Object.defineProperties(Object.create(consumer), {
          commit: {
            value: (...args: Parameters<typeof consumer.commit>) => guarded('commit', () => consumer.commit(...args)),
          },
        });
      },
    },
  };
}
