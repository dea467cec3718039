/** Cells as the values of events. What a cell cannot be read as stays as it is, for the contract to refuse. */

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/** How a file's text spells figures. */
export interface Spelling {
  readonly decimal: '.' | ',';
  /** Whether figures may be grouped by thousands: only where the file, or the operator, says which sign is which. */
  readonly grouped: boolean;
}

export const PLAIN: Spelling = { decimal: '.', grouped: false };

const GROUPED = {
  '.': /^[+-]?\d{1,3}(?:[,' \u00a0\u202f]\d{3})+(?:\.\d+)?$/,
  ',': /^[+-]?\d{1,3}(?:[.' \u00a0\u202f]\d{3})+(?:,\d+)?$/,
};
const COMMA_NUMBER = /^[+-]?\d+(?:,\d+)?$/;
const CURRENCY = /^[$€£]\s*/;

const FIGURES = new Set(['open', 'high', 'low', 'close', 'volume', 'impact_score', 'revision']);
const IDENTITIES = new Set(['id', 'symbol']);

const DIRECTIONS: Record<string, string> = {
  positive: 'positive',
  pos: 'positive',
  bullish: 'positive',
  '1': 'positive',
  negative: 'negative',
  neg: 'negative',
  bearish: 'negative',
  '-1': 'negative',
  neutral: 'neutral',
  '0': 'neutral',
};

const ASSET_CLASSES: Record<string, string> = {
  equity: 'equity',
  equities: 'equity',
  stock: 'equity',
  stocks: 'equity',
  etf: 'etf',
  etfs: 'etf',
  crypto: 'crypto',
  cryptocurrency: 'crypto',
};

const FLAGS: Record<string, boolean> = { true: true, '1': true, false: false, '0': false };

function word<T>(value: unknown, words: Record<string, T>): unknown {
  const key = String(value).trim().toLowerCase();
  return Object.hasOwn(words, key) ? words[key] : value;
}

function sentiment(value: unknown): unknown {
  const figure = typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : value;
  return typeof figure === 'object' ? figure : word(figure, DIRECTIONS) === figure ? value : word(figure, DIRECTIONS);
}

/** A number that JSON cannot spell goes as text, which the contract refuses under its own name. */
function spelled(value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value !== 'bigint') return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
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

/**
 * The cell as the field's value; `undefined` where it is empty. In a textual file numbers and flags are read from
 * text; elsewhere the file's own types stand.
 */
export function readCell(field: string, cell: unknown, textual: boolean, spelling: Spelling = PLAIN): unknown {
  if (cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '')) return undefined;
  const value = spelled(cell);
  if (field === 'direction') return sentiment(value);
  if (field === 'asset_class') return typeof value === 'string' ? word(value, ASSET_CLASSES) : value;
  if (IDENTITIES.has(field) && typeof value === 'number') return String(value);
  if (!textual || typeof value !== 'string') return value;
  if (FIGURES.has(field)) return textFigure(value, spelling);
  return field === 'deleted' ? word(value, FLAGS) : value;
}

export const FIGURE_FIELDS: ReadonlySet<string> = FIGURES;
export const PRICE_FIELDS = ['open', 'high', 'low', 'close'] as const;
