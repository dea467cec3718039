/** Every property of a run draws from one seed: PROPERTY_SEED, which vitest.config.ts draws for each run and prints. */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['PROPERTY_SEED']) });
