/** By when it had come: the share of the cases, and of the rest, over the minutes of the session. */
import { percent } from '../core/format.ts';
import type { CurvePoint } from '../core/question-counts.ts';
import { FOOT, HEIGHT, Plot } from './plot.tsx';

export function Curve({ points, name }: { points: readonly CurvePoint[]; name: string }) {
  if (points.length < 2) return null;
  const end = points[points.length - 1].minutes;
  const last = points[points.length - 1];
  const y = (pct: number) => 14 + ((100 - pct) / 100) * (HEIGHT - FOOT - 18);
  const line = (of: 'cases_pct' | 'rest_pct', x: (minutes: number) => number) =>
    points
      .flatMap(({ minutes, [of]: pct }) => (pct === null ? [] : [`${x(minutes).toFixed(1)} ${y(pct).toFixed(1)}`]))
      .map((at, i) => `${i === 0 ? 'M' : 'L'}${at}`)
      .join('');
  const rest = last.rest_pct === null ? '' : `, of the rest ${percent(last.rest_pct)}`;
  return (
    <Plot words={`${name}: by when it had come; by the end in ${percent(last.cases_pct)} of the cases${rest}`}>
      {(width) => {
        const x = (minutes: number) => (minutes / end) * (width - 4) + 2;
        return (
          <>
            <line class="axis" x1="0" x2={width} y1={y(0)} y2={y(0)} />
            <line class="axis" x1="0" x2={width} y1={y(100)} y2={y(100)} />
            <path class="curve rest" d={line('rest_pct', x)} />
            <path class="curve" d={line('cases_pct', x)} />
            <text x="0" y="11">
              100 %: cases, and the rest dashed
            </text>
            <text x="0" y={HEIGHT - 5}>
              open
            </text>
            <text x={width} y={HEIGHT - 5} text-anchor="end">
              {end} min
            </text>
          </>
        );
      }}
    </Plot>
  );
}
