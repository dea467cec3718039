import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProjection, putBars } from '../../test/support/projection.ts';
import { BarCache } from '../evaluation/bar-cache.ts';
import { dayStart, loadRanges } from '../evaluation/load-bars.ts';
import { type SymbolState, settledKey } from '../evaluation/state.ts';
import { type BarColumns, type BarTuple, barsFromTuples, PRICE_COLUMNS } from '../market/bars.ts';
import { BarsOfSymbols } from './projection-io.ts';

const FIRST_DAY = 20_000;
const DAYS = 40;
const BARS_A_DAY = 6;
const MEGABYTE = 2 ** 20;

interface Step {
  /** What changes before the run: days from the first, and whether their bars go or come. */
  readonly changes: readonly { readonly day: number; readonly deleted: boolean; readonly bars: number }[];
  /** The dates that the run asks for, one after the other. */
  readonly asked: readonly { readonly from: number; readonly days: number }[];
  /** The run breaks off: what changed is still to do. */
  readonly fails: boolean;
  /** Another process does the work. */
  readonly elsewhere: boolean;
  /** The symbol is computed again whatever is in memory. */
  readonly afresh: boolean;
  /** So many of the latest days have not ended: the run leaves them out. */
  readonly live: number;
  /** What answers read from the same memory before the run, and whether the marks tell of another state than records. */
  readonly answered: readonly { readonly from: number; readonly days: number; readonly unsure: boolean }[];
}

const day = fc.integer({ min: 0, max: DAYS - 1 });
const range = { from: day, days: fc.integer({ min: 1, max: 20 }) };
const step: fc.Arbitrary<Step> = fc.record({
  changes: fc.array(fc.record({ day, deleted: fc.boolean(), bars: fc.integer({ min: 1, max: BARS_A_DAY }) }), {
    maxLength: 4,
  }),
  asked: fc.array(fc.record(range), { minLength: 1, maxLength: 3 }),
  fails: fc.constantFrom(false, false, true),
  elsewhere: fc.constantFrom(false, false, false, true),
  afresh: fc.constantFrom(false, false, false, true),
  live: fc.constantFrom(0, 0, 1, 3),
  answered: fc.array(fc.record({ ...range, unsure: fc.constantFrom(false, false, true) }), { maxLength: 2 }),
});

const rowsOf = (bars: BarColumns) =>
  Array.from(bars.minute, (minute, i) => [minute, ...PRICE_COLUMNS.map((name) => bars[name][i])]);

describe('bars that answers and projector have in memory', () => {
  let opened: Awaited<ReturnType<typeof openProjection>>;
  beforeAll(async () => {
    opened = await openProjection();
  });
  afterAll(() => opened.close());

  it('are those of the store, whatever changed, was asked for and broke off before', { timeout: 60_000 }, async () => {
    const { store } = opened;
    let symbols = 0;
    let price = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 7 }), async (steps) => {
        const run = ++symbols;
        const names = [`H${run}A`, `H${run}B`];
        const cache = new BarCache(store.reader, MEGABYTE);
        const bars = new BarsOfSymbols(cache);
        const logged = new Map<number, number>();
        const dirty = new Set<number>();
        let settled: SymbolState['settled'] = null;
        const sum = (days: Iterable<readonly [number, number]>) => [...days].reduce((all, [, rows]) => all + rows, 0);
        const stateOf = (days: readonly (readonly [number, number])[]) => {
          const landed = sum(days);
          return { landed, inputs: BigInt(landed) };
        };
        const expectStored = async (symbol: string, loaded: BarColumns, from: number, to: number) =>
          expect(rowsOf(loaded)).toEqual(
            rowsOf((await loadRanges(store.reader, [`${symbol} 1h`], [{ from, to }])).get(`${symbol} 1h`)!),
          );
        const change = async (days: readonly number[], bars: number, deleted: boolean) => {
          const rows = days.flatMap((at) =>
            Array.from(
              { length: bars },
              (_, i): BarTuple => [dayStart(FIRST_DAY + at) + i * 60, ++price, price, price, price, price],
            ),
          );
          for (const symbol of names) {
            const meta = { symbol, assetClass: 'crypto', intervalMin: 60 } as const;
            await putBars(store, { meta }, barsFromTuples(rows), { deleted });
          }
          for (const at of days) {
            logged.set(at, (logged.get(at) ?? 0) + bars);
            dirty.add(at);
          }
        };
        const everyThird = Array.from({ length: Math.floor(DAYS / 3) }, (_, i) => 3 * i);
        await change(everyThird, 3, false);
        for (const { changes, asked, answered, fails, elsewhere, afresh, live } of steps) {
          for (const { day: at, bars: count, deleted } of changes) await change([at], count, deleted);
          const all = [...logged].sort(([a], [b]) => a - b);
          const known = all.map(([at, rows]) => ({
            kind: 'bars' as const,
            day: FIRST_DAY + at,
            rows,
            fingerprint: BigInt(rows),
            dirty: dirty.has(at),
            marked: false,
          }));
          for (const { from, days, unsure } of answered) {
            const wanted = { from: FIRST_DAY + from, to: FIRST_DAY + from + days };
            // Days whose marks came before the records' own do not say that they changed.
            const changed = unsure ? [] : known.filter((one) => one.dirty);
            const state = { ...stateOf(all), settled: unsure ? null : (settled?.key ?? null), changed, factors: null };
            const read = names.map((symbol) => cache.load({ ...state, series: `${symbol} 1h` }, wanted));
            for (const [i, one] of read.entries()) await expectStored(names[i], await one, wanted.from, wanted.to);
          }
          if (elsewhere) {
            dirty.clear();
            settled = { key: settledKey(stateOf(all)), landed: 0, ends: null };
            continue;
          }
          const ended = all.slice(0, all.length - live);
          const state = stateOf(ended);
          const common = { registered: null, splits: [], definitions: new Map() };
          const days = known.slice(0, ended.length);
          const states = names.map((symbol) => ({
            symbol,
            series: `${symbol} 1h`,
            days,
            settled,
            ...state,
            ...common,
          }));
          const taken = await bars.take(states, afresh);
          for (const symbol of names) {
            const own = taken.get(`${symbol} 1h`)!;
            for (const { from, days: wide } of asked) {
              const wanted = { from: FIRST_DAY + from, to: FIRST_DAY + from + wide };
              await expectStored(symbol, await own.load(wanted), wanted.from, wanted.to);
            }
            for (const { day: at, dirty: isDirty } of days) {
              if (!isDirty) continue;
              const inMemory = own.day(at);
              if (inMemory) await expectStored(symbol, inMemory, at, at);
            }
            if (!fails) own.settle();
          }
          if (fails) continue;
          for (const [at] of ended) dirty.delete(at);
          settled = { key: settledKey(state), landed: 0, ends: null };
        }
      }),
      { numRuns: 3 },
    );
  });

  it('are read again where another process has settled the symbol meanwhile', async () => {
    const { store } = opened;
    let statements = 0;
    const reader: typeof store.reader = {
      ...store.reader,
      arrow(...args) {
        statements++;
        return store.reader.arrow(...args);
      },
    };
    const taken = new BarsOfSymbols(new BarCache(reader, MEGABYTE));
    const meta = { symbol: 'TAKEN', assetClass: 'crypto', intervalMin: 60 } as const;
    const range = { from: FIRST_DAY, to: FIRST_DAY + 1 };
    const put = (price: number) =>
      putBars(store, { meta }, barsFromTuples([[dayStart(FIRST_DAY), price, price, price, price, 1]]));
    const run = async (settled: number, landed: number, dirty: boolean, isWork = true) => {
      const day = { kind: 'bars' as const, day: FIRST_DAY, rows: landed, fingerprint: BigInt(landed) };
      const days = [{ ...day, dirty, marked: false }];
      const common = { registered: null, splits: [], definitions: new Map(), inputs: 0n };
      const of = { symbol: meta.symbol, series: `${meta.symbol} 1h`, days, landed, ...common };
      const key = settledKey({ landed: settled, inputs: 0n });
      const bars = (await taken.take([{ ...of, settled: { key, landed: 0, ends: null } }], false)).get(
        `${meta.symbol} 1h`,
      )!;
      if (!isWork) return null;
      const { open } = await bars.load(range);
      bars.settle();
      return open[0];
    };
    await put(1);
    expect(await run(1, 1, false)).toBe(1);
    await put(2);
    expect(await run(1, 2, true)).toBe(2);
    // As it was settled here nothing is read; as others have settled it everything is.
    await put(3);
    expect(await run(2, 2, false)).toBe(2);
    expect(await run(3, 3, false)).toBe(3);
    // A notice of what is done already costs nothing, then or later.
    statements = 0;
    await run(3, 3, false, false);
    expect(await run(3, 3, false)).toBe(3);
    expect(statements).toBe(0);
  });
});
