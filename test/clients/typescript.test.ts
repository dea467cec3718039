/** The TypeScript client against the running API; what it says is compared with plain requests. */
import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import {
  AuthenticationError,
  bos,
  count,
  ForbiddenError,
  fvg,
  gap,
  LookAheadError,
  MarketStats,
  NotFoundError,
  odc,
  orb,
  prev,
  RateLimitError,
  session,
  TimeoutError,
  ValidationError,
} from '../../clients/typescript/src/index.ts';
import type { TestApi } from '../support/api.ts';
import { startService } from './service.ts';

let service: TestApi;
let market: MarketStats;
beforeAll(async () => {
  // A minute of two seconds.
  service = await startService({ windowMs: 2_000 });
  market = client('pro_api');
});
afterAll(() => service.close());

const client = (...account: Parameters<TestApi['account']>) =>
  new MarketStats({ baseUrl: service.url, token: service.account(...account) });
const plain = async (path: string) => (await service.get(path)).body;
const YEAR = { symbol: 'DEMO-ACME', time_window: '12M', session: 'exchange' } as const;
const YEAR_TEXT = 'symbol=DEMO-ACME&time_window=12M&session=exchange';

async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const out: T[] = [];
  for await (const row of rows) out.push(row);
  return out;
}

describe('answers', () => {
  it('are those of the API, under its names and types', async () => {
    const summary = await market.get('/stats/gap/summary', YEAR);
    expect(summary).toEqual(await plain(`/stats/gap/summary?${YEAR_TEXT}`));
    expectTypeOf(summary.sample_size).toEqualTypeOf<number>();
    expect((await market.get('/symbols')).data.map(({ symbol }) => symbol)).toEqual(['DEMO-ACME', 'DEMO-INDEX']);
    const usage = await market.get('/me/usage');
    expect(usage.account.plan).toBe('pro_api');
    // @ts-expect-error no such parameter
    await expect(market.get('/stats/gap/summary', { ...YEAR, symbl: 'A' })).rejects.toThrow('did you mean');
    // @ts-expect-error the symbol is missing
    await expect(market.get('/stats/gap', {})).rejects.toThrow('symbol: Field required');
  });

  it('come as pages and rows to their end', async () => {
    const whole = (await plain(`/stats/gap?${YEAR_TEXT}`)).data;
    expect(whole.length).toBeGreaterThan(90);
    const pages = await all(market.pages('/stats/gap', { ...YEAR, limit: 50 }));
    expect(pages.map(({ data }) => data.length).slice(0, -1)).toEqual(Array(pages.length - 1).fill(50));
    expect(pages.flatMap(({ data }) => data)).toEqual(whole);
    const rows = await all(market.rows('/stats/gap', { ...YEAR, limit: 40 }));
    expect(rows).toEqual(whole);
    expectTypeOf(rows[0].gap_pct).toEqualTypeOf<number>();
    const news = await all(market.rows('/stats/news/reactions', { symbol: 'DEMO-ACME', limit: 40 }));
    expect(news.length).toBeGreaterThan(40);
    expect(news).toEqual((await plain('/stats/news/reactions?symbol=DEMO-ACME')).events);
    expectTypeOf(news[0].news_id).toEqualTypeOf<string>();
    // A list that has no pages.
    expect(await all(market.rows('/stats/gap/top', YEAR))).toHaveLength(10);
  });

  it('cost nothing beyond the page that is looked at', async () => {
    const used = async () => (await market.get('/me/usage')).rate_limits.day.used;
    const before = await used();
    for await (const _ of market.rows('/stats/gap', { ...YEAR, limit: 5 })) break;
    expect(await used()).toBe(before + 1);
  });

  it('come as CSV and as Arrow', async () => {
    const text = await market.csv('/stats/gap', { ...YEAR, limit: 3 });
    expect(text).toBe((await service.get(`/stats/gap?${YEAR_TEXT}&limit=3&format=csv`)).text);
    const table = tableFromIPC(await market.arrow('/stats/gap', { ...YEAR, limit: 3 }));
    expect(table.numRows).toBe(3);
    const pages = await all(market.arrowPages('/stats/gap', { ...YEAR, limit: 60 }));
    const rows = pages.reduce((sum, bytes) => sum + tableFromIPC(bytes).numRows, 0);
    expect(rows).toBe((await plain(`/stats/gap?${YEAR_TEXT}`)).count);
  });
});

describe('a question', () => {
  const when = [gap.direction.eq('up'), gap.gap_pct.lt(1), prev(session).return_pct.gt(-5), 'session.month:1..12'];

  it('of a condition has a rate', async () => {
    const answer = await market.query({ ...YEAR, when, then: orb({ orb_minutes: 15 }).first_direction.eq('up') });
    const asked = 'gap.direction=up;gap.gap_pct<1;prev.session.return_pct>-5;session.month:1..12';
    const same = await plain(
      `/query?${YEAR_TEXT}&when=${encodeURIComponent(asked)}&then=${encodeURIComponent('orb[orb_minutes=15].first_direction=up')}`,
    );
    expect(answer.cases).toBeGreaterThan(30);
    const figures = ({ cases, hits, rate_pct, base, rest, p_value, unknown }: typeof answer) => [
      cases,
      hits,
      rate_pct,
      base,
      rest,
      p_value,
      unknown,
    ];
    expect(figures(answer)).toEqual(figures(same));
    expectTypeOf(answer.rate_pct).toEqualTypeOf<number | null>();
    expectTypeOf(answer.data[0].outcome).toEqualTypeOf<boolean>();
    // @ts-expect-error a rate has no mean
    expect(answer.mean).toBeUndefined();
  });

  it('of a number has a distribution', async () => {
    const answer = await market.query({ ...YEAR, when: gap.exists(), then: session.return_pct });
    expectTypeOf(answer.quantiles.p5).toEqualTypeOf<number | null>();
    expect(answer.base?.cases).toBe(answer.cases + answer.rest!.cases);
    const counted = await market.query({
      ...YEAR,
      then: count(fvg({ timeframe: '15m' }), fvg.direction.eq('bullish')),
    });
    expect(counted.cases).toBe(counted.sessions);
  });

  it('gives every case', async () => {
    const then = session.range_pct;
    const cases = await all(market.cases({ ...YEAR, when: gap.direction.eq('down'), then, limit: 30 }));
    const { cases: figures } = await market.query({ ...YEAR, when: gap.direction.eq('down'), then });
    expect(cases).toHaveLength(figures);
    expectTypeOf(cases[0].outcome).toEqualTypeOf<number | null>();
    expect(cases[0].values['gap.direction']).toBe('down');
  });

  it('is asked of many symbols', async () => {
    const { data, symbols } = await market.scan({
      time_window: '12M',
      session: 'exchange',
      symbols: ['DEMO-ACME', 'DEMO-INDEX'],
      min_cases: 5,
      when: gap.gap_pct.between(-0.4, 0.4),
      then: gap.filled.eq(true),
    });
    expect([symbols, data.length]).toEqual([2, 2]);
  });

  it('that looks ahead is refused by an error that names both sides', async () => {
    const ahead = { ...YEAR, when: [session.month.ge(1), gap.filled.eq(true)], then: odc.session_open };
    const error = await market.query({ ...ahead, then: orb.first_direction.eq('up') }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(LookAheadError);
    expect(error.conditions).toEqual(['gap.filled=true']);
    expect(error.message).toContain('gap.filled (event');
    expect(error.message).toContain('orb.first_direction (event');
    const answer = await market.query({ ...ahead, then: orb.first_direction.eq('up'), allow_look_ahead: true });
    expect(answer.look_ahead).toBe(true);
  });

  it('has its bars', async () => {
    const bars = await all(market.bars({ symbol: 'DEMO-ACME', date: '2025-06-04', session: 'exchange', limit: 100 }));
    expect(bars).toHaveLength(390);
    expect(bars[0].ts).toBe('2025-06-04T13:30:00+00:00');
  });
});

describe('what an account keeps', () => {
  it('is written and read', async () => {
    const mine = client('pro_api');
    expect((await mine.setWatchlist(['demo-index', 'DEMO-ACME'])).symbols).toEqual(['DEMO-INDEX', 'DEMO-ACME']);
    expect((await mine.get('/me/watchlist')).symbols).toEqual(['DEMO-INDEX', 'DEMO-ACME']);
    const query = { name: 'Gaps', question: '/console/query?when=gap.direction%3Dup&then=gap.filled%3Dtrue' };
    expect(await mine.saveQuery('gaps-1', query)).toMatchObject({ id: 'gaps-1', ...query });
    expect((await mine.get('/me/queries')).data.map(({ id }) => id)).toEqual(['gaps-1']);
    await mine.deleteQuery('gaps-1');
    expect((await mine.get('/me/queries')).count).toBe(0);
    await expect(mine.deleteQuery('gaps-1')).rejects.toBeInstanceOf(NotFoundError);
    await expect(mine.saveQuery('not/an id', query)).rejects.toMatchObject({ status: expect.any(Number) });
  });

  it('calls: an alert is added, paused, given another secret and deleted', async () => {
    const mine = client('pro_api');
    await mine.saveQuery('calls', {
      name: 'Gaps',
      question: '/console/query?when=gap.direction%3Dup&then=gap.filled%3Dtrue',
    });
    const request = { query_id: 'calls', symbols: ['DEMO-ACME'], webhook_url: 'https://example.com/alerts' };
    const { id, secret } = await mine.addAlert(request);
    expect(secret).toMatch(/^whsec_/);
    expect(await mine.setAlert(id, { paused: true })).toMatchObject({ id, state: 'paused', symbols: ['DEMO-ACME'] });
    const replaced = await mine.replaceAlertSecret(id);
    expect(replaced.secret).toMatch(/^whsec_/);
    expect(replaced.secret).not.toBe(secret);
    expect(await all(mine.alertCalls(id))).toEqual([]);
    await mine.deleteAlert(id);
    await expect(mine.deleteAlert(id)).rejects.toBeInstanceOf(NotFoundError);
  });
});

describe('today', () => {
  it('comes as a stream that ends with the loop or its signal', async () => {
    const mine = client('pro_api');
    for await (const answer of mine.today({ symbols: ['DEMO-ACME'] })) {
      expect(answer).toEqual(await plain('/today?symbols=DEMO-ACME'));
      expectTypeOf(answer.data[0].symbol).toEqualTypeOf<string>();
      break;
    }
    const stop = new AbortController();
    const seen: string[] = [];
    const stopped = (async () => {
      for await (const { data } of mine.today({ symbols: 'DEMO-ACME' }, { signal: stop.signal })) {
        seen.push(data[0].symbol);
        stop.abort(new Error('enough'));
      }
    })();
    await expect(stopped).rejects.toThrow('enough');
    expect(seen).toEqual(['DEMO-ACME']);
    await expect(mine.today({ symbols: 'NOBODY' }).next()).rejects.toBeInstanceOf(NotFoundError);
  });

  it('that falls silent is a timeout', async () => {
    const silent = new MarketStats({ baseUrl: service.url, token: service.account('pro_api'), timeoutMs: 2_000 });
    const today = silent.today({ symbols: 'DEMO-ACME' });
    await today.next();
    await expect(today.next()).rejects.toBeInstanceOf(TimeoutError);
  });
});

describe('a refusal is a class', () => {
  // biome-ignore lint/suspicious/noExplicitAny: whatever was thrown
  const refused = (act: Promise<unknown>): Promise<any> => act.catch((thrown) => thrown);

  it.each([
    [
      '401',
      () => new MarketStats({ baseUrl: service.url, token: 'wrong' }).get('/symbols'),
      AuthenticationError,
      { error: 'invalid_token' },
    ],
    [
      '403',
      () => client('free', { directApi: true }).get('/stats/gap', { ...YEAR, start_time: '14:00' }),
      ForbiddenError,
      { feature: 'custom_times' },
    ],
    ['404', () => market.get('/stats/gap', { symbol: 'NOBODY' }), NotFoundError, { error: 'symbol_not_found' }],
    [
      '422',
      () => market.query({ symbol: 'DEMO-ACME', when: 'gap.directon=up', then: 'gap.filled=true' }),
      ValidationError,
      { status: 422 },
    ],
  ])('%s', async (_, act, kind, told) => {
    const error = await refused(act());
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject(told);
    expect(error.requestId).toBeTruthy();
  });

  it('422 says where, and what was probably meant', async () => {
    const error = await refused(market.query({ symbol: 'DEMO-ACME', when: 'gap.directon=up', then: bos.toString() }));
    expect(error.problems[0]).toMatchObject({
      loc: ['query', 'when'],
      ctx: { position: 4, did_you_mean: 'direction' },
    });
    expect(error.message).toMatch(/^when: At 4: [^()]*; did you mean 'direction'\?\n/);
  });

  it('429 where it may not wait', async () => {
    const token = service.account('pro_api', { perMinute: 1 });
    const limited = new MarketStats({ baseUrl: service.url, token, maxWaitMs: 0 });
    const asked = { symbol: 'DEMO-ACME' } as const;
    await limited.get('/stats/gap/summary', asked);
    const error = await refused(limited.get('/stats/gap/summary', asked));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ window: 'minute', error: 'rate_limit_exceeded' });
    expect(error.retryAfterMs).toBeGreaterThanOrEqual(1_000);
  });
});

it('a limit only takes time: rows of more pages than the plan allows at once are all read', async () => {
  const limited = client('pro_api', { perMinute: 2 });
  const rows = await all(limited.rows('/stats/gap', { ...YEAR, limit: 30 }));
  expect(rows).toHaveLength((await plain(`/stats/gap?${YEAR_TEXT}`)).count);
});
