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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "time_window": "12M",
                         *       "start_date": "2025-06-30",
                         *       "end_date": "2026-06-30",
                         *       "timeframe": "15m",
                         *       "count": 1,
                         *       "data": [
                         *         {
                         *           "symbol": "DEMO-ACME",
                         *           "timeframe": "15m",
                         *           "event_time": "2025-06-30T16:30:00+00:00",
                         *           "confirmed_at": "2025-06-30T16:45:00+00:00",
                         *           "type": "bos",
                         *           "direction": "down",
                         *           "level": 447.84,
                         *           "swing_time": "2025-06-30T13:30:00+00:00",
                         *           "bars_since_swing": 12,
                         *           "close": 447.32,
                         *           "break_size_pct": 0.1161,
                         *           "trend_before": -1,
                         *           "follow_through_pct": 0.7034,
                         *           "adverse_pct": 1.0807,
                         *           "retest": true,
                         *           "retest_time": "2025-06-30T17:30:00+00:00",
                         *           "bars_to_retest": 4,
                         *           "failed": true,
                         *           "bars_to_failure": 12,
                         *           "complete": true
                         *         }
                         *       ],
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": [],
                         *         "total": 287,
                         *         "next_cursor": "WyJxX1JfNWJnUlNGUm4iLDEsMjAyNjld"
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "timeframe": "15m",
                         *       "total_events": 287,
                         *       "bos_count": 151,
                         *       "choch_count": 136,
                         *       "bullish": {
                         *         "count": 146,
                         *         "failure_rate_pct": 67.8082,
                         *         "retest_rate_pct": 80.8219,
                         *         "avg_follow_through_pct": 1.3928,
                         *         "median_follow_through_pct": 1.1475,
                         *         "avg_bars_to_retest": 2.8136
                         *       },
                         *       "bearish": {
                         *         "count": 141,
                         *         "failure_rate_pct": 68.7943,
                         *         "retest_rate_pct": 81.5603,
                         *         "avg_follow_through_pct": 1.3045,
                         *         "median_follow_through_pct": 1.1686,
                         *         "avg_bars_to_retest": 2.6348
                         *       },
                         *       "continuation_rate_pct": 52.4476,
                         *       "avg_bars_between_events": 22.9231,
                         *       "current_trend": -1,
                         *       "hourly_breakdown": {
                         *         "13": {
                         *           "count": 44,
                         *           "failure_rate_pct": 54.5455,
                         *           "retest_rate_pct": 61.3636
                         *         },
                         *         "14": {
                         *           "count": 35,
                         *           "failure_rate_pct": 71.4286,
                         *           "retest_rate_pct": 74.2857
                         *         },
                         *         "15": {
                         *           "count": 28,
                         *           "failure_rate_pct": 67.8571,
                         *           "retest_rate_pct": 89.2857
                         *         },
                         *         "16": {
                         *           "count": 28,
                         *           "failure_rate_pct": 53.5714,
                         *           "retest_rate_pct": 75
                         *         },
                         *         "17": {
                         *           "count": 48,
                         *           "failure_rate_pct": 60.4167,
                         *           "retest_rate_pct": 79.1667
                         *         },
                         *         "18": {
                         *           "count": 41,
                         *           "failure_rate_pct": 85.3659,
                         *           "retest_rate_pct": 97.561
                         *         },
                         *         "19": {
                         *           "count": 45,
                         *           "failure_rate_pct": 80,
                         *           "retest_rate_pct": 88.8889
                         *         },
                         *         "20": {
                         *           "count": 18,
                         *           "failure_rate_pct": 72.2222,
                         *           "retest_rate_pct": 88.8889
                         *         }
                         *       },
                         *       "weekday_breakdown": {
                         *         "Monday": {
                         *           "count": 64,
                         *           "failure_rate_pct": 67.1875,
                         *           "retest_rate_pct": 78.125
                         *         },
                         *         "Tuesday": {
                         *           "count": 60,
                         *           "failure_rate_pct": 60,
                         *           "retest_rate_pct": 80
                         *         },
                         *         "Wednesday": {
                         *           "count": 66,
                         *           "failure_rate_pct": 68.1818,
                         *           "retest_rate_pct": 81.8182
                         *         },
                         *         "Thursday": {
                         *           "count": 43,
                         *           "failure_rate_pct": 79.0698,
                         *           "retest_rate_pct": 86.0465
                         *         },
                         *         "Friday": {
                         *           "count": 54,
                         *           "failure_rate_pct": 70.3704,
                         *           "retest_rate_pct": 81.4815
                         *         }
                         *       },
                         *       "sample_size": 287,
                         *       "confidence": {
                         *         "bullish.failure_rate_pct": {
                         *           "n": 146,
                         *           "low": 59.857,
                         *           "high": 74.8464
                         *         },
                         *         "bullish.retest_rate_pct": {
                         *           "n": 146,
                         *           "low": 73.6787,
                         *           "high": 86.3848
                         *         },
                         *         "bearish.failure_rate_pct": {
                         *           "n": 141,
                         *           "low": 60.7338,
                         *           "high": 75.8579
                         *         },
                         *         "bearish.retest_rate_pct": {
                         *           "n": 141,
                         *           "low": 74.3524,
                         *           "high": 87.0941
                         *         },
                         *         "continuation_rate_pct": {
                         *           "n": 286,
                         *           "low": 46.6657,
                         *           "high": 58.1645
                         *         },
                         *         "hourly_breakdown.13.failure_rate_pct": {
                         *           "n": 44,
                         *           "low": 40.0662,
                         *           "high": 68.2948
                         *         },
                         *         "hourly_breakdown.13.retest_rate_pct": {
                         *           "n": 44,
                         *           "low": 46.6236,
                         *           "high": 74.2788
                         *         },
                         *         "hourly_breakdown.14.failure_rate_pct": {
                         *           "n": 35,
                         *           "low": 54.9451,
                         *           "high": 83.6735
                         *         },
                         *         "hourly_breakdown.14.retest_rate_pct": {
                         *           "n": 35,
                         *           "low": 57.9307,
                         *           "high": 85.837
                         *         },
                         *         "hourly_breakdown.15.failure_rate_pct": {
                         *           "n": 28,
                         *           "low": 49.3388,
                         *           "high": 82.0668
                         *         },
                         *         "hourly_breakdown.15.retest_rate_pct": {
                         *           "n": 28,
                         *           "low": 72.8041,
                         *           "high": 96.2882
                         *         },
                         *         "hourly_breakdown.16.failure_rate_pct": {
                         *           "n": 28,
                         *           "low": 35.8127,
                         *           "high": 70.4684
                         *         },
                         *         "hourly_breakdown.16.retest_rate_pct": {
                         *           "n": 28,
                         *           "low": 56.6443,
                         *           "high": 87.3235
                         *         },
                         *         "hourly_breakdown.17.failure_rate_pct": {
                         *           "n": 48,
                         *           "low": 46.3104,
                         *           "high": 72.9792
                         *         },
                         *         "hourly_breakdown.17.retest_rate_pct": {
                         *           "n": 48,
                         *           "low": 65.7411,
                         *           "high": 88.2697
                         *         },
                         *         "hourly_breakdown.18.failure_rate_pct": {
                         *           "n": 41,
                         *           "low": 71.5565,
                         *           "high": 93.1158
                         *         },
                         *         "hourly_breakdown.18.retest_rate_pct": {
                         *           "n": 41,
                         *           "low": 87.4049,
                         *           "high": 99.5681
                         *         },
                         *         "hourly_breakdown.19.failure_rate_pct": {
                         *           "n": 45,
                         *           "low": 66.177,
                         *           "high": 89.1039
                         *         },
                         *         "hourly_breakdown.19.retest_rate_pct": {
                         *           "n": 45,
                         *           "low": 76.5009,
                         *           "high": 95.1595
                         *         },
                         *         "hourly_breakdown.20.failure_rate_pct": {
                         *           "n": 18,
                         *           "low": 49.1273,
                         *           "high": 87.5002
                         *         },
                         *         "hourly_breakdown.20.retest_rate_pct": {
                         *           "n": 18,
                         *           "low": 67.2002,
                         *           "high": 96.898
                         *         },
                         *         "weekday_breakdown.Monday.failure_rate_pct": {
                         *           "n": 64,
                         *           "low": 54.9991,
                         *           "high": 77.4294
                         *         },
                         *         "weekday_breakdown.Monday.retest_rate_pct": {
                         *           "n": 64,
                         *           "low": 66.5672,
                         *           "high": 86.4977
                         *         },
                         *         "weekday_breakdown.Tuesday.failure_rate_pct": {
                         *           "n": 60,
                         *           "low": 47.3661,
                         *           "high": 71.4305
                         *         },
                         *         "weekday_breakdown.Tuesday.retest_rate_pct": {
                         *           "n": 60,
                         *           "low": 68.2182,
                         *           "high": 88.1715
                         *         },
                         *         "weekday_breakdown.Wednesday.failure_rate_pct": {
                         *           "n": 66,
                         *           "low": 56.2126,
                         *           "high": 78.151
                         *         },
                         *         "weekday_breakdown.Wednesday.retest_rate_pct": {
                         *           "n": 66,
                         *           "low": 70.8548,
                         *           "high": 89.2814
                         *         },
                         *         "weekday_breakdown.Thursday.failure_rate_pct": {
                         *           "n": 43,
                         *           "low": 64.7944,
                         *           "high": 88.5772
                         *         },
                         *         "weekday_breakdown.Thursday.retest_rate_pct": {
                         *           "n": 43,
                         *           "low": 72.7364,
                         *           "high": 93.4443
                         *         },
                         *         "weekday_breakdown.Friday.failure_rate_pct": {
                         *           "n": 54,
                         *           "low": 57.1724,
                         *           "high": 80.8626
                         *         },
                         *         "weekday_breakdown.Friday.retest_rate_pct": {
                         *           "n": 54,
                         *           "low": 69.1641,
                         *           "high": 89.6173
                         *         }
                         *       },
                         *       "time_window": "12M",
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": []
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "time_window": "12M",
                         *       "start_date": "2025-06-30",
                         *       "end_date": "2026-06-30",
                         *       "timeframe": "15m",
                         *       "count": 1,
                         *       "data": [
                         *         {
                         *           "symbol": "DEMO-ACME",
                         *           "timeframe": "15m",
                         *           "event_time": "2026-05-19T13:30:00+00:00",
                         *           "confirmed_at": "2026-05-19T13:45:00+00:00",
                         *           "type": "choch",
                         *           "direction": "up",
                         *           "level": 630.02,
                         *           "swing_time": "2026-05-15T19:00:00+00:00",
                         *           "bars_since_swing": 30,
                         *           "close": 644.12,
                         *           "break_size_pct": 2.238,
                         *           "trend_before": -1,
                         *           "follow_through_pct": 5.9268,
                         *           "adverse_pct": 0,
                         *           "retest": false,
                         *           "retest_time": null,
                         *           "bars_to_retest": null,
                         *           "failed": false,
                         *           "bars_to_failure": null,
                         *           "complete": true
                         *         }
                         *       ],
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": [],
                         *         "total": 287
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
                    /** @description Length of a candle; a whole multiple of the base interval. Omitted: 15m, or the next longer one that fits the feed */
                    timeframe?: "1m" | "2m" | "3m" | "5m" | "10m" | "15m" | "30m" | "1H" | "2H" | "4H" | "1D" | "1W" | "1h" | "2h" | "4h" | "1d" | "1w";
                    /** @description Candles followed after the gap; 0: all there are */
                    max_bars_to_close?: number;
                    /** @description Touches and fills by the closes of later candles instead of their highs and lows */
                    use_close_prices?: boolean;
                    /** @description Gaps of this direction only */
                    direction?: "bullish" | "bearish";
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "time_window": "12M",
                         *       "start_date": "2025-06-30",
                         *       "end_date": "2026-06-30",
                         *       "timeframe": "15m",
                         *       "count": 1,
                         *       "data": [
                         *         {
                         *           "symbol": "DEMO-ACME",
                         *           "timeframe": "15m",
                         *           "direction": "bearish",
                         *           "formed_at": "2025-06-30T13:30:00+00:00",
                         *           "confirmed_at": "2025-06-30T13:45:00+00:00",
                         *           "top": 452.43,
                         *           "bottom": 451.95,
                         *           "gap_size": 0.48,
                         *           "gap_size_pct": 0.1062,
                         *           "touched": true,
                         *           "touched_at": "2025-07-01T13:30:00+00:00",
                         *           "bars_to_touch": 26,
                         *           "filled": true,
                         *           "filled_at": "2025-07-01T13:30:00+00:00",
                         *           "bars_to_full_fill": 26,
                         *           "minutes_to_full_fill": 1440,
                         *           "fill_pct": 100,
                         *           "fill_bucket": "100%",
                         *           "move_away_pct_before_touch": 0.9643,
                         *           "spans_session": true,
                         *           "status": "filled",
                         *           "complete": true
                         *         }
                         *       ],
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": [],
                         *         "total": 1579,
                         *         "next_cursor": "WyI4c293TTBXZS1uYWsiLDEsMjAyNjld"
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "timeframe": "15m",
                         *       "time_window": "12M",
                         *       "horizon_bars": 50,
                         *       "summary": {
                         *         "overall": {
                         *           "count": 1579,
                         *           "complete_count": 1579,
                         *           "closure_rate_full_pct": 74.5408,
                         *           "closure_rate_any_touch_pct": 84.2939,
                         *           "avg_gap_size": 1.079164,
                         *           "avg_bars_to_full_fill": 9.2107,
                         *           "median_bars_to_full_fill": 4,
                         *           "avg_minutes_to_full_fill": 747.5404,
                         *           "median_minutes_to_full_fill": 75,
                         *           "avg_move_away_pct_before_touch": 0.7811,
                         *           "partial_fill_distribution": {
                         *             "0%": {
                         *               "count": 252,
                         *               "pct": 15.9595
                         *             },
                         *             "1-25%": {
                         *               "count": 43,
                         *               "pct": 2.7232
                         *             },
                         *             "26-50%": {
                         *               "count": 39,
                         *               "pct": 2.4699
                         *             },
                         *             "51-75%": {
                         *               "count": 34,
                         *               "pct": 2.1533
                         *             },
                         *             "76-99%": {
                         *               "count": 34,
                         *               "pct": 2.1533
                         *             },
                         *             "100%": {
                         *               "count": 1177,
                         *               "pct": 74.5408
                         *             }
                         *           }
                         *         },
                         *         "bullish": {
                         *           "count": 838,
                         *           "complete_count": 838,
                         *           "closure_rate_full_pct": 71.957,
                         *           "closure_rate_any_touch_pct": 81.6229,
                         *           "avg_gap_size": 1.1108353,
                         *           "avg_bars_to_full_fill": 9.0564,
                         *           "median_bars_to_full_fill": 4,
                         *           "avg_minutes_to_full_fill": 664.3035,
                         *           "median_minutes_to_full_fill": 75,
                         *           "avg_move_away_pct_before_touch": 0.8934,
                         *           "partial_fill_distribution": {
                         *             "0%": {
                         *               "count": 155,
                         *               "pct": 18.4964
                         *             },
                         *             "1-25%": {
                         *               "count": 26,
                         *               "pct": 3.1026
                         *             },
                         *             "26-50%": {
                         *               "count": 16,
                         *               "pct": 1.9093
                         *             },
                         *             "51-75%": {
                         *               "count": 22,
                         *               "pct": 2.6253
                         *             },
                         *             "76-99%": {
                         *               "count": 16,
                         *               "pct": 1.9093
                         *             },
                         *             "100%": {
                         *               "count": 603,
                         *               "pct": 71.957
                         *             }
                         *           }
                         *         },
                         *         "bearish": {
                         *           "count": 741,
                         *           "complete_count": 741,
                         *           "closure_rate_full_pct": 77.4629,
                         *           "closure_rate_any_touch_pct": 87.3144,
                         *           "avg_gap_size": 1.0433468,
                         *           "avg_bars_to_full_fill": 9.3728,
                         *           "median_bars_to_full_fill": 4,
                         *           "avg_minutes_to_full_fill": 834.9826,
                         *           "median_minutes_to_full_fill": 90,
                         *           "avg_move_away_pct_before_touch": 0.654,
                         *           "partial_fill_distribution": {
                         *             "0%": {
                         *               "count": 97,
                         *               "pct": 13.0904
                         *             },
                         *             "1-25%": {
                         *               "count": 17,
                         *               "pct": 2.2942
                         *             },
                         *             "26-50%": {
                         *               "count": 23,
                         *               "pct": 3.1039
                         *             },
                         *             "51-75%": {
                         *               "count": 12,
                         *               "pct": 1.6194
                         *             },
                         *             "76-99%": {
                         *               "count": 18,
                         *               "pct": 2.4291
                         *             },
                         *             "100%": {
                         *               "count": 574,
                         *               "pct": 77.4629
                         *             }
                         *           }
                         *         },
                         *         "hourly": {
                         *           "13": {
                         *             "count": 223,
                         *             "complete_count": 223,
                         *             "closure_rate_full_pct": 69.5067,
                         *             "closure_rate_any_touch_pct": 90.1345,
                         *             "avg_gap_size": 2.9520628,
                         *             "avg_bars_to_full_fill": 12.6258,
                         *             "median_bars_to_full_fill": 10,
                         *             "avg_minutes_to_full_fill": 428.0323,
                         *             "median_minutes_to_full_fill": 150,
                         *             "avg_move_away_pct_before_touch": 0.5525,
                         *             "partial_fill_distribution": {
                         *               "0%": {
                         *                 "count": 22,
                         *                 "pct": 9.8655
                         *               },
                         *               "1-25%": {
                         *                 "count": 12,
                         *                 "pct": 5.3812
                         *               },
                         *               "26-50%": {
                         *                 "count": 13,
                         *                 "pct": 5.8296
                         *               },
                         *               "51-75%": {
                         *                 "count": 9,
                         *                 "pct": 4.0359
                         *               },
                         *               "76-99%": {
                         *                 "count": 12,
                         *                 "pct": 5.3812
                         *               },
                         *               "100%": {
                         *                 "count": 155,
                         *                 "pct": 69.5067
                         *               }
                         *             }
                         *           },
                         *           "14": {
                         *             "count": 233,
                         *             "complete_count": 233,
                         *             "closure_rate_full_pct": 73.3906,
                         *             "closure_rate_any_touch_pct": 87.1245,
                         *             "avg_gap_size": 1.6081545,
                         *             "avg_bars_to_full_fill": 11.1111,
                         *             "median_bars_to_full_fill": 6,
                         *             "avg_minutes_to_full_fill": 443.0702,
                         *             "median_minutes_to_full_fill": 90,
                         *             "avg_move_away_pct_before_touch": 0.6366,
                         *             "partial_fill_distribution": {
                         *               "0%": {
                         *                 "count": 30,
                         *                 "pct": 12.8755
                         *               },
                         *               "1-25%": {
                         *                 "count": 11,
                         *                 "pct": 4.721
                         *               },
                         *               "26-50%": {
                         *                 "count": 9,
                         *                 "pct": 3.8627
                         *               },
                         *               "51-75%": {
                         *                 "count": 6,
                         *                 "pct": 2.5751
                         *               },
                         *               "76-99%": {
                         *                 "count": 6,
                         *                 "pct": 2.5751
                         *               },
                         *               "100%": {
                         *                 "count": 171,
                         *                 "pct": 73.3906
                         *               }
                         *             }
                         *           },
                         *           "15": {
                         *             "count": 212,
                         *             "complete_count": 212,
                         *             "closure_rate_full_pct": 74.5283,
                         *             "closure_rate_any_touch_pct": 82.5472,
                         *             "avg_gap_size": 0.63377358,
                         *             "avg_bars_to_full_fill": 7.5127,
                         *             "median_bars_to_full_fill": 3,
                         *             "avg_minutes_to_full_fill": 326.8671,
                         *             "median_minutes_to_full_fill": 45,
                         *             "avg_move_away_pct_before_touch": 0.7379,
                         *             "partial_fill_distribution": {
                         *               "0%": {
                         *                 "count": 38,
                         *                 "pct": 17.9245
                         *               },
                         *               "1-25%": {
                         *                 "count": 6,
                         *                 "pct": 2.8302
                         *               },
                         *               "26-50%": {
                         *                 "count": 2,
                         *                 "pct": 0.9434
                         *               },
                         *               "51-75%": {
                         *                 "count": 5,
                         *                 "pct": 2.3585
                         *               },
                         *               "76-99%": {
                         *                 "count": 3,
                         *                 "pct": 1.4151
                         *               },
                         *               "100%": {
                         *                 "count": 158,
                         *                 "pct": 74.5283
                         *               }
                         *             }
                         *           },
                         *           "16": {
                         *             "count": 204,
                         *             "complete_count": 204,
                         *             "closure_rate_full_pct": 76.4706,
                         *             "closure_rate_any_touch_pct": 80.8824,
                         *             "avg_gap_size": 0.50210784,
                         *             "avg_bars_to_full_fill": 9,
                         *             "median_bars_to_full_fill": 3,
                         *             "avg_minutes_to_full_fill": 615.7692,
                         *             "median_minutes_to_full_fill": 45,
                         *             "avg_move_away_pct_before_touch": 0.9954,
                         *             "partial_fill_distribution": {
                         *               "0%": {
                         *                 "count": 39,
                         *                 "pct": 19.1176
                         *               },
                         *               "1-25%": {
                         *                 "count": 1,
                         *                 "pct": 0.4902
                         *               },
                         *               "26-50%": {
                         *                 "count": 4,
                         *                 "pct": 1.9608
                         *               },
                         *               "51-75%": {
                         *                 "count": 3,
                         *                 "pct": 1.4706
                         *               },
                         *               "76-99%": {
                         *                 "count": 1,
                         *                 "pct": 0.4902
                         *               },
                         *               "100%": {
                         *                 "count": 156,
                         *                 "pct": 76.4706
                         *               }
                         *             }
                         *           },
                         *           "17": {
                         *             "count": 213,
                         *             "complete_count": 213,
                         *             "closure_rate_full_pct": 72.3005,
                         *             "closure_rate_any_touch_pct": 80.2817,
                         *             "avg_gap_size": 0.59694836,
                         *             "avg_bars_to_full_fill": 10.7338,
                         *             "median_bars_to_full_fill": 6,
                         *             "avg_minutes_to_full_fill": 1103.961,
                         *             "median_minutes_to_full_fill": 90,
                         *             "avg_move_away_pct_before_touch": 1.0932,
                         *             "partial_fill_distribution": {
                         *               "0%": {
                         *                 "count": 44,
                         *                 "pct": 20.6573
                         *               },
                         *               "1-25%": {
                         *                 "count": 3,
                         *                 "pct": 1.4085
                         *               },
                         *               "26-50%": {
                         *                 "count": 4,
                         *                 "pct": 1.8779
                         *               },
                         *               "51-75%": {
                         *                 "count": 4,
                         *                 "pct": 1.8779
                         *               },
                         *               "76-99%": {
                         *                 "count": 4,
                         *                 "pct": 1.8779
                         *               },
                         *               "100%": {
                         *                 "count": 154,
                         *                 "pct": 72.3005
                         *               }
                         *             }
                         *           },
                         *           "18": {
                         *             "count": 208,
                         *             "complete_count": 208,
                         *             "closure_rate_full_pct": 75.9615,
                         *             "closure_rate_any_touch_pct": 83.1731,
                         *             "avg_gap_size": 0.62360577,
                         *             "avg_bars_to_full_fill": 7.1646,
                         *             "median_bars_to_full_fill": 4,
                         *             "avg_minutes_to_full_fill": 933.038,
                         *             "median_minutes_to_full_fill": 60,
                         *             "avg_move_away_pct_before_touch": 0.7669,
                         *             "partial_fill_distribution": {
                         *               "0%": {
                         *                 "count": 35,
                         *                 "pct": 16.8269
                         *               },
                         *               "1-25%": {
                         *                 "count": 5,
                         *                 "pct": 2.4038
                         *               },
                         *               "26-50%": {
                         *                 "count": 3,
                         *                 "pct": 1.4423
                         *               },
                         *               "51-75%": {
                         *                 "count": 3,
                         *                 "pct": 1.4423
                         *               },
                         *               "76-99%": {
                         *                 "count": 4,
                         *                 "pct": 1.9231
                         *               },
                         *               "100%": {
                         *                 "count": 158,
                         *                 "pct": 75.9615
                         *               }
                         *             }
                         *           },
                         *           "19": {
                         *             "count": 217,
                         *             "complete_count": 217,
                         *             "closure_rate_full_pct": 78.341,
                         *             "closure_rate_any_touch_pct": 84.3318,
                         *             "avg_gap_size": 0.620553,
                         *             "avg_bars_to_full_fill": 7.5706,
                         *             "median_bars_to_full_fill": 3,
                         *             "avg_minutes_to_full_fill": 1175.7353,
                         *             "median_minutes_to_full_fill": 1080,
                         *             "avg_move_away_pct_before_touch": 0.7883,
                         *             "partial_fill_distribution": {
                         *               "0%": {
                         *                 "count": 35,
                         *                 "pct": 16.129
                         *               },
                         *               "1-25%": {
                         *                 "count": 3,
                         *                 "pct": 1.3825
                         *               },
                         *               "26-50%": {
                         *                 "count": 3,
                         *                 "pct": 1.3825
                         *               },
                         *               "51-75%": {
                         *                 "count": 4,
                         *                 "pct": 1.8433
                         *               },
                         *               "76-99%": {
                         *                 "count": 2,
                         *                 "pct": 0.9217
                         *               },
                         *               "100%": {
                         *                 "count": 170,
                         *                 "pct": 78.341
                         *               }
                         *             }
                         *           },
                         *           "20": {
                         *             "count": 69,
                         *             "complete_count": 69,
                         *             "closure_rate_full_pct": 79.7101,
                         *             "closure_rate_any_touch_pct": 86.9565,
                         *             "avg_gap_size": 0.61855072,
                         *             "avg_bars_to_full_fill": 5.8364,
                         *             "median_bars_to_full_fill": 2,
                         *             "avg_minutes_to_full_fill": 1322.4545,
                         *             "median_minutes_to_full_fill": 1080,
                         *             "avg_move_away_pct_before_touch": 0.5628,
                         *             "partial_fill_distribution": {
                         *               "0%": {
                         *                 "count": 9,
                         *                 "pct": 13.0435
                         *               },
                         *               "1-25%": {
                         *                 "count": 2,
                         *                 "pct": 2.8986
                         *               },
                         *               "26-50%": {
                         *                 "count": 1,
                         *                 "pct": 1.4493
                         *               },
                         *               "51-75%": {
                         *                 "count": 0,
                         *                 "pct": 0
                         *               },
                         *               "76-99%": {
                         *                 "count": 2,
                         *                 "pct": 2.8986
                         *               },
                         *               "100%": {
                         *                 "count": 55,
                         *                 "pct": 79.7101
                         *               }
                         *             }
                         *           }
                         *         },
                         *         "within_session": {
                         *           "count": 1265,
                         *           "complete_count": 1265,
                         *           "closure_rate_full_pct": 76.2846,
                         *           "closure_rate_any_touch_pct": 83.3992,
                         *           "avg_gap_size": 0.63426877,
                         *           "avg_bars_to_full_fill": 8.2964,
                         *           "median_bars_to_full_fill": 3,
                         *           "avg_minutes_to_full_fill": 805.943,
                         *           "median_minutes_to_full_fill": 75,
                         *           "avg_move_away_pct_before_touch": 0.8173,
                         *           "partial_fill_distribution": {
                         *             "0%": {
                         *               "count": 214,
                         *               "pct": 16.917
                         *             },
                         *             "1-25%": {
                         *               "count": 24,
                         *               "pct": 1.8972
                         *             },
                         *             "26-50%": {
                         *               "count": 20,
                         *               "pct": 1.581
                         *             },
                         *             "51-75%": {
                         *               "count": 22,
                         *               "pct": 1.7391
                         *             },
                         *             "76-99%": {
                         *               "count": 20,
                         *               "pct": 1.581
                         *             },
                         *             "100%": {
                         *               "count": 965,
                         *               "pct": 76.2846
                         *             }
                         *           }
                         *         }
                         *       },
                         *       "sample_size": 1579,
                         *       "confidence": {
                         *         "hourly.13.closure_rate_full_pct": {
                         *           "n": 223,
                         *           "low": 63.1762,
                         *           "high": 75.1765
                         *         },
                         *         "hourly.13.closure_rate_any_touch_pct": {
                         *           "n": 223,
                         *           "low": 85.5153,
                         *           "high": 93.3945
                         *         },
                         *         "hourly.14.closure_rate_full_pct": {
                         *           "n": 233,
                         *           "low": 67.3704,
                         *           "high": 78.652
                         *         },
                         *         "hourly.14.closure_rate_any_touch_pct": {
                         *           "n": 233,
                         *           "low": 82.2145,
                         *           "high": 90.8301
                         *         },
                         *         "hourly.15.closure_rate_full_pct": {
                         *           "n": 212,
                         *           "low": 68.2628,
                         *           "high": 79.9207
                         *         },
                         *         "hourly.15.closure_rate_any_touch_pct": {
                         *           "n": 212,
                         *           "low": 76.8712,
                         *           "high": 87.0646
                         *         },
                         *         "hourly.16.closure_rate_full_pct": {
                         *           "n": 204,
                         *           "low": 70.1938,
                         *           "high": 81.7689
                         *         },
                         *         "hourly.16.closure_rate_any_touch_pct": {
                         *           "n": 204,
                         *           "low": 74.9352,
                         *           "high": 85.6879
                         *         },
                         *         "hourly.17.closure_rate_full_pct": {
                         *           "n": 213,
                         *           "low": 65.9359,
                         *           "high": 77.8749
                         *         },
                         *         "hourly.17.closure_rate_any_touch_pct": {
                         *           "n": 213,
                         *           "low": 74.4225,
                         *           "high": 85.068
                         *         },
                         *         "hourly.18.closure_rate_full_pct": {
                         *           "n": 208,
                         *           "low": 69.7172,
                         *           "high": 81.2643
                         *         },
                         *         "hourly.18.closure_rate_any_touch_pct": {
                         *           "n": 208,
                         *           "low": 77.498,
                         *           "high": 87.6451
                         *         },
                         *         "hourly.19.closure_rate_full_pct": {
                         *           "n": 217,
                         *           "low": 72.3929,
                         *           "high": 83.3031
                         *         },
                         *         "hourly.19.closure_rate_any_touch_pct": {
                         *           "n": 217,
                         *           "low": 78.9034,
                         *           "high": 88.5658
                         *         },
                         *         "hourly.20.closure_rate_full_pct": {
                         *           "n": 69,
                         *           "low": 68.776,
                         *           "high": 87.5107
                         *         },
                         *         "hourly.20.closure_rate_any_touch_pct": {
                         *           "n": 69,
                         *           "low": 77.0317,
                         *           "high": 92.9834
                         *         },
                         *         "overall.closure_rate_full_pct": {
                         *           "n": 1579,
                         *           "low": 72.3344,
                         *           "high": 76.6282
                         *         },
                         *         "overall.closure_rate_any_touch_pct": {
                         *           "n": 1579,
                         *           "low": 82.4162,
                         *           "high": 86.0051
                         *         },
                         *         "bullish.closure_rate_full_pct": {
                         *           "n": 838,
                         *           "low": 68.8207,
                         *           "high": 74.893
                         *         },
                         *         "bullish.closure_rate_any_touch_pct": {
                         *           "n": 838,
                         *           "low": 78.8584,
                         *           "high": 84.0988
                         *         },
                         *         "bearish.closure_rate_full_pct": {
                         *           "n": 741,
                         *           "low": 74.3173,
                         *           "high": 80.3252
                         *         },
                         *         "bearish.closure_rate_any_touch_pct": {
                         *           "n": 741,
                         *           "low": 84.7242,
                         *           "high": 89.5198
                         *         },
                         *         "within_session.closure_rate_full_pct": {
                         *           "n": 1265,
                         *           "low": 73.8633,
                         *           "high": 78.5467
                         *         },
                         *         "within_session.closure_rate_any_touch_pct": {
                         *           "n": 1265,
                         *           "low": 81.2483,
                         *           "high": 85.3479
                         *         }
                         *       },
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": []
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "time_window": "12M",
                         *       "start_date": "2025-06-30",
                         *       "end_date": "2026-06-30",
                         *       "timeframe": "15m",
                         *       "count": 1,
                         *       "data": [
                         *         {
                         *           "symbol": "DEMO-ACME",
                         *           "timeframe": "15m",
                         *           "direction": "bullish",
                         *           "formed_at": "2026-05-19T13:45:00+00:00",
                         *           "confirmed_at": "2026-05-19T14:00:00+00:00",
                         *           "top": 643.34,
                         *           "bottom": 626.3,
                         *           "gap_size": 17.04,
                         *           "gap_size_pct": 2.7207,
                         *           "touched": true,
                         *           "touched_at": "2026-05-19T14:00:00+00:00",
                         *           "bars_to_touch": 1,
                         *           "filled": false,
                         *           "filled_at": null,
                         *           "bars_to_full_fill": null,
                         *           "minutes_to_full_fill": null,
                         *           "fill_pct": 1.6432,
                         *           "fill_bucket": "1-25%",
                         *           "move_away_pct_before_touch": 0,
                         *           "spans_session": true,
                         *           "status": "touched",
                         *           "complete": true
                         *         }
                         *       ],
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": [],
                         *         "total": 1579
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "time_window": "12M",
                         *       "start_date": "2025-06-30",
                         *       "end_date": "2026-06-30",
                         *       "timeframe": "15m",
                         *       "count": 1,
                         *       "data": [
                         *         {
                         *           "symbol": "DEMO-ACME",
                         *           "timeframe": "15m",
                         *           "direction": "bullish",
                         *           "formed_at": "2026-04-01T13:30:00+00:00",
                         *           "confirmed_at": "2026-04-01T13:45:00+00:00",
                         *           "top": 609.2,
                         *           "bottom": 597.47,
                         *           "gap_size": 11.73,
                         *           "gap_size_pct": 1.9633,
                         *           "touched": true,
                         *           "touched_at": "2026-04-01T13:45:00+00:00",
                         *           "bars_to_touch": 1,
                         *           "filled": true,
                         *           "filled_at": "2026-04-01T19:30:00+00:00",
                         *           "bars_to_full_fill": 24,
                         *           "minutes_to_full_fill": 360,
                         *           "fill_pct": 100,
                         *           "fill_bucket": "100%",
                         *           "move_away_pct_before_touch": 0,
                         *           "spans_session": true,
                         *           "status": "filled",
                         *           "complete": true
                         *         }
                         *       ],
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": []
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
                    /**
                     * @description UTC time of day that ends the observation of fills; default: the end of the session
                     * @example 16:00
                     */
                    fill_cutoff?: string;
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "time_window": "12M",
                         *       "start_date": "2025-06-30",
                         *       "end_date": "2026-06-30",
                         *       "count": 1,
                         *       "data": [
                         *         {
                         *           "symbol": "DEMO-ACME",
                         *           "date": "2025-10-23",
                         *           "weekday": "Thursday",
                         *           "direction": "up",
                         *           "prev_date": "2025-10-22",
                         *           "prev_high": 473.47,
                         *           "prev_low": 466.81,
                         *           "prev_close": 472.28,
                         *           "open": 487.66,
                         *           "gap_size": 14.19,
                         *           "gap_pct": 2.997,
                         *           "gap_from_close_pct": 3.2565,
                         *           "filled": false,
                         *           "partial_fill_pct": 75.1938,
                         *           "fill_bucket": "76-99%",
                         *           "fill_time": null,
                         *           "fill_time_seconds": null,
                         *           "volume_at_fill": null,
                         *           "cumulative_volume_at_fill": null,
                         *           "filled_to_prev_close": false,
                         *           "max_run_pct": 3.8482,
                         *           "close": 482.52,
                         *           "closed_in_gap_direction": false,
                         *           "complete": true
                         *         }
                         *       ],
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": [],
                         *         "total": 107
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "time_window": "12M",
                         *       "start_date": "2025-06-30",
                         *       "end_date": "2026-06-30",
                         *       "count": 1,
                         *       "data": [
                         *         {
                         *           "symbol": "DEMO-ACME",
                         *           "date": "2025-10-28",
                         *           "weekday": "Tuesday",
                         *           "direction": "down",
                         *           "prev_date": "2025-10-27",
                         *           "prev_high": 477.31,
                         *           "prev_low": 468.75,
                         *           "prev_close": 471.46,
                         *           "open": 467.67,
                         *           "gap_size": 1.08,
                         *           "gap_pct": 0.2304,
                         *           "gap_from_close_pct": -0.8039,
                         *           "filled": true,
                         *           "partial_fill_pct": 100,
                         *           "fill_bucket": "100%",
                         *           "fill_time": "2025-10-28T13:30:00+00:00",
                         *           "fill_time_seconds": 0,
                         *           "volume_at_fill": 25662,
                         *           "cumulative_volume_at_fill": 25662,
                         *           "filled_to_prev_close": true,
                         *           "max_run_pct": 0.6016,
                         *           "close": 470.01,
                         *           "closed_in_gap_direction": false,
                         *           "complete": true
                         *         }
                         *       ],
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": [],
                         *         "total": 79
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
                    /** @description Minutes of the initial balance from the day's anchor; a whole multiple of the base interval */
                    ib_minutes?: number;
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "time_window": "12M",
                         *       "start_date": "2025-06-30",
                         *       "end_date": "2026-06-30",
                         *       "ib_minutes": 60,
                         *       "count": 1,
                         *       "data": [
                         *         {
                         *           "symbol": "DEMO-ACME",
                         *           "date": "2025-06-30",
                         *           "weekday": "Monday",
                         *           "ib_minutes": 60,
                         *           "ib_high": 451.95,
                         *           "ib_low": 447.84,
                         *           "ib_range": 4.11,
                         *           "ib_range_pct": 0.9096,
                         *           "ib_bars": 60,
                         *           "session_open": 451.86,
                         *           "session_high": 451.95,
                         *           "session_low": 444.69,
                         *           "session_close": 449.87,
                         *           "broke_high": false,
                         *           "broke_low": true,
                         *           "break_type": "down",
                         *           "first_direction": "down",
                         *           "first_break_time": "2025-06-30T16:36:00+00:00",
                         *           "minutes_to_first_break": 186,
                         *           "extension_up_x": 0,
                         *           "extension_down_x": 0.766423,
                         *           "extension_x": 0.766423,
                         *           "close_location": 0.493917,
                         *           "close_place": "inside",
                         *           "complete": true
                         *         }
                         *       ],
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": [],
                         *         "total": 253,
                         *         "next_cursor": "WyJ5dGtqaWJKcUhocEgiLDEsMjAyNjld"
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "ib_minutes": 60,
                         *       "total_days": 253,
                         *       "no_range_days": 0,
                         *       "outcomes": {
                         *         "count": 253,
                         *         "only_up": 99,
                         *         "only_up_pct": 39.1304,
                         *         "only_down": 86,
                         *         "only_down_pct": 33.9921,
                         *         "both": 65,
                         *         "both_pct": 25.6917,
                         *         "neither": 3,
                         *         "neither_pct": 1.1858
                         *       },
                         *       "outcomes_by_weekday": {
                         *         "Monday": {
                         *           "count": 49,
                         *           "only_up": 25,
                         *           "only_up_pct": 51.0204,
                         *           "only_down": 9,
                         *           "only_down_pct": 18.3673,
                         *           "both": 15,
                         *           "both_pct": 30.6122,
                         *           "neither": 0,
                         *           "neither_pct": 0
                         *         },
                         *         "Tuesday": {
                         *           "count": 53,
                         *           "only_up": 20,
                         *           "only_up_pct": 37.7358,
                         *           "only_down": 17,
                         *           "only_down_pct": 32.0755,
                         *           "both": 16,
                         *           "both_pct": 30.1887,
                         *           "neither": 0,
                         *           "neither_pct": 0
                         *         },
                         *         "Wednesday": {
                         *           "count": 52,
                         *           "only_up": 19,
                         *           "only_up_pct": 36.5385,
                         *           "only_down": 16,
                         *           "only_down_pct": 30.7692,
                         *           "both": 16,
                         *           "both_pct": 30.7692,
                         *           "neither": 1,
                         *           "neither_pct": 1.9231
                         *         },
                         *         "Thursday": {
                         *           "count": 49,
                         *           "only_up": 21,
                         *           "only_up_pct": 42.8571,
                         *           "only_down": 20,
                         *           "only_down_pct": 40.8163,
                         *           "both": 8,
                         *           "both_pct": 16.3265,
                         *           "neither": 0,
                         *           "neither_pct": 0
                         *         },
                         *         "Friday": {
                         *           "count": 50,
                         *           "only_up": 14,
                         *           "only_up_pct": 28,
                         *           "only_down": 24,
                         *           "only_down_pct": 48,
                         *           "both": 10,
                         *           "both_pct": 20,
                         *           "neither": 2,
                         *           "neither_pct": 4
                         *         }
                         *       },
                         *       "outcomes_by_size": {
                         *         "<0.25": {
                         *           "count": 1,
                         *           "only_up": 0,
                         *           "only_up_pct": 0,
                         *           "only_down": 0,
                         *           "only_down_pct": 0,
                         *           "both": 1,
                         *           "both_pct": 100,
                         *           "neither": 0,
                         *           "neither_pct": 0
                         *         },
                         *         "0.25-0.5": {
                         *           "count": 25,
                         *           "only_up": 10,
                         *           "only_up_pct": 40,
                         *           "only_down": 10,
                         *           "only_down_pct": 40,
                         *           "both": 5,
                         *           "both_pct": 20,
                         *           "neither": 0,
                         *           "neither_pct": 0
                         *         },
                         *         "0.5-1": {
                         *           "count": 114,
                         *           "only_up": 46,
                         *           "only_up_pct": 40.3509,
                         *           "only_down": 31,
                         *           "only_down_pct": 27.193,
                         *           "both": 36,
                         *           "both_pct": 31.5789,
                         *           "neither": 1,
                         *           "neither_pct": 0.8772
                         *         },
                         *         "1-2": {
                         *           "count": 104,
                         *           "only_up": 37,
                         *           "only_up_pct": 35.5769,
                         *           "only_down": 42,
                         *           "only_down_pct": 40.3846,
                         *           "both": 23,
                         *           "both_pct": 22.1154,
                         *           "neither": 2,
                         *           "neither_pct": 1.9231
                         *         },
                         *         ">=2": {
                         *           "count": 9,
                         *           "only_up": 6,
                         *           "only_up_pct": 66.6667,
                         *           "only_down": 3,
                         *           "only_down_pct": 33.3333,
                         *           "both": 0,
                         *           "both_pct": 0,
                         *           "neither": 0,
                         *           "neither_pct": 0
                         *         }
                         *       },
                         *       "first_up_pct": 53.6,
                         *       "both_after_up_pct": 26.1194,
                         *       "both_after_down_pct": 25.8621,
                         *       "held_up_pct": 75.7576,
                         *       "held_down_pct": 68.6047,
                         *       "close_above_pct": 38.7352,
                         *       "close_inside_pct": 27.668,
                         *       "close_below_pct": 33.5968,
                         *       "avg_minutes_to_first_break": 110.648,
                         *       "median_minutes_to_first_break": 84,
                         *       "avg_extension_up_x": 1.065488,
                         *       "avg_extension_down_x": 0.948077,
                         *       "avg_ib_range_pct": 1.0063,
                         *       "median_ib_range_pct": 0.9502,
                         *       "sample_size": 253,
                         *       "confidence": {
                         *         "outcomes.only_up_pct": {
                         *           "n": 253,
                         *           "low": 33.3222,
                         *           "high": 45.2638
                         *         },
                         *         "outcomes.only_down_pct": {
                         *           "n": 253,
                         *           "low": 28.4336,
                         *           "high": 40.0294
                         *         },
                         *         "outcomes.both_pct": {
                         *           "n": 253,
                         *           "low": 20.6994,
                         *           "high": 31.4112
                         *         },
                         *         "outcomes.neither_pct": {
                         *           "n": 253,
                         *           "low": 0.4041,
                         *           "high": 3.4277
                         *         },
                         *         "outcomes_by_weekday.Monday.only_up_pct": {
                         *           "n": 49,
                         *           "low": 37.4676,
                         *           "high": 64.4249
                         *         },
                         *         "outcomes_by_weekday.Monday.only_down_pct": {
                         *           "n": 49,
                         *           "low": 9.9763,
                         *           "high": 31.3576
                         *         },
                         *         "outcomes_by_weekday.Monday.both_pct": {
                         *           "n": 49,
                         *           "low": 19.5155,
                         *           "high": 44.5279
                         *         },
                         *         "outcomes_by_weekday.Monday.neither_pct": {
                         *           "n": 49,
                         *           "low": 0,
                         *           "high": 7.2698
                         *         },
                         *         "outcomes_by_weekday.Tuesday.only_up_pct": {
                         *           "n": 53,
                         *           "low": 25.9363,
                         *           "high": 51.1931
                         *         },
                         *         "outcomes_by_weekday.Tuesday.only_down_pct": {
                         *           "n": 53,
                         *           "low": 21.0922,
                         *           "high": 45.4815
                         *         },
                         *         "outcomes_by_weekday.Tuesday.both_pct": {
                         *           "n": 53,
                         *           "low": 19.5183,
                         *           "high": 43.5368
                         *         },
                         *         "outcomes_by_weekday.Tuesday.neither_pct": {
                         *           "n": 53,
                         *           "low": 0,
                         *           "high": 6.7582
                         *         },
                         *         "outcomes_by_weekday.Wednesday.only_up_pct": {
                         *           "n": 52,
                         *           "low": 24.8007,
                         *           "high": 50.1283
                         *         },
                         *         "outcomes_by_weekday.Wednesday.only_down_pct": {
                         *           "n": 52,
                         *           "low": 19.9147,
                         *           "high": 44.2696
                         *         },
                         *         "outcomes_by_weekday.Wednesday.both_pct": {
                         *           "n": 52,
                         *           "low": 19.9147,
                         *           "high": 44.2696
                         *         },
                         *         "outcomes_by_weekday.Wednesday.neither_pct": {
                         *           "n": 52,
                         *           "low": 0.3403,
                         *           "high": 10.1205
                         *         },
                         *         "outcomes_by_weekday.Thursday.only_up_pct": {
                         *           "n": 49,
                         *           "low": 30.0233,
                         *           "high": 56.7295
                         *         },
                         *         "outcomes_by_weekday.Thursday.only_down_pct": {
                         *           "n": 49,
                         *           "low": 28.2152,
                         *           "high": 54.7527
                         *         },
                         *         "outcomes_by_weekday.Thursday.both_pct": {
                         *           "n": 49,
                         *           "low": 8.5127,
                         *           "high": 29.0363
                         *         },
                         *         "outcomes_by_weekday.Thursday.neither_pct": {
                         *           "n": 49,
                         *           "low": 0,
                         *           "high": 7.2698
                         *         },
                         *         "outcomes_by_weekday.Friday.only_up_pct": {
                         *           "n": 50,
                         *           "low": 17.4742,
                         *           "high": 41.6651
                         *         },
                         *         "outcomes_by_weekday.Friday.only_down_pct": {
                         *           "n": 50,
                         *           "low": 34.7971,
                         *           "high": 61.4883
                         *         },
                         *         "outcomes_by_weekday.Friday.both_pct": {
                         *           "n": 50,
                         *           "low": 11.2438,
                         *           "high": 33.0371
                         *         },
                         *         "outcomes_by_weekday.Friday.neither_pct": {
                         *           "n": 50,
                         *           "low": 1.1039,
                         *           "high": 13.4601
                         *         },
                         *         "outcomes_by_size.<0.25.only_up_pct": {
                         *           "n": 1,
                         *           "low": 0,
                         *           "high": 79.3451
                         *         },
                         *         "outcomes_by_size.<0.25.only_down_pct": {
                         *           "n": 1,
                         *           "low": 0,
                         *           "high": 79.3451
                         *         },
                         *         "outcomes_by_size.<0.25.both_pct": {
                         *           "n": 1,
                         *           "low": 20.6549,
                         *           "high": 100
                         *         },
                         *         "outcomes_by_size.<0.25.neither_pct": {
                         *           "n": 1,
                         *           "low": 0,
                         *           "high": 79.3451
                         *         },
                         *         "outcomes_by_size.0.25-0.5.only_up_pct": {
                         *           "n": 25,
                         *           "low": 23.4033,
                         *           "high": 59.2605
                         *         },
                         *         "outcomes_by_size.0.25-0.5.only_down_pct": {
                         *           "n": 25,
                         *           "low": 23.4033,
                         *           "high": 59.2605
                         *         },
                         *         "outcomes_by_size.0.25-0.5.both_pct": {
                         *           "n": 25,
                         *           "low": 8.8606,
                         *           "high": 39.131
                         *         },
                         *         "outcomes_by_size.0.25-0.5.neither_pct": {
                         *           "n": 25,
                         *           "low": 0,
                         *           "high": 13.3192
                         *         },
                         *         "outcomes_by_size.0.5-1.only_up_pct": {
                         *           "n": 114,
                         *           "low": 31.802,
                         *           "high": 49.5288
                         *         },
                         *         "outcomes_by_size.0.5-1.only_down_pct": {
                         *           "n": 114,
                         *           "low": 19.8685,
                         *           "high": 36.0045
                         *         },
                         *         "outcomes_by_size.0.5-1.both_pct": {
                         *           "n": 114,
                         *           "low": 23.7655,
                         *           "high": 40.5934
                         *         },
                         *         "outcomes_by_size.0.5-1.neither_pct": {
                         *           "n": 114,
                         *           "low": 0.155,
                         *           "high": 4.802
                         *         },
                         *         "outcomes_by_size.1-2.only_up_pct": {
                         *           "n": 104,
                         *           "low": 27.0404,
                         *           "high": 45.141
                         *         },
                         *         "outcomes_by_size.1-2.only_down_pct": {
                         *           "n": 104,
                         *           "low": 31.4601,
                         *           "high": 49.9941
                         *         },
                         *         "outcomes_by_size.1-2.both_pct": {
                         *           "n": 104,
                         *           "low": 15.2129,
                         *           "high": 31.0044
                         *         },
                         *         "outcomes_by_size.1-2.neither_pct": {
                         *           "n": 104,
                         *           "low": 0.529,
                         *           "high": 6.7423
                         *         },
                         *         "outcomes_by_size.>=2.only_up_pct": {
                         *           "n": 9,
                         *           "low": 35.4202,
                         *           "high": 87.9416
                         *         },
                         *         "outcomes_by_size.>=2.only_down_pct": {
                         *           "n": 9,
                         *           "low": 12.0584,
                         *           "high": 64.5798
                         *         },
                         *         "outcomes_by_size.>=2.both_pct": {
                         *           "n": 9,
                         *           "low": 0,
                         *           "high": 29.9145
                         *         },
                         *         "outcomes_by_size.>=2.neither_pct": {
                         *           "n": 9,
                         *           "low": 0,
                         *           "high": 29.9145
                         *         },
                         *         "first_up_pct": {
                         *           "n": 250,
                         *           "low": 47.4104,
                         *           "high": 59.6807
                         *         },
                         *         "both_after_up_pct": {
                         *           "n": 134,
                         *           "low": 19.4214,
                         *           "high": 34.1485
                         *         },
                         *         "both_after_down_pct": {
                         *           "n": 116,
                         *           "low": 18.7581,
                         *           "high": 34.5135
                         *         },
                         *         "held_up_pct": {
                         *           "n": 99,
                         *           "low": 66.4572,
                         *           "high": 83.1337
                         *         },
                         *         "held_down_pct": {
                         *           "n": 86,
                         *           "low": 58.1796,
                         *           "high": 77.4387
                         *         },
                         *         "close_above_pct": {
                         *           "n": 253,
                         *           "low": 32.9436,
                         *           "high": 44.8637
                         *         },
                         *         "close_inside_pct": {
                         *           "n": 253,
                         *           "low": 22.5208,
                         *           "high": 33.4832
                         *         },
                         *         "close_below_pct": {
                         *           "n": 253,
                         *           "low": 28.0605,
                         *           "high": 39.6238
                         *         }
                         *       },
                         *       "time_window": "12M",
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": []
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "time_window": "12M",
                         *       "start_date": "2025-06-30",
                         *       "end_date": "2026-06-30",
                         *       "ib_minutes": 60,
                         *       "count": 1,
                         *       "data": [
                         *         {
                         *           "symbol": "DEMO-ACME",
                         *           "date": "2026-04-27",
                         *           "weekday": "Monday",
                         *           "ib_minutes": 60,
                         *           "ib_high": 586.2,
                         *           "ib_low": 583.26,
                         *           "ib_range": 2.94,
                         *           "ib_range_pct": 0.5022,
                         *           "ib_bars": 60,
                         *           "session_open": 585.4,
                         *           "session_high": 602.69,
                         *           "session_low": 583.26,
                         *           "session_close": 601.05,
                         *           "broke_high": true,
                         *           "broke_low": false,
                         *           "break_type": "up",
                         *           "first_direction": "up",
                         *           "first_break_time": "2026-04-27T14:30:00+00:00",
                         *           "minutes_to_first_break": 60,
                         *           "extension_up_x": 5.608844,
                         *           "extension_down_x": 0,
                         *           "extension_x": 5.608844,
                         *           "close_location": 6.05102,
                         *           "close_place": "above",
                         *           "complete": true
                         *         }
                         *       ],
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": [],
                         *         "total": 250
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "time_window": "12M",
                         *       "start_date": "2025-06-30",
                         *       "end_date": "2026-06-30",
                         *       "count": 1,
                         *       "data": [
                         *         {
                         *           "symbol": "DEMO-ACME",
                         *           "date": "2025-06-30",
                         *           "weekday": "Monday",
                         *           "prev_date": "2025-06-27",
                         *           "prev_high": 454.89,
                         *           "prev_low": 450.03,
                         *           "open": 451.86,
                         *           "high": 451.95,
                         *           "low": 444.69,
                         *           "close": 449.87,
                         *           "day_type": "lower",
                         *           "range_vs_prev_x": 1.493827,
                         *           "closed_above": false,
                         *           "closed_below": true,
                         *           "complete": true
                         *         }
                         *       ],
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": [],
                         *         "total": 253,
                         *         "next_cursor": "WyJKQllQVl95OTRaZFoiLDEsMjAyNjld"
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "total_days": 253,
                         *       "days": {
                         *         "count": 253,
                         *         "inside_pct": 10.6719,
                         *         "outside_pct": 13.4387,
                         *         "higher_pct": 40.3162,
                         *         "lower_pct": 35.5731
                         *       },
                         *       "inside_closed_up_pct": 62.963,
                         *       "outside_closed_above_pct": 38.2353,
                         *       "outside_closed_below_pct": 38.2353,
                         *       "avg_range_vs_prev_x": 1.292433,
                         *       "median_range_vs_prev_x": 1.00644,
                         *       "weekday_breakdown": {
                         *         "Monday": {
                         *           "count": 49,
                         *           "inside_pct": 14.2857,
                         *           "outside_pct": 14.2857,
                         *           "higher_pct": 36.7347,
                         *           "lower_pct": 34.6939
                         *         },
                         *         "Tuesday": {
                         *           "count": 53,
                         *           "inside_pct": 1.8868,
                         *           "outside_pct": 11.3208,
                         *           "higher_pct": 52.8302,
                         *           "lower_pct": 33.9623
                         *         },
                         *         "Wednesday": {
                         *           "count": 52,
                         *           "inside_pct": 11.5385,
                         *           "outside_pct": 11.5385,
                         *           "higher_pct": 42.3077,
                         *           "lower_pct": 34.6154
                         *         },
                         *         "Thursday": {
                         *           "count": 49,
                         *           "inside_pct": 10.2041,
                         *           "outside_pct": 14.2857,
                         *           "higher_pct": 42.8571,
                         *           "lower_pct": 32.6531
                         *         },
                         *         "Friday": {
                         *           "count": 50,
                         *           "inside_pct": 16,
                         *           "outside_pct": 16,
                         *           "higher_pct": 26,
                         *           "lower_pct": 42
                         *         }
                         *       },
                         *       "after": {
                         *         "inside": {
                         *           "count": 27,
                         *           "inside_pct": 0,
                         *           "outside_pct": 25.9259,
                         *           "higher_pct": 40.7407,
                         *           "lower_pct": 33.3333
                         *         },
                         *         "outside": {
                         *           "count": 34,
                         *           "inside_pct": 23.5294,
                         *           "outside_pct": 2.9412,
                         *           "higher_pct": 41.1765,
                         *           "lower_pct": 32.3529
                         *         },
                         *         "higher": {
                         *           "count": 102,
                         *           "inside_pct": 10.7843,
                         *           "outside_pct": 14.7059,
                         *           "higher_pct": 50.9804,
                         *           "lower_pct": 23.5294
                         *         },
                         *         "lower": {
                         *           "count": 89,
                         *           "inside_pct": 8.9888,
                         *           "outside_pct": 12.3596,
                         *           "higher_pct": 28.0899,
                         *           "lower_pct": 50.5618
                         *         }
                         *       },
                         *       "sample_size": 253,
                         *       "confidence": {
                         *         "days.inside_pct": {
                         *           "n": 253,
                         *           "low": 7.4386,
                         *           "high": 15.0817
                         *         },
                         *         "days.outside_pct": {
                         *           "n": 253,
                         *           "low": 9.7787,
                         *           "high": 18.1924
                         *         },
                         *         "days.higher_pct": {
                         *           "n": 253,
                         *           "low": 34.4602,
                         *           "high": 46.4619
                         *         },
                         *         "days.lower_pct": {
                         *           "n": 253,
                         *           "low": 29.9302,
                         *           "high": 41.6476
                         *         },
                         *         "inside_closed_up_pct": {
                         *           "n": 27,
                         *           "low": 44.2292,
                         *           "high": 78.4675
                         *         },
                         *         "outside_closed_above_pct": {
                         *           "n": 34,
                         *           "low": 23.9002,
                         *           "high": 54.959
                         *         },
                         *         "outside_closed_below_pct": {
                         *           "n": 34,
                         *           "low": 23.9002,
                         *           "high": 54.959
                         *         },
                         *         "weekday_breakdown.Monday.inside_pct": {
                         *           "n": 49,
                         *           "low": 7.0964,
                         *           "high": 26.6677
                         *         },
                         *         "weekday_breakdown.Monday.outside_pct": {
                         *           "n": 49,
                         *           "low": 7.0964,
                         *           "high": 26.6677
                         *         },
                         *         "weekday_breakdown.Monday.higher_pct": {
                         *           "n": 49,
                         *           "low": 24.6652,
                         *           "high": 50.7329
                         *         },
                         *         "weekday_breakdown.Monday.lower_pct": {
                         *           "n": 49,
                         *           "low": 22.9244,
                         *           "high": 48.6888
                         *         },
                         *         "weekday_breakdown.Tuesday.inside_pct": {
                         *           "n": 53,
                         *           "low": 0.3338,
                         *           "high": 9.9429
                         *         },
                         *         "weekday_breakdown.Tuesday.outside_pct": {
                         *           "n": 53,
                         *           "low": 5.293,
                         *           "high": 22.5765
                         *         },
                         *         "weekday_breakdown.Tuesday.higher_pct": {
                         *           "n": 53,
                         *           "low": 39.6601,
                         *           "high": 65.6178
                         *         },
                         *         "weekday_breakdown.Tuesday.lower_pct": {
                         *           "n": 53,
                         *           "low": 22.687,
                         *           "high": 47.4052
                         *         },
                         *         "weekday_breakdown.Wednesday.inside_pct": {
                         *           "n": 52,
                         *           "low": 5.397,
                         *           "high": 22.9717
                         *         },
                         *         "weekday_breakdown.Wednesday.outside_pct": {
                         *           "n": 52,
                         *           "low": 5.397,
                         *           "high": 22.9717
                         *         },
                         *         "weekday_breakdown.Wednesday.higher_pct": {
                         *           "n": 52,
                         *           "low": 29.8681,
                         *           "high": 55.8057
                         *         },
                         *         "weekday_breakdown.Wednesday.lower_pct": {
                         *           "n": 52,
                         *           "low": 23.151,
                         *           "high": 48.1964
                         *         },
                         *         "weekday_breakdown.Thursday.inside_pct": {
                         *           "n": 49,
                         *           "low": 4.438,
                         *           "high": 21.7564
                         *         },
                         *         "weekday_breakdown.Thursday.outside_pct": {
                         *           "n": 49,
                         *           "low": 7.0964,
                         *           "high": 26.6677
                         *         },
                         *         "weekday_breakdown.Thursday.higher_pct": {
                         *           "n": 49,
                         *           "low": 30.0233,
                         *           "high": 56.7295
                         *         },
                         *         "weekday_breakdown.Thursday.lower_pct": {
                         *           "n": 49,
                         *           "low": 21.2075,
                         *           "high": 46.6208
                         *         },
                         *         "weekday_breakdown.Friday.inside_pct": {
                         *           "n": 50,
                         *           "low": 8.3374,
                         *           "high": 28.5142
                         *         },
                         *         "weekday_breakdown.Friday.outside_pct": {
                         *           "n": 50,
                         *           "low": 8.3374,
                         *           "high": 28.5142
                         *         },
                         *         "weekday_breakdown.Friday.higher_pct": {
                         *           "n": 50,
                         *           "low": 15.8715,
                         *           "high": 39.5532
                         *         },
                         *         "weekday_breakdown.Friday.lower_pct": {
                         *           "n": 50,
                         *           "low": 29.375,
                         *           "high": 55.7666
                         *         },
                         *         "after.inside.inside_pct": {
                         *           "n": 27,
                         *           "low": 0,
                         *           "high": 12.4555
                         *         },
                         *         "after.inside.outside_pct": {
                         *           "n": 27,
                         *           "low": 13.1704,
                         *           "high": 44.6786
                         *         },
                         *         "after.inside.higher_pct": {
                         *           "n": 27,
                         *           "low": 24.5148,
                         *           "high": 59.2733
                         *         },
                         *         "after.inside.lower_pct": {
                         *           "n": 27,
                         *           "low": 18.6433,
                         *           "high": 52.1752
                         *         },
                         *         "after.outside.inside_pct": {
                         *           "n": 34,
                         *           "low": 12.437,
                         *           "high": 39.9961
                         *         },
                         *         "after.outside.outside_pct": {
                         *           "n": 34,
                         *           "low": 0.5211,
                         *           "high": 14.9156
                         *         },
                         *         "after.outside.higher_pct": {
                         *           "n": 34,
                         *           "low": 26.366,
                         *           "high": 57.7784
                         *         },
                         *         "after.outside.lower_pct": {
                         *           "n": 34,
                         *           "low": 19.1316,
                         *           "high": 49.1571
                         *         },
                         *         "after.higher.inside_pct": {
                         *           "n": 102,
                         *           "low": 6.1293,
                         *           "high": 18.2859
                         *         },
                         *         "after.higher.outside_pct": {
                         *           "n": 102,
                         *           "low": 9.1191,
                         *           "high": 22.8546
                         *         },
                         *         "after.higher.higher_pct": {
                         *           "n": 102,
                         *           "low": 41.421,
                         *           "high": 60.4686
                         *         },
                         *         "after.higher.lower_pct": {
                         *           "n": 102,
                         *           "low": 16.3521,
                         *           "high": 32.6282
                         *         },
                         *         "after.lower.inside_pct": {
                         *           "n": 89,
                         *           "low": 4.6252,
                         *           "high": 16.7461
                         *         },
                         *         "after.lower.outside_pct": {
                         *           "n": 89,
                         *           "low": 7.0435,
                         *           "high": 20.7904
                         *         },
                         *         "after.lower.higher_pct": {
                         *           "n": 89,
                         *           "low": 19.8095,
                         *           "high": 38.1834
                         *         },
                         *         "after.lower.lower_pct": {
                         *           "n": 89,
                         *           "low": 40.3686,
                         *           "high": 60.7085
                         *         }
                         *       },
                         *       "time_window": "12M",
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": []
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "time_window": "12M",
                         *       "start_date": "2025-06-30",
                         *       "end_date": "2026-06-30",
                         *       "count": 1,
                         *       "data": [
                         *         {
                         *           "symbol": "DEMO-ACME",
                         *           "date": "2025-12-01",
                         *           "weekday": "Monday",
                         *           "prev_date": "2025-11-28",
                         *           "prev_high": 441.24,
                         *           "prev_low": 438.21,
                         *           "open": 435.41,
                         *           "high": 444.84,
                         *           "low": 429.22,
                         *           "close": 443.37,
                         *           "day_type": "outside",
                         *           "range_vs_prev_x": 5.155116,
                         *           "closed_above": true,
                         *           "closed_below": false,
                         *           "complete": true
                         *         }
                         *       ],
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": [],
                         *         "total": 34
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
                    /** @description Length of a bucket in minutes: 5, 10, 15, 30 or 60, a whole multiple of the base interval */
                    bucket_minutes?: 5 | 10 | 15 | 30 | 60;
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "time_window": "12M",
                         *       "start_date": "2025-06-30",
                         *       "end_date": "2026-06-30",
                         *       "bucket_minutes": 30,
                         *       "count": 1,
                         *       "data": [
                         *         {
                         *           "bucket": "0-30",
                         *           "bucket_start": 0,
                         *           "utc_time": "13:30",
                         *           "sessions": 253,
                         *           "avg_return_pct": 0.0253,
                         *           "median_return_pct": -0.0023,
                         *           "green_pct": 49.8024,
                         *           "avg_abs_return_pct": 0.4445,
                         *           "avg_range_pct": 0.8105,
                         *           "avg_volume": 702023.62450593,
                         *           "volume_share_pct": 20.392,
                         *           "range_share_pct": 41.9045,
                         *           "high_of_day_pct": 26.4822,
                         *           "low_of_day_pct": 32.0158
                         *         }
                         *       ],
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": [],
                         *         "total": 13,
                         *         "next_cursor": "WyItME5VbGstN2JsLWIiLDEsMF0"
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "bucket_minutes": 30,
                         *       "best_bucket": {
                         *         "bucket": "60-90",
                         *         "bucket_start": 60,
                         *         "utc_time": "14:30",
                         *         "median_return_pct": 0.0463
                         *       },
                         *       "worst_bucket": {
                         *         "bucket": "270-300",
                         *         "bucket_start": 270,
                         *         "utc_time": "18:00",
                         *         "median_return_pct": -0.0219
                         *       },
                         *       "busiest_bucket": {
                         *         "bucket": "0-30",
                         *         "bucket_start": 0,
                         *         "utc_time": "13:30",
                         *         "avg_volume": 702023.62450593
                         *       },
                         *       "most_frequent_high_bucket": {
                         *         "bucket": "360-390",
                         *         "bucket_start": 360,
                         *         "utc_time": "19:30",
                         *         "high_of_day_pct": 30.83
                         *       },
                         *       "most_frequent_low_bucket": {
                         *         "bucket": "0-30",
                         *         "bucket_start": 0,
                         *         "utc_time": "13:30",
                         *         "low_of_day_pct": 32.0158
                         *       },
                         *       "first_bucket_continuation_rate_pct": 64.4269,
                         *       "last_bucket_continuation_rate_pct": 64.6825,
                         *       "sample_size": 253,
                         *       "confidence": {
                         *         "first_bucket_continuation_rate_pct": {
                         *           "n": 253,
                         *           "low": 58.3524,
                         *           "high": 70.0698
                         *         },
                         *         "last_bucket_continuation_rate_pct": {
                         *           "n": 252,
                         *           "low": 58.6013,
                         *           "high": 70.3229
                         *         }
                         *       },
                         *       "time_window": "12M",
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": []
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "time_window": "12M",
                         *       "start_date": "2025-06-30",
                         *       "end_date": "2026-06-30",
                         *       "bucket_minutes": 30,
                         *       "count": 1,
                         *       "data": [
                         *         {
                         *           "symbol": "DEMO-ACME",
                         *           "date": "2025-11-12",
                         *           "weekday": "Wednesday",
                         *           "bucket": "0-30",
                         *           "bucket_start": 0,
                         *           "utc_time": "14:30",
                         *           "open": 402.93,
                         *           "high": 411.81,
                         *           "low": 402.85,
                         *           "close": 411.43,
                         *           "return_pct": 2.1095,
                         *           "range_pct": 2.2237,
                         *           "volume": 702373
                         *         }
                         *       ],
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": [],
                         *         "total": 3288
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
                    /** @description sentiment: news of equities and ETFs; sentiment_crypto: news of crypto pairs. Never mixed. */
                    event_source?: "sentiment" | "sentiment_crypto";
                    /** @description Only news classified so */
                    direction?: "negative" | "neutral" | "positive";
                    /** @description Only news with at least this impact_score */
                    min_impact_score?: number;
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "event_source": "sentiment",
                         *       "time_window": "12M",
                         *       "reaction_windows": [
                         *         "5m",
                         *         "15m",
                         *         "30m",
                         *         "60m",
                         *         "eod"
                         *       ],
                         *       "count": 1,
                         *       "events": [
                         *         {
                         *           "news_id": "demo-acme-2026-06-30",
                         *           "event_source": "sentiment",
                         *           "source_table": "events_sentiment",
                         *           "asset_class": "equity",
                         *           "event_timestamp": "2026-06-30T14:55:44+00:00",
                         *           "title": "ACME names a new finance chief",
                         *           "headline": "ACME names a new finance chief",
                         *           "direction": "neutral",
                         *           "impact_score": 0.39,
                         *           "provider": "demo",
                         *           "url": null,
                         *           "reactions": {
                         *             "5m": {
                         *               "return_pct": 0.009,
                         *               "direction": "flat",
                         *               "absolute_move_pct": 0.009
                         *             },
                         *             "15m": {
                         *               "return_pct": 0.009,
                         *               "direction": "flat",
                         *               "absolute_move_pct": 0.009
                         *             },
                         *             "30m": {
                         *               "return_pct": -0.1825,
                         *               "direction": "down",
                         *               "absolute_move_pct": 0.1825
                         *             },
                         *             "60m": {
                         *               "return_pct": -0.4681,
                         *               "direction": "down",
                         *               "absolute_move_pct": 0.4681
                         *             },
                         *             "eod": {
                         *               "return_pct": -1.0828,
                         *               "direction": "down",
                         *               "absolute_move_pct": 1.0828
                         *             }
                         *           },
                         *           "reaction_alignment": "neutral_or_unclear",
                         *           "sentiment_reaction_alignment_score": null,
                         *           "impact_realization_score": 1,
                         *           "absorption_score": null,
                         *           "complete": true
                         *         }
                         *       ],
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": null,
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": [],
                         *         "total": 76,
                         *         "next_cursor": "WyJ6NXFaeGdwUVlpV2giLDEsMTc4MjgzMTM0NDAwMCwiZGVtby1hY21lLTIwMjYtMDYtMzAiXQ"
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "event_source": "sentiment",
                         *       "summary": {
                         *         "total_news_events": 76,
                         *         "average_impact_score": 0.545,
                         *         "dominant_sentiment": "positive",
                         *         "average_return_5m": 0.0167,
                         *         "average_return_15m": 0.0225,
                         *         "average_return_30m": 0.0524,
                         *         "average_return_60m": 0.048,
                         *         "average_return_eod": 0.3415,
                         *         "aligned_count": 23,
                         *         "divergence_count": 23,
                         *         "bullish_absorption_count": 14,
                         *         "bearish_divergence_count": 9,
                         *         "unclear_count": 30,
                         *         "average_alignment_score": 0.0321,
                         *         "average_impact_realization_score": 0.5849,
                         *         "by_direction": {
                         *           "positive": {
                         *             "count": 32,
                         *             "average_return_60m": 0.1419
                         *           },
                         *           "neutral": {
                         *             "count": 16,
                         *             "average_return_60m": -0.1403
                         *           },
                         *           "negative": {
                         *             "count": 28,
                         *             "average_return_60m": 0.0697
                         *           }
                         *         }
                         *       },
                         *       "time_window": "12M",
                         *       "sample_size": 76,
                         *       "confidence": {},
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": null,
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": []
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
                    /** @description Minutes of the opening candle from the day's anchor; a whole multiple of the base interval */
                    candle_minutes?: number;
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "time_window": "12M",
                         *       "start_date": "2025-06-30",
                         *       "end_date": "2026-06-30",
                         *       "candle_minutes": 60,
                         *       "count": 1,
                         *       "data": [
                         *         {
                         *           "symbol": "DEMO-ACME",
                         *           "date": "2025-06-30",
                         *           "weekday": "Monday",
                         *           "candle_open": 451.86,
                         *           "candle_high": 451.95,
                         *           "candle_low": 447.84,
                         *           "candle_close": 448.79,
                         *           "candle_direction": "red",
                         *           "candle_body_pct": 0.6794,
                         *           "candle_range_pct": 0.9096,
                         *           "candle_close_location": 0.231144,
                         *           "session_open": 451.86,
                         *           "session_close": 449.87,
                         *           "session_return_pct": -0.4404,
                         *           "session_direction": "red",
                         *           "continuation": true,
                         *           "rest_return_pct": 0.2406,
                         *           "broke_candle_high": false,
                         *           "broke_candle_low": true,
                         *           "break_type": "down",
                         *           "high_in_candle": true,
                         *           "low_in_candle": false,
                         *           "max_extension_up_x": 0,
                         *           "max_extension_down_x": 0.766423,
                         *           "outside_period": false,
                         *           "volume_ratio": 0.881426,
                         *           "complete": true
                         *         }
                         *       ],
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": [],
                         *         "total": 253,
                         *         "next_cursor": "WyJLVUhBaF90WEN2cGkiLDEsMjAyNjld"
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "candle_minutes": 60,
                         *       "total_days": 253,
                         *       "green_candles": 132,
                         *       "red_candles": 121,
                         *       "doji_candles": 0,
                         *       "green_given_green_pct": 67.4242,
                         *       "red_given_red_pct": 64.4628,
                         *       "continuation_rate_pct": 66.0079,
                         *       "avg_return_given_green_pct": 0.6663,
                         *       "avg_return_given_red_pct": -0.482,
                         *       "avg_rest_return_given_green_pct": 0.1215,
                         *       "avg_rest_return_given_red_pct": 0.0673,
                         *       "high_in_candle_pct": 35.1779,
                         *       "low_in_candle_pct": 40.3162,
                         *       "break_type_distribution": {
                         *         "up": 99,
                         *         "down": 86,
                         *         "both": 65,
                         *         "none": 3
                         *       },
                         *       "outside_rate_pct": 13.4387,
                         *       "no_candle_days": 0,
                         *       "weekday_breakdown": {
                         *         "Monday": {
                         *           "count": 49,
                         *           "continuation_rate_pct": 63.2653
                         *         },
                         *         "Tuesday": {
                         *           "count": 53,
                         *           "continuation_rate_pct": 58.4906
                         *         },
                         *         "Wednesday": {
                         *           "count": 52,
                         *           "continuation_rate_pct": 76.9231
                         *         },
                         *         "Thursday": {
                         *           "count": 49,
                         *           "continuation_rate_pct": 57.1429
                         *         },
                         *         "Friday": {
                         *           "count": 50,
                         *           "continuation_rate_pct": 74
                         *         }
                         *       },
                         *       "sample_size": 253,
                         *       "confidence": {
                         *         "green_given_green_pct": {
                         *           "n": 132,
                         *           "low": 59.035,
                         *           "high": 74.828
                         *         },
                         *         "red_given_red_pct": {
                         *           "n": 121,
                         *           "low": 55.6101,
                         *           "high": 72.4254
                         *         },
                         *         "continuation_rate_pct": {
                         *           "n": 253,
                         *           "low": 59.9706,
                         *           "high": 71.5664
                         *         },
                         *         "high_in_candle_pct": {
                         *           "n": 253,
                         *           "low": 29.5554,
                         *           "high": 41.2437
                         *         },
                         *         "low_in_candle_pct": {
                         *           "n": 253,
                         *           "low": 34.4602,
                         *           "high": 46.4619
                         *         },
                         *         "outside_rate_pct": {
                         *           "n": 253,
                         *           "low": 9.7787,
                         *           "high": 18.1924
                         *         },
                         *         "weekday_breakdown.Monday.continuation_rate_pct": {
                         *           "n": 49,
                         *           "low": 49.2671,
                         *           "high": 75.3348
                         *         },
                         *         "weekday_breakdown.Tuesday.continuation_rate_pct": {
                         *           "n": 53,
                         *           "low": 45.0944,
                         *           "high": 70.7391
                         *         },
                         *         "weekday_breakdown.Wednesday.continuation_rate_pct": {
                         *           "n": 52,
                         *           "low": 63.8662,
                         *           "high": 86.2757
                         *         },
                         *         "weekday_breakdown.Thursday.continuation_rate_pct": {
                         *           "n": 49,
                         *           "low": 43.2705,
                         *           "high": 69.9767
                         *         },
                         *         "weekday_breakdown.Friday.continuation_rate_pct": {
                         *           "n": 50,
                         *           "low": 60.4468,
                         *           "high": 84.1285
                         *         }
                         *       },
                         *       "time_window": "12M",
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": []
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "time_window": "12M",
                         *       "start_date": "2025-06-30",
                         *       "end_date": "2026-06-30",
                         *       "candle_minutes": 60,
                         *       "count": 1,
                         *       "data": [
                         *         {
                         *           "symbol": "DEMO-ACME",
                         *           "date": "2025-10-31",
                         *           "weekday": "Friday",
                         *           "candle_open": 453.72,
                         *           "candle_high": 453.99,
                         *           "candle_low": 445.36,
                         *           "candle_close": 446.22,
                         *           "candle_direction": "red",
                         *           "candle_body_pct": 1.653,
                         *           "candle_range_pct": 1.9021,
                         *           "candle_close_location": 0.099652,
                         *           "session_open": 453.72,
                         *           "session_close": 433.22,
                         *           "session_return_pct": -4.5182,
                         *           "session_direction": "red",
                         *           "continuation": true,
                         *           "rest_return_pct": -2.9134,
                         *           "broke_candle_high": false,
                         *           "broke_candle_low": true,
                         *           "break_type": "down",
                         *           "high_in_candle": true,
                         *           "low_in_candle": false,
                         *           "max_extension_up_x": 0,
                         *           "max_extension_down_x": 1.493627,
                         *           "outside_period": false,
                         *           "volume_ratio": 1.474364,
                         *           "complete": true
                         *         }
                         *       ],
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": [],
                         *         "total": 167
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
                    /** @description Minutes of the opening range from the day's anchor; a whole multiple of the base interval */
                    orb_minutes?: number;
                    /** @description Bars in a row that must close inside the range, after the breakout, to make a reentry */
                    orb_reentry_candles?: number;
                    /** @description What breaks the range: any trade beyond it (wick), or a close beyond it (close) */
                    breakout_criteria?: "wick" | "close";
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "time_window": "12M",
                         *       "start_date": "2025-06-30",
                         *       "end_date": "2026-06-30",
                         *       "orb_minutes": 5,
                         *       "count": 1,
                         *       "data": [
                         *         {
                         *           "symbol": "DEMO-ACME",
                         *           "date": "2025-06-30",
                         *           "weekday": "Monday",
                         *           "orb_minutes": 5,
                         *           "or_high": 451.95,
                         *           "or_low": 449.24,
                         *           "or_range": 2.71,
                         *           "or_range_pct": 0.5997,
                         *           "or_bars": 5,
                         *           "session_open": 451.86,
                         *           "session_high": 451.95,
                         *           "session_low": 444.69,
                         *           "session_close": 449.87,
                         *           "broke_high": false,
                         *           "broke_low": true,
                         *           "break_type": "down",
                         *           "first_direction": "down",
                         *           "breakout_time": "2025-06-30T13:35:00+00:00",
                         *           "minutes_to_breakout": 5,
                         *           "breakout_level": 449.24,
                         *           "breakout_size": 4.55,
                         *           "breakout_size_pct": 1.0128,
                         *           "breakout_size_x": 1.678967,
                         *           "minutes_to_max": 326,
                         *           "hit_0_5x": true,
                         *           "hit_1x": true,
                         *           "hit_1_5x": true,
                         *           "hit_2x": false,
                         *           "max_adverse_pct": 0.5832,
                         *           "reentry": true,
                         *           "reentry_time": "2025-06-30T13:46:00+00:00",
                         *           "false_breakout": true,
                         *           "continuation": false,
                         *           "or_volume": 137880,
                         *           "volume_ratio": 0.909728,
                         *           "complete": true
                         *         }
                         *       ],
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": [],
                         *         "total": 253,
                         *         "next_cursor": "WyI3cVlrd0Q3Z2VQNDgiLDEsMjAyNjld"
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "time_window": "12M",
                         *       "start_date": "2025-06-30",
                         *       "end_date": "2026-06-30",
                         *       "orb_minutes": 5,
                         *       "count": 1,
                         *       "data": [
                         *         {
                         *           "symbol": "DEMO-BOLT",
                         *           "date": "2025-09-26",
                         *           "weekday": "Friday",
                         *           "orb_minutes": 5,
                         *           "or_high": 257.52,
                         *           "or_low": 255,
                         *           "or_range": 2.52,
                         *           "or_range_pct": 0.9791,
                         *           "or_bars": 5,
                         *           "session_open": 257.38,
                         *           "session_high": 257.52,
                         *           "session_low": 229.58,
                         *           "session_close": 231.07,
                         *           "broke_high": false,
                         *           "broke_low": true,
                         *           "break_type": "down",
                         *           "first_direction": "down",
                         *           "breakout_time": "2025-09-26T13:35:00+00:00",
                         *           "minutes_to_breakout": 5,
                         *           "breakout_level": 255,
                         *           "breakout_size": 25.42,
                         *           "breakout_size_pct": 9.9686,
                         *           "breakout_size_x": 10.087302,
                         *           "minutes_to_max": 347,
                         *           "hit_0_5x": true,
                         *           "hit_1x": true,
                         *           "hit_1_5x": true,
                         *           "hit_2x": true,
                         *           "max_adverse_pct": 0.0549,
                         *           "reentry": false,
                         *           "reentry_time": null,
                         *           "false_breakout": false,
                         *           "continuation": true,
                         *           "or_volume": 239243,
                         *           "volume_ratio": 0.847255,
                         *           "complete": true
                         *         }
                         *       ],
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": []
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "time_window": "custom",
                         *       "start_date": "2026-06-30",
                         *       "end_date": "2026-06-30",
                         *       "orb_minutes": 5,
                         *       "count": 3,
                         *       "data": [
                         *         {
                         *           "symbol": "DEMO-BOLT",
                         *           "date": "2026-06-30",
                         *           "weekday": "Tuesday",
                         *           "orb_minutes": 5,
                         *           "or_high": 445.28,
                         *           "or_low": 443.22,
                         *           "or_range": 2.06,
                         *           "or_range_pct": 0.464,
                         *           "or_bars": 5,
                         *           "session_open": 443.95,
                         *           "session_high": 459.86,
                         *           "session_low": 443.22,
                         *           "session_close": 455.75,
                         *           "broke_high": true,
                         *           "broke_low": false,
                         *           "break_type": "up",
                         *           "first_direction": "up",
                         *           "breakout_time": "2026-06-30T13:35:00+00:00",
                         *           "minutes_to_breakout": 5,
                         *           "breakout_level": 445.28,
                         *           "breakout_size": 14.58,
                         *           "breakout_size_pct": 3.2743,
                         *           "breakout_size_x": 7.07767,
                         *           "minutes_to_max": 258,
                         *           "hit_0_5x": true,
                         *           "hit_1x": true,
                         *           "hit_1_5x": true,
                         *           "hit_2x": true,
                         *           "max_adverse_pct": 0.3054,
                         *           "reentry": false,
                         *           "reentry_time": null,
                         *           "false_breakout": false,
                         *           "continuation": true,
                         *           "or_volume": 280960,
                         *           "volume_ratio": 1.128789,
                         *           "complete": true
                         *         },
                         *         {
                         *           "symbol": "DEMO-ACME",
                         *           "date": "2026-06-30",
                         *           "weekday": "Tuesday",
                         *           "orb_minutes": 5,
                         *           "or_high": 665,
                         *           "or_low": 661.27,
                         *           "or_range": 3.73,
                         *           "or_range_pct": 0.5631,
                         *           "or_bars": 5,
                         *           "session_open": 662.38,
                         *           "session_high": 672.89,
                         *           "session_low": 659.7,
                         *           "session_close": 661.37,
                         *           "broke_high": true,
                         *           "broke_low": true,
                         *           "break_type": "both",
                         *           "first_direction": "up",
                         *           "breakout_time": "2026-06-30T13:35:00+00:00",
                         *           "minutes_to_breakout": 5,
                         *           "breakout_level": 665,
                         *           "breakout_size": 7.89,
                         *           "breakout_size_pct": 1.1865,
                         *           "breakout_size_x": 2.115282,
                         *           "minutes_to_max": 33,
                         *           "hit_0_5x": true,
                         *           "hit_1x": true,
                         *           "hit_1_5x": true,
                         *           "hit_2x": true,
                         *           "max_adverse_pct": 0.797,
                         *           "reentry": true,
                         *           "reentry_time": "2026-06-30T15:53:00+00:00",
                         *           "false_breakout": true,
                         *           "continuation": false,
                         *           "or_volume": 248554,
                         *           "volume_ratio": 1.511324,
                         *           "complete": true
                         *         },
                         *         {
                         *           "symbol": "DEMO-INDEX",
                         *           "date": "2026-06-30",
                         *           "weekday": "Tuesday",
                         *           "orb_minutes": 5,
                         *           "or_high": 794,
                         *           "or_low": 792.64,
                         *           "or_range": 1.36,
                         *           "or_range_pct": 0.1713,
                         *           "or_bars": 5,
                         *           "session_open": 793.87,
                         *           "session_high": 798.57,
                         *           "session_low": 791.62,
                         *           "session_close": 794.25,
                         *           "broke_high": true,
                         *           "broke_low": true,
                         *           "break_type": "both",
                         *           "first_direction": "down",
                         *           "breakout_time": "2026-06-30T13:38:00+00:00",
                         *           "minutes_to_breakout": 8,
                         *           "breakout_level": 792.64,
                         *           "breakout_size": 1.02,
                         *           "breakout_size_pct": 0.1287,
                         *           "breakout_size_x": 0.75,
                         *           "minutes_to_max": 36,
                         *           "hit_0_5x": true,
                         *           "hit_1x": false,
                         *           "hit_1_5x": false,
                         *           "hit_2x": false,
                         *           "max_adverse_pct": 0.7481,
                         *           "reentry": true,
                         *           "reentry_time": "2026-06-30T13:42:00+00:00",
                         *           "false_breakout": true,
                         *           "continuation": false,
                         *           "or_volume": 781786,
                         *           "volume_ratio": 0.931336,
                         *           "complete": true
                         *         }
                         *       ],
                         *       "metadata": {
                         *         "requested_start": "2026-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2026-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": []
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
                    /** @description Number of sessions at the beginning of the week that make the opening candle */
                    opening_days?: number;
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "time_window": "12M",
                         *       "start_date": "2025-06-30",
                         *       "end_date": "2026-06-30",
                         *       "opening_days": 1,
                         *       "count": 1,
                         *       "data": [
                         *         {
                         *           "symbol": "DEMO-ACME",
                         *           "week": "2025-W27",
                         *           "date": "2025-06-30",
                         *           "candle_open": 451.86,
                         *           "candle_high": 451.95,
                         *           "candle_low": 444.69,
                         *           "candle_close": 449.87,
                         *           "candle_direction": "red",
                         *           "candle_body_pct": 0.4404,
                         *           "candle_range_pct": 1.6067,
                         *           "candle_close_location": 0.713499,
                         *           "session_open": 451.86,
                         *           "session_close": 469.74,
                         *           "session_return_pct": 3.957,
                         *           "session_direction": "green",
                         *           "continuation": false,
                         *           "rest_return_pct": 4.4168,
                         *           "broke_candle_high": true,
                         *           "broke_candle_low": false,
                         *           "break_type": "up",
                         *           "high_in_candle": false,
                         *           "low_in_candle": true,
                         *           "max_extension_up_x": 2.5427,
                         *           "max_extension_down_x": 0,
                         *           "outside_period": true,
                         *           "complete": true
                         *         }
                         *       ],
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": [],
                         *         "total": 53,
                         *         "next_cursor": "WyI2Q2Uyb2Njdmt1THUiLDEsMjAyNjld"
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "opening_days": 1,
                         *       "total_weeks": 53,
                         *       "green_candles": 36,
                         *       "red_candles": 17,
                         *       "doji_candles": 0,
                         *       "green_given_green_pct": 80.5556,
                         *       "red_given_red_pct": 64.7059,
                         *       "continuation_rate_pct": 75.4717,
                         *       "avg_return_given_green_pct": 2.3808,
                         *       "avg_return_given_red_pct": -1.9522,
                         *       "avg_rest_return_given_green_pct": 0.9183,
                         *       "avg_rest_return_given_red_pct": -1.2418,
                         *       "high_in_candle_pct": 20.7547,
                         *       "low_in_candle_pct": 50.9434,
                         *       "break_type_distribution": {
                         *         "up": 26,
                         *         "down": 10,
                         *         "both": 16,
                         *         "none": 1
                         *       },
                         *       "outside_rate_pct": 5.6604,
                         *       "sample_size": 53,
                         *       "confidence": {
                         *         "green_given_green_pct": {
                         *           "n": 36,
                         *           "low": 64.972,
                         *           "high": 90.2469
                         *         },
                         *         "red_given_red_pct": {
                         *           "n": 17,
                         *           "low": 41.3004,
                         *           "high": 82.6903
                         *         },
                         *         "continuation_rate_pct": {
                         *           "n": 53,
                         *           "low": 62.4334,
                         *           "high": 85.0671
                         *         },
                         *         "high_in_candle_pct": {
                         *           "n": 53,
                         *           "low": 12.0046,
                         *           "high": 33.4577
                         *         },
                         *         "low_in_candle_pct": {
                         *           "n": 53,
                         *           "low": 37.8835,
                         *           "high": 63.8758
                         *         },
                         *         "outside_rate_pct": {
                         *           "n": 53,
                         *           "low": 1.9437,
                         *           "high": 15.3702
                         *         }
                         *       },
                         *       "time_window": "12M",
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": []
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "time_window": "12M",
                         *       "start_date": "2025-06-30",
                         *       "end_date": "2026-06-30",
                         *       "opening_days": 1,
                         *       "count": 1,
                         *       "data": [
                         *         {
                         *           "symbol": "DEMO-ACME",
                         *           "week": "2025-W39",
                         *           "date": "2025-09-22",
                         *           "candle_open": 455.06,
                         *           "candle_high": 462.38,
                         *           "candle_low": 454.77,
                         *           "candle_close": 461.93,
                         *           "candle_direction": "green",
                         *           "candle_body_pct": 1.5097,
                         *           "candle_range_pct": 1.6723,
                         *           "candle_close_location": 0.940867,
                         *           "session_open": 455.06,
                         *           "session_close": 494.39,
                         *           "session_return_pct": 8.6428,
                         *           "session_direction": "green",
                         *           "continuation": true,
                         *           "rest_return_pct": 7.027,
                         *           "broke_candle_high": true,
                         *           "broke_candle_low": false,
                         *           "break_type": "up",
                         *           "high_in_candle": false,
                         *           "low_in_candle": true,
                         *           "max_extension_up_x": 4.664915,
                         *           "max_extension_down_x": 0,
                         *           "outside_period": false,
                         *           "complete": true
                         *         }
                         *       ],
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": [],
                         *         "total": 40
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
        /** Every session of the range against the levels of the one before, oldest first */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
                    /** @description Leave out sessions that open beyond the previous session's high or low */
                    open_inside_only?: boolean;
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
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
                /** @description Every session of the range against the levels of the one before, oldest first */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "time_window": "12M",
                         *       "start_date": "2025-06-30",
                         *       "end_date": "2026-06-30",
                         *       "count": 1,
                         *       "data": [
                         *         {
                         *           "symbol": "DEMO-ACME",
                         *           "date": "2025-06-30",
                         *           "weekday": "Monday",
                         *           "prev_date": "2025-06-27",
                         *           "prev_high": 454.89,
                         *           "prev_low": 450.03,
                         *           "prev_close": 453.31,
                         *           "prev_range": 4.86,
                         *           "open": 451.86,
                         *           "high": 451.95,
                         *           "low": 444.69,
                         *           "close": 449.87,
                         *           "volume": 2952857,
                         *           "opened_beyond": null,
                         *           "high_break": false,
                         *           "high_break_time": null,
                         *           "follow_through_high_pct": null,
                         *           "time_to_max_follow_through_high_min": null,
                         *           "duration_above_prev_high_min": null,
                         *           "retest_high": null,
                         *           "retest_high_time": null,
                         *           "retest_high_held": null,
                         *           "high_success": null,
                         *           "false_breakout_high": null,
                         *           "volume_ratio_high": null,
                         *           "breakout_strength_score_high": null,
                         *           "low_break": true,
                         *           "low_break_time": "2025-06-30T13:34:00+00:00",
                         *           "follow_through_low_pct": 1.1866,
                         *           "time_to_max_follow_through_low_min": 327,
                         *           "duration_below_prev_low_min": 351,
                         *           "retest_low": true,
                         *           "retest_low_time": "2025-06-30T13:47:00+00:00",
                         *           "retest_low_held": false,
                         *           "low_success": true,
                         *           "false_breakout_low": false,
                         *           "volume_ratio_low": 0.417946,
                         *           "breakout_strength_score_low": 71.4593,
                         *           "both_broken_same_day": false,
                         *           "relative_close_vs_prev_close": 0.992411,
                         *           "relative_range_vs_prev_range": 1.493827,
                         *           "high_break_streak": 0,
                         *           "low_break_streak": 1,
                         *           "complete": true
                         *         }
                         *       ],
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": [],
                         *         "total": 253,
                         *         "next_cursor": "WyJNX2VqaUFiWHNwanUiLDEsMjAyNjld"
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "total_days": 253,
                         *       "high_breaks": 136,
                         *       "low_breaks": 124,
                         *       "both_broken_same_day": 34,
                         *       "avg_follow_through_high_pct": 1.2959,
                         *       "retest_rate_high_pct": 80.1471,
                         *       "avg_time_to_max_follow_through_high_min": 180.8162,
                         *       "avg_duration_above_prev_high_min": 202.9632,
                         *       "high_break_success_rate_pct": 63.2353,
                         *       "false_breakout_rate_high_pct": 16.1765,
                         *       "avg_volume_ratio_high_break": 1.078808,
                         *       "avg_breakout_strength_score_high": 50.7361,
                         *       "max_high_break_streak": 9,
                         *       "current_high_break_streak": 0,
                         *       "opened_beyond_high": 60,
                         *       "avg_follow_through_low_pct": 1.0921,
                         *       "retest_rate_low_pct": 81.4516,
                         *       "avg_time_to_max_follow_through_low_min": 164.2903,
                         *       "avg_duration_below_prev_low_min": 182.6935,
                         *       "low_break_success_rate_pct": 59.6774,
                         *       "false_breakout_rate_low_pct": 23.3871,
                         *       "avg_volume_ratio_low_break": 1.029943,
                         *       "avg_breakout_strength_score_low": 48.3673,
                         *       "max_low_break_streak": 7,
                         *       "current_low_break_streak": 3,
                         *       "opened_beyond_low": 47,
                         *       "avg_relative_close_vs_prev_close": 1.001634,
                         *       "avg_relative_range_vs_prev_range": 1.292433,
                         *       "weekday_breakdown": {
                         *         "Monday": {
                         *           "count": 49,
                         *           "high_break_rate_pct": 51.0204,
                         *           "low_break_rate_pct": 48.9796
                         *         },
                         *         "Tuesday": {
                         *           "count": 53,
                         *           "high_break_rate_pct": 64.1509,
                         *           "low_break_rate_pct": 45.283
                         *         },
                         *         "Wednesday": {
                         *           "count": 52,
                         *           "high_break_rate_pct": 53.8462,
                         *           "low_break_rate_pct": 46.1538
                         *         },
                         *         "Thursday": {
                         *           "count": 49,
                         *           "high_break_rate_pct": 57.1429,
                         *           "low_break_rate_pct": 46.9388
                         *         },
                         *         "Friday": {
                         *           "count": 50,
                         *           "high_break_rate_pct": 42,
                         *           "low_break_rate_pct": 58
                         *         }
                         *       },
                         *       "sample_size": 253,
                         *       "confidence": {
                         *         "retest_rate_high_pct": {
                         *           "n": 136,
                         *           "low": 72.656,
                         *           "high": 85.9819
                         *         },
                         *         "high_break_success_rate_pct": {
                         *           "n": 136,
                         *           "low": 54.872,
                         *           "high": 70.8714
                         *         },
                         *         "false_breakout_rate_high_pct": {
                         *           "n": 136,
                         *           "low": 10.9321,
                         *           "high": 23.2791
                         *         },
                         *         "retest_rate_low_pct": {
                         *           "n": 124,
                         *           "low": 73.7028,
                         *           "high": 87.3102
                         *         },
                         *         "low_break_success_rate_pct": {
                         *           "n": 124,
                         *           "low": 50.8783,
                         *           "high": 67.895
                         *         },
                         *         "false_breakout_rate_low_pct": {
                         *           "n": 124,
                         *           "low": 16.8058,
                         *           "high": 31.5678
                         *         },
                         *         "weekday_breakdown.Monday.high_break_rate_pct": {
                         *           "n": 49,
                         *           "low": 37.4676,
                         *           "high": 64.4249
                         *         },
                         *         "weekday_breakdown.Monday.low_break_rate_pct": {
                         *           "n": 49,
                         *           "low": 35.5751,
                         *           "high": 62.5324
                         *         },
                         *         "weekday_breakdown.Tuesday.high_break_rate_pct": {
                         *           "n": 53,
                         *           "low": 50.6911,
                         *           "high": 75.698
                         *         },
                         *         "weekday_breakdown.Tuesday.low_break_rate_pct": {
                         *           "n": 53,
                         *           "low": 32.6576,
                         *           "high": 58.546
                         *         },
                         *         "weekday_breakdown.Wednesday.high_break_rate_pct": {
                         *           "n": 52,
                         *           "low": 40.5036,
                         *           "high": 66.6595
                         *         },
                         *         "weekday_breakdown.Wednesday.low_break_rate_pct": {
                         *           "n": 52,
                         *           "low": 33.3405,
                         *           "high": 59.4964
                         *         },
                         *         "weekday_breakdown.Thursday.high_break_rate_pct": {
                         *           "n": 49,
                         *           "low": 43.2705,
                         *           "high": 69.9767
                         *         },
                         *         "weekday_breakdown.Thursday.low_break_rate_pct": {
                         *           "n": 49,
                         *           "low": 33.7035,
                         *           "high": 60.6191
                         *         },
                         *         "weekday_breakdown.Friday.high_break_rate_pct": {
                         *           "n": 50,
                         *           "low": 29.375,
                         *           "high": 55.7666
                         *         },
                         *         "weekday_breakdown.Friday.low_break_rate_pct": {
                         *           "n": 50,
                         *           "low": 44.2334,
                         *           "high": 70.625
                         *         }
                         *       },
                         *       "time_window": "12M",
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": []
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "time_window": "12M",
                         *       "start_date": "2025-06-30",
                         *       "end_date": "2026-06-30",
                         *       "count": 1,
                         *       "data": [
                         *         {
                         *           "symbol": "DEMO-ACME",
                         *           "date": "2026-05-19",
                         *           "weekday": "Tuesday",
                         *           "prev_date": "2026-05-18",
                         *           "prev_high": 626.3,
                         *           "prev_low": 620.9,
                         *           "prev_close": 626.1,
                         *           "prev_range": 5.4,
                         *           "open": 636.62,
                         *           "high": 668.1,
                         *           "low": 635.13,
                         *           "close": 658.52,
                         *           "volume": 7050844,
                         *           "opened_beyond": "high",
                         *           "high_break": true,
                         *           "high_break_time": "2026-05-19T13:30:00+00:00",
                         *           "follow_through_high_pct": 6.6741,
                         *           "time_to_max_follow_through_high_min": 366,
                         *           "duration_above_prev_high_min": 390,
                         *           "retest_high": false,
                         *           "retest_high_time": null,
                         *           "retest_high_held": null,
                         *           "high_success": true,
                         *           "false_breakout_high": false,
                         *           "volume_ratio_high": 1.2878,
                         *           "breakout_strength_score_high": 82.878,
                         *           "low_break": false,
                         *           "low_break_time": null,
                         *           "follow_through_low_pct": null,
                         *           "time_to_max_follow_through_low_min": null,
                         *           "duration_below_prev_low_min": null,
                         *           "retest_low": null,
                         *           "retest_low_time": null,
                         *           "retest_low_held": null,
                         *           "low_success": null,
                         *           "false_breakout_low": null,
                         *           "volume_ratio_low": null,
                         *           "breakout_strength_score_low": null,
                         *           "both_broken_same_day": false,
                         *           "relative_close_vs_prev_close": 1.051781,
                         *           "relative_range_vs_prev_range": 6.105556,
                         *           "high_break_streak": 1,
                         *           "low_break_streak": 0,
                         *           "complete": true,
                         *           "direction": "high",
                         *           "follow_through_pct": 6.6741,
                         *           "minutes_to_retest": null
                         *         }
                         *       ],
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": [],
                         *         "total": 260
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "time_window": "12M",
                         *       "start_date": "2025-06-30",
                         *       "end_date": "2026-06-30",
                         *       "count": 1,
                         *       "data": [
                         *         {
                         *           "symbol": "DEMO-ACME",
                         *           "date": "2026-06-30",
                         *           "weekday": "Tuesday",
                         *           "prev_date": "2026-06-29",
                         *           "prev_high": 683.27,
                         *           "prev_low": 665.73,
                         *           "prev_close": 666.06,
                         *           "prev_range": 17.54,
                         *           "open": 662.38,
                         *           "high": 672.89,
                         *           "low": 659.7,
                         *           "close": 661.37,
                         *           "volume": 4157289,
                         *           "opened_beyond": "low",
                         *           "high_break": false,
                         *           "high_break_time": null,
                         *           "follow_through_high_pct": null,
                         *           "time_to_max_follow_through_high_min": null,
                         *           "duration_above_prev_high_min": null,
                         *           "retest_high": null,
                         *           "retest_high_time": null,
                         *           "retest_high_held": null,
                         *           "high_success": null,
                         *           "false_breakout_high": null,
                         *           "volume_ratio_high": null,
                         *           "breakout_strength_score_high": null,
                         *           "low_break": true,
                         *           "low_break_time": "2026-06-30T13:30:00+00:00",
                         *           "follow_through_low_pct": 0.9058,
                         *           "time_to_max_follow_through_low_min": 386,
                         *           "duration_below_prev_low_min": 149,
                         *           "retest_low": true,
                         *           "retest_low_time": "2026-06-30T13:36:00+00:00",
                         *           "retest_low_held": false,
                         *           "low_success": true,
                         *           "false_breakout_low": false,
                         *           "volume_ratio_low": 3.365607,
                         *           "breakout_strength_score_low": 55.213,
                         *           "both_broken_same_day": false,
                         *           "relative_close_vs_prev_close": 0.992959,
                         *           "relative_range_vs_prev_range": 0.751995,
                         *           "high_break_streak": 0,
                         *           "low_break_streak": 3,
                         *           "complete": true,
                         *           "direction": "low",
                         *           "follow_through_pct": 0.9058,
                         *           "minutes_to_retest": 6
                         *         }
                         *       ],
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": [],
                         *         "total": 210
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
                    /** @description What fills a gap: any trade at the previous close or beyond it (wick), or a bar that closes there (close) */
                    fill_criteria?: "wick" | "close";
                    /** @description Smallest gap_pct that counts as a gap, in percent of the previous close */
                    min_gap_pct?: number;
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "time_window": "12M",
                         *       "start_date": "2025-06-30",
                         *       "end_date": "2026-06-30",
                         *       "count": 1,
                         *       "data": [
                         *         {
                         *           "symbol": "DEMO-ACME",
                         *           "date": "2025-06-30",
                         *           "weekday": "Monday",
                         *           "direction": "down",
                         *           "prev_date": "2025-06-27",
                         *           "prev_close": 453.31,
                         *           "open": 451.86,
                         *           "gap_size": 1.45,
                         *           "gap_pct": 0.3199,
                         *           "open_place": "inside",
                         *           "filled": false,
                         *           "partial_fill_pct": 6.2069,
                         *           "fill_bucket": "1-25%",
                         *           "fill_time": null,
                         *           "minutes_to_fill": null,
                         *           "max_run_pct": 1.9016,
                         *           "close": 449.87,
                         *           "closed_in_gap_direction": true,
                         *           "complete": true
                         *         }
                         *       ],
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": [],
                         *         "total": 253,
                         *         "next_cursor": "WyJ1RHVyRUgwbXltSDkiLDEsMjAyNjld"
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "total_days": 253,
                         *       "total_gaps": 253,
                         *       "filled_gaps": 167,
                         *       "gap_rate_pct": 100,
                         *       "fill_rate_pct": 66.0079,
                         *       "closed_in_gap_direction_pct": 43.8735,
                         *       "avg_gap_pct": 0.6328,
                         *       "median_gap_pct": 0.4851,
                         *       "avg_minutes_to_fill": 77.5389,
                         *       "median_minutes_to_fill": 27,
                         *       "avg_partial_fill_pct": 80.287,
                         *       "avg_max_run_pct": 1.5716,
                         *       "direction_breakdown": {
                         *         "up": {
                         *           "count": 132,
                         *           "fill_rate_pct": 65.9091
                         *         },
                         *         "down": {
                         *           "count": 121,
                         *           "fill_rate_pct": 66.1157
                         *         }
                         *       },
                         *       "place_breakdown": {
                         *         "outside": {
                         *           "count": 107,
                         *           "fill_rate_pct": 60.7477
                         *         },
                         *         "inside": {
                         *           "count": 146,
                         *           "fill_rate_pct": 69.863
                         *         }
                         *       },
                         *       "size_breakdown": {
                         *         "<0.25": {
                         *           "count": 71,
                         *           "fill_rate_pct": 83.0986
                         *         },
                         *         "0.25-0.5": {
                         *           "count": 61,
                         *           "fill_rate_pct": 75.4098
                         *         },
                         *         "0.5-1": {
                         *           "count": 69,
                         *           "fill_rate_pct": 60.8696
                         *         },
                         *         "1-2": {
                         *           "count": 45,
                         *           "fill_rate_pct": 37.7778
                         *         },
                         *         ">=2": {
                         *           "count": 7,
                         *           "fill_rate_pct": 42.8571
                         *         }
                         *       },
                         *       "weekday_breakdown": {
                         *         "Monday": {
                         *           "count": 49,
                         *           "fill_rate_pct": 69.3878
                         *         },
                         *         "Tuesday": {
                         *           "count": 53,
                         *           "fill_rate_pct": 54.717
                         *         },
                         *         "Wednesday": {
                         *           "count": 52,
                         *           "fill_rate_pct": 65.3846
                         *         },
                         *         "Thursday": {
                         *           "count": 49,
                         *           "fill_rate_pct": 75.5102
                         *         },
                         *         "Friday": {
                         *           "count": 50,
                         *           "fill_rate_pct": 66
                         *         }
                         *       },
                         *       "sample_size": 253,
                         *       "confidence": {
                         *         "gap_rate_pct": {
                         *           "n": 253,
                         *           "low": 98.5043,
                         *           "high": 100
                         *         },
                         *         "fill_rate_pct": {
                         *           "n": 253,
                         *           "low": 59.9706,
                         *           "high": 71.5664
                         *         },
                         *         "closed_in_gap_direction_pct": {
                         *           "n": 253,
                         *           "low": 37.8957,
                         *           "high": 50.0346
                         *         },
                         *         "direction_breakdown.up.fill_rate_pct": {
                         *           "n": 132,
                         *           "low": 57.4753,
                         *           "high": 73.4431
                         *         },
                         *         "direction_breakdown.down.fill_rate_pct": {
                         *           "n": 121,
                         *           "low": 57.3023,
                         *           "high": 73.9373
                         *         },
                         *         "place_breakdown.outside.fill_rate_pct": {
                         *           "n": 107,
                         *           "low": 51.2769,
                         *           "high": 69.4734
                         *         },
                         *         "place_breakdown.inside.fill_rate_pct": {
                         *           "n": 146,
                         *           "low": 61.9892,
                         *           "high": 76.7183
                         *         },
                         *         "size_breakdown.<0.25.fill_rate_pct": {
                         *           "n": 71,
                         *           "low": 72.7409,
                         *           "high": 90.0585
                         *         },
                         *         "size_breakdown.0.25-0.5.fill_rate_pct": {
                         *           "n": 61,
                         *           "low": 63.3156,
                         *           "high": 84.4933
                         *         },
                         *         "size_breakdown.0.5-1.fill_rate_pct": {
                         *           "n": 69,
                         *           "low": 49.074,
                         *           "high": 71.5187
                         *         },
                         *         "size_breakdown.1-2.fill_rate_pct": {
                         *           "n": 45,
                         *           "low": 25.1081,
                         *           "high": 52.3701
                         *         },
                         *         "size_breakdown.>=2.fill_rate_pct": {
                         *           "n": 7,
                         *           "low": 15.822,
                         *           "high": 74.9542
                         *         },
                         *         "weekday_breakdown.Monday.fill_rate_pct": {
                         *           "n": 49,
                         *           "low": 55.4721,
                         *           "high": 80.4845
                         *         },
                         *         "weekday_breakdown.Tuesday.fill_rate_pct": {
                         *           "n": 53,
                         *           "low": 41.454,
                         *           "high": 67.3424
                         *         },
                         *         "weekday_breakdown.Wednesday.fill_rate_pct": {
                         *           "n": 52,
                         *           "low": 51.8036,
                         *           "high": 76.849
                         *         },
                         *         "weekday_breakdown.Thursday.fill_rate_pct": {
                         *           "n": 49,
                         *           "low": 61.9137,
                         *           "high": 85.3977
                         *         },
                         *         "weekday_breakdown.Friday.fill_rate_pct": {
                         *           "n": 50,
                         *           "low": 52.1538,
                         *           "high": 77.5631
                         *         }
                         *       },
                         *       "time_window": "12M",
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": []
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "time_window": "12M",
                         *       "start_date": "2025-06-30",
                         *       "end_date": "2026-06-30",
                         *       "count": 1,
                         *       "data": [
                         *         {
                         *           "symbol": "DEMO-ACME",
                         *           "date": "2025-10-23",
                         *           "weekday": "Thursday",
                         *           "direction": "up",
                         *           "prev_date": "2025-10-22",
                         *           "prev_close": 472.28,
                         *           "open": 487.66,
                         *           "gap_size": 15.38,
                         *           "gap_pct": 3.2565,
                         *           "open_place": "outside",
                         *           "filled": false,
                         *           "partial_fill_pct": 69.3758,
                         *           "fill_bucket": "51-75%",
                         *           "fill_time": null,
                         *           "minutes_to_fill": null,
                         *           "max_run_pct": 4.1099,
                         *           "close": 482.52,
                         *           "closed_in_gap_direction": false,
                         *           "complete": true
                         *         }
                         *       ],
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": [],
                         *         "total": 253
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "time_window": "12M",
                         *       "start_date": "2025-06-30",
                         *       "end_date": "2026-06-30",
                         *       "count": 5,
                         *       "data": [
                         *         {
                         *           "weekday": "Monday",
                         *           "avg_return_pct": 0.651,
                         *           "median_return_pct": 0.7705,
                         *           "green_days_pct": 61.2245,
                         *           "avg_volume": 3482405.48979592,
                         *           "count": 49,
                         *           "stdev_return_pct": 1.6798,
                         *           "min_return_pct": -2.132,
                         *           "max_return_pct": 6.1096,
                         *           "confidence": {
                         *             "green_days_pct": {
                         *               "n": 49,
                         *               "low": 47.246,
                         *               "high": 73.571
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "weekday": "Tuesday",
                         *           "avg_return_pct": 0.3162,
                         *           "median_return_pct": 0.1456,
                         *           "green_days_pct": 52.8302,
                         *           "avg_volume": 3777470.16981132,
                         *           "count": 53,
                         *           "stdev_return_pct": 1.9261,
                         *           "min_return_pct": -4.5873,
                         *           "max_return_pct": 5.1781,
                         *           "confidence": {
                         *             "green_days_pct": {
                         *               "n": 53,
                         *               "low": 39.6601,
                         *               "high": 65.6178
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "weekday": "Wednesday",
                         *           "avg_return_pct": 0.1393,
                         *           "median_return_pct": 0.2629,
                         *           "green_days_pct": 57.6923,
                         *           "avg_volume": 3597838.80769231,
                         *           "count": 52,
                         *           "stdev_return_pct": 1.4729,
                         *           "min_return_pct": -3.0787,
                         *           "max_return_pct": 3.5043,
                         *           "confidence": {
                         *             "green_days_pct": {
                         *               "n": 52,
                         *               "low": 44.1943,
                         *               "high": 70.1319
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "weekday": "Thursday",
                         *           "avg_return_pct": 0.2717,
                         *           "median_return_pct": 0.3016,
                         *           "green_days_pct": 59.1837,
                         *           "avg_volume": 3236391.26530612,
                         *           "count": 49,
                         *           "stdev_return_pct": 1.5442,
                         *           "min_return_pct": -3.7123,
                         *           "max_return_pct": 3.35,
                         *           "confidence": {
                         *             "green_days_pct": {
                         *               "n": 49,
                         *               "low": 45.2473,
                         *               "high": 71.7848
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "weekday": "Friday",
                         *           "avg_return_pct": -0.5577,
                         *           "median_return_pct": -0.5039,
                         *           "green_days_pct": 36,
                         *           "avg_volume": 3132793.48,
                         *           "count": 50,
                         *           "stdev_return_pct": 1.5378,
                         *           "min_return_pct": -4.7449,
                         *           "max_return_pct": 3.1975,
                         *           "confidence": {
                         *             "green_days_pct": {
                         *               "n": 50,
                         *               "low": 24.1387,
                         *               "high": 49.859
                         *             }
                         *           }
                         *         }
                         *       ],
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": [],
                         *         "total": 5
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "time_window": "12M",
                         *       "start_date": "2025-06-30",
                         *       "end_date": "2026-06-30",
                         *       "count": 52,
                         *       "data": [
                         *         {
                         *           "week_number": 1,
                         *           "avg_return_pct": 1.9092,
                         *           "median_return_pct": 1.9092,
                         *           "green_weeks_pct": 100,
                         *           "avg_volume": 12207882,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 1.9092,
                         *           "max_return_pct": 1.9092,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 2,
                         *           "avg_return_pct": -1.9425,
                         *           "median_return_pct": -1.9425,
                         *           "green_weeks_pct": 0,
                         *           "avg_volume": 18074066,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": -1.9425,
                         *           "max_return_pct": -1.9425,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 0,
                         *               "high": 79.3451
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 3,
                         *           "avg_return_pct": -1.3348,
                         *           "median_return_pct": -1.3348,
                         *           "green_weeks_pct": 0,
                         *           "avg_volume": 19984284,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": -1.3348,
                         *           "max_return_pct": -1.3348,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 0,
                         *               "high": 79.3451
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 4,
                         *           "avg_return_pct": 3.5226,
                         *           "median_return_pct": 3.5226,
                         *           "green_weeks_pct": 100,
                         *           "avg_volume": 13948459,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 3.5226,
                         *           "max_return_pct": 3.5226,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 5,
                         *           "avg_return_pct": -0.1749,
                         *           "median_return_pct": -0.1749,
                         *           "green_weeks_pct": 0,
                         *           "avg_volume": 15118596,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": -0.1749,
                         *           "max_return_pct": -0.1749,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 0,
                         *               "high": 79.3451
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 6,
                         *           "avg_return_pct": -0.4633,
                         *           "median_return_pct": -0.4633,
                         *           "green_weeks_pct": 0,
                         *           "avg_volume": 20277368,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": -0.4633,
                         *           "max_return_pct": -0.4633,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 0,
                         *               "high": 79.3451
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 7,
                         *           "avg_return_pct": 5.2005,
                         *           "median_return_pct": 5.2005,
                         *           "green_weeks_pct": 100,
                         *           "avg_volume": 18106108,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 5.2005,
                         *           "max_return_pct": 5.2005,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 8,
                         *           "avg_return_pct": 5.2648,
                         *           "median_return_pct": 5.2648,
                         *           "green_weeks_pct": 100,
                         *           "avg_volume": 10752755,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 5.2648,
                         *           "max_return_pct": 5.2648,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 9,
                         *           "avg_return_pct": 6.2978,
                         *           "median_return_pct": 6.2978,
                         *           "green_weeks_pct": 100,
                         *           "avg_volume": 15629743,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 6.2978,
                         *           "max_return_pct": 6.2978,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 10,
                         *           "avg_return_pct": 4.1799,
                         *           "median_return_pct": 4.1799,
                         *           "green_weeks_pct": 100,
                         *           "avg_volume": 17821011,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 4.1799,
                         *           "max_return_pct": 4.1799,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 11,
                         *           "avg_return_pct": 1.1838,
                         *           "median_return_pct": 1.1838,
                         *           "green_weeks_pct": 100,
                         *           "avg_volume": 16840346,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 1.1838,
                         *           "max_return_pct": 1.1838,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 12,
                         *           "avg_return_pct": 4.9506,
                         *           "median_return_pct": 4.9506,
                         *           "green_weeks_pct": 100,
                         *           "avg_volume": 18101768,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 4.9506,
                         *           "max_return_pct": 4.9506,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 13,
                         *           "avg_return_pct": 1.97,
                         *           "median_return_pct": 1.97,
                         *           "green_weeks_pct": 100,
                         *           "avg_volume": 14371235,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 1.97,
                         *           "max_return_pct": 1.97,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 14,
                         *           "avg_return_pct": 3.0601,
                         *           "median_return_pct": 3.0601,
                         *           "green_weeks_pct": 100,
                         *           "avg_volume": 19065453,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 3.0601,
                         *           "max_return_pct": 3.0601,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 15,
                         *           "avg_return_pct": 1.3755,
                         *           "median_return_pct": 1.3755,
                         *           "green_weeks_pct": 100,
                         *           "avg_volume": 13744768,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 1.3755,
                         *           "max_return_pct": 1.3755,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 16,
                         *           "avg_return_pct": 1.9176,
                         *           "median_return_pct": 1.9176,
                         *           "green_weeks_pct": 100,
                         *           "avg_volume": 14569223,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 1.9176,
                         *           "max_return_pct": 1.9176,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 17,
                         *           "avg_return_pct": -3.8367,
                         *           "median_return_pct": -3.8367,
                         *           "green_weeks_pct": 0,
                         *           "avg_volume": 22185955,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": -3.8367,
                         *           "max_return_pct": -3.8367,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 0,
                         *               "high": 79.3451
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 18,
                         *           "avg_return_pct": 1.5019,
                         *           "median_return_pct": 1.5019,
                         *           "green_weeks_pct": 100,
                         *           "avg_volume": 14596007,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 1.5019,
                         *           "max_return_pct": 1.5019,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 19,
                         *           "avg_return_pct": 4.0582,
                         *           "median_return_pct": 4.0582,
                         *           "green_weeks_pct": 100,
                         *           "avg_volume": 18557340,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 4.0582,
                         *           "max_return_pct": 4.0582,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 20,
                         *           "avg_return_pct": 0.7981,
                         *           "median_return_pct": 0.7981,
                         *           "green_weeks_pct": 100,
                         *           "avg_volume": 17975444,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 0.7981,
                         *           "max_return_pct": 0.7981,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 21,
                         *           "avg_return_pct": 3.9603,
                         *           "median_return_pct": 3.9603,
                         *           "green_weeks_pct": 100,
                         *           "avg_volume": 20582536,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 3.9603,
                         *           "max_return_pct": 3.9603,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 22,
                         *           "avg_return_pct": -2.0693,
                         *           "median_return_pct": -2.0693,
                         *           "green_weeks_pct": 0,
                         *           "avg_volume": 12117168,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": -2.0693,
                         *           "max_return_pct": -2.0693,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 0,
                         *               "high": 79.3451
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 23,
                         *           "avg_return_pct": 8.336,
                         *           "median_return_pct": 8.336,
                         *           "green_weeks_pct": 100,
                         *           "avg_volume": 19612994,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 8.336,
                         *           "max_return_pct": 8.336,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 24,
                         *           "avg_return_pct": -2.5537,
                         *           "median_return_pct": -2.5537,
                         *           "green_weeks_pct": 0,
                         *           "avg_volume": 16468545,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": -2.5537,
                         *           "max_return_pct": -2.5537,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 0,
                         *               "high": 79.3451
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 25,
                         *           "avg_return_pct": 4.2532,
                         *           "median_return_pct": 4.2532,
                         *           "green_weeks_pct": 100,
                         *           "avg_volume": 14541620,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 4.2532,
                         *           "max_return_pct": 4.2532,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 26,
                         *           "avg_return_pct": -2.852,
                         *           "median_return_pct": -2.852,
                         *           "green_weeks_pct": 0,
                         *           "avg_volume": 17397222,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": -2.852,
                         *           "max_return_pct": -2.852,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 0,
                         *               "high": 79.3451
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 27,
                         *           "avg_return_pct": 3.6245,
                         *           "median_return_pct": 3.6245,
                         *           "green_weeks_pct": 100,
                         *           "avg_volume": 8834096,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 3.6245,
                         *           "max_return_pct": 3.6245,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 28,
                         *           "avg_return_pct": 3.6552,
                         *           "median_return_pct": 3.6552,
                         *           "green_weeks_pct": 100,
                         *           "avg_volume": 17537088,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 3.6552,
                         *           "max_return_pct": 3.6552,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 29,
                         *           "avg_return_pct": -4.6292,
                         *           "median_return_pct": -4.6292,
                         *           "green_weeks_pct": 0,
                         *           "avg_volume": 16706345,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": -4.6292,
                         *           "max_return_pct": -4.6292,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 0,
                         *               "high": 79.3451
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 30,
                         *           "avg_return_pct": 1.3545,
                         *           "median_return_pct": 1.3545,
                         *           "green_weeks_pct": 100,
                         *           "avg_volume": 15900001,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 1.3545,
                         *           "max_return_pct": 1.3545,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 31,
                         *           "avg_return_pct": -4.5192,
                         *           "median_return_pct": -4.5192,
                         *           "green_weeks_pct": 0,
                         *           "avg_volume": 21401898,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": -4.5192,
                         *           "max_return_pct": -4.5192,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 0,
                         *               "high": 79.3451
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 32,
                         *           "avg_return_pct": -0.6053,
                         *           "median_return_pct": -0.6053,
                         *           "green_weeks_pct": 0,
                         *           "avg_volume": 14139607,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": -0.6053,
                         *           "max_return_pct": -0.6053,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 0,
                         *               "high": 79.3451
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 33,
                         *           "avg_return_pct": 1.4821,
                         *           "median_return_pct": 1.4821,
                         *           "green_weeks_pct": 100,
                         *           "avg_volume": 18026395,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 1.4821,
                         *           "max_return_pct": 1.4821,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 34,
                         *           "avg_return_pct": 1.734,
                         *           "median_return_pct": 1.734,
                         *           "green_weeks_pct": 100,
                         *           "avg_volume": 17588153,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 1.734,
                         *           "max_return_pct": 1.734,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 35,
                         *           "avg_return_pct": 3.5889,
                         *           "median_return_pct": 3.5889,
                         *           "green_weeks_pct": 100,
                         *           "avg_volume": 15819868,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 3.5889,
                         *           "max_return_pct": 3.5889,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 36,
                         *           "avg_return_pct": -0.6824,
                         *           "median_return_pct": -0.6824,
                         *           "green_weeks_pct": 0,
                         *           "avg_volume": 13837500,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": -0.6824,
                         *           "max_return_pct": -0.6824,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 0,
                         *               "high": 79.3451
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 37,
                         *           "avg_return_pct": -5.242,
                         *           "median_return_pct": -5.242,
                         *           "green_weeks_pct": 0,
                         *           "avg_volume": 18129270,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": -5.242,
                         *           "max_return_pct": -5.242,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 0,
                         *               "high": 79.3451
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 38,
                         *           "avg_return_pct": 1.5326,
                         *           "median_return_pct": 1.5326,
                         *           "green_weeks_pct": 100,
                         *           "avg_volume": 12334644,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 1.5326,
                         *           "max_return_pct": 1.5326,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 39,
                         *           "avg_return_pct": 8.3096,
                         *           "median_return_pct": 8.3096,
                         *           "green_weeks_pct": 100,
                         *           "avg_volume": 15455747,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 8.3096,
                         *           "max_return_pct": 8.3096,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 40,
                         *           "avg_return_pct": 0.1598,
                         *           "median_return_pct": 0.1598,
                         *           "green_weeks_pct": 100,
                         *           "avg_volume": 17287208,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 0.1598,
                         *           "max_return_pct": 0.1598,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 41,
                         *           "avg_return_pct": -3.1221,
                         *           "median_return_pct": -3.1221,
                         *           "green_weeks_pct": 0,
                         *           "avg_volume": 16876685,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": -3.1221,
                         *           "max_return_pct": -3.1221,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 0,
                         *               "high": 79.3451
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 42,
                         *           "avg_return_pct": -6.0577,
                         *           "median_return_pct": -6.0577,
                         *           "green_weeks_pct": 0,
                         *           "avg_volume": 22096480,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": -6.0577,
                         *           "max_return_pct": -6.0577,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 0,
                         *               "high": 79.3451
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 43,
                         *           "avg_return_pct": 6.2575,
                         *           "median_return_pct": 6.2575,
                         *           "green_weeks_pct": 100,
                         *           "avg_volume": 19102585,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 6.2575,
                         *           "max_return_pct": 6.2575,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 44,
                         *           "avg_return_pct": -9.531,
                         *           "median_return_pct": -9.531,
                         *           "green_weeks_pct": 0,
                         *           "avg_volume": 18466492,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": -9.531,
                         *           "max_return_pct": -9.531,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 0,
                         *               "high": 79.3451
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 45,
                         *           "avg_return_pct": -3.6933,
                         *           "median_return_pct": -3.6933,
                         *           "green_weeks_pct": 0,
                         *           "avg_volume": 15197867,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": -3.6933,
                         *           "max_return_pct": -3.6933,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 0,
                         *               "high": 79.3451
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 46,
                         *           "avg_return_pct": -1.8288,
                         *           "median_return_pct": -1.8288,
                         *           "green_weeks_pct": 0,
                         *           "avg_volume": 15743761,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": -1.8288,
                         *           "max_return_pct": -1.8288,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 0,
                         *               "high": 79.3451
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 47,
                         *           "avg_return_pct": 1.8677,
                         *           "median_return_pct": 1.8677,
                         *           "green_weeks_pct": 100,
                         *           "avg_volume": 15265202,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 1.8677,
                         *           "max_return_pct": 1.8677,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 48,
                         *           "avg_return_pct": 5.2248,
                         *           "median_return_pct": 5.2248,
                         *           "green_weeks_pct": 100,
                         *           "avg_volume": 15552617,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 5.2248,
                         *           "max_return_pct": 5.2248,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 49,
                         *           "avg_return_pct": 2.5169,
                         *           "median_return_pct": 2.5169,
                         *           "green_weeks_pct": 100,
                         *           "avg_volume": 17792289,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 2.5169,
                         *           "max_return_pct": 2.5169,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 50,
                         *           "avg_return_pct": -5.4234,
                         *           "median_return_pct": -5.4234,
                         *           "green_weeks_pct": 0,
                         *           "avg_volume": 22343325,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": -5.4234,
                         *           "max_return_pct": -5.4234,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 0,
                         *               "high": 79.3451
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 51,
                         *           "avg_return_pct": 0.2373,
                         *           "median_return_pct": 0.2373,
                         *           "green_weeks_pct": 100,
                         *           "avg_volume": 20086211,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 0.2373,
                         *           "max_return_pct": 0.2373,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "week_number": 52,
                         *           "avg_return_pct": -0.1992,
                         *           "median_return_pct": -0.1992,
                         *           "green_weeks_pct": 0,
                         *           "avg_volume": 10623745,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": -0.1992,
                         *           "max_return_pct": -0.1992,
                         *           "confidence": {
                         *             "green_weeks_pct": {
                         *               "n": 1,
                         *               "low": 0,
                         *               "high": 79.3451
                         *             }
                         *           }
                         *         }
                         *       ],
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": [],
                         *         "total": 52
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "time_window": "12M",
                         *       "start_date": "2025-06-30",
                         *       "end_date": "2026-06-30",
                         *       "count": 12,
                         *       "data": [
                         *         {
                         *           "month": 1,
                         *           "avg_return_pct": 1.9119,
                         *           "median_return_pct": 1.9119,
                         *           "green_months_pct": 100,
                         *           "avg_volume": 70628336,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 1.9119,
                         *           "max_return_pct": 1.9119,
                         *           "confidence": {
                         *             "green_months_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "month": 2,
                         *           "avg_return_pct": 17.1679,
                         *           "median_return_pct": 17.1679,
                         *           "green_months_pct": 100,
                         *           "avg_volume": 64765974,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 17.1679,
                         *           "max_return_pct": 17.1679,
                         *           "confidence": {
                         *             "green_months_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "month": 3,
                         *           "avg_return_pct": 16.7473,
                         *           "median_return_pct": 16.7473,
                         *           "green_months_pct": 100,
                         *           "avg_volume": 75059839,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 16.7473,
                         *           "max_return_pct": 16.7473,
                         *           "confidence": {
                         *             "green_months_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "month": 4,
                         *           "avg_return_pct": 3.3226,
                         *           "median_return_pct": 3.3226,
                         *           "green_months_pct": 100,
                         *           "avg_volume": 72482949,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 3.3226,
                         *           "max_return_pct": 3.3226,
                         *           "confidence": {
                         *             "green_months_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "month": 5,
                         *           "avg_return_pct": 3.7962,
                         *           "median_return_pct": 3.7962,
                         *           "green_months_pct": 100,
                         *           "avg_volume": 72985466,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 3.7962,
                         *           "max_return_pct": 3.7962,
                         *           "confidence": {
                         *             "green_months_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "month": 6,
                         *           "avg_return_pct": 3.904,
                         *           "median_return_pct": 3.904,
                         *           "green_months_pct": 100,
                         *           "avg_volume": 76381658,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 3.904,
                         *           "max_return_pct": 3.904,
                         *           "confidence": {
                         *             "green_months_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "month": 7,
                         *           "avg_return_pct": 0.1801,
                         *           "median_return_pct": 0.1801,
                         *           "green_months_pct": 100,
                         *           "avg_volume": 75395402,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 0.1801,
                         *           "max_return_pct": 0.1801,
                         *           "confidence": {
                         *             "green_months_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "month": 8,
                         *           "avg_return_pct": 5.9954,
                         *           "median_return_pct": 5.9954,
                         *           "green_months_pct": 100,
                         *           "avg_volume": 67605192,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 5.9954,
                         *           "max_return_pct": 5.9954,
                         *           "confidence": {
                         *             "green_months_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "month": 9,
                         *           "avg_return_pct": 5.0136,
                         *           "median_return_pct": 5.0136,
                         *           "green_months_pct": 100,
                         *           "avg_volume": 67122773,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 5.0136,
                         *           "max_return_pct": 5.0136,
                         *           "confidence": {
                         *             "green_months_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "month": 10,
                         *           "avg_return_pct": -13.641,
                         *           "median_return_pct": -13.641,
                         *           "green_months_pct": 0,
                         *           "avg_volume": 86463838,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": -13.641,
                         *           "max_return_pct": -13.641,
                         *           "confidence": {
                         *             "green_months_pct": {
                         *               "n": 1,
                         *               "low": 0,
                         *               "high": 79.3451
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "month": 11,
                         *           "avg_return_pct": 1.3434,
                         *           "median_return_pct": 1.3434,
                         *           "green_months_pct": 100,
                         *           "avg_volume": 61759447,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": 1.3434,
                         *           "max_return_pct": 1.3434,
                         *           "confidence": {
                         *             "green_months_pct": {
                         *               "n": 1,
                         *               "low": 20.6549,
                         *               "high": 100
                         *             }
                         *           }
                         *         },
                         *         {
                         *           "month": 12,
                         *           "avg_return_pct": -3.0271,
                         *           "median_return_pct": -3.0271,
                         *           "green_months_pct": 0,
                         *           "avg_volume": 79550521,
                         *           "count": 1,
                         *           "stdev_return_pct": null,
                         *           "min_return_pct": -3.0271,
                         *           "max_return_pct": -3.0271,
                         *           "confidence": {
                         *             "green_months_pct": {
                         *               "n": 1,
                         *               "low": 0,
                         *               "high": 79.3451
                         *             }
                         *           }
                         *         }
                         *       ],
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": [],
                         *         "total": 12
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "time_window": "12M",
                         *       "start_date": "2025-06-30",
                         *       "end_date": "2026-06-30",
                         *       "count": 1,
                         *       "data": [
                         *         {
                         *           "weekday": "Monday",
                         *           "avg_return_pct": 0.651,
                         *           "median_return_pct": 0.7705,
                         *           "green_days_pct": 61.2245,
                         *           "avg_volume": 3482405.48979592,
                         *           "count": 49,
                         *           "stdev_return_pct": 1.6798,
                         *           "min_return_pct": -2.132,
                         *           "max_return_pct": 6.1096,
                         *           "confidence": {
                         *             "green_days_pct": {
                         *               "n": 49,
                         *               "low": 47.246,
                         *               "high": 73.571
                         *             }
                         *           }
                         *         }
                         *       ],
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": [],
                         *         "total": 5
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "used_field": "median_return_pct",
                         *       "summary": {
                         *         "best_weekday": {
                         *           "name": "Monday",
                         *           "median_return_pct": 0.7705,
                         *           "green_days_pct": 61.2245,
                         *           "count": 49
                         *         },
                         *         "worst_weekday": {
                         *           "name": "Friday",
                         *           "median_return_pct": -0.5039,
                         *           "green_days_pct": 36,
                         *           "count": 50
                         *         },
                         *         "best_week": {
                         *           "week_number": 23,
                         *           "median_return_pct": 8.336,
                         *           "green_weeks_pct": 100,
                         *           "count": 1
                         *         },
                         *         "worst_week": {
                         *           "week_number": 44,
                         *           "median_return_pct": -9.531,
                         *           "green_weeks_pct": 0,
                         *           "count": 1
                         *         },
                         *         "strongest_month": {
                         *           "month": 2,
                         *           "median_return_pct": 17.1679,
                         *           "green_months_pct": 100,
                         *           "count": 1
                         *         },
                         *         "weakest_month": {
                         *           "month": 10,
                         *           "median_return_pct": -13.641,
                         *           "green_months_pct": 0,
                         *           "count": 1
                         *         }
                         *       },
                         *       "sample_size": 253,
                         *       "confidence": {
                         *         "best_weekday.green_days_pct": {
                         *           "n": 49,
                         *           "low": 47.246,
                         *           "high": 73.571
                         *         },
                         *         "worst_weekday.green_days_pct": {
                         *           "n": 50,
                         *           "low": 24.1387,
                         *           "high": 49.859
                         *         },
                         *         "best_week.green_weeks_pct": {
                         *           "n": 1,
                         *           "low": 20.6549,
                         *           "high": 100
                         *         },
                         *         "worst_week.green_weeks_pct": {
                         *           "n": 1,
                         *           "low": 0,
                         *           "high": 79.3451
                         *         },
                         *         "strongest_month.green_months_pct": {
                         *           "n": 1,
                         *           "low": 20.6549,
                         *           "high": 100
                         *         },
                         *         "weakest_month.green_months_pct": {
                         *           "n": 1,
                         *           "low": 0,
                         *           "high": 79.3451
                         *         }
                         *       },
                         *       "time_window": "12M",
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": []
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
                    /** @description How near to the ends of the day's range, in percent of it, a trend day opens and closes */
                    edge_pct?: number;
                    /** @description Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only */
                    weekday?: string;
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "time_window": "12M",
                         *       "start_date": "2025-06-30",
                         *       "end_date": "2026-06-30",
                         *       "count": 1,
                         *       "data": [
                         *         {
                         *           "symbol": "DEMO-ACME",
                         *           "date": "2025-06-30",
                         *           "weekday": "Monday",
                         *           "open": 451.86,
                         *           "high": 451.95,
                         *           "low": 444.69,
                         *           "close": 449.87,
                         *           "return_pct": -0.7589,
                         *           "range_pct": 1.6067,
                         *           "efficiency": 0.274105,
                         *           "strength": 0.4404,
                         *           "open_location": 0.987603,
                         *           "close_location": 0.713499,
                         *           "trend_day": "none",
                         *           "range_vs_prev": 1.493827,
                         *           "streak_direction": "down",
                         *           "streak_length": 2,
                         *           "above_sma20": false,
                         *           "above_sma50": null,
                         *           "complete": true
                         *         }
                         *       ],
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": [],
                         *         "total": 253,
                         *         "next_cursor": "WyJRczhOZVF1c2xCTDkiLDEsMjAyNjld"
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "total_days": 253,
                         *       "trend_days_up": 48,
                         *       "trend_days_down": 36,
                         *       "trend_day_rate_pct": 33.2016,
                         *       "avg_efficiency": 0.552681,
                         *       "median_efficiency": 0.597338,
                         *       "avg_return_trend_up": 2.0269,
                         *       "avg_return_trend_down": -1.934,
                         *       "next_day_continuation_pct": 59.5238,
                         *       "streaks": {
                         *         "max_up": 14,
                         *         "max_down": 7,
                         *         "avg_up": 2.4107,
                         *         "avg_down": 2.0877,
                         *         "continuation_by_length": {
                         *           "1": {
                         *             "n": 112,
                         *             "pct": 54.4643
                         *           },
                         *           "2": {
                         *             "n": 62,
                         *             "pct": 53.2258
                         *           },
                         *           "3": {
                         *             "n": 33,
                         *             "pct": 57.5758
                         *           },
                         *           "4": {
                         *             "n": 18,
                         *             "pct": 61.1111
                         *           },
                         *           "5": {
                         *             "n": 11,
                         *             "pct": 63.6364
                         *           },
                         *           "6": {
                         *             "n": 7,
                         *             "pct": 28.5714
                         *           },
                         *           "7": {
                         *             "n": 2,
                         *             "pct": 50
                         *           },
                         *           "8": {
                         *             "n": 1,
                         *             "pct": 100
                         *           },
                         *           "9": {
                         *             "n": 1,
                         *             "pct": 100
                         *           },
                         *           "10": {
                         *             "n": 1,
                         *             "pct": 100
                         *           },
                         *           "11": {
                         *             "n": 1,
                         *             "pct": 100
                         *           },
                         *           "12": {
                         *             "n": 1,
                         *             "pct": 100
                         *           },
                         *           "13": {
                         *             "n": 1,
                         *             "pct": 100
                         *           },
                         *           "14": {
                         *             "n": 1,
                         *             "pct": 0
                         *           }
                         *         }
                         *       },
                         *       "current_streak": {
                         *         "direction": "down",
                         *         "length": 4
                         *       },
                         *       "pct_days_above_sma20": 63.2411,
                         *       "pct_days_above_sma50": 62.5,
                         *       "weekday_breakdown": {
                         *         "Monday": {
                         *           "count": 49,
                         *           "trend_day_rate_pct": 32.6531
                         *         },
                         *         "Tuesday": {
                         *           "count": 53,
                         *           "trend_day_rate_pct": 30.1887
                         *         },
                         *         "Wednesday": {
                         *           "count": 52,
                         *           "trend_day_rate_pct": 25
                         *         },
                         *         "Thursday": {
                         *           "count": 49,
                         *           "trend_day_rate_pct": 36.7347
                         *         },
                         *         "Friday": {
                         *           "count": 50,
                         *           "trend_day_rate_pct": 42
                         *         }
                         *       },
                         *       "sample_size": 253,
                         *       "confidence": {
                         *         "trend_day_rate_pct": {
                         *           "n": 253,
                         *           "low": 27.6879,
                         *           "high": 39.2177
                         *         },
                         *         "next_day_continuation_pct": {
                         *           "n": 84,
                         *           "low": 48.8342,
                         *           "high": 69.3804
                         *         },
                         *         "streaks.continuation_by_length.1.pct": {
                         *           "n": 112,
                         *           "low": 45.2463,
                         *           "high": 63.3862
                         *         },
                         *         "streaks.continuation_by_length.2.pct": {
                         *           "n": 62,
                         *           "low": 40.984,
                         *           "high": 65.0912
                         *         },
                         *         "streaks.continuation_by_length.3.pct": {
                         *           "n": 33,
                         *           "low": 40.8073,
                         *           "high": 72.7644
                         *         },
                         *         "streaks.continuation_by_length.4.pct": {
                         *           "n": 18,
                         *           "low": 38.619,
                         *           "high": 79.6948
                         *         },
                         *         "streaks.continuation_by_length.5.pct": {
                         *           "n": 11,
                         *           "low": 35.3801,
                         *           "high": 84.8335
                         *         },
                         *         "streaks.continuation_by_length.6.pct": {
                         *           "n": 7,
                         *           "low": 8.2219,
                         *           "high": 64.1066
                         *         },
                         *         "streaks.continuation_by_length.7.pct": {
                         *           "n": 2,
                         *           "low": 9.4531,
                         *           "high": 90.5469
                         *         },
                         *         "streaks.continuation_by_length.8.pct": {
                         *           "n": 1,
                         *           "low": 20.6549,
                         *           "high": 100
                         *         },
                         *         "streaks.continuation_by_length.9.pct": {
                         *           "n": 1,
                         *           "low": 20.6549,
                         *           "high": 100
                         *         },
                         *         "streaks.continuation_by_length.10.pct": {
                         *           "n": 1,
                         *           "low": 20.6549,
                         *           "high": 100
                         *         },
                         *         "streaks.continuation_by_length.11.pct": {
                         *           "n": 1,
                         *           "low": 20.6549,
                         *           "high": 100
                         *         },
                         *         "streaks.continuation_by_length.12.pct": {
                         *           "n": 1,
                         *           "low": 20.6549,
                         *           "high": 100
                         *         },
                         *         "streaks.continuation_by_length.13.pct": {
                         *           "n": 1,
                         *           "low": 20.6549,
                         *           "high": 100
                         *         },
                         *         "streaks.continuation_by_length.14.pct": {
                         *           "n": 1,
                         *           "low": 0,
                         *           "high": 79.3451
                         *         },
                         *         "pct_days_above_sma20": {
                         *           "n": 253,
                         *           "low": 57.1432,
                         *           "high": 68.9429
                         *         },
                         *         "pct_days_above_sma50": {
                         *           "n": 224,
                         *           "low": 55.9995,
                         *           "high": 68.579
                         *         },
                         *         "weekday_breakdown.Monday.trend_day_rate_pct": {
                         *           "n": 49,
                         *           "low": 21.2075,
                         *           "high": 46.6208
                         *         },
                         *         "weekday_breakdown.Tuesday.trend_day_rate_pct": {
                         *           "n": 53,
                         *           "low": 19.5183,
                         *           "high": 43.5368
                         *         },
                         *         "weekday_breakdown.Wednesday.trend_day_rate_pct": {
                         *           "n": 52,
                         *           "low": 15.2332,
                         *           "high": 38.2065
                         *         },
                         *         "weekday_breakdown.Thursday.trend_day_rate_pct": {
                         *           "n": 49,
                         *           "low": 24.6652,
                         *           "high": 50.7329
                         *         },
                         *         "weekday_breakdown.Friday.trend_day_rate_pct": {
                         *           "n": 50,
                         *           "low": 29.375,
                         *           "high": 55.7666
                         *         }
                         *       },
                         *       "time_window": "12M",
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": []
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        /**
                         * @example {
                         *       "symbol": "DEMO-ACME",
                         *       "time_window": "12M",
                         *       "start_date": "2025-06-30",
                         *       "end_date": "2026-06-30",
                         *       "count": 1,
                         *       "data": [
                         *         {
                         *           "symbol": "DEMO-ACME",
                         *           "date": "2025-10-31",
                         *           "weekday": "Friday",
                         *           "open": 453.72,
                         *           "high": 453.99,
                         *           "low": 432.47,
                         *           "close": 433.22,
                         *           "return_pct": -4.7449,
                         *           "range_pct": 4.743,
                         *           "efficiency": 0.952602,
                         *           "strength": 4.5182,
                         *           "open_location": 0.987454,
                         *           "close_location": 0.034851,
                         *           "trend_day": "down",
                         *           "range_vs_prev": 5.31358,
                         *           "streak_direction": "down",
                         *           "streak_length": 6,
                         *           "above_sma20": false,
                         *           "above_sma50": false,
                         *           "complete": true
                         *         }
                         *       ],
                         *       "metadata": {
                         *         "requested_start": "2025-06-30",
                         *         "requested_end": "2026-06-30",
                         *         "effective_start": "2025-06-30",
                         *         "effective_end": "2026-06-30",
                         *         "history_limited": false,
                         *         "session": {
                         *           "start_time": "09:30",
                         *           "end_time": "16:00",
                         *           "include_extended_hours": false,
                         *           "mode": "exchange",
                         *           "timezone": "America/New_York"
                         *         },
                         *         "base_interval": "1m",
                         *         "data_through": "2026-09-01T00:00:00+00:00",
                         *         "adjustment": {
                         *           "requested": "splits",
                         *           "applied": "none",
                         *           "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
                         *         },
                         *         "warnings": [],
                         *         "total": 84
                         *       }
                         *     }
                         */
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                    /**
                     * @description At most 12 conditions joined by ;, such as gap.direction=up;gap.gap_pct:0.2..0.5;session.weekday=Tuesday. All must hold; none: every session
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
                    /** @description The figures alone: no cases, count 0; what the console asks while conditions are being typed */
                    preview?: boolean;
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                        "application/json": components["schemas"]["Query"];
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
                    /**
                     * @description At most 12 conditions joined by ;, such as gap.direction=up;gap.gap_pct:0.2..0.5;session.weekday=Tuesday. All must hold; none: every session
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
                    /** @description What prices and volumes before a corporate action are adjusted for: splits; all: splits and cash dividends; raw: nothing, they are as they were landed. Only answers adjusted for splits are precomputed, the others are computed on demand */
                    adjustment?: "splits" | "raw" | "all";
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
export type webhooks = Record<string, never>;
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
                    /** @description Mean height of the zone (price) */
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
                    /** @description Mean height of the zone (price) */
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
                    /** @description Mean height of the zone (price) */
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
                        /** @description Mean height of the zone (price) */
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
                    /** @description Mean height of the zone (price) */
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
            /** @description Mean gap size, in price (price) */
            avg_gap_size: number | null;
            /** @description Mean gap size in percent of the level (pct) */
            avg_gap_pct: number | null;
            /** @description Mean time to the fill, filled gaps only (seconds) */
            avg_fill_time_seconds: number | null;
            /** @description Median time to the fill, filled gaps only (seconds) */
            median_fill_time_seconds: number | null;
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
            /** @description Move above the balance in multiples of it, 0 where none; null at no height (ratio). max(0, highest later high - ib_high) / ib_range */
            extension_up_x: number | null;
            /** @description Move below the balance in multiples of it, 0 where none; null at no height (ratio). max(0, ib_low - lowest later low) / ib_range */
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
            /** @description Move above the balance in multiples of it, 0 where none; null at no height (ratio). max(0, highest later high - ib_high) / ib_range */
            extension_up_x: number | null;
            /** @description Move below the balance in multiples of it, 0 where none; null at no height (ratio). max(0, ib_low - lowest later low) / ib_range */
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
            /** @description Gap size in percent of the previous close; direction tells the sign (pct). gap_size / prev_close * 100 */
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
            /** @description Gap size in percent of the previous close; direction tells the sign (pct). gap_size / prev_close * 100 */
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
        };
        QueryRow: {
            /** Format: date */
            date: string;
            /** @description Every field that the question names, as written in it */
            values: {
                [key: string]: number | string | boolean | null;
            };
            /** @description Whether then holds, or its number */
            outcome: boolean | number;
        };
        Query: {
            symbol: string;
            time_window: string;
            /** Format: date */
            start_date: string | null;
            /** Format: date */
            end_date: string | null;
            /** @description As asked; empty: every session */
            when: string;
            then: string;
            /** @description Complete sessions in the range */
            sessions: number;
            /** @description Sessions where when holds and the outcome is known */
            cases: number;
            unknown: {
                /** @description Sessions where a field named in when is null though its record exists */
                when: number;
                /** @description Sessions where when holds and the outcome is not known */
                then: number;
                /** @description Sessions whose event came before the range named in when was complete */
                early: number;
            };
            hits?: number;
            rate_pct?: number | null;
            confidence?: {
                low: number | null;
                high: number | null;
            };
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
            /** @description Cases and rest together */
            base: {
                cases: number;
                hits?: number;
                rate_pct?: number | null;
                confidence?: {
                    low: number | null;
                    high: number | null;
                };
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
            };
            /** @description Sessions where when does not hold and the outcome is known */
            rest: {
                cases: number;
                hits?: number;
                rate_pct?: number | null;
                confidence?: {
                    low: number | null;
                    high: number | null;
                };
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
            };
            /** @description Rate of the cases minus the rest's, in percentage points, 95 % */
            difference_pct?: {
                value: number | null;
                low: number | null;
                high: number | null;
            };
            /** @description Mean of the cases minus the rest's, 95 % */
            difference?: {
                value: number | null;
                low: number | null;
                high: number | null;
            };
            /** @description Fisher's exact test; of a number Welch's; two-sided */
            p_value: number | null;
            by_year: {
                year: number;
                cases: number;
                hits?: number;
                rate_pct?: number | null;
                mean?: number | null;
                median?: number | null;
            }[];
            /** @description The last thirty cases */
            last_30: {
                cases: number;
                hits?: number;
                rate_pct?: number | null;
                mean?: number | null;
                median?: number | null;
            };
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
                    /** @enum {unknown} */
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
        QueryScan: {
            time_window: string;
            /** Format: date */
            start_date: string | null;
            /** Format: date */
            end_date: string | null;
            /** @description As asked; empty: every session */
            when: string;
            then: string;
            /** @enum {unknown} */
            sort_by: "difference_low" | "difference" | "outcome" | "outcome_low" | "base" | "cases" | "p_value" | "q_value";
            /** @enum {unknown} */
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
                start_time?: string;
                /** @description HH:MM, 24:00 is the end of the day */
                end_time?: string;
                include_extended_hours?: boolean;
                /** @enum {string} */
                mode?: "default" | "extended" | "exchange" | "custom";
                /** @description The clock that the times are of */
                timezone?: string;
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
                requested: "splits" | "raw" | "all";
                /**
                 * @description none: they are as they were landed
                 * @enum {string}
                 */
                applied: "none" | "splits" | "all";
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
                /** @description Of sessions of the console: requests that only draw, a minute */
                draw: {
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
            /** @description The gap that it opened with; null without one */
            gap: {
                /** @enum {string} */
                direction: "up" | "down";
                /** @description Percent */
                gap_pct: number | null;
                open: number | null;
                /** @description Filled so far */
                filled: boolean | null;
                /** @description Of the observed gaps of this direction, how many were filled, with the 95 % Wilson interval */
                history: {
                    n: number;
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
                /** @description How complete sessions before it went, with the 95 % Wilson interval */
                history: {
                    /**
                     * @description breakout (pending, inside): sessions with a range that broke it; continuation (up, down): sessions that broke this side first and closed beyond it
                     * @enum {string}
                     */
                    of: "breakout" | "continuation";
                    n: number;
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
            } | null;
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
                start_time?: string;
                /** @description HH:MM, 24:00 is the end of the day */
                end_time?: string;
                include_extended_hours?: boolean;
                /** @enum {string} */
                mode?: "default" | "extended" | "exchange" | "custom";
                /** @description The clock that the times are of */
                timezone?: string;
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
                requested: "splits" | "raw" | "all";
                /**
                 * @description none: they are as they were landed
                 * @enum {string}
                 */
                applied: "none" | "splits" | "all";
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
                /** @description Which error, for programs */
                error: string;
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
                 * @enum {unknown}
                 */
                window?: "minute" | "day";
                /**
                 * @description Of rate_limit_exceeded: requests of the console that only draw
                 * @constant
                 */
                bucket?: "draw";
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
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
