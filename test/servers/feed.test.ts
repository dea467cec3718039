/** A store that a log feeds and a shell without KAFKA_BROKERS, and the other way round: the programs as operators run them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import kafkajs from 'kafkajs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partitionOf } from '../../ingest/kafka/kafkajs/producer.ts';
import { parseConfig } from '../../lib/config.ts';
import { storeConfigSchema } from '../../lib/variables.ts';
import { openStore, type Store } from '../../sql/connect.ts';
import { type TestClickHouse, testClickHouse } from '../support/clickhouse.ts';
import { kafkaOfRun } from '../support/kafka.ts';
import { type Env, ensureBuilt, type Program, runCli, startProgram } from '../support/programs.ts';

const kafka = await kafkaOfRun();
const LEDGER = 'SELECT topic, partition, first_offset, last_offset FROM market.ingest_ledger FINAL ORDER BY ALL';
const BARS = "SELECT close FROM market.bars FINAL WHERE symbol = 'FED' ORDER BY ts";

describe.skipIf(!kafka)('a store and the form that feeds it', () => {
  let clickhouse: TestClickHouse;
  let store: Store;
  let folder: string;
  /** As `ingest` has them, and as a shell has them that lacks one. */
  let withLog: Env;
  let without: Env;
  let ingest: Program;

  beforeAll(async () => {
    ensureBuilt();
    folder = mkdtempSync(join(tmpdir(), 'market-stats-feed-'));
    clickhouse = await testClickHouse();
    without = { ...clickhouse.env, DATA_DIR: folder };
    withLog = { ...without, ...kafka!.env };
    store = await openStore(parseConfig({ store: storeConfigSchema }, without).store);
  }, 434_000);
  afterAll(async () => {
    await ingest?.kill('SIGKILL');
    await store?.close();
    await kafka?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  let files = 0;
  const fileOf = (...closes: number[]) => fileFor('FED', closes);
  function fileFor(symbol: string, closes: readonly number[]): string {
    const path = join(folder, `bars${files++}.ndjson`);
    const rows = closes.map((close, i) => ({
      symbol,
      asset_class: 'crypto',
      interval: '1m',
      ts: Date.UTC(2025, 5, 4, 13, 30 + i),
      open: close,
      high: close,
      low: close,
      close,
      volume: 1,
    }));
    writeFileSync(path, rows.map((row) => JSON.stringify(row)).join('\n'));
    return path;
  }
  const rows = (query: string) => store.writer.query<Record<string, unknown>>(query);
  const closes = async () => (await rows(BARS)).map(({ close }) => close);
  async function startIngest() {
    ingest = startProgram('programs/ingest', withLog);
    await ingest.ready();
  }

  it('is refused to a shell without KAFKA_BROKERS for whatever writes, and stays readable', async () => {
    await startIngest();
    const imported = await runCli(withLog, 'import', 'bars', fileOf(200, 201, 202));
    // No compute runs here: what was asked for is durable, and says what follows later.
    expect({ code: imported.code, json: imported.json }).toEqual({
      code: 0,
      json: {
        import_id: expect.any(String),
        landed: 3,
        duplicates: 0,
        dead_letters: {},
        waiting_for: expect.stringContaining('no compute worker runs'),
      },
    });
    expect(await closes()).toEqual([200, 201, 202]);
    const ledger = await rows(LEDGER);
    const commands = [
      ['import', 'bars', fileOf(220)],
      ['import', 'bars', '--dry-run', fileOf(220)],
      ['imports', 'undo', imported.json.import_id],
      ['dlq', 'replay'],
      ['symbols', 'set', '--symbol', 'FED', '--interval', '5m', '--asset-class', 'crypto'],
      ['symbols', 'drop', '--symbol', 'FED'],
      ['demo', 'drop'],
    ];
    for (const command of commands) {
      const { code, json } = await runCli(without, ...command);
      expect({ command, code, json }).toEqual({
        command,
        code: 2,
        json: { error: expect.stringContaining('KAFKA_BROKERS: is not set, but a log feeds this store') },
      });
    }
    expect(await closes()).toEqual([200, 201, 202]);
    expect(await rows(LEDGER)).toEqual(ledger);
    expect(await rows('SELECT id FROM market.imports FINAL')).toHaveLength(1);
    const status = await runCli(without, 'status');
    expect({ code: status.code, symbols: status.json.symbols }).toMatchObject({
      code: 0,
      symbols: [{ symbol: 'FED' }],
    });
    expect((await runCli(without, 'feed', 'show')).json).toMatchObject({ fed_by: 'log', configured: 'direct' });
    // A correction through the log is the last word.
    expect((await runCli(withLog, 'import', 'bars', '--force', fileOf(300))).json).toMatchObject({ landed: 1 });
    expect(await closes()).toEqual([300, 201, 202]);
  }, 480_000);

  it('changes its form by a command, while ingest is stopped; then the other form is the one that is refused', async () => {
    const running = await runCli(withLog, 'feed', 'set', 'direct');
    expect(running).toMatchObject({ code: 3, json: { error: expect.stringContaining('stop `ingest` first') } });
    await ingest.kill('SIGTERM');
    const dry = await runCli(withLog, 'feed', 'set', 'direct', '--dry-run');
    expect(dry.json).toMatchObject({ dry_run: true, from: 'log', to: 'direct' });
    expect((await runCli(withLog, 'feed', 'show')).json).toMatchObject({ fed_by: 'log', since: expect.any(String) });
    expect((await runCli(withLog, 'feed', 'set', 'direct')).code).toBe(0);

    expect((await runCli(without, 'import', 'bars', '--force', fileOf(400))).json).toMatchObject({ landed: 1 });
    expect(await closes()).toEqual([400, 201, 202]);
    const refused = await runCli(withLog, 'import', 'bars', fileOf(1));
    expect(refused).toMatchObject({ code: 2, json: { error: expect.stringContaining('KAFKA_BROKERS: is set, but') } });
    const ended = await startProgram('programs/ingest', withLog).ended;
    expect(ended.code).toBe(2);
    expect(ended.stdout + ended.stderr).toContain('KAFKA_BROKERS: is set, but this store is fed without a log');
    expect(await closes()).toEqual([400, 201, 202]);
  }, 480_000);

  it('goes back behind the log without an entry of the ledger that is not of the log', async () => {
    const { json } = await runCli(withLog, 'feed', 'set', 'log');
    expect(json).toMatchObject({ from: 'direct', to: 'log', ledger_entries: 1 });
    await startIngest();
    expect((await runCli(withLog, 'import', 'bars', '--force', fileOf(500))).json).toMatchObject({ landed: 1 });
    expect(await closes()).toEqual([500, 201, 202]);
    const admin = await kafka!.open().admin();
    const ends = new Map((await admin.ends('bars')).map(({ partition, end }) => [partition, Number(end)]));
    await admin.close();
    for (const { partition, last_offset: last } of await rows(`SELECT partition, last_offset FROM market.ingest_ledger
      WHERE topic = 'bars'`))
      expect(last).toBeLessThan(ends.get(Number(partition)) ?? 0);
  }, 480_000);

  it('undoes an import whose rows have their places in a partition that is another symbol’s now', async () => {
    const [few, more] = [4, 6];
    const moved = Array.from({ length: 50 }, (_, i) => `MOVED${i}`);
    const symbol = moved.find((name) => partitionOf(name, more) < partitionOf(name, few))!;
    const stored = () => rows(`SELECT close FROM market.bars FINAL WHERE symbol = '${symbol}' ORDER BY ts`);
    expect((await runCli(withLog, 'import', 'bars', fileFor(symbol, [1, 2]))).json).toMatchObject({ landed: 2 });
    const { json } = await runCli(withLog, 'import', 'bars', '--force', fileFor(symbol, [1, 5, 6]));
    expect(await stored()).toEqual([{ close: 1 }, { close: 5 }, { close: 6 }]);
    const admin = new kafkajs.Kafka({ brokers: [...kafka!.config.brokers], logLevel: 0 }).admin();
    await admin.connect();
    await admin.createPartitions({ topicPartitions: [{ topic: kafka!.named('bars'), count: more }] });
    await admin.disconnect();
    const undone = await runCli(withLog, 'imports', 'undo', json.import_id);
    expect(undone.json).toEqual({ error: expect.stringContaining('everything has landed') });
    expect(await stored()).toEqual([{ close: 1 }, { close: 2 }]);
  }, 480_000);
});
