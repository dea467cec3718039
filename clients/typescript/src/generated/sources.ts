/** Made by `npm run clients:generate` of the service this client belongs to: not edited by hand. */
import { type RecordsSource, recordsSource, type SessionSource, sessionSource } from '../question.ts';

const bosFields = {
  /** Length of a candle */
  timeframe: { type: 'enum', knownAt: 'before', words: ['1m', '2m', '3m', '5m', '10m', '15m', '30m', '1H', '2H', '4H', '1D', '1W'] },
  /** Start of the breaking candle */
  event_time: { type: 'timestamp', knownAt: 'event' },
  /** End of the breaking candle: from then on the break is known */
  confirmed_at: { type: 'timestamp', knownAt: 'event' },
  /** choch: against the trend before (change of character); bos: with it, or the first of all */
  type: { type: 'enum', knownAt: 'event', words: ['bos', 'choch'] },
  /** up: a swing high was broken; down: a swing low */
  direction: { type: 'enum', knownAt: 'event', words: ['up', 'down'] },
  /** Price of the swing that was broken */
  level: { type: 'number', knownAt: 'event' },
  /** Start of the swing's candle */
  swing_time: { type: 'timestamp', knownAt: 'event' },
  /** Candles from the swing's to the breaking one */
  bars_since_swing: { type: 'integer', knownAt: 'event' },
  /** Close of the breaking candle */
  close: { type: 'number', knownAt: 'event' },
  /** How far the price that broke the level went beyond it, of the level */
  break_size_pct: { type: 'number', knownAt: 'event' },
  /** Direction of the event before: 1 up, -1 down, 0 none yet */
  trend_before: { type: 'integer', knownAt: 'event' },
  /** Largest move on beyond the level over the next follow_bars candles, at least 0 */
  follow_through_pct: { type: 'number', knownAt: 'later' },
  /** Largest move back behind the level over the next follow_bars candles, at least 0 */
  adverse_pct: { type: 'number', knownAt: 'later' },
  /** One of the next follow_bars candles touched the level; null without a later candle */
  retest: { type: 'boolean', knownAt: 'later' },
  /** Start of the first that did */
  retest_time: { type: 'timestamp', knownAt: 'later' },
  /** Candles from the breaking one to that one */
  bars_to_retest: { type: 'integer', knownAt: 'later' },
  /** One of the next follow_bars candles closed back behind the level; null without a later candle */
  failed: { type: 'boolean', knownAt: 'later' },
  /** Candles from the breaking one to the first that did */
  bars_to_failure: { type: 'integer', knownAt: 'later' },
  /** follow_bars later candles exist */
  complete: { type: 'boolean', knownAt: 'later' },
} as const;

export type BosParameters = {
  /** Length of a candle; a whole multiple of the base interval. Omitted: 15m, or the next longer one that fits the feed */
  readonly timeframe: '1m' | '2m' | '3m' | '5m' | '10m' | '15m' | '30m' | '1H' | '2H' | '4H' | '1D' | '1W';
  /** Candles on either side that a swing high (low) stands out from */
  readonly swing_length: number;
  /** What must go beyond the swing to break it: the close, or the high (low) */
  readonly break_criteria: 'close' | 'wick';
  /** Candles followed after the break */
  readonly follow_bars: number;
};

/** Break of structure. Candles that break the last confirmed swing high or low, with the trend (BOS) or against it (CHoCH), and what price did next. */
export const bos: RecordsSource<'bos', typeof bosFields, BosParameters> = recordsSource('bos', bosFields);

const fvgFields = {
  /** Length of a candle */
  timeframe: { type: 'enum', knownAt: 'before', words: ['1m', '2m', '3m', '5m', '10m', '15m', '30m', '1H', '2H', '4H', '1D', '1W'] },
  /** bullish: price jumped up over the zone; bearish: down */
  direction: { type: 'enum', knownAt: 'event', words: ['bullish', 'bearish'] },
  /** Start of the third candle */
  formed_at: { type: 'timestamp', knownAt: 'event' },
  /** End of the third candle: from then on the gap is known */
  confirmed_at: { type: 'timestamp', knownAt: 'event' },
  /** Upper edge of the zone */
  top: { type: 'number', knownAt: 'event' },
  /** Lower edge of the zone */
  bottom: { type: 'number', knownAt: 'event' },
  /** Height of the zone */
  gap_size: { type: 'number', knownAt: 'event' },
  /** Height in percent of the lower edge */
  gap_size_pct: { type: 'number', knownAt: 'event' },
  /** A later candle came back to the near edge */
  touched: { type: 'boolean', knownAt: 'later' },
  /** Start of the first candle that did */
  touched_at: { type: 'timestamp', knownAt: 'later' },
  /** Candles from the third to that one */
  bars_to_touch: { type: 'integer', knownAt: 'later' },
  /** A later candle came back to the far edge */
  filled: { type: 'boolean', knownAt: 'later' },
  /** Start of the first candle that did */
  filled_at: { type: 'timestamp', knownAt: 'later' },
  /** Candles from the third to that one */
  bars_to_full_fill: { type: 'integer', knownAt: 'later' },
  /** Elapsed between the starts of the two, nights included */
  minutes_to_full_fill: { type: 'number', knownAt: 'later' },
  /** Deepest way back into the zone, 0 to 100; null without a later candle */
  fill_pct: { type: 'number', knownAt: 'later' },
  /** Bucket of fill_pct; 100% means filled; null without a later candle */
  fill_bucket: { type: 'enum', knownAt: 'later', words: ['0%', '1-25%', '26-50%', '51-75%', '76-99%', '100%'] },
  /** Largest move on from the close of the third candle, before the touching candle; over all candles followed where there is none; null without a later candle */
  move_away_pct_before_touch: { type: 'number', knownAt: 'later' },
  /** The three candles are of different sessions: an overnight gap, maybe */
  spans_session: { type: 'boolean', knownAt: 'event' },
  /** filled, else touched, else expired (untouched, the following is over), else open */
  status: { type: 'enum', knownAt: 'later', words: ['open', 'touched', 'filled', 'expired'] },
  /** max_bars_to_close later candles exist; with 0: filled */
  complete: { type: 'boolean', knownAt: 'later' },
} as const;

export type FvgParameters = {
  /** Length of a candle; a whole multiple of the base interval. Omitted: 15m, or the next longer one that fits the feed */
  readonly timeframe: '1m' | '2m' | '3m' | '5m' | '10m' | '15m' | '30m' | '1H' | '2H' | '4H' | '1D' | '1W';
  /** Candles followed after the gap; 0: all there are */
  readonly max_bars_to_close: number;
  /** Touches and fills by the closes of later candles instead of their highs and lows */
  readonly use_close_prices: boolean;
};

/** Fair value gap. Three candles whose first and third do not overlap leave a zone that was hardly traded. How often, how far and how fast price comes back into it. */
export const fvg: RecordsSource<'fvg', typeof fvgFields, FvgParameters> = recordsSource('fvg', fvgFields);

const gapFields = {
  /** Date of the session that opened with a gap */
  date: { type: 'date', knownAt: 'open' },
  /** Weekday of the date */
  weekday: { type: 'enum', knownAt: 'open', words: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] },
  /** up: open above the previous high; down: open below the previous low */
  direction: { type: 'enum', knownAt: 'open', words: ['up', 'down'] },
  /** Date of the previous weekday session, at most 7 calendar days back */
  prev_date: { type: 'date', knownAt: 'open' },
  /** High of the previous session */
  prev_high: { type: 'number', knownAt: 'open' },
  /** Low of the previous session */
  prev_low: { type: 'number', knownAt: 'open' },
  /** Close of the previous session */
  prev_close: { type: 'number', knownAt: 'open' },
  /** Open of the session */
  open: { type: 'number', knownAt: 'open' },
  /** Distance of the open from the level */
  gap_size: { type: 'number', knownAt: 'open' },
  /** Gap size in percent of the level */
  gap_pct: { type: 'number', knownAt: 'open' },
  /** Open against the previous close, signed */
  gap_from_close_pct: { type: 'number', knownAt: 'open' },
  /** Price came back to the level before the cutoff; null where nothing was observed */
  filled: { type: 'boolean', knownAt: 'event' },
  /** How much of the gap was filled, 0 to 100 */
  partial_fill_pct: { type: 'number', knownAt: 'close' },
  /** Bucket of partial_fill_pct; 100% means filled */
  fill_bucket: { type: 'enum', knownAt: 'close', words: ['0%', '1-25%', '26-50%', '51-75%', '76-99%', '100%'] },
  /** Start of the bar that filled the gap; null on 1d bars */
  fill_time: { type: 'timestamp', knownAt: 'event' },
  /** From the start of the first bar to the start of the filling bar */
  fill_time_seconds: { type: 'number', knownAt: 'event' },
  /** Volume of the filling bar */
  volume_at_fill: { type: 'number', knownAt: 'event' },
  /** Volume of the session up to and with the filling bar */
  cumulative_volume_at_fill: { type: 'number', knownAt: 'event' },
  /** Start of the first bar at the deepest point of a partial fill; null where the gap was filled, where nothing was traded back, and on 1d bars */
  partial_fill_time: { type: 'timestamp', knownAt: 'close' },
  /** From the start of the first bar to the start of that bar */
  partial_fill_time_seconds: { type: 'number', knownAt: 'close' },
  /** Volume of that bar */
  volume_at_partial_fill: { type: 'number', knownAt: 'close' },
  /** Price came back to the previous close (the wider convention) */
  filled_to_prev_close: { type: 'boolean', knownAt: 'close' },
  /** Largest move from the level in the direction of the gap, of the level */
  max_run_pct: { type: 'number', knownAt: 'close' },
  /** Close of the session */
  close: { type: 'number', knownAt: 'close' },
  /** up: close above open; down: close below open */
  closed_in_gap_direction: { type: 'boolean', knownAt: 'close' },
  /** The data reach the end of the window */
  complete: { type: 'boolean', knownAt: 'close' },
} as const;

export type GapParameters = {
  /** UTC time of day that ends the observation of fills; default: the end of the session */
  readonly fill_cutoff: string;
};

/** Opening gap. Sessions that open outside the previous session's range, and whether and when price comes back. */
export const gap: SessionSource<typeof gapFields, GapParameters> = sessionSource('gap', gapFields, 'open');

const ibFields = {
  /** Date of the session */
  date: { type: 'date', knownAt: 'before' },
  /** Weekday of the date */
  weekday: { type: 'enum', knownAt: 'before', words: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] },
  /** Length of the initial balance */
  ib_minutes: { type: 'integer', knownAt: 'before' },
  /** Highest price of the initial balance */
  ib_high: { type: 'number', knownAt: 'end_of_range' },
  /** Lowest price of the initial balance */
  ib_low: { type: 'number', knownAt: 'end_of_range' },
  /** Height of the initial balance */
  ib_range: { type: 'number', knownAt: 'end_of_range' },
  /** Height in percent of the session open */
  ib_range_pct: { type: 'number', knownAt: 'end_of_range' },
  /** Bars in the initial balance; null until it is over */
  ib_bars: { type: 'integer', knownAt: 'end_of_range' },
  /** First price of the session */
  session_open: { type: 'number', knownAt: 'open' },
  /** Highest price of the session */
  session_high: { type: 'number', knownAt: 'close' },
  /** Lowest price of the session */
  session_low: { type: 'number', knownAt: 'close' },
  /** Last price of the session */
  session_close: { type: 'number', knownAt: 'close' },
  /** Some later bar traded above ib_high */
  broke_high: { type: 'boolean', knownAt: 'close' },
  /** Some later bar traded below ib_low */
  broke_low: { type: 'boolean', knownAt: 'close' },
  /** Sides broken by the end of the session */
  break_type: { type: 'enum', knownAt: 'close', words: ['up', 'down', 'both', 'none'] },
  /** Side broken first; null where none was, or one bar broke both */
  first_direction: { type: 'enum', knownAt: 'event', words: ['up', 'down'] },
  /** Start of the first bar that broke a side; null where none did */
  first_break_time: { type: 'timestamp', knownAt: 'event' },
  /** From the day's anchor to the start of that bar */
  minutes_to_first_break: { type: 'number', knownAt: 'event' },
  /** Move above it in multiples of its height, 0 if none; null at no height */
  extension_up_x: { type: 'number', knownAt: 'close' },
  /** Move below it in multiples of its height, 0 if none; null at no height */
  extension_down_x: { type: 'number', knownAt: 'close' },
  /** The larger of the two extensions */
  extension_x: { type: 'number', knownAt: 'close' },
  /** Where the session closes: 0 at ib_low, 1 at ib_high; null at no height */
  close_location: { type: 'number', knownAt: 'close' },
  /** below ib_low, above ib_high, or inside, the levels included */
  close_place: { type: 'enum', knownAt: 'close', words: ['below', 'inside', 'above'] },
  /** The data reach the end of the window */
  complete: { type: 'boolean', knownAt: 'close' },
} as const;

export type IbParameters = {
  /** Minutes of the initial balance from the day's anchor; a whole multiple of the base interval */
  readonly ib_minutes: number;
};

/** Initial balance. The range of the first hour, whether its high or low is broken later, which first and how far. */
export const ib: SessionSource<typeof ibFields, IbParameters> = sessionSource('ib', ibFields, 'open');

const insidedayFields = {
  /** Date of a session that has one before it */
  date: { type: 'date', knownAt: 'before' },
  /** Weekday of the date */
  weekday: { type: 'enum', knownAt: 'before', words: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] },
  /** Date of the previous session, at most 7 calendar days back */
  prev_date: { type: 'date', knownAt: 'before' },
  /** Highest price of the previous session */
  prev_high: { type: 'number', knownAt: 'before' },
  /** Lowest price of the previous session */
  prev_low: { type: 'number', knownAt: 'before' },
  /** First price of the session */
  open: { type: 'number', knownAt: 'open' },
  /** Highest price of the session */
  high: { type: 'number', knownAt: 'close' },
  /** Lowest price of the session */
  low: { type: 'number', knownAt: 'close' },
  /** Last price of the session */
  close: { type: 'number', knownAt: 'close' },
  /** inside: beyond neither level; outside: beyond both; higher, lower: beyond that one alone */
  day_type: { type: 'enum', knownAt: 'close', words: ['inside', 'outside', 'higher', 'lower'] },
  /** Range in multiples of the previous one; null where that one has no height */
  range_vs_prev_x: { type: 'number', knownAt: 'close' },
  /** The session closed above prev_high */
  closed_above: { type: 'boolean', knownAt: 'close' },
  /** The session closed below prev_low */
  closed_below: { type: 'boolean', knownAt: 'close' },
  /** The data reach the end of the window */
  complete: { type: 'boolean', knownAt: 'close' },
} as const;

/** Inside and outside days. Sessions by their range against the previous session's: inside it, outside on both sides, higher, lower. */
export const insideday: SessionSource<typeof insidedayFields, Record<never, never>> = sessionSource('insideday', insidedayFields, 'open');

const odcFields = {
  /** Date of the session */
  date: { type: 'date', knownAt: 'before' },
  /** Weekday of the date */
  weekday: { type: 'enum', knownAt: 'before', words: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] },
  /** First price of the opening candle */
  candle_open: { type: 'number', knownAt: 'end_of_range' },
  /** Highest price of the opening candle */
  candle_high: { type: 'number', knownAt: 'end_of_range' },
  /** Lowest price of the opening candle */
  candle_low: { type: 'number', knownAt: 'end_of_range' },
  /** Last price of the opening candle */
  candle_close: { type: 'number', knownAt: 'end_of_range' },
  /** Close against open of the candle; doji: equal */
  candle_direction: { type: 'enum', knownAt: 'end_of_range', words: ['green', 'red', 'doji'] },
  /** Size of the body in percent of the open */
  candle_body_pct: { type: 'number', knownAt: 'end_of_range' },
  /** Range of the candle in percent of its open */
  candle_range_pct: { type: 'number', knownAt: 'end_of_range' },
  /** Where in its range the candle closed: 0 low, 1 high; null without a range */
  candle_close_location: { type: 'number', knownAt: 'end_of_range' },
  /** First price of the day */
  session_open: { type: 'number', knownAt: 'close' },
  /** Last price of the day */
  session_close: { type: 'number', knownAt: 'close' },
  /** From open to close of the day */
  session_return_pct: { type: 'number', knownAt: 'close' },
  /** Close against open of the day */
  session_direction: { type: 'enum', knownAt: 'close', words: ['green', 'red', 'doji'] },
  /** The day took the direction of the candle; null for a doji candle */
  continuation: { type: 'boolean', knownAt: 'close' },
  /** From the close of the candle to the close of the day */
  rest_return_pct: { type: 'number', knownAt: 'close' },
  /** A later high was above the high of the candle */
  broke_candle_high: { type: 'boolean', knownAt: 'close' },
  /** A later low was below the low of the candle */
  broke_candle_low: { type: 'boolean', knownAt: 'close' },
  /** Which ends of the candle were broken later */
  break_type: { type: 'enum', knownAt: 'close', words: ['up', 'down', 'both', 'none'] },
  /** The high of the day was first reached in the candle */
  high_in_candle: { type: 'boolean', knownAt: 'close' },
  /** The low of the day was first reached in the candle */
  low_in_candle: { type: 'boolean', knownAt: 'close' },
  /** How far the day went above the candle, in ranges of the candle */
  max_extension_up_x: { type: 'number', knownAt: 'close' },
  /** How far the day went below the candle, in ranges of the candle */
  max_extension_down_x: { type: 'number', knownAt: 'close' },
  /** The range strictly holds that of the day before; null without one */
  outside_period: { type: 'boolean', knownAt: 'close' },
  /** The candle's volume over the mean of the same minutes in the previous 14 sessions */
  volume_ratio: { type: 'number', knownAt: 'end_of_range' },
  /** The data reach the end of the window */
  complete: { type: 'boolean', knownAt: 'close' },
} as const;

export type OdcParameters = {
  /** Minutes of the opening candle from the day's anchor; a whole multiple of the base interval */
  readonly candle_minutes: number;
};

/** Opening daily candle. The candle of the day's first minutes, and whether the day goes its way. */
export const odc: SessionSource<typeof odcFields, OdcParameters> = sessionSource('odc', odcFields, 'open');

const orbFields = {
  /** Date of the session */
  date: { type: 'date', knownAt: 'before' },
  /** Weekday of the date */
  weekday: { type: 'enum', knownAt: 'before', words: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] },
  /** Length of the opening range */
  orb_minutes: { type: 'integer', knownAt: 'before' },
  /** Highest price of the opening range */
  or_high: { type: 'number', knownAt: 'end_of_range' },
  /** Lowest price of the opening range */
  or_low: { type: 'number', knownAt: 'end_of_range' },
  /** Height of the opening range */
  or_range: { type: 'number', knownAt: 'end_of_range' },
  /** Opening range in percent of the session open */
  or_range_pct: { type: 'number', knownAt: 'end_of_range' },
  /** Bars in the opening range; null until the range is over */
  or_bars: { type: 'integer', knownAt: 'end_of_range' },
  /** First price of the session */
  session_open: { type: 'number', knownAt: 'open' },
  /** Highest price of the session */
  session_high: { type: 'number', knownAt: 'close' },
  /** Lowest price of the session */
  session_low: { type: 'number', knownAt: 'close' },
  /** Last price of the session */
  session_close: { type: 'number', knownAt: 'close' },
  /** Some bar after the range broke its high */
  broke_high: { type: 'boolean', knownAt: 'close' },
  /** Some bar after the range broke its low */
  broke_low: { type: 'boolean', knownAt: 'close' },
  /** Sides broken over the whole session */
  break_type: { type: 'enum', knownAt: 'close', words: ['up', 'down', 'both', 'none'] },
  /** Side broken first; null where none was, or one bar broke both */
  first_direction: { type: 'enum', knownAt: 'event', words: ['up', 'down'] },
  /** Start of the first bar that broke the range */
  breakout_time: { type: 'timestamp', knownAt: 'event' },
  /** From the day's anchor to the start of the breakout bar */
  minutes_to_breakout: { type: 'number', knownAt: 'event' },
  /** The level broken: or_high or or_low */
  breakout_level: { type: 'number', knownAt: 'event' },
  /** Largest move beyond the level, from the breakout bar on */
  breakout_size: { type: 'number', knownAt: 'close' },
  /** Breakout size in percent of the level */
  breakout_size_pct: { type: 'number', knownAt: 'close' },
  /** Breakout size in opening ranges; null for a range of no height */
  breakout_size_x: { type: 'number', knownAt: 'close' },
  /** From the breakout bar to the first bar that attains the largest move */
  minutes_to_max: { type: 'number', knownAt: 'close' },
  /** The move reached 0.5x the opening range */
  hit_0_5x: { type: 'boolean', knownAt: 'close' },
  /** The move reached 1x the opening range */
  hit_1x: { type: 'boolean', knownAt: 'close' },
  /** The move reached 1.5x the opening range */
  hit_1_5x: { type: 'boolean', knownAt: 'close' },
  /** The move reached 2x the opening range */
  hit_2x: { type: 'boolean', knownAt: 'close' },
  /** Largest move against the break, from the breakout bar on, of the level */
  max_adverse_pct: { type: 'number', knownAt: 'close' },
  /** orb_reentry_candles bars in a row closed inside the range, after the breakout bar */
  reentry: { type: 'boolean', knownAt: 'event' },
  /** Start of the last of those bars */
  reentry_time: { type: 'timestamp', knownAt: 'event' },
  /** Reentry and no continuation */
  false_breakout: { type: 'boolean', knownAt: 'close' },
  /** The session closed beyond the level */
  continuation: { type: 'boolean', knownAt: 'close' },
  /** Volume of the opening range */
  or_volume: { type: 'number', knownAt: 'end_of_range' },
  /** or_volume over the mean of the same minutes in the previous 14 sessions */
  volume_ratio: { type: 'number', knownAt: 'end_of_range' },
  /** The data reach the end of the window */
  complete: { type: 'boolean', knownAt: 'close' },
} as const;

export type OrbParameters = {
  /** Minutes of the opening range from the day's anchor; a whole multiple of the base interval */
  readonly orb_minutes: number;
  /** Bars in a row that must close inside the range, after the breakout, to make a reentry */
  readonly orb_reentry_candles: number;
  /** What breaks the range: any trade beyond it (wick), or a close beyond it (close) */
  readonly breakout_criteria: 'wick' | 'close';
};

/** Opening range breakout. The high and low of the first minutes of the session, and what happens when price leaves them. */
export const orb: SessionSource<typeof orbFields, OrbParameters> = sessionSource('orb', orbFields, 'open');

const owcFields = {
  /** ISO week, such as 2024-W05 */
  week: { type: 'string', knownAt: 'before' },
  /** Date of its first session */
  date: { type: 'date', knownAt: 'before' },
  /** First price of the opening candle */
  candle_open: { type: 'number', knownAt: 'before' },
  /** Highest price of the opening candle */
  candle_high: { type: 'number', knownAt: 'before' },
  /** Lowest price of the opening candle */
  candle_low: { type: 'number', knownAt: 'before' },
  /** Last price of the opening candle */
  candle_close: { type: 'number', knownAt: 'before' },
  /** Close against open of the candle; doji: equal */
  candle_direction: { type: 'enum', knownAt: 'before', words: ['green', 'red', 'doji'] },
  /** Size of the body in percent of the open */
  candle_body_pct: { type: 'number', knownAt: 'before' },
  /** Range of the candle in percent of its open */
  candle_range_pct: { type: 'number', knownAt: 'before' },
  /** Where in its range the candle closed: 0 low, 1 high; null without a range */
  candle_close_location: { type: 'number', knownAt: 'before' },
  /** First price of the week */
  session_open: { type: 'number', knownAt: 'before' },
  /** Last price of the week */
  session_close: { type: 'number', knownAt: 'before' },
  /** From open to close of the week */
  session_return_pct: { type: 'number', knownAt: 'before' },
  /** Close against open of the week */
  session_direction: { type: 'enum', knownAt: 'before', words: ['green', 'red', 'doji'] },
  /** The week took the direction of the candle; null for a doji candle */
  continuation: { type: 'boolean', knownAt: 'before' },
  /** From the close of the candle to the close of the week */
  rest_return_pct: { type: 'number', knownAt: 'before' },
  /** A later high was above the high of the candle */
  broke_candle_high: { type: 'boolean', knownAt: 'before' },
  /** A later low was below the low of the candle */
  broke_candle_low: { type: 'boolean', knownAt: 'before' },
  /** Which ends of the candle were broken later */
  break_type: { type: 'enum', knownAt: 'before', words: ['up', 'down', 'both', 'none'] },
  /** The high of the week was first reached in the candle */
  high_in_candle: { type: 'boolean', knownAt: 'before' },
  /** The low of the week was first reached in the candle */
  low_in_candle: { type: 'boolean', knownAt: 'before' },
  /** How far the week went above the candle, in ranges of the candle */
  max_extension_up_x: { type: 'number', knownAt: 'before' },
  /** How far the week went below the candle, in ranges of the candle */
  max_extension_down_x: { type: 'number', knownAt: 'before' },
  /** The range strictly holds that of the week before; null without one */
  outside_period: { type: 'boolean', knownAt: 'before' },
  /** The week is over: a bar starts on or after the next Monday (crypto: and after the Sunday window) */
  complete: { type: 'boolean', knownAt: 'before' },
} as const;

export type OwcParameters = {
  /** Number of sessions at the beginning of the week that make the opening candle */
  readonly opening_days: number;
};

/** Opening weekly candle. The candle of the first sessions of the week, and whether the week goes its way. */
export const owc: SessionSource<typeof owcFields, OwcParameters> = sessionSource('owc', owcFields, 'before');

const pdhlbFields = {
  /** Date of the session */
  date: { type: 'date', knownAt: 'before' },
  /** Weekday of the date */
  weekday: { type: 'enum', knownAt: 'before', words: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] },
  /** Date of the previous session, at most 7 calendar days back */
  prev_date: { type: 'date', knownAt: 'before' },
  /** High of the previous session */
  prev_high: { type: 'number', knownAt: 'before' },
  /** Low of the previous session */
  prev_low: { type: 'number', knownAt: 'before' },
  /** Close of the previous session */
  prev_close: { type: 'number', knownAt: 'before' },
  /** Range of the previous session */
  prev_range: { type: 'number', knownAt: 'before' },
  /** First price of the session */
  open: { type: 'number', knownAt: 'open' },
  /** Highest price */
  high: { type: 'number', knownAt: 'close' },
  /** Lowest price */
  low: { type: 'number', knownAt: 'close' },
  /** Last price */
  close: { type: 'number', knownAt: 'close' },
  /** Sum of the bars' volumes */
  volume: { type: 'number', knownAt: 'close' },
  /** high: the open is above prev_high; low: below prev_low; null inside */
  opened_beyond: { type: 'enum', knownAt: 'open', words: ['high', 'low'] },
  /** Some bar traded above prev_high; all other fields of this side are null where none did */
  high_break: { type: 'boolean', knownAt: 'event' },
  /** Start of the first bar with a high above prev_high; null on 1d bars */
  high_break_time: { type: 'timestamp', knownAt: 'event' },
  /** Largest move beyond prev_high from the break bar on, in percent of it */
  follow_through_high_pct: { type: 'number', knownAt: 'close' },
  /** From the start of the break bar to the start of the bar with the largest move */
  time_to_max_follow_through_high_min: { type: 'number', knownAt: 'close' },
  /** Minutes of the bars from the break bar on that closed above prev_high */
  duration_above_prev_high_min: { type: 'number', knownAt: 'close' },
  /** A bar after the first one that closed above prev_high came back to it with its low */
  retest_high: { type: 'boolean', knownAt: 'event' },
  /** Start of the first such bar */
  retest_high_time: { type: 'timestamp', knownAt: 'event' },
  /** After the retest bar a close above prev_high came before two closes in a row that were not; null without a retest */
  retest_high_held: { type: 'boolean', knownAt: 'close' },
  /** The session closed above prev_high */
  high_success: { type: 'boolean', knownAt: 'close' },
  /** Neither closed above prev_high nor held a retest */
  false_breakout_high: { type: 'boolean', knownAt: 'close' },
  /** Volume of the break bar over the mean of the same minutes of the 14 sessions before */
  volume_ratio_high: { type: 'number', knownAt: 'event' },
  /** Strength of the break, 0 to 100, of follow-through, duration and volume */
  breakout_strength_score_high: { type: 'number', knownAt: 'close' },
  /** Some bar traded below prev_low; all other fields of this side are null where none did */
  low_break: { type: 'boolean', knownAt: 'event' },
  /** Start of the first bar with a low below prev_low; null on 1d bars */
  low_break_time: { type: 'timestamp', knownAt: 'event' },
  /** Largest move beyond prev_low from the break bar on, in percent of it */
  follow_through_low_pct: { type: 'number', knownAt: 'close' },
  /** From the start of the break bar to the start of the bar with the largest move */
  time_to_max_follow_through_low_min: { type: 'number', knownAt: 'close' },
  /** Minutes of the bars from the break bar on that closed below prev_low */
  duration_below_prev_low_min: { type: 'number', knownAt: 'close' },
  /** A bar after the first one that closed below prev_low came back to it with its high */
  retest_low: { type: 'boolean', knownAt: 'event' },
  /** Start of the first such bar */
  retest_low_time: { type: 'timestamp', knownAt: 'event' },
  /** After the retest bar a close below prev_low came before two closes in a row that were not; null without a retest */
  retest_low_held: { type: 'boolean', knownAt: 'close' },
  /** The session closed below prev_low */
  low_success: { type: 'boolean', knownAt: 'close' },
  /** Neither closed below prev_low nor held a retest */
  false_breakout_low: { type: 'boolean', knownAt: 'close' },
  /** Volume of the break bar over the mean of the same minutes of the 14 sessions before */
  volume_ratio_low: { type: 'number', knownAt: 'event' },
  /** Strength of the break, 0 to 100, of follow-through, duration and volume */
  breakout_strength_score_low: { type: 'number', knownAt: 'close' },
  /** The session broke both levels */
  both_broken_same_day: { type: 'boolean', knownAt: 'close' },
  /** Close over the previous close */
  relative_close_vs_prev_close: { type: 'number', knownAt: 'close' },
  /** Range over the previous range; null where that is 0 */
  relative_range_vs_prev_range: { type: 'number', knownAt: 'close' },
  /** Sessions in a row, this one included, that broke the previous high */
  high_break_streak: { type: 'integer', knownAt: 'event' },
  /** Sessions in a row, this one included, that broke the previous low */
  low_break_streak: { type: 'integer', knownAt: 'event' },
  /** The data reach the end of the window */
  complete: { type: 'boolean', knownAt: 'close' },
} as const;

/** Previous day high/low break. Sessions that trade beyond the previous session's high or low, and the result. */
export const pdhlb: SessionSource<typeof pdhlbFields, Record<never, never>> = sessionSource('pdhlb', pdhlbFields, 'open');

const prevcloseFields = {
  /** Date of the session that opened away from the previous close */
  date: { type: 'date', knownAt: 'open' },
  /** Weekday of the date */
  weekday: { type: 'enum', knownAt: 'open', words: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] },
  /** up: open above the previous close; down: below it */
  direction: { type: 'enum', knownAt: 'open', words: ['up', 'down'] },
  /** Date of the previous session, at most 7 calendar days back */
  prev_date: { type: 'date', knownAt: 'open' },
  /** Close of the previous session: its last bar in the window */
  prev_close: { type: 'number', knownAt: 'open' },
  /** Open of the session: its first bar in the window */
  open: { type: 'number', knownAt: 'open' },
  /** Distance of the open from the previous close */
  gap_size: { type: 'number', knownAt: 'open' },
  /** Gap size in percent of the previous close; direction has the sign */
  gap_pct: { type: 'number', knownAt: 'open' },
  /** outside: open above the previous high or below the previous low; inside: in between */
  open_place: { type: 'enum', knownAt: 'open', words: ['outside', 'inside'] },
  /** Price came back to the previous close, as fill_criteria has it */
  filled: { type: 'boolean', knownAt: 'event' },
  /** How much of the gap was filled, 0 to 100 */
  partial_fill_pct: { type: 'number', knownAt: 'close' },
  /** Bucket of partial_fill_pct; 100% means filled */
  fill_bucket: { type: 'enum', knownAt: 'close', words: ['0%', '1-25%', '26-50%', '51-75%', '76-99%', '100%'] },
  /** Start of the first bar that filled the gap; null where none did, and on 1d bars */
  fill_time: { type: 'timestamp', knownAt: 'event' },
  /** From the start of the first bar to the start of that bar */
  minutes_to_fill: { type: 'number', knownAt: 'event' },
  /** Volume of that bar */
  volume_at_fill: { type: 'number', knownAt: 'event' },
  /** Start of the first bar at the deepest point of a partial fill; null where the gap was filled, where nothing was traded back, and on 1d bars */
  partial_fill_time: { type: 'timestamp', knownAt: 'close' },
  /** From the start of the first bar to the start of that bar */
  minutes_to_partial_fill: { type: 'number', knownAt: 'close' },
  /** Volume of that bar */
  volume_at_partial_fill: { type: 'number', knownAt: 'close' },
  /** Largest move from the previous close in the direction of the gap, of that close */
  max_run_pct: { type: 'number', knownAt: 'close' },
  /** Close of the session */
  close: { type: 'number', knownAt: 'close' },
  /** up: close above the open; down: close below it */
  closed_in_gap_direction: { type: 'boolean', knownAt: 'close' },
  /** The data reach the end of the window */
  complete: { type: 'boolean', knownAt: 'close' },
} as const;

export type PrevcloseParameters = {
  /** What fills a gap: any trade at the previous close or beyond it (wick), or a bar that closes there (close) */
  readonly fill_criteria: 'wick' | 'close';
};

/** Gap against the previous close. Sessions that open away from the previous close, and whether and when price comes back to it. */
export const prevclose: SessionSource<typeof prevcloseFields, PrevcloseParameters> = sessionSource('prevclose', prevcloseFields, 'open');

const trendFields = {
  /** Date of the session */
  date: { type: 'date', knownAt: 'before' },
  /** Weekday of the date */
  weekday: { type: 'enum', knownAt: 'before', words: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] },
  /** First price of the session */
  open: { type: 'number', knownAt: 'open' },
  /** Highest price */
  high: { type: 'number', knownAt: 'close' },
  /** Lowest price */
  low: { type: 'number', knownAt: 'close' },
  /** Last price */
  close: { type: 'number', knownAt: 'close' },
  /** Close against the close of the previous session; null without one */
  return_pct: { type: 'number', knownAt: 'close' },
  /** Range of the session in percent of its open */
  range_pct: { type: 'number', knownAt: 'close' },
  /** How much of the range the way from open to close covers, 0 to 1; null at zero range */
  efficiency: { type: 'number', knownAt: 'close' },
  /** Size of the day weighted by how directly it moved; null at zero range */
  strength: { type: 'number', knownAt: 'close' },
  /** Where in the range the session opened: 0 at the low, 1 at the high */
  open_location: { type: 'number', knownAt: 'close' },
  /** Where in the range the session closed: 0 at the low, 1 at the high */
  close_location: { type: 'number', knownAt: 'close' },
  /** up: opened near the low and closed near the high; down: the mirror image */
  trend_day: { type: 'enum', knownAt: 'close', words: ['up', 'down', 'none'] },
  /** Range over the range of the previous session; null without one or where it is 0 */
  range_vs_prev: { type: 'number', knownAt: 'close' },
  /** Sign of the return; null without a previous session */
  streak_direction: { type: 'enum', knownAt: 'close', words: ['up', 'down', 'flat'] },
  /** Sessions in a row with this sign of return, this one included; 0 without one */
  streak_length: { type: 'integer', knownAt: 'close' },
  /** Close above the mean of the last 20 sessions' closes; null before the 20th */
  above_sma20: { type: 'boolean', knownAt: 'close' },
  /** Close above the mean of the last 50 sessions' closes; null before the 50th */
  above_sma50: { type: 'boolean', knownAt: 'close' },
  /** The data reach the end of the window */
  complete: { type: 'boolean', knownAt: 'close' },
} as const;

export type TrendParameters = {
  /** How near to the ends of the day's range, in percent of it, a trend day opens and closes */
  readonly edge_pct: number;
};

/** Trend days and streaks. Sessions that travel from one end of their range to the other, and runs of up and down closes. */
export const trend: SessionSource<typeof trendFields, TrendParameters> = sessionSource('trend', trendFields, 'open');

const sessionFields = {
  /** Weekday of the date */
  weekday: { type: 'enum', knownAt: 'before', words: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] },
  /** Calendar month, 1 to 12 */
  month: { type: 'integer', knownAt: 'before' },
  /** First price of the session */
  open: { type: 'number', knownAt: 'open' },
  /** Highest price */
  high: { type: 'number', knownAt: 'close' },
  /** Lowest price */
  low: { type: 'number', knownAt: 'close' },
  /** Last price */
  close: { type: 'number', knownAt: 'close' },
  /** Close against the close of the previous session, at most 7 calendar days back */
  return_pct: { type: 'number', knownAt: 'close' },
  /** Range in percent of the open */
  range_pct: { type: 'number', knownAt: 'close' },
  /** Sum of the bars' volumes */
  volume: { type: 'number', knownAt: 'close' },
  /** The exchange closes early by its calendar; null on days that the calendar does not know */
  early_close: { type: 'boolean', knownAt: 'before' },
} as const;

/** Session. The session itself. */
export const session: SessionSource<typeof sessionFields, Record<never, never>> = sessionSource('session', sessionFields, 'before');

const newsFields = {
  /** News from the end of the previous session's window to the start of this one's */
  count: { type: 'integer', knownAt: 'before' },
  /** Highest classified impact of them, 0 without any */
  max_impact_score: { type: 'number', knownAt: 'before' },
  /** Classified sentiment of the one with the highest impact, of several the latest */
  direction: { type: 'enum', knownAt: 'before', words: ['negative', 'neutral', 'positive', 'none'] },
} as const;

/** News. What came out between the end of the previous session's window and the start of this one's. */
export const news: SessionSource<typeof newsFields, Record<never, never>> = sessionSource('news', newsFields, 'before');
