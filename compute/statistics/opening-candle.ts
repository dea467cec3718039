/**
 * The opening candle of a period (a session, an ISO week) against the period: fields, figures and summary that the
 * daily and the weekly statistic share. `session_*` names the period in both.
 */

import { mean } from '../market/math/sample.ts';
import { boolean, type Field, integer, number, oneOf } from '../market/records/fields.ts';
import { type NumberColumns, numbers, partOf, type RecordTable, withColumns } from '../market/records/table.ts';
import type { Rates } from './rates.ts';
import type { RawSummary } from './statistic.ts';
import { count, where } from './summary-parts.ts';

export const CANDLE_DIRECTIONS = ['green', 'red', 'doji'] as const;
export const GREEN = 0;
export const RED = 1;
export const DOJI = 2;

export const BREAK_TYPES = ['up', 'down', 'both', 'none'] as const;

/** Record fields from `candle_open` to `outside_period`; `period` is the word for it in the texts (session, week). */
export function openingCandleFields(period: string): readonly Field[] {
  const maybe = { nullable: true };
  return [
    number('candle_open', 'price', 'First price of the opening candle'),
    number('candle_high', 'price', 'Highest price of the opening candle'),
    number('candle_low', 'price', 'Lowest price of the opening candle'),
    number('candle_close', 'price', 'Last price of the opening candle'),
    oneOf('candle_direction', CANDLE_DIRECTIONS, 'Close against open of the candle; doji: equal', maybe),
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
    oneOf('session_direction', CANDLE_DIRECTIONS, `Close against open of the ${period}`, maybe),
    boolean('continuation', `The ${period} took the direction of the candle; null for a doji candle`, maybe),
    number('rest_return_pct', 'pct', `From the close of the candle to the close of the ${period}`, {
      formula: '(session_close - candle_close) / candle_close * 100',
    }),
    boolean('broke_candle_high', 'A later high was above the high of the candle', maybe),
    boolean('broke_candle_low', 'A later low was below the low of the candle', maybe),
    oneOf('break_type', BREAK_TYPES, 'Which ends of the candle were broken later', maybe),
    boolean('high_in_candle', `The high of the ${period} was first reached in the candle`, maybe),
    boolean('low_in_candle', `The low of the ${period} was first reached in the candle`, maybe),
    number('max_extension_up_x', 'ratio', `How far the ${period} went above the candle, in ranges of the candle`, {
      formula: '(high - candle_high) / (candle_high - candle_low)',
    }),
    number('max_extension_down_x', 'ratio', `How far the ${period} went below the candle, in ranges of the candle`, {
      formula: '(candle_low - low) / (candle_high - candle_low)',
    }),
    boolean('outside_period', `The range strictly holds that of the ${period} before; null without one`, maybe),
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

const WRITTEN = [
  'candle_open',
  'candle_high',
  'candle_low',
  'candle_close',
  'candle_direction',
  'candle_body_pct',
  'candle_range_pct',
  'candle_close_location',
  'session_open',
  'session_close',
  'session_return_pct',
  'session_direction',
  'continuation',
  'rest_return_pct',
  'broke_candle_high',
  'broke_candle_low',
  'break_type',
  'high_in_candle',
  'low_in_candle',
  'max_extension_up_x',
  'max_extension_down_x',
] as const;

export type CandleColumns = NumberColumns<(typeof WRITTEN)[number]>;

export function candleColumns(builder: { columns<N extends string>(...names: readonly N[]): NumberColumns<N> }) {
  return builder.columns(...WRITTEN);
}

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

/** Summary fields of `openingCandleFigures`. */
export function openingCandleSummaryFields(period: string): readonly Field[] {
  return [
    integer('green_candles', 'count', 'Opening candles that closed above their open'),
    integer('red_candles', 'count', 'Opening candles that closed below their open'),
    integer('doji_candles', 'count', 'Opening candles that closed at their open'),
    number('green_given_green_pct', 'pct', `Of the green candles, those with a green ${period}`),
    number('red_given_red_pct', 'pct', `Of the red candles, those with a red ${period}`),
    number('continuation_rate_pct', 'pct', `Of the green and red candles, those whose ${period} took their direction`),
    number('avg_return_given_green_pct', 'pct', `Mean session_return_pct of a ${period} with a green candle`),
    number('avg_return_given_red_pct', 'pct', `Mean session_return_pct of a ${period} with a red candle`),
    number('avg_rest_return_given_green_pct', 'pct', 'Mean rest_return_pct after a green candle'),
    number('avg_rest_return_given_red_pct', 'pct', 'Mean rest_return_pct after a red candle'),
    number('high_in_candle_pct', 'pct', `Share with the high of the ${period} in the candle`),
    number('low_in_candle_pct', 'pct', `Share with the low of the ${period} in the candle`),
    integer('break_type_distribution.*', 'count', 'Which ends of the candle were broken later: up, down, both, none'),
    number('outside_rate_pct', 'pct', `Share of outside_period among those that have a ${period} before`),
  ];
}

/** Figures of rows that all have a candle, from `green_candles` to `outside_rate_pct`; notes its rates in `rates`. */
export function openingCandleFigures(rows: RecordTable, rates: Rates): RawSummary {
  const green = where(rows, 'candle_direction', GREEN);
  const red = where(rows, 'candle_direction', RED);
  const ones = (table: RecordTable, name: string) => count(numbers(table, name), (value) => value === 1);
  const share = (path: string, name: string) =>
    rates.of(
      path,
      ones(rows, name),
      count(numbers(rows, name), (value) => !Number.isNaN(value)),
    );
  const breaks = numbers(rows, 'break_type');
  return {
    green_candles: green.length,
    red_candles: red.length,
    doji_candles: rows.length - green.length - red.length,
    green_given_green_pct: rates.of('green_given_green_pct', ones(green, 'continuation'), green.length),
    red_given_red_pct: rates.of('red_given_red_pct', ones(red, 'continuation'), red.length),
    continuation_rate_pct: share('continuation_rate_pct', 'continuation'),
    avg_return_given_green_pct: mean(numbers(green, 'session_return_pct')),
    avg_return_given_red_pct: mean(numbers(red, 'session_return_pct')),
    avg_rest_return_given_green_pct: mean(numbers(green, 'rest_return_pct')),
    avg_rest_return_given_red_pct: mean(numbers(red, 'rest_return_pct')),
    high_in_candle_pct: share('high_in_candle_pct', 'high_in_candle'),
    low_in_candle_pct: share('low_in_candle_pct', 'low_in_candle'),
    break_type_distribution: Object.fromEntries(
      BREAK_TYPES.map((name, code) => [name, count(breaks, (value) => value === code)]),
    ),
    outside_rate_pct: share('outside_rate_pct', 'outside_period'),
  };
}

const BY_SIZE: Field = number('abs_return_pct', 'pct', 'Size of session_return_pct', { internal: true });

/** Fields of a top of continuations: the record's, and what it is ordered by. */
export function continuationTopFields(fields: readonly Field[]): readonly Field[] {
  return [...fields, BY_SIZE];
}

/** Rows whose period continued the candle, ready for CONTINUATION_ORDER. */
export function continuations(rows: RecordTable): RecordTable {
  const continued = numbers(rows, 'continuation');
  const kept = partOf(rows, (row) => continued[row] === 1);
  return withColumns(kept, { [BY_SIZE.name]: numbers(kept, 'session_return_pct').map(Math.abs) });
}

export const CONTINUATION_ORDER = [{ field: BY_SIZE.name, descending: true }] as const;
