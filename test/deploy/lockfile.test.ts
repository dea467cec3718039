import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { projectFile } from '../../lib/paths.ts';

interface Entry {
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
