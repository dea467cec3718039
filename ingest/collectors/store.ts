/** Collectors in the store: what the operator wants, the state of each, and the days that are complete. */
import { type AssetClass, formatInterval } from '../../exchange/symbol.ts';
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
  /** The file that a folder is importing, else ''. */
  file: c.text('file_at_work'),
  runMs: c.millisOrNull('run_at'),
  nextRunMs: c.millisOrNull('next_run_at'),
  /** Empty after a successful run. */
  error: c.text('error'),
  errorMs: c.millisOrNull('error_at'),
  version: c.number('version'),
}));
export type ProgressRow = RowOf<typeof progressTable>;
export type Progress = Omit<ProgressRow, 'collector' | 'version' | 'file'> & Partial<Pick<ProgressRow, 'file'>>;

export const collectorDaysTable = defineTable('market.collector_days', (c) => ({
  ...c.texts('collector', 'symbol'),
  day: c.day('day'),
  bars: c.number('bars'),
  answeredAtMs: c.millis('answered_at'),
}));
type NewDay = Omit<RowOf<typeof collectorDaysTable>, 'answeredAtMs'>;

export const ownerTable = defineTable('market.collector_owner', (c) => ({
  owner: c.text('owner'),
  beatMs: c.millis('beat_at'),
  version: c.number('version'),
}));

interface StoredSplit {
  readonly symbol: string;
  readonly id: string;
  /** Ex-date, days since 1970. */
  readonly day: number;
}

interface BarsFrom {
  readonly assetClass: AssetClass;
  readonly intervalMin: number;
  /** Days since 1970. */
  readonly fromDay: number;
}

export class CollectorStore {
  readonly #store: Store;
  readonly #clock: Clock;
  #lastVersion = 0;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  #version(): number {
    this.#lastVersion = Math.max(this.#clock.nowMs(), this.#lastVersion + 1);
    return this.#lastVersion;
  }

  /** Returns the collectors that are not removed, by name. */
  list(): Promise<StoredCollector[]> {
    return collectorsTable.select(this.#store.reader, "FINAL WHERE state != 'removed' ORDER BY id");
  }

  async put(row: Pick<StoredCollector, 'id' | 'kind' | 'options' | 'state' | 'createdAtMs'>, after = 0): Promise<void> {
    const version = Math.max(this.#version(), after + 1);
    await collectorsTable.insert(this.#store.writer, [{ ...row, version }]);
  }

  async progress(collector: string): Promise<ProgressRow[]> {
    const clauses = 'FINAL WHERE collector = {collector:String} ORDER BY item';
    return progressTable.select(this.#store.reader, clauses, { collector });
  }

  async recordProgress(collector: string, progress: readonly Progress[]): Promise<void> {
    const version = this.#version();
    const rows = progress.map((row) => ({ file: '', ...row, collector, version }));
    await progressTable.insert(this.#store.writer, rows);
  }

  /** Forgets what a removed collector has left. */
  async forget(collector: string): Promise<void> {
    await this.#delete('collector_progress', 'collector = {collector:String}', { collector });
    await this.#delete('collector_days', 'collector = {collector:String}', { collector });
  }

  /** Returns what retention keeps: earlier days are not collected. */
  policies(): Promise<Policies> {
    return readPolicies(this.#store.reader);
  }

  async recordDays(days: readonly NewDay[]): Promise<void> {
    const answeredAtMs = this.#clock.nowMs();
    await collectorDaysTable.insert(
      this.#store.writer,
      days.map((row) => ({ ...row, answeredAtMs })),
    );
  }

  /** Has these days requested again, by one collector or by all of them. */
  async forgetDays(collector: string | null, symbols: readonly string[], fromDay = 0, toDay?: number): Promise<void> {
    const condition = [
      'symbol IN {symbols:Array(String)} AND day >= toDate32({from:String})',
      ...(toDay === undefined ? [] : ['day <= toDate32({to:String})']),
      ...(collector === null ? [] : ['collector = {collector:String}']),
    ];
    const params = { symbols, from: isoDate(fromDay), to: isoDate(toDay ?? 0), collector: collector ?? '' };
    await this.#delete('collector_days', condition.join(' AND '), params);
  }

  async #delete(table: string, condition: string, params: Params): Promise<void> {
    const sql = `ALTER TABLE market.${table} DELETE WHERE ${condition} SETTINGS mutations_sync = 2`;
    await this.#store.writer.command(sql, params);
  }

  /**
   * Returns the days that are complete, by symbol: the vendor has answered them, and as many bars are stored as it answered.
   * Deleted bars count as stored, so that an operator's deletion is no hole.
   */
  async completeDays(
    collector: string,
    symbols: readonly string[],
    { intervalMin, assetClass, fromDay }: BarsFrom,
  ): Promise<Map<string, Set<number>>> {
    const zone = assetClass === 'crypto' || intervalMin === MINUTES_PER_DAY ? 'UTC' : 'America/New_York';
    const rows = await this.#store.reader.query<{ symbol: string; days: number[] }>(
      `SELECT CAST(answered.symbol, 'String') AS symbol, groupArray(toInt32(answered.day)) AS days
       FROM (SELECT symbol, day, bars FROM market.collector_days FINAL
             WHERE collector = {collector:String} AND symbol IN {symbols:Array(String)}) AS answered
       LEFT JOIN (SELECT symbol, toDate32(ts, '${zone}') AS day, uniqExact(ts) AS bars
             FROM ${barsOf(intervalMin)} WHERE ts >= fromUnixTimestamp({fromS:UInt32}) GROUP BY symbol, day) AS stored
         ON stored.symbol = answered.symbol AND stored.day = answered.day
       WHERE answered.bars <= stored.bars GROUP BY symbol`,
      { collector, symbols, fromS: Math.max(0, fromDay * 86_400) },
    );
    return new Map(rows.map(({ symbol, days }) => [symbol, new Set(days)]));
  }

  /** Returns the start of the last stored bar of each symbol, epoch ms. */
  async lastBars(symbols: readonly string[], intervalMin: number): Promise<Map<string, number>> {
    const rows = await this.#store.reader.query<{ symbol: string; last: number }>(
      `SELECT CAST(symbol, 'String') AS symbol, toUInt32(max(ts)) AS last FROM ${barsOf(intervalMin, 'FINAL')} GROUP BY symbol`,
      { symbols },
    );
    return new Map(rows.map(({ symbol, last }) => [symbol, last * 1000]));
  }

  /** Returns the stored splits of the symbols whose last event came from the source. */
  async storedSplits(source: string, symbols: readonly string[]): Promise<StoredSplit[]> {
    return this.#store.reader.query<StoredSplit>(
      `SELECT CAST(symbol, 'String') AS symbol, id, toInt32(ex_date) AS day FROM market.corporate_actions FINAL
       WHERE symbol IN {symbols:Array(String)} AND source = {source:String} ORDER BY symbol, id`,
      { source, symbols },
    );
  }

  /** Writes news that waits for classification; the version of an item is its last change. */
  async putNews(rows: readonly WaitingNewsRow[]): Promise<void> {
    if (rows.length > 0) await waitingNewsTable.insert(this.#store.writer, rows);
  }

  /** Returns when the newest stored news of the symbols changed, epoch ms; 0 if there is none. */
  async lastNews(source: string, symbols: readonly string[]): Promise<number> {
    const [{ last }] = await this.#store.reader.query<{ last: number }>(
      `SELECT toUnixTimestamp64Milli(max(updated_at)) AS last FROM market.news_waiting
       WHERE source = {source:String} AND symbol IN {symbols:Array(String)}`,
      { source, symbols },
    );
    return last;
  }

  /** Returns which process runs the collectors; undefined if none has claimed them. */
  async owner(): Promise<RowOf<typeof ownerTable> | undefined> {
    const [row] = await ownerTable.select(this.#store.writer, 'FINAL');
    return row;
  }

  async setOwner(owner: string, after: number): Promise<void> {
    const beatMs = this.#clock.nowMs();
    await ownerTable.insert(this.#store.writer, [{ owner, beatMs, version: Math.max(beatMs, after + 1) }]);
  }
}

/** SQL of the symbols' bars, without FINAL of all their versions. */
const barsOf = (intervalMin: number, final = '') =>
  `(SELECT symbol, ts FROM market.bars ${final}
    WHERE symbol IN {symbols:Array(String)} AND interval = '${formatInterval(intervalMin)}')`;
