/** The programs as users run them: built once, each a process of its own, configured by its environment. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFile } from '../../lib/paths.ts';

const SOURCES = [
  'lib',
  'exchange',
  'sql',
  'ingest',
  'compute',
  'api',
  'operations',
  'cli',
  'programs',
  'demo',
  'console',
];
const START_TIMEOUT_MS = 110_000;
const LOCK_TIMEOUT_MS = 220_000;

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
  const lock = projectFile('node_modules', '.build-lock');
  const fresh = () =>
    existsSync(sentinel) &&
    Math.max(...SOURCES.map((folder) => newestMs(projectFile(folder)))) <= statSync(sentinel).mtimeMs;
  // While another builds, a part of it is there.
  if (!existsSync(lock) && fresh()) return;
  const until = Date.now() + LOCK_TIMEOUT_MS;
  while (!taken(lock)) {
    if (Date.now() > until) throw new Error(`another build holds ${lock}`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
  try {
    if (!fresh()) execFileSync('npm', ['run', '-s', 'build'], { cwd: projectFile(), stdio: 'inherit' });
  } finally {
    rmSync(lock);
  }
}

/** The lock has the process that builds; one that was killed leaves it to the next. */
export function taken(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') rmSync(lock, { force: true });
  }
  return false;
}

/** A fresh folder; `remove` takes it away. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'market-e2e-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Program {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Of a program with an ops port: its URL, once it says it. */
  readonly opsUrl: Promise<string>;
  /** Resolves once `/readyz` answers 200. */
  ready(timeoutMs?: number): Promise<void>;
  kill(signal: NodeJS.Signals): Promise<Ended>;
  readonly said: () => string;
  /** On stdout alone. */
  readonly printed: () => string;
}

const READY_TIMEOUT_MS = 200_000;
const POLL_MS = 100;

export type Env = Readonly<Record<string, string>>;

/** Only what a program needs of this process' environment: variables of the machine must not change an answer. */
function environment(extra: Env): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, TEST_RUN } = process.env;
  return { PATH, HOME, TMPDIR, TEST_RUN, PORT: '0', OPS_PORT: '0', LOG_LEVEL: 'warn', NODE_NO_WARNINGS: '1', ...extra };
}

/**
 * @param script of `dist`, such as `programs/ingest`
 * @param build folder of the checkout whose `dist` is run
 */
export function startProgram(script: string, env: Env, args: readonly string[] = [], build = projectFile()): Program {
  const child = spawn(process.execPath, [join(build, 'dist', `${script}.js`), ...args], {
    cwd: projectFile(),
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  let resolveUrl: (url: string) => void;
  const opsUrl = new Promise<string>((resolve) => {
    resolveUrl = resolve;
  });
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
      const port = /"opsPort":(\d+)|ops port is (\d+)/.exec(said[name]);
      if (port) resolveUrl(`http://127.0.0.1:${port[1] ?? port[2]}`);
    });
  }
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, ...said }));
  });
  return {
    child,
    ended,
    opsUrl,
    said: () => said.stdout + said.stderr,
    printed: () => said.stdout,
    async ready(timeoutMs = READY_TIMEOUT_MS) {
      let gone: Ended | undefined;
      void ended.then((end) => {
        gone = end;
      });
      const until = Date.now() + timeoutMs;
      let url = '';
      void opsUrl.then((found) => {
        url = found;
      });
      for (;;) {
        if (gone) throw new Error(`${script} ended with ${gone.code ?? gone.signal}: ${gone.stdout}${gone.stderr}`);
        const answer = url ? await fetch(`${url}/readyz`).catch(() => null) : null;
        if (answer?.status === 200) return;
        if (Date.now() > until) {
          throw new Error(`${script} is not ready: ${(await answer?.text()) ?? ''}${said.stdout}${said.stderr}`);
        }
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
    async kill(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

/** An answer of the command line; `json` throws where stdout is not one JSON object and nothing else. */
export interface CliAnswer extends Ended {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  readonly json: any;
}

async function answerOf({ ended }: Program): Promise<CliAnswer> {
  const end = await ended;
  return {
    ...end,
    get json() {
      if (!/^\{.*\}\n$/.test(end.stdout)) throw new Error(`not one JSON object: ${end.stdout}\n${end.stderr}`);
      return JSON.parse(end.stdout);
    },
  };
}

/** The command line with `--json`. */
export function runCli(env: Env, ...args: readonly string[]): Promise<CliAnswer> {
  return answerOf(startProgram('cli/main', env, ['--json', ...args]));
}

/** The command line on a data directory, whether a service runs there or not. */
export function cli(dataDir: string, ...args: readonly string[]): Promise<CliAnswer> {
  return answerOf(startProgram('cli/main', ofService(dataDir), args));
}

/** Of the service that has everything in one process; what Node itself warns of is not kept back. */
export const ofService = (dataDir: string, extra: Env = {}): Env => ({
  DATA_DIR: dataDir,
  DEMO: '0',
  NODE_NO_WARNINGS: '',
  ...extra,
});

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
export async function startService(dataDir: string, extra: Env = {}, build = projectFile()): Promise<Service> {
  const program = startProgram('programs/embedded', ofService(dataDir, extra), [], build);
  const { child, ended } = program;
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the service did not start: ${program.said()}`)), START_TIMEOUT_MS);
    child.stdout?.on('data', () => {
      const found = /serves at (http:\/\/\S+?)[\s)]/.exec(program.printed())?.[1];
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
    printed: program.printed,
    ended,
    cli: (...args) => answerOf(startProgram('cli/main', ofService(dataDir), args, build)),
    operation: (name, args) => operate(dataDir, name, args),
    stop: (signal = 'SIGTERM') => program.kill(signal),
  };
}
