/** One symbol that cannot be computed, or a look through the store that fails, holds up nothing else. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../lib/clock.ts';
import type { Store } from '../../sql/connect.ts';
import { StoreError } from '../../sql/errors.ts';
import type { Params } from '../../sql/formats/text.ts';
import { FEW_STATISTICS, projectionOfFile, putBars, serviceOver } from '../../test/support/projection.ts';
import { randomMarket } from '../../test/support/random-market.ts';
import { findBehind } from '../evaluation/behind.ts';
import { type Job, KernelError, runJob } from '../evaluation/evaluation.ts';
import { runSummaries } from '../evaluation/summary-job.ts';
import { createPool } from '../evaluation/threads.ts';
import { Projector } from './projector.ts';
import type { ProjectionService } from './service.ts';
import { listQuarantined } from './work.ts';

const { bars } = randomMarket({
  seed: 5,
  assetClass: 'crypto',
  intervalMin: 60,
  firstDay: 20_150,
  days: 8,
  ticks: 3,
  density: 1,
  hours: 'always',
} as const);
const MOST = bars.length - 40;
let symbols: string[] = [];
let services: ProjectionService[] = [];
/** Symbols whose records, or whose summaries of a statistic, cannot be computed. */
const failing = { records: new Set<string>(), summaries: new Map<string, string>() };
let round = 0;

const opened = await projectionOfFile(FEW_STATISTICS);
beforeEach(() => {
  round++;
  symbols = ['A', 'B', 'C', 'D'].map((name) => `R${round}${name}`);
});
afterEach(async () => {
  for (const service of services) await service.stop();
  services = [];
  failing.records.clear();
  failing.summaries.clear();
});

const put = (symbol: string, from = 0, to = MOST) =>
  putBars(opened.store, { meta: { symbol, assetClass: 'crypto', intervalMin: 60 } }, bars, { from, to });

/** A service as a process has one; what it says as fatal fails the test. */
function start(options: Parameters<typeof serviceOver>[1] = {}): { service: ProjectionService; updated: string[] } {
  const updated: string[] = [];
  const service = serviceOver(opened, {
    run: (job) => {
      if (failing.records.has(job.meta.symbol)) throw new KernelError('trend', new TypeError('the kernel has a fault'));
      return runJob(job);
    },
    summarize: async (job) => {
      if (job.symbols.some(({ meta }) => failing.summaries.get(meta.symbol) === job.statistic))
        throw new KernelError(job.statistic, new TypeError('no summary of this'));
      return runSummaries(job);
    },
    onUpdated: (symbol) => updated.push(symbol),
    ...options,
  });
  services.push(service);
  return { service, updated };
}

const behind = async () =>
  (await findBehind(opened.store.reader, opened.projector.definitions)).map(({ symbol }) => symbol);
const quarantined = () => listQuarantined(opened.store.reader);

describe('a symbol whose kernel throws', () => {
  it('is quarantined and listed; the others continue', async () => {
    const [a, b, c] = symbols;
    failing.records.add(b);
    for (const symbol of [a, b, c]) await put(symbol);
    const { service } = start();
    service.wake([a, b, c]);
    await service.settled();
    expect(await behind()).toEqual([b]);
    expect(await quarantined()).toMatchObject([{ symbol: b, message: 'the kernel has a fault', isCurrent: true }]);
    expect(service.notReady()).toEqual([]);
  });

  it('does not take those with it that are computed together with it', { timeout: 45_000 }, async () => {
    const { service } = start();
    for (const symbol of symbols) await put(symbol);
    service.wake(symbols);
    await service.settled();
    // Now all are in memory, and done together.
    failing.records.add(symbols[2]);
    for (const symbol of symbols) await put(symbol, MOST, MOST + 3);
    service.wake(symbols);
    await service.settled();
    expect(await behind()).toContain(symbols[2]);
    expect(await behind()).not.toContain(symbols[0]);
    expect(await behind()).not.toContain(symbols[3]);
  });

  it('is left alone by reconciliations until its data change, and leaves the list once it is computed', {
    timeout: 30_000,
  }, async () => {
    const [a] = symbols;
    failing.records.add(a);
    await put(a);
    const { service, updated } = start();
    await service.reconcile();
    await service.settled();
    failing.records.clear();
    await service.reconcile();
    await service.settled([a]);
    expect(updated).not.toContain(a);
    // Nobody tells this process of the new bars: it finds them.
    await put(a, MOST, MOST + 2);
    await service.reconcile();
    await service.settled([a]);
    expect(updated).toContain(a);
    expect((await quarantined()).map(({ symbol }) => symbol)).not.toContain(a);
    expect(await behind()).not.toContain(a);
  });

  it.each(['a restart', 'a rebuild', 'a rebuild by another process'])('is tried again by %s', async (what) => {
    const [a] = symbols;
    failing.records.add(a);
    await put(a);
    const { service } = start();
    service.wake([a]);
    await service.settled();
    const [{ sinceMs }] = (await quarantined()).filter(({ symbol }) => symbol === a);
    const again = what === 'a rebuild' ? service : start().service;
    const retry = () => (what === 'a restart' ? again.reconcile() : again.rebuild(a, {}));
    if (what === 'a restart') await retry();
    else await expect(retry()).rejects.toThrow('the kernel has a fault');
    await again.settled([a]);
    expect(await quarantined()).toContainEqual(expect.objectContaining({ symbol: a, sinceMs }));
    failing.records.clear();
    const third = what === 'a rebuild' ? service : start().service;
    await (what === 'a restart' ? third.reconcile() : third.rebuild(a, {}));
    await third.settled([a]);
    expect((await quarantined()).map(({ symbol }) => symbol)).not.toContain(a);
    expect(await behind()).not.toContain(a);
  });

  it('may be one of which only a summary fails', { timeout: 20_000 }, async () => {
    const [a, b] = symbols;
    failing.summaries.set(a, 'gap');
    for (const symbol of [a, b]) await put(symbol);
    const { service } = start();
    service.wake([a, b]);
    await service.settled();
    expect(await quarantined()).toContainEqual(
      expect.objectContaining({ symbol: a, statistic: 'gap', message: 'no summary of this' }),
    );
    expect(await behind()).toEqual([a]);
    failing.summaries.clear();
    await put(a, MOST, MOST + 2);
    service.wake([a]);
    await service.settled();
    expect((await quarantined()).map(({ symbol }) => symbol)).not.toContain(a);
    expect(await behind()).toEqual([]);
  });

  it('is reported with the name of the statistic, also where a worker thread computes', {
    timeout: 20_000,
  }, async () => {
    const [a] = symbols;
    await put(a);
    let job: Job | undefined;
    await new Projector({
      store: opened.store,
      statistics: opened.statistics,
      clock: systemClock,
      run: (given) => {
        job = given;
        return runJob(given);
      },
    }).project(a);
    const pool = createPool({ threads: 1 });
    try {
      const tasks = job!.tasks.map((task) => ({ ...task, unit: { ...task.unit, spec: null as never } }));
      const orb = tasks.filter(({ unit }) => unit.series === 'orb');
      expect(orb).not.toEqual([]);
      await expect(pool.projection({ ...job!, tasks: orb })).rejects.toMatchObject({
        name: 'KernelError',
        statistic: 'orb',
      });
    } finally {
      await pool.close();
    }
  });
});

describe("a failure that is no kernel's", () => {
  it('quarantines no symbol: the program ends', async () => {
    const [a, b] = symbols;
    for (const symbol of [a, b]) await put(symbol);
    const fatal: unknown[] = [];
    const fault = new TypeError('a fault beside the kernels');
    const { service } = start({
      run: () => Promise.reject(fault),
      onFatal: (error) => fatal.push(error),
    });
    service.wake([a, b]);
    await vi.waitFor(() => expect(fatal).toEqual([fault]), { timeout: 10_000 });
    expect(await quarantined()).toEqual(expect.not.arrayContaining([expect.objectContaining({ symbol: a })]));
    expect(service.notReady()).toEqual(['projection has stopped']);
  });

  it('is tried again where a worker thread was lost', async () => {
    const [a] = symbols;
    await put(a);
    let tries = 0;
    const { service } = start({
      run: (job) => {
        if (++tries > 1) return runJob(job);
        return Promise.reject(Object.assign(new Error('out of memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }));
      },
    });
    service.wake([a]);
    await vi.waitFor(async () => expect(await behind()).not.toContain(a), { timeout: 15_000 });
    expect((await quarantined()).map(({ symbol }) => symbol)).not.toContain(a);
  });
});

/** The store, but for statements over a share of the symbols: `refuse` says which of them time out. */
function storeThat(refuse: (params: Params) => boolean): { store: Store; asked: Params[] } {
  const { store } = opened;
  const asked: Params[] = [];
  const query: Store['reader']['query'] = (sql, params = {}, options) => {
    if ('mine' in params) {
      asked.push(params);
      if (refuse(params)) return Promise.reject(new StoreError('Timeout exceeded', { kind: 'transient', code: 159 }));
    }
    return store.reader.query(sql, params, options);
  };
  return { store: { ...store, reader: { ...store.reader, query } }, asked };
}

const covers = ({ after, upTo }: Params, symbol: string) =>
  (after === undefined || symbol > String(after)) && (upTo === undefined || symbol <= String(upTo));

const EVERYTHING = { owns: () => true, share: () => ({ partitions: 1, mine: [0] }) };

describe('a reconciliation', () => {
  it('that times out again and again does not hold up what is reported', async () => {
    const [a] = symbols;
    let tries = 0;
    const { store } = storeThat(() => ++tries > 0);
    const { service, updated } = start({ store, owner: EVERYTHING });
    await service.reconcile();
    await put(a);
    service.wake([a]);
    await vi.waitFor(() => expect(updated).toContain(a), { timeout: 20_000 });
    // It continues trying by itself.
    await vi.waitFor(() => expect(tries).toBeGreaterThan(2), { timeout: 20_000 });
  });

  it('asks about a bounded number of rows at a time, and about every symbol', { timeout: 35_000 }, async () => {
    for (const symbol of symbols) await put(symbol);
    const { store, asked } = storeThat(() => false);
    const { service } = start({ store, owner: EVERYTHING, sliceRows: 12 });
    await service.reconcile();
    await service.settled();
    expect(await behind()).toEqual([]);
    const rows = await opened.store.reader.query<{ symbol: string; rows: number }>(
      "SELECT CAST(symbol, 'String') AS symbol, count() AS rows FROM market.day_log GROUP BY symbol",
    );
    // The first statement lists the symbols.
    const slices = asked.slice(1).map((params) => rows.filter(({ symbol }) => covers(params, symbol)));
    for (const slice of slices) {
      if (slice.length > 1) expect(slice.reduce((sum, one) => sum + one.rows, 0)).toBeLessThanOrEqual(12);
    }
    expect(new Set(slices.flat().map(({ symbol }) => symbol)).size).toBe(rows.length);
  });

  it('continues with the others where one part fails, and comes back to that', { timeout: 40_000 }, async () => {
    const [a, b, c] = symbols;
    for (const symbol of [a, b, c]) await put(symbol);
    let broken = true;
    const { store } = storeThat((params) => broken && 'upTo' in params && covers(params, b));
    const { service, updated } = start({ store, owner: EVERYTHING, sliceRows: 12 });
    await service.reconcile();
    await vi.waitFor(() => expect(updated).toEqual(expect.arrayContaining([a, c])), { timeout: 20_000 });
    expect(updated).not.toContain(b);
    broken = false;
    await vi.waitFor(() => expect(updated).toContain(b), { timeout: 20_000 });
  });
});
