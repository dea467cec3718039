/** A summary in pictures: headline rates, shares of outcomes, groups, distributions. */
import { label, MONTHS, number, percent, TRENDS } from '../core/format.ts';
import { shiftedTime } from '../core/hours.ts';
import type { Zone } from '../core/settings.ts';
import type { Block, Cell, Picture, Row } from '../core/summary.ts';
import { Interval, isSmall, Num, type Rate, RateBar, rateTitle } from './figure.tsx';
import { Scroll } from './scroll.tsx';

const rateOf = ({ value, n, low, high }: Cell): Rate => ({
  value: typeof value === 'number' ? value : null,
  n,
  low,
  high,
});

const isRate = ({ low, n, unit }: Cell) => unit === 'pct' && (low !== null || n !== null);

const MAX_TILES = 5;

/** Hours of UTC on the reader's clock. */
export interface Hours {
  readonly zone: Zone;
  /** Minutes to it from UTC; two where clocks changed in the range. */
  readonly by: readonly number[];
}

export function Pictures({ picture, path, hours }: { picture: Picture; path: string; hours: Hours }) {
  const { headline, blocks } = picture;
  const figures = blocks.filter((block) => block.kind === 'figures');
  return (
    <div class="pictures" data-path={path}>
      {headline.length > 0 && (
        <ul class="tiles">
          {headline.slice(0, MAX_TILES).map((cell) => (
            <Tile key={cell.path} cell={cell} />
          ))}
        </ul>
      )}
      <div class="cards">
        {[...blocks]
          .sort(byKind)
          .map(
            (block) =>
              block.kind !== 'figures' && <BlockCard key={block.path + block.kind} block={block} hours={hours} />,
          )}
        {figures.map((block) => (
          <FiguresCard key={`figures ${block.path}`} path={block.path} cells={block.cells} headline={headline} />
        ))}
      </div>
    </div>
  );
}

const ORDER = { shares: 0, group: 1, distribution: 2, figures: 3 } as const;
const byKind = (a: Block, b: Block) => ORDER[a.kind] - ORDER[b.kind];

export function Tile({ cell }: { cell: Cell }) {
  const rate = rateOf(cell);
  return (
    <li class={`tile ${isSmall(rate.n) ? 'small-n' : ''}`} title={cell.help}>
      <span class="tile-label">{label(cell.key)}</span>
      <span class="tile-value" data-figure={cell.path}>
        <Num value={rate.value} unit="pct" />
      </span>
      <RateBar rate={rate} />
      <span class="tile-foot">
        <Interval rate={rate} /> <small>n {number(rate.n)}</small>
      </span>
    </li>
  );
}

export function titleOf(path: string): string {
  const parts = path
    .replace(/^summary\.?/, '')
    .split('.')
    .filter(Boolean);
  if (parts.length === 0) return 'By group';
  const last = parts[parts.length - 1];
  const named = TITLES[last] ?? label(last).replace(/ (breakdown|stats)$/, '');
  const before = last === 'continuation_by_length' ? '' : parts.slice(0, -1).map(label).join(' · ');
  const title = /_breakdown$|_stats$/.test(last) ? `By ${named.toLowerCase()}` : named;
  return before ? `${title}: ${before.toLowerCase()}` : title;
}

const TITLES: Readonly<Record<string, string>> = {
  outcomes: 'What happened by the close',
  outcomes_by_weekday: 'What happened, by weekday',
  outcomes_by_size: 'What happened, by size of the range (%)',
  days: 'How days lie against the day before',
  after: 'The next day, after',
  size_breakdown: 'size (%)',
  gap_direction_stats: 'direction',
  target_hit_rates: 'Targets reached (multiples of the range)',
  by_direction: 'By direction',
  breakout_time_distribution: 'When the range breaks (minutes after it)',
  partial_fill_distribution: 'How much was filled (share in %)',
  break_type_distribution: 'Which sides were broken',
  continuation_by_length: 'Streaks that went on, by length so far',
};

const HOURLY = /(^|\.)hourly(_breakdown)?$/;

const zoneWords = (zone: Zone) => (zone === 'local' ? 'local time' : zone);

/** The hours of the answer are those of UTC. Where one of them is two hours of the reader's clock, the row names both. */
function onClock(rows: readonly Row[], { zone, by }: Hours): readonly Row[] {
  if (zone === 'UTC') return rows.map((row) => ({ ...row, name: shiftedTime(60 * Number(row.key), [0]) }));
  const named = rows.map((row) => ({ ...row, name: shiftedTime(60 * Number(row.key), by) }));
  if (by.length > 1)
    return named.map(({ name, ...row }) => ({ ...row, name: `${shiftedTime(60 * Number(row.key), [0])} · ${name}` }));
  return named.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function BlockCard({ block, hours }: { block: Block; hours: Hours }) {
  if (block.kind === 'figures') return null;
  const wide = block.kind === 'group' && block.columns.length > 2;
  const hourly = HOURLY.test(block.path);
  const both = hourly && hours.by.length > 1;
  const rows = hourly ? onClock(block.rows, hours) : block.rows;
  const title = hourly
    ? `By hour (${both ? `UTC · ${zoneWords(hours.zone)}` : zoneWords(hours.zone)})`
    : rows.some(({ key }) => key === 'bullish')
      ? rows.length === 2
        ? 'By direction'
        : 'Overall and by direction'
      : titleOf(block.path);
  return (
    <section class={`card ${wide ? 'wide' : ''}`} data-block={block.path}>
      <h3>{title}</h3>
      {both && (
        <p class="quiet">
          Clocks changed in this range, so an hour of UTC is two hours of {zoneWords(hours.zone)}: the rows are hours of
          UTC and name both.
        </p>
      )}
      {block.kind === 'shares' && <Shares rows={rows} />}
      {block.kind === 'distribution' && <Distribution rows={rows} />}
      {block.kind === 'group' && <Group rows={rows} columns={block.columns} />}
    </section>
  );
}

const shareName = (key: string) => label(key.replace(/_pct$/, ''));

/** Exclusive outcomes as one bar of 100 %; the figures stand below (one row) or in the table beside it. */
function Shares({ rows }: { rows: readonly Row[] }) {
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

const rowName = ({ key, name }: Pick<Row, 'key' | 'name'>) => name ?? (/^[\d<>]/.test(key) ? key : label(key));

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
function Group({ rows, columns }: { rows: readonly Row[]; columns: readonly string[] }) {
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

/** Figures that stand for a word. */
function worded({ key, value }: Cell): string | undefined {
  if (key === 'current_trend') return TRENDS[String(value)];
  return key === 'month' && typeof value === 'number' ? MONTHS[value - 1] : undefined;
}

export function Value({ cell }: { cell: Cell }) {
  const { value, unit } = cell;
  const word = worded(cell);
  if (word)
    return (
      <data value={String(value)} title={String(value)}>
        {word}
      </data>
    );
  if (typeof value === 'number') return <Num value={value} unit={unit} />;
  if (value === null) return <Num value={null} />;
  return <span>{String(value)}</span>;
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

/** Figures that come twice, for up and down or for high and low, stand beside each other. */
const SIDES = [
  ['up', 'down'],
  ['high', 'low'],
] as const;

interface Pair {
  readonly name: string;
  readonly first: Cell;
  readonly second: Cell;
}

function pairsOf(cells: readonly Cell[], [first, second]: readonly [string, string]): readonly Pair[] {
  const word = new RegExp(`(^|_)${first}(?=_|$)`);
  return cells.flatMap((cell) => {
    if (!word.test(cell.key)) return [];
    const twin = cells.find(({ key }) => key === cell.key.replace(word, `$1${second}`).replace('above', 'below'));
    return twin ? [{ name: cell.key.replace(word, ''), first: cell, second: twin }] : [];
  });
}

function FiguresCard({ path, cells, headline }: { path: string; cells: readonly Cell[]; headline: readonly Cell[] }) {
  const tiles = new Set(headline.slice(0, MAX_TILES).map((cell) => cell.path));
  const sides = SIDES.find((names) => pairsOf(cells, names).length > 2);
  const pairs = sides ? pairsOf(cells, sides) : [];
  const paired = new Set(pairs.flatMap(({ first, second }) => [first.path, second.path]));
  const shown = cells.filter((cell) => !tiles.has(cell.path) && !paired.has(cell.path));
  if (shown.length + pairs.length === 0) return null;
  const count = cells.find(({ key }) => key === 'count')?.value;
  return (
    <section
      class={`card ${isSmall(typeof count === 'number' ? count : null) ? 'small-n' : ''}`}
      data-block={path || 'figures'}
    >
      <h3>{path === '' ? 'Figures' : path === 'summary' ? 'Overall' : titleOf(path)}</h3>
      {sides && (
        <Scroll name="Both sides">
          <table class="grid sides">
            <thead>
              <tr>
                <th scope="col">
                  <span class="visually-hidden">Figure</span>
                </th>
                {sides.map((side) => (
                  <th key={side} scope="col">
                    {label(side)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {pairs.map(({ name, first, second }) => (
                <tr key={name} title={first.help}>
                  <th scope="row">{label(name)}</th>
                  {[first, second].map((cell) => (
                    <td key={cell.path} data-figure={cell.path}>
                      <Value cell={cell} />
                      {isRate(cell) && <Interval rate={rateOf(cell)} />}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      <dl class="figures">
        {shown.map((cell) => (
          <div key={cell.path} title={cell.help}>
            <dt>{label(cell.key)}</dt>
            <dd data-figure={cell.path}>
              <Value cell={cell} />
              {isRate(cell) && <Interval rate={rateOf(cell)} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
