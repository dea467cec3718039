/** JSON bars in a log until they can be asked for: our landing against the engine's own Kafka table, the same broker. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBroker } from '../../dev/kafka/kafka.ts';
import { openKafka } from '../../ingest/kafka/kafkajs/client.ts';
import type { Kafka } from '../../ingest/kafka/port.ts';
import { DEAD_LETTERS_GROUP, ensureTopics, INGEST_GROUP } from '../../ingest/kafka/topics.ts';
import { silentLogger } from '../../lib/logger.ts';
import { figure, inTurn, type Part } from '../harness.ts';
import type { Landed, Landing } from '../lander.ts';
import { stockBars } from '../market.ts';
import { forkScript } from '../processes.ts';

const PARTITIONS = 4;
const SYMBOLS = 20;
const BARS_EACH = 20_000;
const SEND_AT_ONCE = 5_000;
const MAX_MS = 120_000;

/** As collectors send them: each minute, the bar of every symbol. */
async function produce(kafka: Kafka): Promise<number> {
  const bars = stockBars(1);
  const producer = await kafka.producer();
  let batch: { key: string; value: string }[] = [];
  for (let i = 0; i < BARS_EACH; i++) {
    const { minute, open, high, low, close, volume } = bars;
    const figures = { open: open[i], high: high[i], low: low[i], close: close[i], volume: volume[i] };
    for (let n = 0; n < SYMBOLS; n++) {
      const symbol = `LOG${n}`;
      const value = JSON.stringify({
        symbol,
        asset_class: 'equity',
        interval: '1m',
        ts: minute[i] * 60_000,
        ...figures,
      });
      batch.push({ key: symbol, value });
    }
    if (batch.length < SEND_AT_ONCE && i < BARS_EACH - 1) continue;
    await producer.send('bars', batch);
    batch = [];
  }
  await producer.close();
  return SYMBOLS * BARS_EACH;
}

async function land(landing: Omit<Landing, 'dataDir'>): Promise<Landed> {
  const dataDir = mkdtempSync(join(tmpdir(), 'market-stats-bench-'));
  const child = forkScript('bench/lander');
  const ended = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), MAX_MS);
  try {
    child.send({ ...landing, dataDir });
    const told = once(child, 'message').then(([message]) => message as Landed);
    const gone = ended.then(([code]) => {
      throw new Error(`${landing.who}: ended with ${code} before all had landed, at most ${MAX_MS} ms`);
    });
    return await Promise.race([told, gone]);
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const part: Part = {
  title: 'landing',
  async run({ rounds }) {
    const dataDir = mkdtempSync(join(tmpdir(), 'market-stats-bench-kafka-'));
    const broker = await startBroker({ port: 0, dataDir });
    try {
      const config = { brokers: [broker.brokers], partitions: PARTITIONS, ssl: false, sasl: null };
      const kafka = openKafka(config, silentLogger, 'bench');
      const admin = await kafka.admin();
      await ensureTopics(admin, PARTITIONS, silentLogger);
      const rows = await produce(kafka);
      const cpu: number[][] = [[], []];
      const rate = async (who: Landing['who'], which: number) => {
        const landed = await land({ who, brokers: broker.brokers, partitions: PARTITIONS, rows });
        cpu[which].push(landed.cpuMs * (1e6 / rows));
        // The next round begins at the beginning again.
        if (who === 'ours') for (const group of [INGEST_GROUP, DEAD_LETTERS_GROUP]) await deleteGroup(group);
        return (rows / landed.ms) * 1000;
      };
      const deleteGroup = async (group: string) => {
        while ((await admin.members(group)) > 0) await new Promise((resolve) => setTimeout(resolve, 200));
        await admin.deleteGroup(group);
      };
      const [ours, peer] = await inTurn([() => rate('ours', 0), () => rate('engine', 1)], rounds);
      await admin.close();
      const line = { part: 'p6', peerName: 'Kafka table engine' } as const;
      return [
        {
          ...line,
          what: 'landing, JSON bars',
          unit: 'bars/s',
          ours: figure(ours),
          peer: figure(peer),
          bars: [{ of: 'ratio', atLeast: 1 }],
        },
        {
          ...line,
          what: 'processor time of a million bars',
          unit: 'ms',
          ours: figure(cpu[0].slice(1)),
          peer: figure(cpu[1].slice(1)),
        },
      ];
    } finally {
      await broker.stop('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};

export default part;
