/** What `npm run new:statistic` and `new:collector` write passes the suites of its kind as it is: in a copy of the sources. */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectFile } from '../lib/paths.ts';

const run = promisify(execFile);
/** Beside the checkout's node_modules, which tools look for upwards. */
const copy = projectFile('.cache', `new-${process.pid}`);
/** Where tests look for real data: beside the checkout. */
const shared = projectFile('.cache', 'shared');

beforeAll(() => {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: projectFile(),
    encoding: 'utf8',
    maxBuffer: 2 ** 24,
  }).split('\0');
  for (const file of files.filter((name) => /\.(ts|tsx|json|txt|sql|sh|yml|cjs)$|^docs\/|^\.gitignore$/.test(name))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(projectFile(file), join(copy, file));
  }
  symlinkSync(projectFile('node_modules'), join(copy, 'node_modules'));
  // An interrupted run may have left it.
  rmSync(shared, { force: true });
  symlinkSync(join(projectFile(), '..', 'shared'), shared);
});
afterAll(() => {
  rmSync(copy, { recursive: true, force: true });
  rmSync(shared, { force: true });
});

const npx = (...args: string[]) =>
  run(join('node_modules', '.bin', args[0]), args.slice(1), {
    cwd: copy,
    env: { ...process.env, PROPERTY_RUNS: '5', TEST_COUNTS: '' },
    maxBuffer: 2 ** 26,
  });
const tests = (...args: string[]) => npx('vitest', 'run', '--project=unit', '--maxWorkers=1', ...args);

it('a statistic and a collector', { timeout: 1_200_000 }, async () => {
  await npx('tsx', 'scripts/new.ts', 'statistic', 'example');
  await npx('tsx', 'scripts/new.ts', 'collector', 'acme');
  // What they wrote, and what it imports: the rest is as it was.
  const include = ['compute/statistics/example', 'ingest/collectors/kinds.ts', 'test/support/vendors/all.ts'];
  writeFileSync(join(copy, 'tsconfig.new.json'), JSON.stringify({ extends: './tsconfig.json', include }));
  await npx('tsc', '-p', 'tsconfig.new.json', '--noEmit');
  await npx('biome', 'check', 'compute/statistics/example', 'ingest/collectors', 'test/support/vendors');
  const { stdout } = await tests(
    'compute/statistics/example',
    'ingest/collectors/contract.test.ts',
    'test/contracts/modules.test.ts',
    '-t',
    'acme|example',
  );
  expect(stdout).toMatch(/\n[1-9]\d passed, 0 failed/);
  await expect(npx('tsx', 'scripts/new.ts', 'statistic', 'example')).rejects.toThrow(/example is taken/);
});
