/** A summary in pictures: headline rates, shares of outcomes, groups, distributions. */
import { label, number } from '../core/format.ts';
import { shiftedTime } from '../core/hours.ts';
import type { Zone } from '../core/settings.ts';
import type { Block, Cell, Picture, Row } from '../core/summary.ts';
import { Interval, isRate, isSmall, Num, RateBar, rateOf, Value } from './figure.tsx';
import { Distribution, Group, Shares } from './groups.tsx';
import { Scroll } from './scroll.tsx';

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
