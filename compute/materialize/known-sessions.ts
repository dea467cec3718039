/**
 * A run counts dates in these sessions, and continues at the first records that wait for later bars. Both are read from the
 * store, or kept in memory from the run before.
 */

import type { Reader } from '../../sql/reader.ts';
import { Together } from '../evaluation/load-bars.ts';
import { type Before, type Calendar, calendarOf, firstOpen } from '../evaluation/plan.ts';
import { type SymbolState, settledKey } from '../evaluation/state.ts';
import {
  type CachePart,
  partsOfUnit,
  readUnitsOf,
  tableBytes,
  type Unit,
  type Units,
} from '../evaluation/stored-records.ts';
import {
  type RecordsTable,
  recordsFrom,
  recordsTable,
  SESSIONS,
  SESSIONS_DEFINITION,
  SESSIONS_TABLE,
  type Series,
  seriesUnitKey,
} from '../evaluation/tables/schema.ts';
import { datedInside, inOwnMemory, type RecordTable, withDated } from '../market/records.ts';
import { ALL_DATES, type DateRange } from '../statistics/statistic.ts';

const CALENDAR_TABLE: RecordsTable = {
  ...SESSIONS_TABLE,
  fields: SESSIONS_TABLE.fields.filter(({ name }) => name === 'date' || name === 'bars'),
};

type Open = Map<string, number>;

async function readOpenDates(
  reader: Reader,
  names: readonly string[],
  series: readonly Series[],
): Promise<Map<string, Open>> {
  const parts = series.map(
    (one) =>
      `SELECT CAST(series, 'String') AS name, concat('${one.name}|', session, '|', variant) AS unit, toInt32(min(date)) AS first
       FROM ${recordsFrom(recordsTable(one))} WHERE series IN {names:Array(String)} AND NOT complete GROUP BY series, session, variant`,
  );
  const sql = parts.join('\nUNION ALL\n');
  const rows = await reader.query<{ name: string; unit: string; first: number }>(sql, { names });
  const found = new Map(names.map((name): [string, Open] => [name, new Map()]));
  for (const { name, unit, first } of rows) found.get(name)!.set(unit, first);
  return found;
}

const MOST_SYMBOLS = 64;

/** Reads for many series: what is wanted in one turn of the event loop is one statement. */
export class SessionReads {
  readonly #sessions: Together<{ readonly name: string }, Units>;
  readonly #open: Together<{ readonly name: string }, Open>;

  constructor(reader: Reader, series: readonly Series[]) {
    const names = (wanted: readonly { readonly name: string }[]) => wanted.map(({ name }) => name);
    this.#sessions = new Together(
      async (wanted) => {
        const read = await readUnitsOf(reader, CALENDAR_TABLE, names(wanted), { definition: SESSIONS_DEFINITION });
        return wanted.map(({ name }) => read.get(name)!.units);
      },
      () => MOST_SYMBOLS,
    );
    this.#open = new Together(
      async (wanted) => {
        const found = await readOpenDates(reader, names(wanted), series);
        return wanted.map(({ name }) => found.get(name)!);
      },
      () => MOST_SYMBOLS,
    );
  }

  sessions(series: string): Promise<Units> {
    return this.#sessions.get('', { name: series });
  }

  open(series: string): Promise<Open> {
    return this.#open.get('', { name: series });
  }
}

export class KnownSessions implements Before {
  readonly #reads: SessionReads;
  readonly #series: string;
  #sessions: Units | undefined;
  #open: Open | undefined;

  /** @param isStored false: nothing that is stored is relied on */
  constructor(reads: SessionReads, series: string, isStored: boolean) {
    this.#reads = reads;
    this.#series = series;
    if (isStored) return;
    this.#sessions = new Map();
    this.#open = new Map();
  }

  async calendars(): Promise<ReadonlyMap<string, Calendar>> {
    this.#sessions ??= await this.#reads.sessions(this.#series);
    return new Map([...this.#sessions].map(([key, table]) => [partsOfUnit(key)[0], calendarOf(table)]));
  }

  async openDates(): Promise<ReadonlyMap<string, number>> {
    this.#open ??= await this.#reads.open(this.#series);
    return this.#open;
  }

  /** Takes what was computed: the records of the unit dated in the range are these now. */
  replace({ series, session, variant }: Unit, range: DateRange, computed: RecordTable): void {
    if (series === SESSIONS && this.#sessions) {
      const { date, bars } = computed.columns;
      const now = { length: computed.length, columns: { date, bars } };
      const key = `${session}|${variant}`;
      const before = this.#sessions.get(key);
      const whole = before ? withDated(before, range, now) : inOwnMemory(datedInside(now, range.from, range.to));
      this.#sessions.set(key, whole);
    }
    if (this.#open) this.#updateOpen(this.#open, seriesUnitKey(series, session, variant), range, computed);
  }

  #updateOpen(open: Open, key: string, { from, to }: DateRange, computed: RecordTable): void {
    const known = open.get(key) ?? Number.POSITIVE_INFINITY;
    if (known < from) return;
    const first = firstOpen(datedInside(computed, from, to));
    if (first !== undefined) open.set(key, first);
    // A later record may wait: the date is the earliest that it may have.
    else if (known <= to && to < ALL_DATES.to) open.set(key, to + 1);
    else if (known <= to) open.delete(key);
  }

  get bytes(): number {
    const open = (this.#open?.size ?? 0) * 100;
    return [...(this.#sessions?.values() ?? [])].reduce((sum, table) => sum + tableBytes(table), open + 1);
  }
}

export interface CachedSessions {
  readonly key: string;
  readonly sessions: KnownSessions;
}

/**
 * Takes what is known of a series out of memory for a run; `keep` puts it back once all that the run computed is written and
 * marked.
 *
 * @param isWhole whole statistics are computed: their records are not given back, and nothing is kept
 */
export function takeSessions(
  reads: SessionReads,
  cache: CachePart<CachedSessions>,
  state: SymbolState,
  isWhole: boolean,
): { sessions: KnownSessions; keep: () => void } {
  const { series, settled } = state;
  const cached = cache.take(series);
  const isCached = settled !== null && cached?.key === settled.key;
  const sessions = isCached ? cached.sessions : new KnownSessions(reads, series, settled !== null);
  const keep = () => cache.set(series, { key: settledKey(state), sessions }, sessions.bytes);
  return { sessions, keep: isWhole ? () => {} : keep };
}
