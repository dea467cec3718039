/** Distribution of a figure over records, as columns with the median and the zero line. Plain SVG: no library. */
import { alike, many, number, percent, withUnit } from '../core/format.ts';
import { histogram, quantile } from '../core/rows.ts';
import { FOOT, HEIGHT, LEFT, Plot, Scale, ticksOf } from './plot.tsx';

/** Width of a value at the foot, px. */
const TEXT = 64;

export function Histogram({ values, unit, name }: { values: readonly number[]; unit: string; name: string }) {
  if (values.length === 0) return <p class="quiet">No values to draw.</p>;
  const { edges, counts } = histogram(values);
  const [low, high] = [edges[0], edges[edges.length - 1]];
  const most = Math.max(...counts);
  const median = quantile(values, 0.5)!;
  const [p5, p95] = [quantile(values, 0.05)!, quantile(values, 0.95)!];
  const signed = low < 0 && high > 0;
  const words = `${name} of ${many(values.length, 'record')}: median ${withUnit(median, unit)}, 90 % between ${number(p5, unit)} and ${withUnit(p95, unit)}`;
  const y = (count: number) => HEIGHT - FOOT - (count / most) * (HEIGHT - FOOT - 16);
  const xOf = (width: number) => (value: number) => LEFT + ((value - low) / (high - low)) * (width - LEFT);
  const show = alike(edges, unit);
  // Values beyond the drawn range are in the first and last column.
  const wordsOf = (i: number) => {
    const range =
      i === 0
        ? `below ${show(edges[1])}`
        : i === counts.length - 1
          ? `from ${show(edges[i])}`
          : `${show(edges[i])} to ${show(edges[i + 1])}`;
    return `${range}: ${number(counts[i])} of ${number(values.length)} (${percent((100 * counts[i]) / values.length)})`;
  };
  return (
    <Plot
      words={words}
      marks={(width) => counts.map((_, i) => ({ x: xOf(width)((edges[i] + edges[i + 1]) / 2), words: wordsOf(i) }))}
    >
      {(width) => {
        const x = xOf(width);
        const right = x(median) < width / 2;
        const about = Math.max(2, Math.floor((width - LEFT) / TEXT));
        // A scale needs more than one value.
        const ticks =
          [about, about + 1, about + 2].map((n) => ticksOf(low, high, n)).find(({ length }) => length > 1) ?? [];
        const tick = alike(ticks, unit);
        return (
          <>
            <Scale low={0} high={most} unit="none" y={y} width={width} />
            <text x="0" y="9">
              records
            </text>
            {counts.map((count, i) => (
              <rect
                key={edges[i]}
                class={signed ? ((edges[i] + edges[i + 1]) / 2 < 0 ? 'down' : 'up') : 'fill'}
                x={x(edges[i]) + 0.5}
                width={Math.max(1, x(edges[i + 1]) - x(edges[i]) - 1)}
                y={y(count)}
                height={y(0) - y(count)}
              />
            ))}
            {signed && <line class="zero" x1={x(0)} x2={x(0)} y1="14" y2={HEIGHT - FOOT} />}
            <line class="median" x1={x(median)} x2={x(median)} y1="0" y2={HEIGHT - FOOT} />
            <text x={x(median) + (right ? 4 : -4)} y="11" text-anchor={right ? 'start' : 'end'}>
              median {withUnit(median, unit)}
            </text>
            {ticks.map((value) => (
              <text
                key={value}
                x={Math.min(width - TEXT / 2, Math.max(LEFT, x(value)))}
                y={HEIGHT - 6}
                text-anchor="middle"
              >
                {tick(value)}
              </text>
            ))}
          </>
        );
      }}
    </Plot>
  );
}
