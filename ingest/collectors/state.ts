/** Collectors as the store keeps them: what the operator wants, how far each has come, which days are whole. */
import type { Clock } from '../../lib/clock.ts';
import { isoDate, MINUTES_PER_DAY, parseIsoDate } from '../../lib/days.ts';
import type { AssetClass } from '../../lib/symbol.ts';
import type { Store } from '../../sql/connect.ts';
import {
  type CollectorDayRow,
  type CollectorRow,
  collectorDaysTable,
  collectorsTable,
  type OwnerRow,
  ownersTable,
  type ProgressRow,
  progressTable,
} from '../../sql/tables/collectors.ts';
import { type Policies, readPolicies } from '../retention/policies.ts';

export type StoredCollector = CollectorRow;
export type Progress = Omit<ProgressRow, 'collector' | 'version'>;

/** 2099-12-31. */
const LAST_DAY = 47_481;

export class CollectorStore {
  readonly #store: Store;
  readonly #clock: Clock;
  #lastVersion = 0;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Later writes win, also where the clock has stopped. */
  #version(): number {
    this.#lastVersion = Math.max(this.#clock.nowMs(), this.#lastVersion + 1);
    return this.#lastVersion;
  }

  /** Those that are not removed, by name. */
  list(): Promise<StoredCollector[]> {
    return collectorsTable.select(this.#store.reader, "FINAL WHERE state != 'removed' ORDER BY id");
  }

  async put(row: Pick<CollectorRow, 'id' | 'kind' | 'options' | 'state' | 'createdAtMs'>, after = 0): Promise<void> {
    const version = Math.max(this.#version(), after + 1);
    await collectorsTable.insert(this.#store.writer, [{ ...row, version }]);
  }

  async progress(collector?: string): Promise<ProgressRow[]> {
    const clauses = "FINAL WHERE {collector:String} IN ('', collector) ORDER BY collector, item";
    return progressTable.select(this.#store.reader, clauses, { collector: collector ?? '' });
  }

  async noteProgress(collector: string, rows: readonly Progress[]): Promise<void> {
    const version = this.#version();
    await progressTable.insert(
      this.#store.writer,
      rows.map((row) => ({ ...row, collector, version })),
    );
  }

  async forgetProgress(collector: string): Promise<void> {
    const none = { resumeMs: null, runMs: null, nextRunMs: null, error: '', errorMs: null };
    const rows = await this.progress(collector);
    await this.noteProgress(
      collector,
      rows.map(({ item }) => ({ item, ...none })),
    );
  }

  /** What retention keeps: earlier days are not collected. */
  policies(): Promise<Policies> {
    return readPolicies(this.#store.reader);
  }

  /** Bars that the vendor answered, by day, of the days that are whole. */
  async wholeDays(collector: string, symbol: string): Promise<Map<number, number>> {
    const rows = await this.#store.reader.query<{ day: string; bars: number }>(
      `SELECT toString(day) AS day, bars FROM market.collector_days FINAL
       WHERE collector = {collector:String} AND symbol = {symbol:String}`,
      { collector, symbol },
    );
    return new Map(rows.map(({ day, bars }) => [parseIsoDate(day)!, bars]));
  }

  async noteDays(rows: readonly Omit<CollectorDayRow, 'askedAtMs' | 'version'>[]): Promise<void> {
    const askedAtMs = this.#clock.nowMs();
    const version = this.#version();
    await collectorDaysTable.insert(
      this.#store.writer,
      rows.map((row) => ({ ...row, askedAtMs, version })),
    );
  }

  /** These days are asked for again. */
  async forgetDays(collector: string, symbols: readonly string[] = [], fromDay = 0, toDay = LAST_DAY): Promise<void> {
    await this.#store.writer.command(
      `INSERT INTO market.collector_days (collector, symbol, day, bars, asked_at, is_deleted, version)
       SELECT collector, symbol, day, 0, now64(3), 1, version + 1 FROM market.collector_days FINAL
       WHERE collector = {collector:String} AND (empty({symbols:Array(String)}) OR symbol IN {symbols:Array(String)})
         AND day BETWEEN toDate32({from:String}) AND toDate32({to:String})`,
      { collector, symbols: [...symbols], from: isoDate(fromDay), to: isoDate(toDay) },
    );
  }

  /** Stored bars by day of the asset class; daily bars by the date they are stored under. */
  async storedBars(
    symbol: string,
    assetClass: AssetClass,
    intervalMin: number,
    fromDay: number,
  ): Promise<Map<number, number>> {
    const zone = assetClass === 'crypto' || intervalMin === 1440 ? 'UTC' : 'America/New_York';
    const rows = await this.#store.reader.query<{ day: string; bars: number }>(
      `SELECT toString(toDate32(ts, '${zone}')) AS day, count() AS bars
       FROM ${barsOf(intervalMin)} WHERE ts >= fromUnixTimestamp({fromS:UInt32}) GROUP BY day`,
      { symbols: [symbol], fromS: Math.max(0, fromDay * 86_400) },
    );
    return new Map(rows.map(({ day, bars }) => [parseIsoDate(day)!, bars]));
  }

  /** Start of the last stored bar of each symbol, epoch ms. */
  async lastBars(symbols: readonly string[], intervalMin: number): Promise<Map<string, number>> {
    const rows = await this.#store.reader.query<{ symbol: string; last: number }>(
      `SELECT CAST(symbol, 'String') AS symbol, toUInt32(max(ts)) AS last FROM ${barsOf(intervalMin)} GROUP BY symbol`,
      { symbols: [...symbols] },
    );
    return new Map(rows.map(({ symbol, last }) => [symbol, last * 1000]));
  }

  async owner(collector: string): Promise<OwnerRow | undefined> {
    const [row] = await ownersTable.select(this.#store.writer, 'FINAL WHERE collector = {collector:String}', {
      collector,
    });
    return row;
  }

  async beat(collector: string, owner: string): Promise<void> {
    const row = { collector, owner, beatMs: this.#clock.nowMs(), version: this.#version() };
    await ownersTable.insert(this.#store.writer, [row]);
  }
}

/** SQL: the bars of `symbols` of an interval. Daily ones are in either table: alone, or beside shorter ones. */
function barsOf(intervalMin: number): string {
  const from = (table: string, where: string) =>
    `SELECT symbol, ts FROM market.${table} FINAL WHERE symbol IN {symbols:Array(String)}${where}`;
  if (intervalMin < MINUTES_PER_DAY) return `(${from('bars', '')})`;
  const alone = ` AND symbol IN (SELECT symbol FROM market.symbols FINAL WHERE interval_min = ${MINUTES_PER_DAY})`;
  return `(${from('bars', alone)} UNION ALL ${from('bars_daily', '')})`;
}
