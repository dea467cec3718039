/**
 * Processes as actors of one thread: every call of the store is a point where another one may go on, where time may
 * pass and where the process may be killed. What happens next is drawn from a seed; nothing depends on real time.
 */
import type { Clock, Timers } from '../../lib/clock.ts';
import type { Store } from '../../sql/connect.ts';

export interface KillAt {
  /** Counted from 1. */
  readonly write: number;
  readonly when: 'before' | 'after';
}

/** The machine gives a process no time before one of its next writes: what it has read by then is old when it goes on. */
export interface HoldAt {
  /** Counted from 1. */
  readonly write: number;
  readonly ms: number;
}

interface Call {
  readonly actor: Actor;
  readonly what: string;
  readonly isWrite: boolean;
  run(): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

interface Timer {
  readonly actor: Actor;
  readonly atMs: number;
  readonly task: () => void;
}

/** A process: what it was given of the store, of time and of chance goes with it when it is killed. */
export class Actor {
  readonly name: string;
  readonly scheduler: Scheduler;
  readonly timers: Timers;
  /** Resolves when it is killed. */
  readonly killed: Promise<void>;
  isAlive = true;
  writes = 0;
  killAt: KillAt | null = null;
  /** Its next hold, writes still to be counted. */
  hold: (HoldAt & { readonly onHeld: () => void }) | null = null;
  /** The machine gives it no time until then. */
  stalledUntilMs = 0;
  #die!: () => void;

  constructor(name: string, scheduler: Scheduler) {
    this.name = name;
    this.scheduler = scheduler;
    this.killed = new Promise((resolve) => {
      this.#die = resolve;
    });
    this.timers = scheduler.timersOf(this);
  }

  /** The store, as this process has it. */
  port(store: Store): Store {
    const all = <T extends object>(object: T, isWrite: (name: string) => boolean): T =>
      Object.fromEntries(
        Object.entries(object).map(([name, method]) => [
          name,
          (...args: unknown[]) =>
            this.scheduler.call(this, { what: `${name} ${String(args[0])}`, isWrite: isWrite(name) }, () =>
              method(...args),
            ),
        ]),
      ) as T;
    return {
      ...store,
      reader: all(store.reader, () => false),
      writer: all(store.writer, (name) => name !== 'query'),
    };
  }

  kill(): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    this.scheduler.forget(this);
    this.#die();
  }
}

export interface SchedulerOptions {
  /** In [0, 1), of a seed. */
  readonly random: () => number;
  /** How likely time passes although calls of the store are under way. */
  readonly slowness?: number;
}

/** Turns of the event loop in which a process comes to its next call of the store, or to none. */
const MOST_TURNS = 8;

export class Scheduler {
  readonly clock: Clock = { nowMs: () => Math.floor(START_MS + this.#nowMs + this.#skewMs) };
  readonly random: () => number;
  readonly #slowness: number;
  /** Of the last calls, for the message of a failure. */
  readonly log: string[] = [];
  #calls: Call[] = [];
  #timers: Timer[] = [];
  #nowMs = 0;
  #skewMs = 0;

  constructor({ random, slowness = 0 }: SchedulerOptions) {
    this.random = random;
    this.#slowness = slowness;
  }

  /** Somebody sets the clock: what is dated by it may go back. */
  shiftClock(ms: number): void {
    this.#skewMs += ms;
  }

  /** For so long the process gets no further: its statements are late. */
  stall(actor: Actor, ms: number): void {
    actor.stalledUntilMs = this.#nowMs + ms;
  }

  /** Time passes; timers that become due ring when something is driven next. */
  pass(ms: number): void {
    this.#nowMs += ms;
  }

  timersOf(actor: Actor): Timers {
    const after = (delayMs: number, task: () => void) => {
      const timer = { actor, atMs: this.#nowMs + delayMs, task };
      if (actor.isAlive) this.#timers.push(timer);
      return () => {
        this.#timers = this.#timers.filter((one) => one !== timer);
      };
    };
    return {
      monotonicMs: () => this.#nowMs,
      after,
      sleep: (delayMs) => new Promise((resolve) => after(delayMs, resolve)),
      random: this.random,
    };
  }

  call<T>(actor: Actor, { what, isWrite }: Pick<Call, 'what' | 'isWrite'>, run: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // A process that was killed waits for ever.
      if (!actor.isAlive) return;
      this.#calls.push({ actor, what, isWrite, run, resolve: resolve as Call['resolve'], reject });
    });
  }

  forget(actor: Actor): void {
    this.#calls = this.#calls.filter((call) => call.actor !== actor);
    this.#timers = this.#timers.filter((timer) => timer.actor !== actor);
  }

  /** Lets the actors go on until the promise is settled. Fails where that takes too long or nothing can go on. */
  async drive<T>(promise: Promise<T>, maxSteps = 20_000): Promise<T> {
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    promise.then(over, over);
    for (let steps = 0; ; steps++) {
      // What a process asks for in one turn of its event loop may be put together in the next one.
      for (let turns = 0; turns < MOST_TURNS && !isOver && (turns === 0 || this.#calls.length === 0); turns++) {
        await new Promise(setImmediate);
      }
      if (isOver) return promise;
      if (steps > maxSteps) throw new Error(`does not settle: ${this.log.slice(-12).join('\n')}`);
      const timer = this.#nextTimer();
      const ready = this.#calls.filter(({ actor }) => actor.stalledUntilMs <= this.#nowMs);
      const stalledUntilMs = Math.min(...this.#calls.map(({ actor }) => actor.stalledUntilMs));
      if (ready.length > 0 && !(timer && this.random() < this.#slowness)) await this.#step(ready);
      else if (timer && (ready.length > 0 || timer.atMs <= stalledUntilMs)) this.#ring(timer);
      else if (Number.isFinite(stalledUntilMs)) this.#nowMs = stalledUntilMs;
      else throw new Error(`nothing can go on; last: ${this.log.slice(-12).join('\n')}`);
    }
  }

  #nextTimer(): Timer | undefined {
    return this.#timers.reduce<Timer | undefined>(
      (first, timer) => (first && first.atMs <= timer.atMs ? first : timer),
      undefined,
    );
  }

  #ring(timer: Timer): void {
    this.#timers = this.#timers.filter((one) => one !== timer);
    this.#nowMs = Math.max(this.#nowMs, timer.atMs);
    timer.task();
  }

  async #step(ready: readonly Call[]): Promise<void> {
    const actors = [...new Set(ready.map(({ actor }) => actor))];
    const actor = actors[Math.floor(this.random() * actors.length)];
    const call = ready.find((one) => one.actor === actor)!;
    if (call.isWrite && actor.hold) {
      const { write, ms, onHeld } = actor.hold;
      actor.hold = write > 1 ? { write: write - 1, ms, onHeld } : null;
      if (!actor.hold) {
        this.log.push(`${actor.name}: held for ${ms} ms`);
        this.stall(actor, ms);
        return onHeld();
      }
    }
    this.#calls.splice(this.#calls.indexOf(call), 1);
    this.#nowMs += 1;
    this.log.push(`${actor.name}: ${call.what.replace(/\s+/g, ' ').slice(0, 110)}`);
    if (this.log.length > 400) this.log.splice(0, 200);
    const isLast = call.isWrite && ++actor.writes === actor.killAt?.write;
    if (isLast && actor.killAt?.when === 'before') return actor.kill();
    const [done] = await Promise.allSettled([call.run()]);
    if (isLast) return actor.kill();
    if (done.status === 'fulfilled') call.resolve(done.value);
    else call.reject(done.reason);
  }
}

/** Not far from the present: the store forgets notes of runs after a day. */
const START_MS = Math.floor(Date.now() / 60_000) * 60_000;
