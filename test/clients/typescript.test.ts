/** Compares the TypeScript client with plain requests to the running API. */

import { afterAll, beforeAll, expect, expectTypeOf, it } from 'vitest';
import { ApiError, MarketStats } from '../../clients/typescript/src/index.ts';
import type { TestApi } from '../support/api.ts';
import { startService } from './service.ts';

let service: TestApi;
let market: MarketStats;
beforeAll(async () => {
  // A minute lasts two seconds.
  service = await startService({ windowMs: 2_000 });
  market = client('pro_api');
});
afterAll(() => service.close());

const client = (...account: Parameters<TestApi['account']>) =>
  new MarketStats({ baseUrl: service.url, token: service.account(...account) });
const plain = async (path: string) => (await service.get(path)).body;
const YEAR = { symbol: 'DEMO-ACME', time_window: '12M', session: 'exchange' } as const;
const YEAR_TEXT = 'symbol=DEMO-ACME&time_window=12M&session=exchange';

async function all<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const out: T[] = [];
  for await (const page of pages) out.push(page);
  return out;
}

it('get returns the typed body of the API', async () => {
  const summary = await market.get('/stats/gap/summary', YEAR);
  expect(summary).toEqual(await plain(`/stats/gap/summary?${YEAR_TEXT}`));
  expectTypeOf(summary.sample_size).toEqualTypeOf<number>();
  expect((await market.get('/symbols')).data.map(({ symbol }) => symbol)).toEqual(['DEMO-ACME', 'DEMO-INDEX']);
  // @ts-expect-error no such parameter
  await expect(market.get('/stats/gap/summary', { ...YEAR, symbl: 'A' })).rejects.toThrow('symbl');
  // @ts-expect-error the symbol is missing
  await expect(market.get('/stats/gap', {})).rejects.toThrow('symbol: Field required');
});

it('a question is text', async () => {
  const when = 'gap.direction=up;prev.session.return_pct>-5';
  const then = 'orb[orb_minutes=15].first_direction=up';
  const answer = await market.get('/query', { ...YEAR, when, then });
  expect(answer.cases).toBeGreaterThan(30);
  expect(answer).toEqual(
    await plain(
      `/query?${YEAR_TEXT}&${new URLSearchParams([
        ['when', when],
        ['then', then],
      ])}`,
    ),
  );
});

it('pages are followed to the end', async () => {
  const whole = (await plain(`/stats/gap?${YEAR_TEXT}`)).data;
  expect(whole.length).toBeGreaterThan(90);
  const pages = await all(market.pages('/stats/gap', { ...YEAR, limit: 50 }));
  expect(pages.map(({ data }) => data.length).slice(0, -1)).toEqual(Array(pages.length - 1).fill(50));
  expect(pages.flatMap(({ data }) => data)).toEqual(whole);
  const news = await all(market.pages('/stats/news/reactions', { symbol: 'DEMO-ACME', limit: 40 }));
  expect(news.flatMap(({ events }) => events)).toEqual((await plain('/stats/news/reactions?symbol=DEMO-ACME')).events);
  expect(await all(market.pages('/stats/gap/top', YEAR))).toHaveLength(1);
});

it('an error carries status, code and detail', async () => {
  const refusal = (request: Promise<unknown>): Promise<ApiError> =>
    request.then(
      () => expect.fail(),
      (error) => error,
    );
  const unknown = await refusal(new MarketStats({ baseUrl: service.url, token: 'wrong' }).get('/symbols'));
  expect(unknown).toBeInstanceOf(ApiError);
  expect(unknown).toMatchObject({ status: 401, error: 'invalid_token', requestId: expect.any(String) });
  const missing = await refusal(market.get('/stats/gap', { symbol: 'NOBODY' }));
  expect(missing).toMatchObject({ status: 404, error: 'symbol_not_found' });
  const invalid = await refusal(market.get('/query', { ...YEAR, when: 'gap.directon=up', then: 'gap.filled=true' }));
  expect(invalid).toMatchObject({ status: 422, error: null, detail: [{ loc: ['query', 'when'] }] });
  expect(invalid.message).toMatch(/^when: At 4: /);
});

it('a limit costs only time', async () => {
  const pages = await all(client('pro_api', { perMinute: 2 }).pages('/stats/gap', { ...YEAR, limit: 30 }));
  expect(pages.flatMap(({ data }) => data)).toHaveLength((await plain(`/stats/gap?${YEAR_TEXT}`)).count);
});
