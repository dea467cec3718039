/** What `status` tells: per symbol what is stored, and what is behind. */

import { isoTimestamp } from '../compute/market/records/render.ts';
import { listQuarantined } from '../compute/materialize/quarantine.ts';
import { formatInterval } from '../lib/interval.ts';
import type { AssetClass } from '../lib/symbol.ts';
import type { Reader } from '../sql/reader.ts';

export interface SymbolStatus {
  readonly symbol: string;
  readonly asset_class: AssetClass;
  readonly interval: string;
  readonly bars: number;
  readonly sessions: number;
  /** Start of the first and last bar, ISO 8601; null without bars. */
  readonly first: string | null;
  readonly last: string | null;
  /** Weekdays (crypto: days) between the first and the last bar that have none. */
  readonly holes: number;
  /** Its view for analysts; null where an earlier symbol has the name. */
  readonly view: string | null;
}

export interface QuarantineStatus {
  readonly symbol: string;
  /** Whose computation failed; null where it was not one statistic's. */
  readonly statistic: string | null;
  readonly message: string;
  /** When it failed first, ISO 8601. */
  readonly since: string;
}

/** Symbols that compute leaves alone because computing them fails. */
export async function quarantineStatus(reader: Reader, wanted?: string): Promise<QuarantineStatus[]> {
  const listed = await listQuarantined(reader);
  return listed
    .filter(({ symbol }) => wanted === undefined || symbol === wanted)
    .map(({ symbol, statistic, message, sinceMs }) => ({ symbol, statistic, message, since: isoTimestamp(sinceMs) }));
}

/** Symbols with stored bars that nobody has registered: these bars are in no statistic. */
export async function unregisteredSymbols(reader: Reader, wanted?: string): Promise<string[]> {
  const candidates = await reader.query<{ symbol: string }>(
    `SELECT CAST(l.symbol, 'String') AS symbol
     FROM (SELECT DISTINCT symbol FROM market.day_log WHERE kind = 'bars') AS l
     LEFT JOIN (SELECT symbol, interval_min FROM market.symbols FINAL) AS s ON s.symbol = l.symbol
     WHERE s.interval_min = 0`,
  );
  const symbols = candidates.map(({ symbol }) => symbol).filter((symbol) => wanted === undefined || symbol === wanted);
  if (symbols.length === 0) return [];
  // A deletion of what never was is logged, too.
  const rows = await reader.query<{ symbol: string }>(
    `SELECT DISTINCT CAST(symbol, 'String') AS symbol FROM market.bars FINAL
     WHERE symbol IN {symbols:Array(String)} ORDER BY symbol`,
    { symbols },
  );
  return rows.map(({ symbol }) => symbol);
}

export async function symbolStatus(reader: Reader, symbol?: string): Promise<SymbolStatus[]> {
  const one = symbol === undefined ? '' : 'WHERE symbol = {symbol:String}';
  const rows = await reader.query<{
    symbol: string;
    asset_class: AssetClass;
    interval_min: number;
    view_name: string;
    bars: number;
    first_s: number;
    last_s: number;
    days: number;
    span: number;
    sessions: number;
  }>(
    `SELECT CAST(s.symbol, 'String') AS symbol, CAST(s.asset_class, 'String') AS asset_class, s.interval_min AS interval_min,
       s.view_name AS view_name, b.bars AS bars, b.first_s AS first_s, b.last_s AS last_s,
       if(s.asset_class = 'crypto', b.days, b.weekdays) AS days,
       if(s.asset_class = 'crypto', b.span, b.weekday_span) AS span, c.sessions AS sessions
     FROM (SELECT * FROM market.symbols FINAL ${one}) AS s
     LEFT JOIN
     (
       SELECT symbol, bars, first_s, last_s, length(dates) AS days, arrayCount(d -> toDayOfWeek(d) <= 5, dates) AS weekdays,
         dateDiff('day', first_day, last_day) + 1 AS span,
         arrayCount(i -> toDayOfWeek(first_day + i) <= 5, range(toUInt32(span))) AS weekday_span
       FROM
       (
         SELECT symbol, count() AS bars, toUInt32(min(ts)) AS first_s, toUInt32(max(ts)) AS last_s,
           groupUniqArray(toDate(ts)) AS dates, toDate(min(ts)) AS first_day, toDate(max(ts)) AS last_day
         FROM market.bars FINAL ${one} GROUP BY symbol
       )
     ) AS b ON b.symbol = s.symbol
     LEFT JOIN (SELECT symbol, sessions FROM market.symbol_coverage FINAL) AS c ON c.symbol = s.symbol
     ORDER BY symbol`,
    { symbol: symbol ?? '' },
  );
  return rows.map((row) => ({
    symbol: row.symbol,
    asset_class: row.asset_class,
    interval: formatInterval(row.interval_min),
    bars: row.bars,
    sessions: row.sessions,
    first: row.bars === 0 ? null : isoTimestamp(row.first_s * 1000),
    last: row.bars === 0 ? null : isoTimestamp(row.last_s * 1000),
    holes: row.bars === 0 ? 0 : row.span - row.days,
    view: row.view_name === '' ? null : `market.${row.view_name}`,
  }));
}
