/** Backup and restore of servers, done as docs/operations.md says: with the log, while neither ingest nor compute runs. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../../lib/config.ts';
import { storeConfigSchema } from '../../lib/variables.ts';
import { openStore, type Store } from '../../sql/connect.ts';
import { startClickHouse, type TestClickHouse } from '../support/clickhouse.ts';
import { kafkaOfRun } from '../support/kafka.ts';
import { type Env, ensureBuilt, type Program, runCli, startProgram } from '../support/programs.ts';

const kafka = await kafkaOfRun();

describe.skipIf(!kafka)('restore on servers', () => {
  const servers: TestClickHouse[] = [];
  let ingest: Program | undefined;
  let folder: string;
  let files = 0;

  beforeAll(() => {
    ensureBuilt();
    folder = mkdtempSync(join(tmpdir(), 'market-stats-restore-'));
  }, 434_000);
  afterAll(async () => {
    await ingest?.kill('SIGKILL');
    for (const server of servers) await server.close();
    await kafka?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function newServer(): Promise<{ withLog: Env; without: Env; rows: (query: string) => Promise<unknown[]> }> {
    const server = await startClickHouse();
    servers.push(server);
    const without = { ...server.env, DATA_DIR: folder };
    const config = parseConfig({ store: storeConfigSchema }, without).store;
    const rows = async (query: string) => {
      const store: Store = await openStore(config);
      try {
        return (await store.writer.query<{ value: unknown }>(query)).map(({ value }) => value);
      } finally {
        await store.close();
      }
    };
    return { without, withLog: { ...without, ...kafka!.env }, rows };
  }
  async function startIngest(env: Env) {
    ingest = startProgram('programs/ingest', env);
    await ingest.ready();
  }
  function fileOf(interval: string, ...closes: number[]): string {
    const path = join(folder, `bars${files++}.ndjson`);
    const events = closes.map((close, i) => ({
      symbol: 'RES',
      asset_class: 'crypto',
      interval,
      ts: Date.UTC(2025, 5, 4, 13, 30 + i),
      open: close,
      high: close,
      low: close,
      close,
      volume: 1,
    }));
    writeFileSync(path, events.map((event) => JSON.stringify(event)).join('\n'));
    return path;
  }
  const CLOSES = "SELECT close AS value FROM market.bars FINAL WHERE symbol = 'RES' ORDER BY ts";
  const LEDGER = 'SELECT count() AS value FROM market.ingest_ledger FINAL';

  it('ends when it is durable, though no compute runs, and repeated it has nothing to do', async () => {
    const first = await newServer();
    await startIngest(first.withLog);
    expect(await runCli(first.withLog, 'import', 'bars', fileOf('5m', 10))).toMatchObject({ code: 0 });
    // Refused until the symbol is one of minutes; then its dead letters are replayed.
    expect(await runCli(first.withLog, 'import', 'bars', fileOf('1m', 11, 12, 13))).toMatchObject({ code: 1 });
    const set = ['symbols', 'set', '--symbol', 'RES', '--interval', '1m', '--asset-class', 'crypto'];
    expect(await runCli(first.withLog, ...set)).toMatchObject({ code: 0, json: { interval: '1m' } });
    const replayed = await runCli(first.withLog, 'dlq', 'replay');
    expect({ code: replayed.code, json: replayed.json }).toEqual({
      code: 0,
      json: { replayed: 3, dead_letters: {}, waiting_for: expect.stringContaining('no compute worker runs') },
    });
    expect(await first.rows(CLOSES)).toEqual([11, 12, 13]);
    const backup = join(folder, 'backup');
    expect((await runCli(first.withLog, 'backup', backup)).code).toBe(0);
    await ingest?.kill('SIGTERM');

    const second = await newServer();
    const refused = await runCli(second.without, 'restore', backup);
    expect(refused).toMatchObject({ code: 2, json: { error: expect.stringContaining('KAFKA_BROKERS is not set') } });
    expect(await second.rows('SELECT count() AS value FROM market.bars')).toEqual([0]);

    const restored = await runCli(second.withLog, 'restore', backup);
    expect(restored).toMatchObject({
      code: 0,
      json: { path: backup, waiting_for: expect.stringContaining('no compute worker runs') },
    });
    expect(await second.rows(CLOSES)).toEqual([11, 12, 13]);
    expect(await second.rows(LEDGER)).toEqual(await first.rows(LEDGER));
    expect(await runCli(second.withLog, 'restore', backup)).toMatchObject({ code: 0, json: { path: backup } });
    expect(await second.rows(CLOSES)).toEqual([11, 12, 13]);

    // What the log has since then lands.
    await startIngest(second.withLog);
    expect(await runCli(second.withLog, 'import', 'bars', '--force', fileOf('1m', 20))).toMatchObject({ code: 0 });
    expect(await second.rows(CLOSES)).toEqual([20, 12, 13]);
    await ingest?.kill('SIGTERM');
    expect(await runCli(second.withLog, 'restore', backup)).toMatchObject({
      code: 3,
      json: { error: expect.stringContaining('not empty') },
    });
  }, 400_000);

  it('of an installation without a log leaves out the entries of its ledger', async () => {
    const alone = { DATA_DIR: join(folder, 'embedded') };
    expect(await runCli(alone, 'import', 'bars', fileOf('1m', 30, 31))).toMatchObject({ code: 0 });
    const backup = join(folder, 'of-embedded');
    expect((await runCli(alone, 'backup', backup)).code).toBe(0);
    const third = await newServer();
    expect(await runCli(third.withLog, 'restore', backup)).toMatchObject({ code: 0 });
    expect(await third.rows(CLOSES)).toEqual([30, 31]);
    expect(await third.rows(LEDGER)).toEqual([0]);
    expect((await runCli(third.withLog, 'feed', 'show')).json).toMatchObject({ fed_by: 'log' });
    expect(await runCli(third.withLog, 'restore', backup)).toMatchObject({ code: 0 });
    expect(await third.rows(LEDGER)).toEqual([0]);
  }, 400_000);
});
