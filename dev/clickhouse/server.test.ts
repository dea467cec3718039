import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ClickHouse, startClickHouse } from './server.ts';

let folder: string;
let server: ClickHouse;
let secret: string;

const USERS = [
  { name: 'default', password: '', rights: 'write' as const },
  { name: 'writer', password: 'p:w', rights: 'write' as const },
  { name: 'reader', password: 'r', rights: 'read' as const },
  { name: 'analyst', password: 'a', rights: 'analyse' as const },
];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clickhouse-dev-'));
  secret = join(folder, 'secret.csv');
  writeFileSync(secret, 'top,secret\n');
  server = await startClickHouse({
    host: '127.0.0.1',
    port: 0,
    path: join(folder, 'data'),
    users: USERS,
    maxBodyBytes: 1_000_000,
  });
  for (const sql of [
    'CREATE DATABASE market',
    'CREATE DATABASE market_accounts',
    'CREATE TABLE market.t (a UInt8, s String) ENGINE = MergeTree ORDER BY a',
    'CREATE TABLE market_accounts.accounts (id String) ENGINE = MergeTree ORDER BY id',
  ]) {
    expect(await ask(sql)).toMatchObject({ status: 200, text: '' });
  }
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => ask('TRUNCATE TABLE market.t'));

interface Asking {
  url?: Record<string, string>;
  headers?: Record<string, string>;
  method?: string;
}

async function ask(body: string | Buffer | undefined, { url = {}, headers = {}, method = 'POST' }: Asking = {}) {
  const response = await fetch(`${server.url}/?${new URLSearchParams(url)}`, { method, headers, body });
  const bytes = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    code: response.headers.get('x-clickhouse-exception-code'),
    type: response.headers.get('content-type'),
    headers: response.headers,
    text: bytes.toString(),
    bytes,
  };
}

const as = (name: string, password: string): Asking => ({
  headers: { 'x-clickhouse-user': name, 'x-clickhouse-key': password },
});
const READER = as('reader', 'r');
const stored = async () => (await ask('SELECT a, s FROM market.t ORDER BY a, s')).text;

describe('a request', () => {
  it('to /ping is answered without a user', async () => {
    const response = await fetch(`${server.url}/ping`, { headers: { 'x-clickhouse-user': 'nobody' } });
    expect([response.status, await response.text()]).toEqual([200, 'Ok.\n']);
  });

  it('leaves no setting, parameter, database or temporary table behind', async () => {
    const sql = "SELECT getSetting('max_threads') = 3, currentDatabase()";
    expect((await ask(sql, { url: { max_threads: '3', database: 'market', param_x: '1' } })).text).toBe('1\tmarket\n');
    await ask('SET max_threads = 3');
    await ask('USE market');
    await ask('CREATE TEMPORARY TABLE once (a UInt8)');
    expect((await ask(sql)).text).toBe('0\tdefault\n');
    expect(await ask('SELECT {x:UInt8}')).toMatchObject({ code: '456' });
    expect(await ask('SELECT * FROM once')).toMatchObject({ code: '60' });
  });

  it('is one statement', async () => {
    expect(await ask('SELECT 1; SELECT 2')).toMatchObject({ status: 400, code: '62' });
    expect((await ask("SELECT ';' /* ; */ -- ;\n ; ")).text).toBe(';\n');
    expect(await ask('1 + 1')).toMatchObject({ status: 400, code: '62' });
    expect(await ask(' ')).toMatchObject({ status: 400, code: '62' });
  });

  it.each([
    ['compress', '1'],
    ['decompress', '1'],
    ['role', 'x'],
  ])('that asks for %s gets the error that there is none', async (name, value) => {
    expect(await ask('SELECT 1', { url: { [name]: value } })).toMatchObject({ status: 501, code: '48' });
  });
});

describe('a page of a browser', () => {
  /** Sends a request by `node:http`, because `fetch` sets Host and Origin itself. */
  function askAs(headers: Record<string, string>): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const call = request(server.url, { method: 'POST', headers }, (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode!, text }));
      });
      call.on('error', reject);
      call.end("INSERT INTO market.t VALUES (1, 'x')");
    });
  }

  it.each<[string, Record<string, string>]>([
    ['of another site', { origin: 'http://example.org' }],
    ['of another port of this host', { origin: 'http://127.0.0.1:1' }],
    ['without an origin of its own', { origin: 'null' }],
    ['that the browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['whose name was made to point here', { host: 'attacker.example' }],
    ['whose name was made to point here, with our port', { host: 'attacker.example:8123' }],
  ])('%s is refused', async (_, headers) => {
    const answer = await askAs(headers);
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('ACCESS_DENIED');
    expect(await stored()).toBe('');
  });

  it.each<[string, Record<string, string>]>([
    ['a program', {}],
    ['a program that calls it localhost', { host: 'localhost:8123' }],
    ['its own page', { origin: 'OWN', 'sec-fetch-site': 'same-origin' }],
  ])('%s is served', async (_, headers) => {
    const own = headers['origin'] ? { ...headers, origin: server.url } : headers;
    expect(await askAs(own)).toEqual({ status: 200, text: '' });
    expect(await stored()).toBe('1\tx\n');
  });
});

describe('a user', () => {
  it('is known by headers, basic authentication or the URL', async () => {
    const basic = `Basic ${Buffer.from('writer:p:w').toString('base64')}`;
    for (const asking of [
      as('writer', 'p:w'),
      { headers: { authorization: basic } },
      { url: { user: 'writer', password: 'p:w' } },
    ]) {
      expect((await ask('SELECT 1', asking)).text).toBe('1\n');
    }
  });

  it.each([
    ['with a wrong password', as('reader', 'x')],
    ['without its password', { url: { user: 'reader' } }],
    ['that does not exist', as('nobody', '')],
  ])('%s is refused', async (_, asking) => {
    expect(await ask('SELECT 1', asking)).toMatchObject({ status: 403, code: '516' });
  });
});

describe('a read-only user', () => {
  it('cannot lift its own fence', async () => {
    expect(await ask('SELECT 1', { ...READER, url: { readonly: '0' } })).toMatchObject({ code: '164' });
    expect(await ask('SELECT 1 SETTINGS readonly = 0', READER)).toMatchObject({ code: '164' });
    expect(await ask('SET readonly = 0', READER)).toMatchObject({ code: '164' });
  });

  // test/contracts/analyst.test.ts tests further spellings of names under the analysts' rules, which are the same.
  it.each([
    "INSERT INTO market.t VALUES (1, '')",
    "INSERT INTO FUNCTION file('FOLDER/out.csv') SELECT 1",
    'CREATE TEMPORARY TABLE x (a UInt8)',
    'SYSTEM FLUSH LOGS',
    "SELECT 1 INTO/**/OUTFILE 'FOLDER/out.csv'",
    "SELECT * FROM file('SECRET')",
    "SELECT file('SECRET')",
    "SELECT * FROM 'SECRET'",
    'SELECT * FROM default . `SECRET`',
    "SELECT * FROM url('http://127.0.0.1:9/', 'LineAsString')",
    "SELECT * FROM merge('market_accounts', '.*')",
    "SELECT arrayMap(`file`, ['SECRET'])",
  ])('cannot: %s', async (sql) => {
    const answer = await ask(sql.replaceAll('SECRET', secret).replaceAll('FOLDER', folder), READER);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.text).not.toContain('secret\n');
    expect(() => readFileSync(join(folder, 'out.csv'))).toThrow();
  });
});
