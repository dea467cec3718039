/** Every property of a run draws from one seed: PROPERTY_SEED, which vitest.config.ts draws for each run and prints. */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['PROPERTY_SEED']) });

/** How often a costly property is drawn: so often in the gate, several times that in `npm run test:long`. */
export function runs(count: number): number {
  const { PROPERTY_RUNS, PROPERTY_TIMES = 1 } = process.env;
  return Number(PROPERTY_RUNS ?? count * Number(PROPERTY_TIMES));
}
