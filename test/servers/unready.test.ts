/** A program that has been unready for as long as it may ends, so that its supervisor starts another. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testClickHouse } from '../support/clickhouse.ts';
import { kafkaOfRun } from '../support/kafka.ts';
import { type Env, ensureBuilt, startProgram } from '../support/programs.ts';
import { type Cable, cableTo } from '../support/proxy.ts';
import { openTestStore, type TestStore } from '../support/store.ts';

const kafka = await kafkaOfRun();

describe.skipIf(!kafka)('ingest and compute', () => {
  let store: TestStore;
  let cable: Cable;
  let env: Env;

  beforeAll(async () => {
    ensureBuilt();
    store = await openTestStore({ backend: 'server' });
    const servers = (await testClickHouse()).env;
    const { hostname, port } = new URL(servers['CLICKHOUSE_URL']);
    cable = await cableTo({ host: hostname, port: Number(port) });
    env = { ...servers, CLICKHOUSE_URL: `http://127.0.0.1:${cable.port}`, ...kafka!.env };
  }, 240_000);
  afterAll(async () => {
    await cable?.close();
    await store?.close();
    await kafka?.close();
  });

  it('end with 1, and say what they waited for, when the store stays silent', async () => {
    const more = { UNREADY_EXIT_S: '12', CLICKHOUSE_TIMEOUT_S: '9' };
    const programs = ['ingest', 'compute'].map((name) => startProgram(`programs/${name}`, { ...env, ...more }));
    try {
      await Promise.all(programs.map((program) => program.ready()));
      cable.hang();
      for (const { code, stderr } of await Promise.all(programs.map(({ ended }) => ended))) {
        expect({ code, stderr }).toEqual({
          code: 1,
          stderr: expect.stringMatching(/unready for \d+ s.*waits for: .*the store/),
        });
      }
    } finally {
      for (const { child } of programs) child.kill('SIGKILL');
      await cable.restore();
    }
  }, 360_000);
});
