import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProjection, putBars } from '../../test/support/projection.ts';
import { type BarColumns, type BarTuple, barsFromTuples, PRICE_COLUMNS } from '../market/bars.ts';
import { HeldBars } from './held-bars.ts';
import { dayStart, loadBars } from './load-bars.ts';
import { type SymbolState, settledKey } from './state.ts';

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
  /** The symbol is made again whatever is in memory. */
  readonly afresh: boolean;
}

const day = fc.integer({ min: 0, max: DAYS - 1 });
const step: fc.Arbitrary<Step> = fc.record({
  changes: fc.array(fc.record({ day, deleted: fc.boolean(), bars: fc.integer({ min: 1, max: BARS_A_DAY }) }), {
    maxLength: 4,
  }),
  asked: fc.array(fc.record({ from: day, days: fc.integer({ min: 1, max: 20 }) }), { minLength: 1, maxLength: 3 }),
  fails: fc.constantFrom(false, false, true),
  elsewhere: fc.constantFrom(false, false, false, true),
  afresh: fc.constantFrom(false, false, false, true),
});

const rowsOf = (bars: BarColumns) =>
  Array.from(bars.minute, (minute, i) => [minute, ...PRICE_COLUMNS.map((name) => bars[name][i])]);

describe('bars held in memory', () => {
  let opened: Awaited<ReturnType<typeof openProjection>>;
  beforeAll(async () => {
    opened = await openProjection();
  });
  afterAll(() => opened.close());

  it('are those of the store, whatever changed, was asked for and broke off before', async () => {
    const { store } = opened;
    let symbols = 0;
    let price = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 10 }), async (steps) => {
        const run = ++symbols;
        const names = [`H${run}A`, `H${run}B`];
        const held = new HeldBars(store.reader, MEGABYTE);
        const logged = new Map<number, number>();
        const dirty = new Set<number>();
        let landed = 0;
        let settled: SymbolState['settled'] = null;
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
          landed += rows.length;
        };
        const everyThird = Array.from({ length: Math.floor(DAYS / 3) }, (_, i) => 3 * i);
        await change(everyThird, 3, false);
        for (const { changes, asked, fails, elsewhere, afresh } of steps) {
          for (const { day: at, bars, deleted } of changes) await change([at], bars, deleted);
          if (elsewhere) {
            dirty.clear();
            settled = { key: settledKey({ generation: 0, landed, inputs: 0n }), ends: null };
            continue;
          }
          const days = [...logged]
            .sort(([a], [b]) => a - b)
            .map(([at, rows]) => ({
              ...{ kind: 'bars' as const, day: FIRST_DAY + at, rows },
              ...{ fingerprint: 0n, dirty: dirty.has(at), marked: false },
            }));
          const states = names.map((symbol) => ({
            ...{
              symbol,
              days,
              landed,
              settled,
              registered: null,
              splits: [],
              definitions: new Map(),
              generation: 0,
              inputs: 0n,
            },
          }));
          const taken = await held.take(states, afresh);
          for (const symbol of names) {
            const bars = taken.get(symbol)!;
            for (const { from, days: wide } of asked) {
              const range = { from: FIRST_DAY + from, to: FIRST_DAY + from + wide };
              const stored = await loadBars(store.reader, symbol, dayStart(range.from), dayStart(range.to + 1), null);
              expect(rowsOf(await bars.load(range))).toEqual(rowsOf(stored));
            }
            for (const at of dirty) {
              const [from, to] = [FIRST_DAY + at, FIRST_DAY + at + 1];
              const changed = bars.changed(from);
              if (!changed) continue;
              expect(rowsOf(changed)).toEqual(
                rowsOf(await loadBars(store.reader, symbol, dayStart(from), dayStart(to), null)),
              );
            }
            if (!fails) bars.keep();
          }
          if (fails) continue;
          dirty.clear();
          settled = { key: settledKey({ generation: 0, landed, inputs: 0n }), ends: null };
        }
      }),
      { numRuns: 5 },
    );
  });

  it('are read again where another process has settled the symbol meanwhile', async () => {
    const { store } = opened;
    let statements = 0;
    const reader: typeof store.reader = {
      ...store.reader,
      nativeBytes(...args) {
        statements++;
        return store.reader.nativeBytes(...args);
      },
    };
    const held = new HeldBars(reader, MEGABYTE);
    const meta = { symbol: 'TAKEN', assetClass: 'crypto', intervalMin: 60 } as const;
    const range = { from: FIRST_DAY, to: FIRST_DAY + 1 };
    const put = (price: number) =>
      putBars(store, { meta }, barsFromTuples([[dayStart(FIRST_DAY), price, price, price, price, 1]]));
    const run = async (settled: number, landed: number, dirty: boolean, isWork = true) => {
      const day = { kind: 'bars' as const, day: FIRST_DAY, rows: landed, fingerprint: BigInt(landed) };
      const days = [{ ...day, dirty, marked: false }];
      const common = { registered: null, splits: [], definitions: new Map(), generation: 0, inputs: 0n };
      const of = { symbol: meta.symbol, days, landed, ...common };
      const key = settledKey({ generation: 0, landed: settled, inputs: 0n });
      const bars = (await held.take([{ ...of, settled: { key, ends: null } }], false)).get(meta.symbol)!;
      if (!isWork) return null;
      const { open } = await bars.load(range);
      bars.keep();
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
