/**
 * Brings the records of a symbol up to the bars and news that are stored. The work list is what the store says is
 * dirty; nothing is remembered here, so a restart at any point goes on where it was. Records are made again whole.
 */

import type { Clock } from '../../lib/clock.ts';
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import type { AssetClass } from '../../lib/symbol.ts';
import type { Store } from '../../sql/connect.ts';
import { allocateBars, type BarColumns } from '../bars/columns.ts';
import { dayStart, loadBars } from '../bars/load.ts';
import { numbers, type RecordTable } from '../records/table.ts';
import type { DataClock, SymbolMeta } from '../sessions/build.ts';
import type { DateRange, NewsColumns, Reach, Statistic } from '../statistics/statistic.ts';
import { loadNews, NEWS_SOURCES } from '../tables/news.ts';
import { insertColumns, readUnits, unitKey } from '../tables/rows.ts';
import { SESSIONS_TABLE } from '../tables/schema.ts';
import { ALL_DATES, affectedDates, clusters, sessionsAfter, sessionsBefore } from './affected.ts';
import type { ProjectionJob, ProjectionResult, ProjectionTask } from './job.ts';
import { type Series, type SeriesUnit, seriesOf, sessionsSeries } from './series.ts';
import { barEnds, type Kind, readState, type SymbolState } from './state.ts';

export interface ProjectorOptions {
  readonly store: Store;
  readonly statistics: readonly Statistic[];
  /** Runs the pure part, in a worker thread where there is one. */
  readonly run: (job: ProjectionJob) => Promise<ProjectionResult[]>;
  readonly clock: Clock;
}

export interface Projected {
  /** Dirty days that were brought up to date. */
  readonly days: number;
  /** Records computed. */
  readonly records: number;
  /** Rows written because they were new, different or gone. */
  readonly written: number;
}

export interface RebuildWish {
  /** Only this statistic. */
  readonly statistic?: string;
}

const NEVER = Number.NEGATIVE_INFINITY;
/** Rows of a higher definition win over any of a lower one. */
const DEFINITION_SHIFT = 44n;
/** First stretch of sessions a carried change is followed on; then four times as many. */
const FOLLOW_SESSIONS = 10;

interface Task {
  unit: SeriesUnit;
  series: Series;
  wanted: DateRange;
  rewrite: boolean;
  /** Sessions loaded before and after the wanted dates. */
  reach: Reach;
}

export class Projector {
  readonly #options: ProjectorOptions;
  readonly #series: readonly Series[];

  constructor(options: ProjectorOptions) {
    this.#options = options;
    this.#series = [sessionsSeries, ...options.statistics.map(seriesOf)];
  }

  /** The definition number that every series' records must have. */
  get definitions(): ReadonlyMap<string, number> {
    return new Map(this.#series.map(({ name, definition }) => [name, definition]));
  }

  /** @returns null where nothing is stored about the symbol or nothing is to do */
  async project(symbol: string, rebuild?: RebuildWish): Promise<Projected | null> {
    const { store } = this.#options;
    const state = await readState(store.reader, symbol);
    if (state.days.length === 0) return null;
    const dirty = state.days.filter((day) => day.dirty);
    const full = this.#series.filter(
      ({ name, definition }) =>
        state.definitions.get(name) !== definition ||
        (rebuild && (rebuild.statistic === undefined || rebuild.statistic === name)),
    );
    if (dirty.length === 0 && full.length === 0) return null;

    const context = await this.#context(state);
    const pieces = [...this.#fullTasks(full, state, context), ...(await this.#dirtyTasks(full, dirty, context))];
    let records = 0;
    let written = 0;
    for (const tasks of pieces) {
      const done = await this.#runTasks(tasks, context);
      records += done.records;
      written += done.written;
    }
    await this.#dropForeignUnits(full, context);
    await this.#settle(state, full, context);
    return { days: rebuild ? new Set(state.days.map(({ day }) => day)).size : dirty.length, records, written };
  }

  async #context(state: SymbolState): Promise<Context> {
    const { reader } = this.#options.store;
    const barDays = state.days.filter(({ kind }) => kind === 'bars').map(({ day }) => day);
    const ends = barDays.length === 0 ? null : await barEnds(reader, state.symbol, barDays);
    const meta = state.registered ?? (await this.#metaOfNews(state.symbol));
    const clock = ends
      ? { lastBarStart: ends.last, lastBarEnd: ends.last + meta.intervalMin }
      : { lastBarStart: NEVER, lastBarEnd: NEVER };
    return { state, meta, ends, clock, barDays };
  }

  async #metaOfNews(symbol: string): Promise<SymbolMeta> {
    const rows = await this.#options.store.reader.query<{ asset_class: AssetClass }>(
      `SELECT CAST(asset_class, 'String') AS asset_class FROM market.events_sentiment FINAL WHERE symbol = {symbol:String} LIMIT 1
       UNION ALL
       SELECT CAST(asset_class, 'String') AS asset_class FROM market.events_sentiment_crypto FINAL WHERE symbol = {symbol:String} LIMIT 1`,
      { symbol },
    );
    return { symbol, assetClass: rows[0]?.asset_class ?? 'equity', intervalMin: 1 };
  }

  #fullTasks(full: readonly Series[], state: SymbolState, { meta }: Context): Task[][] {
    if (full.length === 0) return [];
    const tasks = full.flatMap((series) => {
      const before = state.definitions.get(series.name);
      const rewrite = before !== undefined && before !== series.definition;
      const reach = { back: 0, ahead: 0 };
      return series.units(meta).map((unit) => ({ unit, series, wanted: ALL_DATES, rewrite, reach }));
    });
    return [tasks];
  }

  async #dirtyTasks(full: readonly Series[], dirty: SymbolState['days'], context: Context): Promise<Task[][]> {
    const { meta } = context;
    const rest = this.#series.filter((series) => !full.includes(series));
    if (rest.length === 0 || dirty.length === 0) return [];
    const moved = await this.#movedNewsDays(dirty, context);
    const days = [...dirty.map(({ day }) => day), ...moved];
    const calendars = await this.#calendars(meta.symbol);
    const open = dirty.some(({ kind }) => kind === 'bars') ? await this.#openDates(rest, meta.symbol) : new Map();
    return clusters(days).map((cluster) => {
      const barsDirty = dirty.some(({ kind, day }) => kind === 'bars' && day >= cluster.from && day <= cluster.to);
      const tasks: Task[] = [];
      for (const series of rest) {
        if (series.basis === 'sessions' && !barsDirty) continue;
        for (const unit of series.units(meta)) {
          const reach = series.reach(unit, meta);
          const calendar = calendars.get(unit.session) ?? context.barDays;
          const wanted = affectedDates(
            cluster,
            calendar,
            reach,
            open.get(`${series.name}|${unit.session}|${unit.variant}`),
          );
          tasks.push({ unit, series, wanted, rewrite: false, reach });
        }
      }
      return tasks;
    });
  }

  /** Dates of the stored sessions by window: what sessions before and after are counted in. */
  async #calendars(symbol: string): Promise<Map<string, Float64Array>> {
    const units = await readUnits(
      this.#options.store.reader,
      { ...SESSIONS_TABLE, fields: SESSIONS_TABLE.fields.filter(({ name }) => name === 'date') },
      { symbol },
    );
    return new Map([...units].map(([key, table]) => [key.split('|')[0], numbers(table, 'date')]));
  }

  /** First date of a record that waits for later bars, by series, session and variant. */
  async #openDates(series: readonly Series[], symbol: string): Promise<Map<string, number>> {
    const parts = series.map(
      ({ name, table }) =>
        `SELECT '${name}' AS series, CAST(session, 'String') AS session, CAST(variant, 'String') AS variant, toInt32(min(date)) AS first
         FROM ${table.name} FINAL WHERE symbol = {symbol:String} AND NOT complete GROUP BY session, variant`,
    );
    const rows = await this.#options.store.reader.query<{
      series: string;
      session: string;
      variant: string;
      first: number;
    }>(parts.join('\nUNION ALL\n'), { symbol });
    return new Map(rows.map((row) => [`${row.series}|${row.session}|${row.variant}`, row.first]));
  }

  /** A correction may move a piece of news to another day or take it away: the days where its record stands now. */
  async #movedNewsDays(dirty: SymbolState['days'], { meta }: Context): Promise<number[]> {
    const news = this.#series.find(({ basis }) => basis === 'news');
    const kinds = NEWS_SOURCES.filter((source) => dirty.some(({ kind }) => kind === (source as Kind)));
    const days: number[] = [];
    for (const kind of news ? kinds : []) {
      const rows = await this.#options.store.reader.query<{ day: number }>(
        `SELECT DISTINCT toInt32(date) AS day FROM ${news!.table.name} FINAL
         WHERE symbol = {symbol:String} AND news_id IN
           (SELECT id FROM market.events_${kind} WHERE symbol = {symbol:String} AND has({days:Array(Int32)}, toInt32(toDate32(event_timestamp))))`,
        { symbol: meta.symbol, days: dirty.filter((day) => day.kind === kind).map(({ day }) => day) },
      );
      days.push(...rows.map(({ day }) => day));
    }
    return days;
  }

  async #runTasks(given: readonly Task[], context: Context): Promise<{ records: number; written: number }> {
    const calendars = await this.#calendars(context.meta.symbol);
    let tasks = given;
    let records = 0;
    let written = 0;
    while (tasks.length > 0) {
      const job = await this.#job(tasks, calendars, context);
      const results = await this.#options.run(job);
      const again: Task[] = [];
      const bodies = new Map<Series, string[]>();
      results.forEach((result, i) => {
        const task = tasks[i];
        if (result.backShort || result.aheadShort) again.push(further(task, result));
        else if (!result.settled && task.wanted.to < ALL_DATES.to) again.push(this.#longer(task, calendars, context));
        else {
          records += result.records;
          written += result.written;
          if (result.tsv) bodies.set(task.series, [...(bodies.get(task.series) ?? []), result.tsv]);
        }
      });
      for (const [series, parts] of bodies) {
        await this.#options.store.writer.insertText(
          series.table.name,
          insertColumns(series.table),
          'TSV',
          parts.join(''),
        );
      }
      tasks = again;
    }
    return { records, written };
  }

  #longer(task: Task, calendars: Map<string, Float64Array>, context: Context): Task {
    const calendar = calendars.get(task.unit.session) ?? context.barDays;
    const width = Math.max(FOLLOW_SESSIONS, (task.wanted.to - task.wanted.from) * 4);
    return { ...task, wanted: { from: task.wanted.from, to: sessionsAfter(calendar, task.wanted.to, width) } };
  }

  /** Loads what the tasks read: their dates and the sessions around them. */
  async #job(tasks: readonly Task[], calendars: Map<string, Float64Array>, context: Context): Promise<ProjectionJob> {
    const { reader } = this.#options.store;
    const { meta, barDays, clock, state } = context;
    const wanted: DateRange = {
      from: Math.min(...tasks.map((task) => task.wanted.from)),
      to: Math.max(...tasks.map((task) => task.wanted.to)),
    };
    const data: DateRange = { from: barDays[0] ?? 0, to: barDays.at(-1) ?? 0 };
    const stretches = tasks.map((task) => {
      const calendar = calendars.get(task.unit.session) ?? barDays;
      // A session may be dated a day from its bars, and the first one of the stretch may be cut.
      const from = sessionsBefore(calendar, task.wanted.from, task.reach.back + 1) - 2;
      const to = sessionsAfter(calendar, task.wanted.to, task.reach.ahead + 1) + 2;
      return { from: Math.max(from, data.from), to: Math.min(to, data.to) };
    });
    const bars: BarColumns =
      barDays.length === 0
        ? allocateBars(0)
        : await loadBars(
            reader,
            meta.symbol,
            dayStart(Math.min(...stretches.map(({ from }) => from))),
            dayStart(Math.max(...stretches.map(({ to }) => to)) + 1),
          );

    const stored = new Map<Series, Map<string, RecordTable>>();
    const news: { sentiment?: NewsColumns; sentiment_crypto?: NewsColumns } = {};
    for (const series of new Set(tasks.map((task) => task.series))) {
      const own = tasks.filter((task) => task.series === series);
      stored.set(
        series,
        await readUnits(reader, series.table, {
          symbol: meta.symbol,
          from: Math.min(...own.map((task) => task.wanted.from)),
          to: Math.max(...own.map((task) => task.wanted.to)),
        }),
      );
      if (series.basis !== 'news') continue;
      for (const source of NEWS_SOURCES) {
        if (state.days.some(({ kind }) => kind === source)) {
          news[source] = await loadNews(reader, source, meta.symbol, wanted.from - 1, wanted.to + 1);
        }
      }
    }
    const projectionTasks: ProjectionTask[] = tasks.map((task, i) => ({
      unit: task.unit,
      wanted: task.wanted,
      stretch: stretches[i],
      stored: stored.get(task.series)?.get(unitKey(task.unit.session, task.unit.variant)) ?? null,
      rewrite: task.rewrite,
    }));
    const versions = Object.fromEntries(
      this.#series.map(({ name, definition }) => [name, this.#version(definition, state)]),
    );
    return {
      meta,
      bars,
      clock,
      stored: data,
      news,
      tasks: projectionTasks,
      versions,
      computedAtMs: this.#options.clock.nowMs(),
    };
  }

  #version(definition: number, state: SymbolState): string {
    return String((BigInt(definition) << DEFINITION_SHIFT) + BigInt(state.landed));
  }

  /** Variants that this feed no longer has (its interval was set anew): their rows go. */
  async #dropForeignUnits(full: readonly Series[], { meta, state }: Context): Promise<void> {
    for (const series of full) {
      if (!state.definitions.has(series.name)) continue;
      const variants = [...new Set(series.units(meta).map(({ variant }) => variant))];
      await this.#options.store.writer.command(
        `DELETE FROM ${series.table.name} WHERE symbol = {symbol:String} AND NOT has({variants:Array(String)}, variant)`,
        { symbol: meta.symbol, variants },
      );
    }
  }

  /** Last of all: what is on record as done. A crash before this does the work again. */
  async #settle(state: SymbolState, full: readonly Series[], { meta, ends }: Context): Promise<void> {
    const { writer, reader } = this.#options.store;
    const now = this.#options.clock.nowMs();
    const at = (now / 1000).toFixed(3);
    const [{ n: sessions }] = await reader.query<{ n: number }>(
      `SELECT count() AS n FROM ${SESSIONS_TABLE.name} FINAL WHERE symbol = {symbol:String} AND session = 'default'`,
      { symbol: state.symbol },
    );
    await writer.insertRows(
      'market.symbol_coverage',
      ['symbol', 'asset_class', 'has_bars', 'first_bar', 'last_bar', 'sessions', 'last_day', 'computed_at', 'version'],
      [
        [
          state.symbol,
          meta.assetClass,
          ends !== null,
          ends ? ends.first * 60 : null,
          ends ? ends.last * 60 : null,
          sessions,
          new Date(lastDay(state) * MINUTES_PER_DAY * 60_000).toISOString().slice(0, 10),
          at,
          state.landed,
        ],
      ],
    );
    if (full.length > 0) {
      await writer.insertRows(
        'market.computed_units',
        ['statistic', 'symbol', 'definition', 'computed_at', 'version'],
        full.map(({ name, definition }) => [name, state.symbol, definition, at, this.#version(definition, state)]),
      );
    }
    const dirty = state.days.filter((day) => day.dirty);
    await writer.insertRows(
      'market.computed_days',
      ['kind', 'symbol', 'day', 'fingerprint', 'rows', 'computed_at'],
      dirty.map(({ kind, day, fingerprint, rows }) => [
        kind,
        state.symbol,
        new Date(day * MINUTES_PER_DAY * 60_000).toISOString().slice(0, 10),
        fingerprint,
        rows,
        at,
      ]),
    );
  }
}

interface Context {
  readonly state: SymbolState;
  readonly meta: SymbolMeta;
  readonly ends: { first: number; last: number } | null;
  readonly clock: DataClock;
  /** UTC dates with bars, ascending. */
  readonly barDays: readonly number[];
}

/** Twice as far, where the kernel found its look-back (look-ahead) too short. */
function further(task: Task, { backShort, aheadShort }: ProjectionResult): Task {
  const wider = (sessions: number, short: boolean) => (short ? Math.max(4, sessions * 2) : sessions);
  return {
    ...task,
    reach: { back: wider(task.reach.back, backShort), ahead: wider(task.reach.ahead, aheadShort) },
  };
}

function lastDay(state: SymbolState): number {
  return Math.max(...state.days.map(({ day }) => day));
}
