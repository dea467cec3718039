/** What of the store an account may read: symbols of a prefix alone, and so many days of history. */
import type { Answers } from '../compute/answers/answers.ts';
import type { Clock } from '../lib/clock.ts';
import { dayOfMs } from '../lib/days.ts';
import type { PlanFigures } from './plans.ts';

export type SymbolAnswers = Pick<Answers, 'symbol' | 'symbols' | 'adjusted'>;

/** First day of the plan's history, days since the epoch; undefined: all history. */
export function earliestDay({ historyDays }: PlanFigures, clock: Clock): number | undefined {
  return historyDays === null ? undefined : dayOfMs(clock.nowMs()) - historyDays;
}

/** Null prefix: all symbols. Every way from a request to a symbol leads through one of these two. */
export function restricted(answers: SymbolAnswers, prefix: string | null): SymbolAnswers {
  if (prefix === null) return answers;
  return {
    adjusted: (symbol, adjustment) => answers.adjusted(symbol, adjustment),
    async symbols(earliest) {
      return (await answers.symbols(earliest)).filter(({ symbol }) => symbol.startsWith(prefix));
    },
    async symbol(text, asWritten) {
      const found = await answers.symbol(text, asWritten);
      return found?.symbol.startsWith(prefix) ? found : null;
    },
  };
}
