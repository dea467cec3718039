/** The pure part of the summaries tables: records in, a block of one row per unit and window out. */

import { MS_PER_DAY } from '../../lib/days.ts';
import { encodeBlock } from '../../sql/native-write.ts';
import type { Field } from '../market/records/fields.ts';
import type { Json } from '../market/records/render.ts';
import { numbers, type RecordTable } from '../market/records/table.ts';
import type { SymbolMeta } from '../market/sessions/build.ts';
import type { AnyValues } from '../statistics/params.ts';
import { defaultsOf } from '../statistics/params.ts';
import { loadStatistics } from '../statistics/registry.ts';
import type { Statistic } from '../statistics/statistic.ts';
import { renderSummary, SummaryFields } from '../statistics/summary-fields.ts';
import { viewOf } from '../statistics/view.ts';
import { type DailyHistory, joined } from './daily-history.ts';
import { ofStatistic } from './evaluation.ts';
import { latestDate, resolveRange, TIME_WINDOWS } from './range.ts';
import { blockColumn } from './tables/row-blocks.ts';
import { summaryColumns } from './tables/schema.ts';
import type { Unit } from './tables/units.ts';

/** Where the window will be in a summary's text. */
const WINDOW = '{time_window}';

export interface SummaryJob {
  readonly statistic: string;
  readonly symbols: readonly {
    readonly meta: SymbolMeta;
    readonly units: readonly SummaryUnit[];
    readonly version: bigint;
  }[];
  readonly computedAtMs: number;
}

export interface SummaryUnit {
  readonly unit: Unit;
  /** Of the base interval. */
  readonly records: RecordTable;
  readonly days: RecordTable;
  /** From daily bars of before it begins, where there are some. */
  readonly history?: DailyHistory | null;
}

export interface SummaryResult {
  readonly columns: readonly string[];
  /** Native; empty where there is nothing to summarise. */
  readonly block: Uint8Array;
  readonly rows: number;
}

interface Row {
  readonly meta: SymbolMeta;
  readonly version: bigint;
  readonly unit: Unit;
  readonly timeWindow: string;
  readonly from: number;
  readonly to: number;
  /** Without the window, whose place is between the two texts. */
  readonly summary: { readonly [key: string]: Json };
  readonly text: readonly [string, string];
}

/** @param statistics for tests: other definitions than this build's */
export async function runSummaries(job: SummaryJob, statistics?: readonly Statistic[]): Promise<SummaryResult> {
  const statistic = (statistics ?? (await loadStatistics())).find(({ name }) => name === job.statistic);
  if (!statistic) throw new Error(`no statistic '${job.statistic}'`);
  return ofStatistic(statistic.name, () => summariesOf(statistic, job));
}

/** What they show is the same for all symbols: their paths are looked up once. */
const fieldsOf = new WeakMap<Statistic, SummaryFields>();

function summariesOf(statistic: Statistic, job: SummaryJob): SummaryResult {
  const fields = fieldsOf.get(statistic) ?? new SummaryFields(statistic.summary.fields);
  fieldsOf.set(statistic, fields);
  const rows = job.symbols.flatMap((symbol) => rowsOf(statistic, fields, symbol));
  return blockOf(statistic, job.computedAtMs, rows);
}

function rowsOf(
  statistic: Statistic,
  fields: SummaryFields,
  { meta, units, version }: SummaryJob['symbols'][number],
): Row[] {
  const rows: Row[] = [];
  const defaults = defaultsOf(statistic.summary.params, meta.intervalMin);
  for (const { unit, history = null, ...base } of units) {
    const latest = latestDate(statistic, base.records, base.days);
    if (latest === null) continue;
    const { records, days } = history ? joined(statistic, history, base) : base;
    const values = { ...defaults, ...unitValues(statistic, meta, unit) };
    const first = Math.min(numbers(records, 'date')[0] ?? latest, numbers(days, 'date')[0] ?? latest);
    let whole: Pick<Row, 'summary' | 'text'> | undefined;
    for (const [timeWindow, months] of Object.entries(TIME_WINDOWS)) {
      const { effectiveStart: from, effectiveEnd: to } = resolveRange({ months, timeWindow }, latest);
      // Windows that begin before all there is hold the same.
      const holdsAll = from <= first;
      let made = holdsAll ? whole : undefined;
      if (!made) {
        const view = viewOf({
          meta,
          session: unit.spec,
          range: { from, to },
          timeWindow,
          values,
          allRecords: records,
          allDays: days,
          ...(history ? { joint: history.until } : {}),
        });
        const summary = renderSummary(fields, statistic.summary.summarize(view));
        const [before, after] = JSON.stringify({ ...summary, time_window: WINDOW }).split(WINDOW);
        made = { summary, text: [before, after] };
        if (holdsAll) whole = made;
      }
      rows.push({ meta, version, unit, timeWindow, from, to, ...made });
    }
  }
  return rows;
}

function blockOf(statistic: Statistic, computedAtMs: number, rows: readonly Row[]): SummaryResult {
  const { length } = rows;
  const columns = [
    { name: 'symbol', type: 'String', values: rows.map(({ meta }) => meta.symbol) },
    { name: 'session', type: 'String', values: rows.map(({ unit }) => unit.session) },
    { name: 'variant', type: 'String', values: rows.map(({ unit }) => unit.variant) },
    { name: 'time_window', type: 'String', values: rows.map(({ timeWindow }) => timeWindow) },
    { name: 'asset_class', type: 'String', values: rows.map(({ meta }) => meta.assetClass) },
    { name: 'start_date', type: 'Date32', values: Int32Array.from(rows, ({ from }) => from) },
    { name: 'end_date', type: 'Date32', values: Int32Array.from(rows, ({ to }) => to) },
    {
      name: 'sample_size',
      type: 'UInt32',
      values: Uint32Array.from(rows, ({ summary }) => Number(summary['sample_size'] ?? 0)),
    },
    ...summaryColumns(statistic).map((field) => figureColumn(field, rows)),
    {
      name: 'summary',
      type: 'String',
      values: rows.map(({ timeWindow, text: [before, after] }) => `${before}${timeWindow}${after}`),
    },
    { name: 'version', type: 'UInt64', values: BigUint64Array.from(rows, ({ version }) => version) },
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

/** Of the statistic's own parameters, defaults filled in. */
export function unitValues(statistic: Statistic, { intervalMin }: SymbolMeta, { values }: Unit): AnyValues {
  return { ...defaultsOf(statistic.params, intervalMin), ...values };
}

function figureColumn(field: Field, rows: readonly Row[]) {
  const values = rows.map(({ summary }) => summary[field.name] ?? null);
  const isText = field.type === 'string' || field.type === 'json';
  const column = isText
    ? values.map((value) => (typeof value === 'string' ? value : null))
    : Float64Array.from(values, (value) => figureOf(field, value));
  return blockColumn({ ...field, nullable: true }, column);
}

/** As records hold it: a date in days, a time in ms, an enum by its number, NaN for null. */
function figureOf({ type, values }: Field, value: Json): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'string') return Number.NaN;
  if (type === 'enum') return values!.indexOf(value);
  return type === 'date' ? Date.parse(value) / MS_PER_DAY : Date.parse(value);
}
