/**
 * The records of one series as they are stored: asked of the store range by range, or, for a symbol that changes
 * often, cached as a whole.
 */

import type { Reader } from '../../sql/reader.ts';
import { Together } from '../evaluation/load-bars.ts';
import { type Before, type Calendar, calendarOf, firstOpen, union } from '../evaluation/plan.ts';
import { type SymbolState, settledKey } from '../evaluation/state.ts';
import {
  type CachePart,
  partsOfUnit,
  readPrefixedOf,
  readRecordsOf,
  tableBytes,
  type Unit,
  type Units,
  unitKey,
} from '../evaluation/stored-records.ts';
import { versionPrefix } from '../evaluation/tables/coverage.ts';
import {
  type RecordsTable,
  recordsTable,
  SESSIONS,
  SESSIONS_TABLE,
  type Series,
  seriesUnitKey,
  sessionsSeries,
} from '../evaluation/tables/schema.ts';
import {
  concatTables,
  datedInside,
  inOwnMemory,
  overwriteRows,
  type RecordTable,
  rowsDated,
  sliceTable,
  withDated,
} from '../market/records.ts';
import { ALL_DATES, type DateRange } from '../statistics/statistic.ts';

/** Whose records: only those of its generation, and of the definition of their series, are looked at. */
type Owned = Pick<SymbolState, 'series' | 'generation'>;

export interface SeriesRows {
  readonly units: Units;
  /** Rows that do not count, of another generation or definition: they are to be replaced or removed. */
  readonly others: Units;
}

export interface StoredRecords extends Before {
  /** At least the records dated in the range. */
  rows(series: Series, range: DateRange): Promise<SeriesRows>;
  /** Takes what was written: the records dated in the range are those dated so among these now. */
  replace(unit: Unit, range: DateRange, computed: RecordTable): void;
  /** Which records `replace` wants. Without any, what is written has to be asked of the store again. */
  readonly wants: 'all' | 'sessions' | 'none';
}

const calendarsOf = (units: Units): Map<string, Calendar> =>
  new Map([...units].map(([key, table]) => [partsOfUnit(key)[0], calendarOf(table)]));

function recordsInStore(reads: RecordReads, owned: Owned): StoredRecords {
  const { reader } = reads;
  const read = (table: RecordsTable, series: Series, range?: DateRange) =>
    readRecordsOf(reader, table, owned.series, { prefix: prefixOf(owned, series), ...range });
  return {
    wants: 'none',
    calendars: async () => calendarsOf((await read(CALENDAR_TABLE, sessionsSeries)).units),
    openDates: (series) => reads.openDates(owned.series, series),
    rows: (series, range) => read(recordsTable(series), series, range),
    replace() {},
  };
}

/** Nothing is stored of the symbol: what there is of it is what this run computes. */
function noRecords(): StoredRecords {
  const sessions: Units = new Map();
  return {
    wants: 'sessions',
    calendars: async () => calendarsOf(sessions),
    openDates: async () => new Map(),
    rows: async () => NO_ROWS,
    replace({ series, session, variant }, { from, to }, computed) {
      if (series === SESSIONS) sessions.set(unitKey(session, variant), datedInside(computed, from, to));
    },
  };
}

const NO_ROWS: SeriesRows = { units: new Map(), others: new Map() };

const CALENDAR_TABLE: RecordsTable = {
  ...SESSIONS_TABLE,
  fields: SESSIONS_TABLE.fields.filter(({ name }) => name === 'date' || name === 'bars'),
};

const prefixOf = ({ generation }: Owned, { definitionNumber }: Series) => versionPrefix(generation, definitionNumber);

async function readOpenDates(
  reader: Reader,
  names: readonly string[],
  series: readonly Series[],
): Promise<Map<string, Map<string, number>>> {
  const parts = series.map(
    (one) =>
      `SELECT CAST(series, 'String') AS name, concat('${one.name}|', session, '|', variant) AS unit, toInt32(min(date)) AS first
       FROM ${recordsTable(one).name} FINAL WHERE series IN {names:Array(String)} AND NOT complete GROUP BY series, session, variant`,
  );
  const sql = parts.join('\nUNION ALL\n');
  const rows = await reader.query<{ name: string; unit: string; first: number }>(sql, { names });
  const found = new Map(names.map((name) => [name, new Map<string, number>()]));
  for (const { name, unit, first } of rows) found.get(name)!.set(unit, first);
  return found;
}

interface RowsOfSymbol extends DateRange {
  /** Key of the series. */
  readonly name: string;
  readonly series: Series;
  readonly prefix: number;
}

const MOST_SYMBOLS = 64;
/** Dates as far apart as this many are read by statements of their own: one for all would read what few of them want. */
const ALIKE_DAYS = 32;

/** Reads of the records of many symbols: what is wanted in one turn of the event loop is one statement a table. */
export class RecordReads {
  readonly reader: Reader;
  readonly #rows: Together<RowsOfSymbol, Units>;
  readonly #open: Together<{ readonly name: string; readonly series: readonly Series[] }, Map<string, number>>;

  constructor(reader: Reader) {
    this.reader = reader;
    this.#rows = new Together(
      async (wanted) => {
        const [{ series, prefix }] = wanted;
        const names = wanted.map(({ name }) => name);
        const read = await readPrefixedOf(reader, recordsTable(series), names, { prefix, ...union(wanted) });
        return wanted.map(({ name, from, to }) => datedUnits(read.get(name)!.units, from, to));
      },
      () => MOST_SYMBOLS,
    );
    this.#open = new Together(
      async (wanted) => {
        const names = wanted.map(({ name }) => name);
        const found = await readOpenDates(reader, names, wanted[0].series);
        return names.map((name) => found.get(name)!);
      },
      () => MOST_SYMBOLS,
    );
  }

  rows(owned: Owned, series: Series, { from, to }: DateRange): Promise<Units> {
    const prefix = prefixOf(owned, series);
    const near = [from, to].map((day) => Math.floor(day / ALIKE_DAYS)).join('-');
    return this.#rows.get(`${series.name}|${prefix}|${near}`, { name: owned.series, series, prefix, from, to });
  }

  openDates(name: string, series: readonly Series[]): Promise<Map<string, number>> {
    return this.#open.get(series.map((one) => one.name).join(), { name, series });
  }
}

function datedUnits(units: Units, from: number, to: number): Units {
  const dated = [...units].map(([key, table]) => [key, datedInside(table, from, to)] as const);
  return new Map(dated.filter(([, { length }]) => length > 0));
}

/** Those of the series that have rows in some table: of what a run that broke off has written, too. */
export async function withRows(
  reader: Reader,
  names: readonly string[],
  series: readonly Series[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const parts = series.map(
    (one) =>
      `SELECT DISTINCT CAST(series, 'String') AS name FROM ${recordsTable(one).name} WHERE series IN {names:Array(String)}`,
  );
  const rows = await reader.query<{ name: string }>(parts.join('\nUNION ALL\n'), { names });
  return new Set(rows.map(({ name }) => name));
}

/** All records of a series that are dated from `from` to `to`, by unit. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly units: Units;
}

/** Read around what is asked for, so that the next change a day or a week further needs no reading. */
const MARGIN_DAYS = 30;
/** More rows than so many times the wanted ones are cut to these. */
const MOST_TIMES_WANTED = 4;
const FEW_ROWS = 4_096;

/**
 * Records in memory: of each series the dates that were asked for, and all sessions. Changed in place by `replace`.
 * What a change of the newest bars needs is weeks of records, however long the history is.
 */
class RecordsInMemory implements StoredRecords {
  readonly wants = 'all';
  readonly #reads: RecordReads;
  readonly #owned: Owned;
  readonly #series: readonly Series[];
  readonly #spans = new Map<string, Span>();
  #open: Map<string, number> | null = null;

  constructor(reads: RecordReads, owned: Owned, series: readonly Series[]) {
    this.#reads = reads;
    this.#owned = { series: owned.series, generation: owned.generation };
    this.#series = series;
  }

  async calendars(): Promise<ReadonlyMap<string, Calendar>> {
    return calendarsOf((await this.rows(this.#series.find(({ name }) => name === SESSIONS)!, ALL_DATES)).units);
  }

  async openDates(): Promise<ReadonlyMap<string, number>> {
    this.#open ??= await this.#reads.openDates(this.#owned.series, this.#series);
    return this.#open;
  }

  /** What does not count is left to the comparison of the whole series: a record that it stands for is missing here. */
  async rows(series: Series, range: DateRange): Promise<SeriesRows> {
    const span = await this.#widened(series, this.#spans.get(series.name), range);
    this.#spans.set(series.name, span);
    return { units: span.units, others: NO_ROWS.others };
  }

  async #widened(series: Series, known: Span | undefined, wanted: DateRange): Promise<Span> {
    const { name } = series;
    const from = name === SESSIONS ? ALL_DATES.from : Math.max(ALL_DATES.from, wanted.from - MARGIN_DAYS);
    const to = name === SESSIONS ? ALL_DATES.to : Math.min(ALL_DATES.to, wanted.to + MARGIN_DAYS);
    const read = (range: DateRange) => this.#reads.rows(this.#owned, series, range);
    if (!known || wanted.from > known.to + 1 || wanted.to < known.from - 1) {
      return { from, to, units: await read({ from, to }) };
    }
    const before = wanted.from < known.from ? await read({ from, to: known.from - 1 }) : null;
    const after = wanted.to > known.to ? await read({ from: known.to + 1, to }) : null;
    if (!before && !after) return known;
    const all = { from: before ? from : known.from, to: after ? to : known.to };
    const units: Units = new Map();
    for (const key of new Set([before, known.units, after].flatMap((some) => [...(some?.keys() ?? [])]))) {
      units.set(key, concatTables([before, known.units, after].flatMap((some) => some?.get(key) ?? [])));
    }
    const isLong = name !== SESSIONS && rowsOf(units) > rowsOf(units, { from, to }) * MOST_TIMES_WANTED + FEW_ROWS;
    return isLong ? { from, to, units: cutAll(units, from, to) } : { ...all, units };
  }

  replace(unit: Unit, range: DateRange, computed: RecordTable): void {
    const span = this.#spans.get(unit.series);
    if (!span || range.from < span.from || range.to > span.to) {
      throw new RangeError(`${this.#owned.series}: records of ${unit.series} that were not asked for`);
    }
    const key = unitKey(unit.session, unit.variant);
    const now = rowsDated(computed, range.from, range.to);
    const before = span.units.get(key);
    if (!before) {
      if (now.to > now.from) span.units.set(key, inOwnMemory(sliceTable(computed, now.from, now.to)));
    } else span.units.set(key, replaced(before, range, computed, now));
    this.#updateOpen(unit, span, range);
  }

  /** The first record that waits, after those dated in the range have changed. */
  #updateOpen({ series, session, variant }: Unit, span: Span, range: DateRange): void {
    if (!this.#open) return;
    const key = seriesUnitKey(series, session, variant);
    const known = this.#open.get(key);
    if (known !== undefined && known < range.from) return;
    const table = span.units.get(unitKey(session, variant));
    const first = table && firstOpen(table, range.from);
    if (first !== undefined) this.#open.set(key, first);
    else if (known === undefined || span.to >= ALL_DATES.to) this.#open.delete(key);
    // The first one was here, and what waits beyond what is cached is not known.
    else if (known <= range.to) this.#open = null;
  }

  get bytes(): number {
    let bytes = 1;
    for (const { units } of this.#spans.values()) for (const table of units.values()) bytes += tableBytes(table);
    return bytes;
  }
}

const cutAll = (units: Units, from: number, to: number): Units =>
  new Map([...units].map(([key, table]) => [key, inOwnMemory(datedInside(table, from, to))]));

function rowsOf(units: Units, range: DateRange = ALL_DATES): number {
  let rows = 0;
  for (const table of units.values()) {
    const { from, to } = rowsDated(table, range.from, range.to);
    rows += to - from;
  }
  return rows;
}

/** A unit's records once those dated in the range are the given rows of the computed ones. */
function replaced(
  before: RecordTable,
  range: DateRange,
  computed: RecordTable,
  now: { from: number; to: number },
): RecordTable {
  const { from, to } = rowsDated(before, range.from, range.to);
  // Nearly always the same number: then nothing else of the history is touched.
  if (now.to - now.from === to - from) {
    overwriteRows(before, from, computed, now.from, now.to);
    return before;
  }
  return withDated(before, range, computed);
}

export interface CachedRecords {
  readonly key: string;
  readonly records: RecordsInMemory;
}

/**
 * Takes the records of a symbol out of memory for a run; `keep` puts them back once all of it is written and settled.
 *
 * @param whole whole series are computed, or compared with the store whatever is in memory: they are not cached
 * @param isEmpty no table has a row of the symbol
 */
export function takeRecords(
  reads: RecordReads,
  cache: CachePart<CachedRecords>,
  series: readonly Series[],
  state: SymbolState,
  { whole, isEmpty }: { readonly whole: boolean; readonly isEmpty: boolean },
): { stored: StoredRecords; keep: () => void } {
  const { series: name, settled } = state;
  const cached = cache.take(name);
  if (whole || !settled) return { stored: isEmpty ? noRecords() : recordsInStore(reads, state), keep() {} };
  const records = cached?.key === settled.key ? cached.records : new RecordsInMemory(reads, state, series);
  return { stored: records, keep: () => cache.set(name, { key: settledKey(state), records }, records.bytes) };
}
