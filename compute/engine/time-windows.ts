/** The words of `time_window` that are counted in calendar months; summaries are kept for these. */
export const TIME_WINDOWS = { '1M': 1, '3M': 3, '6M': 6, '12M': 12, '24M': 24, '5Y': 60 } as const;
export type CountedWindow = keyof typeof TIME_WINDOWS;
/** All that a request may name: also the calendar year of the end, and everything that is stored. */
export const REQUEST_WINDOWS = [...(Object.keys(TIME_WINDOWS) as CountedWindow[]), 'YTD', 'MAX'] as const;
export type TimeWindow = (typeof REQUEST_WINDOWS)[number];

export const monthsOf = (window: TimeWindow): number =>
  window === 'YTD' || window === 'MAX' ? 0 : TIME_WINDOWS[window];

export const DEFAULT_TIME_WINDOW: TimeWindow = '12M';
