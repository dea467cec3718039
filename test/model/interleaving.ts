/**
 * Workers, ingest and operators' commands beside each other, in an order that is drawn from a seed. Kills, clocks that
 * are set, symbols that change hands, old builds beside new ones. At the end the store holds what the model says.
 */

import fc from 'fast-check';
import { expect } from 'vitest';
import { findBehind } from '../../compute/evaluation/behind.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import type { AssetClass } from '../../exchange/symbol.ts';
import type { LogEvent } from '../../ingest/landing/events.ts';
import type { Landing } from '../../ingest/landing/landing.ts';
import { OperationError } from '../../operations/operation.ts';
import { type Bench, castOf } from './bench.ts';
import { expectSettled, openAnswers } from './compare.ts';
import { expectNoRowAheadOfItsSymbol } from './invariants.ts';
import { SYMBOLS } from './market.ts';
import { numbers } from './numbers.ts';
import { effect, Outcomes } from './outcomes.ts';
import { openCommands, openIngest, openWorker, type Worker } from './processes.ts';
import { Actor, type HoldAt, type KillAt, Scheduler } from './scheduler.ts';
import { build, killAt, type PushStep, pushed, pushStep, take } from './sequence.ts';

/** What one of the actors does, after so many milliseconds; killed at one of its writes it does it again. */
type Timed<T> = T & Timing;

interface Timing {
  readonly afterMs: number;
  readonly kill?: KillAt;
  /** Begins when a worker is held, or after that time where none is. */
  readonly meets?: boolean;
}

type Command =
  | { readonly do: 'set'; readonly symbol: string; readonly assetClass: AssetClass }
  | { readonly do: 'drop'; readonly symbol: string }
  | { readonly do: 'rebuild'; readonly symbol: string };

type Chance =
  | { readonly do: 'move'; readonly symbol: string }
  | { readonly do: 'kill' | 'reconcile'; readonly worker: number }
  | { readonly do: 'stall'; readonly worker: number; readonly ms: number }
  | { readonly do: 'clock'; readonly ms: number };

/** After so many steps of ingest the worker is held before one of its next writes. */
interface Hold extends HoldAt {
  readonly worker: number;
  readonly landings: number;
}

export interface Plot {
  /** By worker: the number of its build. */
  readonly builds: readonly number[];
  readonly ingest: readonly Timed<PushStep>[];
  readonly commands: readonly Timed<Command>[];
  readonly chance: readonly Timed<Chance>[];
  readonly holds?: readonly Hold[];
  readonly slowness: number;
  readonly seed: number;
}

/** Mostly one: what meets has to be of the same symbol. */
const symbol = fc.constantFrom(SYMBOLS[0], SYMBOLS[0], ...SYMBOLS);
const afterMs = fc.constantFrom(0, 1, 30, 80, 120, 200, 1_500, 40_000);
const timed = <T>(step: fc.Arbitrary<T>, kills: boolean): fc.Arbitrary<Timed<T>> =>
  fc
    .record({ step, afterMs, kill: fc.option(killAt, { freq: kills ? 3 : 1_000, nil: undefined }) })
    .map(({ step: one, ...rest }) => ({ ...one, ...rest }));
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('set' as const),
      symbol,
      assetClass: fc.constantFrom<AssetClass>('equity', 'crypto'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('drop' as const), symbol }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rebuild' as const), symbol }) },
);

const chance: fc.Arbitrary<Chance> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('move' as const), symbol }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('kill' as const, 'reconcile' as const), worker: fc.nat(1) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('stall' as const),
      worker: fc.nat(1),
      ms: fc.constantFrom(300, 3_000, 15_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clock' as const), ms: fc.constantFrom(-60_000, -500, 5_000) }) },
);

/** Some beyond the time after which others judge the run as broken off. */
const hold: fc.Arbitrary<Hold> = fc.record({
  worker: fc.constantFrom(0, 0, 1),
  landings: fc.constantFrom(1, 1, 2),
  write: fc.integer({ min: 2, max: 9 }),
  ms: fc.constantFrom(3_000, 15_000, 70_000),
});

const anything: fc.Arbitrary<Plot> = fc.record({
  builds: fc.constantFrom([0, 0], [0, 0], [0, 1], [1, 0], [0, 0, 1]),
  ingest: fc.array(timed(pushStep, true), { minLength: 2, maxLength: 5 }),
  commands: fc.array(timed(command, true), { minLength: 1, maxLength: 3 }),
  chance: fc.array(timed(chance, false), { maxLength: 4 }),
  holds: fc.array(hold, { maxLength: 2 }),
  slowness: fc.constantFrom(0, 0.05, 0.3),
  seed: fc.nat(),
});

/**
 * What rarely comes by chance: of a symbol that has more bars than it will have later, a worker has read the old ones and
 * not yet written when a command changes what the symbol is; what else happens, happens beside and after that.
 */
const meeting: fc.Arbitrary<Plot> = fc
  .record({
    plot: anything,
    hold,
    command: timed(command, true),
    bars: fc.record({ from: fc.nat(15), length: fc.integer({ min: 20, max: 45 }), take }),
  })
  .map(({ plot, hold: held, command: one, bars: { from, length, take: sent } }) => {
    const landed = {
      do: 'land',
      symbol: SYMBOLS[0],
      intervalMin: 30,
      from,
      to: from + length,
      take: sent,
      afterMs: 0,
    } as const;
    const changed = { ...one, symbol: SYMBOLS[0], meets: true, afterMs: 5_000 };
    return {
      ...plot,
      ingest: [landed, ...plot.ingest.slice(1)],
      commands: [changed, ...plot.commands.slice(1, 2)],
      holds: [{ ...held, worker: 0, landings: 1 }],
    };
  });

export const plotArbitrary: fc.Arbitrary<Plot> = fc.oneof(anything, meeting);

/** @param statistics by default some of the bench's, by the plot's seed */
export async function playPlot(bench: Bench, plot: Plot, statistics = castOf(bench, plot.seed)): Promise<void> {
  await bench.empty();
  const stage = new Stage({ ...bench, statistics }, plot, numbers(plot.seed));
  try {
    await stage.play();
  } catch (error) {
    const said = `${error instanceof Error ? error.message : error}\nplot: ${JSON.stringify(plot)}\nlast: ${stage.log}`;
    throw new Error(said, { cause: error });
  }
}

/** A run that has been silent for longer has broken off. */
const SILENCE_MS = 130_000;
/** Registries of other processes are this old at most. */
const REGISTRY_AGE_MS = 1_100;
const ROUNDS = 6;

class Stage {
  readonly #bench: Bench;
  readonly #plot: Plot;
  readonly #scheduler: Scheduler;
  readonly #owners = new Map<string, number>();
  readonly #workers: { worker: Worker; build: number; fatal: unknown }[] = [];
  readonly #outcomes = new Outcomes();
  #actors = 0;
  #offset = 0;
  #landings = 0;
  /** By symbol, the write that was the last when it was compared. */
  readonly #compared = new Map<string, number>();
  readonly #held: Promise<void>;
  #onHeld!: () => void;

  constructor(bench: Bench, plot: Plot, random: () => number) {
    this.#bench = bench;
    this.#plot = plot;
    this.#scheduler = new Scheduler({ random, slowness: plot.slowness });
    this.#held = new Promise((resolve) => {
      this.#onHeld = resolve;
    });
  }

  get log(): string {
    return this.#scheduler.log.slice(-25).join('\n');
  }

  async play(): Promise<void> {
    const { builds, ingest, commands, chance: chances } = this.#plot;
    for (const [index, number] of builds.entries()) this.#workers.push(this.#newWorker(index, number));
    const scripts = [this.#ingest(ingest), ...commands.map((one) => this.#command(one)), this.#chance(chances)];
    await this.#scheduler.drive(Promise.all(scripts));
    await this.#settle();
    await expectNoRowAheadOfItsSymbol(this.#bench.store, this.#newest);
    await this.#compare();
    const [name] = SYMBOLS;
    if ((await this.#outcomes.stored(this.#bench.store, name)).touched.size > 0) {
      await this.#scheduler.drive(this.#operate('rebuild', { symbol: name }));
      expect(await this.#behind(), `behind after a rebuild`).toEqual([]);
      await this.#compare();
    }
  }

  async #compare(): Promise<void> {
    const answers = openAnswers(this.#bench.store, this.#newest, () => this.#scheduler.clock.nowMs());
    for (const name of SYMBOLS) {
      const last = this.#bench.writesOf(name);
      if (this.#compared.get(name) === last) continue;
      this.#compared.set(name, last);
      const model = await this.#outcomes.stored(this.#bench.store, name);
      await expectSettled(this.#bench.store, model, this.#newest, [answers]);
    }
  }

  /** Between two calls of the others. */
  async #look(): Promise<void> {
    const { store } = this.#bench;
    const actor = this.#actor('invariants');
    await this.#scheduler.call(actor, { what: 'versions', isWrite: false }, () =>
      expectNoRowAheadOfItsSymbol(store, this.#newest),
    );
  }

  get #newest(): readonly Statistic[] {
    return build(this.#bench.statistics, Math.max(...this.#plot.builds));
  }

  #actor(name: string): Actor {
    return new Actor(`${name}${++this.#actors}`, this.#scheduler);
  }

  #newWorker(index: number, number: number) {
    const slot = { build: number, fatal: null as unknown, worker: null as unknown as Worker };
    const owns = (name: string) => (this.#owners.get(name) ?? 0) === index;
    slot.worker = openWorker(this.#actor('worker'), this.#bench.store, build(this.#bench.statistics, number), {
      owner: { owns, share: () => ({ partitions: 1, mine: [0] }) },
      onFatal: (error) => {
        slot.fatal ??= error;
      },
    });
    const { admitted, projection } = slot.worker;
    void admitted
      .then(() => projection.reconcile())
      .catch((error) => {
        slot.fatal ??= error;
      });
    return slot;
  }

  /** What is old and refuses to go on is replaced by what is newest. */
  #replace(index: number, number: number): void {
    this.#workers[index].worker.actor.kill();
    this.#workers[index] = this.#newWorker(index, number);
  }

  #tell(symbols: Iterable<string>): void {
    const list = [...symbols];
    for (const { worker } of this.#workers) if (worker.actor.isAlive) worker.projection.wake(list);
  }

  #wait(ms: number): Promise<void> {
    return this.#actor('time').timers.sleep(ms);
  }

  async #begins({ meets, afterMs: ms }: Timing): Promise<void> {
    await (meets ? Promise.race([this.#held, this.#wait(ms)]) : this.#wait(ms));
  }

  #landed(): void {
    this.#landings++;
    for (const { worker, landings, write, ms } of this.#plot.holds ?? []) {
      if (landings !== this.#landings) continue;
      this.#workers[worker].worker.actor.hold = { write, ms, onHeld: this.#onHeld };
    }
  }

  async #ingest(steps: readonly Timed<PushStep>[]): Promise<void> {
    let actor = this.#actor('ingest');
    let landing: Landing | null = null;
    for (const step of steps) {
      await this.#wait(step.afterMs);
      const { symbol: name } = step;
      const begun = this.#outcomes.begin();
      const { topic, events, effects, registers } = pushed(step, this.#outcomes.classes(name));
      if (events.length === 0) continue;
      const timestampMs = this.#scheduler.clock.nowMs();
      const batch = events.map(({ key, value }): LogEvent => {
        return { topic, partition: 0, offset: ++this.#offset, timestampMs, key, value };
      });
      for (let kill = step.kill; ; kill = undefined) {
        actor.writes = 0;
        actor.killAt = kill ?? null;
        const land = async () => {
          landing ??= await openIngest(actor, this.#bench.store);
          return landing.land(batch);
        };
        const result = await Promise.race([land(), actor.killed]);
        if (result) {
          // Beside a command that sets or drops the symbol bars may be judged by what it was or by what it is.
          const isSure = this.#outcomes.isAlone(name, begun) && this.#outcomes.classes(name).length === 1;
          if (isSure || !registers) expect(result.deadLetters).toEqual({});
          this.#outcomes.end(name, begun, effects, registers && !isSure);
          this.#landed();
          this.#tell(result.changed.map((one) => one.symbol));
          break;
        }
        actor = this.#actor('ingest');
        landing = null;
      }
      await this.#look();
    }
  }

  async #command(step: Timed<Command>): Promise<void> {
    await this.#begins(step);
    const { symbol: name } = step;
    if (step.do === 'rebuild') {
      await this.#operate('rebuild', { symbol: name }, step.kill);
      return;
    }
    const begun = this.#outcomes.beginChange(name);
    if (step.do === 'drop') {
      await this.#operate('symbols.drop', { symbol: name }, step.kill);
      // Until then ingest may know the symbol as it was.
      await this.#wait(REGISTRY_AGE_MS);
      this.#outcomes.endDrop(name, begun);
    } else {
      const { assetClass } = step;
      expect(await this.#operate('symbols.set', { symbol: name, assetClass }, step.kill)).toBeNull();
      await this.#wait(REGISTRY_AGE_MS);
      this.#outcomes.endChange(name, begun, new Map([['class', effect(assetClass)]]));
    }
    await this.#look();
  }

  async #operate(name: string, args: Record<string, unknown>, kill?: KillAt): Promise<OperationError | null> {
    for (let killed = kill; ; killed = undefined) {
      const actor = this.#actor('cli');
      actor.killAt = killed ?? null;
      const work = async () => {
        const operations = await openCommands(actor, this.#bench.store, this.#newest, (symbols) => this.#tell(symbols));
        try {
          await operations[name](args, { progress() {}, notice() {} });
          return { refused: null };
        } catch (error) {
          if (!(error instanceof OperationError)) throw error;
          return { refused: error };
        }
      };
      const done = await Promise.race([work(), actor.killed]);
      actor.kill();
      if (done) return done.refused;
    }
  }

  async #chance(steps: readonly Timed<Chance>[]): Promise<void> {
    for (const step of steps) {
      await this.#wait(step.afterMs);
      if (step.do === 'clock') this.#scheduler.shiftClock(step.ms);
      else if (step.do === 'move') {
        const from = this.#owners.get(step.symbol) ?? 0;
        this.#owners.set(step.symbol, (from + 1) % this.#workers.length);
        for (const slot of this.#workers) {
          slot.worker.projection.reassigned();
          void slot.worker.projection.reconcile().catch((error) => {
            slot.fatal ??= error;
          });
        }
      } else if (step.do === 'stall') this.#scheduler.stall(this.#workers[step.worker].worker.actor, step.ms);
      else if (step.do === 'kill') this.#replace(step.worker, this.#workers[step.worker].build);
      else {
        const slot = this.#workers[step.worker];
        void slot.worker.projection.reconcile().catch((error) => {
          slot.fatal ??= error;
        });
      }
    }
  }

  /** The newest build takes over everywhere; then every worker looks for what is left, until nothing is. */
  async #settle(): Promise<void> {
    const newest = Math.max(...this.#plot.builds);
    for (const [index, { build: number, fatal }] of this.#workers.entries()) {
      if (number === newest && fatal) throw fatal;
      if (number !== newest) this.#replace(index, newest);
    }
    for (let round = 0; round < ROUNDS; round++) {
      this.#scheduler.pass(SILENCE_MS);
      for (const slot of this.#workers) {
        const { projection } = slot.worker;
        await this.#scheduler.drive(projection.reconcile().then(() => projection.settled()));
        if (slot.fatal) throw slot.fatal;
      }
      if (round > 0 && (await this.#behind()).length === 0) return;
    }
    expect(await this.#behind(), 'nothing is behind after all have looked').toEqual([]);
  }

  async #behind(): Promise<string[]> {
    const [{ worker }] = this.#workers;
    const behind = await findBehind(this.#bench.store.reader, worker.projector.definitions);
    return behind.map(({ symbol: name }) => name);
  }
}
