/** Values of parameters that a request leaves out, adapted to the feed. */
import type { AnyValues, ParamSet } from './params.ts';

/** Null where no value fits the feed: then the request is refused. */
export function defaultsOf(params: ParamSet, intervalMin: number): AnyValues {
  return Object.fromEntries(
    Object.entries(params).map(([name, param]) => [name, param.fit ? param.fit(intervalMin) : param.fallback]),
  );
}
