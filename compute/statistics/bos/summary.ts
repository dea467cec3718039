/** Events in, the summary out. */

import { WEEKDAYS, weekdayOf } from '../../../lib/days.ts';
import { lowerBound } from '../../market/bars.ts';
import { medianInPlace } from '../../market/math.ts';
import { numbers, type RecordTable } from '../../market/records.ts';
import type { RawSummary } from '../../market/render.ts';
import type { Rates } from '../figures.ts';
import type { View } from '../statistic.ts';
import type { BosValues } from './fields.ts';

const MS_PER_HOUR = 3_600_000;
const HOURS = 24;
const UP = 0;

export function bosFigures(view: View<BosValues>, rates: Rates, rows: RecordTable): RawSummary {
  const direction = numbers(rows, 'direction');
  const type = numbers(rows, 'type');
  const date = numbers(rows, 'date');
  const eventTime = numbers(rows, 'event_time');
  const failed = numbers(rows, 'failed');
  const retest = numbers(rows, 'retest');
  let chochCount = 0;
  const sides = [new Side(rows.length), new Side(rows.length)];
  const hours = Array.from({ length: HOURS }, () => new Tally());
  const weekdays = Array.from({ length: WEEKDAYS.length }, () => new Tally());
  const followThrough = numbers(rows, 'follow_through_pct');
  const barsToRetest = numbers(rows, 'bars_to_retest');
  for (let row = 0; row < rows.length; row++) {
    chochCount += type[row];
    sides[direction[row]].add(failed[row], retest[row], followThrough[row], barsToRetest[row]);
    hours[Math.floor(eventTime[row] / MS_PER_HOUR) % HOURS].add(failed[row], retest[row]);
    weekdays[weekdayOf(date[row])].add(failed[row], retest[row]);
  }

  const pairs = consecutivePairs(view);
  return {
    timeframe: view.values.timeframe,
    total_events: rows.length,
    bos_count: rows.length - chochCount,
    choch_count: chochCount,
    bullish: sides[UP].summary('bullish', rates),
    bearish: sides[1 - UP].summary('bearish', rates),
    continuation_rate_pct: rates.of('continuation_rate_pct', pairs.sameDirection, pairs.count),
    avg_bars_between_events: pairs.bars / pairs.count,
    current_trend: trendAtEnd(view),
    hourly_breakdown: breakdown('hourly_breakdown', hours, (hour) => `${hour}`, 0, rates),
    weekday_breakdown: breakdown('weekday_breakdown', weekdays, (weekday) => WEEKDAYS[weekday], 5, rates),
  };
}

class Tally {
  count = 0;
  failed = 0;
  retested = 0;

  add(failed: number, retested: number): void {
    this.count++;
    this.failed += failed;
    this.retested += retested;
  }

  rates(path: string, rates: Rates) {
    return {
      count: this.count,
      failure_rate_pct: rates.of(`${path}.failure_rate_pct`, this.failed, this.count),
      retest_rate_pct: rates.of(`${path}.retest_rate_pct`, this.retested, this.count),
    };
  }
}

class Side {
  readonly #tally = new Tally();
  readonly #followThrough: Float64Array;
  #followThroughSum = 0;
  #barsToRetest = 0;

  constructor(capacity: number) {
    this.#followThrough = new Float64Array(capacity);
  }

  add(failed: number, retested: number, followThrough: number, barsToRetest: number): void {
    this.#followThrough[this.#tally.count] = followThrough;
    this.#followThroughSum += followThrough;
    if (retested === 1) this.#barsToRetest += barsToRetest;
    this.#tally.add(failed, retested);
  }

  summary(path: string, rates: Rates): RawSummary {
    const { count, retested } = this.#tally;
    return {
      ...this.#tally.rates(path, rates),
      avg_follow_through_pct: this.#followThroughSum / count,
      median_follow_through_pct: medianInPlace(this.#followThrough, 0, count),
      avg_bars_to_retest: this.#barsToRetest / retested,
    };
  }
}

/** The first `always` rows whatever they hold, the others where events occur. */
function breakdown(
  path: string,
  tallies: readonly Tally[],
  nameOf: (index: number) => string,
  always: number,
  rates: Rates,
): RawSummary {
  const out: Record<string, RawSummary> = {};
  tallies.forEach((tally, index) => {
    const name = nameOf(index);
    if (index < always || tally.count > 0) out[name] = tally.rates(`${path}.${name}`, rates);
  });
  return out;
}

/** Neighbours among the complete events of the range, whatever the filters; those on both sides of a joint are none. */
function consecutivePairs({ records, joint = Number.NEGATIVE_INFINITY }: View): {
  count: number;
  sameDirection: number;
  bars: number;
} {
  const complete = numbers(records, 'complete');
  const date = numbers(records, 'date');
  const direction = numbers(records, 'direction');
  const barsSince = numbers(records, 'bars_since_event');
  const pairs = { count: 0, sameDirection: 0, bars: 0 };
  for (let row = 1; row < records.length; row++) {
    if (complete[row] !== 1 || complete[row - 1] !== 1 || date[row - 1] < joint !== date[row] < joint) continue;
    pairs.count++;
    if (direction[row] === direction[row - 1]) pairs.sameDirection++;
    pairs.bars += barsSince[row];
  }
  return pairs;
}

/** Direction of the last event up to the range's end, open ones too; 0 before the first, also of those after a joint. */
function trendAtEnd({ allRecords, range, joint = Number.NEGATIVE_INFINITY }: View): number {
  const dates = numbers(allRecords, 'date');
  const after = lowerBound(dates, range.to + 1);
  if (range.to >= joint && after > 0 && dates[after - 1] < joint) return 0;
  if (after > 0) return numbers(allRecords, 'direction')[after - 1] === UP ? 1 : -1;
  return allRecords.length > 0 ? numbers(allRecords, 'trend_before')[0] : 0;
}
