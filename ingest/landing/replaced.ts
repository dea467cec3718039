/**
 * What an import replaces is kept before its rows are written, so that it can be undone whenever it was broken off. A
 * row that replaces one of its own import, or that loses against what is stored, keeps nothing.
 */
import { importRowsTable, type ReplacedRow } from '../../sql/tables/imports.ts';
import type { Writer } from '../../sql/writer.ts';
import type { BarRow, EventRow, NewsRow } from '../contract/index.ts';
import { keyOf, outranks, type StoredRow, type StoredRows } from './stored.ts';

export interface Replacing {
  readonly row: EventRow;
  /** An undo puts it back. */
  readonly restores: boolean;
}

/** The row's key in `import_rows`: as text in the order of the keys themselves. */
export function replacedKey(row: Pick<BarRow, 'table' | 'minute'> | Pick<NewsRow, 'table' | 'id'>): string {
  return row.table === 'bars' ? String(row.minute).padStart(10, '0') : row.id;
}

/** `before`: the stored rows by their keys; it moves on with each row. */
export async function keepReplaced(writer: Writer, rows: readonly Replacing[], before: StoredRows): Promise<void> {
  const replaced: ReplacedRow[] = [];
  for (const { row, restores } of rows) {
    if (row.table !== 'bars' && row.table !== 'events_sentiment' && row.table !== 'events_sentiment_crypto') continue;
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
  await writer.insertRows('market.import_rows', importRowsTable.columns, replaced.map(importRowsTable.toRow));
}

/** The values by the contract's names, without the identity; of a bar also without its class, which is the symbol's. */
function priorOf(table: 'bars' | NewsRow['table'], known: StoredRow): object {
  const source = known.source ?? '';
  if (known.deleted) return { deleted: true, source };
  if (table === 'bars') {
    const { open, high, low, close, volume } = known as StoredRow & BarRow;
    return { open, high, low, close, volume, source };
  }
  const { assetClass, eventMs, title, headline, direction, impactScore, provider, url } = known as StoredRow & NewsRow;
  return {
    ...{ asset_class: assetClass, event_timestamp: eventMs, title, headline, direction },
    ...{ impact_score: impactScore, provider, url, source },
  };
}
