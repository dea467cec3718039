import { describe, expect, it } from 'vitest';
import type { AssetClass } from '../../../exchange/symbol.ts';
import { rowsOf } from '../../../test/support/answer.ts';
import { dates } from '../../../test/support/hand-bars.ts';
import { type HandNews, newsColumns, withNews } from '../../../test/support/hand-news.ts';
import { flat, market, type Row } from '../../../test/support/market-rows.ts';
import news from './index.ts';

type Shown = {
  [window: string]: { return_pct: number | null; direction: string | null; absolute_move_pct: number | null };
};
interface Event {
  reactions: Shown;
  complete: boolean;
  [field: string]: unknown;
}

const ALL = dates('2000-01-01', '2050-01-01');

function events(bars: Row[], of: HandNews[], { assetClass = 'equity' as AssetClass, intervalMin = 1 } = {}): Event[] {
  const columns = newsColumns(of);
  const data = withNews(market(bars, assetClass, intervalMin), { sentiment: columns, sentiment_crypto: columns });
  const values = { event_source: assetClass === 'crypto' ? 'sentiment_crypto' : 'sentiment' };
  return rowsOf(news, '/reactions', data, { values, range: ALL }).reverse() as unknown as Event[];
}

/** Returns of 5m, 15m, 30m, 60m and eod. */
function returns(bars: Row[], at: string, options = {}) {
  const [{ reactions }] = events(bars, [{ at }], options);
  return ['5m', '15m', '30m', '60m', 'eod'].map((window) => reactions[window].return_pct);
}

/** A bar that opens and closes at these prices. */
const bar = (time: string, open: number, close = open): Row => [
  time,
  open,
  Math.max(open, close),
  Math.min(open, close),
  close,
];

/** Monday 2024-06-03, summer: 09:30 to 16:00 in New York is 13:30 to 20:00 UTC, the date ends at 04:00 UTC. */
const MONDAY: Row[] = [
  bar('2024-06-03 14:00', 100, 100.5),
  bar('2024-06-03 14:05', 101),
  bar('2024-06-03 14:15', 99.5),
  bar('2024-06-03 14:30', 100.005),
  bar('2024-06-03 15:00', 102),
  bar('2024-06-03 19:59', 103, 104),
  bar('2024-06-03 20:30', 110, 111), // after hours
];
const NEXT_DAY = flat('2024-06-04 14:00', 100);

describe('a reaction', () => {
  it('goes from the open of the first bar at or after the news to the opens of the windows and the regular close', () => {
    const [event] = events(
      [...MONDAY, NEXT_DAY],
      [
        {
          at: '2024-06-03 14:00',
          direction: 'negative',
          impact: 0.8,
          id: 'a1',
          title: 'Chief executive leaves',
          provider: 'Wire',
        },
      ],
    );
    expect(event).toEqual({
      news_id: 'a1',
      event_source: 'sentiment',
      source_table: 'events_sentiment',
      asset_class: 'equity',
      event_timestamp: '2024-06-03T14:00:00+00:00',
      title: 'Chief executive leaves',
      headline: 'Chief executive leaves',
      direction: 'negative',
      impact_score: 0.8,
      provider: 'Wire',
      url: null,
      reactions: {
        '5m': { return_pct: 1, direction: 'up', absolute_move_pct: 1 }, // 101 / 100
        '15m': { return_pct: -0.5, direction: 'down', absolute_move_pct: 0.5 },
        '30m': { return_pct: 0.005, direction: 'flat', absolute_move_pct: 0.005 },
        '60m': { return_pct: 2, direction: 'up', absolute_move_pct: 2 },
        eod: { return_pct: 4, direction: 'up', absolute_move_pct: 4 }, // close of the 19:59 bar, not the 20:30 one
      },
      reaction_alignment: 'bullish_absorption',
      sentiment_reaction_alignment_score: -1, // -1 * clamp(2 / 1)
      impact_realization_score: 1, // 2 / 0.8, at most 1
      absorption_score: 0.8, // 0.8 * 1
      complete: true,
    });
  });
});

describe('a window', () => {
  const base = bar('2024-06-03 14:00', 100);
  const at = (minutes: string, price = 101) => returns([base, bar(`2024-06-03 ${minutes}`, price)], '2024-06-03 14:00');

  it('takes a bar up to 5 minutes and one interval late, 10 in the case of 60m', () => {
    expect(at('14:11').slice(0, 2)).toEqual([1, null]); // 5 + 5 + 1
    expect(at('14:12').slice(0, 2)).toEqual([null, null]);
    expect(at('14:21')[1]).toBe(1);
    expect(at('14:22')[1]).toBeNull();
    expect(at('14:36')[2]).toBe(1);
    expect(at('14:37')[2]).toBeNull();
    expect(at('15:11')[3]).toBe(1); // 60 + 10 + 1
    expect(at('15:12')[3]).toBeNull();
  });
});

describe('the end of the day', () => {
  const eod = (bars: Row[], at: string, options = {}) => returns(bars, at, options)[4];

  it('of news after the last regular bar is the last bar of the date, once that is over', () => {
    const bars = [...MONDAY, bar('2024-06-03 20:40', 112, 116.55)];
    expect(eod(bars, '2024-06-03 20:20')).toBeNull();
    expect(eod([...bars, flat('2024-06-04 03:58', 100)], '2024-06-03 20:20')).toBeNull();
    expect(eod([...bars, NEXT_DAY], '2024-06-03 20:20')).toBe(5.9545); // 116.55 / 110
    expect(eod([...bars, NEXT_DAY], '2024-06-03 20:40')).toBeNull(); // nothing after the baseline
    expect(eod([...bars, NEXT_DAY], '2024-06-03 19:59')).toBe(13.1553); // the baseline is the last regular bar: 116.55 / 103
    expect(eod([...bars, flat('2024-06-04 03:59', 99)], '2024-06-03 20:20')).toBe(-10); // ends with the date: 99 / 110
  });
});

describe('on daily bars', () => {
  it('there are no reactions', () => {
    const daily = [flat('2024-06-03 00:00', 100), flat('2024-06-04 00:00', 101), flat('2024-06-06 00:00', 102)];
    for (const assetClass of ['equity', 'crypto'] as const) {
      const [event] = events(daily, [{ at: '2024-06-03 00:00' }], { assetClass, intervalMin: 1440 });
      expect(Object.values(event.reactions).map(({ return_pct }) => return_pct)).toEqual(Array(5).fill(null));
      expect(event).toMatchObject({ reaction_alignment: 'neutral_or_unclear', complete: true });
    }
  });
});
