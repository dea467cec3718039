/**
 * Time from a produced bar of a session in progress to an answer that includes it, in the server form, under a steady
 * stream: each event repeats the bar of this minute, as feeds send it while it forms. The peer is a consumer of the same
 * stream that only inserts and selects.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startClickHouseProcess } from '../../dev/clickhouse/process.ts';
import { startBroker } from '../../dev/kafka/kafka.ts';
import { openKafka } from '../../ingest/kafka/kafkajs/client.ts';
import type { Producer } from '../../ingest/kafka/port.ts';
import { parseConfig } from '../../lib/config.ts';
import { isoDate, MS_PER_DAY } from '../../lib/days.ts';
import { storeConfigSchema } from '../../lib/variables.ts';
import { openStore } from '../../sql/connect.ts';
import { atExit, type Line, line, logger, type Part, quantile, temporaryFolder } from '../harness.ts';
import { startBareConsumer } from '../peers/bare-consumer.ts';
import { startRedis, startServerProgram } from '../processes.ts';
import { unlimitedToken } from '../stores.ts';

/** Streams over few and many symbols, and a thin one that shows the latency itself. */
const STREAMS = [
  { symbols: 50, barsASecond: 10 },
  { symbols: 10, barsASecond: 1_000 },
  { symbols: 50, barsASecond: 1_000 },
] as const;
const HISTORY_DAYS = 3;
const SECONDS_A_ROUND = 8;
/** Seconds before measuring: a symbol's first change reads data that later changes find in memory. */
const WARM_UP_SECONDS = 8;
const TICK_MS = 50;
const POLL_MS = 10;
const SETTLE_TIMEOUT_MS = 300_000;
const MINUTE_MS = 60_000;
const nameOf = (n: number) => `FRESH${n}`;

/** Returns the close of the n-th bar: later bars close higher, so that an answer shows which bars it includes. */
const closeOf = (sequence: number) => 100 + sequence / 1_000;

function event(symbol: string, ts: number, close: number): { key: string; value: string } {
  const figures = { open: 100, high: Math.max(100, close), low: Math.min(100, close), close, volume: 1 };
  return { key: symbol, value: JSON.stringify({ symbol, asset_class: 'crypto', interval: '1m', ts, ...figures }) };
}

/** Sends days of minute bars of every symbol, up to the minute before this one. */
async function sendHistory(producer: Producer, symbols: number): Promise<void> {
  const end = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  for (let ts = end - HISTORY_DAYS * MS_PER_DAY; ts < end; ts += 60 * MINUTE_MS) {
    const records = [];
    for (let at = ts; at < Math.min(end, ts + 60 * MINUTE_MS); at += MINUTE_MS)
      for (let n = 0; n < symbols; n++) records.push(event(nameOf(n), at, 99 + ((at / MINUTE_MS) % 7) / 10));
    await producer.send('bars', records);
  }
}

/** Sends the stream and measures for some bars in turn the milliseconds until an answer includes them. */
async function streamed(
  producer: Producer,
  { symbols, barsASecond }: (typeof STREAMS)[number],
  rounds: number,
  knownClose: (symbol: string) => Promise<number>,
  from: number,
): Promise<{ waits: number[]; rate: number; sent: number }> {
  const waits: number[] = [];
  let probe: { symbol: string; close: number; sentMs: number } | null = null;
  let streaming = true;
  const began = performance.now();
  const measuredFrom = began + WARM_UP_SECONDS * 1_000;
  const probing = (async () => {
    for (; streaming || probe; await sleep(POLL_MS)) {
      if (!probe) continue;
      const { symbol, close, sentMs } = probe;
      while ((await knownClose(symbol)) < close) {
        if (performance.now() - sentMs > SETTLE_TIMEOUT_MS) throw new Error(`a bar of ${symbol} is never answered`);
        await sleep(POLL_MS);
      }
      if (sentMs > measuredFrom) waits.push(performance.now() - sentMs);
      probe = null;
    }
  })();
  const until = measuredFrom + rounds * SECONDS_A_ROUND * 1_000;
  let sent = 0;
  while (performance.now() < until) {
    const due = Math.floor(((performance.now() - began) / 1_000) * barsASecond) - sent;
    if (due > 0) {
      const ts = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
      const sentMs = performance.now();
      const records = Array.from({ length: due }, (_, i) =>
        event(nameOf((sent + i) % symbols), ts, closeOf(from + sent + i)),
      );
      await producer.send('bars', records);
      sent += due;
      probe ??= { symbol: nameOf((sent - 1) % symbols), close: closeOf(from + sent - 1), sentMs };
    }
    await sleep(TICK_MS);
  }
  const rate = sent / ((performance.now() - began) / 1_000);
  streaming = false;
  await probing;
  return { waits: waits.sort((a, b) => a - b), rate, sent };
}

async function measure(stream: (typeof STREAMS)[number], rounds: number): Promise<Line[]> {
  const { symbols } = stream;
  const broker = await startBroker({ port: 0, dataDir: temporaryFolder() });
  atExit(() => void broker.stop('SIGKILL'));
  const clickhouse = await startClickHouseProcess({ dataDir: temporaryFolder() });
  atExit(() => void clickhouse.stop('SIGKILL'));
  const env = {
    CLICKHOUSE_URL: clickhouse.url,
    KAFKA_BROKERS: broker.brokers,
    KAFKA_PARTITIONS: '4',
    REDIS_URL: await startRedis(),
  };
  const ingest = await startServerProgram('ingest', env);
  const compute = await startServerProgram('compute', env);
  const api = await startServerProgram('api', env);
  const store = await openStore(parseConfig({ store: storeConfigSchema }, env).store);
  const token = await unlimitedToken(store.writer);
  /** Returns the last close of the session in progress, a UTC day so that there is one at any hour; 0 without bars. */
  const knownClose = async (symbol: string): Promise<number> => {
    const today = isoDate(Math.floor(Date.now() / MS_PER_DAY));
    const query = `symbol=${symbol}&start_date=${today}&end_date=${today}&start_time=00:00&end_time=24:00`;
    const answer = await fetch(`${api.url}/stats/trend?${query}`, { headers: { authorization: `Bearer ${token}` } });
    const body = (await answer.json()) as { data?: { close: number }[] };
    return body.data?.at(-1)?.close ?? 0;
  };

  const config = { brokers: [broker.brokers], partitions: 4, ssl: false, sasl: null };
  const producer = await openKafka(config, logger, 'bench').producer();
  await sendHistory(producer, symbols);
  const settledBy = performance.now() + SETTLE_TIMEOUT_MS;
  for (const n of Array(symbols).keys()) {
    while ((await knownClose(nameOf(n))) === 0) {
      if (performance.now() > settledBy) throw new Error('the bars before the stream are not served');
      await sleep(500);
    }
  }
  const ours = await streamed(producer, stream, rounds, knownClose, 0);
  for (const program of [ingest, compute, api]) program.kill();
  const bare = await startBareConsumer(store, broker.brokers);
  const peer = await streamed(producer, stream, rounds, bare.knownClose, ours.sent);
  await bare.close();
  await producer.close();
  await store.close();
  await Promise.all([clickhouse.stop('SIGKILL'), broker.stop('SIGKILL')]);
  const what = `bar produced to answered, ${Math.round(ours.rate)} bars/s over ${symbols} symbols, ${ours.waits.length} probes`;
  const lineOf = (name: string, share: number, atMost: number) =>
    line(`${what}, ${name}`, 'ms', quantile(ours.waits, share), {
      peer: [[quantile(peer.waits, share)], 'a bare consumer that inserts and selects'],
      ours: { atMost },
    });
  return [lineOf('p50', 0.5, 300), lineOf('p99', 0.99, 1_000)];
}

const part: Part = async (rounds) => {
  const lines: Line[] = [];
  for (const stream of STREAMS) lines.push(...(await measure(stream, rounds)));
  return lines;
};

export default part;
