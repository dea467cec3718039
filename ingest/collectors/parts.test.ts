/** Parts of collectors that no vendor shows by itself: when is what to be expected, and how often may be asked. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tradingDaysOf } from '../../exchange/trading-days.ts';
import { fixedClock } from '../../lib/clock.ts';
import { parseIsoDate } from '../../lib/days.ts';
import { closedCandles } from './answer.ts';
import { lagMs } from './bars.ts';
import { cryptoKind } from './crypto.ts';
import { RateLimit, retryAfterMs } from './http.ts';
import { firstDay } from './kind.ts';
import { kindOf } from './kinds.ts';

const { signal } = new AbortController();
const equity = tradingDaysOf('equity');
const crypto = tradingDaysOf('crypto');
const day = (date: string) => parseIsoDate(date)!;
const at = (time: string) => Date.parse(time);
const candle = (time: string, close = 1) => ({ startMs: at(time), open: 1, high: 2, low: 1, close, volume: 1 });

describe('days', () => {
  it('of equities begin at midnight in New York, in summer and in winter, and on days of the change', () => {
    expect(equity.startMs(day('2024-07-01'))).toBe(at('2024-07-01T04:00:00Z'));
    expect(equity.startMs(day('2024-01-02'))).toBe(at('2024-01-02T05:00:00Z'));
    expect(equity.endMs(day('2024-03-10')) - equity.startMs(day('2024-03-10'))).toBe(23 * 3_600_000);
    // Extended hours of winter end at 01:00 UTC of the next date.
    expect(equity.dayAt(at('2024-01-03T00:59:00Z'))).toBe(day('2024-01-02'));
    expect(equity.hoursMs(day('2024-01-02'))).toEqual({
      fromMs: at('2024-01-02T09:00:00Z'),
      toMs: at('2024-01-03T01:00:00Z'),
    });
  });

  it('without trading have no hours; those that end early trade for less', () => {
    for (const date of ['2024-07-04', '2024-12-25', '2024-07-06']) expect(equity.hoursMs(day(date))).toBeNull();
    const hoursOf = (days: typeof equity, date: string) =>
      days.tradingMs(days.startMs(day(date)), days.endMs(day(date))) / 3_600_000;
    expect(hoursOf(equity, '2024-07-03')).toBe(3.5);
    expect(hoursOf(equity, '2024-07-05')).toBe(6.5);
    expect(hoursOf(crypto, '2024-07-06')).toBe(24);
  });

  it('lag counts hours of trading alone', () => {
    const lagS = (last: string, now: string, interval = 1) => lagMs(equity, at(last), interval, at(now)) / 1000;
    // Friday's last bar, looked at on Sunday, on Monday before and after the opening.
    expect(lagS('2024-07-12T19:59:00Z', '2024-07-14T12:00:00Z')).toBe(0);
    expect(lagS('2024-07-12T19:59:00Z', '2024-07-15T13:00:00Z')).toBe(0);
    expect(lagS('2024-07-12T19:59:00Z', '2024-07-15T13:35:00Z')).toBe(300);
    expect(lagS('2024-07-12T19:49:00Z', '2024-07-15T13:35:00Z')).toBe(900);
    expect(lagS('2024-07-12T00:00:00Z', '2024-07-15T13:35:00Z', 1440)).toBe(300);
    expect(lagMs(crypto, at('2024-07-13T00:00:00Z'), 1, at('2024-07-13T00:03:00Z'))).toBe(120_000);
  });
});

describe('closed candles', () => {
  const minute = { symbol: 'X', assetClass: 'equity', intervalMin: 1, label: 'test' } as const;

  it('are those that are over, one a start, the last of several', () => {
    const candles = [
      candle('2024-07-01T14:01:00Z'),
      candle('2024-07-01T14:00:00Z', 1),
      candle('2024-07-01T14:00:00Z', 1.5),
    ];
    const closed = closedCandles(candles, minute, at('2024-07-01T14:01:59.999Z'));
    expect(closed.map(({ startMs, close }) => [startMs, close])).toEqual([[at('2024-07-01T14:00:00Z'), 1.5]]);
    expect(closedCandles(candles, minute, at('2024-07-01T14:02:00Z'))).toHaveLength(2);
  });

  it('of a day of equities are over at 20:00 New York, and stored at 00:00 UTC of their date', () => {
    const daily = { ...minute, intervalMin: 1440 };
    for (const stamp of ['2024-01-02T05:00:00Z', '2024-01-02T14:30:00Z']) {
      expect(closedCandles([candle(stamp)], daily, at('2024-01-03T00:59:59Z'))).toEqual([]);
      expect(closedCandles([candle(stamp)], daily, at('2024-01-03T01:00:00Z'))).toMatchObject([
        { startMs: at('2024-01-02T00:00:00Z') },
      ]);
    }
  });
});

describe('Retry-After', () => {
  const now = at('2024-07-01T00:00:00Z');
  it.each([
    [{ 'retry-after': '7' }, 7_000],
    [{ 'retry-after': 'Mon, 01 Jul 2024 00:00:09 GMT' }, 9_000],
    [{ 'retry-after': 'Sun, 30 Jun 2024 23:59:09 GMT' }, 0],
    [{ 'x-ratelimit-reset': String(now / 1000 + 30) }, 30_000],
    [{ 'retry-after': '999999' }, 3_600_000],
    [{ 'retry-after': 'soon' }, undefined],
    [{}, undefined],
  ])('%j is %s ms', (headers, ms) => {
    expect(retryAfterMs(new Headers(headers as Record<string, string>), now)).toBe(ms);
  });
});

describe('the bound of requests', () => {
  it('never lets more through than its burst and one a spacing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 600 }),
        fc.integer({ min: 1, max: 10 }),
        fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 60 }),
        async (perMinute, burst, pauses) => {
          let nowMs = 1_000_000;
          const timers = {
            monotonicMs: () => nowMs,
            sleep: async (ms: number) => {
              nowMs += ms;
            },
          };
          const rate = new RateLimit(perMinute, timers, burst);
          const sent: number[] = [];
          for (const pause of pauses) {
            nowMs += pause;
            await rate.wait(signal);
            sent.push(nowMs);
          }
          const spacing = 60_000 / perMinute;
          for (let i = 0; i < sent.length; i++) {
            for (let j = i + 1; j < sent.length; j++) {
              const most = burst + (sent[j] - sent[i]) / spacing;
              expect(j - i + 1).toBeLessThanOrEqual(most + 1e-6);
            }
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('options', () => {
  const clock = fixedClock(at('2024-07-10T12:00:00Z'));
  const prepare = (kind: string, given: Record<string, unknown>) => () => kindOf(kind).prepare(given, clock);

  it('are complete once they are prepared', () => {
    const { id, options } = kindOf('crypto').prepare(
      { exchange: 'binance', symbols: 'btc/usdt, ETH/USDT,btc/usdt', backfill: '30d' },
      clock,
    );
    expect(id).toBe('crypto-binance');
    expect(options).toMatchObject({
      symbols: ['BTC/USDT', 'ETH/USDT'],
      interval: '1m',
      asset_class: 'crypto',
      from: '2024-06-10',
    });
  });

  it.each([
    ['crypto', { symbols: 'BTC/USDT' }, /--exchange: name the exchange/],
    ['crypto', { exchange: 'binance' }, /--symbols: name at least one/],
    ['crypto', { exchange: 'binance', symbols: 'B*D' }, /--symbols: "B\*D" is not/],
    ['crypto', { exchange: 'binance', symbols: 'A', interval: '7m' }, /--interval: give one of 1m, 5m/],
    ['crypto', { exchange: 'binance', symbols: 'A', backfill: 'ever' }, /--backfill: "ever" is neither/],
    ['crypto', { exchange: 'binance', symbols: 'A', backfill: '2030-01-01' }, /--backfill/],
    ['crypto', { exchange: 'binance', symbols: 'A', assetClass: 'etf' }, /--asset-class: crypto has crypto/],
    ['crypto', { exchange: 'binance', symbols: 'A', feed: 'iex' }, /--feed: crypto takes no such option/],
    ['crypto', { exchange: 'binance', symbols: 'A', schedule: 'now' }, /--schedule/],
    ['alpaca', { symbols: 'BCPC, BCpC' }, /--symbols: "BCpC" has upper-case and lower-case letters; give BCPC if/],
    ['alpaca', { symbols: 'A', feed: 'sipp' }, /--feed: give one of iex, sip/],
    ['massive', { symbols: 'A', stream: true }, /--stream: massive has no stream/],
    ['massive', { symbols: 'A', url: 'ftp://x' }, /--url/],
    ['massive', { symbols: 'A', url: 'https://u:hidden@x' }, /^--url: holds a user or password: give what/],
    ['alpaca', { symbols: 'A', streamUrl: 'wss://u:hidden@x' }, /^--stream-url: holds a user or password/],
  ])('%s %j', (kind, given, message) => {
    expect(prepare(kind, given)).toThrow(message);
  });

  it.each([
    [
      { exchange: 'binanc' },
      /^--exchange: ccxt does not know "binanc" \(did you mean binance\?\); it knows .*kraken, /,
    ],
    [{ exchange: 'zaif' }, /^--exchange: zaif has no candles$/],
    [{ exchange: 'mercado' }, /^--interval: mercado has 15m, 1h, 1d$/],
    [{ exchange: 'coinbase', stream: true }, /^--stream: coinbase has no stream of candles$/],
  ])('what the vendor does not have is refused when it is added: %j', async (given, message) => {
    const { options } = cryptoKind.prepare({ ...given, symbols: 'BTC/USDT' }, clock);
    await expect(cryptoKind.check(options)).rejects.toThrow(message);
  });

  it('an unknown kind is reported with those that there are', () => {
    expect(prepare('cripto', {})).toThrow(/did you mean crypto\? There are: crypto/);
  });

  it('a number of days is counted back on the calendar of the exchange', () => {
    expect(firstDay('1d', 'crypto', fixedClock(at('2024-07-10T00:30:00Z')))).toBe(day('2024-07-09'));
    expect(firstDay('1d', 'equity', fixedClock(at('2024-07-10T00:30:00Z')))).toBe(day('2024-07-08'));
  });
});
