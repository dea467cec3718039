/** News that waits in a store of the test file's own, an endpoint that classifies it, and a worker that asks that endpoint. */
import { afterAll, beforeEach } from 'vitest';
import type { EventTopic } from '../../ingest/contract/events.ts';
import type { PushedEvent } from '../../ingest/landing/events.ts';
import { Landing } from '../../ingest/landing/landing.ts';
import { classifierEndpoint } from '../../ingest/news/endpoint.ts';
import { ClassificationState, waitingNewsTable } from '../../ingest/news/store.ts';
import { ClassifierWorker } from '../../ingest/news/worker.ts';
import { fixedClock, systemTimers } from '../../lib/clock.ts';
import { Secret } from '../../lib/config.ts';
import { silentLogger } from '../../lib/logger.ts';
import { storeOfFile } from './of-file.ts';
import { serveClassifier } from './vendors/classifier.ts';

export const NOW = Date.parse('2025-06-04T15:00:00Z');
export const KEY = 'sk-very-secret-key';
export const signal = new AbortController().signal;

interface Given {
  id?: string;
  symbol?: string;
  title?: string;
  /** Ms of its last change, from an hour ago on. */
  changed?: number;
  crypto?: boolean;
}
export type Change = Partial<ConstructorParameters<typeof ClassifierWorker>[0]> & { timeoutMs?: number };
export const row = (id: string, change: object = {}) => ({
  symbol: 'AAPL',
  id: `alpaca:${id}`,
  direction: 'positive',
  impact: 0.5,
  classifier: 'small',
  ...change,
});

export async function classificationOfFile() {
  const store = await storeOfFile();
  const server = await serveClassifier();
  afterAll(server.close);
  const state = new ClassificationState(store);
  const clock = fixedClock(NOW);
  let landing: Landing;
  beforeEach(async () => {
    const own = [
      'news_waiting',
      'news_unclassified',
      'news_labels',
      'news_classifications',
      'classifier_requests',
      'classifier_prompts',
    ];
    for (const table of [...own, 'events_sentiment', 'events_sentiment_crypto', 'dead_letters', 'day_log'])
      await store.writer.command(`TRUNCATE TABLE market.${table}`);
    clock.set(NOW);
    landing = await Landing.open({ store, clock });
    server.asked.length = 0;
    server.misbehaviours.length = 0;
    server.answer = () => ({ direction: 'positive', impact_score: 0.5 });
  });

  async function wait(...news: Given[]): Promise<void> {
    const rows = news.map(({ id = '1', symbol = 'AAPL', title = `news ${id}`, changed = 0, crypto }, i) => ({
      source: 'alpaca',
      id,
      symbol,
      assetClass: crypto ? ('crypto' as const) : ('equity' as const),
      eventMs: NOW - 3_600_000 - i,
      updatedMs: NOW - 3_600_000 + changed,
      version: NOW - 3_600_000 + changed,
      title,
      summary: 'S',
      provider: 'benzinga',
      url: 'https://x.test/1',
      receivedMs: NOW - 3_000_000,
    }));
    await waitingNewsTable.insert(store.writer, rows);
  }

  const worker = ({ timeoutMs = 5_000, ...change }: Change = {}) =>
    new ClassifierWorker({
      store,
      target: landing,
      model: 'small',
      tokensPerDay: 1_000_000,
      attempts: 3,
      rules: false,
      endpoint: classifierEndpoint({
        url: server.url,
        key: new Secret(KEY),
        requestsPerMinute: 60_000,
        timeoutMs,
        temperature: 0,
        clock,
        timers: systemTimers,
      }),
      logger: silentLogger,
      clock,
      ...change,
    });
  /** A batch; what it fails of as a text. */
  const batch = (change?: Change): Promise<number | string> =>
    worker(change)
      .classifyBatch(signal)
      .catch((error) => error.message);
  const landed = () => {
    const from = (table: string) =>
      `SELECT symbol, id, direction, impact_score AS impact, classifier FROM market.${table}`;
    const both = `${from('v_events_sentiment')} UNION ALL ${from('v_events_sentiment_crypto')}`;
    return store.reader.query(`SELECT * FROM (${both}) ORDER BY symbol, id`);
  };
  const waiting = async () => (await state.status()).waiting;
  const land = (topic: EventTopic, events: readonly PushedEvent[]) => landing.landEvents(topic, events);
  return { store, server, state, clock, wait, worker, batch, landed, waiting, land };
}
