import type { Store } from '../../../sql/connect.ts';
import { StoreError } from '../../../sql/errors.ts';
import { identifier, type Params, stringLiteral } from '../../../sql/formats/text.ts';
import type { Writer } from '../../../sql/writer.ts';
import { type SeriesRow, type SymbolRow, seriesTable, symbolsTable } from '../tables.ts';

/** Of the view of a series: each column's type, as `market.bars` has it, and what it holds. */
const VIEW_COLUMNS: Readonly<Record<string, readonly [type: string, comment: string]>> = {
  symbol: ['LowCardinality(String)', 'Canonical symbol'],
  interval: ['LowCardinality(String)', '1m to 1d'],
  ts: ["DateTime('UTC')", 'Start of the bar, UTC; it covers [ts, ts + interval)'],
  open: ['Float64', 'First price, as the source gives it (unadjusted) [price]'],
  high: ['Float64', 'Highest price [price]'],
  low: ['Float64', 'Lowest price [price]'],
  close: ['Float64', 'Last price [price]'],
  volume: ['Float64', 'Traded volume; 0 where the source has none [volume]'],
  rank: ['UInt64', 'Order of the events of a key: the higher wins'],
  source: ['LowCardinality(String)', 'Who sent it'],
  ingested_at: ["DateTime64(3, 'UTC')", 'When it was landed, UTC'],
};
const VIEW_COLUMNS_SQL = Object.entries(VIEW_COLUMNS)
  .map(([name, [type, comment]]) => `${identifier(name)} ${type} COMMENT ${stringLiteral(comment)}`)
  .join(', ');

/** The view of a symbol's base series, `market.bars_aapl`. Views bind no parameters: symbol and name are quoted. */
export function createBarsView(writer: Writer, symbol: string, viewName: string): Promise<void> {
  const base = `(SELECT interval FROM market.series_bases FINAL WHERE ${ofSymbol(symbol)})`;
  return createView(writer, viewName, `interval IN ${base} AND ${ofSymbol(symbol)}`, `the base series of ${symbol}`);
}

// One statement: a market has thousands of symbols, and each statement about the schema waits for the disk.
function createView(writer: Writer, viewName: string, condition: string, title: string): Promise<void> {
  return writer.command(`CREATE VIEW IF NOT EXISTS market.${identifier(viewName)} (${VIEW_COLUMNS_SQL}) AS
SELECT ${Object.keys(VIEW_COLUMNS).join(', ')}
FROM market.bars FINAL
WHERE ${condition}
COMMENT ${stringLiteral(`Current bars of ${title}, one row each`)}`);
}

const ofSymbol = (symbol: string) => `symbol = ${stringLiteral(symbol)}`;

/** Makes a view of each series, by its name, then stores the entries. */
export async function writeSeries(
  { writer }: Store,
  entries: readonly SeriesRow[],
  views: ReadonlyMap<string, Pick<SeriesRow, 'symbol' | 'interval'>>,
): Promise<void> {
  for (const [name, { symbol, interval }] of views) {
    const condition = `${ofSymbol(symbol)} AND interval = ${stringLiteral(interval)}`;
    await createView(writer, name, condition, `${symbol} at ${interval}`);
  }
  await seriesTable.insert(writer, entries);
}

/** By name, whether the view that is there shows the bars of a symbol; without the names that there are no views of. */
export async function viewsOf(writer: Writer, names: readonly string[]) {
  const found = await writer.query<{ name: string; query: string }>(
    `SELECT name, as_select AS query FROM system.tables WHERE database = 'market' AND name IN {names:Array(String)}`,
    { names },
  );
  return new Map(
    found.map(({ name, query }) => [name, (symbol: string) => query.replace(/\)+$/, '').endsWith(ofSymbol(symbol))]),
  );
}

async function dropBarsView(writer: Writer, viewName: string): Promise<void> {
  await writer.command(`DROP VIEW IF EXISTS market.${identifier(viewName)}`);
}

export async function dropViews({ writer }: Store, names: readonly string[]): Promise<void> {
  for (const name of names) await dropBarsView(writer, name);
}

/** `version`: epoch ms of the writer, growing for each symbol. */
export type Entry = Readonly<Omit<SymbolRow, 'deleted'>>;

/** Others stop where the first entry is stored: more looks than symbols of one name that meet. */
const MOST_LOOKS = 10;

/** Makes the views, then stores the entries; answers them as they are stored: without a view where another symbol has it. */
export async function writeEntries({ writer }: Store, entries: readonly Entry[]): Promise<readonly Entry[]> {
  for (const { symbol, viewName } of entries) if (viewName) await createBarsView(writer, symbol, viewName);
  await insertEntries(writer, entries);
  const without = await ensureViews(writer, entries);
  return entries.map((entry) => without.get(entry.symbol) ?? entry);
}

async function insertEntries(writer: Store['writer'], entries: readonly Entry[], deleted = false): Promise<void> {
  await symbolsTable.insert(
    writer,
    entries.map((entry) => ({ ...entry, deleted })),
  );
}

/**
 * Who stores an entry looks for its view afterwards, and who drops a view looks for entries afterwards: one of the two
 * sees what the other has done in between. Of symbols that were given one name at once the first entry has it: a process
 * that finds another view than its own creates that of the first, takes the name from the others, and looks again.
 *
 * @returns entries that were stored without their view, by symbol
 */
async function ensureViews(
  writer: Store['writer'],
  entries: readonly Pick<Entry, 'symbol' | 'viewName'>[],
): Promise<Map<string, Entry>> {
  const without = new Map<string, Entry>();
  const named = new Map(entries.filter(({ viewName }) => viewName !== '').map((one) => [one.viewName, one.symbol]));
  if (named.size === 0) return without;
  let views = await viewsOf(writer, [...named.keys()]);
  let wrong = [...named].flatMap(([name, symbol]) => (views.get(name)?.(symbol) ? [] : [name]));
  for (let looks = 1; wrong.length > 0; looks++) {
    if (looks > MOST_LOOKS) throw new StoreError(`views ${wrong.join(', ')} do not stay`, { kind: 'transient' });
    const claims = await registered(writer, 'view_name IN {names:Array(String)}', { names: wrong });
    const made: string[] = [];
    for (const name of wrong) {
      const [first, ...others] = claims.filter(({ viewName }) => viewName === name);
      const later = others.map(({ deleted: _, ...one }) => ({ ...one, viewName: '', version: one.version + 1 }));
      if (later.length > 0) await insertEntries(writer, later);
      for (const one of later) without.set(one.symbol, one);
      const shows = views.get(name);
      if (!first || shows?.(first.symbol)) continue;
      if (shows) await dropBarsView(writer, name);
      await createBarsView(writer, first.symbol, name);
      made.push(name);
    }
    wrong = made;
    views = await viewsOf(writer, made);
  }
  return without;
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

/** The first entry comes first. */
const registered = (writer: Store['writer'], condition: string, params: Params) =>
  symbolsTable.select(writer, `FINAL WHERE view_name != '' AND ${condition} ORDER BY version, symbol`, params);

export const writeTombstones = ({ writer }: Store, entries: readonly Entry[]) => insertEntries(writer, entries, true);
