/**
 * Derived tables: those that follow from field lists, `stat_<name>`, `stat_<name>_summary` and `stat_sessions`, with
 * their views. They are made at start, and changed in place where this build's fields are others than those they were
 * made from: columns are added, or get another type; no table is ever dropped. A hash of each schema is kept beside
 * the migrations, so a start where nothing has changed reads two lists.
 *
 * Several programs may start at once, of one build or of two, and each may die half-way: every statement can meet its
 * own result, and the hash is recorded last. A store of higher definitions is refused before anything is looked at. A
 * column is dropped only for a higher definition, so a build never takes away what a later one has made.
 */
import { createHash } from 'node:crypto';
import { retry } from '../../../lib/async.ts';
import type { Store } from '../../../sql/connect.ts';
import { isCollision, StoreError } from '../../../sql/errors.ts';
import { identifier, stringLiteral } from '../../../sql/formats/text.ts';
import { migrate, recordChanges, SCHEMA_CHANGES } from '../../../sql/migrate.ts';
import type { Statistic } from '../../statistics/statistic.ts';
import { type Definitions, definitionsOf, refuseNewer } from './coverage.ts';
import {
  type DerivedTable,
  recordsSchema,
  recordsTable,
  SESSIONS,
  SESSIONS_DEFINITION,
  SESSIONS_TABLE,
  summariesSchema,
  type TableColumn,
} from './schema.ts';

export interface Schema {
  readonly name: string;
  readonly definition: number;
  readonly tables: readonly DerivedTable[];
  /** Of everything that is stored: columns, keys, and what the text of a summary shows. */
  readonly content: string;
  /** Of comments too. */
  readonly whole: string;
}

const GROUP = 'tables';
const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

function schema(name: string, definition: number, tables: readonly DerivedTable[], shown: readonly unknown[]): Schema {
  const columns = tables.map((table) => [
    table.name,
    table.key,
    table.columns.map(({ name, type }) => `${name} ${type}`).sort(),
  ]);
  return { name, definition, tables, content: hash([columns, shown]), whole: hash([tables, shown]) };
}

export function schemaOf(statistic: Statistic): Schema {
  const shown = statistic.summary.fields.map(({ name, type, unit, values }) => [name, type, unit, values ?? null]);
  const tables = [recordsSchema(recordsTable(statistic)), summariesSchema(statistic)];
  return schema(statistic.name, statistic.definitionNumber, tables, shown);
}

/** Brings the store's tables up to this build, or refuses a store that a newer one has written. */
export async function prepareTables(store: Store, statistics: readonly Statistic[]): Promise<void> {
  await migrate(store);
  await admitDefinitions(store, definitionsOf(statistics));
  await deriveTables(store, statistics);
}

/** Before anything is computed. @throws a fatal StoreError for a store of higher definitions */
export async function admitDefinitions(store: Store, own: Definitions): Promise<void> {
  const rows = await store.writer.query<{ name: string; number: number }>(
    `SELECT name, max(number) AS number FROM ${SCHEMA_CHANGES} WHERE group = 'definitions' GROUP BY name`,
  );
  const known = new Map(rows.map(({ name, number }) => [name, number]));
  refuseNewer(own, known, 'the store');
  const raised = [...own].filter(([name, number]) => number > (known.get(name) ?? 0));
  await recordChanges(
    store,
    raised.map(([name, number]) => ['definitions', number, name, '']),
  );
}

/** After the migrations. @throws a fatal StoreError where a table has another key */
export async function deriveTables(store: Store, statistics: readonly Statistic[]): Promise<void> {
  const sessions = schema(SESSIONS, SESSIONS_DEFINITION, [recordsSchema(SESSIONS_TABLE)], []);
  const [recorded, present] = await storedSchemas(store);
  for (const wanted of [sessions, ...statistics.map(schemaOf)]) {
    if (isMade(wanted, recorded, present)) continue;
    // Another start may be at the same table in this moment: nothing is lost by doing it all once more, unless the
    // other one has done it by then.
    await retry(
      async (attempt) => {
        const [known, there] = attempt === 1 ? [recorded, present] : await storedSchemas(store);
        if (!isMade(wanted, known, there)) await derive(store, wanted, known.get(wanted.name), there);
      },
      { attempts: 12, firstDelayMs: 100, maxDelayMs: 2_000, isTransient: isCollision },
    );
  }
}

function isMade(wanted: Schema, recorded: ReadonlyMap<string, Recorded>, present: ReadonlySet<string>): boolean {
  const before = recorded.get(wanted.name);
  if (before?.whole !== wanted.whole || before.definition !== wanted.definition) return false;
  return wanted.tables.every(({ name }) => present.has(name) && present.has(`v_${name}`));
}

const storedSchemas = (store: Store) => Promise.all([recordedSchemas(store), presentTables(store)]);

async function derive(
  store: Store,
  wanted: Schema,
  before: Recorded | undefined,
  present: ReadonlySet<string>,
): Promise<void> {
  const isLater = before !== undefined && wanted.definition > before.definition;
  const statements: string[] = [];
  for (const table of wanted.tables) {
    if (!present.has(table.name)) continue;
    for (const statement of aliasChanges(table)) await store.writer.command(statement);
    statements.push(...(await alterations(store, table, isLater)));
  }
  // First of all: who dies after the change must not leave rows behind that nobody computes again.
  const otherwise = before !== undefined && before.content !== wanted.content;
  if (otherwise || statements.length > 0) await makeDue(store, wanted.name);
  for (const statement of statements) await store.writer.command(statement);
  for (const table of wanted.tables) {
    const isNew = !present.has(table.name);
    if (isNew) await store.writer.command(createSql(table));
    await describe(store, table, isNew);
  }
  await recordChanges(store, [[GROUP, wanted.definition, wanted.name, `${wanted.content} ${wanted.whole}`]]);
}

interface Recorded {
  readonly definition: number;
  readonly content: string;
  readonly whole: string;
}

async function recordedSchemas({ writer }: Store): Promise<Map<string, Recorded>> {
  const rows = await writer.query<{ name: string; definition: number; hashes: string }>(
    `SELECT name, argMax(number, applied_at) AS definition, argMax(checksum, applied_at) AS hashes
     FROM ${SCHEMA_CHANGES} WHERE group = {group:String} GROUP BY name`,
    { group: GROUP },
  );
  return new Map(
    rows.map(({ name, definition, hashes }) => {
      const [content, whole] = hashes.split(' ');
      return [name, { definition, content, whole }];
    }),
  );
}

async function presentTables({ writer }: Store): Promise<Set<string>> {
  const rows = await writer.query<{ name: string }>("SELECT name FROM system.tables WHERE database = 'market'");
  return new Set(rows.map(({ name }) => name));
}

function described({ name, type, comment, alias, made }: TableColumn): string {
  const values = alias === undefined ? (made === undefined ? '' : ` MATERIALIZED ${made}`) : ` ALIAS ${alias}`;
  return `${identifier(name)} ${type}${values}${comment === '' ? '' : ` COMMENT ${stringLiteral(comment)}`}`;
}

/** Statements that give columns which follow from other columns their present SQL: no row changes, nothing is due. */
const aliasChanges = ({ name, columns }: DerivedTable) =>
  columns
    .filter(({ alias }) => alias !== undefined)
    .map((column) => `ALTER TABLE market.${name}\n    MODIFY COLUMN IF EXISTS ${described(column)}`);

function createSql({ name, columns, key, settings, comment }: DerivedTable): string {
  return `CREATE TABLE IF NOT EXISTS market.${name}
(
    ${columns.map(described).join(',\n    ')}
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (${key.map(identifier).join(', ')})${settings ? `\nSETTINGS ${settings}` : ''}
COMMENT ${stringLiteral(comment)}`;
}

/**
 * Statements that give a table that is there the columns it lacks. What is stored already has none of their values: they are added as
 * nullable, so that a row of before shows null, not zero, until it has been computed again.
 * @param isLater the table was made for a lower definition: columns that this one does not have are dropped
 */
async function alterations({ writer }: Store, table: DerivedTable, isLater: boolean): Promise<string[]> {
  const { name, columns, key } = table;
  const [[{ sorting }], found] = await Promise.all([
    writer.query<{ sorting: string }>(
      "SELECT sorting_key AS sorting FROM system.tables WHERE database = 'market' AND name = {name:String}",
      { name },
    ),
    writer.query<{ name: string; type: string }>(
      "SELECT name, type FROM system.columns WHERE database = 'market' AND table = {name:String}",
      { name },
    ),
  ]);
  if (sorting !== key.join(', ')) {
    throw new StoreError(
      `market.${name} is sorted by (${sorting}), which this program would sort by (${key.join(', ')}): rows cannot be sorted again in place; drop the table and its view v_${name}, and start again`,
      { kind: 'fatal' },
    );
  }
  const types = new Map(found.map((column) => [column.name, column.type]));
  const changes = columns.flatMap((column, i) => {
    const { name, type } = column;
    const is = types.get(name);
    if (is === type || is === nullable(type)) return [];
    const text = described({ ...column, type: nullable(type) });
    const after = `AFTER ${identifier(columns[i - 1]?.name ?? '')}`;
    return is === undefined ? [`ADD COLUMN IF NOT EXISTS ${text} ${after}`] : [`MODIFY COLUMN IF EXISTS ${text}`];
  });
  const wanted = new Set(columns.map((column) => column.name));
  const dropped = isLater ? found.filter((column) => !wanted.has(column.name)) : [];
  changes.push(...dropped.map((column) => `DROP COLUMN IF EXISTS ${identifier(column.name)}`));
  return changes.length > 0 ? [`ALTER TABLE market.${name}\n    ${changes.join(',\n    ')}`] : [];
}

const nullable = (type: string): string => {
  const array = /^Array\((.*)\)$/s.exec(type);
  if (array) return `Array(${nullable(array[1])})`;
  return /^(Nullable|LowCardinality|Map)\(/.test(type) ? type : `Nullable(${type})`;
};

/** The key of the series is symbol and interval. */
const HIDDEN = ['series', 'is_deleted'];

const shownName = ({ name, shownAs = name }: TableColumn) => shownAs;

/** The view of the current rows, and what table and view say of themselves: views take over no comments. */
async function describe({ writer }: Store, table: DerivedTable, isNew: boolean): Promise<void> {
  const { name } = table;
  const shown = table.columns
    .filter((column) => !HIDDEN.includes(column.name))
    .sort((a, b) => Number(a.alias !== undefined) - Number(b.alias !== undefined));
  const list = shown.map((column) => identifier(shownName(column))).join(', ');
  await writer.command(`CREATE OR REPLACE VIEW market.v_${name} AS\nSELECT ${list}\nFROM ${table.from}`);
  const commented = table.columns.filter(({ comment }) => comment !== '');
  const comment = async (on: string, text: string, nameOf: (column: TableColumn) => string) => {
    const columns = commented.map(
      (column) => `COMMENT COLUMN IF EXISTS ${identifier(nameOf(column))} ${stringLiteral(column.comment)}`,
    );
    const changes = [...columns, `MODIFY COMMENT ${stringLiteral(text)}`].join(',\n    ');
    await writer.command(`ALTER TABLE market.${on}\n    ${changes}`);
  };
  await comment(`v_${name}`, table.viewComment, shownName);
  // A new one has been made with them.
  if (!isNew) await comment(name, table.comment, (column) => column.name);
}

/** What is stored of it was not computed for these columns: each symbol is due, records and summaries. */
async function makeDue({ writer }: Store, name: string): Promise<void> {
  await writer.command(
    `INSERT INTO market.symbol_coverage SELECT * REPLACE (
       arrayStringConcat(arrayFilter(one -> NOT startsWith(one, {start:String}), splitByChar(',', c.definitions)), ',') AS definitions)
     FROM market.symbol_coverage AS c FINAL WHERE position(concat(',', c.definitions), {within:String}) > 0`,
    { start: `${name}=`, within: `,${name}=` },
  );
}
