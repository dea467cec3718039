/** Parameters against the feed: a value must be a whole multiple of the symbol's base interval where the statistic requires it. */
import type { AnyValues, Param } from '../../compute/statistics/params.ts';
import { formatInterval } from '../../exchange/symbol.ts';
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import { type Problem, queryProblem } from '../errors.ts';
import type { StatisticRoute } from '../routes.ts';

/** The statistic's and the endpoint's own parameters, in the order that answers echo them. */
export function ownParams({ statistic, endpoint, kind }: StatisticRoute): readonly (readonly [string, Param])[] {
  return Object.entries(kind === 'screen' ? statistic.params : { ...statistic.params, ...endpoint.params });
}

/** Values as sent, else the defaults as they are. */
export function plainValues(route: StatisticRoute, sent: ReadonlyMap<string, unknown>): AnyValues {
  return Object.fromEntries(
    ownParams(route).map(([name, param]) => [name, sent.has(name) ? sent.get(name) : param.fallback]),
  );
}

/**
 * Values for feeds of these base intervals (several: what fits all of them). Omitted ones become the smallest fitting
 * multiple at or above the default; those sent that do not fit are problems.
 */
export function adaptedValues(
  route: StatisticRoute,
  sent: ReadonlyMap<string, unknown>,
  intervalsMin: readonly number[],
): { values: AnyValues; problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const { needsIntraday } = route.statistic;
  if (needsIntraday && intervalsMin.some((interval) => interval >= MINUTES_PER_DAY)) {
    problems.push(
      queryProblem(needsIntraday.param, 'value_error', 'This statistic needs intraday bars: the feed is 1d'),
    );
    return { values: plainValues(route, sent), problems };
  }
  const together = intervalsMin.reduce(leastCommonMultiple, 1);
  const words = [...new Set(intervalsMin)].map(formatInterval).join(', ');
  const values: Record<string, unknown> = {};
  for (const [name, param] of ownParams(route)) {
    const given = sent.has(name);
    values[name] = given ? sent.get(name) : param.fit ? param.fit(together) : param.fallback;
    if (given && param.fits && !intervalsMin.every((interval) => param.fits?.(values[name], interval))) {
      problems.push(
        queryProblem(name, 'value_error', `Input should be a whole multiple of the base interval, ${words}`),
      );
    } else if (!given && param.fit && values[name] === null) {
      problems.push(
        queryProblem(name, 'value_error', `No value of ${name} is a whole multiple of the base interval, ${words}`),
      );
    }
  }
  return { values, problems };
}

/** Whether the feed takes the values as they are: over all symbols, those that do not are left out. */
export const fitsFeed = (route: StatisticRoute, values: AnyValues, intervalMin: number): boolean =>
  unfitParameter(route, values, intervalMin) === null;

/** The first parameter that the feed does not take as it is; null without one. */
export function unfitParameter(route: StatisticRoute, values: AnyValues, intervalMin: number): string | null {
  const { needsIntraday } = route.statistic;
  if (needsIntraday && intervalMin >= MINUTES_PER_DAY) return needsIntraday.param;
  const unfit = ownParams(route).find(([name, param]) => param.fits?.(values[name], intervalMin) === false);
  return unfit?.[0] ?? null;
}

function leastCommonMultiple(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y !== 0) [x, y] = [y, x % y];
  return (a / x) * b;
}
