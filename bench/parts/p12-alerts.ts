/**
 * What alerts cost a minute of live bars, and how long a bar takes to reach a receiver: the embedded form in this process, a
 * bar each of many symbols at once, with an alert of two statistics on every symbol, on a quarter of them, and with none.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccounts } from '../../api/accounts.ts';
import { type Alert, alertsTable } from '../../compute/alerts/store.ts';
import { newSecret } from '../../compute/alerts/webhook.ts';
import { EXTENDED_SESSION } from '../../compute/market/sessions.ts';
import { systemClock } from '../../lib/clock.ts';
import { MS_PER_DAY } from '../../lib/days.ts';
import { openEmbedded } from '../../operations/deployment/embedded.ts';
import { costOf, line, logger, type Part, temporaryFolder } from '../harness.ts';

const SYMBOLS = 500;
const HISTORY_DAYS = 3;
const MINUTE_MS = 60_000;
const WHEN = 'prevclose.direction=up;orb[orb_minutes=15].first_direction=up';
const nameOf = (n: number) => `ALERT${n}`;

function bar(n: number, ts: number, price: number): { key: string; value: string } {
  const figures = { open: price, high: price, low: price, close: price, volume: 1 };
  return {
    key: nameOf(n),
    value: JSON.stringify({ symbol: nameOf(n), asset_class: 'crypto', interval: '1m', ts, ...figures }),
  };
}

const part: Part = async (rounds) => {
  let called: () => void = () => {};
  const receiver = createServer((request, response) => {
    request.resume();
    response.end();
    called();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { store, landing, projection, alerts, close } = await openEmbedded({
    store: { dataDir: temporaryFolder(), server: null },
    ingest: { dlqMaxRatio: 1, dlqMaxRun: 1_000, dlqAccept: true, maxClockSkewMs: MS_PER_DAY },
    service: { port: 0, host: '127.0.0.1', maxBarsPerRequest: 2_000_000, demo: false },
    alerts: { allowPrivate: true },
    clock: systemClock,
    logger,
    onFatal(error) {
      throw error;
    },
  });
  const today = Math.floor(Date.now() / MS_PER_DAY) * MS_PER_DAY;
  const all = Array.from({ length: SYMBOLS }, (_, n) => n);
  for (const n of all) {
    const minutes = Array.from({ length: (HISTORY_DAYS * MS_PER_DAY) / MINUTE_MS }, (_, i) => i);
    await landing.landEvents(
      'bars',
      minutes.map((i) => bar(n, today - HISTORY_DAYS * MS_PER_DAY + i * MINUTE_MS, 99 + (i % 7) / 10)),
    );
  }
  await projection.settled();
  alerts.start();
  let minute = 0;
  const landMinute = async (symbols: readonly number[], price: number) => {
    const ts = today + minute++ * MINUTE_MS;
    await landing.landEvents(
      'bars',
      symbols.map((n) => bar(n, ts, price)),
    );
    await alerts.settled();
  };
  const costs = async () => {
    const found: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      const { cpu } = await costOf(() => landMinute(all, 100));
      if (round > 0) found.push(cpu / SYMBOLS);
      await sleep(200);
    }
    return found;
  };
  const without = await costs();
  const accounts = createAccounts(store.writer, systemClock);
  const { id: accountId } = await accounts.createAccount({ name: 'bench', plan: 'pro_api' }, { alerts: SYMBOLS });
  await accounts.issueToken(accountId);
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const alert = (n: number): Alert => ({
    accountId,
    id: `alt_${n}`,
    name: 'bench',
    savedQuery: 'q',
    question: '',
    symbols: [nameOf(n)],
    paused: false,
    conditions: { among: '', when: WHEN, session: EXTENDED_SESSION, adjustment: 'splits' },
    webhookUrl: url,
    secret: newSecret(),
    previousSecret: '',
    secretSinceMs: 0,
    createdAtMs: today,
    version: 1,
    deleted: false,
  });
  const alertsOn = async (symbols: readonly number[]) => {
    await alertsTable.insert(store.writer, symbols.map(alert));
    await alerts.settled();
    return costs();
  };
  const [some, others] = [all.filter((n) => n % 4 === 0), all.filter((n) => n % 4 !== 0)];
  const onSome = await alertsOn(some);
  const within = await alertsOn(others);
  const delays: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    minute = Math.max(minute, 20);
    const taken = new Promise<void>((resolve) => {
      called = resolve;
    });
    const ts = today + minute++ * MINUTE_MS;
    await landing.landEvents('bars', [bar(round, ts, 110)]);
    const landedMs = performance.now();
    await taken;
    if (round > 0) delays.push(performance.now() - landedMs);
  }
  await close();
  receiver.close();
  const cost = (which: string, found: readonly number[]) =>
    line(`a live bar of ${SYMBOLS} symbols, ${which} with an alert, processor time a symbol`, 'ms', found, {
      peer: [without, 'without alerts'],
      ours: { atMost: 1 },
    });
  return [
    cost('a quarter', onSome),
    cost('each', within),
    line('from a landed bar to the call at the receiver', 'ms', delays, { ours: { atMost: 2_000 } }),
  ];
};

export default part;
