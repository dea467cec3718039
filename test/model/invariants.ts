/** What holds after every step, each by its own statement about the tables. */
import { expect } from 'vitest';
import {
  recordsTable,
  SESSIONS_DEFINITION,
  SESSIONS_TABLE,
  summaryTableName,
} from '../../compute/evaluation/tables/schema.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import type { Store } from '../../sql/connect.ts';
import type { ModelSymbol } from './market.ts';

/** The count of landed rows, the lower part of every version; above it is the definition. */
const LANDED_BITS = 56;

/** Days of news are those of every series. */
const INTERVALS = "['', '30m', '1h']";

/** Tables of computed rows, with the definition that their current rows have. */
function computedTables(statistics: readonly Statistic[]): { name: string; definition: number }[] {
  const ofStatistics = statistics.flatMap((one) =>
    [recordsTable(one).name, summaryTableName(one)].map((name) => ({ name, definition: one.definitionNumber })),
  );
  return [{ name: SESSIONS_TABLE.name, definition: SESSIONS_DEFINITION }, ...ofStatistics];
}

/** A row's version counts at most as many rows as have landed for its series. */
export async function expectNoRowAheadOfItsSymbol({ reader }: Store, statistics: readonly Statistic[]): Promise<void> {
  const rows = computedTables(statistics).map(
    ({ name }) =>
      `SELECT '${name}' AS name, series, max(bitAnd(version, bitShiftLeft(toUInt64(1), ${LANDED_BITS}) - 1)) AS landed
       FROM ${name} FINAL GROUP BY series`,
  );
  const ahead = await reader.query(
    `SELECT name, CAST(t.series, 'String') AS series, t.landed AS row_landed, l.landed AS landed
     FROM (${rows.join(' UNION ALL ')}) AS t
     LEFT JOIN
     (
       SELECT of AS series, sum(counted) AS landed FROM
       (
         SELECT symbol, interval, sum(rows) AS counted, arrayJoin(if(interval != '', [concat(symbol, ' ', interval)],
           arrayMap(i -> concat(symbol, ' ', i), ${INTERVALS}))) AS of
         FROM market.day_log GROUP BY symbol, interval
       )
       GROUP BY series
     ) AS l ON l.series = t.series
     WHERE row_landed > l.landed`,
  );
  expect(ahead, 'rows whose version is above their series’').toEqual([]);
}

/** Every row of a symbol that is up to date is of the current definition. */
export async function expectCurrentDefinitions(
  { reader }: Store,
  statistics: readonly Statistic[],
  symbol: string,
): Promise<void> {
  const rows = computedTables(statistics).map(
    ({ name, definition }) =>
      `SELECT '${name}' AS name, interval, version, ${definition} AS wanted FROM ${name.replace('.', '.v_')} WHERE symbol = {symbol:String}`,
  );
  const other = await reader.query(
    `SELECT name, CAST(interval, 'String') AS of, wanted, count() AS rows, bitShiftRight(version, ${LANDED_BITS}) AS found
     FROM (${rows.join(' UNION ALL ')})
     WHERE found != wanted
     GROUP BY name, of, wanted, found`,
    { symbol },
  );
  expect(other, `rows of ${symbol} of another definition, with nothing behind`).toEqual([]);
}

/** The registry's entries of a symbol are what was last said of it. */
export async function expectRegistered({ reader }: Store, { symbol, assetClass, series }: ModelSymbol): Promise<void> {
  const found = await reader.query(
    `SELECT CAST(asset_class, 'String') AS assetClass
     FROM market.symbols FINAL WHERE symbol = {symbol:String}`,
    { symbol },
  );
  expect(found, `registration of ${symbol}`).toEqual(assetClass ? [{ assetClass }] : []);
  const intervals = await reader.query<{ intervalMin: number }>(
    'SELECT interval_min AS intervalMin FROM market.series FINAL WHERE symbol = {symbol:String}',
    { symbol },
  );
  const sorted = (all: Iterable<number>) => [...all].sort((a, b) => a - b);
  expect(sorted(intervals.map(({ intervalMin }) => intervalMin)), `series of ${symbol}`).toEqual(sorted(series));
}

/** `symbols drop` that has completed, at once or repeated, leaves no current row of the symbol. */
export async function expectNothingLeft(
  { reader }: Store,
  statistics: readonly Statistic[],
  symbol: string,
): Promise<void> {
  const landed = ['market.bars FINAL', 'market.events_sentiment FINAL', 'market.events_sentiment_crypto FINAL'];
  const views = computedTables(statistics).map(({ name }) => name.replace('.', '.v_'));
  const left = await reader.query(
    [...landed, ...views]
      .map((from) => `(SELECT '${from}' AS name FROM ${from} WHERE symbol = {symbol:String} LIMIT 1)`)
      .join(' UNION ALL '),
    { symbol },
  );
  expect(left, `tables that still have rows of ${symbol}, which was dropped`).toEqual([]);
}
