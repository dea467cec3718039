/** What an operator does to a symbol while workers compute it: `symbols set` and `symbols drop`, broken off or raced. */
import { beforeEach, describe, expect, it } from 'vitest';
import { Registry } from '../ingest/landing/registry/registry.ts';
import { tablesWith } from '../sql/symbols.ts';
import { type BuildOptions, openBuild, rowsOf } from './support/builds.ts';
import { projectionOfFile, putBars } from './support/projection.ts';
import { randomMarket } from './support/random-market.ts';

const market = randomMarket({
  seed: 22,
  assetClass: 'equity',
  intervalMin: 30,
  firstDay: 19_900,
  days: 14,
  hours: 'regular',
  density: 1,
  ticks: 12,
});
const { bars } = market;
let number = 0;
let symbol: string;

const opened = await projectionOfFile();
// FVG has other variants for other intervals.
const statistics = opened.statistics.filter(({ name }) => name === 'fvg' || name === 'gap');
beforeEach(() => {
  symbol = `S${++number}`;
});

const build = (options?: BuildOptions) => openBuild(opened.store, statistics, options);
const rows = (name: string) => rowsOf(opened.store, statistics, name);

/** Lands bars under a registration: the first one of a life of the symbol counts. */
async function land(name: string, intervalMin: number, part?: { from?: number; to?: number }): Promise<void> {
  const registry = await Registry.open(opened.store);
  const at = part?.from ?? 0;
  const row = {
    table: 'bars',
    symbol: name,
    assetClass: 'equity',
    intervalMin,
    minute: bars.minute[at],
    deleted: false,
  };
  expect(registry.judge(row as never)).toMatchObject({ table: 'bars' });
  await registry.persist();
  await putBars(opened.store, { meta: { ...market.meta, symbol: name } }, bars, part);
}

/** A symbol whose bars were these, registered so, from the beginning. */
async function right(intervalMin: number, from = 0): Promise<string> {
  const name = `RIGHT-${intervalMin}-${from}`;
  if ((await build().answer(name, 'gap')) === null) {
    await land(name, intervalMin, { from });
    await build().settle(name);
  }
  return name;
}

const asRight = async (intervalMin: number, from = 0) => rows(await right(intervalMin, from));

async function expectSettled(intervalMin: number, from = 0): Promise<void> {
  expect(await build().behind()).not.toContain(symbol);
  expect(await rows(symbol)).toEqual(await asRight(intervalMin, from));
  expect(await build().projector.project(symbol, {})).toMatchObject({ written: 0 });
}

describe('symbols set', () => {
  it('is served by what is registered, on demand, until the records follow', async () => {
    await land(symbol, 1);
    await build().settle(symbol);
    await (await Registry.open(opened.store)).set(symbol, 'equity', 30);
    const early = await build().answer(symbol, 'fvg');
    expect(early).toMatchObject({ source: 'on_demand' });
    await build().settle(symbol);
    expect(await build().answer(symbol, 'fvg')).toEqual({ ...early, source: 'materialized' });
  });

  it('computes nothing again where it says what is registered already', async () => {
    await land(symbol, 30);
    await build().settle(symbol);
    await (await Registry.open(opened.store)).set(symbol, 'equity', 30);
    expect(await build().behind()).not.toContain(symbol);
  });

  it('refuses an interval that the stored bars contradict, and changes nothing', async () => {
    await land(symbol, 30);
    await build().settle(symbol);
    const registry = await Registry.open(opened.store);
    await expect(registry.set(symbol, 'equity', 1440)).rejects.toThrow(
      `${symbol} has ${bars.length} bars from 2024-06-26T13:30:00.000Z to`,
    );
    await expect(registry.set(symbol, 'equity', 60)).rejects.toThrow(/do not begin on a mark of 1h/);
    await expect(registry.set(symbol, 'equity', 5)).rejects.toThrow(
      /all of them begin on a mark of 30m: they are not 5m/,
    );
    expect(registry.get(symbol)).toMatchObject({ intervalMin: 30, origin: 'first_bar' });
    expect(await build().behind()).not.toContain(symbol);
  });
});

describe('symbols drop', () => {
  /** The store for a drop, in which something happens before its deletion of that number, from 1. */
  const meanwhile = (number: number, happens: () => Promise<unknown>) => {
    let deletions = 0;
    const { writer } = opened.store;
    const command: typeof writer.command = async (sql, params) => {
      if (++deletions === number) await happens();
      await writer.command(sql, params);
    };
    return { store: { ...opened.store, writer: { ...writer, command } }, deletions: () => deletions };
  };

  it('removes also what a run writes that begins and ends while it removes the rest', { timeout: 20_000 }, async () => {
    await land(symbol, 30);
    const { store, deletions } = meanwhile(1, () => build().settle(symbol));
    await (await Registry.open(store)).drop([symbol]);
    expect(deletions()).toBeGreaterThan(0);
    expect(await tablesWith(opened.store, [symbol])).toEqual(new Map());
  });

  it('leaves no bars that nothing is computed of, where they land again while it removes what was there', {
    timeout: 40_000,
  }, async () => {
    for (let number = 1, more = true; more; number++) {
      symbol = `LD${number}`;
      await land(symbol, 30);
      const { store, deletions } = meanwhile(number, () => land(symbol, 30));
      await (await Registry.open(store)).drop([symbol]);
      more = deletions() >= number;
      await build().settle(symbol);
      const isStored = (await tablesWith(opened.store, [symbol])).has('bars');
      if (isStored) await expectSettled(30);
      else for (const found of Object.values(await rows(symbol))) expect(found).toMatch(/^0 /);
    }
  });

  it('leaves bars that land unregistered out of all tables, says so, and has them once they are registered', {
    timeout: 30_000,
  }, async () => {
    await land(symbol, 30);
    await (await Registry.open(opened.store)).drop([symbol]);
    // A process whose registry is older than the drop.
    await putBars(opened.store, { meta: { ...market.meta, symbol } }, bars);
    const worker = build();
    await worker.settle(symbol);
    expect(worker.unregistered).toEqual([symbol]);
    for (const found of Object.values(await rows(symbol))) expect(found).toMatch(/^0 /);
    expect(await build().answer(symbol, 'gap')).toBeNull();
    expect(await build().behind()).not.toContain(symbol);
    await (await Registry.open(opened.store)).set(symbol, 'equity', 30);
    await build().settle(symbol);
    await expectSettled(30);
  });
});
