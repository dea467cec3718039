/** The short form of `npm run soak`: one round of each of the worst, with a seed that is printed. */
import { expect, test } from 'vitest';
import { missingForKafka } from '../../dev/kafka/kafka.ts';
import { ensureBuilt } from '../support/programs.ts';
import { soak } from './soak.ts';

const missing = missingForKafka();
if (missing && process.env['CI'] === 'true') throw new Error(missing);

const SEED = Number(process.env['PROPERTY_SEED'] ?? Date.now()) % 100_000;

test.skipIf(missing)(
  `kills, restarts and rebalances lose nothing and count nothing twice (seed ${SEED})`,
  async () => {
    ensureBuilt();
    const faults = ['ingest and compute: kill -9 together', 'store: kill -9', 'broker: kill -9'];
    const { rounds, control } = await soak({ rounds: faults.length, seed: SEED, eventsARound: 2_000, faults });
    for (const { missing, surplus, differingTables, fault } of rounds) {
      expect({ fault, missing, surplus, differingTables }).toEqual({
        fault,
        missing: [],
        surplus: [],
        differingTables: [],
      });
    }
    // The oracles can tell: what is taken out by hand is found.
    expect(control.missing).toEqual([expect.stringContaining(control.removed)]);
    expect(control.differingTables).toContainEqual(expect.stringContaining('stat_trend'));
  },
  600_000,
);
