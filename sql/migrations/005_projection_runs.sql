-- Who is making a symbol's records, and when. Normally one process does; while a consumer group changes hands, or
-- after a pause of a whole machine, two may for a while. Rows of the older state lose against the newer by their
-- version, but the older run may add a row that the newer one never heard of. So each run notes its beginning and its
-- end, and runs that met have the symbol compared once more. All times are the store's own clock.

CREATE TABLE market.projection_runs
(
    symbol LowCardinality(String),
    run String COMMENT 'One attempt of one process',
    state LowCardinality(String) COMMENT 'begun, working, ended; barred: given up by others, may not write; buried: made good',
    at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC')
)
ENGINE = MergeTree
PARTITION BY toStartOfHour(at)
ORDER BY (symbol, at)
TTL toDateTime(at) + INTERVAL 1 DAY
COMMENT 'Runs of the projector, to find those that met; kept for a day';
