import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AssetClass } from '../../exchange/symbol.ts';
import { naiveCandles } from '../../test/oracles/candles.ts';
import { naiveSymbol } from '../../test/oracles/sessions.ts';
import { flat, market, type Row } from '../../test/support/market-rows.ts';
import { marketArbitrary, randomMarket, sessionArbitrary } from '../../test/support/random-market.ts';
import { TIMEFRAMES, type Timeframe, timeframeFits } from './candles.ts';
import { DEFAULT_SESSION, EXCHANGE_SESSION } from './sessions.ts';

const utc = (minute: number) => new Date(minute * 60_000).toISOString().slice(5, 16).replace('T', ' ');

interface Asked {
  spec?: typeof DEFAULT_SESSION;
  assetClass?: AssetClass;
  intervalMin?: number;
}

/** `start - end: open high low close` of every candle. */
function candles(
  rows: Row[],
  timeframe: Timeframe,
  { spec = DEFAULT_SESSION, assetClass = 'equity', intervalMin = 1 }: Asked = {},
) {
  const set = market(rows, assetClass, intervalMin).candles(spec, timeframe);
  return Array.from({ length: set.length }, (_, c) => {
    const prices = [set.open[c], set.high[c], set.low[c], set.close[c]];
    return `${utc(set.start[c])} - ${utc(set.end[c])}: ${prices.join(' ')}`;
  });
}

const LATER = flat('2024-06-04 08:00', 1);

describe('a candle within the day', () => {
  it('holds the bars that start in its slot, counted from the start of the window', () => {
    const rows: Row[] = [
      ['2024-06-03 13:31', 10, 12, 9, 11],
      ['2024-06-03 13:44', 11, 13, 10, 12],
      ['2024-06-03 13:45', 20, 21, 19, 20],
      // none from 14:00 to 14:30: no candles there
      ['2024-06-03 14:30', 30, 31, 29, 30],
      LATER,
    ];
    expect(candles(rows, '15m')).toEqual([
      '06-03 13:30 - 06-03 13:45: 10 13 9 12',
      '06-03 13:45 - 06-03 14:00: 20 21 19 20',
      '06-03 14:30 - 06-03 14:45: 30 31 29 30',
    ]);
    // In winter the window still starts at 13:30: the first hour of it is 13:30-14:30 and has no bar.
    const winter: Row[] = [['2024-01-08 14:30', 1, 1, 1, 1], flat('2024-01-09 08:00', 1)];
    expect(candles(winter, '2H')).toEqual(['01-08 13:30 - 01-08 15:30: 1 1 1 1']);
    expect(candles(winter, '2H', { spec: EXCHANGE_SESSION })).toEqual(['01-08 14:30 - 01-08 16:30: 1 1 1 1']);
  });
});

describe('a timeframe', () => {
  it('fits a feed where it is a whole multiple of its interval', () => {
    const fitting = (intervalMin: number) => TIMEFRAMES.filter((timeframe) => timeframeFits(timeframe, intervalMin));
    expect(fitting(1)).toEqual([...TIMEFRAMES]);
    expect(fitting(10)).toEqual(['10m', '30m', '1H', '2H', '4H', '1D', '1W']);
    expect(fitting(240)).toEqual(['4H', '1D', '1W']);
    expect(fitting(1440)).toEqual(['1D', '1W']);
  });
});

describe('candles of random markets', () => {
  it('are those of the naive way', { timeout: 20_000 }, () => {
    fc.assert(
      fc.property(marketArbitrary(), sessionArbitrary, fc.constantFrom(...TIMEFRAMES), (request, spec, timeframe) => {
        fc.pre(timeframeFits(timeframe, request.intervalMin));
        const data = randomMarket(request);
        const set = data.candles(spec, timeframe);
        const found = Array.from({ length: set.length }, (_, c) => ({
          start: set.start[c],
          end: set.end[c],
          open: set.open[c],
          high: set.high[c],
          low: set.low[c],
          close: set.close[c],
          date: set.sessions.date[set.session[c]],
        }));
        expect(found).toEqual(naiveCandles(naiveSymbol(data), spec, timeframe));
      }),
      { numRuns: 250 },
    );
  });
});
