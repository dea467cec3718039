/** Shows a figure with two decimals; hovering (and tests) get the whole value. */
import { label, MONTHS, NOTHING, number, TRENDS, withUnit } from '../core/format.ts';
import type { Cell, Row } from '../core/summary.ts';

export const SMALL_SAMPLE = 20;

/** Cases below which a rate is no headline. */
export const FEW_CASES = 10;

export const isSmall = (n: number | null | undefined) => n !== null && n !== undefined && n < SMALL_SAMPLE;

export function Num({
  value,
  unit = 'none',
  bare = false,
  show = (shown) => (bare ? number(shown, unit) : withUnit(shown, unit)),
}: {
  value: number | null | undefined;
  unit?: string;
  bare?: boolean;
  show?: (value: number) => string;
}) {
  if (value === null || value === undefined) return <span class="none">{NOTHING}</span>;
  return (
    <data class="num" value={String(value)} title={String(value)}>
      {show(value)}
    </data>
  );
}

/** Shows a colour of the style by its name. */
export const Swatch = ({ of, title }: { of: string; title?: string }) => (
  <i class="swatch" style={{ background: `var(--${of})` }} title={title} />
);

const TINTS = ['3%', '10%', '18%', '27%', '36%'];

/** Returns the style of a cell in one of five shades. @param share of the strongest, 0 to 1 */
export const tinted = (share: number) => ({
  class: 'tinted',
  style: { '--tint': TINTS[Math.max(0, Math.min(4, Math.round(4 * share)))] },
});

export interface Rate {
  readonly value: number | null;
  readonly n: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

export const rateTitle = ({ value, n, low, high }: Rate): string =>
  value === null ? 'no cases' : `${value} % of ${n ?? 'unknown'} cases; 95 % interval ${low} to ${high} %`;

/** Draws a share from 0 to 100 % as a bar with its interval, and an optional mark (a base rate). */
export function RateBar({ rate, mark }: { rate: Rate; mark?: number | null }) {
  const { value, low, high } = rate;
  return (
    <svg class="ratebar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" x="0" y="2" width="100" height="6" rx="0.5" />
      {value !== null && <rect class="fill" x="0" y="2" width={value} height="6" rx="0.5" />}
      {low !== null && high !== null && (
        <rect class="whisker" x={low} y="4.2" width={Math.max(0.4, high - low)} height="1.6" />
      )}
      {value !== null && <rect class="point" x={Math.max(0, value - 0.35)} y="1" width="0.7" height="8" />}
      {mark !== null && mark !== undefined && <rect class="mark" x={mark - 0.25} y="0" width="0.5" height="10" />}
    </svg>
  );
}

export function Interval({ rate }: { rate: Rate }) {
  if (rate.low === null || rate.high === null) return null;
  return (
    <small class="interval" title="95 % interval (Wilson)">
      <Num value={rate.low} unit="pct" bare />–<Num value={rate.high} unit="pct" />
    </small>
  );
}

export const rateOf = ({ value, n, low, high }: Cell): Rate => ({
  value: typeof value === 'number' ? value : null,
  n,
  low,
  high,
});

/** Shows the interval of a rate and its cases. */
export const Certainty = ({ cell }: { cell: Cell }) =>
  isRate(cell) ? (
    <small class="certainty">
      <Interval rate={rateOf(cell)} /> {cell.n !== null && `n\u00a0${number(cell.n)}`}
    </small>
  ) : null;

export const isRate = ({ low, n, unit }: Cell) => unit === 'pct' && (low !== null || n !== null);

/** Returns ranges such as `>=2`, `0.25-0.5` and `1-25%` in print. */
const printed = (range: string) =>
  range
    .replace(/^>=/, '≥ ')
    .replace(/^([<>])/, '$1 ')
    .replace('-', '–')
    .replace(/%$/, ' %');

export const rowName = ({ key, name }: Pick<Row, 'key' | 'name'>) =>
  name ?? (/^[\d<>]/.test(key) ? printed(key) : label(key));

/** Returns the word that a figure stands for. */
function worded({ key, value }: Cell): string | undefined {
  if (key === 'current_trend') return TRENDS[String(value)];
  return key === 'month' && typeof value === 'number' ? MONTHS[value - 1] : undefined;
}

/** Shows a cell's value. @param show formats a number of its column */
export function Value({ cell, show }: { cell: Cell; show?: (value: number) => string }) {
  const { value, unit } = cell;
  const word = worded(cell);
  if (word)
    return (
      <data value={String(value)} title={String(value)}>
        {word}
      </data>
    );
  if (typeof value === 'number') return <Num value={value} unit={unit} show={show} />;
  if (value === null) return <Num value={null} />;
  return <span>{String(value)}</span>;
}
