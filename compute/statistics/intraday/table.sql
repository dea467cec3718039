-- Made from fields.ts by `npm run tables`; a test holds the two together.

CREATE TABLE market.stat_intraday
(
    `symbol` LowCardinality(String) COMMENT 'Canonical symbol',
    `session` LowCardinality(String) COMMENT 'Session window: default, extended, exchange (news: all)',
    `variant` LowCardinality(String) COMMENT 'Parameter values that make this series, such as orb_minutes=5',
    `date` Date32 COMMENT 'Date of the session',
    `weekday` Enum8('Monday' = 0, 'Tuesday' = 1, 'Wednesday' = 2, 'Thursday' = 3, 'Friday' = 4, 'Saturday' = 5, 'Sunday' = 6) COMMENT 'Weekday of the date',
    `bucket_start` Int32 COMMENT 'Start of the bucket in minutes from the start of the day [minutes]',
    `starts_at` DateTime64(3, 'UTC') COMMENT 'The same as a time (UTC)',
    `open` Float64 COMMENT 'First price of the bucket [price]',
    `high` Float64 COMMENT 'Highest price [price]',
    `low` Float64 COMMENT 'Lowest price [price]',
    `close` Float64 COMMENT 'Last price [price]',
    `volume` Float64 COMMENT 'Sum of the bars\' volumes [volume]',
    `return_pct` Float64 COMMENT 'From open to close of the bucket [pct]',
    `range_pct` Float64 COMMENT 'Range of the bucket in percent of its open [pct]',
    `volume_share_pct` Nullable(Float64) COMMENT 'Share of the session\'s volume; null without any [pct]',
    `range_share_pct` Nullable(Float64) COMMENT 'Share of the session\'s range that this bucket added; null without a range [pct]',
    `high_of_day` Bool COMMENT 'The bar that first reaches the session\'s high lies here',
    `low_of_day` Bool COMMENT 'The bar that first reaches the session\'s low lies here',
    `complete` Bool COMMENT 'The data reach the end of the window',
    `version` UInt64 COMMENT 'Grows with the rows landed for the symbol; the higher wins',
    `definition` UInt32 COMMENT 'Number of the definition that made the row',
    `computed_at` DateTime64(3, 'UTC') COMMENT 'When it was made',
    `is_deleted` UInt8 DEFAULT 0
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (`symbol`, `session`, `variant`, `date`, `bucket_start`)
COMMENT 'Time of day: one row a record; read v_stat_intraday, or with FINAL';

CREATE VIEW market.v_stat_intraday AS
SELECT * EXCEPT (is_deleted)
FROM market.stat_intraday FINAL;

CREATE TABLE market.stat_intraday_summary
(
    `symbol` LowCardinality(String) COMMENT 'Canonical symbol',
    `session` LowCardinality(String) COMMENT 'Session window: default, extended, exchange (news: all)',
    `variant` LowCardinality(String) COMMENT 'Parameter values that make this series, such as orb_minutes=5',
    `time_window` LowCardinality(String) COMMENT '1M, 3M, 6M, 12M, 24M or 5Y up to end_date',
    `asset_class` LowCardinality(String) COMMENT 'equity, etf or crypto',
    `start_date` Date32 COMMENT 'First date of the window',
    `end_date` Date32 COMMENT 'Latest session date of the symbol',
    `sample_size` UInt32 COMMENT 'The count that the rates rest on',
    `bucket_minutes` Nullable(Int32) COMMENT 'Length of a bucket [minutes]',
    `first_bucket_continuation_rate_pct` Nullable(Float64) COMMENT 'Sessions that closed in the direction of their first bucket, of those whose first bucket has one [pct]',
    `last_bucket_continuation_rate_pct` Nullable(Float64) COMMENT 'Sessions whose last bucket had the direction of the session, of those whose last bucket has one [pct]',
    `metrics` Map(LowCardinality(String), Nullable(Float64)) COMMENT 'Every number of the summary by its dotted path',
    `summary` String COMMENT 'The whole summary as the API answers it, JSON',
    `version` UInt64 COMMENT 'Grows with the rows landed for the symbol; the higher wins',
    `definition` UInt32 COMMENT 'Number of the definition that made the row',
    `computed_at` DateTime64(3, 'UTC') COMMENT 'When it was made',
    `is_deleted` UInt8 DEFAULT 0
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (`symbol`, `session`, `variant`, `time_window`)
COMMENT 'Time of day: summaries by symbol, variant and window; read v_stat_intraday_summary, or with FINAL';

CREATE VIEW market.v_stat_intraday_summary AS
SELECT * EXCEPT (is_deleted)
FROM market.stat_intraday_summary FINAL;
