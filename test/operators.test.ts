/** What an operator does to a symbol while workers compute it. */
import { beforeEach, describe, expect, it } from 'vitest';
import { Registry } from '../ingest/landing/registry/registry.ts';
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
const statistics = opened.statistics.filter(({ name }) => name === 'fvg' || name === 'gap');
beforeEach(() => {
  symbol = `S${++number}`;
});

const build = (options?: BuildOptions) => openBuild(opened.store, statistics, options);
const rows = (name: string) => rowsOf(opened.store, statistics, name);

/** Lands bars: the first one of a life of the symbol registers it. */
async function land(name: string, part?: { from?: number; to?: number }): Promise<void> {
  const registry = await Registry.open(opened.store);
  expect(registry.judge({ symbol: name, assetClass: 'equity', intervalMin: 30, deleted: false })).toBe(name);
  await registry.persist();
  await putBars(opened.store, { meta: { ...market.meta, symbol: name } }, bars, part);
}

/** What is stored of a symbol whose bars were these from the beginning. */
async function asRight() {
  if ((await build().answer('RIGHT', 'gap')) === null) {
    await land('RIGHT');
    await build().settle('RIGHT');
  }
  return rows('RIGHT');
}

async function expectSettled(): Promise<void> {
  expect(await build().behind()).not.toContain(symbol);
  expect(await rows(symbol)).toEqual(await asRight());
  await build().projector.project(symbol, {});
  expect(await rows(symbol)).toEqual(await asRight());
}

describe('symbols set', () => {
  it('is served by what is registered, on demand, until the records follow', async () => {
    await land(symbol);
    await build().settle(symbol);
    await (await Registry.open(opened.store)).set(symbol, { assetClass: 'crypto' });
    const early = await build().answer(symbol, 'fvg');
    expect(early).toMatchObject({ source: 'on_demand' });
    await build().settle(symbol);
    expect(await build().answer(symbol, 'fvg')).toEqual({ ...early, source: 'materialized' });
  });

  it('computes nothing again where it says what is registered already', async () => {
    await land(symbol);
    await build().settle(symbol);
    await (await Registry.open(opened.store)).set(symbol, { assetClass: 'equity', base: 30 });
    expect(await build().behind()).not.toContain(symbol);
  });

  it('keeps no row that a worker computed for the former class and wrote afterwards', async () => {
    await land(symbol);
    const { writer } = opened.store;
    let right: unknown;
    const insertBlocks: typeof writer.insertBlocks = async (...block) => {
      if (right === undefined) {
        await (await Registry.open(opened.store)).set(symbol, { assetClass: 'crypto' });
        await build().settle(symbol);
        right = await rows(symbol);
      }
      await writer.insertBlocks(...block);
    };
    const insertRows = () => Promise.reject(new Error('killed before it marks the days'));
    const late = openBuild({ ...opened.store, writer: { ...writer, insertBlocks, insertRows } }, statistics);
    await expect(late.projector.project(symbol)).rejects.toThrow('killed');
    expect(await build().behind()).not.toContain(symbol);
    expect(await rows(symbol)).toEqual(right);
  });

  it('refuses a base that the symbol has no bars of, and changes nothing', async () => {
    await land(symbol);
    await build().settle(symbol);
    const registry = await Registry.open(opened.store);
    await expect(registry.set(symbol, { assetClass: 'crypto', base: 60 })).rejects.toThrow(
      `${symbol} has no 1h bars: its intervals are 30m`,
    );
    expect(registry.get(symbol)).toMatchObject({ assetClass: 'equity', origin: 'first_bar' });
    expect(await build().behind()).not.toContain(symbol);
  });
});

it('leaves bars of a series that is registered no more out of all tables, and has them once it is again', {
  timeout: 30_000,
}, async () => {
  const registry = await Registry.open(opened.store);
  await land(symbol);
  await putBars(opened.store, { meta: { ...market.meta, symbol } }, bars, { deleted: true });
  await build().settle(symbol);
  expect(await registry.unregisterEmpty([symbol])).toEqual([symbol]);
  // A process whose registry is older.
  await putBars(opened.store, { meta: { ...market.meta, symbol } }, bars);
  await build().settle(symbol);
  for (const found of Object.values(await rows(symbol))) expect(found).toMatch(/^0 /);
  expect(await build().answer(symbol, 'gap')).toBeNull();
  expect(await build().behind()).not.toContain(symbol);
  await land(symbol, { to: 1 });
  await build().settle(symbol);
  await expectSettled();
});
