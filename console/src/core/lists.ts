/** The watchlist and the latest questions of an account. Only this browser keeps them; no request contains them. */
import { keep, readKept } from './kept.ts';

/** Most symbols that `/today` answers. */
export const MAX_WATCHED = 50;
const MAX_QUESTIONS = 12;

interface RecentQuestion {
  /** Path and query of the question's page, which contain all of it. */
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

/** Stores the watchlist and returns it. */
export function setWatchlist(symbols: readonly string[]): readonly string[] {
  keep('browser', 'watchlist', symbols.slice(0, MAX_WATCHED));
  return watchlist();
}

/** Returns the latest questions, the newest first. */
export const recentQuestions = (): readonly RecentQuestion[] => listOf('questions', isQuestion);

export function rememberQuestion(question: RecentQuestion): void {
  const others = recentQuestions().filter(({ address }) => address !== question.address);
  keep('browser', 'questions', [question, ...others].slice(0, MAX_QUESTIONS));
}
