/** What operators do in the console, in the server form: the API hands it to the ops port of an `ingest`, which uses the log. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccounts } from '../../api/accounts.ts';
import { systemClock } from '../../lib/clock.ts';
import { testClickHouse } from '../support/clickhouse.ts';
import { kafkaOfRun } from '../support/kafka.ts';
import { logIn } from '../support/login.ts';
import { type Env, ensureBuilt, type Program, startProgram, temporaryFolder } from '../support/programs.ts';
import { openTestStore, type TestStore } from '../support/store.ts';
import { until } from '../support/until.ts';

const kafka = await kafkaOfRun();
const OPS_TOKEN = 'a token for the tests alone';
const CSV = 'symbol,asset_class,ts,open,high,low,close,volume\nUPUSD,crypto,2025-06-09T00:00:00Z,1,2,1,2,5\n';

describe.skipIf(!kafka)('an operator in the console', () => {
  const folder = temporaryFolder();
  let store: TestStore;
  let env: Env;
  let token: string;
  const started: Program[] = [];

  const start = async (name: string, more: Env = {}): Promise<Program> => {
    const program = startProgram(`programs/${name}`, { ...env, ...more });
    started.push(program);
    await program.ready();
    return program;
  };

  beforeAll(async () => {
    ensureBuilt();
    store = await openTestStore({ backend: 'server' });
    env = { ...(await testClickHouse()).env, ...kafka!.env, OPS_TOKEN, DATA_DIR: folder.path };
    const accounts = createAccounts(store.writer, systemClock);
    const { id } = await accounts.createAccount({ name: 'test', plan: 'pro_api', operator: true });
    ({ token } = await accounts.issueToken(id));
  }, 240_000);
  afterAll(async () => {
    for (const program of started) await program.kill('SIGKILL');
    await store?.close();
    await kafka?.close();
    folder.remove();
  });

  it('uploads a file that lands through the log, and learns which variables are missing without', {
    timeout: 120_000,
  }, async () => {
    const ingest = await start('ingest');
    const session = async (api: Program) => {
      const url = /serves at (http:\/\/\S+?)[\s;]/.exec(api.printed())![1];
      const { signed } = await logIn(url, token);
      return async (name: string, args: object) => {
        const body = JSON.stringify(args);
        const response = await fetch(`${url}/operator/operations/${name}`, { method: 'POST', headers: signed, body });
        const lines = (await response.text()).trimEnd().split('\n');
        return { status: response.status, last: JSON.parse(lines[lines.length - 1]) };
      };
    };

    const operate = await session(
      await start('api', { OPERATIONS_URL: await ingest.opsUrl, OPERATIONS_TOKEN: OPS_TOKEN }),
    );
    const { upload } = (await operate('uploads.begin', { name: 'up.csv' })).last.result;
    await operate('uploads.append', { upload, offset: 0, base64: Buffer.from(CSV).toString('base64') });
    const given = { upload, kind: 'bars', options: { interval: '1m' } };
    const dry = await operate('uploads.import', { ...given, dryRun: true });
    expect([dry.status, JSON.stringify(dry.last)]).toEqual([200, expect.stringContaining('up.csv')]);
    const count = async () =>
      (await store.reader.query<{ n: number }>("SELECT count() AS n FROM market.bars FINAL WHERE symbol = 'UPUSD'"))[0]
        .n;
    expect(await count()).toBe(0);
    const done = await operate('uploads.import', given);
    expect(done.last).toMatchObject({ result: { landed: 1 } });
    await until(async () => (await count()) === 1);

    const without = await session(await start('api'));
    const refused = await without('accounts.list', {});
    expect([refused.status, JSON.stringify(refused.last)]).toEqual([503, expect.stringContaining('OPERATIONS_URL')]);
  });
});
