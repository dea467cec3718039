/** Fits the parameters of a statistic to the base intervals of symbols' bars. */
import { type AnyValues, defaultsOf } from '../../compute/statistics/params.ts';
import { formatInterval } from '../../exchange/symbol.ts';
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import { type Problem, queryProblem } from '../errors.ts';
import type { DataRoute } from '../route.ts';

type Parameters = Pick<DataRoute, 'own' | 'statistic'>;

/** Returns the values as sent, else the defaults. */
export function plainValues({ own }: Parameters, sent: ReadonlyMap<string, unknown>): AnyValues {
  return Object.fromEntries(
    Object.entries(own).map(([name, { fallback }]) => [name, sent.has(name) ? sent.get(name) : fallback]),
  );
}

/**
 * Returns values that fit feeds of all these base intervals. Omitted values become the smallest fitting multiple at or above
 * the default; sent values that do not fit are problems.
 */
export function adaptedValues(
  route: Parameters,
  sent: ReadonlyMap<string, unknown>,
  intervalsMin: readonly number[],
): { values: AnyValues; problems: readonly Problem[] } {
  const { own, statistic } = route;
  const problem = (name: string, message: string) => [queryProblem(name, 'value_error', message)];
  const needed = statistic?.needsIntraday;
  if (needed && intervalsMin.some((interval) => interval >= MINUTES_PER_DAY)) {
    const problems = problem(needed.param, 'This statistic needs intraday bars: the feed is 1d');
    return { values: plainValues(route, sent), problems };
  }
  const defaults = defaultsOf(own, intervalsMin.reduce(leastCommonMultiple, 1));
  const intervals = [...new Set(intervalsMin)].map(formatInterval).join(', ');
  const values = Object.fromEntries(
    Object.keys(own).map((name) => [name, sent.has(name) ? sent.get(name) : defaults[name]]),
  );
  const problems = Object.entries(own).flatMap(([name, param]) => {
    if (!sent.has(name)) {
      const message = `No value of ${name} is a whole multiple of the base interval, ${intervals}`;
      return param.fit && values[name] === null ? problem(name, message) : [];
    }
    const isFit = intervalsMin.every((interval) => param.fits?.(values[name], interval) !== false);
    return isFit ? [] : problem(name, `Input should be a whole multiple of the base interval, ${intervals}`);
  });
  return { values, problems };
}

/** Returns the first parameter whose value does not fit the feed; null without one. */
export function unfitParameter({ own, statistic }: Parameters, values: AnyValues, intervalMin: number): string | null {
  const needed = statistic?.needsIntraday;
  if (needed && intervalMin >= MINUTES_PER_DAY) return needed.param;
  const unfit = Object.entries(own).find(([name, param]) => param.fits?.(values[name], intervalMin) === false);
  return unfit?.[0] ?? null;
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
const leastCommonMultiple = (a: number, b: number) => (a / divisor(a, b)) * b;
