/** The store's tables of a statistic, from its fields: DDL, and how a column is written and read. */

import type { Field } from '../../market/records/fields.ts';
import { columnFields } from '../../market/records/table.ts';
import { DAY_FIELDS } from '../../statistics/days.ts';
import type { Statistic } from '../../statistics/statistic.ts';

/** A table of records: a statistic's, or the sessions'. */
export interface RecordsTable {
  /** With database: `market.stat_gap`. */
  readonly name: string;
  readonly title: string;
  readonly fields: readonly Field[];
  readonly key: readonly string[];
}

export const SESSIONS_TABLE: RecordsTable = {
  name: 'market.stat_sessions',
  title: 'Daily bars of each session window',
  fields: DAY_FIELDS,
  key: [],
};

export function recordsTable(statistic: Statistic): RecordsTable {
  return {
    name: `market.stat_${statistic.name}`,
    title: statistic.title,
    fields: statistic.fields,
    key: statistic.key,
  };
}

/** The sessions among the names of statistics, wherever definitions are listed. */
export const SESSIONS = 'sessions';
export const SESSIONS_DEFINITION = 1;

/** The summaries' mark among the computed units: which state of a symbol its summaries were made from. */
export const SUMMARIES = 'summaries';

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

function quote(text: string): string {
  return `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`;
}

export function columnType(field: Field): string {
  const base =
    field.type === 'enum'
      ? `Enum8(${(field.values ?? []).map((value, code) => `${quote(value)} = ${code}`).join(', ')})`
      : BASE_TYPE[field.type];
  return field.nullable ? `Nullable(${base})` : base;
}

function commentOf({ description, unit }: Field): string {
  return quote(unit === 'none' ? description : `${description} [${unit}]`);
}

function columnSql(field: Field): string {
  return `    \`${field.name}\` ${columnType(field)} COMMENT ${commentOf(field)}`;
}

const BOOKKEEPING = [
  "    `version` UInt64 COMMENT 'Grows with the rows landed for the symbol; the higher wins'",
  "    `definition` UInt32 COMMENT 'Number of the definition that made the row'",
  "    `computed_at` DateTime64(3, 'UTC') COMMENT 'When it was made'",
  '    `is_deleted` UInt8 DEFAULT 0',
].join(',\n');

const UNIT_COLUMNS = [
  "    `symbol` LowCardinality(String) COMMENT 'Canonical symbol'",
  "    `session` LowCardinality(String) COMMENT 'Session window: default, extended, exchange (news: all)'",
  "    `variant` LowCardinality(String) COMMENT 'Parameter values that make this series, such as orb_minutes=5'",
].join(',\n');

/** Statements that make the tables and views of a statistic; kept in its folder as `table.sql`. */
export function tableSql(statistic: Statistic): string {
  return [recordsSql(recordsTable(statistic)), summariesSql(statistic)].join('\n\n');
}

export function recordsSql(table: RecordsTable): string {
  const columns = columnFields(table.fields).map(columnSql).join(',\n');
  const order = ['symbol', 'session', 'variant', 'date', ...table.key].map((name) => `\`${name}\``).join(', ');
  return `CREATE TABLE ${table.name}
(
${UNIT_COLUMNS},
${columns},
${BOOKKEEPING}
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (${order})
COMMENT ${quote(`${table.title}: one row a record; read v_${table.name.split('.')[1]}, or with FINAL`)};

${viewSql(table.name)}`;
}

function summariesSql(statistic: Statistic): string {
  const name = summaryTableName(statistic);
  const columns = summaryColumns(statistic)
    .map((field) => columnSql({ ...field, nullable: true }))
    .join(',\n');
  return `CREATE TABLE ${name}
(
${UNIT_COLUMNS},
    \`time_window\` LowCardinality(String) COMMENT '1M, 3M, 6M, 12M, 24M or 5Y up to end_date',
    \`asset_class\` LowCardinality(String) COMMENT 'equity, etf or crypto',
    \`start_date\` Date32 COMMENT 'First date of the window',
    \`end_date\` Date32 COMMENT 'Latest session date of the symbol',
    \`sample_size\` UInt32 COMMENT 'The count that the rates rest on',
${columns}${columns ? ',\n' : ''}    \`metrics\` Map(LowCardinality(String), Nullable(Float64)) COMMENT 'Every number of the summary by its dotted path',
    \`summary\` String COMMENT 'The whole summary as the API answers it, JSON',
${BOOKKEEPING}
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (\`symbol\`, \`session\`, \`variant\`, \`time_window\`)
COMMENT ${quote(`${statistic.title}: summaries by symbol, variant and window; read v_${name.split('.')[1]}, or with FINAL`)};

${viewSql(name)}`;
}

/** A column of the schema's text, such as ``    `session` LowCardinality(String) COMMENT '...'``. */
const COMMENTED = /^ *`(\w+)` .* COMMENT ('(?:[^'\\]|\\.)*'),?$/;

/** Says of the view of a table, and of its columns, what the table says of its own: views take over no comments. */
export function viewCommentsSql(table: string, title: string): string {
  const [, database, name] = /^CREATE VIEW (\w+)\.(\w+)/m.exec(table) as RegExpExecArray;
  const columns = table.split('\n').flatMap((line) => {
    const column = COMMENTED.exec(line);
    return column ? [`    COMMENT COLUMN IF EXISTS \`${column[1]}\` ${column[2]}`] : [];
  });
  return `ALTER TABLE ${database}.${name}
${columns.join(',\n')},
    MODIFY COMMENT ${quote(title)};`;
}

/** For each of the statistic's views. */
export function viewsSql(statistic: Statistic): string {
  return [
    viewCommentsSql(recordsSql(recordsTable(statistic)), `${statistic.title}: ${CURRENT_RECORDS}`),
    viewCommentsSql(summariesSql(statistic), `${statistic.title}: current summaries by symbol, variant and window`),
  ].join('\n\n');
}

export const CURRENT_RECORDS = 'current records, one row each';

function viewSql(name: string): string {
  const [database, table] = name.split('.');
  return `CREATE VIEW ${database}.v_${table} AS
SELECT * EXCEPT (is_deleted)
FROM ${name} FINAL;`;
}
