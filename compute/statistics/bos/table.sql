-- Made from fields.ts by `npm run tables`; a test holds the two together.

CREATE TABLE market.stat_bos
(
    `symbol` LowCardinality(String) COMMENT 'Canonical symbol',
    `session` LowCardinality(String) COMMENT 'Session window: default, extended, exchange (news: all)',
    `variant` LowCardinality(String) COMMENT 'Parameter values that make this series, such as orb_minutes=5',
    `date` Date32 COMMENT 'Date of the breaking candle\'s session; of a week its first session',
    `timeframe` Enum8('1m' = 0, '2m' = 1, '3m' = 2, '5m' = 3, '10m' = 4, '15m' = 5, '30m' = 6, '1H' = 7, '2H' = 8, '4H' = 9, '1D' = 10, '1W' = 11) COMMENT 'Length of a candle',
    `event_time` DateTime64(3, 'UTC') COMMENT 'Start of the breaking candle',
    `confirmed_at` DateTime64(3, 'UTC') COMMENT 'End of the breaking candle: from then on the break is known',
    `type` Enum8('bos' = 0, 'choch' = 1) COMMENT 'choch: against the trend before (change of character); bos: with it, or the first of all',
    `direction` Enum8('up' = 0, 'down' = 1) COMMENT 'up: a swing high was broken; down: a swing low',
    `level` Float64 COMMENT 'Price of the swing that was broken [price]',
    `swing_time` DateTime64(3, 'UTC') COMMENT 'Start of the swing\'s candle',
    `bars_since_swing` Int32 COMMENT 'Candles from the swing\'s to the breaking one [candles]',
    `close` Float64 COMMENT 'Close of the breaking candle [price]',
    `break_size_pct` Float64 COMMENT 'How far the price that broke the level went beyond it, of the level [pct]',
    `trend_before` Int32 COMMENT 'Direction of the event before: 1 up, -1 down, 0 none yet',
    `follow_through_pct` Nullable(Float64) COMMENT 'Largest move on beyond the level over the next follow_bars candles, at least 0 [pct]',
    `adverse_pct` Nullable(Float64) COMMENT 'Largest move back behind the level over the next follow_bars candles, at least 0 [pct]',
    `retest` Nullable(Bool) COMMENT 'One of the next follow_bars candles touched the level; null without a later candle',
    `retest_time` Nullable(DateTime64(3, 'UTC')) COMMENT 'Start of the first that did',
    `bars_to_retest` Nullable(Int32) COMMENT 'Candles from the breaking one to that one [candles]',
    `failed` Nullable(Bool) COMMENT 'One of the next follow_bars candles closed back behind the level; null without a later candle',
    `bars_to_failure` Nullable(Int32) COMMENT 'Candles from the breaking one to the first that did [candles]',
    `bars_since_event` Nullable(Int32) COMMENT 'Candles since the event before; null for the first [candles]',
    `complete` Bool COMMENT 'follow_bars later candles exist',
    `version` UInt64 COMMENT 'Grows with the rows landed for the symbol; the higher wins',
    `definition` UInt32 COMMENT 'Number of the definition that made the row',
    `computed_at` DateTime64(3, 'UTC') COMMENT 'When it was made',
    `is_deleted` UInt8 DEFAULT 0
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (`symbol`, `session`, `variant`, `date`, `event_time`)
COMMENT 'Break of structure: one row a record; read v_stat_bos, or with FINAL';

CREATE VIEW market.v_stat_bos AS
SELECT * EXCEPT (is_deleted)
FROM market.stat_bos FINAL;

CREATE TABLE market.stat_bos_summary
(
    `symbol` LowCardinality(String) COMMENT 'Canonical symbol',
    `session` LowCardinality(String) COMMENT 'Session window: default, extended, exchange (news: all)',
    `variant` LowCardinality(String) COMMENT 'Parameter values that make this series, such as orb_minutes=5',
    `time_window` LowCardinality(String) COMMENT '1M, 3M, 6M, 12M, 24M or 5Y up to end_date',
    `asset_class` LowCardinality(String) COMMENT 'equity, etf or crypto',
    `start_date` Date32 COMMENT 'First date of the window',
    `end_date` Date32 COMMENT 'Latest session date of the symbol',
    `sample_size` UInt32 COMMENT 'The count that the rates rest on',
    `timeframe` Nullable(String) COMMENT 'Length of a candle',
    `total_events` Nullable(Int32) COMMENT 'Complete events of the range, after filters [count]',
    `bos_count` Nullable(Int32) COMMENT 'Of these, those with the trend before, or the first of all [count]',
    `choch_count` Nullable(Int32) COMMENT 'Of these, those against the trend before [count]',
    `continuation_rate_pct` Nullable(Float64) COMMENT 'Of the pairs of consecutive complete events of the range, before filters, those in one direction [pct]',
    `avg_bars_between_events` Nullable(Float64) COMMENT 'Mean distance of the two events of these pairs [candles]',
    `current_trend` Nullable(Int32) COMMENT 'Direction of the last event up to the range\'s end: 1 up, -1 down, 0 none yet',
    `metrics` Map(LowCardinality(String), Nullable(Float64)) COMMENT 'Every number of the summary by its dotted path',
    `summary` String COMMENT 'The whole summary as the API answers it, JSON',
    `version` UInt64 COMMENT 'Grows with the rows landed for the symbol; the higher wins',
    `definition` UInt32 COMMENT 'Number of the definition that made the row',
    `computed_at` DateTime64(3, 'UTC') COMMENT 'When it was made',
    `is_deleted` UInt8 DEFAULT 0
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (`symbol`, `session`, `variant`, `time_window`)
COMMENT 'Break of structure: summaries by symbol, variant and window; read v_stat_bos_summary, or with FINAL';

CREATE VIEW market.v_stat_bos_summary AS
SELECT * EXCEPT (is_deleted)
FROM market.stat_bos_summary FINAL;
