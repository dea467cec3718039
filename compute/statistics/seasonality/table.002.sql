-- Made from fields.ts by `npm run tables`; a test holds the two together.

ALTER TABLE market.v_stat_seasonality
    COMMENT COLUMN IF EXISTS `symbol` 'Canonical symbol',
    COMMENT COLUMN IF EXISTS `session` 'Session window: default, extended, exchange (news: all)',
    COMMENT COLUMN IF EXISTS `variant` 'Parameter values that make this series, such as orb_minutes=5',
    COMMENT COLUMN IF EXISTS `date` 'Date of the session, Monday to Friday',
    COMMENT COLUMN IF EXISTS `weekday` 'Weekday of the date',
    COMMENT COLUMN IF EXISTS `iso_year` 'Year that the ISO week belongs to',
    COMMENT COLUMN IF EXISTS `iso_week` 'ISO week number, 1 to 53',
    COMMENT COLUMN IF EXISTS `month` 'Calendar month, 1 to 12',
    COMMENT COLUMN IF EXISTS `close` 'Close of the session [price]',
    COMMENT COLUMN IF EXISTS `prev_date` 'Date of the previous weekday session, at most 7 calendar days back',
    COMMENT COLUMN IF EXISTS `prev_close` 'Its close [price]',
    COMMENT COLUMN IF EXISTS `return_pct` 'Close against the previous close [pct]',
    COMMENT COLUMN IF EXISTS `volume` 'Sum of the session\'s volumes [volume]',
    COMMENT COLUMN IF EXISTS `complete` 'The data reach the end of the window',
    COMMENT COLUMN IF EXISTS `version` 'Grows with the rows landed for the symbol; the higher wins',
    COMMENT COLUMN IF EXISTS `definition` 'Number of the definition that made the row',
    COMMENT COLUMN IF EXISTS `computed_at` 'When it was made',
    MODIFY COMMENT 'Seasonality: current records, one row each';

ALTER TABLE market.v_stat_seasonality_summary
    COMMENT COLUMN IF EXISTS `symbol` 'Canonical symbol',
    COMMENT COLUMN IF EXISTS `session` 'Session window: default, extended, exchange (news: all)',
    COMMENT COLUMN IF EXISTS `variant` 'Parameter values that make this series, such as orb_minutes=5',
    COMMENT COLUMN IF EXISTS `time_window` '1M, 3M, 6M, 12M, 24M or 5Y up to end_date',
    COMMENT COLUMN IF EXISTS `asset_class` 'equity, etf or crypto',
    COMMENT COLUMN IF EXISTS `start_date` 'First date of the window',
    COMMENT COLUMN IF EXISTS `end_date` 'Latest session date of the symbol',
    COMMENT COLUMN IF EXISTS `sample_size` 'The count that the rates rest on',
    COMMENT COLUMN IF EXISTS `used_field` 'The metric that segments are ranked by',
    COMMENT COLUMN IF EXISTS `metrics` 'Every number of the summary by its dotted path',
    COMMENT COLUMN IF EXISTS `summary` 'The whole summary as the API answers it, JSON',
    COMMENT COLUMN IF EXISTS `version` 'Grows with the rows landed for the symbol; the higher wins',
    COMMENT COLUMN IF EXISTS `definition` 'Number of the definition that made the row',
    COMMENT COLUMN IF EXISTS `computed_at` 'When it was made',
    MODIFY COMMENT 'Seasonality: current summaries by symbol, variant and window';
