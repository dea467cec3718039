/** Which column of a CSV file is which: by its header, by what the operator says, or by a shape that is surely known. */

import { getOrMake } from '../../lib/collections.ts';
import { ImportError } from './errors.ts';
import { isBinance, SHAPES } from './options.ts';
import { readTime, shortYearFormats, twoFigures } from './time.ts';

export interface CsvLayout {
  readonly delimiter: string;
  readonly columns: readonly string[];
  readonly headerRecords: number;
  /** Names of several columns; those behind the first are `NAME.2`, `NAME.3`. */
  readonly repeated?: readonly string[];
  /** The shape (`--format`), named or recognised. */
  readonly shape?: string;
  /** Several symbols side by side: of each its columns, and where they stand; the first column is the time. */
  readonly wide?: readonly WideSymbol[];
}

interface WideSymbol {
  readonly symbol: string;
  readonly columns: readonly string[];
  readonly indexes: readonly number[];
}

export interface LayoutOptions {
  readonly format?: string;
  readonly columns?: readonly string[];
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

export function layoutOf(
  records: readonly string[][],
  delimiter: string,
  options: LayoutOptions,
  file: string,
): CsvLayout {
  const [first] = records;
  if (isData(first)) return withoutHeader(first, delimiter, options, file);
  const shape = options.format === undefined ? undefined : SHAPES[options.format];
  if (options.columns || shape?.columns) {
    const which = options.columns ? '--columns' : `--format ${options.format}`;
    const message = `its first line names its columns (${shownCells(first)}); leave ${which} away, which is for files without one; --map FIELD=COLUMN renames`;
    throw new ImportError('usage', `${file}: ${message}`);
  }
  const wide = wideLayout(records, delimiter);
  if (wide) return wide;
  return { delimiter, ...distinct(headerOf(first, file)), headerRecords: 1, shape: options.format };
}

function withoutHeader(
  cells: readonly string[],
  delimiter: string,
  { format, columns }: LayoutOptions,
  file: string,
): CsvLayout {
  const common = { delimiter, headerRecords: 0 };
  const count = cells.length;
  if (columns) {
    if (columns.length === count) return { ...common, columns: named(columns), shape: format };
    const message = `--columns names ${columns.length} columns, the first row has ${count} (${shownCells(cells)}); give --columns ${likelyColumns(cells)}`;
    throw new ImportError('usage', `${file}: ${message}`);
  }
  if (format !== undefined) {
    const found = SHAPES[format].columns?.find((names) => names.length === count);
    if (found) return { ...common, columns: found, shape: format };
    const message = `--format ${format} is ${SHAPES[format].text}; the first row has ${count} cells (${shownCells(cells)}); leave it away, or give --columns ${likelyColumns(cells)}`;
    throw new ImportError('usage', `${file}: ${message}`);
  }
  if (isBinance(cells)) return { ...common, columns: SHAPES['binance'].columns![0], shape: 'binance' };
  throw new ImportError('unknown_format', `${file}: ${adviceFor(cells)}`);
}

function adviceFor(cells: readonly string[]): string {
  const start = `its first line is data (${shownCells(cells)}), without column names; `;
  const fitting = Object.entries(SHAPES).filter(
    ([, { columns, first }]) => first?.test(cells[0]) && columns?.some((names) => names.length === cells.length),
  );
  const named = fitting.map(([name, { text }]) => `--format ${name} (${text})`);
  return `${start}give ${[...named, `--columns ${likelyColumns(cells)}`].join(', or ')}`;
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
function wideLayout(records: readonly string[][], delimiter: string): CsvLayout | null {
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
  return { delimiter, columns: one.map((_, i) => `${i}`), headerRecords: 3, shape: 'yfinance', wide };
}
