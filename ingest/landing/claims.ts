/**
 * Who else brought a row. A row that an import finds stored as another import had brought it is not written again: that
 * it came from both is kept as a claim, and the row stays until both are undone (see ../import-undo.ts). Claims cost
 * next to nothing where a file comes again as a whole: the bars of a session are one row.
 */
import { grouped } from '../../lib/collections.ts';
import type { Writer } from '../../sql/writer.ts';
import { isBar } from '../contract/index.ts';
import { type ClaimedRows, importClaimsTable } from './import-tables.ts';
import { replacedKey } from './replaced.ts';
import type { Claim } from './select.ts';

export async function writeClaims(writer: Writer, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return;
  const rows: ClaimedRows[] = [];
  const ofOne = ({ row, base }: Claim) => [row.importId, row.table, row.symbol, base].join(' ');
  for (const list of grouped(claims, ofOne).values()) {
    const { row, base } = list[0];
    const of = { importId: row.importId!, landingTable: row.table, symbol: row.symbol, baseImport: base };
    const minutes = list.flatMap((claim) => (isBar(claim.row) ? [claim.row.minute] : []));
    for (const { first, last, step } of runsOf(minutes))
      rows.push({ ...of, first: barKey(first), last: barKey(last), step });
    const ids = new Set(list.flatMap((claim) => (isBar(claim.row) ? [] : [replacedKey(claim.row)])));
    for (const id of ids) rows.push({ ...of, first: id, last: id, step: 0 });
  }
  await importClaimsTable.insert(writer, rows);
}

const KEY_DIGITS = 10;
const barKey = (minute: number) => String(minute).padStart(KEY_DIGITS, '0');

/** Minutes as runs of equal steps. */
export function runsOf(minutes: readonly number[]): { first: number; last: number; step: number }[] {
  const runs: { first: number; last: number; step: number }[] = [];
  for (const minute of [...new Set(minutes)].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && (run.step === 0 || minute - run.last === run.step)) {
      run.step = minute - run.last;
      run.last = minute;
    } else runs.push({ first: minute, last: minute, step: 0 });
  }
  return runs;
}
