/** ClickHouse's HTTP interface for one process with the embedded engine. */

import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { AllowedNames } from '../../sql/analysts/names.ts';
import { type AllowedFunctions, loadAllowedFunctions } from '../../sql/analysts/names.ts';
import { stringLiteral } from '../../sql/formats/text.ts';
import {
  type Answer,
  accessDenied,
  Engine,
  Failure,
  incorrectData,
  notImplemented,
  type Question,
  readOnly,
  statusOf,
  toFailure,
} from './engine.ts';
import {
  type Query,
  READERS_FUNCTIONS,
  READERS_TABLE_FUNCTIONS,
  readRequest,
  readStatement,
  type Statement,
} from './request.ts';

interface ClickHouseOptions {
  readonly host: string;
  /** Port; 0: any free one. */
  readonly port: number;
  /** Folder of the engine's data, which the engine locks. */
  readonly path: string;
  readonly users: readonly User[];
  readonly maxBodyBytes?: number;
}

export interface ClickHouse {
  readonly port: number;
  readonly url: string;
  /** Refuses new statements and lets running ones finish for a while; false if some still run, and the engine with them. */
  close(finishMs?: number): Promise<boolean>;
}

const MAX_BODY_BYTES = 256 * 2 ** 20;
/** Most statements that run or wait; further requests are refused. */
const MAX_STATEMENTS = 200;
/** Largest answer whose rows are counted by running the statement again. */
const MAX_COUNTED_BYTES = 65_536;
/** Limit of a request's headers; parameters are part of the URL. */
const MAX_HEADER_BYTES = 1_100_000;
const KEEP_ALIVE_MS = 30_000;
/** Time that a stop waits for running statements, and then for clients to read their answers. */
const FINISH_MS = 5_000;
const ANSWER_MS = 1_000;

const compressed = promisify(gzip);

interface Known {
  readonly version: string;
  readonly timezone: string;
  readonly functions: AllowedFunctions;
  readonly contentTypes: ReadonlyMap<string, string>;
}

export async function startClickHouse(options: ClickHouseOptions): Promise<ClickHouse> {
  const engine = new Engine(options.path);
  const known = await askEngine(engine);
  const { maxBodyBytes = MAX_BODY_BYTES, users } = options;
  const running = new Set<Promise<unknown>>();
  let stopping = false;

  async function answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    refuseBrowsers(request, options.host);
    const user = authenticate(users, request.headers, url.searchParams);
    const parsed = await readRequest(request, url, maxBodyBytes);
    response.setHeader('X-ClickHouse-Query-Id', parsed.queryId ?? randomUUID());
    if (parsed.text.trim() === '' && request.method === 'GET') return send(response, 200, 'text/plain', 'Ok.\n');
    const reads = user.rights !== 'write' || request.method === 'GET';
    const statement = readStatement(parsed.text, user.rights === 'write' ? null : fenceOf(user, known));
    if (parsed.inSession && statement.lasting) {
      throw notImplemented('session_id: sessions are not kept, so what this statement sets would be lost');
    }
    if (parsed.encoding !== 'utf8' && statement.rows === undefined) throw incorrectData('the statement is not UTF-8');
    if (statement.empty) return reply(response, parsed, statement, NOTHING);
    if (stopping) throw new Failure(236, 'ABORTED', 'the server is stopping');
    if (running.size >= MAX_STATEMENTS) {
      throw new Failure(
        202,
        'TOO_MANY_SIMULTANEOUS_QUERIES',
        `Too many simultaneous queries. Maximum: ${MAX_STATEMENTS}`,
      );
    }
    const question = {
      sql: statement.sql,
      format: parsed.format,
      databases: databasesOf(user, parsed),
      settings: reads ? readOnlySettings(parsed) : parsed.settings,
      params: parsed.params,
    };
    const answered =
      statement.rows === undefined
        ? engine.ask(question)
        : withFile(Buffer.from(statement.rows, parsed.encoding), (file) =>
            engine.ask({ ...question, sql: statement.sql.replace('{file}', () => stringLiteral(file)) }),
          );
    const pending = answered.then(async (result) => {
      const isCounted = parsed.waitsForEnd && statement.format === undefined && result.body.length <= MAX_COUNTED_BYTES;
      return isCounted ? { ...result, rows: await rowsOf(engine, question) } : result;
    });
    running.add(pending);
    try {
      await reply(response, parsed, statement, await pending);
    } finally {
      running.delete(pending);
    }
  }

  async function reply(response: ServerResponse, parsed: Query, statement: Statement, result: Answer): Promise<void> {
    const format = statement.format ?? parsed.format;
    response.setHeader('X-ClickHouse-Format', format);
    response.setHeader('X-ClickHouse-Timezone', known.timezone);
    response.setHeader('X-ClickHouse-Summary', summary(result));
    let { body } = result;
    if (parsed.gzip && body.length > 0) {
      body = await compressed(body);
      response.setHeader('Content-Encoding', 'gzip');
    }
    send(response, 200, known.contentTypes.get(format.toLowerCase()) ?? 'text/plain; charset=UTF-8', body);
  }

  const server = createServer(
    { maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: KEEP_ALIVE_MS },
    (request, response) => {
      response.setHeader('X-ClickHouse-Server-Display-Name', hostname());
      const url = new URL(request.url ?? '/', 'http://clickhouse');
      const { method = 'GET' } = request;
      if (url.pathname === '/ping' || url.pathname === '/replicas_status') {
        return send(response, 200, 'text/plain; charset=UTF-8', 'Ok.\n');
      }
      if (url.pathname !== '/') return send(response, 404, 'text/plain', `There is no handle ${url.pathname}\n`);
      if (method === 'HEAD') return send(response, 200, 'text/plain; charset=UTF-8', '');
      if (method !== 'GET' && method !== 'POST') {
        response.setHeader('Allow', 'GET, POST, HEAD');
        return send(response, 405, 'text/plain', 'use GET or POST\n');
      }
      answer(request, response, url).catch((error) => {
        const { code, type, message } = toFailure(error);
        response.setHeader('X-ClickHouse-Exception-Code', code);
        // A client may still be sending: its request is read to the end, and its connection ends then.
        if (!request.complete) response.shouldKeepAlive = false;
        request.resume();
        const text = `Code: ${code}. DB::Exception: ${message}. (${type}) (version ${known.version})\n`;
        send(response, statusOf(code), 'text/plain; charset=UTF-8', text);
      });
    },
  );
  server.requestTimeout = 0;
  await once(server.listen(options.port, options.host), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`,
    async close(finishMs = FINISH_MS) {
      stopping = true;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await Promise.race([Promise.allSettled(running), sleep(finishMs, undefined, { ref: false })]);
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), running.size > 0 ? 0 : ANSWER_MS).unref();
      await closed;
      if (running.size > 0) return false;
      engine.close();
      return true;
    },
  };
}

/** Passes the content to `use` as a temporary file, from which the engine takes rows of any format. */
async function withFile<T>(content: Buffer, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'clickhouse-dev-rows-'));
  try {
    const path = join(folder, 'rows');
    await writeFile(path, content, { mode: 0o600 });
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Refuses requests that a browser sends for another origin or name (DNS rebinding), because `default` may have no password. */
function refuseBrowsers({ headers }: IncomingMessage, listensOn: string): void {
  const { host, origin, 'sec-fetch-site': site } = headers;
  const name = host?.replace(/:\d+$/, '').toLowerCase();
  if (name !== undefined && !isAddress(name) && name !== 'localhost' && name !== listensOn) {
    throw accessDenied(`this server is not called ${name}: use its address or localhost`);
  }
  if ((origin !== undefined && origin !== `http://${host}`) || (site !== undefined && !OWN_SITES.has(String(site)))) {
    throw accessDenied('requests from pages of other sites are refused');
  }
}

const OWN_SITES = new Set(['same-origin', 'none']);
const isAddress = (name: string) => isIP(name.replace(/^\[|\]$/g, '')) !== 0;

/** Counts the rows of an answer, which the engine does not report: Java's driver reads none if the summary has 0 rows. */
async function rowsOf(engine: Engine, question: Question): Promise<number> {
  const select = /^\s*(?:select|with)\b[\s\S]*?(?=;?\s*$)/i.exec(question.sql)?.[0];
  if (select === undefined) return 0;
  const sql = `SELECT count() FROM (${select}\n)`;
  // Some SELECT statements cannot stand in parentheses.
  const counted = await engine.ask({ ...question, sql, format: 'TabSeparated' }).catch(() => null);
  return Number(counted?.body.toString() ?? 0);
}

const NOTHING: Answer = { body: Buffer.alloc(0), rowsRead: 0, bytesRead: 0, elapsedS: 0 };

async function askEngine(engine: Engine): Promise<Known> {
  const [own] = await engine.rows<{ version: string; timezone: string }>(
    'SELECT version() AS version, timezone() AS timezone',
  );
  const types = await engine.rows<{ name: string; content_type: string }>(
    'SELECT lower(name) AS name, content_type FROM system.formats WHERE is_output',
  );
  return {
    ...own,
    functions: await loadAllowedFunctions((sql) => engine.rows(sql), READERS_FUNCTIONS),
    contentTypes: new Map(types.map(({ name, content_type }) => [name, content_type])),
  };
}

/** Returns the allowed names of a user. `default` is closed, because the engine takes names in it for files of the host. */
function fenceOf(user: User, { functions }: Known): AllowedNames {
  const closedDatabases = new Set(user.rights === 'analyse' ? ['default', 'market_accounts'] : ['default']);
  return { functions, tableFunctions: READERS_TABLE_FUNCTIONS, closedDatabases };
}

function databasesOf(user: User, { database }: Query): string[] {
  if (user.rights === 'write') return database === undefined ? [] : [database];
  if (database === undefined || database === 'default') return ['market', 'system'];
  if (user.rights === 'analyse' && database === 'market_accounts') {
    throw new Failure(497, 'ACCESS_DENIED', `the database ${database} is closed to this user`);
  }
  return [database];
}

/** Returns the settings of a read-only request, which may be tightened (`readonly=1`), never loosened. */
function readOnlySettings({ settings }: Query): (readonly [string, string])[] {
  const level = settings.find(([name]) => name === 'readonly')?.[1] ?? '2';
  if (level !== '1' && level !== '2') throw readOnly("Cannot modify 'readonly' setting in readonly mode");
  return [...settings.filter(([name]) => name !== 'readonly'), ['readonly', level]];
}

/** Returns the summary header; the engine does not report written rows. */
function summary({ rowsRead, bytesRead, elapsedS, body, rows = 0 }: Answer): string {
  return JSON.stringify({
    read_rows: String(rowsRead),
    read_bytes: String(bytesRead),
    written_rows: '0',
    written_bytes: '0',
    total_rows_to_read: '0',
    result_rows: String(rows),
    result_bytes: String(body.length),
    elapsed_ns: String(Math.round(elapsedS * 1e9)),
  });
}

function send(response: ServerResponse, status: number, contentType: string, body: string | Buffer): void {
  response.statusCode = status;
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}

// --- users: a writer, and read-only users

export interface User {
  readonly name: string;
  readonly password: string;
  readonly rights: 'write' | 'read' | 'analyse';
}

/** Returns the credentials in ClickHouse's order: own headers, basic authentication, URL; else `default` without a password. */
function credentialsOf(headers: IncomingHttpHeaders, url: URLSearchParams): { name: string; password: string } {
  const own = headers['x-clickhouse-user'];
  if (own !== undefined) return { name: String(own), password: String(headers['x-clickhouse-key'] ?? '') };
  const basic = /^Basic\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (basic !== undefined) {
    const [name, ...password] = Buffer.from(basic, 'base64').toString().split(':');
    return { name, password: password.join(':') };
  }
  return { name: url.get('user') ?? 'default', password: url.get('password') ?? '' };
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Returns the user of the request. @throws {Failure} 516 */
function authenticate(users: readonly User[], headers: IncomingHttpHeaders, url: URLSearchParams): User {
  const { name, password } = credentialsOf(headers, url);
  const user = users.find((one) => one.name === name);
  if (user && timingSafeEqual(digest(user.password), digest(password))) return user;
  throw new Failure(
    516,
    'AUTHENTICATION_FAILED',
    `${name}: Authentication failed: password is incorrect, or there is no user with such name`,
  );
}
