/**
 * A symbol with daily bars beside shorter ones: whatever the order in which they come, are corrected and deleted, its
 * answers are those of the daily bars before the cutover, and of the shorter ones from there on, each made the naive way;
 * stored or on demand, settled or not.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AssetClass } from '../exchange/symbol.ts';
import { MINUTES_PER_DAY, parseIsoDate } from '../lib/days.ts';
import { runs } from './support/property-seed.ts';
import { propertySeed, randomMarket } from './support/random-market.ts';
import { expectNaive, expectSummaries, expectUnserved } from './support/two-series/expect.ts';
import { type Bar, Model, tuple } from './support/two-series/model.ts';
import { closeStore, onDemand, openStore, settle, stored, symbolOf } from './support/two-series/store.ts';

const seed = propertySeed();
const FIRST = parseIsoDate('2024-02-26')!;
/** That the live tail reaches back. */
const NEAR_DAYS = 45;

beforeAll(openStore);
afterAll(closeStore);

const share = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000);
const acts = fc.record({
  series: fc.constantFrom('base' as const, 'daily' as const),
  act: fc.constantFrom('put' as const, 'put' as const, 'correct' as const, 'remove' as const, 'stray' as const),
  from: share,
  to: share,
});
const cases = fc.record({
  seed: fc.nat(),
  assetClass: fc.constantFrom<AssetClass>('equity', 'crypto'),
  hours: fc.constantFrom('regular' as const, 'extended' as const),
  acts: fc.array(acts, { minLength: 1, maxLength: 5 }),
  first: fc.constantFrom('base' as const, 'daily' as const),
  from: share,
  to: share,
});

function part<T>(list: readonly T[], a: number, b: number): T[] {
  return list.slice(Math.floor(Math.min(a, b) * list.length), Math.ceil(Math.max(a, b) * list.length) + 1);
}

const raised = ([minute, open, high, low, close, volume]: Bar): Bar => [
  ...([minute, open, high + 0.05, low, close, volume + 1] as const),
];

/** A single shorter bar at any hour of any date, those long before the others among them. */
const strayOf = (day: number, hour: number): Bar => [
  ...([
    FIRST * MINUTES_PER_DAY + Math.floor(day * 60) * MINUTES_PER_DAY + Math.floor(hour * 23) * 60,
    1,
    1.2,
    0.9,
    1.1,
    7,
  ] as const),
];

let drawn = 0;

describe('random histories of both series', () => {
  it('answer as the two series do, one behind the other', { timeout: 180_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (one) => {
        const model = new Model(`MIX${drawn++}`, one.assetClass, 60);
        const common = { seed: one.seed, assetClass: one.assetClass, hours: one.hours, ticks: 5 } as const;
        const market = (request: { intervalMin: number; firstDay: number; days: number; density: number }) => {
          const { bars } = randomMarket({ ...common, ...request });
          return Array.from({ length: bars.length }, (_, i) => tuple(bars, i));
        };
        const source = {
          base: market({ intervalMin: 60, firstDay: FIRST + 40, days: 40, density: 0.9 }),
          daily: market({ intervalMin: 1440, firstDay: FIRST, days: 90, density: 0.95 }).filter(
            ([minute]) => one.assetClass === 'crypto' || new Date(minute * 60_000).getUTCDay() % 6 !== 0,
          ),
        };
        // A part of each is there at first, in either order.
        const second = one.first === 'base' ? 'daily' : 'base';
        await model.put(one.first, part(source[one.first], 0.3, 0.8));
        await settle(model.symbol);
        await model.put(second, part(source[second], 0.2, 0.7));
        for (const { series, act, from, to } of one.acts) {
          const keys = part([...model[series].keys()], from, Math.min(to, from + 0.1));
          if (act === 'stray') await model.put('base', [strayOf(from, to)]);
          else if (act === 'put') await model.put(series, part(source[series], from, to));
          else if (act === 'correct')
            await model.put(
              series,
              keys.map((key) => raised(model[series].get(key)!)),
            );
          else if (keys.length < model[series].size) await model.remove(series, keys);
        }
        const range = { from: FIRST + Math.round(20 * one.from), to: FIRST + 50 + Math.round(50 * one.to) };
        // Changes farther back than the live tail show once they are stored; on demand at once.
        const { unsettled, lastDay } = await symbolOf(stored, model.symbol);
        const isFar = unsettled?.days.some(
          ({ kind, day, dirty }) => kind === 'bars' && dirty && day < lastDay - NEAR_DAYS,
        );
        const open = await expectNaive(model, isFar ? onDemand : stored, range, 'not settled');
        await settle(model.symbol);
        expect(await expectNaive(model, stored, range, 'settled')).toBe(open);
        expect(await expectNaive(model, onDemand, range, 'on demand')).toBe(open);
        await expectUnserved(model, range);
        await expectSummaries(model);
      }),
      // Smaller cases would take longer than the test may.
      { seed, numRuns: runs(1), endOnFailure: true },
    );
  });
});
