/** Warnings of answers: a sentence for people and a code for programs. */

/** What each code of `metadata.warning_codes` means. */
export const WARNING_CODES = {
  after_data: 'the date is after the end of the data',
  before_history: "the range lies before the plan's history",
  base_changed: 'another series of the symbol answers than before',
  bars_left_out: 'extended bars of early closes and closings are left out',
  bars_straddle_open: 'bars of 1h and longer may straddle the opening',
  cases_without_value: 'what a numeric outcome is about never came in some cases',
  coverage_shorter: 'the data begin after the start of the range',
  cutoff_by_season: 'the cutoff means another time of New York in summer than in winter',
  cutoff_no_effect: 'the cutoff ends no observation',
  event_source_mismatch: 'the news are of another kind than the bars of the symbol',
  few_cases: 'fewer than 30 cases',
  gaps_not_observed: 'gaps that were not observed are left out of the fill figures',
  holiday: 'the exchange was closed on the date',
  late_sessions: 'sessions begin late: their open is not that of the market',
  longer_series: 'bars at another interval begin earlier',
  look_ahead: 'a condition looks ahead of the outcome',
  needs_intraday: 'the bars are 1d and hold no order within the day',
  no_bars: 'no bars of the symbol are stored',
  no_comparison: 'the cases cannot be compared with other sessions',
  no_paths: 'the paths of the cases were not computed',
  outside_window: 'a time of the question lies outside the session window',
  parameter_ignored: 'a parameter has no effect at this endpoint',
  price_look_ahead: 'a condition on an absolute price looks ahead if bars are adjusted by later splits',
  reaction_window_short: 'windows shorter than the bars have no reaction',
  sessions_lack_bars: 'sessions lack more than a tenth of their bars',
  split_suspect: 'an open looks like a split that the prices are not adjusted for',
  symbols_left_out: 'symbols whose bars do not fit a parameter are left out',
  symbols_without_session: 'symbols have no session in the range',
  timeframe_over_window: 'the timeframe is longer than the session window',
  unknown_cases: 'many sessions are unknown or early, and are no cases',
  value_chosen: 'the default of a parameter does not fit the bars of all symbols: another value was chosen',
  weekend: 'the date is on a weekend',
  weekend_bars: 'bars fall into sessions dated on a weekend',
  weekly_field: 'the field is known at the end of the week',
  window_cuts_hours: 'the session window leaves out a part of the regular hours',
  window_outside_hours: 'the session window holds none of the regular hours',
  window_shorter_than_day: 'the session window is shorter than a crypto day',
  window_used_up: 'the range or candle takes up the whole session window',
} as const;

export type WarningCode = keyof typeof WARNING_CODES;

export interface Warning {
  readonly code: WarningCode;
  readonly text: string;
}

/** Returns each warning once, by its text. */
export const distinctWarnings = (warnings: readonly Warning[]): Warning[] => [
  ...new Map(warnings.map((warning) => [warning.text, warning])).values(),
];

/** Returns the warnings with the name of what they are about in front. */
export const about = (name: string, warnings: readonly Warning[]): Warning[] =>
  warnings.map(({ code, text }) => ({ code, text: `${name}: ${text}` }));
