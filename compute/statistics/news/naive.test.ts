import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveNews, naiveNewsSummary, shownEvent } from '../../../test/oracles/news.ts';
import { rowsOf, summaryOf } from '../../../test/support/answer.ts';
import { placeNews, type RandomNews, randomNews } from '../../../test/support/hand-news.ts';
import { hasMarketData, readMarketData } from '../../../test/support/market-data.ts';
import { marketArbitrary, randomMarket, rangeOf, shareArbitrary } from '../../../test/support/random-market.ts';
import { fromPartAndWhole, unsettled } from '../../../test/support/replay.ts';
import { DEFAULT_SESSION } from '../../market/sessions.ts';
import type { SymbolData } from '../../market/symbol-data.ts';
import type { DateRange } from '../statistic.ts';
import news from './index.ts';

const SOURCES = ['sentiment', 'sentiment_crypto'] as const;

interface Case {
  source: (typeof SOURCES)[number];
  range: DateRange;
  direction?: 'negative' | 'neutral' | 'positive';
  minImpact?: number;
}

function expectEqual(data: SymbolData, { source, range, direction, minImpact }: Case) {
  const values = { event_source: source, direction, min_impact_score: minImpact };
  const found = naiveNews(data, { source, ...range, direction, minImpact });
  const rows = rowsOf(news, '/reactions', data, { values, range }).reverse();
  expect(rows).toEqual(found.map((one) => shownEvent(one, source)));
  const { symbol } = data.meta;
  expect(summaryOf(news, data, { values, range })).toEqual(naiveNewsSummary(symbol, found, source, 'custom'));
}

const caseArbitrary = fc.record({
  market: marketArbitrary(),
  rows: randomNews,
  /** The source of the symbol's own kind, or the other. */
  own: fc.constantFrom(true, true, true, true, false),
  a: shareArbitrary,
  b: shareArbitrary,
  cutMin: fc.integer({ min: 0, max: 1440 }),
  direction: fc.option(fc.constantFrom('negative', 'neutral', 'positive'), { nil: undefined, freq: 3 }),
  minImpact: fc.option(fc.constantFrom(0, 0.1, 0.3, 0.35), { nil: undefined, freq: 3 }),
});

const session = DEFAULT_SESSION;
const sourceOf = (assetClass: string, own: boolean) => SOURCES[(assetClass === 'crypto') === own ? 1 : 0];

describe('reactions to random news', () => {
  it('are those of the naive way: events and summary', () => {
    fc.assert(
      fc.property(caseArbitrary, ({ market, rows, own, a, b, direction, minImpact }) => {
        const data = placeNews(randomMarket(market), rows, market.assetClass);
        const source = sourceOf(market.assetClass, own);
        expectEqual(data, { source, range: rangeOf(data, a, b), direction, minImpact });
      }),
      { numRuns: 150 },
    );
  });

  it('are settled once complete: no later bar changes them', () => {
    fc.assert(
      fc.property(caseArbitrary, ({ market, rows, own, a }) => {
        const data = placeNews(randomMarket(market), rows, market.assetClass);
        const source = sourceOf(market.assetClass, own);
        const bars = Math.round(a * data.bars.length);
        expect(unsettled(news, data, bars, { session, values: { event_source: source } })).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it('are the same when only the bars around the wanted dates are loaded', () => {
    fc.assert(
      fc.property(caseArbitrary, ({ market, rows, own, a, b, cutMin }) => {
        const data = placeNews(randomMarket(market), rows, market.assetClass);
        const source = sourceOf(market.assetClass, own);
        const asked = { session, values: { event_source: source } };
        const usual = fromPartAndWhole(news, data, asked, rangeOf(data, a, b), cutMin);
        expect(usual.partial).toEqual(usual.whole);
        // Starts with no bars around the dates: only the kernel's own report widens the range.
        for (const share of [a, b, 0.2, 0.4, 0.6, 0.8]) {
          const range = rangeOf(data, share, share + 0.03);
          const check = fromPartAndWhole(news, data, asked, range, cutMin, { back: 0, ahead: 0 });
          expect(check.partial).toEqual(check.whole);
        }
      }),
      { numRuns: 150 },
    );
  });
});

const FILES = [
  'bars/lean/SPY_1m.csv.gz',
  'bars/lean/BTCUSD_1m.csv.gz',
  'bars/lean/GDVD_1h.csv.gz',
  'bars/orb-yf/TSLA_5m.csv.gz',
  'bars/eqker/AAPL_15m.csv.gz',
  'bars/genetrader/BTCUSDT_15m.csv.gz',
  'bars/ta4j/BTCUSD_4h.csv.gz',
  'daily/eqker/MSFT_1d.csv.gz',
];

describe.skipIf(!hasMarketData)('reactions on real bars', () => {
  for (const file of FILES) {
    it(`are those of the naive way: ${file}`, () => {
      const bars = readMarketData(file);
      const sentiments = ['positive', 'negative', 'neutral'] as const;
      const rows = Array.from({ length: 60 }, (_, i): RandomNews => {
        const share = ((i * 7919) % 1000) / 1000;
        const when = { share, minutesBefore: (i * i) % 97, second: i % 7 };
        return { ...when, direction: sentiments[i % 3], impact: (i % 11) / 10, id: `n${i}` };
      });
      const data = placeNews(bars, rows, bars.meta.assetClass);
      for (const source of SOURCES) expectEqual(data, { source, range: rangeOf(data, 0, 1) });
    });
  }
});
