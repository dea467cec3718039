/** Gap records in, the summary out: of all, by direction and hour, and of gaps within a session. */
import { FILL_BUCKETS, type Field, integer, number, text } from '../../market/fields.ts';
import { medianInPlace, rate } from '../../market/math.ts';
import type { NumberColumns } from '../../market/records.ts';
import type { RawSummary } from '../../market/render.ts';
import type { Rates } from '../figures.ts';
import type { View } from '../statistic.ts';
import { DIRECTION, type FvgValues, type RECORD_FIELDS } from './fields.ts';

const fieldsOf = (prefix: string, of: string): Field[] => [
  integer(`${prefix}.count`, 'count', `Gaps${of}, those still followed too`),
  integer(
    `${prefix}.complete_count`,
    'count',
    `Gaps${of} that all figures but count rest on: those followed to the end; with max_bars_to_close=0 those with a later candle`,
  ),
  number(`${prefix}.closure_rate_full_pct`, 'pct', 'Of these, those filled'),
  number(`${prefix}.closure_rate_any_touch_pct`, 'pct', 'Of these, those touched'),
  number(`${prefix}.avg_gap_size`, 'price', 'Mean height of the zone'),
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
  ...fieldsOf('summary.hourly.*', ' formed in this UTC hour'),
  ...fieldsOf('summary.within_session', ' whose three candles are of one session'),
] as const;

const MS_PER_HOUR = 3_600_000;
const HOURS = 24;

type Columns = NumberColumns<(typeof RECORD_FIELDS)[number]['name']>;

/** Rows are many (a hundred thousand), and groups overlap: each is a list of rows and one pass over it. */
export function fvgFigures({ records, values, timeWindow }: View<FvgValues>, rates: Rates): RawSummary {
  const horizon = values.max_bars_to_close;
  const c = records.columns as Columns;
  const all: number[] = [];
  const byDirection: number[][] = [[], []];
  const within: number[] = [];
  const byHour = Array.from({ length: HOURS }, (): number[] => []);
  for (let row = 0; row < records.length; row++) {
    all.push(row);
    byDirection[c.direction[row]].push(row);
    byHour[((c.formed_at[row] / MS_PER_HOUR) | 0) % HOURS].push(row);
    if (c.spans_session[row] === 0) within.push(row);
  }
  const group = (path: string, rows: readonly number[]) => describe(c, rows, horizon, path, rates);
  const hours = byHour.flatMap((rows, hour) => (rows.length > 0 ? [[hour, group(`hourly.${hour}`, rows)]] : []));
  const overall = group('overall', all);
  return {
    timeframe: values.timeframe,
    time_window: timeWindow,
    horizon_bars: horizon,
    summary: {
      overall,
      bullish: group('bullish', byDirection[DIRECTION.bullish]),
      bearish: group('bearish', byDirection[DIRECTION.bearish]),
      hourly: Object.fromEntries(hours),
      within_session: group('within_session', within),
    },
    sample_size: overall.complete_count,
  };
}

/** Rates and averages are of complete gaps; with unlimited following of those with a later candle. Sums go oldest first. */
function describe(c: Columns, rows: readonly number[], horizon: number, path: string, rates: Rates) {
  let followed = 0;
  let touched = 0;
  let sized = 0;
  let size = 0;
  let moveAway = 0;
  let filled = 0;
  let barsSum = 0;
  let minutesSum = 0;
  const bars = new Float64Array(rows.length);
  const minutes = new Float64Array(rows.length);
  const buckets = new Uint32Array(FILL_BUCKETS.length);
  for (const row of rows) {
    if (horizon > 0 ? c.complete[row] === 0 : Number.isNaN(c.fill_bucket[row])) continue;
    followed++;
    touched += c.touched[row];
    buckets[c.fill_bucket[row]]++;
    moveAway += c.move_away_pct_before_touch[row];
    // The plan may not show it.
    if (!Number.isNaN(c.gap_size[row])) {
      size += c.gap_size[row];
      sized++;
    }
    if (c.filled[row] === 0) continue;
    bars[filled] = c.bars_to_full_fill[row];
    minutes[filled] = c.minutes_to_full_fill[row];
    barsSum += bars[filled];
    minutesSum += minutes[filled];
    filled++;
  }
  const distribution = FILL_BUCKETS.map((name, bucket) => {
    return [name, { count: buckets[bucket], pct: rate(buckets[bucket], followed) }];
  });
  return {
    count: rows.length,
    complete_count: followed,
    closure_rate_full_pct: rates.of(`${path}.closure_rate_full_pct`, filled, followed),
    closure_rate_any_touch_pct: rates.of(`${path}.closure_rate_any_touch_pct`, touched, followed),
    avg_gap_size: size / sized,
    avg_bars_to_full_fill: barsSum / filled,
    median_bars_to_full_fill: medianInPlace(bars, 0, filled),
    avg_minutes_to_full_fill: minutesSum / filled,
    median_minutes_to_full_fill: medianInPlace(minutes, 0, filled),
    avg_move_away_pct_before_touch: moveAway / followed,
    partial_fill_distribution: Object.fromEntries(distribution),
  };
}
