/** Prometheus and promtool for tests: programs on the path, as `npm run test:setup` installs them. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { freePort } from '../../dev/kafka/kafka.ts';
import { projectFile } from '../../lib/paths.ts';
import { until } from './until.ts';

const has = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;

/** Under CI=true a lack of them is a failure; elsewhere the suites skip and say so. */
export function prometheusMissing(): boolean {
  const missing = ['prometheus'].filter((program) => !has(program));
  if (missing.length === 0) return false;
  const message = `not on the path: ${missing.join(', ')} (npm run test:setup)`;
  if (process.env['CI'] === 'true') throw new Error(message);
  console.warn(`${message}; the suites that need it are skipped`);
  return true;
}

export interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

export interface TestPrometheus {
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
  get(path: string): Promise<any>;
  query(expr: string): Promise<readonly Sample[]>;
  close(): Promise<void>;
}

/** The rules of deploy/, as they are. */
const asTheyAre = (rules: string) => rules;

/** One that scrapes these targets by the names of their jobs, under the rules of deploy/prometheus. */
export async function startPrometheus(
  targets: Readonly<Record<string, string>>,
  { scrapeS = 3, rules = asTheyAre }: { scrapeS?: number; rules?: (rules: string) => string } = {},
): Promise<TestPrometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'market-stats-prometheus-'));
  const given = readFileSync(projectFile('deploy', 'prometheus', 'alerts.yml'), 'utf8');
  writeFileSync(join(folder, 'alerts.yml'), rules(given));
  const config = {
    global: { scrape_interval: `${scrapeS}s`, scrape_timeout: `${scrapeS}s`, evaluation_interval: '1s' },
    rule_files: ['alerts.yml'],
    scrape_configs: Object.entries(targets).map(([job, url]) => {
      return { job_name: job, static_configs: [{ targets: [new URL(url).host] }] };
    }),
  };
  writeFileSync(join(folder, 'prometheus.yml'), stringify(config));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const args = [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=error',
  ];
  const close = await started('prometheus', args, url, folder);
  const get = async (path: string) => {
    const response = await fetch(url + path);
    const body = (await response.json()) as { data: unknown };
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(body)}`);
    // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
    return body.data as any;
  };
  return {
    get,
    query: async (expr) => (await get(`/api/v1/query?query=${encodeURIComponent(expr)}`)).result,
    close,
  };
}

/** Starts a program that answers /-/ready. The answer ends it and removes its folder. */
async function started(
  program: string,
  args: readonly string[],
  url: string,
  folder: string,
): Promise<() => Promise<void>> {
  const child: ChildProcess = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await until(async () => (await fetch(`${url}/-/ready`).catch(() => null))?.ok === true);
  return async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
}
