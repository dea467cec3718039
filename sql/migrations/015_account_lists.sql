-- What an account keeps for itself: its watchlist and its saved queries; and who may see how the installation stands.

ALTER TABLE market_accounts.accounts ADD COLUMN IF NOT EXISTS is_operator UInt8 DEFAULT 0 COMMENT '1: may read how the installation stands';

CREATE TABLE market_accounts.watchlists
(
    account_id String, symbols String COMMENT 'Comma list, in the order of the account',
    updated_at DateTime64(3, 'UTC'), version UInt64
)
ENGINE = ReplacingMergeTree(version)
ORDER BY account_id;

CREATE TABLE market_accounts.saved_queries
(
    account_id String, id String COMMENT 'Chosen by the client',
    name String, question String COMMENT 'State of the console, as text',
    updated_at DateTime64(3, 'UTC'), version UInt64, is_deleted UInt8 DEFAULT 0
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (account_id, id);
