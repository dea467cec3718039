-- Versions of events without a revision. The clock of a broker (or of this machine) may step back, and the leader of a
-- partition may change to a broker whose clock is behind: the time of an event alone would let a correction lose
-- against what it corrects. From `from_offset` on no version of the partition is lower than `floor`, which is above all
-- that were given before it. Floors only grow; so those of a topic that was deleted and created again need no cleaning.

CREATE TABLE market.version_floors
(
    topic LowCardinality(String), partition UInt16,
    from_offset UInt64 COMMENT 'First offset that the floor holds for',
    floor UInt64 COMMENT 'Lowest version of an event without a revision from there on, epoch ms',
    pushed UInt8 COMMENT '1: of pushed events, whose version is the floor itself: their offsets alone decide'
)
ENGINE = ReplacingMergeTree(floor)
ORDER BY (topic, partition, from_offset)
COMMENT 'Lower bounds of the versions of events without a revision; the highest at or before an offset counts';

-- Of an older entry the time of its landing stands in for it.
ALTER TABLE market.ingest_ledger ADD COLUMN IF NOT EXISTS high UInt64 DEFAULT toUnixTimestamp64Milli(landed_at)
    COMMENT 'Highest version given to an event without a revision up to last_offset, epoch ms';

ALTER TABLE market.bars COMMENT COLUMN IF EXISTS version
    'The event''s revision, else its arrival in ms, or what keeps it from falling (version_floors); the higher wins';
