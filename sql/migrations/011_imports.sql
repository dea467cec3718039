-- Imports of files: each has an id that its rows carry, and keeps what they replaced, so that it can be undone.

ALTER TABLE market.bars ADD COLUMN IF NOT EXISTS import_id LowCardinality(String) COMMENT 'Import that brought it; empty where none did';

ALTER TABLE market.events_sentiment ADD COLUMN IF NOT EXISTS import_id LowCardinality(String) COMMENT 'Import that brought it; empty where none did';

ALTER TABLE market.events_sentiment_crypto ADD COLUMN IF NOT EXISTS import_id LowCardinality(String) COMMENT 'Import that brought it; empty where none did';

CREATE TABLE market.imports
(
    id String COMMENT 'UTC time of its start and four random digits',
    kind LowCardinality(String) COMMENT 'bars or news',
    files String COMMENT 'JSON list of the names of the files',
    options String COMMENT 'JSON of the options it was given',
    state LowCardinality(String) COMMENT 'running, done, refused (nothing written), failed (what it landed stays), undoing, undone',
    started_at DateTime64(3, 'UTC') COMMENT 'When it began',
    ended_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When it ended or was undone; null while it runs, or where it was killed',
    landed UInt64 COMMENT 'Rows that it wrote',
    duplicates UInt64 COMMENT 'Rows that the store had already',
    dead_letters String COMMENT 'JSON: rejected rows by reason',
    restored UInt64 COMMENT 'Rows that the undo put back',
    deleted UInt64 COMMENT 'Rows that the undo removed',
    message String COMMENT 'Why it was refused or failed; the first rejected row',
    version UInt64 COMMENT 'The higher wins'
)
ENGINE = ReplacingMergeTree(version)
ORDER BY id
COMMENT 'Imports of files; read with FINAL';

CREATE TABLE market.import_rows
(
    import_id LowCardinality(String) COMMENT 'The import that replaced the row',
    landing_table LowCardinality(String) COMMENT 'bars, events_sentiment or events_sentiment_crypto',
    symbol LowCardinality(String) COMMENT 'Canonical symbol',
    key String COMMENT 'Of a bar its start in minutes since 1970, ten digits; of news its id',
    prior String COMMENT 'JSON of the values it had before',
    prior_import LowCardinality(String) COMMENT 'Import that had brought those; empty where none did'
)
ENGINE = ReplacingMergeTree
ORDER BY (import_id, landing_table, symbol, key)
COMMENT 'Rows as they were before an import replaced them; read with FINAL';
