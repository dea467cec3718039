/**
 * What is stored of a materialised variant: its records, as of what has landed. Where more has landed since
 * they were stored, the live tail: the records that this can have changed are computed when a request asks, by the same plan
 * that the projector follows later, and put in the place of the stored ones. What several symbols need of one unit is read
 * with one statement.
 */
import { getOrMake } from '../../lib/collections.ts';
import type { Reader } from '../../sql/reader.ts';
import { QUICK_PLAN } from '../../sql/session.ts';
import { type Job, type JobResult, runJob } from '../evaluation/evaluation.ts';
import { Together } from '../evaluation/load-bars.ts';
import {
  type Calendar,
  calendarOf,
  dirtyTasks,
  evaluateTasks,
  firstOpen,
  loadJob,
  type SeriesUnit,
} from '../evaluation/plan.ts';
import { barDaysOf, isOfRecords } from '../evaluation/state.ts';
import {
  type CachePart,
  type RecordCache,
  readUnitsOf,
  tableBytes,
  type Unit,
  unitFor,
  unitKey,
  unitsOf,
} from '../evaluation/stored-records.ts';
import { DEFINITION_SQL, NEWER_SQL } from '../evaluation/tables/coverage.ts';
import {
  type RecordsTable,
  recordsTable,
  SESSIONS,
  SESSIONS_DEFINITION,
  SESSIONS_TABLE,
  seriesUnitKey,
  sessionsSeries,
} from '../evaluation/tables/schema.ts';
import { type RecordTable, TableBuilder, withDated } from '../market/records.ts';
import type { DateRange, Statistic } from '../statistics/statistic.ts';
import { type BarsUsed, Overloaded, type SymbolInfo, TooMuchWork, type ViewRequest } from './answers.ts';
import { clockOf, NO_DAYS, type OnDemand } from './on-demand.ts';
import { isUnsettled, type Unsettled } from './symbols.ts';

export interface UnitRecords {
  readonly records: RecordTable;
  readonly days: RecordTable;
}

export const unitBytes = ({ records, days }: UnitRecords): number => tableBytes(records) + tableBytes(days);

interface StoredUnit {
  readonly table: RecordsTable;
  readonly session: string;
  readonly variant: string;
  readonly definition: number;
}

/** Rows in the place of all that a table has of these dates. */
interface Patch {
  readonly wanted: DateRange;
  readonly rows: RecordTable;
}

/** What has landed since the records were stored has made of them, one after the other. */
interface Tail {
  readonly records: readonly Patch[];
  readonly days: readonly Patch[];
}

/** As they are stored; and the tail where more has landed, with its key in memory. */
interface Found {
  readonly stored: UnitRecords;
  readonly tail: Tail | null;
  readonly key: string;
}

interface RecordsOptions {
  readonly reader: Reader;
  readonly statistics: readonly Statistic[];
  readonly cache: RecordCache;
  readonly onDemand: OnDemand;
  /** False: nothing is taken from the store but sessions. */
  readonly useStored: boolean;
}

interface TailRequest {
  readonly symbol: Unsettled;
  /** Of the window. */
  readonly sessions: SeriesUnit;
  /** Null: the sessions alone. */
  readonly one: SeriesUnit | null;
  /** As of the state that the symbol's records follow. */
  readonly stored: UnitRecords;
  readonly barsUsed: BarsUsed | undefined;
}

/** Symbols whose records of one unit are read with one statement at most. */
const MOST_SYMBOLS = 64;
/** Changes farther back than this from the end of the data are answered once they are stored. */
const NEAR_DAYS = 45;
/** Bars up to which a tail is computed in place: handing it to a thread would take longer. */
const FEW_BARS = 50_000;

export class Records {
  readonly #options: RecordsOptions;
  readonly #cached: CachePart<UnitRecords>;
  readonly #patchedDays = new WeakMap<readonly Patch[], RecordTable>();
  readonly #reads: Together<StoredUnit & { readonly series: string }, RecordTable | null>;
  readonly #cachedTails: CachePart<Tail>;
  readonly #tails: Together<TailRequest, Tail>;

  constructor(options: RecordsOptions) {
    this.#options = options;
    this.#cached = options.cache.part('unit');
    this.#cachedTails = options.cache.part('tail');
    this.#reads = new Together(
      (wanted) => this.#read(wanted),
      () => MOST_SYMBOLS,
    );
    this.#tails = new Together(
      (wanted) => this.#tail(wanted),
      () => Number.POSITIVE_INFINITY,
    );
  }

  /** The unit whose records are materialised for the request; null: they are computed on demand alone. */
  unit({ statistic, symbol, session, values }: Omit<ViewRequest, 'range'>): Unit | null {
    return this.#options.useStored ? unitFor(statistic, symbol, session, values) : null;
  }

  /** Null: they are not stored, or not as this build would compute them now. */
  async of(request: Omit<ViewRequest, 'range'>): Promise<UnitRecords | null> {
    const found = await this.#find(request);
    return found && this.#whole(found);
  }

  async #find(request: Omit<ViewRequest, 'range'>): Promise<Found | null> {
    const { symbol, statistic, barsUsed } = request;
    const unit = this.unit(request);
    if (!unit || !this.isCurrent(statistic, symbol)) return null;
    return this.#found(symbol, unit.session === 'all' ? 'default' : unit.session, { statistic, unit }, barsUsed);
  }

  /** The sessions of a materialised window; null as of `of`. */
  async days(symbol: SymbolInfo, session: string, barsUsed: BarsUsed | undefined): Promise<RecordTable | null> {
    const found = isOutdated(symbol, SESSIONS) ? null : await this.#found(symbol, session, null, barsUsed);
    return found && (await this.#whole(found)).days;
  }

  /**
   * With what has landed since; computed once for each state, and in one job for all units that a request asks for at once:
   * they share the bars and the sessions.
   *
   * @param one null: the sessions alone
   */
  async #found(
    symbol: SymbolInfo,
    session: string,
    one: { readonly statistic: Statistic; readonly unit: Unit } | null,
    barsUsed: BarsUsed | undefined,
  ): Promise<Found | null> {
    // What corrected news stood for is not known from the records alone.
    if (!isFollowed(symbol) || (one && isUnsettled(symbol) && newsChanged(one.statistic, symbol))) return null;
    const [records, days] = await Promise.all([
      one ? this.#stored(symbol, storedUnit(one.statistic, one.unit)) : NO_DAYS,
      this.#storedDays(symbol, session),
    ]);
    if (!records || !days) return null;
    const stored = { records, days };
    if (!isUnsettled(symbol)) return { stored, tail: null, key: '' };
    const state = `${session}|${symbol.series}|${symbol.version}`;
    const unit = unitsOf(sessionsSeries, symbol).find((other) => other.session === session)!;
    const sessions = { series: sessionsSeries, unit };
    const request = { symbol, stored, barsUsed, sessions, one: one && { series: one.statistic, unit: one.unit } };
    const key = `${one ? `${one.unit.series}|${one.unit.variant}` : SESSIONS}|${state}`;
    return { stored, tail: await this.#tailOf(key, `${state}|${barsUsed?.id}`, request), key };
  }

  /** The bars of a tail count in the request that computes it: where they are too many there, others compute it themselves. */
  async #tailOf(key: string, together: string, request: TailRequest): Promise<Tail> {
    for (;;) {
      let isOwn = false;
      const load = () => {
        isOwn = true;
        return this.#tails.get(together, request);
      };
      try {
        return await this.#cachedTails.load(key, load, tailBytes);
      } catch (error) {
        if (isOwn || !(error instanceof Overloaded || error instanceof TooMuchWork)) throw error;
      }
    }
  }

  /** What is stored was computed as this build would. */
  isCurrent({ name }: Statistic, symbol: SymbolInfo): boolean {
    return !symbol.isRaw && !isOutdated(symbol, SESSIONS) && !isOutdated(symbol, name);
  }

  areInMemory(statistic: Statistic, symbol: SymbolInfo, unit: Unit): boolean {
    return this.#cached.has(keyOf(symbol, storedUnit(statistic, unit)));
  }

  async #storedDays(symbol: SymbolInfo, session: string): Promise<RecordTable | null> {
    if (!symbol.hasBars && !isUnsettled(symbol)) return NO_DAYS;
    return this.#stored(symbol, { table: SESSIONS_TABLE, session, variant: '', definition: SESSIONS_DEFINITION });
  }

  /**
   * Null where newer ones are being written: what is left of these is not all of them, and other tables may hold what this
   * one does not yet.
   */
  async #stored(symbol: SymbolInfo, unit: StoredUnit): Promise<RecordTable | null> {
    const load = async () => {
      const records = await this.#reads.get(textOf(unit), { ...unit, series: symbol.series });
      if (records === null || (isUnsettled(symbol) && (await hasNewer(this.#options.reader, symbol, unit))))
        return null;
      return { records, days: NO_DAYS };
    };
    return (await this.#cached.load(keyOf(symbol, unit), load, unitBytes))?.records ?? null;
  }

  async #read(wanted: readonly (StoredUnit & { readonly series: string })[]): Promise<(RecordTable | null)[]> {
    const [unit] = wanted;
    const { table, session, variant } = unit;
    const names = wanted.map(({ series }) => series);
    const { reader } = this.#options;
    const found = await readUnitsOf(reader, table, names, unit);
    const recordsOf = (series: string) => found.get(series)!.units.get(unitKey(session, variant));
    const none = names.filter((series) => !found.get(series)!.hasNewer && !recordsOf(series));
    // Nothing at all may also mean that newer rows have removed what was there.
    const removed = await withNewerRemovals(reader, none, unit);
    return names.map((series) => {
      if (found.get(series)!.hasNewer || removed.has(series)) return null;
      return recordsOf(series) ?? new TableBuilder(table.fields, 0).finish(0);
    });
  }

  #whole({ stored, tail, key }: Found): UnitRecords | Promise<UnitRecords> {
    if (!tail) return stored;
    const make = async () => ({
      records: patched(stored.records, tail.records),
      // One for all units of a tail.
      days: getOrMake(this.#patchedDays, tail.days, () => patched(stored.days, tail.days)),
    });
    return this.#cached.load(key, make, unitBytes);
  }

  /** Of one symbol and window. */
  async #tail(wanted: readonly TailRequest[]): Promise<Tail[]> {
    const [{ symbol, sessions, stored, barsUsed }] = wanted;
    const { reader, onDemand, useStored } = this.#options;
    const state = symbol.unsettled;
    const near = symbol.lastDay - NEAR_DAYS;
    const dirty = state.days.filter((day) => day.dirty && isOfRecords(day) && day.day >= near);
    const barDays = barDaysOf(state);
    const calendar = calendarOf(stored.days);
    const units = [sessions, ...wanted.flatMap(({ one }) => one ?? [])];
    const known = calendar.length > 0 ? units : [];
    const calendars = new Map<string, Calendar>(known.map(({ unit }) => [unit.session, calendar]));
    const ofUnits = wanted.flatMap(({ one, stored }) => (one ? [[keyOfUnit(one), stored.records] as const] : []));
    const tables = new Map([...ofUnits, [keyOfUnit(sessions), stored.days]]);
    const patches = new Map<string, Patch[]>([...tables.keys()].map((key) => [key, []]));
    const openDates = [...tables].flatMap(([key, table]): [string, number][] => {
      const first = firstOpen(table);
      return first === undefined ? [] : [[key, first]];
    });
    const before = { calendars: async () => calendars, openDates: async () => new Map(openDates) };
    const load = (range: DateRange) => onDemand.barsOf(symbol, range, { barsUsed, isStored: useStored });
    const source = { state, meta: symbol, clock: clockOf(symbol), barDays, load };
    const anyDays: Calendar = { length: barDays.length, date: barDays };
    const signal = onDemand.deadline(barsUsed);
    for (const tasks of await dirtyTasks(units, dirty, source, before)) {
      await evaluateTasks(
        tasks,
        ({ unit }) => calendars.get(unit.session) ?? anyDays,
        async (some) => (await this.#run(symbol, await loadJob(reader, some, calendars, source), signal)).results,
        (task, { records }) => void patches.get(keyOfUnit(task))!.push({ wanted: task.wanted, rows: records! }),
      );
    }
    const days = patches.get(keyOfUnit(sessions))!;
    return wanted.map(({ one }) => ({ records: one ? patches.get(keyOfUnit(one))! : [], days }));
  }

  #run({ symbol }: SymbolInfo, job: Job, signal: AbortSignal): Promise<JobResult> {
    const { statistics, onDemand } = this.#options;
    if (job.bars.length <= FEW_BARS) return runJob(job, statistics);
    // No other range is quicker: once stored, its records are.
    return onDemand.run(
      job,
      signal,
      () => new Overloaded(`what has landed of ${symbol} is being computed: ask again later`),
    );
  }
}

const tailBytes = ({ records, days }: Tail): number =>
  [...records, ...days].reduce((sum, { rows }) => sum + tableBytes(rows), 256);

const patched = (table: RecordTable, patches: readonly Patch[]): RecordTable =>
  patches.reduce((all, { wanted, rows }) => withDated(all, wanted, rows), table);

const keyOfUnit = ({ series, unit }: SeriesUnit) => seriesUnitKey(series.name, unit.session, unit.variant);

/** The live tail tells what has changed since the records were stored. */
function isFollowed(symbol: SymbolInfo): boolean {
  if (!isUnsettled(symbol)) return true;
  return symbol.unsettled.settled !== null;
}

const isOutdated = ({ outdated }: SymbolInfo, name: string) => outdated?.has(name) ?? false;

const newsChanged = (statistic: Statistic, { unsettled }: Unsettled) =>
  statistic.events !== undefined && unsettled.days.some((one) => one.dirty && one.kind !== 'bars');

const storedUnit = (statistic: Statistic, { session, variant }: Unit): StoredUnit => ({
  table: recordsTable(statistic),
  session,
  variant,
  definition: statistic.definitionNumber,
});

const textOf = ({ table, session, variant, definition }: StoredUnit) =>
  `${table.name}|${session}|${variant}|${definition}`;

const keyOf = (symbol: SymbolInfo, unit: StoredUnit) =>
  `${textOf(unit)}|${symbol.series}|${symbol.settledVersion ?? symbol.version}`;

/** Whether rows of the unit, removed ones too, follow more than the state that the symbol's records are known to follow. */
async function hasNewer(
  reader: Reader,
  { series, unsettled }: Unsettled,
  { table, session, variant, definition }: StoredUnit,
): Promise<boolean> {
  const { landed = 0 } = unsettled.settled ?? {};
  const rows = await reader.query(
    `SELECT 1 FROM ${table.name} WHERE series = {series:String} AND session = {session:String}
       AND variant = {variant:String} AND ${NEWER_SQL} LIMIT 1 SETTINGS ${QUICK_PLAN}`,
    { series, session, variant, definition, landed },
  );
  return rows.length > 0;
}

/** Those series of which rows of the unit, removed ones too, are newer than the wanted ones. */
async function withNewerRemovals(
  reader: Reader,
  series: readonly string[],
  { table, session, variant, definition }: StoredUnit,
): Promise<ReadonlySet<string>> {
  if (series.length === 0) return new Set();
  const rows = await reader.query<{ name: string }>(
    `SELECT DISTINCT CAST(series, 'String') AS name FROM ${table.name} WHERE series IN {series:Array(String)} AND session = {session:String}
       AND variant = {variant:String} AND ${DEFINITION_SQL} > {definition:UInt32}`,
    { series, session, variant, definition },
  );
  return new Set(rows.map(({ name }) => name));
}
