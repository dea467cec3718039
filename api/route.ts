/** Declares a route. From the declaration come the router, the checks, `/openapi.json` and the types of the clients. */
import type { z } from 'zod';
import type { Param } from '../compute/statistics/params.ts';
import type { Middleware } from './context.ts';
import type { ComputingDeps, DataEndpoints } from './data.ts';
import type { Schema } from './json-schema.ts';
import type { Login } from './login.ts';
import type { OperatorStatus } from './operator.ts';
import type { RateLimits } from './rate-limits.ts';
import type { TodayEndpoint } from './today.ts';

/** `charged`: in the plan's minute and day. `free`, `own`: in a minute of their own. `open`: without an account. */
export type Access = 'charged' | 'free' | 'own' | 'open';
/** `answers`: waits among the answers that are computed. `reads`: among the short reads. `memory`: waits for nothing. */
export type Work = 'answers' | 'reads' | 'memory';

/** The format of an answer's body beside JSON. */
export type OtherFormat = 'csv' | 'arrow' | 'html';

/** The parts that handlers work with. */
export interface Services {
  readonly computing: ComputingDeps;
  readonly data: DataEndpoints;
  readonly today: TodayEndpoint;
  readonly limits: RateLimits;
  readonly login: Login;
  readonly operatorStatus: OperatorStatus | undefined;
  readonly ready: () => Promise<Readiness>;
  readonly consoleFolder: string | undefined;
}

export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, boolean>>;
}

export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly access: Access;
  /** The place where requests wait; it sets their deadline. */
  readonly work: Work;
  /** Longest request target; default: that of the configuration. */
  readonly maxUrlBytes?: number;
  /** Title in `/openapi.json`; a route without one is not described there. */
  readonly summary?: string;
  readonly description?: string;
  readonly tag?: string;
  readonly params?: ReadonlyMap<string, Param>;
  /** Body of a 200: a schema with an id, or the JSON Schemas of the body and of what it refers to, by their names. */
  readonly response?: z.ZodType | (() => readonly (readonly [name: string, schema: Schema])[]);
  readonly otherFormats?: readonly OtherFormat[];
  /** Headers of a 200 beside those of the limits. */
  readonly headers?: readonly string[];
  /** Answers beside the 200 and the errors of every route, by status: a component of `openapi.ts`. */
  readonly statuses?: Readonly<Record<number, string>>;
  /** Returns null if the installation does not serve the route. */
  readonly handler: (services: Services) => Middleware | null;
}
