/** Shapes of the answers of `/today`, `/query`, `/query/scan` and `/bars`, with the description of each field. */
import { z } from 'zod';
import { KNOWN_AT } from '../market/fields.ts';
import { SORTS } from './questions/scan.ts';

export const text = z.string();
export const textOrNull = text.nullable();
export const count = z.int().min(0);
export const date = z.iso.date().nullable();
export const time = z.iso.datetime({ offset: true });
export const timeOrNull = time.nullable();
const numberOrNull = z.number().nullable();

const percent = numberOrNull.describe('Percent');
/** Names the cases that a history rests on. */
const casesOfHistory = {
  set: z
    .enum(['side_and_size', 'side', 'state', 'all'])
    .describe(
      'The set of sessions: of the same side and size class; of the same side; in the same state; all. The narrowest of ' +
        'those that there are with at least 10 cases, else the widest',
    ),
  text: text.describe('The set and its count in words: gaps down of 1 to 2 %, still open at 11:42: 2 of 19 filled'),
  n: count,
  hits: count,
  question: z
    // biome-ignore lint/suspicious/noThenProperty: the name of the parameter
    .object({ when: text, then: text })
    .nullable()
    .describe(
      'The set as of the open and its outcome, for /query with session=exchange; null: one question does not say it',
    ),
  at: textOrNull.describe(
    "Time of day by the exchange's clock (crypto: UTC) at which the sessions of the set stood as today's; null: as of the open",
  ),
};
const interval = { low: percent, high: percent };

export const TodayRow = z
  .object({
    symbol: text,
    session_date: date.describe('Date of the latest session; null without one'),
    state: z.enum(['open', 'closed']).describe('open: no stored bar ends at its end or later'),
    stale: z
      .boolean()
      .describe('A whole session has ended since the last bar, by the bars of the same asset class and interval'),
    last: z.object({ ts: time, close: z.number() }).nullable().describe('Its last bar'),
    session: z
      .object({
        starts_at: time,
        ends_at: time,
        open: numberOrNull,
        high: numberOrNull,
        low: numberOrNull,
        prev_close: numberOrNull.describe('Close of the session before; null without one'),
        part_minutes: z.int().describe('Length of a part of closes'),
        closes: z
          .array(numberOrNull)
          .describe('Last close of each part begun, from the start on; null in a part without bars; empty on 1d bars'),
      })
      .nullable()
      .describe('Its hours, its prices so far and their course; null without a session'),
    gap: z
      .object({
        prev_date: date.describe('The session that the gap is measured from'),
        direction: z.enum(['up', 'down']),
        gap_pct: percent,
        open: numberOrNull,
        filled: z.boolean().nullable().describe('Filled so far'),
        history: z
          .object({ ...casesOfHistory, filled_pct: percent, ...interval })
          .describe(
            'Of observed gaps like this one, still open at this time of day, how many were filled, with the 95 % Wilson interval',
          ),
      })
      .nullable()
      .describe('The gap that it opened with; null without one'),
    orb: z
      .object({
        state: z
          .enum(['pending', 'inside', 'up', 'down'])
          .describe('pending: the opening range is not complete; up, down: the side broken first'),
        orb_minutes: z.int(),
        high: numberOrNull,
        low: numberOrNull,
        history: z
          .object({
            of: z
              .enum(['breakout', 'continuation'])
              .describe(
                'breakout (pending, inside): ranges that were broken at all; continuation (up, down): ranges that were ' +
                  'broken on this side first and closed beyond it',
              ),
            ...casesOfHistory,
            rate_pct: percent,
            ...interval,
          })
          .describe(
            'How complete sessions went in which the range was in this state at this time of day, with the 95 % Wilson interval',
          ),
      })
      .nullable()
      .describe('Its opening range; null without a bar in it, and on 1d bars'),
    previous: z
      .object({
        high: numberOrNull,
        low: numberOrNull,
        distance_high_pct: numberOrNull.describe('(high - last close) / last close * 100'),
        distance_low_pct: numberOrNull.describe('(low - last close) / last close * 100'),
        state: z.enum(['inside', 'above', 'below']).describe('Where the last close lies'),
        history: z
          .object({
            of: z
              .enum(['break', 'success'])
              .describe(
                'break (neither level is broken): sessions that broke one; success (one is): sessions that closed beyond the ' +
                  'level that they had broken',
              ),
            ...casesOfHistory,
            rate_pct: percent,
            ...interval,
          })
          .nullable()
          .describe(
            'How complete sessions went whose levels were in this state at this time of day; null if both are broken',
          ),
      })
      .nullable()
      .describe('High and low of the session before; null without one'),
  })
  .meta({ id: 'TodayRow' });

const state = z.literal([true, false, 'pending']);
const bounds = z.object({ low: numberOrNull, high: numberOrNull });
const difference = z.object({ value: numberOrNull, low: numberOrNull, high: numberOrNull }).nullable();
/** Of an outcome that holds or not; or else of one that is a number. */
const outcomeFigures = z
  .object({
    hits: count,
    rate_pct: numberOrNull,
    confidence: bounds,
    n: count.describe('Sessions with a value'),
    never: count.describe('Sessions in which what the number is about never came: they have none'),
    mean: numberOrNull,
    mean_confidence: bounds,
    median: numberOrNull,
    median_confidence: bounds,
    std: numberOrNull,
    quantiles: z.object({ p5: numberOrNull, p25: numberOrNull, p75: numberOrNull, p95: numberOrNull }),
  })
  .partial();
const group = outcomeFigures.extend({ cases: count }).nullable();
const short = outcomeFigures.pick({ hits: true, rate_pct: true, mean: true, median: true }).extend({ cases: count });
const ALONE = 'null if when is known at an event, since nothing can be compared with the cases';
const questionTexts = {
  time_window: text,
  start_date: date,
  end_date: date,
  among: text.describe('The population, as asked; empty: every session'),
  when: text.describe('As asked; empty: every session of the population'),
  // biome-ignore lint/suspicious/noThenProperty: the name in the answer
  then: text,
};
const counts = {
  sessions: count.describe('Complete sessions in the range'),
  population: count.describe('Sessions of them for which among is true'),
  cases: count.describe('Sessions of the population for which when is true and the outcome is known'),
  unknown: z.object({
    among: count.describe('Sessions for which among is unknown'),
    when: count.describe('Sessions of the population for which when is unknown'),
    // biome-ignore lint/suspicious/noThenProperty: the name in the answer
    then: count.describe('Sessions for which when is true and the outcome is unknown'),
    early: count.describe('Sessions for which when is true and the outcome was decided before when was known'),
  }),
};
const QueryRow = z
  .object({
    date: z.iso.date(),
    values: z
      .record(z.string(), z.union([z.number(), z.string(), z.boolean(), z.null()]))
      .describe('Every field that the question names, as written in it'),
    outcome: z
      .union([z.boolean(), z.number(), z.null()])
      .describe('Whether then holds, or its number; null if it never came'),
  })
  .meta({ id: 'QueryRow' });

const pathPoints = z.array(
  z.object({
    minutes: z.int().describe('From the start of the window, or from the event, before which it is negative'),
    n: count.describe('Cases with a price there'),
    mean_pct: percent,
    mean_confidence: z.object(interval),
    p25_pct: percent,
    p75_pct: percent,
  }),
);
const CasePaths = z.object({
  step_minutes: z.int(),
  open: pathPoints.describe('Of all cases, the move since the first price, in percent of it'),
  event: pathPoints
    .nullable()
    .describe(
      'Of the cases in which the event came, the move since the price at its end; null if no event decides the outcome',
    ),
  cases: z
    .array(
      z.object({
        date: z.iso.date(),
        event_minutes: numberOrNull.describe("From the start of the window to the end of the event's bar; null: never"),
        moves_pct: z
          .array(percent)
          .describe(
            'Every step_minutes from the start of the window on, as in open; null before a bar has ended and after the last',
          ),
      }),
    )
    .describe('The newest 300 cases, newest first'),
});

export const QUESTION_BODY = outcomeFigures.extend({
  symbol: text,
  ...questionTexts,
  ...counts,
  base: group.describe(`Cases and rest together; ${ALONE}`),
  rest: group.describe(`Sessions of the population for which when is false and the outcome is known; ${ALONE}`),
  difference_pct: difference.optional().describe("Rate of the cases minus the rest's, in percentage points, 95 %"),
  difference: difference.optional().describe("Mean of the cases minus the rest's, 95 %"),
  p_value: numberOrNull.describe("Fisher's exact test; of a number Welch's; two-sided"),
  by_year: z.array(short.extend({ year: z.int() })),
  last_30: short.describe('The last thirty cases'),
  curve: z
    .array(z.object({ minutes: count, cases_pct: numberOrNull, rest_pct: numberOrNull }))
    .nullable()
    .describe(
      "Share of the sessions in which the outcome's event had come, every 5 minutes from the window's start to its end; null if no event decides it",
    ),
  paths: CasePaths.nullable()
    .optional()
    .describe('With paths=true; null on daily bars, without cases, and if too many bars would be read'),
  look_ahead: z.boolean().describe('Conditions look ahead of the outcome'),
  warnings: z.array(text),
  now: z.object({
    date: date.describe('The session in progress, or the next one; null without one'),
    session: z.literal(['in_progress', 'next', null]),
    stale: z
      .boolean()
      .describe(
        'A whole session has ended since the last bar, by the bars of the same asset class and interval: no condition is true',
      ),
    as_of: timeOrNull.describe('End of the last stored bar'),
    matches: state,
    conditions: z.array(
      z.object({
        condition: text,
        state,
        value: z.union([z.number(), z.string(), z.boolean(), z.null()]),
        known: z.enum(KNOWN_AT),
        known_at: timeOrNull.describe('By when it is decided; null if it is decided'),
      }),
    ),
  }),
  count: count.describe('Cases of this answer'),
  data: z.array(QueryRow),
});

export const SCAN_BODY = z.object({
  ...questionTexts,
  sort_by: z.enum(Object.keys(SORTS)),
  order: z.enum(['desc', 'asc']),
  min_cases: count,
  symbols: count.describe('Symbols looked at'),
  ranked: count.describe('Of these, those with enough cases'),
  skipped: count.describe('Symbols without bars, or whose feed a parameter does not fit'),
  look_ahead: z.boolean(),
  warnings: z.array(text),
  count,
});
