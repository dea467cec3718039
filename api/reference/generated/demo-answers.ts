/** Made by `npm run reference:generate`: what the demo market answers to the questions of asked.ts. Not edited by hand. */
export const DEMO_ANSWERS: Readonly<Record<string, unknown>> = {
 "range-breaks-on-tuesdays": {
  "symbol": "DEMO-INDEX",
  "orb_minutes": 15,
  "total_days": 53,
  "no_range_days": 0,
  "high_breaks": 49,
  "low_breaks": 37,
  "both_breaks": 33,
  "no_breaks": 0,
  "breakout_rate_pct": 100,
  "high_break_rate_pct": 92.4528,
  "low_break_rate_pct": 69.8113,
  "both_break_rate_pct": 62.2642,
  "count_up": 29,
  "continuation_rate_pct_up": 79.3103,
  "false_breakout_rate_pct_up": 20.6897,
  "reentry_rate_pct_up": 75.8621,
  "avg_breakout_size_pct_up": 1.1303,
  "median_breakout_size_pct_up": 0.9182,
  "avg_breakout_size_x_up": 3.053518,
  "avg_minutes_to_breakout_up": 18.8276,
  "avg_minutes_to_max_up": 246.3103,
  "avg_max_adverse_pct_up": 0.3346,
  "count_down": 24,
  "continuation_rate_pct_down": 25,
  "false_breakout_rate_pct_down": 75,
  "reentry_rate_pct_down": 100,
  "avg_breakout_size_pct_down": 0.3857,
  "median_breakout_size_pct_down": 0.3097,
  "avg_breakout_size_x_down": 1.186235,
  "avg_minutes_to_breakout_down": 21.3333,
  "avg_minutes_to_max_down": 145.5833,
  "avg_max_adverse_pct_down": 0.6468,
  "target_hit_rates": {
   "up": {
    "0.5x": 86.2069,
    "1x": 79.3103,
    "1.5x": 72.4138,
    "2x": 58.6207
   },
   "down": {
    "0.5x": 79.1667,
    "1x": 45.8333,
    "1.5x": 29.1667,
    "2x": 20.8333
   }
  },
  "breakout_time_distribution": {
   "0-30": 45,
   "30-60": 8
  },
  "avg_or_range_pct": 0.3738,
  "avg_volume_ratio": 1.01749,
  "weekday_breakdown": {
   "Monday": {
    "count": 0,
    "breakout_rate_pct": null,
    "continuation_rate_pct": null
   },
   "Tuesday": {
    "count": 53,
    "breakout_rate_pct": 100,
    "continuation_rate_pct": 54.717
   },
   "Wednesday": {
    "count": 0,
    "breakout_rate_pct": null,
    "continuation_rate_pct": null
   },
   "Thursday": {
    "count": 0,
    "breakout_rate_pct": null,
    "continuation_rate_pct": null
   },
   "Friday": {
    "count": 0,
    "breakout_rate_pct": null,
    "continuation_rate_pct": null
   }
  },
  "outcomes": {
   "count": 53,
   "only_up": 16,
   "only_up_pct": 30.1887,
   "only_down": 4,
   "only_down_pct": 7.5472,
   "both": 33,
   "both_pct": 62.2642,
   "neither": 0,
   "neither_pct": 0
  },
  "outcomes_by_weekday": {
   "Monday": {
    "count": 0,
    "only_up": 0,
    "only_up_pct": null,
    "only_down": 0,
    "only_down_pct": null,
    "both": 0,
    "both_pct": null,
    "neither": 0,
    "neither_pct": null
   },
   "Tuesday": {
    "count": 53,
    "only_up": 16,
    "only_up_pct": 30.1887,
    "only_down": 4,
    "only_down_pct": 7.5472,
    "both": 33,
    "both_pct": 62.2642,
    "neither": 0,
    "neither_pct": 0
   },
   "Wednesday": {
    "count": 0,
    "only_up": 0,
    "only_up_pct": null,
    "only_down": 0,
    "only_down_pct": null,
    "both": 0,
    "both_pct": null,
    "neither": 0,
    "neither_pct": null
   },
   "Thursday": {
    "count": 0,
    "only_up": 0,
    "only_up_pct": null,
    "only_down": 0,
    "only_down_pct": null,
    "both": 0,
    "both_pct": null,
    "neither": 0,
    "neither_pct": null
   },
   "Friday": {
    "count": 0,
    "only_up": 0,
    "only_up_pct": null,
    "only_down": 0,
    "only_down_pct": null,
    "both": 0,
    "both_pct": null,
    "neither": 0,
    "neither_pct": null
   }
  },
  "outcomes_by_size": {
   "<0.25": {
    "count": 17,
    "only_up": 2,
    "only_up_pct": 11.7647,
    "only_down": 1,
    "only_down_pct": 5.8824,
    "both": 14,
    "both_pct": 82.3529,
    "neither": 0,
    "neither_pct": 0
   },
   "0.25-0.5": {
    "count": 23,
    "only_up": 8,
    "only_up_pct": 34.7826,
    "only_down": 3,
    "only_down_pct": 13.0435,
    "both": 12,
    "both_pct": 52.1739,
    "neither": 0,
    "neither_pct": 0
   },
   "0.5-1": {
    "count": 12,
    "only_up": 5,
    "only_up_pct": 41.6667,
    "only_down": 0,
    "only_down_pct": 0,
    "both": 7,
    "both_pct": 58.3333,
    "neither": 0,
    "neither_pct": 0
   },
   "1-2": {
    "count": 1,
    "only_up": 1,
    "only_up_pct": 100,
    "only_down": 0,
    "only_down_pct": 0,
    "both": 0,
    "both_pct": 0,
    "neither": 0,
    "neither_pct": 0
   },
   ">=2": {
    "count": 0,
    "only_up": 0,
    "only_up_pct": null,
    "only_down": 0,
    "only_down_pct": null,
    "both": 0,
    "both_pct": null,
    "neither": 0,
    "neither_pct": null
   }
  },
  "sample_size": 53,
  "confidence": {
   "breakout_rate_pct": {
    "n": 53,
    "low": 93.2418,
    "high": 100
   },
   "high_break_rate_pct": {
    "n": 53,
    "low": 82.1415,
    "high": 97.026
   },
   "low_break_rate_pct": {
    "n": 53,
    "low": 56.4632,
    "high": 80.4817
   },
   "both_break_rate_pct": {
    "n": 53,
    "low": 48.8069,
    "high": 74.0637
   },
   "continuation_rate_pct_up": {
    "n": 29,
    "low": 61.6099,
    "high": 90.1539
   },
   "false_breakout_rate_pct_up": {
    "n": 29,
    "low": 9.8461,
    "high": 38.3901
   },
   "reentry_rate_pct_up": {
    "n": 29,
    "low": 57.8924,
    "high": 87.7816
   },
   "continuation_rate_pct_down": {
    "n": 24,
    "low": 11.9994,
    "high": 44.8994
   },
   "false_breakout_rate_pct_down": {
    "n": 24,
    "low": 55.1006,
    "high": 88.0006
   },
   "reentry_rate_pct_down": {
    "n": 24,
    "low": 86.2024,
    "high": 100
   },
   "target_hit_rates.up.0.5x": {
    "n": 29,
    "low": 69.441,
    "high": 94.5026
   },
   "target_hit_rates.up.1x": {
    "n": 29,
    "low": 61.6099,
    "high": 90.1539
   },
   "target_hit_rates.up.1.5x": {
    "n": 29,
    "low": 54.2829,
    "high": 85.3012
   },
   "target_hit_rates.up.2x": {
    "n": 29,
    "low": 40.7378,
    "high": 74.4868
   },
   "target_hit_rates.down.0.5x": {
    "n": 24,
    "low": 59.5295,
    "high": 90.7552
   },
   "target_hit_rates.down.1x": {
    "n": 24,
    "low": 27.8913,
    "high": 64.9251
   },
   "target_hit_rates.down.1.5x": {
    "n": 24,
    "low": 14.9146,
    "high": 49.1677
   },
   "target_hit_rates.down.2x": {
    "n": 24,
    "low": 9.2448,
    "high": 40.4705
   },
   "weekday_breakdown.Monday.breakout_rate_pct": {
    "n": 0,
    "low": null,
    "high": null
   },
   "weekday_breakdown.Monday.continuation_rate_pct": {
    "n": 0,
    "low": null,
    "high": null
   },
   "weekday_breakdown.Tuesday.breakout_rate_pct": {
    "n": 53,
    "low": 93.2418,
    "high": 100
   },
   "weekday_breakdown.Tuesday.continuation_rate_pct": {
    "n": 53,
    "low": 41.454,
    "high": 67.3424
   },
   "weekday_breakdown.Wednesday.breakout_rate_pct": {
    "n": 0,
    "low": null,
    "high": null
   },
   "weekday_breakdown.Wednesday.continuation_rate_pct": {
    "n": 0,
    "low": null,
    "high": null
   },
   "weekday_breakdown.Thursday.breakout_rate_pct": {
    "n": 0,
    "low": null,
    "high": null
   },
   "weekday_breakdown.Thursday.continuation_rate_pct": {
    "n": 0,
    "low": null,
    "high": null
   },
   "weekday_breakdown.Friday.breakout_rate_pct": {
    "n": 0,
    "low": null,
    "high": null
   },
   "weekday_breakdown.Friday.continuation_rate_pct": {
    "n": 0,
    "low": null,
    "high": null
   },
   "outcomes.only_up_pct": {
    "n": 53,
    "low": 19.5183,
    "high": 43.5368
   },
   "outcomes.only_down_pct": {
    "n": 53,
    "low": 2.974,
    "high": 17.8585
   },
   "outcomes.both_pct": {
    "n": 53,
    "low": 48.8069,
    "high": 74.0637
   },
   "outcomes.neither_pct": {
    "n": 53,
    "low": 0,
    "high": 6.7582
   },
   "outcomes_by_weekday.Monday.only_up_pct": {
    "n": 0,
    "low": null,
    "high": null
   },
   "outcomes_by_weekday.Monday.only_down_pct": {
    "n": 0,
    "low": null,
    "high": null
   },
   "outcomes_by_weekday.Monday.both_pct": {
    "n": 0,
    "low": null,
    "high": null
   },
   "outcomes_by_weekday.Monday.neither_pct": {
    "n": 0,
    "low": null,
    "high": null
   },
   "outcomes_by_weekday.Tuesday.only_up_pct": {
    "n": 53,
    "low": 19.5183,
    "high": 43.5368
   },
   "outcomes_by_weekday.Tuesday.only_down_pct": {
    "n": 53,
    "low": 2.974,
    "high": 17.8585
   },
   "outcomes_by_weekday.Tuesday.both_pct": {
    "n": 53,
    "low": 48.8069,
    "high": 74.0637
   },
   "outcomes_by_weekday.Tuesday.neither_pct": {
    "n": 53,
    "low": 0,
    "high": 6.7582
   },
   "outcomes_by_weekday.Wednesday.only_up_pct": {
    "n": 0,
    "low": null,
    "high": null
   },
   "outcomes_by_weekday.Wednesday.only_down_pct": {
    "n": 0,
    "low": null,
    "high": null
   },
   "outcomes_by_weekday.Wednesday.both_pct": {
    "n": 0,
    "low": null,
    "high": null
   },
   "outcomes_by_weekday.Wednesday.neither_pct": {
    "n": 0,
    "low": null,
    "high": null
   },
   "outcomes_by_weekday.Thursday.only_up_pct": {
    "n": 0,
    "low": null,
    "high": null
   },
   "outcomes_by_weekday.Thursday.only_down_pct": {
    "n": 0,
    "low": null,
    "high": null
   },
   "outcomes_by_weekday.Thursday.both_pct": {
    "n": 0,
    "low": null,
    "high": null
   },
   "outcomes_by_weekday.Thursday.neither_pct": {
    "n": 0,
    "low": null,
    "high": null
   },
   "outcomes_by_weekday.Friday.only_up_pct": {
    "n": 0,
    "low": null,
    "high": null
   },
   "outcomes_by_weekday.Friday.only_down_pct": {
    "n": 0,
    "low": null,
    "high": null
   },
   "outcomes_by_weekday.Friday.both_pct": {
    "n": 0,
    "low": null,
    "high": null
   },
   "outcomes_by_weekday.Friday.neither_pct": {
    "n": 0,
    "low": null,
    "high": null
   },
   "outcomes_by_size.<0.25.only_up_pct": {
    "n": 17,
    "low": 3.288,
    "high": 34.3364
   },
   "outcomes_by_size.<0.25.only_down_pct": {
    "n": 17,
    "low": 1.046,
    "high": 26.982
   },
   "outcomes_by_size.<0.25.both_pct": {
    "n": 17,
    "low": 58.9705,
    "high": 93.8089
   },
   "outcomes_by_size.<0.25.neither_pct": {
    "n": 17,
    "low": 0,
    "high": 18.4318
   },
   "outcomes_by_size.0.25-0.5.only_up_pct": {
    "n": 23,
    "low": 18.8113,
    "high": 55.1097
   },
   "outcomes_by_size.0.25-0.5.only_down_pct": {
    "n": 23,
    "low": 4.5377,
    "high": 32.1275
   },
   "outcomes_by_size.0.25-0.5.both_pct": {
    "n": 23,
    "low": 32.9627,
    "high": 70.7628
   },
   "outcomes_by_size.0.25-0.5.neither_pct": {
    "n": 23,
    "low": 0,
    "high": 14.3117
   },
   "outcomes_by_size.0.5-1.only_up_pct": {
    "n": 12,
    "low": 19.326,
    "high": 68.0489
   },
   "outcomes_by_size.0.5-1.only_down_pct": {
    "n": 12,
    "low": 0,
    "high": 24.2494
   },
   "outcomes_by_size.0.5-1.both_pct": {
    "n": 12,
    "low": 31.9511,
    "high": 80.674
   },
   "outcomes_by_size.0.5-1.neither_pct": {
    "n": 12,
    "low": 0,
    "high": 24.2494
   },
   "outcomes_by_size.1-2.only_up_pct": {
    "n": 1,
    "low": 20.6549,
    "high": 100
   },
   "outcomes_by_size.1-2.only_down_pct": {
    "n": 1,
    "low": 0,
    "high": 79.3451
   },
   "outcomes_by_size.1-2.both_pct": {
    "n": 1,
    "low": 0,
    "high": 79.3451
   },
   "outcomes_by_size.1-2.neither_pct": {
    "n": 1,
    "low": 0,
    "high": 79.3451
   },
   "outcomes_by_size.>=2.only_up_pct": {
    "n": 0,
    "low": null,
    "high": null
   },
   "outcomes_by_size.>=2.only_down_pct": {
    "n": 0,
    "low": null,
    "high": null
   },
   "outcomes_by_size.>=2.both_pct": {
    "n": 0,
    "low": null,
    "high": null
   },
   "outcomes_by_size.>=2.neither_pct": {
    "n": 0,
    "low": null,
    "high": null
   }
  },
  "time_window": "12M",
  "metadata": {
   "requested_start": "2025-06-30",
   "requested_end": "2026-06-30",
   "effective_start": "2025-06-30",
   "effective_end": "2026-06-30",
   "history_limited": false,
   "session": {
    "start_time": "09:30",
    "end_time": "16:00",
    "include_extended_hours": false,
    "mode": "exchange",
    "timezone": "America/New_York"
   },
   "base_interval": "1m",
   "data_through": "2026-08-31T23:54:00+00:00",
   "adjustment": {
    "requested": "splits",
    "applied": "none",
    "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
   },
   "warnings": []
  }
 },
 "gaps-filled": {
  "symbol": "DEMO-ACME",
  "total_days": 253,
  "total_gaps": 107,
  "filled_gaps": 79,
  "unobserved_gaps": 0,
  "gap_rate_pct": 42.2925,
  "fill_rate": 73.8318,
  "filled_to_prev_close_rate": 60.7477,
  "avg_gap_size": 2.8568224,
  "avg_gap_pct": 0.5562,
  "avg_fill_time_seconds": 4031.3924,
  "median_fill_time_seconds": 1140,
  "avg_partial_fill_pct": 85.7323,
  "avg_max_run_pct": 1.5014,
  "gap_direction_stats": {
   "up": {
    "count": 60,
    "fill_rate": 70,
    "avg_gap_pct": 0.6352
   },
   "down": {
    "count": 47,
    "fill_rate": 78.7234,
    "avg_gap_pct": 0.4554
   }
  },
  "weekday_breakdown": {
   "Monday": {
    "count": 19,
    "fill_rate": 73.6842
   },
   "Tuesday": {
    "count": 26,
    "fill_rate": 61.5385
   },
   "Wednesday": {
    "count": 24,
    "fill_rate": 79.1667
   },
   "Thursday": {
    "count": 25,
    "fill_rate": 76
   },
   "Friday": {
    "count": 13,
    "fill_rate": 84.6154
   }
  },
  "partial_fill_distribution": {
   "0%": 1,
   "1-25%": 8,
   "26-50%": 4,
   "51-75%": 9,
   "76-99%": 6,
   "100%": 79
  },
  "size_breakdown": {
   "<0.25": {
    "count": 38,
    "fill_rate": 92.1053
   },
   "0.25-0.5": {
    "count": 30,
    "fill_rate": 83.3333
   },
   "0.5-1": {
    "count": 21,
    "fill_rate": 71.4286
   },
   "1-2": {
    "count": 15,
    "fill_rate": 13.3333
   },
   ">=2": {
    "count": 3,
    "fill_rate": 66.6667
   }
  },
  "sample_size": 107,
  "confidence": {
   "gap_rate_pct": {
    "n": 253,
    "low": 36.3649,
    "high": 48.4506
   },
   "fill_rate": {
    "n": 107,
    "low": 64.7814,
    "high": 81.2303
   },
   "filled_to_prev_close_rate": {
    "n": 107,
    "low": 51.2769,
    "high": 69.4734
   },
   "gap_direction_stats.up.fill_rate": {
    "n": 60,
    "low": 57.4913,
    "high": 80.1018
   },
   "gap_direction_stats.down.fill_rate": {
    "n": 47,
    "low": 65.096,
    "high": 88.0103
   },
   "weekday_breakdown.Monday.fill_rate": {
    "n": 19,
    "low": 51.2084,
    "high": 88.1936
   },
   "weekday_breakdown.Tuesday.fill_rate": {
    "n": 26,
    "low": 42.5349,
    "high": 77.5714
   },
   "weekday_breakdown.Wednesday.fill_rate": {
    "n": 24,
    "low": 59.5295,
    "high": 90.7552
   },
   "weekday_breakdown.Thursday.fill_rate": {
    "n": 25,
    "low": 56.5703,
    "high": 88.5037
   },
   "weekday_breakdown.Friday.fill_rate": {
    "n": 13,
    "low": 57.7654,
    "high": 95.6742
   },
   "size_breakdown.<0.25.fill_rate": {
    "n": 38,
    "low": 79.2006,
    "high": 97.2785
   },
   "size_breakdown.0.25-0.5.fill_rate": {
    "n": 30,
    "low": 66.4356,
    "high": 92.6635
   },
   "size_breakdown.0.5-1.fill_rate": {
    "n": 21,
    "low": 50.0436,
    "high": 86.1861
   },
   "size_breakdown.1-2.fill_rate": {
    "n": 15,
    "low": 3.7361,
    "high": 37.882
   },
   "size_breakdown.>=2.fill_rate": {
    "n": 3,
    "low": 20.766,
    "high": 93.8508
   }
  },
  "time_window": "12M",
  "metadata": {
   "requested_start": "2025-06-30",
   "requested_end": "2026-06-30",
   "effective_start": "2025-06-30",
   "effective_end": "2026-06-30",
   "history_limited": false,
   "session": {
    "start_time": "09:30",
    "end_time": "16:00",
    "include_extended_hours": false,
    "mode": "exchange",
    "timezone": "America/New_York"
   },
   "base_interval": "1m",
   "data_through": "2026-09-01T00:00:00+00:00",
   "adjustment": {
    "requested": "splits",
    "applied": "none",
    "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
   },
   "warnings": []
  }
 },
 "latest-gaps": {
  "symbol": "DEMO-ACME",
  "time_window": "12M",
  "start_date": "2025-06-30",
  "end_date": "2026-06-30",
  "count": 2,
  "data": [
   {
    "symbol": "DEMO-ACME",
    "date": "2025-07-02",
    "weekday": "Wednesday",
    "direction": "up",
    "prev_date": "2025-07-01",
    "prev_high": 455.99,
    "prev_low": 450.25,
    "prev_close": 455.59,
    "open": 457.47,
    "gap_size": 1.48,
    "gap_pct": 0.3246,
    "gap_from_close_pct": 0.4127,
    "filled": false,
    "partial_fill_pct": 75.6757,
    "fill_bucket": "76-99%",
    "fill_time": null,
    "fill_time_seconds": null,
    "volume_at_fill": null,
    "cumulative_volume_at_fill": null,
    "filled_to_prev_close": false,
    "max_run_pct": 0.8575,
    "close": 457.85,
    "closed_in_gap_direction": true,
    "complete": true
   },
   {
    "symbol": "DEMO-ACME",
    "date": "2025-07-10",
    "weekday": "Thursday",
    "direction": "up",
    "prev_date": "2025-07-09",
    "prev_high": 484.75,
    "prev_low": 476.53,
    "prev_close": 482.53,
    "open": 489.03,
    "gap_size": 4.28,
    "gap_pct": 0.8829,
    "gap_from_close_pct": 1.3471,
    "filled": true,
    "partial_fill_pct": 100,
    "fill_bucket": "100%",
    "fill_time": "2025-07-10T16:38:00+00:00",
    "fill_time_seconds": 11280,
    "volume_at_fill": 9529,
    "cumulative_volume_at_fill": 2287764,
    "filled_to_prev_close": true,
    "max_run_pct": 2.1537,
    "close": 476.44,
    "closed_in_gap_direction": false,
    "complete": true
   }
  ],
  "metadata": {
   "requested_start": "2025-06-30",
   "requested_end": "2026-06-30",
   "effective_start": "2025-06-30",
   "effective_end": "2026-06-30",
   "history_limited": false,
   "session": {
    "start_time": "09:30",
    "end_time": "16:00",
    "include_extended_hours": false,
    "mode": "exchange",
    "timezone": "America/New_York"
   },
   "base_interval": "1m",
   "data_through": "2026-09-01T00:00:00+00:00",
   "adjustment": {
    "requested": "splits",
    "applied": "none",
    "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
   },
   "warnings": [],
   "total": 107,
   "next_cursor": "WyJpYndvWGJtd2czX00iLDEsMjAyNzld"
  }
 },
 "break-of-yesterdays-high": {
  "symbol": "DEMO-ACME",
  "total_days": 253,
  "high_breaks": 136,
  "low_breaks": 124,
  "both_broken_same_day": 34,
  "avg_follow_through_high_pct": 1.2959,
  "retest_rate_high_pct": 80.1471,
  "avg_time_to_max_follow_through_high_min": 180.8162,
  "avg_duration_above_prev_high_min": 202.9632,
  "high_break_success_rate_pct": 63.2353,
  "false_breakout_rate_high_pct": 16.1765,
  "avg_volume_ratio_high_break": 1.078808,
  "avg_breakout_strength_score_high": 50.7361,
  "max_high_break_streak": 9,
  "current_high_break_streak": 0,
  "opened_beyond_high": 60,
  "avg_follow_through_low_pct": 1.0921,
  "retest_rate_low_pct": 81.4516,
  "avg_time_to_max_follow_through_low_min": 164.2903,
  "avg_duration_below_prev_low_min": 182.6935,
  "low_break_success_rate_pct": 59.6774,
  "false_breakout_rate_low_pct": 23.3871,
  "avg_volume_ratio_low_break": 1.029943,
  "avg_breakout_strength_score_low": 48.3673,
  "max_low_break_streak": 7,
  "current_low_break_streak": 3,
  "opened_beyond_low": 47,
  "avg_relative_close_vs_prev_close": 1.001634,
  "avg_relative_range_vs_prev_range": 1.292433,
  "weekday_breakdown": {
   "Monday": {
    "count": 49,
    "high_break_rate_pct": 51.0204,
    "low_break_rate_pct": 48.9796
   },
   "Tuesday": {
    "count": 53,
    "high_break_rate_pct": 64.1509,
    "low_break_rate_pct": 45.283
   },
   "Wednesday": {
    "count": 52,
    "high_break_rate_pct": 53.8462,
    "low_break_rate_pct": 46.1538
   },
   "Thursday": {
    "count": 49,
    "high_break_rate_pct": 57.1429,
    "low_break_rate_pct": 46.9388
   },
   "Friday": {
    "count": 50,
    "high_break_rate_pct": 42,
    "low_break_rate_pct": 58
   }
  },
  "sample_size": 253,
  "confidence": {
   "retest_rate_high_pct": {
    "n": 136,
    "low": 72.656,
    "high": 85.9819
   },
   "high_break_success_rate_pct": {
    "n": 136,
    "low": 54.872,
    "high": 70.8714
   },
   "false_breakout_rate_high_pct": {
    "n": 136,
    "low": 10.9321,
    "high": 23.2791
   },
   "retest_rate_low_pct": {
    "n": 124,
    "low": 73.7028,
    "high": 87.3102
   },
   "low_break_success_rate_pct": {
    "n": 124,
    "low": 50.8783,
    "high": 67.895
   },
   "false_breakout_rate_low_pct": {
    "n": 124,
    "low": 16.8058,
    "high": 31.5678
   },
   "weekday_breakdown.Monday.high_break_rate_pct": {
    "n": 49,
    "low": 37.4676,
    "high": 64.4249
   },
   "weekday_breakdown.Monday.low_break_rate_pct": {
    "n": 49,
    "low": 35.5751,
    "high": 62.5324
   },
   "weekday_breakdown.Tuesday.high_break_rate_pct": {
    "n": 53,
    "low": 50.6911,
    "high": 75.698
   },
   "weekday_breakdown.Tuesday.low_break_rate_pct": {
    "n": 53,
    "low": 32.6576,
    "high": 58.546
   },
   "weekday_breakdown.Wednesday.high_break_rate_pct": {
    "n": 52,
    "low": 40.5036,
    "high": 66.6595
   },
   "weekday_breakdown.Wednesday.low_break_rate_pct": {
    "n": 52,
    "low": 33.3405,
    "high": 59.4964
   },
   "weekday_breakdown.Thursday.high_break_rate_pct": {
    "n": 49,
    "low": 43.2705,
    "high": 69.9767
   },
   "weekday_breakdown.Thursday.low_break_rate_pct": {
    "n": 49,
    "low": 33.7035,
    "high": 60.6191
   },
   "weekday_breakdown.Friday.high_break_rate_pct": {
    "n": 50,
    "low": 29.375,
    "high": 55.7666
   },
   "weekday_breakdown.Friday.low_break_rate_pct": {
    "n": 50,
    "low": 44.2334,
    "high": 70.625
   }
  },
  "time_window": "12M",
  "metadata": {
   "requested_start": "2025-06-30",
   "requested_end": "2026-06-30",
   "effective_start": "2025-06-30",
   "effective_end": "2026-06-30",
   "history_limited": false,
   "session": {
    "start_time": "09:30",
    "end_time": "16:00",
    "include_extended_hours": false,
    "mode": "exchange",
    "timezone": "America/New_York"
   },
   "base_interval": "1m",
   "data_through": "2026-09-01T00:00:00+00:00",
   "adjustment": {
    "requested": "splits",
    "applied": "none",
    "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
   },
   "warnings": []
  }
 },
 "gap-up-then-range": {
  "symbol": "DEMO-ACME",
  "time_window": "12M",
  "start_date": "2025-06-30",
  "end_date": "2026-06-30",
  "when": "gap.direction=up",
  "then": "orb[orb_minutes=15].first_direction=up",
  "sessions": 253,
  "cases": 60,
  "unknown": {
   "when": 0,
   "then": 0,
   "early": 0
  },
  "hits": 33,
  "rate_pct": 55,
  "confidence": {
   "low": 42.4919,
   "high": 66.9063
  },
  "base": {
   "cases": 253,
   "hits": 135,
   "rate_pct": 53.3597,
   "confidence": {
    "low": 47.2082,
    "high": 59.4107
   }
  },
  "rest": {
   "cases": 193,
   "hits": 102,
   "rate_pct": 52.8497,
   "confidence": {
    "low": 45.8204,
    "high": 59.7679
   }
  },
  "difference_pct": {
   "value": 2.1503,
   "low": -12.1435,
   "high": 15.9768
  },
  "p_value": 0.882332,
  "by_year": [
   {
    "year": 2025,
    "cases": 29,
    "hits": 16,
    "rate_pct": 55.1724
   },
   {
    "year": 2026,
    "cases": 31,
    "hits": 17,
    "rate_pct": 54.8387
   }
  ],
  "last_30": {
   "cases": 30,
   "hits": 17,
   "rate_pct": 56.6667
  },
  "look_ahead": false,
  "warnings": [],
  "now": {
   "date": "2026-09-01",
   "session": "next",
   "as_of": "2026-09-01T00:00:00+00:00",
   "matches": "pending",
   "conditions": [
    {
     "condition": "gap.direction=up",
     "state": "pending",
     "value": null,
     "known": "open",
     "known_at": "2026-09-01T13:30:00+00:00"
    }
   ]
  },
  "count": 2,
  "data": [
   {
    "date": "2026-06-23",
    "values": {
     "gap.direction": "up",
     "orb[orb_minutes=15].first_direction": "down"
    },
    "outcome": false
   },
   {
    "date": "2026-06-17",
    "values": {
     "gap.direction": "up",
     "orb[orb_minutes=15].first_direction": "down"
    },
    "outcome": false
   }
  ],
  "metadata": {
   "requested_start": "2025-06-30",
   "requested_end": "2026-06-30",
   "effective_start": "2025-06-30",
   "effective_end": "2026-06-30",
   "history_limited": false,
   "session": {
    "start_time": "09:30",
    "end_time": "16:00",
    "include_extended_hours": false,
    "mode": "exchange",
    "timezone": "America/New_York"
   },
   "base_interval": "1m",
   "data_through": "2026-09-01T00:00:00+00:00",
   "adjustment": {
    "requested": "splits",
    "applied": "none",
    "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
   },
   "warnings": [],
   "total": 60,
   "next_cursor": "WyJaSzhyUHRjZ3NrMVgiLDEsMjA2MjFd"
  }
 },
 "after-two-down-days": {
  "symbol": "DEMO-INDEX",
  "time_window": "12M",
  "start_date": "2025-06-30",
  "end_date": "2026-06-30",
  "when": "prev1.session.return_pct<0;prev2.session.return_pct<0",
  "then": "session.return_pct",
  "sessions": 253,
  "cases": 54,
  "unknown": {
   "when": 0,
   "then": 0,
   "early": 0
  },
  "mean": 0.1866,
  "mean_confidence": {
   "low": -0.1505,
   "high": 0.5237
  },
  "median": -0.053,
  "median_confidence": {
   "low": -0.1974,
   "high": 0.3316
  },
  "std": 1.235,
  "quantiles": {
   "p5": -1.8664,
   "p25": -0.6583,
   "p75": 0.6819,
   "p95": 2.5341
  },
  "base": {
   "cases": 253,
   "mean": 0.1043,
   "mean_confidence": {
    "low": -0.0368,
    "high": 0.2454
   },
   "median": 0.0784,
   "median_confidence": {
    "low": -0.0869,
    "high": 0.2366
   },
   "std": 1.1396,
   "quantiles": {
    "p5": -1.6177,
    "p25": -0.6301,
    "p75": 0.6775,
    "p95": 2.0317
   }
  },
  "rest": {
   "cases": 199,
   "mean": 0.0819,
   "mean_confidence": {
    "low": -0.0739,
    "high": 0.2378
   },
   "median": 0.1459,
   "median_confidence": {
    "low": -0.0739,
    "high": 0.262
   },
   "std": 1.1146,
   "quantiles": {
    "p5": -1.529,
    "p25": -0.6079,
    "p75": 0.6718,
    "p95": 1.8239
   }
  },
  "difference": {
   "value": 0.1046,
   "low": -0.2651,
   "high": 0.4743
  },
  "p_value": 0.574817,
  "by_year": [
   {
    "year": 2025,
    "cases": 28,
    "mean": -0.0527,
    "median": -0.1099
   },
   {
    "year": 2026,
    "cases": 26,
    "mean": 0.4442,
    "median": 0.1732
   }
  ],
  "last_30": {
   "cases": 30,
   "mean": 0.4123,
   "median": 0.1732
  },
  "look_ahead": false,
  "warnings": [],
  "now": {
   "date": "2026-09-01",
   "session": "next",
   "as_of": "2026-08-31T23:54:00+00:00",
   "matches": true,
   "conditions": [
    {
     "condition": "prev1.session.return_pct<0",
     "state": true,
     "value": -0.7517,
     "known": "before",
     "known_at": null
    },
    {
     "condition": "prev2.session.return_pct<0",
     "state": true,
     "value": -1.0075,
     "known": "before",
     "known_at": null
    }
   ]
  },
  "count": 2,
  "data": [
   {
    "date": "2026-06-18",
    "values": {
     "prev1.session.return_pct": -0.1681,
     "prev2.session.return_pct": -0.2854,
     "session.return_pct": 1.5236
    },
    "outcome": 1.5236
   },
   {
    "date": "2026-06-08",
    "values": {
     "prev1.session.return_pct": -1.91,
     "prev2.session.return_pct": -1.0191,
     "session.return_pct": 1.3206
    },
    "outcome": 1.3206
   }
  ],
  "metadata": {
   "requested_start": "2025-06-30",
   "requested_end": "2026-06-30",
   "effective_start": "2025-06-30",
   "effective_end": "2026-06-30",
   "history_limited": false,
   "session": {
    "start_time": "09:30",
    "end_time": "16:00",
    "include_extended_hours": false,
    "mode": "exchange",
    "timezone": "America/New_York"
   },
   "base_interval": "1m",
   "data_through": "2026-08-31T23:54:00+00:00",
   "adjustment": {
    "requested": "splits",
    "applied": "none",
    "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
   },
   "warnings": [],
   "total": 54,
   "next_cursor": "WyJQZW1Cd1BpQWpSZ3ciLDEsMjA2MTJd"
  }
 },
 "same-question-of-many": {
  "time_window": "12M",
  "start_date": "2025-06-30",
  "end_date": "2026-06-30",
  "when": "gap.direction=up",
  "then": "orb[orb_minutes=15].first_direction=up",
  "sort_by": "difference_low",
  "order": "desc",
  "min_cases": 10,
  "symbols": 3,
  "ranked": 3,
  "skipped": 0,
  "look_ahead": false,
  "warnings": [],
  "count": 3,
  "data": [
   {
    "rank": 1,
    "symbol": "DEMO-BOLT",
    "asset_class": "equity",
    "cases": 50,
    "rate_pct": 54,
    "rate_low_pct": 40.3989,
    "rate_high_pct": 67.0303,
    "base_cases": 252,
    "base_rate_pct": 49.2063,
    "rest_cases": 202,
    "rest_rate_pct": 48.0198,
    "difference_pct": 5.9802,
    "difference_low_pct": -9.254,
    "difference_high_pct": 20.6727,
    "p_value": 0.527934,
    "q_value": 0.791902,
    "matches": null
   },
   {
    "rank": 2,
    "symbol": "DEMO-ACME",
    "asset_class": "equity",
    "cases": 60,
    "rate_pct": 55,
    "rate_low_pct": 42.4919,
    "rate_high_pct": 66.9063,
    "base_cases": 253,
    "base_rate_pct": 53.3597,
    "rest_cases": 193,
    "rest_rate_pct": 52.8497,
    "difference_pct": 2.1503,
    "difference_low_pct": -12.1435,
    "difference_high_pct": 15.9768,
    "p_value": 0.882332,
    "q_value": 0.882332,
    "matches": null
   },
   {
    "rank": 3,
    "symbol": "DEMO-INDEX",
    "asset_class": "etf",
    "cases": 54,
    "rate_pct": 44.4444,
    "rate_low_pct": 32.0025,
    "rate_high_pct": 57.6244,
    "base_cases": 253,
    "base_rate_pct": 51.3834,
    "rest_cases": 199,
    "rest_rate_pct": 53.2663,
    "difference_pct": -8.8219,
    "difference_low_pct": -23.003,
    "difference_high_pct": 6.0681,
    "p_value": 0.283939,
    "q_value": 0.791902,
    "matches": null
   }
  ],
  "metadata": {
   "requested_start": "2025-06-30",
   "requested_end": "2026-06-30",
   "effective_start": "2025-06-30",
   "effective_end": "2026-06-30",
   "history_limited": false,
   "session": {
    "start_time": "09:30",
    "end_time": "16:00",
    "include_extended_hours": false,
    "mode": "exchange",
    "timezone": "America/New_York"
   },
   "base_interval": "1m",
   "data_through": "2026-09-01T00:00:00+00:00",
   "adjustment": {
    "requested": "splits",
    "applied": "none",
    "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
   },
   "warnings": []
  }
 },
 "fair-value-gaps": {
  "symbol": "DEMO-INDEX",
  "timeframe": "1H",
  "time_window": "12M",
  "horizon_bars": 50,
  "summary": {
   "overall": {
    "count": 585,
    "complete_count": 585,
    "closure_rate_full_pct": 78.1197,
    "closure_rate_any_touch_pct": 87.6923,
    "avg_gap_size": 2.0299658,
    "avg_bars_to_full_fill": 8.116,
    "median_bars_to_full_fill": 4,
    "avg_minutes_to_full_fill": 2581.4442,
    "median_minutes_to_full_fill": 1380,
    "avg_move_away_pct_before_touch": 0.8842,
    "partial_fill_distribution": {
     "0%": {
      "count": 72,
      "pct": 12.3077
     },
     "1-25%": {
      "count": 13,
      "pct": 2.2222
     },
     "26-50%": {
      "count": 13,
      "pct": 2.2222
     },
     "51-75%": {
      "count": 17,
      "pct": 2.906
     },
     "76-99%": {
      "count": 13,
      "pct": 2.2222
     },
     "100%": {
      "count": 457,
      "pct": 78.1197
     }
    }
   },
   "bullish": {
    "count": 323,
    "complete_count": 323,
    "closure_rate_full_pct": 74.613,
    "closure_rate_any_touch_pct": 86.0681,
    "avg_gap_size": 2.1471517,
    "avg_bars_to_full_fill": 8.1162,
    "median_bars_to_full_fill": 4,
    "avg_minutes_to_full_fill": 2511.0373,
    "median_minutes_to_full_fill": 1380,
    "avg_move_away_pct_before_touch": 0.9881,
    "partial_fill_distribution": {
     "0%": {
      "count": 45,
      "pct": 13.9319
     },
     "1-25%": {
      "count": 7,
      "pct": 2.1672
     },
     "26-50%": {
      "count": 7,
      "pct": 2.1672
     },
     "51-75%": {
      "count": 12,
      "pct": 3.7152
     },
     "76-99%": {
      "count": 11,
      "pct": 3.4056
     },
     "100%": {
      "count": 241,
      "pct": 74.613
     }
    }
   },
   "bearish": {
    "count": 262,
    "complete_count": 262,
    "closure_rate_full_pct": 82.4427,
    "closure_rate_any_touch_pct": 89.6947,
    "avg_gap_size": 1.8854962,
    "avg_bars_to_full_fill": 8.1157,
    "median_bars_to_full_fill": 4,
    "avg_minutes_to_full_fill": 2660,
    "median_minutes_to_full_fill": 1380,
    "avg_move_away_pct_before_touch": 0.7562,
    "partial_fill_distribution": {
     "0%": {
      "count": 27,
      "pct": 10.3053
     },
     "1-25%": {
      "count": 6,
      "pct": 2.2901
     },
     "26-50%": {
      "count": 6,
      "pct": 2.2901
     },
     "51-75%": {
      "count": 5,
      "pct": 1.9084
     },
     "76-99%": {
      "count": 2,
      "pct": 0.7634
     },
     "100%": {
      "count": 216,
      "pct": 82.4427
     }
    }
   },
   "hourly": {
    "13": {
     "count": 65,
     "complete_count": 65,
     "closure_rate_full_pct": 72.3077,
     "closure_rate_any_touch_pct": 81.5385,
     "avg_gap_size": 2.9167692,
     "avg_bars_to_full_fill": 8.8085,
     "median_bars_to_full_fill": 7,
     "avg_minutes_to_full_fill": 2077.0213,
     "median_minutes_to_full_fill": 1440,
     "avg_move_away_pct_before_touch": 1.0255,
     "partial_fill_distribution": {
      "0%": {
       "count": 12,
       "pct": 18.4615
      },
      "1-25%": {
       "count": 1,
       "pct": 1.5385
      },
      "26-50%": {
       "count": 1,
       "pct": 1.5385
      },
      "51-75%": {
       "count": 2,
       "pct": 3.0769
      },
      "76-99%": {
       "count": 2,
       "pct": 3.0769
      },
      "100%": {
       "count": 47,
       "pct": 72.3077
      }
     }
    },
    "14": {
     "count": 118,
     "complete_count": 118,
     "closure_rate_full_pct": 69.4915,
     "closure_rate_any_touch_pct": 88.1356,
     "avg_gap_size": 3.6661864,
     "avg_bars_to_full_fill": 11.3293,
     "median_bars_to_full_fill": 6.5,
     "avg_minutes_to_full_fill": 3095.122,
     "median_minutes_to_full_fill": 1440,
     "avg_move_away_pct_before_touch": 0.9575,
     "partial_fill_distribution": {
      "0%": {
       "count": 14,
       "pct": 11.8644
      },
      "1-25%": {
       "count": 6,
       "pct": 5.0847
      },
      "26-50%": {
       "count": 4,
       "pct": 3.3898
      },
      "51-75%": {
       "count": 7,
       "pct": 5.9322
      },
      "76-99%": {
       "count": 5,
       "pct": 4.2373
      },
      "100%": {
       "count": 82,
       "pct": 69.4915
      }
     }
    },
    "15": {
     "count": 85,
     "complete_count": 85,
     "closure_rate_full_pct": 76.4706,
     "closure_rate_any_touch_pct": 85.8824,
     "avg_gap_size": 2.4015294,
     "avg_bars_to_full_fill": 9.6615,
     "median_bars_to_full_fill": 6,
     "avg_minutes_to_full_fill": 2766.4615,
     "median_minutes_to_full_fill": 1380,
     "avg_move_away_pct_before_touch": 1.0152,
     "partial_fill_distribution": {
      "0%": {
       "count": 12,
       "pct": 14.1176
      },
      "1-25%": {
       "count": 0,
       "pct": 0
      },
      "26-50%": {
       "count": 3,
       "pct": 3.5294
      },
      "51-75%": {
       "count": 1,
       "pct": 1.1765
      },
      "76-99%": {
       "count": 4,
       "pct": 4.7059
      },
      "100%": {
       "count": 65,
       "pct": 76.4706
      }
     }
    },
    "16": {
     "count": 64,
     "complete_count": 64,
     "closure_rate_full_pct": 84.375,
     "closure_rate_any_touch_pct": 90.625,
     "avg_gap_size": 1.0934375,
     "avg_bars_to_full_fill": 7.463,
     "median_bars_to_full_fill": 4,
     "avg_minutes_to_full_fill": 2141.1111,
     "median_minutes_to_full_fill": 1260,
     "avg_move_away_pct_before_touch": 0.7448,
     "partial_fill_distribution": {
      "0%": {
       "count": 6,
       "pct": 9.375
      },
      "1-25%": {
       "count": 3,
       "pct": 4.6875
      },
      "26-50%": {
       "count": 0,
       "pct": 0
      },
      "51-75%": {
       "count": 1,
       "pct": 1.5625
      },
      "76-99%": {
       "count": 0,
       "pct": 0
      },
      "100%": {
       "count": 54,
       "pct": 84.375
      }
     }
    },
    "17": {
     "count": 81,
     "complete_count": 81,
     "closure_rate_full_pct": 76.5432,
     "closure_rate_any_touch_pct": 83.9506,
     "avg_gap_size": 1.0485185,
     "avg_bars_to_full_fill": 7.1613,
     "median_bars_to_full_fill": 3.5,
     "avg_minutes_to_full_fill": 2396.129,
     "median_minutes_to_full_fill": 1350,
     "avg_move_away_pct_before_touch": 1.0693,
     "partial_fill_distribution": {
      "0%": {
       "count": 13,
       "pct": 16.0494
      },
      "1-25%": {
       "count": 2,
       "pct": 2.4691
      },
      "26-50%": {
       "count": 2,
       "pct": 2.4691
      },
      "51-75%": {
       "count": 1,
       "pct": 1.2346
      },
      "76-99%": {
       "count": 1,
       "pct": 1.2346
      },
      "100%": {
       "count": 62,
       "pct": 76.5432
      }
     }
    },
    "18": {
     "count": 80,
     "complete_count": 80,
     "closure_rate_full_pct": 86.25,
     "closure_rate_any_touch_pct": 95,
     "avg_gap_size": 1.32475,
     "avg_bars_to_full_fill": 5.8841,
     "median_bars_to_full_fill": 2,
     "avg_minutes_to_full_fill": 2285.2174,
     "median_minutes_to_full_fill": 1200,
     "avg_move_away_pct_before_touch": 0.5656,
     "partial_fill_distribution": {
      "0%": {
       "count": 4,
       "pct": 5
      },
      "1-25%": {
       "count": 1,
       "pct": 1.25
      },
      "26-50%": {
       "count": 2,
       "pct": 2.5
      },
      "51-75%": {
       "count": 3,
       "pct": 3.75
      },
      "76-99%": {
       "count": 1,
       "pct": 1.25
      },
      "100%": {
       "count": 69,
       "pct": 86.25
      }
     }
    },
    "19": {
     "count": 68,
     "complete_count": 68,
     "closure_rate_full_pct": 85.2941,
     "closure_rate_any_touch_pct": 88.2353,
     "avg_gap_size": 1.1442647,
     "avg_bars_to_full_fill": 6.6724,
     "median_bars_to_full_fill": 2,
     "avg_minutes_to_full_fill": 2917.2414,
     "median_minutes_to_full_fill": 1290,
     "avg_move_away_pct_before_touch": 0.7587,
     "partial_fill_distribution": {
      "0%": {
       "count": 8,
       "pct": 11.7647
      },
      "1-25%": {
       "count": 0,
       "pct": 0
      },
      "26-50%": {
       "count": 0,
       "pct": 0
      },
      "51-75%": {
       "count": 2,
       "pct": 2.9412
      },
      "76-99%": {
       "count": 0,
       "pct": 0
      },
      "100%": {
       "count": 58,
       "pct": 85.2941
      }
     }
    },
    "20": {
     "count": 24,
     "complete_count": 24,
     "closure_rate_full_pct": 83.3333,
     "closure_rate_any_touch_pct": 87.5,
     "avg_gap_size": 0.9375,
     "avg_bars_to_full_fill": 4.9,
     "median_bars_to_full_fill": 1,
     "avg_minutes_to_full_fill": 2871,
     "median_minutes_to_full_fill": 2520,
     "avg_move_away_pct_before_touch": 0.8431,
     "partial_fill_distribution": {
      "0%": {
       "count": 3,
       "pct": 12.5
      },
      "1-25%": {
       "count": 0,
       "pct": 0
      },
      "26-50%": {
       "count": 1,
       "pct": 4.1667
      },
      "51-75%": {
       "count": 0,
       "pct": 0
      },
      "76-99%": {
       "count": 0,
       "pct": 0
      },
      "100%": {
       "count": 20,
       "pct": 83.3333
      }
     }
    }
   },
   "within_session": {
    "count": 356,
    "complete_count": 356,
    "closure_rate_full_pct": 82.8652,
    "closure_rate_any_touch_pct": 89.3258,
    "avg_gap_size": 1.1317135,
    "avg_bars_to_full_fill": 6.8881,
    "median_bars_to_full_fill": 3,
    "avg_minutes_to_full_fill": 2485.8305,
    "median_minutes_to_full_fill": 1260,
    "avg_move_away_pct_before_touch": 0.7956,
    "partial_fill_distribution": {
     "0%": {
      "count": 38,
      "pct": 10.6742
     },
     "1-25%": {
      "count": 6,
      "pct": 1.6854
     },
     "26-50%": {
      "count": 6,
      "pct": 1.6854
     },
     "51-75%": {
      "count": 7,
      "pct": 1.9663
     },
     "76-99%": {
      "count": 4,
      "pct": 1.1236
     },
     "100%": {
      "count": 295,
      "pct": 82.8652
     }
    }
   }
  },
  "sample_size": 585,
  "confidence": {
   "hourly.13.closure_rate_full_pct": {
    "n": 65,
    "low": 60.4194,
    "high": 81.7064
   },
   "hourly.13.closure_rate_any_touch_pct": {
    "n": 65,
    "low": 70.446,
    "high": 89.1111
   },
   "hourly.14.closure_rate_full_pct": {
    "n": 118,
    "low": 60.6782,
    "high": 77.0758
   },
   "hourly.14.closure_rate_any_touch_pct": {
    "n": 118,
    "low": 81.0669,
    "high": 92.7996
   },
   "hourly.15.closure_rate_full_pct": {
    "n": 85,
    "low": 66.4316,
    "high": 84.2205
   },
   "hourly.15.closure_rate_any_touch_pct": {
    "n": 85,
    "low": 76.9259,
    "high": 91.7358
   },
   "hourly.16.closure_rate_full_pct": {
    "n": 64,
    "low": 73.5719,
    "high": 91.2852
   },
   "hourly.16.closure_rate_any_touch_pct": {
    "n": 64,
    "low": 81.0171,
    "high": 95.6322
   },
   "hourly.17.closure_rate_full_pct": {
    "n": 81,
    "low": 66.2453,
    "high": 84.4375
   },
   "hourly.17.closure_rate_any_touch_pct": {
    "n": 81,
    "low": 74.453,
    "high": 90.3738
   },
   "hourly.18.closure_rate_full_pct": {
    "n": 80,
    "low": 77.0329,
    "high": 92.1453
   },
   "hourly.18.closure_rate_any_touch_pct": {
    "n": 80,
    "low": 87.8377,
    "high": 98.0386
   },
   "hourly.19.closure_rate_full_pct": {
    "n": 68,
    "low": 75.0026,
    "high": 91.8112
   },
   "hourly.19.closure_rate_any_touch_pct": {
    "n": 68,
    "low": 78.4651,
    "high": 93.9165
   },
   "hourly.20.closure_rate_full_pct": {
    "n": 24,
    "low": 64.1469,
    "high": 93.3213
   },
   "hourly.20.closure_rate_any_touch_pct": {
    "n": 24,
    "low": 68.9961,
    "high": 95.6557
   },
   "overall.closure_rate_full_pct": {
    "n": 585,
    "low": 74.5919,
    "high": 81.2806
   },
   "overall.closure_rate_any_touch_pct": {
    "n": 585,
    "low": 84.7816,
    "high": 90.1113
   },
   "bullish.closure_rate_full_pct": {
    "n": 323,
    "low": 69.5965,
    "high": 79.051
   },
   "bullish.closure_rate_any_touch_pct": {
    "n": 323,
    "low": 81.8662,
    "high": 89.4222
   },
   "bearish.closure_rate_full_pct": {
    "n": 262,
    "low": 77.3766,
    "high": 86.5713
   },
   "bearish.closure_rate_any_touch_pct": {
    "n": 262,
    "low": 85.4216,
    "high": 92.8205
   },
   "within_session.closure_rate_full_pct": {
    "n": 356,
    "low": 78.6052,
    "high": 86.4234
   },
   "within_session.closure_rate_any_touch_pct": {
    "n": 356,
    "low": 85.6881,
    "high": 92.1239
   }
  },
  "metadata": {
   "requested_start": "2025-06-30",
   "requested_end": "2026-06-30",
   "effective_start": "2025-06-30",
   "effective_end": "2026-06-30",
   "history_limited": false,
   "session": {
    "start_time": "09:30",
    "end_time": "16:00",
    "include_extended_hours": false,
    "mode": "exchange",
    "timezone": "America/New_York"
   },
   "base_interval": "1m",
   "data_through": "2026-08-31T23:54:00+00:00",
   "adjustment": {
    "requested": "splits",
    "applied": "none",
    "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
   },
   "warnings": []
  }
 },
 "after-news": {
  "symbol": "DEMO-ACME",
  "event_source": "sentiment",
  "summary": {
   "total_news_events": 76,
   "average_impact_score": 0.545,
   "dominant_sentiment": "positive",
   "average_return_5m": 0.0167,
   "average_return_15m": 0.0225,
   "average_return_30m": 0.0524,
   "average_return_60m": 0.048,
   "average_return_eod": 0.3415,
   "aligned_count": 23,
   "divergence_count": 23,
   "bullish_absorption_count": 14,
   "bearish_divergence_count": 9,
   "unclear_count": 30,
   "average_alignment_score": 0.0321,
   "average_impact_realization_score": 0.5849,
   "by_direction": {
    "positive": {
     "count": 32,
     "average_return_60m": 0.1419
    },
    "neutral": {
     "count": 16,
     "average_return_60m": -0.1403
    },
    "negative": {
     "count": 28,
     "average_return_60m": 0.0697
    }
   }
  },
  "time_window": "12M",
  "sample_size": 76,
  "confidence": {},
  "metadata": {
   "requested_start": "2025-06-30",
   "requested_end": "2026-06-30",
   "effective_start": "2025-06-30",
   "effective_end": "2026-06-30",
   "history_limited": false,
   "session": null,
   "base_interval": "1m",
   "data_through": "2026-09-01T00:00:00+00:00",
   "adjustment": {
    "requested": "splits",
    "applied": "none",
    "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
   },
   "warnings": []
  }
 },
 "bars-of-a-session": {
  "symbol": "DEMO-ACME",
  "start_date": "2026-06-04",
  "end_date": "2026-06-04",
  "timeframe": "1H",
  "count": 7,
  "data": [
   {
    "ts": "2026-06-04T13:30:00+00:00",
    "date": "2026-06-04",
    "open": 688.14,
    "high": 701.02,
    "low": 687.99,
    "close": 697.62,
    "volume": 1627731
   },
   {
    "ts": "2026-06-04T14:30:00+00:00",
    "date": "2026-06-04",
    "open": 697.62,
    "high": 699.57,
    "low": 693.92,
    "close": 697.28,
    "volume": 716862
   },
   {
    "ts": "2026-06-04T15:30:00+00:00",
    "date": "2026-06-04",
    "open": 697.28,
    "high": 699.99,
    "low": 694.3,
    "close": 695.06,
    "volume": 612097
   },
   {
    "ts": "2026-06-04T16:30:00+00:00",
    "date": "2026-06-04",
    "open": 695.06,
    "high": 696.03,
    "low": 692.08,
    "close": 695.79,
    "volume": 608643
   },
   {
    "ts": "2026-06-04T17:30:00+00:00",
    "date": "2026-06-04",
    "open": 695.79,
    "high": 698.58,
    "low": 688.52,
    "close": 689.23,
    "volume": 575469
   },
   {
    "ts": "2026-06-04T18:30:00+00:00",
    "date": "2026-06-04",
    "open": 689.23,
    "high": 693.75,
    "low": 688.62,
    "close": 690.31,
    "volume": 741983
   },
   {
    "ts": "2026-06-04T19:30:00+00:00",
    "date": "2026-06-04",
    "open": 690.31,
    "high": 691.84,
    "low": 684.36,
    "close": 685.05,
    "volume": 711894
   }
  ],
  "metadata": {
   "requested_start": "2026-06-04",
   "requested_end": "2026-06-04",
   "effective_start": "2026-06-04",
   "effective_end": "2026-06-04",
   "history_limited": false,
   "session": {
    "start_time": "09:30",
    "end_time": "16:00",
    "include_extended_hours": false,
    "mode": "exchange",
    "timezone": "America/New_York"
   },
   "base_interval": "1m",
   "data_through": "2026-09-01T00:00:00+00:00",
   "adjustment": {
    "requested": "splits",
    "applied": "none",
    "note": "no corporate action that changes them is stored: prices and volumes are as they were landed"
   },
   "warnings": [],
   "total": 7,
   "next_cursor": null
  }
 }
};
