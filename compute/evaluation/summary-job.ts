/** Makes summaries from records: the rows of the summaries tables. Pure. */

import { getOrMake } from '../../lib/collections.ts';
import { MS_PER_DAY } from '../../lib/days.ts';
import { encodeBlock } from '../../sql/formats/arrow.ts';
import type { SymbolMeta } from '../market/bars.ts';
import { DAY_FIELDS } from '../market/candles.ts';
import { type Field, shown } from '../market/fields.ts';
import { isText, TableBuilder } from '../market/records.ts';
import { type RawSummary, type RawValue, renderSummary, SummaryFields } from '../market/render.ts';
import { STORED_SESSIONS, storedSession } from '../market/sessions.ts';
import type { Warning } from '../market/warning.ts';
import { type AnyValues, defaultsOf } from '../statistics/params.ts';
import { loadStatistics } from '../statistics/registry.ts';
import { type DateRange, type Statistic, viewOf } from '../statistics/statistic.ts';
import { ofStatistic } from './evaluation.ts';
import { type CountedWindow, latestDate, resolveRange, TIME_WINDOWS } from './range.ts';
import { blockColumn } from './rows.ts';
import { recordValues, type Unit, type Units, unitKey, unitsOf, unitsOfRows, variantLabel } from './stored-records.ts';
import { type RecordsTable, recordsTable, SESSIONS_TABLE, summaryColumns } from './tables/schema.ts';
import { warningsOf } from './warnings.ts';

/** The window that summaries are stored for. */
export const STORED_WINDOW: CountedWindow = '12M';
/** A request for these hours computes its summaries from records. */
const UNSUMMARIZED_SESSION = 'extended';

export interface SummaryJob {
  readonly statistic: string;
  readonly symbols: readonly SummarizedSymbol[];
  /** Their rows of the statistic and of the sessions, as `readRows` gives them for its `definition`. */
  readonly records: Uint8Array;
  readonly days: Uint8Array;
  readonly computedAtMs: number;
}

export interface SummarizedSymbol {
  readonly series: string;
  readonly meta: SymbolMeta;
  readonly version: bigint;
  /** UTC date of the first bar, days since the epoch; null without one. */
  readonly firstDay: number | null;
}

export interface SummaryResult {
  readonly columns: readonly string[];
  /** An Arrow stream. */
  readonly block: Uint8Array;
}

interface Row {
  readonly symbol: SummarizedSymbol;
  readonly session: string;
  /** Null where nothing is stored to summarize: the row says so, and replaces one of before. */
  readonly made: Made | null;
}

interface Made extends DateRange {
  readonly variant: string;
  readonly raw: RawSummary;
  readonly text: string;
  readonly warnings: readonly Warning[];
}

/** The units whose summaries are stored: of the default variant, one a session window; none where the feed has no such records. */
export function summarizedUnits(series: Parameters<typeof unitsOf>[0], meta: SymbolMeta): readonly Unit[] {
  const label = variantLabel(series.params, recordValues(series.params, {}, meta.intervalMin));
  return unitsOf(series, meta).filter(({ session, variant }) => variant === label && session !== UNSUMMARIZED_SESSION);
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
  const names = symbols.map(({ series }) => series);
  const read = (table: RecordsTable, { buffer, byteOffset, byteLength }: Uint8Array) =>
    unitsOfRows(table, names, {}, Buffer.from(buffer, byteOffset, byteLength));
  const records = read(recordsTable(statistic), bytes.records);
  const days = read(SESSIONS_TABLE, bytes.days);
  const rows = symbols.flatMap((symbol) => {
    const { series } = symbol;
    return rowsOf(statistic, fields, symbol, records.get(series)!.units, days.get(series)!.units);
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
  const units = summarizedUnits(statistic, symbol.meta);
  const sessions = Object.keys(statistic.storedSessions ?? STORED_SESSIONS);
  return sessions
    .filter((session) => session !== UNSUMMARIZED_SESSION)
    .map((session): Row => {
      const unit = units.find((one) => one.session === session);
      const made = unit ? madeOf(statistic, fields, symbol, unit, allRecords, allDays) : null;
      return { symbol, session, made };
    });
}

function madeOf(
  statistic: Statistic,
  fields: SummaryFields,
  { meta, firstDay }: SummarizedSymbol,
  unit: Unit,
  allRecords: Units,
  allDays: Units,
): Made | null {
  const [noRecords, noDays] = [statistic.fields, DAY_FIELDS].map((some) => new TableBuilder(some, 0).finish(0));
  const key = unitKey(unit.session, unit.variant);
  const records = allRecords.get(key) ?? noRecords;
  const days = allDays.get(unitKey(storedSession(unit.spec) ?? '', '')) ?? noDays;
  const latest = latestDate(statistic, records, days);
  if (latest === null) return null;
  const values = summaryValues(statistic, meta, unit);
  const request = { months: TIME_WINDOWS[STORED_WINDOW], timeWindow: STORED_WINDOW };
  const { effectiveStart: from, effectiveEnd: to } = resolveRange(request, latest);
  const view = viewOf({
    meta,
    session: unit.spec,
    range: { from, to },
    timeWindow: STORED_WINDOW,
    values,
    allRecords: records,
    allDays: days,
  });
  const raw = statistic.summary.summarize(view);
  // No window is one date.
  const warnings = warningsOf(statistic, view, { firstDay, lastDate: null, weekendBars: 0 });
  return { variant: unit.variant, from, to, raw, text: JSON.stringify(renderSummary(fields, raw)), warnings };
}

function blockOf(statistic: Statistic, computedAtMs: number, rows: readonly Row[]): SummaryResult {
  const { length } = rows;
  const texts = (of: (row: Row) => string) => rows.map(of);
  const columns = [
    { name: 'series', type: 'String', values: texts(({ symbol }) => symbol.series) },
    { name: 'session', type: 'String', values: texts(({ session }) => session) },
    { name: 'variant', type: 'String', values: texts(({ made }) => made?.variant ?? '') },
    { name: 'time_window', type: 'String', values: texts(() => STORED_WINDOW) },
    { name: 'asset_class', type: 'String', values: texts(({ symbol }) => symbol.meta.assetClass) },
    { name: 'start_date', type: 'Date32', values: Int32Array.from(rows, ({ made }) => made?.from ?? 0) },
    { name: 'end_date', type: 'Date32', values: Int32Array.from(rows, ({ made }) => made?.to ?? 0) },
    {
      name: 'sample_size',
      type: 'UInt32',
      values: Uint32Array.from(rows, ({ made }) => Number(made?.raw['sample_size'] ?? 0)),
    },
    ...summaryColumns(statistic).map((field) => figureColumn(field, rows)),
    { name: 'summary', type: 'String', values: texts(({ made }) => made?.text ?? '') },
    { name: 'warnings', type: 'String', values: texts(({ made }) => JSON.stringify(made?.warnings ?? [])) },
    { name: 'version', type: 'UInt64', values: BigUint64Array.from(rows, ({ symbol }) => symbol.version) },
    { name: 'definition', type: 'UInt32', values: new Uint32Array(length).fill(statistic.definitionNumber) },
    {
      name: 'computed_at',
      type: "DateTime64(3, 'UTC')",
      values: new BigInt64Array(length).fill(BigInt(computedAtMs)),
    },
    { name: 'is_deleted', type: 'UInt8', values: Uint8Array.from(rows, ({ made }) => (made ? 0 : 1)) },
  ];
  return { columns: columns.map(({ name }) => name), block: encodeBlock(length, columns) };
}

/** Of a stored summary: of all the rest there are the defaults. */
export function summaryValues(statistic: Statistic, { intervalMin }: SymbolMeta, { values }: Unit): AnyValues {
  const { params, summary } = statistic;
  return { ...defaultsOf(summary.params, intervalMin), ...defaultsOf(params, intervalMin), ...values };
}

function figureColumn(field: Field, rows: readonly Row[]) {
  const column = { ...field, nullable: true };
  const given = rows.map(({ made }) => made?.raw[field.name] ?? null);
  if (isText(field))
    return blockColumn(
      column,
      given.map((value) => (typeof value === 'string' ? value : null)),
    );
  return blockColumn(
    column,
    Float64Array.from(given, (value) => figureOf(field, value)),
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
