/** The command line of servers as a client of `ingest`: its answers, and what becomes of them behind the log. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../dev/kafka/kafka.ts';
import { parseConfig } from '../../lib/config.ts';
import { storeConfigSchema } from '../../lib/variables.ts';
import { openStore, type Store } from '../../sql/connect.ts';
import { type TestClickHouse, testClickHouse } from '../support/clickhouse.ts';
import { kafkaOfRun } from '../support/kafka.ts';
import { type Env, ensureBuilt, type Program, runCli, startProgram } from '../support/programs.ts';

const kafka = await kafkaOfRun();

describe.skipIf(!kafka)('the command line of servers', () => {
  let clickhouse: TestClickHouse;
  let store: Store;
  let env: Env;
  let folder: string;
  const programs: Program[] = [];

  beforeAll(async () => {
    ensureBuilt();
    folder = mkdtempSync(join(tmpdir(), 'market-stats-cli-'));
    clickhouse = await testClickHouse();
    env = { ...clickhouse.env, ...kafka!.env, DATA_DIR: folder, OPS_TOKEN: 'a token of the operators' };
    for (const name of ['ingest', 'compute']) programs.push(startProgram(`programs/${name}`, env));
    await Promise.all(programs.map((program) => program.ready()));
    store = await openStore(parseConfig({ store: storeConfigSchema }, env).store);
  }, 434_000);
  afterAll(async () => {
    await Promise.all(programs.map((program) => program.kill('SIGKILL')));
    await store?.close();
    await kafka?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** It knows neither the store nor the log. */
  const cli = async (...args: string[]) =>
    runCli({ OPS_URL: await programs[0].opsUrl, OPS_TOKEN: env['OPS_TOKEN'] }, ...args);
  async function done(...args: string[]) {
    const { code, json, stderr } = await cli(...args);
    expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' });
    return json;
  }
  /** Not through a command each time: one that reads servers takes seconds to start. */
  const rows = async (query: string) => (await store.analyst.query(query)).rows;
  let files = 0;
  function ndjson(events: readonly object[]): string {
    const path = join(folder, `events${files++}.ndjson`);
    writeFileSync(path, events.map((event) => JSON.stringify(event)).join('\n'));
    return path;
  }
  const bar = (symbol: string, minute: number, more: object = {}) => ({
    symbol,
    asset_class: 'crypto',
    ts: Date.UTC(2025, 5, 4, 13, 30) + minute * 60_000,
    open: 2,
    high: 9,
    low: 1,
    close: 3,
    volume: 1,
    ...more,
  });

  it('lands calendars through the log, by file and as collectors send them', async () => {
    const at = '2025-06-11T12:30:00Z';
    const sets = {
      earnings: { symbol: 'AAPL', eps_expected: 1.5 },
      crypto: { symbol: 'BTC/USD', category: 'unlock', title: 'T' },
      macro: { country: 'US', name: 'CPI', forecast: 2.4 },
    };
    const stored = () =>
      rows(`SELECT * FROM (SELECT 'crypto' AS kind, id, symbol, title FROM v_events_crypto
        UNION ALL SELECT 'earnings', id, symbol, toString(eps_actual) FROM v_events_earnings
        UNION ALL SELECT 'macro', id, country, toString(actual) FROM v_events_macro)
        ORDER BY kind, id`);
    const producer = await kafka!.open().producer();
    const values = { earnings: { eps_actual: 1.65 }, crypto: { title: 'later' }, macro: { actual: 2.3 } };
    try {
      for (const [set, event] of Object.entries(sets)) {
        await producer.send(`events.${set}`, [
          { key: 'k', value: JSON.stringify({ id: 'sent', event_timestamp: at, ...event }) },
          { key: 'k', value: JSON.stringify({ id: 'bad', event_timestamp: 'noon', ...event }) },
        ]);
        const file = ndjson([{ id: 'filed', event_timestamp: at, ...event }]);
        expect(await done('import', set, file)).toMatchObject({ landed: 1, duplicates: 0, dead_letters: {} });
        expect(await done('import', set, file)).toMatchObject({ landed: 0, duplicates: 1, dead_letters: {} });
        const more = { ...event, ...values[set as keyof typeof values] };
        const corrected = await done('import', set, ndjson([{ id: 'filed', event_timestamp: at, ...more }]));
        expect(corrected).toMatchObject({ landed: 1 });
      }
      const all = [
        ['crypto', 'filed', 'BTCUSD', 'later'],
        ['crypto', 'sent', 'BTCUSD', 'T'],
        ['earnings', 'filed', 'AAPL', '1.65'],
        ['earnings', 'sent', 'AAPL', null],
        ['macro', 'filed', 'US', '2.3'],
        ['macro', 'sent', 'US', null],
      ];
      await expect.poll(stored, { timeout: 60_000 }).toEqual(all);
      expect(await cli('rebuild', '--from-log')).toMatchObject({ code: 0 });
      expect(await stored()).toEqual(all);
      const deadLetters = async () =>
        (await done('dlq', 'list')).dead_letters.map((one: { topic: string }) => one.topic).sort();
      await expect.poll(deadLetters, { timeout: 60_000 }).toEqual(['events.crypto', 'events.earnings', 'events.macro']);
      expect(await done('dlq', 'purge', '--all')).toBeTruthy();
    } finally {
      await producer.close();
    }
  }, 480_000);

  it('has one message for a wrong token, and one where nothing listens', async () => {
    const opsUrl = await programs[0].opsUrl;
    const wrong = await runCli({ OPS_URL: opsUrl, OPS_TOKEN: 'a token of somebody else' }, 'status');
    expect([wrong.code, wrong.json.error]).toEqual([3, expect.stringMatching(/^the ops port \S+ answered 401: /)]);
    const gone = await runCli(
      { OPS_URL: `http://127.0.0.1:${await freePort()}`, OPS_TOKEN: env['OPS_TOKEN'] },
      'status',
    );
    expect([gone.code, gone.json.error]).toEqual([3, expect.stringContaining('start `ingest`, or correct it')]);
    expect(await runCli({ OPS_URL: opsUrl }, 'status')).toMatchObject({ code: 2 });
  });

  it('drops a symbol behind the workers for good', async () => {
    await done('import', 'bars', ndjson(Array.from({ length: 90 }, (_, i) => bar('GONE', i))));
    expect(await done('symbols', 'drop', '--symbol', 'GONE')).toMatchObject({ symbol: 'GONE' });
    const tables = 'SELECT symbol FROM v_stat_trend UNION ALL SELECT symbol FROM bars';
    expect(await rows(`SELECT count() FROM (${tables}) WHERE symbol = 'GONE'`)).toEqual([[0]]);
    expect(await cli('symbols', 'drop', '--symbol', 'GONE')).toMatchObject({ code: 3 });
  }, 120_000);

  it('retention removes what a policy does not keep, and the workers follow', async () => {
    const bars = [0, 1, 2, 2880, 2881].map((minute) => bar('AGED', minute, { interval: '1m' }));
    await done('import', 'bars', ndjson(bars));
    const keep = `${Math.floor(Date.now() / 86_400_000) - Date.UTC(2025, 5, 5) / 86_400_000}d`;
    await done('retention', 'set', 'bars', '--asset-class', 'crypto', '--interval', '1m', '--keep', keep);
    const { steps, symbols } = await done('retention', 'run');
    // Midnight may have passed since.
    const before = expect.stringMatching(/^2025-06-0[56]$/);
    expect(steps).toMatchObject([{ kind: 'bars', asset_class: 'crypto', before }]);
    expect(symbols).toBeGreaterThan(0);
    const sessions = "SELECT toString(date), bars FROM v_stat_sessions WHERE symbol = 'AGED' AND session = 'default'";
    expect(await rows(sessions)).toEqual([['2025-06-06', 2]]);
    expect(await rows("SELECT count() FROM bars WHERE symbol = 'AGED'")).toEqual([[2]]);
  }, 240_000);
});
