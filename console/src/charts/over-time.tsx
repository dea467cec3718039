/** A figure by date: one thin column a record, oldest left, for whoever asks whether it still holds. */
import { date as dateShown, withUnit } from '../core/format.ts';
import { quantile } from '../core/rows.ts';

const WIDTH = 640;
const HEIGHT = 200;
const FOOT = 22;

export interface Point {
  readonly date: string;
  readonly value: number;
}

export function OverTime({ points, unit, name }: { points: readonly Point[]; unit: string; name: string }) {
  if (points.length < 2) return null;
  const ascending = [...points].sort((a, b) => (a.date < b.date ? -1 : 1));
  const start = Date.parse(ascending[0].date);
  const end = Math.max(start + 1, Date.parse(ascending[ascending.length - 1].date));
  const values = ascending.map(({ value }) => value);
  const high = Math.max(0, quantile(values, 0.995)!);
  const low = Math.min(0, quantile(values, 0.005)!);
  const range = high - low || 1;
  const y = (value: number) => 6 + ((high - Math.max(low, Math.min(high, value))) / range) * (HEIGHT - FOOT - 10);
  const x = (iso: string) => ((Date.parse(iso) - start) / (end - start)) * (WIDTH - 4) + 2;
  const width = Math.max(0.8, Math.min(8, (0.7 * WIDTH) / points.length));
  const path = (sign: 1 | -1) =>
    ascending
      .filter(({ value }) => (sign > 0 ? value >= 0 : value < 0))
      .map(({ date, value }) => `M${x(date).toFixed(1)} ${y(0).toFixed(1)}V${y(value).toFixed(1)}`)
      .join('');
  const words = `${name} by date, ${dateShown(ascending[0].date)} to ${dateShown(ascending[ascending.length - 1].date)}`;
  return (
    <figure class="plot">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words}>
        <title>{words}</title>
        <path class="line-up" d={path(1)} stroke-width={width} />
        <path class="line-down" d={path(-1)} stroke-width={width} />
        <line class="axis" x1="0" x2={WIDTH} y1={y(0)} y2={y(0)} />
        <text x="0" y="11">
          {withUnit(high, unit)}
        </text>
        {low < 0 && (
          <text x="0" y={HEIGHT - FOOT - 4}>
            {withUnit(low, unit)}
          </text>
        )}
        <text x="0" y={HEIGHT - 5}>
          {dateShown(ascending[0].date)}
        </text>
        <text x={WIDTH} y={HEIGHT - 5} text-anchor="end">
          {dateShown(ascending[ascending.length - 1].date)}
        </text>
      </svg>
      <figcaption>{words}</figcaption>
    </figure>
  );
}
