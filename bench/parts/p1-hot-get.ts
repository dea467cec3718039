/** A hot GET with authentication, limits, validation and cache, compared with FastAPI and bare Koa, which send equal bytes. */
import { spawn } from 'node:child_process';
import autocannon from 'autocannon';
import { freePort } from '../../dev/kafka/kafka.ts';
import { atExit, inTurn, line, type Part } from '../harness.ts';
import type { AnswerToSend } from '../peers/bare-koa.ts';
import { benchPython, pythonPeer } from '../peers/python.ts';
import { ask, forkScript, startService, untilAnswered } from '../processes.ts';
import { filledInstallation } from '../stores.ts';

const CONNECTIONS = 32;
const SECONDS = 4;
const PATH = '/stats/gap/summary';
/** Headers that the server sets itself or that differ per answer. */
const OWN_HEADERS = new Set(['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding']);

async function startFastApi(answerToSend: AnswerToSend & { readonly token: string }): Promise<void> {
  const child = spawn(benchPython(), [pythonPeer('fastapi_peer.py')], { stdio: ['pipe', 'ignore', 'inherit'] });
  atExit(() => child.kill('SIGKILL'));
  child.stdin.end(`${JSON.stringify(answerToSend)}\n`);
  const headers = { authorization: `Bearer ${answerToSend.token}` };
  await untilAnswered(`http://127.0.0.1:${answerToSend.port}${PATH}?symbol=A`, headers, child);
}

const part: Part = async (rounds) => {
  const installation = await filledInstallation();
  const service = await startService(installation);
  const query = `${PATH}?symbol=${installation.symbol}`;
  const authorization = `Bearer ${installation.token}`;
  const answer = await fetch(service.url + query, { headers: { authorization, 'accept-encoding': 'identity' } });
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !OWN_HEADERS.has(name)));
  const answerToSend = { path: PATH, headers, body: Buffer.from(await answer.arrayBuffer()).toString('base64') };
  const [koaPort, fastApiPort] = [await freePort(), await freePort()];
  await ask(forkScript('bench/peers/bare-koa'), { ...answerToSend, port: koaPort } satisfies AnswerToSend);
  await startFastApi({ ...answerToSend, port: fastApiPort, token: installation.token });
  const load = async (server: string) => {
    const request = { url: server + query, connections: CONNECTIONS, duration: SECONDS, headers: { authorization } };
    const { non2xx, errors, requests, latency } = await autocannon(request);
    if (non2xx > 0 || errors > 0) throw new Error(`${server}: ${non2xx} refused, ${errors} errors`);
    return { rate: requests.average, p99: latency.p99 };
  };
  const cases = {
    ours: () => load(service.url),
    koa: () => load(`http://127.0.0.1:${koaPort}`),
    fastApi: () => load(`http://127.0.0.1:${fastApiPort}`),
  };
  const loads = await inTurn(cases, rounds);
  await service.stop();
  const figures = (name: keyof typeof cases, figure: 'rate' | 'p99') => loads[name].map((one) => one[figure]);
  const beside = (name: 'koa' | 'fastApi', peerName: string, atLeast: number) =>
    line('hot GET, c=32', 'requests/s', figures('ours', 'rate'), {
      peer: [figures(name, 'rate'), peerName],
      ratio: { atLeast },
    });
  return [
    beside('fastApi', 'FastAPI', 3),
    beside('koa', 'bare Koa', 0.4),
    line('hot GET, p99', 'ms', figures('ours', 'p99'), { ours: { atMost: 15 } }),
  ];
};

export default part;
