import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { UNLIMITED } from '../../test/support/api.ts';
import { apiData } from '../../test/support/api-data.ts';
import { apiOfFile } from '../../test/support/api-of-file.ts';
import { folderOfFile } from '../../test/support/of-file.ts';
import { until } from '../../test/support/until.ts';
import { createConsoleSessions, sessionKeyInFile } from '../console-session.ts';

const folder = folderOfFile();
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Console</title>');
writeFileSync(join(folder, 'assets', 'main-1a2b.js'), 'export {};');
writeFileSync(join(folder, 'assets', 'built-3c4d.js'), 'export {};');
writeFileSync(join(folder, 'assets', 'built-3c4d.js.br'), brotliCompressSync('export { built };'));
const api = await apiOfFile(apiData().slice(0, 1), { deps: { consoleFolder: folder } });

const login = (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  fetch(`${api.url}/console/login`, { method: 'POST', body, headers });

const JSON_POST = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };

async function cookieOf(token: string): Promise<string> {
  const reply = await login(JSON.stringify({ token }));
  expect(reply.status).toBe(204);
  return reply.headers.get('set-cookie')!.split(';')[0];
}

const withCookie = (cookie: string, path = '/stats/gap?symbol=AAPL') =>
  api.get(path, { token: null, headers: { cookie } });

describe('logging in to the console', () => {
  it('gives a signed cookie that scripts and other sites cannot use, and that holds no token', async () => {
    const token = api.account('free');
    const cookie = (await login(JSON.stringify({ token }))).headers.get('set-cookie')!;
    expect(cookie).toContain('HttpOnly');
    expect(cookie).toContain('SameSite=Strict');
    expect(cookie).toContain('Max-Age=43200');
    expect(cookie).not.toContain(token);
  });

  it('lets web-only plans use the same endpoints, with the same limits counted', async () => {
    const token = api.account('free');
    expect((await api.get('/stats/gap?symbol=AAPL', { token })).status).toBe(403);
    const cookie = await cookieOf(token);
    const statuses = [];
    for (let i = 0; i < 11; i++) statuses.push((await withCookie(cookie)).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    expect((await api.get('/me/usage', { token })).body.rate_limits.minute.used).toBe(10);
    expect((await withCookie(cookie, '/stats/gap?symbol=AAPL&date=2025-03-10')).status).toBe(429);
  });

  it('still refuses what the plan lacks', async () => {
    const cookie = await cookieOf(api.account('free'));
    const reply = await withCookie(cookie, '/stats/gap?symbol=AAPL&date=2025-03-10');
    expect([reply.status, reply.body.detail.error]).toEqual([403, 'plan_upgrade_required']);
  });

  it('refuses unknown tokens and what is no login', async () => {
    expect((await login('{"token":"nobody"}')).status).toBe(401);
    expect((await login('{"token":7}')).status).toBe(400);
    expect((await login('null')).status).toBe(400);
    expect((await login('{')).status).toBe(400);
    expect((await login('token=x', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(400);
    expect((await login(JSON.stringify({ token: 'x'.repeat(10_000) }))).status).toBe(413);
  });

  it('ends with the token, with time, and with a logout', async () => {
    const token = api.account('free');
    const cookie = await cookieOf(token);
    expect((await withCookie(cookie)).status).toBe(200);
    // A form of another site cannot end a session.
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const refused = await fetch(`${api.url}/console/logout`, { method: 'POST', headers: form, body: 'a=b' });
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([400, null]);
    const out = await fetch(`${api.url}/console/logout`, JSON_POST);
    expect(out.headers.get('set-cookie')).toMatch(/=; Max-Age=0/);
    api.clock.advance(13 * 3_600_000);
    expect((await withCookie(cookie)).status).toBe(401);
    const fresh = await cookieOf(token);
    api.revoke(token);
    await until(async () => (await withCookie(fresh)).status === 401);
  });

  it('ends every session of the token with a logout, also where the cookie was kept, and none of another', async () => {
    const token = api.account('free', UNLIMITED);
    const [one, two] = [await cookieOf(token), await cookieOf(token)];
    const other = await cookieOf(api.account('free', UNLIMITED));
    for (const cookie of [one, two, other]) expect((await withCookie(cookie)).status).toBe(200);
    api.clock.advance(1_000);
    const out = (cookie: string) =>
      fetch(`${api.url}/console/logout`, { ...JSON_POST, headers: { ...JSON_POST.headers, cookie } });
    expect((await out(one)).status).toBe(204);
    for (const cookie of [one, two]) {
      const reply = await withCookie(cookie);
      expect([reply.status, reply.body.detail.error]).toEqual([401, 'missing_token']);
    }
    expect((await withCookie(other)).status).toBe(200);
    // A new login is a new session, at the same moment, too; an old cookie's logout does not end it.
    const again = await cookieOf(token);
    expect((await out(one)).status).toBe(204);
    expect((await withCookie(again)).status).toBe(200);
    expect((await api.get('/me/usage', { token })).status).toBe(200);
  });

  it('takes the code of a login link once, and not after ten minutes', async () => {
    const token = api.account('free', UNLIMITED);
    const code = api.links.create(token);
    expect(code).not.toContain(token);
    const reply = await login(JSON.stringify({ login: code }));
    expect(reply.status).toBe(204);
    expect((await withCookie(reply.headers.get('set-cookie')!.split(';')[0])).status).toBe(200);
    const late = api.links.create(token);
    api.clock.advance(10 * 60_000);
    for (const used of [code, late, 'nothing', '']) {
      const refused = await login(JSON.stringify({ login: used }));
      expect(await refused.json()).toMatchObject({ detail: { error: 'invalid_token' } });
      expect(refused.status).toBe(401);
    }
    const revoked = api.links.create(token);
    api.revoke(token);
    await until(async () => (await login(JSON.stringify({ login: revoked }))).status === 401);
  });

  it('refuses cookies that were changed', async () => {
    const cookie = await cookieOf(api.account('free'));
    const [name, value] = cookie.split('=');
    const [hash, opened, until, signature] = value.split('.');
    const later = (Number.parseInt(until, 36) + 1e9).toString(36);
    for (const forged of [
      `${hash}.${opened}.${later}.${signature}`,
      `${hash}.${later}.${until}.${signature}`,
      `${'0'.repeat(64)}.${opened}.${until}.${signature}`,
      `${hash}.${opened}.${until}.${signature.slice(0, -1)}`,
      `${hash}.${opened}.${until}`,
      '',
      '..',
      '%00',
    ]) {
      expect((await withCookie(`${name}=${forged}`)).status).toBe(401);
    }
  });
});

describe('the pages of the console', () => {
  it('are served with a policy, every path of the page leading to it', async () => {
    for (const path of ['/console', '/console/', '/console/symbols/AAPL']) {
      const { status, text, headers } = await api.get(path, { token: null });
      expect([path, status, text]).toEqual([path, 200, '<!doctype html><title>Console</title>']);
      expect(headers.get('content-security-policy')).toContain("default-src 'self'");
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
    }
    const script = await api.get('/console/assets/main-1a2b.js', { token: null });
    expect(script.headers.get('content-type')).toMatch(/javascript; charset=utf-8$/);
    expect(script.headers.get('cache-control')).toContain('immutable');
  });

  it('come compressed as they were built', async () => {
    const headers = { 'accept-encoding': 'br' };
    const built = await api.get('/console/assets/built-3c4d.js', { token: null, headers });
    expect([built.headers.get('content-encoding'), built.text]).toEqual(['br', 'export { built };']);
  });

  it('are nothing but the built files', async () => {
    for (const path of ['/console/../package.json', '/console/%2e%2e/package.json', '/console/none.js']) {
      expect([path, (await api.get(path, { token: null })).status]).toEqual([path, 404]);
    }
  });
});

describe('the key of the cookies', () => {
  it('is made once and kept', () => {
    const key = sessionKeyInFile(folder);
    expect(key).toHaveLength(32);
    expect(sessionKeyInFile(folder).equals(key)).toBe(true);
  });

  it('is refused where it is too short: anybody could sign with it', () => {
    const options = { nowMs: () => 0, lastsMs: 1, secure: false };
    for (const bytes of [0, 31]) {
      expect(() => createConsoleSessions({ key: Buffer.alloc(bytes), ...options })).toThrow(`${bytes} bytes`);
    }
  });
});
