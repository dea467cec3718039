/**
 * News of a collector. Vendors say neither direction nor impact, and without them news is in no statistic: it waits in
 * `market.news_waiting` as it came, one row a symbol, until it is classified. Nothing is guessed.
 */
import { MS_PER_DAY } from '../../lib/days.ts';
import { backoffMs } from '../../lib/retry.ts';
import { canonicalSymbol } from '../../lib/symbol.ts';
import type { Store } from '../../sql/connect.ts';
import { type WaitingNewsRow, waitingNewsTable } from '../../sql/tables/collectors.ts';
import type { NewsItem } from './contract.ts';
import { VendorError } from './errors.ts';
import { runsTotal } from './metrics.ts';
import type { SeriesWorkerOptions } from './series.ts';

export const NEWS_ITEM = 'news';

export interface NewsWorkerOptions extends Omit<SeriesWorkerOptions, 'target'> {
  readonly tables: Pick<Store, 'writer'>;
}

/** Changes that the vendor publishes late. */
const OVERLAP_MS = 10 * 60_000;
/** Symbols that vendors take in one request. */
const ONE_REQUEST = 100;
const BACKOFF = { firstMs: 5_000, maxMs: 900_000 } as const;

export class NewsWorker {
  readonly #o: NewsWorkerOptions;
  readonly #stop = new AbortController();
  #running: Promise<void> | null = null;
  #failures = 0;
  #pausedUntilMs = 0;

  constructor(options: NewsWorkerOptions) {
    this.#o = options;
  }

  /** A time of the schedule has come. */
  tick(): void {
    if (this.#running || this.#stop.signal.aborted || this.#o.clock.nowMs() < this.#pausedUntilMs) return;
    this.#running = this.#collect().finally(() => {
      this.#running = null;
    });
  }

  async stop(): Promise<void> {
    this.#stop.abort(new Error('the collector is stopping'));
    await this.#running;
  }

  async #collect(): Promise<void> {
    const { id, store, options, source, clock, timers, logger } = this.#o;
    const { signal } = this.#stop;
    let resumeMs: number | null = null;
    let error = '';
    try {
      resumeMs = (await store.progress(id)).find(({ item }) => item === NEWS_ITEM)?.resumeMs ?? null;
      const fromMs = Math.max(options.fromDay * MS_PER_DAY, (resumeMs ?? 0) - OVERLAP_MS);
      const nowMs = clock.nowMs();
      for await (const items of source.news!({ symbols: options.symbols, fromMs, signal })) {
        await this.#keep(items);
        // What fails later goes on from here; several requests side by side have no common place.
        if (options.symbols.length <= ONE_REQUEST) resumeMs = items.at(-1)?.updatedMs ?? resumeMs;
      }
      // By the vendor's times of change, all up to the request is there now.
      resumeMs = nowMs;
      this.#failures = 0;
      runsTotal.inc({ collector: id, outcome: 'ok' });
    } catch (failure) {
      if (signal.aborted) return;
      error = failure instanceof Error ? failure.message : String(failure);
      this.#failures++;
      const ownMs = backoffMs(this.#failures, BACKOFF.firstMs, BACKOFF.maxMs, timers.random);
      const toldMs = failure instanceof VendorError ? (failure.retryAfterMs ?? 0) : 0;
      this.#pausedUntilMs = clock.nowMs() + Math.max(ownMs, toldMs);
      runsTotal.inc({ collector: id, outcome: failure instanceof VendorError ? failure.fault : 'error' });
      logger.warn({ collector: id, err: failure }, 'news could not be collected');
    }
    const runMs = clock.nowMs();
    const nextRunMs = Math.max(this.#o.nextTickMs() ?? 0, this.#pausedUntilMs);
    const row = { item: NEWS_ITEM, resumeMs, runMs, nextRunMs, error, errorMs: error === '' ? null : runMs };
    await store.noteProgress(id, [row]).catch((err) => logger.error({ collector: id, err }, 'its state is not noted'));
  }

  async #keep(items: readonly NewsItem[]): Promise<void> {
    const { options, source, clock, tables } = this.#o;
    const wanted = new Set(options.symbols);
    const rows = items.flatMap(({ symbols, publishedMs: eventMs, ...item }) =>
      symbols
        .filter((name) => wanted.has(name))
        .map(
          (name): WaitingNewsRow => ({
            ...item,
            source: source.label,
            symbol: canonicalSymbol(name, options.assetClass),
            assetClass: options.assetClass,
            eventMs,
            receivedMs: clock.nowMs(),
          }),
        ),
    );
    if (rows.length === 0) return;
    await tables.writer.insertRows('market.news_waiting', waitingNewsTable.columns, rows.map(waitingNewsTable.toRow));
  }
}
