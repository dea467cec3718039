/**
 * Whatever the order, batching, lateness and correction of bars and news on the way in, the statistics tables equal
 * those of a symbol that got everything at once.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRecordsOf } from '../compute/evaluation/stored-records.ts';
import { type RecordsTable, recordsTable, SESSIONS_TABLE } from '../compute/evaluation/tables/schema.ts';
import { allocateBars, type BarColumns } from '../compute/market/bars.ts';
import type { SymbolData } from '../compute/market/symbol-data.ts';
import { projectionOfFile, putBars, putNews } from './support/projection.ts';
import { type MarketRequest, marketArbitrary, randomMarket, shareArbitrary } from './support/random-market.ts';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 6);
let symbols = 0;

const opened = await projectionOfFile();

const named = (data: SymbolData, symbol: string): Pick<SymbolData, 'meta'> => ({ meta: { ...data.meta, symbol } });

/** Bars whose prices are all `shift` higher: what a source first sent, before its correction. */
function wrong(bars: BarColumns, shift: number): BarColumns {
  const out = allocateBars(bars.length);
  out.minute.set(bars.minute);
  out.volume.set(bars.volume);
  for (const name of ['open', 'high', 'low', 'close'] as const) out[name].set(bars[name].map((price) => price + shift));
  return out;
}

async function tablesOf(symbol: string): Promise<Record<string, unknown>> {
  const out: Record<string, unknown> = {};
  const tables: RecordsTable[] = [SESSIONS_TABLE, ...opened.statistics.map(recordsTable)];
  for (const table of tables) {
    const units = (await readRecordsOf(opened.store.reader, table, symbol, {})).units;
    for (const [unit, records] of units) out[`${table.name} ${unit}`] = records;
  }
  return out;
}

interface Step {
  from: number;
  to: number;
  wrongBy: number;
  deleted: boolean;
  project: boolean;
  /** The records in memory are lost first: what changed is held against those of the store. */
  forget: boolean;
}

const stepsArbitrary = fc.array(
  fc.record({
    from: shareArbitrary,
    to: shareArbitrary,
    wrongBy: fc.constantFrom(0, 0, 0.5, 3),
    deleted: fc.constantFrom(false, false, true),
    project: fc.boolean(),
    forget: fc.boolean(),
  }),
  { minLength: 2, maxLength: 6 },
);

async function play(request: MarketRequest, steps: readonly Step[]): Promise<void> {
  const market = randomMarket({ ...request, days: Math.min(request.days, 45) });
  const { bars } = market;
  const piecemeal = named(market, `A${++symbols}`);
  const atOnce = named(market, `B${symbols}`);
  const { store, projector } = opened;
  for (const step of steps) {
    const [from, to] = [step.from, step.to].map((share) => Math.round(share * bars.length)).sort((a, b) => a - b);
    const sent = step.wrongBy === 0 ? bars : wrong(bars, step.wrongBy);
    await putBars(store, piecemeal, sent, { from, to, deleted: step.deleted });
    if (step.forget) projector.forget();
    if (step.project) await projector.project(piecemeal.meta.symbol);
  }
  await putNews(store, piecemeal, request.seed, bars);
  await projector.project(piecemeal.meta.symbol);
  // The truth comes last, in two late halves, the later one first.
  const half = bars.length >> 1;
  await putBars(store, piecemeal, bars, { from: half });
  await projector.project(piecemeal.meta.symbol);
  await putBars(store, piecemeal, bars, { to: half });
  await projector.project(piecemeal.meta.symbol);

  await putBars(store, atOnce, bars);
  await putNews(store, atOnce, request.seed, bars);
  await projector.project(atOnce.meta.symbol);
  expect(await tablesOf(piecemeal.meta.symbol)).toEqual(await tablesOf(atOnce.meta.symbol));
}

describe('tables made piece by piece', () => {
  it('equal those made at once', { timeout: 180_000 }, async () => {
    await fc.assert(fc.asyncProperty(marketArbitrary(), stepsArbitrary, play), {
      numRuns: RUNS,
      endOnFailure: true,
    });
  });
});
