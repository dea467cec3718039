-- Made from compute/statistics/days.ts by `npm run tables`; a test holds the two together.

ALTER TABLE market.v_stat_sessions
    COMMENT COLUMN IF EXISTS `symbol` 'Canonical symbol',
    COMMENT COLUMN IF EXISTS `session` 'Session window: default, extended, exchange (news: all)',
    COMMENT COLUMN IF EXISTS `variant` 'Parameter values that make this series, such as orb_minutes=5',
    COMMENT COLUMN IF EXISTS `date` 'Date of the session',
    COMMENT COLUMN IF EXISTS `weekday` 'Weekday of the date',
    COMMENT COLUMN IF EXISTS `prev_date` 'Date of the previous session, at most 7 calendar days back',
    COMMENT COLUMN IF EXISTS `open` 'First price of the session [price]',
    COMMENT COLUMN IF EXISTS `high` 'Highest price [price]',
    COMMENT COLUMN IF EXISTS `low` 'Lowest price [price]',
    COMMENT COLUMN IF EXISTS `close` 'Last price [price]',
    COMMENT COLUMN IF EXISTS `volume` 'Sum of the bars\' volumes [volume]',
    COMMENT COLUMN IF EXISTS `bars` 'Bars of the session [bars]',
    COMMENT COLUMN IF EXISTS `gap_from_close_x` 'Open over the previous session\'s close [ratio]',
    COMMENT COLUMN IF EXISTS `cut` 'The window leaves out part of the regular hours of this date (equities, ETFs)',
    COMMENT COLUMN IF EXISTS `complete` 'Some stored bar of the symbol ends at or after the end of the window',
    COMMENT COLUMN IF EXISTS `version` 'Grows with the rows landed for the symbol; the higher wins',
    COMMENT COLUMN IF EXISTS `definition` 'Number of the definition that made the row',
    COMMENT COLUMN IF EXISTS `computed_at` 'When it was made',
    MODIFY COMMENT 'Daily bars of each session window: current records, one row each';
