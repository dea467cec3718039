/**
 * What every collector of bars keeps, whatever its vendor: against a local server that answers as the vendor documents, and
 * fails as vendors do. What is stored is compared with what the server has.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canonicalSymbol } from '../../exchange/symbol.ts';
import { tradingDaysOf } from '../../exchange/trading-days.ts';
import { type FixedClock, fixedClock } from '../../lib/clock.ts';
import { parseIsoDate } from '../../lib/days.ts';
import { storeOfFile } from '../../test/support/of-file.ts';
import { emptyTables } from '../../test/support/store.ts';
import { until } from '../../test/support/until.ts';
import { VENDORS } from '../../test/support/vendors/all.ts';
import { countBars, minutes, openRig, type Rig, storedBars } from '../../test/support/vendors/rig.ts';
import { VendorMarket, type VendorServer } from '../../test/support/vendors/server.ts';
import { Landing } from '../landing/landing.ts';
import { writePolicy } from '../landing/policies.ts';
import { pushEvents } from '../landing/push.ts';
import { missingDays } from './bars.ts';
import type { Candle } from './contract.ts';
import { runsTotal } from './errors.ts';

/** A Wednesday, 15:00 New York; the Monday before it was a trading day. */
const NOW = Date.parse('2024-03-13T19:00:30Z');
const FIRST = '2024-03-11';
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const store = await storeOfFile();

describe.each(VENDORS)('$name', (vendor) => {
  const assetClass = vendor.kind === 'crypto' ? 'crypto' : 'equity';
  const [one] = vendor.symbols;
  const stored = (name: string) => canonicalSymbol(name, assetClass);
  const days = tradingDaysOf(assetClass);
  const firstDay = parseIsoDate(FIRST)!;
  let landing: Landing;
  let clock: FixedClock;
  let market: VendorMarket;
  let server: VendorServer;
  let rigs: Rig[];
  let tests = 0;

  beforeEach(async () => {
    clock = fixedClock(NOW);
    await emptyTables(store);
    landing = await Landing.open({ store, clock });
    market = new VendorMarket(clock);
    server = await vendor.serve(market);
    rigs = [];
    tests++;
  });
  afterEach(async () => {
    for (const rig of rigs) await rig.stop();
    await server.close();
  });

  const add = async (options: Record<string, unknown> = {}) => {
    const id = `test-${tests}`;
    const rig = await openRig({
      vendor,
      url: server.url,
      store,
      landing,
      clock,
      id,
      options: { backfill: FIRST, ...options },
    });
    rigs.push(rig);
    return rig;
  };
  /** Bars of the last hours in which the exchange trades on each day, up to and with the one that is being formed. */
  const history = (name: string, lengthMs = 4 * HOUR_MS): Candle[] => {
    const all: Candle[] = [];
    for (let day = firstDay; day <= days.dayAt(clock.nowMs()); day++) {
      const hours = days.hoursMs(day);
      if (!hours) continue;
      const toMs = Math.min(hours.toMs, clock.nowMs());
      const fromMs = Math.max(hours.fromMs, Math.min(hours.toMs, NOW - (NOW % MINUTE_MS)) - lengthMs);
      all.push(...minutes(fromMs, Math.ceil((toMs - fromMs) / MINUTE_MS), day));
    }
    market.put(name, all);
    return all;
  };
  const isLive = vendor.isLive !== false;
  /** What is stored of them: those that are closed; from files those of days that are over. */
  const closed = (candles: readonly Candle[]) => {
    const today = days.dayAt(clock.nowMs());
    const isOver = ({ startMs }: Candle) => days.dayAt(startMs) < today;
    return candles.filter((candle) => (isLive ? candle.startMs + MINUTE_MS <= clock.nowMs() : isOver(candle)));
  };
  const has = async (name: string, candles: readonly Candle[]) => {
    await until(async () => (await countBars(store, stored(name))) >= candles.length);
    expect(await storedBars(store, stored(name))).toEqual(candles);
  };
  const whole = async (rig: Rig, name = one) => {
    const complete = await rig.state.completeDays(rig.id, [stored(name)], rig.series);
    return [...(complete.get(stored(name)) ?? [])].sort();
  };
  const missing = async (rig: Rig) =>
    (await missingDays(rig.state, rig.id, rig.series, clock.nowMs())).get(stored(one));
  const bothDays = [firstDay, firstDay + 1];
  const isWhole = (rig: Rig, name = one) => until(async () => (await whole(rig, name)).length === bothDays.length);
  const errorOf = async (rig: Rig, name = one) =>
    (await rig.state.progress(rig.id)).find(({ item }) => item === name)?.error ?? '';
  const deadLetters = async () =>
    (await store.reader.query<{ n: number }>('SELECT count() AS n FROM market.dead_letters FINAL'))[0].n;
  const ofData = () => market.requests.length;
  const outcomes = async (outcome: string) =>
    (await runsTotal.get()).values.reduce(
      (sum, { labels, value }) => sum + (labels.outcome === outcome ? value : 0),
      0,
    );

  it('pages through the history, leaves out the candle that is being formed, and brings it once it is closed', {
    timeout: 30_000,
  }, async () => {
    const all = history(one, 24 * HOUR_MS);
    if (isLive) expect(all.length - closed(all).length).toBe(1);
    const rig = await add();
    await isWhole(rig);
    await has(one, closed(all));
    expect(await deadLetters()).toBe(0);
    clock.advance(MINUTE_MS);
    rig.worker.tick();
    await has(one, closed(all));
    expect(await whole(rig)).toEqual(bothDays);
  });

  it('too many requests: asks again when the vendor says, not before, and loses nothing', async () => {
    const all = history(one);
    const { fault, waitMs } = vendor.limited(clock.nowMs());
    market.faults.push(fault);
    const rig = await add();
    await until(async () => (await errorOf(rig)) !== '');
    const asked = ofData();
    clock.advance(waitMs - 1_000);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(ofData()).toBe(asked);
    expect(await storedBars(store, stored(one))).toEqual([]);
    clock.advance(2_000);
    await isWhole(rig);
    await has(one, closed(all));
    expect(await errorOf(rig)).toBe('');
  });

  it('a symbol that the vendor does not know is reported, and holds up no other', async () => {
    const all = history(one);
    const rig = await add({ symbols: `${vendor.unknown},${one}` });
    await isWhole(rig);
    await has(one, closed(all));
    await until(async () => (await errorOf(rig, vendor.unknown)).includes(vendor.unknown));
    expect(await errorOf(rig)).toBe('');
    expect(await whole(rig, vendor.unknown)).toEqual(vendor.saysUnknown ? [] : bothDays);
  });

  it('a field that changed is named; nothing of the answer lands, nothing is marked as whole', {
    timeout: 15_000,
  }, async () => {
    const all = history(one);
    const { change, names } = vendor.changed;
    for (let i = 0; i < 20; i++) market.faults.push({ kind: 'change', change });
    const rig = await add();
    await until(async () => (await errorOf(rig)) !== '');
    expect(await errorOf(rig)).toMatch(names);
    expect(await storedBars(store, stored(one))).toEqual([]);
    expect(await whole(rig)).toEqual([]);
    market.faults.length = 0;
    for (let i = 0; i < 3; i++) {
      clock.advance(30 * MINUTE_MS);
      rig.worker.tick();
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    await isWhole(rig);
    expect((await storedBars(store, stored(one))).slice(0, 100)).toEqual(all.slice(0, 100));
  });

  it('an answer of other days than asked for is a failure: the days stay missing, and the state, log and metric say so', {
    timeout: 20_000,
  }, async () => {
    history(one);
    market.newest = 100;
    const before = await outcomes('other_days');
    const rig = await add();
    await until(async () => (await errorOf(rig)) !== '');
    expect(await errorOf(rig)).toMatch(
      /answers other days than asked for: of \S+ 2024-03-11T\S+ to \S+ was asked for, the answer is of 2024-03-13T/,
    );
    expect(await whole(rig)).toEqual([]);
    expect(await missing(rig)).toEqual(bothDays);
    expect(rig.log()).toContain('answers other days than asked for');
    expect(await outcomes('other_days')).toBeGreaterThan(before);
    if (isLive) {
      // What it has of today comes all the same, minute by minute.
      await until(async () => (await countBars(store, stored(one))) > 90);
      clock.advance(MINUTE_MS);
      rig.worker.tick();
      const last = closed(history(one)).at(-1)!;
      await until(async () => (await storedBars(store, stored(one))).at(-1)?.startMs === last.startMs);
      expect(await errorOf(rig)).toMatch(/answers other days/);
    }
    market.newest = null;
    clock.advance(60 * MINUTE_MS);
    rig.worker.tick();
    await isWhole(rig);
    await until(async () => (await errorOf(rig)) === '');
  });

  it('its log, its errors and its state hold no credentials', async () => {
    history(one);
    // Vendors repeat what they were sent.
    const secrets = Object.values(vendor.environment);
    const message = `forbidden to ${secrets.join(' and ')}`;
    market.faults.push({ kind: 'status', status: 403, body: { message } });
    const rig = await add();
    await until(async () => (await errorOf(rig)) !== '');
    const said = rig.log() + JSON.stringify(await rig.state.progress(rig.id)) + JSON.stringify(rig.series);
    expect(said).toContain('403');
    if (secrets.length > 0) expect(said).toContain('forbidden to [secret]');
    for (const secret of secrets) expect(said).not.toContain(secret);
  });

  // The loop does these, whatever the vendor: once is enough.
  if (vendor === VENDORS[0]) {
    it('a stop and a start continue where it was: nothing whole is asked for again', { timeout: 15_000 }, async () => {
      const all = history(one);
      const first = await add();
      await isWhole(first);
      await has(one, closed(all));
      await first.stop();
      rigs = [];
      const before = ofData();
      clock.advance(5 * MINUTE_MS);
      history(one);
      const again = await add();
      await has(one, closed([...market.candles.get(one)!.values()]));
      await again.stop();
      // Its list of markets, and the bars since.
      expect(ofData() - before).toBeLessThanOrEqual(5);
    });

    it.each([
      ['an error of the server', { kind: 'status', status: 503, body: 'upstream away' }],
      ['an answer that is cut', { kind: 'cut' }],
    ] as const)('%s: asks again, and loses nothing', async (_, fault) => {
      const all = history(one);
      market.faults.push(fault, fault);
      const rig = await add();
      for (let i = 0; i < 2; i++) {
        const left = 1 - i;
        await until(() => market.faults.length <= left);
        await new Promise((resolve) => setTimeout(resolve, 100));
        clock.advance(20_000);
      }
      clock.advance(10_000);
      await isWhole(rig);
      await has(one, closed(history(one)));
      expect(all.length).toBeGreaterThan(0);
    });

    it('a correction of a bar just before wins with the next request, one of a whole day with a backfill', {
      timeout: 20_000,
    }, async () => {
      const all = history(one);
      const rig = await add();
      await isWhole(rig);
      await has(one, closed(all));
      const corrected = (candle: Candle) => ({ ...candle, high: candle.high + 1, close: candle.high + 1 });
      const late = corrected(all[all.length - 4]);
      const old = corrected(all[10]);
      market.put(one, [late, old]);
      clock.advance(MINUTE_MS);
      rig.worker.tick();
      const now = all.map((candle) => (candle.startMs === late.startMs ? late : candle));
      if (isLive) {
        await until(async () => {
          const bars = await storedBars(store, stored(one));
          return bars.some(({ startMs, close }) => startMs === late.startMs && close === late.close);
        });
      }
      await has(one, closed(now));
      await rig.state.forgetDays(rig.id, [stored(one)], firstDay, firstDay);
      rig.worker.replan();
      await isWhole(rig);
      await has(
        one,
        closed(now).map((candle) => (candle.startMs === old.startMs ? old : candle)),
      );
    });

    it('an empty day is whole, and is not asked for again', async () => {
      const all = history(one).filter(({ startMs }) => days.dayAt(startMs) !== firstDay);
      market.candles.delete(one);
      market.put(one, all);
      const rig = await add();
      await isWhole(rig);
      await has(one, closed(all));
      const asked = ofData();
      rig.worker.replan();
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(ofData()).toBe(asked);
    });

    it('a feed that is late by a quarter of an hour brings its bars live, each once', { timeout: 45_000 }, async () => {
      market.lateMs = 15 * MINUTE_MS;
      const all = history(one);
      const there = () => closed(all).filter(({ startMs }) => startMs <= clock.nowMs() - market.lateMs);
      const rig = await add();
      await isWhole(rig);
      await has(one, there());
      for (let i = 0; i < 10; i++) {
        clock.advance(MINUTE_MS);
        const before = (await rig.state.progress(rig.id))[0].runMs ?? 0;
        rig.worker.tick();
        await until(async () => ((await rig.state.progress(rig.id))[0].runMs ?? 0) > before);
      }
      await has(one, there());
      expect(there().at(-1)!.startMs).toBeGreaterThan(NOW - market.lateMs + 8 * MINUTE_MS);
    });

    it('a bar that cannot be right is a dead letter, once, and its day is whole anyway', {
      timeout: 30_000,
    }, async () => {
      const all = history(one);
      const bad = { ...all[5], low: all[5].high + 1 };
      market.put(one, [bad]);
      const rig = await add();
      await isWhole(rig);
      await has(
        one,
        closed(all).filter(({ startMs }) => startMs !== bad.startMs),
      );
      expect(await deadLetters()).toBe(1);
      await rig.state.forgetDays(rig.id, [stored(one)]);
      rig.worker.replan();
      await isWhole(rig);
      expect(await deadLetters()).toBe(1);
    });

    it('asks for nothing that retention has removed, and has no hole there', { timeout: 45_000 }, async () => {
      const [gone, kept] = ['2024-02-27', '2024-02-28'].map((date) => parseIsoDate(date)!);
      const hour = (day: number) => minutes(days.hoursMs(day)!.fromMs, 60, day);
      market.put(one, [...hour(gone), ...hour(kept)]);
      await writePolicy(store, { kind: 'bars', assetClass, intervalMin: 1 }, 14, clock);
      const rig = await add({ backfill: '2024-02-26' });
      const open = Array.from({ length: firstDay + 2 - kept }, (_, i) => kept + i).filter((day) => days.isOpen(day));
      await until(async () => (await whole(rig)).length === open.length);
      expect(await whole(rig)).toEqual(open);
      await has(one, hour(kept));
      expect(await missing(rig)).toEqual([]);
    });

    it('what an operator corrects or deletes on a collected day stays', {
      timeout: 45_000,
    }, async () => {
      const all = history(one);
      const rig = await add();
      await isWhole(rig);
      await has(one, closed(all));
      clock.advance(1_000);
      const [wrong, mistaken, lost] = [all[10], all[20], all[30]];
      const corrected = { ...wrong, high: 200, close: 200 };
      const { startMs: ts, ...figures } = corrected;
      const push = (rows: readonly object[]) =>
        pushEvents('bars', Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n')), landing);
      await push([
        { symbol: stored(one), asset_class: assetClass, interval: '1m', ts, ...figures },
        { symbol: stored(one), interval: '1m', ts: mistaken.startMs, deleted: true },
      ]);
      const byOperator = closed(all)
        .filter(({ startMs }) => startMs !== mistaken.startMs)
        .map((candle) => (candle.startMs === ts ? corrected : candle));
      expect(await missing(rig)).toEqual([]);
      // A bar of that day that is lost is asked for with the whole day.
      await store.writer.command(
        `ALTER TABLE market.bars DELETE WHERE toUInt32(ts) = ${lost.startMs / 1000} SETTINGS mutations_sync = 2`,
      );
      expect(await missing(rig)).toEqual([firstDay]);
      rig.worker.replan();
      await has(one, byOperator);
      expect(await missing(rig)).toEqual([]);

      // Also when its day is requested again.
      await rig.state.forgetDays(rig.id, [stored(one)], firstDay, firstDay);
      rig.worker.replan();
      await isWhole(rig);
      await has(one, byOperator);
    });

    it('a symbol that is registered otherwise is reported, and nothing is asked or refused by the thousand', async () => {
      history(one);
      await landing.registry.set(stored(one), { assetClass: assetClass === 'crypto' ? 'equity' : 'crypto' });
      const rig = await add();
      await until(async () => (await errorOf(rig)).includes('symbols set'));
      expect(await deadLetters()).toBe(0);
      expect(await whole(rig)).toEqual([]);
    });
  }
});
