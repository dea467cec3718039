-- Landing tables: what arrived, one row a key after FINAL. Everything else can be made again from the log.
-- `rank` is the total order of versions: version, then partition, then offset.

CREATE TABLE market.bars
(
    symbol LowCardinality(String) COMMENT 'Canonical symbol: upper case, crypto pairs without a slash',
    ts DateTime('UTC') COMMENT 'Start of the bar, UTC; it covers [ts, ts + interval)',
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
    rank UInt128 MATERIALIZED bitOr(bitOr(bitShiftLeft(toUInt128(version), 64), bitShiftLeft(toUInt128(partition), 48)), toUInt128(offset)) COMMENT 'Total order of versions'
)
ENGINE = ReplacingMergeTree(rank, is_deleted)
PARTITION BY toYear(ts)
ORDER BY (symbol, ts)
COMMENT 'Intraday and daily bars; read with FINAL, or through the views bars_<symbol>';

CREATE TABLE market.events_sentiment
(
    symbol LowCardinality(String) COMMENT 'Canonical symbol',
    id String COMMENT 'Identity of the event within its symbol',
    asset_class LowCardinality(String) COMMENT 'equity, etf or crypto',
    event_timestamp DateTime64(3, 'UTC') COMMENT 'When the news came out, UTC',
    title String COMMENT 'Title',
    headline Nullable(String) COMMENT 'Headline, where it differs from the title',
    direction LowCardinality(String) COMMENT 'Classified sentiment: negative, neutral, positive',
    impact_score Float64 COMMENT 'Classified impact, 0 to 1',
    provider Nullable(String) COMMENT 'Who published it',
    url Nullable(String) COMMENT 'Where it stands',
    version UInt64, source LowCardinality(String), topic LowCardinality(String), partition UInt16, offset UInt64,
    ingested_at DateTime64(3, 'UTC'), is_deleted UInt8 DEFAULT 0,
    rank UInt128 MATERIALIZED bitOr(bitOr(bitShiftLeft(toUInt128(version), 64), bitShiftLeft(toUInt128(partition), 48)), toUInt128(offset))
)
ENGINE = ReplacingMergeTree(rank, is_deleted)
ORDER BY (symbol, id)
COMMENT 'Classified news of equities and ETFs; read with FINAL';

CREATE TABLE market.events_sentiment_crypto AS market.events_sentiment
ENGINE = ReplacingMergeTree(rank, is_deleted)
ORDER BY (symbol, id)
COMMENT 'Classified news of crypto pairs; read with FINAL';

CREATE TABLE market.events_earnings
(
    symbol LowCardinality(String), id String, event_timestamp DateTime64(3, 'UTC'),
    eps_actual Nullable(Float64), eps_expected Nullable(Float64), revenue_actual Nullable(Float64), revenue_expected Nullable(Float64),
    fiscal_period Nullable(String), title Nullable(String),
    version UInt64, source LowCardinality(String), topic LowCardinality(String), partition UInt16, offset UInt64,
    ingested_at DateTime64(3, 'UTC'), is_deleted UInt8 DEFAULT 0,
    rank UInt128 MATERIALIZED bitOr(bitOr(bitShiftLeft(toUInt128(version), 64), bitShiftLeft(toUInt128(partition), 48)), toUInt128(offset))
)
ENGINE = ReplacingMergeTree(rank, is_deleted)
ORDER BY (symbol, id)
COMMENT 'Earnings with actual and expected figures; held, not yet served; read with FINAL';

CREATE TABLE market.events_crypto
(
    symbol LowCardinality(String), id String, event_timestamp DateTime64(3, 'UTC'),
    category String, title String, url Nullable(String),
    version UInt64, source LowCardinality(String), topic LowCardinality(String), partition UInt16, offset UInt64,
    ingested_at DateTime64(3, 'UTC'), is_deleted UInt8 DEFAULT 0,
    rank UInt128 MATERIALIZED bitOr(bitOr(bitShiftLeft(toUInt128(version), 64), bitShiftLeft(toUInt128(partition), 48)), toUInt128(offset))
)
ENGINE = ReplacingMergeTree(rank, is_deleted)
ORDER BY (symbol, id)
COMMENT 'Crypto calendar without sentiment; held, not yet served; read with FINAL';

CREATE TABLE market.events_macro
(
    id String, event_timestamp DateTime64(3, 'UTC'), country String, name String,
    actual Nullable(Float64), forecast Nullable(Float64), previous Nullable(Float64), unit Nullable(String), importance Nullable(String),
    version UInt64, source LowCardinality(String), topic LowCardinality(String), partition UInt16, offset UInt64,
    ingested_at DateTime64(3, 'UTC'), is_deleted UInt8 DEFAULT 0,
    rank UInt128 MATERIALIZED bitOr(bitOr(bitShiftLeft(toUInt128(version), 64), bitShiftLeft(toUInt128(partition), 48)), toUInt128(offset))
)
ENGINE = ReplacingMergeTree(rank, is_deleted)
ORDER BY id
COMMENT 'Macroeconomic events; held, not yet served; read with FINAL';

CREATE TABLE market.dead_letters
(
    id String COMMENT 'Of topic, partition and offset, or of the import and its row: a re-delivery is the same letter',
    received_at DateTime64(3, 'UTC') COMMENT 'When it was refused',
    topic LowCardinality(String), partition UInt16, offset UInt64,
    key String COMMENT 'Key of the message; empty where it had none',
    reason LowCardinality(String) COMMENT 'Short code, such as interval_conflict',
    message String COMMENT 'What is wrong and how to mend it',
    payload String COMMENT 'The original value, byte for byte where it is text',
    source LowCardinality(String) COMMENT 'Who sent it; of an import the file''s name',
    position String COMMENT 'Where it stood, such as row 17',
    version UInt64, is_deleted UInt8 DEFAULT 0
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY id
COMMENT 'What was refused, with its reason; listed and replayed with the command dlq; read with FINAL';

CREATE TABLE market.symbols
(
    symbol LowCardinality(String) COMMENT 'Canonical symbol',
    asset_class LowCardinality(String) COMMENT 'equity, etf or crypto',
    interval_min UInt16 COMMENT 'Base interval of its bars, minutes',
    origin LowCardinality(String) COMMENT 'first_bar, or operator (symbols set)',
    view_name String COMMENT 'Its view bars_<symbol>; empty where an earlier symbol has the name',
    version UInt64, is_deleted UInt8 DEFAULT 0
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY symbol
COMMENT 'Registry: one class and one base interval a symbol; read with FINAL';

CREATE TABLE market.ingest_ledger
(
    topic LowCardinality(String), partition UInt16,
    first_offset UInt64, last_offset UInt64,
    events UInt32, rows UInt32, dead_letters UInt32,
    token String COMMENT 'Of the batch''s content: a retry has the same',
    landed_at DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(landed_at)
ORDER BY (topic, partition, last_offset, first_offset)
COMMENT 'One row a landed batch: which offsets it covered and what became of them';
