/** Which rows of a pushed batch are worth writing: a row equal to the stored one in every value is a duplicate. */

import { grouped } from '../../lib/collections.ts';
import type { Writer } from '../../sql/writer.ts';
import { type BarRow, type EventRow, isBar, isBarTable, type LandingTable } from '../contract/events.ts';
import { equalValues, keyOf, outranks, type StoredEvent, type StoredRow, type StoredRows } from './stored.ts';
import { type ClaimedRows, importClaimsTable, importRowsTable, type ReplacedRow } from './tables.ts';

/**
 * - `write`: it changes something;
 * - `skip`: the store has it already, or it lost against a higher revision before it came;
 * - `rewrite`: equal to what is stored but of a higher revision, put back by an undo, or of no import where the stored
 *   row is of one. It is a duplicate for whoever counts, yet must be written: a revision between the two that comes later
 *   has to lose, what an undo puts back is of the undone import no more, and what came without an import stays when the
 *   import is undone that had brought it, too.
 */
export type Verdict = 'write' | 'skip' | 'rewrite';

function judge(row: EventRow, stored: StoredRow | undefined, restores: boolean): Verdict {
  if (!stored) return 'write';
  if (row.revised && row.version < stored.version) return 'skip';
  if (!equalValues(row, stored)) return 'write';
  return restores || (row.revised && row.version > stored.version) || (stored.importId && !row.importId)
    ? 'rewrite'
    : 'skip';
}

/** A row that is stored already, as another import had brought it. */
export interface Claim {
  readonly row: EventRow;
  /** Index of the row. */
  readonly index: number;
  readonly base: string;
}

/** The claim of a row that need not be written, if it makes one. */
function claimOf(row: EventRow, index: number, known: StoredRow | undefined): Claim[] {
  if (!row.importId || !known?.importId || known.importId === row.importId || !equalValues(row, known)) return [];
  return [{ row, index, base: known.importId }];
}

/** A row without a revision comes after what is stored, whatever the clock that gave its version has said. */
function follows(row: EventRow, known: StoredRow | undefined): StoredRow {
  if (!known || row.revised || outranks(row, known)) return row;
  const { version, partition, offset } = known;
  return { ...row, version, partition, offset: offset + 1 };
}

/**
 * Verdicts of rows in their order of arrival; `stored` moves on with each row that is written.
 * @param restores whether a row, by its index, is put back by an undo
 * @param claims gets those that the rows make
 */
export function judgeAll(
  rows: readonly EventRow[],
  keys: readonly string[],
  stored: StoredRows,
  restores: (index: number) => boolean | undefined = () => false,
  claims: Claim[] = [],
): Verdict[] {
  return rows.map((row, i) => {
    const known = stored.get(keys[i]);
    const verdict = judge(row, known, restores(i) === true);
    if (verdict === 'skip') claims.push(...claimOf(row, i, known));
    const written = follows(row, known);
    if (verdict !== 'skip' && (!known || outranks(written, known))) stored.set(keys[i], written);
    return verdict;
  });
}

/**
 * Who else brought a row. A row that an import finds stored as another import had brought it is not written again: that
 * it came from both is kept as a claim, and the row stays until both are undone (see ../import-undo.ts). Claims cost
 * next to nothing where a file comes again as a whole: the bars of a session are one row.
 */
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

/**
 * What an import replaces is kept before its rows are written, so that it can be undone whenever it was broken off. A
 * row that replaces one of its own import, or that loses against what is stored, keeps nothing.
 */
export interface Replacing {
  readonly row: EventRow;
  /** An undo puts it back. */
  readonly restores: boolean;
}

/** The row's key in `import_rows`: as text in the order of the keys themselves. */
export function replacedKey(row: EventRow): string {
  return isBar(row) ? String(row.minute).padStart(10, '0') : row.id;
}

/** `before`: the stored rows by their keys; it moves on with each row. */
export async function keepReplaced(writer: Writer, rows: readonly Replacing[], before: StoredRows): Promise<void> {
  // Where nothing is stored, rows of one import can only replace each other.
  if (before.size === 0 && rows.every(({ row }) => row.importId === rows[0].row.importId)) return;
  const replaced: ReplacedRow[] = [];
  for (const { row, restores } of rows) {
    const key = keyOf(row);
    const known = before.get(key);
    if (known && !outranks(row, known)) continue;
    before.set(key, row);
    if (!known || !row.importId || restores || known.importId === row.importId) continue;
    replaced.push({
      importId: row.importId,
      landingTable: row.table,
      symbol: row.symbol,
      key: replacedKey(row),
      prior: JSON.stringify(priorOf(row.table, known)),
      priorImport: known.importId ?? '',
    });
  }
  if (replaced.length === 0) return;
  await importRowsTable.insert(writer, replaced);
}

/** The values by the contract's names, without the identity; of a bar also without its class, which is the symbol's. */
function priorOf(table: LandingTable, known: StoredRow): object {
  const source = known.source ?? '';
  if (known.deleted) return { deleted: true, source };
  if (isBarTable(table)) {
    const { open, high, low, close, volume } = known as StoredRow & BarRow;
    return { open, high, low, close, volume, source };
  }
  return { ...(known as StoredEvent).values, source };
}
