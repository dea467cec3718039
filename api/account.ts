/** The endpoint about the account itself. */
import { isoTimestamp } from '../compute/market/records/render.ts';
import type { Account } from './authenticator.ts';
import type { DrawStatus, RateLimitStatus, WindowState } from './limits/limiter.ts';

const windowShown = ({ limit, remaining, resetMs }: WindowState) => ({
  limit,
  used: limit - remaining,
  remaining,
  reset_at: isoTimestamp(Math.ceil(resetMs / 1000) * 1000),
});

/** Body of `/me/usage`. @param csrfToken of the console's session; null with a token */
export function usageShown(
  { id, name, plan, figures, features, operator }: Account,
  rateLimit: RateLimitStatus,
  draw: DrawStatus,
  csrfToken: string | null,
) {
  const { minute, day } = rateLimit;
  return {
    account: { id, name, plan, direct_api: figures.directApi, history_days: figures.historyDays, features, operator },
    rate_limits: { minute: windowShown(minute), day: windowShown(day), draw: windowShown(draw.minute) },
    ...(csrfToken === null ? {} : { csrf_token: csrfToken }),
  };
}
