-- Made from fields.ts by `npm run tables`; a test holds the two together.

CREATE TABLE market.stat_news
(
    `symbol` LowCardinality(String) COMMENT 'Canonical symbol',
    `session` LowCardinality(String) COMMENT 'Session window: default, extended, exchange (news: all)',
    `variant` LowCardinality(String) COMMENT 'Parameter values that make this series, such as orb_minutes=5',
    `date` Date32 COMMENT 'Date of the news: New York for equities and ETFs, UTC for crypto',
    `news_id` String COMMENT 'Identity of the news within its symbol and source',
    `event_source` Enum8('sentiment' = 0, 'sentiment_crypto' = 1) COMMENT 'sentiment: equities and ETFs; sentiment_crypto: crypto pairs',
    `source_table` Enum8('events_sentiment' = 0, 'events_sentiment_crypto' = 1) COMMENT 'Table of the store that holds the news',
    `asset_class` Enum8('equity' = 0, 'etf' = 1, 'crypto' = 2) COMMENT 'Asset class the news was classified for',
    `event_timestamp` DateTime64(3, 'UTC') COMMENT 'When the news came out',
    `title` String COMMENT 'Title',
    `headline` Nullable(String) COMMENT 'Headline, where the source has one besides the title',
    `direction` Enum8('negative' = 0, 'neutral' = 1, 'positive' = 2) COMMENT 'Classified sentiment',
    `impact_score` Float64 COMMENT 'Classified impact, 0 to 1 [score]',
    `provider` Nullable(String) COMMENT 'Who published it',
    `url` Nullable(String) COMMENT 'Where it stands',
    `baseline_time` Nullable(DateTime64(3, 'UTC')) COMMENT 'Start of the first bar at or after the news',
    `baseline_price` Nullable(Float64) COMMENT 'Open of that bar: what every return is measured from [price]',
    `return_pct_5m` Nullable(Float64) COMMENT 'Return from the baseline to the window 5m [pct]',
    `direction_5m` Nullable(Enum8('up' = 0, 'down' = 1, 'flat' = 2)) COMMENT 'Direction of return_pct_5m; flat below 0.01',
    `return_pct_15m` Nullable(Float64) COMMENT 'Return from the baseline to the window 15m [pct]',
    `direction_15m` Nullable(Enum8('up' = 0, 'down' = 1, 'flat' = 2)) COMMENT 'Direction of return_pct_15m; flat below 0.01',
    `return_pct_30m` Nullable(Float64) COMMENT 'Return from the baseline to the window 30m [pct]',
    `direction_30m` Nullable(Enum8('up' = 0, 'down' = 1, 'flat' = 2)) COMMENT 'Direction of return_pct_30m; flat below 0.01',
    `return_pct_60m` Nullable(Float64) COMMENT 'Return from the baseline to the window 60m [pct]',
    `direction_60m` Nullable(Enum8('up' = 0, 'down' = 1, 'flat' = 2)) COMMENT 'Direction of return_pct_60m; flat below 0.01',
    `return_pct_eod` Nullable(Float64) COMMENT 'Return from the baseline to the window eod [pct]',
    `direction_eod` Nullable(Enum8('up' = 0, 'down' = 1, 'flat' = 2)) COMMENT 'Direction of return_pct_eod; flat below 0.01',
    `reaction_alignment` Enum8('aligned_positive' = 0, 'bearish_divergence' = 1, 'aligned_negative' = 2, 'bullish_absorption' = 3, 'neutral_or_unclear' = 4) COMMENT 'Classified sentiment against the direction of the 60m reaction',
    `sentiment_reaction_alignment_score` Nullable(Float64) COMMENT 'Agreement of sentiment and 60m reaction, -1 to 1 [score]',
    `impact_realization_score` Nullable(Float64) COMMENT 'Size of the 60m reaction against the classified impact, 0 to 1 [score]',
    `absorption_score` Nullable(Float64) COMMENT 'Impact that the market went against, 0 to 1 [score]',
    `complete` Bool COMMENT 'The data reach beyond the news\' date and every window: the reactions are final',
    `version` UInt64 COMMENT 'Grows with the rows landed for the symbol; the higher wins',
    `definition` UInt32 COMMENT 'Number of the definition that made the row',
    `computed_at` DateTime64(3, 'UTC') COMMENT 'When it was made',
    `is_deleted` UInt8 DEFAULT 0
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (`symbol`, `session`, `variant`, `date`, `event_timestamp`, `news_id`)
COMMENT 'News reactions: one row a record; read v_stat_news, or with FINAL';

CREATE VIEW market.v_stat_news AS
SELECT * EXCEPT (is_deleted)
FROM market.stat_news FINAL;

CREATE TABLE market.stat_news_summary
(
    `symbol` LowCardinality(String) COMMENT 'Canonical symbol',
    `session` LowCardinality(String) COMMENT 'Session window: default, extended, exchange (news: all)',
    `variant` LowCardinality(String) COMMENT 'Parameter values that make this series, such as orb_minutes=5',
    `time_window` LowCardinality(String) COMMENT '1M, 3M, 6M, 12M, 24M or 5Y up to end_date',
    `asset_class` LowCardinality(String) COMMENT 'equity, etf or crypto',
    `start_date` Date32 COMMENT 'First date of the window',
    `end_date` Date32 COMMENT 'Latest session date of the symbol',
    `sample_size` UInt32 COMMENT 'The count that the rates rest on',
    `event_source` Nullable(Enum8('sentiment' = 0, 'sentiment_crypto' = 1)) COMMENT 'The source asked for',
    `metrics` Map(LowCardinality(String), Nullable(Float64)) COMMENT 'Every number of the summary by its dotted path',
    `summary` String COMMENT 'The whole summary as the API answers it, JSON',
    `version` UInt64 COMMENT 'Grows with the rows landed for the symbol; the higher wins',
    `definition` UInt32 COMMENT 'Number of the definition that made the row',
    `computed_at` DateTime64(3, 'UTC') COMMENT 'When it was made',
    `is_deleted` UInt8 DEFAULT 0
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (`symbol`, `session`, `variant`, `time_window`)
COMMENT 'News reactions: summaries by symbol, variant and window; read v_stat_news_summary, or with FINAL';

CREATE VIEW market.v_stat_news_summary AS
SELECT * EXCEPT (is_deleted)
FROM market.stat_news_summary FINAL;
