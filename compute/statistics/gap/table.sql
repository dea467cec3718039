-- Made from fields.ts by `npm run tables`; a test holds the two together.

CREATE TABLE market.stat_gap
(
    `symbol` LowCardinality(String) COMMENT 'Canonical symbol',
    `session` LowCardinality(String) COMMENT 'Session window: default, extended, exchange (news: all)',
    `variant` LowCardinality(String) COMMENT 'Parameter values that make this series, such as orb_minutes=5',
    `date` Date32 COMMENT 'Date of the session that opened with a gap',
    `weekday` Enum8('Monday' = 0, 'Tuesday' = 1, 'Wednesday' = 2, 'Thursday' = 3, 'Friday' = 4, 'Saturday' = 5, 'Sunday' = 6) COMMENT 'Weekday of the date',
    `direction` Enum8('up' = 0, 'down' = 1) COMMENT 'up: open above the previous high; down: open below the previous low',
    `prev_date` Date32 COMMENT 'Date of the previous weekday session, at most 7 calendar days back',
    `prev_high` Float64 COMMENT 'High of the previous session [price]',
    `prev_low` Float64 COMMENT 'Low of the previous session [price]',
    `prev_close` Float64 COMMENT 'Close of the previous session [price]',
    `open` Float64 COMMENT 'Open of the session [price]',
    `gap_size` Float64 COMMENT 'Distance of the open from the level [price]',
    `gap_pct` Float64 COMMENT 'Gap size in percent of the level [pct]',
    `gap_from_close_pct` Float64 COMMENT 'Open against the previous close, signed [pct]',
    `filled` Nullable(Bool) COMMENT 'Price came back to the level before the cutoff; null where nothing was observed',
    `partial_fill_pct` Nullable(Float64) COMMENT 'How much of the gap was filled, 0 to 100 [pct]',
    `fill_bucket` Nullable(Enum8('0%' = 0, '1-25%' = 1, '26-50%' = 2, '51-75%' = 3, '76-99%' = 4, '100%' = 5)) COMMENT 'Bucket of partial_fill_pct; 100% means filled',
    `fill_time` Nullable(DateTime64(3, 'UTC')) COMMENT 'Start of the bar that filled the gap; null on 1d bars',
    `fill_time_seconds` Nullable(Float64) COMMENT 'From the start of the first bar to the start of the filling bar [seconds]',
    `volume_at_fill` Nullable(Float64) COMMENT 'Volume of the filling bar [volume]',
    `cumulative_volume_at_fill` Nullable(Float64) COMMENT 'Volume of the session up to and with the filling bar [volume]',
    `filled_to_prev_close` Nullable(Bool) COMMENT 'Price came back to the previous close (the wider convention)',
    `max_run_pct` Nullable(Float64) COMMENT 'Largest move from the level in the direction of the gap, of the level [pct]',
    `close` Float64 COMMENT 'Close of the session [price]',
    `closed_in_gap_direction` Bool COMMENT 'up: close above open; down: close below open',
    `complete` Bool COMMENT 'The data reach the end of the window',
    `version` UInt64 COMMENT 'Grows with the rows landed for the symbol; the higher wins',
    `definition` UInt32 COMMENT 'Number of the definition that made the row',
    `computed_at` DateTime64(3, 'UTC') COMMENT 'When it was made',
    `is_deleted` UInt8 DEFAULT 0
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (`symbol`, `session`, `variant`, `date`)
COMMENT 'Opening gap: one row a record; read v_stat_gap, or with FINAL';

CREATE VIEW market.v_stat_gap AS
SELECT * EXCEPT (is_deleted)
FROM market.stat_gap FINAL;

CREATE TABLE market.stat_gap_summary
(
    `symbol` LowCardinality(String) COMMENT 'Canonical symbol',
    `session` LowCardinality(String) COMMENT 'Session window: default, extended, exchange (news: all)',
    `variant` LowCardinality(String) COMMENT 'Parameter values that make this series, such as orb_minutes=5',
    `time_window` LowCardinality(String) COMMENT '1M, 3M, 6M, 12M, 24M or 5Y up to end_date',
    `asset_class` LowCardinality(String) COMMENT 'equity, etf or crypto',
    `start_date` Date32 COMMENT 'First date of the window',
    `end_date` Date32 COMMENT 'Latest session date of the symbol',
    `sample_size` UInt32 COMMENT 'The count that the rates rest on',
    `total_days` Nullable(Int32) COMMENT 'Complete weekday sessions with a previous one [sessions]',
    `total_gaps` Nullable(Int32) COMMENT 'Complete sessions that opened with a gap [count]',
    `filled_gaps` Nullable(Int32) COMMENT 'Of the observed gaps, those filled [count]',
    `unobserved_gaps` Nullable(Int32) COMMENT 'Gaps whose first bar starts at or after the cutoff [count]',
    `gap_rate_pct` Nullable(Float64) COMMENT 'Gaps per session [pct]',
    `fill_rate` Nullable(Float64) COMMENT 'Observed gaps that were filled [pct]',
    `filled_to_prev_close_rate` Nullable(Float64) COMMENT 'Observed gaps that traded back to the previous close [pct]',
    `avg_gap_size` Nullable(Float64) COMMENT 'Mean gap size, in price [price]',
    `avg_gap_pct` Nullable(Float64) COMMENT 'Mean gap size in percent of the level [pct]',
    `avg_fill_time_seconds` Nullable(Float64) COMMENT 'Mean time to the fill, filled gaps only [seconds]',
    `median_fill_time_seconds` Nullable(Float64) COMMENT 'Median time to the fill, filled gaps only [seconds]',
    `avg_partial_fill_pct` Nullable(Float64) COMMENT 'Mean degree of fill of the observed gaps [pct]',
    `avg_max_run_pct` Nullable(Float64) COMMENT 'Mean of max_run_pct [pct]',
    `metrics` Map(LowCardinality(String), Nullable(Float64)) COMMENT 'Every number of the summary by its dotted path',
    `summary` String COMMENT 'The whole summary as the API answers it, JSON',
    `version` UInt64 COMMENT 'Grows with the rows landed for the symbol; the higher wins',
    `definition` UInt32 COMMENT 'Number of the definition that made the row',
    `computed_at` DateTime64(3, 'UTC') COMMENT 'When it was made',
    `is_deleted` UInt8 DEFAULT 0
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (`symbol`, `session`, `variant`, `time_window`)
COMMENT 'Opening gap: summaries by symbol, variant and window; read v_stat_gap_summary, or with FINAL';

CREATE VIEW market.v_stat_gap_summary AS
SELECT * EXCEPT (is_deleted)
FROM market.stat_gap_summary FINAL;
