/** The whole server form on loopback: one broker or three, store, Redis and the programs, each a process that can be killed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClickHouseProcess, startClickHouseProcess } from '../../dev/clickhouse/process.ts';
import { type Broker, type Cluster, startBroker, startCluster } from '../../dev/kafka/kafka.ts';
import { openKafka } from '../../ingest/kafka/kafkajs/client.ts';
import { INGEST_GROUP } from '../../ingest/kafka/topics.ts';
import { parseConfig } from '../../lib/config.ts';
import { silentLogger } from '../../lib/logger.ts';
import { storeConfigSchema } from '../../lib/variables.ts';
import { openStore, type Store } from '../../sql/connect.ts';
import { type Sender, senderOn } from '../support/ingest.ts';
import { type Program, startProgram } from '../support/programs.ts';
import { type Cable, cableTo } from '../support/proxy.ts';
import { startRedis } from '../support/redis.ts';

export const PROGRAMS = ['ingest', 'compute', 'api'] as const;
export type ProgramName = (typeof PROGRAMS)[number];

const PARTITIONS = 4;
const LAST_SAID_CHARS = 2_000;
const SLOW_MS = 200;
const STATE_MS = 5_000;
/** All of them at once, on a machine that may be busy with more. */
const START_MS = 300_000;
const USERS = {
  CLICKHOUSE_USER: 'writer',
  CLICKHOUSE_PASSWORD: 'writes',
  CLICKHOUSE_READER_USER: 'reader',
  CLICKHOUSE_READER_PASSWORD: 'reads',
};

/** The brokers, by their ids. */
export type Log = Pick<Cluster, 'brokers' | 'ids' | 'stop' | 'start' | 'freeze' | 'thaw' | 'close'>;

async function oneBroker(dataDir: string): Promise<Log> {
  let broker: Broker = await startBroker({ port: 0, dataDir, isBrief: true });
  const { brokers, port } = broker;
  return {
    brokers,
    ids: [1],
    stop: (_, signal) => broker.stop(signal),
    async start() {
      broker = await startBroker({ port, dataDir, isBrief: true });
    },
    freeze: () => void process.kill(broker.pid, 'SIGSTOP'),
    thaw: () => void process.kill(broker.pid, 'SIGCONT'),
    close: () => broker.stop('SIGKILL'),
  };
}

export interface System {
  readonly log: Log;
  readonly store: Store;
  readonly sender: Sender;
  /** Ends one of the programs of that name, and starts another. */
  replace(name: ProgramName, signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** One more of it for a while. */
  join(name: ProgramName, forMs: number): Promise<void>;
  restartStore(signal: 'SIGKILL' | 'SIGTERM', awayMs: number): Promise<void>;
  /** SIGSTOP and SIGCONT: the process is there, its connections are open, and nothing answers. */
  stopStoreClock(forMs: number): Promise<void>;
  /** What is sent to the store and from it is lost; no connection is closed. */
  loseStoreTraffic(forMs: number): Promise<void>;
  /** Each part of what is sent takes a fifth of a second longer. */
  slowStore(forMs: number): Promise<void>;
  cutRedis(awayMs: number): Promise<void>;
  /** State and last log line of each process, for the report of a failed round. */
  state(): Promise<string>;
  close(): Promise<void>;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function startSystem({ brokers: count = 1 }: { brokers?: 1 | 3 } = {}): Promise<System> {
  const dir = mkdtempSync(join(tmpdir(), 'market-stats-soak-'));
  const redis = await startRedis();
  if (!redis) throw new Error('the soak needs a Redis: REDIS_URL, Docker, or redis-server on the path');
  const redisCable: Cable = await cableTo(redis);
  const logDir = join(dir, 'kafka');
  const log = count === 3 ? await startCluster({ dataDir: logDir }) : await oneBroker(logDir);
  const { brokers } = log;
  let clickhouse: ClickHouseProcess = await startClickHouseProcess({ dataDir: join(dir, 'clickhouse'), env: USERS });
  const { url, port: storePort } = clickhouse;
  const storeCable: Cable = await cableTo({ host: '127.0.0.1', port: storePort });
  const env = {
    ...USERS,
    CLICKHOUSE_URL: `http://127.0.0.1:${storeCable.port}`,
    KAFKA_BROKERS: brokers,
    KAFKA_PARTITIONS: String(PARTITIONS),
    // What a killed process leaves is taken over after it; the default is three times as long.
    KAFKA_SESSION_TIMEOUT_S: '10',
    REDIS_URL: `redis://127.0.0.1:${redisCable.port}`,
  };
  const running: Record<ProgramName, Program[]> = { ingest: [], compute: [], api: [] };
  const start = (name: ProgramName) => {
    const program = startProgram(`programs/${name}`, env);
    running[name].push(program);
    return program;
  };
  for (const name of PROGRAMS) for (const _ of [1, 2]) start(name);
  const killAll = () =>
    Promise.all(PROGRAMS.flatMap((name) => running[name].map((program) => program.kill('SIGKILL'))));
  try {
    await Promise.all(PROGRAMS.flatMap((name) => running[name].map((program) => program.ready(START_MS))));
  } catch (error) {
    // Nobody else would end them.
    await Promise.all([killAll(), clickhouse.stop('SIGKILL'), log.close()]);
    throw error;
  }
  // Not through the proxy: what is compared is what the store has.
  const store = await openStore(parseConfig({ store: storeConfigSchema }, { ...env, CLICKHOUSE_URL: url }).store);
  const kafkaConfig = { brokers: brokers.split(','), partitions: PARTITIONS, ssl: false, sasl: null };
  const open = () => openKafka(kafkaConfig, silentLogger, 'soak');
  const sender = await senderOn({ open });

  async function end(name: ProgramName, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const program = running[name].shift();
    const ended = await program?.kill(signal);
    if (signal === 'SIGTERM' && ended?.code !== 0) {
      throw new Error(`${name} ended with ${ended?.code ?? ended?.signal} when told to stop: ${ended?.stderr}`);
    }
  }
  // A program may end by itself while what it needs is unavailable: its supervisor starts it again, as here.
  const keepUp = setInterval(() => {
    for (const name of PROGRAMS) {
      const gone = running[name].filter(({ child }) => child.exitCode !== null || child.signalCode !== null);
      for (const program of gone) {
        running[name].splice(running[name].indexOf(program), 1);
        start(name);
      }
    }
  }, 500);

  return {
    log,
    store,
    sender,
    async replace(name, signal) {
      await end(name, signal);
      start(name);
    },
    async join(name, forMs) {
      start(name);
      await sleep(forMs);
      await end(name, 'SIGTERM');
    },
    async restartStore(signal, awayMs) {
      await clickhouse.stop(signal);
      await sleep(awayMs);
      clickhouse = await startClickHouseProcess({ dataDir: join(dir, 'clickhouse'), port: storePort, env: USERS });
    },
    async stopStoreClock(forMs) {
      process.kill(clickhouse.pid, 'SIGSTOP');
      await sleep(forMs);
      process.kill(clickhouse.pid, 'SIGCONT');
    },
    async loseStoreTraffic(forMs) {
      storeCable.hang();
      await sleep(forMs);
      await storeCable.restore();
    },
    async slowStore(forMs) {
      storeCable.slow(SLOW_MS);
      await sleep(forMs);
      await storeCable.restore();
    },
    async cutRedis(awayMs) {
      await redisCable.cut();
      await sleep(awayMs);
      await redisCable.restore();
    },
    async state() {
      const programs = PROGRAMS.flatMap((name) =>
        running[name].map(({ child, said }) => `${name} ${child.pid}: ${said().slice(-LAST_SAID_CHARS)}`),
      );
      const storeState = `store ${clickhouse.pid} is ${clickhouse.running ? 'up' : 'gone'}`;
      return [storeState, ...(await progressOf(store, sender)), ...programs].join('\n');
    },
    async close() {
      clearInterval(keepUp);
      await killAll();
      await sender.close().catch(() => {});
      await store.close().catch(() => {});
      await clickhouse.stop('SIGKILL');
      await log.close();
      await storeCable.close();
      await redisCable.close();
      await redis.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Where each partition stands by log, group and ledger, and what the store is busy with, as far as either answers. */
async function progressOf(store: Store, { admin }: Sender): Promise<string[]> {
  const within = <T>(what: string, task: Promise<T>): Promise<T | string> =>
    Promise.race([
      task.catch((error) => `${what}: ${(error as Error).message}`),
      sleep(STATE_MS).then(() => `${what}: no answer within ${STATE_MS / 1000} s`),
    ]);
  const ledger = store.reader.query<{ topic: string; partition: number; next: number; number: string; age: number }>(
    `SELECT topic, partition, max(last_offset) + 1 AS next, toString(max(number)) AS number,
       dateDiff('second', max(landed_at), now()) AS age FROM market.ingest_ledger GROUP BY topic, partition ORDER BY ALL`,
  );
  const starts = store.reader.query(
    'SELECT topic, partition, toString(number) AS number FROM market.rank_starts WHERE number > 0 ORDER BY ALL',
  );
  const running = store.reader.query(
    'SELECT round(elapsed, 1) AS age_s, substring(query, 1, 120) AS statement FROM system.processes ORDER BY elapsed DESC LIMIT 5',
  );
  const topics = ['bars', 'events.sentiment'];
  const log = Promise.all(topics.map((topic) => admin.ends(topic)));
  const group = admin.committed(INGEST_GROUP, topics);
  const shown = { log, group, ledger, 'added or created again': starts, 'running in the store': running };
  return Promise.all(
    Object.entries(shown).map(async ([what, task]) => {
      const found = await within<unknown>(what, task);
      return `${what}: ${JSON.stringify(found, (_, value) => (typeof value === 'bigint' ? Number(value) : value))}`;
    }),
  );
}
