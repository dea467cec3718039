/** The states of symbols against a second, naive account of them, over random sequences of what can happen. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/support/property-seed.ts';
import { propertySeed } from '../../test/support/random-market.ts';
import { Schedule, type State } from './schedule.ts';

const SYMBOLS = ['A', 'B', 'C'];

/** Two independent things to do, what is worked on, and whether it failed. */
interface Account {
  records: boolean;
  summaries: boolean;
  work: 'due' | 'unsummarized' | null;
  hasFailed: boolean;
  isLost: boolean;
}

const idle = (): Account => ({ records: false, summaries: false, work: null, hasFailed: false, isLost: false });

function stateOf({ records, summaries, work, hasFailed }: Account): State {
  if (work) return work === 'due' ? 'computing' : 'summarizing';
  if (records) return 'due';
  if (hasFailed) return 'quarantined';
  return summaries ? 'unsummarized' : 'idle';
}

/** The work on a symbol ends. */
function end(account: Account, how: 'done' | 'put back' | 'failed'): void {
  const { work, isLost } = account;
  account.work = null;
  account.isLost = false;
  if (isLost) return;
  if (how === 'put back' && work === 'due') account.records = true;
  if (how === 'put back' && work === 'unsummarized') account.summaries = true;
  account.hasFailed = how === 'failed' && !account.records;
}

const symbol = fc.constantFrom(...SYMBOLS);
const step = fc.oneof(
  fc.record({ do: fc.constantFrom('changed', 'behind', 'written', 'unsummarized', 'released'), symbol }),
  fc.record({ do: fc.constantFrom('records', 'summaries', 'done', 'put back', 'tried alone', 'failed'), symbol }),
  fc.record({ do: fc.constantFrom('lost', 'awaited', 'time'), symbol, ms: fc.constantFrom(1, 300, 1_000, 400_000) }),
);

describe('the schedule', () => {
  it('has each symbol in the state that follows from what happened, and forgets nothing that is left to do', () => {
    const play = (steps: readonly { do: string; symbol: string; ms?: number }[]) => {
      let nowMs = 1_000;
      const schedule = new Schedule();
      const accounts = new Map(SYMBOLS.map((name) => [name, idle()]));
      const working: Record<'due' | 'unsummarized', readonly string[]> = { due: [], unsummarized: [] };
      const begin = (from: 'due' | 'unsummarized') => {
        if (working[from].length > 0) return;
        working[from] = schedule.begin(schedule.next(from, nowMs), from);
        for (const name of working[from]) {
          const account = accounts.get(name)!;
          expect(stateOf(account)).toBe(from);
          account.work = from;
          if (from === 'due') account.records = false;
          else account.summaries = false;
        }
      };
      const finish = (from: 'due' | 'unsummarized', how: string) => {
        const symbols = working[from];
        if (symbols.length === 0) return;
        const isOwn = how === 'failed' && symbols.length === 1;
        if (how === 'done') schedule.done(symbols);
        else if (isOwn) schedule.failed(symbols[0]);
        else schedule.putBack(symbols, nowMs, how === 'tried alone');
        working[from] = [];
        for (const name of symbols) end(accounts.get(name)!, how === 'done' ? how : isOwn ? 'failed' : 'put back');
      };
      const happen = ({ do: what, symbol: name, ms = 0 }: (typeof steps)[number]) => {
        const account = accounts.get(name)!;
        if (what === 'changed') schedule.changed(name, nowMs);
        if (what === 'behind') schedule.foundBehind(name, nowMs, false);
        if (['changed', 'behind'].includes(what)) account.records = true;
        if (account.records && !account.work) account.hasFailed = false;
        if (what === 'written') schedule.written(name, nowMs);
        if (what === 'unsummarized') schedule.foundUnsummarized(name);
        if (what === 'written' || what === 'unsummarized') account.summaries = true;
        if (what === 'released') {
          schedule.release(name);
          account.hasFailed = false;
        }
        if (what === 'records') begin('due');
        if (what === 'summaries') begin('unsummarized');
        if (['done', 'put back', 'tried alone', 'failed'].includes(what)) {
          finish(account.work === 'unsummarized' ? 'unsummarized' : 'due', what);
        }
        if (what === 'lost') {
          schedule.keep((other) => other !== name);
          for (const other of accounts.values()) other.hasFailed = false;
          accounts.set(name, { ...idle(), work: account.work, isLost: account.work !== null });
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
      for (const from of ['due', 'unsummarized'] as const) finish(from, 'done');
      for (let round = 0; round < 10 && schedule.isLeft(); round++) {
        nowMs += 1_000_000;
        for (const from of ['due', 'unsummarized'] as const) {
          begin(from);
          finish(from, 'done');
        }
      }
      compare();
      for (const account of accounts.values()) expect(['idle', 'quarantined']).toContain(stateOf(account));
    };
    fc.assert(fc.property(fc.array(step, { maxLength: 60 }), play), { seed: propertySeed(), numRuns: runs(700) });
  });

  it('tries those that failed together one by one, after the others', () => {
    const schedule = new Schedule();
    for (const name of SYMBOLS) schedule.foundBehind(name, 0, false);
    const together = schedule.next('due', 0);
    expect(together).toEqual(SYMBOLS);
    schedule.begin(together, 'due');
    schedule.foundBehind('D', 0, false);
    schedule.foundBehind('E', 0, false);
    schedule.putBack(together, 0, true);
    const taken: (readonly string[])[] = [];
    while (schedule.isLeft()) {
      taken.push(schedule.begin(schedule.next('due', 0), 'due'));
      schedule.done(taken[taken.length - 1]);
    }
    expect(taken).toEqual([['D', 'E'], ['A'], ['B'], ['C']]);
  });

  it('takes symbols that a caller waits for by name before those that have waited longer', async () => {
    const schedule = new Schedule();
    const many = Array.from({ length: 200 }, (_, i) => `S${i}`);
    for (const name of many) schedule.foundBehind(name, 0, false);
    void schedule.wait();
    const settled = schedule.wait(['S199', 'S150']);
    expect(schedule.begin(schedule.next('due', 0), 'due')).toEqual(['S150', 'S199']);
    schedule.done(['S150', 'S199']);
    schedule.releaseWaiters();
    await settled;
    expect(schedule.next('due', 0)).toEqual(many.slice(0, 64));
  });
});
