import { identifier, stringLiteral } from './text.ts';
import type { Writer } from './writer.ts';

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

/**
 * Creates the analysts' view of one symbol: `market.bars_aapl`, its current bars without the log's bookkeeping.
 * A view cannot bind parameters, so symbol and name are quoted. Repeating it changes nothing.
 */
export async function createBarsView(writer: Writer, symbol: string, viewName: string): Promise<void> {
  const view = `market.${identifier(viewName)}`;
  await writer.ddl(`CREATE VIEW IF NOT EXISTS ${view} AS
SELECT ${Object.keys(COMMENTS).join(', ')}
FROM market.bars FINAL
WHERE symbol = ${stringLiteral(symbol)}`);
  const columns = Object.entries(COMMENTS).map(
    ([name, comment]) => `COMMENT COLUMN IF EXISTS ${identifier(name)} ${stringLiteral(comment)}`,
  );
  const comment = stringLiteral(`Current bars of ${symbol}, one row each`);
  await writer.ddl(`ALTER TABLE ${view} ${columns.join(', ')}, MODIFY COMMENT ${comment}`);
}

export async function dropBarsView(writer: Writer, viewName: string): Promise<void> {
  await writer.ddl(`DROP VIEW IF EXISTS market.${identifier(viewName)}`);
}
