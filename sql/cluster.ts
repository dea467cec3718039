/**
 * The same schema on a cluster: every table of a migration becomes a replicated table `<name>_local` on each shard
 * and a Distributed table under the name itself. Rows go to the shard of their symbol (of the first sorting column
 * where a table has none), so what a materialised view derives from them stays beside them.
 */
import { nextToken } from './lexer.ts';

/** The statement with quoted strings, comments and everything inside brackets blanked: positions stay. */
function skeleton(sql: string): string {
  let out = '';
  let depth = 0;
  for (let token = nextToken(sql, 0); token; token = nextToken(sql, token.to)) {
    if (token.kind === 'symbol' && token.text === ')') depth--;
    const visible = depth === 0 && token.kind !== 'text' && (token.kind !== 'quoted' || sql[token.from] === '`');
    out = out.padEnd(token.from);
    out += visible ? sql.slice(token.from, token.to) : ' '.repeat(token.to - token.from);
    if (token.kind === 'symbol' && token.text === '(') depth++;
  }
  return out.padEnd(sql.length);
}

const NAME = '((?:`[^`]+`|\\w+)(?:\\.(?:`[^`]+`|\\w+))?)';
const CREATE_DATABASE = /^CREATE DATABASE (IF NOT EXISTS )?(\w+)/i;
const CREATE_TABLE = new RegExp(`^CREATE TABLE (IF NOT EXISTS )?${NAME}`, 'i');
const CREATE_VIEW = new RegExp(
  `^CREATE (OR REPLACE )?(MATERIALIZED )?VIEW (IF NOT EXISTS )?${NAME}(?:\\s+TO\\s+${NAME})?`,
  'i',
);
const ALTER = new RegExp(`^ALTER TABLE ${NAME}`, 'i');
const DROP = new RegExp(`^DROP (TABLE|VIEW) (IF EXISTS )?${NAME}`, 'i');
const ENGINE = /\bENGINE\s*=\s*(\w*MergeTree)\s*(?:\(\s*\))?/i;
/** What a Distributed table has, too; keys, indexes, TTL and settings belong to the local one alone. */
const ALTERS_COLUMNS = /\b(?:ADD|DROP|MODIFY|RENAME|COMMENT|CLEAR)\s+COLUMN\b|\bMODIFY\s+COMMENT\b/i;

/** Views are the same on every node and have no local part; they are known by their names. */
const VIEW_NAME = /^(?:\w+\.)?`?(?:v|bars)_/;

function local(name: string): string {
  return name.endsWith('`') ? `${name.slice(0, -1)}_local\`` : `${name}_local`;
}

function bare(name: string): { database: string; table: string } {
  const [database, table] = name.replaceAll('`', '').split('.');
  return { database, table };
}

function shardingKey(sql: string, shape: string): string {
  const found = /\bORDER BY\s+(\(|`?\w+`?)/i.exec(shape);
  if (!found) throw new Error(`a table on a cluster needs ORDER BY: ${sql}`);
  const at = found.index + found[0].length;
  const keys = found[1] === '(' ? sql.slice(at, shape.indexOf(')', at)) : found[1];
  const columns = keys.split(',').map((key) => key.replaceAll('`', '').trim());
  return columns.includes('symbol') ? 'symbol' : columns[0];
}

function createTable(sql: string, cluster: string): string[] {
  const shape = skeleton(sql);
  const head = CREATE_TABLE.exec(sql);
  const engine = ENGINE.exec(shape);
  if (!head || !engine) throw new Error(`only MergeTree tables can be spread over a cluster: ${sql}`);
  const [, ifNotExists = '', name] = head;
  const { database, table } = bare(name);
  const given = /\(([\s\S]*)\)\s*$/.exec(sql.slice(engine.index, engine.index + engine[0].length))?.[1].trim();
  const replica = [`'/clickhouse/tables/{shard}/${database}/${table}_local'`, "'{replica}'", ...(given ? [given] : [])];
  const columns = sql
    .slice(head[0].length, engine.index)
    .trim()
    .replace(new RegExp(`^AS ${NAME}$`, 'i'), (_, other: string) => `AS ${local(other)}`);
  const rest = sql.slice(engine.index + engine[0].length).trimStart();
  const comment = /\bCOMMENT\s*$/i.exec(shape.trimEnd());
  const distributed = `Distributed(${cluster}, ${database}, ${table}_local, cityHash64(${shardingKey(sql, shape)}))`;
  return [
    `CREATE TABLE ${ifNotExists}${local(name)} ON CLUSTER ${cluster} ${columns}
ENGINE = Replicated${engine[1]}(${replica.join(', ')})
${rest}`,
    `CREATE TABLE ${ifNotExists}${name} ON CLUSTER ${cluster} AS ${local(name)}
ENGINE = ${distributed}${comment ? `\n${sql.slice(comment.index).trim()}` : ''}`,
  ];
}

function createView(sql: string, cluster: string): string[] {
  const [whole, orReplace = '', materialized, ifNotExists = '', name, target] = CREATE_VIEW.exec(
    sql,
  ) as RegExpExecArray;
  const rest = sql.slice(whole.length);
  if (!materialized) return [`CREATE ${orReplace}VIEW ${ifNotExists}${name} ON CLUSTER ${cluster}${rest}`];
  if (!target) throw new Error(`a materialised view on a cluster names its table with TO: ${sql}`);
  const source = rest.replace(
    new RegExp(`\\b(FROM|JOIN)\\s+${NAME}`, 'gi'),
    (_, word, from) => `${word} ${local(from)}`,
  );
  return [`CREATE MATERIALIZED VIEW ${ifNotExists}${name} ON CLUSTER ${cluster} TO ${local(target)}${source}`];
}

/** The statements that stand for one statement of a schema on the cluster. Throws for one that has no meaning there. */
export function forCluster(statement: string, cluster: string): string[] {
  const sql = statement.trim();
  const on = `ON CLUSTER ${cluster}`;
  const database = CREATE_DATABASE.exec(sql);
  if (database) return [`CREATE DATABASE ${database[1] ?? ''}${database[2]} ${on}`];
  if (CREATE_TABLE.test(sql)) return createTable(sql, cluster);
  if (CREATE_VIEW.test(sql)) return createView(sql, cluster);
  const alter = ALTER.exec(sql);
  if (alter) {
    const change = sql.slice(alter[0].length).trim();
    const both = ALTERS_COLUMNS.test(skeleton(change)) ? [local(alter[1]), alter[1]] : [local(alter[1])];
    const names = VIEW_NAME.test(alter[1]) ? [alter[1]] : both;
    return names.map((name) => `ALTER TABLE ${name} ${on} ${change}`);
  }
  const drop = DROP.exec(sql);
  if (drop) {
    const [, kind, ifExists = '', name] = drop;
    const names = kind.toUpperCase() === 'VIEW' ? [name] : [name, local(name)];
    return names.map((each) => `DROP ${kind} ${ifExists}${each} ${on} SYNC`);
  }
  throw new Error(`there is no form of this statement for a cluster: ${sql}`);
}
