/** What a round injects while events are on their way. */
import { type Log, PROGRAMS, type System } from './system.ts';

export interface Fault {
  readonly name: string;
  /** Needs so many; any number where it is not said. */
  readonly brokers?: 1 | 3;
  /** Times are made from `random`, 0 to 1. */
  inject(system: System, random: () => number): Promise<void>;
}

const AWAY_MS = 3_000;
/** Also longer than the deadline of an insert (see sql/writer.ts), and than a broker's session and a request to it. */
const HANGS_MS = 40_000;

const oneOf = <T>(all: readonly T[], random: () => number): T => all[Math.floor(random() * all.length)];

export const FAULTS: readonly Fault[] = [
  { name: 'none', async inject() {} },
  ...PROGRAMS.flatMap((name): Fault[] => [
    { name: `${name}: kill -9`, inject: (system) => system.replace(name, 'SIGKILL') },
    { name: `${name}: SIGTERM`, inject: (system) => system.replace(name, 'SIGTERM') },
  ]),
  {
    name: 'ingest and compute: kill -9 together',
    async inject(system) {
      await Promise.all([system.replace('ingest', 'SIGKILL'), system.replace('compute', 'SIGKILL')]);
    },
  },
  { name: 'ingest: one joins and leaves', inject: (system, random) => system.join('ingest', random() * AWAY_MS) },
  { name: 'compute: one joins and leaves', inject: (system, random) => system.join('compute', random() * AWAY_MS) },
  ...(['SIGKILL', 'SIGTERM'] as const).map((signal): Fault => {
    const name = `broker: ${signal === 'SIGKILL' ? 'kill -9' : 'restart'}`;
    return { name, brokers: 1, inject: ({ log }, random) => restarted(log, log.ids, signal, random() * AWAY_MS) };
  }),
  {
    name: 'three brokers: rolling restart',
    brokers: 3,
    async inject({ log }, random) {
      for (const id of log.ids) await restarted(log, [id], 'SIGTERM', random() * AWAY_MS);
    },
  },
  {
    name: 'three brokers: kill -9 of one',
    brokers: 3,
    inject: ({ log }, random) => restarted(log, [oneOf(log.ids, random)], 'SIGKILL', random() * HANGS_MS),
  },
  {
    name: 'three brokers: kill -9 of two',
    brokers: 3,
    inject({ log }, random) {
      const left = oneOf(log.ids, random);
      const killed = log.ids.filter((id) => id !== left);
      return restarted(log, killed, 'SIGKILL', random() * AWAY_MS);
    },
  },
  {
    name: 'three brokers: one hangs',
    brokers: 3,
    async inject({ log }, random) {
      const id = oneOf(log.ids, random);
      log.freeze(id);
      await sleep(random() * HANGS_MS);
      log.thaw(id);
    },
  },
  { name: 'store: kill -9', inject: (system, random) => system.restartStore('SIGKILL', random() * AWAY_MS) },
  { name: 'store: restart', inject: (system, random) => system.restartStore('SIGTERM', random() * AWAY_MS) },
  { name: 'store: hangs', inject: (system, random) => system.stopStoreClock(random() * HANGS_MS) },
  { name: 'store: connections black-holed', inject: (system, random) => system.loseStoreTraffic(random() * HANGS_MS) },
  { name: 'store: slow', inject: (system, random) => system.slowStore(random() * HANGS_MS) },
  { name: 'Redis: away', inject: (system, random) => system.cutRedis(random() * AWAY_MS) },
];

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function restarted(log: Log, ids: readonly number[], signal: 'SIGKILL' | 'SIGTERM', awayMs: number) {
  await Promise.all(ids.map((id) => log.stop(id, signal)));
  await sleep(awayMs);
  await Promise.all(ids.map((id) => log.start(id)));
}
