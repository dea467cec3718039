/** Daily returns as a calendar: a column a week, a row a weekday, a strip a year at most, on a phone four months. */
import { useState } from 'preact/hooks';
import { date as dateShown, MONTHS, many, signed, span } from '../core/format.ts';
import { href } from '../core/router.ts';
import { Scroll } from '../parts/scroll.tsx';
import type { Point } from './over-time.tsx';

const CELL = 11;
const DAY_MS = 86_400_000;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
/** Left of the squares are the names of weekdays. */
const NAMES = 24;
/** As many weeks as fit beside each other. */
const MAX_WEEKS = 53;
const MAX_WEEKS_PHONE = 18;

/** Calendar days that the arrow keys go. */
const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -7, ArrowRight: 7 };

const STEP_OPACITY = [0.16, 0.34, 0.54, 0.77, 1];

/** Five steps each way; the outermost begins at twice the mean size. */
const tone = (value: number, mean: number) => ({
  class: value < 0 ? 'down' : 'up',
  'fill-opacity': STEP_OPACITY[Math.min(4, Math.floor((2 * Math.abs(value)) / mean))],
});

/** Weeks begin on Monday. */
const weekOf = (iso: string) => Math.floor((Date.parse(iso) / DAY_MS + 3) / 7);
const weekdayOf = (iso: string) => (new Date(iso).getUTCDay() + 6) % 7;

/** Each first of a month among the weeks: where its name stands; of January the year. */
function monthsOf(first: number, weeks: number): readonly { week: number; name: string }[] {
  const names: { week: number; name: string }[] = [];
  for (let day = (first - 1) * 7 + 4; day < (first + weeks) * 7 - 3; day++) {
    const at = new Date(day * DAY_MS);
    if (at.getUTCDate() !== 1) continue;
    const month = at.getUTCMonth();
    names.push({
      week: Math.floor((day + 3) / 7) - first,
      name: month === 0 ? String(at.getUTCFullYear()) : MONTHS[month],
    });
  }
  return names.filter(({ week }) => week >= 0 && week < weeks - 1);
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
  const [shown, show] = useState<Point | null>(null);
  if (points.length === 0) return <p class="quiet">No sessions to draw.</p>;
  const mean = points.reduce((sum, { value }) => sum + Math.abs(value), 0) / points.length || 1;
  const all = [...points].sort((a, b) => (a.date < b.date ? -1 : 1));
  const from = weekOf(all[0].date);
  const total = weekOf(all[all.length - 1].date) - from + 1;
  // Strips of equal length, the newest first: none is half empty.
  const isPhone = matchMedia('(max-width: 760px)').matches;
  const strips = Math.ceil(total / (isPhone ? MAX_WEEKS_PHONE : MAX_WEEKS));
  const weeks = Math.ceil(total / strips);
  const days = all.some(({ date }) => weekdayOf(date) > 4) ? 7 : 5;
  const width = NAMES + weeks * CELL;
  const last = all[all.length - 1];
  const dateOf = ({ target }: { target: EventTarget | null }) =>
    (target as Element).closest('a')?.getAttribute('data-date') ?? '';
  const look = (event: { target: EventTarget | null }) => show(all.find(({ date }) => date === dateOf(event)) ?? null);
  /** To the session before or after, or a week away, as far as there is one. */
  const walk = (event: KeyboardEvent & { currentTarget: Element }) => {
    const days = STEPS[event.key];
    const at = all.findIndex(({ date }) => date === dateOf(event));
    if (days === undefined || at === -1) return;
    event.preventDefault();
    const goal = Date.parse(all[at].date) + days * DAY_MS;
    const next =
      days < 0
        ? all.slice(0, at).findLast(({ date }) => days === -1 || Date.parse(date) <= goal)
        : all.slice(at + 1).find(({ date }) => Date.parse(date) >= goal);
    if (next) event.currentTarget.querySelector<SVGAElement>(`a[data-date="${next.date}"]`)?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form is here
    <div
      class="calendar"
      role="group"
      aria-label="Daily returns"
      onKeyDown={walk}
      onFocusCapture={look}
      onPointerOver={look}
    >
      {Array.from({ length: strips }, (_, i) => from + (strips - 1 - i) * weeks).map((first) => {
        const inStrip = all.filter(({ date }) => weekOf(date) >= first && weekOf(date) < first + weeks);
        if (inStrip.length === 0) return null;
        const words = span(inStrip[0].date, inStrip[inStrip.length - 1].date);
        return (
          <Scroll key={first} name={`${words}: ${many(inStrip.length, 'session')}`}>
            <figure>
              <figcaption>
                {words} <small class="quiet">{many(inStrip.length, 'session')}</small>
              </figcaption>
              <svg
                viewBox={`${-NAMES} -12 ${width} ${days * CELL + 14}`}
                class="year"
                style={{ maxWidth: `${width * 2}px`, minWidth: isPhone ? undefined : `${Math.min(width, 620)}px` }}
              >
                <title>{words}, a square a session; the table of records has the figures</title>
                {WEEKDAYS.slice(0, days).map((name, row) => (
                  <text key={name} x={-NAMES} y={row * CELL + 8}>
                    {name}
                  </text>
                ))}
                {monthsOf(first, weeks).map(({ week, name }) => (
                  <text key={week} x={week * CELL} y="-3">
                    {name}
                  </text>
                ))}
                {inStrip.map(({ date, value }) => (
                  <a
                    key={date}
                    href={href('/session', { ...query, symbol, date })}
                    data-date={date}
                    tabindex={date === last.date ? 0 : -1}
                    aria-label={`${date}: ${value} %`}
                  >
                    <rect
                      {...tone(value, mean)}
                      x={(weekOf(date) - first) * CELL}
                      y={weekdayOf(date) * CELL}
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
      <p class="quiet said" aria-live="polite">
        {shown ? `${dateShown(shown.date)}: ${signed(shown.value)} %` : 'Arrow keys walk from session to session.'}
      </p>
      <p class="quiet legend">
        {[-2, -1, 0, 1, 2].map((step) => (
          <span key={step}>
            <svg class="swatch" viewBox="0 0 10 10" aria-hidden="true">
              <rect {...tone(step * mean || mean / 9, mean)} width="10" height="10" rx="2" />
            </svg>{' '}
            {step === 0
              ? 'hardly moved'
              : `${signed(step * mean)} %${step === 2 ? ' or more' : step === -2 ? ' or less' : ''}`}
          </span>
        ))}
      </p>
    </div>
  );
}
