/**
 * The opening candle of a period (a session, an ISO week) against the period: fields, figures and summary that the
 * daily and the weekly statistic share. `session_*` names the period in both.
 */

import { boolean, decided, decidedBy, type Field, number, oneOf } from '../market/records/fields.ts';
import { numbers, type RecordTable, withColumns } from '../market/records/table.ts';
import { type Columns, OR_NULL } from './day-fields.ts';
import { average, counted, type Figures, only, share, tally, together } from './figures.ts';
import { BREAK_TYPES } from './outcomes.ts';
import { is } from './rates.ts';
import { where } from './summary-parts.ts';

export const CANDLE_DIRECTIONS = ['green', 'red', 'doji'] as const;
export const GREEN = 0;
export const RED = 1;
export const DOJI = 2;

/**
 * Record fields from `candle_open` to `outside_period`; `period` is the word for it in the texts. Of a day the bars are
 * named that decide what is broken.
 */
export function openingCandleFields(period: 'day' | 'week'): readonly Field[] {
  const ofDay = period === 'day';
  const withTime = (field: Field) => (ofDay ? decided(field) : [field]);
  const endedBy = (time: string, field: Field) => (ofDay ? decidedBy(time, field) : field);
  return [
    number('candle_open', 'price', 'First price of the opening candle'),
    number('candle_high', 'price', 'Highest price of the opening candle'),
    number('candle_low', 'price', 'Lowest price of the opening candle'),
    number('candle_close', 'price', 'Last price of the opening candle'),
    oneOf('candle_direction', CANDLE_DIRECTIONS, 'Close against open of the candle; doji: equal', OR_NULL),
    number('candle_body_pct', 'pct', 'Size of the body in percent of the open', {
      formula: '|candle_close - candle_open| / candle_open * 100',
    }),
    number('candle_range_pct', 'pct', 'Range of the candle in percent of its open', {
      formula: '(candle_high - candle_low) / candle_open * 100',
    }),
    number(
      'candle_close_location',
      'ratio',
      'Where in its range the candle closed: 0 low, 1 high; null without a range',
      {
        formula: '(candle_close - candle_low) / (candle_high - candle_low)',
      },
    ),
    number('session_open', 'price', `First price of the ${period}`),
    number('session_close', 'price', `Last price of the ${period}`),
    number('session_return_pct', 'pct', `From open to close of the ${period}`, {
      formula: '(session_close - session_open) / session_open * 100',
    }),
    oneOf('session_direction', CANDLE_DIRECTIONS, `Close against open of the ${period}`, OR_NULL),
    boolean('continuation', `The ${period} took the direction of the candle; null for a doji candle`, OR_NULL),
    number('rest_return_pct', 'pct', `From the close of the candle to the close of the ${period}`, {
      formula: '(session_close - candle_close) / candle_close * 100',
    }),
    ...withTime(boolean('broke_candle_high', 'A later high was above the high of the candle', OR_NULL)),
    ...withTime(boolean('broke_candle_low', 'A later low was below the low of the candle', OR_NULL)),
    oneOf('break_type', BREAK_TYPES, 'Which ends of the candle were broken later', OR_NULL),
    endedBy(
      'broke_candle_high_time',
      boolean('high_in_candle', `The high of the ${period} was first reached in the candle`, OR_NULL),
    ),
    endedBy(
      'broke_candle_low_time',
      boolean('low_in_candle', `The low of the ${period} was first reached in the candle`, OR_NULL),
    ),
    number('max_extension_up_x', 'ratio', `How far the ${period} went above the candle, in ranges of the candle`, {
      formula: '(high - candle_high) / (candle_high - candle_low)',
    }),
    number('max_extension_down_x', 'ratio', `How far the ${period} went below the candle, in ranges of the candle`, {
      formula: '(candle_low - low) / (candle_high - candle_low)',
    }),
    ...withTime(
      boolean('outside_period', `The range strictly holds that of the ${period} before; null without one`, OR_NULL),
    ),
  ];
}

/** When the fields of `openingCandleFields` are known but for `session_open`, which depends on the period. */
export const CANDLE_KNOWN_AT = {
  end_of_range: [
    ...['candle_open', 'candle_high', 'candle_low', 'candle_close', 'candle_direction', 'candle_body_pct'],
    ...['candle_range_pct', 'candle_close_location'],
  ],
  close: [
    ...['session_close', 'session_return_pct', 'session_direction', 'continuation', 'rest_return_pct'],
    ...['broke_candle_high', 'broke_candle_low', 'break_type', 'high_in_candle', 'low_in_candle'],
    ...['max_extension_up_x', 'max_extension_down_x', 'outside_period'],
  ],
};

export interface Prices {
  open: number;
  high: number;
  low: number;
  close: number;
}

export function candleDirection(open: number, close: number): number {
  return close > open ? GREEN : close < open ? RED : DOJI;
}

/** The `session_*` figures of a row: they stand also where the period has no candle. */
export function writePeriod(c: Columns, row: number, period: Prices): void {
  c.session_open[row] = period.open;
  c.session_close[row] = period.close;
  c.session_return_pct[row] = ((period.close - period.open) / period.open) * 100;
  c.session_direction[row] = candleDirection(period.open, period.close);
}

/** The candle's figures of a row, after `writePeriod`. The period's high and low include the candle's. */
export function writeCandle(c: Columns, row: number, candle: Prices, period: Prices): void {
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
  if (direction !== DOJI) c.continuation[row] = direction === c.session_direction[row] ? 1 : 0;
  c.rest_return_pct[row] = ((period.close - candle.close) / candle.close) * 100;
  c.broke_candle_high[row] = up ? 1 : 0;
  c.broke_candle_low[row] = down ? 1 : 0;
  c.break_type[row] = up ? (down ? 2 : 0) : down ? 1 : 3;
  c.high_in_candle[row] = up ? 0 : 1;
  c.low_in_candle[row] = down ? 0 : 1;
  if (range === 0) return;
  c.candle_close_location[row] = (candle.close - candle.low) / range;
  c.max_extension_up_x[row] = (period.high - candle.high) / range;
  c.max_extension_down_x[row] = (candle.low - period.low) / range;
}

/** Figures of rows that all have a candle, from `green_candles` to `outside_rate_pct`. */
export function openingCandleFigures(period: string): Figures {
  const candles = (colour: string, code: number, closed: string) =>
    counted(`${colour}_candles`, 'count', `Opening candles that closed ${closed}`, 'candle_direction', is(code));
  const followed = (colour: string) =>
    share(
      `${colour}_given_${colour}_pct`,
      `Of the ${colour} candles, those with a ${colour} ${period}`,
      'continuation',
    );
  const returned = (colour: string) =>
    average(
      `avg_return_given_${colour}_pct`,
      'pct',
      `Mean session_return_pct of a ${period} with a ${colour} candle`,
      'session_return_pct',
    );
  const rest = (colour: string) =>
    average(
      `avg_rest_return_given_${colour}_pct`,
      'pct',
      `Mean rest_return_pct after a ${colour} candle`,
      'rest_return_pct',
    );
  const ofColours = (figureOf: (colour: string) => Figures) =>
    (['green', 'red'] as const).map((colour, code) => only('candle_direction', code, figureOf(colour)));
  return together(
    candles('green', GREEN, 'above their open'),
    candles('red', RED, 'below their open'),
    candles('doji', DOJI, 'at their open'),
    ...ofColours(followed),
    share(
      'continuation_rate_pct',
      `Of the green and red candles, those whose ${period} took their direction`,
      'continuation',
    ),
    ...ofColours(returned),
    ...ofColours(rest),
    share('high_in_candle_pct', `Share with the high of the ${period} in the candle`),
    share('low_in_candle_pct', `Share with the low of the ${period} in the candle`),
    tally(
      'break_type_distribution',
      'count',
      'Which ends of the candle were broken later: up, down, both, none',
      'break_type',
      BREAK_TYPES,
    ),
    share('outside_rate_pct', `Share of outside_period among those that have a ${period} before`, 'outside_period'),
  );
}

const BY_SIZE: Field = number('abs_return_pct', 'pct', 'Size of session_return_pct', { internal: true });

/** Fields of a top of continuations: the record's, and what it is ordered by. */
export function continuationTopFields(fields: readonly Field[]): readonly Field[] {
  return [...fields, BY_SIZE];
}

/** Rows whose period continued the candle, ready for CONTINUATION_ORDER. */
export function continuations(rows: RecordTable): RecordTable {
  const kept = where(rows, 'continuation', 1);
  return withColumns(kept, { [BY_SIZE.name]: numbers(kept, 'session_return_pct').map(Math.abs) });
}

export const CONTINUATION_ORDER = [{ field: BY_SIZE.name, descending: true }] as const;
