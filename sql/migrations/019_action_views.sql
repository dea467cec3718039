-- What the views of corporate actions say of themselves.

ALTER TABLE market.v_corporate_actions
    COMMENT COLUMN IF EXISTS symbol 'Canonical symbol',
    COMMENT COLUMN IF EXISTS id 'Identity of the action within its symbol; where the source has none, its kind and date',
    COMMENT COLUMN IF EXISTS kind 'split or dividend (cash)',
    COMMENT COLUMN IF EXISTS ex_date 'First date on which the symbol is traded after the split, or without the dividend',
    COMMENT COLUMN IF EXISTS ratio 'Of a split: new shares for an old one; 4 is 4:1, 0.1 is 1:10',
    COMMENT COLUMN IF EXISTS amount 'Of a dividend: cash for a share of the ex-date',
    COMMENT COLUMN IF EXISTS source 'Who sent it',
    COMMENT COLUMN IF EXISTS version 'The event''s revision, else its arrival in ms; the higher wins',
    COMMENT COLUMN IF EXISTS ingested_at 'When it was landed, UTC',
    MODIFY COMMENT 'Splits and cash dividends: current rows, one each';

ALTER TABLE market.v_bars_splits
    COMMENT COLUMN IF EXISTS symbol 'Canonical symbol',
    COMMENT COLUMN IF EXISTS ts 'Start of the bar, UTC; it covers [ts, ts + interval)',
    COMMENT COLUMN IF EXISTS open 'First price, adjusted for splits [price]',
    COMMENT COLUMN IF EXISTS high 'Highest price, adjusted for splits [price]',
    COMMENT COLUMN IF EXISTS low 'Lowest price, adjusted for splits [price]',
    COMMENT COLUMN IF EXISTS close 'Last price, adjusted for splits [price]',
    COMMENT COLUMN IF EXISTS volume 'Traded volume in shares of today [volume]',
    COMMENT COLUMN IF EXISTS shares 'Shares today for one then: what prices are divided by',
    COMMENT COLUMN IF EXISTS date 'Date of the exchange that the bar belongs to: New York''s; of crypto and daily bars UTC''s',
    MODIFY COMMENT 'Bars adjusted for the splits that are stored: what the statistics are computed from, but for the rounding of prices';
