-- News without direction and impact.

CREATE TABLE market.news_waiting
(
    source LowCardinality(String) COMMENT 'Who brought it, such as alpaca',
    id String COMMENT 'Its id there',
    symbol LowCardinality(String) COMMENT 'Canonical symbol, one row for each that it is about and that is collected',
    asset_class LowCardinality(String) COMMENT 'equity, etf or crypto',
    event_timestamp DateTime64(3, 'UTC') COMMENT 'When it was published',
    updated_at DateTime64(3, 'UTC') COMMENT 'When the vendor changed it last',
    title String COMMENT 'Headline',
    summary String COMMENT 'As the vendor gives it; may be empty',
    provider String COMMENT 'Who wrote it, such as benzinga',
    url String COMMENT 'May be empty',
    received_at DateTime64(3, 'UTC') COMMENT 'When it came in',
    version UInt64 COMMENT 'Of its last change, epoch ms: the higher wins'
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (source, symbol, id)
COMMENT 'News that waits for classification; read with FINAL';

CREATE TABLE market.news_unclassified
(
    symbol LowCardinality(String) COMMENT 'Canonical symbol',
    id String COMMENT 'Identity of the event within its symbol: once it is classified it has the same',
    asset_class LowCardinality(String) COMMENT 'equity, etf or crypto',
    event_timestamp DateTime64(3, 'UTC') COMMENT 'When the news came out, UTC',
    title String COMMENT 'Title',
    headline Nullable(String) COMMENT 'Headline, where it differs from the title',
    provider Nullable(String) COMMENT 'Who published it',
    url Nullable(String) COMMENT 'Where it stands',
    rank UInt64 COMMENT 'Order of the events of a key: the higher wins',
    source LowCardinality(String) COMMENT 'Who sent it',
    ingested_at DateTime64(3, 'UTC') COMMENT 'When it was landed',
    is_deleted UInt8 COMMENT 'Deletions are in events_sentiment and events_sentiment_crypto',
    import_id LowCardinality(String) COMMENT 'Import that brought it; empty where none did'
)
ENGINE = ReplacingMergeTree(rank, is_deleted)
ORDER BY (symbol, id)
COMMENT 'News as it came without classification; what of it waits is in v_news_waiting';

CREATE TABLE market.news_retries
(
    at DateTime64(3, 'UTC') COMMENT 'When an operator asked for all waiting news to be tried again'
)
ENGINE = MergeTree
ORDER BY at
COMMENT 'Requests of operators (news retry), read by programs that classify';
