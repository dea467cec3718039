/** The endpoint about the account itself. */
import { isoTimestamp } from '../compute/market/records/render.ts';
import type { Account } from './authenticator.ts';
import type { Standing, WindowState } from './limits/limiter.ts';

const windowShown = ({ limit, remaining, resetMs }: WindowState) => ({
  limit,
  used: limit - remaining,
  remaining,
  reset_at: isoTimestamp(Math.ceil(resetMs / 1000) * 1000),
});

/** Body of `/me/usage`. */
export function usageShown({ id, name, plan, figures, features }: Account, standing: Standing) {
  return {
    account: { id, name, plan, direct_api: figures.directApi, history_days: figures.historyDays, features },
    rate_limits: { minute: windowShown(standing.minute), day: windowShown(standing.day) },
  };
}
