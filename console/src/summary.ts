/** A summary: figures with their confidence intervals, and small tables for what repeats. */
import { el, titleOf } from './dom.ts';

type Value = string | number | boolean | null | Value[] | { [key: string]: Value };
type Row = { [key: string]: Value };
interface Confidence {
  n: number;
  low: number | null;
  high: number | null;
}

const HIDDEN = new Set(['metadata', 'confidence', 'symbol', 'time_window']);
const isObject = (value: Value): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

export function summaryView(body: Row): HTMLElement {
  const confidence = (body['confidence'] ?? {}) as unknown as Record<string, Confidence>;
  const root = el('div', { class: 'summary' });
  section(root, '', body, '', confidence);
  return root;
}

function section(
  root: HTMLElement,
  title: string,
  row: Row,
  path: string,
  confidence: Record<string, Confidence>,
): void {
  const entries = Object.entries(row).filter(([key]) => path !== '' || !HIDDEN.has(key));
  const figures = entries.filter(([, value]) => !isObject(value));
  if (figures.length > 0) {
    if (title) root.append(el('h3', {}, title));
    root.append(
      el('dl', { class: 'figures' }, ...figures.map(([key, value]) => figure(key, value, confidence[join(path, key)]))),
    );
  }
  for (const [key, value] of entries) {
    if (!isObject(value)) continue;
    const below = key === 'summary' ? '' : join(path, key);
    const rows = Object.entries(value);
    if (
      rows.length > 1 &&
      rows.every(([, inner]) => isObject(inner) && Object.values(inner).every((leaf) => !isObject(leaf)))
    ) {
      root.append(el('h3', {}, titleOf(key)), grid(rows as [string, Row][]));
    } else section(root, titleOf(key), value, below || ' ', confidence);
  }
}

const join = (path: string, key: string) => (path.trim() === '' ? key : `${path}.${key}`);

function figure(name: string, value: Value, interval: Confidence | undefined): HTMLElement {
  const range =
    interval && interval.low !== null && interval.high !== null
      ? el(
          'small',
          { title: `95 % interval over ${interval.n} cases` },
          `${interval.low} to ${interval.high}`,
          bar(interval, Number(value)),
        )
      : null;
  return el('div', {}, el('dt', {}, titleOf(name)), el('dd', {}, shown(value), range));
}

/** The interval on a scale of 0 to 100 %. */
function bar({ low, high }: Confidence, at: number): HTMLElement {
  const span = el('span', { class: 'interval' });
  const inner = el('i');
  inner.style.left = `${low}%`;
  inner.style.width = `${Number(high) - Number(low)}%`;
  const mark = el('b');
  mark.style.left = `${at}%`;
  span.append(inner, mark);
  return span;
}

function grid(rows: [string, Row][]): HTMLElement {
  const columns = [...new Set(rows.flatMap(([, row]) => Object.keys(row)))];
  return el(
    'div',
    { class: 'scroll' },
    el(
      'table',
      {},
      el('thead', {}, el('tr', {}, el('th'), ...columns.map((column) => el('th', {}, titleOf(column))))),
      el(
        'tbody',
        {},
        ...rows.map(([name, row]) =>
          el(
            'tr',
            {},
            el('th', {}, titleOf(name)),
            ...columns.map((column) => el('td', {}, shown(row[column] ?? null))),
          ),
        ),
      ),
    ),
  );
}

export function shown(value: Value | undefined): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'object') return JSON.stringify(value);
  if (typeof value === 'number') return value.toLocaleString('en-US', { maximumFractionDigits: 6 });
  return String(value).replace(/T(\d\d:\d\d):00\+00:00$/, ' $1');
}
