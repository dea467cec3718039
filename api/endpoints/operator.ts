/** `/operator/status`: the state of the installation, for operators' accounts. */
import { z } from 'zod';
import { count, text, textOrNull } from '../../compute/answers/shapes.ts';
import { intParam, textParam } from '../../compute/statistics/params.ts';
import { shared } from '../../lib/async.ts';
import type { Middleware } from '../context.ts';
import { httpError, invalid, queryProblem } from '../errors.ts';
import { readQuery } from '../query/request.ts';
import type { OperatorStatus, Route } from '../route.ts';

const rows = z.array(z.looseObject({}));
const StatusBody = z
  .object({
    symbols: rows,
    dead_letters: count,
    dead_letters_by_reason: z.record(z.string(), count),
    behind: z.object({
      events: z.int().nullable().describe('Events not landed yet; null if the API has no log'),
      days: z.int().describe('Days whose rows are to be computed'),
    }),
    news: z.object({
      waiting: count.describe('News that waits for classification'),
      oldest: textOrNull.describe('When the first of them came'),
    }),
    quarantined: rows,
    skipped: rows,
    collectors: rows,
    retention: z.object({
      policies: rows.describe('What is kept for how long; without a policy, for ever'),
      last_run: z.looseObject({}).nullable().describe('What the last run removed; null: there was none'),
      next_run: textOrNull.describe('When the schedule runs next; null without a policy'),
    }),
    imports: rows.describe('The last ten'),
    coverage: z.object({
      symbols: z.array(
        z.object({ symbol: text, months: z.array(z.object({ month: text, sessions: count, bars: count })) }),
      ),
      next_cursor: textOrNull.describe('Cursor of the next page; null on the last'),
    }),
  })
  .meta({ id: 'OperatorStatus' });

const PARAMS = {
  limit: intParam({ description: 'Symbols of the coverage in one answer', minimum: 1, maximum: 500, fallback: 100 }),
  cursor: textParam({
    description: 'Where the page before ended: its coverage.next_cursor as it is',
    maximumLength: 64,
    pattern: '^[A-Za-z0-9_-]+$',
  }),
};
const DEFAULT_LIMIT = 100;
/** The status is read from the store once per this time, however many pages request it. */
const CACHED_MS = 2_000;

export const operatorRoute: Route = {
  method: 'GET',
  path: '/operator/status',
  access: 'free',
  work: 'reads',
  summary: 'State of the installation',
  description:
    'Lag, dead letters, quarantine, collectors, imports and coverage by month, paged by symbol. Operators only.',
  params: PARAMS,
  response: StatusBody,
  handler: ({ operatorStatus }) => (operatorStatus ? showStatus(operatorStatus) : null),
};

/** Answers the state of the installation to operators' accounts. @throws 403, 422 */
function showStatus(operator: OperatorStatus): Middleware {
  const latestStatus = shared(() => operator.status(), CACHED_MS);
  return async (ctx) => {
    if (!ctx.state.who.account.operator) throw httpError('operator_only');
    const sent = readQuery(ctx.querystring, PARAMS);
    const limit = (sent.get('limit') as number | undefined) ?? DEFAULT_LIMIT;
    const cursor = sent.get('cursor') as string | undefined;
    const after = cursor === undefined ? '' : Buffer.from(cursor, 'base64url').toString('utf8');
    if (cursor !== undefined && !/^[\x21-\x7e]{1,32}$/.test(after)) {
      throw invalid([queryProblem('cursor', 'value_error', 'Not a cursor: take coverage.next_cursor as it is')]);
    }
    const [status, symbols] = await Promise.all([latestStatus(), operator.coverage(after, limit + 1)]);
    const page = symbols.slice(0, limit);
    const next = symbols.length > limit ? Buffer.from(page[limit - 1].symbol).toString('base64url') : null;
    ctx.set('Cache-Control', 'private, no-store');
    ctx.body = { ...status, coverage: { symbols: page, next_cursor: next } };
  };
}
