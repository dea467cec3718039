/** A vendor in memory, and the service's collectors of it, one run at a time; what it answered is what they brought. */

import { newYorkDay, newYorkMinute } from '../../exchange/new-york.ts';
import type { Candle, CandleRequest, CandleSource, SeriesOptions } from '../../ingest/collectors/contract.ts';
import { ActionsWorker } from '../../ingest/collectors/scheduled-worker.ts';
import { SeriesWorker } from '../../ingest/collectors/series-worker.ts';
import { CollectorStore } from '../../ingest/collectors/store.ts';
import type { Landing } from '../../ingest/landing/landing.ts';
import { type Clock, systemTimers, type Timers } from '../../lib/clock.ts';
import { isoDate, isWeekend } from '../../lib/days.ts';
import { type Logger, silentLogger } from '../../lib/logger.ts';
import type { Store } from '../../sql/connect.ts';
import type { Collect, CollectorName, Manner } from './input-steps.ts';
import { MINUTES_PER_DAY, type Said } from './inputs.ts';
import { barAt, SYMBOLS } from './market.ts';
import { ACTIONS, BASE_MIN, FIRST_DAY, KEYS, OLD_SPLIT, TODAY } from './wire.ts';

const LABEL = 'vendor';
/** Until it is to have all, a collector begins here. */
const LATER_DAY = FIRST_DAY + 4;
/** Its actions then begin so long before its bars. */
const ACTIONS_BEFORE_DAYS = 300;
const SERIES_OF = { shorter: 'base', daily: 'daily' } as const;

/** Parts of a run that a control takes out. */
export interface CollectingParts {
  store(store: CollectorStore, clock: Clock): CollectorStore;
  source(source: CandleSource): CandleSource;
}

export interface CollectingOptions {
  readonly store: Store;
  readonly landing: Landing;
  readonly clock: Clock;
  readonly addedMs: number;
  readonly parts?: Partial<CollectingParts>;
}

/** Rows of an answer; `whole`: to a request for days that are over. */
export interface Page {
  readonly whole: boolean;
  readonly rows: readonly Said[];
}

const actionsFrom = (fromDay: number) => (fromDay < LATER_DAY ? fromDay - ACTIONS_BEFORE_DAYS : fromDay);
const symbolsOf = (collector: CollectorName) => (collector === 'daily' ? SYMBOLS.slice(0, 1) : SYMBOLS);
const startOf = (series: 'base' | 'daily', key: number) =>
  // A vendor dates a daily bar by its exchange's midnight.
  (series === 'daily' ? newYorkMinute(key / MINUTES_PER_DAY, 0) : key) * 60_000;
const todayMs = newYorkMinute(TODAY, 0) * 60_000;

export class Vendor {
  /** What it has, by series and symbol: the take by key. */
  readonly #rows = new Map<string, Map<number, number>>();
  /** What it has answered in this run. */
  readonly #pages: Page[] = [];
  /** By collector and symbol: days that it has answered as a whole, and bars of today. */
  readonly #answered = new Set<string>();
  /** Collectors that are to have all. */
  readonly #whole = new Set<CollectorName>();

  constructor() {
    for (const symbol of SYMBOLS) this.#of('actions', symbol).set(OLD_SPLIT, 0);
  }

  #of(series: Said['series'], symbol: string): Map<number, number> {
    const known = this.#rows.get(`${series} ${symbol}`) ?? new Map<number, number>();
    this.#rows.set(`${series} ${symbol}`, known);
    return known;
  }

  /** From now on it says so. Splits of long ago it has known for long. */
  publish(rows: readonly Said[]): void {
    for (const { series, symbol, key, value } of rows) {
      if (series === 'actions' && (key === OLD_SPLIT || ACTIONS[key].id !== undefined)) continue;
      const known = this.#of(series, symbol);
      if (value === null) known.delete(key);
      else known.set(key, value);
    }
  }

  /** All of a symbol is asked for again. */
  forget(symbol: string): void {
    for (const place of [...this.#answered]) if (place.includes(` ${symbol} `)) this.#answered.delete(place);
  }

  /** Days that are over and were not answered, and bars of today that no answer had. */
  missed(collector: CollectorName): string[] {
    const series = SERIES_OF[collector];
    return symbolsOf(collector).flatMap((symbol) => {
      const days = Array.from({ length: TODAY - this.#fromDay(collector) }, (_, i) => this.#fromDay(collector) + i);
      const today = [...this.#of(series, symbol).keys()].filter((key) => startOf(series, key) >= todayMs);
      const places = [
        ...days.filter((day) => !isWeekend(day)).map((day) => `${collector} ${symbol} ${isoDate(day)}`),
        ...today.map((key) => `${collector} ${symbol} ${key}`),
      ];
      return places.filter((place) => !this.#answered.has(place));
    });
  }

  #fromDay(collector: CollectorName): number {
    return this.#whole.has(collector) ? FIRST_DAY : LATER_DAY;
  }

  /** Runs a collector until it has nothing more to ask; what it was answered. */
  async collect({ collector, manner, whole, backfill }: Collect, options: CollectingOptions): Promise<Page[]> {
    const { landing, clock, addedMs, parts = {} } = options;
    const series = SERIES_OF[collector];
    const symbols = symbolsOf(collector);
    if (whole) this.#whole.add(collector);
    const fromDay = this.#fromDay(collector);
    if (manner === 'newest') for (const symbol of symbols) this.#publishToday(series, symbol);
    const state = new CollectorStore(options.store, clock);
    const failures: unknown[] = [];
    const source = this.#source(collector, manner, clock);
    const common = {
      id: collector,
      target: landing,
      clock,
      addedMs,
      timers: systemTimers,
      nextTickMs: () => null,
      source: parts.source?.(source) ?? source,
      store: parts.store?.(state, clock) ?? state,
      options: seriesOptions(symbols, collector === 'daily' ? MINUTES_PER_DAY : BASE_MIN, fromDay),
      logger: noting(failures),
    };
    this.#pages.length = 0;
    if (backfill) {
      const days = Array.from({ length: TODAY - fromDay }, (_, i) => fromDay + i);
      await state.wantDays(collector, symbols, days);
      if (collector === 'shorter') await state.wantActions(collector, symbols, actionsFrom(fromDay));
    }
    await untilIdle((timers) => new SeriesWorker({ ...common, timers }));
    if (collector === 'shorter') {
      const ofActions = { ...common.options, fromDay: actionsFrom(fromDay) };
      await new OneRun({ ...common, options: ofActions }).once();
      // Of what it is asked for as of what it answers: all of the days that are wanted.
      for (const symbol of symbols) this.#noteActions(symbol, ofActions.fromDay);
    }
    if (failures.length > 0) throw failures[0];
    return [...this.#pages];
  }

  #publishToday(series: 'base' | 'daily', symbol: string): void {
    for (const key of KEYS[series].filter((one) => startOf(series, one) >= todayMs))
      this.#of(series, symbol).set(key, this.#of(series, symbol).get(key) ?? 0);
  }

  #noteActions(symbol: string, fromDay: number): void {
    const known = this.#of('actions', symbol);
    const rows: Said[] = [];
    for (const [key, { day, id }] of ACTIONS.entries()) {
      if (day < fromDay || id !== undefined) continue;
      rows.push({ series: 'actions', symbol, key, value: known.get(key) ?? null });
    }
    this.#pages.push({ whole: true, rows });
  }

  #source(collector: CollectorName, manner: Manner, clock: Clock): CandleSource {
    return {
      label: LABEL,
      symbolsPerRequest: SYMBOLS.length,
      candlesPerRequest: 10_000,
      candles: (request) => this.#answer(collector, manner, request, clock.nowMs()),
      actions: (request) => this.#actions(request),
    };
  }

  async *#answer(collector: CollectorName, manner: Manner, { symbols, fromMs, toMs }: CandleRequest, vendorMs: number) {
    const series = SERIES_OF[collector];
    const answered = symbols.map((symbol) => {
      const candles = [...this.#of(series, symbol)]
        .map(([key, take]) => ({ key, take, startMs: startOf(series, key) }))
        .filter(({ startMs }) => {
          if (manner === 'newest') return startMs >= todayMs;
          return startMs >= fromMs && startMs < toMs && (manner !== 'late' || startMs < todayMs);
        });
      return { symbol, candles: candles.sort((a, b) => a.startMs - b.startMs) };
    });
    const rows: Said[] = [];
    for (const { symbol, candles } of answered) {
      for (const { key, take, startMs } of candles) {
        if (startMs < fromMs || startMs >= toMs) continue;
        rows.push({ series, symbol, key, value: take });
        this.#answered.add(`${collector} ${symbol} ${key}`);
      }
      for (
        let day = newYorkDay(fromMs / 60_000);
        manner !== 'newest' && newYorkMinute(day + 1, 0) * 60_000 <= toMs;
        day++
      )
        if (newYorkMinute(day, 0) * 60_000 >= fromMs) this.#answered.add(`${collector} ${symbol} ${isoDate(day)}`);
    }
    this.#pages.push({ whole: toMs <= todayMs, rows });
    const page = (correction: number) => ({
      candles: new Map(
        answered.map(({ symbol, candles }) => [
          symbol,
          candles.map(({ key, take, startMs }): Candle => ({ startMs, ...barAt(key, take + correction) })),
        ]),
      ),
      vendorMs,
    });
    if (manner === 'corrected') yield page(1);
    yield page(0);
  }

  async *#actions({ symbols, fromDay, toDay }: { symbols: readonly string[]; fromDay: number; toDay: number }) {
    yield symbols.flatMap((symbol) =>
      [...this.#of('actions', symbol)].flatMap(([key, take]) => {
        const { day, values } = ACTIONS[key];
        return day >= fromDay && day <= toDay ? [{ symbol, day, ratio: values[take] }] : [];
      }),
    );
  }
}

function seriesOptions(symbols: readonly string[], intervalMin: number, fromDay: number): SeriesOptions {
  const extras = { stream: false, news: false, actions: true };
  return { symbols, intervalMin, assetClass: 'etf', fromDay, schedule: '* * * * *', ...extras };
}

/** A worker that fails tries again later: here that is a finding. */
function noting(failures: unknown[]): Logger {
  const warn = ({ err }: { err?: unknown }, message: string) => {
    if (/failed and tries again|could not be collected/.test(message)) failures.push(err);
  };
  return Object.assign(Object.create(silentLogger) as Logger, { warn });
}

/** A worker that has nothing to do sleeps until its next time. */
async function untilIdle(open: (timers: Timers) => SeriesWorker): Promise<void> {
  let fallAsleep = () => {};
  const asleep = new Promise<void>((resolve) => {
    fallAsleep = resolve;
  });
  const worker = open({
    ...systemTimers,
    sleep(_, signal) {
      fallAsleep();
      return new Promise((__, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    },
  });
  worker.start();
  await asleep;
  await worker.stop();
}

class OneRun extends ActionsWorker {
  once(): Promise<void> {
    return this.run(new AbortController().signal);
  }
}
