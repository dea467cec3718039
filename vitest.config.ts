import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Drawn again for each run, so that runs look at different cases; set it to repeat one.
process.env['PROPERTY_SEED'] ??= String(Date.now() % 2 ** 31);
console.info(`properties run with PROPERTY_SEED=${process.env['PROPERTY_SEED']}`);

/** What starts programs and servers takes minutes, most of them waiting: it begins first, beside what computes. */
const SLOW = /\/test\/(servers|kafka|model|e2e|soak|operators|builds)|collectors\/contract\.test/;

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

export default defineConfig({
  test: {
    include: ['{lib,sql,ingest,compute,api,cli,programs,demo,dev,console,clients,test,bench}/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    globalSetup: ['./test/support/templates.ts'],
    // Each file opens an engine of its own: one data directory a process.
    setupFiles: ['./test/support/property-seed.ts'],
    reporters: ['default', './test/support/plain-count.ts'],
    pool: 'forks',
    // Twice CI's two cores: half of the time of what starts programs and servers passes in waiting.
    maxWorkers: 4,
    sequence: { sequencer: SlowFirst },
    testTimeout: 120_000,
    hookTimeout: 240_000,
    // A test that fails once on a busy machine is tried again there, and vitest says so.
    retry: process.env['CI'] ? 1 : 0,
  },
});
