/** Some thousand answers of two builds, each over a data directory of its own with the same imports, byte for byte. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import { GENEROUS, newClient } from '../e2e/support/api.ts';
import { type Service, startService, temporaryFolder } from '../support/programs.ts';
import { until } from '../support/until.ts';
import { type AskedField, drawRequests, type OpenApi } from './requests.ts';

export interface Difference {
  readonly request: string;
  /** Status and body of each, cut to where they part. */
  readonly older: string;
  readonly newer: string;
}

export interface Comparison {
  readonly compared: number;
  /** How many answers of the older build had each status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly differences: readonly Difference[];
}

/** Answers a path with a query string: status and body as one text. */
export type Ask = (request: string) => Promise<string>;

const AT_ONCE = 8;
const SHOWN = 160;

/** The same requests to both; answers are compared as texts. */
export async function compareAnswers(requests: readonly string[], older: Ask, newer: Ask): Promise<Comparison> {
  const statuses: Record<string, number> = {};
  const differences: Difference[] = [];
  const left = [...requests];
  const work = async () => {
    for (let request = left.pop(); request !== undefined; request = left.pop()) {
      const [a, b] = await Promise.all([older(request), newer(request)]);
      const status = a.slice(0, 3);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (a === b) continue;
      let at = 0;
      while (a[at] === b[at]) at++;
      const cut = (text: string) => `${text.slice(0, 3)} ...${text.slice(Math.max(0, at - SHOWN / 2), at + SHOWN)}`;
      differences.push({ request, older: cut(a), newer: cut(b) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { compared: requests.length, statuses, differences };
}

const TRIES = 10;

/** Asks a service as an account of the plan with the most rights; again where the machine has too much to do. */
export async function asking(service: Service): Promise<Ask> {
  const client = await newClient(service, 'pro_api', GENEROUS);
  return async (request) => {
    let answer = await client.get(request);
    for (let tries = 1; answer.status === 503 && tries < TRIES; tries++) {
      await sleep(500 * tries);
      answer = await client.get(request);
    }
    return `${answer.status} ${answer.text}`;
  };
}

/** Requests over what the service says that it holds. */
export async function requestsOf(service: Service, count: number, seed: number): Promise<string[]> {
  const ask = await asking(service);
  const read = async (path: string) => JSON.parse((await ask(path)).slice(4));
  const { data } = (await read('/symbols')) as {
    data: { symbol: string; first_bar: string | null; last_bar: string | null }[];
  };
  const fields = (await loadStatistics()).flatMap(({ name, fields: own }) =>
    own
      .filter(
        ({ type, internal }) =>
          !internal && (type === 'number' || type === 'integer' || type === 'boolean' || type === 'enum'),
      )
      .map((field): AskedField => ({ name: `${name}.${field.name}`, type: field.type, values: field.values ?? [] })),
  );
  const held = {
    symbols: data.map(({ symbol }) => symbol),
    from: data.flatMap((row) => row.first_bar ?? []).sort()[0],
    to: data
      .flatMap((row) => row.last_bar ?? [])
      .sort()
      .at(-1)!,
  };
  return drawRequests((await read('/openapi.json')) as OpenApi, fields, held, count, seed);
}

/** Until nothing waits to be computed. */
export async function upToDate(service: Service): Promise<void> {
  await until(
    async () => {
      const { behind } = await service.operation('status', {});
      return behind.events === 0 && behind.days === 0;
    },
    { timeoutMs: 600_000, pollMs: 500 },
  );
}

/** @param inputs files of bars, and whether both builds have the demo market */
export async function compareBuilds(
  inputs: { bars: readonly string[]; demo: boolean },
  builds: { older: string; newer: string },
  { count, seed }: { count: number; seed: number },
): Promise<Comparison> {
  const folder = temporaryFolder();
  const services: Service[] = [];
  try {
    for (const name of ['older', 'newer'] as const) {
      const service = await startService(join(folder.path, name), { DEMO: inputs.demo ? '1' : '0' }, builds[name]);
      services.push(service);
      for (const file of inputs.bars) {
        const { code, stderr } = await service.cli('--json', 'import', 'bars', file);
        if (code !== 0) throw new Error(stderr);
      }
      await upToDate(service);
    }
    const requests = await requestsOf(services[0], count, seed);
    const [older, newer] = await Promise.all(services.map(asking));
    return await compareAnswers(requests, older, newer);
  } finally {
    for (const service of services) await service.stop();
    folder.remove();
  }
}
