/** What a round injects while events are on their way. */
import { PROGRAMS, type System } from './system.ts';

export interface Fault {
  readonly name: string;
  /** Times are made from `random`, 0 to 1. */
  inject(system: System, random: () => number): Promise<void>;
}

const AWAY_MS = 3_000;
/** Also longer than the deadline of an insert (see sql/writer.ts). */
const HANGS_MS = 40_000;

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
  { name: 'broker: kill -9', inject: (system, random) => system.restartBroker('SIGKILL', random() * AWAY_MS) },
  { name: 'broker: restart', inject: (system, random) => system.restartBroker('SIGTERM', random() * AWAY_MS) },
  { name: 'store: kill -9', inject: (system, random) => system.restartStore('SIGKILL', random() * AWAY_MS) },
  { name: 'store: restart', inject: (system, random) => system.restartStore('SIGTERM', random() * AWAY_MS) },
  { name: 'store: hangs', inject: (system, random) => system.stopStoreClock(random() * HANGS_MS) },
  { name: 'store: connections black-holed', inject: (system, random) => system.loseStoreTraffic(random() * HANGS_MS) },
  { name: 'store: slow', inject: (system, random) => system.slowStore(random() * HANGS_MS) },
  { name: 'Redis: away', inject: (system, random) => system.cutRedis(random() * AWAY_MS) },
];
