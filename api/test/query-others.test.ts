/** Questions that name another symbol: whose data may be read, how far back, and for how long an answer stands. */
import { describe, expect, it } from 'vitest';
import { UNLIMITED } from '../../test/support/api.ts';
import { apiOfFile } from '../../test/support/api-of-file.ts';
import { symbolData } from '../../test/support/market-data.ts';
import { flat, market, type Row } from '../../test/support/market-rows.ts';

const DAYS = ['03', '04', '05', '06', '07', '10', '11', '12', '13', '14'];

/** Sessions of June 2024 that open and close at the prices given. */
function sessions(
  symbol: string,
  prices: readonly (readonly [string, number, number])[],
  assetClass: 'equity' | 'etf' = 'equity',
) {
  const rows = prices.flatMap(([day, open, close]): Row[] => [
    flat(`2024-06-${day} 13:30`, open),
    flat(`2024-06-${day} 19:55`, close),
  ]);
  return symbolData(market(rows, assetClass, 5).bars, symbol, assetClass, 5);
}
const steady = (symbol: string, days = DAYS) =>
  sessions(
    symbol,
    days.map((day) => [day, 100, 100]),
  );

/** Closes above its open on the days named. */
const rising = (days: readonly string[]) =>
  sessions(
    'OTHER',
    DAYS.map((day) => [day, 50, days.includes(day) ? 51 : 49]),
  );

/** Of another class: beside it the others would be stale. */
const ahead = sessions('AHEAD', [...DAYS.map((day) => [day, 100, 100] as const), ['17', 102, 103]], 'etf');
const mains = ['MAIN', 'MAIN2', 'MAIN3'].map((symbol) => steady(symbol));
const api = await apiOfFile([...mains, rising(['04', '06']), ahead], { nowMs: Date.UTC(2024, 5, 20) });

const then = (outcome: string): Record<string, string> => Object.fromEntries([['then', outcome]]);
const url = (path: string, params: Record<string, string>) =>
  `${path}?${new URLSearchParams({ session: 'exchange', adjustment: 'raw', ...then('session.volume'), ...params })}`;
const QUESTIONS: readonly [string, Record<string, string>][] = [
  ['/query', { symbol: 'MAIN' }],
  ['/query/scan', { symbols: 'MAIN,MAIN2', min_cases: '1' }],
  ['/query/scan', { min_cases: '1', matching: 'now' }],
];

describe('an account of some symbols', () => {
  it.each(
    QUESTIONS.flatMap(([path, params]) =>
      [
        { when: 'OTHER@session.open>0' },
        { among: 'prev.OTHER@session.open>0' },
        { when: 'any(session.weekday=Monday;OTHER@gap.exists=true)' },
        { when: 'session.open>"OTHER"@session.open' },
        then('OTHER@session.return_pct'),
      ].map((words) => [path, { ...params, ...words }] as const),
    ),
  )('reads no other symbol by %s %j, though others were answered', async (path, params) => {
    const token = api.account('pro_api', { ...UNLIMITED, symbolPrefix: 'MAIN' });
    expect((await api.get(url(path, params))).status).toBe(200);
    const { status, body, text } = await api.get(url(path, params), { token });
    expect([status, body.detail.length]).toEqual([422, 1]);
    const [name, words] = Object.entries(params).find(([, value]) => value.includes('OTHER'))!;
    expect(body.detail[0]).toMatchObject({ loc: ['query', name], msg: expect.stringContaining('about OTHER') });
    expect(words.slice(body.detail[0].ctx.position)).toMatch(/^(prev\.)?"?OTHER/);
    // As of a symbol of which nothing is stored.
    const none = { ...params, [name]: words.replaceAll('OTHER', 'NOONE') };
    expect((await api.get(url(path, none), { token })).text.replaceAll('NOONE', 'OTHER')).toBe(text);
  });
});

describe("a plan's history", () => {
  it.each(QUESTIONS.slice(0, 2))("is that of the other symbol's sessions, too: %s", async (path, params) => {
    // The clock says 20 June: fourteen days reach back to Thursday, 6 June.
    const token = api.account('pro_api', { ...UNLIMITED, historyDays: 14 });
    const asked = async (words: Record<string, string>, who?: string) => {
      const { status, body } = await api.get(url(path, { ...params, ...words }), who ? { token: who } : {});
      expect([status, body.detail]).toEqual([200, undefined]);
      const one = path === '/query' ? body : body.data.find(({ symbol }: { symbol: string }) => symbol === 'MAIN');
      return [one.cases, one.rest_cases ?? one.rest.cases];
    };
    // Nobody knows before: neither cases nor rest. Closes above the open were on 4 and 6 June.
    const rose = { when: 'prev.OTHER@session.close>50' };
    expect([await asked(rose), await asked(rose, token)]).toEqual([[2, 7], [1, 5]]); // biome-ignore format: one line
    const deep = { when: 'prev3.OTHER@session.open>0' };
    expect([await asked(deep), await asked(deep, token)]).toEqual([[7, 0], [4, 0]]); // biome-ignore format: one line
    const level = { when: 'OTHER@pdhlb.prev_high>0' };
    expect([await asked(level), await asked(level, token)]).toEqual([[9, 1], [6, 0]]); // biome-ignore format: one line
  });
});

describe('an answer that looks at another symbol', () => {
  it.each(QUESTIONS.slice(0, 2))('stands until that one changes: %s %j', async (path, params) => {
    api.answers.put(rising(['04', '06']));
    api.changed(['OTHER']);
    const when = 'prev.OTHER@session.close>50';
    const ask = (headers = {}) => api.get(url(path, { ...params, when }), { headers });
    const casesOf = ({ body }: Awaited<ReturnType<typeof ask>>) => body.cases ?? body.data[0].cases;
    const first = await ask();
    const etag = first.headers.get('etag')!;
    expect([first.status, casesOf(first)]).toEqual([200, 2]);
    expect((await ask()).headers.get('x-cache')).toBe('hit');
    expect((await ask({ 'if-none-match': etag })).status).toBe(304);
    // A change of a symbol that it does not look at is none.
    api.changed(['NOBODY']);
    expect((await ask({ 'if-none-match': etag })).status).toBe(304);

    api.answers.put(rising(['04', '06', '10', '12']));
    api.changed(['OTHER']);
    const next = await ask({ 'if-none-match': etag });
    expect([next.status, next.headers.get('x-cache'), casesOf(next)]).toEqual([200, 'miss', 4]);
    expect(next.headers.get('etag')).not.toBe(etag);
  });
});

describe('/query/scan', () => {
  it('reads another symbol once, not once a symbol, and says what /query says', async () => {
    const viewsOf = async (symbols: string, more: Record<string, string>) => {
      const before = api.answers.views;
      const params = { symbols, min_cases: '1', limit: '50', ...more };
      const { status, body } = await api.get(url('/query/scan', params));
      expect(status).toBe(200);
      return { views: api.answers.views - before, body };
    };
    const named = { when: 'OTHER@gap.exists=false;prev.OTHER@session.close>50' };
    const plain = { when: 'gap.exists=false;prev.session.close>50' };
    const ways: Record<string, string>[] = [{}, { matching: 'now', end_date: '2024-06-12' }];
    for (const more of ways) {
      const extra = async (symbols: string) =>
        (await viewsOf(symbols, { ...named, ...more })).views - (await viewsOf(symbols, { ...plain, ...more })).views;
      // Without parameters of their own gaps come with the sessions: the other symbol's are what is read in addition.
      const [one, three] = [await extra('MAIN'), await extra('MAIN,MAIN2,MAIN3')];
      expect(three - one).toBeLessThanOrEqual(0);
    }
    const { body } = await viewsOf('MAIN,MAIN2,MAIN3,OTHER', named);
    expect(body.data).toHaveLength(4);
    for (const row of body.data) {
      const { body: single } = await api.get(url('/query', { symbol: row.symbol, ...named }));
      expect([row.symbol, row.cases, row.mean, row.rest_mean]).toEqual([
        row.symbol, single.cases, single.mean, single.rest.mean,
      ]); // biome-ignore format: one line
    }
  });
});

describe('the state now', () => {
  const states = async (when: string) => {
    const { body } = await api.get(url('/query', { symbol: 'MAIN', when }));
    const { date, session, matches, conditions } = body.now;
    expect([date, session]).toEqual(['2024-06-17', 'next']);
    return [matches, ...conditions.map(({ state }: { state: unknown }) => state)];
  };

  it('of another symbol is that of the same date, where its data have come further', async () => {
    expect(await states('AHEAD@session.open>101')).toEqual([true, true]);
    expect(await states('AHEAD@session.open>103')).toEqual([false, false]);
    expect(await states('OTHER@session.open>0')).toEqual(['pending', 'pending']);
    expect(await states('prev.OTHER@session.open>0')).toEqual([true, true]);
  });

  it('of any is true with one of them, false with none', async () => {
    expect(await states('any(OTHER@session.open>0;AHEAD@session.open>101)')).toEqual([true, 'pending', true]);
    expect(await states('any(OTHER@session.open>0;AHEAD@session.open>103)')).toEqual(['pending', 'pending', false]);
    expect(await states('any(session.weekday=Friday;AHEAD@session.open>103)')).toEqual([false, false, false]);
    expect(await states('session.weekday=Monday;any(session.month=6;OTHER@session.open>0)')).toEqual([
      true, true, true, 'pending',
    ]); // biome-ignore format: one line
  });
});
