/**
 * SQL of analysts: one SELECT (or EXPLAIN of one), DESCRIBE or SHOW over the database `market`. Accounts, system
 * tables, files, URLs, other hosts and settings cannot be read, also without users and grants (the embedded
 * engine has none). Four checks, each enough for most escapes: the engine formats the text, which leaves exactly one
 * statement without comments; its tokens are checked; its syntax tree is checked; and it runs in a session that
 * can change nothing and reads `market` by default.
 */
import { inTime } from '../../lib/async.ts';
import { StoreError } from '../errors.ts';
import { jsonRows, type Params } from '../formats/text.ts';
import type { Reader } from '../reader.ts';
import type { Session } from '../session.ts';
import { ANALYST_SETTINGS } from '../session.ts';
import {
  type AllowedFunctions,
  type AllowedNames,
  loadAllowedFunctions,
  PURE_TABLE_FUNCTIONS,
  QueryRefusedError,
  scanQuery,
} from './names.ts';

export type Analyst = ReturnType<typeof createAnalyst>;

const MAX_QUERY_CHARS = 100_000;
const ALWAYS_CLOSED = ['default', 'information_schema', 'market_accounts', 'system'];
const EXPLAIN =
  /^EXPLAIN (?:(?:PLAN|PIPELINE|SYNTAX|ESTIMATE|QUERY TREE) )?(?:\w+ = \w+(?:, \w+ = \w+)* )?(?=SELECT\b|WITH\b|\()/;
const DESCRIBE = /^DESCRIBE TABLE (?:market\.)?`?[A-Za-z_]\w*`?$/;
const SHOW =
  /^SHOW (?:CREATE (?:TABLE|VIEW) (?:market\.)?`?[A-Za-z_]\w*`?|TABLES(?: FROM market)?(?: (?:NOT )?I?LIKE '[^'\\]*')?(?: LIMIT \d+)?)$/;
/** The engine's own limit, and time to say so. */
const LIMIT_MS = Number(ANALYST_SETTINGS['max_execution_time']) * 1_000 + 2_000;
/** ClickHouse's codes for a text that is no query: syntax, a parameter without a value, too deep, too big. */
const REFUSALS = new Set([62, 167, 168, 306, 456, 476]);

/** `ask` answers the checks. `limitMs` from outside: the engine's own limit is looked at between blocks alone. */
export function createAnalyst(ask: Reader['query'], session: Session, limitMs = LIMIT_MS) {
  let functions: Promise<AllowedFunctions> | undefined;
  let isOverrunning = false;

  /** As `ask`, of a text that may be no query. */
  async function askChecked<T>(sql: string, params: Params, refusal: (error: StoreError) => string): Promise<T[]> {
    try {
      return await ask<T>(sql, params);
    } catch (error) {
      if (!(error instanceof StoreError) || !REFUSALS.has(error.code ?? 0)) throw error;
      throw new QueryRefusedError(refusal(error));
    }
  }

  async function checkSelect(select: string): Promise<void> {
    functions ??= loadAllowedFunctions(ask);
    const closed = await ask<{ name: string }>(
      "SELECT lower(name) AS name FROM system.databases WHERE name != 'market'",
    );
    const allowed: AllowedNames = {
      functions: await functions,
      tableFunctions: PURE_TABLE_FUNCTIONS,
      closedDatabases: new Set([...ALWAYS_CLOSED, ...closed.map(({ name }) => name)]),
    };
    scanQuery(select, allowed);
    // As a subquery it cannot carry FORMAT or INTO OUTFILE. The first nodes belong to the statement around it; they are
    // harmless in any case.
    const tree = await askChecked<{ explain: string }>(
      `SELECT explain FROM (EXPLAIN AST SELECT * FROM (${select}))`,
      {},
      () => 'only a plain SELECT can be run: no FORMAT, output file or parameters',
    );
    const lines = tree.flatMap(({ explain }) => explain.split('\n'));
    checkTree(lines, allowed);
  }

  /** The text that may run: the query as the engine understands it, one statement without comments. */
  async function check(sql: string): Promise<string> {
    if (sql.length > MAX_QUERY_CHARS) throw new QueryRefusedError(`a query has at most ${MAX_QUERY_CHARS} characters`);
    const [{ text }] = await askChecked<{ text: string }>(
      'SELECT formatQuerySingleLine({query:String}) AS text',
      { query: sql },
      ({ message }) => message.replace(/: In scope SELECT formatQuerySingleLine[\s\S]*$/, ''),
    );
    if (DESCRIBE.test(text) || SHOW.test(text)) return text;
    const select = text.replace(EXPLAIN, '');
    if (!/^(?:SELECT\b|WITH\b|\()/.test(select)) {
      throw new QueryRefusedError('a query is one SELECT (or EXPLAIN of one), DESCRIBE, SHOW TABLES or SHOW CREATE');
    }
    await checkSelect(select);
    return text;
  }

  /** Nobody waits for a statement that the engine cannot end in time, and none waits behind it. */
  async function run(sql: string): Promise<Buffer> {
    const statement = `${await check(sql)}\nFORMAT JSONCompact`;
    if (isOverrunning)
      throw tooLong('The statement before exceeded its time limit and is still being stopped', limitMs);
    const answer = session.run({ sql: statement });
    const ended = () => {
      isOverrunning = false;
    };
    return inTime(answer, limitMs, () => {
      isOverrunning = true;
      answer.then(ended, ended);
      return tooLong('The statement exceeded its time limit', limitMs);
    });
  }

  return {
    /** In order of the columns; integers beyond 2^53 are text, NaN null. Throws QueryRefusedErrors, StoreErrors. */
    async query(sql: string): Promise<{ columns: string[]; rows: unknown[][] }> {
      const { columns, rows } = jsonRows(await run(sql), (_, text) => text);
      return { columns: columns.map(({ name }) => name), rows };
    },
  };
}

function tooLong(what: string, limitMs: number): StoreError {
  const message = `${what} of ${limitMs / 1_000} s: ask for fewer rows, or cheaper functions`;
  return new StoreError(message, { kind: 'transient', type: 'ANALYST_OVERRUN' });
}

/** Nodes of a query's tree that look nowhere else. */
const HARMLESS = new Set([
  'ArrayJoin',
  'Asterisk',
  'ColumnsExceptTransformer',
  'ColumnsListMatcher',
  'ColumnsRegexpMatcher',
  'ColumnsReplaceTransformer',
  'ColumnsReplaceTransformer::Replacement',
  'ColumnsTransformerList',
  'ExpressionList',
  'InterpolateElement',
  'Literal',
  'OrderByElement',
  'QualifiedAsterisk',
  'QualifiedColumnsListMatcher',
  'QualifiedColumnsRegexpMatcher',
  'SelectIntersectExceptQuery',
  'SelectQuery',
  'SelectWithUnionQuery',
  'Subquery',
  'TableExpression',
  'TableJoin',
  'TablesInSelectQuery',
  'TablesInSelectQueryElement',
  'WindowDefinition',
  'WindowListElement',
  'WithElement',
]);

/** A table of `market`, or of a CTE. A query without FROM reads `system.one`. */
const TABLE = /^(?:market\.)?[A-Za-z_][A-Za-z0-9_]*$|^system\.one$/;

/**
 * Second check of a query: over the tree that the engine's own parser makes of it (EXPLAIN AST; nothing is resolved, so no
 * file or host is touched). Every kind of node has to be known.
 *
 * @param lines the tree, one node a line, children indented by one space
 */
function checkTree(lines: readonly string[], allowed: AllowedNames): void {
  const { functions, tableFunctions, closedDatabases } = allowed;
  const path: string[] = [];
  for (const line of lines) {
    const depth = line.length - line.trimStart().length;
    const [kind = '', ...words] = line.trim().split(' ');
    const name = ` ${words.join(' ')}`
      .replace(/ \(children \d+\)$/, '')
      .replace(/ \(alias .*\)$/, '')
      .trim();
    path.length = depth;
    const parent = path[depth - 1];
    path.push(kind);
    if (HARMLESS.has(kind)) continue;
    if (kind === 'Function') {
      const may = parent === 'TableExpression' ? tableFunctions.has(name.toLowerCase()) : functions.has(name);
      if (!may) throw new QueryRefusedError(`${name}() is not allowed`);
    } else if (kind === 'TableIdentifier') {
      if (!TABLE.test(name)) throw new QueryRefusedError(`${name} is closed; only tables of market can be read`);
    } else if (kind === 'Identifier') {
      const [first, ...others] = name.toLowerCase().split('.');
      if (others.length === 0 && functions.forbids(first)) throw new QueryRefusedError(`${name} is not allowed`);
      if (others.length > 0 && closedDatabases.has(first) && name !== 'system.one') {
        throw new QueryRefusedError(`${name} is closed; only market can be read`);
      }
    } else {
      throw new QueryRefusedError(`a query may not contain ${kind} here`);
    }
  }
}
