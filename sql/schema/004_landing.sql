-- Bookkeeping of landing: rejected events, batches of the log, imports of files.

CREATE TABLE market.dead_letters
(
    id String COMMENT 'Of topic, partition and offset, or of the import and its row: a re-delivery is the same letter',
    received_at DateTime64(3, 'UTC') COMMENT 'When it was refused',
    topic LowCardinality(String), partition UInt16, offset UInt64,
    rank UInt64 COMMENT 'Rank of the event when it is replayed',
    key String COMMENT 'Key of the message; empty where it had none',
    reason LowCardinality(String) COMMENT 'Short code, such as asset_class_conflict',
    message String COMMENT 'What is wrong and how to mend it',
    payload String COMMENT 'The original value, byte for byte where it is text',
    source LowCardinality(String) COMMENT 'Who sent it; of an import the file''s name',
    position String COMMENT 'Where it stood, such as row 17',
    version UInt64, is_deleted UInt8
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY id
COMMENT 'What was refused, with its reason; listed and replayed with the command dlq; read with FINAL';

CREATE TABLE market.ingest_ledger
(
    topic LowCardinality(String), partition UInt16, first_offset UInt64, last_offset UInt64,
    events UInt32, rows UInt32, dead_letters UInt32,
    token String COMMENT 'Of the batch''s content: a retry has the same',
    landed_at DateTime64(3, 'UTC'),
    number UInt64 COMMENT 'Highest rank, without bit 62, that an event of the batch has if it has no revision'
)
ENGINE = ReplacingMergeTree(landed_at)
ORDER BY (topic, partition, last_offset, first_offset)
COMMENT 'One row a landed batch: which offsets it covered and what became of them';

CREATE TABLE market.rank_starts
(
    topic LowCardinality(String), partition UInt16,
    number UInt64 COMMENT 'Events of the partition have numbers above it; see ingest_ledger'
)
ENGINE = ReplacingMergeTree(number)
ORDER BY (topic, partition)
COMMENT 'Where the ranks of a partition begin: above those that the topic had when the partition was added or created again';

CREATE TABLE market.imports
(
    id String COMMENT 'UTC time of its start and four random digits',
    kind LowCardinality(String) COMMENT 'bars, news, earnings, crypto or macro',
    files String COMMENT 'JSON list of the names of the files',
    options String COMMENT 'JSON of the options it was given',
    state LowCardinality(String) COMMENT 'running, done, refused (nothing written) or failed (what it landed stays)',
    started_at DateTime64(3, 'UTC') COMMENT 'When it began',
    ended_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When it ended; null while it runs, or where it was killed',
    landed UInt64 COMMENT 'Rows that it wrote',
    duplicates UInt64 COMMENT 'Rows that the store had already',
    dead_letters String COMMENT 'JSON: rejected rows by reason',
    message String COMMENT 'Why it was refused or failed; the first rejected row',
    version UInt64 COMMENT 'The higher wins'
)
ENGINE = ReplacingMergeTree(version)
ORDER BY id
COMMENT 'Imports of files; read with FINAL';
