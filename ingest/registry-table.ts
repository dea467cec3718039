/** The registry's table. */
import { isoDate } from '../lib/days.ts';
import type { AssetClass } from '../lib/symbol.ts';
import { createBarsView, missingViews } from '../sql/bars-view.ts';
import type { Store } from '../sql/connect.ts';

export interface Registration {
  readonly symbol: string;
  readonly assetClass: AssetClass;
  readonly intervalMin: number;
  readonly origin: 'first_bar' | 'operator';
  /** Its view for analysts; empty where an earlier symbol has the name. */
  readonly viewName: string;
  /** Who sends its bars adjusts them for splits up to this date, days since 1970; left out: they are raw. */
  readonly adjustedThrough?: number;
}

type Viewed = Pick<Registration, 'symbol' | 'viewName'>;

export interface Entry extends Registration {
  /** Epoch ms of the writer, growing for each symbol. */
  readonly version: number;
}

export interface StoredEntry extends Entry {
  readonly deleted: boolean;
}

const COLUMNS = [
  'symbol',
  'asset_class',
  'interval_min',
  'origin',
  'view_name',
  'adjusted_through',
  'version',
  'is_deleted',
];

/** Entries from a version on, the oldest first, superseded ones too. */
export async function readEntries({ reader }: Store, sinceVersion: number): Promise<StoredEntry[]> {
  const rows = await reader.query<Omit<StoredEntry, 'deleted'> & { is_deleted: number; adjusted: number }>(
    `SELECT symbol, asset_class AS assetClass, interval_min AS intervalMin, origin, view_name AS viewName, version, is_deleted,
       toInt32(adjusted_through) AS adjusted
     FROM market.symbols WHERE version >= {since:UInt64} ORDER BY version`,
    { since: sinceVersion },
  );
  return rows.map(({ is_deleted, adjusted, ...entry }) => ({
    ...entry,
    ...(adjusted > 0 ? { adjustedThrough: adjusted } : {}),
    deleted: is_deleted === 1,
  }));
}

function cells(entry: Entry, deleted: boolean) {
  const { symbol, assetClass, intervalMin, origin, viewName, adjustedThrough = 0, version } = entry;
  return [symbol, assetClass, intervalMin, origin, viewName, isoDate(adjustedThrough), version, deleted];
}

/** Makes the views, then stores the entries. */
export async function writeEntries({ writer }: Store, entries: readonly Entry[]): Promise<void> {
  for (const { symbol, viewName } of entries) if (viewName) await createBarsView(writer, symbol, viewName);
  await writer.insertRows(
    'market.symbols',
    COLUMNS,
    entries.map((entry) => cells(entry, false)),
  );
  await ensureViews(writer, entries);
}

/**
 * Who stores an entry looks for its view afterwards, and who drops a view looks for entries afterwards: one of the two
 * sees what the other has done in between.
 */
async function ensureViews(writer: Store['writer'], entries: readonly Viewed[]): Promise<void> {
  const named = entries.filter(({ viewName }) => viewName !== '');
  if (named.length === 0) return;
  const missing = await missingViews(
    writer,
    named.map(({ viewName }) => viewName),
  );
  for (const { symbol, viewName } of named) if (missing.has(viewName)) await createBarsView(writer, symbol, viewName);
}

/** Of symbols whose views were dropped and that another process has registered meanwhile: makes the views again. */
export async function keepViews({ writer }: Store, symbols: readonly string[]): Promise<void> {
  const registered = await writer.query<Viewed>(
    `SELECT CAST(symbol, 'String') AS symbol, view_name AS viewName FROM market.symbols FINAL WHERE symbol IN {symbols:Array(String)}`,
    { symbols },
  );
  await ensureViews(writer, registered);
}

export async function writeTombstones({ writer }: Store, entries: readonly Entry[]): Promise<void> {
  await writer.insertRows(
    'market.symbols',
    COLUMNS,
    entries.map((entry) => cells(entry, true)),
  );
}
