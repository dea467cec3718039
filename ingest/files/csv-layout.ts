/** Which column of a CSV file is which: by its header, by what the operator says, or by a shape that is surely known. */

import { getOrMake } from '../../lib/collections.ts';
import { MS_PER_MINUTE } from '../../lib/days.ts';
import { ImportError } from './errors.ts';
import { readTime, shortYearFormats, twoFigures } from './time.ts';

export interface CsvLayout {
  readonly delimiter: string;
  readonly columns: readonly string[];
  readonly headerRecords: number;
  /** Names of several columns; those behind the first are `NAME.2`, `NAME.3`. */
  readonly repeated?: readonly string[];
  /** Recognized by its cells. */
  readonly shape?: 'binance';
  /** Several symbols side by side: of each its columns, and where they stand; the first column is the time. */
  readonly wide?: readonly WideSymbol[];
}

interface WideSymbol {
  readonly symbol: string;
  readonly columns: readonly string[];
  readonly indexes: readonly number[];
}

const FIGURE = /^[$€£]?[+-]?\d[\d.,' ]*(?:[eE][+-]?\d+)?%?$/;

const isFigure = (cell: string) => FIGURE.test(cell.trim());
const isTime = (cell: string) =>
  twoFigures(cell.trim()) !== null || shortYearFormats(cell.trim()).length > 0 || readTime(cell) !== null;

/** No name of a column is a time, and hardly one a number. */
function isData(cells: readonly string[]): boolean {
  return cells.some(isTime) || cells.filter(isFigure).length >= Math.min(2, cells.length);
}

const shownCells = (cells: readonly string[]) => cells.join(' ').slice(0, 60);

/** `names`: those that `--columns` gives to a file without a header. */
export function layoutOf(
  records: readonly (readonly string[])[],
  delimiter: string,
  names: readonly string[] | undefined,
  file: string,
): CsvLayout {
  const [first] = records;
  if (isData(first)) return withoutHeader(first, delimiter, names, file);
  if (names) {
    const message = `its first line names its columns (${shownCells(first)}); leave --columns away, which is for files without one; --map FIELD=COLUMN renames`;
    throw new ImportError('usage', `${file}: ${message}`);
  }
  return wideLayout(records, delimiter) ?? { delimiter, ...distinct(headerOf(first, file)), headerRecords: 1 };
}

function withoutHeader(
  cells: readonly string[],
  delimiter: string,
  names: readonly string[] | undefined,
  file: string,
): CsvLayout {
  const common = { delimiter, headerRecords: 0 };
  if (names?.length === cells.length) return { ...common, columns: named(names) };
  const advice = `give --columns ${likelyColumns(cells)}`;
  if (names) {
    const message = `--columns names ${names.length} columns, the first row has ${cells.length} (${shownCells(cells)})`;
    throw new ImportError('usage', `${file}: ${message}; ${advice}`);
  }
  if (isBinance(cells)) return { ...common, columns: BINANCE, shape: 'binance' };
  const message = `its first line is data (${shownCells(cells)}), without column names`;
  throw new ImportError('unknown_format', `${file}: ${message}; ${advice}`);
}

const BINANCE = 'open_time open high low close volume close_time quote_volume trades taker_base taker_quote x'.split(
  ' ',
);
const EPOCH_DIGITS = /^(\d{13}|\d{16})$/;

/** True for klines of Binance: twelve figures, of which the seventh ends the bar that the first begins. */
function isBinance(cells: readonly string[]): boolean {
  if (cells.length !== BINANCE.length || !EPOCH_DIGITS.test(cells[0]) || cells[6].length !== cells[0].length)
    return false;
  const unitsPerMs = cells[0].length === 16 ? 1000 : 1;
  const span = Number(cells[6]) + 1 - Number(cells[0]);
  return span > 0 && span % (MS_PER_MINUTE * unitsPerMs) === 0;
}

const FIGURES = ['open', 'high', 'low', 'close', 'volume'];
const CLOCK = /^\d{1,2}:\d{2}|^\d{3,6}$/;

/** Names for a time, perhaps a time of day, and the five figures of a bar; what is behind them is not used. */
function likelyColumns(cells: readonly string[]): string {
  for (const times of [['ts'], ['date', 'time']]) {
    const rest = cells.slice(times.length);
    const isClock = times.length === 1 || CLOCK.test(cells[1]?.trim() ?? '');
    if (!isTime(cells[0]) || !isClock || rest.length < FIGURES.length || !rest.every(isFigure)) continue;
    const [open, high, low, close] = rest.map((cell) => Number(cell.replace(',', '.')));
    if (Math.max(open, close) > high || Math.min(open, close) < low) continue;
    return [...times, ...FIGURES, ...rest.slice(FIGURES.length).map(() => '-')].join();
  }
  return 'NAME,NAME,... (- for one that is not used)';
}

/** Columns that are not used get names that are nothing's. */
function named(columns: readonly string[]): string[] {
  return columns.map((name, i) => (name === '-' ? `column ${i + 1}` : name));
}

function headerOf(cells: readonly string[], file: string): readonly string[] {
  const names = cells.map((cell) => cell.trim());
  if (!names.some((name) => /\p{L}/u.test(name))) {
    const message = `${file}: its first line (${shownCells(names)}) names no columns; put a line of column names above it`;
    throw new ImportError('unknown_format', message);
  }
  while (names.length > 1 && names[names.length - 1] === '') names.pop();
  return names;
}

/** Names that several columns have, and the columns with a number behind such a name: `Plot`, `Plot.2`. */
function distinct(names: readonly string[]) {
  const counts = new Map<string, number>();
  const columns = names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 || name === '' ? name : `${name}.${count}`;
  });
  const repeated = [...counts].filter(([name, count]) => count > 1 && name !== '').map(([name]) => name);
  return { columns, ...(repeated.length > 0 ? { repeated } : {}) };
}

const FIELD_HEAD = /^(price|attributes?|)$/i;
const TICKER_HEAD = /^(tickers?|symbols?)$/i;
const TIME_HEAD = /^(date|datetime)$/i;

/** The header of pandas with two levels (yfinance): fields, symbols, the index. `null` where it is none. */
function wideLayout(records: readonly (readonly string[])[], delimiter: string): CsvLayout | null {
  const [one, two, three] = records;
  if (!three || two.length !== one.length || !TIME_HEAD.test(three[0]?.trim() ?? '')) return null;
  if (three.slice(1).some((cell) => cell.trim() !== '')) return null;
  const fieldsFirst = FIELD_HEAD.test(one[0].trim()) && TICKER_HEAD.test(two[0].trim());
  if (!fieldsFirst && !(TICKER_HEAD.test(one[0].trim()) && FIELD_HEAD.test(two[0].trim()))) return null;
  const [fields, symbols] = fieldsFirst ? [one, two] : [two, one];
  const bySymbol = new Map<string, { fields: string[]; indexes: number[] }>();
  for (let i = 1; i < fields.length; i++) {
    const symbol = symbols[i].trim();
    const entry = getOrMake(bySymbol, symbol, () => ({ fields: [], indexes: [] }));
    entry.fields.push(fields[i].trim());
    entry.indexes.push(i);
  }
  const time = three[0].trim();
  const wide = [...bySymbol].map(([symbol, { fields: own, indexes }]) => ({
    symbol,
    columns: [time, ...own, 'Ticker'],
    indexes,
  }));
  return { delimiter, columns: one.map((_, i) => `${i}`), headerRecords: 3, wide };
}
