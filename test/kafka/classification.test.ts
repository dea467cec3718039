/**
 * News that waits, classified by `ingest` and landed through the log: one process asks, is killed in the middle, and
 * another continues. Each news item is stored once, and the log can be landed again without a question.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitingNewsTable } from '../../ingest/news/store.ts';
import { parseConfig } from '../../lib/config.ts';
import { storeConfigSchema } from '../../lib/variables.ts';
import { openStore, type Store } from '../../sql/connect.ts';
import { type TestClickHouse, testClickHouse } from '../support/clickhouse.ts';
import { kafkaOfRun } from '../support/kafka.ts';
import { type Env, ensureBuilt, type Program, startProgram } from '../support/programs.ts';
import { type ClassifierServer, serveClassifier } from '../support/vendors/classifier.ts';

const kafka = (await kafkaOfRun())!;
const NEWS = 48;
/** Of the process that is killed. */
const ANSWERED = 10;
const OPS_TOKEN = 'a token for the tests alone';
/** The claim of a process that was killed ends some seconds after it. */
const TAKEN_OVER_MS = 150_000;

describe.runIf(kafka)('classification with a log', () => {
  let clickhouse: TestClickHouse;
  let classifier: ClassifierServer;
  let store: Store;
  let env: Env;
  const programs: Program[] = [];

  beforeAll(async () => {
    ensureBuilt();
    clickhouse = await testClickHouse();
    classifier = await serveClassifier();
    env = { ...clickhouse.env, ...kafka.env };
    Object.assign(env, {
      CLASSIFIER_URL: classifier.url,
      CLASSIFIER_MODEL: 'small',
      OPS_TOKEN,
      CLASSIFIER_REQUESTS_PER_MINUTE: '60000',
    });
    store = await openStore(parseConfig({ store: storeConfigSchema }, env).store);
  });
  afterAll(async () => {
    await Promise.all(programs.map((program) => program.kill('SIGKILL')));
    await store?.close();
    await classifier?.close();
    await kafka?.close();
  });

  const start = async () => {
    const program = startProgram('programs/ingest', env);
    programs.push(program);
    await program.ready();
    return program;
  };
  const count = async (sql: string) => (await store.reader.query<{ n: number }>(`SELECT ${sql} AS n`))[0].n;
  const landed = () => count('(SELECT count() FROM market.v_events_sentiment)');

  it('lands each news item once, though the process that classifies is killed', async () => {
    // However slow this machine is, the process that is killed is in the middle.
    const { answer } = classifier;
    classifier.answer = (asked) => (classifier.asked.length > ANSWERED ? new Promise(() => {}) : answer(asked));
    const first = await start();
    const rows = Array.from({ length: NEWS }, (_, i) => ({
      source: 'alpaca',
      id: `${i}`,
      symbol: `S${i % 7}`,
      assetClass: 'equity' as const,
      title: `news ${i}`,
      summary: '',
      provider: '',
      url: '',
      eventMs: Date.now() - 3_600_000 + i,
      receivedMs: 0,
      updatedMs: Date.now() - 3_600_000,
      version: Date.now() - 3_600_000,
    }));
    await waitingNewsTable.insert(store.writer, rows);
    // Beside what a collector brought: news that is pushed, and news in the log.
    const own = (id: string) => ({
      id,
      symbol: 'OWN',
      asset_class: 'equity',
      event_timestamp: Date.now() - 3_600_000,
      title: id,
    });
    const reply = await fetch(`${await first.opsUrl}/events/news`, {
      method: 'POST',
      headers: { authorization: `Bearer ${OPS_TOKEN}`, 'content-type': 'application/x-ndjson' },
      body: JSON.stringify(own('pushed')),
    });
    expect([reply.status, await reply.json()]).toEqual([202, expect.objectContaining({ landed: 1, waiting: 1 })]);
    const producer = await kafka.open().producer();
    const record = (event: object) => ({ key: 'OWN', value: JSON.stringify(event) });
    await producer.send('events.sentiment', [record(own('logged')), record(own('said'))]);
    await producer.send('events.sentiment', [record({ ...own('said'), direction: 'negative', impact_score: 1 })]);
    await producer.close();
    await expect.poll(() => classifier.asked.length, { timeout: 60_000 }).toBeGreaterThan(ANSWERED);
    await first.kill('SIGKILL');
    classifier.answer = answer;
    const askedOfFirst = classifier.asked.length;
    await start();
    await expect.poll(landed, { timeout: TAKEN_OVER_MS, interval: 500 }).toBe(NEWS + 3);
    await expect.poll(() => count('(SELECT count() FROM market.v_news_waiting)'), { timeout: 60_000 }).toBe(0);
    expect(await count('(SELECT uniqExact(symbol, id) FROM market.events_sentiment)')).toBe(NEWS + 3);
    expect(
      await count(
        "(SELECT count() FROM market.events_sentiment WHERE classifier != 'small' OR topic != 'events.sentiment')",
      ),
    ).toBe(0);
    expect(
      await count(
        "(SELECT direction = 'negative' AND isNull(classifier) FROM market.v_events_sentiment WHERE id = 'said')",
      ),
    ).toBe(1);
    // What was answered and not stored at the kill is asked again: at most four.
    expect(askedOfFirst).toBeLessThan(NEWS);
    expect(classifier.asked.length).toBeLessThanOrEqual(NEWS + 3 + 4);
    expect(await count('(SELECT count() FROM market.dead_letters)')).toBe(0);
  }, 400_000);
});
