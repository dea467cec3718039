/** Small files in the shapes that vendors' public pages describe, imported as a new user would: what a refusal names is followed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clockOf, type GeneratedBar, generatedBars, isoDay, storedBars, two } from '../support/generated-bars.ts';
import { userOfFile } from '../support/import-as-user.ts';
import { folderOfFile } from '../support/of-file.ts';
import { zipOf } from '../support/zip.ts';

const user = await userOfFile();
const folder = folderOfFile();

const bars = generatedBars(21);
const compact = (bar: GeneratedBar) => isoDay(bar).replaceAll('-', '');
const utc = (bar: GeneratedBar) => `${isoDay(bar)}T${clockOf(bar.minute + 240)}:00`;
const ms = (bar: GeneratedBar) => Date.parse(`${utc(bar)}Z`);
const table = (line: (bar: GeneratedBar) => unknown[], { header = '', sign = ',' } = {}) =>
  [...(header === '' ? [] : [header]), ...bars.map((bar) => line(bar).join(sign))].join('\n');
const newestFirst: typeof table = (line, spelling) => {
  const [names, ...lines] = table(line, spelling).split('\n');
  return [names, ...lines.reverse()].join('\n');
};
const figures = ({ prices, volume }: GeneratedBar) => [...prices, volume];
const named = (bar: GeneratedBar, quote = false) => {
  const entries = ['open', 'high', 'low', 'close', 'volume'].map((name, i) => [name, figures(bar)[i]] as const);
  return Object.fromEntries(entries.map(([name, value]) => [name, quote ? String(value) : value]));
};
const EQUITY = '--asset-class equity';

test.each<[shape: string, file: string, content: string | Buffer, line: string, symbol: string]>([
  [
    'Stooq, five minutes',
    'stooq.txt',
    table((b) => ['AAPL.US', 5, compact(b), `${clockOf(b.minute + 360).replace(':', '')}00`, ...figures(b), 0], {
      header: '<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>',
    }),
    `${EQUITY} --tz Europe/Warsaw`,
    'AAPL.US',
  ],
  ['Kraken OHLCVT', 'XBTUSD_5.csv', table((b) => [ms(b) / 1000, ...figures(b), 7]), '--asset-class equity', 'XBTUSD'],
  [
    'Binance klines in microseconds',
    'BTCUSDT-5m-2025-06.csv',
    table((b) => [ms(b) * 1000, ...figures(b), (ms(b) + 300_000) * 1000 - 1, 1.5, 10, 0.5, 0.5, 0]),
    EQUITY,
    'BTCUSDT',
  ],
  [
    'NinjaTrader 8',
    'AAPL.Last.txt',
    table((b) => [`${compact(b)} ${clockOf(b.minute + 245).replace(':', '')}00`, ...figures(b)], { sign: ';' }),
    `${EQUITY} --tz UTC`,
    'AAPL',
  ],
  [
    'Sierra Chart',
    'AAPL.txt',
    table((b) => [`2025/6/${b.day}`, `${clockOf(b.minute)}:00.000000`, ...figures(b), 9, b.volume - 40, 40], {
      header: 'Date, Time, Open, High, Low, Last, Volume, NumberOfTrades, BidVolume, AskVolume',
      sign: ', ',
    }),
    EQUITY,
    'AAPL',
  ],
  [
    'QuantConnect, daily by hand in ten-thousandths',
    'aapl.zip',
    zipOf({
      'aapl.csv': table((b) => [
        `${compact(b)} ${clockOf(b.minute)}`,
        ...b.prices.map((price) => Math.round(price * 10_000)),
        b.volume,
      ]),
    }),
    `${EQUITY} --tz America/New_York`,
    'AAPL',
  ],
  [
    'Tiingo, JSON',
    'tiingo.json',
    JSON.stringify(bars.map((b) => ({ date: `${utc(b)}.000Z`, ...named(b) }))),
    `${EQUITY} --symbol AAPL`,
    'AAPL',
  ],
  [
    'EODHD intraday',
    'AAPL.csv',
    table((b) => [ms(b) / 1000, 0, `"${utc(b).replace('T', ' ')}"`, ...figures(b)], {
      header: 'Timestamp,Gmtoffset,Datetime,Open,High,Low,Close,Volume',
    }),
    EQUITY,
    'AAPL',
  ],
  [
    'Twelve Data, JSON',
    'twelve.json',
    JSON.stringify({
      meta: { symbol: 'AAPL', interval: '5min', exchange_timezone: 'America/New_York' },
      values: bars.toReversed().map((b) => ({ datetime: `${isoDay(b)} ${clockOf(b.minute)}:00`, ...named(b, true) })),
      status: 'ok',
    }),
    EQUITY,
    'AAPL',
  ],
  [
    'Alpha Vantage, JSON',
    'alpha.json',
    JSON.stringify({
      'Meta Data': { '1. Information': 'Intraday', '2. Symbol': 'AAPL', '6. Time Zone': 'US/Eastern' },
      'Time Series (5min)': Object.fromEntries(
        bars.toReversed().map((b) => {
          const entries = Object.entries(named(b, true)).map(([name, value], i) => [`${i + 1}. ${name}`, value]);
          return [`${isoDay(b)} ${clockOf(b.minute)}:00`, Object.fromEntries(entries)];
        }),
      ),
    }),
    `${EQUITY} --symbol AAPL`,
    'AAPL',
  ],
  [
    'Binance klines in milliseconds, as their archive',
    'BTCUSDT-5m-2024-06.zip',
    zipOf({
      'BTCUSDT-5m-2024-06.csv': table((b) => [ms(b), ...figures(b), ms(b) + 299_999, 1.5, 10, 0.5, 0.5, 0]),
    }),
    EQUITY,
    'BTCUSDT',
  ],
  [
    'Binance futures, with a header',
    'BTCUSDT-5m-2025-07.csv',
    table((b) => [ms(b), ...figures(b), ms(b) + 299_999, 1.5, 10, 0.5, 0.5, 0], {
      header:
        'open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume,taker_buy_quote_volume,ignore',
    }),
    EQUITY,
    'BTCUSDT',
  ],
  [
    'TradingView, epoch seconds and an indicator that begins later',
    'BATS_AAPL, 5.csv',
    table((b) => [ms(b) / 1000, ...figures(b), b.day > 2 ? 5 : ''], {
      header: 'time,open,high,low,close,Volume,Volume MA',
    }),
    `${EQUITY} --symbol AAPL`,
    'AAPL',
  ],
  [
    'Twelve Data, CSV',
    'AAPL_5min.csv',
    newestFirst((b) => [`${isoDay(b)} ${clockOf(b.minute)}:00`, ...figures(b)], {
      header: 'datetime;open;high;low;close;volume',
      sign: ';',
    }),
    EQUITY,
    'AAPL',
  ],
  [
    'Alpha Vantage, CSV',
    'intraday_5min_AAPL.csv',
    newestFirst((b) => [`${isoDay(b)} ${clockOf(b.minute)}:00`, ...figures(b)], {
      header: 'timestamp,open,high,low,close,volume',
    }),
    `${EQUITY} --symbol AAPL`,
    'AAPL',
  ],
  [
    'Tiingo, CSV',
    'tiingo.csv',
    table((b) => [`${utc(b)}.000Z`, b.prices[3], b.prices[1], b.prices[2], b.prices[0], b.volume], {
      header: 'date,close,high,low,open,volume',
    }),
    `${EQUITY} --symbol AAPL`,
    'AAPL',
  ],
  [
    'HistData, five hours behind UTC all year',
    'DAT_ASCII_AAPL_M1_202506.csv',
    table((b) => [`${compact(b)} ${clockOf(b.minute - 60).replace(':', '')}00`, ...figures(b)], { sign: ';' }),
    `${EQUITY} --symbol AAPL --tz Etc/GMT+5`,
    'AAPL',
  ],
  [
    "MetaTrader 5, seven hours before New York's clock",
    'AAPL_M5_202506.csv',
    table((b) => [isoDay(b).replaceAll('-', '.'), `${clockOf(b.minute + 420)}:00`, ...b.prices, b.volume, 0, 2], {
      header: '<DATE> <TIME> <OPEN> <HIGH> <LOW> <CLOSE> <TICKVOL> <VOL> <SPREAD>'.replaceAll(' ', '\t'),
      sign: '\t',
    }),
    `${EQUITY} --symbol AAPL --tz Europe/Athens`,
    'AAPL',
  ],
  [
    'CoinAPI',
    'coinapi.csv',
    table(
      (b) => [
        `${utc(b)}.0000000Z`,
        `${isoDay(b)}T${clockOf(b.minute + 245)}:00.0000000Z`,
        utc(b),
        utc(b),
        ...figures(b),
        3,
      ],
      {
        header:
          'time_period_start;time_period_end;time_open;time_close;price_open;price_high;price_low;price_close;volume_traded;trades_count',
        sign: ';',
      },
    ),
    `${EQUITY} --symbol AAPL`,
    'AAPL',
  ],
  [
    'Dukascopy, UTC',
    'duka.csv',
    table((b) => [`${two(b.day)}.06.2025 ${clockOf(b.minute + 240)}:00.000`, ...figures(b)], {
      header: 'Gmt time,Open,High,Low,Close,Volume',
    }),
    `${EQUITY} --symbol AAPL --tz UTC --date-format DD.MM.YYYY`,
    'AAPL',
  ],
])('%s', async (_, name, content, line, symbol) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  const { exit, text } = await user.follow(path, line);
  expect({ exit, text }).toMatchObject({ exit: 0 });
  expect(await user.stored(symbol)).toEqual(storedBars(bars));
});

const daily = generatedBars(22, { days: 8, step: 390 });
const rows = (header: string, line: (bar: GeneratedBar) => unknown[]) =>
  [header, ...daily.map((bar) => line(bar).join())].join('\n');

test.each<[shape: string, name: string, content: string, line: string]>([
  [
    'Stooq',
    'aapl_us_d.csv',
    rows('<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>', (b) => [
      'AAPL',
      'D',
      compact(b),
      '000000',
      ...figures(b),
      0,
    ]),
    EQUITY,
  ],
  [
    'EODHD',
    'AAPL.csv',
    rows('Date,Open,High,Low,Close,Adjusted_close,Volume', (b) => [isoDay(b), ...b.prices, b.prices[3], b.volume]),
    EQUITY,
  ],
  [
    'Tiingo',
    'AAPL.csv',
    rows('date,close,high,low,open,volume', (b) => [
      `${isoDay(b)}T00:00:00.000Z`,
      b.prices[3],
      b.prices[1],
      b.prices[2],
      b.prices[0],
      b.volume,
    ]),
    EQUITY,
  ],
  ['TradingView', 'AAPL.csv', rows('time,open,high,low,close,Volume', (b) => [ms(b) / 1000, ...figures(b)]), EQUITY],
  [
    'QuantConnect',
    'aapl.csv',
    rows('', (b) => [`${compact(b)} 00:00`, ...figures(b)]).trim(),
    `${EQUITY} --symbol AAPL`,
  ],
])('daily bars of %s are dated by New York', async (_, name, content, line) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  const { exit, text } = await user.follow(path, line);
  expect({ exit, text }).toMatchObject({ exit: 0 });
  expect(await user.stored('AAPL')).toEqual(
    storedBars(daily).map((bar) => ({ ...bar, ts: `${bar.ts.slice(0, 10)} 00:00` })),
  );
});

test("minutes of QuantConnect, whose date is the file's name alone, are refused: with a date they land", async () => {
  const day = bars.filter((b) => b.day === 2);
  const cells = (b: GeneratedBar) => [...b.prices.map((price) => Math.round(price * 10_000)), b.volume];
  const zip = join(folder, '20250602_trade.zip');
  const lines = day.map((b) => [b.minute * 60_000, ...cells(b)].join());
  writeFileSync(zip, zipOf({ '20250602_aapl_minute_trade.csv': lines.join('\n') }));
  const refused = await user.run(zip, EQUITY);
  expect(refused).toEqual({ exit: 3, text: expect.stringMatching(/34200000/) });
  const dated = join(folder, 'AAPL.csv');
  writeFileSync(
    dated,
    [
      'time,open,high,low,close,volume',
      ...day.map((b) => [`2025-06-02 ${clockOf(b.minute)}`, ...cells(b)].join()),
    ].join('\n'),
  );
  expect(await user.run(dated, `${EQUITY} --tz America/New_York --price-scale 1e-4`)).toMatchObject({ exit: 0 });
  expect(await user.stored('AAPL')).toEqual(storedBars(day));
});
