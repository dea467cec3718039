-- News without direction and impact, and the classification of news by a model.

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
    version UInt64 COMMENT 'The event''s revision, else its arrival in ms; the higher wins',
    source LowCardinality(String) COMMENT 'Who sent it',
    topic LowCardinality(String) COMMENT 'Topic of the log',
    partition UInt16 COMMENT 'Partition of the log',
    offset UInt64 COMMENT 'Offset in the partition; embedded: order of arrival',
    ingested_at DateTime64(3, 'UTC') COMMENT 'When it was landed',
    is_deleted UInt8 COMMENT 'Deletions are in events_sentiment and events_sentiment_crypto',
    import_id LowCardinality(String) COMMENT 'Import that brought it; empty where none did',
    rank UInt128 MATERIALIZED bitOr(bitOr(bitShiftLeft(toUInt128(version), 64), bitShiftLeft(toUInt128(partition), 48)), toUInt128(offset)) COMMENT 'Total order of versions'
)
ENGINE = ReplacingMergeTree(rank, is_deleted)
ORDER BY (symbol, id)
COMMENT 'News as it came without classification; what of it waits is in v_news_waiting';

CREATE TABLE market.news_labels
(
    source LowCardinality(String) COMMENT 'As in news_waiting',
    symbol LowCardinality(String) COMMENT 'Canonical symbol',
    id String COMMENT 'As in news_waiting',
    item_version UInt64 COMMENT 'Version of the news that was classified',
    content_hash String COMMENT 'Of what was classified',
    model LowCardinality(String) COMMENT 'Who classified it',
    prompt LowCardinality(String) COMMENT 'Hash of the prompt',
    state LowCardinality(String) COMMENT 'landed; rejected (a dead letter); wanted (an operator wants it classified again)',
    wanted_model LowCardinality(String) COMMENT 'Of wanted: by which model; empty: the configured one',
    labelled_at DateTime64(3, 'UTC') COMMENT 'When',
    version UInt64 COMMENT 'The higher wins'
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (source, symbol, id)
COMMENT 'Which news of news_waiting is classified; read with FINAL';

CREATE TABLE market.news_classifications
(
    content_hash String COMMENT 'Of symbol, asset class, title and summary: the same content is asked about once',
    model LowCardinality(String) COMMENT 'As it was asked for; rules-... where no model was',
    prompt LowCardinality(String) COMMENT 'Hash of the prompt, see classifier_prompts',
    direction LowCardinality(String) COMMENT 'negative, neutral or positive',
    impact_score Float64 COMMENT '0 to 1',
    tokens UInt32 COMMENT 'Of question and answer, as the endpoint counts them',
    classified_at DateTime64(3, 'UTC') COMMENT 'When it was answered',
    version UInt64 COMMENT 'The higher wins'
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (content_hash, model, prompt)
COMMENT 'Answers of classifiers by content; read with FINAL';

CREATE TABLE market.classifier_prompts
(
    prompt String COMMENT 'The first 32 hex digits of the SHA-256 of the text',
    text String COMMENT 'Instructions and schema of the answer, as they are sent',
    first_used_at DateTime64(3, 'UTC') COMMENT 'When a program started with it; the latest of these'
)
ENGINE = ReplacingMergeTree
ORDER BY prompt
COMMENT 'Prompts of classifiers; read with FINAL';

CREATE TABLE market.classifier_requests
(
    at DateTime64(3, 'UTC') COMMENT 'When it ended',
    source LowCardinality(String) COMMENT 'As in news_waiting',
    symbol LowCardinality(String) COMMENT 'Canonical symbol',
    id String COMMENT 'As in news_waiting',
    item_version UInt64 COMMENT 'Version of the news',
    model LowCardinality(String) COMMENT 'Who was asked',
    prompt LowCardinality(String) COMMENT 'Hash of the prompt',
    outcome LowCardinality(String) COMMENT 'ok, away, limited, denied, refused, shape, declined; gave_up: no more tries; retry: an operator wants all tried again',
    tokens UInt32 COMMENT 'As the endpoint counts them, else estimated',
    duration_ms UInt32 COMMENT 'Of the request',
    message String COMMENT 'What was wrong'
)
ENGINE = MergeTree
ORDER BY at
COMMENT 'Requests to classifiers';
