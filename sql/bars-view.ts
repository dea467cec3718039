import { identifier, stringLiteral } from './text.ts';
import type { Writer } from './writer.ts';

/**
 * Makes the analysts' view of one symbol: `market.bars_aapl`, its current bars without the log's bookkeeping.
 * A view cannot bind parameters, so symbol and name are quoted. Repeating it changes nothing.
 */
export async function createBarsView(writer: Writer, symbol: string, viewName: string): Promise<void> {
  await writer.ddl(`CREATE VIEW IF NOT EXISTS market.${identifier(viewName)} AS
SELECT symbol, ts, open, high, low, close, volume, version, source, ingested_at
FROM market.bars FINAL
WHERE symbol = ${stringLiteral(symbol)}`);
}

export async function dropBarsView(writer: Writer, viewName: string): Promise<void> {
  await writer.ddl(`DROP VIEW IF EXISTS market.${identifier(viewName)}`);
}
