/** The words of `time_window`, in calendar months. Every daily statistic takes all six. */
export const TIME_WINDOWS = { '1M': 1, '3M': 3, '6M': 6, '12M': 12, '24M': 24, '5Y': 60 } as const;
export type TimeWindow = keyof typeof TIME_WINDOWS;
export const DEFAULT_TIME_WINDOW: TimeWindow = '12M';
