import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { projectFile } from '../../lib/paths.ts';

interface Entry {
  readonly license?: string;
  readonly dev?: boolean;
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

const { packages } = JSON.parse(readFileSync(projectFile('package-lock.json'), 'utf8')) as {
  packages: Record<string, Entry>;
};
const entries = Object.entries(packages).filter(([path]) => path !== '');

/** Is what servers and CI install: Linux on x64 with glibc. */
function isInstalledHere({ os, cpu, libc }: Entry): boolean {
  const fits = (allowed: readonly string[] | undefined, own: string) => !allowed || allowed.includes(own);
  return fits(os, 'linux') && fits(cpu, 'x64') && fits(libc, 'glibc');
}

it('every package that is installed on Linux has a checksum', () => {
  const without = entries.filter(([, entry]) => !/^sha512-/.test(entry.integrity ?? ''));
  expect(without.filter(([, entry]) => isInstalledHere(entry)).map(([path]) => path)).toEqual([]);
  expect(entries.filter(([, entry]) => entry.integrity && isInstalledHere(entry)).length).toBeGreaterThan(300);
});

it('no further package of another platform lacks one', () => {
  // Their checksums could not be had when the file was written: scripts/lockfile-integrity.mjs adds them.
  const without = entries.filter(([, entry]) => !entry.integrity);
  for (const [path, entry] of without) {
    expect(path).toMatch(/^node_modules\/@chdb\/lib-/);
    expect(entry.optional).toBe(true);
  }
  expect(without.length).toBeLessThanOrEqual(3);
});

it('names no registry', () => {
  expect(entries.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
});

/** Without conditions on who uses the service. What only tests and builds need may have others of these. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'Unlicense',
  '(AFL-2.1 OR BSD-3-Clause)',
]);
const BUILD_ALONE = new Set([
  'CC0-1.0',
  '(MIT AND Zlib)',
  '(MIT OR CC0-1.0)',
  'MIT OR Apache-2.0',
  'MPL-2.0',
  'Python-2.0',
]);
/** The lockfile has no licence of these: theirs is in their repositories. */
const READ_BY_HAND: Readonly<Record<string, string>> = {
  '@chdb/lib-darwin-arm64': 'Apache-2.0',
  '@chdb/lib-darwin-x64': 'Apache-2.0',
  '@chdb/lib-linux-arm64-gnu': 'Apache-2.0',
  buildcheck: 'MIT',
  'cpu-features': 'MIT',
  neverpanic: 'MIT',
  reserved: 'MIT',
  ssh2: 'MIT',
};

it('the packages have licences that allow any use', () => {
  const refused = entries.flatMap(([path, { license, dev }]) => {
    const known = license ?? READ_BY_HAND[path.replace(/^.*node_modules\//, '')] ?? 'none';
    return PERMISSIVE.has(known) || (dev && BUILD_ALONE.has(known)) ? [] : [[path, known]];
  });
  expect(refused).toEqual([]);
});
