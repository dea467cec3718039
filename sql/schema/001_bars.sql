-- The registry of symbols, bars and corporate actions. A landing table has one current row per key: read it with FINAL.
-- `rank` orders the events of a key. Bit 62 is set unless a collector sent the event. The rest is the event's revision (below
-- 2^53), or its time in ms * 2^20 + its offset mod 2^20, raised where needed above the event before it in its partition.

CREATE TABLE market.symbols
(
    symbol LowCardinality(String) COMMENT 'Canonical symbol',
    asset_class LowCardinality(String) COMMENT 'equity, etf or crypto',
    origin LowCardinality(String) COMMENT 'first_bar, or operator (symbols set)',
    view_name String COMMENT 'Its view bars_<symbol>; empty where an earlier symbol has the name',
    version UInt64, is_deleted UInt8
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY symbol
COMMENT 'Registry: one class a symbol; read with FINAL';

CREATE TABLE market.series
(
    symbol LowCardinality(String) COMMENT 'Canonical symbol',
    interval LowCardinality(String) COMMENT 'Of its bars: 1m to 1d',
    interval_min UInt16 COMMENT 'The same in minutes',
    adjusted_through Date32 DEFAULT toDate32('1970-01-01') COMMENT 'Its bars are adjusted for splits up to this date by who sends them; 1970-01-01: they are not',
    version UInt64, is_deleted UInt8
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (symbol, interval)
COMMENT 'Registry: a symbol at one interval; read with FINAL';

-- The rule: the shortest series with at least half of the dates of the fullest one in its last twelve months, looked at
-- when days have ended. The operator's word stands until it is taken back.
CREATE TABLE market.series_bases
(
    symbol LowCardinality(String) COMMENT 'Canonical symbol',
    interval LowCardinality(String) COMMENT 'Of the base series',
    previous LowCardinality(String) COMMENT 'Of the one before; empty: there was none',
    since Date32 COMMENT 'UTC date of the change',
    chosen_by LowCardinality(String) COMMENT 'first_bar, rule or operator',
    version UInt64 COMMENT 'The higher wins'
)
ENGINE = ReplacingMergeTree(version)
ORDER BY symbol
COMMENT 'Which series answers where none is named; read with FINAL';

CREATE TABLE market.bars
(
    symbol LowCardinality(String) COMMENT 'Canonical symbol: upper case, crypto pairs without a slash',
    interval LowCardinality(String) COMMENT '1m to 1d',
    ts DateTime('UTC') COMMENT 'Start of the bar, UTC; it covers [ts, ts + interval)',
    open Float64 COMMENT 'First price, as the source gives it (unadjusted)',
    high Float64 COMMENT 'Highest price',
    low Float64 COMMENT 'Lowest price',
    close Float64 COMMENT 'Last price',
    volume Float64 COMMENT 'Traded volume; 0 where the source has none',
    rank UInt64 COMMENT 'Order of the events of a key: the higher wins',
    source LowCardinality(String) COMMENT 'Who sent it',
    ingested_at DateTime64(3, 'UTC') COMMENT 'When it was landed',
    is_deleted UInt8 COMMENT '1: a correction removed this bar',
    import_id LowCardinality(String) COMMENT 'Import that brought it; empty where none did'
)
ENGINE = ReplacingMergeTree(rank, is_deleted)
PARTITION BY toYear(ts)
ORDER BY (symbol, interval, ts)
COMMENT 'Bars of all series; read with FINAL, or through the views bars_<symbol> and bars_<symbol>_<interval>';

CREATE TABLE market.corporate_actions
(
    symbol LowCardinality(String) COMMENT 'Canonical symbol',
    id String COMMENT 'Identity of the action within its symbol; where the source has none, its kind and date',
    kind LowCardinality(String) COMMENT 'split',
    ex_date Date32 COMMENT 'First date on which the symbol is traded after the split',
    ratio Nullable(Float64) COMMENT 'New shares for an old one; 4 is 4:1, 0.1 is 1:10',
    rank UInt64 COMMENT 'Order of the events of a key: the higher wins',
    source LowCardinality(String) COMMENT 'Who sent it',
    ingested_at DateTime64(3, 'UTC') COMMENT 'When it was landed',
    is_deleted UInt8 COMMENT '1: a correction removed this action',
    import_id LowCardinality(String) COMMENT 'Import that brought it; empty where none did'
)
ENGINE = ReplacingMergeTree(rank, is_deleted)
ORDER BY (symbol, id)
COMMENT 'Corporate actions: splits; read v_corporate_actions, or with FINAL';
