-- Splits and cash dividends. Bars stay as they were landed: they are adjusted where they are read.

CREATE TABLE market.corporate_actions
(
    symbol LowCardinality(String) COMMENT 'Canonical symbol',
    id String COMMENT 'Identity of the action within its symbol; where the source has none, its kind and date',
    kind LowCardinality(String) COMMENT 'split or dividend (cash)',
    ex_date Date32 COMMENT 'First date on which the symbol is traded after the split, or without the dividend',
    ratio Nullable(Float64) COMMENT 'Of a split: new shares for an old one; 4 is 4:1, 0.1 is 1:10',
    amount Nullable(Float64) COMMENT 'Of a dividend: cash for a share of the ex-date',
    version UInt64 COMMENT 'The event''s revision, else its arrival in ms; the higher wins',
    source LowCardinality(String) COMMENT 'Who sent it',
    topic LowCardinality(String) COMMENT 'Topic of the log',
    partition UInt16 COMMENT 'Partition of the log',
    offset UInt64 COMMENT 'Offset in the partition; embedded: order of arrival',
    ingested_at DateTime64(3, 'UTC') COMMENT 'When it was landed',
    is_deleted UInt8 DEFAULT 0 COMMENT '1: a correction removed this action',
    import_id LowCardinality(String) DEFAULT '' COMMENT 'Import that brought it; empty where none did',
    rank UInt128 MATERIALIZED bitOr(bitOr(bitShiftLeft(toUInt128(version), 64), bitShiftLeft(toUInt128(partition), 48)), toUInt128(offset)) COMMENT 'Total order of versions'
)
ENGINE = ReplacingMergeTree(rank, is_deleted)
ORDER BY (symbol, id)
COMMENT 'Corporate actions: splits and cash dividends; read v_corporate_actions, or with FINAL';

-- An action changes what comes before it: it belongs to the day before its date.
CREATE MATERIALIZED VIEW market.day_log_actions TO market.day_log AS
SELECT 'actions' AS kind, symbol, toDate32(ex_date - 1) AS day, count() AS rows,
    sum(cityHash64(id, kind, ex_date, toString(tuple(ratio, amount)), version, partition, offset, is_deleted)) AS fingerprint
FROM market.corporate_actions
GROUP BY symbol, day;

ALTER TABLE market.day_log COMMENT COLUMN IF EXISTS kind 'bars, sentiment, sentiment_crypto or actions';

ALTER TABLE market.symbols
    ADD COLUMN IF NOT EXISTS adjusted_through Date32 DEFAULT toDate32('1970-01-01') COMMENT 'Its bars are adjusted for splits up to this date by who sends them; 1970-01-01: they are not';

ALTER TABLE market.symbol_coverage
    ADD COLUMN IF NOT EXISTS splits String DEFAULT '' COMMENT 'Splits that the records are adjusted for, date=ratio with commas between';

CREATE VIEW market.v_corporate_actions AS
SELECT symbol, id, kind, ex_date, ratio, amount, source, version, ingested_at
FROM market.corporate_actions FINAL;

-- The same figures as the statistics are computed from, but for the rounding of prices.
CREATE VIEW market.v_bars_splits AS
SELECT b.symbol AS symbol, b.ts AS ts, b.open / shares AS open, b.high / shares AS high, b.low / shares AS low,
    b.close / shares AS close, b.volume * shares AS volume,
    arrayProduct(arrayMap((ratio, day) -> if(date < day, ratio, 1.), a.ratios, a.days)) AS shares,
    if(s.asset_class = 'crypto' OR s.interval_min = 1440, toDate32(b.ts), toDate32(b.ts, 'America/New_York')) AS date
FROM (SELECT symbol, ts, open, high, low, close, volume FROM market.bars FINAL) AS b
LEFT JOIN (SELECT symbol, asset_class, interval_min FROM market.symbols FINAL) AS s ON s.symbol = b.symbol
LEFT JOIN
(
    SELECT c.symbol AS symbol, groupArray(assumeNotNull(c.ratio)) AS ratios, groupArray(c.ex_date) AS days
    FROM (SELECT symbol, ex_date, ratio FROM market.corporate_actions FINAL WHERE kind = 'split' AND ratio > 0) AS c
    LEFT JOIN (SELECT symbol, adjusted_through FROM market.symbols FINAL) AS r ON r.symbol = c.symbol
    WHERE c.ex_date > r.adjusted_through
    GROUP BY c.symbol
) AS a ON a.symbol = b.symbol;
