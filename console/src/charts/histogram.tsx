/** Distribution of a figure over records, as columns with the median and the zero line. Plain SVG: no library. */
import { number, withUnit } from '../core/format.ts';
import { histogram, quantile } from '../core/rows.ts';

const WIDTH = 640;
const HEIGHT = 200;
const FOOT = 22;

export function Histogram({ values, unit, name }: { values: readonly number[]; unit: string; name: string }) {
  if (values.length === 0) return <p class="quiet">No values to draw.</p>;
  const { edges, counts } = histogram(values);
  const [low, high] = [edges[0], edges[edges.length - 1]];
  const most = Math.max(...counts);
  const x = (value: number) => ((value - low) / (high - low)) * WIDTH;
  const median = quantile(values, 0.5)!;
  const [p5, p95] = [quantile(values, 0.05)!, quantile(values, 0.95)!];
  const signed = low < 0 && high > 0;
  const words = `${name} of ${values.length} records: median ${number(median, unit)}, 90 % between ${number(p5, unit)} and ${number(p95, unit)}`;
  return (
    <figure class="plot">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words}>
        <title>{words}</title>
        {counts.map((count, i) => {
          const height = (count / most) * (HEIGHT - FOOT - 12);
          const middle = (edges[i] + edges[i + 1]) / 2;
          return (
            <rect
              key={edges[i]}
              class={signed ? (middle < 0 ? 'down' : 'up') : 'fill'}
              x={x(edges[i]) + 0.5}
              width={Math.max(1, x(edges[i + 1]) - x(edges[i]) - 1)}
              y={HEIGHT - FOOT - height}
              height={height}
            >
              <title>
                {count} between {number(edges[i], unit)} and {withUnit(edges[i + 1], unit)}
              </title>
            </rect>
          );
        })}
        <line class="axis" x1="0" x2={WIDTH} y1={HEIGHT - FOOT} y2={HEIGHT - FOOT} />
        {signed && <line class="zero" x1={x(0)} x2={x(0)} y1="0" y2={HEIGHT - FOOT} />}
        <line class="median" x1={x(median)} x2={x(median)} y1="0" y2={HEIGHT - FOOT} />
        <text x={Math.min(WIDTH - 90, x(median) + 4)} y="11">
          median {withUnit(median, unit)}
        </text>
        <text x="0" y={HEIGHT - 6}>
          {number(low, unit)}
        </text>
        {signed && (
          <text x={x(0)} y={HEIGHT - 6} text-anchor="middle">
            0
          </text>
        )}
        <text x={WIDTH} y={HEIGHT - 6} text-anchor="end">
          {withUnit(high, unit)}
        </text>
      </svg>
      <figcaption>{words}</figcaption>
    </figure>
  );
}
