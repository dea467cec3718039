-- Accounts name their own tokens.

ALTER TABLE market_accounts.access_tokens ADD COLUMN IF NOT EXISTS name String COMMENT 'What it is for, in the words of its account; empty: not said' AFTER account_id;
