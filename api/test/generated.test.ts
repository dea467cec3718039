import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../test/support/api.ts';
import { apiData } from '../../test/support/api-data.ts';
import { runs } from '../../test/support/property-seed.ts';

const RUNS = runs(500);

interface Parameter {
  name: string;
  required: boolean;
  schema: {
    type: string;
    enum?: (string | number)[];
    minimum?: number;
    maximum?: number;
    format?: string;
    default?: unknown;
  };
}

let api: TestApi;
let endpoints: { path: string; parameters: Parameter[] }[];
beforeAll(async () => {
  api = await startApi(apiData());
  const { paths } = (await api.get('/openapi.json')).body;
  endpoints = Object.keys(paths)
    .filter((path) => paths[path].get?.parameters && 'application/json' in paths[path].get.responses[200].content)
    .map((path) => ({ path, parameters: paths[path].get.parameters }));
});
afterAll(() => api.close());

const SYMBOLS = ['AAPL', 'msft', 'btc/usd', 'SPY', 'HOURLY', 'NEWSY', 'NOPE'];
const date = fc.integer({ min: 20_100, max: 20_300 }).map((day) => new Date(day * 864e5).toISOString().slice(0, 10));
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));

/** A text that the description of the parameter allows. */
function right({ name, schema }: Parameter): fc.Arbitrary<string> {
  if (name === 'symbol') return fc.constantFrom(...SYMBOLS);
  if (name === 'symbols') return fc.array(fc.constantFrom(...SYMBOLS), { minLength: 1, maxLength: 5 }).map(String);
  if (name === 'weekday') return fc.constantFrom('Monday', 'tuesday,FRIDAY', 'Sunday');
  if (name === 'sort_by' && !schema.enum) return fc.constant('sample_size');
  if (schema.enum) return fc.constantFrom(...schema.enum).map(String);
  if (schema.type === 'integer') {
    return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1_000_000 }).map(String);
  }
  if (schema.type === 'number')
    return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 50, noNaN: true }).map(String);
  if (schema.type === 'boolean') return fc.constantFrom('true', 'false', '1', 'off', 'Yes');
  if (schema.format === 'date') return date;
  return time;
}

const HOSTILE = [
  '',
  ' ',
  '\u0000',
  '%',
  '%00',
  "'; DROP TABLE market.bars; --",
  "AAPL' UNION SELECT * FROM market_accounts.access_tokens --",
  '{symbol:String}',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '9'.repeat(400),
  '-1',
  '1e309',
  'NaN',
  'Infinity',
  '0x10',
  '１２',
  '\u202e\u0000\ud83d\ude00',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  '[object Object]',
  '9999-12-31',
  '0000-01-01',
  '-271821-04-20',
  '2024-02-30',
  '24:00',
  '00:00',
  '99:99',
  'a,'.repeat(1_000),
  'W10',
];
const wrong = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ maxLength: 50 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

type Pairs = [string, string][];
const encoded = (pairs: Pairs) =>
  pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');

/** A query of an endpoint: some of its parameters, most of them right, now and then others, doubled, or raw. */
function queryOf(parameters: Parameter[], share: number): fc.Arbitrary<string> {
  const own = parameters.map((parameter) =>
    fc
      .tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 99 }), right(parameter), wrong)
      .map(([sent, sane, good, bad]): Pairs => {
        if (sent >= (parameter.required ? 97 : 25)) return [];
        return [[parameter.name, sane < share ? good : bad]];
      }),
  );
  const odd = fc.oneof(
    { weight: 12, arbitrary: fc.constant<Pairs>([]) },
    { weight: share < 100 ? 1 : 0, arbitrary: fc.tuple(wrong, wrong).map((pair): Pairs => [pair]) },
    { weight: share < 100 ? 1 : 0, arbitrary: fc.constantFrom('symbol', 'limit').map((name): Pairs => [[name, '1']]) },
  );
  return fc.tuple(...own, odd).map((lists) => encoded(lists.flat() as Pairs));
}

const wellFormed = (text: string) => text.replace(/[\ud800-\udfff]/g, '');

describe('generated requests', () => {
  it('are never answered with 5xx, whatever they hold', async () => {
    const seen = new Map<number, number>();
    const request = fc
      .nat()
      .chain((at) => {
        const { path, parameters } = endpoints[at % endpoints.length];
        return queryOf(parameters, 85).map((query) => `${path}?${query}`);
      })
      .map(wellFormed);
    await fc.assert(
      fc.asyncProperty(request, async (url) => {
        const reply = await api.get(url.slice(0, 8_000));
        seen.set(reply.status, (seen.get(reply.status) ?? 0) + 1);
        expect([200, 404, 422]).toContain(reply.status);
        if (reply.status === 422) {
          for (const { loc, msg, type } of reply.body.detail) {
            // Of a parameter that is too long nothing is read, its name neither.
            const isUnread = loc.length === 1 && type === 'too_long';
            expect([loc[0], isUnread ? 'string' : typeof loc[1], typeof msg, typeof type]).toEqual([
              'query',
              'string',
              'string',
              'string',
            ]);
          }
        }
      }),
      { numRuns: RUNS },
    );
    expect(seen.get(200) ?? 0).toBeGreaterThan(RUNS / 20);
    expect(seen.get(422) ?? 0).toBeGreaterThan(RUNS / 20);
  }, 60_000);

  it('that keep to the description are refused for nothing but their feed, order of dates or an unknown symbol', async () => {
    const request = fc.nat().chain((at) => {
      const { path, parameters } = endpoints[at % endpoints.length];
      const plain = parameters.filter(({ name }) => name !== 'cursor');
      return queryOf(plain, 100).map((query) => `${path}?${query}`);
    });
    await fc.assert(
      fc.asyncProperty(request, async (url) => {
        const reply = await api.get(url);
        expect([200, 404, 422]).toContain(reply.status);
        if (reply.status !== 422) return;
        for (const { type, loc } of reply.body.detail) {
          expect([url, loc, ['missing', 'value_error'].includes(type)]).toEqual([url, loc, true]);
        }
      }),
      { numRuns: Math.ceil(RUNS / 3) },
    );
  }, 20_000);

  it('with any headers are answered with less than 500', async () => {
    const header = fc.constantFrom(
      'accept',
      'accept-encoding',
      'if-none-match',
      'authorization',
      'cookie',
      'origin',
      'range',
      'x-request-id',
    );
    const value = fc.oneof(
      fc.constantFrom(
        '*',
        '*/*',
        'text/csv',
        'br;q=x',
        'W/"',
        '"a","b"',
        'Bearer',
        'Bearer  ',
        'bytes=0-1',
        ';;,,=',
        'q=1',
        'null',
      ),
      fc.string({ maxLength: 60 }).map((text) => text.replace(/[^\x20-\x7e]/g, '').trim()),
    );
    await fc.assert(
      fc.asyncProperty(fc.dictionary(header, value, { maxKeys: 5 }), async (headers) => {
        const reply = await api.get('/stats/gap?symbol=AAPL', { headers });
        expect([200, 304, 401]).toContain(reply.status);
      }),
      { numRuns: 300 },
    );
  }, 120_000);
});
