-- Which days changed, without clocks: every insert adds its rows' hashes to its day's sum. A day is dirty
-- while that sum is not the one its records were made from. A re-delivered row also changes the sum: that
-- costs one needless recompute and can never lose one.

CREATE TABLE market.day_log
(
    kind LowCardinality(String) COMMENT 'bars, sentiment or sentiment_crypto',
    symbol LowCardinality(String),
    day Date32 COMMENT 'UTC date of the rows',
    rows UInt64 COMMENT 'Rows ever inserted',
    fingerprint UInt64 COMMENT 'Sum of the hashes of the rows ever inserted'
)
ENGINE = SummingMergeTree
ORDER BY (symbol, kind, day)
COMMENT 'What was ever inserted for a day; sum it per day before use';

CREATE MATERIALIZED VIEW market.day_log_bars TO market.day_log AS
SELECT 'bars' AS kind, symbol, toDate32(ts) AS day, count() AS rows,
    sum(cityHash64(ts, open, high, low, close, volume, version, partition, offset, is_deleted)) AS fingerprint
FROM market.bars
GROUP BY symbol, day;

-- A hash of a NULL is NULL, so the nullable texts are hashed as one text.
CREATE MATERIALIZED VIEW market.day_log_sentiment TO market.day_log AS
SELECT 'sentiment' AS kind, symbol, toDate32(event_timestamp) AS day, count() AS rows,
    sum(cityHash64(id, event_timestamp, title, toString(tuple(headline, provider, url)), direction, impact_score, version, partition, offset, is_deleted)) AS fingerprint
FROM market.events_sentiment
GROUP BY symbol, day;

CREATE MATERIALIZED VIEW market.day_log_sentiment_crypto TO market.day_log AS
SELECT 'sentiment_crypto' AS kind, symbol, toDate32(event_timestamp) AS day, count() AS rows,
    sum(cityHash64(id, event_timestamp, title, toString(tuple(headline, provider, url)), direction, impact_score, version, partition, offset, is_deleted)) AS fingerprint
FROM market.events_sentiment_crypto
GROUP BY symbol, day;

CREATE TABLE market.computed_days
(
    kind LowCardinality(String), symbol LowCardinality(String), day Date32,
    fingerprint UInt64 COMMENT 'The day''s sum in day_log when its records were made',
    rows UInt64 COMMENT 'The day''s rows then; the higher wins',
    computed_at DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(rows)
ORDER BY (symbol, kind, day)
COMMENT 'Up to which state of a day its records were made; read with FINAL';

CREATE TABLE market.computed_units
(
    statistic LowCardinality(String), symbol LowCardinality(String),
    definition UInt32 COMMENT 'Number of the definition its records were made by',
    computed_at DateTime64(3, 'UTC'),
    version UInt64, is_deleted UInt8 DEFAULT 0
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (symbol, statistic)
COMMENT 'By which definition the records of a symbol were made; another number means recompute; read with FINAL';

CREATE TABLE market.symbol_coverage
(
    symbol LowCardinality(String),
    asset_class LowCardinality(String) COMMENT 'Of its bars; of a symbol known from news alone, of its news',
    has_bars Bool,
    first_bar Nullable(DateTime('UTC')) COMMENT 'Start of its first stored bar',
    last_bar Nullable(DateTime('UTC')) COMMENT 'Start of its last stored bar: the clock of its records',
    sessions UInt32 COMMENT 'Sessions under the default window',
    last_day Date32 COMMENT 'Latest UTC date of anything stored about it',
    computed_at DateTime64(3, 'UTC'),
    version UInt64 COMMENT 'Rows ever landed for the symbol when its records were made', is_deleted UInt8 DEFAULT 0
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY symbol
COMMENT 'Up to where the statistics of a symbol reach; the API answers as of this state; read with FINAL';
