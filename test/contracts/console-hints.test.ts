/** The hints that a statistic gives to the console name fields that it has. */
import { expect, it } from 'vitest';
import { loadStatistics } from '../../compute/statistics/registry.ts';

const statistics = await loadStatistics();

it.each(statistics.map((one) => [one.name, one] as const))('the console’s hints of %s are of its fields', (_, one) => {
  const { headline = {}, picture, outcome, group } = one.console ?? {};
  expect(group).toBeDefined();
  const documented = one.summary.fields.map(({ name, unit }) => ({
    unit,
    path: new RegExp(`^${name.replaceAll('.', '\\.').replaceAll('*', '.+')}$`),
  }));
  const unitsOf = (path: string) => documented.filter((field) => field.path.test(path)).map(({ unit }) => unit);
  const paths = Object.keys(headline);
  expect(paths.length).toBeLessThanOrEqual(5);
  for (const path of paths) expect([path, unitsOf(path)]).toEqual([path, expect.arrayContaining(['pct'])]);
  const starts = one.summary.fields.map(({ name }) => name).filter((name) => picture && name.startsWith(`${picture}.`));
  if (picture) expect([picture, starts.length > 0]).toEqual([picture, true]);
  if (outcome) expect(one.fields.map(({ name }) => name)).toContain(outcome);
});
