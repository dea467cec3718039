/** Collectors as the store keeps them: what the operator wants, how far each has come, which days are whole. */
import type { AssetClass } from '../../exchange/symbol.ts';
import type { Clock } from '../../lib/clock.ts';
import { isoDate, MINUTES_PER_DAY } from '../../lib/days.ts';
import type { Store } from '../../sql/connect.ts';
import type { Params } from '../../sql/formats/text.ts';
import { defineTable, type RowOf } from '../../sql/table.ts';
import { type Policies, readPolicies } from '../landing/policies.ts';
import { type WaitingNewsRow, waitingNewsTable } from '../landing/waiting-news.ts';

export const collectorsTable = defineTable('market.collectors', (c) => ({
  ...c.texts('id', 'kind'),
  options: c.json<Readonly<Record<string, unknown>>>('options'),
  state: c.oneOf<'running' | 'stopped' | 'removed'>('state'),
  createdAtMs: c.millis('created_at'),
  version: c.number('version'),
}));
export type StoredCollector = RowOf<typeof collectorsTable>;

/** Times in epoch ms. */
export const progressTable = defineTable('market.collector_progress', (c) => ({
  ...c.texts('collector', 'item'),
  /** Of a folder: the file that is being imported, else empty. */
  file: c.text('file_at_work'),
  resumeMs: c.millisOrNull('resume_at'),
  runMs: c.millisOrNull('run_at'),
  nextRunMs: c.millisOrNull('next_run_at'),
  /** Empty where the last run was well. */
  error: c.text('error'),
  errorMs: c.millisOrNull('error_at'),
  version: c.number('version'),
}));
export type ProgressRow = RowOf<typeof progressTable>;

export const collectorDaysTable = defineTable('market.collector_days', (c) => ({
  ...c.texts('collector', 'symbol'),
  day: c.day('day'),
  bars: c.number('bars'),
  askedAtMs: c.millis('asked_at'),
  deleted: c.flag('is_deleted'),
  version: c.number('version'),
}));

/** Without `file`, none is being imported. */
export type Progress = Omit<ProgressRow, 'collector' | 'version' | 'file'> & Partial<Pick<ProgressRow, 'file'>>;
type NewDay = Omit<RowOf<typeof collectorDaysTable>, 'askedAtMs' | 'version'>;

export interface StoredAction {
  readonly symbol: string;
  readonly id: string;
  /** Ex-date, days since 1970. */
  readonly day: number;
  readonly gone: boolean;
  /** Source of the last word; empty if the range was dropped. */
  readonly said_by: string;
  readonly landedMs: number;
}

interface BarsFrom {
  readonly symbol: string;
  readonly assetClass: AssetClass;
  readonly intervalMin: number;
  readonly fromDay: number;
}

/** No collector is named so. */
const ACTIONS_SUFFIX = '/actions';
const actionsOf = (collector: string) => `${collector}${ACTIONS_SUFFIX}`;

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

  async put(row: Pick<StoredCollector, 'id' | 'kind' | 'options' | 'state' | 'createdAtMs'>, after = 0): Promise<void> {
    const version = Math.max(this.#version(), after + 1);
    await collectorsTable.insert(this.#store.writer, [{ ...row, version }]);
  }

  async progress(collector?: string): Promise<ProgressRow[]> {
    const clauses = "FINAL WHERE {collector:String} IN ('', collector) ORDER BY collector, item";
    return progressTable.select(this.#store.reader, clauses, { collector: collector ?? '' });
  }

  async recordProgress(collector: string, progress: readonly Progress[]): Promise<void> {
    const version = this.#version();
    const rows = progress.map((row) => ({ file: '', ...row, collector, version }));
    await progressTable.insert(this.#store.writer, rows);
  }

  /** What is known of a collector of this name: it was removed, and comes again as another. */
  async forget(collector: string): Promise<void> {
    await this.forgetDays(collector);
    await this.forgetDays(actionsOf(collector));
    const none = { resumeMs: null, runMs: null, nextRunMs: null, error: '', errorMs: null };
    const known = await this.progress(collector);
    await this.recordProgress(
      collector,
      known.map(({ item }) => ({ item, ...none })),
    );
  }

  /** What retention keeps: earlier days are not collected. */
  policies(): Promise<Policies> {
    return readPolicies(this.#store.reader);
  }

  /** Bars that the vendor answered, by day, of the days that are whole. */
  wholeDays(collector: string, symbol: string): Promise<Map<number, number>> {
    return this.#byDay(
      `SELECT toInt32(day) AS d, bars FROM market.collector_days FINAL
       WHERE collector = {collector:String} AND symbol = {symbol:String}`,
      { collector, symbol },
    );
  }

  async #byDay(sql: string, params: Params): Promise<Map<number, number>> {
    const rows = await this.#store.reader.query<{ d: number; bars: number }>(sql, params);
    return new Map(rows.map(({ d, bars }) => [d, bars]));
  }

  async recordDays(days: readonly NewDay[]): Promise<void> {
    const askedAtMs = this.#clock.nowMs();
    const version = this.#version();
    const rows = days.map((row) => ({ ...row, askedAtMs, version }));
    await collectorDaysTable.insert(this.#store.writer, rows);
  }

  /** These days are asked for again: of those that are known. */
  async forgetDays(collector: string, symbols: readonly string[] = [], fromDay = 0, toDay = LAST_DAY): Promise<void> {
    const condition =
      'collector = {collector:String} AND (empty({symbols:Array(String)}) OR symbol IN {symbols:Array(String)})';
    await this.#forget(condition, { collector, symbols }, fromDay, toDay, this.#clock.nowMs());
  }

  /**
   * Bars of these days, or corporate actions of a symbol, were taken back: where they had kept a collector's word out, it is
   * asked for again, by the collectors of the symbol. What operators said otherwise stays.
   */
  async askAgain(symbol: string, fromDay = 0, toDay = LAST_DAY): Promise<void> {
    const condition = 'symbol = {symbol:String} AND NOT endsWith(collector, {suffix:String})';
    const params = { symbol, suffix: ACTIONS_SUFFIX };
    await this.#forget(condition, params, fromDay, toDay, 0);
  }

  /** @param askedAtMs what operators said until then no longer stays */
  async #forget(condition: string, params: Params, fromDay: number, toDay: number, askedAtMs: number): Promise<void> {
    await this.#store.writer.command(
      `INSERT INTO market.collector_days (collector, symbol, day, bars, asked_at, is_deleted, version)
       SELECT collector, symbol, day, 0, fromUnixTimestamp64Milli({askedAt:Int64}), 1, version + 1 FROM market.collector_days FINAL
       WHERE ${condition} AND day BETWEEN toDate32({from:String}) AND toDate32({to:String})`,
      { ...params, from: isoDate(fromDay), to: isoDate(toDay), askedAt: askedAtMs },
    );
  }

  /** The operator wants the vendor's word for these days, whatever else has been stored of them since. */
  async wantDays(collector: string, symbols: readonly string[], days: readonly number[]): Promise<void> {
    if (days.length === 0) return;
    const [fromDay, toDay] = [days[0], days[days.length - 1]];
    await this.forgetDays(collector, symbols, fromDay, toDay);
    const known = await this.wantedDays(collector, symbols, fromDay, toDay);
    const rows = symbols.flatMap((symbol) =>
      days
        .filter((day) => !known.has(`${symbol} ${day}`))
        .map((day) => ({ collector, symbol, day, bars: 0, deleted: true })),
    );
    if (rows.length > 0) await this.recordDays(rows);
  }

  /** When the operator asked for days that have not been answered since, epoch ms, by `SYMBOL DAY`. */
  async wantedDays(
    collector: string,
    symbols: readonly string[],
    fromDay: number,
    toDay: number,
  ): Promise<Map<string, number>> {
    const rows = await this.#store.reader.query<{ symbol: string; d: number; at: number }>(
      `SELECT CAST(symbol, 'String') AS symbol, toInt32(day) AS d, toFloat64(toUnixTimestamp64Milli(argMax(asked_at, version))) AS at
       FROM market.collector_days
       WHERE collector = {collector:String} AND symbol IN {symbols:Array(String)}
         AND day BETWEEN toDate32({from:String}) AND toDate32({to:String})
       GROUP BY symbol, day HAVING argMax(is_deleted, version) = 1`,
      { collector, symbols, from: isoDate(fromDay), to: isoDate(toDay) },
    );
    return new Map(rows.map(({ symbol, d, at }) => [`${symbol} ${d}`, at]));
  }

  /** Stored bars, by day of the asset class; daily bars by the date they are stored under. */
  storedBars(of: BarsFrom): Promise<Map<number, number>> {
    return this.#countBars(barsOf(of.intervalMin), of);
  }

  /** Bars that somebody deleted, by day as above: by a file or a push. A dropped range has no source. */
  deletedBars(of: BarsFrom): Promise<Map<number, number>> {
    return this.#countBars(`(SELECT ts FROM ${versionsOf(of.intervalMin)} WHERE gone AND said_by != '')`, of);
  }

  #countBars(bars: string, { symbol, assetClass, intervalMin, fromDay }: BarsFrom): Promise<Map<number, number>> {
    const zone = assetClass === 'crypto' || intervalMin === MINUTES_PER_DAY ? 'UTC' : 'America/New_York';
    return this.#byDay(
      `SELECT toInt32(toDate32(ts, '${zone}')) AS d, count() AS bars
       FROM ${bars} WHERE ts >= fromUnixTimestamp({fromS:UInt32}) GROUP BY d`,
      { symbols: [symbol], fromS: Math.max(0, fromDay * 86_400) },
    );
  }

  /** Bars of a range that another source said since a time, deletions too: when they landed, by start; epoch ms. */
  async barsOfOthers(
    symbol: string,
    intervalMin: number,
    { source, sinceMs, fromMs, toMs }: { source: string; sinceMs: number; fromMs: number; toMs: number },
  ): Promise<Map<number, number>> {
    const rows = await this.#store.reader.query<{ s: number; at: number }>(
      `SELECT toUInt32(ts) AS s, toFloat64(toUnixTimestamp64Milli(landed)) AS at FROM ${versionsOf(intervalMin)}
       WHERE said_by != {source:String} AND NOT (gone AND said_by = '') AND landed >= fromUnixTimestamp64Milli({since:Int64})
         AND ts >= fromUnixTimestamp({fromS:UInt32}) AND ts <= fromUnixTimestamp({toS:UInt32})`,
      { symbols: [symbol], source, since: sinceMs, fromS: fromMs / 1000, toS: toMs / 1000 },
    );
    return new Map(rows.map(({ s, at }) => [s * 1000, at]));
  }

  /** Start of the last stored bar of each symbol, epoch ms. */
  async lastBars(symbols: readonly string[], intervalMin: number): Promise<Map<string, number>> {
    const rows = await this.#store.reader.query<{ symbol: string; last: number }>(
      `SELECT CAST(symbol, 'String') AS symbol, toUInt32(max(ts)) AS last FROM ${barsOf(intervalMin)} GROUP BY symbol`,
      { symbols },
    );
    return new Map(rows.map(({ symbol, last }) => [symbol, last * 1000]));
  }

  /** From which day on the corporate actions of each symbol were asked for, days since 1970; those that are not were never. */
  async actionsFrom(collector: string): Promise<Map<string, number>> {
    const rows = await this.#store.reader.query<{ symbol: string; first: number }>(
      `SELECT CAST(symbol, 'String') AS symbol, toInt32(min(day)) AS first FROM market.collector_days FINAL
       WHERE collector = {collector:String} GROUP BY symbol`,
      { collector: actionsOf(collector) },
    );
    return new Map(rows.map(({ symbol, first }) => [symbol, first]));
  }

  /** Kept beside the whole days: who drops a symbol drops them, and then its actions are asked for again, too. */
  async recordActionsFrom(collector: string, symbols: readonly string[], day: number): Promise<void> {
    await this.recordDays(
      symbols.map((symbol) => ({ collector: actionsOf(collector), symbol, day, bars: 0, deleted: false })),
    );
  }

  /** The operator wants the vendor's word for the actions of these symbols from a day on, whatever else was stored since. */
  async wantActions(collector: string, symbols: readonly string[], fromDay: number): Promise<void> {
    await this.forgetDays(actionsOf(collector), symbols);
    await this.wantDays(actionsOf(collector), symbols, [fromDay]);
  }

  /** When that was, epoch ms, by symbol: of those that have not been answered since. */
  async wantedActions(collector: string, symbols: readonly string[]): Promise<Map<string, number>> {
    const latest = new Map<string, number>();
    for (const [key, atMs] of await this.wantedDays(actionsOf(collector), symbols, 0, LAST_DAY)) {
      const [symbol] = key.split(' ');
      latest.set(symbol, Math.max(atMs, latest.get(symbol) ?? 0));
    }
    return latest;
  }

  /** What was said last of each action of the symbols, deletions among them. */
  storedActions(symbols: readonly string[]): Promise<StoredAction[]> {
    return this.#store.reader.query<StoredAction>(
      `SELECT CAST(symbol, 'String') AS symbol, id, toInt32(argMax(ex_date, rank)) AS day,
         CAST(argMax(is_deleted, rank) = 1, 'Bool') AS gone, argMax(source, rank) AS said_by,
         toFloat64(toUnixTimestamp64Milli(argMax(ingested_at, rank))) AS landedMs
       FROM market.corporate_actions WHERE symbol IN {symbols:Array(String)} GROUP BY symbol, id ORDER BY symbol, id`,
      { symbols },
    );
  }

  /** News that waits for classification; of an item the version of its last change. */
  async putNews(rows: readonly WaitingNewsRow[]): Promise<void> {
    if (rows.length > 0) await waitingNewsTable.insert(this.#store.writer, rows);
  }
}

const barsOf = (intervalMin: number) =>
  tablesOf(
    intervalMin,
    (table, where) => `SELECT symbol, ts FROM market.${table} FINAL WHERE symbol IN {symbols:Array(String)}${where}`,
  );

/** SQL: who said last what of each bar, deleted ones among them. */
const versionsOf = (intervalMin: number) =>
  tablesOf(
    intervalMin,
    (table, where) => `SELECT symbol, ts, argMax(is_deleted, rank) = 1 AS gone, argMax(source, rank) AS said_by,
         argMax(ingested_at, rank) AS landed
       FROM market.${table} WHERE symbol IN {symbols:Array(String)}${where} GROUP BY symbol, ts`,
  );

/** Daily ones are in either table: alone, or beside shorter ones. */
function tablesOf(intervalMin: number, from: (table: string, where: string) => string): string {
  if (intervalMin < MINUTES_PER_DAY) return `(${from('bars', '')})`;
  const alone = ` AND symbol IN (SELECT symbol FROM market.symbols FINAL WHERE interval_min = ${MINUTES_PER_DAY})`;
  return `(${from('bars', alone)} UNION ALL ${from('bars_daily', '')})`;
}
