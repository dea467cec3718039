/**
 * Which rows are worth writing, by what is stored of their keys: a pushed row equal to the stored one in every value is a
 * duplicate. And what an import leaves for its undo: the rows that it replaces, and those that another had brought too.
 */
import { grouped } from '../../lib/collections.ts';
import type { Writer } from '../../sql/writer.ts';
import { type BarRow, type EventRow, type IdRow, isBar } from '../contract/events.ts';
import { type RetryPolicy, retryTransient } from './insert.ts';
import { type ClaimedRows, importClaimsTable, importRowsTable, type ReplacedRow, VALUE_COLUMNS } from './tables.ts';

/** A stored version of a key: rank, and values by the names of rows. A row that is written stands in for one. */
export type StoredRow = Pick<EventRow, 'version' | 'partition' | 'offset' | 'deleted' | 'importId'> & {
  readonly source?: string;
};
export type StoredBar = StoredRow & Pick<BarRow, 'open' | 'high' | 'low' | 'close' | 'volume'>;
export type StoredEvent = StoredRow & Pick<IdRow, 'values'>;

/** The winning versions by key. */
export type StoredRows = Map<string, StoredRow>;

export function keyOf(row: EventRow): string {
  return `${row.symbol} ${isBar(row) ? row.minute : row.id}`;
}

/** True where a reader could not tell the two apart. */
function equalValues(row: EventRow, stored: StoredRow): boolean {
  if (row.deleted || stored.deleted) return row.deleted === stored.deleted;
  if (isBar(row)) {
    const { open, high, low, close, volume } = stored as StoredBar;
    return row.open === open && row.high === high && row.low === low && row.close === close && row.volume === volume;
  }
  const { values } = stored as StoredEvent;
  return VALUE_COLUMNS[row.table].every((name) => row.values[name] === values[name]);
}

type Rank = Pick<StoredRow, 'version' | 'partition' | 'offset'>;

/** The total order of versions: version, then partition, then offset. */
export function outranks(a: Rank, b: Rank): boolean {
  if (a.version !== b.version) return a.version > b.version;
  if (a.partition !== b.partition) return a.partition > b.partition;
  return a.offset > b.offset;
}

export function keepLatest(rows: StoredRows, key: string, row: StoredRow): void {
  const known = rows.get(key);
  if (!known || outranks(row, known)) rows.set(key, row);
}

/**
 * - `write`: it changes something;
 * - `skip`: the store has it already;
 * - `lost`: its revision is below the stored one, whose values are others. It counts as a duplicate and is not written, and
 *   an import says so: an undo may have had to take a revision of its own (see ../files/undo.ts);
 * - `rewrite`: equal to what is stored but of a higher revision, put back by an undo, or of no import where the stored
 *   row is of one. It counts as a duplicate, yet must be written: a revision between the two that comes later
 *   has to lose, what an undo puts back is of the undone import no more, and what came without an import stays when the
 *   import is undone that had brought it, too.
 */
export type Verdict = 'write' | 'skip' | 'lost' | 'rewrite';

export const isWritten = (verdict: Verdict) => verdict === 'write' || verdict === 'rewrite';

/** A row that is stored already, as another import had brought it. */
export interface Claim {
  readonly row: EventRow;
  readonly index: number;
  readonly base: string;
}

/** A row without a revision comes after what is stored, whatever the clock that gave its version has said. */
function follows(row: EventRow, known: StoredRow | undefined): StoredRow {
  if (!known || row.revised || outranks(row, known)) return row;
  const { version, partition, offset } = known;
  return { ...row, version, partition, offset: offset + 1 };
}

/**
 * In order of arrival; `stored` moves on with each. `always`: by index, whether a row is written though it equals what is
 * stored, as one that an undo puts back. `claims` gets what they claim.
 */
export function judgeAll(
  rows: readonly EventRow[],
  keys: readonly string[],
  stored: StoredRows,
  always: (index: number) => boolean | undefined,
  claims: Claim[],
): Verdict[] {
  return rows.map((row, index) => {
    const known = stored.get(keys[index]);
    const isEqual = known !== undefined && equalValues(row, known);
    const lost = known !== undefined && row.revised && row.version < known.version;
    const isLater =
      known !== undefined &&
      (always(index) || (row.revised && row.version > known.version) || (known.importId && !row.importId));
    const changes = lost ? 'lost' : 'write';
    const verdict = !isEqual ? changes : isLater && !lost ? 'rewrite' : 'skip';
    if (isWritten(verdict)) keepLatest(stored, keys[index], follows(row, known));
    else if (isEqual && row.importId && known.importId && known.importId !== row.importId)
      claims.push({ row, index, base: known.importId });
    return verdict;
  });
}

export interface Selection {
  readonly rows: readonly EventRow[];
  readonly keys: readonly string[];
  readonly stored: StoredRows;
  /** Whether an undo puts a row back, by index. */
  readonly restores: (index: number) => boolean;
  /** Whether a row is written whatever is stored, by index. */
  readonly always?: (index: number) => boolean;
  readonly skipDuplicates: boolean;
  readonly imported: boolean;
}

/** What becomes of each row; keeps what imports claim and replace. */
export async function select(writer: Writer, of: Selection, policy: RetryPolicy): Promise<Verdict[]> {
  const { rows, keys, stored, restores, always, skipDuplicates, imported } = of;
  const before = imported ? new Map(stored) : null;
  const claims: Claim[] = [];
  const verdicts: Verdict[] = skipDuplicates
    ? judgeAll(rows, keys, stored, (i) => restores(i) || always?.(i), claims)
    : rows.map(() => 'write');
  await retryTransient(() => writeClaims(writer, claims), policy);
  if (before) {
    const replaced = rows.flatMap((row, i) =>
      isWritten(verdicts[i]) ? replacedBy(row, keys[i], restores(i), before) : [],
    );
    if (replaced.length > 0) await retryTransient(() => importRowsTable.insert(writer, replaced), policy);
  }
  return verdicts;
}

/** The row's key in `import_rows`: as text in the order of the keys themselves. */
const importKey = (row: EventRow): string => (isBar(row) ? barKey(row.minute) : row.id);
const barKey = (minute: number) => String(minute).padStart(10, '0');

/**
 * Who else brought a row. A row that an import finds stored as another import had brought it is not written again: that
 * it came from both is kept as a claim, and the row stays until both are undone (see ../files/undo.ts). Claims cost
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
    for (const { first, last, step } of stepsOf(minutes))
      rows.push({ ...of, first: barKey(first), last: barKey(last), step });
    const ids = new Set(list.flatMap((claim) => (isBar(claim.row) ? [] : [claim.row.id])));
    for (const id of ids) rows.push({ ...of, first: id, last: id, step: 0 });
  }
  await importClaimsTable.insert(writer, rows);
}

/** Minutes as runs of equal steps. */
export function stepsOf(minutes: readonly number[]): { first: number; last: number; step: number }[] {
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
 *
 * @param before the stored rows by their keys; it moves on with each row
 */
function replacedBy(row: EventRow, key: string, restores: boolean, before: StoredRows): ReplacedRow[] {
  const { table: landingTable, symbol, importId } = row;
  const known = before.get(key);
  if (known && !outranks(row, known)) return [];
  before.set(key, row);
  if (!known || !importId || restores || known.importId === importId) return [];
  const prior = JSON.stringify(priorOf(row, known));
  return [{ importId, landingTable, symbol, key: importKey(row), prior, priorImport: known.importId ?? '' }];
}

/** The values by the contract's names, without the identity; of a bar also without its class, which is the symbol's. */
function priorOf(row: EventRow, known: StoredRow): object {
  const source = known.source ?? '';
  if (known.deleted) return { deleted: true, source };
  if (!isBar(row)) return { ...(known as StoredEvent).values, source };
  const { open, high, low, close, volume } = known as StoredBar;
  return { open, high, low, close, volume, source };
}
