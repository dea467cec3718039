-- News that a collector brought and that nobody has classified: without direction and impact it is in no statistic.

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
