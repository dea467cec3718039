/** The registry's table. */
import { isoDate } from '../lib/days.ts';
import type { AssetClass } from '../lib/symbol.ts';
import { createBarsView, dropBarsView, viewsOf } from '../sql/bars-view.ts';
import type { Store } from '../sql/connect.ts';
import type { Params } from '../sql/text.ts';

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

/** Makes the views, then stores the entries; answers them as they are stored: without a view where another symbol has it. */
export async function writeEntries({ writer }: Store, entries: readonly Entry[]): Promise<readonly Entry[]> {
  for (const { symbol, viewName } of entries) if (viewName) await createBarsView(writer, symbol, viewName);
  await insertEntries(writer, entries);
  const others = await ensureViews(writer, entries);
  if (others.size === 0) return entries;
  const stored = entries.map((entry) =>
    others.has(entry.symbol) ? { ...entry, viewName: '', version: entry.version + 1 } : entry,
  );
  await insertEntries(
    writer,
    stored.filter(({ symbol }) => others.has(symbol)),
  );
  return stored;
}

async function insertEntries(writer: Store['writer'], entries: readonly Entry[], deleted = false): Promise<void> {
  await writer.insertRows(
    'market.symbols',
    COLUMNS,
    entries.map((entry) => cells(entry, deleted)),
  );
}

/**
 * Who stores an entry looks for its view afterwards, and who drops a view looks for entries afterwards: one of the two
 * sees what the other has done in between. Of two processes that give symbols of their own the same name at once the one
 * that made the view has it. Answers the symbols whose view is another one's.
 */
async function ensureViews(writer: Store['writer'], entries: readonly Viewed[]): Promise<Set<string>> {
  const others = new Set<string>();
  const named = entries.filter(({ viewName }) => viewName !== '');
  if (named.length === 0) return others;
  const names = named.map(({ viewName }) => viewName);
  const views = await viewsOf(writer, names);
  const wrong = named.filter(({ symbol, viewName }) => !views.get(viewName)?.(symbol));
  if (wrong.length === 0) return others;
  const claims = await registered(writer, 'view_name IN {names:Array(String)}', { names });
  for (const { symbol, viewName } of wrong) {
    const shows = views.get(viewName);
    if (shows && claims.some((one) => one.viewName === viewName && shows(one.symbol))) {
      others.add(symbol);
      continue;
    }
    // Of a process that was killed before it stored its entry.
    if (shows) await dropBarsView(writer, viewName);
    await createBarsView(writer, symbol, viewName);
  }
  return others;
}

/** Of symbols whose views were dropped and that another process has registered meanwhile: makes the views again. */
export async function keepViews({ writer }: Store, symbols: readonly string[]): Promise<void> {
  await ensureViews(writer, await registered(writer, 'symbol IN {symbols:Array(String)}', { symbols }));
}

/** Makes the views that are missing: of processes that were killed between an entry and the look for its view. */
export async function restoreViews({ writer }: Store): Promise<void> {
  const missing = "view_name NOT IN (SELECT name FROM system.tables WHERE database = 'market')";
  await ensureViews(writer, await registered(writer, missing, {}));
}

function registered(writer: Store['writer'], condition: string, params: Params): Promise<Viewed[]> {
  return writer.query<Viewed>(
    `SELECT CAST(symbol, 'String') AS symbol, view_name AS viewName FROM market.symbols FINAL
     WHERE view_name != '' AND ${condition}`,
    params,
  );
}

export const writeTombstones = ({ writer }: Store, entries: readonly Entry[]) => insertEntries(writer, entries, true);
