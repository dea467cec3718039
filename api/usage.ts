/** `/me/usage`: the account and what is left of its limits, without counting in them. */
import { isoTimestamp } from '../compute/market/render.ts';
import type { Middleware } from './context.ts';
import type { RateLimits, WindowState } from './rate-limits.ts';

const shown = ({ limit, used, resetMs }: WindowState) => ({
  limit,
  used,
  remaining: limit - used,
  reset_at: isoTimestamp(Math.ceil(resetMs / 1000) * 1000),
});

export const showUsage =
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
