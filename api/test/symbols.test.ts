/** `/symbols` searched and in pages, against a plain filter of the names. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SymbolInfo } from '../../compute/answers/answers.ts';
import { startApi, type TestApi, UNLIMITED } from '../../test/support/api.ts';
import { apiData } from '../../test/support/api-data.ts';

/** As many as the US market has: AAA, AAB, ..., and pairs of which one is written with its slash. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const NAMES = [
  ...Array.from(
    { length: 12_000 },
    (_, i) => LETTERS[Math.floor(i / 676) % 26] + LETTERS[Math.floor(i / 26) % 26] + LETTERS[i % 26],
  ),
  'AB',
  'BTC/USD',
  'BTCUSDT',
].sort();

/** Listed, and gone by the time it is looked up: then it is listed no more. */
let gone: readonly string[] = [];

let api: TestApi;
beforeAll(async () => {
  api = await startApi(apiData(), {
    wrap: (answers) => {
      const stored = answers.symbols();
      const infos = async (names: readonly string[] = NAMES) => {
        const [one] = await stored;
        return names.map(
          (symbol): SymbolInfo => ({ ...one, symbol, assetClass: /^BTC./.test(symbol) ? 'crypto' : 'etf' }),
        );
      };
      const found = (names?: readonly string[]) => {
        const left = names?.filter((name) => !gone.includes(name));
        if (left?.length !== names?.length) gone = [];
        return infos(left);
      };
      return { ...answers, listed: () => infos([...NAMES, ...gone]), symbols: found };
    },
  });
});
afterAll(() => api.close());

const found = async (query: string) => {
  const { status, body } = await api.get(`/symbols?${query}`);
  expect([query, status]).toEqual([query, 200]);
  return { names: body.data.map(({ symbol }: { symbol: string }) => symbol), metadata: body.metadata };
};

it('lists the symbol that was typed first, then what begins with it, then what holds it', async () => {
  const others = NAMES.filter((name) => /.AB/.test(name));
  const { names, metadata } = await found('search=ab');
  expect(names).toEqual(['AB', ...Array.from(LETTERS, (letter) => `AB${letter}`), ...others]);
  expect(metadata).toEqual({ total: 1 + 26 + others.length, next_cursor: null });
  expect((await found('search=btcusd')).names).toEqual(['BTC/USD', 'BTCUSDT']);
  expect((await found('search=btc/us')).names).toEqual(['BTC/USD', 'BTCUSDT']);
  expect((await found('search=usd&asset_class=etf')).names).toEqual([]);
  expect((await found('asset_class=crypto')).names).toEqual(['BTC/USD', 'BTCUSDT']);
});

it.each(['', 'search=b&'])('pages of %s are the whole list, each symbol once', async (query) => {
  const whole = await found(query);
  const names: string[] = [];
  for (let cursor = ''; ; ) {
    const page = await found(`${query}limit=997${cursor && `&cursor=${cursor}`}`);
    expect(page.metadata.total).toBe(whole.names.length);
    names.push(...page.names);
    if (page.metadata.next_cursor === null) break;
    cursor = page.metadata.next_cursor;
  }
  expect(names).toEqual(whole.names);
  expect(new Set(names).size).toBe(names.length);
});

it('leaves out a name that is gone by the time its row is read, and does not count it', async () => {
  gone = ['Z-1', 'Z-2'];
  expect(await found('search=z-')).toEqual({ names: [], metadata: { total: 0, next_cursor: null } });
});

it('refuses a cursor of another search, and searches as any account may list', async () => {
  const { metadata } = await found('search=a&limit=5');
  const refused = await api.get(`/symbols?search=b&cursor=${metadata.next_cursor}`);
  expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['query', 'cursor']]);
  expect((await api.get('/symbols?limit=0')).status).toBe(422);
  expect((await api.get(`/symbols?search=${'A'.repeat(33)}`)).status).toBe(422);
  const token = api.account('pro_api', { ...UNLIMITED, symbolPrefix: 'BT' });
  const some = await api.get('/symbols?search=a&limit=2', { token });
  expect(some.body.data.map(({ symbol }: { symbol: string }) => symbol)).toEqual(['BTA']);
});
