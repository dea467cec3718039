/**
 * The statistics of sessions, and NEWS, as straightforward SQL over `peer.regular` and `peer.sessions` (see sql.ts). Each answers
 * one row of figures, named as our summary has them, so that the two can be compared; `also_...` are figures that our
 * summary does not show in one place. Where a query does less than ours, it says so; all leave out the breakdowns by
 * weekday and the intervals of confidence.
 */

/** Wicks. Left out: reentries, false breaks, adverse moves, relative volumes, times of the maximum. */
export const orbSql = (minutes: number) => `
WITH ranges AS (
  SELECT date, max(high) AS top, min(low) AS bottom, argMin(open, ts) AS first
  FROM peer.regular WHERE minute < ${570 + minutes} GROUP BY date
), days AS (
  SELECT date, any(top) AS or_high, any(bottom) AS or_low, any(first) AS open,
    min(if(high > top, minute, 9999)) AS up_at, min(if(low < bottom, minute, 9999)) AS down_at,
    max(high) AS highest, min(low) AS lowest, argMax(close, ts) AS last
  FROM peer.regular JOIN ranges USING (date) WHERE minute >= ${570 + minutes} GROUP BY date
)
SELECT count() AS total_days, countIf(up_at < 9999) AS high_breaks, countIf(down_at < 9999) AS low_breaks,
  countIf(up_at < 9999 AND down_at < 9999) AS both_breaks,
  countIf(up_at < down_at) AS count_up, countIf(down_at < up_at) AS count_down,
  100 * avgIf(last > or_high, up_at < down_at) AS continuation_rate_pct_up,
  100 * avgIf(last < or_low, down_at < up_at) AS continuation_rate_pct_down,
  avgIf((highest - or_high) / or_high * 100, up_at < down_at) AS avg_breakout_size_pct_up,
  avgIf((or_low - lowest) / or_low * 100, down_at < up_at) AS avg_breakout_size_pct_down,
  medianIf((highest - or_high) / or_high * 100, up_at < down_at) AS median_breakout_size_pct_up,
  avgIf(up_at - 570, up_at < down_at) AS avg_minutes_to_breakout_up,
  avg((or_high - or_low) / open * 100) AS avg_or_range_pct
FROM days`;

/** Candle of 60 minutes. Left out: relative volumes, extensions. */
export const ODC = `
WITH days AS (
  SELECT date, argMin(open, ts) AS first, argMax(close, ts) AS last, max(high) AS highest, min(low) AS lowest,
    maxIf(high, minute < 630) AS candle_high, minIf(low, minute < 630) AS candle_low,
    argMaxIf(close, ts, minute < 630) AS candle_close
  FROM peer.regular GROUP BY date
), compared AS (
  SELECT *, sign(candle_close - first) AS candle, sign(last - first) AS day,
    (last - first) / first * 100 AS day_return, (last - candle_close) / candle_close * 100 AS rest,
    lagInFrame(date) OVER before AS prev_date, lagInFrame(highest) OVER before AS prev_high,
    lagInFrame(lowest) OVER before AS prev_low
  FROM days WINDOW before AS (ORDER BY date ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)
)
SELECT count() AS total_days, countIf(candle = 1) AS green_candles, countIf(candle = -1) AS red_candles,
  100 * avgIf(day = candle, candle != 0) AS continuation_rate_pct,
  avgIf(day_return, candle = 1) AS avg_return_given_green_pct, avgIf(day_return, candle = -1) AS avg_return_given_red_pct,
  avgIf(rest, candle = 1) AS avg_rest_return_given_green_pct, 100 * avg(highest = candle_high) AS high_in_candle_pct,
  countIf(highest > candle_high AND lowest < candle_low) AS \`break_type_distribution.both\`,
  100 * avgIf(highest > prev_high AND lowest < prev_low, date - prev_date <= 7) AS outside_rate_pct
FROM compared`;

/** One opening day. A week is over once a later one has begun. Left out: extensions. */
export const OWC = `
WITH weeks AS (
  SELECT toMonday(date) AS week, count() AS days, argMin(open, date) AS first, argMax(close, date) AS last,
    max(high) AS highest, min(low) AS lowest, argMin(high, date) AS candle_high, argMin(low, date) AS candle_low,
    argMin(close, date) AS candle_close
  FROM peer.sessions GROUP BY week
), compared AS (
  SELECT *, sign(candle_close - first) AS candle, sign(last - first) AS whole,
    (last - first) / first * 100 AS week_return,
    lagInFrame(week) OVER around AS prev_week, leadInFrame(week) OVER around AS next_week,
    lagInFrame(highest) OVER around AS prev_high, lagInFrame(lowest) OVER around AS prev_low
  FROM weeks WINDOW around AS (ORDER BY week ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING)
)
SELECT count() AS total_weeks, countIf(candle = 1) AS green_candles, countIf(candle = -1) AS red_candles,
  100 * avgIf(whole = candle, candle != 0) AS continuation_rate_pct,
  avgIf(week_return, candle = 1) AS avg_return_given_green_pct, 100 * avg(highest = candle_high) AS high_in_candle_pct,
  countIf(highest > candle_high AND lowest < candle_low) AS \`break_type_distribution.both\`,
  100 * avgIf(highest > prev_high AND lowest < prev_low, week - prev_week = 7) AS outside_rate_pct
FROM compared WHERE days > 1 AND next_week > week`;

/** Left out: volumes at the fill, gaps per session. */
export const GAP = `
WITH gaps AS (
  SELECT *, open > prev_high AS up, if(up, prev_high, prev_low) AS level, abs(open - level) AS size
  FROM peer.sessions WHERE date - prev_date <= 7 AND (open > prev_high OR open < prev_low)
), fills AS (
  SELECT date, min(bar.minute) AS minute
  FROM peer.regular AS bar JOIN gaps USING (date)
  WHERE if(up, bar.low <= level, bar.high >= level) GROUP BY date
)
SELECT count() AS total_gaps, countIf(fills.minute > 0) AS filled_gaps, 100 * avg(fills.minute > 0) AS fill_rate,
  100 * avg(if(up, low <= prev_close, high >= prev_close)) AS filled_to_prev_close_rate,
  avg(size) AS avg_gap_size, avg(size / level * 100) AS avg_gap_pct,
  avgIf((fills.minute - gaps.minute) * 60, fills.minute > 0) AS avg_fill_time_seconds,
  medianIf((fills.minute - gaps.minute) * 60, fills.minute > 0) AS median_fill_time_seconds,
  avg(least(1, if(up, open - low, high - open) / size) * 100) AS avg_partial_fill_pct,
  avg(if(up, high - level, level - low) / level * 100) AS avg_max_run_pct,
  countIf(up) AS \`gap_direction_stats.up.count\`
FROM gaps LEFT JOIN fills USING (date)`;

/** Wicks. Left out: nothing of the records; of the summary the breakdowns. */
export const PREVCLOSE = `
WITH gaps AS (
  SELECT *, open > prev_close AS up, abs(open - prev_close) AS size
  FROM peer.sessions WHERE date - prev_date <= 7 AND open != prev_close
), fills AS (
  SELECT date, min(bar.minute) AS minute
  FROM peer.regular AS bar JOIN gaps USING (date)
  WHERE if(up, bar.low <= prev_close, bar.high >= prev_close) GROUP BY date
)
SELECT count() AS total_gaps, countIf(fills.minute > 0) AS filled_gaps, 100 * avg(fills.minute > 0) AS fill_rate_pct,
  100 * avg(if(up, close > open, close < open)) AS closed_in_gap_direction_pct,
  avg(size / prev_close * 100) AS avg_gap_pct, median(size / prev_close * 100) AS median_gap_pct,
  avgIf(fills.minute - gaps.minute, fills.minute > 0) AS avg_minutes_to_fill,
  medianIf(fills.minute - gaps.minute, fills.minute > 0) AS median_minutes_to_fill,
  avg(least(1, if(up, open - low, high - open) / size) * 100) AS avg_partial_fill_pct,
  avg(if(up, high - prev_close, prev_close - low) / prev_close * 100) AS avg_max_run_pct,
  countIf(open > prev_high OR open < prev_low) AS \`place_breakdown.outside.count\`
FROM gaps LEFT JOIN fills USING (date)`;

/** Left out: retests, false breaks, relative volumes, scores, streaks. */
export const PDHLB = `
WITH breaks AS (
  SELECT date, any(prev_high) AS top, any(prev_low) AS bottom, any(prev_close) AS before,
    any(prev_high - prev_low) AS range_before, any(day.open) AS first, max(bar.high) AS highest, min(bar.low) AS lowest,
    argMax(bar.close, ts) AS last,
    min(if(bar.high > prev_high, bar.minute, 9999)) AS up_at, min(if(bar.low < prev_low, bar.minute, 9999)) AS down_at,
    argMin(bar.minute, (-bar.high, bar.minute)) AS highest_at, countIf(bar.close > prev_high) AS minutes_above,
    argMin(bar.minute, (bar.low, bar.minute)) AS lowest_at, countIf(bar.close < prev_low) AS minutes_below
  FROM peer.regular AS bar JOIN peer.sessions AS day USING (date)
  WHERE date - prev_date <= 7 GROUP BY date
)
SELECT count() AS total_days, countIf(up_at < 9999) AS high_breaks, countIf(down_at < 9999) AS low_breaks,
  countIf(up_at < 9999 AND down_at < 9999) AS both_broken_same_day,
  avgIf((highest - top) / top * 100, up_at < 9999) AS avg_follow_through_high_pct,
  avgIf((bottom - lowest) / bottom * 100, down_at < 9999) AS avg_follow_through_low_pct,
  avgIf(highest_at - up_at, up_at < 9999) AS avg_time_to_max_follow_through_high_min,
  avgIf(lowest_at - down_at, down_at < 9999) AS avg_time_to_max_follow_through_low_min,
  avgIf(minutes_above, up_at < 9999) AS avg_duration_above_prev_high_min,
  avgIf(minutes_below, down_at < 9999) AS avg_duration_below_prev_low_min,
  100 * avgIf(last > top, up_at < 9999) AS high_break_success_rate_pct,
  100 * avgIf(last < bottom, down_at < 9999) AS low_break_success_rate_pct,
  countIf(first > top) AS opened_beyond_high, countIf(first < bottom) AS opened_beyond_low,
  avg(last / before) AS avg_relative_close_vs_prev_close,
  avg((highest - lowest) / range_before) AS avg_relative_range_vs_prev_range
FROM breaks`;

/** Left out: streaks, the day after a trend day. */
export const TREND = `
WITH days AS (
  SELECT *, (close - prev_close) / prev_close * 100 AS day_return, abs(close - open) / (high - low) AS efficiency,
    (open - low) / (high - low) AS opened, (close - low) / (high - low) AS closed,
    opened <= 0.2 + 1e-9 AND closed >= 0.8 - 1e-9 AS up, opened >= 0.8 - 1e-9 AND closed <= 0.2 + 1e-9 AS down, row_number() OVER (ORDER BY date) AS n,
    avg(close) OVER (ORDER BY date ROWS BETWEEN 19 PRECEDING AND CURRENT ROW) AS sma20,
    avg(close) OVER (ORDER BY date ROWS BETWEEN 49 PRECEDING AND CURRENT ROW) AS sma50
  FROM peer.sessions
)
SELECT count() AS total_days, countIf(up) AS trend_days_up, countIf(down) AS trend_days_down,
  100 * avg(up OR down) AS trend_day_rate_pct, avg(efficiency) AS avg_efficiency, median(efficiency) AS median_efficiency,
  avgIf(day_return, up) AS avg_return_trend_up, avgIf(day_return, down) AS avg_return_trend_down,
  100 * avgIf(close > sma20, n >= 20) AS pct_days_above_sma20, 100 * avgIf(close > sma50, n >= 50) AS pct_days_above_sma50
FROM days`;

/** Weekdays alone. Left out: weeks and months of the year. */
export const SEASONALITY = `
WITH days AS (
  SELECT toDayOfWeek(date) AS weekday, (close - prev_close) / prev_close * 100 AS day_return, volume
  FROM peer.sessions WHERE date - prev_date <= 7
), weekdays AS (
  SELECT weekday, count() AS n, avg(day_return) AS mean, median(day_return) AS middle, stddevSamp(day_return) AS deviation,
    100 * avg(day_return > 0) AS green, avg(volume) AS traded, min(day_return) AS worst, max(day_return) AS best
  FROM days GROUP BY weekday
)
SELECT sum(n) AS sample_size, max(middle) AS \`summary.best_weekday.median_return_pct\`,
  argMax(green, middle) AS \`summary.best_weekday.green_days_pct\`, min(middle) AS \`summary.worst_weekday.median_return_pct\`,
  argMin(green, middle) AS \`summary.worst_weekday.green_days_pct\`,
  avg(mean) AS also_mean, avg(deviation) AS also_deviation, avg(traded) AS also_volume, min(worst) AS also_min, max(best) AS also_max
FROM weekdays`;

/** Buckets of 30 minutes. Left out: shares of the range, the usual UTC time. */
export const INTRADAY = `
WITH buckets AS (
  SELECT date, intDiv(minute - 570, 30) AS bucket, argMin(open, ts) AS first, max(high) AS highest, min(low) AS lowest,
    argMax(close, ts) AS last, sum(volume) AS traded
  FROM peer.regular GROUP BY date, bucket
), shares AS (
  SELECT *, traded / sum(traded) OVER day * 100 AS volume_share, highest = max(highest) OVER day AS at_high,
    lowest = min(lowest) OVER day AS at_low, argMin(first, bucket) OVER day AS day_open,
    argMax(last, bucket) OVER day AS day_close, min(bucket) OVER day AS first_bucket, max(bucket) OVER day AS last_bucket
  FROM buckets WINDOW day AS (PARTITION BY date)
), figures AS (
  SELECT bucket, count() AS n, avg((last - first) / first * 100) AS mean, median((last - first) / first * 100) AS middle,
    avg((highest - lowest) / first * 100) AS ranged, avg(traded) AS volume, avg(volume_share) AS share,
    avg(at_high) AS high_of_day, avg(at_low) AS low_of_day,
    countIf(bucket = first_bucket AND last != first AND sign(last - first) = sign(day_close - day_open)) AS first_agrees,
    countIf(bucket = first_bucket AND last != first) AS first_moves,
    countIf(bucket = last_bucket AND last != first AND sign(last - first) = sign(day_close - day_open)) AS last_agrees,
    countIf(bucket = last_bucket AND last != first) AS last_moves
  FROM shares GROUP BY bucket
)
SELECT max(n) AS sample_size, argMax(bucket, middle) * 30 AS \`best_bucket.bucket_start\`,
  argMin(bucket, middle) * 30 AS \`worst_bucket.bucket_start\`, max(volume) AS \`busiest_bucket.avg_volume\`,
  100 * sum(first_agrees) / sum(first_moves) AS first_bucket_continuation_rate_pct,
  100 * sum(last_agrees) / sum(last_moves) AS last_bucket_continuation_rate_pct,
  max(mean) AS also_mean, max(ranged) AS also_range, max(share) AS also_share, max(high_of_day) AS also_high,
  max(low_of_day) AS also_low
FROM figures`;

/** Over `peer.news` and all bars: the nearest bar at or after a time by ASOF JOIN. Left out: labels and scores. */
export const NEWS = `
WITH bars AS (
  SELECT ts, open, close, toDate(ts, 'America/New_York') AS date, toHour(ts, 'America/New_York') * 60 +
    toMinute(ts, 'America/New_York') AS minute
  FROM peer.bars
), dates AS (
  SELECT date, maxIf(ts, minute BETWEEN 570 AND 959) AS last_regular, argMaxIf(close, ts, minute BETWEEN 570 AND 959) AS
    regular_close, max(ts) AS last, argMax(close, ts) AS last_close
  FROM bars GROUP BY date
), baselines AS (
  SELECT news.ts AS at, date, bars.ts AS began, bars.open AS price
  FROM (SELECT ts, toDate(ts, 'America/New_York') AS date FROM peer.news) AS news
  ASOF JOIN bars ON news.date = bars.date AND bars.ts >= news.ts
), windows AS (
  SELECT date, began, price, window.1 AS minutes, at + toIntervalMinute(window.1) AS wanted,
    wanted + toIntervalMinute(window.2) AS latest
  FROM baselines ARRAY JOIN [(5, 6), (15, 6), (30, 6), (60, 11)] AS window
  WHERE began <= at + toIntervalMinute(6)
), reactions AS (
  SELECT minutes, (bars.open - price) / price * 100 AS moved
  FROM windows ASOF JOIN bars ON windows.date = bars.date AND bars.ts >= windows.wanted
  WHERE bars.ts > began AND bars.ts <= latest
  UNION ALL
  SELECT 0, (if(last_regular > began, regular_close, last_close) - price) / price * 100
  FROM baselines JOIN dates USING (date) WHERE last > began
)
SELECT (SELECT count() FROM peer.news) AS \`summary.total_news_events\`,
  (SELECT avg(impact) FROM peer.news) AS \`summary.average_impact_score\`,
  avgIf(moved, minutes = 5) AS \`summary.average_return_5m\`, avgIf(moved, minutes = 15) AS \`summary.average_return_15m\`,
  avgIf(moved, minutes = 30) AS \`summary.average_return_30m\`, avgIf(moved, minutes = 60) AS \`summary.average_return_60m\`,
  avgIf(moved, minutes = 0) AS \`summary.average_return_eod\`
FROM reactions`;
