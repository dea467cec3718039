/** The store's tables of a statistic, from its fields: their columns, keys and comments. `derived.ts` makes them. */

import { identifier, stringLiteral } from '../../../sql/formats/text.ts';
import { DAY_FIELDS, dayRecords, PREVIOUS_MAX_DAYS } from '../../market/candles.ts';
import type { Field } from '../../market/fields.ts';
import { columnFields } from '../../market/records.ts';
import type { Statistic } from '../../statistics/statistic.ts';

/** A table of records: a statistic's, or the sessions'. */
export interface RecordsTable {
  /** With database: `market.stat_gap`. */
  readonly name: string;
  readonly title: string;
  readonly fields: readonly Field[];
  readonly key: readonly string[];
  /** Field that identifies a record within its unit; left out: the table has one row per date. */
  readonly identity?: string;
}

/** A date has any number of records, in columns of arrays. */
export const isNested = ({ key, identity }: Pick<RecordsTable, 'key' | 'identity'>): boolean =>
  key.length > 0 && identity === undefined;

/** Column that holds a field of the records. */
export const storedColumn = (table: Pick<RecordsTable, 'key' | 'identity'>, { name }: Pick<Field, 'name'>): string =>
  isNested(table) && name !== 'date' ? `${NESTED}.${name}` : name;

const NESTED = 'records';

/** SQL that gives the current records of a table as rows, with each field under its own name. */
export function recordsFrom(table: Pick<RecordsTable, 'name' | 'key' | 'identity' | 'fields'>): string {
  if (!isNested(table)) return `${table.name} FINAL`;
  const arrays = columnFields(table.fields).filter(({ name }) => name !== 'date');
  const joined = arrays.map((field) => `${identifier(storedColumn(table, field))} AS ${identifier(field.name)}`);
  return `${table.name} FINAL ARRAY JOIN ${joined.join(', ')}`;
}

export const SESSIONS_TABLE: RecordsTable = {
  name: 'market.stat_sessions',
  title: 'Daily bars of each session window',
  fields: DAY_FIELDS,
  key: [],
};

export function recordsTable({
  name,
  title,
  fields,
  key,
  events,
}: Pick<Statistic, 'name' | 'title' | 'fields' | 'key' | 'events'>): RecordsTable {
  return { name: `market.stat_${name}`, title, fields, key, ...(events && { identity: events.identity }) };
}

export const SESSIONS = 'sessions';
// 2: closings of the exchange; what is odd about a session has columns.
export const SESSIONS_DEFINITION = 2;

/** What records are computed and stored by: each statistic is one. */
export type Series = Pick<
  Statistic,
  | 'name'
  | 'title'
  | 'definitionNumber'
  | 'events'
  | 'storedSessions'
  | 'params'
  | 'fields'
  | 'key'
  | 'carried'
  | 'materialised'
  | 'reach'
  | 'compute'
>;

export const seriesUnitKey = (series: string, session: string, variant: string) => `${series}|${session}|${variant}`;

/** The series of the sessions: stored first, since everything else counts in them. */
export const sessionsSeries: Series = {
  name: SESSIONS,
  title: SESSIONS_TABLE.title,
  definitionNumber: SESSIONS_DEFINITION,
  params: {},
  fields: DAY_FIELDS,
  key: [],
  carried: [],
  materialised: () => [{}],
  // As far as a previous session may lie, so that the first look is enough.
  reach: () => ({ back: PREVIOUS_MAX_DAYS - 1, ahead: 0 }),
  compute(data, { session }, wanted) {
    const sessions = data.sessions(session);
    const first = sessions.length > 0 ? sessions.date[0] : Number.POSITIVE_INFINITY;
    const insufficientLookBack = !data.reachesStart && first > wanted.from - PREVIOUS_MAX_DAYS;
    return { records: dayRecords(sessions), insufficientLookBack };
  },
};

export function summaryTableName(statistic: Statistic): string {
  return `market.stat_${statistic.name}_summary`;
}

/** Top-level figures of the summary: columns of the summaries table, beside the map of all dotted paths. */
export function summaryColumns(statistic: Statistic): readonly Field[] {
  const own = new Set(['symbol', 'time_window', 'sample_size']);
  return statistic.summary.fields.filter((field) => !/[.*]/.test(field.name) && !own.has(field.name));
}

const BASE_TYPE: Record<Field['type'], string> = {
  number: 'Float64',
  integer: 'Int32',
  boolean: 'Bool',
  string: 'String',
  json: 'String',
  enum: '',
  date: 'Date32',
  timestamp: "DateTime64(3, 'UTC')",
};

export function columnType(field: Field): string {
  const base =
    field.type === 'enum'
      ? `Enum8(${(field.values ?? []).map((value, code) => `${stringLiteral(value)} = ${code}`).join(', ')})`
      : BASE_TYPE[field.type];
  return field.nullable ? `Nullable(${base})` : base;
}

/** A table as the store has it: a ReplacingMergeTree by `version`, with a view `v_<name>` of its current rows. */
export interface DerivedTable {
  readonly name: string;
  /** SQL of the current rows, as the view shows them. */
  readonly from: string;
  readonly columns: readonly TableColumn[];
  readonly key: readonly string[];
  readonly settings?: string;
  readonly comment: string;
  readonly viewComment: string;
}

export interface TableColumn {
  readonly name: string;
  readonly type: string;
  readonly comment: string;
  /** Name in the view, where that differs. */
  readonly shownAs?: string;
  /** SQL that makes its values from other columns when they are read: nothing is stored, and nothing can be inserted. */
  readonly alias?: string;
  /** SQL that makes its values from other columns when rows are inserted. */
  readonly made?: string;
}

const BOOKKEEPING: readonly TableColumn[] = [
  { name: 'version', type: 'UInt64', comment: 'Grows with the rows landed for the series; the higher wins' },
  { name: 'definition', type: 'UInt32', comment: 'Number of the definition that made the row' },
  { name: 'computed_at', type: "DateTime64(3, 'UTC')", comment: 'When it was made' },
  { name: 'is_deleted', type: 'UInt8', comment: '1: no record' },
];

const word = (name: string, comment: string): TableColumn => ({ name, type: 'LowCardinality(String)', comment });

const UNIT_COLUMNS: readonly TableColumn[] = [
  word('series', 'Symbol and interval of the bars: SPY 1m; without interval: known from news alone'),
  { ...word('symbol', 'Canonical symbol'), made: "substringIndex(series, ' ', 1)" },
  { ...word('interval', 'Of the bars, 1m to 1d'), made: "substringIndex(series, ' ', -1)" },
  word('session', 'Session window: default, extended, exchange (news: all)'),
  word('variant', 'Parameter values that make this series, such as orb_minutes=5'),
];

const SUMMARY_COLUMNS: readonly TableColumn[] = [
  word('time_window', '12M: the twelve months up to end_date'),
  word('asset_class', 'equity, etf or crypto'),
  { name: 'start_date', type: 'Date32', comment: 'First date of the window' },
  { name: 'end_date', type: 'Date32', comment: 'Latest session date of the symbol' },
  { name: 'sample_size', type: 'UInt32', comment: 'The count that the rates rest on' },
];

/** Objects in objects of a summary: deeper ones are not looked into. */
const SUMMARY_DEPTH = 5;

/**
 * Leaves of a summary's text as an array of (dotted path, JSON text).
 * @param path SQL of the one path that is asked for, where it is one: then nothing else is taken apart
 */
function leaves(path?: string): string {
  const wanted = (list: string) =>
    path === undefined
      ? list
      : `arrayFilter(t -> t.1 IN (${path}, concat('summary.', ${path}))
          OR startsWith(${path}, concat(t.1, '.')) OR startsWith(concat('summary.', ${path}), concat(t.1, '.')), ${list})`;
  let list = wanted('JSONExtractKeysAndValuesRaw(summary)');
  for (let depth = 0; depth < SUMMARY_DEPTH; depth++) {
    const inner = "arrayMap(u -> (concat(t.1, '.', u.1), u.2), JSONExtractKeysAndValuesRaw(t.2))";
    list = wanted(`arrayFlatten(arrayMap(t -> if(startsWith(t.2, '{'), ${inner}, [t]), ${list}))`);
  }
  return `arrayFilter(t -> match(t.2, '^-?[0-9]'), ${list})`;
}

const METRICS_TYPE = 'Map(LowCardinality(String), Nullable(Float64))';
const METRICS = `CAST(arrayMap(t -> (if(startsWith(t.1, 'summary.'), substring(t.1, 9), t.1), toFloat64OrNull(t.2)), ${leaves()}), '${METRICS_TYPE}')`;

/** SQL of the number at a dotted path of a summary, as `metrics[path]` gives it; NULL where there is none. */
export function metricSql(path: string): string {
  return `toFloat64OrNull(arrayElementOrNull(${leaves(path)}, 1).2)`;
}

const SUMMARY_TEXTS: readonly TableColumn[] = [
  {
    name: 'metrics',
    type: METRICS_TYPE,
    comment: 'Every number of the summary by its dotted path',
    alias: METRICS,
  },
  { name: 'summary', type: 'String', comment: 'The whole summary as the API answers it, JSON' },
  { name: 'warnings', type: 'String', comment: 'Warnings that the API answers beside it: a JSON list of {code, text}' },
];

function fieldColumn(field: Field): TableColumn {
  const { name, description, unit } = field;
  return { name, type: columnType(field), comment: unit === 'none' ? description : `${description} [${unit}]` };
}

/** SQL: a symbol has lost the other series, or has bars now and was known from news alone. */
const OF_CURRENT_SERIES = 'series IN (SELECT series FROM market.current_series)';

const bare = (name: string) => name.slice('market.'.length);

export function recordsSchema(table: RecordsTable): DerivedTable {
  const { name, title, identity } = table;
  const columns = columnFields(table.fields).map((field): TableColumn => {
    const column = fieldColumn(field);
    const stored = storedColumn(table, field);
    return stored === field.name
      ? column
      : { ...column, name: stored, type: `Array(${column.type})`, shownAs: field.name };
  });
  const rows = isNested(table) ? 'session date with its records' : identity ? 'record' : 'session date';
  return {
    name: bare(name),
    from: `${recordsFrom(table)} WHERE ${OF_CURRENT_SERIES}`,
    columns: [...UNIT_COLUMNS, ...columns, ...BOOKKEEPING],
    key: ['series', 'session', 'variant', identity ?? 'date'],
    ...(isNested(table) && { settings: 'index_granularity = 512' }),
    comment: `${title}: one row per ${rows}; read v_${bare(name)}, or with FINAL`,
    viewComment: `${title}: current records, one row each`,
  };
}

export function summariesSchema(statistic: Statistic): DerivedTable {
  const name = bare(summaryTableName(statistic));
  const figures = summaryColumns(statistic).map((field) => fieldColumn({ ...field, nullable: true }));
  return {
    name,
    from: `market.${name} FINAL WHERE ${OF_CURRENT_SERIES}`,
    columns: [...UNIT_COLUMNS, ...SUMMARY_COLUMNS, ...figures, ...SUMMARY_TEXTS, ...BOOKKEEPING],
    key: ['series', 'session'],
    comment: `${statistic.title}: summary of the default variant by series and session window; read v_${name}, or with FINAL`,
    viewComment: `${statistic.title}: current summary of the default variant by series and session window`,
  };
}
