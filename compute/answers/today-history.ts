/**
 * How sessions went that stood where today's stands: the same case, at the same time of day on the exchange's clock. A
 * gap that is still open at noon is not compared with those that were filled in the first minute.
 */

import { regularCloseMin } from '../../exchange/calendar.ts';
import { newYorkOffset } from '../../exchange/new-york.ts';
import type { AssetClass } from '../../exchange/symbol.ts';
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import { shown } from '../market/fields.ts';
import { wilson } from '../market/math.ts';
import { numbers, type RecordTable } from '../market/records.ts';
import type { Json } from '../market/render.ts';
import { bySize } from '../statistics/figures.ts';

/** Fewer cases than this say nothing: the next wider set is taken. */
const LEAST_CASES = 10;

/** How far the session in progress is seen: its last bar, by the exchange's clock (crypto: UTC). */
export class TimeOfDay {
  readonly #assetClass: AssetClass;
  readonly #lastMinute: number;
  readonly #endMinute: number;

  /** @param lastBar start of the last bar, UTC minutes since the epoch */
  constructor(lastBar: number, intervalMin: number, assetClass: AssetClass) {
    this.#assetClass = assetClass;
    this.#lastMinute = this.#minuteOfDay(lastBar);
    this.#endMinute = this.#lastMinute + intervalMin;
  }

  /** `11:42`: the end of the last bar. */
  get text(): string {
    const [hours, minutes] = [Math.floor(this.#endMinute / 60), this.#endMinute % 60];
    return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
  }

  /** Whether a bar that starts at this moment of its own session (ms, NaN: none) had been seen by this time of day. */
  came(startMs: number): boolean {
    return this.#minuteOfDay(startMs / 60_000) <= this.#lastMinute;
  }

  /** Whether the exchange had closed by this time on the date: nothing of such a session was open. */
  over(date: number): boolean {
    const closeMin = this.#assetClass === 'crypto' ? null : regularCloseMin(date);
    return closeMin !== null && closeMin <= this.#endMinute;
  }

  #minuteOfDay(minute: number): number {
    const local = this.#assetClass === 'crypto' || Number.isNaN(minute) ? minute : minute + newYorkOffset(minute);
    return local - Math.floor(local / MINUTES_PER_DAY) * MINUTES_PER_DAY;
  }
}

interface Question {
  readonly when: string;
  readonly then: string;
}

const questionOf = (when: string, then: string): Question => ({ when, then });

/** A set of sessions, from the narrowest to the widest. `of` gives a row's outcome, null where it is not in the set. */
interface CaseSet {
  readonly set: 'side_and_size' | 'side' | 'state' | 'all';
  readonly text: string;
  /** The same sessions as of the open, as conditions of `/query`; null: one question does not say it. */
  readonly question: Question | null;
  of(row: number): boolean | null;
}

type History = { [key: string]: Json };

interface Asked {
  /** Complete sessions before today's. */
  readonly rows: RecordTable;
  /** Null: as of the open. */
  readonly at: TimeOfDay | null;
}

function historyOf({ rows, at }: Asked, sets: readonly CaseSet[], rate: string, came: string): History {
  const dates = numbers(rows, 'date');
  const counted = sets.map(({ set, text, question, of }) => {
    let [n, hits] = [0, 0];
    for (let row = 0; row < rows.length; row++) {
      const outcome = at?.over(dates[row]) ? null : of(row);
      if (outcome === null) continue;
      n++;
      if (outcome) hits++;
    }
    return { set, text: `${text}: ${hits} of ${n} ${came}`, n, hits, question: question && { ...question } };
  });
  const chosen = counted.find(({ n }) => n >= LEAST_CASES) ?? counted[counted.length - 1];
  const { n, hits } = chosen;
  const percent = (value: number) => (Number.isNaN(value) ? null : shown(value, 'pct'));
  const { low, high } = wilson(hits, n);
  const share = n === 0 ? Number.NaN : (hits / n) * 100;
  return { ...chosen, at: at?.text ?? null, [rate]: percent(share), low: percent(low), high: percent(high) };
}

const SIZES = bySize('gap_pct');

/** `1 to 2 %`, `under 0.25 %`, `2 % and more`. */
function sizeText(name: string): string {
  if (name.startsWith('<')) return `under ${name.slice(1)} %`;
  if (name.startsWith('>=')) return `${name.slice(2)} % and more`;
  return `${name.replace('-', ' to ')} %`;
}

function sizeConditions(name: string): string[] {
  const [least, below] = name.startsWith('<') ? ['', name.slice(1)] : name.replace('>=', '').split('-');
  return [least && `gap.gap_pct>=${least}`, below && `gap.gap_pct<${below}`].filter(Boolean) as string[];
}

/** @param today the record of today's gap, one row */
export function gapHistory(today: RecordTable, asked: Asked): History {
  const { rows } = asked;
  const at = numbers(today, 'filled')[0] === 1 ? null : asked.at;
  const [direction] = numbers(today, 'direction');
  const [size] = SIZES.codes(today) as ArrayLike<number> & Iterable<number>;
  const sizes = SIZES.codes(rows);
  const directions = numbers(rows, 'direction');
  const filled = numbers(rows, 'filled');
  const times = numbers(rows, 'fill_time');
  const open = at === null ? '' : `, still open at ${at.text}`;
  const outcome = (row: number) => (Number.isNaN(filled[row]) || at?.came(times[row]) ? null : filled[row] === 1);
  const word = direction === 0 ? 'up' : 'down';
  const side = `gaps ${word}`;
  const question = (...when: string[]) => questionOf(when.join(';'), 'gap.filled=true');
  const ofSide = `gap.direction=${word}`;
  const onSide = (row: number) => (directions[row] === direction ? outcome(row) : null);
  const sets: CaseSet[] = [
    {
      set: 'side_and_size',
      text: `${side} of ${sizeText(SIZES.names[size])}${open}`,
      question: question(ofSide, ...sizeConditions(SIZES.names[size])),
      of: (row) => (sizes[row] === size ? onSide(row) : null),
    },
    { set: 'side', text: `${side} of any size${open}`, question: question(ofSide), of: onSide },
    { set: 'all', text: `gaps up and down of any size${open}`, question: question('gap.exists=true'), of: outcome },
  ];
  return historyOf({ rows, at }, sets, 'filled_pct', 'filled');
}

interface AskedRange extends Asked {
  /** The statistic with the length of its range, as a question names it. */
  readonly named: string;
}

/** When the range was broken first, ms; NaN where it was not. A bar that broke both sides is the break of both. */
function breakTimes(rows: RecordTable): (row: number) => number {
  const [first, high, low] = ['breakout_time', 'broke_high_time', 'broke_low_time'].map((name) => numbers(rows, name));
  return (row) => {
    const known = [first[row], high[row], low[row]].filter((time) => !Number.isNaN(time));
    return known.length === 0 ? Number.NaN : Math.min(...known);
  };
}

/** Of a range that is not broken: whether it is at all. `broken`: one bar of today's broke both sides. */
export function rangeHistory({ rows, at: now, named }: AskedRange, broken: boolean): History {
  const at = broken ? null : now;
  const time = breakTimes(rows);
  const [high, low] = [numbers(rows, 'broke_high'), numbers(rows, 'broke_low')];
  const of = (row: number) => {
    if (Number.isNaN(high[row]) || Number.isNaN(low[row]) || at?.came(time(row))) return null;
    return high[row] === 1 || low[row] === 1;
  };
  const text = at === null ? 'opening ranges' : `opening ranges still unbroken at ${at.text}`;
  const question = questionOf('', `${named}.break_type!=none`);
  return {
    of: 'breakout',
    ...historyOf({ rows, at }, [{ set: 'state', text, question, of }], 'rate_pct', 'were broken'),
  };
}

/** Of a range that was broken on this side: whether the session closed beyond it. */
export function breakHistory({ rows, at, named }: AskedRange, side: 'up' | 'down'): History {
  const first = numbers(rows, 'first_direction');
  const times = numbers(rows, 'breakout_time');
  const continued = numbers(rows, 'continuation');
  const by = at === null ? '' : ` by ${at.text}`;
  const of = (row: number) =>
    Number.isNaN(continued[row]) || (at && !at.came(times[row])) ? null : continued[row] === 1;
  const code = side === 'up' ? 0 : 1;
  const sets: CaseSet[] = [
    {
      set: 'side',
      text: `opening ranges broken ${side}${by}`,
      question: questionOf(`${named}.first_direction=${side}`, `${named}.continuation=true`),
      of: (row) => (first[row] === code ? of(row) : null),
    },
    {
      set: 'all',
      text: `opening ranges broken up or down${by}`,
      question: questionOf(`${named}.first_direction:up|down`, `${named}.continuation=true`),
      of,
    },
  ];
  return { of: 'continuation', ...historyOf({ rows, at }, sets, 'rate_pct', 'closed beyond the level') };
}

/**
 * Of the levels of the session before: neither broken: whether one is at all; one broken: whether the session closed
 * beyond it. Both broken: null, the records do not say where price was since.
 */
export function levelsHistory(today: RecordTable, { rows, at }: Asked): History | null {
  const [highNow, lowNow] = [numbers(today, 'high_break')[0] === 1, numbers(today, 'low_break')[0] === 1];
  if (highNow && lowNow) return null;
  const column = (name: string) => numbers(rows, name);
  const broken = { high: column('high_break'), low: column('low_break') };
  const times = { high: column('high_break_time'), low: column('low_break_time') };
  const success = { high: column('high_success'), low: column('low_success') };
  if (!highNow && !lowNow) {
    const of = (row: number) => {
      if (at?.came(times.high[row]) || at?.came(times.low[row])) return null;
      return broken.high[row] === 1 || broken.low[row] === 1;
    };
    const text = at === null ? 'sessions' : `sessions with neither level broken at ${at.text}`;
    return {
      of: 'break',
      ...historyOf({ rows, at }, [{ set: 'state', text, question: null, of }], 'rate_pct', 'broke one of the two'),
    };
  }
  const by = at === null ? '' : ` alone by ${at.text}`;
  const onSide = (side: 'high' | 'low', other: 'high' | 'low') => (row: number) => {
    if (broken[side][row] !== 1 || Number.isNaN(success[side][row])) return null;
    if (at && (!at.came(times[side][row]) || at.came(times[other][row]))) return null;
    return success[side][row] === 1;
  };
  const [high, low] = [onSide('high', 'low'), onSide('low', 'high')];
  const side = highNow ? 'high' : 'low';
  const sets: CaseSet[] = [
    {
      set: 'side',
      text: `sessions that had broken the ${side}${by}`,
      question: questionOf(`pdhlb.${side}_break=true`, `pdhlb.${side}_success=true`),
      of: highNow ? high : low,
    },
  ];
  // As of the open a session may have broken both, and would be there twice.
  if (at)
    sets.push({
      set: 'all',
      text: `sessions that had broken one of the levels${by}`,
      question: null,
      of: (row) => high(row) ?? low(row),
    });
  return { of: 'success', ...historyOf({ rows, at }, sets, 'rate_pct', 'closed beyond it') };
}
