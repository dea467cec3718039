import { defineConfig } from 'vitest/config';

// Drawn anew for each run, so that runs look at different cases; set it to repeat one.
process.env['PROPERTY_SEED'] ??= String(Date.now() % 2 ** 31);
console.info(`properties run with PROPERTY_SEED=${process.env['PROPERTY_SEED']}`);

export default defineConfig({
  test: {
    include: ['{lib,sql,ingest,compute,api,cli,programs,demo,dev,console,clients,test,bench}/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    // Each file opens an engine of its own: one data directory a process.
    setupFiles: ['./test/support/property-seed.ts'],
    reporters: ['default', './test/support/plain-count.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 240_000,
    // A test that fails once on a busy machine is tried again there, and vitest says so.
    retry: process.env['CI'] ? 1 : 0,
  },
});
