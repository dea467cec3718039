-- News that nobody has classified is classified at collection: what was answered, by which model and prompt, at what cost.

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

ALTER TABLE market.events_sentiment
    ADD COLUMN IF NOT EXISTS classifier Nullable(String) COMMENT 'Model that classified it at collection; rules-... where no model did; null where its source did' AFTER url,
    ADD COLUMN IF NOT EXISTS prompt Nullable(String) COMMENT 'Hash of the prompt, see classifier_prompts' AFTER classifier;

ALTER TABLE market.events_sentiment_crypto
    ADD COLUMN IF NOT EXISTS classifier Nullable(String) COMMENT 'Model that classified it at collection; rules-... where no model did; null where its source did' AFTER url,
    ADD COLUMN IF NOT EXISTS prompt Nullable(String) COMMENT 'Hash of the prompt, see classifier_prompts' AFTER classifier;

CREATE OR REPLACE VIEW market.v_events_sentiment AS
SELECT symbol, id, asset_class, event_timestamp, title, headline, direction, impact_score, provider, url, classifier, prompt, version, source, ingested_at
FROM market.events_sentiment FINAL;

CREATE OR REPLACE VIEW market.v_events_sentiment_crypto AS
SELECT symbol, id, asset_class, event_timestamp, title, headline, direction, impact_score, provider, url, classifier, prompt, version, source, ingested_at
FROM market.events_sentiment_crypto FINAL;

CREATE VIEW market.v_news_waiting AS
SELECT w.source AS source, w.id AS id, w.symbol AS symbol, w.asset_class AS asset_class, w.event_timestamp AS event_timestamp,
    w.updated_at AS updated_at, w.title AS title, w.summary AS summary, w.provider AS provider, w.url AS url,
    w.received_at AS received_at, w.version AS version, l.model AS labelled_by, l.wanted_model AS wanted_model,
    l.version AS label_version
FROM (SELECT * FROM market.news_waiting FINAL) AS w
LEFT JOIN (SELECT * FROM market.news_labels FINAL) AS l ON l.source = w.source AND l.symbol = w.symbol AND l.id = w.id
WHERE l.id = '' OR l.item_version < w.version OR l.state = 'wanted';

ALTER TABLE market.v_events_sentiment
    COMMENT COLUMN IF EXISTS symbol 'Canonical symbol',
    COMMENT COLUMN IF EXISTS id 'Identity of the event within its symbol',
    COMMENT COLUMN IF EXISTS asset_class 'equity or etf',
    COMMENT COLUMN IF EXISTS event_timestamp 'When the news came out, UTC',
    COMMENT COLUMN IF EXISTS title 'Title',
    COMMENT COLUMN IF EXISTS headline 'Headline, where it differs from the title',
    COMMENT COLUMN IF EXISTS direction 'Classified sentiment: negative, neutral, positive',
    COMMENT COLUMN IF EXISTS impact_score 'Classified impact, 0 to 1',
    COMMENT COLUMN IF EXISTS provider 'Who published it',
    COMMENT COLUMN IF EXISTS url 'Where it stands',
    COMMENT COLUMN IF EXISTS classifier 'Model that classified it at collection; rules-... where no model did; null where its source did',
    COMMENT COLUMN IF EXISTS prompt 'Hash of the prompt, see classifier_prompts',
    COMMENT COLUMN IF EXISTS version 'The event''s revision, else its arrival in ms; the higher wins',
    COMMENT COLUMN IF EXISTS source 'Who sent it',
    COMMENT COLUMN IF EXISTS ingested_at 'When it was landed, UTC',
    MODIFY COMMENT 'Classified news of equities and ETFs: current rows, one each';

ALTER TABLE market.v_events_sentiment_crypto
    COMMENT COLUMN IF EXISTS symbol 'Canonical symbol',
    COMMENT COLUMN IF EXISTS id 'Identity of the event within its symbol',
    COMMENT COLUMN IF EXISTS asset_class 'crypto',
    COMMENT COLUMN IF EXISTS event_timestamp 'When the news came out, UTC',
    COMMENT COLUMN IF EXISTS title 'Title',
    COMMENT COLUMN IF EXISTS headline 'Headline, where it differs from the title',
    COMMENT COLUMN IF EXISTS direction 'Classified sentiment: negative, neutral, positive',
    COMMENT COLUMN IF EXISTS impact_score 'Classified impact, 0 to 1',
    COMMENT COLUMN IF EXISTS provider 'Who published it',
    COMMENT COLUMN IF EXISTS url 'Where it stands',
    COMMENT COLUMN IF EXISTS classifier 'Model that classified it at collection; rules-... where no model did; null where its source did',
    COMMENT COLUMN IF EXISTS prompt 'Hash of the prompt, see classifier_prompts',
    COMMENT COLUMN IF EXISTS version 'The event''s revision, else its arrival in ms; the higher wins',
    COMMENT COLUMN IF EXISTS source 'Who sent it',
    COMMENT COLUMN IF EXISTS ingested_at 'When it was landed, UTC',
    MODIFY COMMENT 'Classified news of crypto pairs: current rows, one each';

ALTER TABLE market.v_news_waiting
    COMMENT COLUMN IF EXISTS source 'Who brought it, such as alpaca',
    COMMENT COLUMN IF EXISTS id 'Its id there',
    COMMENT COLUMN IF EXISTS symbol 'Canonical symbol',
    COMMENT COLUMN IF EXISTS asset_class 'equity, etf or crypto',
    COMMENT COLUMN IF EXISTS event_timestamp 'When it was published',
    COMMENT COLUMN IF EXISTS updated_at 'When the vendor changed it last',
    COMMENT COLUMN IF EXISTS title 'Headline',
    COMMENT COLUMN IF EXISTS summary 'As the vendor gives it; may be empty',
    COMMENT COLUMN IF EXISTS provider 'Who wrote it, such as benzinga',
    COMMENT COLUMN IF EXISTS url 'May be empty',
    COMMENT COLUMN IF EXISTS received_at 'When it came in',
    COMMENT COLUMN IF EXISTS version 'Of its last change, epoch ms',
    COMMENT COLUMN IF EXISTS labelled_by 'Model that classified an earlier version, or that an operator wants replaced; else empty',
    COMMENT COLUMN IF EXISTS wanted_model 'Model that an operator wants; empty: the configured one',
    COMMENT COLUMN IF EXISTS label_version 'Version of that row of news_labels; 0 where there is none',
    MODIFY COMMENT 'News that waits for classification, or for another one';
