/** Plans as data. An account has its plan's figures but those it overrides. */

export interface PlanFigures {
  /** Access tokens work on the API itself, not in the web console alone. */
  readonly directApi: boolean;
  /** Days of history counted from today's UTC date; null: all there is. */
  readonly historyDays: number | null;
  readonly perMinute: number;
  readonly perDay: number;
  readonly customDates: boolean;
  readonly customTimes: boolean;
  /** Only symbols that begin with it can be read; null: all. */
  readonly symbolPrefix: string | null;
}

export const PLANS = {
  free: { directApi: false, historyDays: 365, perMinute: 10, perDay: 500, customDates: false, customTimes: false },
  pro_web: { directApi: false, historyDays: null, perMinute: 60, perDay: 5_000, customDates: true, customTimes: true },
  pro_api: { directApi: true, historyDays: null, perMinute: 300, perDay: 50_000, customDates: true, customTimes: true },
} as const satisfies Record<string, Omit<PlanFigures, 'symbolPrefix'>>;

export type PlanName = keyof typeof PLANS;
export const PLAN_NAMES = Object.keys(PLANS) as readonly PlanName[];

export function isPlanName(text: string): text is PlanName {
  return Object.hasOwn(PLANS, text);
}

/** Figures of an account that are not its plan's. */
export type Overrides = { readonly [K in keyof PlanFigures]?: PlanFigures[K] };

export type Feature = 'custom_dates' | 'custom_times';

/** Query parameters that need a feature; every other is open to all plans. */
export const FEATURE_PARAMETERS: Readonly<Record<Feature, readonly string[]>> = {
  custom_dates: ['start_date', 'end_date', 'date'],
  custom_times: ['start_time', 'end_time', 'fill_cutoff'],
};

export function figuresOf(plan: PlanName, overrides: Overrides): PlanFigures {
  return { ...PLANS[plan], symbolPrefix: null, ...overrides };
}

export function featuresOf(figures: PlanFigures): readonly Feature[] {
  return [
    ...(figures.customDates ? (['custom_dates'] as const) : []),
    ...(figures.customTimes ? (['custom_times'] as const) : []),
  ];
}
