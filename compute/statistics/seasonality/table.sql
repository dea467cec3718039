-- Made from fields.ts by `npm run tables`; a test holds the two together.

CREATE TABLE market.stat_seasonality
(
    `symbol` LowCardinality(String) COMMENT 'Canonical symbol',
    `session` LowCardinality(String) COMMENT 'Session window: default, extended, exchange (news: all)',
    `variant` LowCardinality(String) COMMENT 'Parameter values that make this series, such as orb_minutes=5',
    `date` Date32 COMMENT 'Date of the session, Monday to Friday',
    `weekday` Enum8('Monday' = 0, 'Tuesday' = 1, 'Wednesday' = 2, 'Thursday' = 3, 'Friday' = 4, 'Saturday' = 5, 'Sunday' = 6) COMMENT 'Weekday of the date',
    `iso_year` Int32 COMMENT 'Year that the ISO week belongs to',
    `iso_week` Int32 COMMENT 'ISO week number, 1 to 53',
    `month` Int32 COMMENT 'Calendar month, 1 to 12',
    `close` Float64 COMMENT 'Close of the session [price]',
    `prev_date` Nullable(Date32) COMMENT 'Date of the previous weekday session, at most 7 calendar days back',
    `prev_close` Nullable(Float64) COMMENT 'Its close [price]',
    `return_pct` Nullable(Float64) COMMENT 'Close against the previous close [pct]',
    `volume` Float64 COMMENT 'Sum of the session\'s volumes [volume]',
    `complete` Bool COMMENT 'The data reach the end of the window',
    `version` UInt64 COMMENT 'Grows with the rows landed for the symbol; the higher wins',
    `definition` UInt32 COMMENT 'Number of the definition that made the row',
    `computed_at` DateTime64(3, 'UTC') COMMENT 'When it was made',
    `is_deleted` UInt8 DEFAULT 0
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (`symbol`, `session`, `variant`, `date`)
COMMENT 'Seasonality: one row a record; read v_stat_seasonality, or with FINAL';

CREATE VIEW market.v_stat_seasonality AS
SELECT * EXCEPT (is_deleted)
FROM market.stat_seasonality FINAL;

CREATE TABLE market.stat_seasonality_summary
(
    `symbol` LowCardinality(String) COMMENT 'Canonical symbol',
    `session` LowCardinality(String) COMMENT 'Session window: default, extended, exchange (news: all)',
    `variant` LowCardinality(String) COMMENT 'Parameter values that make this series, such as orb_minutes=5',
    `time_window` LowCardinality(String) COMMENT '1M, 3M, 6M, 12M, 24M or 5Y up to end_date',
    `asset_class` LowCardinality(String) COMMENT 'equity, etf or crypto',
    `start_date` Date32 COMMENT 'First date of the window',
    `end_date` Date32 COMMENT 'Latest session date of the symbol',
    `sample_size` UInt32 COMMENT 'The count that the rates rest on',
    `used_field` Nullable(String) COMMENT 'The metric that segments are ranked by',
    `metrics` Map(LowCardinality(String), Nullable(Float64)) COMMENT 'Every number of the summary by its dotted path',
    `summary` String COMMENT 'The whole summary as the API answers it, JSON',
    `version` UInt64 COMMENT 'Grows with the rows landed for the symbol; the higher wins',
    `definition` UInt32 COMMENT 'Number of the definition that made the row',
    `computed_at` DateTime64(3, 'UTC') COMMENT 'When it was made',
    `is_deleted` UInt8 DEFAULT 0
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (`symbol`, `session`, `variant`, `time_window`)
COMMENT 'Seasonality: summaries by symbol, variant and window; read v_stat_seasonality_summary, or with FINAL';

CREATE VIEW market.v_stat_seasonality_summary AS
SELECT * EXCEPT (is_deleted)
FROM market.stat_seasonality_summary FINAL;
