/** `npm run clickhouse:dev`: the embedded engine behind ClickHouse's HTTP interface, in the foreground. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { ConfigError, defineSection, needs, parseConfig, port, secret, text } from '../../lib/config.ts';
import { prepareDirectory } from '../../sql/embedded.ts';
import type { User } from './server.ts';
import { startClickHouse } from './server.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

const schema = defineSection(
  {
    port: ['CLICKHOUSE_PORT', port(8123)],
    host: ['CLICKHOUSE_HOST', z.string().default('127.0.0.1')],
    dataDir: ['CLICKHOUSE_DATA_DIR', z.string().default('./data/clickhouse')],
    user: ['CLICKHOUSE_USER', z.string().default('default')],
    password: ['CLICKHOUSE_PASSWORD', secret()],
    readerUser: ['CLICKHOUSE_READER_USER', text()],
    readerPassword: ['CLICKHOUSE_READER_PASSWORD', secret()],
    analystUser: ['CLICKHOUSE_ANALYST_USER', text()],
    analystPassword: ['CLICKHOUSE_ANALYST_PASSWORD', secret()],
  },
  [
    needs('CLICKHOUSE_READER_PASSWORD', 'CLICKHOUSE_READER_USER'),
    needs('CLICKHOUSE_ANALYST_PASSWORD', 'CLICKHOUSE_ANALYST_USER'),
    (set) =>
      set['CLICKHOUSE_PASSWORD'] || LOOPBACK.has(set['CLICKHOUSE_HOST'] ?? '127.0.0.1')
        ? null
        : { variable: 'CLICKHOUSE_PASSWORD', message: 'is required where CLICKHOUSE_HOST is not this machine alone' },
  ],
  (set) => ({
    host: set.host,
    port: set.port,
    path: resolve(set.dataDir),
    users: [
      { name: set.user, password: set.password, rights: 'write' as const },
      { name: set.readerUser, password: set.readerPassword, rights: 'read' as const },
      { name: set.analystUser, password: set.analystPassword, rights: 'analyse' as const },
    ].flatMap(({ name, password, rights }): User[] =>
      name === undefined ? [] : [{ name, password: password?.reveal() ?? '', rights }],
    ),
  }),
);

async function main(): Promise<void> {
  const { clickhouse } = parseConfig({ clickhouse: schema });
  prepareDirectory(clickhouse.path);
  const server = await startClickHouse(clickhouse);
  process.stdout.write(`clickhouse:dev serves at ${server.url}, data in ${clickhouse.path}\n`);
  let stopping = false;
  const stop = () => {
    // The second signal is ignored even at once: `npm` and the terminal both pass Ctrl-C on.
    if (stopping) return;
    stopping = true;
    void server.close().then((finished) => {
      if (finished) process.exit(0);
      // The engine cannot be closed while a statement runs: an orderly exit would wait for it for ever.
      process.stderr.write('clickhouse:dev ends although statements are still running: they are lost\n');
      process.kill(process.pid, 'SIGKILL');
    });
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  // A server started by another process (see process.ts) ends with it.
  process.on('disconnect', stop);
}

main().catch((error) => {
  const inUse = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  const known = inUse || error instanceof ConfigError || (error instanceof Error && error.name === 'StoreError');
  process.stderr.write(`${known ? error.message : (error.stack ?? error)}\n`);
  if (inUse) process.stderr.write('set CLICKHOUSE_PORT to another one\n');
  process.exit(error instanceof ConfigError ? 2 : 3);
});
