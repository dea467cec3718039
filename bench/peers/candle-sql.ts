/** FVG and BOS on 1m candles as straightforward SQL over `peer.regular` (see sql.ts), figures named as our summaries'. */

const GAPS = `
candles AS (
  SELECT row_number() OVER (ORDER BY ts) AS n, ts, date, high, low,
    lagInFrame(high, 2) OVER before AS high_before, lagInFrame(low, 2) OVER before AS low_before
  FROM peer.regular WINDOW before AS (ORDER BY ts ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)
), gaps AS (
  SELECT n AS formed, ts AS formed_at, date, low > high_before AS up, if(up, high_before, low_before) AS far,
    if(up, low - high_before, low_before - high) AS size
  FROM candles WHERE n > 2 AND (low > high_before OR high < low_before)
)`;

/** Followed over 50 candles. Left out: touches, moves away, degrees of fill, groups by hour and within a session. */
export const FVG_50 = `
WITH ${GAPS}, fills AS (
  SELECT formed, min(candles.n) AS filled, min(ts) AS filled_at
  FROM (SELECT formed, up, far, arrayJoin(range(formed + 1, formed + 51)) AS n FROM gaps) AS later JOIN candles USING (n)
  WHERE if(up, candles.low <= far, candles.high >= far) GROUP BY formed
)
SELECT count() AS \`summary.overall.count\`, countIf(up) AS \`summary.bullish.count\`, sum(complete) AS \`summary.overall.complete_count\`,
  100 * avgIf(filled > 0, complete) AS \`summary.overall.closure_rate_full_pct\`,
  avgIf(size, complete) AS \`summary.overall.avg_gap_size\`,
  avgIf(filled - formed, complete AND filled > 0) AS \`summary.overall.avg_bars_to_full_fill\`,
  quantileExactInclusiveIf(0.5)(filled - formed, complete AND filled > 0) AS \`summary.overall.median_bars_to_full_fill\`,
  avgIf((filled_at - formed_at) / 60, complete AND filled > 0) AS \`summary.overall.avg_minutes_to_full_fill\`
FROM (SELECT *, formed + 50 <= (SELECT count() FROM peer.regular) AS complete FROM gaps LEFT JOIN fills USING (formed))`;

/**
 * Followed to the end of the data: which date filled the gap, then which candle of that date. (Every later candle of
 * every gap, compared one by one, would take hours.) Left out: as above.
 */
export const FVG = `
WITH ${GAPS}, rests AS (
  SELECT row_number() OVER (ORDER BY ts) AS formed, minOrNull(low) OVER later AS low, maxOrNull(high) OVER later AS high
  FROM peer.regular WINDOW later AS (PARTITION BY date ORDER BY ts ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)
), dates AS (
  SELECT date AS day, min(low) AS low, max(high) AS high FROM peer.regular GROUP BY date
), same_day AS (
  SELECT formed, date AS fill_date FROM gaps JOIN rests USING (formed) WHERE if(up, low <= far, high >= far)
), later_day AS (
  SELECT formed, min(day) AS fill_date
  FROM (SELECT * FROM gaps WHERE formed NOT IN (SELECT formed FROM same_day)) AS unfilled CROSS JOIN dates
  WHERE day > date AND if(up, low <= far, high >= far) GROUP BY formed
), fills AS (
  SELECT formed, min(n) AS filled, min(ts) AS filled_at
  FROM candles
  JOIN (SELECT * FROM same_day UNION ALL SELECT * FROM later_day) AS fill ON fill.fill_date = candles.date
  JOIN gaps USING (formed)
  WHERE n > formed AND if(up, low <= far, high >= far) GROUP BY formed
)
SELECT count() AS \`summary.overall.count\`, countIf(up) AS \`summary.bullish.count\`,
  100 * avg(filled > 0) AS also_closure_rate_full_pct,
  avgIf(filled - formed, filled > 0) AS \`summary.overall.avg_bars_to_full_fill\`,
  quantileExactInclusiveIf(0.5)(filled - formed, filled > 0) AS \`summary.overall.median_bars_to_full_fill\`,
  avgIf((filled_at - formed_at) / 60, filled > 0) AS \`summary.overall.avg_minutes_to_full_fill\`, avg(size) AS also_size
FROM gaps LEFT JOIN fills USING (formed)`;

/**
 * Swings of five candles, broken by a close: a swing can break until the next one of its side is confirmed. Left out: the
 * breakdowns.
 *
 * @param followBars candles followed after a break
 */
export const bosSql = (followBars: number) => `
WITH candles AS (
  SELECT row_number() OVER (ORDER BY ts) AS n, ts, high, low, close,
    max(high) OVER five_before AS high_before, max(high) OVER five_after AS high_after,
    min(low) OVER five_before AS low_before, min(low) OVER five_after AS low_after,
    max(high) OVER follow AS highest, min(low) OVER follow AS lowest, max(close) OVER follow AS highest_close,
    min(close) OVER follow AS lowest_close
  FROM peer.regular
  WINDOW five_before AS (ORDER BY ts ROWS BETWEEN 5 PRECEDING AND 1 PRECEDING),
    five_after AS (ORDER BY ts ROWS BETWEEN 1 FOLLOWING AND 5 FOLLOWING),
    follow AS (ORDER BY ts ROWS BETWEEN 1 FOLLOWING AND ${followBars} FOLLOWING)
), swings AS (
  SELECT *, n > 5 AND high > high_before AND high >= high_after AS is_high,
    n > 5 AND low < low_before AND low <= low_after AS is_low
  FROM candles
), confirmed AS (
  SELECT *, sum(is_high) OVER known AS high_number, sum(is_low) OVER known AS low_number
  FROM swings WINDOW known AS (ORDER BY n ROWS BETWEEN UNBOUNDED PRECEDING AND 5 PRECEDING)
), breaks AS (
  SELECT 1 AS direction, any(swing.level) AS level, argMin((n, ts, highest, lowest, lowest_close), n) AS at
  FROM confirmed JOIN (
    SELECT row_number() OVER (ORDER BY n) AS high_number, high AS level FROM swings WHERE is_high
  ) AS swing USING (high_number)
  WHERE close > swing.level GROUP BY high_number
  UNION ALL
  SELECT -1, any(swing.level), argMin((n, ts, lowest, highest, highest_close), n)
  FROM confirmed JOIN (
    SELECT row_number() OVER (ORDER BY n) AS low_number, low AS level FROM swings WHERE is_low
  ) AS swing USING (low_number)
  WHERE close < swing.level GROUP BY low_number
), events AS (
  SELECT direction, level, at.1 AS n, lagInFrame(direction) OVER before AS trend,
    at.1 - lagInFrame(at.1) OVER before AS since, at.1 + ${followBars} <= (SELECT count() FROM peer.regular) AS complete,
    greatest(0, direction * (at.3 - level)) / level * 100 AS follow_through,
    direction * at.4 <= direction * level AS retest, direction * at.5 < direction * level AS failed
  FROM breaks WINDOW before AS (ORDER BY at.1 ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)
)
SELECT count() AS total_events, countIf(trend = -direction) AS choch_count, countIf(direction = 1) AS \`bullish.count\`,
  100 * avgIf(failed, direction = 1) AS \`bullish.failure_rate_pct\`,
  100 * avgIf(retest, direction = 1) AS \`bullish.retest_rate_pct\`,
  100 * avgIf(failed, direction = -1) AS \`bearish.failure_rate_pct\`,
  avgIf(follow_through, direction = 1) AS \`bullish.avg_follow_through_pct\`,
  avgIf(follow_through, direction = -1) AS \`bearish.avg_follow_through_pct\`,
  100 * avgIf(trend = direction, trend != 0) AS continuation_rate_pct, avgIf(since, trend != 0) AS avg_bars_between_events
FROM events WHERE complete`;
