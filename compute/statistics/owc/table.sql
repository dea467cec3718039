-- Made from fields.ts by `npm run tables`; a test holds the two together.

CREATE TABLE market.stat_owc
(
    `symbol` LowCardinality(String) COMMENT 'Canonical symbol',
    `session` LowCardinality(String) COMMENT 'Session window: default, extended, exchange (news: all)',
    `variant` LowCardinality(String) COMMENT 'Parameter values that make this series, such as orb_minutes=5',
    `week` String COMMENT 'ISO week, such as 2024-W05',
    `date` Date32 COMMENT 'Date of its first session',
    `candle_open` Nullable(Float64) COMMENT 'First price of the opening candle [price]',
    `candle_high` Nullable(Float64) COMMENT 'Highest price of the opening candle [price]',
    `candle_low` Nullable(Float64) COMMENT 'Lowest price of the opening candle [price]',
    `candle_close` Nullable(Float64) COMMENT 'Last price of the opening candle [price]',
    `candle_direction` Nullable(Enum8('green' = 0, 'red' = 1, 'doji' = 2)) COMMENT 'Close against open of the candle; doji: equal',
    `candle_body_pct` Nullable(Float64) COMMENT 'Size of the body in percent of the open [pct]',
    `candle_range_pct` Nullable(Float64) COMMENT 'Range of the candle in percent of its open [pct]',
    `candle_close_location` Nullable(Float64) COMMENT 'Where in its range the candle closed: 0 low, 1 high; null without a range [ratio]',
    `session_open` Nullable(Float64) COMMENT 'First price of the week [price]',
    `session_close` Nullable(Float64) COMMENT 'Last price of the week [price]',
    `session_return_pct` Nullable(Float64) COMMENT 'From open to close of the week [pct]',
    `session_direction` Nullable(Enum8('green' = 0, 'red' = 1, 'doji' = 2)) COMMENT 'Close against open of the week',
    `continuation` Nullable(Bool) COMMENT 'The week took the direction of the candle; null for a doji candle',
    `rest_return_pct` Nullable(Float64) COMMENT 'From the close of the candle to the close of the week [pct]',
    `broke_candle_high` Nullable(Bool) COMMENT 'A later high was above the high of the candle',
    `broke_candle_low` Nullable(Bool) COMMENT 'A later low was below the low of the candle',
    `break_type` Nullable(Enum8('up' = 0, 'down' = 1, 'both' = 2, 'none' = 3)) COMMENT 'Which ends of the candle were broken later',
    `high_in_candle` Nullable(Bool) COMMENT 'The high of the week was first reached in the candle',
    `low_in_candle` Nullable(Bool) COMMENT 'The low of the week was first reached in the candle',
    `max_extension_up_x` Nullable(Float64) COMMENT 'How far the week went above the candle, in ranges of the candle [ratio]',
    `max_extension_down_x` Nullable(Float64) COMMENT 'How far the week went below the candle, in ranges of the candle [ratio]',
    `outside_period` Nullable(Bool) COMMENT 'The range strictly holds that of the week before; null without one',
    `complete` Bool COMMENT 'The week is over: a bar starts on or after the next Monday (crypto: and after the Sunday window)',
    `version` UInt64 COMMENT 'Grows with the rows landed for the symbol; the higher wins',
    `definition` UInt32 COMMENT 'Number of the definition that made the row',
    `computed_at` DateTime64(3, 'UTC') COMMENT 'When it was made',
    `is_deleted` UInt8 DEFAULT 0
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (`symbol`, `session`, `variant`, `date`)
COMMENT 'Opening weekly candle: one row a record; read v_stat_owc, or with FINAL';

CREATE VIEW market.v_stat_owc AS
SELECT * EXCEPT (is_deleted)
FROM market.stat_owc FINAL;

CREATE TABLE market.stat_owc_summary
(
    `symbol` LowCardinality(String) COMMENT 'Canonical symbol',
    `session` LowCardinality(String) COMMENT 'Session window: default, extended, exchange (news: all)',
    `variant` LowCardinality(String) COMMENT 'Parameter values that make this series, such as orb_minutes=5',
    `time_window` LowCardinality(String) COMMENT '1M, 3M, 6M, 12M, 24M or 5Y up to end_date',
    `asset_class` LowCardinality(String) COMMENT 'equity, etf or crypto',
    `start_date` Date32 COMMENT 'First date of the window',
    `end_date` Date32 COMMENT 'Latest session date of the symbol',
    `sample_size` UInt32 COMMENT 'The count that the rates rest on',
    `opening_days` Nullable(Int32) COMMENT 'Sessions that make the opening candle [sessions]',
    `total_weeks` Nullable(Int32) COMMENT 'Finished weeks with more sessions than the opening candle [count]',
    `green_candles` Nullable(Int32) COMMENT 'Opening candles that closed above their open [count]',
    `red_candles` Nullable(Int32) COMMENT 'Opening candles that closed below their open [count]',
    `doji_candles` Nullable(Int32) COMMENT 'Opening candles that closed at their open [count]',
    `green_given_green_pct` Nullable(Float64) COMMENT 'Of the green candles, those with a green week [pct]',
    `red_given_red_pct` Nullable(Float64) COMMENT 'Of the red candles, those with a red week [pct]',
    `continuation_rate_pct` Nullable(Float64) COMMENT 'Of the green and red candles, those whose week took their direction [pct]',
    `avg_return_given_green_pct` Nullable(Float64) COMMENT 'Mean session_return_pct of a week with a green candle [pct]',
    `avg_return_given_red_pct` Nullable(Float64) COMMENT 'Mean session_return_pct of a week with a red candle [pct]',
    `avg_rest_return_given_green_pct` Nullable(Float64) COMMENT 'Mean rest_return_pct after a green candle [pct]',
    `avg_rest_return_given_red_pct` Nullable(Float64) COMMENT 'Mean rest_return_pct after a red candle [pct]',
    `high_in_candle_pct` Nullable(Float64) COMMENT 'Share with the high of the week in the candle [pct]',
    `low_in_candle_pct` Nullable(Float64) COMMENT 'Share with the low of the week in the candle [pct]',
    `outside_rate_pct` Nullable(Float64) COMMENT 'Share of outside_period among those that have a week before [pct]',
    `metrics` Map(LowCardinality(String), Nullable(Float64)) COMMENT 'Every number of the summary by its dotted path',
    `summary` String COMMENT 'The whole summary as the API answers it, JSON',
    `version` UInt64 COMMENT 'Grows with the rows landed for the symbol; the higher wins',
    `definition` UInt32 COMMENT 'Number of the definition that made the row',
    `computed_at` DateTime64(3, 'UTC') COMMENT 'When it was made',
    `is_deleted` UInt8 DEFAULT 0
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (`symbol`, `session`, `variant`, `time_window`)
COMMENT 'Opening weekly candle: summaries by symbol, variant and window; read v_stat_owc_summary, or with FINAL';

CREATE VIEW market.v_stat_owc_summary AS
SELECT * EXCEPT (is_deleted)
FROM market.stat_owc_summary FINAL;
