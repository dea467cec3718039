/**
 * The Python client's own tests, run by pytest against the running API: each is a test here. And its types, by mypy.
 * The interpreter with its packages comes from scripts/test-setup.sh.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFile } from '../../lib/paths.ts';
import { clientPython } from './interpreter.ts';
import { startService } from './service.ts';

const folder = projectFile('clients', 'python');
const python = clientPython();

interface Ran {
  readonly code: number;
  readonly said: string;
}

function run(args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  const { PATH, HOME, TMPDIR } = process.env;
  const environment = { PATH, HOME, TMPDIR, PYTHONDONTWRITEBYTECODE: '1', ...env };
  return new Promise((resolve) => {
    const options = { cwd: folder, env: environment, timeout: 300_000, maxBuffer: 2 ** 24 };
    execFile(python, ['-m', ...args], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), said: stdout + stderr });
    });
  });
}

interface Case {
  readonly name: string;
  /** What pytest says of it; null: it passed. */
  readonly failure: string | null;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const decoded = (text: string) =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (_, decimal, hex, name) =>
    name ? (ENTITIES[name] ?? '') : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
  );

/** Cases of pytest's JUnit report: a machine's output of a fixed shape. A skipped one counts as failed. */
function casesOf(report: string): Case[] {
  return [...report.matchAll(/<testcase classname="([^"]*)" name="([^"]*)"[^>]*?(?:\/>|>([\s\S]*?)<\/testcase>)/g)].map(
    ([, file, name, inner = '']) => ({
      name: decoded(`${file.replace(/^tests\./, '')}: ${name}`),
      failure: /<(failure|error|skipped)\b/.test(inner) ? decoded(inner) : null,
    }),
  );
}

async function pytest(): Promise<Ran & { readonly cases: Case[] }> {
  const service = await startService({ windowMs: 2_000 });
  const scratch = mkdtempSync(join(tmpdir(), 'market-stats-python-'));
  try {
    const report = join(scratch, 'report.xml');
    const ran = await run(['pytest', `--junitxml=${report}`, `--basetemp=${join(scratch, 'files')}`], {
      MARKET_STATS_URL: service.url,
      MARKET_STATS_TOKEN: service.account('pro_api', { perMinute: 1_000_000, perDay: 1_000_000 }),
      MARKET_STATS_LIMITED_TOKEN: service.account('pro_api', { perMinute: 2 }),
    });
    return { ...ran, cases: existsSync(report) ? casesOf(readFileSync(report, 'utf8')) : [] };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    await service.close();
  }
}

const [{ code, said, cases }, types] = await Promise.all([
  pytest(),
  run(['mypy', '--cache-dir', projectFile('.cache', 'mypy')]),
]);

it('pytest ran to its end', () => {
  expect(code, said).toBe(0);
  expect(cases.length).toBeGreaterThan(30);
});

it('mypy --strict finds nothing', () => {
  expect(types.code, types.said).toBe(0);
});

for (const { name, failure } of cases) it(name, () => expect(failure, failure ?? '').toBeNull());
