/**
 * Hot GETs of one account at a fixed rate, alone and beside the most expensive legal requests of another: 60 connections of
 * scans, questions over all history, rankings of five years, and saved queries read and written. One bar per second is
 * pushed meanwhile. A hot GET's time begins when it is due, so that one which cannot be sent counts as slow.
 */
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { MS_PER_DAY } from '../../lib/days.ts';
import { line, type Part, quantile } from '../harness.ts';
import { stockBars } from '../market.ts';
import { type Installation, pushBar, type Service, startService } from '../processes.ts';
import { openBenchStore, unlimitedToken } from '../stores.ts';

const SYMBOLS = 3;
const YEARS = 1;
const HOT_A_SECOND = 50;
const SECONDS = 6;
const CONNECTIONS = 60;
const PUSH_EVERY_MS = 1_000;
/** Time after which a request is abandoned and the next one sent. */
const LEFT_AFTER_MS = 20_000;

const nameOf = (n: number) => `BESIDE${n}`;

/** Fills a store. @returns also the token of the account that is not measured */
async function install(): Promise<Installation & { readonly expensive: string }> {
  const { dataDir, store, fill, close } = await openBenchStore();
  for (let n = 0; n < SYMBOLS; n++) await fill(nameOf(n), stockBars(YEARS, n % 2));
  const token = await unlimitedToken(store.writer, 'hot');
  const expensive = await unlimitedToken(store.writer, 'expensive');
  await close();
  return { dataDir, symbol: nameOf(0), token, expensive };
}

/** Returns the n-th request; all differ, so that none is answered from the cache. */
function expensiveRequest(n: number): { path: string } {
  const odd = `${(n % 9_973) / 10_000}`;
  const then = encodeURIComponent(`session.return_pct>${odd}`);
  const when = encodeURIComponent(`prev250.count(fvg;gap_size_pct>${odd})>=1`);
  switch (n % 5) {
    case 0:
    case 1:
      return { path: `/query/scan?when=${when}&then=${then}&time_window=MAX` };
    case 2:
      return { path: `/query?symbol=${nameOf(n % SYMBOLS)}&when=${when}&then=${then}&time_window=MAX&limit=1000` };
    case 3:
      return { path: `/stats/orb/top?time_window=5Y&orb_minutes=${5 + (n % 56)}&top_n=${1 + (n % 1000)}` };
    default:
      return { path: `/symbols?search=S${n % 200}` };
  }
}

/** Sends requests until stopped. Returns the number of answers by status. */
function load(url: string, token: string): () => Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  let [next, going] = [0, true];
  const stop = new AbortController();
  const connection = async () => {
    while (going) {
      const { path } = expensiveRequest(next++);
      const headers = { authorization: `Bearer ${token}` };
      const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(LEFT_AFTER_MS)]);
      try {
        const reply = await fetch(url + path, { headers, signal });
        await reply.arrayBuffer();
        statuses[reply.status] = (statuses[reply.status] ?? 0) + 1;
        // Waits after a refusal, because a busy loop would measure only refusals.
        if (reply.status === 429 || reply.status === 503) await sleep(100);
      } catch {
        statuses[0] = (statuses[0] ?? 0) + 1;
      }
    }
  };
  const all = Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return async () => {
    going = false;
    stop.abort();
    await all;
    return statuses;
  };
}

const HOT = `/stats/gap/summary?symbol=${nameOf(0)}`;

/** Returns times of hot GETs that were due within the measured seconds, ms, ascending. */
async function hot({ get }: Service): Promise<number[]> {
  const times: number[] = [];
  const began = performance.now();
  const sent: Promise<void>[] = [];
  for (let i = 0; i < SECONDS * HOT_A_SECOND; i++) {
    const dueMs = began + (i * 1_000) / HOT_A_SECOND;
    if (dueMs > performance.now()) await sleep(dueMs - performance.now());
    const ask = async () => {
      await get(HOT);
      times.push(performance.now() - dueMs);
    };
    sent.push(ask());
  }
  await Promise.all(sent);
  return times.sort((a, b) => a - b);
}

/** Pushes one bar per second until stopped. Returns the longest time until a bar was durable, ms. */
function pushing(dataDir: string): () => Promise<number> {
  let slowest = Number.NaN;
  let going = true;
  const all = (async () => {
    for (let n = 0; going; n++) {
      const atMs = Math.floor((Date.now() - MS_PER_DAY) / 60_000) * 60_000 + n * 60_000;
      const began = performance.now();
      await pushBar(dataDir, { symbol: 'PUSHED', assetClass: 'crypto', atMs, price: 1 });
      const ms = performance.now() - began;
      if (!(ms <= slowest)) slowest = ms;
      await sleep(Math.max(0, PUSH_EVERY_MS - ms));
    }
  })();
  return async () => {
    going = false;
    await all;
    return slowest;
  };
}

/** Waits until hot GETs are fast again, at most half a minute, so that work of the last round does not count in the next. */
async function quiet({ get }: Service): Promise<void> {
  let quick = 0;
  for (const until = performance.now() + 30_000; quick < 20 && performance.now() < until; ) {
    const began = performance.now();
    await get(HOT);
    quick = performance.now() - began < 25 ? quick + 1 : 0;
    await sleep(20);
  }
}

const part: Part = async (rounds) => {
  const installation = await install();
  const service = await startService(installation);
  const figures = { alone: [] as number[], beside: [] as number[], pushed: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    await quiet(service);
    const alone = await hot(service);
    const stopLoad = load(service.url, installation.expensive);
    const stopPushing = pushing(installation.dataDir);
    await sleep(1_000);
    const beside = await hot(service);
    const statuses = await stopLoad();
    const pushed = await stopPushing();
    const [p50, p99] = [0.5, 0.99].map((share) => [alone, beside].map((times) => quantile(times, share)));
    process.stderr.write(
      `p11 round ${round}: alone p50 ${p50[0].toFixed(0)} p99 ${p99[0].toFixed(0)}, beside p50 ` +
        `${p50[1].toFixed(0)} p99 ${p99[1].toFixed(0)} ms; pushes at most ` +
        `${pushed.toFixed(0)} ms; answers of the other ${JSON.stringify(statuses)}; load ${loadavg()[0].toFixed(1)}\n`,
    );
    if (round === 0) continue;
    figures.alone.push(p99[0]);
    figures.beside.push(p99[1]);
    figures.pushed.push(pushed);
  }
  await service.stop();
  const what = `hot GETs at ${HOT_A_SECOND}/s, p99, beside ${CONNECTIONS} connections of another account`;
  const about = { peer: [figures.alone, 'alone'] as const };
  const alone = line(what, 'ms', figures.alone).ours.median;
  return [
    line(what, 'ms', figures.beside, { ...about, ours: { atMost: Math.max(150, 5 * alone) } }),
    line('a pushed bar meanwhile, durable, slowest', 'ms', figures.pushed, { ours: { atMost: 1_000 } }),
  ];
};

export default part;
