/** Alerts of a deployment: over the answers of the API where both are one process, else over their own. */
import { alertAccounts } from '../../api/accounts.ts';
import { AlertService, type AlertServiceOptions } from '../../compute/alerts/service.ts';
import { openWebhook } from '../../compute/alerts/webhook.ts';
import { StoreAnswers, type StoreAnswersOptions } from '../../compute/answers/store-answers.ts';
import { createCaches } from '../../compute/evaluation/bar-cache.ts';
import { systemTimers } from '../../lib/clock.ts';
import type { Store } from '../../sql/connect.ts';

const BAR_BYTES = 128 * 2 ** 20;
const MAX_BARS = 2_000_000;
const DEADLINE_MS = 10_000;

interface AlertParts extends Pick<AlertServiceOptions, 'answers' | 'statistics' | 'clock' | 'logger' | 'shared'> {
  readonly store: Store;
  readonly allowPrivate: boolean;
}

export const openAlerts = ({ allowPrivate, ...parts }: AlertParts) =>
  new AlertService({
    ...parts,
    accounts: alertAccounts(parts.store.reader, parts.clock),
    webhook: openWebhook(allowPrivate),
    timers: systemTimers,
  });

/** With answers of their own, in a memory of their own. */
export function openOwnAlerts(
  { pool, ...parts }: Omit<AlertParts, 'answers' | 'shared'> & Pick<StoreAnswersOptions, 'pool'>,
  shared: Omit<NonNullable<AlertServiceOptions['shared']>, 'forget'>,
) {
  const { store, statistics, clock } = parts;
  const caches = createCaches(store.reader, { barBytes: BAR_BYTES });
  const answers = new StoreAnswers({
    store,
    statistics,
    pool,
    caches,
    nowMs: () => clock.nowMs(),
    maxBarsPerRequest: MAX_BARS,
    deadlineMs: DEADLINE_MS,
  });
  const forget = (symbols: Iterable<string>) => answers.invalidate(symbols);
  const alerts = openAlerts({ ...parts, answers, shared: { ...shared, forget } });
  return {
    start: () => alerts.start(),
    reassigned: () => alerts.reassigned(),
    landed(notices: readonly { readonly symbol: string }[]) {
      answers.invalidate(notices.map(({ symbol }) => symbol));
      alerts.landed(notices);
    },
    async stop() {
      await alerts.stop();
      await answers.close();
    },
  };
}
