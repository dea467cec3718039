-- Views of current rows for analysts.

-- A split that two sources sent, each under an id of its own, adjusts bars once, as in the statistics.
CREATE VIEW market.v_bars_splits
(
    symbol LowCardinality(String) COMMENT 'Canonical symbol',
    interval LowCardinality(String) COMMENT '1m to 1d',
    ts DateTime('UTC') COMMENT 'Start of the bar, UTC; it covers [ts, ts + interval)',
    open Float64 COMMENT 'First price, adjusted for splits [price]',
    high Float64 COMMENT 'Highest price, adjusted for splits [price]',
    low Float64 COMMENT 'Lowest price, adjusted for splits [price]',
    close Float64 COMMENT 'Last price, adjusted for splits [price]',
    volume Float64 COMMENT 'Traded volume in shares of today [volume]',
    shares Float64 COMMENT 'Shares today for one then: what prices are divided by',
    date Date32 COMMENT 'Date of the exchange that the bar belongs to: New York''s; of crypto and daily bars UTC''s'
)
AS
SELECT b.symbol AS symbol, b.interval AS interval, b.ts AS ts, b.open / shares AS open, b.high / shares AS high, b.low / shares AS low,
    b.close / shares AS close, b.volume * shares AS volume,
    arrayProduct(arrayMap((ratio, day) -> if(date < day, ratio, 1.), a.ratios, a.days)) AS shares,
    if(s.asset_class = 'crypto' OR b.interval = '1d', toDate32(b.ts), toDate32(b.ts, 'America/New_York')) AS date
FROM (SELECT symbol, interval, ts, open, high, low, close, volume FROM market.bars FINAL) AS b
LEFT JOIN (SELECT symbol, asset_class FROM market.symbols FINAL) AS s ON s.symbol = b.symbol
LEFT JOIN
(
    SELECT c.symbol AS symbol, r.interval AS interval, groupArray(c.ratio) AS ratios, groupArray(c.ex_date) AS days
    FROM
    (
        SELECT symbol, ex_date,
            if(max(assumeNotNull(x.ratio)) <= min(assumeNotNull(x.ratio)) * 1.001, min(assumeNotNull(x.ratio)),
                arrayProduct(arraySort(groupUniqArray(assumeNotNull(x.ratio))))) AS ratio
        FROM market.corporate_actions AS x FINAL
        WHERE kind = 'split' AND x.ratio > 0
        GROUP BY symbol, ex_date
    ) AS c
    INNER JOIN (SELECT symbol, interval, adjusted_through FROM market.series FINAL) AS r ON r.symbol = c.symbol
    WHERE c.ex_date > r.adjusted_through
    GROUP BY c.symbol, r.interval
) AS a ON a.symbol = b.symbol AND a.interval = b.interval
COMMENT 'Bars adjusted for the splits that are stored: what the statistics are computed from, but for the rounding of prices';

CREATE VIEW market.v_corporate_actions
(
    symbol LowCardinality(String) COMMENT 'Canonical symbol',
    id String COMMENT 'Identity of the action within its symbol; where the source has none, its kind and date',
    kind LowCardinality(String) COMMENT 'split',
    ex_date Date32 COMMENT 'First date on which the symbol is traded after the split',
    ratio Nullable(Float64) COMMENT 'New shares for an old one',
    source LowCardinality(String) COMMENT 'Who sent it',
    rank UInt64 COMMENT 'Order of the events of a key: the higher wins',
    ingested_at DateTime64(3, 'UTC') COMMENT 'When it was landed, UTC'
)
AS
SELECT symbol, id, kind, ex_date, ratio, source, rank, ingested_at
FROM market.corporate_actions FINAL
COMMENT 'Splits: current rows, one each';

CREATE VIEW market.v_events_sentiment
(
    symbol LowCardinality(String) COMMENT 'Canonical symbol',
    id String COMMENT 'Identity of the event within its symbol',
    asset_class LowCardinality(String) COMMENT 'equity or etf',
    event_timestamp DateTime64(3, 'UTC') COMMENT 'When the news came out, UTC',
    title String COMMENT 'Title',
    headline Nullable(String) COMMENT 'Headline, where it differs from the title',
    direction LowCardinality(String) COMMENT 'Classified sentiment: negative, neutral, positive',
    impact_score Float64 COMMENT 'Classified impact, 0 to 1',
    provider Nullable(String) COMMENT 'Who published it',
    url Nullable(String) COMMENT 'Where it stands',
    classifier Nullable(String) COMMENT 'Model that classified it; null if its source did',
    prompt Nullable(String) COMMENT 'Hash of the prompt, if the classifier sent one',
    rank UInt64 COMMENT 'Order of the events of a key: the higher wins',
    source LowCardinality(String) COMMENT 'Who sent it',
    ingested_at DateTime64(3, 'UTC') COMMENT 'When it was landed, UTC'
)
AS
SELECT symbol, id, asset_class, event_timestamp, title, headline, direction, impact_score, provider, url, classifier, prompt, rank, source, ingested_at
FROM market.events_sentiment FINAL
COMMENT 'Classified news of equities and ETFs: current rows, one each';

CREATE VIEW market.v_events_sentiment_crypto
(
    symbol LowCardinality(String) COMMENT 'Canonical symbol',
    id String COMMENT 'Identity of the event within its symbol',
    asset_class LowCardinality(String) COMMENT 'crypto',
    event_timestamp DateTime64(3, 'UTC') COMMENT 'When the news came out, UTC',
    title String COMMENT 'Title',
    headline Nullable(String) COMMENT 'Headline, where it differs from the title',
    direction LowCardinality(String) COMMENT 'Classified sentiment: negative, neutral, positive',
    impact_score Float64 COMMENT 'Classified impact, 0 to 1',
    provider Nullable(String) COMMENT 'Who published it',
    url Nullable(String) COMMENT 'Where it stands',
    classifier Nullable(String) COMMENT 'Model that classified it; null if its source did',
    prompt Nullable(String) COMMENT 'Hash of the prompt, if the classifier sent one',
    rank UInt64 COMMENT 'Order of the events of a key: the higher wins',
    source LowCardinality(String) COMMENT 'Who sent it',
    ingested_at DateTime64(3, 'UTC') COMMENT 'When it was landed, UTC'
)
AS
SELECT symbol, id, asset_class, event_timestamp, title, headline, direction, impact_score, provider, url, classifier, prompt, rank, source, ingested_at
FROM market.events_sentiment_crypto FINAL
COMMENT 'Classified news of crypto pairs: current rows, one each';

CREATE VIEW market.v_events_earnings
(
    symbol LowCardinality(String) COMMENT 'Canonical symbol',
    id String COMMENT 'Identity of the event within its symbol',
    event_timestamp DateTime64(3, 'UTC') COMMENT 'When the figures came out or will, UTC',
    eps_actual Nullable(Float64) COMMENT 'Reported earnings per share; null until reported',
    eps_expected Nullable(Float64) COMMENT 'Expected earnings per share',
    eps_surprise Nullable(Float64) COMMENT 'eps_actual - eps_expected; null where either is missing',
    eps_surprise_sign Nullable(Int8) COMMENT '1 above what was expected, 0 as expected, -1 below; null where either is missing',
    revenue_actual Nullable(Float64) COMMENT 'Reported revenue; null until reported',
    revenue_expected Nullable(Float64) COMMENT 'Expected revenue',
    revenue_surprise Nullable(Float64) COMMENT 'revenue_actual - revenue_expected; null where either is missing',
    fiscal_period Nullable(String) COMMENT 'As the source names it, such as 2025Q1',
    title Nullable(String) COMMENT 'Title',
    rank UInt64 COMMENT 'Order of the events of a key: the higher wins',
    source LowCardinality(String) COMMENT 'Who sent it',
    ingested_at DateTime64(3, 'UTC') COMMENT 'When it was landed, UTC'
)
AS
SELECT symbol, id, event_timestamp, eps_actual, eps_expected, eps_actual - eps_expected AS eps_surprise,
    toInt8(sign(eps_actual - eps_expected)) AS eps_surprise_sign,
    revenue_actual, revenue_expected, revenue_actual - revenue_expected AS revenue_surprise,
    fiscal_period, title, rank, source, ingested_at
FROM market.events_earnings FINAL
COMMENT 'Earnings with their surprises: current rows, one each';

CREATE VIEW market.v_events_crypto
(
    symbol LowCardinality(String) COMMENT 'Canonical symbol, without a slash',
    id String COMMENT 'Identity of the event within its symbol',
    event_timestamp DateTime64(3, 'UTC') COMMENT 'When it happened or will, UTC',
    category String COMMENT 'As the source names it, such as unlock, listing, upgrade',
    title String COMMENT 'Title',
    url Nullable(String) COMMENT 'Where it stands',
    rank UInt64 COMMENT 'Order of the events of a key: the higher wins',
    source LowCardinality(String) COMMENT 'Who sent it',
    ingested_at DateTime64(3, 'UTC') COMMENT 'When it was landed, UTC'
)
AS
SELECT symbol, id, event_timestamp, category, title, url, rank, source, ingested_at
FROM market.events_crypto FINAL
COMMENT 'Crypto calendar: current rows, one each';

CREATE VIEW market.v_events_macro
(
    id String COMMENT 'Identity of the release',
    event_timestamp DateTime64(3, 'UTC') COMMENT 'When it came out or will, UTC',
    country String COMMENT 'As the source names it, such as US',
    name String COMMENT 'Of the indicator, such as CPI',
    actual Nullable(Float64) COMMENT 'Published figure; null until published',
    forecast Nullable(Float64) COMMENT 'Expected figure',
    previous Nullable(Float64) COMMENT 'Figure of the period before',
    surprise Nullable(Float64) COMMENT 'actual - forecast; null where either is missing',
    surprise_sign Nullable(Int8) COMMENT '1 above the forecast, 0 as forecast, -1 below; null where either is missing',
    unit Nullable(String) COMMENT 'Of the figures, such as %',
    importance Nullable(String) COMMENT 'As the source names it',
    rank UInt64 COMMENT 'Order of the events of a key: the higher wins',
    source LowCardinality(String) COMMENT 'Who sent it',
    ingested_at DateTime64(3, 'UTC') COMMENT 'When it was landed, UTC'
)
AS
SELECT id, event_timestamp, country, name, actual, forecast, previous, actual - forecast AS surprise,
    toInt8(sign(actual - forecast)) AS surprise_sign, unit, importance, rank, source, ingested_at
FROM market.events_macro FINAL
COMMENT 'Macroeconomic releases with their surprises: current rows, one each';

-- News waits until an event with its event_id and at least its rank exists, a deletion included.
CREATE VIEW market.v_news_waiting
(
    source String COMMENT 'Who sent it, such as alpaca; may be empty',
    id String COMMENT 'Its id there',
    event_id String COMMENT 'Id of its classified event; news of a collector: source:id',
    symbol String COMMENT 'Canonical symbol',
    asset_class String COMMENT 'equity, etf or crypto',
    event_timestamp DateTime64(3, 'UTC') COMMENT 'When it was published',
    updated_at DateTime64(3, 'UTC') COMMENT 'When the vendor changed it last',
    title String COMMENT 'Headline',
    summary String COMMENT 'As the vendor gives it; may be empty',
    provider String COMMENT 'Who wrote it, such as benzinga',
    url String COMMENT 'May be empty',
    received_at DateTime64(3, 'UTC') COMMENT 'When it came in',
    rank UInt64 COMMENT 'Of its last change; an event of its id with at least this rank classifies it'
)
AS
SELECT w.source AS source, w.id AS id, w.event_id AS event_id, w.symbol AS symbol, w.asset_class AS asset_class,
    w.event_timestamp AS event_timestamp, w.updated_at AS updated_at, w.title AS title, w.summary AS summary,
    w.provider AS provider, w.url AS url, w.received_at AS received_at, w.rank AS rank
FROM
(
    SELECT CAST(source, 'String') AS source, id, concat(source, ':', id) AS event_id, CAST(symbol, 'String') AS symbol,
        CAST(asset_class, 'String') AS asset_class, event_timestamp, updated_at, title, summary, provider, url, received_at,
        bitOr(bitShiftLeft(toUInt64(1), 62), version) AS rank
    FROM market.news_waiting FINAL
    UNION ALL
    SELECT CAST(source, 'String') AS source, id, id AS event_id, CAST(symbol, 'String') AS symbol,
        CAST(asset_class, 'String') AS asset_class, event_timestamp, ingested_at AS updated_at, title,
        ifNull(headline, '') AS summary, ifNull(provider, '') AS provider, ifNull(url, '') AS url, ingested_at AS received_at,
        rank
    FROM market.news_unclassified FINAL
) AS w
LEFT JOIN
(
    SELECT symbol, id, max(rank) AS said
    FROM
    (
        SELECT CAST(symbol, 'String') AS symbol, id, rank FROM market.events_sentiment
        UNION ALL
        SELECT CAST(symbol, 'String') AS symbol, id, rank FROM market.events_sentiment_crypto
    )
    WHERE (symbol, id) IN
    (
        SELECT CAST(symbol, 'String'), id FROM market.news_unclassified
        UNION ALL
        SELECT CAST(symbol, 'String'), concat(source, ':', id) FROM market.news_waiting
    )
    GROUP BY symbol, id
) AS e ON e.symbol = w.symbol AND e.id = w.event_id
WHERE e.said < w.rank
COMMENT 'News that has no direction and impact yet';

CREATE VIEW market.v_symbol_coverage
(
    symbol LowCardinality(String) COMMENT 'Canonical symbol',
    asset_class LowCardinality(String) COMMENT 'Of its bars; of a symbol known from news alone, of its news',
    interval LowCardinality(String) COMMENT 'Of the series, 1m to 1d; empty: known from news alone',
    has_bars Bool COMMENT 'Bars of the series are stored',
    first_bar Nullable(DateTime('UTC')) COMMENT 'Start of its first bar',
    last_bar Nullable(DateTime('UTC')) COMMENT 'Start of the last bar that its records follow: their clock',
    sessions UInt32 COMMENT 'Sessions under the default window',
    last_day Date32 COMMENT 'Latest UTC date of anything that its records follow',
    settled_through Date32 COMMENT 'Last UTC date whose bars and news the stored records follow; the API computes later ones when it is asked',
    computed_at DateTime64(3, 'UTC') COMMENT 'When the records were brought there'
)
AS
SELECT symbol, asset_class, interval, has_bars, first_bar, last_bar, sessions, last_day, settled_through, computed_at
FROM market.symbol_coverage FINAL
WHERE series IN (SELECT series FROM market.current_series)
COMMENT 'How far the stored records of each series reach, one row each';
