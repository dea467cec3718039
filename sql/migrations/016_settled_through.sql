-- As of when the statistics tables are: later days are computed when the API is asked, and stored once they have ended.

ALTER TABLE market.symbol_coverage ADD COLUMN IF NOT EXISTS settled_through Nullable(Date32) COMMENT 'Last UTC date whose bars and news the stored records follow; later ones the API computes when it is asked; null: not said when they were stored';

CREATE VIEW market.v_symbol_coverage AS
SELECT symbol, asset_class, interval_min, has_bars, first_bar, last_bar, sessions, last_day, settled_through, computed_at
FROM market.symbol_coverage FINAL;

ALTER TABLE market.v_symbol_coverage
    COMMENT COLUMN IF EXISTS symbol 'Canonical symbol',
    COMMENT COLUMN IF EXISTS asset_class 'Of its bars; of a symbol known from news alone, of its news',
    COMMENT COLUMN IF EXISTS interval_min 'Base interval that its records were computed with, minutes; 0: no bars were registered',
    COMMENT COLUMN IF EXISTS has_bars 'Bars of it are stored, not news alone',
    COMMENT COLUMN IF EXISTS first_bar 'Start of its first stored bar',
    COMMENT COLUMN IF EXISTS last_bar 'Start of the last bar that its records follow: their clock',
    COMMENT COLUMN IF EXISTS sessions 'Sessions under the default window',
    COMMENT COLUMN IF EXISTS last_day 'Latest UTC date of anything that its records follow',
    COMMENT COLUMN IF EXISTS settled_through 'Last UTC date whose bars and news the stored records follow; later ones the API computes when it is asked; null: not said when they were stored',
    COMMENT COLUMN IF EXISTS computed_at 'When the records were brought there',
    MODIFY COMMENT 'How far the stored records of a symbol reach, one row each';
