import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startClickHouseProcess } from './process.ts';

it('SIGTERM ends it while a statement runs that does not end, and takes no more meanwhile', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'clickhouse-dev-'));
  const server = await startClickHouseProcess({ dataDir });
  const ask = (sql: string) => fetch(server.url, { method: 'POST', body: sql }).then((reply) => reply.text());
  try {
    await ask('SELECT 1');
    const endless = ask('SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1').catch(
      () => 'cut off',
    );
    await new Promise((resolve) => setTimeout(resolve, 500));
    const beganMs = performance.now();
    process.kill(server.pid, 'SIGTERM');
    await server.exited;
    expect(performance.now() - beganMs).toBeLessThan(20_000);
    expect(await endless).toBe('cut off');
  } finally {
    await server.stop('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 90_000);
