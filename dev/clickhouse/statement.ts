/** What a request may run: one statement, no local files, inserts of text. Read-only users: reading, and nothing else. */

import { type AllowedNames, PURE_TABLE_FUNCTIONS, refusedName } from '../../sql/analysts/names.ts';
import { nextToken, type Token, tokensOf } from '../../sql/lexer.ts';
import { accessDenied, incorrectData, notImplemented, readOnly, syntaxError } from './engine.ts';

/** Text formats of ClickHouse, with their families' suffixes. */
const TEXT_FORMATS =
  /^(?:(?:TabSeparated|TSV)(?:Raw)?(?:WithNames(?:AndTypes)?)?|Raw(?:WithNames(?:AndTypes)?)?|CSV(?:WithNames(?:AndTypes)?)?|CustomSeparated\w*|JSON\w*|NDJSON|Values|TSKV|LineAsString|Regexp|Template\w*|Form)$/i;
/** Space around the values means nothing in these. */
const FREE_SPACE = /^(?:JSON\w*|NDJSON|Values)$/i;

const READING = new Set(['select', 'with', 'show', 'describe', 'desc', 'explain', 'exists', 'set', 'use', '(']);
/** Table functions that look at nothing but their arguments, queries and tables among these. */
export const READERS_TABLE_FUNCTIONS: ReadonlySet<string> = new Set([
  ...PURE_TABLE_FUNCTIONS,
  ...['generaterandom', 'null', 'primes', 'view', 'format'],
]);
/** What else read-only users may call: clients ask the server what it is, and what holds for them. */
export const READERS_FUNCTIONS = `version timezone servertimezone currentdatabase current_database database
  currentuser current_user user hostname uptime getsetting formatquerysingleline throwif sleep sleepeachrow`.split(
  /\s+/,
);

export interface Statement {
  /** To be run as it is. */
  readonly sql: string;
  /** An INSERT with an empty body: nothing to do. */
  readonly empty: boolean;
  /** Of the FORMAT clause; undefined: the request's default. */
  readonly format: string | undefined;
  /** Means something only to the statements after it: SET, USE, a temporary table. */
  readonly lasting: boolean;
}

/** `fence`: of a read-only user. Throws a Failure with ClickHouse's code. */
export function readStatement(text: string, fence: AllowedNames | null): Statement {
  const first = nextToken(text, 0);
  if (!first) throw syntaxError('Empty query');
  const opener = first.text.toLowerCase();
  if (fence && !READING.has(opener)) throw readOnly('Cannot execute query in readonly mode');
  const insert = opener === 'insert';
  if (fence) refuseOutside(text, fence);
  let before: Token | null = null;
  let format: string | undefined;
  let depth = 0;
  /** The rows of an INSERT come from a SELECT. */
  let selects = false;
  for (let token: Token | null = first; token; token = nextToken(text, token.to)) {
    if (token.text === '(' && token.kind === 'symbol') depth++;
    if (token.text === ')' && token.kind === 'symbol') depth--;
    if (token.kind === 'symbol' && token.text === ';') {
      if (nextToken(text.slice(token.to).replace(/^[\s;]+/, ''), 0)) {
        throw syntaxError(`Syntax error (Multi-statements are not allowed): failed at position ${token.from + 1}`);
      }
      break;
    }
    refuseFiles(before, token);
    if (depth === 0 && token.kind === 'word' && /^(?:select|with)$/i.test(token.text)) selects = true;
    if (depth === 0 && before?.kind === 'word' && before.text.toLowerCase() === 'format' && token.kind === 'word') {
      format = token.text;
      if (insert && !selects && format.toLowerCase() !== 'values') return insertOf(text, token);
    }
    before = token;
  }
  const empty = insert && before?.kind === 'word' && before.text.toLowerCase() === 'values';
  const lasting = opener === 'set' || opener === 'use' || /^\W*create\s+(?:or\s+replace\s+)?temporary\b/i.test(text);
  return { sql: text, empty, format, lasting };
}

/** Files of the host are the embedded engine's own to read and write; a server refuses these. */
function refuseFiles(before: Token | null, token: Token): void {
  if (before?.kind !== 'word' || token.kind !== 'word') return;
  const pair = `${before.text} ${token.text}`.toLowerCase();
  if (pair === 'into outfile' || pair === 'from infile') {
    throw notImplemented(`${pair.toUpperCase()} is not for requests over HTTP: send and fetch the rows in the body`);
  }
}

function refuseOutside(text: string, fence: AllowedNames): void {
  const tokens = tokensOf(text);
  const reason = refusedName(tokens, fence);
  if (reason !== null) throw accessDenied(reason);
  // A database alone: `SHOW TABLES FROM market_accounts`, `USE default`.
  for (const [index, { kind, text: name }] of tokens.entries()) {
    const before = tokens[index - 1];
    const used = before?.kind === 'word' && /^(?:use|from|in|database)$/i.test(before.text);
    if (used && (kind === 'word' || kind === 'quoted') && fence.closedDatabases.has(name.toLowerCase())) {
      throw accessDenied(`the database ${name} is closed to this user`);
    }
  }
}

/** An INSERT with its rows in the text behind the format's name. */
function insertOf(text: string, format: Token): Statement {
  if (!TEXT_FORMATS.test(format.text)) {
    throw notImplemented(
      `the embedded engine takes rows in text formats only, not in ${format.text}: send TabSeparated, CSV or JSONEachRow, or use a ClickHouse server`,
    );
  }
  let rows = text.slice(format.to);
  rows = FREE_SPACE.test(format.text) ? rows.trim() : rows.replace(/^[^\S\n]*\n/, '');
  if (rows.trim() === '') return { sql: text, empty: true, format: undefined, lasting: false };
  // What follows an empty line the engine would run as the next statement.
  if (rows.startsWith('\n') || rows.includes('\n\n')) {
    throw incorrectData('the rows of an insert hold an empty line, which the embedded engine takes for their end');
  }
  return { sql: `${text.slice(0, format.to)}\n${rows}`, empty: false, format: undefined, lasting: false };
}
