/**
 * Definition numbers: a build computes each statistic by one, and a store never goes back to a lower one. So a build
 * notes its numbers before it writes, and one that finds a higher number than its own is refused, as with migrations.
 */
import type { Store } from '../../../sql/connect.ts';
import { StoreError } from '../../../sql/errors.ts';
import { NOTES } from '../../../sql/migrate.ts';
import type { Statistic } from '../../statistics/statistic.ts';
import { SESSIONS, SESSIONS_DEFINITION } from './schema.ts';

/** Definition number by statistic, sessions too. */
export type Definitions = ReadonlyMap<string, number>;

const GROUP = 'definitions';

export function definitionsOf(statistics: readonly Statistic[]): Definitions {
  return new Map([[SESSIONS, SESSIONS_DEFINITION], ...statistics.map((s) => [s.name, s.definitionNumber] as const)]);
}

/** Statistics of which `found` has a higher number than `own`. */
export function newerThan(own: Definitions, found: Definitions): string[] {
  return [...found].filter(([name, number]) => number > (own.get(name) ?? number)).map(([name]) => name);
}

export function refuseNewer(own: Definitions, found: Definitions, where: string): void {
  const newer = newerThan(own, found);
  if (newer.length === 0) return;
  const list = newer.map((name) => `${name} has definition ${found.get(name)}, here ${own.get(name)}`).join('; ');
  throw new StoreError(
    `${where} is newer than this program (${list}): start the newer program; records do not go back to an older definition`,
    { kind: 'fatal' },
  );
}

/** After the migrations, before anything is computed. @throws a fatal StoreError for a store of higher definitions */
export async function admitDefinitions({ writer }: Store, own: Definitions): Promise<void> {
  const rows = await writer.query<{ name: string; number: number }>(
    `SELECT name, max(number) AS number FROM ${NOTES} WHERE group = {group:String} GROUP BY name`,
    { group: GROUP },
  );
  const noted = new Map(rows.map(({ name, number }) => [name, number]));
  refuseNewer(own, noted, 'the store');
  const at = new Date().toISOString().replace('T', ' ').replace('Z', '');
  const raised = [...own].filter(([name, number]) => number > (noted.get(name) ?? 0));
  await writer.insertRows(
    NOTES,
    ['group', 'number', 'name', 'checksum', 'attempt', 'state', 'applied_at'],
    raised.map(([name, number]) => [GROUP, number, name, '', '', 'applied', at]),
  );
}
