import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AssetClass } from '../../../exchange/symbol.ts';
import { naiveNews, naiveNewsSummary, shownEvent } from '../../../test/oracles/news.ts';
import { rowsOf, view } from '../../../test/support/answer.ts';
import { dates } from '../../../test/support/hand-bars.ts';
import { type HandNews, newsColumns, placeNews, randomNews, withNews } from '../../../test/support/hand-news.ts';
import { flat, market } from '../../../test/support/market-rows.ts';
import { comparedWithNaive } from '../../../test/support/naive.ts';
import { runs } from '../../../test/support/property-seed.ts';
import { marketArbitrary, randomMarket, rangeOf, shareArbitrary } from '../../../test/support/random-market.ts';
import { fromPartAndWhole, unsettled } from '../../../test/support/replay.ts';
import { DEFAULT_SESSION } from '../../market/sessions.ts';
import type { SymbolData } from '../../market/symbol-data.ts';
import news from './index.ts';

const ALL = dates('2000-01-01', '2050-01-01');

/** A market at 100 at 14:00 UTC on weekdays of June 2024, at another price an hour later. */
const BARS = (
  [
    ['03', 100.4],
    ['04', 99.2],
    ['05', 101.6],
    ['06', 98],
    ['07', 100.008],
    ['10', 100.01],
    ['11', 100],
  ] as const
).flatMap(([date, price]) => [flat(`2024-06-${date} 14:00`, 100), flat(`2024-06-${date} 15:00`, price)]);

const NEWS: HandNews[] = [
  { at: '2024-06-03 14:00', id: 'a', direction: 'positive', impact: 0.8 }, // +0.4 %
  { at: '2024-06-04 14:00', id: 'b', direction: 'positive', impact: 0.5 }, // -0.8 %
  { at: '2024-06-05 14:00', id: 'c', direction: 'negative', impact: 0.05 }, // +1.6 %
  { at: '2024-06-06 14:00', id: 'd', direction: 'negative', impact: 1 }, // -2 %
  { at: '2024-06-07 14:00', id: 'e', direction: 'positive', impact: 0.3 }, // +0.008 %: flat
  { at: '2024-06-10 14:00', id: 'f', direction: 'positive', impact: 0.2 }, // +0.01 %: just up
  { at: '2024-06-10 14:00', id: 'g', direction: 'neutral', impact: 0.2 },
  { at: '2024-06-12 14:00', id: 'h', direction: 'negative', impact: 0.9 }, // no bars yet
];

function data(assetClass: AssetClass = 'equity', intervalMin = 1) {
  const columns = newsColumns(NEWS);
  return withNews(market(BARS, assetClass, intervalMin), { sentiment: columns, sentiment_crypto: columns });
}

const list = (values = {}, of = data()) => rowsOf(news, '/reactions', of, { values, range: ALL }).reverse();

describe('events', () => {
  it('are labelled by sentiment and the 60m reaction, with scores', () => {
    const shown = Object.fromEntries(
      list().map((row) => [
        row.news_id,
        [
          row.reaction_alignment,
          row.sentiment_reaction_alignment_score,
          row.impact_realization_score,
          row.absorption_score,
        ],
      ]),
    );
    expect(shown).toEqual({
      a: ['aligned_positive', 0.4, 0.5, 0], // 0.4 / 1; 0.4 / 0.8
      b: ['bearish_divergence', -0.8, 1, 0.4], // 0.8 / 0.5 is more than 1; 0.5 * 0.8
      c: ['bullish_absorption', -1, 1, 0.05], // impact of at least 0.1 in the second, as it is in the third
      d: ['aligned_negative', 1, 1, 0],
      e: ['neutral_or_unclear', 0.008, 0.0267, 0], // flat, but measured: 0.008 / 0.3
      f: ['aligned_positive', 0.01, 0.05, 0], // 0.01 is not flat any more
      g: ['neutral_or_unclear', null, 0.05, null],
      h: ['neutral_or_unclear', null, null, null],
    });
  });

  it('of crypto are weighed with twice the move', () => {
    const crypto = list({ event_source: 'sentiment_crypto' }, data('crypto'));
    const d = crypto.find((row) => row.news_id === 'd');
    expect(d).toMatchObject({ sentiment_reaction_alignment_score: 1, impact_realization_score: 1 }); // 2 / 2
    const b = crypto.find((row) => row.news_id === 'b');
    expect(b).toMatchObject({
      event_source: 'sentiment_crypto',
      source_table: 'events_sentiment_crypto',
      sentiment_reaction_alignment_score: -0.4, // 0.8 / 2
      impact_realization_score: 0.8, // 0.8 / (2 * 0.5)
      absorption_score: 0.2,
    });
  });

  it('keep milliseconds and texts as they are', () => {
    const text = { title: 'A "quote"\n\u{1F680}', headline: 'é', provider: 'P', url: 'https://example.com/?a=1&b=2' };
    const one = withNews(market([]), { sentiment: newsColumns([{ at: '2024-06-04 14:00:00.123', ...text }]) });
    expect(rowsOf(news, '/reactions', one, { range: ALL })).toMatchObject([
      { event_timestamp: '2024-06-04T14:00:00.123+00:00', ...text },
    ]);
  });
});

describe('warnings', () => {
  const warnings = (assetClass: AssetClass, intervalMin: number, event_source: string) => {
    const of = data(assetClass, intervalMin);
    const found = news.warnings?.(view(news, of, { values: { event_source }, range: ALL })) ?? [];
    return found.map(({ code, text }) => `${code} ${text}`);
  };

  it('name windows shorter than the bars, daily bars, and bars of the other kind', () => {
    expect(warnings('equity', 5, 'sentiment')).toEqual([]);
    expect(warnings('equity', 15, 'sentiment')).toEqual([
      'reaction_window_short no reaction over 5m: shorter than the bars (15m)',
    ]);
    expect(warnings('crypto', 240, 'sentiment_crypto')).toEqual([expect.stringContaining('5m, 15m, 30m, 60m')]);
    expect(warnings('etf', 1440, 'sentiment')).toEqual(['needs_intraday no reactions on daily bars']);
    expect(warnings('crypto', 1, 'sentiment')).toEqual([
      expect.stringMatching(/^event_source_mismatch .*event_source=sentiment/),
    ]);
    expect(warnings('equity', 1, 'sentiment_crypto')).toHaveLength(1);
  });
});

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

  it('do not change once complete, whatever bars come later', () => {
    const check = fc.property(cases, ({ market, put, source: from, a }) => {
      const data = put(randomMarket(market));
      const asked = { session, values: { event_source: from } };
      expect(unsettled(news, data, Math.round(a * data.bars.length), asked)).toEqual([]);
    });
    fc.assert(check, { numRuns: runs(20) });
  });

  it('are the same when only the bars around the dates are loaded, as many as the kernel asks for', {
    timeout: 15_000,
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
    fc.assert(check, { numRuns: runs(20) });
  });
});
