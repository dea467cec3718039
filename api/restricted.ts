/** Answers as an account sees them that may read only symbols with a prefix: all others are not there. */
import type { Answers } from '../compute/answers/answers.ts';

export type SymbolAnswers = Pick<Answers, 'symbol' | 'symbols' | 'adjusted'>;

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
