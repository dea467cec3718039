import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Fixed, so that a red run is red by what changed; `npm run test:long` draws another each time.
process.env['PROPERTY_SEED'] ??= '20261123';
console.info(`properties run with PROPERTY_SEED=${process.env['PROPERTY_SEED']}`);

/** What takes minutes begins first. */
const SLOW = [/\/test\/(servers|kafka|model|e2e|soak|console|operators|builds)|collectors\/contract\.test/, /./];

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => SLOW.findIndex((slow) => slow.test(moduleId));
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

const FOLDERS = 'lib,exchange,sql,ingest,compute,api,operations,cli,programs,demo,dev,console,clients,test,bench'.split(
  ',',
);
const ALL = `{${FOLDERS.join(',')}}/**/*.test.ts`;
/** What needs a server, a browser or another language: by its folder, or by its name. */
const SYSTEM = ['test/{kafka,servers,e2e,console,soak,model}/**/*.test.ts', '**/*.system.test.ts'];
/** What needs an hour to say something, and kills at random. */
const LONG = '**/*.long.test.ts';

/**
 * More than the two cores: what starts programs and servers waits for part of its time. The projects take the number from
 * here and not from the command line, so this file reads the command line.
 */
const { values } = parseArgs({ options: { maxWorkers: { type: 'string' } }, strict: false });
const WORKERS = Number(values.maxWorkers ?? 3);

/** Test files with this in their text. */
const mentioning = (words: RegExp) =>
  FOLDERS.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((at) => `${folder}/${at}`))
    .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules'))
    .filter((path) => words.test(readFileSync(path, 'utf8')));

const isAsked = (project: string) => process.argv.includes(`--project=${project}`);

export default defineConfig({
  test: {
    exclude: ['**/node_modules/**'],
    globalSetup: ['./test/support/run.ts'],
    // Files open engines of their own: one data directory a process at a time.
    setupFiles: ['./test/support/property-seed.ts'],
    reporters: ['default', './test/support/plain-count.ts'],
    pool: 'forks',
    // What takes more than two seconds on a quiet machine says how long it may take: ten times that.
    testTimeout: 20_000,
    hookTimeout: 120_000,
    maxWorkers: WORKERS,
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [ALL],
          exclude: [...SYSTEM, LONG, '**/node_modules/**'],
          // Files that run one after another share a process, and what it has read: each would take a second to read it again.
          isolate: false,
          env: { TEST_STORE: 'embedded' },
        },
      },
      // Contracts of the store, too: a server over HTTP keeps them as well as the engine in process does.
      {
        extends: true,
        test: {
          name: 'system',
          // Programs and servers start.
          testTimeout: 120_000,
          hookTimeout: 240_000,
          // A page, or a program, is as late as the machine is slow.
          expect: { poll: { timeout: 30_000 } },
          include: [...SYSTEM, ...mentioning(/\bBACKENDS\b/)],
          exclude: [LONG, '**/node_modules/**'],
          env: { TEST_STORE: 'server' },
        },
      },
      // Only where it is asked for: its files are in the other two.
      ...(isAsked('long')
        ? [
            {
              extends: true as const,
              test: {
                name: 'long',
                include: [LONG, ...mentioning(/fast-check|propertySeed|property-seed|naive\.ts/)],
                exclude: ['**/node_modules/**'],
                env: { PROPERTY_TIMES: '4' },
                testTimeout: 3_600_000,
              },
            },
          ]
        : []),
    ],
  },
});
