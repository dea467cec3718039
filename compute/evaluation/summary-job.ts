/** The pure part of the summaries tables: records in, a block of one row per unit and window out. */

import { getOrMake } from '../../lib/collections.ts';
import { MS_PER_DAY } from '../../lib/days.ts';
import { encodeBlock } from '../../sql/formats/native-write.ts';
import type { SymbolMeta } from '../market/bars.ts';
import { DAY_FIELDS } from '../market/candles.ts';
import { type Field, shown } from '../market/fields.ts';
import { isText, numbers, TableBuilder, type TextColumn } from '../market/records.ts';
import { type RawSummary, type RawValue, renderSummary, SummaryFields } from '../market/render.ts';
import { storedSession } from '../market/sessions.ts';
import type { Warning } from '../market/warning.ts';
import { type AnyValues, defaultsOf } from '../statistics/params.ts';
import { loadStatistics } from '../statistics/registry.ts';
import { type Statistic, type View, viewOf } from '../statistics/statistic.ts';
import { blockColumn } from './changes.ts';
import {
  type DailyHistory,
  type DailySpan,
  dailyUnused,
  dailyWarnings,
  joined,
  latestOfDailies,
} from './daily-history.ts';
import { ofStatistic } from './evaluation.ts';
import { type CountedWindow, latestDate, resolveRange, TIME_WINDOWS } from './range.ts';
import { prefixedOf, type Unit, type Units, unitKey, unitsOf } from './stored-records.ts';
import { type RecordsTable, recordsTable, SESSIONS_TABLE, summaryColumns } from './tables/schema.ts';
import { warningsOf } from './warnings.ts';

/** Where the window will be in a summary's text. */
const WINDOW = '{time_window}';

export interface SummaryJob {
  readonly statistic: string;
  /** All of one generation. */
  readonly symbols: readonly SummarizedSymbol[];
  /** Their rows of the statistic and of the sessions, as `readRows` gives them for `prefix`. */
  readonly records: Uint8Array;
  readonly days: Uint8Array;
  readonly computedAtMs: number;
}

export interface SummarizedSymbol {
  readonly meta: SymbolMeta;
  readonly version: bigint;
  /** By `summaryState`. */
  readonly state: bigint;
  /** UTC date of the first bar of the base interval, days since the epoch; null without one. */
  readonly firstDay: number | null;
  /** Daily bars of before the base interval serves. */
  readonly daily: DailySpan | null;
  /** By `unitKey`: from daily bars of before the base interval serves, where there are some. */
  readonly histories?: ReadonlyMap<string, DailyHistory> | undefined;
}

export interface SummaryResult {
  readonly columns: readonly string[];
  /** Native; empty where there is nothing to summarise. */
  readonly block: Uint8Array;
  readonly rows: number;
}

interface Row extends WindowSummary {
  readonly symbol: SummarizedSymbol;
  readonly unit: Unit;
  readonly window: CountedWindow;
  readonly from: number;
  readonly to: number;
  readonly warnings: readonly Warning[];
}

interface WindowSummary {
  readonly view: View;
  readonly raw: RawSummary;
  /** Without the window, whose place is between the two. */
  readonly text: readonly [Uint8Array, Uint8Array];
}

/** @param statistics for tests: other definitions than this build's */
export async function runSummaries(job: SummaryJob, statistics?: readonly Statistic[]): Promise<SummaryResult> {
  const statistic = (statistics ?? (await loadStatistics())).find(({ name }) => name === job.statistic);
  if (!statistic) throw new Error(`no statistic '${job.statistic}'`);
  return ofStatistic(statistic.name, () => summariesOf(statistic, job));
}

/** What they show is the same for all symbols: their paths are looked up once. */
const fieldsOf = new WeakMap<Statistic, SummaryFields>();

function summariesOf(statistic: Statistic, { symbols, computedAtMs, ...bytes }: SummaryJob): SummaryResult {
  const fields = getOrMake(fieldsOf, statistic, () => new SummaryFields(statistic.summary.fields));
  const names = symbols.map(({ meta }) => meta.symbol);
  const read = (table: RecordsTable, { buffer, byteOffset, byteLength }: Uint8Array) =>
    prefixedOf(table, names, {}, Buffer.from(buffer, byteOffset, byteLength));
  const records = read(recordsTable(statistic), bytes.records);
  const days = read(SESSIONS_TABLE, bytes.days);
  const rows = symbols.flatMap((symbol) => {
    const name = symbol.meta.symbol;
    return rowsOf(statistic, fields, symbol, records.get(name)!.units, days.get(name)!.units);
  });
  return blockOf(statistic, computedAtMs, rows);
}

function rowsOf(
  statistic: Statistic,
  fields: SummaryFields,
  symbol: SummarizedSymbol,
  allRecords: Units,
  allDays: Units,
): Row[] {
  const { meta, firstDay, daily, histories } = symbol;
  const [noRecords, noDays] = [statistic.fields, DAY_FIELDS].map((some) => new TableBuilder(some, 0).finish(0));
  return unitsOf(statistic, meta).flatMap((unit) => {
    const key = unitKey(unit.session, unit.variant);
    const base = {
      records: allRecords.get(key) ?? noRecords,
      days: allDays.get(unitKey(storedSession(unit.spec) ?? '', '')) ?? noDays,
    };
    const history = histories?.get(key);
    const latest = latestDate(statistic, base.records, base.days) ?? latestOfDailies(statistic, history);
    if (latest === null) return [];
    const { records, days } = history ? joined(statistic, history, base) : base;
    const values = summaryValues(statistic, meta, unit);
    const why = dailyUnused(statistic, unit.spec, meta.assetClass, values);
    // No window is one date.
    const about = { firstDay: history ? daily!.first : firstDay, lastDate: null, weekendBars: 0 };
    const warned = (view: View) => [
      ...warningsOf(statistic, view, about),
      ...(daily ? dailyWarnings(statistic, daily, view.range, why) : []),
    ];
    const first = Math.min(numbers(records, 'date')[0] ?? latest, numbers(days, 'date')[0] ?? latest);
    const summarize = (from: number, to: number): WindowSummary => {
      const view = viewOf({
        meta,
        session: unit.spec,
        range: { from, to },
        timeWindow: WINDOW,
        values,
        allRecords: records,
        allDays: days,
        ...(history && !history.isAlone ? { joint: history.until } : {}),
      });
      const raw = statistic.summary.summarize(view);
      const [before, after] = JSON.stringify(renderSummary(fields, raw)).split(WINDOW);
      return { view, raw, text: [Buffer.from(before), Buffer.from(after)] };
    };
    let whole: WindowSummary | undefined;
    return Object.entries(TIME_WINDOWS).map(([window, months]): Row => {
      const { effectiveStart: from, effectiveEnd: to } = resolveRange({ months, timeWindow: window }, latest);
      // Windows that begin before all there is hold the same.
      const made = (from <= first ? whole : undefined) ?? summarize(from, to);
      if (from <= first) whole = made;
      const warnings = warned({ ...made.view, range: { from, to } });
      return { symbol, unit, window: window as CountedWindow, from, to, ...made, warnings };
    });
  });
}

const WINDOW_BYTES = Object.fromEntries(
  Object.keys(TIME_WINDOWS).map((window) => [window, Buffer.from(window)]),
) as Record<CountedWindow, Buffer>;

function blockOf(statistic: Statistic, computedAtMs: number, rows: readonly Row[]): SummaryResult {
  const { length } = rows;
  const columns = [
    { name: 'symbol', type: 'String', values: rows.map(({ symbol }) => symbol.meta.symbol) },
    { name: 'session', type: 'String', values: rows.map(({ unit }) => unit.session) },
    { name: 'variant', type: 'String', values: rows.map(({ unit }) => unit.variant) },
    { name: 'time_window', type: 'String', values: rows.map(({ window }) => window) },
    { name: 'asset_class', type: 'String', values: rows.map(({ symbol }) => symbol.meta.assetClass) },
    { name: 'start_date', type: 'Date32', values: Int32Array.from(rows, ({ from }) => from) },
    { name: 'end_date', type: 'Date32', values: Int32Array.from(rows, ({ to }) => to) },
    {
      name: 'sample_size',
      type: 'UInt32',
      values: Uint32Array.from(rows, ({ raw }) => Number(raw['sample_size'] ?? 0)),
    },
    ...summaryColumns(statistic).map((field) => figureColumn(field, rows)),
    {
      name: 'summary',
      type: 'String',
      values: rows.map(({ window, text: [before, after] }) => [before, WINDOW_BYTES[window], after]),
    },
    { name: 'warnings', type: 'String', values: rows.map(({ warnings }) => JSON.stringify(warnings)) },
    { name: 'state', type: 'UInt64', values: BigUint64Array.from(rows, ({ symbol }) => symbol.state) },
    { name: 'version', type: 'UInt64', values: BigUint64Array.from(rows, ({ symbol }) => symbol.version) },
    { name: 'definition', type: 'UInt32', values: new Uint32Array(length).fill(statistic.definitionNumber) },
    {
      name: 'computed_at',
      type: "DateTime64(3, 'UTC')",
      values: new BigInt64Array(length).fill(BigInt(computedAtMs)),
    },
  ];
  return {
    columns: columns.map(({ name }) => name),
    block: length > 0 ? encodeBlock(length, columns) : new Uint8Array(),
    rows: length,
  };
}

export function unitValues(statistic: Statistic, { intervalMin }: SymbolMeta, { values }: Unit): AnyValues {
  return { ...defaultsOf(statistic.params, intervalMin), ...values };
}

/** Of a stored summary: of all the rest there are the defaults. */
export function summaryValues(statistic: Statistic, meta: SymbolMeta, unit: Unit): AnyValues {
  return { ...defaultsOf(statistic.summary.params, meta.intervalMin), ...unitValues(statistic, meta, unit) };
}

function figureColumn(field: Field, rows: readonly Row[]) {
  const isWord = isText(field);
  let value: string | number | null = null;
  const values = rows.map(({ raw }, i) => {
    // Rows that share a summary are beside each other.
    if (raw === rows[i - 1]?.raw) return value;
    const given = raw[field.name] ?? null;
    value = !isWord ? figureOf(field, given) : typeof given === 'string' ? given : null;
    return value;
  });
  return blockColumn(
    { ...field, nullable: true },
    isWord ? (values as TextColumn) : Float64Array.from(values as number[]),
  );
}

/** As it is shown, and as records hold it: a date in days, a time in ms, an enum by its number, NaN for null. */
function figureOf({ type, values, unit }: Field, value: RawValue): number {
  if (typeof value === 'number') return shown(value, unit);
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'string') return Number.NaN;
  if (type === 'enum') return values!.indexOf(value);
  return type === 'date' ? Date.parse(value) / MS_PER_DAY : Date.parse(value);
}
