/** The SQL beside P3: an opening range's summary by one statement, with the names of our summary. */

/** Returns statements for views over a source with the columns of bars: `peer.regular` holds New York's regular hours. */
export const regularHours = (source: string) =>
  `CREATE OR REPLACE VIEW peer.regular AS
   SELECT ts, toDate(ts, 'America/New_York') AS date,
     toHour(ts, 'America/New_York') * 60 + toMinute(ts, 'America/New_York') AS minute, open, high, low, close, volume
   FROM ${source} WHERE minute >= 570 AND minute < 960`;

/** Returns the query of a summary without reentries, false breaks, adverse moves, relative volumes, weekdays and intervals. */
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
