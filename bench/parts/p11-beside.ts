/**
 * Hot GETs of one account at a fixed rate, alone and beside the most expensive legal requests of another: 60 connections of
 * scans, questions over all history, rankings of five years, and saved queries read and written. A bar is pushed every
 * second meanwhile. A hot GET's time begins when it is due, so that one which cannot be sent counts as slow.
 */
import { rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { MS_PER_DAY } from '../../lib/days.ts';
import { figure, type Part } from '../harness.ts';
import { putBars, stock, stockBars } from '../market.ts';
import { startService } from '../processes.ts';
import { pushBars } from '../push.ts';
import { openBenchStore, unlimitedToken } from '../stores.ts';

const SYMBOLS = 3;
const YEARS = 1;
const HOT_A_SECOND = 50;
const SECONDS = 6;
const CONNECTIONS = 60;
const PUSH_EVERY_MS = 1_000;
/** A request that lasts longer is left: the next one is sent. */
const LEFT_AFTER_MS = 20_000;
const BARS = { least: 150, factor: 5, pushMs: 1_000 } as const;

const nameOf = (n: number) => `BESIDE${n}`;

interface Installation {
  readonly dataDir: string;
  readonly symbol: string;
  /** Of the account that is measured. */
  readonly token: string;
  readonly expensive: string;
}

async function install(): Promise<Installation> {
  const shop = await openBenchStore();
  for (let n = 0; n < SYMBOLS; n++) {
    const meta = stock(nameOf(n));
    await putBars(shop.store, meta, stockBars(YEARS, n % 2));
    await shop.projector.project(meta.symbol);
    await shop.summaries.refresh(meta.symbol);
  }
  const token = await unlimitedToken(shop.store.writer, 'hot');
  const expensive = await unlimitedToken(shop.store.writer, 'expensive');
  await shop.close({ keep: true });
  return { dataDir: shop.dataDir, symbol: nameOf(0), token, expensive };
}

/** The request of a number: no two are equal, so that none is answered from the cache. */
function expensiveRequest(n: number): { path: string; method?: string; body?: string } {
  const odd = `${(n % 9_973) / 10_000}`;
  const then = encodeURIComponent(`session.return_pct>${odd}`);
  const when = encodeURIComponent(`prev250.count(fvg;gap_size_pct>${odd})>=1`);
  switch (n % 6) {
    case 0:
    case 1:
      return { path: `/query/scan?when=${when}&then=${then}&time_window=MAX` };
    case 2:
      return { path: `/query?symbol=${nameOf(n % SYMBOLS)}&when=${when}&then=${then}&time_window=MAX&limit=1000` };
    case 3:
      return { path: `/stats/orb/top?time_window=5Y&orb_minutes=${5 + (n % 56)}&top_n=${1 + (n % 1000)}` };
    case 4:
      return { path: '/me/queries' };
    default: {
      const body = JSON.stringify({ name: `q${n}`, question: 'x'.repeat(8_000) });
      return { path: `/me/queries/q${n % 200}`, method: 'PUT', body };
    }
  }
}

/** Runs until stopped. Returns how many were answered, by status. */
function load(url: string, token: string): () => Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  let [next, going] = [0, true];
  const stop = new AbortController();
  const connection = async () => {
    while (going) {
      const { path, method = 'GET', body } = expensiveRequest(next++);
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(LEFT_AFTER_MS)]);
      try {
        const reply = await fetch(url + path, { method, headers, body, signal });
        await reply.arrayBuffer();
        statuses[reply.status] = (statuses[reply.status] ?? 0) + 1;
        // Refused: a client that spins would measure refusals alone.
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

/** Times of hot GETs that were due within the seconds, ms, ascending. */
async function hot({ url }: { url: string }, { symbol, token }: Installation): Promise<number[]> {
  const times: number[] = [];
  const began = performance.now();
  const sent: Promise<void>[] = [];
  for (let i = 0; i < SECONDS * HOT_A_SECOND; i++) {
    const dueMs = began + (i * 1_000) / HOT_A_SECOND;
    if (dueMs > performance.now()) await sleep(dueMs - performance.now());
    const ask = async () => {
      const headers = { authorization: `Bearer ${token}` };
      const reply = await fetch(`${url}/stats/gap/summary?symbol=${symbol}`, { headers });
      await reply.arrayBuffer();
      if (reply.status !== 200) throw new Error(`a hot GET was answered ${reply.status}`);
      times.push(performance.now() - dueMs);
    };
    sent.push(ask());
  }
  await Promise.all(sent);
  return times.sort((a, b) => a - b);
}

/** Pushes a bar a second until stopped. Returns how long each took to be durable: ms, ascending. */
function pushing(dataDir: string): () => Promise<number[]> {
  const times: number[] = [];
  let going = true;
  const all = (async () => {
    for (let n = 0; going; n++) {
      const atMs = Math.floor((Date.now() - MS_PER_DAY) / 60_000) * 60_000 + n * 60_000;
      const began = performance.now();
      await pushBars(dataDir, [{ symbol: 'PUSHED', assetClass: 'crypto', atMs, price: 1 }]);
      times.push(performance.now() - began);
      await sleep(Math.max(0, PUSH_EVERY_MS - (performance.now() - began)));
    }
  })();
  return async () => {
    going = false;
    await all;
    return times.sort((a, b) => a - b);
  };
}

/** What the round before has left to do would count as this one's: until hot GETs are quick again, at most half a minute. */
async function quiet({ url }: { url: string }, { symbol, token }: Installation): Promise<void> {
  let quick = 0;
  for (const until = performance.now() + 30_000; quick < 20 && performance.now() < until; ) {
    const began = performance.now();
    const headers = { authorization: `Bearer ${token}` };
    await (await fetch(`${url}/stats/gap/summary?symbol=${symbol}`, { headers })).arrayBuffer();
    quick = performance.now() - began < 25 ? quick + 1 : 0;
    await sleep(20);
  }
}

const quantile = (sorted: readonly number[], q: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];

const part: Part = {
  title: 'hot GETs beside the most expensive requests of another account',
  async run({ rounds }) {
    const installation = await install();
    const service = await startService(installation);
    const figures = { alone: [] as number[], beside: [] as number[], pushed: [] as number[] };
    try {
      for (let round = 0; round <= rounds; round++) {
        await quiet(service, installation);
        const alone = await hot(service, installation);
        const stopLoad = load(service.url, installation.expensive);
        const stopPushing = pushing(installation.dataDir);
        await sleep(1_000);
        const beside = await hot(service, installation);
        const statuses = await stopLoad();
        const pushed = await stopPushing();
        process.stderr.write(
          `p11 round ${round}: alone p50 ${quantile(alone, 0.5).toFixed(0)} p99 ${quantile(alone, 0.99).toFixed(0)}, beside p50 ` +
            `${quantile(beside, 0.5).toFixed(0)} p99 ${quantile(beside, 0.99).toFixed(0)} ms; pushes at most ` +
            `${pushed.at(-1)?.toFixed(0)} ms; answers of the other ${JSON.stringify(statuses)}; load ${loadavg()[0].toFixed(1)}\n`,
        );
        if (round === 0) continue;
        figures.alone.push(quantile(alone, 0.99));
        figures.beside.push(quantile(beside, 0.99));
        figures.pushed.push(pushed.at(-1) ?? Number.NaN);
      }
    } finally {
      await service.stop();
      rmSync(installation.dataDir, { recursive: true, force: true });
    }
    const peer = figure(figures.alone);
    const atMost = Math.max(BARS.least, BARS.factor * peer.median);
    const line = { part: 'p11', unit: 'ms' };
    return [
      {
        ...line,
        what: `hot GETs at ${HOT_A_SECOND}/s, p99, beside ${CONNECTIONS} connections of another account`,
        ours: figure(figures.beside),
        peer,
        peerName: 'alone',
        bars: [{ of: 'ours', atMost }],
      },
      {
        ...line,
        what: 'a pushed bar meanwhile, durable, slowest',
        ours: figure(figures.pushed),
        peer: null,
        bars: [{ of: 'ours', atMost: BARS.pushMs }],
      },
    ];
  },
};

export default part;
