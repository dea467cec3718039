/**
 * The opening candle of a period (a session, an ISO week) against the period: fields, figures and summary that the
 * daily and the weekly statistic share. `session_*` names the period in both.
 */

import type { Prices } from '../market/candles.ts';
import { atClose, atOpen, atRangeEnd, codesOf, decided, decidedBy, type Field, number } from '../market/fields.ts';
import { type NumberColumns, numbers, type RecordTable, withColumns } from '../market/records.ts';
import { selected } from './define.ts';
import { completeOnly, type Figures, figuresOf, together, where } from './figures.ts';
import { BREAK_TYPE, BREAK_TYPES, OR_NULL } from './sessions.ts';
import type { View } from './statistic.ts';

const CANDLE_DIRECTIONS = ['green', 'red', 'doji'] as const;
const CANDLE = codesOf(CANDLE_DIRECTIONS);

/**
 * Record fields from `candle_open` to `outside_period`; `period` is the word for it in the texts. Of a day the bars are
 * named that decide what is broken.
 */
export function openingCandleFields(period: 'day' | 'week') {
  const ofDay = period === 'day';
  const ended = <const N extends string>(name: N, description: string) =>
    ofDay ? decided(name, description) : ([atClose.boolean(name, description, OR_NULL)] as const);
  const endedBy = (time: string) => ({ ...OR_NULL, ...(ofDay ? decidedBy(time) : {}) });
  // A week has a record from its first session on; a day starts at the anchor: without a bar in the candle its open, too,
  // comes after it.
  const atPeriodOpen = ofDay ? atClose : atOpen;
  return [
    atRangeEnd.number('candle_open', 'price', 'First price of the opening candle'),
    atRangeEnd.number('candle_high', 'price', 'Highest price of the opening candle'),
    atRangeEnd.number('candle_low', 'price', 'Lowest price of the opening candle'),
    atRangeEnd.number('candle_close', 'price', 'Last price of the opening candle'),
    atRangeEnd.oneOf('candle_direction', CANDLE_DIRECTIONS, 'Close against open of the candle; doji: equal', OR_NULL),
    atRangeEnd.number('candle_body_pct', 'pct', 'Size of the body in percent of the open', {
      formula: '|candle_close - candle_open| / candle_open * 100',
    }),
    atRangeEnd.number('candle_range_pct', 'pct', 'Range of the candle in percent of its open', {
      formula: '(candle_high - candle_low) / candle_open * 100',
    }),
    atRangeEnd.number(
      'candle_close_location',
      'ratio',
      'Where in its range the candle closed: 0 low, 1 high; null without a range',
      {
        formula: '(candle_close - candle_low) / (candle_high - candle_low)',
      },
    ),
    atPeriodOpen.number('session_open', 'price', `First price of the ${period}`),
    atClose.number('session_close', 'price', `Last price of the ${period}`),
    atClose.number('session_return_pct', 'pct', `From open to close of the ${period}`, {
      formula: '(session_close - session_open) / session_open * 100',
    }),
    atClose.oneOf('session_direction', CANDLE_DIRECTIONS, `Close against open of the ${period}`, OR_NULL),
    atClose.boolean('continuation', `The ${period} took the direction of the candle; null for a doji candle`, OR_NULL),
    atClose.number('rest_return_pct', 'pct', `From the close of the candle to the close of the ${period}`, {
      formula: '(session_close - candle_close) / candle_close * 100',
    }),
    ...ended('broke_candle_high', 'A later high was above the high of the candle'),
    ...ended('broke_candle_low', 'A later low was below the low of the candle'),
    atClose.oneOf('break_type', BREAK_TYPES, 'Which ends of the candle were broken later', OR_NULL),
    atClose.boolean(
      'high_in_candle',
      `The high of the ${period} was first reached in the candle`,
      endedBy('broke_candle_high_time'),
    ),
    atClose.boolean(
      'low_in_candle',
      `The low of the ${period} was first reached in the candle`,
      endedBy('broke_candle_low_time'),
    ),
    atClose.number(
      'max_extension_up_x',
      'ratio',
      `How far the ${period} went above the candle, in ranges of the candle`,
      {
        formula: '(high - candle_high) / (candle_high - candle_low)',
      },
    ),
    atClose.number(
      'max_extension_down_x',
      'ratio',
      `How far the ${period} went below the candle, in ranges of the candle`,
      {
        formula: '(candle_low - low) / (candle_high - candle_low)',
      },
    ),
    ...ended('outside_period', `The range strictly holds that of the ${period} before; null without one`),
  ];
}

type CandleColumns = NumberColumns<Exclude<ReturnType<typeof openingCandleFields>[number]['name'], `${string}_time`>>;

function candleDirection(open: number, close: number): number {
  return close > open ? CANDLE.green : close < open ? CANDLE.red : CANDLE.doji;
}

/** The `session_*` figures of a row: they stand also where the period has no candle. */
export function writePeriod(c: CandleColumns, row: number, period: Prices): void {
  c.session_open[row] = period.open;
  c.session_close[row] = period.close;
  c.session_return_pct[row] = ((period.close - period.open) / period.open) * 100;
  c.session_direction[row] = candleDirection(period.open, period.close);
}

/** The candle's figures of a row, after `writePeriod`. The period's high and low include the candle's. */
export function writeCandle(c: CandleColumns, row: number, candle: Prices, period: Prices): void {
  const range = candle.high - candle.low;
  const direction = candleDirection(candle.open, candle.close);
  const up = period.high > candle.high;
  const down = period.low < candle.low;
  c.candle_open[row] = candle.open;
  c.candle_high[row] = candle.high;
  c.candle_low[row] = candle.low;
  c.candle_close[row] = candle.close;
  c.candle_direction[row] = direction;
  c.candle_body_pct[row] = (Math.abs(candle.close - candle.open) / candle.open) * 100;
  c.candle_range_pct[row] = (range / candle.open) * 100;
  if (direction !== CANDLE.doji) c.continuation[row] = direction === c.session_direction[row] ? 1 : 0;
  c.rest_return_pct[row] = ((period.close - candle.close) / candle.close) * 100;
  c.broke_candle_high[row] = up ? 1 : 0;
  c.broke_candle_low[row] = down ? 1 : 0;
  c.break_type[row] = up ? (down ? BREAK_TYPE.both : BREAK_TYPE.up) : down ? BREAK_TYPE.down : BREAK_TYPE.none;
  c.high_in_candle[row] = up ? 0 : 1;
  c.low_in_candle[row] = down ? 0 : 1;
  if (range === 0) return;
  c.candle_close_location[row] = (candle.close - candle.low) / range;
  c.max_extension_up_x[row] = (period.high - candle.high) / range;
  c.max_extension_down_x[row] = (candle.low - period.low) / range;
}

/** Figures of rows that all have a candle, from `green_candles` to `outside_rate_pct`. */
export function openingCandleFigures(period: 'day' | 'week'): Figures {
  const { counted, mean, only, share, tally } = figuresOf(openingCandleFields(period));
  const candles = (colour: 'green' | 'red' | 'doji', closed: string) =>
    counted(`${colour}_candles`, 'count', `Opening candles that closed ${closed}`, { candle_direction: colour });
  const ofColours = (figureOf: (colour: string) => Figures) =>
    (['green', 'red'] as const).map((colour) => only({ candle_direction: colour }, figureOf(colour)));
  return together(
    candles('green', 'above their open'),
    candles('red', 'below their open'),
    candles('doji', 'at their open'),
    ...ofColours((colour) =>
      share('continuation', `Of the ${colour} candles, those with a ${colour} ${period}`, {
        as: `${colour}_given_${colour}_pct`,
      }),
    ),
    share('continuation', `Of the green and red candles, those whose ${period} took their direction`, {
      as: 'continuation_rate_pct',
    }),
    ...ofColours((colour) =>
      mean(
        'session_return_pct',
        `Mean session_return_pct of a ${period} with a ${colour} candle`,
        `avg_return_given_${colour}_pct`,
      ),
    ),
    ...ofColours((colour) =>
      mean('rest_return_pct', `Mean rest_return_pct after a ${colour} candle`, `avg_rest_return_given_${colour}_pct`),
    ),
    share('high_in_candle', `Share with the high of the ${period} in the candle`),
    share('low_in_candle', `Share with the low of the ${period} in the candle`),
    tally(
      'break_type_distribution',
      'count',
      'Which ends of the candle were broken later: up, down, both, none',
      'break_type',
    ),
    share('outside_period', `Share of outside_period among those that have a ${period} before`, {
      as: 'outside_rate_pct',
    }),
  );
}

const BY_SIZE: Field = number('abs_return_pct', 'pct', 'Size of session_return_pct', { internal: true });

/** Rows whose period continued the candle, ready for CONTINUATION_ORDER. */
function continuations(rows: RecordTable): RecordTable {
  const kept = where(rows, 'continuation', 1);
  return withColumns(kept, { [BY_SIZE.name]: numbers(kept, 'session_return_pct').map(Math.abs) });
}

/** A top of periods that continued the candle, the largest first. */
export const continuationTop = (fields: readonly Field[]) => ({
  fields: [...fields, BY_SIZE],
  rows: (view: View) => continuations(completeOnly(selected(view))),
  order: () => [{ field: BY_SIZE.name, descending: true }],
});
