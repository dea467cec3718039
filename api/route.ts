/** Declares a route. From the declaration come the router, the checks, `/openapi.json` and the types of the clients. */
import type { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { Answers, SymbolInfo } from '../compute/answers/answers.ts';
import type { Source } from '../compute/answers/questions/question.ts';
import type { Screens } from '../compute/answers/screens.ts';
import type { RangeRequest } from '../compute/evaluation/range.ts';
import type { Adjustment } from '../compute/market/bars.ts';
import type { Field } from '../compute/market/fields.ts';
import type { SessionSpec } from '../compute/market/sessions.ts';
import type { AnyValues, ParamSet } from '../compute/statistics/params.ts';
import type { Statistic } from '../compute/statistics/statistic.ts';
import type { Clock } from '../lib/clock.ts';
import type { AnswersCache, Changes } from './cache.ts';
import type { ApiConfig } from './config.ts';
import type { Middleware } from './context.ts';
import type { Login } from './endpoints/login.ts';
import type { Problem } from './errors.ts';
import type { Feature, SymbolAnswers } from './plans.ts';
import type { Format } from './query/params.ts';
import type { ParsedQuestion } from './query/question.ts';
import type { RateLimits } from './rate-limits.ts';
import type { AnswerBody } from './responses/body.ts';
import type { Place } from './responses/pages.ts';
import type { WorkLimiter } from './work.ts';

/** Tags of routes that belong to no statistic. */
export const SERVICE = 'service';
export const QUESTIONS = 'questions';

/** `charged`: in the plan's minute and day. `free`, `own`: in a minute of their own. `open`: without an account. */
export type Access = 'charged' | 'free' | 'own' | 'open';
/** `answers`: waits among the answers that are computed. `reads`: among the short reads. `memory`: waits for nothing. */
export type Work = 'answers' | 'reads' | 'memory';

/** The parts that handlers work with. */
export interface Services {
  readonly answers: Answers;
  readonly statistics: readonly Statistic[];
  /** Rankings from the summaries tables; without it they are computed from the records. */
  readonly screens?: Screens;
  readonly cache: AnswersCache;
  readonly changes: Changes;
  /** Requests as read, by their URL: reading costs more than the rest of a hot answer. */
  readonly requests: LRUCache<string, DataRequest>;
  /** One symbol's part of answers over many, by its version: after a change only that symbol is computed again. */
  readonly parts: LRUCache<string, object>;
  readonly work: WorkLimiter;
  /** Short reads beside the answers that are computed. */
  readonly lookups: WorkLimiter;
  readonly clock: Clock;
  readonly config: ApiConfig;
  readonly limits: RateLimits;
  readonly login: Login;
  /** State of the installation; without it `/operator/status` does not exist. */
  readonly operatorStatus?: OperatorStatus;
  readonly ready: () => Promise<Readiness>;
  readonly consoleFolder?: string;
}

/** Bars of a symbol in one calendar month. */
export interface CoverageMonth {
  /** `2025-06`. */
  readonly month: string;
  readonly sessions: number;
  readonly bars: number;
}

export interface SymbolCoverage {
  readonly symbol: string;
  readonly months: readonly CoverageMonth[];
}

export interface OperatorStatus {
  /** Returns the answer of the command `status --json`. */
  status(): Promise<object>;
  /** Returns at most `limit` symbols after the given one (empty: from the first), ascending. */
  coverage(after: string, limit: number): Promise<readonly SymbolCoverage[]>;
}

export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, boolean>>;
}

export type Schema = { [key: string]: unknown };

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
  readonly params?: ParamSet;
  /** Body of a 200: a schema with an id, or the JSON Schemas of the body and of what it refers to, by their names. */
  readonly response?: z.ZodType | (() => readonly (readonly [name: string, schema: Schema])[]);
  /** Formats of the body beside JSON. */
  readonly otherFormats?: readonly ('csv' | 'arrow' | 'html')[];
  /** Headers of a 200 beside those of the limits. */
  readonly headers?: readonly string[];
  /** Answers beside the 200 and the errors of every route, by status: a component of `openapi.ts`. */
  readonly statuses?: Readonly<Record<number, string>>;
  /** Returns null if the installation does not serve the route. */
  readonly handler: (services: Services) => Middleware | null;
}

/** A route that answers from what is stored; `data.ts` reads, looks up, computes, caches and sends for all of them. */
export interface DataRoute extends Route {
  readonly params: ParamSet;
  /** Parameters of related routes, which are accepted here without effect. */
  readonly elsewhere: ReadonlySet<string>;
  readonly scope: 'symbol' | 'symbols' | 'universe';
  readonly statistic: Statistic | null;
  /** The parameters of the statistic and its endpoint, in the order of their echo. */
  readonly own: ParamSet;
  /** Order of a paged list if the request has none. */
  readonly defaultOrder?: 'asc' | 'desc';
  /** `date` is open to all plans. */
  readonly isDateFree?: boolean;
  /** The answer depends on whether the symbols' data have stopped. */
  readonly isAboutNow?: boolean;
  /** The session of every request; default: that of its parameters. */
  readonly session?: SessionSpec;
  /** The names that conditions of a question can have; undefined for routes that take no question. */
  readonly sources?: ReadonlyMap<string, Source>;
  /** Returns what is wrong with the values beyond what their schemas check. */
  readonly problemsOf?: (sent: ReadonlyMap<string, unknown>) => Problem[];
  /** Returns what does not fit the bars of the one symbol. */
  readonly misfitsOf?: (request: DataRequest, symbol: SymbolInfo, others: Target['others']) => readonly Problem[];
  /** Returns the symbols of a request that names none; default: all. */
  readonly namesOf?: (answers: SymbolAnswers) => Promise<readonly string[]>;
  readonly answer: (job: Job, services: Services) => Promise<AnswerBody>;
}

/** A route of a statistic, with the fields of its rows, or of its body if it is a summary. */
export interface StatisticRoute extends DataRoute {
  readonly statistic: Statistic;
  readonly fields: readonly Field[];
}

/** A request for data, read from its URL. If there are `problems`, the other properties mean nothing. */
export interface DataRequest {
  readonly route: DataRoute;
  readonly problems: readonly Problem[];
  /** Symbols that the request names, in upper case. */
  readonly names: readonly string[];
  /** Values of the parameters that were sent and have no property of their own here. */
  readonly sent: ReadonlyMap<string, unknown>;
  readonly session: SessionSpec;
  /** The range as the query has it; days since the epoch. */
  readonly range: Pick<RangeRequest, 'timeWindow' | 'months' | 'startDate' | 'endDate' | 'date'>;
  readonly adjustment: Adjustment;
  /** The plan's features that the query needs, each with the parameter that needs it. */
  readonly needs: readonly { readonly feature: Feature; readonly parameter: string }[];
  /** The format by its parameter; undefined: the header `Accept` decides. */
  readonly format: Format | undefined;
  readonly limit: number | undefined;
  /** The list is paged from its last row to its first. */
  readonly isBackwards: boolean;
  readonly place: Place | undefined;
  readonly cursorMark: string;
  /** Parameters that were sent and have no effect. */
  readonly ignored: readonly string[];
  /** Null if the route takes no question. */
  readonly question: ParsedQuestion | null;
  /** Equal for queries that mean the same; without the format. */
  readonly key: string;
}

/** The symbols of a request, and whether their feeds fit its parameters. */
export interface Target {
  /** The order is that of the request; ascending by name if the request names none. */
  readonly symbols: readonly SymbolInfo[];
  /** Other symbols that a question names, by their names in it. */
  readonly others: ReadonlyMap<string, SymbolInfo>;
  /** Values of the statistic's and the endpoint's parameters; over all symbols the defaults as they are. */
  readonly values: AnyValues;
  /** Parameters that do not fit the feed. */
  readonly problems: readonly Problem[];
  /** Symbols whose data have stopped. */
  readonly stale: ReadonlySet<string>;
  /** Symbols without a series at the interval asked for. */
  readonly leftOut: readonly string[];
  /** The first requested symbol without stored data. */
  readonly unknown: string | null;
  /** Changes with everything that the answer depends on. */
  readonly version: string;
}

/** A request with everything that its answer depends on, beside what is stored. */
export interface Job {
  readonly request: DataRequest;
  readonly target: Target;
  /** First day of the plan's history; undefined: all history. */
  readonly earliest: number | undefined;
  /** Only symbols that begin with it can be read; null: all. */
  readonly symbolPrefix: string | null;
  readonly format: Format;
  /** Returns whether the request has passed its deadline. */
  readonly expired: () => boolean;
}
