import type { Store } from '../../../sql/connect.ts';
import { StoreError } from '../../../sql/errors.ts';
import { identifier, type Params, stringLiteral } from '../../../sql/formats/text.ts';
import type { Writer } from '../../../sql/writer.ts';
import { type SymbolRow, symbolsTable } from '../tables.ts';

const COMMENTS = {
  symbol: 'Canonical symbol',
  ts: 'Start of the bar, UTC; it covers [ts, ts + interval)',
  open: 'First price, as the source gives it (unadjusted) [price]',
  high: 'Highest price [price]',
  low: 'Lowest price [price]',
  close: 'Last price [price]',
  volume: 'Traded volume; 0 where the source has none [volume]',
  version: "The event's revision, else its arrival in ms; the higher wins",
  source: 'Who sent it',
  ingested_at: 'When it was landed, UTC',
};

const UNKNOWN_TABLE = 60;
const MOST_TRIES = 5;

/** The analysts' view of one symbol, `market.bars_aapl`. Views bind no parameters: symbol and name are quoted. */
export async function createBarsView(writer: Writer, symbol: string, viewName: string): Promise<void> {
  const view = `market.${identifier(viewName)}`;
  const create = `CREATE VIEW IF NOT EXISTS ${view} AS
SELECT ${Object.keys(COMMENTS).join(', ')}
FROM market.bars FINAL
WHERE ${ofSymbol(symbol)}
COMMENT ${stringLiteral(`Current bars of ${symbol}, one row each`)}`;
  const columns = Object.entries(COMMENTS).map(
    ([name, comment]) => `COMMENT COLUMN IF EXISTS ${identifier(name)} ${stringLiteral(comment)}`,
  );
  // The same of every symbol: of two that have the name it matters not who says it last.
  const describe = `ALTER TABLE ${view} ${columns.join(', ')}`;
  for (let tries = 1; ; tries++) {
    await writer.ddl(create);
    try {
      return await writer.ddl(describe);
    } catch (error) {
      // Another process has dropped the symbol in between.
      if (!(error instanceof StoreError) || error.code !== UNKNOWN_TABLE || tries === MOST_TRIES) throw error;
    }
  }
}

const ofSymbol = (symbol: string) => `symbol = ${stringLiteral(symbol)}`;

/** By name, whether the view that is there shows the bars of a symbol; without the names that there are no views of. */
export async function viewsOf(writer: Writer, names: readonly string[]) {
  const found = await writer.query<{ name: string; query: string }>(
    `SELECT name, as_select AS query FROM system.tables WHERE database = 'market' AND name IN {names:Array(String)}`,
    { names },
  );
  return new Map(found.map(({ name, query }) => [name, (symbol: string) => query.endsWith(ofSymbol(symbol))]));
}

export async function dropBarsView(writer: Writer, viewName: string): Promise<void> {
  await writer.ddl(`DROP VIEW IF EXISTS market.${identifier(viewName)}`);
}

/** `adjustedThrough`: days since 1970; 0: the bars are raw. */
export type Registration = Readonly<Omit<SymbolRow, 'version' | 'deleted'>>;

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
