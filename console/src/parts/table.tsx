/** A table of thousands of rows: the page contains only the visible ones; sorting and filtering happen in memory. */
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { FieldDoc } from '../core/api.ts';
import { alike, BREAKS, date, dateTime, labelWithUnit, MONTHS, many, NOTHING, number, TRENDS } from '../core/format.ts';
import { usePlace } from '../core/router.ts';
import { filtered, type Row, sorted, unknownNames, type Value } from '../core/rows.ts';
import { useZone, type zone } from '../core/settings.ts';
import { isSmall } from './figure.tsx';
import { change } from './form.tsx';
import { Scroll } from './scroll.tsx';
import { Notice } from './states.tsx';

const ROW_PX = 33;
const SPARE = 6;

interface TableProps {
  readonly rows: readonly Row[];
  readonly fields: readonly FieldDoc[];
  /** Prefix of this table's order and filter in the address, if the page has several tables. */
  readonly name?: string;
  readonly order?: string;
  /** Returns the address that a row's first cell links to; null: none. */
  readonly linkOf?: (row: Row, index: number, shown: readonly Row[]) => string | null;
  /** Field of the row's outcome; it stays in view beside the first column. */
  readonly outcome?: string | undefined;
  /** Headings that replace fields' own names. */
  readonly titles?: Readonly<Record<string, string>>;
  readonly caption: string;
  readonly tools?: ComponentChildren;
}

/** Returns the rows' fields in the documented order, without those that have one value in all rows and are no figure. */
export function columnsOf(rows: readonly Row[], fields: readonly FieldDoc[], outcome?: string): readonly string[] {
  const names = [...new Set(rows.slice(0, 50).flatMap((row) => Object.keys(row)))];
  const place = new Map(fields.map((field, i) => [field.name, i]));
  const known = names.filter((name) => typeof rows.find((row) => row[name] !== null)?.[name] !== 'object');
  const oneWord = (name: string) => rows[0][name] !== null && rows.every((row) => row[name] === rows[0][name]);
  const twice = (name: string) =>
    (name === 'headline' && rows.every(({ headline, title }) => headline === title)) ||
    (name === 'bucket_start' && names.includes('utc_time')) ||
    (name === 'sample_size' && rows.every(({ n, sample_size }) => n === sample_size)) ||
    (name === 'value' && rows.every(({ value, sample_size }) => value === sample_size));
  return known
    .filter((name) => !HIDDEN.has(name) && !(fields.length > 0 && ECHOED.has(name) && oneWord(name)) && !twice(name))
    .sort((a, b) => placeOf(a) - placeOf(b));

  function placeOf(name: string): number {
    if (name === outcome) return AFTER_LEAD;
    return (names.includes('rank') ? RANKED[name] : undefined) ?? LEADING[name] ?? place.get(name) ?? 999;
  }
}

/** Fields that repeat the question in every row; the line above the table shows them once. */
const ECHOED = new Set([
  'symbol',
  'timeframe',
  'event_source',
  'source_table',
  'asset_class',
  'orb_minutes',
  'ib_minutes',
  'candle_minutes',
]);

/** Fields for programs; only the downloads have them. */
const HIDDEN = new Set(['news_id']);

const AFTER_LEAD = -1.5;
/** Places of columns in rankings of symbols; in records `low` and `high` are prices. */
const RANKED: Readonly<Record<string, number>> = {
  rank: -4,
  value: -2.5,
  n: -2.45,
  low: -2.44,
  high: -2.43,
  sample_size: -2.4,
};
const LEADING: Readonly<Record<string, number>> = {
  symbol: -3,
  date: -2,
  week_start: -2,
  formed_at: -2,
  event_time: -2,
  event_timestamp: -2,
  weekday: -1,
};

export function Table({
  rows,
  fields,
  name = '',
  order = '',
  linkOf,
  outcome,
  titles = {},
  caption,
  tools,
}: TableProps) {
  const { query } = usePlace();
  const [sortName, filterName] = ['sort', 'filter'].map((one) => (name ? `${name}_${one}` : one));
  const [sort, filter] = [query[sortName] ?? order, query[filterName] ?? ''];
  const shown = useMemo(() => sorted(filtered(rows, filter), sort), [rows, filter, sort]);
  const columns = useMemo(() => columnsOf(rows, fields, outcome), [rows, fields, outcome]);
  const numeric = useMemo(
    () => new Set(columns.filter((name) => name !== 'month' && rows.some((row) => typeof row[name] === 'number'))),
    [columns, rows],
  );
  const about = useMemo(() => new Map(fields.map((field) => [field.name, field])), [fields]);
  const shows = useMemo(
    () =>
      new Map(
        columns.map((name) => {
          const values = rows.map((row) => row[name]).filter((value): value is number => typeof value === 'number');
          return [name, alike(values, about.get(name)?.unit ?? 'none', true)];
        }),
      ),
    [columns, rows, about],
  );
  const chosenZone = useZone();
  const holder = useRef<HTMLElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(640);
  useEffect(() => {
    const element = holder.current;
    if (!element) return;
    const kept = [...element.querySelectorAll<HTMLElement>('th:is(.lead, .outcome)')];
    const observer = new ResizeObserver(() => {
      setHeight(element.clientHeight);
      // The outcome stays beside the fixed left column; focused cells are never below them.
      element.style.setProperty('--lead', `${kept[0]?.offsetWidth ?? 0}px`);
      element.style.scrollPaddingLeft = `${kept.reduce((sum, { offsetWidth }) => sum + offsetWidth, 0)}px`;
    });
    for (const one of [element, ...kept]) observer.observe(one);
    return () => observer.disconnect();
  }, [columns]);
  const from = Math.max(0, Math.floor(top / ROW_PX) - SPARE);
  const to = Math.min(shown.length, Math.ceil((top + height) / ROW_PX) + SPARE);
  const unknown = unknownNames(rows, filter);
  // The link is on the name, not on the rank.
  const linked = columns[0] === 'rank' ? 1 : 0;
  const kept = (name: string, at: number) => (at === linked ? 'lead' : name === outcome ? 'outcome' : '');
  return (
    <div class="table-block">
      <div class="toolbar">
        {(rows.length > FEW || filter) && (
          <label class="field grow">
            <span>Filter</span>
            <input
              type="search"
              value={filter}
              placeholder={exampleOf(rows, columns)}
              onInput={(event) => change({ [filterName]: event.currentTarget.value }, { replace: true })}
            />
          </label>
        )}
        <span class="quiet" role="status" data-testid="row-count">
          {shown.length !== rows.length ? `${number(shown.length)} of ` : ''}
          {many(rows.length, 'row')}
        </span>
        {tools}
      </div>
      {unknown.length > 0 && (
        <Notice tone="warn">
          No field is named {unknown.map((name) => `“${name}”`).join(', ')}; the columns’ names are shown on hover.
        </Notice>
      )}
      <Scroll tall name={caption} holder={holder} onScroll={setTop}>
        <table class="records" aria-rowcount={shown.length + 1}>
          <caption class="visually-hidden">{caption}</caption>
          <thead>
            <tr aria-rowindex={1}>
              {columns.map((name, at) => (
                <Heading
                  key={name}
                  name={name}
                  title={titles[name]}
                  kind={`${numeric.has(name) ? 'number' : ''} ${kept(name, at)}`}
                  field={about.get(name)}
                  sort={sort}
                  onSort={(next) => change({ [sortName]: next }, { replace: true })}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {from > 0 && <tr class="spacer" style={{ height: from * ROW_PX }} />}
            {shown.slice(from, to).map((row, i) => {
              const link = linkOf?.(row, from + i, shown) ?? null;
              return (
                <tr
                  key={from + i}
                  aria-rowindex={from + i + 2}
                  class={`${link ? 'linked' : ''} ${isSmall(sampleOf(row)) ? 'small-n' : ''}`}
                >
                  {columns.map((name, at) => (
                    <td
                      key={name}
                      class={`${toneOf(row[name])} ${numeric.has(name) ? 'number' : ''} ${kept(name, at)}`}
                      data-field={name}
                    >
                      {at === linked && link ? (
                        <a href={link}>{cellText(row[name], about.get(name), chosenZone)}</a>
                      ) : (
                        <CellValue value={row[name]} field={about.get(name)} zone={chosenZone} show={shows.get(name)} />
                      )}
                    </td>
                  ))}
                </tr>
              );
            })}
            {to < shown.length && <tr class="spacer" style={{ height: (shown.length - to) * ROW_PX }} />}
          </tbody>
        </table>
        {shown.length === 0 && <p class="empty">No matching rows.</p>}
      </Scroll>
    </div>
  );
}

/** Most rows without a filter. */
const FEW = 12;

/** Returns an example of a filter that matches some of these rows. */
function exampleOf(rows: readonly Row[], columns: readonly string[]): string {
  const first = rows[0] ?? {};
  const word = columns.find((name) => /^[a-z]+$/.test(String(first[name])));
  const figure = columns.find((name) => name.endsWith('_pct') && typeof first[name] === 'number');
  return [word && `${word}=${first[word]}`, figure && `${figure}>0.5`].filter(Boolean).join(' ');
}

/** Returns the sample size of a group or a symbol; records of sessions have none. */
function sampleOf(row: Row): number | null {
  const sample = row['n'] ?? row['sample_size'] ?? row['count'] ?? row['sessions'];
  return typeof sample === 'number' && !('date' in row) && !('bars' in row) ? sample : null;
}

function Heading({
  name,
  title,
  kind,
  field,
  sort,
  onSort,
}: {
  name: string;
  title: string | undefined;
  kind: string;
  field: FieldDoc | undefined;
  sort: string;
  onSort: (sort: string) => void;
}) {
  const direction = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : 'none';
  const help = [
    `${name}${field && field.unit !== 'none' ? ` [${field.unit}]` : ''}`,
    field?.description,
    field?.formula,
  ]
    .filter(Boolean)
    .join('\n');
  return (
    <th scope="col" class={kind} aria-sort={direction} title={help}>
      <button type="button" class="sort" onClick={() => onSort(direction === 'descending' ? name : `-${name}`)}>
        {title ?? (/[.[(]/.test(name) ? name : labelWithUnit(name))}
        <span aria-hidden="true">{direction === 'none' ? '' : direction === 'ascending' ? ' ↑' : ' ↓'}</span>
      </button>
    </th>
  );
}

export function toneOf(value: Value | undefined): string {
  if (value === 'up' || value === 'bullish' || value === 'positive' || value === 'green') return 'up';
  if (value === 'down' || value === 'bearish' || value === 'negative' || value === 'red') return 'down';
  return '';
}

/** Pattern of enumerated values, such as `bearish_divergence`. */
const VALUE = /^[a-z]+(_[a-z]+)+$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT/;

/** Returns the text of a cell. @param show formats a number of its column */
export function cellText(
  value: Value | undefined,
  field: FieldDoc | undefined,
  chosen: typeof zone.value,
  show = (shown: number) => number(shown, field?.unit),
): string {
  if (value === null || value === undefined) return NOTHING;
  if (field?.name === 'trend_before') return TRENDS[String(value)] ?? String(value);
  if (field?.name === 'month' && typeof value === 'number') return MONTHS[value - 1];
  if (typeof value === 'number') return show(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = String(value);
  if (field?.name === 'type' && BREAKS[text]) return BREAKS[text];
  if (DATE.test(text)) return date(text);
  return TIMESTAMP.test(text) ? dateTime(text, chosen) : VALUE.test(text) ? text.replaceAll('_', ' ') : text;
}

function CellValue({
  value,
  field,
  zone: chosen,
  show,
}: {
  value: Value | undefined;
  field: FieldDoc | undefined;
  zone: typeof zone.value;
  show: ((value: number) => string) | undefined;
}) {
  const text = cellText(value, field, chosen, show);
  if (value === null || value === undefined) return <span class="none">{text}</span>;
  return (
    <span title={String(value)} data-value={String(value)}>
      {text}
    </span>
  );
}
