-- Made from fields.ts by `npm run tables`; a test holds the two together.

CREATE TABLE market.stat_trend
(
    `symbol` LowCardinality(String) COMMENT 'Canonical symbol',
    `session` LowCardinality(String) COMMENT 'Session window: default, extended, exchange (news: all)',
    `variant` LowCardinality(String) COMMENT 'Parameter values that make this series, such as orb_minutes=5',
    `date` Date32 COMMENT 'Date of the session',
    `weekday` Enum8('Monday' = 0, 'Tuesday' = 1, 'Wednesday' = 2, 'Thursday' = 3, 'Friday' = 4, 'Saturday' = 5, 'Sunday' = 6) COMMENT 'Weekday of the date',
    `open` Float64 COMMENT 'First price of the session [price]',
    `high` Float64 COMMENT 'Highest price [price]',
    `low` Float64 COMMENT 'Lowest price [price]',
    `close` Float64 COMMENT 'Last price [price]',
    `return_pct` Nullable(Float64) COMMENT 'Close against the close of the previous session; null without one [pct]',
    `range_pct` Float64 COMMENT 'Range of the session in percent of its open [pct]',
    `efficiency` Nullable(Float64) COMMENT 'How much of the range the way from open to close covers, 0 to 1; null at zero range [ratio]',
    `strength` Nullable(Float64) COMMENT 'Size of the day weighted by how directly it moved; null at zero range [score]',
    `open_location` Nullable(Float64) COMMENT 'Where in the range the session opened: 0 at the low, 1 at the high [ratio]',
    `close_location` Nullable(Float64) COMMENT 'Where in the range the session closed: 0 at the low, 1 at the high [ratio]',
    `trend_day` Enum8('up' = 0, 'down' = 1, 'none' = 2) COMMENT 'up: opened near the low and closed near the high; down: the mirror image',
    `range_vs_prev` Nullable(Float64) COMMENT 'Range over the range of the previous session; null without one or where it is 0 [ratio]',
    `streak_direction` Nullable(Enum8('up' = 0, 'down' = 1, 'flat' = 2)) COMMENT 'Sign of the return; null without a previous session',
    `streak_length` Int32 COMMENT 'Sessions in a row with this sign of return, this one included; 0 without one [sessions]',
    `above_sma20` Nullable(Bool) COMMENT 'Close above the mean of the last 20 sessions\' closes; null before the 20th',
    `above_sma50` Nullable(Bool) COMMENT 'Close above the mean of the last 50 sessions\' closes; null before the 50th',
    `complete` Bool COMMENT 'The data reach the end of the window',
    `version` UInt64 COMMENT 'Grows with the rows landed for the symbol; the higher wins',
    `definition` UInt32 COMMENT 'Number of the definition that made the row',
    `computed_at` DateTime64(3, 'UTC') COMMENT 'When it was made',
    `is_deleted` UInt8 DEFAULT 0
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (`symbol`, `session`, `variant`, `date`)
COMMENT 'Trend days and streaks: one row a record; read v_stat_trend, or with FINAL';

CREATE VIEW market.v_stat_trend AS
SELECT * EXCEPT (is_deleted)
FROM market.stat_trend FINAL;

CREATE TABLE market.stat_trend_summary
(
    `symbol` LowCardinality(String) COMMENT 'Canonical symbol',
    `session` LowCardinality(String) COMMENT 'Session window: default, extended, exchange (news: all)',
    `variant` LowCardinality(String) COMMENT 'Parameter values that make this series, such as orb_minutes=5',
    `time_window` LowCardinality(String) COMMENT '1M, 3M, 6M, 12M, 24M or 5Y up to end_date',
    `asset_class` LowCardinality(String) COMMENT 'equity, etf or crypto',
    `start_date` Date32 COMMENT 'First date of the window',
    `end_date` Date32 COMMENT 'Latest session date of the symbol',
    `sample_size` UInt32 COMMENT 'The count that the rates rest on',
    `total_days` Nullable(Int32) COMMENT 'Complete sessions [sessions]',
    `trend_days_up` Nullable(Int32) COMMENT 'Trend days up [count]',
    `trend_days_down` Nullable(Int32) COMMENT 'Trend days down [count]',
    `trend_day_rate_pct` Nullable(Float64) COMMENT 'Sessions that are trend days [pct]',
    `avg_efficiency` Nullable(Float64) COMMENT 'Mean efficiency [ratio]',
    `median_efficiency` Nullable(Float64) COMMENT 'Median efficiency [ratio]',
    `avg_return_trend_up` Nullable(Float64) COMMENT 'Mean return of trend days up, close to close [pct]',
    `avg_return_trend_down` Nullable(Float64) COMMENT 'Mean return of trend days down, close to close [pct]',
    `next_day_continuation_pct` Nullable(Float64) COMMENT 'Trend days whose next session\'s return has the sign of the trend [pct]',
    `pct_days_above_sma20` Nullable(Float64) COMMENT 'Sessions that closed above the mean of 20 closes, of those that have it [pct]',
    `pct_days_above_sma50` Nullable(Float64) COMMENT 'Sessions that closed above the mean of 50 closes, of those that have it [pct]',
    `metrics` Map(LowCardinality(String), Nullable(Float64)) COMMENT 'Every number of the summary by its dotted path',
    `summary` String COMMENT 'The whole summary as the API answers it, JSON',
    `version` UInt64 COMMENT 'Grows with the rows landed for the symbol; the higher wins',
    `definition` UInt32 COMMENT 'Number of the definition that made the row',
    `computed_at` DateTime64(3, 'UTC') COMMENT 'When it was made',
    `is_deleted` UInt8 DEFAULT 0
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (`symbol`, `session`, `variant`, `time_window`)
COMMENT 'Trend days and streaks: summaries by symbol, variant and window; read v_stat_trend_summary, or with FINAL';

CREATE VIEW market.v_stat_trend_summary AS
SELECT * EXCEPT (is_deleted)
FROM market.stat_trend_summary FINAL;
