/** What FVG is asked, the fields of its records, and the figures of its summary. */
import { TIMEFRAMES } from '../../market/candles.ts';
import {
  atBar,
  before,
  codesOf,
  FILL_BUCKETS,
  type Field,
  integer,
  later,
  number,
  SYMBOL_FIELD,
  text,
} from '../../market/fields.ts';
import { rate } from '../../market/math.ts';
import type { NumberColumns } from '../../market/records.ts';
import type { RawSummary } from '../../market/render.ts';
import { timeframeParam } from '../candles.ts';
import { hourOf, type Rates } from '../figures.ts';
import { boolParam, intParam, limitParam, type Values, wordParam } from '../params.ts';
import type { View } from '../statistic.ts';

export const DIRECTIONS = ['bullish', 'bearish'] as const;
export const DIRECTION = codesOf(DIRECTIONS);
const STATUSES = ['open', 'touched', 'filled', 'expired'] as const;
export const STATUS = codesOf(STATUSES);

export const PARAMS = {
  timeframe: timeframeParam(),
  max_bars_to_close: intParam({
    description: 'Candles followed after the gap; 0: all there are',
    minimum: 0,
    maximum: 10_000,
    fallback: 50,
    affects: 'records',
  }),
  use_close_prices: boolParam({
    description: 'Touches and fills by the closes of later candles instead of their highs and lows',
    fallback: false,
    affects: 'records',
  }),
};

const direction = wordParam(DIRECTIONS, { description: 'Gaps of this direction only' });

export const RAW_PARAMS = { direction };
export const TOP_PARAMS = { direction, limit: limitParam('Number of gaps') };

export type FvgValues = Values<typeof PARAMS>;

const unseen = { nullable: true };
/** Null means that no candle followed so far came back to the near edge. */
const UNFILLED = { never: { field: 'filled', is: [false] } };
const UNTOUCHED = { never: { field: 'touched', is: [false] } };

/** Known when the candle is over that makes it. */
const confirmed = atBar('confirmed_at', 'end');

export const RECORD_FIELDS = [
  SYMBOL_FIELD,
  confirmed.date('date', 'Date of the session of the third candle; of a week its first session', { internal: true }),
  before.oneOf('timeframe', TIMEFRAMES, 'Length of a candle'),
  confirmed.oneOf('direction', DIRECTIONS, 'bullish: price jumped up over the zone; bearish: down'),
  confirmed.timestamp('formed_at', 'Start of the third candle'),
  confirmed.timestamp('confirmed_at', 'End of the third candle: from then on the gap is known'),
  confirmed.number('top', 'price', 'Upper edge of the zone', {
    nullable: false,
    lookBack: true,
    formula: 'bullish: low[i]; bearish: low[i-2]',
  }),
  confirmed.number('bottom', 'price', 'Lower edge of the zone', {
    nullable: false,
    lookBack: true,
    formula: 'bullish: high[i-2]; bearish: high[i]',
  }),
  confirmed.number('gap_size', 'price', 'Height of the zone', {
    nullable: false,
    lookBack: true,
    formula: 'top - bottom',
  }),
  confirmed.number('gap_size_pct', 'pct', 'Height in percent of the lower edge', {
    nullable: false,
    formula: 'gap_size / bottom * 100',
  }),
  later.boolean('touched', 'A later candle came back to the near edge'),
  later.timestamp('touched_at', 'Start of the first candle that did', { ...unseen, ...UNTOUCHED }),
  later.integer('bars_to_touch', 'candles', 'Candles from the third to that one', { ...unseen, ...UNTOUCHED }),
  later.boolean('filled', 'A later candle came back to the far edge'),
  later.timestamp('filled_at', 'Start of the first candle that did', { ...unseen, ...UNFILLED }),
  later.integer('bars_to_full_fill', 'candles', 'Candles from the third to that one', { ...unseen, ...UNFILLED }),
  later.number('minutes_to_full_fill', 'minutes', 'Elapsed between the starts of the two, nights included', UNFILLED),
  later.number('fill_pct', 'pct', 'Deepest way back into the zone, 0 to 100; null without a later candle', {
    formula: 'bullish: clip((top - lowest low) / gap_size, 0, 1) * 100',
  }),
  later.oneOf(
    'fill_bucket',
    FILL_BUCKETS,
    'Bucket of fill_pct; 100% means filled; null without a later candle',
    unseen,
  ),
  later.number(
    'move_away_pct_before_touch',
    'pct',
    'Largest move on from the close of the third candle, before the touching candle; over all candles followed where there is none; null without a later candle',
    { formula: 'bullish: max(0, (highest high - close[i]) / close[i] * 100)' },
  ),
  confirmed.boolean('spans_session', 'The three candles are of different sessions: an overnight gap, maybe'),
  later.oneOf('status', STATUSES, 'filled, else touched, else expired (untouched, the following is over), else open'),
  later.boolean('complete', 'max_bars_to_close later candles exist; with 0: filled'),
];

const fieldsOf = (prefix: string, of: string): Field[] => [
  integer(`${prefix}.count`, 'count', `Gaps${of}, those still followed too`),
  integer(
    `${prefix}.complete_count`,
    'count',
    `Gaps${of} that all figures but count rest on: those followed to the end; with max_bars_to_close=0 those with a later candle`,
  ),
  number(`${prefix}.closure_rate_full_pct`, 'pct', 'Of these, those filled'),
  number(`${prefix}.closure_rate_any_touch_pct`, 'pct', 'Of these, those touched'),
  number(`${prefix}.avg_gap_size`, 'price', 'Mean height of the zone, of gaps whose size the plan shows'),
  number(`${prefix}.avg_bars_to_full_fill`, 'candles', 'Mean candles to the fill, filled gaps only'),
  number(`${prefix}.median_bars_to_full_fill`, 'candles', 'Median candles to the fill, filled gaps only'),
  number(`${prefix}.avg_minutes_to_full_fill`, 'minutes', 'Mean minutes to the fill, nights included'),
  number(`${prefix}.median_minutes_to_full_fill`, 'minutes', 'Median minutes to the fill, nights included'),
  number(`${prefix}.avg_move_away_pct_before_touch`, 'pct', 'Mean of move_away_pct_before_touch'),
  integer(`${prefix}.partial_fill_distribution.*.count`, 'count', 'Gaps with this fill_bucket'),
  number(`${prefix}.partial_fill_distribution.*.pct`, 'pct', 'Share of them'),
];

export const SUMMARY_FIELDS = [
  text('timeframe', 'Length of a candle'),
  integer('horizon_bars', 'candles', 'max_bars_to_close: candles followed; 0 = all there are'),
  ...fieldsOf('summary.overall', ''),
  ...fieldsOf('summary.bullish', ' upwards'),
  ...fieldsOf('summary.bearish', ' downwards'),
  ...fieldsOf('summary.hourly.*', ' formed in this hour: UTC, of equities and ETFs under session=exchange New York'),
  ...fieldsOf('summary.within_session', ' whose three candles are of one session'),
] as const;

const HOURS = 24;

type Columns = NumberColumns<(typeof RECORD_FIELDS)[number]['name']>;

/** Rows are many (a hundred thousand), and groups overlap: one pass adds each row to its groups. */
export function fvgFigures(view: View<FvgValues>, rates: Rates): RawSummary {
  const { records, values, timeWindow } = view;
  const horizon = values.max_bars_to_close;
  const c = records.columns as Columns;
  const { direction, formed_at, spans_session, complete, fill_bucket, touched, gap_size, filled } = c;
  const { move_away_pct_before_touch, bars_to_full_fill, minutes_to_full_fill } = c;
  const overall = new Group();
  const byDirection = [new Group(), new Group()];
  const within = new Group();
  const byHour = Array.from({ length: HOURS }, () => new Group());
  const hourAt = hourOf(view as View);
  for (let row = 0; row < records.length; row++) {
    const side = byDirection[direction[row]];
    const hour = byHour[hourAt(formed_at[row])];
    const isWithin = spans_session[row] === 0;
    overall.count++;
    side.count++;
    hour.count++;
    if (isWithin) within.count++;
    const bucket = fill_bucket[row];
    // Rates and averages are of complete gaps; with unlimited following of those with a later candle.
    if (horizon > 0 ? complete[row] === 0 : Number.isNaN(bucket)) continue;
    const bars = filled[row] === 0 ? Number.NaN : bars_to_full_fill[row];
    const minutes = minutes_to_full_fill[row];
    const moveAway = move_away_pct_before_touch[row];
    overall.add(touched[row], bucket, moveAway, gap_size[row], bars, minutes);
    side.add(touched[row], bucket, moveAway, gap_size[row], bars, minutes);
    hour.add(touched[row], bucket, moveAway, gap_size[row], bars, minutes);
    if (isWithin) within.add(touched[row], bucket, moveAway, gap_size[row], bars, minutes);
  }
  const hours = byHour.flatMap((one, hour) => (one.count > 0 ? [[hour, one.figures(`hourly.${hour}`, rates)]] : []));
  const figures = overall.figures('overall', rates);
  return {
    timeframe: values.timeframe,
    time_window: timeWindow,
    horizon_bars: horizon,
    summary: {
      overall: figures,
      bullish: byDirection[DIRECTION.bullish].figures('bullish', rates),
      bearish: byDirection[DIRECTION.bearish].figures('bearish', rates),
      hourly: Object.fromEntries(hours),
      within_session: within.figures('within_session', rates),
    },
    sample_size: figures.complete_count,
  };
}

/** Counts and sums of some gaps, oldest first. */
class Group {
  count = 0;
  #followed = 0;
  #touched = 0;
  #sized = 0;
  #size = 0;
  #moveAway = 0;
  readonly #buckets = new Uint32Array(FILL_BUCKETS.length);
  readonly #bars = new WholeNumbers();
  readonly #minutes = new WholeNumbers();

  /** A followed gap. @param bars NaN: it was not filled */
  add(touched: number, bucket: number, moveAway: number, size: number, bars: number, minutes: number): void {
    this.#followed++;
    this.#touched += touched;
    this.#buckets[bucket]++;
    this.#moveAway += moveAway;
    // The plan may not show it.
    if (!Number.isNaN(size)) {
      this.#size += size;
      this.#sized++;
    }
    if (Number.isNaN(bars)) return;
    this.#bars.add(bars);
    this.#minutes.add(minutes);
  }

  figures(path: string, rates: Rates) {
    const filled = this.#bars.count;
    const distribution = FILL_BUCKETS.map((name, bucket) => {
      return [name, { count: this.#buckets[bucket], pct: rate(this.#buckets[bucket], this.#followed) }];
    });
    return {
      count: this.count,
      complete_count: this.#followed,
      closure_rate_full_pct: rates.of(`${path}.closure_rate_full_pct`, filled, this.#followed),
      closure_rate_any_touch_pct: rates.of(`${path}.closure_rate_any_touch_pct`, this.#touched, this.#followed),
      avg_gap_size: this.#size / this.#sized,
      avg_bars_to_full_fill: this.#bars.mean,
      median_bars_to_full_fill: this.#bars.median,
      avg_minutes_to_full_fill: this.#minutes.mean,
      median_minutes_to_full_fill: this.#minutes.median,
      avg_move_away_pct_before_touch: this.#moveAway / this.#followed,
      partial_fill_distribution: Object.fromEntries(distribution),
    };
  }
}

/** Mean and median of whole numbers that are mostly small: those below `SMALL` are counted, a fifth of the time of selecting. */
class WholeNumbers {
  static readonly SMALL = 256;
  count = 0;
  #sum = 0;
  readonly #times = new Uint32Array(WholeNumbers.SMALL);
  readonly #larger: number[] = [];

  add(value: number): void {
    this.count++;
    this.#sum += value;
    if (value < WholeNumbers.SMALL) this.#times[value]++;
    else this.#larger.push(value);
  }

  /** NaN of none. */
  get mean(): number {
    return this.#sum / this.count;
  }

  /** NaN of none. */
  get median(): number {
    if (this.count === 0) return Number.NaN;
    return (this.#ranked((this.count - 1) >> 1) + this.#ranked(this.count >> 1)) / 2;
  }

  /** The number at this position in ascending order. */
  #ranked(rank: number): number {
    let before = 0;
    for (let value = 0; value < WholeNumbers.SMALL; value++) {
      before += this.#times[value];
      if (before > rank) return value;
    }
    return Float64Array.from(this.#larger).sort()[rank - before];
  }
}
