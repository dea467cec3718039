/** JSON bars from a log until queries see them: our landing compared with the engine's own Kafka table, on one broker. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBroker } from '../../dev/kafka/kafka.ts';
import { openKafka } from '../../ingest/kafka/kafkajs/client.ts';
import type { Kafka } from '../../ingest/kafka/port.ts';
import { DEAD_LETTERS_GROUP, ensureTopics, INGEST_GROUP } from '../../ingest/kafka/topics.ts';
import { atExit, type Cost, cpuOf, inTurn, line, logger, msOf, type Part, temporaryFolder } from '../harness.ts';
import { stockBars } from '../market.ts';
import type { Landing } from '../peers/landing.ts';
import { ask, forkScript } from '../processes.ts';

const PARTITIONS = 4;
const SYMBOLS = 20;
const BARS_EACH = 20_000;
const ROWS = SYMBOLS * BARS_EACH;
const SEND_AT_ONCE = 5_000;
const MAX_MS = 120_000;

/** Produces the bars of every symbol minute by minute, as collectors do. */
async function produce(kafka: Kafka): Promise<void> {
  const { minute, open, high, low, close, volume } = stockBars(1);
  const producer = await kafka.producer();
  let batch: { key: string; value: string }[] = [];
  for (let i = 0; i < BARS_EACH; i++) {
    const figures = { open: open[i], high: high[i], low: low[i], close: close[i], volume: volume[i] };
    const bar = { asset_class: 'equity', interval: '1m', ts: minute[i] * 60_000, ...figures };
    for (let n = 0; n < SYMBOLS; n++) {
      const symbol = `LOG${n}`;
      batch.push({ key: symbol, value: JSON.stringify({ symbol, ...bar }) });
    }
    if (batch.length < SEND_AT_ONCE && i < BARS_EACH - 1) continue;
    await producer.send('bars', batch);
    batch = [];
  }
  await producer.close();
}

async function land(who: Landing['who'], brokers: string): Promise<Cost> {
  const child = forkScript('bench/peers/landing');
  const ended = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), MAX_MS);
  const landing: Landing = { who, brokers, dataDir: temporaryFolder(), partitions: PARTITIONS, rows: ROWS };
  const cost = await ask<Cost>(child, landing);
  clearTimeout(timer);
  child.kill('SIGKILL');
  await ended;
  return cost;
}

const part: Part = async (rounds) => {
  const broker = await startBroker({ port: 0, dataDir: temporaryFolder() });
  atExit(() => void broker.stop('SIGKILL'));
  const config = { brokers: [broker.brokers], partitions: PARTITIONS, ssl: false, sasl: null };
  const kafka = openKafka(config, logger, 'bench');
  const admin = await kafka.admin();
  await ensureTopics(admin, PARTITIONS, logger);
  await produce(kafka);
  const landOurs = async () => {
    const cost = await land('ours', broker.brokers);
    // The next round reads the topic from its beginning.
    for (const group of [INGEST_GROUP, DEAD_LETTERS_GROUP]) {
      while ((await admin.members(group)) > 0) await sleep(200);
      await admin.deleteGroup(group);
    }
    return cost;
  };
  const { ours, peer } = await inTurn({ ours: landOurs, peer: () => land('engine', broker.brokers) }, rounds);
  await admin.close();
  const rates = (costs: readonly Cost[]) => msOf(costs).map((ms) => (ROWS / ms) * 1000);
  const perMillion = (costs: readonly Cost[]) => cpuOf(costs).map((cpu) => cpu * (1e6 / ROWS));
  const name = 'Kafka table engine';
  return [
    line('landing, JSON bars', 'bars/s', rates(ours), { peer: [rates(peer), name], ratio: { atLeast: 1 } }),
    line('processor time of a million bars', 'ms', perMillion(ours), { peer: [perMillion(peer), name] }),
  ];
};

export default part;
