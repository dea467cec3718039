/** A hot GET through everything (auth, limits, cache) against bare Koa with its router sending the same bytes. */

import { once } from 'node:events';
import { rmSync } from 'node:fs';
import autocannon from 'autocannon';
import { freePort } from '../../dev/kafka/kafka.ts';
import { figure, inTurn, type Part } from '../harness.ts';
import type { Given } from '../peers/bare-koa.ts';
import { forkScript, startService } from '../processes.ts';
import { filledInstallation } from '../stores.ts';

const CONNECTIONS = 32;
const SECONDS = 4;
const PATH = '/stats/gap/summary';
/** Set by the server itself, or different each time. */
const OWN_HEADERS = new Set(['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding']);

const part: Part = {
  title: 'hot GET',
  async run({ rounds }) {
    const installation = await filledInstallation();
    const service = await startService(installation);
    const query = `${PATH}?symbol=${installation.symbol}`;
    const authorization = `Bearer ${installation.token}`;
    const answer = await fetch(service.url + query, { headers: { authorization, 'accept-encoding': 'identity' } });
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => !OWN_HEADERS.has(name)));
    const body = Buffer.from(await answer.arrayBuffer()).toString('base64');
    const given: Given = { port: await freePort(), path: PATH, headers, body };
    const bare = forkScript('bench/peers/bare-koa');
    try {
      bare.send(given);
      await once(bare, 'message');
      const p99: number[][] = [[], []];
      const load = async (url: string, which: number) => {
        const result = await autocannon({
          url: url + query,
          connections: CONNECTIONS,
          duration: SECONDS,
          headers: { authorization },
        });
        if (result.non2xx > 0 || result.errors > 0)
          throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`);
        p99[which].push(result.latency.p99);
        return result.requests.average;
      };
      const [ours, peer] = await inTurn(
        [() => load(service.url, 0), () => load(`http://127.0.0.1:${given.port}`, 1)],
        rounds,
      );
      const [ours99, peer99] = p99.map((values) => figure(values.slice(1)));
      const line = { part: 'p1', peerName: 'bare Koa' };
      return [
        {
          ...line,
          what: 'hot GET, c=32',
          unit: 'requests/s',
          ours: figure(ours),
          peer: figure(peer),
          bars: [{ of: 'ratio', atLeast: 0.85 }],
        },
        { ...line, what: 'hot GET, p99', unit: 'ms', ours: ours99, peer: peer99, bars: [{ of: 'ratio', atMost: 1.5 }] },
      ];
    } finally {
      bare.kill();
      await service.stop();
      rmSync(installation.dataDir, { recursive: true, force: true });
    }
  },
};

export default part;
