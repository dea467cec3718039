/** An account that may read only symbols with a prefix: every way to a symbol, with all others stored beside. */
import { describe, expect, it } from 'vitest';
import type { Screens } from '../../compute/answers/screens.ts';
import { UNLIMITED } from '../../test/support/api.ts';
import { apiData } from '../../test/support/api-data.ts';
import { apiOfFile } from '../../test/support/api-of-file.ts';

/** Ranks all symbols, as the kept summaries do. */
const screens: Screens = {
  screen: async () =>
    ['AAPL', 'MSFT'].map((symbol) => ({
      symbol,
      assetClass: 'equity' as const,
      value: 1,
      n: 99,
      sampleSize: 99,
      asOf: 20_000,
    })),
};

const api = await apiOfFile(apiData(), { deps: { screens } });
const token = api.account('pro_api', { ...UNLIMITED, symbolPrefix: 'AA' });

const names = (text: string) => [...new Set(text.match(/\b(AAPL|MSFT|BTCUSD|SPY|HOURLY|NEWSY)\b/g))];

describe('an account of some symbols', () => {
  it('lists these alone, also after another account has listed all', async () => {
    expect((await api.get('/symbols')).body.count).toBe(6);
    for (let i = 0; i < 2; i++) {
      const { body } = await api.get('/symbols', { token });
      expect(body.data.map(({ symbol }: { symbol: string }) => symbol)).toEqual(['AAPL']);
      expect(body.count).toBe(1);
    }
    expect((await api.get('/symbols')).body.count).toBe(6);
  });

  it.each([
    ['/stats/gap?symbol=MSFT', 'MSFT'],
    ['/stats/gap?symbol=msft', 'MSFT'],
    ['/stats/gap/summary?symbol=BTC/USD', 'BTCUSD'],
    ['/stats/news/reactions?symbol=NEWSY', 'NEWSY'],
    ['/stats/fvg/multi_top?symbols=AAPL,MSFT', 'MSFT'],
  ])('gets no data of %s, though others were answered', async (path, symbol) => {
    expect((await api.get(path)).status).toBe(200);
    const reply = await api.get(path, { token });
    expect([reply.status, reply.body.detail.error]).toEqual([404, 'symbol_not_found']);
    expect(reply.body.detail.message).toBe(
      (await api.get(path.replaceAll(symbol, 'NONE'), { token })).body.detail.message.replaceAll('NONE', symbol),
    );
  });

  it.each([
    '/stats/orb/top?top_n=1000',
    '/stats/orb/top-picks?date=2025-03-11&top_n=1000',
    '/stats/gap/screen',
    '/stats/gap/screen?format=csv',
    '/stats/fvg/multi_top?symbols=AAPL',
  ])('finds these alone in %s, also after another account has asked', async (path) => {
    for (const who of [undefined, token, undefined, token]) {
      const { status, text } = await api.get(path, who ? { token: who } : {});
      expect(status).toBe(200);
      if (who) expect(names(text).filter((name) => name !== 'AAPL')).toEqual([]);
      else if (!/symbols=|date=/.test(path)) expect(names(text).length).toBeGreaterThan(1);
    }
  });

  it('gets the problems of its parameters by its own symbols alone', async () => {
    const plain = api.account('free', { ...UNLIMITED, directApi: true, symbolPrefix: 'AA' });
    // SPY is a daily feed, which takes no minutes: that would show that it is stored.
    const path = '/stats/orb?symbol=SPY&orb_minutes=5&date=2025-03-10';
    expect((await api.get(path)).status).toBe(422);
    expect((await api.get(path, { token: plain })).status).toBe(403);
    expect((await api.get(path, { token })).status).toBe(404);
  });

  it('gets the same bytes about its symbols as everybody', async () => {
    for (const path of [
      '/stats/gap?symbol=AAPL',
      '/stats/pdhlb/summary?symbol=aapl',
      '/stats/orb?symbol=AAPL&format=csv',
    ]) {
      expect((await api.get(path, { token })).text).toBe((await api.get(path)).text);
    }
  });
});
