/** All cases overlaid: a thin line each, and their mean with its band, from the open on or around the event. */
import type { CasePaths } from '../core/api.ts';
import { number, signed } from '../core/format.ts';
import { FOOT, HEIGHT, Plot } from './plot.tsx';

export type Align = 'open' | 'event';

/** Returns a case's moves by minutes of the alignment, in steps; around the event relative to the price there. */
function linesOf({ event_minutes: event, moves_pct: moves }: CasePaths['cases'][number], step: number, align: Align) {
  const at = align === 'open' ? 0 : event === null ? null : Math.ceil(event / step);
  const from = at === null ? null : (moves[at] ?? null);
  if (at === null || from === null) return [];
  return moves.flatMap((move, i) =>
    move === null ? [] : [{ minutes: (i - at) * step, pct: ((1 + move / 100) / (1 + from / 100) - 1) * 100 }],
  );
}

const path = (points: readonly (readonly [x: number, y: number])[]) =>
  points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

export function Paths({ paths, align }: { paths: CasePaths; align: Align }) {
  const points = paths[align] ?? [];
  if (points.length < 2) return <p class="quiet">Too few cases to draw a mean of them.</p>;
  const lines = paths.cases.map((one) => linesOf(one, paths.step_minutes, align));
  const [first, last] = [points[0].minutes, points[points.length - 1].minutes];
  // The scale fits the band and most of the paths, so that one outlier flattens nothing.
  const sizes = lines
    .flatMap((line) =>
      line.filter(({ minutes }) => minutes >= first && minutes <= last).map(({ pct }) => Math.abs(pct)),
    )
    .sort((a, b) => a - b);
  const band = points.flatMap(({ p25_pct, p75_pct }) => [Math.abs(p25_pct ?? 0), Math.abs(p75_pct ?? 0)]);
  const most = Math.max(0.01, ...band, sizes[Math.floor(sizes.length * 0.98)] ?? 0) * 1.05;
  const y = (pct: number) => 6 + ((most - Math.max(-most, Math.min(most, pct))) / (2 * most)) * (HEIGHT - FOOT - 12);
  const end = points[points.length - 1];
  const about = `Price: on average ${signed(end.mean_pct)} % ${last} minutes after the ${align}, half of the cases between ${signed(end.p25_pct)} and ${signed(end.p75_pct)} %`;
  const xOf = (width: number) => (minutes: number) => 2 + ((minutes - first) / (last - first)) * (width - 4);
  return (
    <Plot
      words={about}
      marks={(width) =>
        points.map(({ minutes, mean_pct, p25_pct, p75_pct }) => ({
          x: xOf(width)(minutes),
          words: `${minutes} min: mean ${signed(mean_pct)} %, half of the cases between ${signed(p25_pct)} and ${signed(p75_pct)} %`,
        }))
      }
    >
      {(width) => {
        const x = xOf(width);
        const edge = (of: 'p25_pct' | 'p75_pct') =>
          points.map((point) => [x(point.minutes), y(point[of] ?? 0)] as const);
        return (
          <>
            <line class="zero" x1="0" x2={width} y1={y(0)} y2={y(0)} />
            {align === 'event' && <line class="zero" x1={x(0)} x2={x(0)} y1="0" y2={HEIGHT - FOOT} />}
            <g class="case-lines">
              {lines.map((line, i) => (
                <path
                  key={paths.cases[i].date}
                  d={path(
                    line
                      .filter(({ minutes }) => minutes >= first && minutes <= last)
                      .map(({ minutes, pct }) => [x(minutes), y(pct)] as const),
                  )}
                />
              ))}
            </g>
            <path class="band" d={`${path([...edge('p75_pct'), ...edge('p25_pct').reverse()])}Z`} />
            <path class="curve" d={path(points.map((point) => [x(point.minutes), y(point.mean_pct ?? 0)] as const))} />
            <text x="0" y="14">
              +{number(most, 'pct')} %
            </text>
            <text x="0" y={HEIGHT - FOOT - 2}>
              -{number(most, 'pct')} %
            </text>
            <text x="0" y={HEIGHT - 5}>
              {align === 'open' ? 'open' : `${first} min`}
            </text>
            {align === 'event' && (
              <text x={x(0)} y={HEIGHT - 5} text-anchor="middle">
                event
              </text>
            )}
            <text x={width} y={HEIGHT - 5} text-anchor="end">
              {last} min
            </text>
          </>
        );
      }}
    </Plot>
  );
}
