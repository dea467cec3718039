/** An alert of the server form: each program is killed on the way from the bar to the receiver, and another process takes over. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccounts } from '../../api/accounts.ts';
import { runJob } from '../../compute/evaluation/evaluation.ts';
import { barsFromTuples } from '../../compute/market/bars.ts';
import { Projector } from '../../compute/materialize/projector.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import type { Producer } from '../../ingest/kafka/port.ts';
import { ensureTopics } from '../../ingest/kafka/topics.ts';
import { systemClock } from '../../lib/clock.ts';
import { silentLogger } from '../../lib/logger.ts';
import { testClickHouse } from '../support/clickhouse.ts';
import { day } from '../support/hand-bars.ts';
import { kafkaOfRun, type TestKafka } from '../support/kafka.ts';
import { type Env, ensureBuilt, type Program, startProgram } from '../support/programs.ts';
import { putBars } from '../support/projection.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { openTestStore, type TestStore } from '../support/store.ts';
import { until } from '../support/until.ts';

const kafka: TestKafka | null = await kafkaOfRun();
const SYMBOL = 'ALERTUSD';
const DAY_MS = 86_400_000;
const PATIENCE = { pollMs: 250, timeoutMs: 60_000 };

describe.skipIf(!kafka)('an alert', () => {
  let store: TestStore;
  let producer: Producer;
  let receiver: Receiver;
  let status = 503;
  let env: Env;
  let token: string;
  const started: Program[] = [];

  const start = async (name: string): Promise<Program> => {
    const program = startProgram(`programs/${name}`, env);
    started.push(program);
    await program.ready();
    return program;
  };
  const urlOf = (api: Program) => /serves at (http:\/\/\S+?)[\s;]/.exec(api.printed())![1];

  // biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes
  async function send(api: Program, method: string, path: string, body?: unknown): Promise<any> {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(urlOf(api) + path, { method, headers, body: JSON.stringify(body) })).json();
  }

  const attemptsOf = async (program: Program) => {
    const text = await (await fetch(`${await program.opsUrl}/metrics`)).text();
    return [...text.matchAll(/^market_stats_alert_attempts_total\{\S+ (\d+)$/gm)].reduce(
      (n, [, one]) => n + Number(one),
      0,
    );
  };

  beforeAll(async () => {
    ensureBuilt();
    const statistics = await loadStatistics();
    store = await openTestStore({ backend: 'server', statistics });
    const client = kafka!.open();
    const admin = await client.admin();
    await ensureTopics(admin, 2, silentLogger);
    await admin.close();
    producer = await client.producer();
    receiver = await startReceiver(() => status);
    const servers = (await testClickHouse()).env;
    env = { ...servers, ...kafka!.env, KAFKA_SESSION_TIMEOUT_S: '6', ALERTS_ALLOW_PRIVATE: '1' };
    const accounts = createAccounts(store.writer, systemClock);
    const { id } = await accounts.createAccount({ name: 'test', plan: 'pro_api' });
    ({ token } = await accounts.issueToken(id));
    const before = new Date(Math.floor(Date.now() / DAY_MS - 2) * DAY_MS).toISOString().slice(0, 10);
    const flat = day(`${before} 00:00`, Array(48).fill([100, 100, 100, 100]), 60);
    const meta = { symbol: SYMBOL, assetClass: 'crypto', intervalMin: 60 } as const;
    await putBars(store, { meta }, barsFromTuples(flat));
    await new Projector({ store, statistics, run: runJob, clock: systemClock }).project(SYMBOL);
  }, 480_000);
  afterAll(async () => {
    await Promise.all(started.map((program) => program.kill('SIGKILL')));
    await producer?.close();
    await receiver?.close();
    await store?.close();
    await kafka?.close();
  });

  it('reaches its receiver while api, ingest and the process that calls are killed in turn, with one id', async () => {
    const programs = await Promise.all(['api', 'ingest', 'compute', 'compute'].map(start));
    const [firstApi, firstIngest, ...computes] = programs;
    const question = '?when=prevclose.gap_pct>0.5&then=session.return_pct>0&include_extended_hours=true';
    await send(firstApi, 'PUT', '/me/queries/gap', { name: 'Gap', question });
    const asked = { query_id: 'gap', symbols: [SYMBOL], webhook_url: `${receiver.url}/alerts` };
    const { id } = await send(firstApi, 'POST', '/me/alerts', asked);
    await firstApi.kill('SIGKILL');
    await firstIngest.kill('SIGKILL');

    const ts = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS).toISOString();
    const bar = { symbol: SYMBOL, asset_class: 'crypto', ts, open: 101, high: 101, low: 101, close: 101, volume: 1 };
    await producer.send('bars', [{ key: SYMBOL, value: JSON.stringify(bar) }]);
    await start('ingest');
    await until(() => receiver.received.length > 0, PATIENCE);
    // An attempt counts once its outcome is known, after the receiver has it. One process calls.
    let attempts: number[] = [];
    await until(async () => {
      attempts = await Promise.all(computes.map(attemptsOf));
      return attempts.some((count) => count > 0);
    }, PATIENCE);
    expect(attempts.filter((count) => count > 0)).toHaveLength(1);
    const caller = computes[attempts.findIndex((count) => count > 0)];
    await caller.kill('SIGKILL');
    const soFar = receiver.received.length;
    status = 200;
    await until(() => receiver.received.length > soFar, PATIENCE);

    const api = await start('api');
    const calls = async () => (await send(api, 'GET', `/me/alerts/${id}/calls`)).data;
    await until(async () => (await calls())[0]?.state === 'delivered', PATIENCE);
    const [{ headers, body }] = receiver.received;
    expect(JSON.parse(body).data).toMatchObject({ alert_id: id, symbol: SYMBOL });
    for (const one of receiver.received)
      expect([one.headers['webhook-id'], one.body]).toEqual([headers['webhook-id'], body]);
    expect(await calls()).toMatchObject([{ id: headers['webhook-id'], symbol: SYMBOL, error: null }]);
  }, 360_000);
});
