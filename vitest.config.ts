import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{lib,sql,ingest,compute,api,cli,programs,demo,dev,console,test,bench}/**/*.test.ts'],
    // Each file opens an engine of its own: one data directory a process.
    reporters: ['default', './test/support/plain-count.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
