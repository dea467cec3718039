-- Rows that an import brought and that were there already, as another import had brought them: they stay until both are
-- undone. Bars behind each other in equal steps are one row.

CREATE TABLE market.import_claims
(
    import_id LowCardinality(String) COMMENT 'Import that brought rows that were there already',
    landing_table LowCardinality(String) COMMENT 'bars, bars_daily, corporate_actions, or a table of events or news',
    symbol LowCardinality(String) COMMENT 'Canonical symbol; empty for macro events',
    base_import LowCardinality(String) COMMENT 'Import that the rows were of then',
    first String COMMENT 'Key of the first of the rows, as in import_rows',
    last String COMMENT 'Key of the last of them',
    step UInt32 COMMENT 'Minutes from one bar to the next; 0: it is one row'
)
ENGINE = ReplacingMergeTree
ORDER BY (landing_table, symbol, base_import, import_id, first, last, step)
COMMENT 'Rows that an import found equal to those of another import; read with FINAL';
