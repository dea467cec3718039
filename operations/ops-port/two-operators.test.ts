/** Two operators at once, each on the ops port of a process of its own over one store, as of two `ingest` processes. */
import { afterAll, expect, it } from 'vitest';
import { silentLogger } from '../../lib/logger.ts';
import { storeOfFile } from '../../test/support/of-file.ts';
import { openOperations } from '../../test/support/operations.ts';
import { SILENT } from '../operation.ts';
import { requestOperation, resultOf } from './ops-client.ts';
import { startOpsServer } from './ops-server.ts';

const token = 'a token of the operators';
const store = await storeOfFile();
const processes = await Promise.all(
  [1, 2].map(async () => {
    const { operations, stop } = await openOperations(store, []);
    const common = { host: '127.0.0.1', port: 0, token, notReady: () => [], logger: silentLogger };
    const server = await startOpsServer({ ...common, operations: () => operations });
    return { port: server.port, close: () => Promise.all([server.close(), stop()]) };
  }),
);
afterAll(() => Promise.all(processes.map(({ close }) => close())));

async function operate(process: number, name: string, args: Record<string, unknown>) {
  const url = `http://127.0.0.1:${processes[process].port}`;
  return resultOf((await requestOperation({ url, token }, name, args))!, SILENT) as Promise<Record<string, unknown>>;
}

it('changes of different fields of one account both stand', async () => {
  const { id } = await operate(0, 'accounts.create', { name: 'Desk', plan: 'free' });
  for (let n = 1; n <= 5; n++) {
    await Promise.all([
      operate(0, 'accounts.set-limits', { account: id, perMinute: n }),
      operate(1, 'accounts.set-limits', { account: id, perDay: 100 * n }),
      operate(1, 'accounts.set-plan', { account: id, plan: n % 2 === 1 ? 'pro_web' : 'pro_api' }),
    ]);
    const { accounts } = (await operate(n % 2, 'accounts.list', {})) as { accounts: object[] };
    expect(accounts).toMatchObject([
      { id, per_minute: n, per_day: 100 * n, plan: n % 2 === 1 ? 'pro_web' : 'pro_api' },
    ]);
  }
});
