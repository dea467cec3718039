/** A list: a table of its rows, and a chart of one of its figures over time. */
import { createChart, HistogramSeries, type Time } from 'lightweight-charts';
import type { FieldDoc } from './api.ts';
import { el, titleOf } from './dom.ts';
import { shown } from './summary.ts';

type Row = Record<string, string | number | boolean | null | object>;

export function listView(rows: readonly Row[], fields: readonly FieldDoc[]): HTMLElement {
  if (rows.length === 0) return el('p', { class: 'quiet' }, 'Nothing in this range.');
  const columns = Object.keys(rows[0]);
  const about = new Map(fields.map((field) => [field.name, field]));
  const table = el(
    'div',
    { class: 'scroll tall' },
    el(
      'table',
      {},
      el(
        'thead',
        {},
        el('tr', {}, ...columns.map((name) => el('th', { title: hint(about.get(name)) }, titleOf(name)))),
      ),
      el(
        'tbody',
        {},
        ...rows.map((row) =>
          el('tr', {}, ...columns.map((name) => el('td', { class: tone(row[name]) }, shown(row[name] as never)))),
        ),
      ),
    ),
  );
  return el('div', {}, chart(rows, columns), table);
}

function hint(field: FieldDoc | undefined): string | undefined {
  if (!field) return undefined;
  const unit = field.unit && field.unit !== 'none' ? ` [${field.unit}]` : '';
  return `${field.description}${unit}${field.formula ? `\n${field.formula}` : ''}`;
}

function tone(value: Row[string]): string {
  return value === true || value === 'up' || value === 'bullish' || value === 'positive'
    ? 'good'
    : value === 'down' || value === 'bearish' || value === 'negative'
      ? 'bad'
      : '';
}

/** Bars of one figure by date, for lists that have dates. */
function chart(rows: readonly Row[], columns: readonly string[]): HTMLElement | null {
  const numeric = columns.filter((name) => rows.some((row) => typeof row[name] === 'number'));
  if (!columns.includes('date') || numeric.length === 0) return null;
  const holder = el('div', { class: 'chart' });
  const chosen = numeric.find((name) => /_(pct|x)$/.test(name)) ?? numeric[0];
  const choice = el(
    'select',
    { change: () => draw(choice.value) },
    ...numeric.map((name) => el('option', { value: name, selected: name === chosen }, titleOf(name))),
  );
  let drawn: ReturnType<typeof createChart> | undefined;
  const draw = (name: string) => {
    drawn?.remove();
    const style = getComputedStyle(document.documentElement);
    drawn = createChart(holder, {
      autoSize: true,
      layout: {
        background: { color: 'transparent' },
        textColor: style.getPropertyValue('--quiet'),
        attributionLogo: true,
      },
      grid: { vertLines: { visible: false }, horzLines: { color: style.getPropertyValue('--line') } },
    });
    const byDate = new Map<string, number>();
    for (const row of rows) if (typeof row[name] === 'number') byDate.set(String(row['date']), row[name]);
    const points = [...byDate]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([time, value]) => ({ time: time as Time, value }));
    drawn.addSeries(HistogramSeries, { color: style.getPropertyValue('--accent') }).setData(points);
    drawn.timeScale().fitContent();
  };
  requestAnimationFrame(() => draw(chosen));
  return el('div', {}, el('label', { class: 'inline' }, 'chart of ', choice), holder);
}
