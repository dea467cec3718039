/** What happens to pending calls when their account loses its plan or its tokens: real accounts, webhooks and store. */
import { expect, it, onTestFinished } from 'vitest';
import { createAccounts } from '../../api/accounts.ts';
import { type Alert, alertCallsTable, alertsTable, callId, versionOf } from '../../compute/alerts/store.ts';
import { newSecret } from '../../compute/alerts/webhook.ts';
import { EXCHANGE_SESSION } from '../../compute/market/sessions.ts';
import { fixedClock } from '../../lib/clock.ts';
import { dayOfMs, MS_PER_DAY } from '../../lib/days.ts';
import { silentLogger } from '../../lib/logger.ts';
import { projectionOfFile, storeAnswers } from '../../test/support/projection.ts';
import { startReceiver } from '../../test/support/receiver.ts';
import { until } from '../../test/support/until.ts';
import { openAlerts } from './alerts.ts';

const opened = await projectionOfFile();
const NOW_MS = Date.parse('2025-06-10T15:00:00Z');

it('nothing is sent for an account while it has no plan with the alert, or no token; then it is, or is given up', {
  timeout: 60_000,
}, async () => {
  const { store, statistics } = opened;
  const clock = fixedClock(NOW_MS);
  let status = 503;
  const receiver = await startReceiver(() => status);
  const accounts = createAccounts(store.writer, clock);
  const add = async (name: string, alertIds: readonly string[]) => {
    const { id: accountId } = await accounts.createAccount({ name, plan: 'pro_api' });
    const { token_id } = await accounts.issueToken(accountId);
    for (const [i, id] of alertIds.entries()) {
      const secrets = { secret: newSecret(), previousSecret: '', secretSinceMs: 0 };
      const alert: Alert = {
        ...{ accountId, id, name: id, savedQuery: 'q', question: 'when=gap.gap_pct>1', symbols: ['A'], paused: false },
        conditions: { among: '', when: 'gap.gap_pct>1', session: EXCHANGE_SESSION, adjustment: 'splits' },
        ...{ ...secrets, webhookUrl: `${receiver.url}/${id}`, createdAtMs: NOW_MS + i, version: 1, deleted: false },
      };
      await alertsTable.insert(store.writer, [alert]);
      const sessionDay = dayOfMs(NOW_MS);
      const call = {
        ...{ sessionDay, accountId, alertId: id, symbol: 'A', id: callId(id, 'A', sessionDay), body: `{"of":"${id}"}` },
        ...{ recordedAtMs: NOW_MS, attempts: 0, error: '', state: 'pending' as const },
        ...{ nextAttemptAtMs: null, endedAtMs: null },
      };
      await alertCallsTable.insert(store.writer, [{ ...call, version: versionOf(call) }]);
    }
    return { accountId, tokenId: token_id };
  };
  const none = await add('none', ['to_none']);
  const fewer = await add('fewer', ['oldest', 'beyond']);
  const gone = await add('gone', ['of_gone']);
  await add('kept', ['kept']);
  const alerts = openAlerts({
    ...{ store, statistics, clock, logger: silentLogger, allowPrivate: true },
    answers: storeAnswers(opened),
  });
  onTestFinished(async () => {
    await alerts.stop();
    await receiver.close();
  });
  alerts.start();
  const calls = async () => {
    const rows = await alertCallsTable.select(store.reader, 'FINAL ORDER BY alert_id');
    return Object.fromEntries(rows.map(({ alertId, state, attempts }) => [alertId, `${state} ${attempts}`]));
  };
  const once = 'pending 1';
  const all = { beyond: once, kept: once, of_gone: once, oldest: once, to_none: once };
  await until(async () => Object.values(await calls()).every((one) => one === once));

  await accounts.setPlan(none.accountId, 'free');
  await accounts.setLimits(fewer.accountId, { alerts: 1 });
  await accounts.revokeToken(gone.tokenId);
  await alerts.settled();
  status = 200;
  clock.advance(10_000);
  const now = { ...all, kept: 'delivered 2', oldest: 'delivered 2' };
  await until(async () => JSON.stringify(await calls()) === JSON.stringify(now));
  expect(receiver.received.map(({ path }) => path).sort()).toEqual(
    [...Object.keys(all), 'kept', 'oldest'].map((id) => `/${id}`).sort(),
  );

  await accounts.setPlan(none.accountId, 'pro_api');
  await alerts.settled();
  clock.advance(10_000);
  await until(async () => (await calls()).to_none === 'delivered 2');
  clock.advance(MS_PER_DAY);
  await until(async () => (await calls()).of_gone === 'given_up 1');
  await until(async () => (await calls()).beyond === 'given_up 1');
  expect(receiver.received.filter(({ path }) => path === '/of_gone' || path === '/beyond')).toHaveLength(2);
  const [{ error }] = await alertCallsTable.select(store.reader, "FINAL WHERE alert_id = 'of_gone'");
  expect(error).toBe('the account has no valid access token');
});
