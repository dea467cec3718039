/**
 * SQL of analysts: one SELECT (or EXPLAIN of one), DESCRIBE or SHOW over the database `market`. Accounts, system
 * tables, files, URLs, other hosts and settings cannot be read, also without users and grants (the embedded
 * engine has none). Four checks, each enough for most escapes: the engine formats the text, which leaves exactly one
 * statement without comments; its tokens are checked; its syntax tree is checked; and it runs in a session that
 * can change nothing and reads `market` by default.
 */
import { inTime } from '../../lib/async.ts';
import { StoreError } from '../errors.ts';
import { exactObjects, parseJsonCompact, unquote } from '../formats/json.ts';
import type { Session } from '../session.ts';
import { ANALYST_SETTINGS } from '../settings.ts';
import { type AllowedFunctions, loadAllowedFunctions } from './functions.ts';
import { type AllowedNames, PURE_TABLE_FUNCTIONS } from './names.ts';
import { QueryRefusedError, scanQuery } from './scan.ts';
import { checkTree } from './tree.ts';

export interface AnalystAnswer {
  /** Names, in order. */
  columns: string[];
  /** Values in that order. Integers beyond 2^53 are text, NaN is null, times are text in UTC. */
  rows: unknown[][];
}

export interface Analyst {
  /** Throws a {@link QueryRefusedError} for what is not allowed or not SQL, a StoreError for what fails in running. */
  query(sql: string): Promise<AnalystAnswer>;
  /** The same answer as CSV text with a header line. */
  csv(sql: string): Promise<string>;
}

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

/**
 * @param limitMs how long a statement may take from outside, ms: the engine's own limit is looked at between blocks alone
 */
export function createAnalyst(checking: Session, running: Session, limitMs = LIMIT_MS): Analyst {
  let functions: Promise<AllowedFunctions> | undefined;

  /** The query as the engine understands it: one statement, no comments. */
  async function canonicalText(sql: string): Promise<string> {
    if (sql.length > MAX_QUERY_CHARS) throw new QueryRefusedError(`a query has at most ${MAX_QUERY_CHARS} characters`);
    try {
      const answer = await checking.run({
        sql: 'SELECT formatQuerySingleLine({query:String}) AS text FORMAT JSONCompact',
        params: { query: sql },
      });
      return exactObjects<{ text: string }>(answer)[0].text;
    } catch (error) {
      if (!(error instanceof StoreError) || !REFUSALS.has(error.code ?? 0)) throw error;
      throw new QueryRefusedError(error.message.replace(/: In scope SELECT formatQuerySingleLine[\s\S]*$/, ''));
    }
  }

  async function closedDatabases(): Promise<Set<string>> {
    const sql = "SELECT lower(name) AS name FROM system.databases WHERE name != 'market' FORMAT JSONCompact";
    const found = exactObjects<{ name: string }>(await checking.run({ sql }));
    return new Set([...ALWAYS_CLOSED, ...found.map(({ name }) => name)]);
  }

  async function checkSelect(select: string): Promise<void> {
    functions ??= loadAllowedFunctions(async (sql) =>
      exactObjects(await checking.run({ sql: `${sql} FORMAT JSONCompact` })),
    );
    const allowed: AllowedNames = {
      functions: await functions,
      tableFunctions: PURE_TABLE_FUNCTIONS,
      closedDatabases: await closedDatabases(),
    };
    scanQuery(select, allowed);
    try {
      // As a subquery it cannot carry FORMAT or INTO OUTFILE.
      const sql = `SELECT explain FROM (EXPLAIN AST SELECT * FROM (${select})) FORMAT JSONCompact`;
      const tree = exactObjects<{ explain: string }>(await checking.run({ sql }));
      // The first nodes belong to the statement around it; they are harmless in any case.
      checkTree(
        tree.flatMap(({ explain }) => explain.split('\n')),
        allowed,
      );
    } catch (error) {
      if (!(error instanceof StoreError) || !REFUSALS.has(error.code ?? 0)) throw error;
      throw new QueryRefusedError('only a plain SELECT can be run: no FORMAT, output file or parameters');
    }
  }

  /** The text that may run. */
  async function check(sql: string): Promise<string> {
    const canonical = await canonicalText(sql);
    if (DESCRIBE.test(canonical) || SHOW.test(canonical)) return canonical;
    const select = canonical.replace(EXPLAIN, '');
    if (!/^(?:SELECT\b|WITH\b|\()/.test(select)) {
      throw new QueryRefusedError('a query is one SELECT (or EXPLAIN of one), DESCRIBE, SHOW TABLES or SHOW CREATE');
    }
    await checkSelect(select);
    return canonical;
  }

  let overrunning: Promise<unknown> | null = null;

  /** Nobody waits for a statement that the engine cannot end in time, and none waits behind it. */
  async function run(statement: string): Promise<Buffer> {
    if (overrunning) throw tooLong('The statement before exceeded its time limit and is still being stopped', limitMs);
    const answer = running.run({ sql: statement });
    try {
      return await inTime(answer, limitMs, () => tooLong('The statement exceeded its time limit', limitMs));
    } catch (error) {
      if (error instanceof StoreError && error.type === OVERRUN) {
        const ended = answer
          .catch(() => {})
          .then(() => {
            if (overrunning === ended) overrunning = null;
          });
        overrunning = ended;
      }
      throw error;
    }
  }

  return {
    async query(sql) {
      const answer = await run(`${await check(sql)}\nFORMAT JSONCompact`);
      const { columns, data } = parseJsonCompact(answer);
      unquote(columns, data, (_, text) => text);
      return { columns: columns.map(({ name }) => name), rows: data };
    },
    csv: async (sql) => (await run(`${await check(sql)}\nFORMAT CSVWithNames`)).toString(),
  };
}

const OVERRUN = 'ANALYST_OVERRUN';

function tooLong(what: string, limitMs: number): StoreError {
  const message = `${what} of ${limitMs / 1_000} s: ask for fewer rows, or cheaper functions`;
  return new StoreError(message, { kind: 'transient', type: OVERRUN });
}
