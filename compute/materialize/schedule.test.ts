/** The states of symbols against a second, naive account of them, over random sequences of what can happen. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/support/property-seed.ts';
import { propertySeed } from '../../test/support/random-market.ts';
import { Schedule, type State } from './schedule.ts';

const SYMBOLS = ['A', 'B', 'C'];

/** Whether something is to do, is being done, and failed. */
interface Account {
  isLeft: boolean;
  isWorking: boolean;
  hasFailed: boolean;
  isLost: boolean;
}

const idle = (): Account => ({ isLeft: false, isWorking: false, hasFailed: false, isLost: false });

function stateOf({ isLeft, isWorking, hasFailed }: Account): State {
  if (isWorking) return 'computing';
  if (isLeft) return 'due';
  return hasFailed ? 'quarantined' : 'idle';
}

/** The work on a symbol ends. */
function end(account: Account, how: 'done' | 'put back' | 'failed'): void {
  const { isLost } = account;
  account.isWorking = false;
  account.isLost = false;
  if (isLost) return;
  if (how === 'put back') account.isLeft = true;
  account.hasFailed = how === 'failed' && !account.isLeft;
}

const symbol = fc.constantFrom(...SYMBOLS);
const step = fc.oneof(
  fc.record({ do: fc.constantFrom('changed', 'behind', 'released'), symbol }),
  fc.record({ do: fc.constantFrom('begin', 'done', 'put back', 'tried alone', 'failed'), symbol }),
  fc.record({ do: fc.constantFrom('lost', 'awaited', 'time'), symbol, ms: fc.constantFrom(1, 300, 1_000, 400_000) }),
);

describe('the schedule', () => {
  it('has each symbol in the state that follows from what happened, and forgets nothing that is left to do', () => {
    const play = (steps: readonly { do: string; symbol: string; ms?: number }[]) => {
      let nowMs = 1_000;
      const schedule = new Schedule();
      const accounts = new Map(SYMBOLS.map((name) => [name, idle()]));
      let working: readonly string[] = [];
      const begin = () => {
        if (working.length > 0) return;
        working = schedule.begin(schedule.next(nowMs));
        for (const name of working) {
          const account = accounts.get(name)!;
          expect(stateOf(account)).toBe('due');
          account.isWorking = true;
          account.isLeft = false;
        }
      };
      const finish = (how: string) => {
        const symbols = working;
        if (symbols.length === 0) return;
        const isOwn = how === 'failed' && symbols.length === 1;
        if (how === 'done') schedule.done(symbols);
        else if (isOwn) schedule.failed(symbols[0]);
        else schedule.putBack(symbols, nowMs, how === 'tried alone');
        working = [];
        for (const name of symbols) end(accounts.get(name)!, how === 'done' ? how : isOwn ? 'failed' : 'put back');
      };
      const happen = ({ do: what, symbol: name, ms = 0 }: (typeof steps)[number]) => {
        const account = accounts.get(name)!;
        if (what === 'changed') schedule.changed(name, nowMs);
        if (what === 'behind') schedule.foundBehind(name, nowMs);
        if (['changed', 'behind'].includes(what)) account.isLeft = true;
        if (account.isLeft && !account.isWorking) account.hasFailed = false;
        if (what === 'released') {
          schedule.release(name);
          account.hasFailed = false;
        }
        if (what === 'begin') begin();
        if (['done', 'put back', 'tried alone', 'failed'].includes(what)) finish(what);
        if (what === 'lost') {
          schedule.keep((other) => other !== name);
          for (const other of accounts.values()) other.hasFailed = false;
          accounts.set(name, { ...idle(), isWorking: account.isWorking, isLost: account.isWorking });
        }
        if (what === 'awaited') void schedule.wait([name]);
        if (what === 'time') nowMs += ms;
      };
      const compare = () => {
        for (const [name, account] of accounts)
          expect(`${name} ${schedule.stateOf(name)}`).toBe(`${name} ${stateOf(account)}`);
      };
      for (const one of steps) {
        happen(one);
        compare();
      }
      // What is left is done in the end, whatever was put off.
      finish('done');
      for (let round = 0; round < 10 && schedule.isLeft(); round++) {
        nowMs += 1_000_000;
        begin();
        finish('done');
      }
      compare();
      for (const account of accounts.values()) expect(['idle', 'quarantined']).toContain(stateOf(account));
    };
    fc.assert(fc.property(fc.array(step, { maxLength: 60 }), play), { seed: propertySeed(), numRuns: runs(700) });
  });

  it('tries those that failed together one by one, after the others', () => {
    const schedule = new Schedule();
    for (const name of SYMBOLS) schedule.foundBehind(name, 0);
    const together = schedule.next(0);
    expect(together).toEqual(SYMBOLS);
    schedule.begin(together);
    schedule.foundBehind('D', 0);
    schedule.foundBehind('E', 0);
    schedule.putBack(together, 0, true);
    const taken: (readonly string[])[] = [];
    while (schedule.isLeft()) {
      taken.push(schedule.begin(schedule.next(0)));
      schedule.done(taken[taken.length - 1]);
    }
    expect(taken).toEqual([['D', 'E'], ['A'], ['B'], ['C']]);
  });

  it('takes symbols that a caller waits for by name before those that have waited longer', async () => {
    const schedule = new Schedule();
    const many = Array.from({ length: 200 }, (_, i) => `S${i}`);
    for (const name of many) schedule.foundBehind(name, 0);
    void schedule.wait();
    const settled = schedule.wait(['S199', 'S150']);
    expect(schedule.begin(schedule.next(0))).toEqual(['S150', 'S199']);
    schedule.done(['S150', 'S199']);
    schedule.releaseWaiters();
    await settled;
    expect(schedule.next(0)).toEqual(many.slice(0, 64));
  });
});
