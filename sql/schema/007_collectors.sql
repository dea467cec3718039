-- Collectors: what is collected, how far each has come, and its last error. Credentials are never stored.

CREATE TABLE market.collectors
(
    id String COMMENT 'Its name',
    kind LowCardinality(String) COMMENT 'crypto, alpaca, massive, folder',
    options String COMMENT 'JSON of its options, without any credentials',
    state LowCardinality(String) COMMENT 'running, stopped or removed: what the operator wants',
    created_at DateTime64(3, 'UTC') COMMENT 'When it was added',
    version UInt64 COMMENT 'The higher wins'
)
ENGINE = ReplacingMergeTree(version)
ORDER BY id
COMMENT 'Collectors; read with FINAL';

CREATE TABLE market.collector_progress
(
    collector String COMMENT 'Its name',
    item String COMMENT 'Symbol as the vendor spells it; empty of a folder',
    file_at_work String COMMENT 'Of a folder: the file that is being imported; empty between files',
    resume_at Nullable(DateTime64(3, 'UTC')) COMMENT 'The vendor was asked for all before it; null: never yet',
    run_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When it last did its work',
    next_run_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When it will be asked for again',
    error String COMMENT 'What went wrong last; empty where the last run was well',
    error_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When',
    version UInt64 COMMENT 'The higher wins'
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (collector, item)
COMMENT 'How far each collector has come, by symbol; read with FINAL';

CREATE TABLE market.collector_days
(
    collector String COMMENT 'Its name',
    symbol LowCardinality(String) COMMENT 'Canonical symbol',
    day Date32 COMMENT 'A whole day that the vendor answered for: New York date, of crypto UTC',
    bars UInt32 COMMENT 'Bars that it answered and that landed; fewer stored ones are a hole',
    asked_at DateTime64(3, 'UTC') COMMENT 'When',
    is_deleted UInt8 COMMENT '1: it is to be asked again',
    version UInt64 COMMENT 'The higher wins'
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (collector, symbol, day)
COMMENT 'Days that a collector has whole; read with FINAL';

CREATE TABLE market.collector_owners
(
    collector String COMMENT 'Its name',
    owner String COMMENT 'The process that runs it',
    beat_at DateTime64(3, 'UTC') COMMENT 'When that process last said so',
    version UInt64 COMMENT 'The higher wins'
)
ENGINE = ReplacingMergeTree(version)
ORDER BY collector
COMMENT 'Which of several ingest processes runs a collector; read with FINAL';
