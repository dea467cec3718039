-- `query_id` is a function of ClickHouse, and the readers of the development engine refuse its name.

ALTER TABLE market_accounts.alerts RENAME COLUMN IF EXISTS query_id TO saved_query;
