/**
 * Brings the records of the series of a symbol up to the bars and news that are stored. The work list is what the store says is
 * dirty; nothing is remembered here, so a restart at any point continues where it was. Records are recomputed whole.
 */

import type { Clock } from '../../lib/clock.ts';
import { inGroups } from '../../lib/collections.ts';
import { isoDate } from '../../lib/days.ts';
import type { Store } from '../../sql/connect.ts';
import { type Caches, createCaches } from '../evaluation/bar-cache.ts';
import { readBarEnds } from '../evaluation/bar-ends.ts';
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
import { readNewsSpan } from '../evaluation/tables/events.ts';
import { type Series, sessionsSeries } from '../evaluation/tables/schema.ts';
import { splitsText } from '../market/bars.ts';
import type { DateRange, Statistic } from '../statistics/statistic.ts';
import { decideBases } from './bases.ts';
import { type CachedSessions, type KnownSessions, SessionReads, takeSessions } from './known-sessions.ts';
import { BarsOfSymbols, loadProjection, type SymbolBars, Writes } from './projection-io.ts';
import { type Summarize, storeSummaries, type Written } from './summaries.ts';

export interface ProjectorOptions {
  readonly store: Store;
  readonly statistics: readonly Statistic[];
  readonly run: (job: Job) => Promise<JobResult>;
  /** In this thread by default. */
  readonly summarize?: Summarize;
  readonly clock: Clock;
  /** Shared with what else is in the process; its own by default. */
  readonly caches?: Caches;
}

export interface Projected {
  readonly days: number;
  readonly records: number;
  readonly written: number;
}

interface Context extends JobSource {
  /** Starts of the first and last bar, UTC minutes. */
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
  readonly #sessions: CachePart<CachedSessions>;
  readonly #reads: SessionReads;
  readonly #bars: BarsOfSymbols;
  readonly #summarize: Summarize;
  /** The definition number that every series' records must have. */
  readonly definitions: Definitions;

  constructor(options: ProjectorOptions) {
    const { store, statistics, caches = createCaches(store.reader) } = options;
    this.#options = options;
    this.#summarize = options.summarize ?? ((job) => runSummaries(job, statistics));
    this.definitions = definitionsOf(statistics);
    this.#series = [sessionsSeries, ...statistics];
    this.#caches = caches;
    this.#sessions = caches.records.part('symbol');
    this.#reads = new SessionReads(store.reader, this.#series);
    this.#bars = new BarsOfSymbols(caches.bars);
  }

  /** Rows that have landed for these symbols, but for series whose records are in memory: what an update of them costs. */
  async rowsToRead(symbols: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#options.store.reader.query<{ symbol: string; series: string; rows: number }>(
      `SELECT CAST(symbol, 'String') AS symbol, concat(symbol, ' ', interval) AS series, toFloat64(sum(rows)) AS rows
       FROM market.day_log WHERE symbol IN {symbols:Array(String)} GROUP BY symbol, interval`,
      { symbols },
    );
    const found = new Map<string, number>();
    for (const { symbol, series, rows: landed } of rows)
      if (!this.#sessions.has(series)) found.set(symbol, (found.get(symbol) ?? 0) + landed);
    return found;
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
    const ends = await readBarEnds(store.reader, states, (series, day) => bars.get(series)!.day(day));
    const writes = new Writes(store.writer);
    const results: (Projected | null)[] = states.map(() => null);
    const keeps: (() => void)[] = [];
    const written: Written[] = [];
    const work = async (index: number) => {
      const state = states[index];
      const { series } = state;
      const done = await this.#bringUp(state, bars.get(series)!, ends.get(series) ?? null, rebuild, writes);
      if (!done) return;
      results[index] = done.projected;
      keeps.push(done.keep);
      written.push(done.written);
    };
    for (const some of inGroups(states.keys(), AT_A_TIME)) {
      for (const end of await Promise.allSettled(some.map(work))) if (end.status === 'rejected') throw end.reason;
    }
    await writes.flushRecords();
    if (written.length > 0) await storeSummaries({ ...this.#options, summarize: this.#summarize }, written);
    // Before the marks: what is marked is not looked at again.
    const changed = new Set(states.flatMap(({ symbol }, i) => (results[i] ? symbol : [])));
    if (changed.size > 0) await decideBases(store, [...changed], nowMs);
    await writes.flush();
    for (const keep of keeps) keep();
    return symbols.map((symbol) => together(results.filter((_, i) => states[i].symbol === symbol)));
  }

  async #bringUp(
    state: SymbolState,
    bars: SymbolBars,
    ends: BarEnds | null,
    rebuild: RebuildOptions | undefined,
    writes: Writes,
  ): Promise<{ projected: Projected; written: Written; keep: () => void } | null> {
    if (state.days.length === 0 && state.liveFrom === undefined) return null;
    refuseNewer(this.definitions, state.definitions, `what is stored of ${state.series}`);
    const dirty = state.days.filter((day) => day.dirty);
    // Splits that have changed make everything due.
    const changed = dirty.filter(isOfRecords);
    const full = this.#series.filter(
      ({ name, definitionNumber }) =>
        !state.settled ||
        state.definitions.get(name) !== definitionNumber ||
        (rebuild && (rebuild.statistic === undefined || rebuild.statistic === name)),
    );
    if (dirty.length === 0 && full.length === 0) return null;

    const context = await this.#context(state, bars, ends);
    const { meta } = context;
    const isWhole = rebuild !== undefined || full.length > 0 || changed.length > MANY_DAYS;
    const { sessions, keep } = takeSessions(this.#reads, this.#sessions, state, isWhole);
    const rest = this.#series.filter((series) => !full.includes(series));
    const dirtyPieces = await dirtyTasks(unitsOfAll(rest, meta), changed, context, sessions);
    const pieces = [fullTasks(unitsOfAll(full, meta)), ...dirtyPieces];
    const isGiven = (series: Series) => !isWhole || series === sessionsSeries;
    let records = 0;
    let written = 0;
    for (const tasks of pieces) {
      const done = await this.#runTasks(tasks, sessions, context, writes, isGiven);
      records += done.records;
      written += done.written;
    }
    await this.#settle(state, sessions, context, writes);
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
    const ends = registered ? stored : null;
    const barDays = barDaysOf(state);
    const news = ends ? null : await readNewsSpan(this.#options.store.reader, state);
    const meta = registered ?? { symbol, assetClass: news?.assetClass ?? 'equity', intervalMin: 1 };
    const clock = ends
      ? { lastBarStart: ends.last, lastBarEnd: ends.last + meta.intervalMin }
      : { lastBarStart: NEVER, lastBarEnd: NEVER };
    const lastDay = ends ? lastDayOf(days, ends) : (news?.lastDay ?? NOTHING_STORED);
    const load = (range: DateRange) => bars.load(range);
    return { state, meta, load, ends, clock, barDays, lastDay };
  }

  async #runTasks(
    given: readonly Task[],
    sessions: KnownSessions,
    context: Context,
    writes: Writes,
    isGiven: (series: Series) => boolean,
  ): Promise<{ records: number; written: number }> {
    const { store, run, clock } = this.#options;
    const versions = Object.fromEntries(
      this.#series.map(({ name, definitionNumber }) => [name, rowVersion(definitionNumber, context.state.landed)]),
    );
    const barDays = { length: context.barDays.length, date: context.barDays };
    let records = 0;
    let written = 0;
    const pass = async (tasks: readonly Task[]) => {
      const stamp = { versions, computedAtMs: clock.nowMs() };
      const done = await run(await loadProjection(store.reader, tasks, sessions, context, stamp, isGiven));
      written += done.written;
      for (const one of this.#series) await writes.records(one, done.blocks.get(one.name) ?? []);
      return done.results;
    };
    const calendarOf = async ({ unit }: Task) => (await sessions.calendars()).get(unit.session) ?? barDays;
    await evaluateTasks(given, calendarOf, pass, (task, { count, records: computed }) => {
      records += count!;
      if (computed) sessions.replace(task.unit, task.wanted, computed);
    });
    return { records, written };
  }

  /** Last of all: what is on record as done. The coverage counts, the marks of days tell what has changed since. */
  async #settle(state: SymbolState, known: KnownSessions, { meta, ends, lastDay }: Context, writes: Writes) {
    const { series, days, inputs, splits } = state;
    const at = (this.#options.clock.nowMs() / 1000).toFixed(3);
    const sessions = (await known.calendars()).get('default')?.length ?? 0;
    writes.mark(
      'market.computed_days',
      ['kind', 'series', 'day', 'fingerprint', 'rows', 'computed_at'],
      days
        .filter((day) => day.dirty)
        .map(({ kind, day, fingerprint, rows }) => {
          return [kind, series, isoDate(day), fingerprint, rowVersion(0, rows), at];
        }),
    );
    const cells = {
      series,
      asset_class: meta.assetClass,
      has_bars: ends !== null,
      first_bar: ends ? ends.first * 60 : null,
      last_bar: ends ? ends.last * 60 : null,
      sessions,
      last_day: isoDate(lastDay),
      computed_at: at,
      version: rowVersion(0, state.landed),
      definitions: definitionsText(this.definitions),
      inputs,
      settled_through: isoDate((state.liveFrom ?? liveFrom(state, this.#options.clock.nowMs())) - 1),
      splits: splitsText(splits),
    };
    writes.mark('market.symbol_coverage', Object.keys(cells), [Object.values(cells)]);
  }
}

/** What was done of several series of a symbol; null: nothing. */
function together(results: readonly (Projected | null)[]): Projected | null {
  const done = results.filter((one) => one !== null);
  if (done.length === 0) return null;
  const sum = (of: keyof Projected) => done.reduce((all, one) => all + one[of], 0);
  return { days: sum('days'), records: sum('records'), written: sum('written') };
}
