-- The secret of an alert's webhook can be replaced: calls are signed with both for a while.

ALTER TABLE market_accounts.alerts ADD COLUMN IF NOT EXISTS previous_secret String COMMENT 'The one before; empty: none' AFTER secret;
ALTER TABLE market_accounts.alerts ADD COLUMN IF NOT EXISTS secret_since DateTime64(3, 'UTC') COMMENT 'When the secret was replaced' AFTER previous_secret;
