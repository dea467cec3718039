/**
 * Cells as the values of events: what a cell cannot be read as stays as it is, for the contract to refuse. How a textual
 * file spells figures and dates is judged by its cells; what may be read in two ways is an error that names the option
 * which says it: a guess would be wrong in every row.
 */
import { ImportError } from './errors.ts';
import { type DateFormat, type DateOrder, shortYearFormats, twoFigures } from './time.ts';

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

export interface Spelling {
  readonly decimal: '.' | ',';
  /** Whether figures may be grouped by thousands: only where the file, or the operator, says which sign is which. */
  readonly grouped: boolean;
}

const PLAIN: Spelling = { decimal: '.', grouped: false };

const GROUPED = {
  '.': /^[+-]?\d{1,3}(?:[,' \u00a0\u202f]\d{3})+(?:\.\d+)?$/,
  ',': /^[+-]?\d{1,3}(?:[.' \u00a0\u202f]\d{3})+(?:,\d+)?$/,
};
const COMMA_NUMBER = /^[+-]?\d+(?:,\d+)?$/;
const CURRENCY = /^[$€£]\s*/;

/** Figures of calendars, which spell units behind them. */
const UNIT_FIGURES = new Set([
  'eps_actual',
  'eps_expected',
  'revenue_actual',
  'revenue_expected',
  'actual',
  'forecast',
  'previous',
]);
const FIGURES = new Set([
  'open',
  'high',
  'low',
  'close',
  'volume',
  'impact_score',
  'revision',
  'ratio',
  ...UNIT_FIGURES,
]);
/** Texts that files with types of their own may have as numbers: an importance of 3, the quarter 2. */
const TEXTS = new Set(['id', 'symbol', 'importance', 'fiscal_period', 'unit', 'country']);

const DIRECTIONS = spellings({
  positive: ['positive', 'pos', 'bullish', '1'],
  negative: ['negative', 'neg', 'bearish', '-1'],
  neutral: ['neutral', '0'],
});
const ASSET_CLASSES = spellings({
  equity: ['equity', 'equities', 'stock', 'stocks'],
  etf: ['etf', 'etfs'],
  crypto: ['crypto', 'cryptocurrency'],
});

function spellings(of: Readonly<Record<string, readonly string[]>>): Record<string, string> {
  return Object.fromEntries(Object.entries(of).flatMap(([value, texts]) => texts.map((text) => [text, value])));
}

const SUFFIX = /^(.*?\d)\s*([%KMBT])$/i;
const MULTIPLE = /^(.*?\d)\s*([KMBT])$/i;
const THOUSANDS: Record<string, number> = { k: 3, m: 6, b: 9, t: 12 };
/** How calendars write that a figure is not there. */
const NO_FIGURE = /^(?:-+|\u2013|\u2014|n\/?a|null|none|nan)$/i;

const FLAGS: Record<string, boolean> = { true: true, '1': true, false: false, '0': false };

function enumValue<T>(value: unknown, values: Record<string, T>): unknown {
  const key = String(value).trim().toLowerCase();
  return Object.hasOwn(values, key) ? values[key] : value;
}

function sentiment(value: unknown): unknown {
  const figure = typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : value;
  return typeof figure === 'object'
    ? figure
    : enumValue(figure, DIRECTIONS) === figure
      ? value
      : enumValue(figure, DIRECTIONS);
}

/** A number that JSON cannot spell goes as text, which the contract refuses under its own name. */
function spelled(value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return value;
}

/** `250K` and `94.9B` as whole figures, `3.2%` as 3.2: what the percent sign says is the unit's. */
function unitFigure(text: string, spelling: Spelling): unknown {
  const percent = /^(.*\d)\s*%$/.exec(text.trim())?.[1];
  const figure = percent === undefined ? multiple(text, spelling) : textFigure(percent, spelling);
  return typeof figure === 'number' ? figure : text;
}

function multiple(text: string, spelling: Spelling): unknown {
  const [, bare, sign] = MULTIPLE.exec(text.trim()) ?? [];
  if (bare === undefined) return textFigure(text, spelling);
  const figure = textFigure(bare, spelling);
  // By its decimal text: 1.1 million is 1100000, not 1100000.0000000002.
  return typeof figure === 'number' ? Number(`${figure}e${THOUSANDS[sign.toLowerCase()]}`) : text;
}

const bareFigure = (cell: string): string => SUFFIX.exec(cell.trim())?.[1] ?? cell;

/** The unit that follows a figure, where it is not a plain multiple. */
export function unitBehind(cell: unknown): string | undefined {
  return typeof cell === 'string' && SUFFIX.exec(cell.trim())?.[2] === '%' ? '%' : undefined;
}

function textFigure(text: string, { decimal, grouped }: Spelling): unknown {
  let figure = text.trim();
  if (decimal === '.' && NUMBER.test(figure)) return finite(figure, text);
  figure = figure.replace(CURRENCY, '');
  if (grouped && GROUPED[decimal].test(figure))
    figure = figure.replace(decimal === '.' ? /[,' \u00a0\u202f]/g : /[.' \u00a0\u202f]/g, '');
  else if (decimal === ',' && !COMMA_NUMBER.test(figure)) return text;
  if (decimal === ',') figure = figure.replace(',', '.');
  return NUMBER.test(figure) ? finite(figure, text) : text;
}

function finite(figure: string, text: string): unknown {
  const value = Number(figure);
  return Number.isFinite(value) ? value : text;
}

/** The field's value; `undefined` of an empty cell. */
export function readCell(field: string, cell: unknown, spelling: Spelling = PLAIN): unknown {
  if (cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '')) return undefined;
  const value = spelled(cell);
  if (field === 'direction') return sentiment(value);
  if (field === 'asset_class') return typeof value === 'string' ? enumValue(value, ASSET_CLASSES) : value;
  if (TEXTS.has(field) && typeof value === 'number') return String(value);
  if (UNIT_FIGURES.has(field) && typeof value === 'string') {
    return NO_FIGURE.test(value.trim()) ? undefined : unitFigure(value, spelling);
  }
  if (typeof value !== 'string') return value;
  if (FIGURES.has(field)) return readFigure(field, value, spelling);
  return field === 'deleted' ? enumValue(value, FLAGS) : value;
}

/** Fields whose text is a number and nothing else: `readCell` of them is `readFigure`. */
export const isPlainFigure = (field: string): boolean =>
  FIGURES.has(field) && !TEXTS.has(field) && !UNIT_FIGURES.has(field);

/** The number of a text; `undefined` of an empty one. Volumes may be multiples (`0.94M`). */
export function readFigure(field: string, text: string, spelling: Spelling): unknown {
  if (text.trim() === '') return undefined;
  if (field !== 'volume') return textFigure(text, spelling);
  return NO_FIGURE.test(text.trim()) ? undefined : multiple(text, spelling);
}

export const hasUnit = (field: string): boolean => UNIT_FIGURES.has(field);

export const FIGURE_FIELDS: ReadonlySet<string> = FIGURES;
export const PRICE_FIELDS = ['open', 'high', 'low', 'close'] as const;

const POINT = /^[+-]?(?:\d*\.(?:\d{1,2}|\d{4,})|0?\.\d+|\d{4,}\.\d+)$/;
const COMMA = /^[+-]?(?:\d+,(?:\d{1,2}|\d{4,})|0,\d+|\d{4,},\d+|\d{1,3}(?:\.\d{3})+,\d+)$/;
const COMMA_GROUPS = /^[+-]?\d{1,3}(?:(?:,\d{3}){2,}|(?:,\d{3})+\.\d+)$/;
const POINT_GROUPS = /^[+-]?\d{1,3}(?:\.\d{3}){2,}$/;
const EITHER = /^[+-]?\d{1,3},\d{3}$/;

/** `cells`: figures of a sample. Throws an ImportError (usage) that names `--decimal` where they do not say. */
export function judgeFigures(cells: Iterable<unknown>, given: '.' | ',' | undefined, file: string): Spelling {
  if (given !== undefined) return { decimal: given, grouped: true };
  let point: string | undefined;
  let comma: string | undefined;
  let either: string | undefined;
  for (const cell of cells) {
    if (typeof cell !== 'string') continue;
    const figure = bareFigure(cell).trim().replace(CURRENCY, '');
    if (POINT.test(figure) || COMMA_GROUPS.test(figure)) point ??= figure;
    else if (COMMA.test(figure) || POINT_GROUPS.test(figure)) comma ??= figure;
    else if (EITHER.test(figure)) either ??= figure;
  }
  const doubtful = point !== undefined && comma !== undefined ? `${point} and ${comma}` : either;
  if ((point === undefined) === (comma === undefined) && doubtful !== undefined) {
    const message = `figures such as ${doubtful} may have a decimal comma or thousands separators`;
    throw new ImportError('usage', `${file}: ${message}; give --decimal . or --decimal ,`);
  }
  return { decimal: comma === undefined ? '.' : ',', grouped: point !== undefined || comma !== undefined };
}

/** The format of dates that can be read in several ways, as far as the cells taken so far show it. */
export class DateFormatJudge {
  #shown: string | undefined;
  #order: DateOrder | undefined;
  /** Formats that fit all dates with a year of two digits. */
  #short: readonly string[] | undefined;
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  get isOpen(): boolean {
    if (this.#short) return this.#short.length > 1;
    return this.#shown !== undefined && this.#order === undefined;
  }

  take(cell: string): void {
    const text = cell.trim();
    const figures = twoFigures(text);
    if (!figures) {
      this.#takeShort(text);
      return;
    }
    const [one, two] = figures;
    const order = one > 12 && two <= 12 ? 'DMY' : two > 12 && one <= 12 ? 'MDY' : undefined;
    if (this.#shown === undefined || (order !== undefined && order !== this.#order)) this.#shown = text;
    if (order === undefined || order === this.#order) return;
    if (this.#order !== undefined)
      throw this.#unclear(
        'is of another order of day and month than dates before it: split the file',
        this.#bothOrders(),
      );
    this.#order = order;
  }

  #takeShort(text: string): void {
    const formats = shortYearFormats(text);
    if (formats.length === 0) return;
    this.#shown ??= text;
    const known = this.#short;
    this.#short = known ? known.filter((format) => formats.includes(format)) : formats;
  }

  /** `undefined` if the dates of the file can be read in one way only. Throws an ImportError (usage) that names `--date-format`. */
  get format(): DateFormat | undefined {
    if (this.#short) throw this.#unclear('has a year of two digits', this.#short);
    if (this.isOpen)
      throw this.#unclear('may be day or month first, and no date of the file tells which', this.#bothOrders());
    return this.#order && { order: this.#order, shortYear: false };
  }

  #bothOrders(): string[] {
    const sign = /[-/.]/.exec(this.#shown ?? '')?.[0] ?? '/';
    return ['MM.DD.YYYY', 'DD.MM.YYYY'].map((format) => format.replaceAll('.', sign));
  }

  #unclear(why: string, formats: readonly string[]): ImportError {
    const date = this.#shown?.split(/[ T]/)[0] ?? '';
    const options = formats.length > 0 ? formats : ['MM/DD/YY'];
    const advice = options.map((format) => `--date-format ${format}`).join(' or ');
    return new ImportError('usage', `${this.#file}: ${date} ${why}; give ${advice}`);
  }
}
