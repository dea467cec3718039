/**
 * NEWS as straightforward SQL over `peer.news` and all bars (see sql.ts): the nearest bar at or after a time by ASOF
 * JOIN. Left out: labels and scores.
 */
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
