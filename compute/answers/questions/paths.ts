/**
 * How price moved in the cases, laid on one another: from the open on, and around the event that decides the outcome.
 */

import { isoDate } from '../../../lib/days.ts';
import { shown } from '../../market/fields.ts';
import { numbers } from '../../market/records.ts';
import type { Json } from '../../market/render.ts';
import type { SessionSet } from '../../market/sessions.ts';
import type { Warning } from '../../market/warning.ts';
import { type Answers, TooMuchWork } from '../answers.ts';
import type { Gathered, GatherRequest } from './gather.ts';
import { distribution } from './inference.ts';
import type { Outcome, Question } from './question.ts';
import type { Material } from './source-columns.ts';
import type { Tally } from './tally.ts';

/** Points of a window, at most: five minutes in the exchange's hours, a quarter of an hour in a whole day. */
const MOST_POINTS = 100;
const STEP_MINUTES = 5;
/** Cases of which the path itself is returned, the newest. */
const MOST_CASES = 300;

/** In percent of the price at the open, or at the event. */
interface PathPoint {
  readonly minutes: number;
  readonly n: number;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly p25: number;
  readonly p75: number;
}

interface CasePath {
  /** Days since the epoch. */
  readonly date: number;
  /** From the window's start to the end of the event's bar; NaN: it did not come. */
  readonly eventMinutes: number;
  /** At every step from the window's start: the latest close against the first price, percent; NaN where no bar is. */
  readonly moves: Float64Array;
}

interface Paths {
  readonly stepMinutes: number;
  readonly open: readonly PathPoint[];
  /** Null where no event of the session decides the outcome. */
  readonly event: readonly PathPoint[] | null;
  /** Newest first. */
  readonly cases: readonly CasePath[];
}

/** Null of daily bars: they have no moments inside a day. */
function pathsOf(sessions: SessionSet, material: Material, outcome: Outcome, found: Tally): Paths | null {
  const { intervalMin } = sessions.meta;
  const rows = new Map(Array.from(sessions.date, (date, session) => [date, session]));
  const dates = numbers(material.days, 'date');
  const cases = found.cases.flatMap((row) => {
    const session = rows.get(dates[row]);
    return session === undefined ? [] : [{ row, session }];
  });
  const length = Math.max(
    0,
    ...cases.map(({ session }) => sessions.windowEnd[session] - sessions.windowStart[session]),
  );
  const unit = Math.max(STEP_MINUTES, intervalMin);
  const step = unit * Math.max(1, Math.ceil(length / unit / MOST_POINTS));
  if (step >= length) return null;
  const { reference } = outcome;
  const isOwn = reference.of === 'field' && reference.previous === 0 && reference.source.kind !== 'week';
  const events = isOwn ? found.columns.eventMs(reference) : null;
  const steps = Math.floor(length / step) + 1;
  const paths = cases.map(({ row, session }): CasePath => {
    const eventMinutes = events ? events[row] / 60_000 - sessions.windowStart[session] : Number.NaN;
    return { date: dates[row], eventMinutes, moves: movesOf(sessions, session, step, steps) };
  });
  const withEvent = paths.filter(({ eventMinutes }) => !Number.isNaN(eventMinutes));
  return {
    stepMinutes: step,
    open: averaged(paths, 0, steps, step, ({ moves }, at) => moves[at]),
    event: events && averaged(withEvent, 1 - steps, steps, step, (path, at) => aroundEvent(path, at, step)),
    cases: paths.slice(-MOST_CASES).reverse(),
  };
}

function movesOf({ bars, first, end, windowStart, meta }: SessionSet, session: number, step: number, steps: number) {
  const moves = new Float64Array(steps).fill(Number.NaN);
  const open = bars.open[first[session]];
  let bar = first[session];
  // What trades later than the window's start opens at its own first price.
  if (bars.minute[bar] < windowStart[session] + step) moves[0] = 0;
  const endOf = (one: number) => bars.minute[one] + meta.intervalMin;
  // After the last bar nothing is known: an early close is no flat price.
  const known = endOf(end[session] - 1) + step;
  for (let at = 1; at < steps; at++) {
    const until = windowStart[session] + at * step;
    while (bar + 1 < end[session] && endOf(bar + 1) <= until) bar++;
    if (endOf(bar) <= until && until < known) moves[at] = (bars.close[bar] / open - 1) * 100;
  }
  return moves;
}

/** The move since the step that the event's bar ended by. @param at steps after it, negative before */
function aroundEvent({ eventMinutes, moves }: CasePath, at: number, step: number): number {
  const event = Math.ceil(eventMinutes / step);
  const [from, to] = [moves[event], moves[event + at]];
  return ((1 + to / 100) / (1 + from / 100) - 1) * 100;
}

function averaged(
  paths: readonly CasePath[],
  first: number,
  end: number,
  step: number,
  moveAt: (path: CasePath, at: number) => number,
): PathPoint[] {
  const points: PathPoint[] = [];
  for (let at = first; at < end; at++) {
    const moves = paths.map((path) => moveAt(path, at)).filter((move) => !Number.isNaN(move));
    // A mean of few of them beside that of all would be another set's.
    if (moves.length < 2 || moves.length * 2 < paths.length) continue;
    const { n, mean, meanConfidence, quantiles } = distribution(moves);
    const { low, high } = meanConfidence;
    points.push({ minutes: at * step, n, mean, low, high, p25: quantiles.p25, p75: quantiles.p75 });
  }
  return points;
}

const pct = (value: number): Json => (Number.isNaN(value) ? null : shown(value, 'pct'));

function pointShown({ minutes, n, mean, low, high, p25, p75 }: PathPoint): Json {
  const confidence = { low: pct(low), high: pct(high) };
  return { minutes, n, mean_pct: pct(mean), mean_confidence: confidence, p25_pct: pct(p25), p75_pct: pct(p75) };
}

const pathsShown = ({ stepMinutes, open, event, cases }: Paths): Json => ({
  step_minutes: stepMinutes,
  open: open.map(pointShown),
  event: event === null ? null : event.map(pointShown),
  cases: cases.map(({ date, eventMinutes, moves }) => ({
    date: isoDate(date),
    event_minutes: Number.isNaN(eventMinutes) ? null : eventMinutes,
    moves_pct: Array.from(moves, pct),
  })),
});

/** From the store; null, and why, where more bars would have to be read than one answer may. */
export async function pathsIn(
  answers: Answers,
  {
    symbol,
    session,
    range,
    question,
  }: Pick<GatherRequest, 'symbol' | 'session' | 'range'> & { readonly question: Question },
  { material }: Gathered,
  found: Tally,
): Promise<{ paths: Json; refused: readonly Warning[] }> {
  if (!symbol.hasBars || found.cases.length === 0) return { paths: null, refused: [] };
  try {
    const { data } = await answers.bars({ symbol, session, range, around: 0 });
    const paths = pathsOf(data.sessions(session), material, question.outcome, found);
    return { paths: paths && pathsShown(paths), refused: [] };
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
    return { paths: null, refused: [{ code: 'no_paths', text: `no paths of the cases: ${error.message}` }] };
  }
}
