-- Made from fields.ts by `npm run tables`; a test holds the two together.

CREATE TABLE market.stat_prevclose
(
    `symbol` LowCardinality(String) COMMENT 'Canonical symbol',
    `session` LowCardinality(String) COMMENT 'Session window: default, extended, exchange (news: all)',
    `variant` LowCardinality(String) COMMENT 'Parameter values that make this series, such as orb_minutes=5',
    `date` Date32 COMMENT 'Date of the session that opened away from the previous close',
    `weekday` Enum8('Monday' = 0, 'Tuesday' = 1, 'Wednesday' = 2, 'Thursday' = 3, 'Friday' = 4, 'Saturday' = 5, 'Sunday' = 6) COMMENT 'Weekday of the date',
    `direction` Enum8('up' = 0, 'down' = 1) COMMENT 'up: open above the previous close; down: below it',
    `prev_date` Date32 COMMENT 'Date of the previous session, at most 7 calendar days back',
    `prev_close` Float64 COMMENT 'Close of the previous session: its last bar in the window [price]',
    `open` Float64 COMMENT 'Open of the session: its first bar in the window [price]',
    `gap_size` Float64 COMMENT 'Distance of the open from the previous close [price]',
    `gap_pct` Float64 COMMENT 'Gap size in percent of the previous close; direction tells the sign [pct]',
    `open_place` Enum8('outside' = 0, 'inside' = 1) COMMENT 'outside: open above the previous high or below the previous low; inside: in between',
    `filled` Bool COMMENT 'Price came back to the previous close, as fill_criteria has it',
    `partial_fill_pct` Float64 COMMENT 'How much of the gap was filled, 0 to 100 [pct]',
    `fill_bucket` Enum8('0%' = 0, '1-25%' = 1, '26-50%' = 2, '51-75%' = 3, '76-99%' = 4, '100%' = 5) COMMENT 'Bucket of partial_fill_pct; 100% means filled',
    `fill_time` Nullable(DateTime64(3, 'UTC')) COMMENT 'Start of the first bar that filled the gap; null where none did, and on 1d bars',
    `minutes_to_fill` Nullable(Float64) COMMENT 'From the start of the first bar to the start of that bar [minutes]',
    `max_run_pct` Float64 COMMENT 'Largest move from the previous close in the direction of the gap, of that close [pct]',
    `close` Float64 COMMENT 'Close of the session [price]',
    `closed_in_gap_direction` Bool COMMENT 'up: close above the open; down: close below it',
    `complete` Bool COMMENT 'The data reach the end of the window',
    `version` UInt64 COMMENT 'Grows with the rows landed for the symbol; the higher wins',
    `definition` UInt32 COMMENT 'Number of the definition that made the row',
    `computed_at` DateTime64(3, 'UTC') COMMENT 'When it was made',
    `is_deleted` UInt8 DEFAULT 0
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (`symbol`, `session`, `variant`, `date`)
COMMENT 'Gap against the previous close: one row a record; read v_stat_prevclose, or with FINAL';

CREATE VIEW market.v_stat_prevclose AS
SELECT * EXCEPT (is_deleted)
FROM market.stat_prevclose FINAL;

CREATE TABLE market.stat_prevclose_summary
(
    `symbol` LowCardinality(String) COMMENT 'Canonical symbol',
    `session` LowCardinality(String) COMMENT 'Session window: default, extended, exchange (news: all)',
    `variant` LowCardinality(String) COMMENT 'Parameter values that make this series, such as orb_minutes=5',
    `time_window` LowCardinality(String) COMMENT '1M, 3M, 6M, 12M, 24M or 5Y up to end_date',
    `asset_class` LowCardinality(String) COMMENT 'equity, etf or crypto',
    `start_date` Date32 COMMENT 'First date of the window',
    `end_date` Date32 COMMENT 'Latest session date of the symbol',
    `sample_size` UInt32 COMMENT 'The count that the rates rest on',
    `total_days` Nullable(Int32) COMMENT 'Complete sessions with a previous one [sessions]',
    `total_gaps` Nullable(Int32) COMMENT 'Complete sessions that opened at least min_gap_pct away from the previous close [count]',
    `filled_gaps` Nullable(Int32) COMMENT 'Of these gaps, those filled [count]',
    `gap_rate_pct` Nullable(Float64) COMMENT 'Gaps per session [pct]',
    `fill_rate_pct` Nullable(Float64) COMMENT 'Gaps that were filled [pct]',
    `closed_in_gap_direction_pct` Nullable(Float64) COMMENT 'Gaps whose session closed further in the direction of the gap [pct]',
    `avg_gap_pct` Nullable(Float64) COMMENT 'Mean gap size in percent of the previous close [pct]',
    `median_gap_pct` Nullable(Float64) COMMENT 'Median gap size in percent of the previous close [pct]',
    `avg_minutes_to_fill` Nullable(Float64) COMMENT 'Mean time to the fill, filled gaps only [minutes]',
    `median_minutes_to_fill` Nullable(Float64) COMMENT 'Median time to the fill, filled gaps only [minutes]',
    `avg_partial_fill_pct` Nullable(Float64) COMMENT 'Mean degree of fill [pct]',
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
COMMENT 'Gap against the previous close: summaries by symbol, variant and window; read v_stat_prevclose_summary, or with FINAL';

CREATE VIEW market.v_stat_prevclose_summary AS
SELECT * EXCEPT (is_deleted)
FROM market.stat_prevclose_summary FINAL;
