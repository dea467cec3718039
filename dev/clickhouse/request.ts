/** Reads a request of ClickHouse's HTTP interface: its URL, headers and body. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { type AllowedNames, PURE_TABLE_FUNCTIONS, refusedName } from '../../sql/analysts/names.ts';
import { nextToken, type Token, tokensOf } from '../../sql/lexer.ts';
import { accessDenied, Failure, incorrectData, notImplemented, readOnly, syntaxError } from './engine.ts';

export interface Query {
  /** Query and rows in one text, joined as ClickHouse joins them. */
  readonly text: string;
  /** Encoding in which `text` holds the request's bytes: one by one unless they are UTF-8. */
  readonly encoding: 'utf8' | 'latin1';
  readonly database: string | undefined;
  readonly format: string;
  readonly queryId: string | undefined;
  readonly params: readonly (readonly [string, string])[];
  readonly settings: readonly (readonly [string, string])[];
  readonly gzip: boolean;
  /** The client reads the summary before the answer. */
  readonly waitsForEnd: boolean;
  /** The client asks for a session, which is not kept. */
  readonly inSession: boolean;
}

/** Parameters of the interface, not settings of the engine; they are always met or have no meaning here. */
const INTERFACE = new Set(
  `query database default_format query_id user password quota_key stacktrace buffer_size wait_end_of_query
  http_wait_end_of_query add_http_cors_header client_protocol_version close_session send_progress_in_http_headers
  http_headers_progress_interval_ms enable_http_compression http_zlib_compression_level http_response_buffer_size
  http_write_exception_in_output_format cancel_http_readonly_queries_on_client_close session_id session_timeout
  session_check`.split(/\s+/),
);
/** Unsupported parameters that would change the answer, with messages. */
const MISSING: Readonly<Record<string, string>> = {
  compress: "ClickHouse's own block compression is not supported: use gzip",
  decompress: "ClickHouse's own block compression is not supported: use gzip",
  role: 'there are no roles',
};
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

const DECODERS = {
  gzip: promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip),
  'x-gzip': promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip),
  deflate: promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate),
  br: promisify<Buffer, { maxOutputLength: number }, Buffer>(brotliDecompress),
} as const;

const tooLarge = (maxBytes: number) =>
  new Failure(307, 'TOO_MANY_BYTES', `the body is larger than ${maxBytes} bytes: send it in parts`);

/** Reads a request. @throws {Failure} */
export async function readRequest(request: IncomingMessage, url: URL, maxBodyBytes: number): Promise<Query> {
  if (/^multipart\//i.test(request.headers['content-type'] ?? '')) {
    request.resume();
    throw notImplemented('forms and external tables are not supported: send the query as it is');
  }
  const bytes = await readBody(request, maxBodyBytes);
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
  const body = bytes.toString(encoding);
  const query = url.searchParams.get('query') ?? '';
  const params: [string, string][] = [];
  const settings: [string, string][] = [];
  for (const [name, value] of url.searchParams) {
    if (INTERFACE.has(name)) continue;
    if (Object.hasOwn(MISSING, name)) {
      if (value !== '' && value !== '0') throw notImplemented(`${name}: ${MISSING[name]}`);
    } else if (!NAME.test(name)) throw new Failure(115, 'UNKNOWN_SETTING', `Unknown setting '${name}'`);
    else if (name.startsWith('param_')) params.push([name.slice('param_'.length), value]);
    else settings.push([name, value]);
  }
  const header = (name: string) => request.headers[name] as string | undefined;
  return {
    encoding,
    text: query === '' ? body : body === '' ? query : `${query}\n${body}`,
    database: url.searchParams.get('database') ?? header('x-clickhouse-database'),
    format: url.searchParams.get('default_format') ?? header('x-clickhouse-format') ?? 'TabSeparated',
    queryId: url.searchParams.get('query_id') ?? undefined,
    params,
    settings,
    waitsForEnd: url.searchParams.get('wait_end_of_query') === '1',
    inSession: (url.searchParams.get('session_id') ?? '') !== '',
    gzip:
      url.searchParams.get('enable_http_compression') === '1' &&
      /\bgzip\b/.test(request.headers['accept-encoding'] ?? ''),
  };
}

async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk as Buffer);
  }
  return decoded(Buffer.concat(chunks), request.headers['content-encoding'], maxBytes);
}

async function decoded(body: Buffer, encoding: string | undefined, maxBytes: number): Promise<Buffer> {
  if (body.length === 0 || encoding === undefined || encoding === 'identity') return body;
  if (!Object.hasOwn(DECODERS, encoding))
    throw notImplemented(`the encoding ${encoding} is not supported: use gzip or none`);
  try {
    return await DECODERS[encoding as keyof typeof DECODERS](body, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes);
    throw incorrectData(`the body is no ${encoding}: ${(error as Error).message}`);
  }
}

/** Statements that a request may run: one at a time, no local files. Read-only users may only read. */

const READING = new Set(['select', 'with', 'show', 'describe', 'desc', 'explain', 'exists', 'set', 'use', '(']);
/** Table functions that read only their arguments, including queries and tables. */
export const READERS_TABLE_FUNCTIONS: ReadonlySet<string> = new Set([
  ...PURE_TABLE_FUNCTIONS,
  'generaterandom',
  'null',
  'primes',
  'view',
  'format',
]);
/** Further functions for read-only users: clients ask for the server's version and settings. */
export const READERS_FUNCTIONS = `version timezone servertimezone currentdatabase current_database database
  currentuser current_user user hostname uptime getsetting formatquerysingleline throwif sleep sleepeachrow`.split(
  /\s+/,
);

export interface Statement {
  readonly sql: string;
  /** Rows of an INSERT that names their format. */
  readonly rows?: string;
  /** True if the statement is an INSERT with an empty body, which has no effect. */
  readonly empty: boolean;
  /** Format of the FORMAT clause; undefined: the request's default. */
  readonly format: string | undefined;
  /** True if the statement only affects later ones: SET, USE, a temporary table. */
  readonly lasting: boolean;
}

/** Reads a statement. @param fence names allowed to a read-only user @throws {Failure} with ClickHouse's code */
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
  let settingsAt: number | undefined;
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
    if (depth === 0 && token.kind === 'word') {
      if (/^(?:select|with)$/i.test(token.text)) selects = true;
      if (/^settings$/i.test(token.text)) settingsAt = token.from;
    }
    if (depth === 0 && before?.kind === 'word' && before.text.toLowerCase() === 'format' && token.kind === 'word') {
      format = token.text;
      if (insert && !selects && format.toLowerCase() !== 'values')
        return insertOf(text, token, settingsAt ?? before.from);
    }
    before = token;
  }
  const empty = insert && before?.kind === 'word' && before.text.toLowerCase() === 'values';
  const lasting = opener === 'set' || opener === 'use' || /^\W*create\s+(?:or\s+replace\s+)?temporary\b/i.test(text);
  return { sql: text, empty, format, lasting };
}

/** Refuses files of the host, as a server does; the embedded engine would read and write them. */
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
  // Some statements name a database alone: `SHOW TABLES FROM market_accounts`, `USE default`.
  for (const [index, { kind, text: name }] of tokens.entries()) {
    const before = tokens[index - 1];
    const used = before?.kind === 'word' && /^(?:use|from|in|database)$/i.test(before.text);
    if (used && (kind === 'word' || kind === 'quoted') && fence.closedDatabases.has(name.toLowerCase())) {
      throw accessDenied(`the database ${name} is closed to this user`);
    }
  }
}

/** Returns an INSERT whose rows follow the name of their format. @param fileAt place of the clause that names a file */
function insertOf(text: string, format: Token, fileAt: number): Statement {
  const rows = text.slice(format.to).replace(/^[^\S\n]*\n/, '');
  const sql = `${text.slice(0, fileAt)} FROM INFILE {file} ${text.slice(fileAt, format.to)}`;
  return { sql, rows, empty: rows.trim() === '', format: undefined, lasting: false };
}
