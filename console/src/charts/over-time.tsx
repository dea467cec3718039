/** A figure by date: one thin column per record, the oldest left, so that a change over time shows. */
import { alike, date as dateShown, many } from '../core/format.ts';
import { quantile } from '../core/rows.ts';
import { FOOT, HEIGHT, LEFT, Plot, Scale } from './plot.tsx';

interface Point {
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
  // A line of text is above the columns and one below them.
  const y = (value: number) => 16 + ((high - Math.max(low, Math.min(high, value))) / range) * (HEIGHT - FOOT - 32);
  const [from, to] = [dateShown(ascending[0].date), dateShown(ascending[ascending.length - 1].date)];
  const xOf = (width: number) => (iso: string) =>
    LEFT + ((Date.parse(iso) - start) / (end - start)) * (width - LEFT - 2);
  const show = alike(values, unit);
  const cut = values.filter((value) => value > high || value < low).length;
  return (
    <Plot
      words={`${name} by date, ${from} to ${to}${cut > 0 ? `; ${many(cut, 'column')} cut at the edge of the scale` : ''}`}
      marks={(width) =>
        ascending.map(({ date, value }) => ({ x: xOf(width)(date), words: `${dateShown(date)}: ${show(value)}` }))
      }
    >
      {(width) => {
        const x = xOf(width);
        const path = (sign: 1 | -1) =>
          ascending
            .filter(({ value }) => (sign > 0 ? value >= 0 : value < 0))
            .map(({ date, value }) => `M${x(date).toFixed(1)} ${y(0).toFixed(1)}V${y(value).toFixed(1)}`)
            .join('');
        const stroke = Math.max(0.8, Math.min(8, (0.7 * (width - LEFT)) / points.length));
        return (
          <>
            <Scale low={low} high={high} unit={unit} y={y} width={width} />
            <path class="line-up" d={path(1)} stroke-width={stroke} />
            <path class="line-down" d={path(-1)} stroke-width={stroke} />
            <text x={LEFT} y={HEIGHT - 5}>
              {from}
            </text>
            <text x={width} y={HEIGHT - 5} text-anchor="end">
              {to}
            </text>
          </>
        );
      }}
    </Plot>
  );
}
