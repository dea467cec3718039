/** Made by `npm run clients:generate` of the service this client belongs to: not edited by hand. */
export interface paths {
    "/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All statistics, their endpoints and where each is explained */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description All statistics, their endpoints and where each is explained */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatisticsIndex"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/bos/doc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What Break of structure answers with */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description What Break of structure answers with */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Doc"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/fvg/doc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What Fair value gap answers with */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description What Fair value gap answers with */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Doc"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/gap/doc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What Opening gap answers with */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description What Opening gap answers with */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Doc"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/ib/doc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What Initial balance answers with */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description What Initial balance answers with */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Doc"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/insideday/doc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What Inside and outside days answers with */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description What Inside and outside days answers with */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Doc"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/intraday/doc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What Time of day answers with */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description What Time of day answers with */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Doc"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/news/reactions/doc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What News reactions answers with */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description What News reactions answers with */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Doc"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/news/doc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What News reactions answers with */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description What News reactions answers with */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Doc"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/odc/doc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What Opening daily candle answers with */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description What Opening daily candle answers with */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Doc"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/orb/doc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What Opening range breakout answers with */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description What Opening range breakout answers with */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Doc"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/owc/doc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What Opening weekly candle answers with */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description What Opening weekly candle answers with */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Doc"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/pdhlb/doc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What Previous day high/low break answers with */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description What Previous day high/low break answers with */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Doc"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/prevclose/doc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What Gap against the previous close answers with */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description What Gap against the previous close answers with */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Doc"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/seasonality/doc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What Seasonality answers with */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description What Seasonality answers with */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Doc"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/trend/doc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What Trend days and streaks answers with */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description What Trend days and streaks answers with */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Doc"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/bos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every break of structure of the range, oldest first, those still followed too */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Length of a candle; a whole multiple of the base interval. Omitted: 15m, or the next longer one that fits the feed */
                    timeframe?: "1m" | "2m" | "3m" | "5m" | "10m" | "15m" | "30m" | "1H" | "2H" | "4H" | "1D" | "1W" | "1h" | "2h" | "4h" | "1d" | "1w";
                    /** @description Candles on either side that a swing high (low) stands out from */
                    swing_length?: number;
                    /** @description What must go beyond the swing to break it: the close, or the high (low) */
                    break_criteria?: "close" | "wick";
                    /** @description Candles followed after the break */
                    follow_bars?: number;
                    /** @description Events of this direction only */
                    direction?: "up" | "down";
                    /** @description Events of this type only */
                    type?: "bos" | "choch";
                    /** @description asc: the oldest first; desc: the newest first, page by page. A cursor belongs to its order */
                    order?: "asc" | "desc";
                    /** @description Rows of one answer; without it up to 5000 */
                    limit?: number;
                    /** @description Where the page before ended: its metadata.next_cursor as it is. It belongs to its query: limit and format may change from page to page, another query with it is refused */
                    cursor?: string;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Every break of structure of the range, oldest first, those still followed too */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsBos"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/bos/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How often breaks hold, are retested and fail, by direction, hour and weekday, and the current trend */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Length of a candle; a whole multiple of the base interval. Omitted: 15m, or the next longer one that fits the feed */
                    timeframe?: "1m" | "2m" | "3m" | "5m" | "10m" | "15m" | "30m" | "1H" | "2H" | "4H" | "1D" | "1W" | "1h" | "2h" | "4h" | "1d" | "1w";
                    /** @description Candles on either side that a swing high (low) stands out from */
                    swing_length?: number;
                    /** @description What must go beyond the swing to break it: the close, or the high (low) */
                    break_criteria?: "close" | "wick";
                    /** @description Candles followed after the break */
                    follow_bars?: number;
                    /** @description Events of this direction only */
                    direction?: "up" | "down";
                    /** @description Events of this type only */
                    type?: "bos" | "choch";
                    /** @description json, or csv (also by Accept: text/csv): one row, a column for each dotted path, without metadata */
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description How often breaks hold, are retested and fail, by direction, hour and weekday, and the current trend */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsBosSummary"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/bos/top": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The complete events with the largest follow-through */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Length of a candle; a whole multiple of the base interval. Omitted: 15m, or the next longer one that fits the feed */
                    timeframe?: "1m" | "2m" | "3m" | "5m" | "10m" | "15m" | "30m" | "1H" | "2H" | "4H" | "1D" | "1W" | "1h" | "2h" | "4h" | "1d" | "1w";
                    /** @description Candles on either side that a swing high (low) stands out from */
                    swing_length?: number;
                    /** @description What must go beyond the swing to break it: the close, or the high (low) */
                    break_criteria?: "close" | "wick";
                    /** @description Candles followed after the break */
                    follow_bars?: number;
                    /** @description Events of this direction only */
                    direction?: "up" | "down";
                    /** @description Events of this type only */
                    type?: "bos" | "choch";
                    /** @description Number of events */
                    limit?: number;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The complete events with the largest follow-through */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsBosTop"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/bos/screen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Symbols ranked by one figure of their summaries over a time window, such as fill_rate or weekday_breakdown.Monday.count */
        get: {
            parameters: {
                query?: {
                    /** @description Dotted path of a number in the summary, such as sample_size */
                    sort_by?: string;
                    /** @description desc: the largest first */
                    order?: "desc" | "asc";
                    /** @description Leave out symbols whose sample_size is smaller */
                    min_sample_size?: number;
                    /** @description Only symbols of this class */
                    asset_class?: "equity" | "etf" | "crypto";
                    /** @description Calendar months (or years) back from the latest session */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y";
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Length of a candle; a whole multiple of the base interval. Omitted: 15m, or the next longer one that fits the feed */
                    timeframe?: "1m" | "2m" | "3m" | "5m" | "10m" | "15m" | "30m" | "1H" | "2H" | "4H" | "1D" | "1W" | "1h" | "2h" | "4h" | "1d" | "1w";
                    /** @description Number of symbols */
                    limit?: number;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Symbols ranked by one figure of their summaries over a time window, such as fill_rate or weekday_breakdown.Monday.count */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsBosScreen"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/fvg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every fair value gap of the range, oldest first, those still followed too */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Length of a candle; a whole multiple of the base interval. Omitted: 15m, or the next longer one that fits the feed */
                    timeframe?: "1m" | "2m" | "3m" | "5m" | "10m" | "15m" | "30m" | "1H" | "2H" | "4H" | "1D" | "1W" | "1h" | "2h" | "4h" | "1d" | "1w";
                    /** @description Candles followed after the gap; 0: all there are */
                    max_bars_to_close?: number;
                    /** @description Touches and fills by the closes of later candles instead of their highs and lows */
                    use_close_prices?: boolean;
                    /** @description Gaps of this direction only */
                    direction?: "bullish" | "bearish";
                    /** @description asc: the oldest first; desc: the newest first, page by page. A cursor belongs to its order */
                    order?: "asc" | "desc";
                    /** @description Rows of one answer; without it up to 5000 */
                    limit?: number;
                    /** @description Where the page before ended: its metadata.next_cursor as it is. It belongs to its query: limit and format may change from page to page, another query with it is refused */
                    cursor?: string;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Every fair value gap of the range, oldest first, those still followed too */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsFvg"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/fvg/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How often gaps are touched and filled, how fast and how far, by direction and hour */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Length of a candle; a whole multiple of the base interval. Omitted: 15m, or the next longer one that fits the feed */
                    timeframe?: "1m" | "2m" | "3m" | "5m" | "10m" | "15m" | "30m" | "1H" | "2H" | "4H" | "1D" | "1W" | "1h" | "2h" | "4h" | "1d" | "1w";
                    /** @description Candles followed after the gap; 0: all there are */
                    max_bars_to_close?: number;
                    /** @description Touches and fills by the closes of later candles instead of their highs and lows */
                    use_close_prices?: boolean;
                    /** @description json, or csv (also by Accept: text/csv): one row, a column for each dotted path, without metadata */
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description How often gaps are touched and filled, how fast and how far, by direction and hour */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsFvgSummary"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/fvg/top": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The largest gaps by gap_size, those still followed too */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Length of a candle; a whole multiple of the base interval. Omitted: 15m, or the next longer one that fits the feed */
                    timeframe?: "1m" | "2m" | "3m" | "5m" | "10m" | "15m" | "30m" | "1H" | "2H" | "4H" | "1D" | "1W" | "1h" | "2h" | "4h" | "1d" | "1w";
                    /** @description Candles followed after the gap; 0: all there are */
                    max_bars_to_close?: number;
                    /** @description Touches and fills by the closes of later candles instead of their highs and lows */
                    use_close_prices?: boolean;
                    /** @description Gaps of this direction only */
                    direction?: "bullish" | "bearish";
                    /** @description Number of gaps */
                    limit?: number;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The largest gaps by gap_size, those still followed too */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsFvgTop"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/fvg/multi_top": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The gaps filled furthest across several symbols, then the largest, then the newest */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Comma list of at most 50 symbols
                     * @example DEMO-ACME,DEMO-INDEX
                     */
                    symbols: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Length of a candle; a whole multiple of the base interval. Omitted: 15m, or the next longer one that fits the feed */
                    timeframe?: "1m" | "2m" | "3m" | "5m" | "10m" | "15m" | "30m" | "1H" | "2H" | "4H" | "1D" | "1W" | "1h" | "2h" | "4h" | "1d" | "1w";
                    /** @description Candles followed after the gap; 0: all there are */
                    max_bars_to_close?: number;
                    /** @description Touches and fills by the closes of later candles instead of their highs and lows */
                    use_close_prices?: boolean;
                    /** @description Gaps of this direction only */
                    direction?: "bullish" | "bearish";
                    /** @description Number of gaps */
                    limit?: number;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The gaps filled furthest across several symbols, then the largest, then the newest */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsFvgMultiTop"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/fvg/screen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Symbols ranked by one figure of their summaries over a time window, such as fill_rate or weekday_breakdown.Monday.count */
        get: {
            parameters: {
                query?: {
                    /** @description Dotted path of a number in the summary, such as sample_size */
                    sort_by?: string;
                    /** @description desc: the largest first */
                    order?: "desc" | "asc";
                    /** @description Leave out symbols whose sample_size is smaller */
                    min_sample_size?: number;
                    /** @description Only symbols of this class */
                    asset_class?: "equity" | "etf" | "crypto";
                    /** @description Calendar months (or years) back from the latest session */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y";
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Length of a candle; a whole multiple of the base interval. Omitted: 15m, or the next longer one that fits the feed */
                    timeframe?: "1m" | "2m" | "3m" | "5m" | "10m" | "15m" | "30m" | "1H" | "2H" | "4H" | "1D" | "1W" | "1h" | "2h" | "4h" | "1d" | "1w";
                    /** @description Number of symbols */
                    limit?: number;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Symbols ranked by one figure of their summaries over a time window, such as fill_rate or weekday_breakdown.Monday.count */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsFvgScreen"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/gap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every opening gap of the range, oldest first */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /**
                     * @description UTC time of day that ends the observation of fills; default: the end of the session
                     * @example 16:00
                     */
                    fill_cutoff?: string;
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
                    /** @description asc: the oldest first; desc: the newest first, page by page. A cursor belongs to its order */
                    order?: "asc" | "desc";
                    /** @description Rows of one answer; without it up to 5000 */
                    limit?: number;
                    /** @description Where the page before ended: its metadata.next_cursor as it is. It belongs to its query: limit and format may change from page to page, another query with it is refused */
                    cursor?: string;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Every opening gap of the range, oldest first */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsGap"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/gap/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How often the symbol gaps, how often and how fast gaps are filled, by direction, weekday and size */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /**
                     * @description UTC time of day that ends the observation of fills; default: the end of the session
                     * @example 16:00
                     */
                    fill_cutoff?: string;
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
                    /** @description json, or csv (also by Accept: text/csv): one row, a column for each dotted path, without metadata */
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description How often the symbol gaps, how often and how fast gaps are filled, by direction, weekday and size */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsGapSummary"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/gap/top": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The largest gaps */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /**
                     * @description UTC time of day that ends the observation of fills; default: the end of the session
                     * @example 16:00
                     */
                    fill_cutoff?: string;
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
                    /** @description What the largest gaps are ranked by */
                    sort_by?: "gap_pct" | "gap_size";
                    /** @description Number of gaps */
                    top_n?: number;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The largest gaps */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsGapTop"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/gap/top-fills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The gaps filled fastest */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /**
                     * @description UTC time of day that ends the observation of fills; default: the end of the session
                     * @example 16:00
                     */
                    fill_cutoff?: string;
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
                    /** @description Number of gaps */
                    top_n?: number;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The gaps filled fastest */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsGapTopFills"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/gap/screen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Symbols ranked by one figure of their summaries over a time window, such as fill_rate or weekday_breakdown.Monday.count */
        get: {
            parameters: {
                query?: {
                    /** @description Dotted path of a number in the summary, such as sample_size */
                    sort_by?: string;
                    /** @description desc: the largest first */
                    order?: "desc" | "asc";
                    /** @description Leave out symbols whose sample_size is smaller */
                    min_sample_size?: number;
                    /** @description Only symbols of this class */
                    asset_class?: "equity" | "etf" | "crypto";
                    /** @description Calendar months (or years) back from the latest session */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y";
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Number of symbols */
                    limit?: number;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Symbols ranked by one figure of their summaries over a time window, such as fill_rate or weekday_breakdown.Monday.count */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsGapScreen"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/ib": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The initial balance of every session of the range and what became of it, oldest first */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Minutes of the initial balance from the day's anchor; a whole multiple of the base interval */
                    ib_minutes?: number;
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
                    /** @description asc: the oldest first; desc: the newest first, page by page. A cursor belongs to its order */
                    order?: "asc" | "desc";
                    /** @description Rows of one answer; without it up to 5000 */
                    limit?: number;
                    /** @description Where the page before ended: its metadata.next_cursor as it is. It belongs to its query: limit and format may change from page to page, another query with it is refused */
                    cursor?: string;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The initial balance of every session of the range and what became of it, oldest first */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsIb"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/ib/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How often each side of the initial balance is broken, alone or both, which first, how far, and where it closes */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Minutes of the initial balance from the day's anchor; a whole multiple of the base interval */
                    ib_minutes?: number;
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
                    /** @description json, or csv (also by Accept: text/csv): one row, a column for each dotted path, without metadata */
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description How often each side of the initial balance is broken, alone or both, which first, how far, and where it closes */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsIbSummary"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/ib/top": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The sessions that went furthest beyond their initial balance, in multiples of it */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Minutes of the initial balance from the day's anchor; a whole multiple of the base interval */
                    ib_minutes?: number;
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
                    /** @description Number of sessions */
                    limit?: number;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The sessions that went furthest beyond their initial balance, in multiples of it */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsIbTop"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/ib/screen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Symbols ranked by one figure of their summaries over a time window, such as fill_rate or weekday_breakdown.Monday.count */
        get: {
            parameters: {
                query?: {
                    /** @description Dotted path of a number in the summary, such as sample_size */
                    sort_by?: string;
                    /** @description desc: the largest first */
                    order?: "desc" | "asc";
                    /** @description Leave out symbols whose sample_size is smaller */
                    min_sample_size?: number;
                    /** @description Only symbols of this class */
                    asset_class?: "equity" | "etf" | "crypto";
                    /** @description Calendar months (or years) back from the latest session */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y";
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Number of symbols */
                    limit?: number;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Symbols ranked by one figure of their summaries over a time window, such as fill_rate or weekday_breakdown.Monday.count */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsIbScreen"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/insideday": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every session of the range that has one before it, oldest first */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
                    /** @description asc: the oldest first; desc: the newest first, page by page. A cursor belongs to its order */
                    order?: "asc" | "desc";
                    /** @description Rows of one answer; without it up to 5000 */
                    limit?: number;
                    /** @description Where the page before ended: its metadata.next_cursor as it is. It belongs to its query: limit and format may change from page to page, another query with it is refused */
                    cursor?: string;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Every session of the range that has one before it, oldest first */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsInsideday"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/insideday/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How often days are inside or outside the one before, and what follows them */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
                    /** @description json, or csv (also by Accept: text/csv): one row, a column for each dotted path, without metadata */
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description How often days are inside or outside the one before, and what follows them */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsInsidedaySummary"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/insideday/top": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The outside days with the largest range against the one before */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
                    /** @description Number of sessions */
                    limit?: number;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The outside days with the largest range against the one before */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsInsidedayTop"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/insideday/screen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Symbols ranked by one figure of their summaries over a time window, such as fill_rate or weekday_breakdown.Monday.count */
        get: {
            parameters: {
                query?: {
                    /** @description Dotted path of a number in the summary, such as sample_size */
                    sort_by?: string;
                    /** @description desc: the largest first */
                    order?: "desc" | "asc";
                    /** @description Leave out symbols whose sample_size is smaller */
                    min_sample_size?: number;
                    /** @description Only symbols of this class */
                    asset_class?: "equity" | "etf" | "crypto";
                    /** @description Calendar months (or years) back from the latest session */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y";
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Number of symbols */
                    limit?: number;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Symbols ranked by one figure of their summaries over a time window, such as fill_rate or weekday_breakdown.Monday.count */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsInsidedayScreen"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/intraday": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every bucket of the day over all complete sessions of the range, ascending */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Length of a bucket in minutes: 5, 10, 15, 30 or 60, a whole multiple of the base interval */
                    bucket_minutes?: 5 | 10 | 15 | 30 | 60;
                    /** @description asc: the oldest first; desc: the newest first, page by page. A cursor belongs to its order */
                    order?: "asc" | "desc";
                    /** @description Rows of one answer; without it up to 5000 */
                    limit?: number;
                    /** @description Where the page before ended: its metadata.next_cursor as it is. It belongs to its query: limit and format may change from page to page, another query with it is refused */
                    cursor?: string;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Every bucket of the day over all complete sessions of the range, ascending */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsIntraday"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/intraday/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The buckets that stand out, and how often the first and the last agree with the session */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Length of a bucket in minutes: 5, 10, 15, 30 or 60, a whole multiple of the base interval */
                    bucket_minutes?: 5 | 10 | 15 | 30 | 60;
                    /** @description json, or csv (also by Accept: text/csv): one row, a column for each dotted path, without metadata */
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The buckets that stand out, and how often the first and the last agree with the session */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsIntradaySummary"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/intraday/top": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The largest moves within a single bucket, up or down */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Length of a bucket in minutes: 5, 10, 15, 30 or 60, a whole multiple of the base interval */
                    bucket_minutes?: 5 | 10 | 15 | 30 | 60;
                    /** @description Number of bucket moves */
                    limit?: number;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The largest moves within a single bucket, up or down */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsIntradayTop"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/intraday/screen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Symbols ranked by one figure of their summaries over a time window, such as fill_rate or weekday_breakdown.Monday.count */
        get: {
            parameters: {
                query?: {
                    /** @description Dotted path of a number in the summary, such as sample_size */
                    sort_by?: string;
                    /** @description desc: the largest first */
                    order?: "desc" | "asc";
                    /** @description Leave out symbols whose sample_size is smaller */
                    min_sample_size?: number;
                    /** @description Only symbols of this class */
                    asset_class?: "equity" | "etf" | "crypto";
                    /** @description Calendar months (or years) back from the latest session */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y";
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Length of a bucket in minutes: 5, 10, 15, 30 or 60, a whole multiple of the base interval */
                    bucket_minutes?: 5 | 10 | 15 | 30 | 60;
                    /** @description Number of symbols */
                    limit?: number;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Symbols ranked by one figure of their summaries over a time window, such as fill_rate or weekday_breakdown.Monday.count */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsIntradayScreen"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/news/reactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Classified news of the range with the reactions of price, newest first */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the later of the symbol's latest session and its latest news in event_source
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description sentiment: news of equities and ETFs; sentiment_crypto: news of crypto pairs. Never mixed. */
                    event_source?: "sentiment" | "sentiment_crypto";
                    /** @description Only news classified so */
                    direction?: "negative" | "neutral" | "positive";
                    /** @description Only news with at least this impact_score */
                    min_impact_score?: number;
                    /** @description asc: the oldest first; desc: the newest first, page by page. A cursor belongs to its order */
                    order?: "asc" | "desc";
                    /** @description Rows of one answer; without it up to 5000 */
                    limit?: number;
                    /** @description Where the page before ended: its metadata.next_cursor as it is. It belongs to its query: limit and format may change from page to page, another query with it is refused */
                    cursor?: string;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Classified news of the range with the reactions of price, newest first */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsNewsReactions"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/news/reactions/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Average reactions, and how often price went with the sentiment or against it */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the later of the symbol's latest session and its latest news in event_source
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description sentiment: news of equities and ETFs; sentiment_crypto: news of crypto pairs. Never mixed. */
                    event_source?: "sentiment" | "sentiment_crypto";
                    /** @description Only news classified so */
                    direction?: "negative" | "neutral" | "positive";
                    /** @description Only news with at least this impact_score */
                    min_impact_score?: number;
                    /** @description json, or csv (also by Accept: text/csv): one row, a column for each dotted path, without metadata */
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Average reactions, and how often price went with the sentiment or against it */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsNewsReactionsSummary"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/odc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The opening candle of every session of the range and the day it opened, oldest first */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Minutes of the opening candle from the day's anchor; a whole multiple of the base interval */
                    candle_minutes?: number;
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
                    /** @description asc: the oldest first; desc: the newest first, page by page. A cursor belongs to its order */
                    order?: "asc" | "desc";
                    /** @description Rows of one answer; without it up to 5000 */
                    limit?: number;
                    /** @description Where the page before ended: its metadata.next_cursor as it is. It belongs to its query: limit and format may change from page to page, another query with it is refused */
                    cursor?: string;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The opening candle of every session of the range and the day it opened, oldest first */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsOdc"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/odc/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How often and how far the day follows its opening candle, and which extremes the candle holds */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Minutes of the opening candle from the day's anchor; a whole multiple of the base interval */
                    candle_minutes?: number;
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
                    /** @description json, or csv (also by Accept: text/csv): one row, a column for each dotted path, without metadata */
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description How often and how far the day follows its opening candle, and which extremes the candle holds */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsOdcSummary"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/odc/top": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The largest days that went the way of their opening candle */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Minutes of the opening candle from the day's anchor; a whole multiple of the base interval */
                    candle_minutes?: number;
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
                    /** @description Number of sessions */
                    limit?: number;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The largest days that went the way of their opening candle */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsOdcTop"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/odc/screen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Symbols ranked by one figure of their summaries over a time window, such as fill_rate or weekday_breakdown.Monday.count */
        get: {
            parameters: {
                query?: {
                    /** @description Dotted path of a number in the summary, such as sample_size */
                    sort_by?: string;
                    /** @description desc: the largest first */
                    order?: "desc" | "asc";
                    /** @description Leave out symbols whose sample_size is smaller */
                    min_sample_size?: number;
                    /** @description Only symbols of this class */
                    asset_class?: "equity" | "etf" | "crypto";
                    /** @description Calendar months (or years) back from the latest session */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y";
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Minutes of the opening candle from the day's anchor; a whole multiple of the base interval */
                    candle_minutes?: number;
                    /** @description Number of symbols */
                    limit?: number;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Symbols ranked by one figure of their summaries over a time window, such as fill_rate or weekday_breakdown.Monday.count */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsOdcScreen"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/orb": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The opening range of every session of the range and what became of it, oldest first */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Minutes of the opening range from the day's anchor; a whole multiple of the base interval */
                    orb_minutes?: number;
                    /** @description Bars in a row that must close inside the range, after the breakout, to make a reentry */
                    orb_reentry_candles?: number;
                    /** @description What breaks the range: any trade beyond it (wick), or a close beyond it (close) */
                    breakout_criteria?: "wick" | "close";
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
                    /** @description asc: the oldest first; desc: the newest first, page by page. A cursor belongs to its order */
                    order?: "asc" | "desc";
                    /** @description Rows of one answer; without it up to 5000 */
                    limit?: number;
                    /** @description Where the page before ended: its metadata.next_cursor as it is. It belongs to its query: limit and format may change from page to page, another query with it is refused */
                    cursor?: string;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The opening range of every session of the range and what became of it, oldest first */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsOrb"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/orb/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How often the opening range is broken, which way, how far the break goes and whether it holds */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Minutes of the opening range from the day's anchor; a whole multiple of the base interval */
                    orb_minutes?: number;
                    /** @description Bars in a row that must close inside the range, after the breakout, to make a reentry */
                    orb_reentry_candles?: number;
                    /** @description What breaks the range: any trade beyond it (wick), or a close beyond it (close) */
                    breakout_criteria?: "wick" | "close";
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
                    /** @description json, or csv (also by Accept: text/csv): one row, a column for each dotted path, without metadata */
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description How often the opening range is broken, which way, how far the break goes and whether it holds */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsOrbSummary"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/orb/top": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The largest breakouts of all symbols, by percent of the level; complete sessions only */
        get: {
            parameters: {
                query?: {
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Minutes of the opening range from the day's anchor; a whole multiple of the base interval */
                    orb_minutes?: number;
                    /** @description Bars in a row that must close inside the range, after the breakout, to make a reentry */
                    orb_reentry_candles?: number;
                    /** @description What breaks the range: any trade beyond it (wick), or a close beyond it (close) */
                    breakout_criteria?: "wick" | "close";
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
                    /** @description Number of breakouts */
                    top_n?: number;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The largest breakouts of all symbols, by percent of the level; complete sessions only */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsOrbTop"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/orb/top-picks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All breakouts of one date, largest first; sessions in progress are listed with complete = false */
        get: {
            parameters: {
                query: {
                    /**
                     * @description The trading date
                     * @example 2026-06-04
                     */
                    date: string;
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Minutes of the opening range from the day's anchor; a whole multiple of the base interval */
                    orb_minutes?: number;
                    /** @description Bars in a row that must close inside the range, after the breakout, to make a reentry */
                    orb_reentry_candles?: number;
                    /** @description What breaks the range: any trade beyond it (wick), or a close beyond it (close) */
                    breakout_criteria?: "wick" | "close";
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
                    /** @description Smallest breakout_size_pct to list, in percent of the level */
                    min_breakout_size?: number;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description All breakouts of one date, largest first; sessions in progress are listed with complete = false */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsOrbTopPicks"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/orb/screen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Symbols ranked by one figure of their summaries over a time window, such as fill_rate or weekday_breakdown.Monday.count */
        get: {
            parameters: {
                query?: {
                    /** @description Dotted path of a number in the summary, such as sample_size */
                    sort_by?: string;
                    /** @description desc: the largest first */
                    order?: "desc" | "asc";
                    /** @description Leave out symbols whose sample_size is smaller */
                    min_sample_size?: number;
                    /** @description Only symbols of this class */
                    asset_class?: "equity" | "etf" | "crypto";
                    /** @description Calendar months (or years) back from the latest session */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y";
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Minutes of the opening range from the day's anchor; a whole multiple of the base interval */
                    orb_minutes?: number;
                    /** @description Number of symbols */
                    limit?: number;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Symbols ranked by one figure of their summaries over a time window, such as fill_rate or weekday_breakdown.Monday.count */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsOrbScreen"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/owc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every week whose first session is in the range, with its opening candle, oldest first */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Number of sessions at the beginning of the week that make the opening candle */
                    opening_days?: number;
                    /** @description asc: the oldest first; desc: the newest first, page by page. A cursor belongs to its order */
                    order?: "asc" | "desc";
                    /** @description Rows of one answer; without it up to 5000 */
                    limit?: number;
                    /** @description Where the page before ended: its metadata.next_cursor as it is. It belongs to its query: limit and format may change from page to page, another query with it is refused */
                    cursor?: string;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Every week whose first session is in the range, with its opening candle, oldest first */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsOwc"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/owc/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How often weeks keep the direction of their opening candle, and what they return after it */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Number of sessions at the beginning of the week that make the opening candle */
                    opening_days?: number;
                    /** @description json, or csv (also by Accept: text/csv): one row, a column for each dotted path, without metadata */
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description How often weeks keep the direction of their opening candle, and what they return after it */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsOwcSummary"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/owc/top": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The weeks that went furthest in the direction of their opening candle */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Number of sessions at the beginning of the week that make the opening candle */
                    opening_days?: number;
                    /** @description Number of weeks */
                    limit?: number;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The weeks that went furthest in the direction of their opening candle */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsOwcTop"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/owc/screen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Symbols ranked by one figure of their summaries over a time window, such as fill_rate or weekday_breakdown.Monday.count */
        get: {
            parameters: {
                query?: {
                    /** @description Dotted path of a number in the summary, such as sample_size */
                    sort_by?: string;
                    /** @description desc: the largest first */
                    order?: "desc" | "asc";
                    /** @description Leave out symbols whose sample_size is smaller */
                    min_sample_size?: number;
                    /** @description Only symbols of this class */
                    asset_class?: "equity" | "etf" | "crypto";
                    /** @description Calendar months (or years) back from the latest session */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y";
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Number of symbols */
                    limit?: number;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Symbols ranked by one figure of their summaries over a time window, such as fill_rate or weekday_breakdown.Monday.count */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsOwcScreen"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/pdhlb": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every session of the range against the levels of the one before, newest first */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Leave out sessions that open beyond the previous session's high or low */
                    open_inside_only?: boolean;
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
                    /** @description asc: the oldest first; desc: the newest first, page by page. A cursor belongs to its order */
                    order?: "asc" | "desc";
                    /** @description Rows of one answer */
                    limit?: number;
                    /** @description Where the page before ended: its metadata.next_cursor as it is. It belongs to its query: limit and format may change from page to page, another query with it is refused */
                    cursor?: string;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Every session of the range against the levels of the one before, newest first */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsPdhlb"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/pdhlb/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How often each level breaks, how far and how long it goes, retests, false breaks, volumes and streaks */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Leave out sessions that open beyond the previous session's high or low */
                    open_inside_only?: boolean;
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
                    /** @description json, or csv (also by Accept: text/csv): one row, a column for each dotted path, without metadata */
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description How often each level breaks, how far and how long it goes, retests, false breaks, volumes and streaks */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsPdhlbSummary"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/pdhlb/top": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The breaks that went furthest beyond the level */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Leave out sessions that open beyond the previous session's high or low */
                    open_inside_only?: boolean;
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
                    /** @description Breaks of the previous high, of the previous low, or both */
                    direction?: "high" | "low" | "both";
                    /** @description Number of breaks */
                    limit?: number;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The breaks that went furthest beyond the level */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsPdhlbTop"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/pdhlb/retest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Breaks after which price came back to the level, newest first */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Leave out sessions that open beyond the previous session's high or low */
                    open_inside_only?: boolean;
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
                    /** @description Breaks of the previous high, of the previous low, or both */
                    direction?: "high" | "low" | "both";
                    /** @description Number of retested breaks */
                    limit?: number;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Breaks after which price came back to the level, newest first */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsPdhlbRetest"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/pdhlb/screen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Symbols ranked by one figure of their summaries over a time window, such as fill_rate or weekday_breakdown.Monday.count */
        get: {
            parameters: {
                query?: {
                    /** @description Dotted path of a number in the summary, such as sample_size */
                    sort_by?: string;
                    /** @description desc: the largest first */
                    order?: "desc" | "asc";
                    /** @description Leave out symbols whose sample_size is smaller */
                    min_sample_size?: number;
                    /** @description Only symbols of this class */
                    asset_class?: "equity" | "etf" | "crypto";
                    /** @description Calendar months (or years) back from the latest session */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y";
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Number of symbols */
                    limit?: number;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Symbols ranked by one figure of their summaries over a time window, such as fill_rate or weekday_breakdown.Monday.count */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsPdhlbScreen"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/prevclose": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every gap of the range against the previous close, oldest first */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description What fills a gap: any trade at the previous close or beyond it (wick), or a bar that closes there (close) */
                    fill_criteria?: "wick" | "close";
                    /** @description Smallest gap_pct that counts as a gap, in percent of the previous close */
                    min_gap_pct?: number;
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
                    /** @description asc: the oldest first; desc: the newest first, page by page. A cursor belongs to its order */
                    order?: "asc" | "desc";
                    /** @description Rows of one answer; without it up to 5000 */
                    limit?: number;
                    /** @description Where the page before ended: its metadata.next_cursor as it is. It belongs to its query: limit and format may change from page to page, another query with it is refused */
                    cursor?: string;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Every gap of the range against the previous close, oldest first */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsPrevclose"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/prevclose/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How often the symbol opens away from its previous close, and how often and how fast it comes back to it */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description What fills a gap: any trade at the previous close or beyond it (wick), or a bar that closes there (close) */
                    fill_criteria?: "wick" | "close";
                    /** @description Smallest gap_pct that counts as a gap, in percent of the previous close */
                    min_gap_pct?: number;
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
                    /** @description json, or csv (also by Accept: text/csv): one row, a column for each dotted path, without metadata */
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description How often the symbol opens away from its previous close, and how often and how fast it comes back to it */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsPrevcloseSummary"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/prevclose/top": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The largest gaps against the previous close */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description What fills a gap: any trade at the previous close or beyond it (wick), or a bar that closes there (close) */
                    fill_criteria?: "wick" | "close";
                    /** @description Smallest gap_pct that counts as a gap, in percent of the previous close */
                    min_gap_pct?: number;
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
                    /** @description Number of gaps */
                    limit?: number;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The largest gaps against the previous close */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsPrevcloseTop"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/prevclose/screen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Symbols ranked by one figure of their summaries over a time window, such as fill_rate or weekday_breakdown.Monday.count */
        get: {
            parameters: {
                query?: {
                    /** @description Dotted path of a number in the summary, such as sample_size */
                    sort_by?: string;
                    /** @description desc: the largest first */
                    order?: "desc" | "asc";
                    /** @description Leave out symbols whose sample_size is smaller */
                    min_sample_size?: number;
                    /** @description Only symbols of this class */
                    asset_class?: "equity" | "etf" | "crypto";
                    /** @description Calendar months (or years) back from the latest session */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y";
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Number of symbols */
                    limit?: number;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Symbols ranked by one figure of their summaries over a time window, such as fill_rate or weekday_breakdown.Monday.count */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsPrevcloseScreen"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/seasonality/weekday": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns and volumes by weekday, Monday to Friday */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Returns and volumes by weekday, Monday to Friday */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsSeasonalityWeekday"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/seasonality/week": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns and volumes by ISO week number */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Returns and volumes by ISO week number */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsSeasonalityWeek"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/seasonality/month": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns and volumes by calendar month */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Returns and volumes by calendar month */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsSeasonalityMonth"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/seasonality/top": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Weekdays, ISO weeks or months ranked by a metric, strongest or weakest first */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Which segments are ranked */
                    type?: "weekday" | "week" | "month";
                    /** @description top: highest metric first; bottom: lowest first */
                    direction?: "top" | "bottom";
                    /** @description Metric that segments are ranked by; a green rate means the segment's own */
                    sort_by?: "avg_return_pct" | "median_return_pct" | "avg_volume" | "stdev_return_pct" | "min_return_pct" | "max_return_pct" | "green_days_pct" | "green_weeks_pct" | "green_months_pct";
                    /** @description Number of segments */
                    limit?: number;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Weekdays, ISO weeks or months ranked by a metric, strongest or weakest first */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsSeasonalityTop"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/seasonality/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The strongest and the weakest weekday, ISO week and month */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Metric that segments are ranked by; a green rate means the segment's own */
                    sort_by?: "avg_return_pct" | "median_return_pct" | "avg_volume" | "stdev_return_pct" | "min_return_pct" | "max_return_pct" | "green_days_pct" | "green_weeks_pct" | "green_months_pct";
                    /** @description json, or csv (also by Accept: text/csv): one row, a column for each dotted path, without metadata */
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The strongest and the weakest weekday, ISO week and month */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsSeasonalitySummary"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/seasonality/screen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Symbols ranked by one figure of their summaries over a time window, such as fill_rate or weekday_breakdown.Monday.count */
        get: {
            parameters: {
                query?: {
                    /** @description Dotted path of a number in the summary, such as sample_size */
                    sort_by?: string;
                    /** @description desc: the largest first */
                    order?: "desc" | "asc";
                    /** @description Leave out symbols whose sample_size is smaller */
                    min_sample_size?: number;
                    /** @description Only symbols of this class */
                    asset_class?: "equity" | "etf" | "crypto";
                    /** @description Calendar months (or years) back from the latest session */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y";
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Number of symbols */
                    limit?: number;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Symbols ranked by one figure of their summaries over a time window, such as fill_rate or weekday_breakdown.Monday.count */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsSeasonalityScreen"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/trend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every session of the range with its trend figures, oldest first */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description How near to the ends of the day's range, in percent of it, a trend day opens and closes */
                    edge_pct?: number;
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
                    /** @description asc: the oldest first; desc: the newest first, page by page. A cursor belongs to its order */
                    order?: "asc" | "desc";
                    /** @description Rows of one answer; without it up to 5000 */
                    limit?: number;
                    /** @description Where the page before ended: its metadata.next_cursor as it is. It belongs to its query: limit and format may change from page to page, another query with it is refused */
                    cursor?: string;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Every session of the range with its trend figures, oldest first */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsTrend"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/trend/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How often the symbol trends through the day, what the next day does, and how long its runs last */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description How near to the ends of the day's range, in percent of it, a trend day opens and closes */
                    edge_pct?: number;
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
                    /** @description json, or csv (also by Accept: text/csv): one row, a column for each dotted path, without metadata */
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description How often the symbol trends through the day, what the next day does, and how long its runs last */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsTrendSummary"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/trend/top": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The strongest trend days: large ranges, crossed directly */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description How near to the ends of the day's range, in percent of it, a trend day opens and closes */
                    edge_pct?: number;
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
                    /** @description Number of trend days */
                    limit?: number;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The strongest trend days: large ranges, crossed directly */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsTrendTop"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/trend/screen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Symbols ranked by one figure of their summaries over a time window, such as fill_rate or weekday_breakdown.Monday.count */
        get: {
            parameters: {
                query?: {
                    /** @description Dotted path of a number in the summary, such as sample_size */
                    sort_by?: string;
                    /** @description desc: the largest first */
                    order?: "desc" | "asc";
                    /** @description Leave out symbols whose sample_size is smaller */
                    min_sample_size?: number;
                    /** @description Only symbols of this class */
                    asset_class?: "equity" | "etf" | "crypto";
                    /** @description Calendar months (or years) back from the latest session */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y";
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Number of symbols */
                    limit?: number;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Symbols ranked by one figure of their summaries over a time window, such as fill_rate or weekday_breakdown.Monday.count */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StatsTrendScreen"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Any condition over all statistics */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /** @description Conditions, as in when, that say which sessions are the population: base, rest, difference and p value are within it. None: every session */
                    among?: string;
                    /**
                     * @description Conditions joined by ;, such as gap.direction=up;gap.gap_pct:0.2..0.5;session.weekday=Tuesday. All must hold; none: every session. any(a;b): one of them. SPY@gap.direction=up: of another symbol, at most 4. session.open>prev.session.high: against another field. At most 12 with those of among
                     * @example gap.direction=up;session.weekday=Tuesday
                     */
                    when?: string;
                    /**
                     * @description The outcome: one condition, such as orb[orb_minutes=15].first_direction=up, or one numeric field, such as session.return_pct
                     * @example orb[orb_minutes=15].first_direction=up
                     */
                    then: string;
                    /** @description Answer although conditions look ahead of the outcome; look_ahead is true then, and warnings name them */
                    allow_look_ahead?: boolean;
                    /** @description How many sessions go which way, and nothing else: no rates, no cases, count 0; what the console asks while conditions are being typed. Not with allow_look_ahead */
                    preview?: boolean;
                    /** @description The answer has paths, too: how price moved in the cases, from the open and around the event of the outcome */
                    paths?: boolean;
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Rows of one answer; without it up to 5000 */
                    limit?: number;
                    /** @description Where the page before ended: its metadata.next_cursor as it is. It belongs to its query: limit and format may change from page to page, another query with it is refused */
                    cursor?: string;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Any condition over all statistics */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Query"] | components["schemas"]["QueryPreview"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/query/scan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The same question of many symbols */
        get: {
            parameters: {
                query: {
                    /** @description Conditions, as in when, that say which sessions are the population: base, rest, difference and p value are within it. None: every session */
                    among?: string;
                    /**
                     * @description Conditions joined by ;, such as gap.direction=up;gap.gap_pct:0.2..0.5;session.weekday=Tuesday. All must hold; none: every session. any(a;b): one of them. SPY@gap.direction=up: of another symbol, at most 4. session.open>prev.session.high: against another field. At most 12 with those of among
                     * @example gap.direction=up;session.weekday=Tuesday
                     */
                    when?: string;
                    /**
                     * @description The outcome: one condition, such as orb[orb_minutes=15].first_direction=up, or one numeric field, such as session.return_pct
                     * @example orb[orb_minutes=15].first_direction=up
                     */
                    then: string;
                    /** @description Answer although conditions look ahead of the outcome; look_ahead is true then, and warnings name them */
                    allow_look_ahead?: boolean;
                    /**
                     * @description Comma list of at most 50 symbols; default: all
                     * @example DEMO-ACME,DEMO-INDEX
                     */
                    symbols?: string;
                    /** @description Only symbols of this class */
                    asset_class?: "equity" | "etf" | "crypto";
                    /**
                     * @description One trading date; it overrides the range
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range of your own
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date; default: the latest session of any of the symbols
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored */
                    time_window?: "1M" | "3M" | "6M" | "12M" | "24M" | "5Y" | "YTD" | "MAX";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Leave out symbols with fewer cases */
                    min_cases?: number;
                    /** @description What symbols are ranked by: a figure of the row; outcome is its rate, or its mean */
                    sort_by?: "difference_low" | "difference" | "outcome" | "outcome_low" | "base" | "cases" | "p_value" | "q_value";
                    /** @description desc: the largest first */
                    order?: "desc" | "asc";
                    /** @description now: keep symbols whose conditions hold now, or may hold yet */
                    matching?: "now";
                    /** @description Number of symbols */
                    limit?: number;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The same question of many symbols */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["QueryScan"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bars": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Bars */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Asset symbol, in any case; a crypto pair with or without its slash
                     * @example DEMO-ACME
                     */
                    symbol: string;
                    /**
                     * @description One trading date, on every plan within its history
                     * @example 2026-06-04
                     */
                    date?: string;
                    /**
                     * @description First date of a range; default: end_date
                     * @example 2026-01-02
                     */
                    start_date?: string;
                    /**
                     * @description Last date of a range; default: the symbol's latest session
                     * @example 2026-06-30
                     */
                    end_date?: string;
                    /** @description Candles of this length, finished ones only; default: the bars as they are stored */
                    timeframe?: "1m" | "2m" | "3m" | "5m" | "10m" | "15m" | "30m" | "1H" | "2H" | "4H" | "1D" | "1W" | "1h" | "2h" | "4h" | "1d" | "1w";
                    /**
                     * @description Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)
                     * @example 13:30
                     */
                    start_time?: string;
                    /**
                     * @description End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day
                     * @example 20:00
                     */
                    end_time?: string;
                    /** @description Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given */
                    include_extended_hours?: boolean;
                    /** @description exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win */
                    session?: "default" | "exchange";
                    /** @description splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are computed on demand */
                    adjustment?: "splits" | "raw";
                    /** @description Rows of one answer; without it up to 5000 */
                    limit?: number;
                    /** @description Where the page before ended: its metadata.next_cursor as it is. It belongs to its query: limit and format may change from page to page, another query with it is refused */
                    cursor?: string;
                    /** @description json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each */
                    format?: "json" | "csv" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Bars */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Bars"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/symbols": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is stored: every symbol with its first and last bar */
        get: {
            parameters: {
                query?: {
                    /** @description Part of the symbol, in any case, of a crypto pair with or without its slash: first the symbol itself, then what begins with it, then what holds it */
                    search?: string;
                    /** @description Only symbols of this class */
                    asset_class?: "equity" | "etf" | "crypto";
                    /** @description Rows of one answer; without it all */
                    limit?: number;
                    /** @description Where the page before ended: its metadata.next_cursor as it is. It belongs to its query: limit and format may change from page to page, another query with it is refused */
                    cursor?: string;
                    /** @description json, or csv (also by Accept: text/csv) */
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description What is stored: every symbol with its first and last bar */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Symbols"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The account, its plan, and its rate-limit status */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The account, its plan, and its rate-limit status */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Usage"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/today": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The latest session of symbols */
        get: {
            parameters: {
                query?: {
                    /**
                     * @description Comma list of at most 50 symbols; default: the watchlist, without one the first ten symbols
                     * @example DEMO-ACME,DEMO-INDEX
                     */
                    symbols?: string;
                    /** @description Minutes of the opening range; where it is no whole multiple of the base interval, the default of /stats/orb */
                    orb_minutes?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The latest session of symbols */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Today"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** State of the installation */
        get: {
            parameters: {
                query?: {
                    /** @description Symbols of the coverage in one answer */
                    limit?: number;
                    /** @description Where the page before ended: its coverage.next_cursor as it is */
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description State of the installation */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OperatorStatus"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/watchlist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The account's watchlist */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The account's watchlist */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Watchlist"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/queries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The account's saved queries */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The account's saved queries */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SavedQueries"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The account's valid tokens */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The account's valid tokens */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Tokens"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The account's alerts */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The account's alerts */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Alerts"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/alerts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One alert */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Of the alert */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One alert */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Alert"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/alerts/{id}/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What an alert called, and what came of it */
        get: {
            parameters: {
                query?: {
                    /** @description Calls of one answer, newest first */
                    limit?: number;
                    /** @description Where the page before ended: its metadata.next_cursor as it is. It belongs to its query: limit and format may change from page to page, another query with it is refused */
                    cursor?: string;
                };
                header?: never;
                path: {
                    /** @description Of the alert */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description What an alert called, and what came of it */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AlertCalls"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/alerts/{id}/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The question of an alert since the alert was made, beside before */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Of the alert */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The question of an alert since the alert was made, beside before */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AlertFigures"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This description */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description This description */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, unknown>;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The process is alive */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The process is alive */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Liveness"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The service can answer */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The service can answer */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Readiness"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "alert.called": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The conditions of an alert have become true
         * @description Signed as Standard Webhooks says: `webhook-id`, `webhook-timestamp` and `webhook-signature`, an HMAC-SHA256 of both and the body under the secret of the alert. It may come again with the same `webhook-id`. An answer other than 2xx within ten seconds is tried again for a day; redirects are not followed.
         */
        post: operations["alert_called"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        StatsBos: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window's word, or custom */
            time_window: string;
            /**
             * Format: date
             * @description First date of the range looked at; null where nothing is stored
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at; null where nothing is stored
             */
            end_date: string | null;
            /**
             * @description Length of a candle; a whole multiple of the base interval. Omitted: 15m, or the next longer one that fits the feed
             * @enum {string}
             */
            timeframe: "1m" | "2m" | "3m" | "5m" | "10m" | "15m" | "30m" | "1H" | "2H" | "4H" | "1D" | "1W" | "1h" | "2h" | "4h" | "1d" | "1w";
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsBosRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsBosRow: {
            /** @description Canonical symbol */
            symbol: string;
            /**
             * @description Length of a candle
             * @enum {string}
             */
            timeframe: "1m" | "2m" | "3m" | "5m" | "10m" | "15m" | "30m" | "1H" | "2H" | "4H" | "1D" | "1W";
            /**
             * Format: date-time
             * @description Start of the breaking candle
             */
            event_time: string;
            /**
             * Format: date-time
             * @description End of the breaking candle: from then on the break is known
             */
            confirmed_at: string;
            /**
             * @description choch: against the trend before (change of character); bos: with it, or the first of all
             * @enum {string}
             */
            type: "bos" | "choch";
            /**
             * @description up: a swing high was broken; down: a swing low
             * @enum {string}
             */
            direction: "up" | "down";
            /** @description Price of the swing that was broken (price). null where that session lies before the plan's history */
            level: number | null;
            /**
             * Format: date-time
             * @description Start of the swing's candle. null where that session lies before the plan's history
             */
            swing_time: string | null;
            /** @description Candles from the swing's to the breaking one (candles) */
            bars_since_swing: number;
            /** @description Close of the breaking candle (price) */
            close: number;
            /** @description How far the price that broke the level went beyond it, of the level (pct). up, close: (close - level) / level * 100; wick: the high (low) instead of the close */
            break_size_pct: number;
            /** @description Direction of the event before: 1 up, -1 down, 0 none yet */
            trend_before: number;
            /** @description Largest move on beyond the level over the next follow_bars candles, at least 0 (pct). up: max(0, (highest high - level) / level * 100) */
            follow_through_pct: number | null;
            /** @description Largest move back behind the level over the next follow_bars candles, at least 0 (pct). up: max(0, (level - lowest low) / level * 100) */
            adverse_pct: number | null;
            /** @description One of the next follow_bars candles touched the level; null without a later candle */
            retest: boolean | null;
            /**
             * Format: date-time
             * @description Start of the first that did
             */
            retest_time: string | null;
            /** @description Candles from the breaking one to that one (candles) */
            bars_to_retest: number | null;
            /** @description One of the next follow_bars candles closed back behind the level; null without a later candle */
            failed: boolean | null;
            /** @description Candles from the breaking one to the first that did (candles) */
            bars_to_failure: number | null;
            /** @description follow_bars later candles exist */
            complete: boolean;
        };
        StatsBosSummary: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window asked for, or custom */
            time_window: string;
            /** @description The count that the rates of the summary rest on (count) */
            sample_size: number;
            confidence: {
                [key: string]: {
                    /** @description Cases behind the rate with this dotted path (count) */
                    n?: number;
                    /** @description Lower bound of the Wilson 95 % interval; null at n = 0 (pct) */
                    low?: number | null;
                    /** @description Upper bound of the Wilson 95 % interval; null at n = 0 (pct) */
                    high?: number | null;
                } | null;
            } | null;
            /** @description Length of a candle */
            timeframe: string;
            /** @description Complete events of the range, after filters (count) */
            total_events: number;
            /** @description Of these, those with the trend before, or the first of all (count) */
            bos_count: number;
            /** @description Of these, those against the trend before (count) */
            choch_count: number;
            bullish: {
                /** @description Complete events upwards (count) */
                count?: number;
                /** @description Of these, those that failed (pct) */
                failure_rate_pct?: number | null;
                /** @description Of these, those whose level was retested (pct) */
                retest_rate_pct?: number | null;
                /** @description Mean of follow_through_pct (pct) */
                avg_follow_through_pct?: number | null;
                /** @description Median of follow_through_pct (pct) */
                median_follow_through_pct?: number | null;
                /** @description Mean candles to the retest, retested events only (candles) */
                avg_bars_to_retest?: number | null;
            } | null;
            bearish: {
                /** @description Complete events downwards (count) */
                count?: number;
                /** @description Of these, those that failed (pct) */
                failure_rate_pct?: number | null;
                /** @description Of these, those whose level was retested (pct) */
                retest_rate_pct?: number | null;
                /** @description Mean of follow_through_pct (pct) */
                avg_follow_through_pct?: number | null;
                /** @description Median of follow_through_pct (pct) */
                median_follow_through_pct?: number | null;
                /** @description Mean candles to the retest, retested events only (candles) */
                avg_bars_to_retest?: number | null;
            } | null;
            /** @description Of the pairs of consecutive complete events of the range, before filters, those in one direction (pct) */
            continuation_rate_pct: number | null;
            /** @description Mean distance of the two events of these pairs (candles) */
            avg_bars_between_events: number | null;
            /** @description Direction of the last event up to the range's end: 1 up, -1 down, 0 none yet */
            current_trend: number;
            hourly_breakdown: {
                [key: string]: {
                    /** @description Complete events in this UTC hour (count) */
                    count?: number;
                    /** @description Of these, those that failed (pct) */
                    failure_rate_pct?: number | null;
                    /** @description Of these, those whose level was retested (pct) */
                    retest_rate_pct?: number | null;
                } | null;
            } | null;
            weekday_breakdown: {
                [key: string]: {
                    /** @description Complete events on this weekday of their session (count) */
                    count?: number;
                    /** @description Of these, those that failed (pct) */
                    failure_rate_pct?: number | null;
                    /** @description Of these, those whose level was retested (pct) */
                    retest_rate_pct?: number | null;
                } | null;
            } | null;
            metadata: components["schemas"]["Metadata"];
        };
        StatsBosTop: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window's word, or custom */
            time_window: string;
            /**
             * Format: date
             * @description First date of the range looked at; null where nothing is stored
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at; null where nothing is stored
             */
            end_date: string | null;
            /**
             * @description Length of a candle; a whole multiple of the base interval. Omitted: 15m, or the next longer one that fits the feed
             * @enum {string}
             */
            timeframe: "1m" | "2m" | "3m" | "5m" | "10m" | "15m" | "30m" | "1H" | "2H" | "4H" | "1D" | "1W" | "1h" | "2h" | "4h" | "1d" | "1w";
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsBosTopRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsBosTopRow: {
            /** @description Canonical symbol */
            symbol: string;
            /**
             * @description Length of a candle
             * @enum {string}
             */
            timeframe: "1m" | "2m" | "3m" | "5m" | "10m" | "15m" | "30m" | "1H" | "2H" | "4H" | "1D" | "1W";
            /**
             * Format: date-time
             * @description Start of the breaking candle
             */
            event_time: string;
            /**
             * Format: date-time
             * @description End of the breaking candle: from then on the break is known
             */
            confirmed_at: string;
            /**
             * @description choch: against the trend before (change of character); bos: with it, or the first of all
             * @enum {string}
             */
            type: "bos" | "choch";
            /**
             * @description up: a swing high was broken; down: a swing low
             * @enum {string}
             */
            direction: "up" | "down";
            /** @description Price of the swing that was broken (price). null where that session lies before the plan's history */
            level: number | null;
            /**
             * Format: date-time
             * @description Start of the swing's candle. null where that session lies before the plan's history
             */
            swing_time: string | null;
            /** @description Candles from the swing's to the breaking one (candles) */
            bars_since_swing: number;
            /** @description Close of the breaking candle (price) */
            close: number;
            /** @description How far the price that broke the level went beyond it, of the level (pct). up, close: (close - level) / level * 100; wick: the high (low) instead of the close */
            break_size_pct: number;
            /** @description Direction of the event before: 1 up, -1 down, 0 none yet */
            trend_before: number;
            /** @description Largest move on beyond the level over the next follow_bars candles, at least 0 (pct). up: max(0, (highest high - level) / level * 100) */
            follow_through_pct: number | null;
            /** @description Largest move back behind the level over the next follow_bars candles, at least 0 (pct). up: max(0, (level - lowest low) / level * 100) */
            adverse_pct: number | null;
            /** @description One of the next follow_bars candles touched the level; null without a later candle */
            retest: boolean | null;
            /**
             * Format: date-time
             * @description Start of the first that did
             */
            retest_time: string | null;
            /** @description Candles from the breaking one to that one (candles) */
            bars_to_retest: number | null;
            /** @description One of the next follow_bars candles closed back behind the level; null without a later candle */
            failed: boolean | null;
            /** @description Candles from the breaking one to the first that did (candles) */
            bars_to_failure: number | null;
            /** @description follow_bars later candles exist */
            complete: boolean;
        };
        StatsBosScreen: {
            /** @description The window's word, or custom */
            time_window: string;
            /** @default sample_size */
            sort_by: string;
            /**
             * @default desc
             * @enum {string}
             */
            order: "desc" | "asc";
            /** @default 0 */
            min_sample_size: number;
            /**
             * @description Length of a candle; a whole multiple of the base interval. Omitted: 15m, or the next longer one that fits the feed
             * @enum {string}
             */
            timeframe: "1m" | "2m" | "3m" | "5m" | "10m" | "15m" | "30m" | "1H" | "2H" | "4H" | "1D" | "1W" | "1h" | "2h" | "4h" | "1d" | "1w";
            /**
             * Format: date
             * @description Latest session that any of the figures rests on; null without rows
             */
            as_of: string | null;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsBosScreenRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsBosScreenRow: {
            /** @description Place in the order, from 1 (count) */
            rank: number;
            /** @description Canonical symbol */
            symbol: string;
            /**
             * @description Asset class of the symbol
             * @enum {string}
             */
            asset_class: "equity" | "etf" | "crypto";
            /** @description The figure named by sort_by, as the symbol's summary shows it */
            value: number;
            /** @description The count that the rates of the summary rest on (count) */
            sample_size: number;
            /**
             * Format: date
             * @description Latest session that the figure rests on: summaries follow ended days
             */
            as_of: string;
            /** @description Cases behind the figure; null where it is no rate (count) */
            n: number | null;
            /** @description Lower bound of its 95 % interval (Wilson); null where it is no rate (pct) */
            low: number | null;
            /** @description Upper bound; null where it is no rate (pct) */
            high: number | null;
        };
        StatsFvg: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window's word, or custom */
            time_window: string;
            /**
             * Format: date
             * @description First date of the range looked at; null where nothing is stored
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at; null where nothing is stored
             */
            end_date: string | null;
            /**
             * @description Length of a candle; a whole multiple of the base interval. Omitted: 15m, or the next longer one that fits the feed
             * @enum {string}
             */
            timeframe: "1m" | "2m" | "3m" | "5m" | "10m" | "15m" | "30m" | "1H" | "2H" | "4H" | "1D" | "1W" | "1h" | "2h" | "4h" | "1d" | "1w";
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsFvgRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsFvgRow: {
            /** @description Canonical symbol */
            symbol: string;
            /**
             * @description Length of a candle
             * @enum {string}
             */
            timeframe: "1m" | "2m" | "3m" | "5m" | "10m" | "15m" | "30m" | "1H" | "2H" | "4H" | "1D" | "1W";
            /**
             * @description bullish: price jumped up over the zone; bearish: down
             * @enum {string}
             */
            direction: "bullish" | "bearish";
            /**
             * Format: date-time
             * @description Start of the third candle
             */
            formed_at: string;
            /**
             * Format: date-time
             * @description End of the third candle: from then on the gap is known
             */
            confirmed_at: string;
            /** @description Upper edge of the zone (price). bullish: low[i]; bearish: low[i-2]. null where that session lies before the plan's history */
            top: number | null;
            /** @description Lower edge of the zone (price). bullish: high[i-2]; bearish: high[i]. null where that session lies before the plan's history */
            bottom: number | null;
            /** @description Height of the zone (price). top - bottom. null where that session lies before the plan's history */
            gap_size: number | null;
            /** @description Height in percent of the lower edge (pct). gap_size / bottom * 100 */
            gap_size_pct: number;
            /** @description A later candle came back to the near edge */
            touched: boolean;
            /**
             * Format: date-time
             * @description Start of the first candle that did
             */
            touched_at: string | null;
            /** @description Candles from the third to that one (candles) */
            bars_to_touch: number | null;
            /** @description A later candle came back to the far edge */
            filled: boolean;
            /**
             * Format: date-time
             * @description Start of the first candle that did
             */
            filled_at: string | null;
            /** @description Candles from the third to that one (candles) */
            bars_to_full_fill: number | null;
            /** @description Elapsed between the starts of the two, nights included (minutes) */
            minutes_to_full_fill: number | null;
            /** @description Deepest way back into the zone, 0 to 100; null without a later candle (pct). bullish: clip((top - lowest low) / gap_size, 0, 1) * 100 */
            fill_pct: number | null;
            /**
             * @description Bucket of fill_pct; 100% means filled; null without a later candle
             * @enum {string|null}
             */
            fill_bucket: "0%" | "1-25%" | "26-50%" | "51-75%" | "76-99%" | "100%" | null;
            /** @description Largest move on from the close of the third candle, before the touching candle; over all candles followed where there is none; null without a later candle (pct). bullish: max(0, (highest high - close[i]) / close[i] * 100) */
            move_away_pct_before_touch: number | null;
            /** @description The three candles are of different sessions: an overnight gap, maybe */
            spans_session: boolean;
            /**
             * @description filled, else touched, else expired (untouched, the following is over), else open
             * @enum {string}
             */
            status: "open" | "touched" | "filled" | "expired";
            /** @description max_bars_to_close later candles exist; with 0: filled */
            complete: boolean;
        };
        StatsFvgSummary: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window asked for, or custom */
            time_window: string;
            /** @description The count that the rates of the summary rest on (count) */
            sample_size: number;
            confidence: {
                [key: string]: {
                    /** @description Cases behind the rate with this dotted path (count) */
                    n?: number;
                    /** @description Lower bound of the Wilson 95 % interval; null at n = 0 (pct) */
                    low?: number | null;
                    /** @description Upper bound of the Wilson 95 % interval; null at n = 0 (pct) */
                    high?: number | null;
                } | null;
            } | null;
            /** @description Length of a candle */
            timeframe: string;
            /** @description max_bars_to_close: candles followed; 0 = all there are (candles) */
            horizon_bars: number;
            summary: {
                overall?: {
                    /** @description Gaps, those still followed too (count) */
                    count?: number;
                    /** @description Gaps that all figures but count rest on: those followed to the end; with max_bars_to_close=0 those with a later candle (count) */
                    complete_count?: number;
                    /** @description Of these, those filled (pct) */
                    closure_rate_full_pct?: number | null;
                    /** @description Of these, those touched (pct) */
                    closure_rate_any_touch_pct?: number | null;
                    /** @description Mean height of the zone, of gaps whose size the plan shows (price) */
                    avg_gap_size?: number | null;
                    /** @description Mean candles to the fill, filled gaps only (candles) */
                    avg_bars_to_full_fill?: number | null;
                    /** @description Median candles to the fill, filled gaps only (candles) */
                    median_bars_to_full_fill?: number | null;
                    /** @description Mean minutes to the fill, nights included (minutes) */
                    avg_minutes_to_full_fill?: number | null;
                    /** @description Median minutes to the fill, nights included (minutes) */
                    median_minutes_to_full_fill?: number | null;
                    /** @description Mean of move_away_pct_before_touch (pct) */
                    avg_move_away_pct_before_touch?: number | null;
                    partial_fill_distribution?: {
                        [key: string]: {
                            /** @description Gaps with this fill_bucket (count) */
                            count?: number;
                            /** @description Share of them (pct) */
                            pct?: number | null;
                        } | null;
                    } | null;
                } | null;
                bullish?: {
                    /** @description Gaps upwards, those still followed too (count) */
                    count?: number;
                    /** @description Gaps upwards that all figures but count rest on: those followed to the end; with max_bars_to_close=0 those with a later candle (count) */
                    complete_count?: number;
                    /** @description Of these, those filled (pct) */
                    closure_rate_full_pct?: number | null;
                    /** @description Of these, those touched (pct) */
                    closure_rate_any_touch_pct?: number | null;
                    /** @description Mean height of the zone, of gaps whose size the plan shows (price) */
                    avg_gap_size?: number | null;
                    /** @description Mean candles to the fill, filled gaps only (candles) */
                    avg_bars_to_full_fill?: number | null;
                    /** @description Median candles to the fill, filled gaps only (candles) */
                    median_bars_to_full_fill?: number | null;
                    /** @description Mean minutes to the fill, nights included (minutes) */
                    avg_minutes_to_full_fill?: number | null;
                    /** @description Median minutes to the fill, nights included (minutes) */
                    median_minutes_to_full_fill?: number | null;
                    /** @description Mean of move_away_pct_before_touch (pct) */
                    avg_move_away_pct_before_touch?: number | null;
                    partial_fill_distribution?: {
                        [key: string]: {
                            /** @description Gaps with this fill_bucket (count) */
                            count?: number;
                            /** @description Share of them (pct) */
                            pct?: number | null;
                        } | null;
                    } | null;
                } | null;
                bearish?: {
                    /** @description Gaps downwards, those still followed too (count) */
                    count?: number;
                    /** @description Gaps downwards that all figures but count rest on: those followed to the end; with max_bars_to_close=0 those with a later candle (count) */
                    complete_count?: number;
                    /** @description Of these, those filled (pct) */
                    closure_rate_full_pct?: number | null;
                    /** @description Of these, those touched (pct) */
                    closure_rate_any_touch_pct?: number | null;
                    /** @description Mean height of the zone, of gaps whose size the plan shows (price) */
                    avg_gap_size?: number | null;
                    /** @description Mean candles to the fill, filled gaps only (candles) */
                    avg_bars_to_full_fill?: number | null;
                    /** @description Median candles to the fill, filled gaps only (candles) */
                    median_bars_to_full_fill?: number | null;
                    /** @description Mean minutes to the fill, nights included (minutes) */
                    avg_minutes_to_full_fill?: number | null;
                    /** @description Median minutes to the fill, nights included (minutes) */
                    median_minutes_to_full_fill?: number | null;
                    /** @description Mean of move_away_pct_before_touch (pct) */
                    avg_move_away_pct_before_touch?: number | null;
                    partial_fill_distribution?: {
                        [key: string]: {
                            /** @description Gaps with this fill_bucket (count) */
                            count?: number;
                            /** @description Share of them (pct) */
                            pct?: number | null;
                        } | null;
                    } | null;
                } | null;
                hourly?: {
                    [key: string]: {
                        /** @description Gaps formed in this UTC hour, those still followed too (count) */
                        count?: number;
                        /** @description Gaps formed in this UTC hour that all figures but count rest on: those followed to the end; with max_bars_to_close=0 those with a later candle (count) */
                        complete_count?: number;
                        /** @description Of these, those filled (pct) */
                        closure_rate_full_pct?: number | null;
                        /** @description Of these, those touched (pct) */
                        closure_rate_any_touch_pct?: number | null;
                        /** @description Mean height of the zone, of gaps whose size the plan shows (price) */
                        avg_gap_size?: number | null;
                        /** @description Mean candles to the fill, filled gaps only (candles) */
                        avg_bars_to_full_fill?: number | null;
                        /** @description Median candles to the fill, filled gaps only (candles) */
                        median_bars_to_full_fill?: number | null;
                        /** @description Mean minutes to the fill, nights included (minutes) */
                        avg_minutes_to_full_fill?: number | null;
                        /** @description Median minutes to the fill, nights included (minutes) */
                        median_minutes_to_full_fill?: number | null;
                        /** @description Mean of move_away_pct_before_touch (pct) */
                        avg_move_away_pct_before_touch?: number | null;
                        partial_fill_distribution?: {
                            [key: string]: {
                                /** @description Gaps with this fill_bucket (count) */
                                count?: number;
                                /** @description Share of them (pct) */
                                pct?: number | null;
                            } | null;
                        } | null;
                    } | null;
                } | null;
                within_session?: {
                    /** @description Gaps whose three candles are of one session, those still followed too (count) */
                    count?: number;
                    /** @description Gaps whose three candles are of one session that all figures but count rest on: those followed to the end; with max_bars_to_close=0 those with a later candle (count) */
                    complete_count?: number;
                    /** @description Of these, those filled (pct) */
                    closure_rate_full_pct?: number | null;
                    /** @description Of these, those touched (pct) */
                    closure_rate_any_touch_pct?: number | null;
                    /** @description Mean height of the zone, of gaps whose size the plan shows (price) */
                    avg_gap_size?: number | null;
                    /** @description Mean candles to the fill, filled gaps only (candles) */
                    avg_bars_to_full_fill?: number | null;
                    /** @description Median candles to the fill, filled gaps only (candles) */
                    median_bars_to_full_fill?: number | null;
                    /** @description Mean minutes to the fill, nights included (minutes) */
                    avg_minutes_to_full_fill?: number | null;
                    /** @description Median minutes to the fill, nights included (minutes) */
                    median_minutes_to_full_fill?: number | null;
                    /** @description Mean of move_away_pct_before_touch (pct) */
                    avg_move_away_pct_before_touch?: number | null;
                    partial_fill_distribution?: {
                        [key: string]: {
                            /** @description Gaps with this fill_bucket (count) */
                            count?: number;
                            /** @description Share of them (pct) */
                            pct?: number | null;
                        } | null;
                    } | null;
                } | null;
            } | null;
            metadata: components["schemas"]["Metadata"];
        };
        StatsFvgTop: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window's word, or custom */
            time_window: string;
            /**
             * Format: date
             * @description First date of the range looked at; null where nothing is stored
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at; null where nothing is stored
             */
            end_date: string | null;
            /**
             * @description Length of a candle; a whole multiple of the base interval. Omitted: 15m, or the next longer one that fits the feed
             * @enum {string}
             */
            timeframe: "1m" | "2m" | "3m" | "5m" | "10m" | "15m" | "30m" | "1H" | "2H" | "4H" | "1D" | "1W" | "1h" | "2h" | "4h" | "1d" | "1w";
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsFvgTopRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsFvgTopRow: {
            /** @description Canonical symbol */
            symbol: string;
            /**
             * @description Length of a candle
             * @enum {string}
             */
            timeframe: "1m" | "2m" | "3m" | "5m" | "10m" | "15m" | "30m" | "1H" | "2H" | "4H" | "1D" | "1W";
            /**
             * @description bullish: price jumped up over the zone; bearish: down
             * @enum {string}
             */
            direction: "bullish" | "bearish";
            /**
             * Format: date-time
             * @description Start of the third candle
             */
            formed_at: string;
            /**
             * Format: date-time
             * @description End of the third candle: from then on the gap is known
             */
            confirmed_at: string;
            /** @description Upper edge of the zone (price). bullish: low[i]; bearish: low[i-2]. null where that session lies before the plan's history */
            top: number | null;
            /** @description Lower edge of the zone (price). bullish: high[i-2]; bearish: high[i]. null where that session lies before the plan's history */
            bottom: number | null;
            /** @description Height of the zone (price). top - bottom. null where that session lies before the plan's history */
            gap_size: number | null;
            /** @description Height in percent of the lower edge (pct). gap_size / bottom * 100 */
            gap_size_pct: number;
            /** @description A later candle came back to the near edge */
            touched: boolean;
            /**
             * Format: date-time
             * @description Start of the first candle that did
             */
            touched_at: string | null;
            /** @description Candles from the third to that one (candles) */
            bars_to_touch: number | null;
            /** @description A later candle came back to the far edge */
            filled: boolean;
            /**
             * Format: date-time
             * @description Start of the first candle that did
             */
            filled_at: string | null;
            /** @description Candles from the third to that one (candles) */
            bars_to_full_fill: number | null;
            /** @description Elapsed between the starts of the two, nights included (minutes) */
            minutes_to_full_fill: number | null;
            /** @description Deepest way back into the zone, 0 to 100; null without a later candle (pct). bullish: clip((top - lowest low) / gap_size, 0, 1) * 100 */
            fill_pct: number | null;
            /**
             * @description Bucket of fill_pct; 100% means filled; null without a later candle
             * @enum {string|null}
             */
            fill_bucket: "0%" | "1-25%" | "26-50%" | "51-75%" | "76-99%" | "100%" | null;
            /** @description Largest move on from the close of the third candle, before the touching candle; over all candles followed where there is none; null without a later candle (pct). bullish: max(0, (highest high - close[i]) / close[i] * 100) */
            move_away_pct_before_touch: number | null;
            /** @description The three candles are of different sessions: an overnight gap, maybe */
            spans_session: boolean;
            /**
             * @description filled, else touched, else expired (untouched, the following is over), else open
             * @enum {string}
             */
            status: "open" | "touched" | "filled" | "expired";
            /** @description max_bars_to_close later candles exist; with 0: filled */
            complete: boolean;
        };
        StatsFvgMultiTop: {
            /** @description The window's word, or custom */
            time_window: string;
            /**
             * Format: date
             * @description First date of the range looked at; null where nothing is stored
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at; null where nothing is stored
             */
            end_date: string | null;
            /**
             * @description Length of a candle; a whole multiple of the base interval. Omitted: 15m, or the next longer one that fits the feed
             * @enum {string}
             */
            timeframe: "1m" | "2m" | "3m" | "5m" | "10m" | "15m" | "30m" | "1H" | "2H" | "4H" | "1D" | "1W" | "1h" | "2h" | "4h" | "1d" | "1w";
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsFvgMultiTopRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsFvgMultiTopRow: {
            /** @description Canonical symbol */
            symbol: string;
            /**
             * @description Length of a candle
             * @enum {string}
             */
            timeframe: "1m" | "2m" | "3m" | "5m" | "10m" | "15m" | "30m" | "1H" | "2H" | "4H" | "1D" | "1W";
            /**
             * @description bullish: price jumped up over the zone; bearish: down
             * @enum {string}
             */
            direction: "bullish" | "bearish";
            /**
             * Format: date-time
             * @description Start of the third candle
             */
            formed_at: string;
            /**
             * Format: date-time
             * @description End of the third candle: from then on the gap is known
             */
            confirmed_at: string;
            /** @description Upper edge of the zone (price). bullish: low[i]; bearish: low[i-2]. null where that session lies before the plan's history */
            top: number | null;
            /** @description Lower edge of the zone (price). bullish: high[i-2]; bearish: high[i]. null where that session lies before the plan's history */
            bottom: number | null;
            /** @description Height of the zone (price). top - bottom. null where that session lies before the plan's history */
            gap_size: number | null;
            /** @description Height in percent of the lower edge (pct). gap_size / bottom * 100 */
            gap_size_pct: number;
            /** @description A later candle came back to the near edge */
            touched: boolean;
            /**
             * Format: date-time
             * @description Start of the first candle that did
             */
            touched_at: string | null;
            /** @description Candles from the third to that one (candles) */
            bars_to_touch: number | null;
            /** @description A later candle came back to the far edge */
            filled: boolean;
            /**
             * Format: date-time
             * @description Start of the first candle that did
             */
            filled_at: string | null;
            /** @description Candles from the third to that one (candles) */
            bars_to_full_fill: number | null;
            /** @description Elapsed between the starts of the two, nights included (minutes) */
            minutes_to_full_fill: number | null;
            /** @description Deepest way back into the zone, 0 to 100; null without a later candle (pct). bullish: clip((top - lowest low) / gap_size, 0, 1) * 100 */
            fill_pct: number | null;
            /**
             * @description Bucket of fill_pct; 100% means filled; null without a later candle
             * @enum {string|null}
             */
            fill_bucket: "0%" | "1-25%" | "26-50%" | "51-75%" | "76-99%" | "100%" | null;
            /** @description Largest move on from the close of the third candle, before the touching candle; over all candles followed where there is none; null without a later candle (pct). bullish: max(0, (highest high - close[i]) / close[i] * 100) */
            move_away_pct_before_touch: number | null;
            /** @description The three candles are of different sessions: an overnight gap, maybe */
            spans_session: boolean;
            /**
             * @description filled, else touched, else expired (untouched, the following is over), else open
             * @enum {string}
             */
            status: "open" | "touched" | "filled" | "expired";
            /** @description max_bars_to_close later candles exist; with 0: filled */
            complete: boolean;
        };
        StatsFvgScreen: {
            /** @description The window's word, or custom */
            time_window: string;
            /** @default sample_size */
            sort_by: string;
            /**
             * @default desc
             * @enum {string}
             */
            order: "desc" | "asc";
            /** @default 0 */
            min_sample_size: number;
            /**
             * @description Length of a candle; a whole multiple of the base interval. Omitted: 15m, or the next longer one that fits the feed
             * @enum {string}
             */
            timeframe: "1m" | "2m" | "3m" | "5m" | "10m" | "15m" | "30m" | "1H" | "2H" | "4H" | "1D" | "1W" | "1h" | "2h" | "4h" | "1d" | "1w";
            /**
             * Format: date
             * @description Latest session that any of the figures rests on; null without rows
             */
            as_of: string | null;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsFvgScreenRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsFvgScreenRow: {
            /** @description Place in the order, from 1 (count) */
            rank: number;
            /** @description Canonical symbol */
            symbol: string;
            /**
             * @description Asset class of the symbol
             * @enum {string}
             */
            asset_class: "equity" | "etf" | "crypto";
            /** @description The figure named by sort_by, as the symbol's summary shows it */
            value: number;
            /** @description The count that the rates of the summary rest on (count) */
            sample_size: number;
            /**
             * Format: date
             * @description Latest session that the figure rests on: summaries follow ended days
             */
            as_of: string;
            /** @description Cases behind the figure; null where it is no rate (count) */
            n: number | null;
            /** @description Lower bound of its 95 % interval (Wilson); null where it is no rate (pct) */
            low: number | null;
            /** @description Upper bound; null where it is no rate (pct) */
            high: number | null;
        };
        StatsGap: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window's word, or custom */
            time_window: string;
            /**
             * Format: date
             * @description First date of the range looked at; null where nothing is stored
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at; null where nothing is stored
             */
            end_date: string | null;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsGapRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsGapRow: {
            /** @description Canonical symbol */
            symbol: string;
            /**
             * Format: date
             * @description Date of the session that opened with a gap
             */
            date: string;
            /**
             * @description Weekday of the date
             * @enum {string}
             */
            weekday: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";
            /**
             * @description up: open above the previous high; down: open below the previous low
             * @enum {string}
             */
            direction: "up" | "down";
            /**
             * Format: date
             * @description Date of the previous weekday session, at most 7 calendar days back. null where that session lies before the plan's history
             */
            prev_date: string | null;
            /** @description High of the previous session (price). null where that session lies before the plan's history */
            prev_high: number | null;
            /** @description Low of the previous session (price). null where that session lies before the plan's history */
            prev_low: number | null;
            /** @description Close of the previous session (price). null where that session lies before the plan's history */
            prev_close: number | null;
            /** @description Open of the session (price) */
            open: number;
            /** @description Distance of the open from the level (price). up: open - prev_high; down: prev_low - open. null where that session lies before the plan's history */
            gap_size: number | null;
            /** @description Gap size in percent of the level (pct). gap_size / (prev_high | prev_low) * 100 */
            gap_pct: number;
            /** @description Open against the previous close, signed (pct). (open - prev_close) / prev_close * 100 */
            gap_from_close_pct: number;
            /** @description Price came back to the level before the cutoff; null where nothing was observed */
            filled: boolean | null;
            /** @description How much of the gap was filled, 0 to 100 (pct). up: clip((open - lowest low) / gap_size, 0, 1) * 100 */
            partial_fill_pct: number | null;
            /**
             * @description Bucket of partial_fill_pct; 100% means filled
             * @enum {string|null}
             */
            fill_bucket: "0%" | "1-25%" | "26-50%" | "51-75%" | "76-99%" | "100%" | null;
            /**
             * Format: date-time
             * @description Start of the bar that filled the gap; null on 1d bars
             */
            fill_time: string | null;
            /** @description From the start of the first bar to the start of the filling bar (seconds) */
            fill_time_seconds: number | null;
            /** @description Volume of the filling bar (volume) */
            volume_at_fill: number | null;
            /** @description Volume of the session up to and with the filling bar (volume) */
            cumulative_volume_at_fill: number | null;
            /**
             * Format: date-time
             * @description Start of the first bar at the deepest point of a partial fill; null where the gap was filled, where nothing was traded back, and on 1d bars
             */
            partial_fill_time: string | null;
            /** @description From the start of the first bar to the start of that bar (seconds) */
            partial_fill_time_seconds: number | null;
            /** @description Volume of that bar (volume) */
            volume_at_partial_fill: number | null;
            /** @description Price came back to the previous close (the wider convention) */
            filled_to_prev_close: boolean | null;
            /** @description Largest move from the level in the direction of the gap, of the level (pct). up: (highest high - prev_high) / prev_high * 100 */
            max_run_pct: number | null;
            /** @description Close of the session (price) */
            close: number;
            /** @description up: close above open; down: close below open */
            closed_in_gap_direction: boolean;
            /** @description The data reach the end of the window */
            complete: boolean;
        };
        StatsGapSummary: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window asked for, or custom */
            time_window: string;
            /** @description The count that the rates of the summary rest on (count) */
            sample_size: number;
            confidence: {
                [key: string]: {
                    /** @description Cases behind the rate with this dotted path (count) */
                    n?: number;
                    /** @description Lower bound of the Wilson 95 % interval; null at n = 0 (pct) */
                    low?: number | null;
                    /** @description Upper bound of the Wilson 95 % interval; null at n = 0 (pct) */
                    high?: number | null;
                } | null;
            } | null;
            /** @description Complete weekday sessions with a previous one (sessions) */
            total_days: number;
            /** @description Complete sessions that opened with a gap (count) */
            total_gaps: number;
            /** @description Of the observed gaps, those filled (count) */
            filled_gaps: number;
            /** @description Gaps whose first bar starts at or after the cutoff (count) */
            unobserved_gaps: number;
            /** @description Gaps per session (pct). total_gaps / total_days * 100 */
            gap_rate_pct: number | null;
            /** @description Observed gaps that were filled (pct). filled_gaps / sample_size * 100 */
            fill_rate: number | null;
            /** @description Observed gaps that traded back to the previous close (pct) */
            filled_to_prev_close_rate: number | null;
            /** @description Mean gap size, in price, of gaps whose size the plan shows (price) */
            avg_gap_size: number | null;
            /** @description Mean gap size in percent of the level (pct) */
            avg_gap_pct: number | null;
            /** @description Mean time to the fill, filled gaps only (seconds) */
            avg_fill_time_seconds: number | null;
            /** @description Median time to the fill, filled gaps only (seconds) */
            median_fill_time_seconds: number | null;
            /** @description Of the observed gaps, those filled in part (count) */
            partial_fills: number;
            /** @description Mean time to the deepest point, gaps filled in part only (seconds) */
            avg_partial_fill_time_seconds: number | null;
            /** @description Mean degree of fill of the observed gaps (pct) */
            avg_partial_fill_pct: number | null;
            /** @description Mean of max_run_pct (pct) */
            avg_max_run_pct: number | null;
            gap_direction_stats: {
                [key: string]: {
                    /** @description Gaps of this direction (count) */
                    count?: number;
                    /** @description Of the observed ones, those filled (pct) */
                    fill_rate?: number | null;
                    /** @description Mean gap size of this direction (pct) */
                    avg_gap_pct?: number | null;
                } | null;
            } | null;
            weekday_breakdown: {
                [key: string]: {
                    /** @description Gaps on this weekday (count) */
                    count?: number;
                    /** @description Of the observed ones, those filled (pct) */
                    fill_rate?: number | null;
                } | null;
            } | null;
            partial_fill_distribution: {
                [key: string]: number;
            } | null;
            size_breakdown: {
                [key: string]: {
                    /** @description Gaps of this size in percent (count) */
                    count?: number;
                    /** @description Of the observed ones, those filled (pct) */
                    fill_rate?: number | null;
                } | null;
            } | null;
            metadata: components["schemas"]["Metadata"];
        };
        StatsGapTop: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window's word, or custom */
            time_window: string;
            /**
             * Format: date
             * @description First date of the range looked at; null where nothing is stored
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at; null where nothing is stored
             */
            end_date: string | null;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsGapTopRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsGapTopRow: {
            /** @description Canonical symbol */
            symbol: string;
            /**
             * Format: date
             * @description Date of the session that opened with a gap
             */
            date: string;
            /**
             * @description Weekday of the date
             * @enum {string}
             */
            weekday: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";
            /**
             * @description up: open above the previous high; down: open below the previous low
             * @enum {string}
             */
            direction: "up" | "down";
            /**
             * Format: date
             * @description Date of the previous weekday session, at most 7 calendar days back. null where that session lies before the plan's history
             */
            prev_date: string | null;
            /** @description High of the previous session (price). null where that session lies before the plan's history */
            prev_high: number | null;
            /** @description Low of the previous session (price). null where that session lies before the plan's history */
            prev_low: number | null;
            /** @description Close of the previous session (price). null where that session lies before the plan's history */
            prev_close: number | null;
            /** @description Open of the session (price) */
            open: number;
            /** @description Distance of the open from the level (price). up: open - prev_high; down: prev_low - open. null where that session lies before the plan's history */
            gap_size: number | null;
            /** @description Gap size in percent of the level (pct). gap_size / (prev_high | prev_low) * 100 */
            gap_pct: number;
            /** @description Open against the previous close, signed (pct). (open - prev_close) / prev_close * 100 */
            gap_from_close_pct: number;
            /** @description Price came back to the level before the cutoff; null where nothing was observed */
            filled: boolean | null;
            /** @description How much of the gap was filled, 0 to 100 (pct). up: clip((open - lowest low) / gap_size, 0, 1) * 100 */
            partial_fill_pct: number | null;
            /**
             * @description Bucket of partial_fill_pct; 100% means filled
             * @enum {string|null}
             */
            fill_bucket: "0%" | "1-25%" | "26-50%" | "51-75%" | "76-99%" | "100%" | null;
            /**
             * Format: date-time
             * @description Start of the bar that filled the gap; null on 1d bars
             */
            fill_time: string | null;
            /** @description From the start of the first bar to the start of the filling bar (seconds) */
            fill_time_seconds: number | null;
            /** @description Volume of the filling bar (volume) */
            volume_at_fill: number | null;
            /** @description Volume of the session up to and with the filling bar (volume) */
            cumulative_volume_at_fill: number | null;
            /**
             * Format: date-time
             * @description Start of the first bar at the deepest point of a partial fill; null where the gap was filled, where nothing was traded back, and on 1d bars
             */
            partial_fill_time: string | null;
            /** @description From the start of the first bar to the start of that bar (seconds) */
            partial_fill_time_seconds: number | null;
            /** @description Volume of that bar (volume) */
            volume_at_partial_fill: number | null;
            /** @description Price came back to the previous close (the wider convention) */
            filled_to_prev_close: boolean | null;
            /** @description Largest move from the level in the direction of the gap, of the level (pct). up: (highest high - prev_high) / prev_high * 100 */
            max_run_pct: number | null;
            /** @description Close of the session (price) */
            close: number;
            /** @description up: close above open; down: close below open */
            closed_in_gap_direction: boolean;
            /** @description The data reach the end of the window */
            complete: boolean;
        };
        StatsGapTopFills: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window's word, or custom */
            time_window: string;
            /**
             * Format: date
             * @description First date of the range looked at; null where nothing is stored
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at; null where nothing is stored
             */
            end_date: string | null;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsGapTopFillsRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsGapTopFillsRow: {
            /** @description Canonical symbol */
            symbol: string;
            /**
             * Format: date
             * @description Date of the session that opened with a gap
             */
            date: string;
            /**
             * @description Weekday of the date
             * @enum {string}
             */
            weekday: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";
            /**
             * @description up: open above the previous high; down: open below the previous low
             * @enum {string}
             */
            direction: "up" | "down";
            /**
             * Format: date
             * @description Date of the previous weekday session, at most 7 calendar days back. null where that session lies before the plan's history
             */
            prev_date: string | null;
            /** @description High of the previous session (price). null where that session lies before the plan's history */
            prev_high: number | null;
            /** @description Low of the previous session (price). null where that session lies before the plan's history */
            prev_low: number | null;
            /** @description Close of the previous session (price). null where that session lies before the plan's history */
            prev_close: number | null;
            /** @description Open of the session (price) */
            open: number;
            /** @description Distance of the open from the level (price). up: open - prev_high; down: prev_low - open. null where that session lies before the plan's history */
            gap_size: number | null;
            /** @description Gap size in percent of the level (pct). gap_size / (prev_high | prev_low) * 100 */
            gap_pct: number;
            /** @description Open against the previous close, signed (pct). (open - prev_close) / prev_close * 100 */
            gap_from_close_pct: number;
            /** @description Price came back to the level before the cutoff; null where nothing was observed */
            filled: boolean | null;
            /** @description How much of the gap was filled, 0 to 100 (pct). up: clip((open - lowest low) / gap_size, 0, 1) * 100 */
            partial_fill_pct: number | null;
            /**
             * @description Bucket of partial_fill_pct; 100% means filled
             * @enum {string|null}
             */
            fill_bucket: "0%" | "1-25%" | "26-50%" | "51-75%" | "76-99%" | "100%" | null;
            /**
             * Format: date-time
             * @description Start of the bar that filled the gap; null on 1d bars
             */
            fill_time: string | null;
            /** @description From the start of the first bar to the start of the filling bar (seconds) */
            fill_time_seconds: number | null;
            /** @description Volume of the filling bar (volume) */
            volume_at_fill: number | null;
            /** @description Volume of the session up to and with the filling bar (volume) */
            cumulative_volume_at_fill: number | null;
            /**
             * Format: date-time
             * @description Start of the first bar at the deepest point of a partial fill; null where the gap was filled, where nothing was traded back, and on 1d bars
             */
            partial_fill_time: string | null;
            /** @description From the start of the first bar to the start of that bar (seconds) */
            partial_fill_time_seconds: number | null;
            /** @description Volume of that bar (volume) */
            volume_at_partial_fill: number | null;
            /** @description Price came back to the previous close (the wider convention) */
            filled_to_prev_close: boolean | null;
            /** @description Largest move from the level in the direction of the gap, of the level (pct). up: (highest high - prev_high) / prev_high * 100 */
            max_run_pct: number | null;
            /** @description Close of the session (price) */
            close: number;
            /** @description up: close above open; down: close below open */
            closed_in_gap_direction: boolean;
            /** @description The data reach the end of the window */
            complete: boolean;
        };
        StatsGapScreen: {
            /** @description The window's word, or custom */
            time_window: string;
            /** @default sample_size */
            sort_by: string;
            /**
             * @default desc
             * @enum {string}
             */
            order: "desc" | "asc";
            /** @default 0 */
            min_sample_size: number;
            /**
             * Format: date
             * @description Latest session that any of the figures rests on; null without rows
             */
            as_of: string | null;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsGapScreenRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsGapScreenRow: {
            /** @description Place in the order, from 1 (count) */
            rank: number;
            /** @description Canonical symbol */
            symbol: string;
            /**
             * @description Asset class of the symbol
             * @enum {string}
             */
            asset_class: "equity" | "etf" | "crypto";
            /** @description The figure named by sort_by, as the symbol's summary shows it */
            value: number;
            /** @description The count that the rates of the summary rest on (count) */
            sample_size: number;
            /**
             * Format: date
             * @description Latest session that the figure rests on: summaries follow ended days
             */
            as_of: string;
            /** @description Cases behind the figure; null where it is no rate (count) */
            n: number | null;
            /** @description Lower bound of its 95 % interval (Wilson); null where it is no rate (pct) */
            low: number | null;
            /** @description Upper bound; null where it is no rate (pct) */
            high: number | null;
        };
        StatsIb: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window's word, or custom */
            time_window: string;
            /**
             * Format: date
             * @description First date of the range looked at; null where nothing is stored
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at; null where nothing is stored
             */
            end_date: string | null;
            /** @description Minutes of the initial balance from the day's anchor; a whole multiple of the base interval */
            ib_minutes: number;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsIbRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsIbRow: {
            /** @description Canonical symbol */
            symbol: string;
            /**
             * Format: date
             * @description Date of the session
             */
            date: string;
            /**
             * @description Weekday of the date
             * @enum {string}
             */
            weekday: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";
            /** @description Length of the initial balance (minutes) */
            ib_minutes: number;
            /** @description Highest price of the initial balance (price) */
            ib_high: number | null;
            /** @description Lowest price of the initial balance (price) */
            ib_low: number | null;
            /** @description Height of the initial balance (price). ib_high - ib_low */
            ib_range: number | null;
            /** @description Height in percent of the session open (pct). ib_range / session_open * 100 */
            ib_range_pct: number | null;
            /** @description Bars in the initial balance; null until it is over (bars) */
            ib_bars: number | null;
            /** @description First price of the session (price) */
            session_open: number;
            /** @description Highest price of the session (price) */
            session_high: number;
            /** @description Lowest price of the session (price) */
            session_low: number;
            /** @description Last price of the session (price) */
            session_close: number;
            /** @description Some later bar traded above ib_high */
            broke_high: boolean | null;
            /** @description Some later bar traded below ib_low */
            broke_low: boolean | null;
            /**
             * @description Sides broken by the end of the session
             * @enum {string|null}
             */
            break_type: "up" | "down" | "both" | "none" | null;
            /**
             * @description Side broken first; null where none was, or one bar broke both
             * @enum {string|null}
             */
            first_direction: "up" | "down" | null;
            /**
             * Format: date-time
             * @description Start of the first bar that broke a side; null where none did
             */
            first_break_time: string | null;
            /** @description From the day's anchor to the start of that bar (minutes) */
            minutes_to_first_break: number | null;
            /** @description Move above it in multiples of its height, 0 if none; null at no height (ratio). max(0, highest later high - ib_high) / ib_range */
            extension_up_x: number | null;
            /** @description Move below it in multiples of its height, 0 if none; null at no height (ratio). max(0, ib_low - lowest later low) / ib_range */
            extension_down_x: number | null;
            /** @description The larger of the two extensions (ratio) */
            extension_x: number | null;
            /** @description Where the session closes: 0 at ib_low, 1 at ib_high; null at no height (ratio). (session_close - ib_low) / ib_range */
            close_location: number | null;
            /**
             * @description below ib_low, above ib_high, or inside, the levels included
             * @enum {string|null}
             */
            close_place: "below" | "inside" | "above" | null;
            /** @description The data reach the end of the window */
            complete: boolean;
        };
        StatsIbSummary: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window asked for, or custom */
            time_window: string;
            /** @description The count that the rates of the summary rest on (count) */
            sample_size: number;
            confidence: {
                [key: string]: {
                    /** @description Cases behind the rate with this dotted path (count) */
                    n?: number;
                    /** @description Lower bound of the Wilson 95 % interval; null at n = 0 (pct) */
                    low?: number | null;
                    /** @description Upper bound of the Wilson 95 % interval; null at n = 0 (pct) */
                    high?: number | null;
                } | null;
            } | null;
            /** @description Length of the initial balance (minutes) */
            ib_minutes: number;
            /** @description Complete sessions (sessions) */
            total_days: number;
            /** @description Complete sessions without a bar in the initial balance (sessions) */
            no_range_days: number;
            outcomes: {
                /** @description Sessions with a range (sessions) */
                count?: number;
                /** @description Sessions with a range that broke the high alone (sessions) */
                only_up?: number;
                /** @description Sessions with a range that broke the high alone (pct) */
                only_up_pct?: number | null;
                /** @description Sessions with a range that broke the low alone (sessions) */
                only_down?: number;
                /** @description Sessions with a range that broke the low alone (pct) */
                only_down_pct?: number | null;
                /** @description Sessions with a range that broke both sides (sessions) */
                both?: number;
                /** @description Sessions with a range that broke both sides (pct) */
                both_pct?: number | null;
                /** @description Sessions with a range that broke neither side (sessions) */
                neither?: number;
                /** @description Sessions with a range that broke neither side (pct) */
                neither_pct?: number | null;
            } | null;
            outcomes_by_weekday: {
                [key: string]: {
                    /** @description Sessions with a range on this weekday (sessions) */
                    count?: number;
                    /** @description Sessions with a range on this weekday that broke the high alone (sessions) */
                    only_up?: number;
                    /** @description Sessions with a range on this weekday that broke the high alone (pct) */
                    only_up_pct?: number | null;
                    /** @description Sessions with a range on this weekday that broke the low alone (sessions) */
                    only_down?: number;
                    /** @description Sessions with a range on this weekday that broke the low alone (pct) */
                    only_down_pct?: number | null;
                    /** @description Sessions with a range on this weekday that broke both sides (sessions) */
                    both?: number;
                    /** @description Sessions with a range on this weekday that broke both sides (pct) */
                    both_pct?: number | null;
                    /** @description Sessions with a range on this weekday that broke neither side (sessions) */
                    neither?: number;
                    /** @description Sessions with a range on this weekday that broke neither side (pct) */
                    neither_pct?: number | null;
                } | null;
            } | null;
            outcomes_by_size: {
                [key: string]: {
                    /** @description Sessions with a range of this height in percent (sessions) */
                    count?: number;
                    /** @description Sessions with a range of this height in percent that broke the high alone (sessions) */
                    only_up?: number;
                    /** @description Sessions with a range of this height in percent that broke the high alone (pct) */
                    only_up_pct?: number | null;
                    /** @description Sessions with a range of this height in percent that broke the low alone (sessions) */
                    only_down?: number;
                    /** @description Sessions with a range of this height in percent that broke the low alone (pct) */
                    only_down_pct?: number | null;
                    /** @description Sessions with a range of this height in percent that broke both sides (sessions) */
                    both?: number;
                    /** @description Sessions with a range of this height in percent that broke both sides (pct) */
                    both_pct?: number | null;
                    /** @description Sessions with a range of this height in percent that broke neither side (sessions) */
                    neither?: number;
                    /** @description Sessions with a range of this height in percent that broke neither side (pct) */
                    neither_pct?: number | null;
                } | null;
            } | null;
            /** @description Of the sessions with a side broken first, those that broke the high first (pct) */
            first_up_pct: number | null;
            /** @description Of the sessions that broke the high first, those that broke the low as well (pct) */
            both_after_up_pct: number | null;
            /** @description Of the sessions that broke the low first, those that broke the high as well (pct) */
            both_after_down_pct: number | null;
            /** @description Sessions that broke the high alone and closed above the balance (pct) */
            held_up_pct: number | null;
            /** @description Sessions that broke the low alone and closed below the balance (pct) */
            held_down_pct: number | null;
            /** @description Sessions that closed above the balance (pct) */
            close_above_pct: number | null;
            /** @description Sessions that closed inside the balance (pct) */
            close_inside_pct: number | null;
            /** @description Sessions that closed below the balance (pct) */
            close_below_pct: number | null;
            /** @description Mean minutes from the anchor to the first break (minutes) */
            avg_minutes_to_first_break: number | null;
            /** @description Median minutes from the anchor to the first break (minutes) */
            median_minutes_to_first_break: number | null;
            /** @description Mean extension above, over the sessions that broke the high (ratio) */
            avg_extension_up_x: number | null;
            /** @description Mean extension below, over the sessions that broke the low (ratio) */
            avg_extension_down_x: number | null;
            /** @description Mean height of the balance in percent (pct) */
            avg_ib_range_pct: number | null;
            /** @description Median height of the balance in percent (pct) */
            median_ib_range_pct: number | null;
            metadata: components["schemas"]["Metadata"];
        };
        StatsIbTop: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window's word, or custom */
            time_window: string;
            /**
             * Format: date
             * @description First date of the range looked at; null where nothing is stored
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at; null where nothing is stored
             */
            end_date: string | null;
            /** @description Minutes of the initial balance from the day's anchor; a whole multiple of the base interval */
            ib_minutes: number;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsIbTopRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsIbTopRow: {
            /** @description Canonical symbol */
            symbol: string;
            /**
             * Format: date
             * @description Date of the session
             */
            date: string;
            /**
             * @description Weekday of the date
             * @enum {string}
             */
            weekday: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";
            /** @description Length of the initial balance (minutes) */
            ib_minutes: number;
            /** @description Highest price of the initial balance (price) */
            ib_high: number | null;
            /** @description Lowest price of the initial balance (price) */
            ib_low: number | null;
            /** @description Height of the initial balance (price). ib_high - ib_low */
            ib_range: number | null;
            /** @description Height in percent of the session open (pct). ib_range / session_open * 100 */
            ib_range_pct: number | null;
            /** @description Bars in the initial balance; null until it is over (bars) */
            ib_bars: number | null;
            /** @description First price of the session (price) */
            session_open: number;
            /** @description Highest price of the session (price) */
            session_high: number;
            /** @description Lowest price of the session (price) */
            session_low: number;
            /** @description Last price of the session (price) */
            session_close: number;
            /** @description Some later bar traded above ib_high */
            broke_high: boolean | null;
            /** @description Some later bar traded below ib_low */
            broke_low: boolean | null;
            /**
             * @description Sides broken by the end of the session
             * @enum {string|null}
             */
            break_type: "up" | "down" | "both" | "none" | null;
            /**
             * @description Side broken first; null where none was, or one bar broke both
             * @enum {string|null}
             */
            first_direction: "up" | "down" | null;
            /**
             * Format: date-time
             * @description Start of the first bar that broke a side; null where none did
             */
            first_break_time: string | null;
            /** @description From the day's anchor to the start of that bar (minutes) */
            minutes_to_first_break: number | null;
            /** @description Move above it in multiples of its height, 0 if none; null at no height (ratio). max(0, highest later high - ib_high) / ib_range */
            extension_up_x: number | null;
            /** @description Move below it in multiples of its height, 0 if none; null at no height (ratio). max(0, ib_low - lowest later low) / ib_range */
            extension_down_x: number | null;
            /** @description The larger of the two extensions (ratio) */
            extension_x: number | null;
            /** @description Where the session closes: 0 at ib_low, 1 at ib_high; null at no height (ratio). (session_close - ib_low) / ib_range */
            close_location: number | null;
            /**
             * @description below ib_low, above ib_high, or inside, the levels included
             * @enum {string|null}
             */
            close_place: "below" | "inside" | "above" | null;
            /** @description The data reach the end of the window */
            complete: boolean;
        };
        StatsIbScreen: {
            /** @description The window's word, or custom */
            time_window: string;
            /** @default sample_size */
            sort_by: string;
            /**
             * @default desc
             * @enum {string}
             */
            order: "desc" | "asc";
            /** @default 0 */
            min_sample_size: number;
            /** @description Minutes of the initial balance from the day's anchor; a whole multiple of the base interval */
            ib_minutes: number;
            /**
             * Format: date
             * @description Latest session that any of the figures rests on; null without rows
             */
            as_of: string | null;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsIbScreenRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsIbScreenRow: {
            /** @description Place in the order, from 1 (count) */
            rank: number;
            /** @description Canonical symbol */
            symbol: string;
            /**
             * @description Asset class of the symbol
             * @enum {string}
             */
            asset_class: "equity" | "etf" | "crypto";
            /** @description The figure named by sort_by, as the symbol's summary shows it */
            value: number;
            /** @description The count that the rates of the summary rest on (count) */
            sample_size: number;
            /**
             * Format: date
             * @description Latest session that the figure rests on: summaries follow ended days
             */
            as_of: string;
            /** @description Cases behind the figure; null where it is no rate (count) */
            n: number | null;
            /** @description Lower bound of its 95 % interval (Wilson); null where it is no rate (pct) */
            low: number | null;
            /** @description Upper bound; null where it is no rate (pct) */
            high: number | null;
        };
        StatsInsideday: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window's word, or custom */
            time_window: string;
            /**
             * Format: date
             * @description First date of the range looked at; null where nothing is stored
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at; null where nothing is stored
             */
            end_date: string | null;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsInsidedayRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsInsidedayRow: {
            /** @description Canonical symbol */
            symbol: string;
            /**
             * Format: date
             * @description Date of a session that has one before it
             */
            date: string;
            /**
             * @description Weekday of the date
             * @enum {string}
             */
            weekday: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";
            /**
             * Format: date
             * @description Date of the previous session, at most 7 calendar days back. null where that session lies before the plan's history
             */
            prev_date: string | null;
            /** @description Highest price of the previous session (price). null where that session lies before the plan's history */
            prev_high: number | null;
            /** @description Lowest price of the previous session (price). null where that session lies before the plan's history */
            prev_low: number | null;
            /** @description First price of the session (price) */
            open: number;
            /** @description Highest price of the session (price) */
            high: number;
            /** @description Lowest price of the session (price) */
            low: number;
            /** @description Last price of the session (price) */
            close: number;
            /**
             * @description inside: beyond neither level; outside: beyond both; higher, lower: beyond that one alone
             * @enum {string}
             */
            day_type: "inside" | "outside" | "higher" | "lower";
            /** @description Range in multiples of the previous one; null where that one has no height (ratio). (high - low) / (prev_high - prev_low) */
            range_vs_prev_x: number | null;
            /** @description The session closed above prev_high */
            closed_above: boolean;
            /** @description The session closed below prev_low */
            closed_below: boolean;
            /** @description The data reach the end of the window */
            complete: boolean;
        };
        StatsInsidedaySummary: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window asked for, or custom */
            time_window: string;
            /** @description The count that the rates of the summary rest on (count) */
            sample_size: number;
            confidence: {
                [key: string]: {
                    /** @description Cases behind the rate with this dotted path (count) */
                    n?: number;
                    /** @description Lower bound of the Wilson 95 % interval; null at n = 0 (pct) */
                    low?: number | null;
                    /** @description Upper bound of the Wilson 95 % interval; null at n = 0 (pct) */
                    high?: number | null;
                } | null;
            } | null;
            /** @description Complete sessions with a previous one (sessions) */
            total_days: number;
            days: {
                /** @description sessions with a previous one (sessions) */
                count?: number;
                /** @description Of the sessions with a previous one, those of the type inside (pct) */
                inside_pct?: number | null;
                /** @description Of the sessions with a previous one, those of the type outside (pct) */
                outside_pct?: number | null;
                /** @description Of the sessions with a previous one, those of the type higher (pct) */
                higher_pct?: number | null;
                /** @description Of the sessions with a previous one, those of the type lower (pct) */
                lower_pct?: number | null;
            } | null;
            /** @description Inside days that closed above their open (pct) */
            inside_closed_up_pct: number | null;
            /** @description Outside days that closed above the previous high (pct) */
            outside_closed_above_pct: number | null;
            /** @description Outside days that closed below the previous low (pct) */
            outside_closed_below_pct: number | null;
            /** @description Mean range in multiples of the previous one (ratio) */
            avg_range_vs_prev_x: number | null;
            /** @description Median range in multiples of the previous one (ratio) */
            median_range_vs_prev_x: number | null;
            weekday_breakdown: {
                [key: string]: {
                    /** @description sessions on this weekday (sessions) */
                    count?: number;
                    /** @description Of the sessions on this weekday, those of the type inside (pct) */
                    inside_pct?: number | null;
                    /** @description Of the sessions on this weekday, those of the type outside (pct) */
                    outside_pct?: number | null;
                    /** @description Of the sessions on this weekday, those of the type higher (pct) */
                    higher_pct?: number | null;
                    /** @description Of the sessions on this weekday, those of the type lower (pct) */
                    lower_pct?: number | null;
                } | null;
            } | null;
            after: {
                [key: string]: {
                    /** @description sessions that follow one of this type in the range (sessions) */
                    count?: number;
                    /** @description Of the sessions that follow one of this type in the range, those of the type inside (pct) */
                    inside_pct?: number | null;
                    /** @description Of the sessions that follow one of this type in the range, those of the type outside (pct) */
                    outside_pct?: number | null;
                    /** @description Of the sessions that follow one of this type in the range, those of the type higher (pct) */
                    higher_pct?: number | null;
                    /** @description Of the sessions that follow one of this type in the range, those of the type lower (pct) */
                    lower_pct?: number | null;
                } | null;
            } | null;
            metadata: components["schemas"]["Metadata"];
        };
        StatsInsidedayTop: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window's word, or custom */
            time_window: string;
            /**
             * Format: date
             * @description First date of the range looked at; null where nothing is stored
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at; null where nothing is stored
             */
            end_date: string | null;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsInsidedayTopRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsInsidedayTopRow: {
            /** @description Canonical symbol */
            symbol: string;
            /**
             * Format: date
             * @description Date of a session that has one before it
             */
            date: string;
            /**
             * @description Weekday of the date
             * @enum {string}
             */
            weekday: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";
            /**
             * Format: date
             * @description Date of the previous session, at most 7 calendar days back. null where that session lies before the plan's history
             */
            prev_date: string | null;
            /** @description Highest price of the previous session (price). null where that session lies before the plan's history */
            prev_high: number | null;
            /** @description Lowest price of the previous session (price). null where that session lies before the plan's history */
            prev_low: number | null;
            /** @description First price of the session (price) */
            open: number;
            /** @description Highest price of the session (price) */
            high: number;
            /** @description Lowest price of the session (price) */
            low: number;
            /** @description Last price of the session (price) */
            close: number;
            /**
             * @description inside: beyond neither level; outside: beyond both; higher, lower: beyond that one alone
             * @enum {string}
             */
            day_type: "inside" | "outside" | "higher" | "lower";
            /** @description Range in multiples of the previous one; null where that one has no height (ratio). (high - low) / (prev_high - prev_low) */
            range_vs_prev_x: number | null;
            /** @description The session closed above prev_high */
            closed_above: boolean;
            /** @description The session closed below prev_low */
            closed_below: boolean;
            /** @description The data reach the end of the window */
            complete: boolean;
        };
        StatsInsidedayScreen: {
            /** @description The window's word, or custom */
            time_window: string;
            /** @default sample_size */
            sort_by: string;
            /**
             * @default desc
             * @enum {string}
             */
            order: "desc" | "asc";
            /** @default 0 */
            min_sample_size: number;
            /**
             * Format: date
             * @description Latest session that any of the figures rests on; null without rows
             */
            as_of: string | null;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsInsidedayScreenRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsInsidedayScreenRow: {
            /** @description Place in the order, from 1 (count) */
            rank: number;
            /** @description Canonical symbol */
            symbol: string;
            /**
             * @description Asset class of the symbol
             * @enum {string}
             */
            asset_class: "equity" | "etf" | "crypto";
            /** @description The figure named by sort_by, as the symbol's summary shows it */
            value: number;
            /** @description The count that the rates of the summary rest on (count) */
            sample_size: number;
            /**
             * Format: date
             * @description Latest session that the figure rests on: summaries follow ended days
             */
            as_of: string;
            /** @description Cases behind the figure; null where it is no rate (count) */
            n: number | null;
            /** @description Lower bound of its 95 % interval (Wilson); null where it is no rate (pct) */
            low: number | null;
            /** @description Upper bound; null where it is no rate (pct) */
            high: number | null;
        };
        StatsIntraday: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window's word, or custom */
            time_window: string;
            /**
             * Format: date
             * @description First date of the range looked at; null where nothing is stored
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at; null where nothing is stored
             */
            end_date: string | null;
            /**
             * @description Length of a bucket in minutes: 5, 10, 15, 30 or 60, a whole multiple of the base interval
             * @enum {integer}
             */
            bucket_minutes: 5 | 10 | 15 | 30 | 60;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsIntradayRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsIntradayRow: {
            /** @description Minutes from the start of the day, such as 0-30 */
            bucket: string;
            /** @description Start of the bucket in minutes from the start of the day (minutes) */
            bucket_start: number;
            /** @description UTC time of day at which the bucket starts on most days; of equal ones the earlier */
            utc_time: string;
            /** @description Sessions with a bar in the bucket (sessions) */
            sessions: number;
            /** @description Mean return from open to close of the bucket (pct) */
            avg_return_pct: number;
            /** @description Median return (pct) */
            median_return_pct: number;
            /** @description Share of the sessions whose bucket closed above its open (pct) */
            green_pct: number;
            /** @description Mean size of the return (pct) */
            avg_abs_return_pct: number;
            /** @description Mean range of the bucket in percent of its open (pct) */
            avg_range_pct: number;
            /** @description Mean volume, of the sessions with a bar in the bucket (volume) */
            avg_volume: number;
            /** @description Mean share of the session's volume, over sessions with any (pct) */
            volume_share_pct: number | null;
            /** @description Mean share of the session's range added here, over sessions with a range (pct) */
            range_share_pct: number | null;
            /** @description Share of all sessions that first reach their high here (pct) */
            high_of_day_pct: number;
            /** @description Share of all sessions that first reach their low here (pct) */
            low_of_day_pct: number;
        };
        StatsIntradaySummary: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window asked for, or custom */
            time_window: string;
            /** @description The count that the rates of the summary rest on (count) */
            sample_size: number;
            confidence: {
                [key: string]: {
                    /** @description Cases behind the rate with this dotted path (count) */
                    n?: number;
                    /** @description Lower bound of the Wilson 95 % interval; null at n = 0 (pct) */
                    low?: number | null;
                    /** @description Upper bound of the Wilson 95 % interval; null at n = 0 (pct) */
                    high?: number | null;
                } | null;
            } | null;
            /** @description Length of a bucket (minutes) */
            bucket_minutes: number;
            best_bucket: {
                /** @description Bucket with the highest median return, in minutes from the start of the day */
                bucket?: string;
                /** @description Start of the bucket in minutes from the start of the day (minutes) */
                bucket_start?: number;
                /** @description UTC time of day at which it starts on most days */
                utc_time?: string;
                /** @description Median return (pct) */
                median_return_pct?: number;
            } | null;
            worst_bucket: {
                /** @description Bucket with the lowest median return, in minutes from the start of the day */
                bucket?: string;
                /** @description Start of the bucket in minutes from the start of the day (minutes) */
                bucket_start?: number;
                /** @description UTC time of day at which it starts on most days */
                utc_time?: string;
                /** @description Median return (pct) */
                median_return_pct?: number;
            } | null;
            busiest_bucket: {
                /** @description Bucket with the highest mean volume, in minutes from the start of the day */
                bucket?: string;
                /** @description Start of the bucket in minutes from the start of the day (minutes) */
                bucket_start?: number;
                /** @description UTC time of day at which it starts on most days */
                utc_time?: string;
                /** @description Mean volume, of the sessions with a bar in the bucket (volume) */
                avg_volume?: number;
            } | null;
            most_frequent_high_bucket: {
                /** @description Bucket with the high of the day most often, in minutes from the start of the day */
                bucket?: string;
                /** @description Start of the bucket in minutes from the start of the day (minutes) */
                bucket_start?: number;
                /** @description UTC time of day at which it starts on most days */
                utc_time?: string;
                /** @description Share of all sessions that first reach their high here (pct) */
                high_of_day_pct?: number;
            } | null;
            most_frequent_low_bucket: {
                /** @description Bucket with the low of the day most often, in minutes from the start of the day */
                bucket?: string;
                /** @description Start of the bucket in minutes from the start of the day (minutes) */
                bucket_start?: number;
                /** @description UTC time of day at which it starts on most days */
                utc_time?: string;
                /** @description Share of all sessions that first reach their low here (pct) */
                low_of_day_pct?: number;
            } | null;
            /** @description Sessions that closed in the direction of their first bucket, of those whose first bucket has one (pct) */
            first_bucket_continuation_rate_pct: number | null;
            /** @description Sessions whose last bucket had the direction of the session, of those whose last bucket has one (pct) */
            last_bucket_continuation_rate_pct: number | null;
            metadata: components["schemas"]["Metadata"];
        };
        StatsIntradayTop: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window's word, or custom */
            time_window: string;
            /**
             * Format: date
             * @description First date of the range looked at; null where nothing is stored
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at; null where nothing is stored
             */
            end_date: string | null;
            /**
             * @description Length of a bucket in minutes: 5, 10, 15, 30 or 60, a whole multiple of the base interval
             * @enum {integer}
             */
            bucket_minutes: 5 | 10 | 15 | 30 | 60;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsIntradayTopRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsIntradayTopRow: {
            /** @description Canonical symbol */
            symbol: string;
            /**
             * Format: date
             * @description Date of the session
             */
            date: string;
            /**
             * @description Weekday of the date
             * @enum {string}
             */
            weekday: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";
            /** @description Minutes from the start of the day, such as 0-30 */
            bucket: string;
            /** @description Start of the bucket in minutes from the start of the day (minutes) */
            bucket_start: number;
            /** @description UTC time of day at which the bucket starts */
            utc_time: string;
            /** @description First price of the bucket (price) */
            open: number;
            /** @description Highest price (price) */
            high: number;
            /** @description Lowest price (price) */
            low: number;
            /** @description Last price (price) */
            close: number;
            /** @description From open to close of the bucket (pct). (close - open) / open * 100 */
            return_pct: number;
            /** @description Range of the bucket in percent of its open (pct). (high - low) / open * 100 */
            range_pct: number;
            /** @description Sum of the bars' volumes (volume) */
            volume: number;
        };
        StatsIntradayScreen: {
            /** @description The window's word, or custom */
            time_window: string;
            /** @default sample_size */
            sort_by: string;
            /**
             * @default desc
             * @enum {string}
             */
            order: "desc" | "asc";
            /** @default 0 */
            min_sample_size: number;
            /**
             * @description Length of a bucket in minutes: 5, 10, 15, 30 or 60, a whole multiple of the base interval
             * @enum {integer}
             */
            bucket_minutes: 5 | 10 | 15 | 30 | 60;
            /**
             * Format: date
             * @description Latest session that any of the figures rests on; null without rows
             */
            as_of: string | null;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsIntradayScreenRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsIntradayScreenRow: {
            /** @description Place in the order, from 1 (count) */
            rank: number;
            /** @description Canonical symbol */
            symbol: string;
            /**
             * @description Asset class of the symbol
             * @enum {string}
             */
            asset_class: "equity" | "etf" | "crypto";
            /** @description The figure named by sort_by, as the symbol's summary shows it */
            value: number;
            /** @description The count that the rates of the summary rest on (count) */
            sample_size: number;
            /**
             * Format: date
             * @description Latest session that the figure rests on: summaries follow ended days
             */
            as_of: string;
            /** @description Cases behind the figure; null where it is no rate (count) */
            n: number | null;
            /** @description Lower bound of its 95 % interval (Wilson); null where it is no rate (pct) */
            low: number | null;
            /** @description Upper bound; null where it is no rate (pct) */
            high: number | null;
        };
        StatsNewsReactions: {
            /** @description Canonical symbol */
            symbol: string;
            /**
             * @description sentiment: news of equities and ETFs; sentiment_crypto: news of crypto pairs. Never mixed.
             * @enum {string}
             */
            event_source: "sentiment" | "sentiment_crypto";
            /** @description The window's word, or custom */
            time_window: string;
            /** @description Windows after the news, in order */
            reaction_windows: string[];
            /** @description Rows of this answer */
            count: number;
            events: components["schemas"]["StatsNewsReactionsRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsNewsReactionsRow: {
            /** @description Identity of the news within its symbol and source */
            news_id: string;
            /**
             * @description sentiment: equities and ETFs; sentiment_crypto: crypto pairs
             * @enum {string}
             */
            event_source: "sentiment" | "sentiment_crypto";
            /**
             * @description Table of the store that holds the news
             * @enum {string}
             */
            source_table: "events_sentiment" | "events_sentiment_crypto";
            /**
             * @description Asset class the news was classified for
             * @enum {string}
             */
            asset_class: "equity" | "etf" | "crypto";
            /**
             * Format: date-time
             * @description When the news came out
             */
            event_timestamp: string;
            /** @description Title */
            title: string;
            /** @description Headline; the title where the source has none besides it */
            headline: string;
            /**
             * @description Classified sentiment
             * @enum {string}
             */
            direction: "negative" | "neutral" | "positive";
            /** @description Classified impact, 0 to 1 (score) */
            impact_score: number;
            /** @description Who published it */
            provider: string | null;
            /** @description Where it stands */
            url: string | null;
            /** @description Move from the baseline, one object for each of 5m, 15m, 30m, 60m and eod. {window: {return_pct, direction, absolute_move_pct}}; return_pct = (price - baseline) / baseline * 100; direction up, down or flat (|return_pct| < 0.01); all three null where the window has no price */
            reactions: {
                [key: string]: Record<string, unknown>;
            };
            /**
             * @description Classified sentiment against the direction of the 60m reaction
             * @enum {string}
             */
            reaction_alignment: "aligned_positive" | "bearish_divergence" | "aligned_negative" | "bullish_absorption" | "neutral_or_unclear";
            /** @description Agreement of sentiment and 60m reaction, -1 to 1 (score). s * clamp(return_pct_60m / ref, -1, 1); s = -1 | 1; ref = 1 (equity, ETF) or 2 (crypto); null if neutral */
            sentiment_reaction_alignment_score: number | null;
            /** @description Size of the 60m reaction against the classified impact, 0 to 1 (score). clamp(|return_pct_60m| / (ref * max(impact_score, 0.1)), 0, 1) */
            impact_realization_score: number | null;
            /** @description Impact that the market went against, 0 to 1 (score). impact_score * max(0, -sentiment_reaction_alignment_score) */
            absorption_score: number | null;
            /** @description The data reach beyond the news' date and every window: the reactions are final */
            complete: boolean;
        };
        StatsNewsReactionsSummary: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window asked for, or custom */
            time_window: string;
            /** @description The count that the rates of the summary rest on (count) */
            sample_size: number;
            confidence: {
                [key: string]: {
                    /** @description Cases behind the rate with this dotted path (count) */
                    n?: number;
                    /** @description Lower bound of the Wilson 95 % interval; null at n = 0 (pct) */
                    low?: number | null;
                    /** @description Upper bound of the Wilson 95 % interval; null at n = 0 (pct) */
                    high?: number | null;
                } | null;
            } | null;
            /**
             * @description The source asked for
             * @enum {string}
             */
            event_source: "sentiment" | "sentiment_crypto";
            summary: {
                /** @description News of the range that pass the filters (count) */
                total_news_events?: number;
                /** @description Mean classified impact (score) */
                average_impact_score?: number | null;
                /**
                 * @description The most frequent sentiment; neutral on a tie, null without news
                 * @enum {string|null}
                 */
                dominant_sentiment?: "negative" | "neutral" | "positive" | null;
                /** @description Mean 5m return (pct) */
                average_return_5m?: number | null;
                /** @description Mean 15m return (pct) */
                average_return_15m?: number | null;
                /** @description Mean 30m return (pct) */
                average_return_30m?: number | null;
                /** @description Mean 60m return (pct) */
                average_return_60m?: number | null;
                /** @description Mean eod return (pct) */
                average_return_eod?: number | null;
                /** @description aligned_positive and aligned_negative (count) */
                aligned_count?: number;
                /** @description bearish_divergence and bullish_absorption (count) */
                divergence_count?: number;
                /** @description Negative news that price rose on (count) */
                bullish_absorption_count?: number;
                /** @description Positive news that price fell on (count) */
                bearish_divergence_count?: number;
                /** @description neutral_or_unclear (count) */
                unclear_count?: number;
                /** @description Mean of sentiment_reaction_alignment_score (score) */
                average_alignment_score?: number | null;
                /** @description Mean of impact_realization_score (score) */
                average_impact_realization_score?: number | null;
                by_direction?: {
                    [key: string]: {
                        /** @description News with this sentiment (count) */
                        count?: number;
                        /** @description Mean 60m return of the news with this sentiment (pct) */
                        average_return_60m?: number | null;
                    } | null;
                } | null;
            } | null;
            metadata: components["schemas"]["Metadata"];
        };
        StatsOdc: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window's word, or custom */
            time_window: string;
            /**
             * Format: date
             * @description First date of the range looked at; null where nothing is stored
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at; null where nothing is stored
             */
            end_date: string | null;
            /** @description Minutes of the opening candle from the day's anchor; a whole multiple of the base interval */
            candle_minutes: number;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsOdcRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsOdcRow: {
            /** @description Canonical symbol */
            symbol: string;
            /**
             * Format: date
             * @description Date of the session
             */
            date: string;
            /**
             * @description Weekday of the date
             * @enum {string}
             */
            weekday: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";
            /** @description First price of the opening candle (price) */
            candle_open: number | null;
            /** @description Highest price of the opening candle (price) */
            candle_high: number | null;
            /** @description Lowest price of the opening candle (price) */
            candle_low: number | null;
            /** @description Last price of the opening candle (price) */
            candle_close: number | null;
            /**
             * @description Close against open of the candle; doji: equal
             * @enum {string|null}
             */
            candle_direction: "green" | "red" | "doji" | null;
            /** @description Size of the body in percent of the open (pct). |candle_close - candle_open| / candle_open * 100 */
            candle_body_pct: number | null;
            /** @description Range of the candle in percent of its open (pct). (candle_high - candle_low) / candle_open * 100 */
            candle_range_pct: number | null;
            /** @description Where in its range the candle closed: 0 low, 1 high; null without a range (ratio). (candle_close - candle_low) / (candle_high - candle_low) */
            candle_close_location: number | null;
            /** @description First price of the day (price) */
            session_open: number | null;
            /** @description Last price of the day (price) */
            session_close: number | null;
            /** @description From open to close of the day (pct). (session_close - session_open) / session_open * 100 */
            session_return_pct: number | null;
            /**
             * @description Close against open of the day
             * @enum {string|null}
             */
            session_direction: "green" | "red" | "doji" | null;
            /** @description The day took the direction of the candle; null for a doji candle */
            continuation: boolean | null;
            /** @description From the close of the candle to the close of the day (pct). (session_close - candle_close) / candle_close * 100 */
            rest_return_pct: number | null;
            /** @description A later high was above the high of the candle */
            broke_candle_high: boolean | null;
            /** @description A later low was below the low of the candle */
            broke_candle_low: boolean | null;
            /**
             * @description Which ends of the candle were broken later
             * @enum {string|null}
             */
            break_type: "up" | "down" | "both" | "none" | null;
            /** @description The high of the day was first reached in the candle */
            high_in_candle: boolean | null;
            /** @description The low of the day was first reached in the candle */
            low_in_candle: boolean | null;
            /** @description How far the day went above the candle, in ranges of the candle (ratio). (high - candle_high) / (candle_high - candle_low) */
            max_extension_up_x: number | null;
            /** @description How far the day went below the candle, in ranges of the candle (ratio). (candle_low - low) / (candle_high - candle_low) */
            max_extension_down_x: number | null;
            /** @description The range strictly holds that of the day before; null without one */
            outside_period: boolean | null;
            /** @description The candle's volume over the mean of the same minutes in the previous 14 sessions (ratio). volume / mean(volume of those of the 14 that have bars there); null below 3 */
            volume_ratio: number | null;
            /** @description The data reach the end of the window */
            complete: boolean;
        };
        StatsOdcSummary: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window asked for, or custom */
            time_window: string;
            /** @description The count that the rates of the summary rest on (count) */
            sample_size: number;
            confidence: {
                [key: string]: {
                    /** @description Cases behind the rate with this dotted path (count) */
                    n?: number;
                    /** @description Lower bound of the Wilson 95 % interval; null at n = 0 (pct) */
                    low?: number | null;
                    /** @description Upper bound of the Wilson 95 % interval; null at n = 0 (pct) */
                    high?: number | null;
                } | null;
            } | null;
            /** @description Length of the opening candle (minutes) */
            candle_minutes: number;
            /** @description Complete sessions (sessions) */
            total_days: number;
            /** @description Opening candles that closed above their open (count) */
            green_candles: number;
            /** @description Opening candles that closed below their open (count) */
            red_candles: number;
            /** @description Opening candles that closed at their open (count) */
            doji_candles: number;
            /** @description Of the green candles, those with a green day (pct) */
            green_given_green_pct: number | null;
            /** @description Of the red candles, those with a red day (pct) */
            red_given_red_pct: number | null;
            /** @description Of the green and red candles, those whose day took their direction (pct) */
            continuation_rate_pct: number | null;
            /** @description Mean session_return_pct of a day with a green candle (pct) */
            avg_return_given_green_pct: number | null;
            /** @description Mean session_return_pct of a day with a red candle (pct) */
            avg_return_given_red_pct: number | null;
            /** @description Mean rest_return_pct after a green candle (pct) */
            avg_rest_return_given_green_pct: number | null;
            /** @description Mean rest_return_pct after a red candle (pct) */
            avg_rest_return_given_red_pct: number | null;
            /** @description Share with the high of the day in the candle (pct) */
            high_in_candle_pct: number | null;
            /** @description Share with the low of the day in the candle (pct) */
            low_in_candle_pct: number | null;
            break_type_distribution: {
                [key: string]: number;
            } | null;
            /** @description Share of outside_period among those that have a day before (pct) */
            outside_rate_pct: number | null;
            /** @description Complete sessions without a bar in the candle (sessions) */
            no_candle_days: number;
            weekday_breakdown: {
                [key: string]: {
                    /** @description Sessions with an opening candle on this weekday (sessions) */
                    count?: number;
                    /** @description Of their green and red candles, those that continued (pct) */
                    continuation_rate_pct?: number | null;
                } | null;
            } | null;
            metadata: components["schemas"]["Metadata"];
        };
        StatsOdcTop: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window's word, or custom */
            time_window: string;
            /**
             * Format: date
             * @description First date of the range looked at; null where nothing is stored
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at; null where nothing is stored
             */
            end_date: string | null;
            /** @description Minutes of the opening candle from the day's anchor; a whole multiple of the base interval */
            candle_minutes: number;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsOdcTopRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsOdcTopRow: {
            /** @description Canonical symbol */
            symbol: string;
            /**
             * Format: date
             * @description Date of the session
             */
            date: string;
            /**
             * @description Weekday of the date
             * @enum {string}
             */
            weekday: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";
            /** @description First price of the opening candle (price) */
            candle_open: number | null;
            /** @description Highest price of the opening candle (price) */
            candle_high: number | null;
            /** @description Lowest price of the opening candle (price) */
            candle_low: number | null;
            /** @description Last price of the opening candle (price) */
            candle_close: number | null;
            /**
             * @description Close against open of the candle; doji: equal
             * @enum {string|null}
             */
            candle_direction: "green" | "red" | "doji" | null;
            /** @description Size of the body in percent of the open (pct). |candle_close - candle_open| / candle_open * 100 */
            candle_body_pct: number | null;
            /** @description Range of the candle in percent of its open (pct). (candle_high - candle_low) / candle_open * 100 */
            candle_range_pct: number | null;
            /** @description Where in its range the candle closed: 0 low, 1 high; null without a range (ratio). (candle_close - candle_low) / (candle_high - candle_low) */
            candle_close_location: number | null;
            /** @description First price of the day (price) */
            session_open: number | null;
            /** @description Last price of the day (price) */
            session_close: number | null;
            /** @description From open to close of the day (pct). (session_close - session_open) / session_open * 100 */
            session_return_pct: number | null;
            /**
             * @description Close against open of the day
             * @enum {string|null}
             */
            session_direction: "green" | "red" | "doji" | null;
            /** @description The day took the direction of the candle; null for a doji candle */
            continuation: boolean | null;
            /** @description From the close of the candle to the close of the day (pct). (session_close - candle_close) / candle_close * 100 */
            rest_return_pct: number | null;
            /** @description A later high was above the high of the candle */
            broke_candle_high: boolean | null;
            /** @description A later low was below the low of the candle */
            broke_candle_low: boolean | null;
            /**
             * @description Which ends of the candle were broken later
             * @enum {string|null}
             */
            break_type: "up" | "down" | "both" | "none" | null;
            /** @description The high of the day was first reached in the candle */
            high_in_candle: boolean | null;
            /** @description The low of the day was first reached in the candle */
            low_in_candle: boolean | null;
            /** @description How far the day went above the candle, in ranges of the candle (ratio). (high - candle_high) / (candle_high - candle_low) */
            max_extension_up_x: number | null;
            /** @description How far the day went below the candle, in ranges of the candle (ratio). (candle_low - low) / (candle_high - candle_low) */
            max_extension_down_x: number | null;
            /** @description The range strictly holds that of the day before; null without one */
            outside_period: boolean | null;
            /** @description The candle's volume over the mean of the same minutes in the previous 14 sessions (ratio). volume / mean(volume of those of the 14 that have bars there); null below 3 */
            volume_ratio: number | null;
            /** @description The data reach the end of the window */
            complete: boolean;
        };
        StatsOdcScreen: {
            /** @description The window's word, or custom */
            time_window: string;
            /** @default sample_size */
            sort_by: string;
            /**
             * @default desc
             * @enum {string}
             */
            order: "desc" | "asc";
            /** @default 0 */
            min_sample_size: number;
            /** @description Minutes of the opening candle from the day's anchor; a whole multiple of the base interval */
            candle_minutes: number;
            /**
             * Format: date
             * @description Latest session that any of the figures rests on; null without rows
             */
            as_of: string | null;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsOdcScreenRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsOdcScreenRow: {
            /** @description Place in the order, from 1 (count) */
            rank: number;
            /** @description Canonical symbol */
            symbol: string;
            /**
             * @description Asset class of the symbol
             * @enum {string}
             */
            asset_class: "equity" | "etf" | "crypto";
            /** @description The figure named by sort_by, as the symbol's summary shows it */
            value: number;
            /** @description The count that the rates of the summary rest on (count) */
            sample_size: number;
            /**
             * Format: date
             * @description Latest session that the figure rests on: summaries follow ended days
             */
            as_of: string;
            /** @description Cases behind the figure; null where it is no rate (count) */
            n: number | null;
            /** @description Lower bound of its 95 % interval (Wilson); null where it is no rate (pct) */
            low: number | null;
            /** @description Upper bound; null where it is no rate (pct) */
            high: number | null;
        };
        StatsOrb: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window's word, or custom */
            time_window: string;
            /**
             * Format: date
             * @description First date of the range looked at; null where nothing is stored
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at; null where nothing is stored
             */
            end_date: string | null;
            /** @description Minutes of the opening range from the day's anchor; a whole multiple of the base interval */
            orb_minutes: number;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsOrbRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsOrbRow: {
            /** @description Canonical symbol */
            symbol: string;
            /**
             * Format: date
             * @description Date of the session
             */
            date: string;
            /**
             * @description Weekday of the date
             * @enum {string}
             */
            weekday: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";
            /** @description Length of the opening range (minutes) */
            orb_minutes: number;
            /** @description Highest price of the opening range (price) */
            or_high: number | null;
            /** @description Lowest price of the opening range (price) */
            or_low: number | null;
            /** @description Height of the opening range (price). or_high - or_low */
            or_range: number | null;
            /** @description Opening range in percent of the session open (pct). or_range / session_open * 100 */
            or_range_pct: number | null;
            /** @description Bars in the opening range; null until the range is over (bars) */
            or_bars: number | null;
            /** @description First price of the session (price) */
            session_open: number;
            /** @description Highest price of the session (price) */
            session_high: number;
            /** @description Lowest price of the session (price) */
            session_low: number;
            /** @description Last price of the session (price) */
            session_close: number;
            /** @description Some bar after the range broke its high */
            broke_high: boolean | null;
            /** @description Some bar after the range broke its low */
            broke_low: boolean | null;
            /**
             * @description Sides broken over the whole session
             * @enum {string|null}
             */
            break_type: "up" | "down" | "both" | "none" | null;
            /**
             * @description Side broken first; null where none was, or one bar broke both
             * @enum {string|null}
             */
            first_direction: "up" | "down" | null;
            /**
             * Format: date-time
             * @description Start of the first bar that broke the range
             */
            breakout_time: string | null;
            /** @description From the day's anchor to the start of the breakout bar (minutes) */
            minutes_to_breakout: number | null;
            /** @description The level broken: or_high or or_low (price) */
            breakout_level: number | null;
            /** @description Largest move beyond the level, from the breakout bar on (price). up: highest high - or_high; down: or_low - lowest low */
            breakout_size: number | null;
            /** @description Breakout size in percent of the level (pct). breakout_size / breakout_level * 100 */
            breakout_size_pct: number | null;
            /** @description Breakout size in opening ranges; null for a range of no height (ratio). breakout_size / or_range */
            breakout_size_x: number | null;
            /** @description From the breakout bar to the first bar that attains the largest move (minutes) */
            minutes_to_max: number | null;
            /** @description The move reached 0.5x the opening range */
            hit_0_5x: boolean | null;
            /** @description The move reached 1x the opening range */
            hit_1x: boolean | null;
            /** @description The move reached 1.5x the opening range */
            hit_1_5x: boolean | null;
            /** @description The move reached 2x the opening range */
            hit_2x: boolean | null;
            /** @description Largest move against the break, from the breakout bar on, of the level (pct). up: max(0, or_high - lowest low) / or_high * 100; down: max(0, highest high - or_low) / or_low * 100 */
            max_adverse_pct: number | null;
            /** @description orb_reentry_candles bars in a row closed inside the range, after the breakout bar */
            reentry: boolean | null;
            /**
             * Format: date-time
             * @description Start of the last of those bars
             */
            reentry_time: string | null;
            /** @description Reentry and no continuation */
            false_breakout: boolean | null;
            /** @description The session closed beyond the level */
            continuation: boolean | null;
            /** @description Volume of the opening range (volume) */
            or_volume: number | null;
            /** @description or_volume over the mean of the same minutes in the previous 14 sessions (ratio). or_volume / mean(or_volume of those of the 14 that have bars there); null below 3 */
            volume_ratio: number | null;
            /** @description The data reach the end of the window */
            complete: boolean;
        };
        StatsOrbSummary: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window asked for, or custom */
            time_window: string;
            /** @description The count that the rates of the summary rest on (count) */
            sample_size: number;
            confidence: {
                [key: string]: {
                    /** @description Cases behind the rate with this dotted path (count) */
                    n?: number;
                    /** @description Lower bound of the Wilson 95 % interval; null at n = 0 (pct) */
                    low?: number | null;
                    /** @description Upper bound of the Wilson 95 % interval; null at n = 0 (pct) */
                    high?: number | null;
                } | null;
            } | null;
            /** @description Length of the opening range (minutes) */
            orb_minutes: number;
            /** @description Complete sessions (sessions) */
            total_days: number;
            /** @description Complete sessions without a bar in the opening range (sessions) */
            no_range_days: number;
            /** @description Sessions that broke the high (some broke both sides) (sessions) */
            high_breaks: number;
            /** @description Sessions that broke the low (some broke both sides) (sessions) */
            low_breaks: number;
            /** @description Sessions that broke both sides (sessions) */
            both_breaks: number;
            /** @description Sessions that broke neither side (sessions) */
            no_breaks: number;
            /** @description Sessions with a range that broke at least one side (pct). (sample_size - no_breaks) / sample_size * 100 */
            breakout_rate_pct: number | null;
            /** @description Sessions with a range that broke its high (pct) */
            high_break_rate_pct: number | null;
            /** @description Sessions with a range that broke its low (pct) */
            low_break_rate_pct: number | null;
            /** @description Sessions with a range that broke both sides (pct) */
            both_break_rate_pct: number | null;
            /** @description Number of days that broke upwards first (count) */
            count_up: number;
            /** @description Of days that broke upwards first, those that closed beyond the level (pct) */
            continuation_rate_pct_up: number | null;
            /** @description Of days that broke upwards first, those with a reentry and no continuation (pct) */
            false_breakout_rate_pct_up: number | null;
            /** @description Of days that broke upwards first, those with a reentry (pct) */
            reentry_rate_pct_up: number | null;
            /** @description Mean breakout size, days that broke upwards first (pct) */
            avg_breakout_size_pct_up: number | null;
            /** @description Median breakout size, days that broke upwards first (pct) */
            median_breakout_size_pct_up: number | null;
            /** @description Mean breakout size in opening ranges, days that broke upwards first (ratio) */
            avg_breakout_size_x_up: number | null;
            /** @description Mean minutes to the breakout, days that broke upwards first (minutes) */
            avg_minutes_to_breakout_up: number | null;
            /** @description Mean minutes from breakout to the largest move, days that broke upwards first (minutes) */
            avg_minutes_to_max_up: number | null;
            /** @description Mean of the largest move against the break, days that broke upwards first (pct) */
            avg_max_adverse_pct_up: number | null;
            /** @description Number of days that broke downwards first (count) */
            count_down: number;
            /** @description Of days that broke downwards first, those that closed beyond the level (pct) */
            continuation_rate_pct_down: number | null;
            /** @description Of days that broke downwards first, those with a reentry and no continuation (pct) */
            false_breakout_rate_pct_down: number | null;
            /** @description Of days that broke downwards first, those with a reentry (pct) */
            reentry_rate_pct_down: number | null;
            /** @description Mean breakout size, days that broke downwards first (pct) */
            avg_breakout_size_pct_down: number | null;
            /** @description Median breakout size, days that broke downwards first (pct) */
            median_breakout_size_pct_down: number | null;
            /** @description Mean breakout size in opening ranges, days that broke downwards first (ratio) */
            avg_breakout_size_x_down: number | null;
            /** @description Mean minutes to the breakout, days that broke downwards first (minutes) */
            avg_minutes_to_breakout_down: number | null;
            /** @description Mean minutes from breakout to the largest move, days that broke downwards first (minutes) */
            avg_minutes_to_max_down: number | null;
            /** @description Mean of the largest move against the break, days that broke downwards first (pct) */
            avg_max_adverse_pct_down: number | null;
            target_hit_rates: {
                up?: {
                    [key: string]: number | null;
                } | null;
                down?: {
                    [key: string]: number | null;
                } | null;
            } | null;
            breakout_time_distribution: {
                [key: string]: number;
            } | null;
            /** @description Mean height of the opening range in percent (pct) */
            avg_or_range_pct: number | null;
            /** @description Mean relative volume of the opening range (ratio) */
            avg_volume_ratio: number | null;
            weekday_breakdown: {
                [key: string]: {
                    /** @description Sessions with a range on this weekday (sessions) */
                    count?: number;
                    /** @description Of those, the ones that broke at least one side (pct) */
                    breakout_rate_pct?: number | null;
                    /** @description Of the breaks with a direction, those that held (pct) */
                    continuation_rate_pct?: number | null;
                } | null;
            } | null;
            outcomes: {
                /** @description Sessions with a range (sessions) */
                count?: number;
                /** @description Sessions with a range that broke the high alone (sessions) */
                only_up?: number;
                /** @description Sessions with a range that broke the high alone (pct) */
                only_up_pct?: number | null;
                /** @description Sessions with a range that broke the low alone (sessions) */
                only_down?: number;
                /** @description Sessions with a range that broke the low alone (pct) */
                only_down_pct?: number | null;
                /** @description Sessions with a range that broke both sides (sessions) */
                both?: number;
                /** @description Sessions with a range that broke both sides (pct) */
                both_pct?: number | null;
                /** @description Sessions with a range that broke neither side (sessions) */
                neither?: number;
                /** @description Sessions with a range that broke neither side (pct) */
                neither_pct?: number | null;
            } | null;
            outcomes_by_weekday: {
                [key: string]: {
                    /** @description Sessions with a range on this weekday (sessions) */
                    count?: number;
                    /** @description Sessions with a range on this weekday that broke the high alone (sessions) */
                    only_up?: number;
                    /** @description Sessions with a range on this weekday that broke the high alone (pct) */
                    only_up_pct?: number | null;
                    /** @description Sessions with a range on this weekday that broke the low alone (sessions) */
                    only_down?: number;
                    /** @description Sessions with a range on this weekday that broke the low alone (pct) */
                    only_down_pct?: number | null;
                    /** @description Sessions with a range on this weekday that broke both sides (sessions) */
                    both?: number;
                    /** @description Sessions with a range on this weekday that broke both sides (pct) */
                    both_pct?: number | null;
                    /** @description Sessions with a range on this weekday that broke neither side (sessions) */
                    neither?: number;
                    /** @description Sessions with a range on this weekday that broke neither side (pct) */
                    neither_pct?: number | null;
                } | null;
            } | null;
            outcomes_by_size: {
                [key: string]: {
                    /** @description Sessions with a range of this height in percent (sessions) */
                    count?: number;
                    /** @description Sessions with a range of this height in percent that broke the high alone (sessions) */
                    only_up?: number;
                    /** @description Sessions with a range of this height in percent that broke the high alone (pct) */
                    only_up_pct?: number | null;
                    /** @description Sessions with a range of this height in percent that broke the low alone (sessions) */
                    only_down?: number;
                    /** @description Sessions with a range of this height in percent that broke the low alone (pct) */
                    only_down_pct?: number | null;
                    /** @description Sessions with a range of this height in percent that broke both sides (sessions) */
                    both?: number;
                    /** @description Sessions with a range of this height in percent that broke both sides (pct) */
                    both_pct?: number | null;
                    /** @description Sessions with a range of this height in percent that broke neither side (sessions) */
                    neither?: number;
                    /** @description Sessions with a range of this height in percent that broke neither side (pct) */
                    neither_pct?: number | null;
                } | null;
            } | null;
            metadata: components["schemas"]["Metadata"];
        };
        StatsOrbTop: {
            /** @description The window's word, or custom */
            time_window: string;
            /**
             * Format: date
             * @description First date of the range looked at; null where nothing is stored
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at; null where nothing is stored
             */
            end_date: string | null;
            /** @description Minutes of the opening range from the day's anchor; a whole multiple of the base interval */
            orb_minutes: number;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsOrbTopRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsOrbTopRow: {
            /** @description Canonical symbol */
            symbol: string;
            /**
             * Format: date
             * @description Date of the session
             */
            date: string;
            /**
             * @description Weekday of the date
             * @enum {string}
             */
            weekday: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";
            /** @description Length of the opening range (minutes) */
            orb_minutes: number;
            /** @description Highest price of the opening range (price) */
            or_high: number | null;
            /** @description Lowest price of the opening range (price) */
            or_low: number | null;
            /** @description Height of the opening range (price). or_high - or_low */
            or_range: number | null;
            /** @description Opening range in percent of the session open (pct). or_range / session_open * 100 */
            or_range_pct: number | null;
            /** @description Bars in the opening range; null until the range is over (bars) */
            or_bars: number | null;
            /** @description First price of the session (price) */
            session_open: number;
            /** @description Highest price of the session (price) */
            session_high: number;
            /** @description Lowest price of the session (price) */
            session_low: number;
            /** @description Last price of the session (price) */
            session_close: number;
            /** @description Some bar after the range broke its high */
            broke_high: boolean | null;
            /** @description Some bar after the range broke its low */
            broke_low: boolean | null;
            /**
             * @description Sides broken over the whole session
             * @enum {string|null}
             */
            break_type: "up" | "down" | "both" | "none" | null;
            /**
             * @description Side broken first; null where none was, or one bar broke both
             * @enum {string|null}
             */
            first_direction: "up" | "down" | null;
            /**
             * Format: date-time
             * @description Start of the first bar that broke the range
             */
            breakout_time: string | null;
            /** @description From the day's anchor to the start of the breakout bar (minutes) */
            minutes_to_breakout: number | null;
            /** @description The level broken: or_high or or_low (price) */
            breakout_level: number | null;
            /** @description Largest move beyond the level, from the breakout bar on (price). up: highest high - or_high; down: or_low - lowest low */
            breakout_size: number | null;
            /** @description Breakout size in percent of the level (pct). breakout_size / breakout_level * 100 */
            breakout_size_pct: number | null;
            /** @description Breakout size in opening ranges; null for a range of no height (ratio). breakout_size / or_range */
            breakout_size_x: number | null;
            /** @description From the breakout bar to the first bar that attains the largest move (minutes) */
            minutes_to_max: number | null;
            /** @description The move reached 0.5x the opening range */
            hit_0_5x: boolean | null;
            /** @description The move reached 1x the opening range */
            hit_1x: boolean | null;
            /** @description The move reached 1.5x the opening range */
            hit_1_5x: boolean | null;
            /** @description The move reached 2x the opening range */
            hit_2x: boolean | null;
            /** @description Largest move against the break, from the breakout bar on, of the level (pct). up: max(0, or_high - lowest low) / or_high * 100; down: max(0, highest high - or_low) / or_low * 100 */
            max_adverse_pct: number | null;
            /** @description orb_reentry_candles bars in a row closed inside the range, after the breakout bar */
            reentry: boolean | null;
            /**
             * Format: date-time
             * @description Start of the last of those bars
             */
            reentry_time: string | null;
            /** @description Reentry and no continuation */
            false_breakout: boolean | null;
            /** @description The session closed beyond the level */
            continuation: boolean | null;
            /** @description Volume of the opening range (volume) */
            or_volume: number | null;
            /** @description or_volume over the mean of the same minutes in the previous 14 sessions (ratio). or_volume / mean(or_volume of those of the 14 that have bars there); null below 3 */
            volume_ratio: number | null;
            /** @description The data reach the end of the window */
            complete: boolean;
        };
        StatsOrbTopPicks: {
            /** @description The window's word, or custom */
            time_window: string;
            /**
             * Format: date
             * @description First date of the range looked at; null where nothing is stored
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at; null where nothing is stored
             */
            end_date: string | null;
            /** @description Minutes of the opening range from the day's anchor; a whole multiple of the base interval */
            orb_minutes: number;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsOrbTopPicksRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsOrbTopPicksRow: {
            /** @description Canonical symbol */
            symbol: string;
            /**
             * Format: date
             * @description Date of the session
             */
            date: string;
            /**
             * @description Weekday of the date
             * @enum {string}
             */
            weekday: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";
            /** @description Length of the opening range (minutes) */
            orb_minutes: number;
            /** @description Highest price of the opening range (price) */
            or_high: number | null;
            /** @description Lowest price of the opening range (price) */
            or_low: number | null;
            /** @description Height of the opening range (price). or_high - or_low */
            or_range: number | null;
            /** @description Opening range in percent of the session open (pct). or_range / session_open * 100 */
            or_range_pct: number | null;
            /** @description Bars in the opening range; null until the range is over (bars) */
            or_bars: number | null;
            /** @description First price of the session (price) */
            session_open: number;
            /** @description Highest price of the session (price) */
            session_high: number;
            /** @description Lowest price of the session (price) */
            session_low: number;
            /** @description Last price of the session (price) */
            session_close: number;
            /** @description Some bar after the range broke its high */
            broke_high: boolean | null;
            /** @description Some bar after the range broke its low */
            broke_low: boolean | null;
            /**
             * @description Sides broken over the whole session
             * @enum {string|null}
             */
            break_type: "up" | "down" | "both" | "none" | null;
            /**
             * @description Side broken first; null where none was, or one bar broke both
             * @enum {string|null}
             */
            first_direction: "up" | "down" | null;
            /**
             * Format: date-time
             * @description Start of the first bar that broke the range
             */
            breakout_time: string | null;
            /** @description From the day's anchor to the start of the breakout bar (minutes) */
            minutes_to_breakout: number | null;
            /** @description The level broken: or_high or or_low (price) */
            breakout_level: number | null;
            /** @description Largest move beyond the level, from the breakout bar on (price). up: highest high - or_high; down: or_low - lowest low */
            breakout_size: number | null;
            /** @description Breakout size in percent of the level (pct). breakout_size / breakout_level * 100 */
            breakout_size_pct: number | null;
            /** @description Breakout size in opening ranges; null for a range of no height (ratio). breakout_size / or_range */
            breakout_size_x: number | null;
            /** @description From the breakout bar to the first bar that attains the largest move (minutes) */
            minutes_to_max: number | null;
            /** @description The move reached 0.5x the opening range */
            hit_0_5x: boolean | null;
            /** @description The move reached 1x the opening range */
            hit_1x: boolean | null;
            /** @description The move reached 1.5x the opening range */
            hit_1_5x: boolean | null;
            /** @description The move reached 2x the opening range */
            hit_2x: boolean | null;
            /** @description Largest move against the break, from the breakout bar on, of the level (pct). up: max(0, or_high - lowest low) / or_high * 100; down: max(0, highest high - or_low) / or_low * 100 */
            max_adverse_pct: number | null;
            /** @description orb_reentry_candles bars in a row closed inside the range, after the breakout bar */
            reentry: boolean | null;
            /**
             * Format: date-time
             * @description Start of the last of those bars
             */
            reentry_time: string | null;
            /** @description Reentry and no continuation */
            false_breakout: boolean | null;
            /** @description The session closed beyond the level */
            continuation: boolean | null;
            /** @description Volume of the opening range (volume) */
            or_volume: number | null;
            /** @description or_volume over the mean of the same minutes in the previous 14 sessions (ratio). or_volume / mean(or_volume of those of the 14 that have bars there); null below 3 */
            volume_ratio: number | null;
            /** @description The data reach the end of the window */
            complete: boolean;
        };
        StatsOrbScreen: {
            /** @description The window's word, or custom */
            time_window: string;
            /** @default sample_size */
            sort_by: string;
            /**
             * @default desc
             * @enum {string}
             */
            order: "desc" | "asc";
            /** @default 0 */
            min_sample_size: number;
            /** @description Minutes of the opening range from the day's anchor; a whole multiple of the base interval */
            orb_minutes: number;
            /**
             * Format: date
             * @description Latest session that any of the figures rests on; null without rows
             */
            as_of: string | null;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsOrbScreenRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsOrbScreenRow: {
            /** @description Place in the order, from 1 (count) */
            rank: number;
            /** @description Canonical symbol */
            symbol: string;
            /**
             * @description Asset class of the symbol
             * @enum {string}
             */
            asset_class: "equity" | "etf" | "crypto";
            /** @description The figure named by sort_by, as the symbol's summary shows it */
            value: number;
            /** @description The count that the rates of the summary rest on (count) */
            sample_size: number;
            /**
             * Format: date
             * @description Latest session that the figure rests on: summaries follow ended days
             */
            as_of: string;
            /** @description Cases behind the figure; null where it is no rate (count) */
            n: number | null;
            /** @description Lower bound of its 95 % interval (Wilson); null where it is no rate (pct) */
            low: number | null;
            /** @description Upper bound; null where it is no rate (pct) */
            high: number | null;
        };
        StatsOwc: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window's word, or custom */
            time_window: string;
            /**
             * Format: date
             * @description First date of the range looked at; null where nothing is stored
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at; null where nothing is stored
             */
            end_date: string | null;
            /** @description Number of sessions at the beginning of the week that make the opening candle */
            opening_days: number;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsOwcRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsOwcRow: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description ISO week, such as 2024-W05 */
            week: string;
            /**
             * Format: date
             * @description Date of its first session
             */
            date: string;
            /** @description First price of the opening candle (price) */
            candle_open: number | null;
            /** @description Highest price of the opening candle (price) */
            candle_high: number | null;
            /** @description Lowest price of the opening candle (price) */
            candle_low: number | null;
            /** @description Last price of the opening candle (price) */
            candle_close: number | null;
            /**
             * @description Close against open of the candle; doji: equal
             * @enum {string|null}
             */
            candle_direction: "green" | "red" | "doji" | null;
            /** @description Size of the body in percent of the open (pct). |candle_close - candle_open| / candle_open * 100 */
            candle_body_pct: number | null;
            /** @description Range of the candle in percent of its open (pct). (candle_high - candle_low) / candle_open * 100 */
            candle_range_pct: number | null;
            /** @description Where in its range the candle closed: 0 low, 1 high; null without a range (ratio). (candle_close - candle_low) / (candle_high - candle_low) */
            candle_close_location: number | null;
            /** @description First price of the week (price) */
            session_open: number | null;
            /** @description Last price of the week (price) */
            session_close: number | null;
            /** @description From open to close of the week (pct). (session_close - session_open) / session_open * 100 */
            session_return_pct: number | null;
            /**
             * @description Close against open of the week
             * @enum {string|null}
             */
            session_direction: "green" | "red" | "doji" | null;
            /** @description The week took the direction of the candle; null for a doji candle */
            continuation: boolean | null;
            /** @description From the close of the candle to the close of the week (pct). (session_close - candle_close) / candle_close * 100 */
            rest_return_pct: number | null;
            /** @description A later high was above the high of the candle */
            broke_candle_high: boolean | null;
            /** @description A later low was below the low of the candle */
            broke_candle_low: boolean | null;
            /**
             * @description Which ends of the candle were broken later
             * @enum {string|null}
             */
            break_type: "up" | "down" | "both" | "none" | null;
            /** @description The high of the week was first reached in the candle */
            high_in_candle: boolean | null;
            /** @description The low of the week was first reached in the candle */
            low_in_candle: boolean | null;
            /** @description How far the week went above the candle, in ranges of the candle (ratio). (high - candle_high) / (candle_high - candle_low) */
            max_extension_up_x: number | null;
            /** @description How far the week went below the candle, in ranges of the candle (ratio). (candle_low - low) / (candle_high - candle_low) */
            max_extension_down_x: number | null;
            /** @description The range strictly holds that of the week before; null without one */
            outside_period: boolean | null;
            /** @description The week is over: a bar starts on or after the next Monday (crypto: and after the Sunday window) */
            complete: boolean;
        };
        StatsOwcSummary: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window asked for, or custom */
            time_window: string;
            /** @description The count that the rates of the summary rest on (count) */
            sample_size: number;
            confidence: {
                [key: string]: {
                    /** @description Cases behind the rate with this dotted path (count) */
                    n?: number;
                    /** @description Lower bound of the Wilson 95 % interval; null at n = 0 (pct) */
                    low?: number | null;
                    /** @description Upper bound of the Wilson 95 % interval; null at n = 0 (pct) */
                    high?: number | null;
                } | null;
            } | null;
            /** @description Sessions that make the opening candle (sessions) */
            opening_days: number;
            /** @description Finished weeks with more sessions than the opening candle (count) */
            total_weeks: number;
            /** @description Opening candles that closed above their open (count) */
            green_candles: number;
            /** @description Opening candles that closed below their open (count) */
            red_candles: number;
            /** @description Opening candles that closed at their open (count) */
            doji_candles: number;
            /** @description Of the green candles, those with a green week (pct) */
            green_given_green_pct: number | null;
            /** @description Of the red candles, those with a red week (pct) */
            red_given_red_pct: number | null;
            /** @description Of the green and red candles, those whose week took their direction (pct) */
            continuation_rate_pct: number | null;
            /** @description Mean session_return_pct of a week with a green candle (pct) */
            avg_return_given_green_pct: number | null;
            /** @description Mean session_return_pct of a week with a red candle (pct) */
            avg_return_given_red_pct: number | null;
            /** @description Mean rest_return_pct after a green candle (pct) */
            avg_rest_return_given_green_pct: number | null;
            /** @description Mean rest_return_pct after a red candle (pct) */
            avg_rest_return_given_red_pct: number | null;
            /** @description Share with the high of the week in the candle (pct) */
            high_in_candle_pct: number | null;
            /** @description Share with the low of the week in the candle (pct) */
            low_in_candle_pct: number | null;
            break_type_distribution: {
                [key: string]: number;
            } | null;
            /** @description Share of outside_period among those that have a week before (pct) */
            outside_rate_pct: number | null;
            metadata: components["schemas"]["Metadata"];
        };
        StatsOwcTop: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window's word, or custom */
            time_window: string;
            /**
             * Format: date
             * @description First date of the range looked at; null where nothing is stored
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at; null where nothing is stored
             */
            end_date: string | null;
            /** @description Number of sessions at the beginning of the week that make the opening candle */
            opening_days: number;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsOwcTopRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsOwcTopRow: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description ISO week, such as 2024-W05 */
            week: string;
            /**
             * Format: date
             * @description Date of its first session
             */
            date: string;
            /** @description First price of the opening candle (price) */
            candle_open: number | null;
            /** @description Highest price of the opening candle (price) */
            candle_high: number | null;
            /** @description Lowest price of the opening candle (price) */
            candle_low: number | null;
            /** @description Last price of the opening candle (price) */
            candle_close: number | null;
            /**
             * @description Close against open of the candle; doji: equal
             * @enum {string|null}
             */
            candle_direction: "green" | "red" | "doji" | null;
            /** @description Size of the body in percent of the open (pct). |candle_close - candle_open| / candle_open * 100 */
            candle_body_pct: number | null;
            /** @description Range of the candle in percent of its open (pct). (candle_high - candle_low) / candle_open * 100 */
            candle_range_pct: number | null;
            /** @description Where in its range the candle closed: 0 low, 1 high; null without a range (ratio). (candle_close - candle_low) / (candle_high - candle_low) */
            candle_close_location: number | null;
            /** @description First price of the week (price) */
            session_open: number | null;
            /** @description Last price of the week (price) */
            session_close: number | null;
            /** @description From open to close of the week (pct). (session_close - session_open) / session_open * 100 */
            session_return_pct: number | null;
            /**
             * @description Close against open of the week
             * @enum {string|null}
             */
            session_direction: "green" | "red" | "doji" | null;
            /** @description The week took the direction of the candle; null for a doji candle */
            continuation: boolean | null;
            /** @description From the close of the candle to the close of the week (pct). (session_close - candle_close) / candle_close * 100 */
            rest_return_pct: number | null;
            /** @description A later high was above the high of the candle */
            broke_candle_high: boolean | null;
            /** @description A later low was below the low of the candle */
            broke_candle_low: boolean | null;
            /**
             * @description Which ends of the candle were broken later
             * @enum {string|null}
             */
            break_type: "up" | "down" | "both" | "none" | null;
            /** @description The high of the week was first reached in the candle */
            high_in_candle: boolean | null;
            /** @description The low of the week was first reached in the candle */
            low_in_candle: boolean | null;
            /** @description How far the week went above the candle, in ranges of the candle (ratio). (high - candle_high) / (candle_high - candle_low) */
            max_extension_up_x: number | null;
            /** @description How far the week went below the candle, in ranges of the candle (ratio). (candle_low - low) / (candle_high - candle_low) */
            max_extension_down_x: number | null;
            /** @description The range strictly holds that of the week before; null without one */
            outside_period: boolean | null;
            /** @description The week is over: a bar starts on or after the next Monday (crypto: and after the Sunday window) */
            complete: boolean;
        };
        StatsOwcScreen: {
            /** @description The window's word, or custom */
            time_window: string;
            /** @default sample_size */
            sort_by: string;
            /**
             * @default desc
             * @enum {string}
             */
            order: "desc" | "asc";
            /** @default 0 */
            min_sample_size: number;
            /** @description Number of sessions at the beginning of the week that make the opening candle */
            opening_days: number;
            /**
             * Format: date
             * @description Latest session that any of the figures rests on; null without rows
             */
            as_of: string | null;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsOwcScreenRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsOwcScreenRow: {
            /** @description Place in the order, from 1 (count) */
            rank: number;
            /** @description Canonical symbol */
            symbol: string;
            /**
             * @description Asset class of the symbol
             * @enum {string}
             */
            asset_class: "equity" | "etf" | "crypto";
            /** @description The figure named by sort_by, as the symbol's summary shows it */
            value: number;
            /** @description The count that the rates of the summary rest on (count) */
            sample_size: number;
            /**
             * Format: date
             * @description Latest session that the figure rests on: summaries follow ended days
             */
            as_of: string;
            /** @description Cases behind the figure; null where it is no rate (count) */
            n: number | null;
            /** @description Lower bound of its 95 % interval (Wilson); null where it is no rate (pct) */
            low: number | null;
            /** @description Upper bound; null where it is no rate (pct) */
            high: number | null;
        };
        StatsPdhlb: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window's word, or custom */
            time_window: string;
            /**
             * Format: date
             * @description First date of the range looked at; null where nothing is stored
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at; null where nothing is stored
             */
            end_date: string | null;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsPdhlbRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsPdhlbRow: {
            /** @description Canonical symbol */
            symbol: string;
            /**
             * Format: date
             * @description Date of the session
             */
            date: string;
            /**
             * @description Weekday of the date
             * @enum {string}
             */
            weekday: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";
            /**
             * Format: date
             * @description Date of the previous session, at most 7 calendar days back. null where that session lies before the plan's history
             */
            prev_date: string | null;
            /** @description High of the previous session (price). null where that session lies before the plan's history */
            prev_high: number | null;
            /** @description Low of the previous session (price). null where that session lies before the plan's history */
            prev_low: number | null;
            /** @description Close of the previous session (price). null where that session lies before the plan's history */
            prev_close: number | null;
            /** @description Range of the previous session (price). prev_high - prev_low. null where that session lies before the plan's history */
            prev_range: number | null;
            /** @description First price of the session (price) */
            open: number;
            /** @description Highest price (price) */
            high: number;
            /** @description Lowest price (price) */
            low: number;
            /** @description Last price (price) */
            close: number;
            /** @description Sum of the bars' volumes (volume) */
            volume: number;
            /**
             * @description high: the open is above prev_high; low: below prev_low; null inside
             * @enum {string|null}
             */
            opened_beyond: "high" | "low" | null;
            /** @description Some bar traded above prev_high; all other fields of this side are null where none did */
            high_break: boolean;
            /**
             * Format: date-time
             * @description Start of the first bar with a high above prev_high; null on 1d bars
             */
            high_break_time: string | null;
            /** @description Largest move beyond prev_high from the break bar on, in percent of it (pct). (highest high - prev_high) / prev_high * 100 */
            follow_through_high_pct: number | null;
            /** @description From the start of the break bar to the start of the bar with the largest move (minutes) */
            time_to_max_follow_through_high_min: number | null;
            /** @description Minutes of the bars from the break bar on that closed above prev_high (minutes) */
            duration_above_prev_high_min: number | null;
            /** @description A bar after the first one that closed above prev_high came back to it with its low */
            retest_high: boolean | null;
            /**
             * Format: date-time
             * @description Start of the first such bar
             */
            retest_high_time: string | null;
            /** @description After the retest bar a close above prev_high came before two closes in a row that were not; null without a retest */
            retest_high_held: boolean | null;
            /** @description The session closed above prev_high */
            high_success: boolean | null;
            /** @description Neither closed above prev_high nor held a retest */
            false_breakout_high: boolean | null;
            /** @description Volume of the break bar over the mean of the same minutes of the 14 sessions before (ratio). volume / mean volume of the same minutes from the anchor; null with fewer than 3 sessions or a mean of 0 */
            volume_ratio_high: number | null;
            /** @description Strength of the break, 0 to 100, of follow-through, duration and volume (score). 100 * (0.4 * min(1, (highest high - prev_high) / prev_range) + 0.3 * min(1, duration_above_prev_high_min / minutes from the break to the session's end) + 0.3 * min(1, volume_ratio_high / 3)) */
            breakout_strength_score_high: number | null;
            /** @description Some bar traded below prev_low; all other fields of this side are null where none did */
            low_break: boolean;
            /**
             * Format: date-time
             * @description Start of the first bar with a low below prev_low; null on 1d bars
             */
            low_break_time: string | null;
            /** @description Largest move beyond prev_low from the break bar on, in percent of it (pct). (prev_low - lowest low) / prev_low * 100 */
            follow_through_low_pct: number | null;
            /** @description From the start of the break bar to the start of the bar with the largest move (minutes) */
            time_to_max_follow_through_low_min: number | null;
            /** @description Minutes of the bars from the break bar on that closed below prev_low (minutes) */
            duration_below_prev_low_min: number | null;
            /** @description A bar after the first one that closed below prev_low came back to it with its high */
            retest_low: boolean | null;
            /**
             * Format: date-time
             * @description Start of the first such bar
             */
            retest_low_time: string | null;
            /** @description After the retest bar a close below prev_low came before two closes in a row that were not; null without a retest */
            retest_low_held: boolean | null;
            /** @description The session closed below prev_low */
            low_success: boolean | null;
            /** @description Neither closed below prev_low nor held a retest */
            false_breakout_low: boolean | null;
            /** @description Volume of the break bar over the mean of the same minutes of the 14 sessions before (ratio). volume / mean volume of the same minutes from the anchor; null with fewer than 3 sessions or a mean of 0 */
            volume_ratio_low: number | null;
            /** @description Strength of the break, 0 to 100, of follow-through, duration and volume (score). 100 * (0.4 * min(1, (prev_low - lowest low) / prev_range) + 0.3 * min(1, duration_below_prev_low_min / minutes from the break to the session's end) + 0.3 * min(1, volume_ratio_low / 3)) */
            breakout_strength_score_low: number | null;
            /** @description The session broke both levels */
            both_broken_same_day: boolean;
            /** @description Close over the previous close (ratio). close / prev_close */
            relative_close_vs_prev_close: number;
            /** @description Range over the previous range; null where that is 0 (ratio). (high - low) / prev_range */
            relative_range_vs_prev_range: number | null;
            /** @description Sessions in a row, this one included, that broke the previous high (sessions) */
            high_break_streak: number;
            /** @description Sessions in a row, this one included, that broke the previous low (sessions) */
            low_break_streak: number;
            /** @description The data reach the end of the window */
            complete: boolean;
        };
        StatsPdhlbSummary: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window asked for, or custom */
            time_window: string;
            /** @description The count that the rates of the summary rest on (count) */
            sample_size: number;
            confidence: {
                [key: string]: {
                    /** @description Cases behind the rate with this dotted path (count) */
                    n?: number;
                    /** @description Lower bound of the Wilson 95 % interval; null at n = 0 (pct) */
                    low?: number | null;
                    /** @description Upper bound of the Wilson 95 % interval; null at n = 0 (pct) */
                    high?: number | null;
                } | null;
            } | null;
            /** @description Complete sessions that have a previous one (sessions) */
            total_days: number;
            /** @description Sessions that broke both levels (sessions) */
            both_broken_same_day: number;
            /** @description Sessions that broke prev_high: the cases of this side's averages and rates (sessions) */
            high_breaks: number;
            /** @description Mean follow-through beyond prev_high (pct) */
            avg_follow_through_high_pct: number | null;
            /** @description Breaks of prev_high that were retested (pct) */
            retest_rate_high_pct: number | null;
            /** @description Mean time from the break to the largest move (minutes) */
            avg_time_to_max_follow_through_high_min: number | null;
            /** @description Mean minutes closed beyond prev_high (minutes) */
            avg_duration_above_prev_high_min: number | null;
            /** @description Breaks of prev_high whose session closed beyond it (pct) */
            high_break_success_rate_pct: number | null;
            /** @description Breaks that neither closed beyond the level nor held a retest (pct) */
            false_breakout_rate_high_pct: number | null;
            /** @description Mean relative volume of the break bar (ratio) */
            avg_volume_ratio_high_break: number | null;
            /** @description Mean strength of the break (score) */
            avg_breakout_strength_score_high: number | null;
            /** @description Longest streak at any session of the range (sessions) */
            max_high_break_streak: number;
            /** @description Streak at the last complete session of the range (sessions) */
            current_high_break_streak: number;
            /** @description Sessions that opened beyond prev_high (sessions) */
            opened_beyond_high: number;
            weekday_breakdown: {
                [key: string]: {
                    /** @description Sessions on this weekday that broke prev_high (pct) */
                    high_break_rate_pct?: number | null;
                    /** @description Sessions on this weekday that broke prev_low (pct) */
                    low_break_rate_pct?: number | null;
                    /** @description Complete sessions on this weekday (sessions) */
                    count?: number;
                } | null;
            } | null;
            /** @description Sessions that broke prev_low: the cases of this side's averages and rates (sessions) */
            low_breaks: number;
            /** @description Mean follow-through beyond prev_low (pct) */
            avg_follow_through_low_pct: number | null;
            /** @description Breaks of prev_low that were retested (pct) */
            retest_rate_low_pct: number | null;
            /** @description Mean time from the break to the largest move (minutes) */
            avg_time_to_max_follow_through_low_min: number | null;
            /** @description Mean minutes closed beyond prev_low (minutes) */
            avg_duration_below_prev_low_min: number | null;
            /** @description Breaks of prev_low whose session closed beyond it (pct) */
            low_break_success_rate_pct: number | null;
            /** @description Breaks that neither closed beyond the level nor held a retest (pct) */
            false_breakout_rate_low_pct: number | null;
            /** @description Mean relative volume of the break bar (ratio) */
            avg_volume_ratio_low_break: number | null;
            /** @description Mean strength of the break (score) */
            avg_breakout_strength_score_low: number | null;
            /** @description Longest streak at any session of the range (sessions) */
            max_low_break_streak: number;
            /** @description Streak at the last complete session of the range (sessions) */
            current_low_break_streak: number;
            /** @description Sessions that opened beyond prev_low (sessions) */
            opened_beyond_low: number;
            /** @description Mean close over the previous close, all sessions (ratio) */
            avg_relative_close_vs_prev_close: number | null;
            /** @description Mean range over the previous range, all sessions (ratio) */
            avg_relative_range_vs_prev_range: number | null;
            metadata: components["schemas"]["Metadata"];
        };
        StatsPdhlbTop: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window's word, or custom */
            time_window: string;
            /**
             * Format: date
             * @description First date of the range looked at; null where nothing is stored
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at; null where nothing is stored
             */
            end_date: string | null;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsPdhlbTopRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsPdhlbTopRow: {
            /** @description Canonical symbol */
            symbol: string;
            /**
             * Format: date
             * @description Date of the session
             */
            date: string;
            /**
             * @description Weekday of the date
             * @enum {string}
             */
            weekday: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";
            /**
             * Format: date
             * @description Date of the previous session, at most 7 calendar days back. null where that session lies before the plan's history
             */
            prev_date: string | null;
            /** @description High of the previous session (price). null where that session lies before the plan's history */
            prev_high: number | null;
            /** @description Low of the previous session (price). null where that session lies before the plan's history */
            prev_low: number | null;
            /** @description Close of the previous session (price). null where that session lies before the plan's history */
            prev_close: number | null;
            /** @description Range of the previous session (price). prev_high - prev_low. null where that session lies before the plan's history */
            prev_range: number | null;
            /** @description First price of the session (price) */
            open: number;
            /** @description Highest price (price) */
            high: number;
            /** @description Lowest price (price) */
            low: number;
            /** @description Last price (price) */
            close: number;
            /** @description Sum of the bars' volumes (volume) */
            volume: number;
            /**
             * @description high: the open is above prev_high; low: below prev_low; null inside
             * @enum {string|null}
             */
            opened_beyond: "high" | "low" | null;
            /** @description Some bar traded above prev_high; all other fields of this side are null where none did */
            high_break: boolean;
            /**
             * Format: date-time
             * @description Start of the first bar with a high above prev_high; null on 1d bars
             */
            high_break_time: string | null;
            /** @description Largest move beyond prev_high from the break bar on, in percent of it (pct). (highest high - prev_high) / prev_high * 100 */
            follow_through_high_pct: number | null;
            /** @description From the start of the break bar to the start of the bar with the largest move (minutes) */
            time_to_max_follow_through_high_min: number | null;
            /** @description Minutes of the bars from the break bar on that closed above prev_high (minutes) */
            duration_above_prev_high_min: number | null;
            /** @description A bar after the first one that closed above prev_high came back to it with its low */
            retest_high: boolean | null;
            /**
             * Format: date-time
             * @description Start of the first such bar
             */
            retest_high_time: string | null;
            /** @description After the retest bar a close above prev_high came before two closes in a row that were not; null without a retest */
            retest_high_held: boolean | null;
            /** @description The session closed above prev_high */
            high_success: boolean | null;
            /** @description Neither closed above prev_high nor held a retest */
            false_breakout_high: boolean | null;
            /** @description Volume of the break bar over the mean of the same minutes of the 14 sessions before (ratio). volume / mean volume of the same minutes from the anchor; null with fewer than 3 sessions or a mean of 0 */
            volume_ratio_high: number | null;
            /** @description Strength of the break, 0 to 100, of follow-through, duration and volume (score). 100 * (0.4 * min(1, (highest high - prev_high) / prev_range) + 0.3 * min(1, duration_above_prev_high_min / minutes from the break to the session's end) + 0.3 * min(1, volume_ratio_high / 3)) */
            breakout_strength_score_high: number | null;
            /** @description Some bar traded below prev_low; all other fields of this side are null where none did */
            low_break: boolean;
            /**
             * Format: date-time
             * @description Start of the first bar with a low below prev_low; null on 1d bars
             */
            low_break_time: string | null;
            /** @description Largest move beyond prev_low from the break bar on, in percent of it (pct). (prev_low - lowest low) / prev_low * 100 */
            follow_through_low_pct: number | null;
            /** @description From the start of the break bar to the start of the bar with the largest move (minutes) */
            time_to_max_follow_through_low_min: number | null;
            /** @description Minutes of the bars from the break bar on that closed below prev_low (minutes) */
            duration_below_prev_low_min: number | null;
            /** @description A bar after the first one that closed below prev_low came back to it with its high */
            retest_low: boolean | null;
            /**
             * Format: date-time
             * @description Start of the first such bar
             */
            retest_low_time: string | null;
            /** @description After the retest bar a close below prev_low came before two closes in a row that were not; null without a retest */
            retest_low_held: boolean | null;
            /** @description The session closed below prev_low */
            low_success: boolean | null;
            /** @description Neither closed below prev_low nor held a retest */
            false_breakout_low: boolean | null;
            /** @description Volume of the break bar over the mean of the same minutes of the 14 sessions before (ratio). volume / mean volume of the same minutes from the anchor; null with fewer than 3 sessions or a mean of 0 */
            volume_ratio_low: number | null;
            /** @description Strength of the break, 0 to 100, of follow-through, duration and volume (score). 100 * (0.4 * min(1, (prev_low - lowest low) / prev_range) + 0.3 * min(1, duration_below_prev_low_min / minutes from the break to the session's end) + 0.3 * min(1, volume_ratio_low / 3)) */
            breakout_strength_score_low: number | null;
            /** @description The session broke both levels */
            both_broken_same_day: boolean;
            /** @description Close over the previous close (ratio). close / prev_close */
            relative_close_vs_prev_close: number;
            /** @description Range over the previous range; null where that is 0 (ratio). (high - low) / prev_range */
            relative_range_vs_prev_range: number | null;
            /** @description Sessions in a row, this one included, that broke the previous high (sessions) */
            high_break_streak: number;
            /** @description Sessions in a row, this one included, that broke the previous low (sessions) */
            low_break_streak: number;
            /** @description The data reach the end of the window */
            complete: boolean;
            /**
             * @description The broken side that the row is about
             * @enum {string}
             */
            direction: "high" | "low";
            /** @description Follow-through of this side (pct) */
            follow_through_pct: number;
            /** @description From the start of the break bar to the start of the retest bar (minutes) */
            minutes_to_retest: number | null;
        };
        StatsPdhlbRetest: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window's word, or custom */
            time_window: string;
            /**
             * Format: date
             * @description First date of the range looked at; null where nothing is stored
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at; null where nothing is stored
             */
            end_date: string | null;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsPdhlbRetestRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsPdhlbRetestRow: {
            /** @description Canonical symbol */
            symbol: string;
            /**
             * Format: date
             * @description Date of the session
             */
            date: string;
            /**
             * @description Weekday of the date
             * @enum {string}
             */
            weekday: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";
            /**
             * Format: date
             * @description Date of the previous session, at most 7 calendar days back. null where that session lies before the plan's history
             */
            prev_date: string | null;
            /** @description High of the previous session (price). null where that session lies before the plan's history */
            prev_high: number | null;
            /** @description Low of the previous session (price). null where that session lies before the plan's history */
            prev_low: number | null;
            /** @description Close of the previous session (price). null where that session lies before the plan's history */
            prev_close: number | null;
            /** @description Range of the previous session (price). prev_high - prev_low. null where that session lies before the plan's history */
            prev_range: number | null;
            /** @description First price of the session (price) */
            open: number;
            /** @description Highest price (price) */
            high: number;
            /** @description Lowest price (price) */
            low: number;
            /** @description Last price (price) */
            close: number;
            /** @description Sum of the bars' volumes (volume) */
            volume: number;
            /**
             * @description high: the open is above prev_high; low: below prev_low; null inside
             * @enum {string|null}
             */
            opened_beyond: "high" | "low" | null;
            /** @description Some bar traded above prev_high; all other fields of this side are null where none did */
            high_break: boolean;
            /**
             * Format: date-time
             * @description Start of the first bar with a high above prev_high; null on 1d bars
             */
            high_break_time: string | null;
            /** @description Largest move beyond prev_high from the break bar on, in percent of it (pct). (highest high - prev_high) / prev_high * 100 */
            follow_through_high_pct: number | null;
            /** @description From the start of the break bar to the start of the bar with the largest move (minutes) */
            time_to_max_follow_through_high_min: number | null;
            /** @description Minutes of the bars from the break bar on that closed above prev_high (minutes) */
            duration_above_prev_high_min: number | null;
            /** @description A bar after the first one that closed above prev_high came back to it with its low */
            retest_high: boolean | null;
            /**
             * Format: date-time
             * @description Start of the first such bar
             */
            retest_high_time: string | null;
            /** @description After the retest bar a close above prev_high came before two closes in a row that were not; null without a retest */
            retest_high_held: boolean | null;
            /** @description The session closed above prev_high */
            high_success: boolean | null;
            /** @description Neither closed above prev_high nor held a retest */
            false_breakout_high: boolean | null;
            /** @description Volume of the break bar over the mean of the same minutes of the 14 sessions before (ratio). volume / mean volume of the same minutes from the anchor; null with fewer than 3 sessions or a mean of 0 */
            volume_ratio_high: number | null;
            /** @description Strength of the break, 0 to 100, of follow-through, duration and volume (score). 100 * (0.4 * min(1, (highest high - prev_high) / prev_range) + 0.3 * min(1, duration_above_prev_high_min / minutes from the break to the session's end) + 0.3 * min(1, volume_ratio_high / 3)) */
            breakout_strength_score_high: number | null;
            /** @description Some bar traded below prev_low; all other fields of this side are null where none did */
            low_break: boolean;
            /**
             * Format: date-time
             * @description Start of the first bar with a low below prev_low; null on 1d bars
             */
            low_break_time: string | null;
            /** @description Largest move beyond prev_low from the break bar on, in percent of it (pct). (prev_low - lowest low) / prev_low * 100 */
            follow_through_low_pct: number | null;
            /** @description From the start of the break bar to the start of the bar with the largest move (minutes) */
            time_to_max_follow_through_low_min: number | null;
            /** @description Minutes of the bars from the break bar on that closed below prev_low (minutes) */
            duration_below_prev_low_min: number | null;
            /** @description A bar after the first one that closed below prev_low came back to it with its high */
            retest_low: boolean | null;
            /**
             * Format: date-time
             * @description Start of the first such bar
             */
            retest_low_time: string | null;
            /** @description After the retest bar a close below prev_low came before two closes in a row that were not; null without a retest */
            retest_low_held: boolean | null;
            /** @description The session closed below prev_low */
            low_success: boolean | null;
            /** @description Neither closed below prev_low nor held a retest */
            false_breakout_low: boolean | null;
            /** @description Volume of the break bar over the mean of the same minutes of the 14 sessions before (ratio). volume / mean volume of the same minutes from the anchor; null with fewer than 3 sessions or a mean of 0 */
            volume_ratio_low: number | null;
            /** @description Strength of the break, 0 to 100, of follow-through, duration and volume (score). 100 * (0.4 * min(1, (prev_low - lowest low) / prev_range) + 0.3 * min(1, duration_below_prev_low_min / minutes from the break to the session's end) + 0.3 * min(1, volume_ratio_low / 3)) */
            breakout_strength_score_low: number | null;
            /** @description The session broke both levels */
            both_broken_same_day: boolean;
            /** @description Close over the previous close (ratio). close / prev_close */
            relative_close_vs_prev_close: number;
            /** @description Range over the previous range; null where that is 0 (ratio). (high - low) / prev_range */
            relative_range_vs_prev_range: number | null;
            /** @description Sessions in a row, this one included, that broke the previous high (sessions) */
            high_break_streak: number;
            /** @description Sessions in a row, this one included, that broke the previous low (sessions) */
            low_break_streak: number;
            /** @description The data reach the end of the window */
            complete: boolean;
            /**
             * @description The broken side that the row is about
             * @enum {string}
             */
            direction: "high" | "low";
            /** @description Follow-through of this side (pct) */
            follow_through_pct: number;
            /** @description From the start of the break bar to the start of the retest bar (minutes) */
            minutes_to_retest: number | null;
        };
        StatsPdhlbScreen: {
            /** @description The window's word, or custom */
            time_window: string;
            /** @default sample_size */
            sort_by: string;
            /**
             * @default desc
             * @enum {string}
             */
            order: "desc" | "asc";
            /** @default 0 */
            min_sample_size: number;
            /**
             * Format: date
             * @description Latest session that any of the figures rests on; null without rows
             */
            as_of: string | null;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsPdhlbScreenRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsPdhlbScreenRow: {
            /** @description Place in the order, from 1 (count) */
            rank: number;
            /** @description Canonical symbol */
            symbol: string;
            /**
             * @description Asset class of the symbol
             * @enum {string}
             */
            asset_class: "equity" | "etf" | "crypto";
            /** @description The figure named by sort_by, as the symbol's summary shows it */
            value: number;
            /** @description The count that the rates of the summary rest on (count) */
            sample_size: number;
            /**
             * Format: date
             * @description Latest session that the figure rests on: summaries follow ended days
             */
            as_of: string;
            /** @description Cases behind the figure; null where it is no rate (count) */
            n: number | null;
            /** @description Lower bound of its 95 % interval (Wilson); null where it is no rate (pct) */
            low: number | null;
            /** @description Upper bound; null where it is no rate (pct) */
            high: number | null;
        };
        StatsPrevclose: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window's word, or custom */
            time_window: string;
            /**
             * Format: date
             * @description First date of the range looked at; null where nothing is stored
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at; null where nothing is stored
             */
            end_date: string | null;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsPrevcloseRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsPrevcloseRow: {
            /** @description Canonical symbol */
            symbol: string;
            /**
             * Format: date
             * @description Date of the session that opened away from the previous close
             */
            date: string;
            /**
             * @description Weekday of the date
             * @enum {string}
             */
            weekday: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";
            /**
             * @description up: open above the previous close; down: below it
             * @enum {string}
             */
            direction: "up" | "down";
            /**
             * Format: date
             * @description Date of the previous session, at most 7 calendar days back. null where that session lies before the plan's history
             */
            prev_date: string | null;
            /** @description Close of the previous session: its last bar in the window (price). null where that session lies before the plan's history */
            prev_close: number | null;
            /** @description Open of the session: its first bar in the window (price) */
            open: number;
            /** @description Distance of the open from the previous close (price). |open - prev_close|. null where that session lies before the plan's history */
            gap_size: number | null;
            /** @description Gap size in percent of the previous close; direction has the sign (pct). gap_size / prev_close * 100 */
            gap_pct: number;
            /**
             * @description outside: open above the previous high or below the previous low; inside: in between
             * @enum {string}
             */
            open_place: "outside" | "inside";
            /** @description Price came back to the previous close, as fill_criteria has it */
            filled: boolean;
            /** @description How much of the gap was filled, 0 to 100 (pct). up: clip((open - lowest low) / gap_size, 0, 1) * 100; fill_criteria=close: the lowest close */
            partial_fill_pct: number;
            /**
             * @description Bucket of partial_fill_pct; 100% means filled
             * @enum {string}
             */
            fill_bucket: "0%" | "1-25%" | "26-50%" | "51-75%" | "76-99%" | "100%";
            /**
             * Format: date-time
             * @description Start of the first bar that filled the gap; null where none did, and on 1d bars
             */
            fill_time: string | null;
            /** @description From the start of the first bar to the start of that bar (minutes) */
            minutes_to_fill: number | null;
            /** @description Volume of that bar (volume) */
            volume_at_fill: number | null;
            /**
             * Format: date-time
             * @description Start of the first bar at the deepest point of a partial fill; null where the gap was filled, where nothing was traded back, and on 1d bars
             */
            partial_fill_time: string | null;
            /** @description From the start of the first bar to the start of that bar (minutes) */
            minutes_to_partial_fill: number | null;
            /** @description Volume of that bar (volume) */
            volume_at_partial_fill: number | null;
            /** @description Largest move from the previous close in the direction of the gap, of that close (pct). up: (highest high - prev_close) / prev_close * 100 */
            max_run_pct: number;
            /** @description Close of the session (price) */
            close: number;
            /** @description up: close above the open; down: close below it */
            closed_in_gap_direction: boolean;
            /** @description The data reach the end of the window */
            complete: boolean;
        };
        StatsPrevcloseSummary: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window asked for, or custom */
            time_window: string;
            /** @description The count that the rates of the summary rest on (count) */
            sample_size: number;
            confidence: {
                [key: string]: {
                    /** @description Cases behind the rate with this dotted path (count) */
                    n?: number;
                    /** @description Lower bound of the Wilson 95 % interval; null at n = 0 (pct) */
                    low?: number | null;
                    /** @description Upper bound of the Wilson 95 % interval; null at n = 0 (pct) */
                    high?: number | null;
                } | null;
            } | null;
            /** @description Complete sessions with a previous one (sessions) */
            total_days: number;
            /** @description Complete sessions that opened at least min_gap_pct away from the previous close (count) */
            total_gaps: number;
            /** @description Of these gaps, those filled (count) */
            filled_gaps: number;
            /** @description Gaps per session (pct). total_gaps / total_days * 100 */
            gap_rate_pct: number | null;
            /** @description Gaps that were filled (pct). filled_gaps / total_gaps * 100 */
            fill_rate_pct: number | null;
            /** @description Gaps whose session closed further in the direction of the gap (pct) */
            closed_in_gap_direction_pct: number | null;
            /** @description Mean gap size in percent of the previous close (pct) */
            avg_gap_pct: number | null;
            /** @description Median gap size in percent of the previous close (pct) */
            median_gap_pct: number | null;
            /** @description Mean time to the fill, filled gaps only (minutes) */
            avg_minutes_to_fill: number | null;
            /** @description Median time to the fill, filled gaps only (minutes) */
            median_minutes_to_fill: number | null;
            /** @description Gaps filled in part: some traded back, not all (count) */
            partial_fills: number;
            /** @description Mean time to the deepest point, gaps filled in part only (minutes) */
            avg_minutes_to_partial_fill: number | null;
            /** @description Mean degree of fill (pct) */
            avg_partial_fill_pct: number | null;
            /** @description Mean of max_run_pct (pct) */
            avg_max_run_pct: number | null;
            direction_breakdown: {
                [key: string]: {
                    /** @description Gaps in this direction (count) */
                    count?: number;
                    /** @description Of the gaps in this direction, those filled (pct) */
                    fill_rate_pct?: number | null;
                } | null;
            } | null;
            place_breakdown: {
                [key: string]: {
                    /** @description Gaps that open there (count) */
                    count?: number;
                    /** @description Of the gaps that open there, those filled (pct) */
                    fill_rate_pct?: number | null;
                } | null;
            } | null;
            size_breakdown: {
                [key: string]: {
                    /** @description Gaps of this size in percent (count) */
                    count?: number;
                    /** @description Of the gaps of this size in percent, those filled (pct) */
                    fill_rate_pct?: number | null;
                } | null;
            } | null;
            weekday_breakdown: {
                [key: string]: {
                    /** @description Gaps on this weekday (count) */
                    count?: number;
                    /** @description Of the gaps on this weekday, those filled (pct) */
                    fill_rate_pct?: number | null;
                } | null;
            } | null;
            metadata: components["schemas"]["Metadata"];
        };
        StatsPrevcloseTop: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window's word, or custom */
            time_window: string;
            /**
             * Format: date
             * @description First date of the range looked at; null where nothing is stored
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at; null where nothing is stored
             */
            end_date: string | null;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsPrevcloseTopRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsPrevcloseTopRow: {
            /** @description Canonical symbol */
            symbol: string;
            /**
             * Format: date
             * @description Date of the session that opened away from the previous close
             */
            date: string;
            /**
             * @description Weekday of the date
             * @enum {string}
             */
            weekday: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";
            /**
             * @description up: open above the previous close; down: below it
             * @enum {string}
             */
            direction: "up" | "down";
            /**
             * Format: date
             * @description Date of the previous session, at most 7 calendar days back. null where that session lies before the plan's history
             */
            prev_date: string | null;
            /** @description Close of the previous session: its last bar in the window (price). null where that session lies before the plan's history */
            prev_close: number | null;
            /** @description Open of the session: its first bar in the window (price) */
            open: number;
            /** @description Distance of the open from the previous close (price). |open - prev_close|. null where that session lies before the plan's history */
            gap_size: number | null;
            /** @description Gap size in percent of the previous close; direction has the sign (pct). gap_size / prev_close * 100 */
            gap_pct: number;
            /**
             * @description outside: open above the previous high or below the previous low; inside: in between
             * @enum {string}
             */
            open_place: "outside" | "inside";
            /** @description Price came back to the previous close, as fill_criteria has it */
            filled: boolean;
            /** @description How much of the gap was filled, 0 to 100 (pct). up: clip((open - lowest low) / gap_size, 0, 1) * 100; fill_criteria=close: the lowest close */
            partial_fill_pct: number;
            /**
             * @description Bucket of partial_fill_pct; 100% means filled
             * @enum {string}
             */
            fill_bucket: "0%" | "1-25%" | "26-50%" | "51-75%" | "76-99%" | "100%";
            /**
             * Format: date-time
             * @description Start of the first bar that filled the gap; null where none did, and on 1d bars
             */
            fill_time: string | null;
            /** @description From the start of the first bar to the start of that bar (minutes) */
            minutes_to_fill: number | null;
            /** @description Volume of that bar (volume) */
            volume_at_fill: number | null;
            /**
             * Format: date-time
             * @description Start of the first bar at the deepest point of a partial fill; null where the gap was filled, where nothing was traded back, and on 1d bars
             */
            partial_fill_time: string | null;
            /** @description From the start of the first bar to the start of that bar (minutes) */
            minutes_to_partial_fill: number | null;
            /** @description Volume of that bar (volume) */
            volume_at_partial_fill: number | null;
            /** @description Largest move from the previous close in the direction of the gap, of that close (pct). up: (highest high - prev_close) / prev_close * 100 */
            max_run_pct: number;
            /** @description Close of the session (price) */
            close: number;
            /** @description up: close above the open; down: close below it */
            closed_in_gap_direction: boolean;
            /** @description The data reach the end of the window */
            complete: boolean;
        };
        StatsPrevcloseScreen: {
            /** @description The window's word, or custom */
            time_window: string;
            /** @default sample_size */
            sort_by: string;
            /**
             * @default desc
             * @enum {string}
             */
            order: "desc" | "asc";
            /** @default 0 */
            min_sample_size: number;
            /**
             * Format: date
             * @description Latest session that any of the figures rests on; null without rows
             */
            as_of: string | null;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsPrevcloseScreenRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsPrevcloseScreenRow: {
            /** @description Place in the order, from 1 (count) */
            rank: number;
            /** @description Canonical symbol */
            symbol: string;
            /**
             * @description Asset class of the symbol
             * @enum {string}
             */
            asset_class: "equity" | "etf" | "crypto";
            /** @description The figure named by sort_by, as the symbol's summary shows it */
            value: number;
            /** @description The count that the rates of the summary rest on (count) */
            sample_size: number;
            /**
             * Format: date
             * @description Latest session that the figure rests on: summaries follow ended days
             */
            as_of: string;
            /** @description Cases behind the figure; null where it is no rate (count) */
            n: number | null;
            /** @description Lower bound of its 95 % interval (Wilson); null where it is no rate (pct) */
            low: number | null;
            /** @description Upper bound; null where it is no rate (pct) */
            high: number | null;
        };
        StatsSeasonalityWeekday: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window's word, or custom */
            time_window: string;
            /**
             * Format: date
             * @description First date of the range looked at; null where nothing is stored
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at; null where nothing is stored
             */
            end_date: string | null;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsSeasonalityWeekdayRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsSeasonalityWeekdayRow: {
            /**
             * @description Weekday of the sessions
             * @enum {string}
             */
            weekday: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";
            /** @description Mean return of these days (pct) */
            avg_return_pct: number;
            /** @description Median return of these days (pct) */
            median_return_pct: number;
            /** @description Share of these days with a return above 0 (pct) */
            green_days_pct: number;
            /** @description Mean volume of these days (volume) */
            avg_volume: number;
            /** @description How many days with a return there were (count) */
            count: number;
            /** @description Standard deviation of the returns, of a sample; null below two (pct) */
            stdev_return_pct: number | null;
            /** @description Smallest return (pct) */
            min_return_pct: number;
            /** @description Largest return (pct) */
            max_return_pct: number;
            /** @description Wilson 95 % interval of green_days_pct: {green_days_pct: {n, low, high}} */
            confidence: {
                [key: string]: Record<string, unknown>;
            };
        };
        StatsSeasonalityWeek: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window's word, or custom */
            time_window: string;
            /**
             * Format: date
             * @description First date of the range looked at; null where nothing is stored
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at; null where nothing is stored
             */
            end_date: string | null;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsSeasonalityWeekRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsSeasonalityWeekRow: {
            /** @description ISO week number, 1 to 53, of any year */
            week_number: number;
            /** @description Mean return of these weeks (pct) */
            avg_return_pct: number;
            /** @description Median return of these weeks (pct) */
            median_return_pct: number;
            /** @description Share of these weeks with a return above 0 (pct) */
            green_weeks_pct: number;
            /** @description Mean volume of these weeks (volume) */
            avg_volume: number;
            /** @description How many weeks with a return there were (count) */
            count: number;
            /** @description Standard deviation of the returns, of a sample; null below two (pct) */
            stdev_return_pct: number | null;
            /** @description Smallest return (pct) */
            min_return_pct: number;
            /** @description Largest return (pct) */
            max_return_pct: number;
            /** @description Wilson 95 % interval of green_weeks_pct: {green_weeks_pct: {n, low, high}} */
            confidence: {
                [key: string]: Record<string, unknown>;
            };
        };
        StatsSeasonalityMonth: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window's word, or custom */
            time_window: string;
            /**
             * Format: date
             * @description First date of the range looked at; null where nothing is stored
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at; null where nothing is stored
             */
            end_date: string | null;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsSeasonalityMonthRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsSeasonalityMonthRow: {
            /** @description Calendar month, 1 to 12, of any year */
            month: number;
            /** @description Mean return of these months (pct) */
            avg_return_pct: number;
            /** @description Median return of these months (pct) */
            median_return_pct: number;
            /** @description Share of these months with a return above 0 (pct) */
            green_months_pct: number;
            /** @description Mean volume of these months (volume) */
            avg_volume: number;
            /** @description How many months with a return there were (count) */
            count: number;
            /** @description Standard deviation of the returns, of a sample; null below two (pct) */
            stdev_return_pct: number | null;
            /** @description Smallest return (pct) */
            min_return_pct: number;
            /** @description Largest return (pct) */
            max_return_pct: number;
            /** @description Wilson 95 % interval of green_months_pct: {green_months_pct: {n, low, high}} */
            confidence: {
                [key: string]: Record<string, unknown>;
            };
        };
        StatsSeasonalityTop: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window's word, or custom */
            time_window: string;
            /**
             * Format: date
             * @description First date of the range looked at; null where nothing is stored
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at; null where nothing is stored
             */
            end_date: string | null;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsSeasonalityTopRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsSeasonalityTopRow: {
            /**
             * @description Weekday of the sessions
             * @enum {string|null}
             */
            weekday?: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday" | null;
            /** @description ISO week number, 1 to 53, of any year */
            week_number?: number | null;
            /** @description Calendar month, 1 to 12, of any year */
            month?: number | null;
            /** @description Share of these days with a return above 0 (pct) */
            green_days_pct?: number | null;
            /** @description Share of these weeks with a return above 0 (pct) */
            green_weeks_pct?: number | null;
            /** @description Share of these months with a return above 0 (pct) */
            green_months_pct?: number | null;
            /** @description Mean return of these days (pct) */
            avg_return_pct?: number;
            /** @description Median return of these days (pct) */
            median_return_pct?: number;
            /** @description Mean volume of these days (volume) */
            avg_volume?: number;
            /** @description How many days with a return there were (count) */
            count?: number;
            /** @description Standard deviation of the returns, of a sample; null below two (pct) */
            stdev_return_pct?: number | null;
            /** @description Smallest return (pct) */
            min_return_pct?: number;
            /** @description Largest return (pct) */
            max_return_pct?: number;
            /** @description Wilson 95 % interval of the segment's green rate */
            confidence?: {
                [key: string]: Record<string, unknown>;
            };
        };
        StatsSeasonalitySummary: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window asked for, or custom */
            time_window: string;
            /** @description The count that the rates of the summary rest on (count) */
            sample_size: number;
            confidence: {
                [key: string]: {
                    /** @description Cases behind the rate with this dotted path (count) */
                    n?: number;
                    /** @description Lower bound of the Wilson 95 % interval; null at n = 0 (pct) */
                    low?: number | null;
                    /** @description Upper bound of the Wilson 95 % interval; null at n = 0 (pct) */
                    high?: number | null;
                } | null;
            } | null;
            /** @description The metric that segments are ranked by */
            used_field: string;
            summary: ({
                best_weekday?: {
                    /** @description Weekday with the highest ranked metric */
                    name?: string;
                    /** @description Share of these days with a return above 0 (pct) */
                    green_days_pct?: number | null;
                    /** @description How many days, weeks or months with a return the segment has (count) */
                    count?: number;
                    /** @description Mean return of these days (pct) */
                    avg_return_pct?: number | null;
                    /** @description Median return of these days (pct) */
                    median_return_pct?: number | null;
                    /** @description Mean volume of these days (volume) */
                    avg_volume?: number | null;
                    /** @description Standard deviation of the returns, of a sample; null below two (pct) */
                    stdev_return_pct?: number | null;
                    /** @description Smallest return (pct) */
                    min_return_pct?: number | null;
                    /** @description Largest return (pct) */
                    max_return_pct?: number | null;
                } | null;
                worst_weekday?: {
                    /** @description Weekday with the lowest ranked metric */
                    name?: string;
                    /** @description Share of these days with a return above 0 (pct) */
                    green_days_pct?: number | null;
                    /** @description How many days, weeks or months with a return the segment has (count) */
                    count?: number;
                    /** @description Mean return of these days (pct) */
                    avg_return_pct?: number | null;
                    /** @description Median return of these days (pct) */
                    median_return_pct?: number | null;
                    /** @description Mean volume of these days (volume) */
                    avg_volume?: number | null;
                    /** @description Standard deviation of the returns, of a sample; null below two (pct) */
                    stdev_return_pct?: number | null;
                    /** @description Smallest return (pct) */
                    min_return_pct?: number | null;
                    /** @description Largest return (pct) */
                    max_return_pct?: number | null;
                } | null;
                best_week?: {
                    /** @description The ISO week with the highest ranked metric */
                    week_number?: number;
                    /** @description Share of these weeks with a return above 0 (pct) */
                    green_weeks_pct?: number | null;
                    /** @description How many days, weeks or months with a return the segment has (count) */
                    count?: number;
                    /** @description Mean return of these days (pct) */
                    avg_return_pct?: number | null;
                    /** @description Median return of these days (pct) */
                    median_return_pct?: number | null;
                    /** @description Mean volume of these days (volume) */
                    avg_volume?: number | null;
                    /** @description Standard deviation of the returns, of a sample; null below two (pct) */
                    stdev_return_pct?: number | null;
                    /** @description Smallest return (pct) */
                    min_return_pct?: number | null;
                    /** @description Largest return (pct) */
                    max_return_pct?: number | null;
                } | null;
                worst_week?: {
                    /** @description The ISO week with the lowest ranked metric */
                    week_number?: number;
                    /** @description Share of these weeks with a return above 0 (pct) */
                    green_weeks_pct?: number | null;
                    /** @description How many days, weeks or months with a return the segment has (count) */
                    count?: number;
                    /** @description Mean return of these days (pct) */
                    avg_return_pct?: number | null;
                    /** @description Median return of these days (pct) */
                    median_return_pct?: number | null;
                    /** @description Mean volume of these days (volume) */
                    avg_volume?: number | null;
                    /** @description Standard deviation of the returns, of a sample; null below two (pct) */
                    stdev_return_pct?: number | null;
                    /** @description Smallest return (pct) */
                    min_return_pct?: number | null;
                    /** @description Largest return (pct) */
                    max_return_pct?: number | null;
                } | null;
                strongest_month?: {
                    /** @description The month with the highest ranked metric */
                    month?: number;
                    /** @description Share of these months with a return above 0 (pct) */
                    green_months_pct?: number | null;
                    /** @description How many days, weeks or months with a return the segment has (count) */
                    count?: number;
                    /** @description Mean return of these days (pct) */
                    avg_return_pct?: number | null;
                    /** @description Median return of these days (pct) */
                    median_return_pct?: number | null;
                    /** @description Mean volume of these days (volume) */
                    avg_volume?: number | null;
                    /** @description Standard deviation of the returns, of a sample; null below two (pct) */
                    stdev_return_pct?: number | null;
                    /** @description Smallest return (pct) */
                    min_return_pct?: number | null;
                    /** @description Largest return (pct) */
                    max_return_pct?: number | null;
                } | null;
                weakest_month?: {
                    /** @description The month with the lowest ranked metric */
                    month?: number;
                    /** @description Share of these months with a return above 0 (pct) */
                    green_months_pct?: number | null;
                    /** @description How many days, weeks or months with a return the segment has (count) */
                    count?: number;
                    /** @description Mean return of these days (pct) */
                    avg_return_pct?: number | null;
                    /** @description Median return of these days (pct) */
                    median_return_pct?: number | null;
                    /** @description Mean volume of these days (volume) */
                    avg_volume?: number | null;
                    /** @description Standard deviation of the returns, of a sample; null below two (pct) */
                    stdev_return_pct?: number | null;
                    /** @description Smallest return (pct) */
                    min_return_pct?: number | null;
                    /** @description Largest return (pct) */
                    max_return_pct?: number | null;
                } | null;
            } & {
                [key: string]: {
                    /** @description How many days, weeks or months with a return the segment has (count) */
                    count?: number;
                    /** @description Mean return of these days (pct) */
                    avg_return_pct?: number | null;
                    /** @description Median return of these days (pct) */
                    median_return_pct?: number | null;
                    /** @description Mean volume of these days (volume) */
                    avg_volume?: number | null;
                    /** @description Standard deviation of the returns, of a sample; null below two (pct) */
                    stdev_return_pct?: number | null;
                    /** @description Smallest return (pct) */
                    min_return_pct?: number | null;
                    /** @description Largest return (pct) */
                    max_return_pct?: number | null;
                } | null;
            }) | null;
            metadata: components["schemas"]["Metadata"];
        };
        StatsSeasonalityScreen: {
            /** @description The window's word, or custom */
            time_window: string;
            /** @default sample_size */
            sort_by: string;
            /**
             * @default desc
             * @enum {string}
             */
            order: "desc" | "asc";
            /** @default 0 */
            min_sample_size: number;
            /**
             * Format: date
             * @description Latest session that any of the figures rests on; null without rows
             */
            as_of: string | null;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsSeasonalityScreenRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsSeasonalityScreenRow: {
            /** @description Place in the order, from 1 (count) */
            rank: number;
            /** @description Canonical symbol */
            symbol: string;
            /**
             * @description Asset class of the symbol
             * @enum {string}
             */
            asset_class: "equity" | "etf" | "crypto";
            /** @description The figure named by sort_by, as the symbol's summary shows it */
            value: number;
            /** @description The count that the rates of the summary rest on (count) */
            sample_size: number;
            /**
             * Format: date
             * @description Latest session that the figure rests on: summaries follow ended days
             */
            as_of: string;
            /** @description Cases behind the figure; null where it is no rate (count) */
            n: number | null;
            /** @description Lower bound of its 95 % interval (Wilson); null where it is no rate (pct) */
            low: number | null;
            /** @description Upper bound; null where it is no rate (pct) */
            high: number | null;
        };
        StatsTrend: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window's word, or custom */
            time_window: string;
            /**
             * Format: date
             * @description First date of the range looked at; null where nothing is stored
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at; null where nothing is stored
             */
            end_date: string | null;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsTrendRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsTrendRow: {
            /** @description Canonical symbol */
            symbol: string;
            /**
             * Format: date
             * @description Date of the session
             */
            date: string;
            /**
             * @description Weekday of the date
             * @enum {string}
             */
            weekday: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";
            /** @description First price of the session (price) */
            open: number;
            /** @description Highest price (price) */
            high: number;
            /** @description Lowest price (price) */
            low: number;
            /** @description Last price (price) */
            close: number;
            /** @description Close against the close of the previous session; null without one (pct). (close - prev_close) / prev_close * 100 */
            return_pct: number | null;
            /** @description Range of the session in percent of its open (pct). (high - low) / open * 100 */
            range_pct: number;
            /** @description How much of the range the way from open to close covers, 0 to 1; null at zero range (ratio). |close - open| / (high - low) */
            efficiency: number | null;
            /** @description Size of the day weighted by how directly it moved; null at zero range (score). efficiency * range_pct */
            strength: number | null;
            /** @description Where in the range the session opened: 0 at the low, 1 at the high (ratio). (open - low) / (high - low) */
            open_location: number | null;
            /** @description Where in the range the session closed: 0 at the low, 1 at the high (ratio). (close - low) / (high - low) */
            close_location: number | null;
            /**
             * @description up: opened near the low and closed near the high; down: the mirror image. up: open_location <= edge_pct / 100 and close_location >= 1 - edge_pct / 100
             * @enum {string}
             */
            trend_day: "up" | "down" | "none";
            /** @description Range over the range of the previous session; null without one or where it is 0 (ratio). (high - low) / (prev_high - prev_low) */
            range_vs_prev: number | null;
            /**
             * @description Sign of the return; null without a previous session
             * @enum {string|null}
             */
            streak_direction: "up" | "down" | "flat" | null;
            /** @description Sessions in a row with this sign of return, this one included; 0 without one (sessions) */
            streak_length: number;
            /** @description Close above the mean of the last 20 sessions' closes; null before the 20th */
            above_sma20: boolean | null;
            /** @description Close above the mean of the last 50 sessions' closes; null before the 50th */
            above_sma50: boolean | null;
            /** @description The data reach the end of the window */
            complete: boolean;
        };
        StatsTrendSummary: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window asked for, or custom */
            time_window: string;
            /** @description The count that the rates of the summary rest on (count) */
            sample_size: number;
            confidence: {
                [key: string]: {
                    /** @description Cases behind the rate with this dotted path (count) */
                    n?: number;
                    /** @description Lower bound of the Wilson 95 % interval; null at n = 0 (pct) */
                    low?: number | null;
                    /** @description Upper bound of the Wilson 95 % interval; null at n = 0 (pct) */
                    high?: number | null;
                } | null;
            } | null;
            /** @description Complete sessions (sessions) */
            total_days: number;
            /** @description Trend days up (count) */
            trend_days_up: number;
            /** @description Trend days down (count) */
            trend_days_down: number;
            /** @description Sessions that are trend days (pct). (trend_days_up + trend_days_down) / total_days * 100 */
            trend_day_rate_pct: number | null;
            /** @description Mean efficiency (ratio) */
            avg_efficiency: number | null;
            /** @description Median efficiency (ratio) */
            median_efficiency: number | null;
            /** @description Mean return of trend days up, close to close (pct) */
            avg_return_trend_up: number | null;
            /** @description Mean return of trend days down, close to close (pct) */
            avg_return_trend_down: number | null;
            /** @description Trend days whose next session's return has the sign of the trend (pct) */
            next_day_continuation_pct: number | null;
            streaks: {
                /** @description Longest run of up days; 0 without one (sessions) */
                max_up?: number;
                /** @description Longest run of down days; 0 without one (sessions) */
                max_down?: number;
                /** @description Mean length of the runs of up days (sessions) */
                avg_up?: number | null;
                /** @description Mean length of the runs of down days (sessions) */
                avg_down?: number | null;
                continuation_by_length?: {
                    [key: string]: {
                        /** @description Days that were the so-many-th of a run, with a next return (count) */
                        n?: number;
                        /** @description Of them, those whose next session continued in the direction (pct) */
                        pct?: number | null;
                    } | null;
                } | null;
            } | null;
            current_streak: {
                /**
                 * @description Direction of the last session of the range
                 * @enum {string|null}
                 */
                direction?: "up" | "down" | "flat" | null;
                /** @description Length of the run at the last session of the range; 0 without one (sessions) */
                length?: number;
            } | null;
            /** @description Sessions that closed above the mean of 20 closes, of those that have it (pct) */
            pct_days_above_sma20: number | null;
            /** @description Sessions that closed above the mean of 50 closes, of those that have it (pct) */
            pct_days_above_sma50: number | null;
            weekday_breakdown: {
                [key: string]: {
                    /** @description Complete sessions on this weekday (count) */
                    count?: number;
                    /** @description Of them, those that are trend days (pct) */
                    trend_day_rate_pct?: number | null;
                } | null;
            } | null;
            metadata: components["schemas"]["Metadata"];
        };
        StatsTrendTop: {
            /** @description Canonical symbol */
            symbol: string;
            /** @description The window's word, or custom */
            time_window: string;
            /**
             * Format: date
             * @description First date of the range looked at; null where nothing is stored
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at; null where nothing is stored
             */
            end_date: string | null;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsTrendTopRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsTrendTopRow: {
            /** @description Canonical symbol */
            symbol: string;
            /**
             * Format: date
             * @description Date of the session
             */
            date: string;
            /**
             * @description Weekday of the date
             * @enum {string}
             */
            weekday: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";
            /** @description First price of the session (price) */
            open: number;
            /** @description Highest price (price) */
            high: number;
            /** @description Lowest price (price) */
            low: number;
            /** @description Last price (price) */
            close: number;
            /** @description Close against the close of the previous session; null without one (pct). (close - prev_close) / prev_close * 100 */
            return_pct: number | null;
            /** @description Range of the session in percent of its open (pct). (high - low) / open * 100 */
            range_pct: number;
            /** @description How much of the range the way from open to close covers, 0 to 1; null at zero range (ratio). |close - open| / (high - low) */
            efficiency: number | null;
            /** @description Size of the day weighted by how directly it moved; null at zero range (score). efficiency * range_pct */
            strength: number | null;
            /** @description Where in the range the session opened: 0 at the low, 1 at the high (ratio). (open - low) / (high - low) */
            open_location: number | null;
            /** @description Where in the range the session closed: 0 at the low, 1 at the high (ratio). (close - low) / (high - low) */
            close_location: number | null;
            /**
             * @description up: opened near the low and closed near the high; down: the mirror image. up: open_location <= edge_pct / 100 and close_location >= 1 - edge_pct / 100
             * @enum {string}
             */
            trend_day: "up" | "down" | "none";
            /** @description Range over the range of the previous session; null without one or where it is 0 (ratio). (high - low) / (prev_high - prev_low) */
            range_vs_prev: number | null;
            /**
             * @description Sign of the return; null without a previous session
             * @enum {string|null}
             */
            streak_direction: "up" | "down" | "flat" | null;
            /** @description Sessions in a row with this sign of return, this one included; 0 without one (sessions) */
            streak_length: number;
            /** @description Close above the mean of the last 20 sessions' closes; null before the 20th */
            above_sma20: boolean | null;
            /** @description Close above the mean of the last 50 sessions' closes; null before the 50th */
            above_sma50: boolean | null;
            /** @description The data reach the end of the window */
            complete: boolean;
        };
        StatsTrendScreen: {
            /** @description The window's word, or custom */
            time_window: string;
            /** @default sample_size */
            sort_by: string;
            /**
             * @default desc
             * @enum {string}
             */
            order: "desc" | "asc";
            /** @default 0 */
            min_sample_size: number;
            /**
             * Format: date
             * @description Latest session that any of the figures rests on; null without rows
             */
            as_of: string | null;
            /** @description Rows of this answer */
            count: number;
            data: components["schemas"]["StatsTrendScreenRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        StatsTrendScreenRow: {
            /** @description Place in the order, from 1 (count) */
            rank: number;
            /** @description Canonical symbol */
            symbol: string;
            /**
             * @description Asset class of the symbol
             * @enum {string}
             */
            asset_class: "equity" | "etf" | "crypto";
            /** @description The figure named by sort_by, as the symbol's summary shows it */
            value: number;
            /** @description The count that the rates of the summary rest on (count) */
            sample_size: number;
            /**
             * Format: date
             * @description Latest session that the figure rests on: summaries follow ended days
             */
            as_of: string;
            /** @description Cases behind the figure; null where it is no rate (count) */
            n: number | null;
            /** @description Lower bound of its 95 % interval (Wilson); null where it is no rate (pct) */
            low: number | null;
            /** @description Upper bound; null where it is no rate (pct) */
            high: number | null;
        };
        QueryScanRow: {
            /** @description Place in the order, from 1 (count) */
            rank?: number;
            /** @description Canonical symbol */
            symbol?: string;
            /**
             * @description Asset class of the symbol
             * @enum {string}
             */
            asset_class?: "equity" | "etf" | "crypto";
            /** @description Sessions of which when holds and the outcome is known (count) */
            cases?: number;
            /** @description Rate of the outcome among the cases (pct) */
            rate_pct?: number | null;
            /** @description Lower end of its 95 % interval (pct) */
            rate_low_pct?: number | null;
            /** @description Upper end of its 95 % interval (pct) */
            rate_high_pct?: number | null;
            /** @description Cases and rest together (count) */
            base_cases?: number;
            /** @description Rate of the outcome among both (pct) */
            base_rate_pct?: number | null;
            /** @description Sessions of which when does not hold and the outcome is known (count) */
            rest_cases?: number;
            /** @description Rate of the outcome among the rest (pct) */
            rest_rate_pct?: number | null;
            /** @description The cases' minus the rest's (pct) */
            difference_pct?: number | null;
            /** @description Lower end of its 95 % interval (pct) */
            difference_low_pct?: number | null;
            /** @description Upper end of its 95 % interval (pct) */
            difference_high_pct?: number | null;
            /** @description Welch's test, two-sided (ratio) */
            p_value?: number | null;
            /** @description Rate of false discoveries among the symbols ranked (Benjamini and Hochberg) (ratio) */
            q_value?: number | null;
            /**
             * @description Whether the conditions hold now; null unless matching=now
             * @enum {string|null}
             */
            matches?: "true" | "false" | "pending" | null;
            /** @description Mean of the outcome among the cases */
            mean?: number | null;
            /** @description Lower end of its 95 % interval */
            mean_low?: number | null;
            /** @description Upper end of its 95 % interval */
            mean_high?: number | null;
            /** @description Mean of the outcome among both */
            base_mean?: number | null;
            /** @description Mean of the outcome among the rest */
            rest_mean?: number | null;
            /** @description The cases' minus the rest's */
            difference?: number | null;
            /** @description Lower end of its 95 % interval */
            difference_low?: number | null;
            /** @description Upper end of its 95 % interval */
            difference_high?: number | null;
        };
        BarsRow: {
            /**
             * Format: date-time
             * @description Start of the bar
             */
            ts: string;
            /**
             * Format: date
             * @description Date of its session; of a week its first session
             */
            date: string;
            /** @description First price (price) */
            open: number;
            /** @description Highest price (price) */
            high: number;
            /** @description Lowest price (price) */
            low: number;
            /** @description Last price (price) */
            close: number;
            /** @description Volume (volume) */
            volume: number;
        };
        Metadata: {
            /**
             * Format: date
             * @description First date of the range asked for
             */
            requested_start: string | null;
            /**
             * Format: date
             * @description Last date of the range asked for
             */
            requested_end: string | null;
            /**
             * Format: date
             * @description First date of the range looked at
             */
            effective_start: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at
             */
            effective_end: string | null;
            /** @description The plan's history cut the start of the range */
            history_limited: boolean;
            /** @description The part of the day looked at; null for news */
            session: {
                /** @description HH:MM */
                start_time: string;
                /** @description HH:MM, 24:00 is the end of the day */
                end_time: string;
                include_extended_hours: boolean;
                /** @enum {string} */
                mode: "default" | "extended" | "exchange" | "custom";
                /** @description The clock that the times are of */
                timezone: string;
            } | null;
            /** @description Finest interval of the bars of the range; null where several symbols differ, or nothing but news is stored */
            base_interval: string | null;
            /**
             * Format: date-time
             * @description End of the last stored bar
             */
            data_through: string | null;
            /** @description What prices and volumes are adjusted for */
            adjustment: {
                /** @enum {string} */
                requested: "splits" | "raw";
                /**
                 * @description none: they are as they were landed
                 * @enum {string}
                 */
                applied: "none" | "splits";
                /** @description The same in words, with the splits of one symbol */
                note: string;
            };
            /** @description What to know before believing the figures */
            warnings: string[];
            /** @description Of paged lists: cursor of the next page; null on the last */
            next_cursor?: string | null;
            /** @description Of lists about one symbol: rows of all pages, before limit */
            total?: number;
        };
        StatisticsIndex: {
            statistics: {
                name: string;
                title: string;
                path: string;
                endpoints: string[];
                doc: string;
                /** @description What conditions ask about: a session, a week or a candle; null: nothing */
                record_of: string | null;
                /** @description How the console shows the statistic */
                console: {
                    [key: string]: unknown;
                };
            }[];
        };
        Doc: {
            name: string;
            title: string;
            description: string;
            definition: string;
            endpoints: {
                path: string;
                description: string;
                parameters: {
                    name: string;
                    type: string;
                    required: boolean;
                    default: string | number | boolean | null;
                    description: string;
                    /** @description Of numbers; null: no bound */
                    minimum: number | null;
                    maximum: number | null;
                    /**
                     * @description records: changes what is detected, and may stand in the brackets of a condition; answer: what is made of them
                     * @enum {string}
                     */
                    affects: "records" | "answer";
                }[];
            }[];
            fields: {
                /** @description Of summaries the dotted path; * is any key */
                name: string;
                endpoint: string;
                type: string;
                unit: string;
                nullable: boolean;
                description: string;
                formula: string | null;
                /**
                 * @description Of records that belong to a session: from when on the field is known; null of other fields
                 * @enum {string|null}
                 */
                known_at: "before" | "open" | "end_of_range" | "event" | "close" | "later" | null;
                /** @description Of an event: the time field that names its bar */
                known_at_field: string | null;
                /** @description Of a field about something that may never come: the condition on the same record under which null means that it did not come, as /query writes it; always: wherever it is null. On daily bars times, and what needs them, are unknown instead. Null of other fields */
                never: string | null;
                /** @description What the bar of an event decides and nothing undoes: the time field that names the bar, or in words the bar that decides it. It is known at the end of that bar; where none came, at the close. Null of other fields */
                decided_at: string | null;
            }[];
            notes: string[];
        };
        Symbols: {
            count: number;
            data: {
                symbol: string;
                /** @enum {string} */
                asset_class: "equity" | "etf" | "crypto";
                /** @description Null for a symbol known from news alone */
                base_interval: string | null;
                /**
                 * Format: date-time
                 * @description Start of the first bar that the plan's history allows; null without one
                 */
                first_bar: string | null;
                /**
                 * Format: date-time
                 * @description Start of the last stored bar
                 */
                last_bar: string | null;
                /** @description Sessions under the default window, from the plan's first day on */
                sessions: number;
                /**
                 * Format: date
                 * @description First date that 1d bars serve, before first_bar; null without such
                 */
                daily_from: string | null;
            }[];
            metadata: {
                /** @description Symbols that match, of all pages */
                total: number;
                /** @description Where the page ends, if more follow */
                next_cursor: string | null;
            };
        };
        Usage: {
            account: {
                id: string;
                name: string;
                /** @enum {string} */
                plan: "free" | "pro_web" | "pro_api";
                direct_api: boolean;
                /** @description Null: all history */
                history_days: number | null;
                features: string[];
                /** @description Alerts that may call */
                alerts: number;
                /** @description May read /operator/status */
                operator: boolean;
            };
            rate_limits: {
                minute: {
                    limit: number;
                    used: number;
                    remaining: number;
                    /** Format: date-time */
                    reset_at: string;
                };
                day: {
                    limit: number;
                    used: number;
                    remaining: number;
                    /** Format: date-time */
                    reset_at: string;
                };
                /** @description Questions with preview=true, a minute */
                preview: {
                    limit: number;
                    used: number;
                    remaining: number;
                    /** Format: date-time */
                    reset_at: string;
                };
                /** @description Requests free of charge (/symbols, /me/...), a minute */
                free: {
                    limit: number;
                    used: number;
                    remaining: number;
                    /** Format: date-time */
                    reset_at: string;
                };
            };
            /** @description Of sessions of the console: what their writes carry as X-CSRF-Token */
            csrf_token?: string;
        };
        Watchlist: {
            symbols: string[];
            /**
             * Format: date-time
             * @description Null: never set
             */
            updated_at: string | null;
        };
        WatchlistChange: {
            symbols: string[];
        };
        SavedQuery: {
            id: string;
            name: string;
            /** @description State of the console, as text */
            question: string;
            /** Format: date-time */
            updated_at: string;
        };
        SavedQueries: {
            count: number;
            data: components["schemas"]["SavedQuery"][];
        };
        SavedQueryChange: {
            name: string;
            /** @description State of the console, as text */
            question: string;
        };
        Tokens: {
            count: number;
            data: {
                id: string;
                name: string;
                /** Format: date-time */
                created_at: string;
                /** @description Its last day of use; null: none yet */
                last_used_at: string | null;
                /** @description It asks, or opened the session that asks */
                current: boolean;
            }[];
        };
        TokenRequest: {
            /** @description What it is for */
            name: string;
        };
        TokenMade: {
            id: string;
            name: string;
            /** @description The token itself, in no later answer */
            token: string;
        };
        /** @description The command's arguments and options, in camel case */
        OperationArguments: {
            [key: string]: unknown;
        };
        OperatorStatus: {
            symbols: {
                [key: string]: unknown;
            }[];
            dead_letters: number;
            dead_letters_by_reason: {
                [key: string]: number;
            };
            behind: {
                /** @description Events not landed yet; null where the API knows of no log */
                events: number | null;
                /** @description Days whose records are to be computed */
                days: number;
            };
            news: {
                /** @description News that waits for classification */
                waiting: number;
                /** @description Of these: tried as often as is allowed */
                gave_up: number;
                /** @description When the first of them came */
                oldest: string | null;
                /** @description What the last request to the classifier failed of */
                last_error: string | null;
            };
            quarantined: {
                [key: string]: unknown;
            }[];
            unregistered: string[];
            /** @description Openings that look like a split */
            split_suspects: {
                [key: string]: unknown;
            }[];
            skipped: {
                [key: string]: unknown;
            }[];
            collectors: {
                [key: string]: unknown;
            }[];
            retention: {
                /** @description What is kept for how long; without a policy, for ever */
                policies: {
                    [key: string]: unknown;
                }[];
                /** @description What the last run removed; null: there was none */
                last_run: {
                    [key: string]: unknown;
                } | null;
                /** @description When the schedule runs next; null without a policy */
                next_run: string | null;
            };
            /** @description The last ten */
            imports: {
                [key: string]: unknown;
            }[];
            coverage: {
                symbols: {
                    symbol: string;
                    months: {
                        month: string;
                        sessions: number;
                        bars: number;
                    }[];
                }[];
                /** @description Cursor of the next page; null on the last */
                next_cursor: string | null;
            };
        };
        Liveness: {
            /** @constant */
            status: "ok";
        };
        Readiness: {
            ready: boolean;
            /** @description What was looked at, by name */
            checks: {
                [key: string]: boolean;
            };
        };
        Error: {
            detail: {
                /**
                 * @description Which error, for programs; new ones may come.
                 *
                 *     - `bad_request`: The request is not valid HTTP, or its body cannot be read. Correct it: the same request fails again.
                 *     - `missing_token`: There is no `Authorization: Bearer TOKEN`, or the console session has ended. Send the token, or log in.
                 *     - `invalid_token`: The token is unknown or revoked, or the login link was used or is older than ten minutes. Use another token; `message` says which of them it is.
                 *     - `login_too_old`: The login of the console session is more than 24 hours old (at present a session ends after 12 hours: `missing_token`). Log in to the console again.
                 *     - `direct_api_not_enabled`: Tokens of this plan work in the console only. Use an account with the plan `pro_api`.
                 *     - `plan_upgrade_required`: A parameter needs a feature that the plan lacks: `parameter`, `feature`. Leave the parameter out, or use another plan.
                 *     - `csrf`: A console session wrote without its `X-CSRF-Token`, or from another origin. Send `csrf_token` of `/me/usage` as `X-CSRF-Token`.
                 *     - `console_only`: Tokens are issued and revoked, and operations started, only in the console. Log in to the console.
                 *     - `operator_only`: The account has no operator flag. Ask an operator to run `accounts set --account ID --operator true`.
                 *     - `symbol_not_found`: Nothing is stored about the symbol, or the account may not read it. Choose a symbol that `/symbols` lists.
                 *     - `not_found`: The path, or the id in it, does not exist. Look the path up in `/openapi.json`, the id in the list above it.
                 *     - `method_not_allowed`: The path does not have this method. Use a method of the header `Allow`.
                 *     - `not_acceptable`: A summary was requested as Arrow. Request JSON or CSV.
                 *     - `request_timeout`: Its headers did not arrive within 10 s, or all of the request within 30 s. Send it again.
                 *     - `payload_too_large`: The body is larger than 64 KB. Send a smaller one.
                 *     - `uri_too_long`: The request line is longer than 8 KB, of a question than 14 KB. Request fewer symbols at a time, or shorten the question.
                 *     - `rate_limit_exceeded`: A limit is reached: `limit`, `window` (`minute`, `day`), and `bucket` unless it is the plan's. Wait for `Retry-After`.
                 *     - `too_many_streams`: The account has 4 streams of `/today`, or 4 of alerts, open: `limit`. Close one.
                 *     - `too_many_malformed_requests`: The address sent more than 300 malformed requests in a minute. Correct the client, then wait a minute.
                 *     - `headers_too_large`: There are more than 100 headers, or more than 16 KB of them. Send fewer.
                 *     - `internal_error`: A fault of the service. Report it with `X-Request-Id`.
                 *     - `unavailable`: The store does not answer, the service is overloaded, or the address has too many connections. Wait for `Retry-After`, then send it again.
                 *     - `operations_not_configured`: This API process cannot start operations. Set `OPERATIONS_URL` and `OPERATIONS_TOKEN`, or use the command line.
                 * @enum {string}
                 */
                error: "bad_request" | "missing_token" | "invalid_token" | "login_too_old" | "direct_api_not_enabled" | "plan_upgrade_required" | "csrf" | "console_only" | "operator_only" | "symbol_not_found" | "not_found" | "method_not_allowed" | "not_acceptable" | "request_timeout" | "payload_too_large" | "uri_too_long" | "rate_limit_exceeded" | "too_many_streams" | "too_many_malformed_requests" | "headers_too_large" | "internal_error" | "unavailable" | "operations_not_configured";
                /** @description What is wrong and what to do, for people */
                message: string;
                /** @description Of plan_upgrade_required: the feature that the plan lacks */
                feature?: string;
                /** @description Of plan_upgrade_required: what needs it */
                parameter?: string;
                /** @description Of 429: the limit that is reached */
                limit?: number;
                /**
                 * @description Of rate_limit_exceeded: the window
                 * @enum {string}
                 */
                window?: "minute" | "day";
                /**
                 * @description Of rate_limit_exceeded: which window it is, where it is not the plan's
                 * @enum {string}
                 */
                bucket?: "preview" | "free" | "usage" | "open";
            };
        };
        ValidationError: {
            detail: {
                loc: (string | number)[];
                msg: string;
                type: string;
                /** @description Of a question: where in its text, from 0, what was expected there, and what was probably meant */
                ctx?: {
                    position: number;
                    expected: string;
                    did_you_mean: string | null;
                };
            }[];
        };
        TodayRow: {
            symbol: string;
            /**
             * Format: date
             * @description Date of the latest session; null without one
             */
            session_date: string | null;
            /**
             * @description open: no stored bar ends at its end or later
             * @enum {string}
             */
            state: "open" | "closed";
            /** @description Its last bar */
            last: {
                /** Format: date-time */
                ts: string;
                close: number;
            } | null;
            /** @description Its hours, its prices so far and their course; null without a session */
            session: {
                /** Format: date-time */
                starts_at: string;
                /** Format: date-time */
                ends_at: string;
                open: number | null;
                high: number | null;
                low: number | null;
                /** @description Close of the session before; null without one */
                prev_close: number | null;
                /** @description Length of a part of closes */
                part_minutes: number;
                /** @description Last close of each part begun, from the start on; null in a part without bars; empty on 1d bars */
                closes: (number | null)[];
            } | null;
            /** @description The gap that it opened with; null without one */
            gap: {
                /** @enum {string} */
                direction: "up" | "down";
                /** @description Percent */
                gap_pct: number | null;
                open: number | null;
                /** @description Filled so far */
                filled: boolean | null;
                /** @description Of observed gaps like this one, still open at this time of day, how many were filled, with the 95 % Wilson interval */
                history: {
                    /**
                     * @description The set of sessions: of the same side and size class; of the same side; in the same state; all. The narrowest of those that there are with at least 10 cases, else the widest
                     * @enum {string}
                     */
                    set: "side_and_size" | "side" | "state" | "all";
                    /** @description The set and its count in words: gaps down of 1 to 2 %, still open at 11:42: 2 of 19 filled */
                    text: string;
                    n: number;
                    hits: number;
                    /** @description The set as of the open and its outcome, for /query with session=exchange; null: one question does not say it */
                    question: {
                        when: string;
                        then: string;
                    } | null;
                    /** @description Time of day by the exchange's clock (crypto: UTC) at which the sessions of the set stood as today's; null: as of the open */
                    at: string | null;
                    /** @description Percent */
                    filled_pct: number | null;
                    /** @description Percent */
                    low: number | null;
                    /** @description Percent */
                    high: number | null;
                };
            } | null;
            /** @description Its opening range; null on 1d bars */
            orb: {
                /**
                 * @description pending: the opening range is not complete; up, down: the side broken first
                 * @enum {string}
                 */
                state: "pending" | "inside" | "up" | "down";
                orb_minutes: number;
                high: number | null;
                low: number | null;
                /** @description How complete sessions went in which the range was in this state at this time of day, with the 95 % Wilson interval */
                history: {
                    /**
                     * @description breakout (pending, inside): ranges that were broken at all; continuation (up, down): ranges that were broken on this side first and closed beyond it
                     * @enum {string}
                     */
                    of: "breakout" | "continuation";
                    /**
                     * @description The set of sessions: of the same side and size class; of the same side; in the same state; all. The narrowest of those that there are with at least 10 cases, else the widest
                     * @enum {string}
                     */
                    set: "side_and_size" | "side" | "state" | "all";
                    /** @description The set and its count in words: gaps down of 1 to 2 %, still open at 11:42: 2 of 19 filled */
                    text: string;
                    n: number;
                    hits: number;
                    /** @description The set as of the open and its outcome, for /query with session=exchange; null: one question does not say it */
                    question: {
                        when: string;
                        then: string;
                    } | null;
                    /** @description Time of day by the exchange's clock (crypto: UTC) at which the sessions of the set stood as today's; null: as of the open */
                    at: string | null;
                    /** @description Percent */
                    rate_pct: number | null;
                    /** @description Percent */
                    low: number | null;
                    /** @description Percent */
                    high: number | null;
                };
            } | null;
            /** @description High and low of the session before; null without one */
            previous: {
                high: number | null;
                low: number | null;
                /** @description (high - last close) / last close * 100 */
                distance_high_pct: number | null;
                /** @description (low - last close) / last close * 100 */
                distance_low_pct: number | null;
                /**
                 * @description Where the last close lies
                 * @enum {string}
                 */
                state: "inside" | "above" | "below";
                /** @description How complete sessions went whose levels were in this state at this time of day; null where both are broken */
                history: {
                    /**
                     * @description break (neither level is broken): sessions that broke one; success (one is): sessions that closed beyond the level that they had broken
                     * @enum {string}
                     */
                    of: "break" | "success";
                    /**
                     * @description The set of sessions: of the same side and size class; of the same side; in the same state; all. The narrowest of those that there are with at least 10 cases, else the widest
                     * @enum {string}
                     */
                    set: "side_and_size" | "side" | "state" | "all";
                    /** @description The set and its count in words: gaps down of 1 to 2 %, still open at 11:42: 2 of 19 filled */
                    text: string;
                    n: number;
                    hits: number;
                    /** @description The set as of the open and its outcome, for /query with session=exchange; null: one question does not say it */
                    question: {
                        when: string;
                        then: string;
                    } | null;
                    /** @description Time of day by the exchange's clock (crypto: UTC) at which the sessions of the set stood as today's; null: as of the open */
                    at: string | null;
                    /** @description Percent */
                    rate_pct: number | null;
                    /** @description Percent */
                    low: number | null;
                    /** @description Percent */
                    high: number | null;
                } | null;
            } | null;
        };
        TodayMetadata: {
            /**
             * Format: date
             * @description First date of the range asked for
             */
            requested_start: string | null;
            /**
             * Format: date
             * @description Last date of the range asked for
             */
            requested_end: string | null;
            /**
             * Format: date
             * @description First date of the range looked at
             */
            effective_start: string | null;
            /**
             * Format: date
             * @description Last date of the range looked at
             */
            effective_end: string | null;
            /** @description The plan's history cut the start of the range */
            history_limited: boolean;
            /** @description The part of the day looked at; null for news */
            session: {
                /** @description HH:MM */
                start_time: string;
                /** @description HH:MM, 24:00 is the end of the day */
                end_time: string;
                include_extended_hours: boolean;
                /** @enum {string} */
                mode: "default" | "extended" | "exchange" | "custom";
                /** @description The clock that the times are of */
                timezone: string;
            } | null;
            /** @description Finest interval of the bars of the range; null where several symbols differ, or nothing but news is stored */
            base_interval: string | null;
            /**
             * Format: date-time
             * @description End of the last stored bar
             */
            data_through: string | null;
            /** @description What prices and volumes are adjusted for */
            adjustment: {
                /** @enum {string} */
                requested: "splits" | "raw";
                /**
                 * @description none: they are as they were landed
                 * @enum {string}
                 */
                applied: "none" | "splits";
                /** @description The same in words, with the splits of one symbol */
                note: string;
            };
            /** @description What to know before believing the figures */
            warnings: string[];
            /** @description Of paged lists: cursor of the next page; null on the last */
            next_cursor?: string | null;
            /** @description Of lists about one symbol: rows of all pages, before limit */
            total?: number;
            /** @description Window of the history figures, ending the session before */
            history_window: string;
        };
        Today: {
            /**
             * Format: date-time
             * @description End of the last stored bar of any of the symbols
             */
            as_of: string | null;
            count: number;
            data: components["schemas"]["TodayRow"][];
            metadata: components["schemas"]["TodayMetadata"];
        };
        QueryRow: {
            /** Format: date */
            date: string;
            /** @description Every field that the question names, as written in it */
            values: {
                [key: string]: number | string | boolean | null;
            };
            /** @description Whether then holds, or its number: null where it never came */
            outcome: boolean | number | null;
        };
        Query: {
            hits?: number;
            rate_pct?: number | null;
            confidence?: {
                low: number | null;
                high: number | null;
            };
            /** @description Sessions with a value */
            n?: number;
            /** @description Sessions in which what the number is about never came: they have none */
            never?: number;
            mean?: number | null;
            mean_confidence?: {
                low: number | null;
                high: number | null;
            };
            median?: number | null;
            median_confidence?: {
                low: number | null;
                high: number | null;
            };
            std?: number | null;
            quantiles?: {
                p5: number | null;
                p25: number | null;
                p75: number | null;
                p95: number | null;
            };
            symbol: string;
            time_window: string;
            /** Format: date */
            start_date: string | null;
            /** Format: date */
            end_date: string | null;
            /** @description The population, as asked; empty: every session */
            among: string;
            /** @description As asked; empty: every session of the population */
            when: string;
            then: string;
            /** @description Complete sessions in the range */
            sessions: number;
            /** @description Of these, those where among holds */
            population: number;
            /** @description Of the population, sessions where when holds and the outcome is known */
            cases: number;
            unknown: {
                /** @description Sessions where nobody can say whether among holds */
                among: number;
                /** @description Of the population, sessions where nobody can say whether when holds */
                when: number;
                /** @description Sessions where when holds and the outcome is not known */
                then: number;
                /** @description Sessions where when holds and the outcome was decided before that was known */
                early: number;
            };
            /** @description Cases and rest together; null where when is known at an event: there is nobody to compare with */
            base: {
                hits?: number;
                rate_pct?: number | null;
                confidence?: {
                    low: number | null;
                    high: number | null;
                };
                /** @description Sessions with a value */
                n?: number;
                /** @description Sessions in which what the number is about never came: they have none */
                never?: number;
                mean?: number | null;
                mean_confidence?: {
                    low: number | null;
                    high: number | null;
                };
                median?: number | null;
                median_confidence?: {
                    low: number | null;
                    high: number | null;
                };
                std?: number | null;
                quantiles?: {
                    p5: number | null;
                    p25: number | null;
                    p75: number | null;
                    p95: number | null;
                };
                cases: number;
            } | null;
            /** @description Of the population, sessions where when does not hold and the outcome is known; null where when is known at an event: there is nobody to compare with */
            rest: {
                hits?: number;
                rate_pct?: number | null;
                confidence?: {
                    low: number | null;
                    high: number | null;
                };
                /** @description Sessions with a value */
                n?: number;
                /** @description Sessions in which what the number is about never came: they have none */
                never?: number;
                mean?: number | null;
                mean_confidence?: {
                    low: number | null;
                    high: number | null;
                };
                median?: number | null;
                median_confidence?: {
                    low: number | null;
                    high: number | null;
                };
                std?: number | null;
                quantiles?: {
                    p5: number | null;
                    p25: number | null;
                    p75: number | null;
                    p95: number | null;
                };
                cases: number;
            } | null;
            /** @description Rate of the cases minus the rest's, in percentage points, 95 % */
            difference_pct?: {
                value: number | null;
                low: number | null;
                high: number | null;
            } | null;
            /** @description Mean of the cases minus the rest's, 95 % */
            difference?: {
                value: number | null;
                low: number | null;
                high: number | null;
            } | null;
            /** @description Fisher's exact test; of a number Welch's; two-sided */
            p_value: number | null;
            by_year: {
                hits?: number;
                rate_pct?: number | null;
                mean?: number | null;
                median?: number | null;
                cases: number;
                year: number;
            }[];
            /** @description The last thirty cases */
            last_30: {
                hits?: number;
                rate_pct?: number | null;
                mean?: number | null;
                median?: number | null;
                cases: number;
            };
            /** @description Share of the sessions in which the outcome's event had come, every 5 minutes from the window's start to its end; null where no event decides it */
            curve: {
                minutes: number;
                cases_pct: number | null;
                rest_pct: number | null;
            }[] | null;
            /** @description With paths=true; null of daily bars, without cases, and where too many bars would be read */
            paths?: {
                step_minutes: number;
                /** @description Of all cases, the move since the first price, in percent of it */
                open: {
                    /** @description From the start of the window, or from the event, before which it is negative */
                    minutes: number;
                    /** @description Cases with a price there */
                    n: number;
                    /** @description Percent */
                    mean_pct: number | null;
                    mean_confidence: {
                        /** @description Percent */
                        low: number | null;
                        /** @description Percent */
                        high: number | null;
                    };
                    /** @description Percent */
                    p25_pct: number | null;
                    /** @description Percent */
                    p75_pct: number | null;
                }[];
                /** @description Of the cases in which it came, the move since the price at its end; null where no event decides the outcome */
                event: {
                    /** @description From the start of the window, or from the event, before which it is negative */
                    minutes: number;
                    /** @description Cases with a price there */
                    n: number;
                    /** @description Percent */
                    mean_pct: number | null;
                    mean_confidence: {
                        /** @description Percent */
                        low: number | null;
                        /** @description Percent */
                        high: number | null;
                    };
                    /** @description Percent */
                    p25_pct: number | null;
                    /** @description Percent */
                    p75_pct: number | null;
                }[] | null;
                /** @description The newest 300 cases, newest first */
                cases: {
                    /** Format: date */
                    date: string;
                    /** @description From the start of the window to the end of the event's bar; null: never */
                    event_minutes: number | null;
                    /** @description Every step_minutes from the start of the window on, as in open; null before a bar has ended and after the last */
                    moves_pct: (number | null)[];
                }[];
            } | null;
            /** @description Conditions look ahead of the outcome */
            look_ahead: boolean;
            warnings: string[];
            now: {
                /**
                 * Format: date
                 * @description The session in progress, or the next one; null without one
                 */
                date: string | null;
                /** @enum {unknown} */
                session: "in_progress" | "next" | null;
                /**
                 * Format: date-time
                 * @description End of the last stored bar
                 */
                as_of: string | null;
                /** @enum {unknown} */
                matches: true | false | "pending";
                conditions: {
                    condition: string;
                    /** @enum {unknown} */
                    state: true | false | "pending";
                    value: number | string | boolean | null;
                    /** @enum {string} */
                    known: "before" | "open" | "end_of_range" | "event" | "close" | "later";
                    /**
                     * Format: date-time
                     * @description By when it is decided; null where it is
                     */
                    known_at: string | null;
                }[];
            };
            /** @description Cases of this answer */
            count: number;
            data: components["schemas"]["QueryRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        QueryPreview: {
            symbol: string;
            time_window: string;
            /** Format: date */
            start_date: string | null;
            /** Format: date */
            end_date: string | null;
            /** @description The population, as asked; empty: every session */
            among: string;
            /** @description As asked; empty: every session of the population */
            when: string;
            then: string;
            /** @description Complete sessions in the range */
            sessions: number;
            /** @description Of these, those where among holds */
            population: number;
            /** @description Of the population, sessions where when holds and the outcome is known */
            cases: number;
            unknown: {
                /** @description Sessions where nobody can say whether among holds */
                among: number;
                /** @description Of the population, sessions where nobody can say whether when holds */
                when: number;
                /** @description Sessions where when holds and the outcome is not known */
                then: number;
                /** @description Sessions where when holds and the outcome was decided before that was known */
                early: number;
            };
            /** @description Sessions of the rest; null where nothing is compared */
            rest: number | null;
            /** @description Always 0 */
            count: number;
            data: components["schemas"]["QueryRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        QueryScan: {
            time_window: string;
            /** Format: date */
            start_date: string | null;
            /** Format: date */
            end_date: string | null;
            /** @description The population, as asked; empty: every session */
            among: string;
            /** @description As asked; empty: every session of the population */
            when: string;
            then: string;
            /** @enum {string} */
            sort_by: "difference_low" | "difference" | "outcome" | "outcome_low" | "base" | "cases" | "p_value" | "q_value";
            /** @enum {string} */
            order: "desc" | "asc";
            min_cases: number;
            /** @description Symbols looked at */
            symbols: number;
            /** @description Of these, those with enough cases */
            ranked: number;
            /** @description Symbols without bars, or whose feed a parameter does not fit */
            skipped: number;
            look_ahead: boolean;
            warnings: string[];
            count: number;
            data: components["schemas"]["QueryScanRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        Bars: {
            symbol: string;
            /** Format: date */
            start_date: string | null;
            /** Format: date */
            end_date: string | null;
            /** @description Of the bars; null where nothing but news is stored */
            timeframe: string | null;
            count: number;
            data: components["schemas"]["BarsRow"][];
            metadata: components["schemas"]["Metadata"];
        };
        Alert: {
            id: string;
            /** @description Of the saved query, when the alert was made */
            name: string;
            /** @description Id of that saved query; the alert keeps the question as it was */
            query_id: string;
            /** @description Parameters of /query without the symbol */
            question: string;
            symbols: string[];
            /** @description Null: the stream and the list of calls alone */
            webhook_url: string | null;
            /**
             * @description stopped: by the plan or the tokens of the account
             * @enum {string}
             */
            state: "active" | "paused" | "stopped";
            /** @description Why it is stopped */
            reason: string | null;
            /** Format: date-time */
            created_at: string;
        };
        Alerts: {
            count: number;
            /** @description How many the plan includes */
            limit: number;
            data: components["schemas"]["Alert"][];
        };
        AlertMade: {
            id: string;
            /** @description Of the saved query, when the alert was made */
            name: string;
            /** @description Id of that saved query; the alert keeps the question as it was */
            query_id: string;
            /** @description Parameters of /query without the symbol */
            question: string;
            symbols: string[];
            /** @description Null: the stream and the list of calls alone */
            webhook_url: string | null;
            /**
             * @description stopped: by the plan or the tokens of the account
             * @enum {string}
             */
            state: "active" | "paused" | "stopped";
            /** @description Why it is stopped */
            reason: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description Signs the calls of the webhook; null without one */
            secret: string | null;
        };
        AlertRequest: {
            /** @description A saved query whose text holds the parameters of /query */
            query_id: string;
            symbols: string[];
            /** @description HTTPS; null: the stream and the list of calls alone */
            webhook_url: string | null;
        };
        AlertChange: {
            paused: boolean;
        };
        AlertSecret: {
            id: string;
            /** @description Signs the calls from now on; shown this once */
            secret: string;
            /**
             * Format: date-time
             * @description Until then calls are signed with the secret before, too
             */
            previous_valid_until: string;
        };
        AlertCalls: {
            count: number;
            data: {
                /** @description The same in every attempt: webhook-id */
                id: string;
                symbol: string;
                /** Format: date */
                session_date: string;
                /**
                 * Format: date-time
                 * @description End of the bar with which the conditions became true
                 */
                as_of: string;
                /**
                 * Format: date-time
                 * @description When the call was recorded
                 */
                called_at: string;
                /**
                 * @description given_up: a day after it was recorded; recorded: the alert has no webhook
                 * @enum {string}
                 */
                state: "pending" | "delivered" | "given_up" | "recorded";
                attempts: number;
                /** @description Why the last attempt failed */
                error: string | null;
                /** Format: date-time */
                next_attempt_at: string | null;
                /**
                 * Format: date-time
                 * @description When it was delivered or given up
                 */
                ended_at: string | null;
                conditions: {
                    /** @description As written */
                    condition: string;
                    state: boolean | "pending";
                    value: string | number | boolean | null;
                }[];
                /** @description What then came to in the session; null: not decided yet, or the session is no case of the question */
                outcome: boolean | number | null;
            }[];
            metadata: {
                /** @description Where the page ends, if more follow */
                next_cursor: string | null;
            };
        };
        AlertFigures: {
            id: string;
            /**
             * Format: date
             * @description Date on which the alert was made: `since` begins with it, `before` ends the day before
             */
            since_date: string | null;
            among: string;
            when: string;
            then: string;
            before: {
                cases: number;
                /** @description Of a condition */
                hits?: number;
                /** @description Of a condition */
                rate_pct?: number | null;
                /** @description Of a number */
                mean?: number | null;
                /** @description Of a number */
                median?: number | null;
                /** @description 95 %, of the rate or the mean */
                confidence: {
                    low: number | null;
                    high: number | null;
                };
            };
            since: {
                cases: number;
                /** @description Of a condition */
                hits?: number;
                /** @description Of a condition */
                rate_pct?: number | null;
                /** @description Of a number */
                mean?: number | null;
                /** @description Of a number */
                median?: number | null;
                /** @description 95 %, of the rate or the mean */
                confidence: {
                    low: number | null;
                    high: number | null;
                };
            };
            data: {
                symbol: string;
                before: {
                    cases: number;
                    /** @description Of a condition */
                    hits?: number;
                    /** @description Of a condition */
                    rate_pct?: number | null;
                    /** @description Of a number */
                    mean?: number | null;
                    /** @description Of a number */
                    median?: number | null;
                    /** @description 95 %, of the rate or the mean */
                    confidence: {
                        low: number | null;
                        high: number | null;
                    };
                };
                since: {
                    cases: number;
                    /** @description Of a condition */
                    hits?: number;
                    /** @description Of a condition */
                    rate_pct?: number | null;
                    /** @description Of a number */
                    mean?: number | null;
                    /** @description Of a number */
                    median?: number | null;
                    /** @description 95 %, of the rate or the mean */
                    confidence: {
                        low: number | null;
                        high: number | null;
                    };
                };
            }[];
            /** @description What the question itself gives reason to doubt, as /query says it */
            warnings: string[];
        };
        /** @description What an alert calls its webhook with, and the data of the stream */
        AlertCall: {
            /** @constant */
            type: "alert.called";
            /**
             * Format: date-time
             * @description When the call was recorded
             */
            timestamp: string;
            data: {
                call_id: string;
                alert_id: string;
                name: string;
                symbol: string;
                /** Format: date */
                session_date: string;
                /**
                 * Format: date-time
                 * @description End of the bar with which the conditions became true
                 */
                as_of: string;
                question: string;
                conditions: {
                    /** @description As written */
                    condition: string;
                    state: boolean | "pending";
                    value: string | number | boolean | null;
                }[];
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    alert_called: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertCall"];
            };
        };
        responses: {
            /** @description It is taken */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is tried again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
