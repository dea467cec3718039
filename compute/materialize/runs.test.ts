import { beforeEach, describe, expect, it } from 'vitest';
import { type Clock, systemClock, systemTimers } from '../../lib/clock.ts';
import { projectionOfFile, putBars, serviceOver } from '../../test/support/projection.ts';
import { randomMarket } from '../../test/support/random-market.ts';
import { type Job, runJob } from '../evaluation/evaluation.ts';
import { readRecordsOf } from '../evaluation/stored-records.ts';
import { type RecordsTable, recordsTable, SESSIONS_TABLE } from '../evaluation/tables/schema.ts';
import { allocateBars, type BarColumns } from '../market/bars.ts';
import type { SymbolData } from '../market/symbol-data.ts';
import { Projector } from './projector.ts';
import { ProjectionRuns } from './runs.ts';

const market = randomMarket({
  seed: 7,
  assetClass: 'equity',
  intervalMin: 5,
  firstDay: 19_900,
  days: 16,
  hours: 'regular',
  density: 1,
  ticks: 12,
});
const { bars } = market;
const LAST = Math.round(bars.length * 0.6);

/** Prices of the last bars upside down: a source's mistake, which makes other records than the bars themselves. */
function mistaken(): BarColumns {
  const out = allocateBars(bars.length);
  out.minute.set(bars.minute);
  out.volume.set(bars.volume);
  for (let i = 0; i < bars.length; i++) {
    const turned = i >= LAST && i % 7 < 3 ? 1.02 : 1;
    for (const name of ['open', 'high', 'low', 'close'] as const) out[name][i] = bars[name][i] * turned;
  }
  return out;
}
let number = 0;
let symbol: string;

const opened = await projectionOfFile();
beforeEach(() => {
  symbol = `S${++number}`;
});

const named = (name: string): Pick<SymbolData, 'meta'> => ({ meta: { ...market.meta, symbol: name } });

async function tablesOf(name: string): Promise<Record<string, unknown>> {
  const out: Record<string, unknown> = {};
  const tables: RecordsTable[] = [SESSIONS_TABLE, ...opened.statistics.map(recordsTable)];
  for (const table of tables) {
    for (const [unit, records] of (await readRecordsOf(opened.store.reader, table, `${name} 5m`, {})).units) {
      out[`${table.name} ${unit}`] = records;
    }
  }
  return out;
}

/** A process: its own projector, which stops before it writes for as long as `hold` says. */
function process(options: { hold?: Promise<void>; monotonicMs?: () => number; clock?: Clock } = {}) {
  const timers = { ...systemTimers, monotonicMs: options.monotonicMs ?? systemTimers.monotonicMs };
  const { store, statistics } = opened;
  let computed: () => void = () => {};
  const hasComputed = new Promise<void>((resolve) => {
    computed = resolve;
  });
  const run = async (job: Job) => {
    const results = await runJob(job);
    computed();
    await options.hold;
    return results;
  };
  const runs = new ProjectionRuns({ store, timers, clock: options.clock });
  const projector = new Projector({ store: runs.guarded(), statistics, run, clock: systemClock });
  return {
    runs,
    hasComputed,
    project: async () => {
      const write = (some: readonly string[], again: boolean) => projector.projectAll(some, again ? {} : undefined);
      return (await runs.duringAll([symbol], write))[0];
    },
    unguarded: () => projector.project(symbol),
    /** Together with others. */
    projectWith: (others: readonly string[]) =>
      runs.duringAll([...others, symbol], (some, again) => projector.projectAll(some, again ? {} : undefined)),
  };
}

function gate() {
  let open: () => void = () => {};
  const shut = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { shut, open: () => open() };
}

/** What the tables hold where everything came at once, and right. */
async function atOnce(): Promise<Record<string, unknown>> {
  const name = `${symbol}.WHOLE`;
  await putBars(opened.store, named(name), bars);
  await opened.projector.project(name);
  return tablesOf(name);
}

/** One process computes from the mistaken bars and is held up; the right bars land; another computes; the first continues. */
async function overtaken(how: 'project' | 'unguarded', setClockByMs = 0): Promise<void> {
  await putBars(opened.store, named(symbol), mistaken());
  const { shut, open } = gate();
  let skewMs = 0;
  const clock: Clock = { nowMs: () => Date.now() + skewMs };
  const late = process({ hold: shut, clock });
  const lateRun = late[how]();
  await late.hasComputed;
  await putBars(opened.store, named(symbol), bars, { from: LAST });
  skewMs = setClockByMs;
  await process({ clock })[how]();
  open();
  await lateRun;
}

describe('a process that was overtaken while it computed', () => {
  it('without notes of its run would leave rows behind that the newer state does not have', {
    timeout: 40_000,
  }, async () => {
    await overtaken('unguarded');
    expect(await tablesOf(symbol)).not.toEqual(await atOnce());
  });

  it('finds that, and leaves the tables as if everything had come at once', { timeout: 45_000 }, async () => {
    await overtaken('project');
    expect(await tablesOf(symbol)).toEqual(await atOnce());
    expect(await new ProjectionRuns(opened).broken(null)).toEqual([]);
  });
});

describe('a process that works on several symbols, and was overtaken with one of them', () => {
  it('compares that one again, and leaves the others', async () => {
    const other = `${symbol}.OTHER`;
    await putBars(opened.store, named(symbol), mistaken());
    await putBars(opened.store, named(other), bars);
    const { shut, open } = gate();
    const late = process({ hold: shut });
    const lateRun = late.projectWith([other]);
    await late.hasComputed;
    await putBars(opened.store, named(symbol), bars, { from: LAST });
    await process().project();
    open();
    const [others, overtaken] = await lateRun;
    expect(others).toMatchObject({ days: expect.any(Number) });
    expect(overtaken).not.toBeNull();
    const whole = await atOnce();
    expect(await tablesOf(symbol)).toEqual(whole);
    expect(await tablesOf(other)).toEqual(whole);
    expect(await new ProjectionRuns(opened).broken(null)).toEqual([]);
  });
});

/** Makes the notes of runs look `seconds` older than they are. */
async function age(seconds: number): Promise<void> {
  const { writer } = opened.store;
  const rows = await writer.query<{ symbol: string; run: string; state: string }>(
    "SELECT CAST(symbol, 'String') AS symbol, run, CAST(state, 'String') AS state FROM market.projection_runs",
  );
  await writer.command('TRUNCATE TABLE market.projection_runs');
  const at = ((Date.now() - seconds * 1000) / 1000).toFixed(3);
  await writer.insertRows(
    'market.projection_runs',
    ['symbol', 'run', 'state', 'at'],
    rows.map((row) => [row.symbol, row.run, row.state, at]),
  );
}

describe('a run that broke off', () => {
  it('is repaired by the next reconciliation, and may not write any more', async () => {
    await putBars(opened.store, named(symbol), mistaken());
    const { shut, open } = gate();
    let nowMs = 0;
    const zombie = process({ hold: shut, monotonicMs: () => nowMs });
    const zombieRun = zombie.project();
    await zombie.hasComputed;
    await putBars(opened.store, named(symbol), bars, { from: LAST });
    await process().project();
    const other = new ProjectionRuns(opened);
    expect(await other.broken(null)).toEqual([]);

    await age(120);
    expect(await other.broken(null)).toMatchObject([{ symbol }]);
    const { store, statistics } = opened;
    const projector = new Projector({ store: other.guarded(), statistics, run: runJob, clock: systemClock });
    const service = serviceOver({ store, statistics: [] }, { projector, runs: other });
    await service.reconcile();
    await service.settled();
    await service.stop();
    expect(await other.broken(null)).toEqual([]);

    nowMs = 120_000;
    open();
    await expect(zombieRun).rejects.toMatchObject({ kind: 'transient', message: /another process has continued/ });
    expect(await tablesOf(symbol)).toEqual(await atOnce());
  });

  it('belongs to the process that has its symbol', async () => {
    await putBars(opened.store, named('AAPL'), mistaken());
    symbol = 'AAPL';
    const { shut } = gate();
    const dead = process({ hold: shut });
    void dead.project();
    await dead.hasComputed;
    await age(120);
    const runs = new ProjectionRuns(opened);
    // By the hash that Kafka's producers choose partitions with, AAPL is in the tenth of twelve.
    expect(await runs.broken({ partitions: 12, mine: [9] })).toMatchObject([{ symbol: 'AAPL' }]);
    expect(await runs.broken({ partitions: 12, mine: [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11] })).toEqual([]);
    expect(await runs.broken({ partitions: 12, mine: [] })).toEqual([]);
  });
});
