-- Made from fields.ts by `npm run tables`; a test holds the two together.

CREATE TABLE market.stat_pdhlb
(
    `symbol` LowCardinality(String) COMMENT 'Canonical symbol',
    `session` LowCardinality(String) COMMENT 'Session window: default, extended, exchange (news: all)',
    `variant` LowCardinality(String) COMMENT 'Parameter values that make this series, such as orb_minutes=5',
    `date` Date32 COMMENT 'Date of the session',
    `weekday` Enum8('Monday' = 0, 'Tuesday' = 1, 'Wednesday' = 2, 'Thursday' = 3, 'Friday' = 4, 'Saturday' = 5, 'Sunday' = 6) COMMENT 'Weekday of the date',
    `prev_date` Date32 COMMENT 'Date of the previous session, at most 7 calendar days back',
    `prev_high` Float64 COMMENT 'High of the previous session [price]',
    `prev_low` Float64 COMMENT 'Low of the previous session [price]',
    `prev_close` Float64 COMMENT 'Close of the previous session [price]',
    `prev_range` Float64 COMMENT 'Range of the previous session [price]',
    `open` Float64 COMMENT 'First price of the session [price]',
    `high` Float64 COMMENT 'Highest price [price]',
    `low` Float64 COMMENT 'Lowest price [price]',
    `close` Float64 COMMENT 'Last price [price]',
    `volume` Float64 COMMENT 'Sum of the bars\' volumes [volume]',
    `opened_beyond` Nullable(Enum8('high' = 0, 'low' = 1)) COMMENT 'high: the open is above prev_high; low: below prev_low; null inside',
    `high_break` Bool COMMENT 'Some bar traded above prev_high; all other fields of this side are null where none did',
    `high_break_time` Nullable(DateTime64(3, 'UTC')) COMMENT 'Start of the first bar with a high above prev_high; null on 1d bars',
    `follow_through_high_pct` Nullable(Float64) COMMENT 'Largest move beyond prev_high from the break bar on, in percent of it [pct]',
    `time_to_max_follow_through_high_min` Nullable(Float64) COMMENT 'From the start of the break bar to the start of the bar with the largest move [minutes]',
    `duration_above_prev_high_min` Nullable(Float64) COMMENT 'Minutes of the bars from the break bar on that closed above prev_high [minutes]',
    `retest_high` Nullable(Bool) COMMENT 'A bar after the first one that closed above prev_high came back to it with its low',
    `retest_high_time` Nullable(DateTime64(3, 'UTC')) COMMENT 'Start of the first such bar',
    `retest_high_held` Nullable(Bool) COMMENT 'After the retest bar a close above prev_high came before two closes in a row that were not; null without a retest',
    `high_success` Nullable(Bool) COMMENT 'The session closed above prev_high',
    `false_breakout_high` Nullable(Bool) COMMENT 'Neither closed above prev_high nor held a retest',
    `volume_ratio_high` Nullable(Float64) COMMENT 'Volume of the break bar over the mean of the same minutes of the 14 sessions before [ratio]',
    `breakout_strength_score_high` Nullable(Float64) COMMENT 'Strength of the break, 0 to 100, of follow-through, duration and volume [score]',
    `low_break` Bool COMMENT 'Some bar traded below prev_low; all other fields of this side are null where none did',
    `low_break_time` Nullable(DateTime64(3, 'UTC')) COMMENT 'Start of the first bar with a low below prev_low; null on 1d bars',
    `follow_through_low_pct` Nullable(Float64) COMMENT 'Largest move beyond prev_low from the break bar on, in percent of it [pct]',
    `time_to_max_follow_through_low_min` Nullable(Float64) COMMENT 'From the start of the break bar to the start of the bar with the largest move [minutes]',
    `duration_below_prev_low_min` Nullable(Float64) COMMENT 'Minutes of the bars from the break bar on that closed below prev_low [minutes]',
    `retest_low` Nullable(Bool) COMMENT 'A bar after the first one that closed below prev_low came back to it with its high',
    `retest_low_time` Nullable(DateTime64(3, 'UTC')) COMMENT 'Start of the first such bar',
    `retest_low_held` Nullable(Bool) COMMENT 'After the retest bar a close below prev_low came before two closes in a row that were not; null without a retest',
    `low_success` Nullable(Bool) COMMENT 'The session closed below prev_low',
    `false_breakout_low` Nullable(Bool) COMMENT 'Neither closed below prev_low nor held a retest',
    `volume_ratio_low` Nullable(Float64) COMMENT 'Volume of the break bar over the mean of the same minutes of the 14 sessions before [ratio]',
    `breakout_strength_score_low` Nullable(Float64) COMMENT 'Strength of the break, 0 to 100, of follow-through, duration and volume [score]',
    `both_broken_same_day` Bool COMMENT 'The session broke both levels',
    `relative_close_vs_prev_close` Float64 COMMENT 'Close over the previous close [ratio]',
    `relative_range_vs_prev_range` Nullable(Float64) COMMENT 'Range over the previous range; null where that is 0 [ratio]',
    `high_break_streak` Int32 COMMENT 'Sessions in a row, this one included, that broke the previous high [sessions]',
    `low_break_streak` Int32 COMMENT 'Sessions in a row, this one included, that broke the previous low [sessions]',
    `complete` Bool COMMENT 'The data reach the end of the window',
    `version` UInt64 COMMENT 'Grows with the rows landed for the symbol; the higher wins',
    `definition` UInt32 COMMENT 'Number of the definition that made the row',
    `computed_at` DateTime64(3, 'UTC') COMMENT 'When it was made',
    `is_deleted` UInt8 DEFAULT 0
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (`symbol`, `session`, `variant`, `date`)
COMMENT 'Previous day high/low break: one row a record; read v_stat_pdhlb, or with FINAL';

CREATE VIEW market.v_stat_pdhlb AS
SELECT * EXCEPT (is_deleted)
FROM market.stat_pdhlb FINAL;

CREATE TABLE market.stat_pdhlb_summary
(
    `symbol` LowCardinality(String) COMMENT 'Canonical symbol',
    `session` LowCardinality(String) COMMENT 'Session window: default, extended, exchange (news: all)',
    `variant` LowCardinality(String) COMMENT 'Parameter values that make this series, such as orb_minutes=5',
    `time_window` LowCardinality(String) COMMENT '1M, 3M, 6M, 12M, 24M or 5Y up to end_date',
    `asset_class` LowCardinality(String) COMMENT 'equity, etf or crypto',
    `start_date` Date32 COMMENT 'First date of the window',
    `end_date` Date32 COMMENT 'Latest session date of the symbol',
    `sample_size` UInt32 COMMENT 'The count that the rates rest on',
    `total_days` Nullable(Int32) COMMENT 'Complete sessions that have a previous one [sessions]',
    `both_broken_same_day` Nullable(Int32) COMMENT 'Sessions that broke both levels [sessions]',
    `high_breaks` Nullable(Int32) COMMENT 'Sessions that broke prev_high: the cases of this side\'s averages and rates [sessions]',
    `avg_follow_through_high_pct` Nullable(Float64) COMMENT 'Mean follow-through beyond prev_high [pct]',
    `retest_rate_high_pct` Nullable(Float64) COMMENT 'Breaks of prev_high that were retested [pct]',
    `avg_time_to_max_follow_through_high_min` Nullable(Float64) COMMENT 'Mean time from the break to the largest move [minutes]',
    `avg_duration_above_prev_high_min` Nullable(Float64) COMMENT 'Mean minutes closed beyond prev_high [minutes]',
    `high_break_success_rate_pct` Nullable(Float64) COMMENT 'Breaks of prev_high whose session closed beyond it [pct]',
    `false_breakout_rate_high_pct` Nullable(Float64) COMMENT 'Breaks that neither closed beyond the level nor held a retest [pct]',
    `avg_volume_ratio_high_break` Nullable(Float64) COMMENT 'Mean relative volume of the break bar [ratio]',
    `avg_breakout_strength_score_high` Nullable(Float64) COMMENT 'Mean strength of the break [score]',
    `max_high_break_streak` Nullable(Int32) COMMENT 'Longest streak at any session of the range [sessions]',
    `current_high_break_streak` Nullable(Int32) COMMENT 'Streak at the last complete session of the range [sessions]',
    `opened_beyond_high` Nullable(Int32) COMMENT 'Sessions that opened beyond prev_high [sessions]',
    `low_breaks` Nullable(Int32) COMMENT 'Sessions that broke prev_low: the cases of this side\'s averages and rates [sessions]',
    `avg_follow_through_low_pct` Nullable(Float64) COMMENT 'Mean follow-through beyond prev_low [pct]',
    `retest_rate_low_pct` Nullable(Float64) COMMENT 'Breaks of prev_low that were retested [pct]',
    `avg_time_to_max_follow_through_low_min` Nullable(Float64) COMMENT 'Mean time from the break to the largest move [minutes]',
    `avg_duration_below_prev_low_min` Nullable(Float64) COMMENT 'Mean minutes closed beyond prev_low [minutes]',
    `low_break_success_rate_pct` Nullable(Float64) COMMENT 'Breaks of prev_low whose session closed beyond it [pct]',
    `false_breakout_rate_low_pct` Nullable(Float64) COMMENT 'Breaks that neither closed beyond the level nor held a retest [pct]',
    `avg_volume_ratio_low_break` Nullable(Float64) COMMENT 'Mean relative volume of the break bar [ratio]',
    `avg_breakout_strength_score_low` Nullable(Float64) COMMENT 'Mean strength of the break [score]',
    `max_low_break_streak` Nullable(Int32) COMMENT 'Longest streak at any session of the range [sessions]',
    `current_low_break_streak` Nullable(Int32) COMMENT 'Streak at the last complete session of the range [sessions]',
    `opened_beyond_low` Nullable(Int32) COMMENT 'Sessions that opened beyond prev_low [sessions]',
    `avg_relative_close_vs_prev_close` Nullable(Float64) COMMENT 'Mean close over the previous close, all sessions [ratio]',
    `avg_relative_range_vs_prev_range` Nullable(Float64) COMMENT 'Mean range over the previous range, all sessions [ratio]',
    `metrics` Map(LowCardinality(String), Nullable(Float64)) COMMENT 'Every number of the summary by its dotted path',
    `summary` String COMMENT 'The whole summary as the API answers it, JSON',
    `version` UInt64 COMMENT 'Grows with the rows landed for the symbol; the higher wins',
    `definition` UInt32 COMMENT 'Number of the definition that made the row',
    `computed_at` DateTime64(3, 'UTC') COMMENT 'When it was made',
    `is_deleted` UInt8 DEFAULT 0
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (`symbol`, `session`, `variant`, `time_window`)
COMMENT 'Previous day high/low break: summaries by symbol, variant and window; read v_stat_pdhlb_summary, or with FINAL';

CREATE VIEW market.v_stat_pdhlb_summary AS
SELECT * EXCEPT (is_deleted)
FROM market.stat_pdhlb_summary FINAL;
