-- News and calendars: one current row per key, as in the tables of bars.

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
    classifier Nullable(String) COMMENT 'Model that classified it; null if its source did',
    prompt Nullable(String) COMMENT 'Hash of the prompt, if the classifier sent one',
    rank UInt64, source LowCardinality(String), ingested_at DateTime64(3, 'UTC'), is_deleted UInt8,
    import_id LowCardinality(String) COMMENT 'Import that brought it; empty where none did'
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
    symbol LowCardinality(String) COMMENT 'Canonical symbol',
    id String COMMENT 'Identity of the event within its symbol',
    event_timestamp DateTime64(3, 'UTC') COMMENT 'When the figures came out or will, UTC',
    eps_actual Nullable(Float64) COMMENT 'Reported earnings per share; null until reported',
    eps_expected Nullable(Float64) COMMENT 'Expected earnings per share',
    revenue_actual Nullable(Float64) COMMENT 'Reported revenue; null until reported',
    revenue_expected Nullable(Float64) COMMENT 'Expected revenue',
    fiscal_period Nullable(String) COMMENT 'As the source names it, such as 2025Q1',
    title Nullable(String) COMMENT 'Title',
    rank UInt64, source LowCardinality(String), ingested_at DateTime64(3, 'UTC'), is_deleted UInt8,
    import_id LowCardinality(String) COMMENT 'Import that brought it; empty where none did'
)
ENGINE = ReplacingMergeTree(rank, is_deleted)
ORDER BY (symbol, id)
COMMENT 'Earnings with actual and expected figures; held, not yet served; read with FINAL';

CREATE TABLE market.events_crypto
(
    symbol LowCardinality(String) COMMENT 'Canonical symbol, without a slash',
    id String COMMENT 'Identity of the event within its symbol',
    event_timestamp DateTime64(3, 'UTC') COMMENT 'When it happened or will, UTC',
    category String COMMENT 'As the source names it, such as unlock, listing, upgrade',
    title String COMMENT 'Title',
    url Nullable(String) COMMENT 'Where it stands',
    rank UInt64, source LowCardinality(String), ingested_at DateTime64(3, 'UTC'), is_deleted UInt8,
    import_id LowCardinality(String) COMMENT 'Import that brought it; empty where none did'
)
ENGINE = ReplacingMergeTree(rank, is_deleted)
ORDER BY (symbol, id)
COMMENT 'Crypto calendar without sentiment; held, not yet served; read with FINAL';

CREATE TABLE market.events_macro
(
    id String COMMENT 'Identity of the release',
    event_timestamp DateTime64(3, 'UTC') COMMENT 'When it came out or will, UTC',
    country String COMMENT 'As the source names it, such as US',
    name String COMMENT 'Of the indicator, such as CPI',
    actual Nullable(Float64) COMMENT 'Published figure; null until published',
    forecast Nullable(Float64) COMMENT 'Expected figure',
    previous Nullable(Float64) COMMENT 'Figure of the period before',
    unit Nullable(String) COMMENT 'Of the three figures, such as %',
    importance Nullable(String) COMMENT 'As the source names it',
    rank UInt64, source LowCardinality(String), ingested_at DateTime64(3, 'UTC'), is_deleted UInt8,
    import_id LowCardinality(String) COMMENT 'Import that brought it; empty where none did'
)
ENGINE = ReplacingMergeTree(rank, is_deleted)
ORDER BY id
COMMENT 'Macroeconomic events; held, not yet served; read with FINAL';
