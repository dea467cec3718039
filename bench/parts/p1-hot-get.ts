/** A hot GET through everything (auth, limits, cache) against bare Koa with its router sending the same bytes. */

import autocannon from 'autocannon';
import { freePort } from '../../dev/kafka/kafka.ts';
import { inTurn, line, type Part } from '../harness.ts';
import type { Given } from '../peers/bare-koa.ts';
import { ask, forkScript, startService } from '../processes.ts';
import { filledInstallation } from '../stores.ts';

const CONNECTIONS = 32;
const SECONDS = 4;
const PATH = '/stats/gap/summary';
/** Set by the server itself, or different each time. */
const OWN_HEADERS = new Set(['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding']);

const part: Part = async (rounds) => {
  const installation = await filledInstallation();
  const service = await startService(installation);
  const query = `${PATH}?symbol=${installation.symbol}`;
  const authorization = `Bearer ${installation.token}`;
  const answer = await fetch(service.url + query, { headers: { authorization, 'accept-encoding': 'identity' } });
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !OWN_HEADERS.has(name)));
  const body = Buffer.from(await answer.arrayBuffer()).toString('base64');
  const port = await freePort();
  await ask(forkScript('bench/peers/bare-koa'), { port, path: PATH, headers, body } satisfies Given);
  const load = async (server: string) => {
    const asked = { url: server + query, connections: CONNECTIONS, duration: SECONDS, headers: { authorization } };
    const { non2xx, errors, requests, latency } = await autocannon(asked);
    if (non2xx > 0 || errors > 0) throw new Error(`${server}: ${non2xx} refused, ${errors} errors`);
    return { rate: requests.average, p99: latency.p99 };
  };
  const cases = { ours: () => load(service.url), peer: () => load(`http://127.0.0.1:${port}`) };
  const { ours, peer } = await inTurn(cases, rounds);
  await service.stop();
  const lineOf = (what: string, unit: string, figure: 'rate' | 'p99', ratio: object) => {
    const [own, others] = [ours, peer].map((loads) => loads.map((one) => one[figure]));
    return line(what, unit, own, { peer: [others, 'bare Koa'], ratio });
  };
  return [
    lineOf('hot GET, c=32', 'requests/s', 'rate', { atLeast: 0.85 }),
    lineOf('hot GET, p99', 'ms', 'p99', { atMost: 1.5 }),
  ];
};

export default part;
