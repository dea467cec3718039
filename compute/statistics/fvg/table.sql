-- Made from fields.ts by `npm run tables`; a test holds the two together.

CREATE TABLE market.stat_fvg
(
    `symbol` LowCardinality(String) COMMENT 'Canonical symbol',
    `session` LowCardinality(String) COMMENT 'Session window: default, extended, exchange (news: all)',
    `variant` LowCardinality(String) COMMENT 'Parameter values that make this series, such as orb_minutes=5',
    `date` Date32 COMMENT 'Date of the session of the third candle; of a week its first session',
    `timeframe` Enum8('1m' = 0, '2m' = 1, '3m' = 2, '5m' = 3, '10m' = 4, '15m' = 5, '30m' = 6, '1H' = 7, '2H' = 8, '4H' = 9, '1D' = 10, '1W' = 11) COMMENT 'Length of a candle',
    `direction` Enum8('bullish' = 0, 'bearish' = 1) COMMENT 'bullish: price jumped up over the zone; bearish: down',
    `formed_at` DateTime64(3, 'UTC') COMMENT 'Start of the third candle',
    `confirmed_at` DateTime64(3, 'UTC') COMMENT 'End of the third candle: from then on the gap is known',
    `top` Float64 COMMENT 'Upper edge of the zone [price]',
    `bottom` Float64 COMMENT 'Lower edge of the zone [price]',
    `gap_size` Float64 COMMENT 'Height of the zone [price]',
    `gap_size_pct` Float64 COMMENT 'Height in percent of the lower edge [pct]',
    `touched` Bool COMMENT 'A later candle came back to the near edge',
    `touched_at` Nullable(DateTime64(3, 'UTC')) COMMENT 'Start of the first candle that did',
    `bars_to_touch` Nullable(Int32) COMMENT 'Candles from the third to that one [candles]',
    `filled` Bool COMMENT 'A later candle came back to the far edge',
    `filled_at` Nullable(DateTime64(3, 'UTC')) COMMENT 'Start of the first candle that did',
    `bars_to_full_fill` Nullable(Int32) COMMENT 'Candles from the third to that one [candles]',
    `minutes_to_full_fill` Nullable(Float64) COMMENT 'Elapsed between the starts of the two, nights included [minutes]',
    `fill_pct` Nullable(Float64) COMMENT 'Deepest way back into the zone, 0 to 100; null without a later candle [pct]',
    `fill_bucket` Nullable(Enum8('0%' = 0, '1-25%' = 1, '26-50%' = 2, '51-75%' = 3, '76-99%' = 4, '100%' = 5)) COMMENT 'Bucket of fill_pct; 100% means filled; null without a later candle',
    `move_away_pct_before_touch` Nullable(Float64) COMMENT 'Largest move on from the close of the third candle, before the touching candle; over all candles followed where there is none; null without a later candle [pct]',
    `spans_session` Bool COMMENT 'The three candles are of different sessions: an overnight gap, maybe',
    `status` Enum8('open' = 0, 'touched' = 1, 'filled' = 2, 'expired' = 3) COMMENT 'filled, else touched, else expired (untouched, the following is over), else open',
    `complete` Bool COMMENT 'max_bars_to_close later candles exist; with 0: filled',
    `version` UInt64 COMMENT 'Grows with the rows landed for the symbol; the higher wins',
    `definition` UInt32 COMMENT 'Number of the definition that made the row',
    `computed_at` DateTime64(3, 'UTC') COMMENT 'When it was made',
    `is_deleted` UInt8 DEFAULT 0
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (`symbol`, `session`, `variant`, `date`, `formed_at`)
COMMENT 'Fair value gap: one row a record; read v_stat_fvg, or with FINAL';

CREATE VIEW market.v_stat_fvg AS
SELECT * EXCEPT (is_deleted)
FROM market.stat_fvg FINAL;

CREATE TABLE market.stat_fvg_summary
(
    `symbol` LowCardinality(String) COMMENT 'Canonical symbol',
    `session` LowCardinality(String) COMMENT 'Session window: default, extended, exchange (news: all)',
    `variant` LowCardinality(String) COMMENT 'Parameter values that make this series, such as orb_minutes=5',
    `time_window` LowCardinality(String) COMMENT '1M, 3M, 6M, 12M, 24M or 5Y up to end_date',
    `asset_class` LowCardinality(String) COMMENT 'equity, etf or crypto',
    `start_date` Date32 COMMENT 'First date of the window',
    `end_date` Date32 COMMENT 'Latest session date of the symbol',
    `sample_size` UInt32 COMMENT 'The count that the rates rest on',
    `timeframe` Nullable(String) COMMENT 'Length of a candle',
    `horizon_bars` Nullable(Int32) COMMENT 'max_bars_to_close: candles followed; 0 = all there are [candles]',
    `metrics` Map(LowCardinality(String), Nullable(Float64)) COMMENT 'Every number of the summary by its dotted path',
    `summary` String COMMENT 'The whole summary as the API answers it, JSON',
    `version` UInt64 COMMENT 'Grows with the rows landed for the symbol; the higher wins',
    `definition` UInt32 COMMENT 'Number of the definition that made the row',
    `computed_at` DateTime64(3, 'UTC') COMMENT 'When it was made',
    `is_deleted` UInt8 DEFAULT 0
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (`symbol`, `session`, `variant`, `time_window`)
COMMENT 'Fair value gap: summaries by symbol, variant and window; read v_stat_fvg_summary, or with FINAL';

CREATE VIEW market.v_stat_fvg_summary AS
SELECT * EXCEPT (is_deleted)
FROM market.stat_fvg_summary FINAL;
