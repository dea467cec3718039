-- News that came by push, import or log without direction and impact: it waits beside the news of collectors, and under
-- its own id, so that whatever its source says of it later takes its place.

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
    is_deleted UInt8 DEFAULT 0 COMMENT 'Deletions are in events_sentiment and events_sentiment_crypto',
    import_id LowCardinality(String) DEFAULT '' COMMENT 'Import that brought it; empty where none did',
    rank UInt128 MATERIALIZED bitOr(bitOr(bitShiftLeft(toUInt128(version), 64), bitShiftLeft(toUInt128(partition), 48)), toUInt128(offset)) COMMENT 'Total order of versions'
)
ENGINE = ReplacingMergeTree(rank, is_deleted)
ORDER BY (symbol, id)
COMMENT 'News as it came without classification; what of it waits is in v_news_waiting';

-- Of what came by itself a row is an item of its own: pushed rows have the same version and differ by their place. It waits
-- no more once its source has said something later, a deletion among it.
CREATE OR REPLACE VIEW market.v_news_waiting AS
SELECT w.source AS source, w.id AS id, w.symbol AS symbol, w.asset_class AS asset_class, w.event_timestamp AS event_timestamp,
    w.updated_at AS updated_at, w.title AS title, w.summary AS summary, w.provider AS provider, w.url AS url,
    w.received_at AS received_at, w.version AS version, l.model AS labelled_by, l.wanted_model AS wanted_model,
    l.version AS label_version, w.item_version AS item_version, w.sent_by AS sent_by
FROM
(
    SELECT CAST(source, 'String') AS source, id, CAST(symbol, 'String') AS symbol, CAST(asset_class, 'String') AS asset_class,
        event_timestamp, updated_at, title, summary, provider, url, received_at, version, version AS item_version,
        CAST(source, 'String') AS sent_by
    FROM market.news_waiting FINAL
    UNION ALL
    SELECT '' AS source, u.id AS id, CAST(u.symbol, 'String') AS symbol, CAST(u.asset_class, 'String') AS asset_class,
        u.event_timestamp AS event_timestamp, u.ingested_at AS updated_at, u.title AS title, ifNull(u.headline, '') AS summary,
        ifNull(u.provider, '') AS provider, ifNull(u.url, '') AS url, u.ingested_at AS received_at, u.version AS version,
        cityHash64(u.version, u.partition, u.offset) % 9007199254740992 AS item_version, CAST(u.source, 'String') AS sent_by
    FROM (SELECT *, rank FROM market.news_unclassified FINAL) AS u
    LEFT JOIN
    (
        SELECT symbol, id, max(said) AS said
        FROM
        (
            SELECT symbol, id, rank AS said FROM market.events_sentiment
            WHERE classifier IS NULL AND (symbol, id) IN (SELECT symbol, id FROM market.news_unclassified)
            UNION ALL
            SELECT symbol, id, rank AS said FROM market.events_sentiment_crypto
            WHERE classifier IS NULL AND (symbol, id) IN (SELECT symbol, id FROM market.news_unclassified)
        )
        GROUP BY symbol, id
    ) AS e ON e.symbol = u.symbol AND e.id = u.id
    WHERE e.said < u.rank
) AS w
LEFT JOIN (SELECT * FROM market.news_labels FINAL) AS l ON l.source = w.source AND l.symbol = w.symbol AND l.id = w.id
WHERE l.id = '' OR if(w.source = '', l.item_version != w.item_version, l.item_version < w.item_version) OR l.state = 'wanted';

ALTER TABLE market.v_news_waiting
    COMMENT COLUMN IF EXISTS source 'The collector that brought it, such as alpaca; empty: it was pushed, imported or sent to the log',
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
    COMMENT COLUMN IF EXISTS version 'Of its last change',
    COMMENT COLUMN IF EXISTS labelled_by 'Model that classified an earlier version, or that an operator wants replaced; else empty',
    COMMENT COLUMN IF EXISTS wanted_model 'Model that an operator wants; empty: the configured one',
    COMMENT COLUMN IF EXISTS label_version 'Version of that row of news_labels; 0 where there is none',
    COMMENT COLUMN IF EXISTS item_version 'What news_labels and classifier_requests name this version by',
    COMMENT COLUMN IF EXISTS sent_by 'Who sent it',
    MODIFY COMMENT 'News that is not classified yet, or that an operator wants classified again';
