/** Cumulative share of the cases, and of the rest, over the minutes of the session, with the time now. */
import type { Curve as Points } from '../core/api.ts';
import { percent } from '../core/format.ts';
import { FOOT, HEIGHT, Plot } from './plot.tsx';

/** Width of a time of day below the axis, pixels. */
const TICK_PX = 74;

export function Curve({
  points,
  name,
  now,
  timeOf,
}: {
  points: Points;
  name: string;
  /** Minutes of the session in progress; null: there is none. */
  now: number | null;
  /** Returns the time of day of a minute after the open. */
  timeOf: (minutes: number) => string;
}) {
  if (points.length < 2) return null;
  const last = points[points.length - 1];
  const end = last.minutes;
  const y = (pct: number) => 14 + ((100 - pct) / 100) * (HEIGHT - FOOT - 18);
  const line = (of: 'cases_pct' | 'rest_pct', x: (minutes: number) => number) =>
    points
      .flatMap(({ minutes, [of]: pct }) => (pct === null ? [] : [`${x(minutes).toFixed(1)} ${y(pct).toFixed(1)}`]))
      .map((at, i) => `${i === 0 ? 'M' : 'L'}${at}`)
      .join('');
  const against = ({ cases_pct, rest_pct }: Points[number]) =>
    [
      cases_pct !== null && `in ${percent(cases_pct)} of the cases`,
      rest_pct !== null && `in ${percent(rest_pct)} of the other days`,
    ]
      .filter(Boolean)
      .join(', ');
  const current = now === null ? undefined : points.findLast(({ minutes }) => minutes <= now);
  const words = `${name}: it had come by the end ${against(last)}${
    current ? `; by now, ${timeOf(now!)}, ${against(current)}` : ''
  }`;
  const xOf = (width: number) => (minutes: number) => (minutes / end) * (width - 4) + 2;
  return (
    <Plot
      words={words}
      marks={(width) =>
        points.map((point) => ({
          x: xOf(width)(point.minutes),
          words: `by ${timeOf(point.minutes)}: ${against(point)}`,
        }))
      }
    >
      {(width) => {
        const x = xOf(width);
        const hours = Math.max(1, Math.ceil(end / 60 / Math.max(1, Math.floor(width / TICK_PX))));
        const ticks = Array.from({ length: Math.floor(end / (60 * hours)) + 1 }, (_, i) => i * 60 * hours);
        return (
          <>
            {[0, 50, 100].map((pct) => (
              <line key={pct} class={pct === 50 ? 'zero' : 'axis'} x1="0" x2={width} y1={y(pct)} y2={y(pct)} />
            ))}
            <path class="curve rest" d={line('rest_pct', x)} />
            <path class="curve" d={line('cases_pct', x)} />
            <text x="0" y="11">
              100 %: cases, and the other days dashed
            </text>
            <text x={width} y={y(50) - 4} text-anchor="end">
              50 %
            </text>
            {ticks.map((minutes) => (
              <text key={minutes} x={x(minutes)} y={HEIGHT - 5} text-anchor={minutes === 0 ? 'start' : 'middle'}>
                {minutes > 0 && x(minutes) > width - TICK_PX / 3 ? '' : timeOf(minutes)}
              </text>
            ))}
            {now !== null && (
              <>
                <line class="now" x1={x(now)} x2={x(now)} y1={y(100)} y2={y(0)} />
                <text x={x(now) + (now > end / 2 ? -4 : 4)} y={y(0) - 5} text-anchor={now > end / 2 ? 'end' : 'start'}>
                  now
                </text>
              </>
            )}
          </>
        );
      }}
    </Plot>
  );
}
