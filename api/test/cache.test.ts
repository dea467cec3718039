import { createServer, request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { UNLIMITED } from '../../test/support/api.ts';
import { apiData, longer } from '../../test/support/api-data.ts';
import { apiOfTest } from '../../test/support/api-of-file.ts';
import { until } from '../../test/support/until.ts';

const aapl = () => apiData().slice(0, 1);
const PATH = '/stats/pdhlb/summary?symbol=AAPL';

/** Status, headers and the bytes as they came, which fetch would unpack. */
function raw(url: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: Record<string, string>; body: Buffer }>((resolve, reject) => {
    const req = httpRequest(url, { headers }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk) => chunks.push(chunk));
      res.on('end', () =>
        resolve({
          status: res.statusCode ?? 0,
          headers: res.headers as Record<string, string>,
          body: Buffer.concat(chunks),
        }),
      );
    });
    req.on('error', reject);
    req.end();
  });
}

describe('the cache of answers', () => {
  it('makes an answer once and gives the same bytes again', async () => {
    const api = await apiOfTest(aapl());
    const first = await api.get(PATH);
    const second = await api.get(PATH);
    expect([first.headers.get('x-cache'), second.headers.get('x-cache')]).toEqual(['miss', 'hit']);
    expect(second.text).toBe(first.text);
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(second.headers.get('x-source')).toBe('materialized');
    expect(api.answers.views).toBe(1);
  });

  it('knows a question again, however it is written', async () => {
    const api = await apiOfTest(aapl());
    await api.get('/stats/pdhlb/summary?symbol=AAPL&time_window=12M&include_extended_hours=false');
    await api.get('/stats/pdhlb/summary?include_extended_hours=0&symbol=%41apl');
    const third = await api.get(PATH);
    expect(third.headers.get('x-cache')).toBe('hit');
    expect(api.answers.views).toBe(1);
  });

  it('makes one answer for many who ask at one moment', async () => {
    const api = await apiOfTest(aapl());
    const replies = await Promise.all(Array.from({ length: 50 }, () => api.get(PATH)));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(api.answers.views).toBe(1);
  });

  it('gives the same bytes as a process that answers for the first time', async () => {
    const [one, other] = [await apiOfTest(apiData()), await apiOfTest(apiData())];
    for (const path of [PATH, '/stats/orb/top', '/stats/fvg?symbol=MSFT&limit=20', '/stats/gap/screen', '/symbols']) {
      await one.get(path);
      expect((await one.get(path)).text).toBe((await other.get(path)).text);
    }
  });

  it('gives a new answer from the moment a change is reported', async () => {
    const api = await apiOfTest(aapl());
    const before = await api.get(PATH);
    api.answers.put(longer('AAPL', 60));
    api.changed(['AAPL']);
    const after = await api.get(PATH);
    expect(after.headers.get('x-cache')).toBe('miss');
    expect(after.body.total_days).toBeGreaterThan(before.body.total_days);
  });

  it('keeps answers of other symbols, and recomputes those over all symbols', async () => {
    const api = await apiOfTest(apiData());
    await api.get('/stats/gap?symbol=MSFT');
    const top = await api.get('/stats/orb/top?top_n=1000');
    api.answers.put(longer('AAPL', 60));
    api.changed(['AAPL']);
    expect((await api.get('/stats/gap?symbol=MSFT')).headers.get('x-cache')).toBe('hit');
    const again = await api.get('/stats/orb/top?top_n=1000');
    expect(again.headers.get('x-cache')).toBe('miss');
    expect(again.body.count).toBeGreaterThan(top.body.count);
  });

  it('recomputes only the changed symbol in answers over all of them', async () => {
    const api = await apiOfTest(apiData());
    // A fixed end: else the range of all of them moves with the new data.
    await api.get('/stats/orb/top?end_date=2025-06-01');
    const before = api.answers.views;
    api.answers.put(longer('AAPL', 60));
    api.changed(['AAPL']);
    await api.get('/stats/orb/top?end_date=2025-06-01');
    expect(api.answers.views).toBe(before + 1);
  });

  it('does not keep what was begun before a change and ended after it', async () => {
    const api = await apiOfTest(aapl());
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    api.answers.beforeView = () => held;
    const early = api.get(PATH);
    while (api.answers.views === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    api.answers.beforeView = undefined;
    api.answers.put(longer('AAPL', 60));
    api.changed(['AAPL']);
    const late = await api.get(PATH);
    release();
    await early;
    expect(late.body.total_days).toBeGreaterThan(25);
    expect((await api.get(PATH)).text).toBe(late.text);
  });

  it('finds out by itself after a while, should the notice be lost', async () => {
    const api = await apiOfTest(aapl(), { config: { revalidateAfterMs: 100 } });
    const before = await api.get(PATH);
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect((await api.get(PATH)).headers.get('x-cache')).toBe('hit');
    api.answers.put(longer('AAPL', 60));
    await until(async () => (await api.get(PATH)).body.total_days > before.body.total_days);
  });

  it('does not keep a failure', async () => {
    const api = await apiOfTest(aapl());
    let failures = 1;
    api.answers.beforeView = () => {
      if (failures-- > 0) throw new Error('once');
    };
    expect((await api.get(PATH)).status).toBe(500);
    expect((await api.get(PATH)).status).toBe(200);
  });
});

describe('304', () => {
  it('answers who has the bytes, and nobody else', async () => {
    const api = await apiOfTest(aapl());
    const { headers } = await api.get(PATH);
    const etag = headers.get('etag')!;
    const since = (value: string) => api.get(PATH, { headers: { 'if-none-match': value } });
    for (const value of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
      const reply = await since(value);
      expect([value, reply.status, reply.text]).toEqual([value, 304, '']);
      expect(reply.headers.get('etag')).toBe(etag);
      expect(reply.headers.get('cache-control')).toBe('private');
    }
    expect((await since('"other"')).status).toBe(200);
    api.answers.put(longer('AAPL', 60));
    api.changed(['AAPL']);
    expect((await since(etag)).status).toBe(200);
  });
});

describe('compression', () => {
  it('gives large bodies as br or gzip, the same bytes after unpacking', async () => {
    const api = await apiOfTest(aapl());
    const token = api.account('pro_api', UNLIMITED);
    const authorization = `Bearer ${token}`;
    const url = `${api.url}/stats/pdhlb?symbol=AAPL`;
    const plain = await raw(url, { authorization });
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (let i = 0; i < 2; i++) {
      const br = await raw(url, { authorization, 'accept-encoding': 'br, gzip;q=0.9' });
      expect(br.headers['content-encoding']).toBe('br');
      expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
      const gzip = await raw(url, { authorization, 'accept-encoding': 'gzip;q=1, br;q=0.1' });
      expect(gzip.headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
      expect(gzip.headers['vary']).toContain('Accept-Encoding');
      expect(gzip.headers['etag']).toBe(plain.headers['etag']);
    }
    const none = await raw(url, { authorization, 'accept-encoding': 'br;q=0, gzip;q=0' });
    expect(none.headers['content-encoding']).toBeUndefined();
  });

  it('leaves small bodies as they are', async () => {
    const api = await apiOfTest(aapl());
    const authorization = `Bearer ${api.account('pro_api')}`;
    const { headers } = await raw(`${api.url}/me/usage`, { authorization, 'accept-encoding': 'br' });
    expect(headers['content-encoding']).toBeUndefined();
  });
});

describe('503', () => {
  it('answers at once where too many answers are being made, and those that are served stay right', async () => {
    const api = await apiOfTest(aapl(), { config: { maxRunning: 2, maxWaiting: 3 } });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    api.answers.beforeView = () => held;
    const asked = Array.from({ length: 12 }, (_, i) => api.get(`/stats/gap?symbol=AAPL&limit=${i + 1}`));
    let refused = 0;
    for (const one of asked) void one.then(() => refused++);
    const first = await Promise.race(asked);
    expect([first.status, first.body.detail.error]).toEqual([503, 'unavailable']);
    expect(Number(first.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    await until(() => refused === 7);
    release();
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(statuses.filter((status) => status === 503)).toHaveLength(7);
    expect((await api.get('/stats/gap?symbol=AAPL')).status).toBe(200);
  });

  it('keeps hot answers flowing meanwhile', async () => {
    const api = await apiOfTest(aapl(), { config: { maxRunning: 1, maxWaiting: 0 } });
    await api.get(PATH);
    let release = () => {};
    api.answers.beforeView = () =>
      new Promise<void>((resolve) => {
        release = resolve;
      });
    const slow = api.get('/stats/gap?symbol=AAPL');
    while (api.answers.views < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await api.get(PATH)).status).toBe(200);
    expect((await api.get('/stats/orb?symbol=AAPL')).status).toBe(503);
    release();
    expect((await slow).status).toBe(200);
  });

  it('answers while the store is unavailable, without telling more', async () => {
    const away = createServer();
    await new Promise<void>((resolve) => away.listen(0, '127.0.0.1', resolve));
    const { port } = away.address() as { port: number };
    await new Promise((resolve) => away.close(resolve));
    const api = await apiOfTest(aapl());
    api.answers.beforeView = async () => {
      await new Promise((_, reject) => httpRequest({ port, host: '127.0.0.1' }).on('error', reject).end());
    };
    const reply = await api.get(PATH);
    expect([reply.status, reply.body.detail.error]).toEqual([503, 'unavailable']);
    expect(reply.text).not.toContain('127.0.0.1');
    expect(reply.headers.get('retry-after')).toBe('1');
  });
});

describe('500', () => {
  it('shows nothing of what went wrong, but the id of the request', async () => {
    const api = await apiOfTest(aapl());
    api.answers.beforeView = () => {
      throw new Error('secret /path/of/ours');
    };
    const reply = await api.get(PATH, { headers: { 'x-request-id': 'mine-1' } });
    expect(reply.status).toBe(500);
    expect(reply.body.detail.error).toBe('internal_error');
    expect(reply.text).not.toContain('secret');
    expect(reply.headers.get('x-request-id')).toBe('mine-1');
  });
});
