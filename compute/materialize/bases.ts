/**
 * Which series of a symbol answers where a request names none: the shortest one that has at least half of the dates which the
 * fullest one has in its last twelve months. Looked at when days have been stored, so that a stray bar of today decides
 * nothing. The operator's word stands.
 */

import { formatInterval, parseInterval } from '../../exchange/symbol.ts';
import { dayOfMs, isoDate } from '../../lib/days.ts';
import type { Store } from '../../sql/connect.ts';
import { SESSIONS_TABLE } from '../evaluation/tables/schema.ts';

const LAST_DAYS = 365;

interface Counted {
  readonly symbol: string;
  readonly interval: string;
  /** Session dates within a year of the last one of all series of the symbol. */
  readonly dates: number;
}

/** Looks at symbols of several series, and writes the base of those where it is another one now. */
export async function decideBases({ reader, writer }: Store, symbols: readonly string[], nowMs: number): Promise<void> {
  const known = await reader.query<{ symbol: string; intervals: string[] }>(
    `SELECT CAST(symbol, 'String') AS symbol, groupArray(CAST(interval, 'String')) AS intervals
     FROM market.series FINAL WHERE symbol IN {symbols:Array(String)} GROUP BY symbol HAVING count() > 1`,
    { symbols },
  );
  if (known.length === 0) return;
  const names = known.map(({ symbol }) => symbol);
  const counted = await reader.query<Counted>(
    `SELECT name AS symbol, CAST(of, 'String') AS interval, toUInt32(countIf(day > last - ${LAST_DAYS})) AS dates
     FROM
     (
       SELECT CAST(symbol, 'String') AS name, interval AS of, toInt32(date) AS day, max(day) OVER (PARTITION BY symbol) AS last
       FROM ${SESSIONS_TABLE.name} FINAL
       WHERE symbol IN {names:Array(String)} AND session = 'default' AND variant = ''
     )
     GROUP BY symbol, interval`,
    { names },
  );
  const bases = await reader.query<{ symbol: string; interval: string; chosen_by: string; version: number }>(
    `SELECT CAST(symbol, 'String') AS symbol, CAST(interval, 'String') AS interval, CAST(chosen_by, 'String') AS chosen_by,
       toFloat64(version) AS version
     FROM market.series_bases FINAL WHERE symbol IN {names:Array(String)}`,
    { names },
  );
  const rows = known.flatMap(({ symbol, intervals }) => {
    const base = bases.find((one) => one.symbol === symbol);
    const own = counted.filter((one) => one.symbol === symbol && intervals.includes(one.interval));
    const interval = shortestFull(own);
    if (interval === null || interval === base?.interval) return [];
    if (base?.chosen_by === 'operator' && intervals.includes(base.interval)) return [];
    const version = Math.max(nowMs, (base?.version ?? 0) + 1);
    return [[symbol, interval, base?.interval ?? '', isoDate(dayOfMs(nowMs)), 'rule', version]];
  });
  const columns = ['symbol', 'interval', 'previous', 'since', 'chosen_by', 'version'];
  await writer.insertRows('market.series_bases', columns, rows);
}

/** Pure. */
export function shortestFull(series: readonly Pick<Counted, 'interval' | 'dates'>[]): string | null {
  const fullest = Math.max(0, ...series.map(({ dates }) => dates));
  if (fullest === 0) return null;
  const enough = series.filter(({ dates }) => 2 * dates >= fullest).map(({ interval }) => parseInterval(interval)!);
  return formatInterval(Math.min(...enough));
}
