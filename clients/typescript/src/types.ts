// `npm run types:api` writes openapi.ts.
import type { paths } from './openapi.ts';

/** A path that answers JSON, such as `/stats/gap/summary`. */
export type Path = {
  [P in keyof paths]: paths[P] extends { get: { responses: { 200: { content: { 'application/json': unknown } } } } }
    ? P
    : never;
}[keyof paths];

/** Body of the answer of a path. */
export type Answer<P extends Path> = paths[P] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

/** Query parameters of a path. */
export type Params<P extends Path> = paths[P] extends { get: { parameters: { query?: infer Query } } }
  ? [Query] extends [undefined]
    ? Record<never, never>
    : Exclude<Query, undefined>
  : Record<never, never>;
