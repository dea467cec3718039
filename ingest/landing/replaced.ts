/**
 * What an import replaces is kept before its rows are written, so that it can be undone whenever it was broken off. A
 * row that replaces one of its own import, or that loses against what is stored, keeps nothing.
 */

import type { Writer } from '../../sql/writer.ts';
import { type BarRow, type EventRow, isBar, isBarTable, type LandingTable } from '../contract/index.ts';
import { importRowsTable, type ReplacedRow } from './import-tables.ts';
import { keyOf, outranks, type StoredEvent, type StoredRow, type StoredRows } from './stored.ts';

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
