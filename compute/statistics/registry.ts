/** Finds the statistics: every folder beside this file with an `index` is one. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Statistic } from './statistic.ts';

let loading: Promise<readonly Statistic[]> | undefined;

export function loadStatistics(): Promise<readonly Statistic[]> {
  loading ??= load();
  return loading;
}

async function load(): Promise<readonly Statistic[]> {
  const here = fileURLToPath(import.meta.url);
  const index = `index${extname(here)}`;
  const folders = readdirSync(dirname(here), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(dirname(here), entry.name, index)))
    .map((entry) => entry.name)
    .sort();
  return Promise.all(
    folders.map(async (name) => {
      const module = await import(pathToFileURL(join(dirname(here), name, index)).href);
      const statistic = module.default as Statistic;
      if (statistic?.name !== name)
        throw new Error(`compute/statistics/${name} does not export the statistic '${name}'`);
      return statistic;
    }),
  );
}
