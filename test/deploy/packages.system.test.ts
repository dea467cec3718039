/** What would be published: complete, small, of known licences. Nothing is uploaded. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { projectFile } from '../../lib/paths.ts';

const run = promisify(execFile);
const json = (...path: string[]) => JSON.parse(readFileSync(projectFile(...path), 'utf8'));

interface Packed {
  readonly version: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/** `npm publish --dry-run` packs first: the client's `prepack` builds it, the service was built by `npm ci`. */
async function packed(...folder: string[]): Promise<Packed> {
  const { stdout } = await run(
    'npm',
    ['publish', '--dry-run', '--json', ...(folder.length ? [] : ['--ignore-scripts'])],
    {
      cwd: projectFile(...folder),
      maxBuffer: 2 ** 24,
    },
  );
  const answer = JSON.parse(stdout.slice(stdout.indexOf('{')));
  return answer.files ? answer : (Object.values(answer)[0] as Packed);
}

describe('packages', () => {
  it.each([
    { folder: [], maxKb: 3_000 },
    { folder: ['clients', 'typescript'], maxKb: 150 },
    { folder: ['clients', 'mcp'], maxKb: 150 },
  ])('$folder is complete, and has no tests', { timeout: 120_000 }, async ({ folder, maxKb }) => {
    const { version, size, files } = await packed(...folder);
    const paths = files.map(({ path }) => path);
    const manifest = json(...folder, 'package.json');
    const entries = [
      ...Object.values<string>(manifest.bin ?? {}),
      ...(manifest.exports ? [manifest.exports['.'].default] : []),
    ];
    expect(paths).toEqual(expect.arrayContaining(entries.map((path) => path.replace(/^\.\//, ''))));
    expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
    expect(paths.filter((path) => /\.test\.|(^|\/)(bench|dev|test)\//.test(path))).toEqual([]);
    expect(size / 1000).toBeLessThan(maxKb);
    expect(version).toBe(json('package.json').version);
    if (folder.length > 0) return;
    const schema = readdirSync(projectFile('sql', 'schema')).map((name) => `sql/schema/${name}`);
    expect(paths).toEqual(expect.arrayContaining([...schema, 'dist/docs/scalar.js', 'dist/console/index.html']));
  });

  it('have one version, which the changelog names', () => {
    const { version } = json('package.json');
    expect(readFileSync(projectFile('clients', 'python', 'pyproject.toml'), 'utf8')).toContain(
      `version = "${version}"`,
    );
    expect(readFileSync(projectFile('CHANGELOG.md'), 'utf8')).toMatch(
      new RegExp(`^## ${version.replaceAll('.', '\\.')}\\b`, 'm'),
    );
  });
});

describe('dependencies', () => {
  /** Without conditions on who uses the service. What only tests and builds need may have others of these. */
  const PERMISSIVE = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT']);
  const BUILD_ALONE = new Set([
    'CC0-1.0',
    '(MIT AND Zlib)',
    '(MIT OR CC0-1.0)',
    'MIT OR Apache-2.0',
    'MPL-2.0',
    'Python-2.0',
    'Unlicense',
  ]);
  /** The lockfile has no licence of these: theirs is in their repositories. */
  const READ_BY_HAND: Readonly<Record<string, string>> = {
    '@chdb/lib-darwin-arm64': 'Apache-2.0',
    '@chdb/lib-darwin-x64': 'Apache-2.0',
    '@chdb/lib-linux-arm64-gnu': 'Apache-2.0',
    buildcheck: 'MIT',
    'cpu-features': 'MIT',
    reserved: 'MIT',
    ssh2: 'MIT',
  };

  it('have licences that allow any use', () => {
    const refused: unknown[] = [];
    const { packages } = json('package-lock.json');
    for (const [path, { license, dev }] of Object.entries<{ license?: string; dev?: boolean }>(packages)) {
      const known = license ?? READ_BY_HAND[path.replace(/^.*node_modules\//, '')] ?? 'none';
      if (!PERMISSIVE.has(known) && !(dev && BUILD_ALONE.has(known))) refused.push([path, known]);
    }
    expect(refused).toEqual([]);
  });
});
