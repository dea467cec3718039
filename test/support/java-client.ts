/** Kafka's own Java client as a process: a producer as others have it, and a second opinion on what a reader is given. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { kafkaClassPath } from '../../dev/kafka/kafka.ts';
import type { TestKafka } from './kafka.ts';

export type Codec = 'none' | 'gzip' | 'snappy' | 'lz4' | 'zstd';

export interface JavaRecord {
  readonly partition?: number;
  readonly key: Buffer | string | null;
  readonly value: Buffer | string | null | { readonly zeros: number };
  readonly headers?: readonly (readonly [string, string | null])[];
}

export interface JavaRead {
  readonly partition: number;
  readonly offset: number;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
}

export interface SendOptions {
  readonly codec?: Codec;
  /** Within the transaction that this one has begun. */
  readonly transaction?: string;
}

export interface JavaClient {
  /** One batch a partition. */
  send(topic: string, records: readonly JavaRecord[], options?: SendOptions): Promise<void>;
  begin(transaction: string): Promise<void>;
  commit(transaction: string): Promise<void>;
  abort(transaction: string): Promise<void>;
  /** All that a reader of committed records is given. */
  read(topic: string): Promise<JavaRead[]>;
  close(): void;
}

const encoded = (value: Buffer | string | null) => (value === null ? null : Buffer.from(value).toString('base64'));
const decoded = (value: string | null) => (value === null ? null : Buffer.from(value, 'base64'));

export function startJavaClient({ brokers, named }: Pick<TestKafka, 'brokers' | 'named'>): JavaClient {
  const program = join(import.meta.dirname, 'JavaClient.java');
  const java = ['-cp', kafkaClassPath(), '-Xmx512m', '-XX:TieredStopAtLevel=1'];
  const child = spawn('java', [...java, '-Dorg.slf4j.simpleLogger.defaultLogLevel=error', program, brokers], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4_000);
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let turn: Promise<unknown> = Promise.resolve();

  function ask(call: object): Promise<{ records?: Record<'partition' | 'offset' | 'key' | 'value', never>[] }> {
    const answered = turn.then(async () => {
      child.stdin.write(`${JSON.stringify(call)}\n`);
      const { value, done } = await answers.next();
      if (done) throw new Error(`the Java client has ended: ${said}`);
      const answer = JSON.parse(value);
      if (answer.error) throw new Error(`${JSON.stringify(call).slice(0, 200)}: ${answer.error}`);
      return answer;
    });
    turn = answered.catch(() => {});
    return answered;
  }

  return {
    async send(topic, records, options = {}) {
      const wire = records.map(({ key, value, headers, ...rest }) => ({
        ...rest,
        key: encoded(key),
        ...(value && typeof value === 'object' && 'zeros' in value ? value : { value: encoded(value) }),
        headers: (headers ?? []).map(([name, text]) => [name, encoded(text)]),
      }));
      await ask({ call: 'send', topic: named(topic), records: wire, ...options });
    },
    begin: async (transaction) => void (await ask({ call: 'begin', transaction })),
    commit: async (transaction) => void (await ask({ call: 'commit', transaction })),
    abort: async (transaction) => void (await ask({ call: 'abort', transaction })),
    async read(topic) {
      const { records = [] } = await ask({ call: 'read', topic: named(topic) });
      return records.map(({ key, value, ...place }) => ({ ...place, key: decoded(key), value: decoded(value) }));
    },
    close: () => void child.kill('SIGKILL'),
  };
}
