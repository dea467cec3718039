/** The model: what must be stored, as plain maps, and the tables that follow from it, computed from nothing. */
import { LRUCache } from 'lru-cache';
import { blockColumn, type UnitRows } from '../../compute/evaluation/rows.ts';
import { paramsOf, partsOfUnit, unitKey, unitsOf } from '../../compute/evaluation/stored-records.ts';
import { runSummaries } from '../../compute/evaluation/summary-job.ts';
import { recordsTable, type Series, sessionsSeries } from '../../compute/evaluation/tables/schema.ts';
import { allocateBars, type SymbolMeta } from '../../compute/market/bars.ts';
import { columnFields, type RecordTable } from '../../compute/market/records.ts';
import { type NewsColumns, SymbolData } from '../../compute/market/symbol-data.ts';
import { ALL_DATES, type Statistic } from '../../compute/statistics/statistic.ts';
import { type AssetClass, seriesName } from '../../exchange/symbol.ts';
import { getOrMake } from '../../lib/collections.ts';
import { isoDate } from '../../lib/days.ts';
import { encodeBlock, joinBlocks, readColumns } from '../../sql/formats/arrow.ts';
import { clockOf } from '../support/market-data.ts';

/** All symbols that are ever written. */
export const SYMBOLS = ['AAA', 'BBB'] as const;

export interface Bar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

export interface News {
  readonly id: string;
  readonly assetClass: AssetClass;
  readonly timeMs: number;
  readonly direction: 'negative' | 'neutral' | 'positive';
  readonly impact: number;
}

export interface ModelSymbol {
  readonly symbol: string;
  /** As registered. */
  assetClass: AssetClass | null;
  /** Intervals of the registered series, in minutes. */
  readonly series: Set<number>;
  /** By interval. */
  readonly bars: Map<number, Map<number, Bar>>;
  readonly news: Map<string, News>;
  /** Intervals of which bars have landed, and 0 where news has, also where it was deleted since. */
  readonly touched: Set<number>;
}

export const emptySymbol = (symbol: string): ModelSymbol => ({
  symbol,
  assetClass: null,
  series: new Set(),
  bars: new Map(),
  news: new Map(),
  touched: new Set(),
});

export const barsOf = ({ bars }: ModelSymbol, intervalMin: number): Map<number, Bar> =>
  getOrMake(bars, intervalMin, () => new Map());

/** One series, as if its symbol had no other. */
export interface ModelSeries {
  readonly name: string;
  readonly meta: SymbolMeta;
  readonly bars: ReadonlyMap<number, Bar>;
  readonly news: ReadonlyMap<string, News>;
  readonly touched: boolean;
}

/** Of a symbol without a series what is known from its news. Bars without their series count nowhere. */
export function seriesOf({ symbol, assetClass, series, bars, news, touched }: ModelSymbol): ModelSeries[] {
  const ofNews = [...news.values()].map((item) => item.assetClass).sort()[0] ?? 'equity';
  return (series.size === 0 ? [0] : [...series]).map((intervalMin) => {
    const isRegistered = assetClass !== null && intervalMin !== 0;
    return {
      name: seriesName({ symbol, intervalMin }),
      meta: isRegistered ? { symbol, assetClass, intervalMin } : { symbol, assetClass: ofNews, intervalMin: 1 },
      bars: (isRegistered ? bars.get(intervalMin) : null) ?? new Map(),
      news,
      touched: touched.has(intervalMin) || touched.has(0),
    };
  });
}

/** Weekdays around the change of New York's clock on 10 March 2024: regular hours begin at 14:30, then 13:30 UTC. */
const DAYS: readonly [date: string, open: string][] = [
  ['2024-03-06', '14:30'],
  ['2024-03-07', '14:30'],
  ['2024-03-08', '14:30'],
  ['2024-03-11', '13:30'],
  ['2024-03-12', '13:30'],
];
const BARS_A_DAY = 13;

/** Starts of half-hour bars, UTC minutes. */
export const MINUTES: readonly number[] = DAYS.flatMap(([date, open]) => {
  const start = Date.parse(`${date}T${open}:00Z`) / 60_000;
  return Array.from({ length: BARS_A_DAY }, (_, i) => start + i * 30);
});

const hash = (a: number, b: number, c: number) => {
  let mixed =
    Math.imul(a ^ 0x9e3779b9, 0x21f0aaad) ^ Math.imul(b + 0x7f4a7c15, 0x735a2d97) ^ Math.imul(c + 1, 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
};

/** Bar of a minute as a source sent it at its `take`-th attempt: coarse prices, so that ties and gaps are common. */
export function barAt(minute: number, take: number): Bar {
  const at = (n: number) => hash(minute, take, n);
  const open = 100 + (at(1) % 13) - 6;
  const close = open + (at(2) % 5) - 2;
  return {
    open,
    close,
    high: Math.max(open, close) + (at(3) % 3),
    low: Math.min(open, close) - (at(4) % 3),
    volume: at(5) % 50,
  };
}

export function newsAt(id: string, index: number, take: number): News {
  const at = (n: number) => hash(index, take, n + 10);
  return {
    id,
    assetClass: id.startsWith('c') ? 'crypto' : 'equity',
    timeMs: MINUTES[index] * 60_000 + (at(1) % 2_000_000),
    direction: (['negative', 'neutral', 'positive'] as const)[at(2) % 3],
    impact: (at(3) % 11) / 10,
  };
}

function newsColumns(list: readonly News[]): NewsColumns {
  const sorted = [...list].sort((a, b) => a.timeMs - b.timeMs || (a.id < b.id ? -1 : 1));
  const sign = { negative: -1, neutral: 0, positive: 1 };
  return {
    length: sorted.length,
    timeMs: Float64Array.from(sorted, ({ timeMs }) => timeMs),
    impact: Float64Array.from(sorted, ({ impact }) => impact),
    direction: Int8Array.from(sorted, ({ direction }) => sign[direction]),
    id: sorted.map(({ id }) => id),
    title: sorted.map(({ id }) => `news ${id}`),
    headline: sorted.map(() => null),
    provider: sorted.map(() => null),
    url: sorted.map(() => null),
    assetClass: sorted.map(({ assetClass }) => assetClass),
  };
}

function dataOf({ meta, bars: stored, news }: ModelSeries): SymbolData {
  const minutes = [...stored.keys()].sort((a, b) => a - b);
  const bars = allocateBars(minutes.length);
  bars.minute.set(minutes);
  for (const name of ['open', 'high', 'low', 'close', 'volume'] as const) {
    bars[name].set(minutes.map((minute) => stored.get(minute)![name]));
  }
  const all = [...news.values()];
  return new SymbolData({
    meta,
    bars,
    clock: clockOf(bars, meta.intervalMin),
    reachesStart: true,
    reachesEnd: true,
    news: {
      sentiment: newsColumns(all.filter(({ assetClass }) => assetClass !== 'crypto')),
      sentiment_crypto: newsColumns(all.filter(({ assetClass }) => assetClass === 'crypto')),
    },
  });
}

export interface Expected {
  /** By table and unit, those with records alone; as `plain` gives them. */
  readonly records: Record<string, unknown>;
  /** Rows of each table. */
  readonly rows: Record<string, number>;
  /** By table, session, variant and window. */
  readonly summaries: Record<string, unknown>;
  readonly sessions: number;
  readonly data: SymbolData;
}

/** Columns of a table that are stored, in plain arrays. */
export function plain(series: Pick<Series, 'fields'>, records: RecordTable): Record<string, unknown> {
  return Object.fromEntries(
    columnFields(series.fields).map(({ name }) => [
      name,
      Array.from<string | number | null>(records.columns[name]).slice(0, records.length),
    ]),
  );
}

/** What `expectedOf` follows from. */
export function stateOf({ name: series, meta, bars, news, touched }: ModelSeries, statistics: readonly Statistic[]) {
  const definitions = statistics.map(({ name, definitionNumber }) => [name, definitionNumber]);
  const sorted = <K, T>(map: ReadonlyMap<K, T>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([series, meta, touched, sorted(bars), sorted(news), definitions]);
}

const known = new LRUCache<string, Promise<Expected>>({ max: 20 });

export function expectedOf(model: ModelSeries, statistics: readonly Statistic[]): Promise<Expected> {
  const state = stateOf(model, statistics);
  const expected = known.get(state) ?? compute(model, statistics);
  known.set(state, expected);
  return expected;
}

async function compute(model: ModelSeries, statistics: readonly Statistic[]): Promise<Expected> {
  const data = dataOf(model);
  const { meta } = data;
  // As `readRows` gives them.
  const asRead = (series: Series, units: readonly Pick<UnitRows, 'session' | 'variant' | 'records'>[]) =>
    Buffer.concat(
      joinBlocks(
        units.map(({ session, variant, records: { length, columns } }) =>
          encodeBlock(length, [
            { name: 'session', type: 'String', values: [{ text: session, rows: length }] },
            { name: 'variant', type: 'String', values: [{ text: variant, rows: length }] },
            ...columnFields(series.fields).map((field) => blockColumn(field, columns[field.name])),
          ]),
        ),
      ),
    );
  const records: Record<string, unknown> = {};
  const rows: Record<string, number> = {};
  const summaries: Record<string, unknown> = {};
  let days = new Map<string, RecordTable>();
  for (const series of [sessionsSeries, ...statistics]) {
    const units = unitsOf(series, meta).map((unit) => ({ unit, ...series.compute(data, paramsOf(unit), ALL_DATES) }));
    if (series === sessionsSeries)
      days = new Map(units.map(({ unit, records }) => [unitKey(unit.session, ''), records]));
    const table = recordsTable(series).name;
    rows[table] = 0;
    for (const { unit, records: found } of units) {
      rows[table] += found.length;
      if (found.length > 0) records[`${table} ${unitKey(unit.session, unit.variant)}`] = plain(series, found);
    }
    const statistic = statistics.find(({ name }) => name === series.name);
    if (!statistic || !model.touched) continue;
    const { block } = await runSummaries(
      {
        statistic: series.name,
        symbols: [{ series: model.name, meta, version: 0n, firstDay: null }],
        records: asRead(
          series,
          units.map(({ unit, records: found }) => ({ ...unit, records: found })),
        ),
        days: asRead(
          sessionsSeries,
          [...days].map(([key, found]) => ({ session: partsOfUnit(key)[0], variant: '', records: found })),
        ),
        computedAtMs: 0,
      },
      statistics,
    );
    const written = readColumns(block);
    for (let row = 0; row < written.length; row++) {
      const cell = (name: string) => {
        const value = written.columns[name][row];
        return name.endsWith('_date') ? isoDate(Number(value)) : String(value);
      };
      if (cell('is_deleted') === '1') continue;
      const key = `market.stat_${series.name}_summary ${cell('session')}|${cell('variant')}|${cell('time_window')}`;
      summaries[key] = summaryRow(cell);
    }
  }
  return { records, rows, summaries, sessions: days.get(unitKey('default', ''))?.length ?? 0, data };
}

export function summaryRow(cell: (name: string) => string): unknown {
  return {
    assetClass: cell('asset_class'),
    start: cell('start_date'),
    end: cell('end_date'),
    sampleSize: Number(cell('sample_size')),
    definition: Number(cell('definition')),
    summary: JSON.parse(cell('summary')),
  };
}
