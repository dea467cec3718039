/** What became of the range of the first minutes: summaries and warnings that ORB and IB share; times of day in the window. */

import {
  EXCHANGE_CLOSE_MIN,
  EXCHANGE_OPEN_MIN,
  EXTENDED_CLOSE_MIN,
  EXTENDED_OPEN_MIN,
} from '../../exchange/new-york.ts';
import type { AssetClass } from '../../exchange/symbol.ts';
import { MINUTES_PER_DAY, minutesAfter } from '../../lib/days.ts';
import type { SymbolMeta } from '../market/bars.ts';
import { atClose, integer } from '../market/fields.ts';
import { numbers, partOf, type RecordTable } from '../market/records.ts';
import { followsNewYork, type SessionSet, type SessionSpec, utcWindow } from '../market/sessions.ts';
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

/** Of a statistic on the first minutes, the number of which is the parameter `minutes`. */
export const windowWarnings =
  (minutes: string, lost = 'to break it') =>
  (view: View): string[] =>
    fillsWindow(view.session, view.meta, numberOf(view.values, minutes))
      ? [`${minutes} takes up the whole window, at least in part of the year: nothing of the day is left ${lost}`]
      : [];

/** New York's distance from UTC in summer and in winter, minutes. */
const NEW_YORK_BEHIND_MIN = [240, 300];

/** True where, at least in one half of the year, `lengthMin` minutes from the anchor leave nothing of the window. */
export function fillsWindow(spec: SessionSpec, meta: SymbolMeta, lengthMin: number): boolean {
  // 390 minutes of the exchange window; extended hours leave 630 after the opening.
  if (followsNewYork(spec, meta.assetClass)) return lengthMin >= (spec.mode === 'exchange' ? 390 : 630);
  const { startMin, endMin } = utcWindow(spec, meta.assetClass);
  const stop = endMin > startMin ? endMin : endMin + MINUTES_PER_DAY;
  if (meta.assetClass === 'crypto' || (spec.extended && spec.startExplicit)) return startMin + lengthMin >= stop;
  return NEW_YORK_BEHIND_MIN.some((behind) => {
    const open = EXCHANGE_OPEN_MIN + behind;
    const anchor = stop > MINUTES_PER_DAY ? firstInside(open, startMin, stop) : Math.max(open, startMin);
    // A window of regular hours that ends before the opening has no session to warn about in that half of the year.
    return anchor + lengthMin >= stop && (spec.extended || anchor < stop);
  });
}

function firstInside(open: number, start: number, stop: number): number {
  for (const minute of [open, open + MINUTES_PER_DAY]) if (minute >= start && minute < stop) return minute;
  return start;
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
  return cutoffHasEffect(session, meta.assetClass, cutoff)
    ? null
    : `${name} is outside the session window (one before its start means the next day) and has no effect`;
}

/** False where the cutoff's first moment in the window lies at or beyond the window's end on every date. */
function cutoffHasEffect(spec: SessionSpec, assetClass: AssetClass, cutoffMin: number): boolean {
  // The New York windows move against UTC by an hour; a cutoff that works in one half of the year has an effect.
  const windows = followsNewYork(spec, assetClass) ? newYorkWindowsUtc(spec) : [utcWindow(spec, assetClass)];
  return windows.some(({ startMin, endMin }) => {
    const length = endMin > startMin ? endMin - startMin : endMin + MINUTES_PER_DAY - startMin;
    return minutesAfter(startMin, cutoffMin) < length;
  });
}

function newYorkWindowsUtc(spec: SessionSpec): { startMin: number; endMin: number }[] {
  const [open, close] =
    spec.mode === 'exchange' ? [EXCHANGE_OPEN_MIN, EXCHANGE_CLOSE_MIN] : [EXTENDED_OPEN_MIN, EXTENDED_CLOSE_MIN];
  return NEW_YORK_BEHIND_MIN.map((behind) => ({ startMin: open + behind, endMin: close + behind }));
}
