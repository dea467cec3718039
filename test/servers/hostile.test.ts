/**
 * Clients that mean harm against the API as it is run: what they are answered, what they leave in its memory, and how
 * long they hold up its event loop, beside what as many harmless requests do in the same run. Meanwhile another account
 * is served.
 */
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccounts } from '../../api/accounts.ts';
import { runJob } from '../../compute/evaluation/evaluation.ts';
import { Projector } from '../../compute/materialize/projector.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import { systemClock } from '../../lib/clock.ts';
import { testClickHouse } from '../support/clickhouse.ts';
import { ensureBuilt, type Program, startProgram } from '../support/programs.ts';
import { putBars } from '../support/projection.ts';
import { randomMarket } from '../support/random-market.ts';
import { openTestStore, type TestStore } from '../support/store.ts';

const SYMBOL = 'AAPL';
const MB = 2 ** 20;
/** Of a flood, so many times; what the machine does beside it disturbs one of them, not all. */
const TIMES = 4;
/** Old faults held the loop up for ten times as long as the control, and more. */
const MOST_TIMES_CONTROL = 6;
/** What is not worth telling apart. */
const SHORT_MS = 100;

describe('the API under a hostile client', () => {
  let store: TestStore;
  let api: Program;
  let url = '';
  let controlMs = 0;
  let honest = '';
  let expected = '';
  const sockets: Socket[] = [];

  const token = async () => {
    const accounts = createAccounts(store.writer, systemClock);
    const { id } = await accounts.createAccount({ name: 'test', plan: 'pro_api' });
    await accounts.setLimits(id, { perMinute: 1_000_000, perDay: 1_000_000 });
    return (await accounts.issueToken(id)).token;
  };

  async function get(path: string, bearer?: string): Promise<{ status: number; text: string }> {
    const response = await fetch(url + path, { headers: bearer ? { authorization: `Bearer ${bearer}` } : {} });
    return { status: response.status, text: await response.text() };
  }

  /** Since it was last asked: the longest hold-up of the loop; and the memory of now. */
  async function measured(): Promise<{ delayMs: number; residentBytes: number }> {
    const text = await (await fetch(`${await api.opsUrl}/metrics`)).text();
    const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
    return {
      delayMs: metric('market_stats_nodejs_eventloop_lag_max_seconds') * 1_000,
      residentBytes: metric('market_stats_process_resident_memory_bytes'),
    };
  }

  /** The least of the longest hold-ups of several floods. */
  async function delayDuring(flood: () => Promise<void>): Promise<number> {
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < TIMES; i++) {
      await measured();
      await flood();
      least = Math.min(least, (await measured()).delayMs);
    }
    expect(least).toBeGreaterThan(0);
    return least;
  }

  const SUMMARY = `/stats/gap/summary?symbol=${SYMBOL}`;
  /** Requests of an account that does no harm, one after another; all are answered, with what they always are. */
  async function served(): Promise<void> {
    for (let i = 0; i < 5; i++) expect(await get(SUMMARY, honest)).toEqual({ status: 200, text: expected });
  }
  const all = <T>(times: number, ask: (i: number) => Promise<T>) =>
    Promise.all(Array.from({ length: times }, (_, i) => ask(i)));

  beforeAll(async () => {
    ensureBuilt();
    const statistics = await loadStatistics();
    store = await openTestStore({ backend: 'server', statistics });
    const market = randomMarket({
      seed: 3,
      assetClass: 'equity',
      intervalMin: 5,
      firstDay: 19_900,
      days: 40,
      hours: 'regular',
      density: 1,
      ticks: 9,
    });
    await putBars(store, { meta: { ...market.meta, symbol: SYMBOL } }, market.bars, {});
    await new Projector({ store, statistics, run: runJob, clock: systemClock }).project(SYMBOL);
    const env = { ...(await testClickHouse()).env, API_SOCKETS_PER_ADDRESS: '1000', API_DEADLINE_MS: '60000' };
    api = startProgram('programs/api', env);
    await api.ready();
    url = /api serves at (http\S+);/.exec(api.said())?.[1] ?? '';
    honest = await token();
    for (let i = 0; i < 20; i++) expected = (await get(SUMMARY, honest)).text;
    controlMs = await delayDuring(async () => {
      await all(300, () => get('/healthz'));
      await served();
    });
  }, 240_000);
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await api?.kill('SIGKILL');
    await store?.close();
  });

  const expectNoHoldUp = (delayMs: number) => expect(delayMs).toBeLessThan(SHORT_MS + MOST_TIMES_CONTROL * controlMs);

  it('that asks for readiness without a token is answered, and holds up nothing', async () => {
    const delayMs = await delayDuring(async () => {
      const [replies] = await Promise.all([all(300, () => get('/readyz')), served()]);
      expect(replies.map(({ status }) => status)).toEqual(Array(300).fill(200));
    });
    expectNoHoldUp(delayMs);
  }, 120_000);

  it('that sends queries of 8 KB without a meaning leaves nothing behind, with a token or without', async () => {
    let sent = 0;
    const junk = () => {
      const names = Array.from({ length: 1_000 }, (_, n) => `p${sent}_${n}`);
      sent++;
      return `/stats/gap?symbol=${SYMBOL}&${names.join('&').slice(0, 8_000)}`;
    };
    const harmful = await token();
    const { residentBytes: before } = await measured();
    const delayMs = await delayDuring(async () => {
      const [known, unknown] = await Promise.all([
        all(150, () => get(junk(), harmful)),
        all(150, () => get(junk())),
        served(),
      ]);
      expect(known.map(({ status }) => status)).toEqual(Array(150).fill(422));
      expect(unknown.map(({ status }) => status)).toEqual(Array(150).fill(401));
      for (const { text } of [...known, ...unknown]) expect(text.length).toBeLessThan(500);
    });
    expectNoHoldUp(delayMs);
    expect(sent).toBe(TIMES * 300);
    // It was 0.39 MB for each.
    expect((await measured()).residentBytes - before).toBeLessThan(150 * MB);
  }, 120_000);

  it('that asks and asks and never reads is bounded in memory, and others are served', async () => {
    const harmful = await token();
    const { length } = (await get('/openapi.json')).text;
    const { residentBytes: before } = await measured();
    const request = `GET /openapi.json HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${harmful}\r\n\r\n`;
    const { port } = new URL(url);
    for (let i = 0; i < 200; i++) {
      const socket = connect({ port: Number(port), host: '127.0.0.1' });
      socket.on('error', () => {});
      socket.pause();
      sockets.push(socket);
      await new Promise<void>((resolve) => socket.once('connect', resolve));
      socket.write(request.repeat(16));
    }
    await served();
    await served();
    // One body for all of them, not one for each: that would be so much.
    expect(200 * 16 * length).toBeGreaterThan(500 * MB);
    expect((await measured()).residentBytes - before).toBeLessThan(150 * MB);
    for (const socket of sockets.splice(0)) socket.destroy();
    await served();
  }, 120_000);

  it('that has hundreds of answers computed at once is shed, and another has its own computed meanwhile', async () => {
    const harmful = await token();
    const custom = (minutes: number, day: number) =>
      `/stats/orb/summary?symbol=${SYMBOL}&orb_minutes=${minutes}&start_date=2024-07-${10 + day}`;
    const { residentBytes: before } = await measured();
    const flood = all(300, (i) => get(custom(10 + 5 * (i % 4), i % 20), harmful));
    const mine: number[] = [];
    for (let i = 0; i < 5; i++) mine.push((await get(custom(25 + 5 * i, 3), honest)).status);
    const statuses = (await flood).map(({ status }) => status);
    expect(mine).toEqual(Array(5).fill(200));
    const count = (wanted: number) => statuses.filter((status) => status === wanted).length;
    expect([count(200) + count(503), count(200) > 0]).toEqual([300, true]);
    expect((await measured()).residentBytes - before).toBeLessThan(300 * MB);
    await served();
  }, 120_000);
});
