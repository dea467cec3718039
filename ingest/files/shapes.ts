/** What vendors' files look like: names of columns where a file has none, and what their figures mean. */
import type { AssetClass } from '../../exchange/symbol.ts';
import type { DateOrder } from './time.ts';

/** A shape that `--format` names: of a file without a line of column names, or with figures of its own kind. */
export interface Shape {
  /** Columns by the number of cells, where the file names none. */
  readonly columns?: readonly (readonly string[])[];
  readonly tz?: string;
  readonly dateOrder?: DateOrder;
  readonly priceScale?: number;
  readonly assetClass?: AssetClass;
  /** What the shape is, for messages. */
  readonly text: string;
}

const OHLCV = ['open', 'high', 'low', 'close', 'volume'];
const NEW_YORK = 'America/New_York';

export const SHAPES: Readonly<Record<string, Shape>> = {
  binance: {
    columns: [
      [
        ...['open_time', ...OHLCV, 'close_time', 'quote_volume', 'trades'],
        ...['taker_buy_base_volume', 'taker_buy_quote_volume', 'ignore'],
      ],
    ],
    assetClass: 'crypto',
    text: 'klines of Binance: 12 columns without names, crypto',
  },
  kibot: {
    columns: [
      ['date', 'time', ...OHLCV],
      ['date', ...OHLCV],
    ],
    tz: NEW_YORK,
    dateOrder: 'MDY',
    text: 'MM/DD/YYYY and time without names of columns, on the clock of New York',
  },
  firstrate: {
    columns: [['timestamp', ...OHLCV]],
    tz: NEW_YORK,
    dateOrder: 'YMD',
    text: 'date and time in one column without names, on the clock of New York',
  },
  histdata: {
    columns: [['timestamp', ...OHLCV]],
    tz: 'Etc/GMT+5',
    dateOrder: 'YMD',
    text: 'YYYYMMDD HHMMSS without names of columns, always five hours behind UTC',
  },
  metatrader4: {
    columns: [['date', 'time', ...OHLCV]],
    dateOrder: 'YMD',
    text: "YYYY.MM.DD and time without names of columns, on the broker's clock (--tz)",
  },
  databento: { priceScale: 1e-9, text: 'prices as whole billionths' },
};

export const FORMAT_NAMES: readonly string[] = Object.keys(SHAPES);

const MINUTE_MS = 60_000;
const EPOCH_DIGITS = /^(\d{13}|\d{16})$/;

/** Klines tell by themselves: twelve figures, of which the seventh ends the bar that the first begins. */
export function isBinance(cells: readonly string[]): boolean {
  if (cells.length !== 12 || !EPOCH_DIGITS.test(cells[0]) || cells[6].length !== cells[0].length) return false;
  const unitsInMs = cells[0].length === 16 ? 1000 : 1;
  const span = Number(cells[6]) + 1 - Number(cells[0]);
  const [, open, high, low, close] = cells.map(Number);
  return (
    span > 0 && span % (MINUTE_MS * unitsInMs) === 0 && low <= Math.min(open, close) && high >= Math.max(open, close)
  );
}

/** Which vendor's columns these are, for the operator to read; `undefined` where they are nobody's. */
export function vendorOf(columns: readonly string[]): string | undefined {
  const names = new Set(columns.map((name) => name.toLowerCase()));
  const has = (...wanted: string[]) => wanted.every((name) => names.has(name));
  if (has('ts_event', 'rtype', 'instrument_id')) return 'databento';
  if (has('ticker', 'window_start', 'transactions')) return 'polygon';
  if (has('<date>', '<open>')) return 'metatrader';
  if (has('adj close')) return has('datetime') ? 'yfinance' : 'yahoo';
  if (has('average', 'barcount')) return 'interactive brokers';
  if (has('open_time', 'close_time')) return 'binance';
  if (columns.includes('t') && has('o', 'h', 'l', 'c', 'v', 'vw'))
    return names.has('n') ? 'alpaca or polygon' : undefined;
  return undefined;
}
