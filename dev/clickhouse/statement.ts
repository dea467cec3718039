/** What a request may run: one statement, no local files, inserts of text. Read-only users: reading, and nothing else. */
import { accessDenied, incorrectData, notImplemented, readOnly, syntaxError } from './failure.ts';
import { nextToken, type Token } from './lexer.ts';

/** Text formats of ClickHouse, with their families' suffixes. */
const TEXT_FORMATS =
  /^(?:(?:TabSeparated|TSV)(?:Raw)?(?:WithNames(?:AndTypes)?)?|Raw(?:WithNames(?:AndTypes)?)?|CSV(?:WithNames(?:AndTypes)?)?|CustomSeparated\w*|JSON\w*|NDJSON|Values|TSKV|LineAsString|Regexp|Template\w*|Form)$/i;
/** Space around the values means nothing in these. */
const FREE_SPACE = /^(?:JSON\w*|NDJSON|Values)$/i;

const READING = new Set(['select', 'with', 'show', 'describe', 'desc', 'explain', 'exists', 'set', 'use', '(']);
/** Table functions that look at nothing but their arguments. */
const HARMLESS = new Set(
  `numbers numbers_mt zeros zeros_mt generate_series generateseries generaterandom values sqlstandardvalues null primes
  view format`.split(/\s+/),
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

/** What a read-only user may not touch. */
export interface Fence {
  /** All the engine's table functions, lower case. */
  readonly tableFunctions: ReadonlySet<string>;
  readonly closedDatabases: ReadonlySet<string>;
}

/** `fence`: of a read-only user. Throws a Failure with ClickHouse's code. */
export function readStatement(text: string, fence: Fence | null): Statement {
  const first = nextToken(text, 0);
  if (!first) throw syntaxError('Empty query');
  const opener = first.text.toLowerCase();
  if (fence && !READING.has(opener)) throw readOnly('Cannot execute query in readonly mode');
  const insert = opener === 'insert';
  let before: Token | null = null;
  let beforeThat: Token | null = null;
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
    if (fence) refuseOutside(beforeThat, before, token, nextToken(text, token.to), fence);
    if (depth === 0 && token.kind === 'word' && /^(?:select|with)$/i.test(token.text)) selects = true;
    if (depth === 0 && before?.kind === 'word' && before.text.toLowerCase() === 'format' && token.kind === 'word') {
      format = token.text;
      if (insert && !selects && format.toLowerCase() !== 'values') return insertOf(text, token);
    }
    beforeThat = before;
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

function refuseOutside(beforeThat: Token | null, before: Token | null, token: Token, next: Token | null, fence: Fence) {
  if (token.kind !== 'word' && token.kind !== 'quoted') return;
  const name = token.text.toLowerCase();
  const calls = next?.kind === 'symbol' && next.text === '(';
  if (calls && fence.tableFunctions.has(name) && !HARMLESS.has(name)) {
    throw accessDenied(`${token.text}() looks outside the tables: it is closed to read-only users`);
  }
  const qualified = next?.kind === 'symbol' && next.text === '.';
  const last = before?.kind === 'symbol' && before.text === '.' && beforeThat !== null;
  const used = before?.kind === 'word' && /^(?:use|from|in|database)$/i.test(before.text);
  if ((qualified || used) && !last && fence.closedDatabases.has(name)) {
    throw accessDenied(`the database ${token.text} is closed to this user`);
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
  // What stands behind an empty line the engine would run as the next statement.
  if (rows.startsWith('\n') || rows.includes('\n\n')) {
    throw incorrectData('the rows of an insert hold an empty line, which the embedded engine takes for their end');
  }
  return { sql: `${text.slice(0, format.to)}\n${rows}`, empty: false, format: undefined, lasting: false };
}
