/** Daily returns as a calendar: a column a week, a row a weekday, a strip a year. */
import { date as dateShown, MONTHS, signed } from '../core/format.ts';
import { href } from '../core/router.ts';
import { Scroll } from '../parts/scroll.tsx';
import type { Point } from './over-time.tsx';

const CELL = 11;
const DAY_MS = 86_400_000;

/** Five steps each way; the outermost begins at twice the mean size. */
function tone(value: number, mean: number): string {
  const size = Math.min(4, Math.floor((2 * Math.abs(value)) / mean));
  return `${value < 0 ? 'down' : 'up'}-${size}`;
}

export function Calendar({
  points,
  symbol,
  query,
}: {
  points: readonly Point[];
  symbol: string;
  query: Readonly<Record<string, string>>;
}) {
  if (points.length === 0) return <p class="quiet">No sessions to draw.</p>;
  const mean = points.reduce((sum, { value }) => sum + Math.abs(value), 0) / points.length || 1;
  const years = [...new Set(points.map(({ date }) => date.slice(0, 4)))].sort().reverse();
  const weekend = points.some(({ date }) => [0, 6].includes(new Date(date).getUTCDay()));
  const days = weekend ? 7 : 5;
  return (
    <div class="calendar">
      {years.map((year) => {
        const first = Date.UTC(Number(year), 0, 1);
        const offset = (new Date(first).getUTCDay() + 6) % 7;
        const inYear = points.filter(({ date }) => date.startsWith(year));
        const weekOf = (iso: string) => Math.floor((Math.round((Date.parse(iso) - first) / DAY_MS) + offset) / 7);
        // The first year begins where the answer does, as far as a title of its months has room.
        const start = years.length > 1 ? Math.min(44, weekOf(inYear[0].date)) : 0;
        const column = (iso: string) => weekOf(iso) - start;
        return (
          <Scroll key={year} name={`${year}: ${inYear.length} sessions`}>
            <figure>
              <figcaption>
                {year} <small class="quiet">{inYear.length} sessions</small>
              </figcaption>
              <svg viewBox={`0 -12 ${54 * CELL} ${days * CELL + 14}`} class="year">
                <title>{year}, a square a session; the table of records has the figures</title>
                {MONTHS.map((month, i) => {
                  const at = column(`${year}-${String(i + 1).padStart(2, '0')}-01`);
                  return (
                    at >= 0 && (
                      <text key={month} x={at * CELL} y="-3">
                        {month}
                      </text>
                    )
                  );
                })}
                {inYear.map(({ date, value }) => (
                  <a
                    key={date}
                    href={href('/session', { ...query, symbol, date })}
                    tabIndex={-1}
                    aria-label={`${date}: ${value} %`}
                  >
                    <rect
                      class={tone(value, mean)}
                      x={column(date) * CELL}
                      y={((new Date(date).getUTCDay() + 6) % 7) * CELL}
                      width={CELL - 1.5}
                      height={CELL - 1.5}
                      rx="2"
                    >
                      <title>
                        {dateShown(date)}: {signed(value)} %
                      </title>
                    </rect>
                  </a>
                ))}
              </svg>
            </figure>
          </Scroll>
        );
      })}
      <p class="quiet legend">
        {[-2, -1, 0, 1, 2].map((step) => (
          <span key={step}>
            <svg class="swatch" viewBox="0 0 10 10" aria-hidden="true">
              <rect class={tone(step * mean || mean / 9, mean)} width="10" height="10" rx="2" />
            </svg>{' '}
            {step === 0 ? 'hardly moved' : `${signed(step * mean)} %${Math.abs(step) === 2 ? ' or more' : ''}`}
          </span>
        ))}
      </p>
    </div>
  );
}
