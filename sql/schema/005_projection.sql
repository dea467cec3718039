-- State of the computed statistics. `day_log` says which days changed, without clocks: every insert adds the hashes of its
-- rows to the sum of their day. A day is dirty while its records were made from another sum. A row that is delivered twice
-- changes the sum, too: that costs one recompute of the day, and no change is missed. The tables stat_<name> follow from the
-- fields of the statistics (compute/evaluation/tables).

CREATE TABLE market.day_log
(
    kind LowCardinality(String) COMMENT 'bars, sentiment, sentiment_crypto or actions',
    symbol LowCardinality(String),
    interval LowCardinality(String) COMMENT 'Of bars; empty: the day is one of every series of the symbol',
    day Date32 COMMENT 'UTC date of the rows',
    rows UInt64 COMMENT 'Rows ever inserted',
    fingerprint UInt64 COMMENT 'Sum of the hashes of the rows ever inserted'
)
ENGINE = SummingMergeTree
ORDER BY (symbol, interval, kind, day)
COMMENT 'What was ever inserted for a day; sum it per day before use';

CREATE MATERIALIZED VIEW market.day_log_bars TO market.day_log AS
SELECT 'bars' AS kind, symbol, interval, toDate32(ts) AS day, count() AS rows,
    sum(cityHash64(ts, open, high, low, close, volume, rank, is_deleted)) AS fingerprint
FROM market.bars
GROUP BY symbol, interval, day;

-- An action changes what comes before its date: it belongs to the day before.
CREATE MATERIALIZED VIEW market.day_log_actions TO market.day_log AS
SELECT 'actions' AS kind, symbol, toDate32(ex_date - 1) AS day, count() AS rows,
    sum(cityHash64(id, kind, ex_date, toString(tuple(ratio)), rank, is_deleted)) AS fingerprint
FROM market.corporate_actions
GROUP BY symbol, day;

-- The hash of a NULL is NULL, so the nullable texts are hashed as one text.
CREATE MATERIALIZED VIEW market.day_log_sentiment TO market.day_log AS
SELECT 'sentiment' AS kind, symbol, toDate32(event_timestamp) AS day, count() AS rows,
    sum(cityHash64(id, event_timestamp, title, toString(tuple(headline, provider, url)), direction, impact_score, rank, is_deleted)) AS fingerprint
FROM market.events_sentiment
GROUP BY symbol, day;

CREATE MATERIALIZED VIEW market.day_log_sentiment_crypto TO market.day_log AS
SELECT 'sentiment_crypto' AS kind, symbol, toDate32(event_timestamp) AS day, count() AS rows,
    sum(cityHash64(id, event_timestamp, title, toString(tuple(headline, provider, url)), direction, impact_score, rank, is_deleted)) AS fingerprint
FROM market.events_sentiment_crypto
GROUP BY symbol, day;

CREATE TABLE market.computed_days
(
    series LowCardinality(String) COMMENT 'Symbol and interval: SPY 1m; without interval: known from news alone',
    symbol LowCardinality(String) MATERIALIZED substringIndex(series, ' ', 1),
    kind LowCardinality(String), day Date32,
    fingerprint UInt64 COMMENT 'The day''s sum in day_log when its records were made',
    rows UInt64 COMMENT 'The day''s rows then; the higher wins',
    computed_at DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(rows)
ORDER BY (series, kind, day)
COMMENT 'Up to which state of a day its records were made; read with FINAL';

-- A row that differs from the registry or the program in class, splits or definitions makes the symbol due.
CREATE TABLE market.symbol_coverage
(
    series LowCardinality(String) COMMENT 'Symbol and interval: SPY 1m; without interval: known from news alone',
    symbol LowCardinality(String) MATERIALIZED substringIndex(series, ' ', 1),
    interval LowCardinality(String) MATERIALIZED substringIndex(series, ' ', -1),
    asset_class LowCardinality(String) COMMENT 'Of its bars; of a symbol known from news alone, of its news',
    has_bars Bool,
    first_bar Nullable(DateTime('UTC')) COMMENT 'Start of its first stored bar',
    last_bar Nullable(DateTime('UTC')) COMMENT 'Start of its last stored bar: the clock of its records',
    sessions UInt32 COMMENT 'Sessions under the default window',
    last_day Date32 COMMENT 'Latest UTC date of anything stored about it',
    computed_at DateTime64(3, 'UTC'),
    version UInt64 COMMENT 'Rows ever landed for the series when its records were made',
    is_deleted UInt8,
    definitions String COMMENT 'Definitions that its records were computed by, such as gap=1,orb=2',
    inputs UInt64 COMMENT 'Sum of the fingerprints of all its days in day_log that its records were computed from',
    settled_through Date32 COMMENT 'Last UTC date whose bars and news the stored records follow; the API computes later ones when it is asked',
    splits String COMMENT 'Splits that the records are adjusted for, date=ratio with commas between'
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY series
COMMENT 'Up to where the statistics of a series reach; the API answers as of this state; read with FINAL';

CREATE VIEW market.current_series
(
    series LowCardinality(String) COMMENT 'Symbol and interval, as in symbol_coverage'
)
AS
SELECT concat(symbol, ' ', interval) AS series FROM market.series FINAL
UNION ALL
SELECT series FROM market.symbol_coverage FINAL
WHERE interval = '' AND symbol NOT IN (SELECT symbol FROM market.series FINAL)
COMMENT 'Registered series, and symbols known from news alone; statistics of other series are computed no more';

CREATE TABLE market.quarantined_symbols
(
    symbol LowCardinality(String),
    statistic LowCardinality(String) COMMENT 'Whose computation failed; empty where it was not one statistic''s',
    message String COMMENT 'What failed',
    since DateTime64(3, 'UTC') COMMENT 'When it failed first',
    landed UInt64 COMMENT 'Rows ever landed for the symbol by then: with others it is tried again',
    version UInt64,
    is_deleted UInt8 COMMENT '1: it has been computed since'
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY symbol
COMMENT 'Symbols whose computation failed; read with FINAL';
