-- Daily bars of a symbol whose base interval is shorter: its history of before these bars begin. They land as bars do.

CREATE TABLE market.bars_daily
(
    symbol LowCardinality(String) COMMENT 'Canonical symbol: upper case, crypto pairs without a slash',
    ts DateTime('UTC') COMMENT 'Date of the bar, as 00:00 UTC',
    open Float64 COMMENT 'First price, as the source gives it (unadjusted)',
    high Float64 COMMENT 'Highest price',
    low Float64 COMMENT 'Lowest price',
    close Float64 COMMENT 'Last price',
    volume Float64 COMMENT 'Traded volume; 0 where the source has none',
    version UInt64 COMMENT 'The event''s revision, else its arrival in ms; the higher wins',
    source LowCardinality(String) COMMENT 'Who sent it',
    topic LowCardinality(String) COMMENT 'Topic of the log',
    partition UInt16 COMMENT 'Partition of the log',
    offset UInt64 COMMENT 'Offset in the partition; embedded: order of arrival',
    ingested_at DateTime64(3, 'UTC') COMMENT 'When it was landed',
    is_deleted UInt8 DEFAULT 0 COMMENT '1: a correction removed this bar',
    import_id LowCardinality(String) DEFAULT '' COMMENT 'Import that brought it; empty where none did',
    rank UInt128 MATERIALIZED bitOr(bitOr(bitShiftLeft(toUInt128(version), 64), bitShiftLeft(toUInt128(partition), 48)), toUInt128(offset)) COMMENT 'Total order of versions'
)
ENGINE = ReplacingMergeTree(rank, is_deleted)
ORDER BY (symbol, ts)
COMMENT 'Daily bars of symbols whose base interval is shorter; read v_bars_daily, or with FINAL';

-- A kind of its own: they change no session of the base interval.
CREATE MATERIALIZED VIEW market.day_log_bars_daily TO market.day_log AS
SELECT 'bars_daily' AS kind, symbol, toDate32(ts) AS day, count() AS rows,
    sum(cityHash64(ts, open, high, low, close, volume, version, partition, offset, is_deleted)) AS fingerprint
FROM market.bars_daily
GROUP BY symbol, day;

ALTER TABLE market.day_log COMMENT COLUMN IF EXISTS kind 'bars, bars_daily, sentiment, sentiment_crypto or actions';

ALTER TABLE market.import_rows COMMENT COLUMN IF EXISTS landing_table 'bars, bars_daily, corporate_actions, or a table events_...';

CREATE VIEW market.v_bars_daily AS
SELECT symbol, ts, open, high, low, close, volume, source, version, ingested_at
FROM market.bars_daily FINAL;

ALTER TABLE market.v_bars_daily
    COMMENT COLUMN IF EXISTS symbol 'Canonical symbol',
    COMMENT COLUMN IF EXISTS ts 'Date of the bar, as 00:00 UTC',
    COMMENT COLUMN IF EXISTS open 'First price, as the source gives it (unadjusted)',
    COMMENT COLUMN IF EXISTS high 'Highest price',
    COMMENT COLUMN IF EXISTS low 'Lowest price',
    COMMENT COLUMN IF EXISTS close 'Last price',
    COMMENT COLUMN IF EXISTS volume 'Traded volume; 0 where the source has none',
    COMMENT COLUMN IF EXISTS source 'Who sent it',
    COMMENT COLUMN IF EXISTS version 'The event''s revision, else its arrival in ms; the higher wins',
    COMMENT COLUMN IF EXISTS ingested_at 'When it was landed, UTC',
    MODIFY COMMENT 'Daily bars of symbols whose base interval is shorter: current rows, one a date';
