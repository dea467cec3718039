import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startApi, UNLIMITED } from '../../test/support/api.ts';
import { apiData } from '../../test/support/api-data.ts';
import { apiOfTest } from '../../test/support/api-of-file.ts';

/** Sends bytes as they are and answers all that comes back. */
function send(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
    socket.on('error', reject);
    socket.setTimeout(5_000, () => socket.destroy());
  });
}

describe('CORS', () => {
  it('is off unless origins are named', async () => {
    const api = await apiOfTest(apiData().slice(0, 1));
    const { headers } = await api.get('/stats', { headers: { origin: 'https://desk.example' } });
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('lets the named origins read answers and our headers, and no other', async () => {
    const api = await apiOfTest(apiData().slice(0, 1), { config: { corsOrigins: ['https://desk.example'] } });
    const from = (origin: string, method = 'GET') =>
      api.get('/stats/gap?symbol=AAPL', { method, headers: { origin, 'access-control-request-method': 'GET' } });
    const allowed = await from('https://desk.example');
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://desk.example');
    expect(allowed.headers.get('access-control-expose-headers')).toContain('X-RateLimit-Remaining');
    expect(allowed.headers.get('vary')).toContain('Origin');
    expect((await from('https://other.example')).headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await from('https://desk.example', 'OPTIONS');
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
  });
});

describe('headers', () => {
  it('keep browsers from guessing, framing and telling', async () => {
    const api = await apiOfTest(apiData().slice(0, 1));
    for (const path of ['/stats/gap?symbol=AAPL', '/stats', '/nope', '/me/usage']) {
      const { headers } = await api.get(path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('cache-control')).toContain('private');
      expect(headers.get('x-request-id')).toMatch(/^[\w.:-]+$/);
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });

  it("repeat the request's id where it is one", async () => {
    const api = await apiOfTest(apiData().slice(0, 1));
    const id = async (given: string) =>
      (await api.get('/healthz', { headers: { 'x-request-id': given } })).headers.get('x-request-id');
    expect(await id('abc-123')).toBe('abc-123');
    expect(await id('x'.repeat(100))).not.toBe('x'.repeat(100));
    expect(await id('a b')).not.toBe('a b');
  });
});

describe('hostile bytes', () => {
  it('get a 4xx and the end of the connection, and leave the service as it was', async () => {
    const api = await apiOfTest(apiData().slice(0, 1));
    const host = 'Host: x\r\n';
    for (const text of [
      'NOT HTTP\r\n\r\n',
      'GET /stats HTTP/9.9\r\n\r\n',
      `GET /stats HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`,
      `GET /stats HTTP/1.1\r\n${host}X: ${'y'.repeat(20_000)}\r\n\r\n`,
      `GET /stats?\x00 HTTP/1.1\r\n${host}\r\n`,
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    ]) {
      expect(await send(api.server.port, text)).toMatch(/^HTTP\/1\.1 4\d\d /);
    }
    expect((await api.get('/healthz')).status).toBe(200);
  });

  it('in paths and queries are answered with 4xx', async () => {
    const api = await apiOfTest(apiData().slice(0, 1));
    const token = api.account('pro_api');
    const head = `Host: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`;
    for (const target of [
      '/stats/gap?symbol=%E0%A4%A',
      '/stats/gap?symbol=AAPL&%=%&%zz',
      '/%',
      '/%00',
      '//stats//gap?symbol=AAPL',
      '/stats/gap?&&&=&?',
      '/stats/gap?symbol[]=AAPL',
      '/stats/gap?symbol=AAPL;DROP%20TABLE%20bars',
      '/..%2f..%2fetc/passwd',
      '*',
    ]) {
      expect([target, await send(api.server.port, `GET ${target} HTTP/1.1\r\n${head}`)]).toEqual([
        target,
        expect.stringMatching(/^HTTP\/1\.1 4\d\d /),
      ]);
    }
  });

  it('and clients that leave in the middle do no harm', async () => {
    const api = await apiOfTest(apiData().slice(0, 1));
    const token = api.account('pro_api', UNLIMITED);
    const request = `GET /stats/fvg?symbol=AAPL HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    for (let i = 0; i < 60; i++) {
      await new Promise<void>((resolve) => {
        const socket = connect(api.server.port, '127.0.0.1', () => {
          socket.write(request.repeat(3));
          setTimeout(() => socket.destroy(), i % 5);
        });
        socket.on('close', () => resolve());
        socket.on('error', () => {});
      });
    }
    expect((await api.get('/stats/fvg?symbol=AAPL', { token })).status).toBe(200);
  });

  it('take absolute targets, as proxies send them', async () => {
    const api = await apiOfTest(apiData().slice(0, 1));
    const head = 'Host: x\r\nConnection: close\r\n\r\n';
    expect(await send(api.server.port, `GET http://x/healthz HTTP/1.1\r\n${head}`)).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('stopping', () => {
  it('lets requests in progress finish and takes no new ones', async () => {
    const api = await startApi(apiData().slice(0, 1));
    let release = () => {};
    api.answers.beforeView = () =>
      new Promise<void>((resolve) => {
        release = resolve;
      });
    const slow = api.get('/stats/gap?symbol=AAPL');
    while (api.answers.views === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const closed = api.close();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await expect(fetch(`${api.url}/healthz`)).rejects.toThrow();
    release();
    const reply = await slow;
    expect(reply.status).toBe(200);
    await closed;
  });

  it('cuts what does not finish in time', async () => {
    const api = await startApi(apiData().slice(0, 1));
    api.answers.beforeView = () => new Promise(() => {});
    const slow = api.get('/stats/gap?symbol=AAPL').catch(() => 'cut');
    while (api.answers.views === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await api.server.close(100);
    expect(await slow).toBe('cut');
    await api.close();
  });
});

describe('/readyz', () => {
  it('is 503 until the service can answer', async () => {
    let ready = false;
    const api = await apiOfTest(apiData().slice(0, 1), {
      deps: { ready: async () => ({ ready, checks: { store: ready } }) },
    });
    expect((await api.get('/readyz', { token: null })).status).toBe(503);
    ready = true;
    const reply = await api.get('/readyz', { token: null });
    expect([reply.status, reply.body]).toEqual([200, { ready: true, checks: { store: true } }]);
    expect((await api.get('/healthz', { token: null })).status).toBe(200);
  });
});
