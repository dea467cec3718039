-- Made from fields.ts by `npm run tables`; a test holds the two together.

CREATE TABLE market.stat_orb
(
    `symbol` LowCardinality(String) COMMENT 'Canonical symbol',
    `session` LowCardinality(String) COMMENT 'Session window: default, extended, exchange (news: all)',
    `variant` LowCardinality(String) COMMENT 'Parameter values that make this series, such as orb_minutes=5',
    `date` Date32 COMMENT 'Date of the session',
    `weekday` Enum8('Monday' = 0, 'Tuesday' = 1, 'Wednesday' = 2, 'Thursday' = 3, 'Friday' = 4, 'Saturday' = 5, 'Sunday' = 6) COMMENT 'Weekday of the date',
    `orb_minutes` Int32 COMMENT 'Length of the opening range [minutes]',
    `or_high` Nullable(Float64) COMMENT 'Highest price of the opening range [price]',
    `or_low` Nullable(Float64) COMMENT 'Lowest price of the opening range [price]',
    `or_range` Nullable(Float64) COMMENT 'Height of the opening range [price]',
    `or_range_pct` Nullable(Float64) COMMENT 'Opening range in percent of the session open [pct]',
    `or_bars` Nullable(Int32) COMMENT 'Bars in the opening range; null until the range is over [bars]',
    `session_open` Float64 COMMENT 'First price of the session [price]',
    `session_high` Float64 COMMENT 'Highest price of the session [price]',
    `session_low` Float64 COMMENT 'Lowest price of the session [price]',
    `session_close` Float64 COMMENT 'Last price of the session [price]',
    `broke_high` Nullable(Bool) COMMENT 'Some bar after the range broke its high',
    `broke_low` Nullable(Bool) COMMENT 'Some bar after the range broke its low',
    `break_type` Nullable(Enum8('up' = 0, 'down' = 1, 'both' = 2, 'none' = 3)) COMMENT 'Sides broken over the whole session',
    `first_direction` Nullable(Enum8('up' = 0, 'down' = 1)) COMMENT 'Side broken first; null where none was, or one bar broke both',
    `breakout_time` Nullable(DateTime64(3, 'UTC')) COMMENT 'Start of the first bar that broke the range',
    `minutes_to_breakout` Nullable(Float64) COMMENT 'From the day\'s anchor to the start of the breakout bar [minutes]',
    `breakout_level` Nullable(Float64) COMMENT 'The level broken: or_high or or_low [price]',
    `breakout_size` Nullable(Float64) COMMENT 'Largest move beyond the level, from the breakout bar on [price]',
    `breakout_size_pct` Nullable(Float64) COMMENT 'Breakout size in percent of the level [pct]',
    `breakout_size_x` Nullable(Float64) COMMENT 'Breakout size in opening ranges; null for a range of no height [ratio]',
    `minutes_to_max` Nullable(Float64) COMMENT 'From the breakout bar to the first bar that attains the largest move [minutes]',
    `hit_0_5x` Nullable(Bool) COMMENT 'The move reached 0.5x the opening range',
    `hit_1x` Nullable(Bool) COMMENT 'The move reached 1x the opening range',
    `hit_1_5x` Nullable(Bool) COMMENT 'The move reached 1.5x the opening range',
    `hit_2x` Nullable(Bool) COMMENT 'The move reached 2x the opening range',
    `max_adverse_pct` Nullable(Float64) COMMENT 'Largest move against the break, from the breakout bar on, of the level [pct]',
    `reentry` Nullable(Bool) COMMENT 'orb_reentry_candles bars in a row closed inside the range, after the breakout bar',
    `reentry_time` Nullable(DateTime64(3, 'UTC')) COMMENT 'Start of the last of those bars',
    `false_breakout` Nullable(Bool) COMMENT 'Reentry and no continuation',
    `continuation` Nullable(Bool) COMMENT 'The session closed beyond the level',
    `or_volume` Nullable(Float64) COMMENT 'Volume of the opening range [volume]',
    `volume_ratio` Nullable(Float64) COMMENT 'or_volume over the mean of the same minutes in the previous 14 sessions [ratio]',
    `complete` Bool COMMENT 'The data reach the end of the window',
    `version` UInt64 COMMENT 'Grows with the rows landed for the symbol; the higher wins',
    `definition` UInt32 COMMENT 'Number of the definition that made the row',
    `computed_at` DateTime64(3, 'UTC') COMMENT 'When it was made',
    `is_deleted` UInt8 DEFAULT 0
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (`symbol`, `session`, `variant`, `date`)
COMMENT 'Opening range breakout: one row a record; read v_stat_orb, or with FINAL';

CREATE VIEW market.v_stat_orb AS
SELECT * EXCEPT (is_deleted)
FROM market.stat_orb FINAL;

CREATE TABLE market.stat_orb_summary
(
    `symbol` LowCardinality(String) COMMENT 'Canonical symbol',
    `session` LowCardinality(String) COMMENT 'Session window: default, extended, exchange (news: all)',
    `variant` LowCardinality(String) COMMENT 'Parameter values that make this series, such as orb_minutes=5',
    `time_window` LowCardinality(String) COMMENT '1M, 3M, 6M, 12M, 24M or 5Y up to end_date',
    `asset_class` LowCardinality(String) COMMENT 'equity, etf or crypto',
    `start_date` Date32 COMMENT 'First date of the window',
    `end_date` Date32 COMMENT 'Latest session date of the symbol',
    `sample_size` UInt32 COMMENT 'The count that the rates rest on',
    `orb_minutes` Nullable(Int32) COMMENT 'Length of the opening range [minutes]',
    `total_days` Nullable(Int32) COMMENT 'Complete sessions [sessions]',
    `no_range_days` Nullable(Int32) COMMENT 'Complete sessions without a bar in the opening range [sessions]',
    `high_breaks` Nullable(Int32) COMMENT 'Sessions that broke the high (some broke both sides) [sessions]',
    `low_breaks` Nullable(Int32) COMMENT 'Sessions that broke the low (some broke both sides) [sessions]',
    `both_breaks` Nullable(Int32) COMMENT 'Sessions that broke both sides [sessions]',
    `no_breaks` Nullable(Int32) COMMENT 'Sessions that broke neither side [sessions]',
    `breakout_rate_pct` Nullable(Float64) COMMENT 'Sessions with a range that broke at least one side [pct]',
    `high_break_rate_pct` Nullable(Float64) COMMENT 'Sessions with a range that broke its high [pct]',
    `low_break_rate_pct` Nullable(Float64) COMMENT 'Sessions with a range that broke its low [pct]',
    `both_break_rate_pct` Nullable(Float64) COMMENT 'Sessions with a range that broke both sides [pct]',
    `count_up` Nullable(Int32) COMMENT 'Number of days that broke upwards first [count]',
    `continuation_rate_pct_up` Nullable(Float64) COMMENT 'Of days that broke upwards first, those that closed beyond the level [pct]',
    `false_breakout_rate_pct_up` Nullable(Float64) COMMENT 'Of days that broke upwards first, those with a reentry and no continuation [pct]',
    `reentry_rate_pct_up` Nullable(Float64) COMMENT 'Of days that broke upwards first, those with a reentry [pct]',
    `avg_breakout_size_pct_up` Nullable(Float64) COMMENT 'Mean breakout size, days that broke upwards first [pct]',
    `median_breakout_size_pct_up` Nullable(Float64) COMMENT 'Median breakout size, days that broke upwards first [pct]',
    `avg_breakout_size_x_up` Nullable(Float64) COMMENT 'Mean breakout size in opening ranges, days that broke upwards first [ratio]',
    `avg_minutes_to_breakout_up` Nullable(Float64) COMMENT 'Mean minutes to the breakout, days that broke upwards first [minutes]',
    `avg_minutes_to_max_up` Nullable(Float64) COMMENT 'Mean minutes from breakout to the largest move, days that broke upwards first [minutes]',
    `avg_max_adverse_pct_up` Nullable(Float64) COMMENT 'Mean of the largest move against the break, days that broke upwards first [pct]',
    `count_down` Nullable(Int32) COMMENT 'Number of days that broke downwards first [count]',
    `continuation_rate_pct_down` Nullable(Float64) COMMENT 'Of days that broke downwards first, those that closed beyond the level [pct]',
    `false_breakout_rate_pct_down` Nullable(Float64) COMMENT 'Of days that broke downwards first, those with a reentry and no continuation [pct]',
    `reentry_rate_pct_down` Nullable(Float64) COMMENT 'Of days that broke downwards first, those with a reentry [pct]',
    `avg_breakout_size_pct_down` Nullable(Float64) COMMENT 'Mean breakout size, days that broke downwards first [pct]',
    `median_breakout_size_pct_down` Nullable(Float64) COMMENT 'Median breakout size, days that broke downwards first [pct]',
    `avg_breakout_size_x_down` Nullable(Float64) COMMENT 'Mean breakout size in opening ranges, days that broke downwards first [ratio]',
    `avg_minutes_to_breakout_down` Nullable(Float64) COMMENT 'Mean minutes to the breakout, days that broke downwards first [minutes]',
    `avg_minutes_to_max_down` Nullable(Float64) COMMENT 'Mean minutes from breakout to the largest move, days that broke downwards first [minutes]',
    `avg_max_adverse_pct_down` Nullable(Float64) COMMENT 'Mean of the largest move against the break, days that broke downwards first [pct]',
    `avg_or_range_pct` Nullable(Float64) COMMENT 'Mean height of the opening range in percent [pct]',
    `avg_volume_ratio` Nullable(Float64) COMMENT 'Mean relative volume of the opening range [ratio]',
    `metrics` Map(LowCardinality(String), Nullable(Float64)) COMMENT 'Every number of the summary by its dotted path',
    `summary` String COMMENT 'The whole summary as the API answers it, JSON',
    `version` UInt64 COMMENT 'Grows with the rows landed for the symbol; the higher wins',
    `definition` UInt32 COMMENT 'Number of the definition that made the row',
    `computed_at` DateTime64(3, 'UTC') COMMENT 'When it was made',
    `is_deleted` UInt8 DEFAULT 0
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (`symbol`, `session`, `variant`, `time_window`)
COMMENT 'Opening range breakout: summaries by symbol, variant and window; read v_stat_orb_summary, or with FINAL';

CREATE VIEW market.v_stat_orb_summary AS
SELECT * EXCEPT (is_deleted)
FROM market.stat_orb_summary FINAL;
