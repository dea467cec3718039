import { describe, expect, it } from 'vitest';
import { storedTokens } from '../../api/accounts.ts';
import { type Authenticator, createAuthenticator, hashToken } from '../../api/authenticator.ts';
import { storedUsage } from '../../api/day-counts.ts';
import { fixedClock } from '../../lib/clock.ts';
import { silentLogger } from '../../lib/logger.ts';
import { storeOfFile } from '../../test/support/of-file.ts';
import { EXIT } from '../operation.ts';
import { createAccounts } from './accounts.ts';

const clock = fixedClock(Date.UTC(2025, 5, 10, 12));
const store = await storeOfFile();

const accounts = createAccounts(store.writer, clock);

const authenticator = (): Authenticator =>
  createAuthenticator({
    source: storedTokens(store.reader, store.writer),
    clock,
    logger: silentLogger,
  });

describe('accounts', () => {
  it('have the figures of their plan', async () => {
    const created = await accounts.createAccount({ name: ' Desk one ', plan: 'free' });
    expect(created).toMatchObject({
      name: 'Desk one',
      plan: 'free',
      direct_api: false,
      history_days: 365,
      per_minute: 10,
      per_day: 500,
      custom_dates: false,
      custom_times: false,
      created_at: '2025-06-10T12:00:00+00:00',
    });
    expect(await accounts.listAccounts()).toContainEqual(created);
  });

  it('keep what they override when the plan changes', async () => {
    const { id } = await accounts.createAccount({ name: 'Two', plan: 'pro_web' });
    await accounts.setLimits(id, { directApi: true, perMinute: 7, historyDays: 90 });
    await accounts.setLimits(id, { perMinute: 8 });
    const view = await accounts.setPlan(id, 'pro_api');
    expect(view).toMatchObject({ plan: 'pro_api', direct_api: true, per_minute: 8, per_day: 50_000, history_days: 90 });
    expect(await accounts.setLimits(id, { historyDays: null })).toMatchObject({ history_days: null });
  });

  it('keep every change where several processes set different fields at once', async () => {
    const { id } = await accounts.createAccount({ name: 'Two', plan: 'free', operator: true });
    const ofAnother = createAccounts(store.writer, clock);
    await Promise.all([
      ofAnother.setLimits(id, { perMinute: 7 }),
      ofAnother.setPlan(id, 'pro_web'),
      accounts.setLimits(id, { perDay: 70 }),
    ]);
    const found = (await accounts.listAccounts()).find((one) => one.id === id);
    expect(found).toMatchObject({ operator: true, per_minute: 7, per_day: 70, plan: 'pro_web' });
  });

  it('are operators from the start, and tokens tell', async () => {
    const { id, operator } = await accounts.createAccount({ name: 'Op', plan: 'pro_web', operator: true });
    expect(operator).toBe(true);
    const { token } = await accounts.issueToken(id);
    expect((await authenticator().byToken(token))?.account.operator).toBe(true);
    expect(await accounts.setPlan(id, 'pro_api')).toMatchObject({ operator: true });
    expect(await accounts.createAccount({ name: 'No', plan: 'free' })).toMatchObject({ operator: false });
  });

  it('are refused with a reason where the plan, the account or the token does not exist', async () => {
    await expect(accounts.createAccount({ name: 'x', plan: 'gold' })).rejects.toMatchObject({
      exitCode: EXIT.usageError,
    });
    await expect(accounts.createAccount({ name: ' ', plan: 'free' })).rejects.toMatchObject({
      exitCode: EXIT.usageError,
    });
    await expect(accounts.setPlan('acc_none', 'free')).rejects.toMatchObject({ exitCode: EXIT.notDone });
    await expect(accounts.issueToken('acc_none')).rejects.toMatchObject({ exitCode: EXIT.notDone });
    await expect(accounts.revokeToken('tok_none')).rejects.toMatchObject({ exitCode: EXIT.notDone });
  });

  it('keep names as they are, whatever signs they hold', async () => {
    const name = `O'Neil \\ "x"\t; DROP TABLE accounts --`;
    const { id } = await accounts.createAccount({ name, plan: 'free' });
    expect((await accounts.listAccounts()).find((account) => account.id === id)?.name).toBe(name);
  });
});

describe('tokens', () => {
  it('are 32 random bytes, of which the store has the hash alone', async () => {
    const { id } = await accounts.createAccount({ name: 'Four', plan: 'pro_api' });
    const { token, token_id } = await accounts.issueToken(id);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect((await accounts.issueToken(id)).token).not.toBe(token);
    const rows = await store.reader.query<object>('SELECT * FROM market_accounts.access_tokens FINAL');
    expect(JSON.stringify(rows)).toContain(hashToken(token));
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(await accounts.listTokens(id)).toContainEqual({
      token_id,
      name: '',
      created_at: '2025-06-10T12:00:00+00:00',
      last_used_at: null,
      revoked: false,
    });
  });

  it('name their account with its plan and what it overrides', async () => {
    const { id } = await accounts.createAccount({ name: 'Five', plan: 'pro_web' });
    await accounts.setLimits(id, { perMinute: 3 });
    const { token } = await accounts.issueToken(id);
    const auth = authenticator();
    const identity = await auth.byToken(token);
    expect(identity?.account).toMatchObject({
      id,
      name: 'Five',
      plan: 'pro_web',
      figures: { perMinute: 3, perDay: 5000 },
    });
    expect(await auth.byToken(`${token}x`)).toBeNull();
    expect(await auth.byToken('')).toBeNull();
    await auth.close();
  });

  it('are refused by every process within a second of being revoked, though in use all the time', async () => {
    const { id } = await accounts.createAccount({ name: 'Six', plan: 'pro_api' });
    const { token, token_id } = await accounts.issueToken(id);
    const processes = [authenticator(), authenticator()];
    for (const auth of processes) expect(await auth.byToken(token)).not.toBeNull();
    await accounts.revokeToken(token_id);
    const revokedAt = performance.now();
    const acceptedUntil = processes.map(() => 0);
    while (performance.now() - revokedAt < 1_300) {
      for (const [i, auth] of processes.entries()) {
        const asked = performance.now();
        if ((await auth.byToken(token)) !== null) acceptedUntil[i] = asked - revokedAt;
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    for (const until of acceptedUntil) expect(until).toBeLessThan(1_000);
    expect((await accounts.listTokens(id))[0].revoked).toBe(true);
    for (const auth of processes) await auth.close();
  });

  it('work from the moment they are issued', async () => {
    const { id } = await accounts.createAccount({ name: 'Seven', plan: 'pro_api' });
    const auth = authenticator();
    for (let i = 0; i < 5; i++) {
      const { token } = await accounts.issueToken(id);
      expect(await auth.byToken(token)).not.toBeNull();
    }
    await auth.close();
  });

  it('have the day of their last use noted, once a day', async () => {
    const { id } = await accounts.createAccount({ name: 'Eight', plan: 'pro_api' });
    const { token } = await accounts.issueToken(id);
    const auth = authenticator();
    await auth.byToken(token);
    await auth.byToken(token);
    await auth.close();
    expect((await accounts.listTokens(id))[0].last_used_at).toBe('2025-06-10');
  });

  it('stay revoked when the last use is noted late, even on a clock that lags', async () => {
    const { id } = await accounts.createAccount({ name: 'Nine', plan: 'pro_api' });
    const { token_id } = await accounts.issueToken(id);
    const lagging = createAccounts(store.writer, fixedClock(0));
    await lagging.revokeToken(token_id);
    await storedTokens(store.reader, store.writer).recordLastUse([token_id], 20_300);
    await storedTokens(store.reader, store.writer).recordLastUse([token_id], 20_301);
    expect((await accounts.listTokens(id))[0]).toMatchObject({ revoked: true, last_used_at: '2025-08-01' });
  });

  it('cost one statement at a time, however many are guessed', async () => {
    let running = 0;
    let most = 0;
    let statements = 0;
    const auth = createAuthenticator({
      clock,
      logger: silentLogger,
      source: {
        async find() {
          statements++;
          most = Math.max(most, ++running);
          await new Promise((resolve) => setTimeout(resolve, 5));
          running--;
          return [];
        },
        recordLastUse: async () => {},
        recordLogouts: async () => {},
      },
    });
    const answers = await Promise.all(Array.from({ length: 3_000 }, (_, i) => auth.byToken(`guess ${i}`)));
    expect(answers.every((answer) => answer === null)).toBe(true);
    expect(most).toBe(1);
    expect(statements).toBeLessThanOrEqual(5);
    await auth.close();
  });

  it('pass on that the store is unavailable, and work again when it is back', async () => {
    let away = true;
    const source = storedTokens(store.reader, store.writer);
    const { id } = await accounts.createAccount({ name: 'Ten', plan: 'pro_api' });
    const { token } = await accounts.issueToken(id);
    const auth = createAuthenticator({
      clock,
      logger: silentLogger,
      source: { ...source, find: (hashes) => (away ? Promise.reject(new Error('away')) : source.find(hashes)) },
    });
    await expect(auth.byToken(token)).rejects.toThrow('away');
    away = false;
    expect(await auth.byToken(token)).not.toBeNull();
    await auth.close();
  });
});

describe('logouts', () => {
  it('hold here at once, in another process within a second, and after a restart', async () => {
    const { id } = await accounts.createAccount({ name: 'Eleven', plan: 'pro_web' });
    const { token } = await accounts.issueToken(id);
    const tokenHash = hashToken(token);
    const [here, there] = [authenticator(), authenticator()];
    const endedIn = async (auth: Authenticator) => auth.sessionsEndedMs((await auth.byHash(tokenHash))!);
    expect([await endedIn(here), await endedIn(there)]).toEqual([0, 0]);
    const written = here.endSessions(tokenHash, 1_700_000_000_123);
    expect(await endedIn(here)).toBe(1_700_000_000_123);
    await written;
    while ((await endedIn(there)) === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await endedIn(there)).toBe(1_700_000_000_123);
    const restarted = authenticator();
    expect(await endedIn(restarted)).toBe(1_700_000_000_123);
    // By a clock that is behind: what was over stays over.
    await there.endSessions(tokenHash, 1_600_000_000_000);
    const after = authenticator();
    expect([await endedIn(there), await endedIn(after)]).toEqual([1_700_000_000_123, 1_700_000_000_123]);
    await Promise.all([here, there, restarted, after].map((auth) => auth.close()));
  });

  it('are one statement at a time, however many come, and one row of each token', async () => {
    const statements: number[] = [];
    let running = 0;
    const auth = createAuthenticator({
      clock,
      logger: silentLogger,
      source: {
        find: async () => [],
        recordLastUse: async () => {},
        async recordLogouts(logouts) {
          expect(++running).toBe(1);
          statements.push(logouts.size);
          await new Promise((resolve) => setTimeout(resolve, 5));
          running--;
        },
      },
    });
    await Promise.all(Array.from({ length: 3_000 }, (_, i) => auth.endSessions(hashToken(`${i % 7}`), i + 1)));
    expect(statements.length).toBeLessThanOrEqual(2);
    expect(Math.max(...statements)).toBe(7);
    await auth.close();
  });
});

describe('the counts of a day', () => {
  it('never go down in the store', async () => {
    const log = storedUsage(store.reader, store.writer);
    expect(await log.read('acc_1', 20_000)).toBe(0);
    await log.write([{ accountId: 'acc_1', day: 20_000, requests: 12 }]);
    await log.write([{ accountId: 'acc_1', day: 20_000, requests: 5 }]);
    await log.write([{ accountId: 'acc_1', day: 20_001, requests: 1 }]);
    expect(await log.read('acc_1', 20_000)).toBe(12);
  });
});
