/** Distribution of a figure over records, as columns with the median and the zero line. Plain SVG: no library. */
import { number, withUnit } from '../core/format.ts';
import { histogram, quantile } from '../core/rows.ts';
import { FOOT, HEIGHT, Plot } from './plot.tsx';

export function Histogram({ values, unit, name }: { values: readonly number[]; unit: string; name: string }) {
  if (values.length === 0) return <p class="quiet">No values to draw.</p>;
  const { edges, counts } = histogram(values);
  const [low, high] = [edges[0], edges[edges.length - 1]];
  const most = Math.max(...counts);
  const median = quantile(values, 0.5)!;
  const [p5, p95] = [quantile(values, 0.05)!, quantile(values, 0.95)!];
  const signed = low < 0 && high > 0;
  const words = `${name} of ${values.length} records: median ${withUnit(median, unit)}, 90 % between ${number(p5, unit)} and ${withUnit(p95, unit)}`;
  return (
    <Plot words={words}>
      {(width) => {
        const x = (value: number) => ((value - low) / (high - low)) * width;
        const right = x(median) < width / 2;
        return (
          <>
            {counts.map((count, i) => {
              const height = (count / most) * (HEIGHT - FOOT - 16);
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
            <line class="axis" x1="0" x2={width} y1={HEIGHT - FOOT} y2={HEIGHT - FOOT} />
            {signed && <line class="zero" x1={x(0)} x2={x(0)} y1="14" y2={HEIGHT - FOOT} />}
            <line class="median" x1={x(median)} x2={x(median)} y1="0" y2={HEIGHT - FOOT} />
            <text x={x(median) + (right ? 4 : -4)} y="11" text-anchor={right ? 'start' : 'end'}>
              median {withUnit(median, unit)}
            </text>
            <text x="0" y={HEIGHT - 6}>
              {number(low, unit)}
            </text>
            {signed && x(0) > 50 && x(0) < width - 60 && (
              <text x={x(0)} y={HEIGHT - 6} text-anchor="middle">
                0
              </text>
            )}
            <text x={width} y={HEIGHT - 6} text-anchor="end">
              {withUnit(high, unit)}
            </text>
          </>
        );
      }}
    </Plot>
  );
}
