-- Alerts: saved questions that call when their conditions become true, and what was called.

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
    is_paused UInt8 DEFAULT 0,
    created_at DateTime64(3, 'UTC'), version UInt64, is_deleted UInt8 DEFAULT 0
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
    attempts UInt32, next_attempt_at Nullable(DateTime64(3, 'UTC')), ended_at Nullable(DateTime64(3, 'UTC')),
    error String COMMENT 'Of the last attempt; empty where it was delivered',
    version UInt64 COMMENT 'The higher wins: of more attempts, and of a state that ends'
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (session_date, account_id, alert_id, symbol);
