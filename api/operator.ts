/** `/operator/...`: the state of the installation and what operators may do to it, for accounts with the flag. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { intParam, type ParamSet, textParam } from '../compute/statistics/params.ts';
import { shared } from '../lib/async.ts';
import type { Logger } from '../lib/logger.ts';
import { invalid, notFound, operationsNotConfigured, operatorOnly, queryProblem, unavailable } from './errors.ts';
import type { FreeRequest, Who } from './guard.ts';
import { bodyObject } from './me.ts';
import { readQuery } from './query/prepare.ts';

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
  /** What `status --json` of the command line says. */
  status(): Promise<object>;
  /** Symbols after the one named (empty: from the first), ascending, at most so many. */
  coverage(after: string, limit: number): Promise<readonly SymbolCoverage[]>;
}

export const OPERATOR_PARAMS: ParamSet = {
  limit: intParam({ description: 'Symbols of the coverage in one answer', minimum: 1, maximum: 500, fallback: 100 }),
  cursor: textParam({
    description: 'Where the page before ended: its coverage.next_cursor as it is',
    maximumLength: 64,
    pattern: '^[A-Za-z0-9_-]+$',
  }),
};
const DEFAULT_LIMIT = 100;
/** However many pages look, the store is asked so often. */
const CACHED_MS = 2_000;

/** @throws 403 */
export function operatorsOnly(_: unknown, { account }: Who): void {
  if (!account.operator) throw operatorOnly();
}

export function operatorEndpoint(operator: OperatorStatus) {
  const latestStatus = shared(() => operator.status(), CACHED_MS);
  return async ({ response, search }: FreeRequest): Promise<void> => {
    const sent = readQuery(search, OPERATOR_PARAMS);
    const limit = (sent.get('limit') as number | undefined) ?? DEFAULT_LIMIT;
    const cursor = sent.get('cursor') as string | undefined;
    const after = cursor === undefined ? '' : Buffer.from(cursor, 'base64url').toString('utf8');
    if (cursor !== undefined && !/^[\x21-\x7e]{1,32}$/.test(after)) {
      throw invalid([queryProblem('cursor', 'value_error', 'Not a cursor: take coverage.next_cursor as it is')]);
    }
    const [status, symbols] = await Promise.all([latestStatus(), operator.coverage(after, limit + 1)]);
    const page = symbols.slice(0, limit);
    const next = symbols.length > limit ? Buffer.from(page[limit - 1].symbol).toString('base64url') : null;
    response.json(200, { ...status, coverage: { symbols: page, next_cursor: next } });
  };
}

/** Operations of the command line that the console may start. */
export interface OperatorActions {
  readonly names: readonly string[];
  /** Newline-delimited JSON, as the ops port writes it; null where that does not answer. */
  start(
    name: string,
    args: Readonly<Record<string, unknown>>,
  ): Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array> | null>;
}

/** A part of a file, 8 MiB in base64, and what is around it. */
export const MAX_OPERATION_BYTES = 12 * 2 ** 20;
const MAX_RUNNING = 8;

/** `POST /operator/operations/{name}`: what it reports while it runs, then its result. @throws 404, 422, 503 */
export function operationsEndpoint(actions: OperatorActions | undefined, logger: Logger) {
  let running = 0;
  return async ({ response, who, params: { name }, body }: FreeRequest): Promise<void> => {
    if (!actions) throw operationsNotConfigured();
    if (!actions.names.includes(name)) throw notFound('No operation of this name may be started in the console');
    const args = bodyObject(body);
    if (running >= MAX_RUNNING) throw unavailable(`${MAX_RUNNING} operations are running`);
    running++;
    try {
      const lines = await actions.start(name, args).catch((error: Error) => {
        throw unavailable(error.message);
      });
      if (!lines) throw unavailable('The program that lands does not answer at its ops port', 5);
      logger.info({ account: who.account.id, operation: name }, 'an operator started an operation in the console');
      response.open(['Content-Type', 'application/x-ndjson', 'Cache-Control', 'private, no-store']);
      // Where the browser is gone the operation goes on: what it does is durable either way.
      await pipeline(Readable.from(lines), response.res).catch(() => {});
    } finally {
      running--;
    }
  };
}
