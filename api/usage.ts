/** `/me/usage`: the account, its plan and its rate-limit status. */
import { isoTimestamp } from '../compute/market/render.ts';
import type { FreeRequest, Guard } from './guard.ts';
import type { WindowState } from './limits.ts';

const windowView = ({ limit, remaining, resetMs }: WindowState) => ({
  limit,
  used: limit - remaining,
  remaining,
  reset_at: isoTimestamp(Math.ceil(resetMs / 1000) * 1000),
});

/** Answers `/me/usage`, which counts in no other limit and is answered while one is reached. */
export async function showUsage({ response, who }: FreeRequest, guard: Guard) {
  const [charged, preview, free] = await Promise.all([
    guard.look(who),
    guard.look(who, 'preview'),
    guard.look(who, 'free'),
  ]);
  response.rateLimit = charged;
  const { id, name, plan, figures, features, operator } = who.account;
  const { directApi, historyDays } = figures;
  response.json(200, {
    account: { id, name, plan, direct_api: directApi, history_days: historyDays, features, operator },
    rate_limits: {
      minute: windowView(charged.minute),
      day: windowView(charged.day),
      preview: windowView(preview.minute),
      free: windowView(free.minute),
    },
  });
}
