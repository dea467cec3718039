/** The watchlist and the latest questions of an account. This browser keeps them, and no request has them. */
import { keep, readKept } from './kept.ts';

/** `/today` answers at most so many symbols. */
export const MAX_WATCHED = 50;
const MAX_QUESTIONS = 12;

export interface RecentQuestion {
  /** Path and query of its page, which hold all of the question. */
  readonly address: string;
  readonly name: string;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const listOf = <T>(name: string, isItem: (value: unknown) => value is T): readonly T[] => {
  const stored = readKept<unknown>('browser', name);
  return Array.isArray(stored) ? stored.filter(isItem) : [];
};
const isQuestion = (value: unknown): value is RecentQuestion => {
  const { address, name } = (value ?? {}) as Partial<RecentQuestion>;
  return isText(address) && address.startsWith('/console/') && isText(name);
};

export const watchlist = (): readonly string[] => listOf('watchlist', isText).slice(0, MAX_WATCHED);

/** Returns the list as it is kept. */
export function setWatchlist(symbols: readonly string[]): readonly string[] {
  keep('browser', 'watchlist', symbols.slice(0, MAX_WATCHED));
  return watchlist();
}

/** Returns the questions asked last, the latest first. */
export const recentQuestions = (): readonly RecentQuestion[] => listOf('questions', isQuestion);

export function rememberQuestion(question: RecentQuestion): void {
  const others = recentQuestions().filter(({ address }) => address !== question.address);
  keep('browser', 'questions', [question, ...others].slice(0, MAX_QUESTIONS));
}
