/** `npm run ingest` as a process of its own, with a broker and a store beside it: killed, stopped, and overloaded. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INGEST_GROUP } from '../../ingest/kafka/topics.ts';
import { parseConfig } from '../../lib/config.ts';
import { storeConfigSchema } from '../../lib/variables.ts';
import { openStore, type Store } from '../../sql/connect.ts';
import { type TestClickHouse, testClickHouse } from '../support/clickhouse.ts';
import { type Sender, senderOn } from '../support/ingest.ts';
import { kafkaOfRun, type TestKafka } from '../support/kafka.ts';
import { type Env, ensureBuilt, type Program, runCli, startProgram } from '../support/programs.ts';
import { differences, expectedOf, foundIn, type SentRecord, streamOf } from '../support/stream.ts';

const kafka = (await kafkaOfRun())!;
const NOTHING = { missing: [], surplus: [] };
const LANDED_MS = 150_000;

describe.runIf(kafka)('the program', () => {
  let clickhouse: TestClickHouse;
  let store: Store;
  let sender: Sender;
  let env: Env;
  let programs: Program[] = [];

  beforeAll(async () => {
    ensureBuilt();
    clickhouse = await testClickHouse();
    env = { ...clickhouse.env, ...kafka.env };
    store = await openStore(parseConfig({ store: storeConfigSchema }, env).store);
    sender = await senderOn(kafka as TestKafka);
  });
  afterAll(async () => {
    for (const program of programs) await program.kill('SIGKILL');
    await sender?.close();
    await store?.close();
    await kafka?.close();
  });

  function start(more: Env = {}): Program {
    const program = startProgram('programs/ingest', { ...env, ...more });
    programs.push(program);
    return program;
  }
  async function end(program: Program, signal: NodeJS.Signals) {
    programs = programs.filter((one) => one !== program);
    return program.kill(signal);
  }
  const compare = async (prefix: string, sent: readonly SentRecord[]) =>
    differences(expectedOf(sent), await foundIn(store.reader, prefix));

  test('takes topics that are there as they are, and says how each differs', async () => {
    const week = { 'retention.ms': '604800000', 'message.timestamp.type': 'LogAppendTime' };
    await sender.admin.create([
      { topic: 'events.macro', partitions: 2, settings: week },
      { topic: 'landed', partitions: 4, settings: { ...week, 'max.message.bytes': '4194304' } },
    ]);
    const program = start({ LOG_LEVEL: 'warn' });
    await program.ready();
    const { stderr } = await end(program, 'SIGTERM');
    const warnings = stderr.split('\n').flatMap((line) => (line.includes('"setting"') ? [JSON.parse(line)] : []));
    const doubt = (level: number, topic: string, setting: string, found: string, wanted: string) =>
      expect.objectContaining({ level, topic, setting, found, wanted, msg: expect.stringContaining(topic) });
    const [warn, error] = [40, 50];
    const expected = [
      doubt(warn, 'landed', 'retention.ms', '604800000', '86400000'),
      doubt(error, 'events.macro', 'retention.ms', '604800000', '-1'),
      doubt(warn, 'events.macro', 'max.message.bytes', '1048588', '2097152'),
      doubt(warn, 'events.macro', 'partitions', '2', '4'),
    ];
    expect(warnings).toEqual(expect.arrayContaining(expected));
    expect(warnings).toHaveLength(expected.length);
  });

  test('creates the topics, is ready, and says what it does in its metrics', async () => {
    const program = start();
    await program.ready();
    expect(await sender.admin.topics()).toEqual(expect.arrayContaining(['bars', 'dead-letters', 'landed']));
    const [{ partitions, settings }] = await sender.admin.describe(
      ['bars'],
      ['retention.ms', 'message.timestamp.type'],
    );
    expect({ partitions, settings }).toEqual({
      partitions: 4,
      settings: { 'retention.ms': '-1', 'message.timestamp.type': 'LogAppendTime' },
    });
    const sent = streamOf({ seed: 1, prefix: 'FIRST', events: 500 });
    await sender.send(sent);
    await sender.landed(LANDED_MS);
    expect(await compare('FIRST', sent)).toEqual(NOTHING);
    const url = await program.opsUrl;
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toMatch(/ingest_committed_records_total\{consumer="events"\} [1-9]/);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await end(program, 'SIGTERM')).code).toBe(0);
  });

  test('stopped by SIGTERM under load it ends in order, and the next one continues', async () => {
    const sent = streamOf({ seed: 800, prefix: 'TERM', events: 10_000 });
    const program = start();
    await program.ready();
    const sending = sender.send(sent);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { code, stderr } = await end(program, 'SIGTERM');
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('did not stop cleanly') });
    const next = start();
    await sending;
    await sender.landed(LANDED_MS);
    expect(await compare('TERM', sent)).toEqual(NOTHING);
    await end(next, 'SIGTERM');
  }, 240_000);

  test('all-bad input: exit code 3 and nothing committed; DLQ_ACCEPT=1 continues', async () => {
    const total = async () =>
      (await sender.admin.committed(INGEST_GROUP, ['bars'])).reduce((sum, { offset }) => sum + Number(offset ?? 0n), 0);
    const before = await total();
    const sent = streamOf({ seed: 900, prefix: 'BAD', events: 3_000, badShare: 1 });
    await sender.send(sent);
    for (let attempt = 0; attempt < 2; attempt++) {
      const { code, stderr } = await start().ended;
      expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining('DLQ_ACCEPT=1') });
      expect(await total()).toBe(before);
      const { json } = await runCli(env, 'dlq', 'list', '--limit', '10000');
      const shown = (json.dead_letters as { key: string }[]).filter(({ key }) => key.startsWith('BAD'));
      // The last hundred of the batch that each start has stopped at.
      expect([shown.length >= 100, shown.length <= 100 * (attempt + 1)]).toEqual([true, true]);
      expect(shown[0]).toMatchObject({ topic: 'bars', message: expect.any(String), payload: expect.any(String) });
    }
    const program = start({ DLQ_ACCEPT: '1' });
    await program.ready();
    await sender.landed(LANDED_MS);
    expect(await compare('BAD', sent)).toEqual(NOTHING);
    await end(program, 'SIGTERM');
  }, 240_000);

  test('wrong configuration is reported in words, with exit code 2', async () => {
    const { code, stderr } = await startProgram('programs/ingest', { OPS_PORT: 'x' }).ended;
    expect(code).toBe(2);
    for (const name of ['KAFKA_BROKERS', 'CLICKHOUSE_URL', 'OPS_PORT']) expect(stderr).toContain(name);
  });
});
