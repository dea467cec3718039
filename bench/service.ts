/** The embedded service as a process, on a store that is filled already. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createAccounts } from '../api/accounts.ts';
import { systemClock } from '../lib/clock.ts';
import { putBars, stock, stockBars } from './market.ts';
import { openWorkshop } from './workshop.ts';

const START_TIMEOUT_MS = 60_000;
const extension = extname(fileURLToPath(import.meta.url));

/** A data directory with two years of one symbol, and a token without limits to speak of. */
export async function filledInstallation(): Promise<{ dataDir: string; token: string; symbol: string }> {
  const shop = await openWorkshop();
  const meta = stock('SERVED');
  await putBars(shop.store, meta, stockBars(2));
  await shop.projector.project(meta.symbol);
  await shop.summaries.refresh(meta.symbol);
  const accounts = createAccounts(shop.store.writer, systemClock);
  const { id } = await accounts.createAccount({ name: 'bench', plan: 'pro_api' });
  await accounts.setLimits(id, { perMinute: 1_000_000_000, perDay: 1_000_000_000 });
  const { token } = await accounts.issueToken(id);
  await shop.close({ keep: true });
  return { dataDir: shop.dataDir, token, symbol: meta.symbol };
}

export interface Service {
  readonly url: string;
  /** From the start of the process to the first answer of a statistic. */
  readonly firstAnswerMs: number;
  stop(): Promise<void>;
}

/** @param nodeArgs options of Node for the process, such as `--inspect` */
export async function startService(
  installation: { dataDir: string; token: string; symbol: string },
  nodeArgs: readonly string[] = [],
): Promise<Service> {
  const port = await freePort();
  const began = performance.now();
  const child = fork(fileURLToPath(new URL(`../programs/embedded${extension}`, import.meta.url)), [], {
    execArgv: [...nodeArgs, ...(extension === '.ts' ? ['--import', 'tsx'] : [])],
    env: {
      ...process.env,
      DATA_DIR: installation.dataDir,
      DEMO: '0',
      LOG_LEVEL: 'error',
      PORT: String(port),
      OPS_PORT: '0',
      UV_THREADPOOL_SIZE: '16',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const url = `http://127.0.0.1:${port}`;
  await firstAnswer(`${url}/stats/gap/summary?symbol=${installation.symbol}`, installation.token, child);
  return {
    url,
    firstAnswerMs: performance.now() - began,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

async function firstAnswer(url: string, token: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline && child.exitCode === null) {
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } }).catch(() => null);
    await response?.arrayBuffer();
    if (response?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  child.kill('SIGKILL');
  throw new Error('the service did not answer');
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
