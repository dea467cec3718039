/** What a run of the projector reads, bars and records to compare with, and what it writes. */

import { LRUCache } from 'lru-cache';
import { entries, getOrMake } from '../../lib/collections.ts';
import type { Scalar } from '../../sql/formats/text.ts';
import type { Reader } from '../../sql/reader.ts';
import type { Writer } from '../../sql/writer.ts';
import { type BarCache, type BarsState, MAX_CHANGED_DAYS, sliceDays } from '../evaluation/bar-cache.ts';
import { insertColumns } from '../evaluation/changes.ts';
import type { Job, RetiredRows } from '../evaluation/evaluation.ts';
import { type JobSource, loadJob, type Task, union } from '../evaluation/plan.ts';
import { changedBarDays, factorsOfState, type SymbolState, settledKey } from '../evaluation/state.ts';
import { partsOfUnit, unitKey, unitsOf } from '../evaluation/stored-records.ts';
import { recordsTable, type Series, sessionsSeries } from '../evaluation/tables/schema.ts';
import type { BarColumns, SymbolMeta } from '../market/bars.ts';
import type { DateRange } from '../statistics/statistic.ts';
import type { SeriesRows, StoredRecords } from './symbol-records.ts';

export async function loadProjection(
  reader: Reader,
  tasks: readonly Task[],
  stored: StoredRecords,
  source: JobSource,
  stamp: Pick<NonNullable<Job['rows']>, 'versions' | 'computedAtMs'>,
): Promise<Job & Required<Pick<Job, 'rows'>>> {
  const calendars = await stored.calendars();
  const series = [...new Set(tasks.map((task) => task.series))];
  const rangeOf = (one: Series) => union(tasks.filter((task) => task.series === one).map(({ wanted }) => wanted));
  const [job, rows] = await Promise.all([
    loadJob(reader, tasks, calendars, source),
    Promise.all(series.map((one) => stored.rows(one, rangeOf(one)))),
  ]);
  const retired = stored.wants !== 'none' ? [] : series.flatMap((one, i) => retiredOf(one, rows[i], source.meta));
  return {
    ...job,
    rows: { ...stamp, series: source.state.series, retired },
    tasks: tasks.map((task, i) => {
      const { units, others } = rows[series.indexOf(task.series)];
      const key = unitKey(task.unit.session, task.unit.variant);
      const giveRecords = stored.wants === 'all' || (stored.wants === 'sessions' && task.series === sessionsSeries);
      return { ...job.tasks[i], compared: { stored: units.get(key) ?? null, others: others.get(key), giveRecords } };
    }),
  };
}

/** Variants and windows that the series had while its symbol was registered with another class. */
function retiredOf(series: Series, { units, others }: SeriesRows, meta: SymbolMeta): RetiredRows[] {
  const own = new Set(unitsOf(series, meta).map(({ session, variant }) => unitKey(session, variant)));
  return [...units, ...others]
    .filter(([key]) => !own.has(key))
    .map(([key, records]) => {
      const [session, variant] = partsOfUnit(key);
      return { series: series.name, session, variant, records };
    });
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
    await together([...blocks], ([series, some]) =>
      this.#writer.insertBlocks(recordsTable(series).name, insertColumns(series), some),
    );
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
      generation: state.generation,
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
