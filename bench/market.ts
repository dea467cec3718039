/** Bars of the demo market, and the shortest way to put them into a store. */
import { type BarColumns, barsFromTuples, PRICE_COLUMNS, type SymbolMeta } from '../compute/market/bars.ts';
import { numericLeaves, type RawSummary } from '../compute/market/render.ts';
import { type NewsColumns, SymbolData } from '../compute/market/symbol-data.ts';
import { demoBars, demoNews, SERIES_START_DAY } from '../demo/bars.ts';
import { DEMO_SYMBOLS } from '../demo/symbols.ts';
import { formatInterval } from '../exchange/symbol.ts';
import type { Store } from '../sql/connect.ts';
import { encodeBlock } from '../sql/formats/arrow.ts';

const DAYS_A_YEAR = 365.25;
const FIVE_YEARS_DAYS = Math.round(5 * DAYS_A_YEAR);
/** The day after all series; five years of bars fit before it. */
const END_DAY = SERIES_START_DAY + FIVE_YEARS_DAYS;

/** Returns 1m bars of a US stock with extended hours over the last `years` of five: about 107,000 per year. */
export function stockBars(years: number, which = 0): BarColumns {
  const bars = demoBars(DEMO_SYMBOLS[which], firstDay(years), END_DAY - 1, Number.POSITIVE_INFINITY);
  return barsFromTuples(
    Array.from(bars, ({ minute, open, high, low, close, volume }) => [minute, open, high, low, close, volume]),
  );
}

const firstDay = (years: number) => END_DAY - Math.round(years * DAYS_A_YEAR);

export const stock = (symbol: string): SymbolMeta => ({ symbol, assetClass: 'equity', intervalMin: 1 });

export function dataOf(bars: BarColumns, news: NewsColumns, meta = stock('BENCH')): SymbolData {
  const lastBarStart = bars.minute[bars.length - 1];
  const clock = { lastBarStart, lastBarEnd: lastBarStart + meta.intervalMin };
  return new SymbolData({ meta, bars, clock, reachesStart: true, reachesEnd: true, news: { sentiment: news } });
}

let arrivals = 0;

/** Inserts the bars `[from, to)` for every symbol, as landing writes them; the last insert wins. */
export async function putBars(
  store: Store,
  symbols: SymbolMeta | readonly SymbolMeta[],
  bars: BarColumns,
  from = 0,
  to = bars.length,
): Promise<void> {
  const metas = [symbols].flat();
  await store.writer.insertRows(
    'market.symbols',
    ['symbol', 'asset_class', 'origin', 'view_name', 'version'],
    metas.map(({ symbol, assetClass }) => [symbol, assetClass, 'first_bar', '', 1]),
  );
  await store.writer.insertRows(
    'market.series',
    ['symbol', 'interval', 'interval_min', 'version'],
    metas.map(({ symbol, intervalMin }) => [symbol, formatInterval(intervalMin), intervalMin, 1]),
  );
  const blocks = metas.map((meta) => barsBlock(meta, bars, from, to));
  await store.writer.insertBlocks('market.bars', BAR_COLUMNS, blocks);
}

const BAR_COLUMNS = 'symbol interval ts open high low close volume rank ingested_at'.split(' ');

function barsBlock({ symbol, intervalMin }: SymbolMeta, bars: BarColumns, from: number, to: number): Uint8Array {
  const rows = to - from;
  const first = arrivals + 1;
  arrivals += rows;
  const prices = PRICE_COLUMNS.map((name) => ({ name, type: 'Float64', values: bars[name].subarray(from, to) }));
  return encodeBlock(rows, [
    { name: 'symbol', type: 'String', values: [{ text: symbol, rows }] },
    { name: 'interval', type: 'String', values: [{ text: formatInterval(intervalMin), rows }] },
    { name: 'ts', type: 'UInt32', values: Uint32Array.from(bars.minute.subarray(from, to), (minute) => minute * 60) },
    ...prices,
    { name: 'rank', type: 'UInt64', values: BigUint64Array.from({ length: rows }, (_, i) => BigInt(first + i)) },
    { name: 'ingested_at', type: "DateTime64(3, 'UTC')", values: new BigInt64Array(rows).fill(1_700_000_000_000n) },
  ]);
}

const DIRECTIONS = ['negative', 'neutral', 'positive'];

/** Returns news of the demo market in the time of the bars. */
export function stockNews(years: number, which = 0): NewsColumns {
  const news = [...demoNews(DEMO_SYMBOLS[which], firstDay(years), END_DAY - 1, Number.POSITIVE_INFINITY)];
  const none = news.map(() => null);
  return {
    length: news.length,
    timeMs: Float64Array.from(news, ({ timeMs }) => timeMs),
    impact: Float64Array.from(news, ({ impactScore }) => impactScore),
    direction: Int8Array.from(news, ({ direction }) => DIRECTIONS.indexOf(direction) - 1),
    id: news.map(({ id }) => id),
    title: news.map(({ title }) => title),
    headline: none,
    provider: none,
    url: none,
    assetClass: news.map(() => 'equity'),
  };
}

export async function putNews(store: Store, { symbol }: SymbolMeta, years: number, which = 0): Promise<void> {
  const news = stockNews(years, which);
  const rows = Array.from(news.timeMs, (timeMs, i) => [
    symbol,
    news.id[i],
    'equity',
    (timeMs / 1000).toFixed(3),
    news.title[i],
    DIRECTIONS[news.direction[i] + 1],
    news.impact[i],
    ++arrivals,
    '1700000000.000',
  ]);
  const names = 'symbol id asset_class event_timestamp title direction impact_score rank ingested_at';
  await store.writer.insertRows('market.events_sentiment', names.split(' '), rows);
}

/** Returns the differences between a peer's figures and ours; some of ours are rounded to four decimals. */
export function disagreements(ours: RawSummary, peer: Readonly<Record<string, number>>): string[] {
  const figures = numericLeaves(ours as never);
  return Object.entries(peer)
    .filter(([name, value]) => !(Math.abs(figures[name] - value) <= 1e-4 + 1e-9 * Math.abs(value)))
    .map(([name, value]) => `${name}: ours ${figures[name]}, peer ${value}`);
}
