/**
 * Programs of the server form as child processes: from their sources, or as built (`built:cli/main`), which starts
 * quicker and is what users run; the caller has it built first.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { projectFile } from '../../lib/paths.ts';

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
}

const READY_TIMEOUT_MS = 90_000;
const POLL_MS = 100;

export type Env = Readonly<Record<string, string>>;

/** Only what a program needs of this process' environment. */
function environment(extra: Env): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR, PORT: '0', OPS_PORT: '0', LOG_LEVEL: 'warn', NODE_NO_WARNINGS: '1', ...extra };
}

export function startProgram(script: string, env: Env, args: readonly string[] = []): Program {
  const built = script.startsWith('built:');
  const path = built ? `dist/${script.slice('built:'.length)}.js` : `${script}.ts`;
  const node = [...(built ? [] : ['--import', 'tsx']), projectFile(...path.split('/')), ...args];
  const child = spawn(process.execPath, node, {
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

export interface CliAnswer extends Ended {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  readonly json: any;
}

/** The command line with `--json`. */
export async function runCli(env: Env, ...args: readonly string[]): Promise<CliAnswer> {
  const ended = await startProgram('built:cli/main', env, ['--json', ...args]).ended;
  return {
    ...ended,
    get json() {
      if (!/^\{.*\}\n$/.test(ended.stdout)) throw new Error(`not one JSON object: ${ended.stdout}\n${ended.stderr}`);
      return JSON.parse(ended.stdout);
    },
  };
}
