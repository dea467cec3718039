-- Calendars like bars and news: imports that can be undone, comments, and views of the current rows for analysts.

ALTER TABLE market.events_earnings ADD COLUMN IF NOT EXISTS import_id LowCardinality(String) COMMENT 'Import that brought it; empty where none did';

ALTER TABLE market.events_crypto ADD COLUMN IF NOT EXISTS import_id LowCardinality(String) COMMENT 'Import that brought it; empty where none did';

ALTER TABLE market.events_macro ADD COLUMN IF NOT EXISTS import_id LowCardinality(String) COMMENT 'Import that brought it; empty where none did';

ALTER TABLE market.imports COMMENT COLUMN IF EXISTS kind 'bars, news, earnings, crypto or macro';

ALTER TABLE market.import_rows
    COMMENT COLUMN IF EXISTS landing_table 'bars, or a table events_...',
    COMMENT COLUMN IF EXISTS symbol 'Canonical symbol; empty for macro events',
    COMMENT COLUMN IF EXISTS key 'Of a bar its start in minutes since 1970, ten digits; of other events their id';

ALTER TABLE market.events_earnings
    COMMENT COLUMN IF EXISTS symbol 'Canonical symbol',
    COMMENT COLUMN IF EXISTS id 'Identity of the event within its symbol',
    COMMENT COLUMN IF EXISTS event_timestamp 'When the figures came out or will, UTC',
    COMMENT COLUMN IF EXISTS eps_actual 'Reported earnings per share; null until reported',
    COMMENT COLUMN IF EXISTS eps_expected 'Expected earnings per share',
    COMMENT COLUMN IF EXISTS revenue_actual 'Reported revenue; null until reported',
    COMMENT COLUMN IF EXISTS revenue_expected 'Expected revenue',
    COMMENT COLUMN IF EXISTS fiscal_period 'As the source names it, such as 2025Q1',
    COMMENT COLUMN IF EXISTS title 'Title';

ALTER TABLE market.events_crypto
    COMMENT COLUMN IF EXISTS symbol 'Canonical symbol, without a slash',
    COMMENT COLUMN IF EXISTS id 'Identity of the event within its symbol',
    COMMENT COLUMN IF EXISTS event_timestamp 'When it happened or will, UTC',
    COMMENT COLUMN IF EXISTS category 'As the source names it, such as unlock, listing, upgrade',
    COMMENT COLUMN IF EXISTS title 'Title',
    COMMENT COLUMN IF EXISTS url 'Where it stands';

ALTER TABLE market.events_macro
    COMMENT COLUMN IF EXISTS id 'Identity of the release',
    COMMENT COLUMN IF EXISTS event_timestamp 'When it came out or will, UTC',
    COMMENT COLUMN IF EXISTS country 'As the source names it, such as US',
    COMMENT COLUMN IF EXISTS name 'Of the indicator, such as CPI',
    COMMENT COLUMN IF EXISTS actual 'Published figure; null until published',
    COMMENT COLUMN IF EXISTS forecast 'Expected figure',
    COMMENT COLUMN IF EXISTS previous 'Figure of the period before',
    COMMENT COLUMN IF EXISTS unit 'Of the three figures, such as %',
    COMMENT COLUMN IF EXISTS importance 'As the source names it';

CREATE VIEW market.v_events_sentiment AS
SELECT symbol, id, asset_class, event_timestamp, title, headline, direction, impact_score, provider, url, version, source, ingested_at
FROM market.events_sentiment FINAL;

CREATE VIEW market.v_events_sentiment_crypto AS
SELECT symbol, id, asset_class, event_timestamp, title, headline, direction, impact_score, provider, url, version, source, ingested_at
FROM market.events_sentiment_crypto FINAL;

CREATE VIEW market.v_events_earnings AS
SELECT symbol, id, event_timestamp, eps_actual, eps_expected, eps_actual - eps_expected AS eps_surprise,
    toInt8(sign(eps_actual - eps_expected)) AS eps_surprise_sign,
    revenue_actual, revenue_expected, revenue_actual - revenue_expected AS revenue_surprise,
    fiscal_period, title, version, source, ingested_at
FROM market.events_earnings FINAL;

CREATE VIEW market.v_events_crypto AS
SELECT symbol, id, event_timestamp, category, title, url, version, source, ingested_at
FROM market.events_crypto FINAL;

CREATE VIEW market.v_events_macro AS
SELECT id, event_timestamp, country, name, actual, forecast, previous, actual - forecast AS surprise,
    toInt8(sign(actual - forecast)) AS surprise_sign, unit, importance, version, source, ingested_at
FROM market.events_macro FINAL;

ALTER TABLE market.v_events_sentiment
    COMMENT COLUMN IF EXISTS symbol 'Canonical symbol',
    COMMENT COLUMN IF EXISTS id 'Identity of the event within its symbol',
    COMMENT COLUMN IF EXISTS asset_class 'equity or etf',
    COMMENT COLUMN IF EXISTS event_timestamp 'When the news came out, UTC',
    COMMENT COLUMN IF EXISTS title 'Title',
    COMMENT COLUMN IF EXISTS headline 'Headline, where it differs from the title',
    COMMENT COLUMN IF EXISTS direction 'Classified sentiment: negative, neutral, positive',
    COMMENT COLUMN IF EXISTS impact_score 'Classified impact, 0 to 1',
    COMMENT COLUMN IF EXISTS provider 'Who published it',
    COMMENT COLUMN IF EXISTS url 'Where it stands',
    COMMENT COLUMN IF EXISTS version 'The event''s revision, else its arrival in ms; the higher wins',
    COMMENT COLUMN IF EXISTS source 'Who sent it',
    COMMENT COLUMN IF EXISTS ingested_at 'When it was landed, UTC',
    MODIFY COMMENT 'Classified news of equities and ETFs: current rows, one each';

ALTER TABLE market.v_events_sentiment_crypto
    COMMENT COLUMN IF EXISTS symbol 'Canonical symbol, without a slash',
    COMMENT COLUMN IF EXISTS id 'Identity of the event within its symbol',
    COMMENT COLUMN IF EXISTS asset_class 'crypto',
    COMMENT COLUMN IF EXISTS event_timestamp 'When the news came out, UTC',
    COMMENT COLUMN IF EXISTS title 'Title',
    COMMENT COLUMN IF EXISTS headline 'Headline, where it differs from the title',
    COMMENT COLUMN IF EXISTS direction 'Classified sentiment: negative, neutral, positive',
    COMMENT COLUMN IF EXISTS impact_score 'Classified impact, 0 to 1',
    COMMENT COLUMN IF EXISTS provider 'Who published it',
    COMMENT COLUMN IF EXISTS url 'Where it stands',
    COMMENT COLUMN IF EXISTS version 'The event''s revision, else its arrival in ms; the higher wins',
    COMMENT COLUMN IF EXISTS source 'Who sent it',
    COMMENT COLUMN IF EXISTS ingested_at 'When it was landed, UTC',
    MODIFY COMMENT 'Classified news of crypto pairs: current rows, one each';

ALTER TABLE market.v_events_earnings
    COMMENT COLUMN IF EXISTS symbol 'Canonical symbol',
    COMMENT COLUMN IF EXISTS id 'Identity of the event within its symbol',
    COMMENT COLUMN IF EXISTS event_timestamp 'When the figures came out or will, UTC',
    COMMENT COLUMN IF EXISTS eps_actual 'Reported earnings per share; null until reported',
    COMMENT COLUMN IF EXISTS eps_expected 'Expected earnings per share',
    COMMENT COLUMN IF EXISTS eps_surprise 'eps_actual - eps_expected; null where either is missing',
    COMMENT COLUMN IF EXISTS eps_surprise_sign '1 above what was expected, 0 as expected, -1 below; null where either is missing',
    COMMENT COLUMN IF EXISTS revenue_actual 'Reported revenue; null until reported',
    COMMENT COLUMN IF EXISTS revenue_expected 'Expected revenue',
    COMMENT COLUMN IF EXISTS revenue_surprise 'revenue_actual - revenue_expected; null where either is missing',
    COMMENT COLUMN IF EXISTS fiscal_period 'As the source names it, such as 2025Q1',
    COMMENT COLUMN IF EXISTS title 'Title',
    COMMENT COLUMN IF EXISTS version 'The event''s revision, else its arrival in ms; the higher wins',
    COMMENT COLUMN IF EXISTS source 'Who sent it',
    COMMENT COLUMN IF EXISTS ingested_at 'When it was landed, UTC',
    MODIFY COMMENT 'Earnings with their surprises: current rows, one each';

ALTER TABLE market.v_events_crypto
    COMMENT COLUMN IF EXISTS symbol 'Canonical symbol, without a slash',
    COMMENT COLUMN IF EXISTS id 'Identity of the event within its symbol',
    COMMENT COLUMN IF EXISTS event_timestamp 'When it happened or will, UTC',
    COMMENT COLUMN IF EXISTS category 'As the source names it, such as unlock, listing, upgrade',
    COMMENT COLUMN IF EXISTS title 'Title',
    COMMENT COLUMN IF EXISTS url 'Where it stands',
    COMMENT COLUMN IF EXISTS version 'The event''s revision, else its arrival in ms; the higher wins',
    COMMENT COLUMN IF EXISTS source 'Who sent it',
    COMMENT COLUMN IF EXISTS ingested_at 'When it was landed, UTC',
    MODIFY COMMENT 'Crypto calendar: current rows, one each';

ALTER TABLE market.v_events_macro
    COMMENT COLUMN IF EXISTS id 'Identity of the release',
    COMMENT COLUMN IF EXISTS event_timestamp 'When it came out or will, UTC',
    COMMENT COLUMN IF EXISTS country 'As the source names it, such as US',
    COMMENT COLUMN IF EXISTS name 'Of the indicator, such as CPI',
    COMMENT COLUMN IF EXISTS actual 'Published figure; null until published',
    COMMENT COLUMN IF EXISTS forecast 'Expected figure',
    COMMENT COLUMN IF EXISTS previous 'Figure of the period before',
    COMMENT COLUMN IF EXISTS surprise 'actual - forecast; null where either is missing',
    COMMENT COLUMN IF EXISTS surprise_sign '1 above the forecast, 0 as forecast, -1 below; null where either is missing',
    COMMENT COLUMN IF EXISTS unit 'Of the figures, such as %',
    COMMENT COLUMN IF EXISTS importance 'As the source names it',
    COMMENT COLUMN IF EXISTS version 'The event''s revision, else its arrival in ms; the higher wins',
    COMMENT COLUMN IF EXISTS source 'Who sent it',
    COMMENT COLUMN IF EXISTS ingested_at 'When it was landed, UTC',
    MODIFY COMMENT 'Macroeconomic releases with their surprises: current rows, one each';
