import { StoreError } from '../../../sql/errors.ts';
import { identifier, stringLiteral } from '../../../sql/formats/text.ts';
import type { Writer } from '../../../sql/writer.ts';

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

/**
 * Creates the analysts' view of one symbol: `market.bars_aapl`, its current bars without the log's bookkeeping.
 * A view cannot bind parameters, so symbol and name are quoted. Repeating it changes nothing.
 */
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
