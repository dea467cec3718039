-- Retention: how long what is kept, and the runs that removed the rest. Without a policy everything is kept.

CREATE TABLE market.retention_policies
(
    kind LowCardinality(String) COMMENT 'bars, news, earnings, crypto, macro or dead_letters',
    asset_class LowCardinality(String) COMMENT 'Of bars and news: equity, etf or crypto; empty: any',
    interval_min UInt16 COMMENT 'Of bars: their interval in minutes; 0: any',
    keep_days UInt32 COMMENT 'Days before today that are kept',
    set_at DateTime64(3, 'UTC') COMMENT 'When the operator said so',
    version UInt64 COMMENT 'The higher wins',
    is_deleted UInt8 COMMENT '1: the policy was removed'
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (kind, asset_class, interval_min)
COMMENT 'Retention policies; read with FINAL';

CREATE TABLE market.retention_runs
(
    id String COMMENT 'UTC time of its start and four random digits',
    started_by LowCardinality(String) COMMENT 'operator or schedule',
    state LowCardinality(String) COMMENT 'running; done. One that was killed is finished by whoever opens the store next',
    started_at DateTime64(3, 'UTC') COMMENT 'When it began',
    ended_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When it ended; null while it runs, or where it was killed',
    steps String COMMENT 'JSON: deletions of bars and news, so that a run that was killed can be finished',
    removed String COMMENT 'JSON: rows removed by kind, superseded ones included',
    version UInt64 COMMENT 'The higher wins'
)
ENGINE = ReplacingMergeTree(version)
ORDER BY id
COMMENT 'Runs of retention; read with FINAL';

CREATE TABLE market.retention_days
(
    run String COMMENT 'The run that removes rows of this day',
    kind LowCardinality(String) COMMENT 'As in day_log',
    symbol LowCardinality(String) COMMENT 'Canonical symbol',
    interval LowCardinality(String) COMMENT 'Of bars; else empty',
    day Date32 COMMENT 'UTC date'
)
ENGINE = MergeTree
ORDER BY (run, symbol, kind, day)
COMMENT 'Days that a run under way will mark as changed once their rows are removed; empty between runs';
