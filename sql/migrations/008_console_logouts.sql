-- When the console's sessions ended, by the token that they were opened with. A cookie is signed and needs no row, so
-- this is what makes a logout hold in every process and after a restart. One row a token, however often it logs out.

CREATE TABLE market_accounts.console_logouts
(
    token_hash FixedString(64) COMMENT 'SHA-256 of the token, hex',
    ended_at DateTime64(3, 'UTC') COMMENT 'Sessions opened until then are over',
    version UInt64
)
ENGINE = ReplacingMergeTree(version)
ORDER BY token_hash;
