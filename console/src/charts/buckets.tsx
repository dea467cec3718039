/** A figure by weekday, week, month or time of day. */
import { alike, number } from '../core/format.ts';
import { isSmall } from '../parts/figure.tsx';
import { FOOT, HEIGHT, LEFT, Plot, Scale } from './plot.tsx';

export interface Bucket {
  readonly name: string;
  readonly value: number | null;
  readonly n: number | null;
}

/** Width of a name, px. */
const TEXT = 38;

export function Buckets({ buckets, unit, name }: { buckets: readonly Bucket[]; unit: string; name: string }) {
  const values = buckets.map(({ value }) => value ?? 0);
  const high = Math.max(0, ...values);
  const low = Math.min(0, ...values);
  const range = high - low || 1;
  const y = (value: number) => 16 + ((high - value) / range) * (HEIGHT - FOOT - 32);
  const show = alike(values, unit);
  const stepOf = (width: number) => (width - LEFT) / buckets.length;
  const middle = (width: number, i: number) => LEFT + (i + 0.5) * stepOf(width);
  return (
    <Plot
      words={`${name} by group; the figures stand in the table below`}
      marks={(width) =>
        buckets.map(({ name: bucket, value, n }, i) => ({
          x: middle(width, i),
          words: `${bucket}: ${value === null ? 'no value' : show(value)}, n ${number(n)}`,
        }))
      }
    >
      {(width) => {
        const step = stepOf(width);
        // The last name may move to the left by half of its width.
        const every = Math.ceil((1.5 * TEXT) / step);
        return (
          <>
            <Scale low={low} high={high} unit={unit} y={y} width={width} />
            {buckets.map(({ name: bucket, value, n }, i) => (
              <g key={bucket} class={isSmall(n) ? 'small-n' : ''}>
                {value !== null && (
                  <rect
                    class={low < 0 ? (value < 0 ? 'down' : 'up') : 'fill'}
                    x={middle(width, i) - step * 0.34}
                    width={step * 0.68}
                    y={Math.min(y(0), y(value))}
                    height={Math.max(0.5, Math.abs(y(value) - y(0)))}
                  />
                )}
                {i % every === 0 && (
                  <text x={Math.min(width - TEXT / 2, middle(width, i))} y={HEIGHT - 6} text-anchor="middle">
                    {bucket}
                  </text>
                )}
              </g>
            ))}
          </>
        );
      }}
    </Plot>
  );
}
