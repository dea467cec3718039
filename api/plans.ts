/** Plans, and what the account of a request may do by its plan. */
import type { Answers } from '../compute/answers/answers.ts';
import type { Clock } from '../lib/clock.ts';
import { dayOfMs } from '../lib/days.ts';

/** An account has its plan's figures but those it overrides. */
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

const NOTHING_MORE = { directApi: false, customDates: false, customTimes: false } as const;
const CUSTOM = { customDates: true, customTimes: true } as const;

export const PLANS = {
  free: { ...NOTHING_MORE, historyDays: 365, perMinute: 10, perDay: 500 },
  pro_web: { ...CUSTOM, directApi: false, historyDays: null, perMinute: 60, perDay: 5_000 },
  pro_api: { ...CUSTOM, directApi: true, historyDays: null, perMinute: 300, perDay: 50_000 },
} as const satisfies Record<string, Omit<PlanFigures, 'symbolPrefix'>>;

export type PlanName = keyof typeof PLANS;
export const PLAN_NAMES = Object.keys(PLANS) as readonly PlanName[];

export const isPlanName = (text: string): text is PlanName => Object.hasOwn(PLANS, text);

/** Figures of an account that are not its plan's. */
export type Overrides = { readonly [K in keyof PlanFigures]?: PlanFigures[K] };

export type Feature = 'custom_dates' | 'custom_times';

/** Query parameters that need a feature; every other is open to all plans. */
export const FEATURE_PARAMETERS: Readonly<Record<Feature, readonly string[]>> = {
  custom_dates: ['start_date', 'end_date', 'date'],
  custom_times: ['start_time', 'end_time', 'fill_cutoff'],
};

export function figuresOf(plan: string, overrides: Overrides): PlanFigures {
  return { ...PLANS[isPlanName(plan) ? plan : 'free'], symbolPrefix: null, ...overrides };
}

export type SymbolAnswers = Pick<Answers, 'symbol' | 'symbols' | 'listed' | 'newestBars'>;

/** First day of the plan's history, days since the epoch; undefined: all history. */
export function earliestDay({ historyDays }: PlanFigures, clock: Clock): number | undefined {
  return historyDays === null ? undefined : dayOfMs(clock.nowMs()) - historyDays;
}

/** Null prefix: all symbols. Every way from a request to a symbol leads through one of these. */
export function restricted(answers: SymbolAnswers, prefix: string | null): SymbolAnswers {
  if (prefix === null) return answers;
  const isSeen = ({ symbol }: { readonly symbol: string }) => symbol.startsWith(prefix);
  return {
    // Of all symbols: when bars of a class came last is no secret.
    newestBars: () => answers.newestBars(),
    listed: async () => (await answers.listed()).filter(isSeen),
    symbols: async (...asked) => (await answers.symbols(...asked)).filter(isSeen),
    async symbol(text, asWritten) {
      const found = await answers.symbol(text, asWritten);
      return found && isSeen(found) ? found : null;
    },
  };
}

export type Account = ReturnType<typeof accountOf>;

/** @param operator may read the state of the installation */
export function accountOf(id: string, name: string, plan: string, overrides: Overrides, operator = false) {
  const figures = figuresOf(plan, overrides);
  const features: Feature[] = [];
  if (figures.customDates) features.push('custom_dates');
  if (figures.customTimes) features.push('custom_times');
  return { id, name, plan, figures, features: features as readonly Feature[], operator };
}
