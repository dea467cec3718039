/** BOS: price breaks its last swing high or low. Does it continue, come back, turn? */
import { MS_PER_MINUTE } from '../../../lib/days.ts';
import { numbers, type RecordTable } from '../../market/records.ts';
import { firstMinute } from '../../market/sessions.ts';
import { aheadOf, candlesPerSession, onCandles, storedTimeframes, timeframeWarnings } from '../candles.ts';
import { defineStatistic } from '../define.ts';
import { where } from '../figures.ts';
import { DIRECTION } from '../sessions.ts';
import type { View } from '../statistic.ts';
import { type BosValues, FIGURES, LOOK_BACK_FIELDS, PARAMS, RECORD_FIELDS, TOP_PARAMS, TYPE } from './fields.ts';
import { bosRecords } from './kernel.ts';

/**
 * Candles within which both sides have a new swing and price has broken one: in real markets half of the time in 7
 * swing lengths, nearly always in 24, whatever the timeframe. An estimate: `compute` says where it takes longer.
 */
const BACK_SWING_LENGTHS = 24;
const BACK_CANDLES = 16;

function filtered({ records, values: { direction, type } }: View<BosValues>): RecordTable {
  const ofDirection = direction === undefined ? records : where(records, 'direction', DIRECTION[direction]);
  return type === undefined ? ofDirection : where(ofDirection, 'type', TYPE[type]);
}

export default defineStatistic({
  name: 'bos',
  title: 'Break of structure',
  description:
    'Candles that break the last confirmed swing high or low, with the trend (BOS) or against it (CHoCH), and what price did next.',
  definition:
    'A swing high is above the highs of the swing_length candles before it and not below those of the swing_length ' +
    'candles after it; it counts from the last of these on, so it never repaints. Swing lows mirror it. A candle that closes above the last ' +
    'confirmed, unbroken swing high (break_criteria=wick: whose high is above it) is an event up; below the swing low, ' +
    'down. It is a choch if the event before went the other way, else a bos. A broken side has no level until its next ' +
    'swing is confirmed, and a newer swing replaces an older one. The event is followed over the next follow_bars candles.',
  notes: [
    "Candles are built from the bars of the session window alone, in slots that count from the window's start; the last slot ends with the window. Swings reach across sessions, so an overnight gap can break one with its first candle.",
    'A swing needs swing_length candles on both sides: the first candles of a symbol have none.',
    'Trend and swings run from the first stored bar of the symbol, whatever the range asked for; only the date of the breaking candle decides whether an event is listed.',
    'Of several equal highs the first is the swing (strictly above those before, not below those after).',
    'With wicks a candle may break both sides: it is one event, up if it closes above the middle of the two levels, else down, and the other swing stays.',
    'follow_through_pct and adverse_pct are measured from the level, not from the close, over highs and lows, and are never negative.',
    'A retest touches the level with a wick (touching is enough); a failure closes beyond it on the other side. Both may be the very next candle.',
    'An event is complete once follow_bars later candles exist. Open ones are in the raw list only, but count for current_trend.',
    'direction and type shorten counts, sides and breakdowns. continuation_rate_pct and avg_bars_between_events rest on all pairs of consecutive complete events inside the range.',
    'current_trend is the direction of the last event up to the end of the range, also where that event is before its start.',
    'On daily feeds nothing is null for want of intraday order: candles follow each other, and no figure looks inside one. Their hour is 0.',
  ],
  // 2: the exchange's early closes and full closings count; hours of session=exchange are New York's.
  definitionNumber: 2,
  params: PARAMS,
  fields: RECORD_FIELDS,
  choose: filtered,
  key: ['event_time'],
  recordOf: 'candle',
  carried: ['type', 'trend_before', 'bars_since_event'],
  materialised: (meta) => storedTimeframes(meta).map((timeframe) => ({ timeframe })),
  reach({ session, values }, meta) {
    const { timeframe, swing_length: swingLength, follow_bars: followBars } = values;
    const perSession = timeframe === '1W' ? 1 / 7 : candlesPerSession(timeframe, session, meta);
    return {
      back: Math.ceil((swingLength * BACK_SWING_LENGTHS + BACK_CANDLES) / perSession),
      ...aheadOf(followBars, timeframe, session, meta),
    };
  },
  compute: onCandles(bosRecords),
  olderFields(view, earliest) {
    const swings = numbers(view.records, 'swing_time');
    const firstMs = firstMinute(earliest, view.session, view.meta) * MS_PER_MINUTE;
    return (row) => (swings[row] < firstMs ? LOOK_BACK_FIELDS : []);
  },
  console: {
    group: 'structure',
    headline: {
      continuation_rate_pct: 'Breaks followed by one the same way',
      'bullish.failure_rate_pct': 'Bullish breaks that fail',
      'bearish.failure_rate_pct': 'Bearish breaks that fail',
      'bullish.retest_rate_pct': 'Bullish breaks retested',
      'bearish.retest_rate_pct': 'Bearish breaks retested',
    },
    picture: 'hourly_breakdown',
    outcome: 'failed',
    drawn: [
      {
        zone: ['level', 'level'],
        from: 'swing_time',
        to: 'event_time',
        label: 'Structure',
        tone: { field: 'direction' },
      },
      { mark: 'event_time', label: { field: 'type' }, tone: { field: 'direction' } },
    ],
  },
  endpoints: ({ raw, summary, top }) => [
    raw('Every break of structure of the range, oldest first, those still followed too'),
    summary(
      'How often breaks hold, are retested and fail, by direction, hour and weekday, and the current trend',
      FIGURES,
    ),
    top('The complete events with the largest follow-through', TOP_PARAMS, {
      order: () => [{ field: 'follow_through_pct', descending: true }],
    }),
  ],
  warnings: timeframeWarnings,
});
