-- Dividends without an id of their own are known by their amount, too. A deletion that names no amount has the id
-- dividend:DATE:all and removes those of the date that came before it; one with an amount removes a row of before this, too.

CREATE OR REPLACE VIEW market.v_corporate_actions AS
SELECT a.symbol AS symbol, a.id AS id, a.kind AS kind, a.ex_date AS ex_date, a.ratio AS ratio, a.amount AS amount,
    a.source AS source, a.version AS version, a.ingested_at AS ingested_at
FROM
(
    SELECT symbol, id, kind, ex_date, ratio, amount, source, version, ingested_at, rank,
        concat('dividend:', toString(ex_date)) AS of_date
    FROM market.corporate_actions FINAL
) AS a
LEFT JOIN
(
    SELECT symbol, ex_date, groupArray((id, rank)) AS deletions
    FROM market.corporate_actions
    WHERE is_deleted = 1 AND startsWith(id, 'dividend:')
    GROUP BY symbol, ex_date
) AS d ON d.symbol = a.symbol AND d.ex_date = a.ex_date
WHERE NOT (a.kind = 'dividend' AND startsWith(a.id, a.of_date) AND arrayExists(
    x -> x.2 > a.rank AND (x.1 = concat(a.of_date, ':all')
        OR (a.id = a.of_date AND x.1 = concat(a.of_date, ':', toString(assumeNotNull(a.amount))))),
    d.deletions));

ALTER TABLE market.v_corporate_actions
    COMMENT COLUMN IF EXISTS symbol 'Canonical symbol',
    COMMENT COLUMN IF EXISTS id 'Identity of the action within its symbol; where the source has none, its kind and date, and of a dividend its amount',
    COMMENT COLUMN IF EXISTS kind 'split or dividend (cash)',
    COMMENT COLUMN IF EXISTS ex_date 'First date on which the symbol is traded after the split, or without the dividend',
    COMMENT COLUMN IF EXISTS ratio 'Of a split: new shares for an old one',
    COMMENT COLUMN IF EXISTS amount 'Of a dividend: cash for a share of the ex-date',
    COMMENT COLUMN IF EXISTS source 'Who sent it',
    COMMENT COLUMN IF EXISTS version 'The event''s revision, else its arrival in ms; the higher wins',
    COMMENT COLUMN IF EXISTS ingested_at 'When it was landed, UTC',
    MODIFY COMMENT 'Splits and cash dividends: current rows, one each';
