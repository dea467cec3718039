-- Shorter bars beside daily ones serve from the cutover on; records of symbols that have both are computed again.

ALTER TABLE market.symbol_coverage ADD COLUMN IF NOT EXISTS cutover Bool DEFAULT false COMMENT 'Its records know of the cutover from daily to shorter bars';

ALTER TABLE market.v_symbol_coverage COMMENT COLUMN IF EXISTS has_bars 'Bars of its base interval serve, not news or daily bars alone';

ALTER TABLE market.v_symbol_coverage COMMENT COLUMN IF EXISTS first_bar 'Start of its first bar; beside daily bars of the first one that serves';
