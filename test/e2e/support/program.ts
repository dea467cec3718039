/** The programs as users run them: built once, each a process of its own, configured by its environment. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFile } from '../../../lib/paths.ts';

const SOURCES = ['lib', 'sql', 'ingest', 'compute', 'api', 'cli', 'programs', 'demo', 'console'];
const START_TIMEOUT_MS = 60_000;
const LOCK_TIMEOUT_MS = 110_000;

function newestMs(folder: string): number {
  let newest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) newest = Math.max(newest, newestMs(path));
    else if (/(?<!\.test)\.(tsx?|css|html)$/.test(entry.name)) newest = Math.max(newest, statSync(path).mtimeMs);
  }
  return newest;
}

/** Builds where a source is newer than what was built; test files that come at the same time wait for the first. */
export function ensureBuilt(): void {
  const sentinel = projectFile('dist', 'programs', 'embedded.js');
  const fresh = () =>
    existsSync(sentinel) &&
    Math.max(...SOURCES.map((folder) => newestMs(projectFile(folder)))) <= statSync(sentinel).mtimeMs;
  if (fresh()) return;
  const lock = projectFile('node_modules', '.build-lock');
  const until = Date.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (Date.now() > until) throw new Error(`another build holds ${lock}: remove it if none runs`);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    }
  }
  try {
    if (!fresh()) execFileSync('npm', ['run', '-s', 'build'], { cwd: projectFile(), stdio: 'inherit' });
  } finally {
    rmdirSync(lock);
  }
}

/** A fresh folder; `remove` takes it away. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'market-e2e-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Only what a program needs of this process' environment: variables of the machine must not change an answer. */
function environment(dataDir: string, extra: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, TEST_RUN } = process.env;
  const own = { DATA_DIR: dataDir, DEMO: '0', PORT: '0', OPS_PORT: '0', LOG_LEVEL: 'warn', ...extra };
  return { PATH, HOME, TMPDIR, TEST_RUN, ...own };
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** @param build folder of the checkout whose `dist` is run */
export function start(
  script: string,
  args: readonly string[],
  dataDir: string,
  extra: Record<string, string> = {},
  build = projectFile(),
): Running {
  const child = spawn(process.execPath, [join(build, 'dist', script), ...args], {
    env: environment(dataDir, extra),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...said }));
  });
  return { child, ended };
}

/** An answer of the command line; `json` throws where stdout is not one JSON object and nothing else. */
export interface CliAnswer extends Ended {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  readonly json: any;
}

/** The command line on a data directory, whether a service runs there or not. */
export async function cli(dataDir: string, ...args: readonly string[]): Promise<CliAnswer> {
  const ended = await start('cli/main.js', args, dataDir).ended;
  return {
    ...ended,
    get json() {
      if (!/^\{.*\}\n$/.test(ended.stdout)) throw new Error(`not one JSON object: ${ended.stdout}\n${ended.stderr}`);
      return JSON.parse(ended.stdout);
    },
  };
}

export interface Service {
  readonly url: string;
  readonly pid: number;
  /** What it printed so far. */
  readonly printed: () => string;
  readonly ended: Promise<Ended>;
  cli(...args: readonly string[]): Promise<CliAnswer>;
  /** What is behind a command, asked at the ops port itself. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  operation(name: string, args: object): Promise<any>;
  /** Sends the signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

async function operate(dataDir: string, name: string, args: object): Promise<unknown> {
  const { host, port, token } = JSON.parse(readFileSync(join(dataDir, 'ops.json'), 'utf8'));
  const response = await fetch(`http://${host}:${port}/operations/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(args),
  });
  const last = JSON.parse((await response.text()).trimEnd().split('\n').at(-1) ?? '');
  if (!last.result) throw new Error(`${name}: ${JSON.stringify(last)}`);
  return last.result;
}

/** Starts the service on free ports and waits until it says where it serves. */
export async function startService(
  dataDir: string,
  extra: Record<string, string> = {},
  build = projectFile(),
): Promise<Service> {
  const { child, ended } = start('programs/embedded.js', [], dataDir, extra, build);
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the service did not start: ${printed}`)), START_TIMEOUT_MS);
    child.stdout?.on('data', (text: string) => {
      printed += text;
      const found = /serves at (http:\/\/\S+?)[\s)]/.exec(printed)?.[1];
      if (!found) return;
      clearTimeout(timer);
      resolve(found);
    });
    ended.then(({ code, stderr }) => {
      clearTimeout(timer);
      reject(new Error(`the service ended with ${code}: ${stderr}`));
    }, reject);
  });
  return {
    url,
    pid: child.pid!,
    printed: () => printed,
    ended,
    cli: (...args) => cli(dataDir, ...args),
    operation: (name, args) => operate(dataDir, name, args),
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}
