/** Made by `npm run reference:generate`: what the demo market answers to the questions of asked.ts. Not edited by hand. */
export const DEMO_ANSWERS: Readonly<Record<string, unknown>> = {
 "range-breaks-on-tuesdays": {
  "symbol": "DEMO-INDEX",
  "orb_minutes": 15,
  "total_days": 53,
  "no_range_days": 0,
  "high_breaks": 43,
  "low_breaks": 41,
  "both_breaks": 31,
  "no_breaks": 0,
  "breakout_rate_pct": 100,
  "high_break_rate_pct": 81.1321,
  "low_break_rate_pct": 77.3585,
  "both_break_rate_pct": 58.4906,
  "count_up": 22,
  "continuation_rate_pct_up": 59.0909,
  "false_breakout_rate_pct_up": 40.9091,
  "reentry_rate_pct_up": 86.3636,
  "avg_breakout_size_pct_up": 0.7062,
  "median_breakout_size_pct_up": 0.5778,
  "avg_breakout_size_x_up": 2.110393,
  "avg_minutes_to_breakout_up": 21.0455,
  "avg_minutes_to_max_up": 199.7273,
  "avg_max_adverse_pct_up": 0.4833,
  "count_down": 31,
  "continuation_rate_pct_down": 51.6129,
  "false_breakout_rate_pct_down": 48.3871,
  "reentry_rate_pct_down": 93.5484,
  "avg_breakout_size_pct_down": 0.5135,
  "median_breakout_size_pct_down": 0.4115,
  "avg_breakout_size_x_down": 1.716755,
  "avg_minutes_to_breakout_down": 21.7097,
  "avg_minutes_to_max_down": 158.0968,
  "avg_max_adverse_pct_down": 0.6459,
  "target_hit_rates": {
   "up": {
    "0.5x": 81.8182,
    "1x": 68.1818,
    "1.5x": 54.5455,
    "2x": 40.9091
   },
   "down": {
    "0.5x": 74.1935,
    "1x": 58.0645,
    "1.5x": 45.1613,
    "2x": 32.2581
   }
  },
  "breakout_time_distribution": {
   "0-30": 43,
   "30-60": 10
  },
  "avg_or_range_pct": 0.3476,
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
   "only_up": 12,
   "only_up_pct": 22.6415,
   "only_down": 10,
   "only_down_pct": 18.8679,
   "both": 31,
   "both_pct": 58.4906,
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
    "only_up": 12,
    "only_up_pct": 22.6415,
    "only_down": 10,
    "only_down_pct": 18.8679,
    "both": 31,
    "both_pct": 58.4906,
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
    "count": 19,
    "only_up": 2,
    "only_up_pct": 10.5263,
    "only_down": 3,
    "only_down_pct": 15.7895,
    "both": 14,
    "both_pct": 73.6842,
    "neither": 0,
    "neither_pct": 0
   },
   "0.25-0.5": {
    "count": 26,
    "only_up": 8,
    "only_up_pct": 30.7692,
    "only_down": 7,
    "only_down_pct": 26.9231,
    "both": 11,
    "both_pct": 42.3077,
    "neither": 0,
    "neither_pct": 0
   },
   "0.5-1": {
    "count": 8,
    "only_up": 2,
    "only_up_pct": 25,
    "only_down": 0,
    "only_down_pct": 0,
    "both": 6,
    "both_pct": 75,
    "neither": 0,
    "neither_pct": 0
   },
   "1-2": {
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
    "low": 68.6415,
    "high": 89.4147
   },
   "low_break_rate_pct": {
    "n": 53,
    "low": 64.4737,
    "high": 86.5454
   },
   "both_break_rate_pct": {
    "n": 53,
    "low": 45.0944,
    "high": 70.7391
   },
   "continuation_rate_pct_up": {
    "n": 22,
    "low": 38.7348,
    "high": 76.7442
   },
   "false_breakout_rate_pct_up": {
    "n": 22,
    "low": 23.2558,
    "high": 61.2652
   },
   "reentry_rate_pct_up": {
    "n": 22,
    "low": 66.665,
    "high": 95.251
   },
   "continuation_rate_pct_down": {
    "n": 31,
    "low": 34.8404,
    "high": 68.0297
   },
   "false_breakout_rate_pct_down": {
    "n": 31,
    "low": 31.9703,
    "high": 65.1596
   },
   "reentry_rate_pct_down": {
    "n": 31,
    "low": 79.2814,
    "high": 98.2125
   },
   "target_hit_rates.up.0.5x": {
    "n": 22,
    "low": 61.4834,
    "high": 92.6931
   },
   "target_hit_rates.up.1x": {
    "n": 22,
    "low": 47.3186,
    "high": 83.6394
   },
   "target_hit_rates.up.1.5x": {
    "n": 22,
    "low": 34.6598,
    "high": 73.0797
   },
   "target_hit_rates.up.2x": {
    "n": 22,
    "low": 23.2558,
    "high": 61.2652
   },
   "target_hit_rates.down.0.5x": {
    "n": 31,
    "low": 56.7539,
    "high": 86.2983
   },
   "target_hit_rates.down.1x": {
    "n": 31,
    "low": 40.7663,
    "high": 73.5845
   },
   "target_hit_rates.down.1.5x": {
    "n": 31,
    "low": 29.1617,
    "high": 62.2278
   },
   "target_hit_rates.down.2x": {
    "n": 31,
    "low": 18.5694,
    "high": 49.859
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
    "low": 13.4546,
    "high": 35.5263
   },
   "outcomes.only_down_pct": {
    "n": 53,
    "low": 10.5853,
    "high": 31.3585
   },
   "outcomes.both_pct": {
    "n": 53,
    "low": 45.0944,
    "high": 70.7391
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
    "low": 13.4546,
    "high": 35.5263
   },
   "outcomes_by_weekday.Tuesday.only_down_pct": {
    "n": 53,
    "low": 10.5853,
    "high": 31.3585
   },
   "outcomes_by_weekday.Tuesday.both_pct": {
    "n": 53,
    "low": 45.0944,
    "high": 70.7391
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
    "n": 19,
    "low": 2.9359,
    "high": 31.3941
   },
   "outcomes_by_size.<0.25.only_down_pct": {
    "n": 19,
    "low": 5.5205,
    "high": 37.5655
   },
   "outcomes_by_size.<0.25.both_pct": {
    "n": 19,
    "low": 51.2084,
    "high": 88.1936
   },
   "outcomes_by_size.<0.25.neither_pct": {
    "n": 19,
    "low": 0,
    "high": 16.8179
   },
   "outcomes_by_size.0.25-0.5.only_up_pct": {
    "n": 26,
    "low": 16.5013,
    "high": 49.9883
   },
   "outcomes_by_size.0.25-0.5.only_down_pct": {
    "n": 26,
    "low": 13.7044,
    "high": 46.083
   },
   "outcomes_by_size.0.25-0.5.both_pct": {
    "n": 26,
    "low": 25.5444,
    "high": 61.0514
   },
   "outcomes_by_size.0.25-0.5.neither_pct": {
    "n": 26,
    "low": 0,
    "high": 12.8729
   },
   "outcomes_by_size.0.5-1.only_up_pct": {
    "n": 8,
    "low": 7.1479,
    "high": 59.0725
   },
   "outcomes_by_size.0.5-1.only_down_pct": {
    "n": 8,
    "low": 0,
    "high": 32.4408
   },
   "outcomes_by_size.0.5-1.both_pct": {
    "n": 8,
    "low": 40.9275,
    "high": 92.8521
   },
   "outcomes_by_size.0.5-1.neither_pct": {
    "n": 8,
    "low": 0,
    "high": 32.4408
   },
   "outcomes_by_size.1-2.only_up_pct": {
    "n": 0,
    "low": null,
    "high": null
   },
   "outcomes_by_size.1-2.only_down_pct": {
    "n": 0,
    "low": null,
    "high": null
   },
   "outcomes_by_size.1-2.both_pct": {
    "n": 0,
    "low": null,
    "high": null
   },
   "outcomes_by_size.1-2.neither_pct": {
    "n": 0,
    "low": null,
    "high": null
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
   "data_through": "2026-06-30T23:48:00+00:00",
   "warnings": []
  }
 },
 "gaps-filled": {
  "symbol": "DEMO-ACME",
  "total_days": 253,
  "total_gaps": 109,
  "filled_gaps": 81,
  "unobserved_gaps": 0,
  "gap_rate_pct": 43.083,
  "fill_rate": 74.3119,
  "filled_to_prev_close_rate": 56.8807,
  "avg_gap_size": 1.433211,
  "avg_gap_pct": 0.5442,
  "avg_fill_time_seconds": 4628.8889,
  "median_fill_time_seconds": 1620,
  "avg_partial_fill_pct": 86.0022,
  "avg_max_run_pct": 1.5844,
  "gap_direction_stats": {
   "up": {
    "count": 61,
    "fill_rate": 73.7705,
    "avg_gap_pct": 0.5917
   },
   "down": {
    "count": 48,
    "fill_rate": 75,
    "avg_gap_pct": 0.4839
   }
  },
  "weekday_breakdown": {
   "Monday": {
    "count": 18,
    "fill_rate": 72.2222
   },
   "Tuesday": {
    "count": 26,
    "fill_rate": 61.5385
   },
   "Wednesday": {
    "count": 25,
    "fill_rate": 76
   },
   "Thursday": {
    "count": 26,
    "fill_rate": 80.7692
   },
   "Friday": {
    "count": 14,
    "fill_rate": 85.7143
   }
  },
  "partial_fill_distribution": {
   "0%": 0,
   "1-25%": 8,
   "26-50%": 8,
   "51-75%": 8,
   "76-99%": 4,
   "100%": 81
  },
  "size_breakdown": {
   "<0.25": {
    "count": 41,
    "fill_rate": 92.6829
   },
   "0.25-0.5": {
    "count": 24,
    "fill_rate": 75
   },
   "0.5-1": {
    "count": 27,
    "fill_rate": 70.3704
   },
   "1-2": {
    "count": 14,
    "fill_rate": 28.5714
   },
   ">=2": {
    "count": 3,
    "fill_rate": 66.6667
   }
  },
  "sample_size": 109,
  "confidence": {
   "gap_rate_pct": {
    "n": 253,
    "low": 37.1295,
    "high": 49.2434
   },
   "fill_rate": {
    "n": 109,
    "low": 65.3805,
    "high": 81.588
   },
   "filled_to_prev_close_rate": {
    "n": 109,
    "low": 47.5059,
    "high": 65.7871
   },
   "gap_direction_stats.up.fill_rate": {
    "n": 61,
    "low": 61.5633,
    "high": 83.1612
   },
   "gap_direction_stats.down.fill_rate": {
    "n": 48,
    "low": 61.2156,
    "high": 85.0794
   },
   "weekday_breakdown.Monday.fill_rate": {
    "n": 18,
    "low": 49.1273,
    "high": 87.5002
   },
   "weekday_breakdown.Tuesday.fill_rate": {
    "n": 26,
    "low": 42.5349,
    "high": 77.5714
   },
   "weekday_breakdown.Wednesday.fill_rate": {
    "n": 25,
    "low": 56.5703,
    "high": 88.5037
   },
   "weekday_breakdown.Thursday.fill_rate": {
    "n": 26,
    "low": 62.1237,
    "high": 91.4929
   },
   "weekday_breakdown.Friday.fill_rate": {
    "n": 14,
    "low": 60.0586,
    "high": 95.9906
   },
   "size_breakdown.<0.25.fill_rate": {
    "n": 41,
    "low": 80.5726,
    "high": 97.4802
   },
   "size_breakdown.0.25-0.5.fill_rate": {
    "n": 24,
    "low": 55.1006,
    "high": 88.0006
   },
   "size_breakdown.0.5-1.fill_rate": {
    "n": 27,
    "low": 51.5193,
    "high": 84.147
   },
   "size_breakdown.1-2.fill_rate": {
    "n": 14,
    "low": 11.7214,
    "high": 54.6491
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
   "data_through": "2026-06-30T23:55:00+00:00",
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
    "prev_high": 269.26,
    "prev_low": 266.4,
    "prev_close": 268.65,
    "open": 269.76,
    "gap_size": 0.5,
    "gap_pct": 0.1857,
    "gap_from_close_pct": 0.4132,
    "filled": false,
    "partial_fill_pct": 50,
    "fill_bucket": "26-50%",
    "fill_time": null,
    "fill_time_seconds": null,
    "volume_at_fill": null,
    "cumulative_volume_at_fill": null,
    "filled_to_prev_close": false,
    "max_run_pct": 0.7465,
    "close": 270.53,
    "closed_in_gap_direction": true,
    "complete": true
   },
   {
    "symbol": "DEMO-ACME",
    "date": "2025-07-10",
    "weekday": "Thursday",
    "direction": "up",
    "prev_date": "2025-07-09",
    "prev_high": 283.21,
    "prev_low": 278.25,
    "prev_close": 282.4,
    "open": 286.2,
    "gap_size": 2.99,
    "gap_pct": 1.0558,
    "gap_from_close_pct": 1.3456,
    "filled": true,
    "partial_fill_pct": 100,
    "fill_bucket": "100%",
    "fill_time": "2025-07-10T17:58:00+00:00",
    "fill_time_seconds": 16080,
    "volume_at_fill": 7537,
    "cumulative_volume_at_fill": 2824895,
    "filled_to_prev_close": true,
    "max_run_pct": 2.7012,
    "close": 280.71,
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
   "data_through": "2026-06-30T23:55:00+00:00",
   "warnings": [],
   "total": 109,
   "next_cursor": "WyJnbG5fX3QwcW02NC0iLDEsMjAyNzld"
  }
 },
 "break-of-yesterdays-high": {
  "symbol": "DEMO-ACME",
  "total_days": 253,
  "high_breaks": 139,
  "low_breaks": 127,
  "both_broken_same_day": 37,
  "avg_follow_through_high_pct": 1.2066,
  "retest_rate_high_pct": 82.7338,
  "avg_time_to_max_follow_through_high_min": 168.5683,
  "avg_duration_above_prev_high_min": 197.6547,
  "high_break_success_rate_pct": 59.7122,
  "false_breakout_rate_high_pct": 17.2662,
  "avg_volume_ratio_high_break": 1.112495,
  "avg_breakout_strength_score_high": 50.5259,
  "max_high_break_streak": 13,
  "current_high_break_streak": 0,
  "opened_beyond_high": 61,
  "avg_follow_through_low_pct": 1.1583,
  "retest_rate_low_pct": 85.8268,
  "avg_time_to_max_follow_through_low_min": 155.8346,
  "avg_duration_below_prev_low_min": 181.7795,
  "low_break_success_rate_pct": 55.1181,
  "false_breakout_rate_low_pct": 20.4724,
  "avg_volume_ratio_low_break": 1.046027,
  "avg_breakout_strength_score_low": 48.1889,
  "max_low_break_streak": 7,
  "current_low_break_streak": 6,
  "opened_beyond_low": 48,
  "avg_relative_close_vs_prev_close": 1.000647,
  "avg_relative_range_vs_prev_range": 1.293954,
  "weekday_breakdown": {
   "Monday": {
    "count": 49,
    "high_break_rate_pct": 53.0612,
    "low_break_rate_pct": 48.9796
   },
   "Tuesday": {
    "count": 53,
    "high_break_rate_pct": 60.3774,
    "low_break_rate_pct": 49.0566
   },
   "Wednesday": {
    "count": 52,
    "high_break_rate_pct": 50,
    "low_break_rate_pct": 57.6923
   },
   "Thursday": {
    "count": 49,
    "high_break_rate_pct": 59.1837,
    "low_break_rate_pct": 44.898
   },
   "Friday": {
    "count": 50,
    "high_break_rate_pct": 52,
    "low_break_rate_pct": 50
   }
  },
  "sample_size": 253,
  "confidence": {
   "retest_rate_high_pct": {
    "n": 139,
    "low": 75.5932,
    "high": 88.1138
   },
   "high_break_success_rate_pct": {
    "n": 139,
    "low": 51.4034,
    "high": 67.4987
   },
   "false_breakout_rate_high_pct": {
    "n": 139,
    "low": 11.8862,
    "high": 24.4068
   },
   "retest_rate_low_pct": {
    "n": 127,
    "low": 78.7069,
    "high": 90.8429
   },
   "low_break_success_rate_pct": {
    "n": 127,
    "low": 46.4442,
    "high": 63.4915
   },
   "false_breakout_rate_low_pct": {
    "n": 127,
    "low": 14.3714,
    "high": 28.3073
   },
   "weekday_breakdown.Monday.high_break_rate_pct": {
    "n": 49,
    "low": 39.3809,
    "high": 66.2965
   },
   "weekday_breakdown.Monday.low_break_rate_pct": {
    "n": 49,
    "low": 35.5751,
    "high": 62.5324
   },
   "weekday_breakdown.Tuesday.high_break_rate_pct": {
    "n": 53,
    "low": 46.9415,
    "high": 72.4106
   },
   "weekday_breakdown.Tuesday.low_break_rate_pct": {
    "n": 53,
    "low": 36.1242,
    "high": 62.1165
   },
   "weekday_breakdown.Wednesday.high_break_rate_pct": {
    "n": 52,
    "low": 36.8859,
    "high": 63.1141
   },
   "weekday_breakdown.Wednesday.low_break_rate_pct": {
    "n": 52,
    "low": 44.1943,
    "high": 70.1319
   },
   "weekday_breakdown.Thursday.high_break_rate_pct": {
    "n": 49,
    "low": 45.2473,
    "high": 71.7848
   },
   "weekday_breakdown.Thursday.low_break_rate_pct": {
    "n": 49,
    "low": 31.8528,
    "high": 58.6849
   },
   "weekday_breakdown.Friday.high_break_rate_pct": {
    "n": 50,
    "low": 38.5117,
    "high": 65.2029
   },
   "weekday_breakdown.Friday.low_break_rate_pct": {
    "n": 50,
    "low": 36.6445,
    "high": 63.3555
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
   "data_through": "2026-06-30T23:55:00+00:00",
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
  "cases": 61,
  "unknown": {
   "when": 0,
   "then": 0,
   "early": 0
  },
  "hits": 35,
  "rate_pct": 57.377,
  "confidence": {
   "low": 44.8952,
   "high": 68.9848
  },
  "base": {
   "cases": 253,
   "hits": 130,
   "rate_pct": 51.3834,
   "confidence": {
    "low": 45.2502,
    "high": 57.4752
   }
  },
  "rest": {
   "cases": 192,
   "hits": 95,
   "rate_pct": 49.4792,
   "confidence": {
    "low": 42.4871,
    "high": 56.4917
   }
  },
  "difference_pct": {
   "value": 7.8979,
   "low": -6.4189,
   "high": 21.4489
  },
  "p_value": 0.305897,
  "by_year": [
   {
    "year": 2025,
    "cases": 29,
    "hits": 18,
    "rate_pct": 62.069
   },
   {
    "year": 2026,
    "cases": 32,
    "hits": 17,
    "rate_pct": 53.125
   }
  ],
  "last_30": {
   "cases": 30,
   "hits": 15,
   "rate_pct": 50
  },
  "look_ahead": false,
  "warnings": [],
  "now": {
   "date": "2026-07-01",
   "session": "next",
   "as_of": "2026-06-30T23:55:00+00:00",
   "matches": "pending",
   "conditions": [
    {
     "condition": "gap.direction=up",
     "state": "pending",
     "value": null,
     "known": "open",
     "known_at": "2026-07-01T13:30:00+00:00"
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
   "data_through": "2026-06-30T23:55:00+00:00",
   "warnings": [],
   "adjustment": {
    "requested": "splits",
    "applied": "none",
    "note": "no corporate actions are stored: prices and volumes are as they were landed, whatever the adjustment"
   },
   "total": 61,
   "next_cursor": "WyJaSzhyUHRjZ3NrMVgiLDEsMjA2MjFd"
  }
 },
 "after-two-down-days": {
  "symbol": "DEMO-INDEX",
  "time_window": "12M",
  "start_date": "2025-06-30",
  "end_date": "2026-06-30",
  "when": "prev.session.return_pct<0;prev2.session.return_pct<0",
  "then": "session.return_pct",
  "sessions": 253,
  "cases": 57,
  "unknown": {
   "when": 0,
   "then": 0,
   "early": 0
  },
  "mean": 0.0849,
  "mean_confidence": {
   "low": -0.1991,
   "high": 0.3688
  },
  "median": -0.1524,
  "median_confidence": {
   "low": -0.4542,
   "high": 0.3115
  },
  "std": 1.0702,
  "quantiles": {
   "p5": -1.169,
   "p25": -0.5741,
   "p75": 0.6518,
   "p95": 2.0731
  },
  "base": {
   "cases": 253,
   "mean": 0.0932,
   "mean_confidence": {
    "low": -0.0423,
    "high": 0.2287
   },
   "median": 0.1217,
   "median_confidence": {
    "low": -0.1364,
    "high": 0.2499
   },
   "std": 1.0943,
   "quantiles": {
    "p5": -1.6173,
    "p25": -0.6359,
    "p75": 0.762,
    "p95": 1.7173
   }
  },
  "rest": {
   "cases": 196,
   "mean": 0.0957,
   "mean_confidence": {
    "low": -0.0598,
    "high": 0.2512
   },
   "median": 0.152,
   "median_confidence": {
    "low": -0.0943,
    "high": 0.3373
   },
   "std": 1.1039,
   "quantiles": {
    "p5": -1.631,
    "p25": -0.644,
    "p75": 0.8,
    "p95": 1.6959
   }
  },
  "difference": {
   "value": -0.0108,
   "low": -0.3329,
   "high": 0.3113
  },
  "p_value": 0.947153,
  "by_year": [
   {
    "year": 2025,
    "cases": 29,
    "mean": -0.0762,
    "median": -0.3521
   },
   {
    "year": 2026,
    "cases": 28,
    "mean": 0.2517,
    "median": 0.2445
   }
  ],
  "last_30": {
   "cases": 30,
   "mean": 0.2411,
   "median": 0.2445
  },
  "look_ahead": false,
  "warnings": [],
  "now": {
   "date": "2026-07-01",
   "session": "next",
   "as_of": "2026-06-30T23:48:00+00:00",
   "matches": false,
   "conditions": [
    {
     "condition": "prev.session.return_pct<0",
     "state": true,
     "value": -0.6359,
     "known": "before",
     "known_at": null
    },
    {
     "condition": "prev2.session.return_pct<0",
     "state": false,
     "value": 0.6687,
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
     "prev.session.return_pct": -0.4481,
     "prev2.session.return_pct": -0.2923,
     "session.return_pct": 1.3458
    },
    "outcome": 1.3458
   },
   {
    "date": "2026-06-11",
    "values": {
     "prev.session.return_pct": -0.0684,
     "prev2.session.return_pct": -0.4439,
     "session.return_pct": 0.9047
    },
    "outcome": 0.9047
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
   "data_through": "2026-06-30T23:48:00+00:00",
   "warnings": [],
   "adjustment": {
    "requested": "splits",
    "applied": "none",
    "note": "no corporate actions are stored: prices and volumes are as they were landed, whatever the adjustment"
   },
   "total": 57,
   "next_cursor": "WyI2ZHBDWDluZmNqSVgiLDEsMjA2MTVd"
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
    "cases": 49,
    "rate_pct": 63.2653,
    "rate_low_pct": 49.2671,
    "rate_high_pct": 75.3348,
    "base_cases": 252,
    "base_rate_pct": 52.381,
    "rest_cases": 203,
    "rest_rate_pct": 49.7537,
    "difference_pct": 13.5116,
    "difference_low_pct": -2.0589,
    "difference_high_pct": 27.3695,
    "p_value": 0.110959,
    "q_value": 0.332878,
    "matches": null
   },
   {
    "rank": 2,
    "symbol": "DEMO-ACME",
    "asset_class": "equity",
    "cases": 61,
    "rate_pct": 57.377,
    "rate_low_pct": 44.8952,
    "rate_high_pct": 68.9848,
    "base_cases": 253,
    "base_rate_pct": 51.3834,
    "rest_cases": 192,
    "rest_rate_pct": 49.4792,
    "difference_pct": 7.8979,
    "difference_low_pct": -6.4189,
    "difference_high_pct": 21.4489,
    "p_value": 0.305897,
    "q_value": 0.44038,
    "matches": null
   },
   {
    "rank": 3,
    "symbol": "DEMO-INDEX",
    "asset_class": "etf",
    "cases": 52,
    "rate_pct": 48.0769,
    "rate_low_pct": 35.1041,
    "rate_high_pct": 61.3143,
    "base_cases": 253,
    "base_rate_pct": 52.9644,
    "rest_cases": 201,
    "rest_rate_pct": 54.2289,
    "difference_pct": -6.1519,
    "difference_low_pct": -20.7729,
    "difference_high_pct": 8.7769,
    "p_value": 0.44038,
    "q_value": 0.44038,
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
   "data_through": "2026-07-01T00:00:00+00:00",
   "warnings": [],
   "adjustment": {
    "requested": "splits",
    "applied": "none",
    "note": "no corporate actions are stored: prices and volumes are as they were landed, whatever the adjustment"
   }
  }
 },
 "fair-value-gaps": {
  "symbol": "DEMO-INDEX",
  "timeframe": "1H",
  "time_window": "12M",
  "horizon_bars": 50,
  "summary": {
   "overall": {
    "count": 594,
    "complete_count": 585,
    "closure_rate_full_pct": 77.6068,
    "closure_rate_any_touch_pct": 85.9829,
    "avg_gap_size": 1.6726667,
    "avg_bars_to_full_fill": 8.9031,
    "median_bars_to_full_fill": 5,
    "avg_minutes_to_full_fill": 2796.2115,
    "median_minutes_to_full_fill": 1380,
    "avg_move_away_pct_before_touch": 0.9488,
    "partial_fill_distribution": {
     "0%": {
      "count": 83,
      "pct": 14.188
     },
     "1-25%": {
      "count": 9,
      "pct": 1.5385
     },
     "26-50%": {
      "count": 12,
      "pct": 2.0513
     },
     "51-75%": {
      "count": 10,
      "pct": 1.7094
     },
     "76-99%": {
      "count": 17,
      "pct": 2.906
     },
     "100%": {
      "count": 454,
      "pct": 77.6068
     }
    }
   },
   "bullish": {
    "count": 319,
    "complete_count": 315,
    "closure_rate_full_pct": 72.6984,
    "closure_rate_any_touch_pct": 83.1746,
    "avg_gap_size": 1.8142857,
    "avg_bars_to_full_fill": 8.8559,
    "median_bars_to_full_fill": 5,
    "avg_minutes_to_full_fill": 2867.4236,
    "median_minutes_to_full_fill": 1440,
    "avg_move_away_pct_before_touch": 1.1067,
    "partial_fill_distribution": {
     "0%": {
      "count": 54,
      "pct": 17.1429
     },
     "1-25%": {
      "count": 3,
      "pct": 0.9524
     },
     "26-50%": {
      "count": 7,
      "pct": 2.2222
     },
     "51-75%": {
      "count": 8,
      "pct": 2.5397
     },
     "76-99%": {
      "count": 14,
      "pct": 4.4444
     },
     "100%": {
      "count": 229,
      "pct": 72.6984
     }
    }
   },
   "bearish": {
    "count": 275,
    "complete_count": 270,
    "closure_rate_full_pct": 83.3333,
    "closure_rate_any_touch_pct": 89.2593,
    "avg_gap_size": 1.5074444,
    "avg_bars_to_full_fill": 8.9511,
    "median_bars_to_full_fill": 5,
    "avg_minutes_to_full_fill": 2723.7333,
    "median_minutes_to_full_fill": 1380,
    "avg_move_away_pct_before_touch": 0.7646,
    "partial_fill_distribution": {
     "0%": {
      "count": 29,
      "pct": 10.7407
     },
     "1-25%": {
      "count": 6,
      "pct": 2.2222
     },
     "26-50%": {
      "count": 5,
      "pct": 1.8519
     },
     "51-75%": {
      "count": 2,
      "pct": 0.7407
     },
     "76-99%": {
      "count": 3,
      "pct": 1.1111
     },
     "100%": {
      "count": 225,
      "pct": 83.3333
     }
    }
   },
   "hourly": {
    "13": {
     "count": 67,
     "complete_count": 67,
     "closure_rate_full_pct": 71.6418,
     "closure_rate_any_touch_pct": 79.1045,
     "avg_gap_size": 2.4547761,
     "avg_bars_to_full_fill": 11.3542,
     "median_bars_to_full_fill": 7,
     "avg_minutes_to_full_fill": 2721.25,
     "median_minutes_to_full_fill": 1440,
     "avg_move_away_pct_before_touch": 1.078,
     "partial_fill_distribution": {
      "0%": {
       "count": 14,
       "pct": 20.8955
      },
      "1-25%": {
       "count": 1,
       "pct": 1.4925
      },
      "26-50%": {
       "count": 1,
       "pct": 1.4925
      },
      "51-75%": {
       "count": 1,
       "pct": 1.4925
      },
      "76-99%": {
       "count": 2,
       "pct": 2.9851
      },
      "100%": {
       "count": 48,
       "pct": 71.6418
      }
     }
    },
    "14": {
     "count": 126,
     "complete_count": 123,
     "closure_rate_full_pct": 70.7317,
     "closure_rate_any_touch_pct": 86.1789,
     "avg_gap_size": 2.8542276,
     "avg_bars_to_full_fill": 10.5287,
     "median_bars_to_full_fill": 6,
     "avg_minutes_to_full_fill": 2820.6897,
     "median_minutes_to_full_fill": 1440,
     "avg_move_away_pct_before_touch": 0.9753,
     "partial_fill_distribution": {
      "0%": {
       "count": 17,
       "pct": 13.8211
      },
      "1-25%": {
       "count": 5,
       "pct": 4.065
      },
      "26-50%": {
       "count": 5,
       "pct": 4.065
      },
      "51-75%": {
       "count": 3,
       "pct": 2.439
      },
      "76-99%": {
       "count": 6,
       "pct": 4.878
      },
      "100%": {
       "count": 87,
       "pct": 70.7317
      }
     }
    },
    "15": {
     "count": 90,
     "complete_count": 90,
     "closure_rate_full_pct": 77.7778,
     "closure_rate_any_touch_pct": 86.6667,
     "avg_gap_size": 1.7733333,
     "avg_bars_to_full_fill": 9.7857,
     "median_bars_to_full_fill": 5.5,
     "avg_minutes_to_full_fill": 2845.7143,
     "median_minutes_to_full_fill": 1380,
     "avg_move_away_pct_before_touch": 0.8885,
     "partial_fill_distribution": {
      "0%": {
       "count": 13,
       "pct": 14.4444
      },
      "1-25%": {
       "count": 0,
       "pct": 0
      },
      "26-50%": {
       "count": 1,
       "pct": 1.1111
      },
      "51-75%": {
       "count": 3,
       "pct": 3.3333
      },
      "76-99%": {
       "count": 3,
       "pct": 3.3333
      },
      "100%": {
       "count": 70,
       "pct": 77.7778
      }
     }
    },
    "16": {
     "count": 67,
     "complete_count": 65,
     "closure_rate_full_pct": 75.3846,
     "closure_rate_any_touch_pct": 80,
     "avg_gap_size": 0.83169231,
     "avg_bars_to_full_fill": 6.8776,
     "median_bars_to_full_fill": 4,
     "avg_minutes_to_full_fill": 1991.0204,
     "median_minutes_to_full_fill": 1260,
     "avg_move_away_pct_before_touch": 1.1942,
     "partial_fill_distribution": {
      "0%": {
       "count": 13,
       "pct": 20
      },
      "1-25%": {
       "count": 1,
       "pct": 1.5385
      },
      "26-50%": {
       "count": 0,
       "pct": 0
      },
      "51-75%": {
       "count": 1,
       "pct": 1.5385
      },
      "76-99%": {
       "count": 1,
       "pct": 1.5385
      },
      "100%": {
       "count": 49,
       "pct": 75.3846
      }
     }
    },
    "17": {
     "count": 78,
     "complete_count": 77,
     "closure_rate_full_pct": 76.6234,
     "closure_rate_any_touch_pct": 87.013,
     "avg_gap_size": 0.9212987,
     "avg_bars_to_full_fill": 8.6949,
     "median_bars_to_full_fill": 4,
     "avg_minutes_to_full_fill": 2766.1017,
     "median_minutes_to_full_fill": 1260,
     "avg_move_away_pct_before_touch": 0.9411,
     "partial_fill_distribution": {
      "0%": {
       "count": 10,
       "pct": 12.987
      },
      "1-25%": {
       "count": 1,
       "pct": 1.2987
      },
      "26-50%": {
       "count": 4,
       "pct": 5.1948
      },
      "51-75%": {
       "count": 0,
       "pct": 0
      },
      "76-99%": {
       "count": 3,
       "pct": 3.8961
      },
      "100%": {
       "count": 59,
       "pct": 76.6234
      }
     }
    },
    "18": {
     "count": 75,
     "complete_count": 73,
     "closure_rate_full_pct": 86.3014,
     "closure_rate_any_touch_pct": 90.411,
     "avg_gap_size": 1.2,
     "avg_bars_to_full_fill": 7.6984,
     "median_bars_to_full_fill": 3,
     "avg_minutes_to_full_fill": 2830.4762,
     "median_minutes_to_full_fill": 1320,
     "avg_move_away_pct_before_touch": 0.7906,
     "partial_fill_distribution": {
      "0%": {
       "count": 7,
       "pct": 9.589
      },
      "1-25%": {
       "count": 1,
       "pct": 1.3699
      },
      "26-50%": {
       "count": 0,
       "pct": 0
      },
      "51-75%": {
       "count": 1,
       "pct": 1.3699
      },
      "76-99%": {
       "count": 1,
       "pct": 1.3699
      },
      "100%": {
       "count": 63,
       "pct": 86.3014
      }
     }
    },
    "19": {
     "count": 67,
     "complete_count": 66,
     "closure_rate_full_pct": 86.3636,
     "closure_rate_any_touch_pct": 89.3939,
     "avg_gap_size": 1.0539394,
     "avg_bars_to_full_fill": 7.2632,
     "median_bars_to_full_fill": 3,
     "avg_minutes_to_full_fill": 3227.3684,
     "median_minutes_to_full_fill": 2520,
     "avg_move_away_pct_before_touch": 0.8456,
     "partial_fill_distribution": {
      "0%": {
       "count": 7,
       "pct": 10.6061
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
       "count": 1,
       "pct": 1.5152
      },
      "76-99%": {
       "count": 1,
       "pct": 1.5152
      },
      "100%": {
       "count": 57,
       "pct": 86.3636
      }
     }
    },
    "20": {
     "count": 24,
     "complete_count": 24,
     "closure_rate_full_pct": 87.5,
     "closure_rate_any_touch_pct": 91.6667,
     "avg_gap_size": 0.88375,
     "avg_bars_to_full_fill": 7,
     "median_bars_to_full_fill": 4,
     "avg_minutes_to_full_fill": 3391.4286,
     "median_minutes_to_full_fill": 2760,
     "avg_move_away_pct_before_touch": 0.8028,
     "partial_fill_distribution": {
      "0%": {
       "count": 2,
       "pct": 8.3333
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
       "count": 21,
       "pct": 87.5
      }
     }
    }
   },
   "within_session": {
    "count": 355,
    "complete_count": 349,
    "closure_rate_full_pct": 81.9484,
    "closure_rate_any_touch_pct": 87.106,
    "avg_gap_size": 0.97031519,
    "avg_bars_to_full_fill": 7.8497,
    "median_bars_to_full_fill": 4,
    "avg_minutes_to_full_fill": 2772.7972,
    "median_minutes_to_full_fill": 1320,
    "avg_move_away_pct_before_touch": 0.9388,
    "partial_fill_distribution": {
     "0%": {
      "count": 45,
      "pct": 12.894
     },
     "1-25%": {
      "count": 3,
      "pct": 0.8596
     },
     "26-50%": {
      "count": 5,
      "pct": 1.4327
     },
     "51-75%": {
      "count": 4,
      "pct": 1.1461
     },
     "76-99%": {
      "count": 6,
      "pct": 1.7192
     },
     "100%": {
      "count": 286,
      "pct": 81.9484
     }
    }
   }
  },
  "sample_size": 585,
  "confidence": {
   "hourly.13.closure_rate_full_pct": {
    "n": 67,
    "low": 59.9068,
    "high": 81.0297
   },
   "hourly.13.closure_rate_any_touch_pct": {
    "n": 67,
    "low": 67.9282,
    "high": 87.1243
   },
   "hourly.14.closure_rate_full_pct": {
    "n": 123,
    "low": 62.1608,
    "high": 78.0468
   },
   "hourly.14.closure_rate_any_touch_pct": {
    "n": 123,
    "low": 78.978,
    "high": 91.1884
   },
   "hourly.15.closure_rate_full_pct": {
    "n": 90,
    "low": 68.1527,
    "high": 85.1287
   },
   "hourly.15.closure_rate_any_touch_pct": {
    "n": 90,
    "low": 78.1261,
    "high": 92.2053
   },
   "hourly.16.closure_rate_full_pct": {
    "n": 65,
    "low": 63.6942,
    "high": 84.242
   },
   "hourly.16.closure_rate_any_touch_pct": {
    "n": 65,
    "low": 68.7299,
    "high": 87.922
   },
   "hourly.17.closure_rate_full_pct": {
    "n": 77,
    "low": 66.0462,
    "high": 84.6704
   },
   "hourly.17.closure_rate_any_touch_pct": {
    "n": 77,
    "low": 77.7182,
    "high": 92.7902
   },
   "hourly.18.closure_rate_full_pct": {
    "n": 73,
    "low": 76.5876,
    "high": 92.3856
   },
   "hourly.18.closure_rate_any_touch_pct": {
    "n": 73,
    "low": 81.5044,
    "high": 95.2771
   },
   "hourly.19.closure_rate_full_pct": {
    "n": 66,
    "low": 76.0704,
    "high": 92.6567
   },
   "hourly.19.closure_rate_any_touch_pct": {
    "n": 66,
    "low": 79.6877,
    "high": 94.7667
   },
   "hourly.20.closure_rate_full_pct": {
    "n": 24,
    "low": 68.9961,
    "high": 95.6557
   },
   "hourly.20.closure_rate_any_touch_pct": {
    "n": 24,
    "low": 74.1512,
    "high": 97.6841
   },
   "overall.closure_rate_full_pct": {
    "n": 585,
    "low": 74.0548,
    "high": 80.7987
   },
   "overall.closure_rate_any_touch_pct": {
    "n": 585,
    "low": 82.9343,
    "high": 88.562
   },
   "bullish.closure_rate_full_pct": {
    "n": 315,
    "low": 67.5272,
    "high": 77.3227
   },
   "bullish.closure_rate_any_touch_pct": {
    "n": 315,
    "low": 78.6493,
    "high": 86.9005
   },
   "bearish.closure_rate_full_pct": {
    "n": 270,
    "low": 78.427,
    "high": 87.3044
   },
   "bearish.closure_rate_any_touch_pct": {
    "n": 270,
    "low": 85.0001,
    "high": 92.4169
   },
   "within_session.closure_rate_full_pct": {
    "n": 349,
    "low": 77.5724,
    "high": 85.6288
   },
   "within_session.closure_rate_any_touch_pct": {
    "n": 349,
    "low": 83.1819,
    "high": 90.2221
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
   "data_through": "2026-06-30T23:48:00+00:00",
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
   "average_return_5m": 0.018,
   "average_return_15m": 0.0251,
   "average_return_30m": 0.0569,
   "average_return_60m": 0.0548,
   "average_return_eod": 0.3352,
   "aligned_count": 25,
   "divergence_count": 22,
   "bullish_absorption_count": 14,
   "bearish_divergence_count": 8,
   "unclear_count": 29,
   "average_alignment_score": 0.0324,
   "average_impact_realization_score": 0.567,
   "by_direction": {
    "positive": {
     "count": 32,
     "average_return_60m": 0.1356
    },
    "neutral": {
     "count": 16,
     "average_return_60m": -0.1202
    },
    "negative": {
     "count": 28,
     "average_return_60m": 0.0824
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
   "data_through": "2026-06-30T23:55:00+00:00",
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
    "open": 336.53,
    "high": 343.12,
    "low": 336.46,
    "close": 341.52,
    "volume": 1627731
   },
   {
    "ts": "2026-06-04T14:30:00+00:00",
    "date": "2026-06-04",
    "open": 341.52,
    "high": 342.53,
    "low": 339.75,
    "close": 341.52,
    "volume": 716862
   },
   {
    "ts": "2026-06-04T15:30:00+00:00",
    "date": "2026-06-04",
    "open": 341.52,
    "high": 342.99,
    "low": 340.23,
    "close": 340.6,
    "volume": 612097
   },
   {
    "ts": "2026-06-04T16:30:00+00:00",
    "date": "2026-06-04",
    "open": 340.6,
    "high": 341.25,
    "low": 339.2,
    "close": 341.13,
    "volume": 608643
   },
   {
    "ts": "2026-06-04T17:30:00+00:00",
    "date": "2026-06-04",
    "open": 341.13,
    "high": 342.52,
    "low": 337.72,
    "close": 338.08,
    "volume": 575469
   },
   {
    "ts": "2026-06-04T18:30:00+00:00",
    "date": "2026-06-04",
    "open": 338.08,
    "high": 340.35,
    "low": 337.78,
    "close": 338.78,
    "volume": 741983
   },
   {
    "ts": "2026-06-04T19:30:00+00:00",
    "date": "2026-06-04",
    "open": 338.78,
    "high": 339.56,
    "low": 335.94,
    "close": 336.28,
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
   "data_through": "2026-06-30T23:55:00+00:00",
   "warnings": [],
   "adjustment": {
    "requested": "splits",
    "applied": "none",
    "note": "no corporate actions are stored: prices and volumes are as they were landed, whatever the adjustment"
   },
   "total": 7,
   "next_cursor": null
  }
 }
};
