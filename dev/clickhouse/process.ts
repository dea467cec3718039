/** The server as a child process, for tests and benchmarks. */
import { type ChildProcess, spawn } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inTime } from '../../lib/async.ts';
import { stoppable } from '../child.ts';

export type ClickHouseProcess = Awaited<ReturnType<typeof startClickHouseProcess>>;

interface ClickHouseProcessOptions {
  readonly dataDir: string;
  /** Port; 0: any free one. */
  readonly port?: number;
  /** Further variables, such as CLICKHOUSE_USER. */
  readonly env?: Readonly<Record<string, string>>;
}

const START_TIMEOUT_MS = 120_000;
/** Most concurrent statements of the engine. */
const ENGINE_THREADS = '16';

export async function startClickHouseProcess(options: ClickHouseProcessOptions) {
  const extension = extname(fileURLToPath(import.meta.url));
  const main = fileURLToPath(new URL(`./main${extension}`, import.meta.url));
  const child = spawn(process.execPath, [...(extension === '.ts' ? ['--import', 'tsx'] : []), main], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      UV_THREADPOOL_SIZE: ENGINE_THREADS,
      CLICKHOUSE_PORT: String(options.port ?? 0),
      CLICKHOUSE_DATA_DIR: options.dataDir,
      ...options.env,
    },
  });
  child.unref();
  child.channel?.unref();
  const program = stoppable(child);
  const url = await serving(child, program.exited);
  return {
    ...program,
    url,
    port: Number(new URL(url).port),
    get running() {
      return child.exitCode === null && child.signalCode === null;
    },
  };
}

function serving(child: ChildProcess, exited: Promise<number | null>): Promise<string> {
  const gone = exited.then((code) => {
    throw new Error(`clickhouse:dev ended with code ${code} before it served`);
  });
  const listening = new Promise<string>((resolve) => {
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      const url = /serves at (\S+),/.exec(output)?.[1];
      if (url) resolve(url);
    });
  });
  return inTime(Promise.race([listening, gone]), START_TIMEOUT_MS, () => {
    child.kill('SIGKILL');
    return new Error(`clickhouse:dev did not serve within ${START_TIMEOUT_MS} ms`);
  });
}
