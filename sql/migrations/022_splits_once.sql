-- A split that two sources sent, each under an id of its own, adjusts bars once, as in the statistics.

CREATE OR REPLACE VIEW market.v_bars_splits AS
SELECT b.symbol AS symbol, b.ts AS ts, b.open / shares AS open, b.high / shares AS high, b.low / shares AS low,
    b.close / shares AS close, b.volume * shares AS volume,
    arrayProduct(arrayMap((ratio, day) -> if(date < day, ratio, 1.), a.ratios, a.days)) AS shares,
    if(s.asset_class = 'crypto' OR s.interval_min = 1440, toDate32(b.ts), toDate32(b.ts, 'America/New_York')) AS date
FROM (SELECT symbol, ts, open, high, low, close, volume FROM market.bars FINAL) AS b
LEFT JOIN (SELECT symbol, asset_class, interval_min FROM market.symbols FINAL) AS s ON s.symbol = b.symbol
LEFT JOIN
(
    SELECT c.symbol AS symbol, groupArray(c.ratio) AS ratios, groupArray(c.ex_date) AS days
    FROM
    (
        SELECT symbol, ex_date,
            if(max(assumeNotNull(x.ratio)) <= min(assumeNotNull(x.ratio)) * 1.001, min(assumeNotNull(x.ratio)),
                arrayProduct(arraySort(groupUniqArray(assumeNotNull(x.ratio))))) AS ratio
        FROM market.corporate_actions AS x FINAL
        WHERE kind = 'split' AND x.ratio > 0
        GROUP BY symbol, ex_date
    ) AS c
    LEFT JOIN (SELECT symbol, adjusted_through FROM market.symbols FINAL) AS r ON r.symbol = c.symbol
    WHERE c.ex_date > r.adjusted_through
    GROUP BY c.symbol
) AS a ON a.symbol = b.symbol;

ALTER TABLE market.v_bars_splits
    COMMENT COLUMN IF EXISTS symbol 'Canonical symbol',
    COMMENT COLUMN IF EXISTS ts 'Start of the bar, UTC; it covers [ts, ts + interval)',
    COMMENT COLUMN IF EXISTS open 'First price, adjusted for splits [price]',
    COMMENT COLUMN IF EXISTS high 'Highest price, adjusted for splits [price]',
    COMMENT COLUMN IF EXISTS low 'Lowest price, adjusted for splits [price]',
    COMMENT COLUMN IF EXISTS close 'Last price, adjusted for splits [price]',
    COMMENT COLUMN IF EXISTS volume 'Traded volume in shares of today [volume]',
    COMMENT COLUMN IF EXISTS shares 'Shares today for one then: what prices are divided by',
    COMMENT COLUMN IF EXISTS date 'Date of the exchange that the bar belongs to: New York''s; of crypto and daily bars UTC''s',
    MODIFY COMMENT 'Bars adjusted for the splits that are stored: what the statistics are computed from, but for the rounding of prices';
