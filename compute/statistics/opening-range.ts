/** What became of the range of the first minutes: summaries and warnings that ORB and IB share; times of day in the window. */

import { EXCHANGE_OPEN_MIN } from '../../exchange/new-york.ts';
import { MINUTES_PER_DAY, minutesAfter } from '../../lib/days.ts';
import type { SymbolMeta } from '../market/bars.ts';
import { atClose, integer } from '../market/fields.ts';
import { numbers, partOf, type RecordTable } from '../market/records.ts';
import { NEW_YORK_BEHIND_MIN, type SessionSet, type SessionSpec, windowAt } from '../market/sessions.ts';
import {
  asked,
  below,
  bySize,
  counted,
  divided,
  type Figures,
  figure,
  figuresOf,
  ON_WEEKDAY,
  together,
} from './figures.ts';
import { numberOf } from './params.ts';
import { BREAK_TYPES } from './sessions.ts';
import type { View } from './statistic.ts';

const of = figuresOf([atClose.oneOf('break_type', BREAK_TYPES, '')]);

const OUTCOMES = [
  ['only_up', 'up', 'broke the high alone'],
  ['only_down', 'down', 'broke the low alone'],
  ['both', 'both', 'broke both sides'],
  ['neither', 'none', 'broke neither side'],
] as const;

const sides = (which: string) =>
  together(
    counted('count', 'sessions', which),
    ...OUTCOMES.flatMap(([name, type, what]) => [
      of.counted(name, 'sessions', `${which} that ${what}`, { break_type: type }),
      of.share({ break_type: type }, `${which} that ${what}`, { as: `${name}_pct` }),
    ]),
  );

/** @param sizeColumn height of the range in percent */
export const outcomes = (sizeColumn: string): Figures =>
  together(
    below('outcomes', sides('Sessions with a range')),
    divided('outcomes_by_weekday', ON_WEEKDAY, sides('Sessions with a range on this weekday')),
    divided('outcomes_by_size', bySize(sizeColumn), sides('Sessions with a range of this height in percent')),
  );

/**
 * A summary of sessions by their ranges: how many there are, how many without a bar in the range (`bars` is the column
 * that counts them), and `figures` of the others.
 */
export function rangeSummary(minutes: string, range: string, bars: string, figures: Figures) {
  const having = (rows: RecordTable) => {
    const counts = numbers(rows, bars);
    return partOf(rows, (row) => counts[row] > 0);
  };
  return {
    figures: together(
      asked(minutes, 'minutes', `Length of the ${range}`),
      counted('total_days', 'sessions', 'Complete sessions'),
      figure(
        integer('no_range_days', 'sessions', `Complete sessions without a bar in the ${range}`),
        (rows) => rows.length - having(rows).length,
      ),
      { ...figures, of: (rows, rates, path, view) => figures.of(having(rows), rates, path, view) },
    ),
    sampleSize: (rows: RecordTable) => having(rows).length,
  };
}

export const windowWarnings =
  (minutes: string, lost = 'to break it') =>
  (view: View): string[] =>
    fillsWindow(view.session, view.meta, numberOf(view.values, minutes))
      ? [`${minutes} takes up the whole window, at least in part of the year: nothing of the day is left ${lost}`]
      : [];

/** True where, at least in one half of the year, `lengthMin` minutes from the anchor leave nothing of the window. */
export function fillsWindow(spec: SessionSpec, { assetClass }: SymbolMeta, lengthMin: number): boolean {
  const opensItself = assetClass === 'crypto' || (spec.extended && spec.startExplicit);
  return NEW_YORK_BEHIND_MIN.some((behind) => {
    const { start, end } = windowAt(spec, assetClass, behind);
    const open = EXCHANGE_OPEN_MIN + behind;
    const firstOpen = [open, open + MINUTES_PER_DAY].find((minute) => minute >= start && minute < end) ?? start;
    const anchor = opensItself ? start : end > MINUTES_PER_DAY ? firstOpen : Math.max(open, start);
    // A window of regular hours that ends before the opening has no session to warn about in that half of the year.
    return anchor + lengthMin >= end && (opensItself || spec.extended || anchor < end);
  });
}

/** The cutoff's first moment at or after the window's start: one before the start means the next day. */
export function cutoffMinute(sessions: SessionSet, s: number, cutoffMin: number | undefined): number {
  if (cutoffMin === undefined) return Number.POSITIVE_INFINITY;
  const start = sessions.windowStart[s];
  return start + minutesAfter(start, cutoffMin);
}

/** Why a cutoff ends no observation; null: it does. @param name of its parameter */
export function cutoffUnused({ meta, session, values }: View, name: string): string | null {
  const cutoff = values[name] as number | undefined;
  if (cutoff === undefined) return null;
  if (meta.intervalMin >= MINUTES_PER_DAY) return `${name} has no effect on daily bars`;
  // The New York windows move against UTC by an hour; a cutoff that works in one half of the year has an effect.
  const hasEffect = NEW_YORK_BEHIND_MIN.some((behind) => {
    const { start, end } = windowAt(session, meta.assetClass, behind);
    return minutesAfter(start, cutoff) < end - start;
  });
  return hasEffect
    ? null
    : `${name} is outside the session window (one before its start means the next day) and has no effect`;
}
