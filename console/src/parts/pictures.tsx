/** A summary in pictures: headline rates, shares of outcomes, groups, distributions. */
import type { ConsoleHints } from '../../../compute/statistics/statistic.ts';
import { label, number } from '../core/format.ts';
import { shiftedTime } from '../core/hours.ts';
import { usePlace } from '../core/router.ts';
import type { Zone } from '../core/settings.ts';
import type { Block, Cell, Picture, Row } from '../core/summary.ts';
import { Certainty, FEW_CASES, Interval, isSmall, Num, RateBar, rateOf, Value } from './figure.tsx';
import { change } from './form.tsx';
import { Distribution, Group, Shares } from './groups.tsx';
import { Grid } from './scroll.tsx';

const MAX_TILES = 5;

/** Hours of the answer, to be shown on the reader's clock. */
export interface Hours {
  /** Clock of the answer's hours. */
  readonly clock: 'UTC' | 'New York';
  readonly zone: Zone;
  /** Minutes from the answer's clock to the reader's; two if clocks changed in the range. */
  readonly by: readonly number[];
}

/** Returns the rates that come first, with their titles. */
function tilesOf({ all, headline }: Picture, titles: ConsoleHints['headline']): readonly [cell: Cell, title: string][] {
  if (!titles) return headline.slice(0, MAX_TILES).map((cell) => [cell, label(cell.key)]);
  return Object.entries(titles).flatMap(([path, title]): [Cell, string][] => {
    const cell = all.find((one) => one.path === path);
    return cell ? [[cell, title]] : [];
  });
}

export function Pictures({
  picture,
  path,
  hours,
  hints,
}: {
  picture: Picture;
  path: string;
  hours: Hours;
  hints: ConsoleHints;
}) {
  const unfolded = usePlace().query['all'] === '1';
  const tiles = tilesOf(picture, hints.headline);
  const first = picture.blocks.find(({ kind, path: of }) => kind !== 'figures' && of === hints.picture);
  const blocks = [...picture.blocks].sort(byKind).filter((block) => block !== first);
  const cards = (
    <div class="cards">
      {blocks.map((block) =>
        block.kind === 'figures' ? (
          <FiguresCard key={`figures ${block.path}`} path={block.path} cells={block.cells} tiles={tiles} />
        ) : (
          <BlockCard key={block.path + block.kind} block={block} hours={hours} />
        ),
      )}
    </div>
  );
  return (
    <div class="pictures" data-path={path}>
      {tiles.length > 0 && (
        <ul class="tiles">
          {tiles.map(([cell, title]) => (
            <Tile key={cell.path} cell={cell} title={title} />
          ))}
        </ul>
      )}
      {first ? (
        <>
          <BlockCard block={first} hours={hours} />
          <details
            class="folded"
            open={unfolded}
            onToggle={(event) => change({ all: event.currentTarget.open ? '1' : '' }, { replace: true })}
          >
            <summary>
              All figures <small>{blocks.map((block) => blockTitle(block, hours)).join(' · ')}</small>
            </summary>
            {cards}
          </details>
        </>
      ) : (
        cards
      )}
    </div>
  );
}

const ORDER = { shares: 0, group: 1, distribution: 2, figures: 3 } as const;
const byKind = (a: Block, b: Block) => ORDER[a.kind] - ORDER[b.kind];

function Tile({ cell, title }: { cell: Cell; title: string }) {
  const rate = rateOf(cell);
  const isFew = rate.n !== null && rate.n < FEW_CASES;
  return (
    <li class={`tile ${isSmall(rate.n) ? 'small-n' : ''}`} title={cell.help}>
      <span class="tile-label">{title}</span>
      <span class={`tile-value ${isFew ? 'few' : ''}`} data-figure={cell.path}>
        {isFew && `n ${number(rate.n)}: `}
        <Num value={rate.value} unit="pct" />
      </span>
      <RateBar rate={rate} />
      <span class="tile-foot">
        <Interval rate={rate} /> {!isFew && <small>n {number(rate.n)}</small>}
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
  partial_fill_distribution: 'How much of a gap was filled',
  break_type_distribution: 'Which sides were broken',
  continuation_by_length: 'Streaks that went on, by length so far',
  weekday: 'Best and worst weekday',
  week: 'Best and worst week',
  month: 'Strongest and weakest month',
  bucket: 'Best and worst time',
  busiest_bucket: 'Busiest time',
  most_frequent_low_bucket: 'When the low of the day comes most often',
  most_frequent_high_bucket: 'When the high of the day comes most often',
};

const HOURLY = /(^|\.)hourly(_breakdown)?$/;

const zoneWords = (zone: Zone) => (zone === 'local' ? 'local time' : zone);

/** Names the hours on the reader's clock, or by two times if clocks changed in the range. */
function onClock(rows: readonly Row[], { clock, zone, by }: Hours): readonly Row[] {
  const at = (row: Row, shift: readonly number[]) => shiftedTime(60 * Number(row.key), shift);
  if (by.length > 1) {
    return rows.map((row) => ({
      ...row,
      name: `${at(row, [0])} ${clock}`,
      note: `${by.map((shift) => at(row, [shift])).join(' or ')} ${zoneWords(zone)}`,
    }));
  }
  return rows.map((row) => ({ ...row, name: at(row, by) })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function blockTitle({ kind, path, ...block }: Block, { clock, zone, by }: Hours): string {
  if (kind === 'figures') return path === '' ? 'Figures' : path === 'summary' ? 'Overall' : titleOf(path);
  if (HOURLY.test(path)) return `By hour (${by.length > 1 ? clock : zoneWords(zone)})`;
  const rows = 'rows' in block ? block.rows : [];
  if (rows.some(({ key }) => key === 'bullish')) return rows.length === 2 ? 'By direction' : 'Overall and by direction';
  return titleOf(path);
}

function BlockCard({ block, hours }: { block: Block; hours: Hours }) {
  if (block.kind === 'figures') return null;
  const wide = block.kind === 'group' && block.columns.length > 2;
  const hourly = HOURLY.test(block.path);
  const rows = hourly ? onClock(block.rows, hours) : block.rows;
  return (
    <section class={`card ${wide ? 'wide' : ''}`} data-block={block.path}>
      <h3>{blockTitle(block, hours)}</h3>
      {hourly && hours.by.length > 1 && (
        <p class="quiet">
          Clocks changed in this range: an hour of {hours.clock} is one hour of {zoneWords(hours.zone)} in winter and
          another in summer. A range within one of them has hours of {zoneWords(hours.zone)}.
        </p>
      )}
      {block.kind === 'shares' && <Shares rows={rows} />}
      {block.kind === 'distribution' && <Distribution rows={rows} />}
      {block.kind === 'group' && <Group rows={rows} columns={block.columns} />}
    </section>
  );
}

/** Pairs of figures, for up and down or high and low, that are shown beside each other. */
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
    return twin ? [{ name: cell.key.replace(word, '').replace('above', 'beyond'), first: cell, second: twin }] : [];
  });
}

function FiguresCard({
  path,
  cells,
  tiles: first,
}: {
  path: string;
  cells: readonly Cell[];
  tiles: readonly (readonly [Cell, string])[];
}) {
  const tiles = new Set(first.map(([cell]) => cell.path));
  const sides = SIDES.find((names) => pairsOf(cells, names).length > 2);
  const all = sides ? pairsOf(cells, sides) : [];
  const paired = new Set(all.flatMap(({ first, second }) => [first.path, second.path]));
  const pairs = all.filter(({ first, second }) => !tiles.has(first.path) || !tiles.has(second.path));
  const shown = cells.filter((cell) => !tiles.has(cell.path) && !paired.has(cell.path));
  if (shown.length + pairs.length === 0) return null;
  const count = cells.find(({ key }) => key === 'count')?.value;
  return (
    <section
      class={`card ${isSmall(typeof count === 'number' ? count : null) ? 'small-n' : ''}`}
      data-block={path || 'figures'}
    >
      <h3>{path === '' ? 'Figures' : path === 'summary' ? 'Overall' : titleOf(path)}</h3>
      {sides && pairs.length > 0 && (
        <Grid name="Both sides" kind="sides" heads={['', ...sides.map(label)]}>
          {pairs.map(({ name, first, second }) => (
            <tr key={name} title={first.help}>
              <th scope="row">{label(name)}</th>
              {[first, second].map((cell) => (
                <td key={cell.path} data-figure={cell.path}>
                  <Value cell={cell} />
                  <Certainty cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </Grid>
      )}
      <dl class="figures">
        {shown.map((cell) => (
          <div key={cell.path} title={cell.help}>
            <dt>{label(cell.key)}</dt>
            <dd data-figure={cell.path}>
              <Value cell={cell} />
              <Certainty cell={cell} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
