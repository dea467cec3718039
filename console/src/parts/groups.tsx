/** Groups of a summary: shares of outcomes, rates side by side, heat maps, distributions. */
import { label, number, percent } from '../core/format.ts';
import type { Cell, Row } from '../core/summary.ts';
import { Interval, isRate, isSmall, Num, RateBar, rateOf, rateTitle, rowName, Value } from './figure.tsx';
import { Scroll } from './scroll.tsx';

const shareName = (key: string) => label(key.replace(/_pct$/, ''));

/** Exclusive outcomes as one bar of 100 %; the figures stand below (one row) or in the table beside it. */
export function Shares({ rows }: { rows: readonly Row[] }) {
  const keys = rows[0].cells.map(({ key }) => key);
  const single = rows.length === 1 && rows[0].key === '';
  if (single) {
    return (
      <>
        <ShareBar cells={rows[0].cells} tall />
        <ul class="share-list">
          {rows[0].cells.map((cell, i) => (
            <li key={cell.key} title={rateTitle(rateOf(cell))}>
              <i class={`swatch share-${shareTone(cell.key, i)}`} />
              <span>{shareName(cell.key)}</span>
              <strong data-figure={cell.path}>
                <Num value={cell.value as number | null} unit="pct" />
              </strong>
              <Interval rate={rateOf(cell)} />
            </li>
          ))}
        </ul>
      </>
    );
  }
  return (
    <Scroll name="Table of shares">
      <table class="grid shares">
        <thead>
          <tr>
            <th scope="col">
              <span class="visually-hidden">Group</span>
            </th>
            <th scope="col">n</th>
            <th scope="col" class="barcol">
              <span class="visually-hidden">Shares</span>
            </th>
            {keys.map((key, i) => (
              <th key={key} scope="col">
                <i class={`swatch share-${shareTone(key, i)}`} /> {shareName(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} class={isSmall(row.count) ? 'small-n' : ''}>
              <th scope="row">{rowName(row)}</th>
              <td>{number(row.count)}</td>
              <td class="barcol">
                <ShareBar cells={row.cells} />
              </td>
              {row.cells.map((cell) => (
                <td key={cell.key} data-figure={cell.path} title={rateTitle(rateOf(cell))}>
                  <Num value={cell.value as number | null} unit="pct" bare />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** up, down, both and neither have their colours; what is else takes them in turn. */
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
            class={`share-${shareTone(cell.key, i)}`}
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

/** Counts by bucket as columns. */
export function Distribution({ rows }: { rows: readonly Row[] }) {
  const total = rows.reduce((sum, { count }) => sum + (count ?? 0), 0);
  const most = Math.max(1, ...rows.map(({ count }) => count ?? 0));
  return (
    <ol class="columns">
      {rows.map(({ key, count, cells }) => {
        const share = total > 0 && count !== null ? (100 * count) / total : null;
        return (
          <li key={key} title={`${count} of ${total}, ${percent(share)}`}>
            <span class="column-value">{share === null ? '' : number(share, 'pct')}</span>
            <svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true">
              <rect
                class="fill"
                x="0"
                width="10"
                y={100 - (100 * (count ?? 0)) / most}
                height={(100 * (count ?? 0)) / most}
              />
            </svg>
            <span class="column-label">{rowName({ key })}</span>
            <small data-figure={cells.find((cell) => cell.key === 'count')?.path ?? cells[0]?.path}>
              <Num value={count} />
            </small>
          </li>
        );
      })}
    </ol>
  );
}

/** One rate a group: bars with intervals. Several figures: a heat map that is a table. */
export function Group({ rows, columns }: { rows: readonly Row[]; columns: readonly string[] }) {
  const first = rows[0].cells;
  const rates = columns.filter((key) => first.some((cell) => cell.key === key && isRate(cell)));
  if (rates.length === 1 || (rates.length === 0 && columns.length === 1))
    return <RateRows rows={rows} columns={columns} rate={rates[0] ?? columns[0]} />;
  return <Heat rows={rows} columns={columns} />;
}

function RateRows({ rows, columns, rate }: { rows: readonly Row[]; columns: readonly string[]; rate: string }) {
  const others = columns.filter((key) => key !== rate);
  const sizes = rows.map(({ cells }) => Math.abs(Number(cells.find(({ key }) => key === rate)?.value ?? 0)));
  const most = Math.max(...sizes.filter(Number.isFinite));
  return (
    <Scroll name="Rates">
      <table class="grid rates">
        <thead>
          <tr>
            <th scope="col">
              <span class="visually-hidden">Group</span>
            </th>
            <th scope="col">n</th>
            <th scope="col" class="barcol" colSpan={2}>
              {label(rate)}
            </th>
            {others.map((key) => (
              <th key={key} scope="col">
                {label(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const cell = row.cells.find(({ key }) => key === rate);
            const n = row.count ?? cell?.n ?? null;
            return (
              <tr key={row.key} class={isSmall(n) ? 'small-n' : ''} title={cell && rateTitle(rateOf(cell))}>
                <th scope="row">{rowName(row)}</th>
                <td>{number(n)}</td>
                <td class="barcol">
                  {cell &&
                    (isRate(cell) ? <RateBar rate={rateOf(cell)} /> : <SignedBar value={cell.value} most={most} />)}
                </td>
                <td class="value" data-figure={cell?.path}>
                  {cell && <Num value={cell.value as number | null} unit={cell.unit} />}
                </td>
                {others.map((key) => {
                  const other = row.cells.find((one) => one.key === key);
                  return (
                    <td key={key} data-figure={other?.path}>
                      {other && <Value cell={other} />}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scroll>
  );
}

/** What has no bounds of its own, such as a return: from the middle to either side, against the largest of the group. */
function SignedBar({ value, most }: { value: Cell['value']; most: number }) {
  if (typeof value !== 'number' || most === 0) return null;
  const width = (50 * Math.abs(value)) / most;
  return (
    <svg class="ratebar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" x="0" y="2" width="100" height="6" rx="0.5" />
      <rect
        class={`share-${value < 0 ? 'down' : 'up'}`}
        x={value < 0 ? 50 - width : 50}
        y="2"
        width={width}
        height="6"
      />
    </svg>
  );
}

/** Rates that lie closer together than this are tinted alike: chance moves them as far. */
const TINTED_POINTS = 10;

/** Groups by figures; each column is tinted by its own range, strongest at its upper end. Two groups are no range. */
function Heat({ rows, columns: named }: { rows: readonly Row[]; columns: readonly string[] }) {
  // Where there is room for a few columns only, they are the figures.
  const columns = [...named].sort((a, b) => Number(a.endsWith('count')) - Number(b.endsWith('count')));
  const counted = rows.some(({ count }) => count !== null);
  const tinted = columns.filter((key) => rows.length > 2 && !key.endsWith('count'));
  const scale = new Map(
    columns.map((key) => {
      const values = rows
        .filter((row) => !isSmall(row.count))
        .map((row) => row.cells.find((cell) => cell.key === key)?.value)
        .filter((value): value is number => typeof value === 'number');
      const [low, high] = [Math.min(...values), Math.max(...values)];
      const least = rows.some(({ cells }) => cells.some((cell) => cell.key === key && isRate(cell)))
        ? TINTED_POINTS
        : 0;
      return [key, { low, range: tinted.includes(key) ? Math.max(least, high - low) : 0 }] as const;
    }),
  );
  return (
    <Scroll name="Heat map">
      <table class="grid heat">
        <thead>
          <tr>
            <th scope="col">
              <span class="visually-hidden">Group</span>
            </th>
            {counted && <th scope="col">n</th>}
            {columns.map((key) => (
              <th key={key} scope="col">
                {label(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} class={isSmall(row.count) ? 'small-n' : ''}>
              <th scope="row">{rowName(row)}</th>
              {counted && <td>{number(row.count)}</td>}
              {columns.map((key) => {
                const cell = row.cells.find((one) => one.key === key);
                if (!cell) return <td key={key} />;
                const { low, range } = scale.get(key)!;
                const at = typeof cell.value === 'number' && range > 0 ? (cell.value - low) / range : null;
                return (
                  <td
                    key={key}
                    class={at === null ? undefined : `heat-${Math.max(0, Math.min(4, Math.round(at * 4)))}`}
                    data-figure={cell.path}
                    title={isRate(cell) ? rateTitle(rateOf(cell)) : undefined}
                  >
                    <Value cell={cell} />
                    {isRate(cell) && <Interval rate={rateOf(cell)} />}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
