/** Writes of the console, from the request to the store: accounts' own tokens, and what operators may do; and what must not pass. */
import { existsSync, mkdirSync, readdirSync, utimesSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createAccounts, storedTokens } from '../../api/accounts.ts';
import { createAuthenticator } from '../../api/authenticator.ts';
import { fixedClock } from '../../lib/clock.ts';
import { silentLogger } from '../../lib/logger.ts';
import { apiOfFile } from '../../test/support/api-of-file.ts';
import { logIn } from '../../test/support/login.ts';
import { folderOfFile, storeOfFile } from '../../test/support/of-file.ts';
import { openOperations } from '../../test/support/operations.ts';
import { safeName, uploadOperations } from '../commands/uploads.ts';
import { CONSOLE_OPERATIONS, consoleOperations } from './console-operations.ts';
import { startOpsServer } from './ops-server.ts';

const DAY_MS = 86_400_000;
const MAX_BYTES = 4_000;
const OPS_TOKEN = 'token of the ops port';
const clock = fixedClock(Date.UTC(2025, 5, 10, 12));
const dataDir = folderOfFile();
const uploads = join(dataDir, 'uploads');
const accounts = () => createAccounts(store.writer, clock);

const store = await storeOfFile();
let isUp = true;

const opened = await openOperations(store, [], { clock });
const { operations } = opened;
const ops = await startOpsServer({
  host: '127.0.0.1',
  port: 0,
  token: OPS_TOKEN,
  notReady: () => [],
  logger: silentLogger,
  operations: {
    ...operations,
    ...uploadOperations({ dataDir, maxBytes: MAX_BYTES, clock, importFiles: operations['import'] }),
  },
});
const address = () => (isUp ? { url: `http://127.0.0.1:${ops.port}`, token: OPS_TOKEN } : null);
const authenticator = createAuthenticator({
  source: storedTokens(store.reader, store.writer),
  clock,
  logger: silentLogger,
});
const api = await apiOfFile([], {
  nowMs: clock.nowMs(),
  config: { consoleSessionMs: 3 * DAY_MS },
  deps: {
    authenticator,
    accounts: accounts(),
    clock,
    operatorStatus: { status: async () => ({}), coverage: async () => [] },
    operatorActions: consoleOperations(address),
  },
});
afterAll(async () => {
  await authenticator?.close();
  await ops?.close();
  await opened?.stop();
});

type Headers = Record<string, string>;

interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of any shape
  readonly body: any;
  /** Of an operation: its last line. */
  // biome-ignore lint/suspicious/noExplicitAny: results of any shape
  readonly last: any;
}

async function send(method: string, path: string, headers: Headers, body?: unknown): Promise<Reply> {
  const json = body === undefined ? undefined : JSON.stringify(body);
  const reply = await fetch(api.url + path, { method, headers, body: json });
  const text = await reply.text();
  const lines = text.trimEnd().split('\n').filter(Boolean);
  const last = lines.length === 0 ? null : JSON.parse(lines[lines.length - 1]);
  return { status: reply.status, body: last, last };
}

async function person({ operator = false, plan = 'pro_web' } = {}) {
  const { id } = await accounts().createAccount({ name: 'Somebody', plan, operator });
  await accounts().setLimits(id, { perMinute: 10_000 });
  const { token } = await accounts().issueToken(id);
  return { id, token, headers: (await logIn(api.url, token)).signed };
}

const operate = (headers: Headers, name: string, args: object = {}) =>
  send('POST', `/operator/operations/${name}`, headers, args);

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve));
}

const refusal = ({ status, body }: Reply) => [status, body?.detail?.error];

describe('writes', () => {
  it('are refused without the header, from another site, with an old login, by a token, and of other accounts', async () => {
    const { headers, token } = await person({ operator: true });
    const other = await person();
    const ways: [string, string, object][] = [
      ['POST', '/me/tokens', { name: 'mine' }],
      ['DELETE', '/me/tokens/tok_1', {}],
      ['POST', '/operator/operations/accounts.list', {}],
    ];
    for (const [method, path, body] of ways) {
      const { 'x-csrf-token': _, ...unsigned } = headers;
      const direct = { authorization: `Bearer ${token}` };
      const refused = async (sent: Headers) => [path, ...refusal(await send(method, path, sent, body))];
      expect(await refused({ 'content-type': 'application/json' })).toEqual([path, 401, 'missing_token']);
      expect(await refused(unsigned)).toEqual([path, 403, 'csrf']);
      expect(await refused({ ...headers, 'x-csrf-token': other.headers['x-csrf-token'] })).toEqual([path, 403, 'csrf']);
      expect(await refused({ ...headers, origin: 'https://elsewhere.example' })).toEqual([path, 403, 'csrf']);
      expect((await refused(direct))[1]).toBe(403);
    }
    expect(refusal(await operate(other.headers, 'accounts.list'))).toEqual([403, 'operator_only']);
    const api2 = await person({ operator: true, plan: 'pro_api' });
    const direct = { authorization: `Bearer ${api2.token}` };
    expect(refusal(await operate(direct, 'accounts.list'))).toEqual([403, 'console_only']);
    clock.advance(DAY_MS + 1);
    for (const [method, path, body] of ways)
      expect(refusal(await send(method, path, headers, body))).toEqual([401, 'login_too_old']);
    expect((await send('GET', '/me/tokens', headers)).status).toBe(200);
    const again = (await logIn(api.url, token)).signed;
    expect((await operate(again, 'accounts.list')).last.result.accounts.length).toBeGreaterThan(2);
  });
});

describe('own tokens', () => {
  it('are made with a name, shown once, have the rights of the account, and end their sessions when revoked', async () => {
    const { id, headers } = await person({ plan: 'pro_api' });
    const made = await send('POST', '/me/tokens', headers, { name: ' Notebook ' });
    expect([made.status, made.body]).toEqual([
      201,
      { id: expect.stringMatching(/^tok_/), name: 'Notebook', token: expect.stringMatching(/^[\w-]{43}$/) },
    ]);
    const list = await send('GET', '/me/tokens', headers);
    expect(list.body.data.map((one: { name: string; current: boolean }) => [one.name, one.current]).sort()).toEqual([
      ['', true],
      ['Notebook', false],
    ]);
    expect(JSON.stringify(list.body)).not.toContain(made.body.token);
    const { account } = (await send('GET', '/me/usage', { authorization: `Bearer ${made.body.token}` })).body;
    expect([account.id, account.operator, account.plan]).toEqual([id, false, 'pro_api']);
    const { signed: second } = await logIn(api.url, made.body.token);
    expect((await send('DELETE', `/me/tokens/${made.body.id}`, second)).status).toBe(204);
    await until(async () => (await authenticator.byToken(made.body.token)) === null);
    expect((await send('GET', '/me/usage', second)).status).toBe(401);
    expect((await send('GET', '/me/usage', headers)).status).toBe(200);
  });

  it('of another account are not found; a name is needed; fifty are enough', async () => {
    const [mine, theirs] = [await person(), await person()];
    const { body } = await send('POST', '/me/tokens', theirs.headers, { name: 'Theirs' });
    expect(refusal(await send('DELETE', `/me/tokens/${body.id}`, mine.headers))).toEqual([404, 'not_found']);
    expect((await send('GET', '/me/usage', { authorization: `Bearer ${body.token}` })).status).toBe(200);
    for (const wrong of [{}, { name: ' ' }, { name: 'x'.repeat(101) }, { name: 'x', plan: 'pro_api' }, []])
      expect((await send('POST', '/me/tokens', mine.headers, wrong)).status).toBe(422);
    for (let n = 1; n < 50; n++) await accounts().issueToken(mine.id);
    expect((await send('POST', '/me/tokens', mine.headers, { name: 'One more' })).status).toBe(422);
  });
});

const CSV = `symbol,ts,open,high,low,close,volume
UPL,2025-06-09T13:30:00Z,10,11,9,10,100
UPL,2025-06-09T13:31:00Z,10,11,9,10,100
UPL,2025-06-09T13:32:00Z,10,11,9,10,0
`;
const part = (text: string) => Buffer.from(text).toString('base64');

describe('operators', () => {
  it('upload a file in parts, see what it is before it lands, and land it; then the file is gone', async () => {
    const { headers } = await person({ operator: true });
    const begun = (await operate(headers, 'uploads.begin', { name: '../../bars of UPL.csv' })).last.result;
    expect(begun).toEqual({
      upload: expect.stringMatching(/^[0-9a-f]{32}$/),
      name: 'bars_of_UPL.csv',
      max_bytes: MAX_BYTES,
    });
    const { upload } = begun;
    const append = async (offset: number, text: string) =>
      (await operate(headers, 'uploads.append', { upload, offset, base64: part(text) })).last;
    await append(0, CSV.slice(0, 50));
    // An answer was lost: the part is sent again.
    expect(await append(20, CSV.slice(20, 60))).toEqual({ result: { upload, bytes: 60 } });
    expect((await append(61, 'x')).error.message).toContain('the file has 60 bytes so far');
    await append(60, CSV.slice(60));
    const given = { upload, kind: 'bars', options: { assetClass: 'equity', interval: '1m' } };
    const { result: looked } = (await operate(headers, 'uploads.import', { ...given, dryRun: true })).last;
    expect([looked.dry_run, looked.files[0].file, looked.files[0].rows]).toEqual([true, 'bars_of_UPL.csv', 3]);
    expect((await operate(headers, 'imports.list')).last.result.imports).toEqual([]);
    const { result: landed } = (await operate(headers, 'uploads.import', given)).last;
    expect([landed.landed, landed.dead_letters]).toEqual([3, {}]);
    expect(readdirSync(uploads)).toEqual([]);
    expect((await operate(headers, 'imports.undo', { id: landed.import_id })).last.result.deleted).toBe(3);
  }, 20_000);

  it('cannot leave the folder of uploads, fill the disk, or name files and hosts', async () => {
    const { headers } = await person({ operator: true });
    for (const upload of ['..', '../../etc', '/etc/passwd', 'a'.repeat(32), '']) {
      const given = { upload, kind: 'bars' };
      expect((await operate(headers, 'uploads.import', given)).last.error.exit).toBeGreaterThan(0);
      expect((await operate(headers, 'uploads.remove', { upload })).last.error.exit).toBeGreaterThan(0);
    }
    expect(existsSync(dataDir)).toBe(true);
    const refusedArgs: [string, object][] = [
      ['uploads.import', { upload: 'a'.repeat(32), kind: 'bars', files: ['/etc/passwd'] }],
      ['collectors.add', { kind: 'folder' }],
      ['collectors.add', { kind: 'folder', dir: '/etc' }],
      ['collectors.add', { kind: 'crypto', symbols: 'BTC/USDT', exchange: 'nope' }],
      ['collectors.add', { kind: 'alpaca', symbols: 'AAPL', url: 'http://169.254.169.254' }],
      ['collectors.add', { kind: 'alpaca', symbols: 'AAPL', credentials: '/etc/shadow' }],
    ];
    for (const [name, args] of refusedArgs) expect((await operate(headers, name, args)).last.error.exit).toBe(2);
    const { upload } = (await operate(headers, 'uploads.begin', { name: 'large.csv' })).last.result;
    const large = await operate(headers, 'uploads.append', {
      upload,
      offset: 0,
      base64: part('x'.repeat(MAX_BYTES + 1)),
    });
    expect(large.last.error.message).toContain('UPLOAD_MAX_MB');
    expect(readdirSync(uploads)).toEqual([]);
    const begin = async () => (await operate(headers, 'uploads.begin', { name: 'one.csv' })).last.result.upload;
    const begun: string[] = [];
    for (let n = 0; n < 10; n++) {
      begun.push(await begin());
      // Files of one moment have no order.
      utimesSync(join(uploads, begun[n], 'one.csv'), new Date(), new Date(Date.now() - 60_000 + n * 1_000));
    }
    // Pages that were left must not keep the next operator waiting for an hour.
    expect(readdirSync(uploads).sort()).toEqual(begun.slice(2).sort());
    // Another operator begins one at this moment: its folder has no file yet.
    mkdirSync(join(uploads, 'f'.repeat(32)));
    await begin();
    expect(readdirSync(uploads)).toContain('f'.repeat(32));
    // An hour after their last part they are gone; the clock of files is the machine's.
    clock.advance(Date.now() - clock.nowMs() + 3_700_000);
    const later = (await person({ operator: true })).headers;
    expect((await operate(later, 'uploads.begin', { name: 'two.csv' })).last.result.name).toBe('two.csv');
    expect(readdirSync(uploads)).toHaveLength(1);
  }, 20_000);

  it('have the listed operations alone, with bodies of bounded size', async () => {
    const { headers } = await person({ operator: true });
    expect(CONSOLE_OPERATIONS.filter((name) => !(name in opened.operations) && !name.startsWith('uploads.'))).toEqual(
      [],
    );
    for (const name of ['sql', 'restore', 'backup', 'import', 'symbols.drop', '../healthz', 'toString', '__proto__'])
      expect((await operate(headers, encodeURIComponent(name))).status).toBe(404);
    expect((await send('POST', '/operator/operations/accounts.list', headers, [])).status).toBe(422);
    const tooLarge = await new Promise<number>((resolve, reject) => {
      const sent = request(`${api.url}/operator/operations/uploads.append`, { method: 'POST', headers }, (answer) =>
        resolve(answer.statusCode ?? 0),
      );
      sent.on('error', reject).end(Buffer.alloc(13 * 2 ** 20, 120));
    });
    expect(tooLarge).toBe(413);
  });

  it('hear what an operation refuses, and what is missing where nobody performs it', async () => {
    const { headers } = await person({ operator: true });
    const { error } = (await operate(headers, 'accounts.create', { name: 'x', plan: 'gold' })).last;
    expect([error.exit, error.message]).toEqual([2, expect.stringContaining("no plan 'gold'")]);
    isUp = false;
    expect(refusal(await operate(headers, 'accounts.list'))).toEqual([503, 'unavailable']);
    isUp = true;
  });
});

it('a name of a file keeps its end and nothing that a path or terminal reads', () => {
  expect(safeName('C:\\data\\SPY 1m.csv.gz')).toBe('SPY_1m.csv.gz');
  expect(safeName('../../.ssh/-rf')).toBe('rf');
  expect(safeName('..')).toBe('upload');
  expect(safeName('\u001b[31mx\u202e.csv')).toBe('_31mx_.csv');
  expect(safeName(`${'x'.repeat(300)}.parquet`)).toMatch(/^x{92}\.parquet$/);
});
