-- Accounts, tokens and usage: their database is closed to analysts.

CREATE TABLE market_accounts.accounts
(
    id String, name String, plan LowCardinality(String),
    overrides String COMMENT 'JSON: figures of the plan this account has otherwise',
    created_at DateTime64(3, 'UTC'), version UInt64, is_deleted UInt8,
    is_operator UInt8 COMMENT '1: may read how the installation stands'
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY id;

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

CREATE TABLE market_accounts.watchlists
(
    account_id String,
    symbols String COMMENT 'Comma list, in the order of the account',
    updated_at DateTime64(3, 'UTC'), version UInt64
)
ENGINE = ReplacingMergeTree(version)
ORDER BY account_id;

CREATE TABLE market_accounts.saved_queries
(
    account_id String,
    id String COMMENT 'Chosen by the client',
    name String,
    question String COMMENT 'State of the console, as text',
    updated_at DateTime64(3, 'UTC'), version UInt64, is_deleted UInt8
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (account_id, id);

CREATE TABLE market_accounts.alerts
(
    account_id String, id String,
    name String COMMENT 'Of the saved query, when the alert was made',
    saved_query String COMMENT 'Id of that saved query',
    question String COMMENT 'Parameters of /query without the symbol, percent-encoded',
    conditions String COMMENT 'JSON: what is evaluated, as the API has read it',
    symbols String COMMENT 'Comma list of canonical symbols',
    webhook_url String COMMENT 'Empty: the stream and the list of calls alone',
    secret String COMMENT 'Signs the calls of the webhook; empty without one',
    previous_secret String COMMENT 'The one before; empty: none',
    secret_since DateTime64(3, 'UTC') COMMENT 'When the secret was replaced',
    is_paused UInt8, created_at DateTime64(3, 'UTC'), version UInt64, is_deleted UInt8
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (account_id, id);

CREATE TABLE market_accounts.alert_calls
(
    session_date Date, account_id String, alert_id String, symbol String,
    id String COMMENT 'Hash of alert, symbol and session: the same whoever records the call, and however often',
    body String COMMENT 'JSON, as it is sent',
    recorded_at DateTime64(3, 'UTC'),
    state LowCardinality(String) COMMENT 'pending, delivered, given_up; recorded where the alert has no webhook',
    attempts UInt32, next_attempt_at Nullable(DateTime64(3, 'UTC')),
    ended_at Nullable(DateTime64(3, 'UTC')),
    error String COMMENT 'Of the last attempt; empty where it was delivered',
    version UInt64 COMMENT 'The higher wins: of more attempts, and of a state that ends'
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (session_date, account_id, alert_id, symbol);
