-- What records were computed from, beside the rows that had landed: which life of the symbol, which class and interval,
-- which definitions. A coverage row that says otherwise than the registry and the program means: compute again.

CREATE TABLE market.symbol_generations
(
    symbol LowCardinality(String),
    generation SimpleAggregateFunction(max, UInt32) COMMENT 'Raised when the symbol is dropped or registered otherwise; the upper 12 bits of every version',
    epoch SimpleAggregateFunction(max, UInt32) COMMENT 'The generation at which it was last dropped: what was computed before does not count'
)
ENGINE = AggregatingMergeTree
ORDER BY symbol
COMMENT 'Lives of a symbol; outlasts symbols drop; take the max of each column';

ALTER TABLE market.symbol_coverage ADD COLUMN IF NOT EXISTS generation UInt32 DEFAULT 0 COMMENT 'Generation of the symbol that its records were computed in';

ALTER TABLE market.symbol_coverage ADD COLUMN IF NOT EXISTS interval_min UInt16 DEFAULT 0 COMMENT 'Base interval that its records were computed with, minutes; 0: no bars were registered';

ALTER TABLE market.symbol_coverage ADD COLUMN IF NOT EXISTS definitions String COMMENT 'Definitions that its records were computed by, such as gap=1,orb=2';

ALTER TABLE market.symbol_coverage ADD COLUMN IF NOT EXISTS inputs UInt64 DEFAULT 0 COMMENT 'Sum of the fingerprints of all its days in day_log that its records were computed from';

ALTER TABLE market.computed_units ADD COLUMN IF NOT EXISTS state UInt64 DEFAULT 0 COMMENT 'Hash of the coverage that the summaries were computed from';
