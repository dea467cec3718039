/** A figure by weekday, week, month or time of day. */
import { number, signed, withUnit } from '../core/format.ts';
import { isSmall } from '../parts/figure.tsx';
import { FOOT, HEIGHT, Plot } from './plot.tsx';

export interface Bucket {
  readonly name: string;
  readonly value: number | null;
  readonly n: number | null;
}

/** Room that a value or a name takes, px. */
const TEXT = 38;

export function Buckets({ buckets, unit, name }: { buckets: readonly Bucket[]; unit: string; name: string }) {
  const values = buckets.map(({ value }) => value ?? 0);
  const high = Math.max(0, ...values);
  const low = Math.min(0, ...values);
  const range = high - low || 1;
  const y = (value: number) => 16 + ((high - value) / range) * (HEIGHT - FOOT - 32);
  return (
    <Plot words={`${name} by group; the figures stand in the table below`} caption={false}>
      {(width) => {
        const step = width / buckets.length;
        const every = Math.ceil(TEXT / step);
        return (
          <>
            {buckets.map(({ name: bucket, value, n }, i) => {
              if (value === null) return null;
              const top = Math.min(y(0), y(value));
              return (
                <g key={bucket} class={isSmall(n) ? 'small-n' : ''}>
                  <rect
                    class={low < 0 ? (value < 0 ? 'down' : 'up') : 'fill'}
                    x={i * step + step * 0.16}
                    width={step * 0.68}
                    y={top}
                    height={Math.max(0.5, Math.abs(y(value) - y(0)))}
                  >
                    <title>
                      {bucket}: {withUnit(value, unit)}, n {number(n)}
                    </title>
                  </rect>
                  {step >= TEXT && (
                    <text x={i * step + step / 2} y={value < 0 ? y(value) + 12 : y(value) - 4} text-anchor="middle">
                      {low < 0 ? signed(value, unit) : number(value, unit)}
                    </text>
                  )}
                  {i % every === 0 && (
                    <text
                      x={Math.max(TEXT / 2, Math.min(width - TEXT / 2, i * step + step / 2))}
                      y={HEIGHT - 6}
                      text-anchor="middle"
                    >
                      {bucket}
                    </text>
                  )}
                </g>
              );
            })}
            <line class="axis" x1="0" x2={width} y1={y(0)} y2={y(0)} />
          </>
        );
      }}
    </Plot>
  );
}
