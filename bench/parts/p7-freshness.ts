/** From a produced bar to an answer that knows of it, in the server form, under a steady stream of bars. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccounts } from '../../api/accounts.ts';
import type { BarColumns } from '../../compute/market/bars.ts';
import { startClickHouseProcess } from '../../dev/clickhouse/process.ts';
import { startBroker } from '../../dev/kafka/broker.ts';
import { openKafka } from '../../ingest/kafka/kafkajs/client.ts';
import type { Producer } from '../../ingest/kafka/port.ts';
import { systemClock } from '../../lib/clock.ts';
import { parseConfig } from '../../lib/config.ts';
import { silentLogger } from '../../lib/logger.ts';
import { storeConfigSchema } from '../../lib/variables.ts';
import { openStore } from '../../sql/connect.ts';
import { figure, type Line } from '../figures.ts';
import { stockBars } from '../market.ts';
import { type Ready, startProgram, startRedis } from '../server-form.ts';
import type { Part } from './part.ts';

/**
 * What is written for a symbol is the same for one bar and for ten, so the same stream is sent over few symbols and over
 * many; the thin one shows how long the way itself is.
 */
const STREAMS = [
  { symbols: 50, barsASecond: 10 },
  { symbols: 10, barsASecond: 1_000 },
  { symbols: 50, barsASecond: 1_000 },
] as const;
const YEARS = 0.1;
const SECONDS_A_ROUND = 8;
/** The first change of a symbol reads what later ones find in memory. */
const WARM_UP_SECONDS = 16;
const TICK_MS = 50;
const POLL_MS = 10;
const SETTLE_TIMEOUT_MS = 300_000;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const nameOf = (n: number) => `FRESH${n}`;

/** Bars of all symbols in the order of their time, minute by minute. */
function sender(producer: Producer, bars: BarColumns, symbols: number) {
  let next = 0;
  const record = (n: number, i: number) => {
    const { minute, open, high, low, close, volume } = bars;
    const figures = { open: open[i], high: high[i], low: low[i], close: close[i], volume: volume[i] };
    const event = { symbol: nameOf(n), asset_class: 'equity', interval: '1m', ts: minute[i] * 60_000, ...figures };
    return { key: nameOf(n), value: JSON.stringify(event) };
  };
  return {
    /** Sends the next bars; answers the last symbol of them and the minute its bar ends. */
    async send(count: number): Promise<{ symbol: string; endMs: number }> {
      const records = Array.from({ length: count }, (_, k) =>
        record((next + k) % symbols, Math.floor((next + k) / symbols)),
      );
      next += count;
      await producer.send('bars', records);
      return {
        symbol: nameOf((next - 1) % symbols),
        endMs: (bars.minute[Math.floor((next - 1) / symbols)] + 1) * 60_000,
      };
    },
  };
}

async function measure({ symbols, barsASecond }: (typeof STREAMS)[number], rounds: number): Promise<Line[]> {
  const dir = mkdtempSync(join(tmpdir(), 'market-stats-bench-'));
  const broker = await startBroker({ port: 0, dataDir: join(dir, 'kafka') });
  const clickhouse = await startClickHouseProcess({ dataDir: join(dir, 'clickhouse') });
  const redis = await startRedis();
  const programs: Ready[] = [];
  try {
    const env = {
      CLICKHOUSE_URL: clickhouse.url,
      KAFKA_BROKERS: broker.brokers,
      KAFKA_PARTITIONS: '4',
      REDIS_URL: redis.url,
    };
    for (const name of ['ingest', 'compute', 'api'] as const) programs.push(await startProgram(name, env));
    const url = programs[2].url!;
    const store = await openStore(parseConfig({ store: storeConfigSchema }, env).store);
    const accounts = createAccounts(store.writer, systemClock);
    const { id } = await accounts.createAccount({ name: 'bench', plan: 'pro_api' });
    await accounts.setLimits(id, { perMinute: 1_000_000_000, perDay: 1_000_000_000 });
    const { token } = await accounts.issueToken(id);
    const knownUpTo = async (symbol: string): Promise<number> => {
      const answer = await fetch(`${url}/stats/trend/summary?symbol=${symbol}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const body = (await answer.json()) as { metadata?: { data_through: string } };
      return body.metadata ? Date.parse(body.metadata.data_through) : 0;
    };

    const config = { brokers: [broker.brokers], partitions: 4, ssl: false, sasl: null };
    const producer = await openKafka(config, silentLogger, 'bench').producer();
    const bars = stockBars(YEARS);
    const { send } = sender(producer, bars, symbols);
    const secondsOfStream = WARM_UP_SECONDS + rounds * SECONDS_A_ROUND + 10;
    const before = Math.floor(bars.length - (secondsOfStream * barsASecond) / symbols) * symbols;
    let last = { symbol: '', endMs: 0 };
    for (let sent = 0; sent < before; sent += symbols * 50) last = await send(Math.min(symbols * 50, before - sent));
    const settledBy = performance.now() + SETTLE_TIMEOUT_MS;
    while ((await knownUpTo(last.symbol)) < last.endMs) {
      if (performance.now() > settledBy) throw new Error('the bars before the stream are not served');
      await sleep(500);
    }

    const waits: number[] = [];
    let probe: { symbol: string; endMs: number; sentMs: number } | null = null;
    let streaming = true;
    const measuredFrom = performance.now() + WARM_UP_SECONDS * 1_000;
    const probing = (async () => {
      while (streaming) {
        if (!probe) {
          await sleep(POLL_MS);
          continue;
        }
        const { symbol, endMs, sentMs } = probe;
        while ((await knownUpTo(symbol)) < endMs && performance.now() - sentMs < SETTLE_TIMEOUT_MS)
          await sleep(POLL_MS);
        if (sentMs > measuredFrom) waits.push(performance.now() - sentMs);
        probe = null;
      }
    })();
    const began = performance.now();
    const until = began + (WARM_UP_SECONDS + rounds * SECONDS_A_ROUND) * 1_000;
    let sent = 0;
    while (performance.now() < until) {
      const due = Math.floor(((performance.now() - began) / 1_000) * barsASecond) - sent;
      if (due > 0) {
        const sentMs = performance.now();
        const at = await send(due);
        sent += due;
        probe ??= { ...at, sentMs };
      }
      await sleep(TICK_MS);
    }
    streaming = false;
    await probing;
    await producer.close();
    await store.close();
    const rate = sent / ((performance.now() - began) / 1_000);
    const sorted = waits.sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
    const what = `bar produced to answered, ${Math.round(rate)} bars/s over ${symbols} symbols, ${sorted.length} probes`;
    const line = { part: 'p7', unit: 'ms', peer: null } as const;
    return [
      { ...line, what: `${what}, p50`, ours: figure([at(0.5)]), bars: [{ of: 'ours', atMost: 300 }] },
      { ...line, what: `${what}, p99`, ours: figure([at(0.99)]), bars: [{ of: 'ours', atMost: 1_000 }] },
    ];
  } finally {
    for (const program of programs) program.kill();
    redis.kill();
    await clickhouse.stop('SIGKILL');
    await broker.stop('SIGKILL');
    rmSync(dir, { recursive: true, force: true });
  }
}

const part: Part = {
  title: 'freshness',
  async run({ rounds }) {
    const lines: Line[] = [];
    for (const stream of STREAMS) lines.push(...(await measure(stream, rounds)));
    return lines;
  },
};

export default part;
