/** Random sequences of what happens to an embedded installation, and their run against the model. */

import fc from 'fast-check';
import { expect } from 'vitest';
import type { StoreAnswers } from '../../compute/answers/store-answers.ts';
import { findBehind } from '../../compute/evaluation/behind.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { type AssetClass, formatInterval } from '../../exchange/symbol.ts';
import type { PushedEvent } from '../../ingest/landing/events.ts';
import { OperationError } from '../../operations/operation.ts';
import { StoreError } from '../../sql/errors.ts';
import { type Bench, castOf } from './bench.ts';
import { expectLanded, expectSettled, openAnswers } from './compare.ts';
import { type Installation, openInstallation } from './installation.ts';
import { expectNoRowAheadOfItsSymbol, expectNothingLeft } from './invariants.ts';
import {
  type Bar,
  barAt,
  barsOf,
  emptySymbol,
  MINUTES,
  type ModelSymbol,
  type News,
  newsAt,
  SYMBOLS,
  seriesOf,
  stateOf,
} from './market.ts';
import { numbers } from './numbers.ts';
import { type Effects, effect } from './outcomes.ts';
import { Actor, type KillAt, Scheduler } from './scheduler.ts';

const CLASSES: readonly AssetClass[] = ['equity', 'etf', 'crypto'];
const NEWS_IDS = ['n1', 'n2', 'c1'] as const;

/** Bars of one series. */
interface Span {
  readonly symbol: string;
  readonly intervalMin: number;
  readonly from: number;
  readonly to: number;
}

/** `kill`: the process ends at that write of the step; what is repeated after that is the step itself. */
export type Step = { readonly kill?: KillAt } & (
  | ({ readonly do: 'land'; readonly take: number } & Span)
  | ({ readonly do: 'delete' } & Span)
  | { readonly do: 'news'; readonly symbol: string; readonly id: string; readonly at: number; readonly take: number }
  | { readonly do: 'unnews'; readonly symbol: string; readonly id: string }
  | { readonly do: 'set'; readonly symbol: string; readonly assetClass: AssetClass; readonly base?: string }
  | { readonly do: 'drop'; readonly symbol: string }
  | { readonly do: 'rebuild'; readonly symbol: string; readonly statistic?: string }
  | { readonly do: 'settle' | 'forget' | 'restart' }
  | { readonly do: 'definition'; readonly by: 1 | -1 }
  | { readonly do: 'clock'; readonly ms: number }
);

const symbol = fc.constantFrom(...SYMBOLS);
const place = fc.integer({ min: 0, max: MINUTES.length - 1 });
export const take = fc.integer({ min: 0, max: 2 });
/** Mostly the shorter interval: what meets has to be of the same series. */
const intervalMin = fc.constantFrom(30, 30, 60);
const span = fc
  .tuple(place, fc.integer({ min: 1, max: 30 }), intervalMin)
  .map(([from, length, minutes]) => ({ from, to: from + length, intervalMin: minutes }));

export type PushStep = Extract<Step, { do: 'land' | 'delete' | 'news' | 'unnews' }>;

export const pushStep: fc.Arbitrary<PushStep> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('land' as const), symbol, span, take }).map(spread) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('delete' as const), symbol, span }).map(spread) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('news' as const),
      symbol,
      id: fc.constantFrom(...NEWS_IDS),
      at: place,
      take,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unnews' as const), symbol, id: fc.constantFrom(...NEWS_IDS) }) },
);

const plainStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 14, arbitrary: pushStep },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('set' as const),
      symbol,
      assetClass: fc.constantFrom(...CLASSES),
      base: fc.constantFrom(undefined, undefined, '30m', '1h', 'auto'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('drop' as const), symbol }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('rebuild' as const),
      symbol,
      statistic: fc.constantFrom(undefined, 'gap', 'fvg'),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('settle' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('forget' as const, 'restart' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('definition' as const), by: fc.constantFrom(1 as const, -1 as const) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('clock' as const), ms: fc.constantFrom(-3_600_000, -5_000, -1, 60_000) }),
  },
);

function spread<T extends { span: Omit<Span, 'symbol'> }>({ span, ...rest }: T) {
  return { ...rest, ...span };
}

export const killAt: fc.Arbitrary<KillAt> = fc.record({
  write: fc.integer({ min: 1, max: 24 }),
  when: fc.constantFrom('before' as const, 'after' as const),
});

export const stepsArbitrary: fc.Arbitrary<Step[]> = fc.array(
  fc
    .tuple(plainStep, fc.option(killAt, { freq: 3 }))
    .map(([step, kill]): Step => (kill && step.do !== 'clock' ? { ...step, kill } : step)),
  { minLength: 3, maxLength: 8, size: 'max' },
);

/** A later build of the same statistics: the first of them has a higher definition number. */
export function build([first, ...others]: readonly Statistic[], definition: number): readonly Statistic[] {
  return [{ ...first, definitionNumber: first.definitionNumber + definition }, ...others];
}

export interface Trace {
  readonly seed: number;
  /** By default some of the bench's, by the seed. */
  readonly statistics?: readonly Statistic[];
}

export async function play(bench: Bench, steps: readonly Step[], { seed, statistics }: Trace): Promise<void> {
  await bench.empty();
  const run = new Sequence({ ...bench, statistics: statistics ?? castOf(bench, seed) }, numbers(seed));
  try {
    await run.play(steps);
  } catch (error) {
    const lines = steps.slice(0, run.done + 1).map((step) => JSON.stringify(step));
    throw new Error(`${error instanceof Error ? error.message : error}\nafter:\n${lines.join('\n')}`, { cause: error });
  }
}

class Sequence {
  readonly #bench: Bench;
  readonly #scheduler: Scheduler;
  readonly #models = new Map<string, ModelSymbol>(SYMBOLS.map((name) => [name, emptySymbol(name)]));
  #definition = 0;
  #installation: Installation | null = null;
  /** Lives as long as the API's process does: over everything that happens to the other. */
  #answers: StoreAnswers | null = null;
  /** By symbol, the state of the store and of the model in which they were the same. */
  readonly #compared = new Map<string, string>();
  done = -1;

  constructor(bench: Bench, random: () => number) {
    this.#bench = bench;
    this.#scheduler = new Scheduler({ random });
  }

  get #statistics(): readonly Statistic[] {
    return build(this.#bench.statistics, this.#definition);
  }

  async play(steps: readonly Step[]): Promise<void> {
    await this.#start();
    for (const [i, step] of steps.entries()) {
      this.done = i;
      await this.#step(step);
      await expectNoRowAheadOfItsSymbol(this.#bench.store, this.#statistics);
      const touched = [...this.#models.values()].filter((model) => !('symbol' in step) || step.symbol === model.symbol);
      for (const model of touched) await expectLanded(this.#bench.store, model);
      await this.#compareWhereNothingIsBehind(touched);
    }
    await this.#settle();
    await this.#compare();
    for (const { symbol: name } of this.#models.values()) await this.#rebuild({ symbol: name });
  }

  async #start(): Promise<void> {
    const actor = new Actor(`p${this.done + 2}`, this.#scheduler);
    this.#installation = await this.#scheduler.drive(openInstallation(actor, this.#bench.store, this.#statistics));
    this.#answers = openAnswers(this.#bench.store, this.#statistics, () => this.#scheduler.clock.nowMs());
  }

  #end(): void {
    this.#installation?.actor.kill();
    this.#installation = null;
  }

  /** The work, until it is done or the process is killed; false: it was killed. */
  async #tried(kill: KillAt | undefined, work: (installation: Installation) => Promise<unknown>): Promise<boolean> {
    const installation = this.#installation!;
    const { actor, ending } = installation;
    actor.writes = 0;
    actor.killAt = kill ?? null;
    const done = await this.#scheduler.drive(
      Promise.race([work(installation).then(() => true), actor.killed.then(() => false)]),
    );
    actor.killAt = null;
    if (ending.error) throw ending.error;
    if (!done) {
      this.#end();
      await this.#start();
    }
    return done;
  }

  async #step(step: Step): Promise<void> {
    switch (step.do) {
      case 'clock':
        return this.#scheduler.shiftClock(step.ms);
      case 'forget':
        return this.#installation!.projector.forget();
      case 'restart':
        this.#end();
        return this.#start();
      case 'definition':
        return this.#redefine(step.by);
      case 'settle':
        return this.#settle(step.kill);
      case 'rebuild':
        return this.#rebuild(step);
      case 'set':
        return this.#set(step);
      case 'drop':
        return this.#drop(step);
      default:
        return this.#push(step);
    }
  }

  /** An operator repeats a command that broke off. A refusal is an answer. */
  async #operate(name: string, args: Record<string, unknown>, kill?: KillAt): Promise<OperationError | null> {
    const context = { progress() {}, notice() {} };
    let refused: OperationError | null = null;
    const work = ({ operations }: Installation) =>
      operations[name](args, context).catch((error) => {
        if (!(error instanceof OperationError)) throw error;
        refused = error;
      });
    if (!(await this.#tried(kill, work))) await this.#tried(undefined, work);
    return refused;
  }

  async #set({ symbol: name, assetClass, base, kill }: Extract<Step, { do: 'set' }>): Promise<void> {
    const args = { symbol: name, assetClass, base };
    const refused = await this.#operate('symbols.set', args, kill);
    const model = this.#models.get(name)!;
    if (refused) return;
    // The registry marks a day of every series as changed.
    if (model.assetClass !== null && model.assetClass !== assetClass) model.touched.add(0);
    model.assetClass = assetClass;
  }

  async #drop({ symbol: name, kill }: Extract<Step, { do: 'drop' }>): Promise<void> {
    // Of a symbol that is not there the command says so; also of one that the first try had removed in full.
    await this.#operate('symbols.drop', { symbol: name }, kill);
    // The log of days keeps its days, so their dates have rows that say that there is no record.
    const { touched } = this.#models.get(name)!;
    this.#models.set(name, { ...emptySymbol(name), touched });
    await expectNothingLeft(this.#bench.store, this.#statistics, name);
  }

  /** A rebuild that has completed, at once or repeated, leaves what the model says, whatever was stored. */
  async #rebuild({ symbol: name, statistic, kill }: Omit<Extract<Step, { do: 'rebuild' }>, 'do'>): Promise<void> {
    const model = this.#models.get(name)!;
    if (model.touched.size === 0) return;
    const played = this.#statistics.find((one) => one.name === statistic)?.name;
    await this.#operate('rebuild', { symbol: name, statistic: played }, kill);
    expect(await this.#behind(), `behind after a rebuild`).not.toContain(name);
    await this.#compareOne(model);
  }

  /** What was pushed and not acknowledged is pushed again. */
  async #push(step: PushStep): Promise<void> {
    const model = this.#models.get(step.symbol)!;
    const { topic, events, effects } = pushed(step, [model.assetClass]);
    if (events.length === 0) return;
    const work = async ({ landing }: Installation) => {
      const { deadLetters } = await landing.landEvents(topic, events);
      expect(deadLetters).toEqual({});
    };
    if (!(await this.#tried(step.kill, work))) await this.#tried(undefined, work);
    apply(effects, model);
  }

  /** Another build takes over; one that is older than what is stored refuses, and the newer one goes on. */
  async #redefine(by: 1 | -1): Promise<void> {
    const before = this.#definition;
    this.#definition = Math.max(0, before + by);
    this.#end();
    try {
      await this.#start();
      expect(this.#definition, 'an older build works on what a newer one has computed').toBeGreaterThanOrEqual(before);
    } catch (error) {
      if (!(error instanceof StoreError) || this.#definition >= before) throw error;
      this.#definition = before;
      await this.#start();
    }
  }

  async #settle(kill?: KillAt): Promise<void> {
    const work = ({ projection }: Installation) => projection.reconcile().then(() => projection.settled());
    if (!(await this.#tried(kill, work))) await this.#tried(undefined, work);
    expect(await this.#behind(), 'nothing is behind once all is settled').toEqual([]);
  }

  async #behind(): Promise<string[]> {
    const behind = await findBehind(this.#bench.store.reader, this.#installation!.projector.definitions);
    return behind.map(({ symbol: name }) => name);
  }

  async #compareWhereNothingIsBehind(models: readonly ModelSymbol[]): Promise<void> {
    const behind = await this.#behind();
    for (const model of models) if (!behind.includes(model.symbol)) await this.#compareOne(model);
  }

  async #compare(): Promise<void> {
    for (const model of this.#models.values()) await this.#compareOne(model);
  }

  /** Where something has been written of the symbol since the last time. */
  async #compareOne(model: ModelSymbol): Promise<void> {
    const states = seriesOf(model).map((series) => stateOf(series, this.#statistics));
    const state = `${this.#bench.writesOf(model.symbol)} ${states.join()}`;
    if (this.#compared.get(model.symbol) === state) return;
    await expectSettled(this.#bench.store, model, this.#statistics, [this.#answers!]);
    this.#compared.set(model.symbol, state);
  }
}

/**
 * The events of a step, and what they leave behind by `bar INTERVAL MINUTE`, `news ID`, `class` and `series INTERVAL`.
 *
 * @param possible classes that the symbol may be registered as: bars are sent as of one of these
 */
export function pushed(step: PushStep, possible: readonly ModelSymbol['assetClass'][]) {
  const json = (event: object): PushedEvent => ({
    key: step.symbol,
    value: JSON.stringify({ symbol: step.symbol, ...event }),
  });
  if (step.do === 'land' || step.do === 'delete') {
    const asset_class = possible.find((one) => one !== null) ?? 'equity';
    const { intervalMin: length } = step;
    const minutes = MINUTES.slice(step.from, step.to).filter((minute) => minute % length === 0);
    const interval = formatInterval(length);
    // Of each interval other prices: nothing of one series may be seen in another.
    const bar = (minute: number): Bar | null => (step.do === 'land' ? barAt(minute, step.take + length) : null);
    const events = minutes.map((minute) =>
      json({
        ts: minute * 60_000,
        interval,
        ...(step.do === 'land' ? { asset_class, ...bar(minute) } : { deleted: true }),
      }),
    );
    const effects = new Map(minutes.map((minute) => [`bar ${length} ${minute}`, effect(bar(minute))]));
    if (step.do === 'land') effects.set('class', effect(asset_class)).set(`series ${length}`, effect(true));
    return { topic: 'bars' as const, events, effects, registers: step.do === 'land' };
  }
  const news: News | null = step.do === 'news' ? newsAt(step.id, step.at, step.take) : null;
  const event = news
    ? {
        id: news.id,
        asset_class: news.assetClass,
        event_timestamp: news.timeMs,
        title: `news ${news.id}`,
        direction: news.direction,
        impact_score: news.impact,
      }
    : { id: step.id, deleted: true };
  const topic = step.id.startsWith('c') ? ('events.sentiment_crypto' as const) : ('events.sentiment' as const);
  return { topic, events: [json(event)], effects: new Map([[`news ${step.id}`, effect(news)]]), registers: false };
}

function apply(effects: Effects, model: ModelSymbol): void {
  const keep = <K, V>(map: Map<K, V>, key: K, value: V | null) =>
    value === null ? map.delete(key) : map.set(key, value);
  for (const [place, text] of effects) {
    const [kind, key, minute] = place.split(' ');
    const value = JSON.parse(text);
    if (kind === 'bar') keep<number, Bar>(barsOf(model, Number(key)), Number(minute), value);
    else if (kind === 'news') keep<string, News>(model.news, key, value);
    else if (kind === 'series') model.series.add(Number(key));
    else model.assetClass = value;
    if (kind === 'bar') model.touched.add(Number(key));
    if (kind === 'news') model.touched.add(0);
  }
}
