/**
 * The rules of deploy/ on what real programs expose under real faults: each fires, and falls silent once the fault is
 * over. Their ranges are minutes; here a minute is a second, by the same rules. Nothing else of them is changed, but for
 * bounds of time that a test would wait for.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import kafkajs from 'kafkajs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../dev/kafka/kafka.ts';
import { type TestClickHouse, testClickHouse } from '../support/clickhouse.ts';
import { type CabledKafka, startCabledKafka } from '../support/kafka.ts';
import { type Env, ensureBuilt, type Program, runCli, startProgram, temporaryFolder } from '../support/programs.ts';
import { prometheusMissing, startPrometheus, type TestPrometheus } from '../support/prometheus.ts';
import { type Cable, cableTo } from '../support/proxy.ts';
import { startRedis } from '../support/redis.ts';

const kafka = prometheusMissing() ? null : await startCabledKafka(30_000);
const redis = kafka ? await startRedis() : null;
const OPS_TOKEN = 'a token for the tests alone';
const MINUTE_MS = 60_000;

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };
/** Durations divided by sixty; restarts cannot be that quick. Bounds of a minute and of a quarter of an hour: five seconds. */
function quicker(rules: string): string {
  return rules
    .split(/(?=^ {6}- alert:)/m)
    .map((rule) => {
      const divisor = rule.includes('alert: ProgramRestarts') ? 10 : 60;
      return rule
        .replace(/(for: |\[|offset )(\d+)([smh])\b/g, (_, before, count, unit) => {
          return `${before}${Math.max(1, Math.round((count * SECONDS[unit]) / divisor))}s`;
        })
        .replace(/(live_bars_late_seconds\{interval!="1d",symbol!~"DEMO-\.\*"\}\)) > 900/, '$1 > 5')
        .replace(/(ingest_lag_seconds\)) > 60/g, '$1 > 5');
    })
    .join('');
}

const bar = (symbol: string, ts: number) => ({
  symbol,
  asset_class: 'crypto',
  interval: '1m',
  ts,
  open: 1,
  high: 1,
  low: 1,
  close: 1,
  volume: 1,
});
const thisMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;

describe.runIf(kafka && redis)('alerts on real programs', () => {
  let clickhouse: TestClickHouse;
  let storeCable: Cable;
  let redisCable: Cable;
  let prometheus: TestPrometheus;
  let env: Env;
  let client: kafkajs.Kafka;
  const folder = temporaryFolder();
  const ports: Record<string, string> = {};
  const programs: Record<string, Program> = {};
  const kafkaCable = () => (kafka as CabledKafka).cable;

  const start = (name: string) => {
    programs[name] = startProgram(`programs/${name}`, { ...env, OPS_PORT: ports[name] });
    return programs[name];
  };

  beforeAll(async () => {
    ensureBuilt();
    clickhouse = await testClickHouse();
    const { hostname, port } = new URL(clickhouse.env['CLICKHOUSE_URL']);
    storeCable = await cableTo({ host: hostname, port: Number(port) });
    redisCable = await cableTo(redis!);
    env = {
      ...clickhouse.env,
      CLICKHOUSE_URL: `http://127.0.0.1:${storeCable.port}`,
      CLICKHOUSE_TIMEOUT_S: '3',
      ...kafka!.env,
      KAFKA_PARTITIONS: '1',
      REDIS_URL: `redis://127.0.0.1:${redisCable.port}`,
      OPS_TOKEN,
    };
    for (const name of ['ingest', 'compute', 'api']) ports[name] = String(await freePort());
    await Promise.all(Object.keys(ports).map((name) => start(name).ready()));
    const targets = Object.entries(ports).map(([name, port]) => [name, `http://127.0.0.1:${port}`]);
    prometheus = await startPrometheus(Object.fromEntries(targets), { rules: quicker });
    client = new kafkajs.Kafka({ brokers: [kafka!.brokers], logLevel: 0 });
  }, 360_000);
  afterAll(async () => {
    await prometheus?.close();
    for (const program of Object.values(programs)) await program.kill('SIGKILL');
    for (const cable of [storeCable, redisCable]) await cable?.close();
    await redis?.close();
    await kafka?.close();
    folder.remove();
  });

  const firing = async () => {
    const { alerts } = await prometheus.get('/api/v1/alerts');
    const found = alerts as { state: string; value: string; labels: Record<string, string> }[];
    return new Map(found.filter(({ state }) => state === 'firing').map((one) => [one.labels['alertname'], one]));
  };
  async function until(what: string, holds: (now: Awaited<ReturnType<typeof firing>>) => boolean, seconds = 60) {
    for (const endMs = Date.now() + seconds * 1000; ; ) {
      const now = await firing();
      if (holds(now)) return now;
      if (Date.now() > endMs) throw new Error(`not in ${seconds} s: ${what}; firing: ${[...now.keys()]}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  const fires = (...alerts: string[]) => until(`${alerts} fire`, (now) => alerts.every((name) => now.has(name)), 90);
  const silent = (...alerts: string[]) =>
    until(`${alerts} are silent`, (now) => !alerts.some((name) => now.has(name)), 120);

  async function push(set: string, rows: readonly object[]): Promise<void> {
    const pushed = await fetch(`http://127.0.0.1:${ports['ingest']}/events/${set}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${OPS_TOKEN}`, 'content-type': 'application/x-ndjson' },
      body: rows.map((row) => JSON.stringify(row)).join('\n'),
    });
    expect(pushed.status).toBe(202);
  }
  const earnings = (id: number) => ({
    id: `e${id}`,
    symbol: 'HIST',
    event_timestamp: Date.UTC(2024, 0, 1 + id),
    eps_actual: 1,
    eps_expected: 1,
  });

  it('none fires in good order, also with a history that was imported', async () => {
    const old = Date.UTC(2024, 0, 2);
    const rows = Array.from({ length: 300 }, (_, i) => JSON.stringify(bar('HISTORY', old + i * MINUTE_MS)));
    const file = join(folder.path, 'history.jsonl');
    writeFileSync(file, rows.join('\n'));
    const imported = await runCli({ ...env, OPS_PORT: '0' }, 'import', 'bars', file);
    expect(imported).toMatchObject({ code: 0 });
    const upTo = thisMinute() - 2 * MINUTE_MS;
    const live = (symbol: string) => Array.from({ length: 30 }, (_, i) => bar(symbol, upTo - i * MINUTE_MS)).reverse();
    await push('bars', [...live('GOES'), ...live('STOPS')]);
    await push('earnings', [earnings(1), earnings(2)]);
    // Longer than any rule waits, and than the store's figures are cached.
    await new Promise((resolve) => setTimeout(resolve, 12_000));
    expect([...(await firing()).keys()]).toEqual([]);
    expect(await prometheus.query('market_stats_store_up')).toMatchObject([{ value: [expect.anything(), '1'] }]);
  }, 240_000);

  it('the first refused events of a process are seen', async () => {
    const good = bar('GOES', thisMinute() - MINUTE_MS);
    await push('bars', [good, { ...good, high: 0.5 }]);
    await fires('DeadLetters');
    await silent('DeadLetters');
  }, 360_000);

  it('a transaction that a producer leaves open is lag by time, and named', async () => {
    const foreign = client.producer({
      transactionalId: 'foreign',
      maxInFlightRequests: 1,
      idempotent: true,
      transactionTimeout: 300_000,
    });
    await foreign.connect();
    const transaction = await foreign.transaction();
    await transaction.send({ topic: 'bars', messages: [{ key: 'GOES', value: 'never committed' }] });
    const now = await fires('IngestLag', 'TransactionOpen');
    expect(now.get('TransactionOpen')!.labels).toMatchObject({ topic: 'bars', partition: '0' });
    // It is no fault of ours: what can be read is landed.
    expect((await fetch(`http://127.0.0.1:${ports['ingest']}/readyz`)).status).toBe(200);
    await transaction.abort();
    await foreign.disconnect();
    await silent('IngestLag', 'TransactionOpen');
  }, 480_000);

  it('what the log dropped is seen, though the program finds it as it starts', async () => {
    await programs['ingest'].kill('SIGTERM');
    const producer = client.producer();
    const admin = client.admin();
    await Promise.all([producer.connect(), admin.connect()]);
    const rows = [1, 2].map((i) => bar('GOES', thisMinute() - i * MINUTE_MS));
    await producer.send({ topic: 'bars', messages: rows.map((row) => ({ key: 'GOES', value: JSON.stringify(row) })) });
    const [{ high }] = await admin.fetchTopicOffsets('bars');
    await admin.deleteTopicRecords({ topic: 'bars', partitions: [{ partition: 0, offset: String(Number(high) - 1) }] });
    await Promise.all([producer.disconnect(), admin.disconnect()]);
    await start('ingest').ready();
    await fires('RecordsSkipped');
  }, 480_000);

  it('a symbol whose bars stop is seen beside one whose bars come, also after a restart', async () => {
    // The program that landed them has ended: this one knows them from the store.
    await push('bars', [bar('GOES', thisMinute() - MINUTE_MS)]);
    const now = await until('BarsOld of one symbol', (now) => now.get('BarsOld')?.value === '1e+00', 90);
    expect(now.get('BarsOld')!.labels).toMatchObject({ asset_class: 'crypto', interval: '1m' });
    await push('bars', [bar('GOES', thisMinute() - MINUTE_MS), bar('STOPS', thisMinute() - MINUTE_MS)]);
    await silent('BarsOld', 'RecordsSkipped');
  }, 480_000);

  it('a store that is away, and reconciliation, which is silent as soon as the store is back', async () => {
    await storeCable.cut();
    await fires('StoreAway', 'NotReady', 'ReconciliationFails');
    await storeCable.restore();
    await silent('StoreAway', 'NotReady');
    // Its tries are half a minute apart at most; the failures stay within fifteen minutes for as long as that.
    await silent('ReconciliationFails');
  }, 600_000);

  it('a log that is away, and Redis, without which limits are not shared', async () => {
    const account = (await runCli(env, 'accounts', 'create', '--name', 'watch', '--plan', 'pro_api')).json.id;
    const { token } = (await runCli(env, 'tokens', 'issue', '--account', account)).json;
    const url = /api serves at (http\S+);/.exec(programs['api'].said())?.[1];
    const ask = () => fetch(`${url}/symbols`, { headers: { authorization: `Bearer ${token}` } });
    await Promise.all([kafkaCable().cut(), redisCable.cut()]);
    expect((await ask()).status).toBe(200);
    await fires('LogAway', 'LimitsNotShared');
    await Promise.all([kafkaCable().restore(), redisCable.restore()]);
    await vi.waitFor(async () => expect((await ask()).headers.get('x-ratelimit-fallback')).toBe(null), 30_000);
    await silent('LogAway', 'LimitsNotShared', 'NotReady');
  }, 480_000);

  it('a program that ends soon after each start, which answers in between', async () => {
    for (let i = 0; i < 4; i++) {
      await programs['api'].kill('SIGKILL');
      await start('api').ready();
      await new Promise((resolve) => setTimeout(resolve, 1_500));
    }
    await fires('ProgramRestarts');
    await silent('ProgramRestarts');
    await programs['api'].kill('SIGKILL');
    await fires('ProgramDown');
    await start('api').ready();
    await silent('ProgramDown');
  }, 360_000);
});
