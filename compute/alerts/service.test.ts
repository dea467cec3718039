import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Landing } from '../../ingest/landing/landing.ts';
import { type FixedClock, fixedClock, systemTimers } from '../../lib/clock.ts';
import { silentLogger } from '../../lib/logger.ts';
import { day, type HandBar } from '../../test/support/hand-bars.ts';
import { openProjection, putBars } from '../../test/support/projection.ts';
import { propertySeed } from '../../test/support/random-market.ts';
import { seeded } from '../../test/support/stream.ts';
import { until } from '../../test/support/until.ts';
import { BarsUsed } from '../answers/answers.ts';
import { StoreAnswers } from '../answers/store-answers.ts';
import { createCaches } from '../evaluation/bar-cache.ts';
import { runJob } from '../evaluation/evaluation.ts';
import { barsFromTuples } from '../market/bars.ts';
import { EXCHANGE_SESSION } from '../market/sessions.ts';
import { Evaluator } from './evaluate.ts';
import { AlertService } from './service.ts';
import { type Alert, type AlertAccount, alertCallsTable, alertsTable } from './store.ts';

const flat = (price: number, count = 13): HandBar[] =>
  Array.from({ length: count }, () => [price, price, price, price]);
/** Monday at 100; Tuesday opens 1 % higher, breaks its first half hour upwards in the third bar, and ends at 104. */
const MONDAY = day('2025-06-09 13:30', flat(100), 30);
const TUESDAY = day(
  '2025-06-10 13:30',
  [[101, 101.5, 100.5, 101], [101, 101.4, 100.9, 101], [101, 102, 101, 102], ...flat(103, 9), [103, 104, 103, 104]],
  30,
);
const PRO: AlertAccount = { alerts: 20, earliest: undefined, symbolPrefix: null };

let opened: Awaited<ReturnType<typeof openProjection>>;
let clock: FixedClock;
let answers: StoreAnswers;
let service: AlertService;
let accounts: Map<string, AlertAccount>;
let names = 0;
let symbol = '';

beforeAll(async () => {
  opened = await openProjection();
});
afterAll(() => opened.close());

type Pool = ConstructorParameters<typeof StoreAnswers>[0]['pool'];

function openAnswers(pool: Pool = { answer: (job) => runJob(job) }, deadlineMs = 60_000): StoreAnswers {
  const { store, statistics } = opened;
  return new StoreAnswers({
    store,
    statistics,
    pool,
    nowMs: () => clock.nowMs(),
    maxBarsPerRequest: 2_000_000,
    caches: createCaches(store.reader),
    deadlineMs,
  });
}

type Shared = ConstructorParameters<typeof AlertService>[0]['shared'];

function open(pool?: Pool, deadlineMs?: number, shared?: Shared): AlertService {
  const { store, statistics } = opened;
  answers = openAnswers(pool, deadlineMs);
  const webhook = { post: async () => {}, close() {} };
  const own = new AlertService({
    store,
    statistics,
    answers,
    webhook,
    shared,
    clock,
    timers: systemTimers,
    logger: silentLogger,
    accounts: async (ids) => new Map([...accounts].filter(([id]) => ids.includes(id))),
  });
  own.start();
  return own;
}

beforeEach(() => {
  symbol = `A${++names}`;
  accounts = new Map([[`acc_${symbol}`, PRO]]);
  clock = fixedClock(Date.parse('2025-06-10T20:01:00Z'));
  service = open();
});
afterEach(() => service.stop());

async function alert(id: string, when: string, more: Partial<Alert> = {}): Promise<void> {
  const row: Alert = {
    accountId: `acc_${symbol}`,
    id: `${id}-${symbol}`,
    name: id,
    savedQuery: 'q',
    question: `when=${when}`,
    conditions: { among: '', when, session: EXCHANGE_SESSION, adjustment: 'splits' },
    symbols: [symbol],
    webhookUrl: '',
    secret: '',
    previousSecret: '',
    secretSinceMs: 0,
    paused: false,
    deleted: false,
    createdAtMs: Date.parse('2025-06-10T12:00:00Z'),
    version: 1,
    ...more,
  };
  await alertsTable.insert(opened.store.writer, [row]);
}

/** That all become true with the first bar of TUESDAY, and are evaluated by the threads. */
async function fiftyAlerts(): Promise<string[]> {
  const session = { mode: 'custom', startMin: 0, endMin: 1440, startExplicit: true, extended: false } as const;
  const names = Array.from({ length: 50 }, (_, i) => `gap${i}`);
  accounts.set(`acc_${symbol}`, { ...PRO, alerts: names.length });
  for (const [i, name] of names.entries()) {
    const when = `prevclose.gap_pct>${i / 100}`;
    await alert(name, when, { conditions: { among: '', when, session, adjustment: 'splits' } });
  }
  return names;
}

async function land(bars: ReturnType<typeof day>, from = 0, to = bars.length, name = symbol): Promise<void> {
  const meta = { symbol: name, assetClass: 'equity', intervalMin: 30 } as const;
  await putBars(opened.store, { meta }, barsFromTuples(bars), { from, to });
  // The first records make a symbol known.
  if (bars === MONDAY) await opened.projector.project(name);
  answers.invalidate([name]);
  service.landed([{ symbol: name }]);
  await service.settled();
}

/** As the store has them: name of the alert, session, end of the bar that made it true. */
async function calls(): Promise<string[]> {
  const rows = await alertCallsTable.select(opened.store.reader, 'FINAL WHERE symbol = {symbol:String}', { symbol });
  const data = rows.map(({ body }) => JSON.parse(body).data);
  data.sort((a, b) => `${a.as_of}${a.name}`.localeCompare(`${b.as_of}${b.name}`));
  return data.map(({ name, session_date, as_of }) => `${name} ${session_date} ${as_of.slice(11, 16)}`);
}

describe('alerts', () => {
  it('call once a session, at the bar with which their conditions become true and not before', {
    timeout: 20_000,
  }, async () => {
    await land(MONDAY);
    await alert('gap', 'prevclose.gap_pct>0.5');
    await alert('down', 'prevclose.gap_pct<0');
    await alert('break', 'orb[orb_minutes=30].first_direction=up');
    await alert('close', 'session.return_pct>=4;session.weekday=Tuesday');
    await alert('never', 'session.return_pct>4.1');
    await service.settled();
    const after: string[][] = [];
    for (const bar of TUESDAY.keys()) {
      clock.advance(1);
      await land(TUESDAY, bar, bar + 1);
      after.push(await calls());
    }
    const gap = 'gap 2025-06-10 14:00';
    const broken = [gap, 'break 2025-06-10 15:00'];
    expect(after.slice(0, 3)).toEqual([[gap], [gap], broken]);
    expect(after[11]).toEqual(broken);
    expect(after[12]).toEqual([...broken, 'close 2025-06-10 20:00']);
  });

  it('call nobody twice: not after a restart, a correction that undoes the condition, or one that brings it back', async () => {
    await land(MONDAY);
    await alert('gap', 'prevclose.gap_pct>0.5');
    await land(TUESDAY, 0, 2);
    const [first] = await alertCallsTable.select(opened.store.reader, 'FINAL WHERE symbol = {symbol:String}', {
      symbol,
    });
    await service.stop();
    clock.advance(60_000);
    service = open();
    await service.settled();
    for (const open of [99, 101]) await land(day('2025-06-10 13:30', [[open, 102, 98, 101]], 30));
    expect(
      await alertCallsTable.select(opened.store.reader, 'FINAL WHERE symbol = {symbol:String}', { symbol }),
    ).toEqual([first]);
  });

  it('find after a restart what landed while nobody evaluated, in the session before too', async () => {
    await service.stop();
    await alert('gap', 'prevclose.gap_pct>0.5', { createdAtMs: Date.parse('2025-06-10T15:00:00Z') });
    await land(MONDAY);
    await land(TUESDAY);
    await land(day('2025-06-11 13:30', flat(104, 1), 30));
    clock.set(Date.parse('2025-06-11T14:01:00Z'));
    service = open();
    await service.settled();
    expect(await calls()).toEqual(['gap 2025-06-10 14:00']);
  });

  it('leave out sessions that ended a day ago, or before the alert was made', async () => {
    await land(MONDAY);
    await alert('late', 'prevclose.gap_pct>0.5', { createdAtMs: Date.parse('2025-06-10T20:00:30Z') });
    await alert('old', 'prevclose.gap_pct>0.5');
    clock.set(Date.parse('2025-06-11T20:00:00Z'));
    await land(TUESDAY);
    expect(await calls()).toEqual([]);
    clock.set(Date.parse('2025-06-11T19:59:00Z'));
    await land(TUESDAY);
    expect(await calls()).toEqual(['old 2025-06-10 20:00']);
  });

  it('follow another symbol that their conditions look at', async () => {
    const other = `${symbol}X`;
    await land(MONDAY, 0, 13, other);
    await land(MONDAY);
    await alert('other', `${other}@prevclose.gap_pct>0.5;prevclose.gap_pct>0.5`);
    await land(TUESDAY, 0, 2);
    expect(await calls()).toEqual([]);
    await land(TUESDAY, 0, 1, other);
    expect(await calls()).toEqual(['other 2025-06-10 14:30']);
  });

  it('follow it also where the notice of its bars goes to another process', async () => {
    const other = `${symbol}X`;
    await service.stop();
    const owns = (name: string) => name === symbol;
    const forget = (names: Iterable<string>) => answers.invalidate(names);
    service = open(undefined, undefined, { owns, isCaller: () => false, forget });
    await land(MONDAY, 0, 13, other);
    await land(MONDAY);
    await alert('other', `${other}@prevclose.gap_pct>0.5;prevclose.gap_pct>0.5`);
    await service.settled();
    await putBars(
      opened.store,
      { meta: { symbol: other, assetClass: 'equity', intervalMin: 30 } },
      barsFromTuples(TUESDAY),
      {
        from: 0,
        to: 1,
      },
    );
    await land(TUESDAY, 0, 2);
    expect(await calls()).toEqual(['other 2025-06-10 14:30']);
  });

  it('stop while paused, beyond what the plan includes, and without an account; and call when that is over', async () => {
    await land(MONDAY);
    await alert('a', 'prevclose.gap_pct>0.5', { paused: true });
    await alert('b', 'prevclose.gap_pct>0.5');
    await alert('c', 'prevclose.gap_pct>0.5', { createdAtMs: Date.parse('2025-06-10T12:00:01Z') });
    const id = `acc_${symbol}`;
    accounts.set(id, { ...PRO, alerts: 2 });
    await land(TUESDAY, 0, 2);
    expect(await calls()).toEqual(['b 2025-06-10 14:30']);
    accounts.delete(id);
    await alert('a', 'prevclose.gap_pct>0.5', { version: 2 });
    await land(TUESDAY, 2, 3);
    expect(await calls()).toHaveLength(1);
    accounts.set(id, PRO);
    await service.settled();
    expect(await calls()).toEqual(['b 2025-06-10 14:30', 'a 2025-06-10 15:00', 'c 2025-06-10 15:00']);
  });

  it('are found where an API server with a slower clock made them while rows of others were merged', async () => {
    await land(MONDAY);
    await land(TUESDAY, 0, 1);
    const merge = () => opened.store.writer.command('OPTIMIZE TABLE market_accounts.alerts FINAL');
    await merge();
    for (const version of [5, 6]) await alert('down', 'prevclose.gap_pct<0', { version });
    await service.settled();
    await alert('gap', 'prevclose.gap_pct>0.5', { version: 4 });
    await merge();
    await service.settled();
    expect(await calls()).toEqual(['gap 2025-06-10 14:00']);
  });

  it('let others call where the conditions of one fit the symbol no more', async () => {
    await land(MONDAY);
    await alert('unfit', 'orb[orb_minutes=15].first_direction=up');
    await alert('gap', 'prevclose.gap_pct>0.5');
    await land(TUESDAY, 0, 1);
    expect(await calls()).toEqual(['gap 2025-06-10 14:00']);
  });

  it('call also where the threads were busy with other answers, and are not evaluated all at a time', {
    timeout: 20_000,
  }, async () => {
    await service.stop();
    let [running, most, busy] = [0, 0, 0];
    const pool: Pool = {
      waiting: 1,
      async answer(job, signal) {
        most = Math.max(most, ++running);
        try {
          if (busy-- > 0) await new Promise((resolve) => signal?.addEventListener('abort', resolve));
          else return await runJob(job);
          throw signal?.reason;
        } finally {
          running--;
        }
      },
    };
    service = open(pool, 50);
    await land(MONDAY);
    const names = await fiftyAlerts();
    [most, busy] = [0, 5];
    await land(TUESDAY, 0, 1);
    expect(await calls()).toEqual(names.map((name) => `${name} 2025-06-10 14:00`).sort());
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(32);
  });

  it('that wait for their turn when the service stops are left to the next start', { timeout: 20_000 }, async () => {
    await service.stop();
    let isHeld = false;
    let begun = 0;
    let go = () => {};
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    service = open({
      waiting: 0,
      async answer(job) {
        if (isHeld) {
          begun++;
          await gate;
        }
        return runJob(job);
      },
    });
    await land(MONDAY);
    const names = await fiftyAlerts();
    await service.settled();
    isHeld = true;
    await putBars(opened.store, { meta: { symbol, assetClass: 'equity', intervalMin: 30 } }, barsFromTuples(TUESDAY), {
      from: 0,
      to: 1,
    });
    answers.invalidate([symbol]);
    service.landed([{ symbol }]);
    await until(() => begun > 0);
    const stopped = service.stop();
    go();
    await stopped;
    expect((await calls()).length).toBeLessThanOrEqual(32);
    service = open();
    await service.settled();
    expect((await calls()).length).toBe(names.length);
  });

  it('call once a session where the clocks of New York change, and for a half day with the first bar after it', {
    timeout: 20_000,
  }, async () => {
    const session = (date: string, utc: string, close: number, count = 13) =>
      day(`${date} ${utc}`, [...flat(100, count - 1), [100, Math.max(100, close), Math.min(100, close), close]], 30);
    await land(MONDAY);
    const since = { createdAtMs: Date.parse('2025-10-01T00:00:00Z') };
    await alert('open', 'prevclose.direction=down', since);
    await alert('close', 'session.return_pct>=4', since);
    const landed = async (at: string, bars: ReturnType<typeof day>) => {
      clock.set(Date.parse(at));
      await land(bars);
    };
    // Summer time until Sunday, 2 November 2025; the exchange closes at 13:00 on 28 November.
    await landed('2025-10-30T20:01:00Z', session('2025-10-30', '13:30', 101));
    await landed('2025-10-31T20:01:00Z', session('2025-10-31', '13:30', 106));
    await landed('2025-11-03T21:01:00Z', session('2025-11-03', '14:30', 111));
    await landed('2025-11-26T21:01:00Z', session('2025-11-26', '14:30', 99));
    await landed('2025-11-28T18:01:00Z', session('2025-11-28', '14:30', 103, 7));
    const before = [
      'close 2025-10-31 20:00',
      'open 2025-10-31 20:00',
      'close 2025-11-03 21:00',
      'open 2025-11-03 21:00',
    ];
    expect(await calls()).toEqual(before);
    await landed('2025-12-01T15:01:00Z', session('2025-12-01', '14:30', 103).slice(0, 1));
    expect(await calls()).toEqual([...before, 'close 2025-11-28 15:00', 'open 2025-12-01 15:00']);
    // On 24 December the exchange closes at 13:00, too.
    await landed('2025-12-23T21:01:00Z', session('2025-12-23', '14:30', 101));
    await landed('2025-12-24T18:01:00Z', session('2025-12-24', '14:30', 102, 7));
    await alert('before', 'prevclose.direction=down', { createdAtMs: Date.parse('2025-12-24T17:59:00Z') });
    await alert('after', 'prevclose.direction=down', { createdAtMs: Date.parse('2025-12-24T18:00:30Z') });
    await service.settled();
    expect((await calls()).filter((call) => /^(before|after) /.test(call))).toEqual(['before 2025-12-24 18:00']);
  });

  it('look at prices as a split since they were made leaves them, and call each for itself where two ask the same', async () => {
    await land(MONDAY);
    await alert('first', 'prevclose.gap_pct>0.5');
    await alert('second', 'prevclose.gap_pct>0.5');
    await alert('down', 'prevclose.direction=down');
    await service.settled();
    const split = { symbol, id: 'split:2025-06-10', kind: 'split', ex_date: '2025-06-10', ratio: '4:1' };
    const landing = await Landing.open({ store: opened.store });
    await landing.landEvents('events.actions', [{ key: symbol, value: JSON.stringify(split) }]);
    await land(day('2025-06-10 13:30', [[25.25, 25.3, 25.2, 25.25]], 30));
    expect(await calls()).toEqual(['first 2025-06-10 14:00', 'second 2025-06-10 14:00']);
  });

  it('call as if every bar was evaluated, whatever is appended, late or corrected, and after restarts', {
    timeout: 60_000,
  }, async () => {
    const conditions = [
      'prevclose.gap_pct>0.3',
      'prevclose.gap_pct<-0.3;orb[orb_minutes=30].first_direction=down',
      'orb[orb_minutes=60].first_direction=up',
      'any(session.return_pct>0.5;orb[orb_minutes=30].first_direction=up)',
      'gap.exists=true;gap.filled=true',
      'prev.session.return_pct>0',
      'count(fvg[timeframe=30m];direction=bullish)>=1;orb[orb_minutes=30].first_direction=up',
      'prevclose.fill_time=null;orb[orb_minutes=60].first_direction=up',
      'any(prevclose.fill_time<=15:00;orb[orb_minutes=60].first_direction=down);prev.orb[orb_minutes=30].first_direction=up',
    ];
    const common = { among: '', session: EXCHANGE_SESSION, adjustment: 'splits' } as const;
    const draw = seeded(propertySeed());
    const pick = <T>(items: readonly T[]) => items[Math.floor(draw() * items.length)];
    await land(MONDAY);
    for (const [i, when] of conditions.entries()) await alert(`${i}`, when);
    await service.settled();
    const drawn = (): HandBar => {
      const [open, close] = [100 + draw() * 2, 100 + draw() * 2];
      return [open, Math.max(open, close), Math.min(open, close), close];
    };
    const opens = ['2025-06-10 13:30', '2025-06-11 13:30'].map((text) => Date.parse(`${text.replace(' ', 'T')}:00Z`));
    const starts = opens.flatMap((open) => Array.from({ length: 13 }, (_, i) => open + i * 1_800_000));
    const expected = new Set<string>();
    for (let next = 0; next < starts.length; ) {
      clock.set(opens[next < 13 ? 0 : 1] + 23_460_000);
      const kind = draw();
      // A bar that was left out may come late.
      const from = next > 0 && kind < 0.3 ? Math.floor(draw() * next) : kind > 0.9 ? next + 1 : next;
      const to = Math.min(from < next ? from + 1 : from + pick([1, 1, 1, 2]), starts.length);
      const bars = starts.slice(from, to).flatMap((ms) => day(new Date(ms).toISOString().slice(0, 16), [drawn()], 30));
      if (bars.length > 0) await land(bars);
      next = Math.max(next, to);
      if (draw() < 0.1) {
        await service.stop();
        service = open();
        await service.settled();
      }
      const evaluator = new Evaluator(answers, opened.statistics);
      for (const [i, when] of conditions.entries()) {
        const group = { account: PRO, conditions: { ...common, when } };
        const { matches } = await evaluator.evaluate(group, symbol, clock.nowMs(), new BarsUsed());
        // Monday ended before the alerts were made.
        for (const { sessionDay } of matches)
          if (sessionDay * 86_400_000 >= opens[0] - 86_400_000) expected.add(`${i} ${sessionDay}`);
      }
      const rows = await alertCallsTable.select(opened.store.reader, 'FINAL WHERE symbol = {symbol:String}', {
        symbol,
      });
      const called = rows.map(({ alertId, sessionDay }) => `${alertId.split('-')[0]} ${sessionDay}`);
      expect(called.sort()).toEqual([...expected].sort());
    }
  });
});
