-- Accounts, tokens and usage are the store's own and closed to analysts.

CREATE TABLE market_accounts.accounts
(
    id String, name String, plan LowCardinality(String),
    overrides String COMMENT 'JSON: figures of the plan this account has otherwise',
    created_at DateTime64(3, 'UTC'), version UInt64, is_deleted UInt8 DEFAULT 0
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY id;

CREATE TABLE market_accounts.access_tokens
(
    token_hash FixedString(64) COMMENT 'SHA-256 of the token, hex; the token itself is stored nowhere',
    token_id String, account_id String,
    created_at DateTime64(3, 'UTC'), revoked_at Nullable(DateTime64(3, 'UTC')), last_used_on Nullable(Date),
    version UInt64, is_deleted UInt8 DEFAULT 0
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY token_hash;

CREATE TABLE market_accounts.usage_daily
(
    account_id String, day Date, requests UInt64, version UInt64
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (account_id, day);
