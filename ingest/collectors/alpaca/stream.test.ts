/** The stream of minute bars, in a collector at work: live bars, corrections, and what a cut costs (nothing). */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type FixedClock, fixedClock } from '../../../lib/clock.ts';
import { openTestStore, type TestStore } from '../../../test/support/store.ts';
import { until } from '../../../test/support/until.ts';
import { VENDORS } from '../../../test/support/vendors/all.ts';
import { type AlpacaServer, serveAlpaca } from '../../../test/support/vendors/alpaca.ts';
import { minutes, openRig, type Rig, storedBars } from '../../../test/support/vendors/rig.ts';
import { VendorMarket } from '../../../test/support/vendors/server.ts';
import { Landing } from '../../landing/landing.ts';
import type { Candle } from '../contract.ts';

const MINUTE_MS = 60_000;
/** A Wednesday, 15:00 New York, a second after a minute. */
const NOW = Date.parse('2024-03-13T19:00:01Z');
const vendor = VENDORS.find(({ name }) => name === 'alpaca')!;
let store: TestStore;
let clock: FixedClock;
let market: VendorMarket;
let server: AlpacaServer;
let rig: Rig;
let bars: Candle[];

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  for (const table of ['bars', 'day_log', 'symbols', 'collector_days', 'collector_progress'])
    await store.writer.command(`TRUNCATE TABLE market.${table}`);
  clock = fixedClock(NOW);
  market = new VendorMarket(clock);
  server = await serveAlpaca(market);
  bars = minutes(NOW - 1_000 - 30 * MINUTE_MS, 60);
  market.put('AAPL', bars);
  const landing = await Landing.open({ store, clock });
  const options = { stream: true };
  rig = await openRig({ vendor, url: server.url, store, landing, clock, id: `stream-${Math.random()}`, options });
  await until(() => server.subscribed() === 1);
  await has(closed());
});
afterEach(async () => {
  await rig.stop();
  await server.close();
});

const closed = () => bars.filter(({ startMs }) => startMs + MINUTE_MS <= clock.nowMs());
const has = async (expected: readonly Candle[]) => {
  const last = JSON.stringify(expected);
  await until(async () => JSON.stringify(await storedBars(store, 'AAPL')) === last).catch(() => {});
  expect(await storedBars(store, 'AAPL')).toEqual(expected);
};
const nextBar = () => {
  clock.advance(MINUTE_MS);
  return closed()[closed().length - 1];
};

/** Requests so far, once none has come for a while: what was asked for at the start is answered. */
const requestsAtRest = async () => {
  for (;;) {
    const asked = market.requests.length;
    await new Promise((resolve) => setTimeout(resolve, 500));
    if (market.requests.length === asked) return asked;
  }
};

it('lands a bar as it comes, without a request, and its correction; not one that is not closed', {
  timeout: 20_000,
}, async () => {
  const asked = await requestsAtRest();
  server.send('b', 'AAPL', nextBar());
  await has(closed());
  const wrong = closed().length - 3;
  bars[wrong] = { ...bars[wrong], high: 99, close: 98 };
  server.send('u', 'AAPL', bars[wrong]);
  server.send('b', 'AAPL', bars[closed().length]);
  await has(closed());
  expect(market.requests.length).toBe(asked);
});

it('connects again after a cut, and asks for what it missed', async () => {
  const before = server.subscriptions();
  server.cut();
  nextBar();
  nextBar();
  await until(() => server.subscriptions() > before);
  await has(closed());
});

it('an answer does not undo a correction that came after its request was sent', { timeout: 20_000 }, async () => {
  const at = closed().length - 2;
  const before = bars[at];
  const corrected = { ...before, high: 99, close: 98 };
  // The vendor answers with what it knew when it was asked; the correction overtakes the answer.
  market.faults.push({
    kind: 'change',
    change(body) {
      server.send('u', 'AAPL', corrected);
      return body;
    },
    delayMs: 400,
  });
  rig.worker.tick();
  bars[at] = corrected;
  await until(() => market.faults.length === 0);
  await new Promise((resolve) => setTimeout(resolve, 600));
  await has(closed());
});

it.each([
  ['no JSON', 'nonsense', /no JSON/],
  [
    'a bar without its close',
    '[{"T":"b","S":"AAPL","t":"2024-03-13T19:00:00Z","o":1,"h":1,"l":1,"v":1}]',
    /\[0\]\.c is missing/,
  ],
  ['an error', '[{"T":"error","code":406,"msg":"connection limit exceeded"}]', /406 connection limit/],
])('%s ends the connection, is reported, and the next one continues', { timeout: 20_000 }, async (_, text, message) => {
  server.sendText(text);
  await until(() => message.test(rig.log()));
  await until(() => server.subscribed() === 1);
  server.send('b', 'AAPL', nextBar());
  await has(closed());
});

it('its log holds no key', async () => {
  const secrets = Object.values(vendor.environment);
  server.sendText(`[{"T":"error","code":402,"msg":"auth failed: ${secrets.join(' ')}"}]`);
  await until(() => rig.log().includes('402 auth failed'));
  for (const secret of secrets) expect(rig.log()).not.toContain(secret);
});
