/** Groups of a summary: shares of outcomes, rates side by side, heat maps, distributions. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { alike, label, number } from '../core/format.ts';
import type { Cell, Row } from '../core/summary.ts';
import {
  FEW_CASES,
  Interval,
  isRate,
  isSmall,
  Num,
  RateBar,
  rateOf,
  rateTitle,
  rowName,
  Swatch,
  tinted,
  Value,
} from './figure.tsx';
import { Scroll } from './scroll.tsx';

interface Column {
  readonly key: string;
  readonly head: ComponentChildren;
  readonly class?: string;
  readonly cell: (row: Row) => {
    readonly class?: string | undefined;
    readonly style?: Readonly<Record<string, string>>;
    readonly title?: string | undefined;
    readonly 'data-figure'?: string;
    readonly children?: ComponentChildren;
  };
}

const hidden = (text: string) => <span class="visually-hidden">{text}</span>;

/** Returns the cases behind a row's rates, or the row's count if they differ and each rate shows its own. */
function casesOf({ cells, count }: Row): number | null {
  const cases = new Set(cells.filter(isRate).map(({ n }) => n));
  return cases.size === 1 ? [...cases][0] : count;
}

function Groups({
  name,
  kind,
  rows,
  columns,
}: {
  name: string;
  kind: string;
  rows: readonly Row[];
  columns: readonly Column[];
}) {
  const counted = rows.some((row) => casesOf(row) !== null);
  const [isUnfolded, setUnfolded] = useState(false);
  const enough = rows.findLastIndex((row) => (casesOf(row) ?? FEW_CASES) >= FEW_CASES) + 1;
  const folded = !isUnfolded && enough > 0 && rows.length - enough > 2 ? rows.length - enough : 0;
  return (
    <Scroll name={name}>
      <table class={`grid ${kind}`}>
        <thead>
          <tr>
            <th scope="col">{hidden('Group')}</th>
            {counted && <th scope="col">n</th>}
            {columns.map((column) => (
              <th key={column.key} scope="col" class={column.class}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, rows.length - folded).map((row) => (
            <tr key={row.key} class={isSmall(casesOf(row)) ? 'small-n' : ''}>
              <th scope="row">
                {rowName(row)}
                {row.note && <small class="note">{row.note}</small>}
              </th>
              {counted && <td>{number(casesOf(row))}</td>}
              {columns.map((column) => (
                <td key={column.key} class={column.class} {...column.cell(row)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {folded > 0 && (
        <button type="button" class="plain small" onClick={() => setUnfolded(true)}>
          {number(folded)} more rows, of fewer than {FEW_CASES} cases
        </button>
      )}
    </Scroll>
  );
}

const cellOf = (row: Row, key: string): Cell | undefined => row.cells.find((one) => one.key === key);

/** Returns the format of a column's values: one unit, equal decimals. */
function formatOf(rows: readonly Row[], key: string): (value: number) => string {
  const cells = rows.flatMap((row) => cellOf(row, key) ?? []);
  const values = cells.flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
  return alike(values, cells[0]?.unit ?? 'none');
}

const shareName = (key: string) => label(key.replace(/_pct$/, ''));

/** Draws exclusive outcomes as one bar of 100 %; their figures stand below (one row) or in the table beside it. */
export function Shares({ rows }: { rows: readonly Row[] }) {
  const [{ cells, key: first }] = rows;
  if (rows.length === 1 && first === '') {
    return (
      <>
        <ShareBar cells={cells} tall />
        <ul class="share-list">
          {cells.map((cell, i) => (
            <li key={cell.key} title={rateTitle(rateOf(cell))}>
              <Swatch of={shareTone(cell.key, i)} />
              <span>{shareName(cell.key)}</span>
              <strong data-figure={cell.path}>
                <Num value={cell.value as number | null} unit="pct" />
              </strong>
              <Interval rate={rateOf(cell)} />
            </li>
          ))}
        </ul>
        {casesOf(rows[0]) !== null && <p class="quiet">n {number(casesOf(rows[0]))}</p>}
      </>
    );
  }
  const bar: Column = {
    key: 'bar',
    head: 'in %',
    class: 'barcol',
    cell: (row) => ({ children: <ShareBar cells={row.cells} /> }),
  };
  const columns = cells.map(({ key }, i): Column => {
    return {
      key,
      head: (
        <>
          <Swatch of={shareTone(key, i)} />
          {` ${shareName(key)}`}
        </>
      ),
      cell: (row) => ({
        'data-figure': row.cells[i].path,
        title: rateTitle(rateOf(row.cells[i])),
        children: <Num value={row.cells[i].value as number | null} unit="pct" bare />,
      }),
    };
  });
  return <Groups name="Table of shares" kind="shares" rows={rows} columns={[bar, ...columns]} />;
}

/** Returns the colour of a share: up, down, both and neither have their own, others take them in turn. */
function shareTone(key: string, index: number): string {
  if (/up|higher|above/.test(key)) return 'up';
  if (/down|lower|below/.test(key)) return 'down';
  if (/both|outside/.test(key)) return 'both';
  if (/neither|none|inside/.test(key)) return 'none';
  return ['up', 'both', 'down', 'none'][index % 4];
}

function ShareBar({ cells, tall = false }: { cells: readonly Cell[]; tall?: boolean }) {
  let x = 0;
  return (
    <svg class={`sharebar ${tall ? 'tall' : ''}`} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      {cells.map((cell, i) => {
        const width = typeof cell.value === 'number' ? cell.value : 0;
        const at = x;
        x += width;
        return (
          <rect
            key={cell.key}
            fill={`var(--${shareTone(cell.key, i)})`}
            x={at}
            y="0"
            width={Math.max(0, width - 0.25)}
            height="10"
          />
        );
      })}
    </svg>
  );
}

export function Distribution({ rows }: { rows: readonly Row[] }) {
  const total = rows.reduce((sum, { count }) => sum + (count ?? 0), 0);
  const most = Math.max(1, ...rows.map(({ count }) => count ?? 0));
  return (
    <>
      <Scroll name="Columns">
        <ol class="columns">
          {rows.map(({ key, count, cells }) => {
            const share = total > 0 && count !== null ? (100 * count) / total : null;
            const height = (100 * (count ?? 0)) / most;
            return (
              <li key={key}>
                <span class="column-value">{number(share, 'pct')}</span>
                <svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true">
                  <rect class="fill" x="0" width="10" y={100 - height} height={height} />
                </svg>
                <span class="column-label">{rowName({ key })}</span>
                <small data-figure={cells.find((cell) => cell.key === 'count')?.path ?? cells[0]?.path}>
                  <Num value={count} />
                </small>
              </li>
            );
          })}
        </ol>
      </Scroll>
      <p class="quiet">n {number(total)}; above each column its share in %, below its cases.</p>
    </>
  );
}

/** Draws groups: one rate as bars with intervals, several figures as a heat map that is a table. */
export function Group({ rows, columns }: { rows: readonly Row[]; columns: readonly string[] }) {
  const rates = columns.filter((key) => rows[0].cells.some((cell) => cell.key === key && isRate(cell)));
  // Counts that equal the cases of the rates are in the column n.
  const shown = columns.filter(
    (key) => !key.endsWith('count') || rows.some((row) => cellOf(row, key)?.value !== casesOf(row)),
  );
  if (rates.length === 1 || (rates.length === 0 && shown.length === 1))
    return <RateRows rows={rows} columns={shown} rate={rates[0] ?? shown[0]} />;
  return <Heat rows={rows} columns={shown} />;
}

function RateRows({ rows, columns, rate }: { rows: readonly Row[]; columns: readonly string[]; rate: string }) {
  const sizes = rows.map((row) => Math.abs(Number(cellOf(row, rate)?.value ?? 0)));
  const most = Math.max(...sizes.filter(Number.isFinite));
  const bar: Column = {
    key: 'bar',
    head: hidden('Bar'),
    class: 'barcol',
    cell(row) {
      const cell = cellOf(row, rate);
      if (!cell) return {};
      return {
        title: rateTitle(rateOf(cell)),
        children: isRate(cell) ? <RateBar rate={rateOf(cell)} /> : <SignedBar value={cell.value} most={most} />,
      };
    },
  };
  const ordered = [rate, ...columns.filter((key) => key !== rate)];
  return (
    <Groups name="Rates" kind="rates" rows={rows} columns={[bar, ...ordered.map((key) => figureColumn(rows, key))]} />
  );
}

function figureColumn(
  rows: readonly Row[],
  key: string,
  tint?: (cell: Cell) => ReturnType<typeof tinted> | undefined,
): Column {
  const show = formatOf(rows, key);
  return {
    key,
    head: label(key),
    cell(row) {
      const cell = cellOf(row, key);
      if (!cell) return {};
      const own = isRate(cell) && cell.n !== casesOf(row) ? cell.n : null;
      return {
        ...tint?.(cell),
        'data-figure': cell.path,
        title: isRate(cell) ? rateTitle(rateOf(cell)) : undefined,
        children: (
          <>
            <Value cell={cell} show={show} />
            {isRate(cell) && <Interval rate={rateOf(cell)} />}
            {own !== null && <small> n {number(own)}</small>}
          </>
        ),
      };
    },
  };
}

/** Draws a figure without bounds, such as a return, from the middle to a side, relative to the group's largest. */
function SignedBar({ value, most }: { value: Cell['value']; most: number }) {
  if (typeof value !== 'number' || most === 0) return null;
  const width = (50 * Math.abs(value)) / most;
  return (
    <svg class="ratebar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" x="0" y="2" width="100" height="6" rx="0.5" />
      <rect
        fill={`var(--${value < 0 ? 'down' : 'up'})`}
        x={value < 0 ? 50 - width : 50}
        y="2"
        width={width}
        height="6"
      />
    </svg>
  );
}

/** Percent points below which rates have equal tints, because chance moves them as far. */
const TINTED_POINTS = 10;

/** Draws groups by figures; each column is tinted by its own range, strongest at its upper end. Two groups are no range. */
function Heat({ rows, columns: named }: { rows: readonly Row[]; columns: readonly string[] }) {
  // Figures come before counts, because narrow screens show only the first columns.
  const columns = [...named].sort((a, b) => Number(a.endsWith('count')) - Number(b.endsWith('count')));
  const tintOf = (key: string) => {
    if (rows.length <= 2 || key.endsWith('count')) return undefined;
    const cells = rows.filter((row) => !isSmall(casesOf(row))).flatMap((row) => cellOf(row, key) ?? []);
    const values = cells.map(({ value }) => value).filter((value): value is number => typeof value === 'number');
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const range = Math.max(cells.some(isRate) ? TINTED_POINTS : 0, high - low);
    return ({ value }: Cell) => {
      if (typeof value !== 'number' || !(range > 0)) return undefined;
      return tinted((value - low) / range);
    };
  };
  return (
    <Groups
      name="Heat map"
      kind="heat"
      rows={rows}
      columns={columns.map((key) => figureColumn(rows, key, tintOf(key)))}
    />
  );
}
