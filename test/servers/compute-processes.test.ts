/** Several compute processes on one store and one log: who does what, and what they do when something is unavailable. */

import { hostname } from 'node:os';
import { Redis } from 'ioredis';
import kafkajs from 'kafkajs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findBehind } from '../../compute/evaluation/behind.ts';
import { runJob } from '../../compute/evaluation/evaluation.ts';
import { readRecordsOf } from '../../compute/evaluation/stored-records.ts';
import { type RecordsTable, recordsTable, SESSIONS_TABLE } from '../../compute/evaluation/tables/schema.ts';
import { Projector } from '../../compute/materialize/projector.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { LANDED_TOPIC } from '../../ingest/contract/events.ts';
import { partitionOf } from '../../ingest/kafka/kafkajs/producer.ts';
import type { Producer } from '../../ingest/kafka/port.ts';
import { encodeLanded } from '../../ingest/kafka/records.ts';
import { COMPUTE_GROUP, ensureTopics } from '../../ingest/kafka/topics.ts';
import { systemClock } from '../../lib/clock.ts';
import { silentLogger } from '../../lib/logger.ts';
import { testClickHouse } from '../support/clickhouse.ts';
import { kafkaOfRun, type TestKafka } from '../support/kafka.ts';
import { ensureBuilt, type Program, startProgram } from '../support/programs.ts';
import { putBars } from '../support/projection.ts';
import { randomMarket } from '../support/random-market.ts';
import { type Cable, cableTo, startRedis } from '../support/redis.ts';
import { openTestStore, type TestStore } from '../support/store.ts';
import { until } from '../support/until.ts';

const kafka: TestKafka | null = await kafkaOfRun();
const redisServer = await startRedis();

const market = randomMarket({
  seed: 5,
  assetClass: 'equity',
  intervalMin: 30,
  firstDay: 19_900,
  days: 20,
  hours: 'regular',
  density: 1,
  ticks: 9,
});
const { bars } = market;
const PARTITIONS = 4;

/** What is asked costs the store as much as some of the work that is waited for. */
const PATIENCE = { pollMs: 250, timeoutMs: 170_000 };

describe.skipIf(!kafka || !redisServer)('compute processes', () => {
  let store: TestStore;
  let statistics: readonly Statistic[];
  let projector: Projector;
  let producer: Producer;
  let cable: Cable;
  let env: Record<string, string>;
  const started: Program[] = [];
  let symbols = 0;

  const start = async (): Promise<Program> => {
    const program = startProgram('programs/compute', env);
    started.push(program);
    await program.ready();
    return program;
  };

  async function metric(program: Program, name: string): Promise<number> {
    const text = await (await fetch(`${await program.opsUrl}/metrics`)).text();
    return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  }

  /** Symbols of every partition, not used before. */
  function fresh(count: number): string[] {
    const made: string[] = [];
    while (made.length < count) {
      const symbol = `S${++symbols}`;
      if (partitionOf(symbol, PARTITIONS) === made.length % PARTITIONS) made.push(symbol);
    }
    return made;
  }

  async function land(symbol: string, part?: { from?: number; to?: number }, tell = true): Promise<void> {
    await putBars(store, { meta: { ...market.meta, symbol } }, bars, part);
    if (tell) await producer.send(LANDED_TOPIC, [{ key: symbol, value: encodeLanded({ symbol, days: {} }) }]);
  }

  const behind = async () => (await findBehind(store.reader, projector.definitions)).length;
  const allDone = () => until(async () => (await behind()) === 0, PATIENCE);

  async function tablesOf(symbol: string): Promise<Record<string, unknown>> {
    const out: Record<string, unknown> = {};
    const tables: RecordsTable[] = [SESSIONS_TABLE, ...statistics.map(recordsTable)];
    for (const table of tables) {
      for (const [unit, records] of (await readRecordsOf(store.reader, table, symbol, {})).units) {
        out[`${table.name} ${unit}`] = records;
      }
    }
    return out;
  }

  /** Tables of a symbol whose bars were all there from the beginning, computed by one process. */
  let atOnce: Promise<Record<string, unknown>> | undefined;
  const expected = () => {
    atOnce ??= (async () => {
      const [whole] = fresh(1);
      await land(whole, {}, false);
      await projector.project(whole);
      return tablesOf(whole);
    })();
    return atOnce;
  };

  beforeAll(async () => {
    ensureBuilt();
    statistics = await loadStatistics();
    store = await openTestStore({ backend: 'server', statistics });
    projector = new Projector({ store, statistics, run: runJob, clock: systemClock });
    const client = kafka!.open();
    const admin = await client.admin();
    await ensureTopics(admin, PARTITIONS, silentLogger);
    await admin.close();
    producer = await client.producer();
    const servers = (await testClickHouse()).env;
    const { hostname, port } = new URL(servers['CLICKHOUSE_URL']);
    cable = await cableTo({ host: hostname, port: Number(port) });
    env = {
      ...servers,
      CLICKHOUSE_TIMEOUT_S: '9',
      CLICKHOUSE_URL: `http://127.0.0.1:${cable.port}`,
      ...kafka!.env,
      REDIS_URL: `redis://127.0.0.1:${redisServer!.port}`,
    };
  }, 480_000);

  // A fault that one test leaves behind must not fail the next ones.
  afterEach(() => cable?.restore());
  afterAll(async () => {
    await Promise.all(started.map((program) => program.kill('SIGKILL')));
    await producer?.close();
    await cable?.close();
    await store?.close();
    await kafka?.close();
    await redisServer?.close();
  });

  let first: Program;
  let second: Program;

  it('find at their start what landed while none ran, and tell the caches of each symbol', async () => {
    const there = fresh(4);
    for (const symbol of there) await land(symbol, { to: 90 }, false);
    const heard: string[] = [];
    await first?.kill('SIGKILL');
    const redis = new Redis(redisServer!.port);
    await redis.subscribe('market-stats:stats.updated');
    redis.on('message', (_, text) => heard.push(...JSON.parse(text)));
    first = await start();
    await allDone();
    await until(() => new Set(heard).size >= there.length, PATIENCE);
    redis.disconnect();
    expect([...new Set(heard)].sort()).toEqual(there.sort());
  }, 360_000);

  it('share the symbols: each has partitions, each symbol is done by one', async () => {
    second = await start();
    const partitions = (program: Program) => metric(program, 'market_stats_projection_partitions');
    await until(async () => (await partitions(first)) === 2 && (await partitions(second)) === 2);
    const done = async () => [
      await metric(first, 'market_stats_projection_symbol_seconds_count'),
      await metric(second, 'market_stats_projection_symbol_seconds_count'),
    ];
    // A symbol counts once its run has ended, after its records are stored: the four of the start are waited for, too.
    const all = async (count: number) => (await done()).reduce((a, b) => a + b) >= count;
    await until(() => all(4), PATIENCE);
    const before = await done();
    for (const symbol of fresh(4)) await land(symbol);
    await until(() => all(4 + 4), PATIENCE);
    await allDone();
    expect((await done()).map((count, i) => count - before[i])).toEqual([2, 2]);
  }, 360_000);

  it('join their group, each under a name of its own', async () => {
    const client = new kafkajs.Kafka({ brokers: [...kafka!.config.brokers], logLevel: 0 });
    const group = client.admin();
    await group.connect();
    const { groups } = await group.describeGroups([kafka!.named(COMPUTE_GROUP)]);
    const names = [first, second].map(({ child }) => `market-stats-compute-${hostname()}-${child.pid}`);
    expect(groups[0].members.map(({ clientId }) => clientId).sort()).toEqual(names.sort());
    await group.disconnect();
  });

  it('wait for a store that is away, unready meanwhile, and continue by themselves', async () => {
    await cable.cut();
    const waiting = fresh(4);
    for (const symbol of waiting) await land(symbol);
    for (const program of [first, second]) {
      const ops = await program.opsUrl;
      await until(async () => (await fetch(`${ops}/readyz`)).status === 503);
    }
    await cable.restore();
    await allDone();
    await Promise.all([first.ready(), second.ready()]);
    // As if nothing had been in between, and none twice.
    for (const symbol of waiting) expect(await tablesOf(symbol)).toEqual(await expected());
  }, 240_000);

  it('take over what another leaves, whether it was killed or told to stop', async () => {
    const killed = fresh(4);
    for (const symbol of killed) await land(symbol);
    await second.kill('SIGKILL');
    await allDone();
    const third = await start();
    await until(async () => (await metric(third, 'market_stats_projection_partitions')) === 2);
    for (const symbol of fresh(4)) await land(symbol);
    expect(await third.kill('SIGTERM')).toMatchObject({ code: 0 });
    await allDone();
  }, 360_000);

  it('end with 3 at what they cannot fix', async () => {
    await store.writer.command('DROP TABLE market.stat_gap');
    for (const symbol of fresh(PARTITIONS)) await land(symbol);
    const { code, stderr } = await first.ended;
    expect(code).toBe(3);
    expect(stderr).toMatch(/stat_gap/);
  }, 360_000);
});
