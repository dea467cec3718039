/**
 * Brings the records of a symbol up to the bars and news that are stored. The work list is what the store says is
 * dirty; nothing is remembered here, so a restart at any point continues where it was. Records are recomputed whole.
 */

import type { Clock } from '../../lib/clock.ts';
import { inGroups } from '../../lib/collections.ts';
import { isoDate } from '../../lib/days.ts';
import type { Store } from '../../sql/connect.ts';
import { readGenerations, removePreviousGenerations } from '../../sql/symbols.ts';
import { type Caches, createCaches } from '../evaluation/bar-cache.ts';
import { isCutoverMoved, readBarEnds, servedBars, servedPart } from '../evaluation/bar-ends.ts';
import type { Job, JobResult } from '../evaluation/evaluation.ts';
import { dirtyTasks, evaluateTasks, fullTasks, type JobSource, type Task, unitsOfAll } from '../evaluation/plan.ts';
import {
  type BarEnds,
  barDaysOf,
  endedPart,
  isOfRecords,
  lastDayOf,
  liveFrom,
  readStates,
  type SymbolState,
} from '../evaluation/state.ts';
import type { CachePart } from '../evaluation/stored-records.ts';
import { runSummaries } from '../evaluation/summary-job.ts';
import {
  type Definitions,
  definitionsOf,
  definitionsText,
  NOTHING_STORED,
  refuseNewer,
  rowVersion,
} from '../evaluation/tables/coverage.ts';
import { movedNewsDays, readNewsSpan } from '../evaluation/tables/events.ts';
import { recordsTable, type Series, sessionsSeries } from '../evaluation/tables/schema.ts';
import { splitsText } from '../market/bars.ts';
import type { DateRange, Statistic } from '../statistics/statistic.ts';
import { BarsOfSymbols, loadProjection, type SymbolBars, Writes } from './projection-io.ts';
import { type Summarize, storeSummaries, type Written } from './summaries.ts';
import { type CachedRecords, RecordReads, type StoredRecords, takeRecords, withRows } from './symbol-records.ts';

export interface ProjectorOptions {
  readonly store: Store;
  readonly statistics: readonly Statistic[];
  readonly run: (job: Job) => Promise<JobResult>;
  /** In this thread by default. */
  readonly summarize?: Summarize;
  readonly clock: Clock;
  /** Shared with what else is in the process; its own by default. */
  readonly caches?: Caches;
  /** Bars of this symbol are stored and it is not registered: they are left out. Told once a symbol and process. */
  readonly onUnregistered?: (symbol: string) => void;
}

export interface Projected {
  readonly days: number;
  readonly records: number;
  readonly written: number;
}

interface Context extends JobSource {
  /** Starts of the first and last bar that serves, UTC minutes. */
  readonly ends: BarEnds | null;
  /** Latest UTC date of anything stored, in days; `NOTHING_STORED` where all was taken back. */
  readonly lastDay: number;
}

export interface RebuildOptions {
  readonly statistic?: string;
}

const NEVER = Number.NEGATIVE_INFINITY;

/** Symbols that begin together: what they read of the store at one moment is one statement. Who came later would read alone. */
const AT_A_TIME = 64;
/** More changed days than this are a new history: what is recomputed for them is not worth caching. */
const MANY_DAYS = 60;

export class Projector {
  readonly #options: ProjectorOptions;
  readonly #series: readonly Series[];
  readonly #caches: Caches;
  readonly #records: CachePart<CachedRecords>;
  readonly #reads: RecordReads;
  readonly #bars: BarsOfSymbols;
  readonly #summarize: Summarize;
  readonly #unregistered = new Set<string>();
  /** The definition number that every series' records must have. */
  readonly definitions: Definitions;

  constructor(options: ProjectorOptions) {
    const { store, statistics, caches = createCaches(store.reader) } = options;
    this.#options = options;
    this.#summarize = options.summarize ?? ((job) => runSummaries(job, statistics));
    this.definitions = definitionsOf(statistics);
    this.#series = [sessionsSeries, ...statistics];
    this.#caches = caches;
    this.#records = caches.records.part('symbol');
    this.#reads = new RecordReads(store.reader);
    this.#bars = new BarsOfSymbols(caches.bars);
  }

  /** Its records are in memory: an update of it is quick. */
  holds(symbol: string): boolean {
    return this.#records.has(symbol);
  }

  /** Rows that have landed for these symbols: what computing them from nothing costs. */
  async landedRows(symbols: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#options.store.reader.query<{ symbol: string; rows: number }>(
      `SELECT CAST(symbol, 'String') AS symbol, toFloat64(sum(rows)) AS rows FROM market.day_log
       WHERE symbol IN {symbols:Array(String)} GROUP BY symbol`,
      { symbols },
    );
    return new Map(rows.map(({ symbol, rows: landed }) => [symbol, landed]));
  }

  forget(): void {
    this.#caches.records.clear();
    this.#caches.bars.clear();
  }

  /** @returns null where nothing is stored about the symbol or nothing is to do */
  async project(symbol: string, rebuild?: RebuildOptions): Promise<Projected | null> {
    return (await this.projectAll([symbol], rebuild))[0];
  }

  /**
   * Several symbols together: the store is asked about them once, and what has changed is one insert a table. They are
   * done all or, where it fails, none; a result a symbol, as of `project`.
   */
  async projectAll(symbols: readonly string[], rebuild?: RebuildOptions): Promise<(Projected | null)[]> {
    const { store, clock } = this.#options;
    const nowMs = clock.nowMs();
    const states = (await readStates(store.reader, symbols)).map((state) => endedPart(state, nowMs));
    const bars = await this.#bars.take(states, rebuild !== undefined);
    const ends = await readBarEnds(store.reader, states, (symbol, day) => bars.get(symbol)!.day(day));
    const fresh = states.filter(({ settled }) => !settled).map(({ symbol }) => symbol);
    const rows = await withRows(store.reader, fresh, this.#series);
    const filled = new Set([...rows, ...states.flatMap(({ settled, symbol }) => (settled ? [symbol] : []))]);
    const writes = new Writes(store.writer);
    const results: (Projected | null)[] = symbols.map(() => null);
    const keeps = new Map<string, () => void>();
    const written: Written[] = [];
    const work = async (index: number) => {
      const state = states[index];
      const done = await this.#bringUp(
        state,
        bars.get(state.symbol)!,
        ends.get(state.symbol) ?? null,
        rebuild,
        writes,
        !filled.has(state.symbol),
      );
      if (!done) return;
      results[index] = done.projected;
      keeps.set(state.symbol, done.keep);
      written.push(done.written);
    };
    for (const some of inGroups(states.keys(), AT_A_TIME)) {
      for (const end of await Promise.allSettled(some.map(work))) if (end.status === 'rejected') throw end.reason;
    }
    await writes.flushRecords();
    if (written.length > 0) await storeSummaries({ ...this.#options, summarize: this.#summarize }, written);
    await writes.flush();
    if (keeps.size > 0) await this.#fence(states, results);
    for (const [index, { symbol }] of states.entries()) if (results[index]) keeps.get(symbol)!();
    return results;
  }

  /** A symbol that was dropped meanwhile: what this run has written belongs to its former life and goes. */
  async #fence(states: readonly SymbolState[], results: (Projected | null)[]): Promise<void> {
    const { store } = this.#options;
    const symbols = states.map(({ symbol }) => symbol);
    const now = await readGenerations(store.reader, symbols);
    for (const [index, { symbol, generation }] of states.entries()) {
      const { epoch } = now.get(symbol)!;
      if (!results[index] || epoch <= generation) continue;
      await removePreviousGenerations(store, [symbol]);
      results[index] = null;
    }
  }

  async #bringUp(
    state: SymbolState,
    bars: SymbolBars,
    ends: BarEnds | null,
    rebuild: RebuildOptions | undefined,
    writes: Writes,
    isEmpty: boolean,
  ): Promise<{ projected: Projected; written: Written; keep: () => void } | null> {
    if (state.days.length === 0 && state.liveFrom === undefined) {
      // Runs of before it was dropped may have left rows behind.
      if (rebuild) await removePreviousGenerations(this.#options.store, [state.symbol]);
      return null;
    }
    refuseNewer(this.definitions, state.definitions, `what is stored of ${state.symbol}`);
    const dirty = state.days.filter((day) => day.dirty);
    // Splits that have changed make everything due; no record that is stored follows from a
    // daily bar beside shorter ones.
    const firstBar = ends?.first ?? null;
    const isMoved = isCutoverMoved(state, firstBar);
    const changed = servedPart(state, firstBar).days.filter((day) => day.dirty && isOfRecords(day));
    const full = this.#series.filter(
      ({ name, definitionNumber }) =>
        !state.settled ||
        isMoved ||
        state.definitions.get(name) !== definitionNumber ||
        (rebuild && (rebuild.statistic === undefined || rebuild.statistic === name)),
    );
    if (dirty.length === 0 && full.length === 0) return null;

    const context = await this.#context(state, bars, ends);
    const { meta } = context;
    const whole = rebuild !== undefined || full.length > 0 || changed.length > MANY_DAYS;
    const { stored, keep } = takeRecords(this.#reads, this.#records, this.#series, state, { whole, isEmpty });
    const rest = this.#series.filter((series) => !full.includes(series));
    const news = this.#series.find(({ events }) => events);
    const moved = news
      ? await movedNewsDays(this.#options.store.reader, recordsTable(news).name, meta.symbol, changed)
      : [];
    const dirtyPieces = await dirtyTasks(unitsOfAll(rest, meta), changed, moved, context, stored);
    const pieces = [fullTasks(unitsOfAll(full, meta)), ...dirtyPieces];
    let records = 0;
    let written = 0;
    for (const tasks of pieces) {
      const done = await this.#runTasks(tasks, stored, context, writes);
      records += done.records;
      written += done.written;
    }
    await this.#settle(state, stored, context, writes);
    const days = rebuild ? new Set(state.days.map(({ day }) => day)).size : dirty.length;
    return {
      projected: { days, records, written },
      written: { meta, state, firstBar: context.ends?.first ?? null },
      keep() {
        keep();
        bars.settle();
      },
    };
  }

  async #context(state: SymbolState, bars: SymbolBars, stored: BarEnds | null): Promise<Context> {
    const { symbol, days, registered } = state;
    // Nobody has said what bars of an unregistered symbol are: they are left out until somebody does.
    const ends = registered ? stored : null;
    if (stored && !registered) this.#logUnregistered(symbol);
    const barDays = registered ? barDaysOf(servedPart(state, ends?.first ?? null)) : [];
    const news = ends ? null : await readNewsSpan(this.#options.store.reader, state);
    const meta = registered ?? { symbol, assetClass: news?.assetClass ?? 'equity', intervalMin: 1 };
    const clock = ends
      ? { lastBarStart: ends.last, lastBarEnd: ends.last + meta.intervalMin }
      : { lastBarStart: NEVER, lastBarEnd: NEVER };
    const lastDay = ends ? lastDayOf(days, ends) : (news?.lastDay ?? NOTHING_STORED);
    const load = async (range: DateRange) => servedBars(await bars.load(range), ends?.first);
    return { state, meta, load, ends, clock, barDays, lastDay };
  }

  #logUnregistered(symbol: string): void {
    if (this.#unregistered.has(symbol)) return;
    this.#unregistered.add(symbol);
    this.#options.onUnregistered?.(symbol);
  }

  async #runTasks(
    given: readonly Task[],
    stored: StoredRecords,
    context: Context,
    writes: Writes,
  ): Promise<{ records: number; written: number }> {
    const { store, run, clock } = this.#options;
    const versions = Object.fromEntries(
      this.#series.map(({ name, definitionNumber }) => [name, versionOf(context.state, definitionNumber)]),
    );
    const barDays = { length: context.barDays.length, date: context.barDays };
    let records = 0;
    let written = 0;
    const pass = async (tasks: readonly Task[]) => {
      const stamp = { versions, computedAtMs: clock.nowMs() };
      const job = await loadProjection(store.reader, tasks, stored, context, stamp);
      const { results, blocks } = await run(job);
      for (const unit of job.rows.retired) written += unit.records.length;
      for (const one of this.#series) await writes.records(one, blocks.get(one.name) ?? []);
      // What is asked of the store next must see what was written.
      if (stored.wants === 'none') await writes.flushRecords();
      return results;
    };
    const calendarOf = async ({ unit }: Task) => (await stored.calendars()).get(unit.session) ?? barDays;
    await evaluateTasks(given, calendarOf, pass, (task, result) => {
      records += result.counts!.records;
      written += result.counts!.written;
      if (result.records) stored.replace(task.unit, task.wanted, result.records);
    });
    return { records, written };
  }

  /** Last of all: what is on record as done. The coverage counts, the marks of days tell what has changed since. */
  async #settle(state: SymbolState, stored: StoredRecords, { meta, ends, lastDay }: Context, writes: Writes) {
    const { symbol, days, generation, registered, inputs, splits } = state;
    const at = (this.#options.clock.nowMs() / 1000).toFixed(3);
    const sessions = (await stored.calendars()).get('default')?.length ?? 0;
    writes.mark(
      'market.computed_days',
      ['kind', 'symbol', 'day', 'fingerprint', 'rows', 'computed_at'],
      days
        .filter((day) => day.dirty)
        .map(({ kind, day, fingerprint, rows }) => {
          return [kind, symbol, isoDate(day), fingerprint, rowVersion(generation, 0, rows), at];
        }),
    );
    const cells = {
      symbol,
      asset_class: meta.assetClass,
      has_bars: ends !== null,
      first_bar: ends ? ends.first * 60 : null,
      last_bar: ends ? ends.last * 60 : null,
      sessions,
      last_day: isoDate(lastDay),
      computed_at: at,
      version: versionOf(state, 0),
      generation,
      interval_min: registered?.intervalMin ?? 0,
      definitions: definitionsText(this.definitions),
      inputs,
      settled_through: isoDate((state.liveFrom ?? liveFrom(state, this.#options.clock.nowMs())) - 1),
      splits: splitsText(splits),
    };
    writes.mark('market.symbol_coverage', Object.keys(cells), [Object.values(cells)]);
  }
}

function versionOf({ generation, landed }: SymbolState, definition: number): bigint {
  return rowVersion(generation, definition, landed);
}
