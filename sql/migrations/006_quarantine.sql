-- Symbols that compute leaves alone because computing them fails: the others go on, and `status` lists these.

CREATE TABLE market.quarantined_symbols
(
    symbol LowCardinality(String),
    statistic LowCardinality(String) COMMENT 'Whose computation failed; empty where it was not one statistic''s',
    message String COMMENT 'What failed',
    since DateTime64(3, 'UTC') COMMENT 'When it failed first',
    landed UInt64 COMMENT 'Rows ever landed for the symbol by then: with others it is tried again',
    version UInt64, is_deleted UInt8 DEFAULT 0 COMMENT '1: it has been computed since'
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY symbol
COMMENT 'Symbols whose computation failed; read with FINAL';
