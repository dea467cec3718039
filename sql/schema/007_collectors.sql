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
    collector String COMMENT 'Name of the collector',
    item String COMMENT 'Symbol as the vendor spells it; news or actions; empty for a folder',
    file_at_work String COMMENT 'The file that a folder is importing; empty between files',
    run_at Nullable(DateTime64(3, 'UTC')) COMMENT 'Last run',
    next_run_at Nullable(DateTime64(3, 'UTC')) COMMENT 'Next run',
    error String COMMENT 'Last error; empty after a successful run',
    error_at Nullable(DateTime64(3, 'UTC')) COMMENT 'Time of the last error',
    version UInt64 COMMENT 'The higher wins'
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (collector, item)
COMMENT 'State of each collector by symbol; read with FINAL';

CREATE TABLE market.collector_days
(
    collector String COMMENT 'Name of the collector',
    symbol LowCardinality(String) COMMENT 'Canonical symbol',
    day Date32 COMMENT 'Day that the vendor answered: New York date, UTC date of crypto',
    bars UInt32 COMMENT 'Bars in the answer that landed; if fewer are stored, the day is requested again',
    answered_at DateTime64(3, 'UTC') COMMENT 'Time of the answer; the latest wins'
)
ENGINE = ReplacingMergeTree(answered_at)
ORDER BY (collector, symbol, day)
COMMENT 'Days that a vendor has answered, empty ones included; read with FINAL';

CREATE TABLE market.collector_owner
(
    owner String COMMENT 'Process that runs the collectors',
    beat_at DateTime64(3, 'UTC') COMMENT 'Its last sign of life',
    version UInt64 COMMENT 'The higher wins'
)
ENGINE = ReplacingMergeTree(version)
ORDER BY tuple()
COMMENT 'The ingest process that runs the collectors; read with FINAL';
