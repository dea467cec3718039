import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveNews, naiveNewsSummary, shownEvent } from '../../../test/oracles/news.ts';
import { placeNews, randomNews } from '../../../test/support/hand-news.ts';
import { comparedWithNaive } from '../../../test/support/naive.ts';
import { marketArbitrary, randomMarket, rangeOf, shareArbitrary } from '../../../test/support/random-market.ts';
import { fromPartAndWhole, unsettled } from '../../../test/support/replay.ts';
import { DEFAULT_SESSION } from '../../market/sessions.ts';
import type { SymbolData } from '../../market/symbol-data.ts';
import news from './index.ts';

const SOURCES = ['sentiment', 'sentiment_crypto'] as const;
const source = fc.constantFrom(...SOURCES);
const beside = randomNews.map((rows) => (data: SymbolData) => placeNews(data, rows, data.meta.assetClass));

comparedWithNaive(news, {
  beside,
  values: () =>
    fc.record({
      event_source: source,
      direction: fc.constantFrom<'negative' | 'neutral' | 'positive' | undefined>(
        undefined,
        undefined,
        'negative',
        'neutral',
        'positive',
      ),
      min_impact_score: fc.constantFrom(undefined, undefined, 0, 0.1, 0.3, 0.35),
    }),
  onRealBars: () => SOURCES.map((from) => ({ event_source: from })),
  answers(data, { range, values: { event_source: from, direction, min_impact_score: minImpact } }) {
    const found = naiveNews(data, { source: from, ...range, direction, minImpact });
    return {
      '/reactions': found.map((one) => shownEvent(one, from)).reverse(),
      '/reactions/summary': naiveNewsSummary(data.meta.symbol, found, from, 'custom'),
    };
  },
});

// The contract suite has these for what needs no news.
describe('records of news', () => {
  const session = DEFAULT_SESSION;
  const cases = fc.record({
    market: marketArbitrary(),
    put: beside,
    source,
    a: shareArbitrary,
    b: shareArbitrary,
    cutMin: fc.integer({ min: 0, max: 1440 }),
  });

  it('do not change once complete, whatever bars come later', { timeout: 30_000 }, () => {
    const check = fc.property(cases, ({ market, put, source: from, a }) => {
      const data = put(randomMarket(market));
      const asked = { session, values: { event_source: from } };
      expect(unsettled(news, data, Math.round(a * data.bars.length), asked)).toEqual([]);
    });
    fc.assert(check, { numRuns: 150 });
  });

  it('are the same when only the bars around the dates are loaded, as many as the kernel asks for', {
    timeout: 30_000,
  }, () => {
    const check = fc.property(cases, ({ market, put, source: from, a, b, cutMin }) => {
      const data = put(randomMarket(market));
      const asked = { session, values: { event_source: from } };
      const usual = fromPartAndWhole(news, data, asked, rangeOf(data, a, b), cutMin);
      expect(usual.partial).toEqual(usual.whole);
      // No bars around the dates at first: only what the kernel reports widens the range.
      for (const share of [a, b, 0.2, 0.4, 0.6, 0.8]) {
        const range = rangeOf(data, share, share + 0.03);
        const bare = fromPartAndWhole(news, data, asked, range, cutMin, { back: 0, ahead: 0 });
        expect(bare.partial).toEqual(bare.whole);
      }
    });
    fc.assert(check, { numRuns: 150 });
  });
});
