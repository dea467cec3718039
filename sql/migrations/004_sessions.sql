-- Made from compute/statistics/days.ts by `npm run tables`; a test holds the two together.

CREATE TABLE market.stat_sessions
(
    `symbol` LowCardinality(String) COMMENT 'Canonical symbol',
    `session` LowCardinality(String) COMMENT 'Session window: default, extended, exchange (news: all)',
    `variant` LowCardinality(String) COMMENT 'Parameter values that make this series, such as orb_minutes=5',
    `date` Date32 COMMENT 'Date of the session',
    `weekday` Enum8('Monday' = 0, 'Tuesday' = 1, 'Wednesday' = 2, 'Thursday' = 3, 'Friday' = 4, 'Saturday' = 5, 'Sunday' = 6) COMMENT 'Weekday of the date',
    `prev_date` Nullable(Date32) COMMENT 'Date of the previous session, at most 7 calendar days back',
    `open` Float64 COMMENT 'First price of the session [price]',
    `high` Float64 COMMENT 'Highest price [price]',
    `low` Float64 COMMENT 'Lowest price [price]',
    `close` Float64 COMMENT 'Last price [price]',
    `volume` Float64 COMMENT 'Sum of the bars\' volumes [volume]',
    `bars` Int32 COMMENT 'Bars of the session [bars]',
    `gap_from_close_x` Nullable(Float64) COMMENT 'Open over the previous session\'s close [ratio]',
    `cut` Bool COMMENT 'The window leaves out part of the regular hours of this date (equities, ETFs)',
    `complete` Bool COMMENT 'Some stored bar of the symbol ends at or after the end of the window',
    `version` UInt64 COMMENT 'Grows with the rows landed for the symbol; the higher wins',
    `definition` UInt32 COMMENT 'Number of the definition that made the row',
    `computed_at` DateTime64(3, 'UTC') COMMENT 'When it was made',
    `is_deleted` UInt8 DEFAULT 0
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (`symbol`, `session`, `variant`, `date`)
COMMENT 'Daily bars of each session window: one row a record; read v_stat_sessions, or with FINAL';

CREATE VIEW market.v_stat_sessions AS
SELECT * EXCEPT (is_deleted)
FROM market.stat_sessions FINAL;
