/** `/me/usage`: the account and what is left of its limits, without counting in them. */
import { z } from 'zod';
import { count, text, time } from '../../compute/answers/shapes.ts';
import { isoTimestamp } from '../../compute/market/render.ts';
import type { Middleware } from '../context.ts';
import { PLAN_NAMES } from '../plans.ts';
import type { RateLimits, WindowState } from '../rate-limits.ts';
import type { Route } from '../route.ts';

const LimitWindow = z.object({ limit: count, used: count, remaining: count, reset_at: time });

const Usage = z
  .object({
    account: z.object({
      id: text,
      name: text,
      plan: z.enum(PLAN_NAMES),
      direct_api: z.boolean(),
      history_days: z.int().nullable().describe('Null: all history'),
      features: z.array(text),
      operator: z.boolean().describe('May read /operator/status'),
    }),
    rate_limits: z.object({
      minute: LimitWindow,
      day: LimitWindow,
    }),
  })
  .meta({ id: 'Usage' });

export const usageRoute: Route = {
  method: 'GET',
  path: '/me/usage',
  access: 'own',
  work: 'memory',
  summary: 'The account, its plan, and its rate-limit status',
  description: 'Counted in no other limit, and answered while one is reached: 120 a minute.',
  response: Usage,
  handler: ({ limits }) => showUsage(limits),
};

const shown = ({ limit, used, resetMs }: WindowState) => ({
  limit,
  used,
  remaining: limit - used,
  reset_at: isoTimestamp(Math.ceil(resetMs / 1000) * 1000),
});

const showUsage =
  (limits: RateLimits): Middleware =>
  async (ctx) => {
    const { id, name, plan, figures, features, operator } = ctx.state.who.account;
    const { minute, day } = await limits.show(ctx);
    ctx.set('Cache-Control', 'private, no-store');
    ctx.body = {
      account: {
        id,
        name,
        plan,
        direct_api: figures.directApi,
        history_days: figures.historyDays,
        features,
        operator,
      },
      rate_limits: { minute: shown(minute), day: shown(day) },
    };
  };
