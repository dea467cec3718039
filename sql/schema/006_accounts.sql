-- Accounts, tokens and usage: their database is closed to analysts.

-- A change writes the rows of the fields that it sets and no others: of two changes at once neither undoes the other.
CREATE TABLE market_accounts.accounts
(
    id String,
    field LowCardinality(String) COMMENT 'name, plan, createdAtMs, operator (may read how the installation stands), or a figure that differs from the plan''s',
    value String COMMENT 'JSON',
    version UInt64
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (id, field);

CREATE TABLE market_accounts.access_tokens
(
    token_hash FixedString(64) COMMENT 'SHA-256 of the token, hex; the token itself is stored nowhere',
    token_id String, account_id String,
    name String COMMENT 'What it is for, in the words of its account; empty: not said',
    created_at DateTime64(3, 'UTC'), revoked_at Nullable(DateTime64(3, 'UTC')),
    last_used_on Nullable(Date), version UInt64, is_deleted UInt8
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY token_hash;

CREATE TABLE market_accounts.usage_daily
(
    account_id String, day Date, requests UInt64, version UInt64
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (account_id, day);

-- The cookie of a console session is signed and has no row. A row here ends all sessions of a token, in every process and after
-- a restart.
CREATE TABLE market_accounts.console_logouts
(
    token_hash FixedString(64) COMMENT 'SHA-256 of the token, hex',
    ended_at DateTime64(3, 'UTC') COMMENT 'Sessions opened until then are over',
    version UInt64
)
ENGINE = ReplacingMergeTree(version)
ORDER BY token_hash;
