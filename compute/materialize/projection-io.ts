/** Reads the inputs of a projector's run, and writes its results. */

import { LRUCache } from 'lru-cache';
import { entries, getOrMake } from '../../lib/collections.ts';
import type { Scalar } from '../../sql/formats/text.ts';
import type { Reader } from '../../sql/reader.ts';
import type { Writer } from '../../sql/writer.ts';
import { type BarCache, type BarsState, MAX_CHANGED_DAYS, sliceDays } from '../evaluation/bar-cache.ts';
import type { Job } from '../evaluation/evaluation.ts';
import { type JobSource, loadJob, type Task, union } from '../evaluation/plan.ts';
import { insertColumns } from '../evaluation/rows.ts';
import { changedBarDays, factorsOfState, type SymbolState, settledKey } from '../evaluation/state.ts';
import { readRemovedNews } from '../evaluation/tables/events.ts';
import { recordsTable, type Series } from '../evaluation/tables/schema.ts';
import type { BarColumns } from '../market/bars.ts';
import { NEWS_SOURCES, type NewsSource } from '../market/symbol-data.ts';
import type { DateRange } from '../statistics/statistic.ts';
import type { KnownSessions } from './known-sessions.ts';

/** @param isGiven which records are given back */
export async function loadProjection(
  reader: Reader,
  tasks: readonly Task[],
  sessions: Pick<KnownSessions, 'calendars'>,
  source: JobSource,
  stamp: Pick<NonNullable<Job['rows']>, 'versions' | 'computedAtMs'>,
  isGiven: (series: Series) => boolean,
): Promise<Job> {
  const ofNews = tasks.filter(({ series }) => series.events).map(({ wanted }) => wanted);
  const [job, removed] = await Promise.all([
    loadJob(reader, tasks, await sessions.calendars(), source),
    readRemoved(reader, source.state, ofNews),
  ]);
  return {
    ...job,
    rows: { ...stamp, series: source.state.series, dates: datesBeside(source.barDays), removed },
    tasks: job.tasks.map((task, i) => ({ ...task, written: { given: isGiven(tasks[i].series) } })),
  };
}

/** A session may be dated a day from its bars. */
function datesBeside(days: readonly number[]): Int32Array {
  const dates = new Set(days.flatMap((day) => [day - 1, day, day + 1]));
  return Int32Array.from(dates).sort();
}

async function readRemoved(
  reader: Reader,
  { symbol, days }: SymbolState,
  ranges: readonly DateRange[],
): Promise<NonNullable<Job['rows']>['removed']> {
  const removed: Partial<Record<NewsSource, readonly string[]>> = {};
  if (ranges.length === 0) return removed;
  const { from, to } = union(ranges);
  for (const source of NEWS_SOURCES) {
    if (!days.some(({ kind, day }) => kind === source && day >= from - 1 && day <= to + 1)) continue;
    removed[source] = await readRemovedNews(reader, source, symbol, from - 1, to + 1);
  }
  return removed;
}

/**
 * What several symbols have to write, put together: one insert a table. Records go first, then the marks that they
 * are there, so that a crash in between does the work again.
 */

interface Marks {
  readonly columns: readonly string[];
  readonly rows: (readonly Scalar[])[];
}

/** Records are not kept beyond this many bytes: a large symbol writes by itself. */
const MOST_BYTES = 32 * 2 ** 20;

export class Writes {
  readonly #writer: Writer;
  #blocks = new Map<Series, Uint8Array[]>();
  #bytes = 0;
  #marks = new Map<string, Marks>();

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  async records(series: Series, blocks: readonly Uint8Array[]): Promise<void> {
    const known = getOrMake(this.#blocks, series, () => []);
    for (const block of blocks) {
      if (block.length === 0) continue;
      known.push(block);
      this.#bytes += block.length;
    }
    if (this.#bytes > MOST_BYTES) await this.flushRecords();
  }

  /** Written after all records that are known by then. */
  mark(table: string, columns: readonly string[], rows: readonly (readonly Scalar[])[]): void {
    getOrMake(this.#marks, table, (): Marks => ({ columns, rows: [] })).rows.push(...rows);
  }

  async flushRecords(): Promise<void> {
    const blocks = this.#blocks;
    this.#blocks = new Map();
    this.#bytes = 0;
    await together([...blocks], ([series, some]) => {
      const table = recordsTable(series);
      return this.#writer.insertBlocks(table.name, insertColumns(table), some);
    });
  }

  async flush(): Promise<void> {
    const marks = this.#marks;
    this.#marks = new Map();
    await this.flushRecords();
    // In their order: the last says that nothing is left to do.
    for (const [table, { columns, rows }] of marks) await this.#writer.insertRows(table, columns, rows);
  }
}

/** Tables do not wait for each other, but nothing continues before all are written or have failed. */
async function together<T>(items: readonly T[], write: (item: T) => Promise<void>): Promise<void> {
  for (const end of await Promise.allSettled(items.map(write))) if (end.status === 'rejected') throw end.reason;
}

/** Bars that a run reads: of symbols that change often from memory, of the others from the store. */
export interface SymbolBars {
  /** Bars of a day, where they are in memory as of the state. */
  day(day: number): BarColumns | undefined;
  /** All bars of these UTC dates. */
  load(range: DateRange): Promise<BarColumns>;
  /** To be called once all that follows from them is written and settled. */
  settle(): void;
}

export class BarsOfSymbols {
  readonly #cache: BarCache;
  /** Bars of what changes once are not worth the memory. */
  readonly #changedBefore = new LRUCache<string, true>(entries(100_000));

  constructor(cache: BarCache) {
    this.#cache = cache;
  }

  /** By series. @param afresh as the store has them, whatever is in memory */
  async take(states: readonly SymbolState[], afresh: boolean): Promise<ReadonlyMap<string, SymbolBars>> {
    const taken = states.map(async (state) => [state.series, await this.#take(state, afresh)] as const);
    return new Map(await Promise.all(taken));
  }

  async #take(state: SymbolState, afresh: boolean): Promise<SymbolBars> {
    const { series } = state;
    const wanted: BarsState = {
      series,
      landed: Number.NaN,
      settled: state.settled?.key ?? null,
      changed: changedBarDays(state),
      factors: factorsOfState(state),
    };
    if (afresh) this.#cache.drop(wanted);
    const maySave = !afresh && state.settled !== null && wanted.changed.length <= MAX_CHANGED_DAYS;
    const cached = maySave ? await this.#cache.refresh(wanted) : null;
    const isCached = maySave && (cached !== null || this.#changedBefore.has(series));
    if (!afresh && state.settled) this.#changedBefore.set(series, true);
    return {
      day(day) {
        if (!cached || day < cached.dates.from || day > cached.dates.to) return undefined;
        return sliceDays(cached.bars, { from: day, to: day });
      },
      load: (range) => (isCached ? this.#cache.load(wanted, range) : this.#cache.read(wanted, range)),
      settle: () => this.#cache.settle(wanted, settledKey(state)),
    };
  }
}
