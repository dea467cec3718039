/**
 * The records of one symbol as they are stored: asked of the store range by range, or, for a symbol that changes
 * often, held in memory whole.
 */
import type { Reader } from '../../sql/reader.ts';
import {
  concatTables,
  datedInside,
  lowerRow,
  numbers,
  overwriteRows,
  type RecordTable,
  sliceTable,
} from '../records/table.ts';
import type { DateRange } from '../statistics/statistic.ts';
import { readUnits, unitKey } from '../tables/rows.ts';
import { SESSIONS_TABLE } from '../tables/schema.ts';
import type { Calendar } from './affected.ts';
import { SESSIONS, type Series, type SeriesUnit } from './series.ts';

export type UnitTables = Map<string, RecordTable>;

export interface StoredRecords {
  /** The sessions, by window. */
  calendars(): Promise<ReadonlyMap<string, Calendar>>;
  /** First date of a record that waits for later bars, by `seriesUnitKey`. */
  openDates(series: readonly Series[]): Promise<ReadonlyMap<string, number>>;
  /** Records dated in the range, by unit. */
  rows(series: Series, range: DateRange): Promise<ReadonlyMap<string, RecordTable>>;
  /** Takes what was written: the records dated in the range are these now. */
  replace(unit: SeriesUnit, range: DateRange, computed: RecordTable): void;
  /** Whether `replace` wants the records at all. */
  readonly held: boolean;
}

function calendarsOf(units: UnitTables): Map<string, Calendar> {
  return new Map(
    [...units].map(([key, table]) => [
      key.split('|')[0],
      { length: table.length, date: numbers(table, 'date'), bars: numbers(table, 'bars') },
    ]),
  );
}

export const seriesUnitKey = (series: string, session: string, variant: string) => `${series}|${session}|${variant}`;

/** Asks the store each time. */
export function recordsInStore(reader: Reader, symbol: string): StoredRecords {
  return {
    held: false,
    async calendars() {
      const fields = SESSIONS_TABLE.fields.filter(({ name }) => name === 'date' || name === 'bars');
      return calendarsOf(await readUnits(reader, { ...SESSIONS_TABLE, fields }, { symbol }));
    },
    async openDates(series) {
      const parts = series.map(
        ({ name, table }) =>
          `SELECT '${name}' AS series, CAST(session, 'String') AS session, CAST(variant, 'String') AS variant, toInt32(min(date)) AS first
           FROM ${table.name} FINAL WHERE symbol = {symbol:String} AND NOT complete GROUP BY session, variant`,
      );
      const rows = await reader.query<{ series: string; session: string; variant: string; first: number }>(
        parts.join('\nUNION ALL\n'),
        { symbol },
      );
      return new Map(rows.map((row) => [seriesUnitKey(row.series, row.session, row.variant), row.first]));
    },
    rows: ({ table }, { from, to }) => readUnits(reader, table, { symbol, from, to }),
    replace() {},
  };
}

/** No row of the symbol in any table: what a run that broke off had written would have to be compared. */
export async function nothingStored(reader: Reader, symbol: string, series: readonly Series[]): Promise<boolean> {
  const parts = series.map(
    ({ table }) => `(SELECT 1 AS one FROM ${table.name} WHERE symbol = {symbol:String} LIMIT 1)`,
  );
  return (await reader.query(parts.join('\nUNION ALL\n'), { symbol })).length === 0;
}

/** Reads everything once. */
export async function loadRecords(
  reader: Reader,
  symbol: string,
  series: readonly Series[],
): Promise<Map<string, UnitTables>> {
  const tables = new Map<string, UnitTables>();
  for (const { name, table } of series) tables.set(name, await readUnits(reader, table, { symbol }));
  return tables;
}

/** Records in memory, by series and unit; changed in place by `replace`. */
export function recordsInMemory(tables: Map<string, UnitTables>): StoredRecords {
  const unitsOf = (series: string): UnitTables => {
    let units = tables.get(series);
    if (!units) {
      units = new Map();
      tables.set(series, units);
    }
    return units;
  };
  return {
    held: true,
    async calendars() {
      return calendarsOf(unitsOf(SESSIONS));
    },
    async openDates(series) {
      const open = new Map<string, number>();
      for (const { name } of series) {
        for (const [key, table] of unitsOf(name)) {
          const row = numbers(table, 'complete').indexOf(0);
          if (row !== -1) open.set(`${name}|${key}`, numbers(table, 'date')[row]);
        }
      }
      return open;
    },
    async rows({ name }, { from, to }) {
      return new Map([...unitsOf(name)].map(([key, table]) => [key, datedInside(table, from, to)]));
    },
    replace(unit, range, computed) {
      const units = unitsOf(unit.series);
      const key = unitKey(unit.session, unit.variant);
      const before = units.get(key);
      if (!before) {
        if (computed.length > 0) units.set(key, computed);
        return;
      }
      const dates = numbers(before, 'date');
      const from = lowerRow(dates, range.from);
      const to = lowerRow(dates, range.to + 1);
      // Nearly always the same number: then nothing else of the history is touched.
      if (computed.length === to - from) {
        overwriteRows(before, from, computed);
        return;
      }
      units.set(key, concatTables([sliceTable(before, 0, from), computed, sliceTable(before, to, before.length)]));
    },
  };
}

export function tablesBytes(tables: ReadonlyMap<string, UnitTables>): number {
  let bytes = 1;
  for (const units of tables.values()) {
    for (const table of units.values()) {
      for (const column of Object.values(table.columns)) {
        bytes += column instanceof Float64Array ? column.byteLength : column.length * 64;
      }
    }
  }
  return bytes;
}
