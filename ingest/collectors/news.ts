/**
 * News of a collector. Vendors say neither direction nor impact, and without them news is in no statistic: it waits in
 * `market.news_waiting` as it came, one row a symbol, until it is classified. Nothing is guessed.
 */

import { canonicalSymbol } from '../../exchange/symbol.ts';
import { MS_PER_DAY } from '../../lib/days.ts';
import type { Store } from '../../sql/connect.ts';
import type { NewsItem } from './contract.ts';
import { type SideOptions, SideWorker } from './side.ts';
import { type WaitingNewsRow, waitingNewsTable } from './tables.ts';

export const NEWS_ITEM = 'news';

export interface NewsWorkerOptions extends SideOptions {
  readonly tables: Pick<Store, 'writer'>;
}

/** Changes that the vendor publishes late. */
const OVERLAP_MS = 10 * 60_000;
/** Symbols that vendors take in one request. */
const ONE_REQUEST = 100;

export class NewsWorker extends SideWorker<NewsWorkerOptions> {
  protected readonly item = NEWS_ITEM;

  protected async collect(resumeMs: number | null, signal: AbortSignal, note: (ms: number) => void): Promise<void> {
    const { options, source, clock, store } = this.o;
    const nowMs = clock.nowMs();
    const keptMs = (await store.policies()).cutMs('news', options.assetClass, null, nowMs) ?? 0;
    const fromMs = Math.max(options.fromDay * MS_PER_DAY, (resumeMs ?? 0) - OVERLAP_MS, keptMs);
    for await (const items of source.news!({ symbols: options.symbols, fromMs, signal })) {
      await this.#keep(items);
      const last = items.at(-1);
      // Several requests side by side have no common place.
      if (last && options.symbols.length <= ONE_REQUEST) note(last.updatedMs);
    }
    // By the vendor's times of change, all up to the request is there now.
    note(nowMs);
  }

  async #keep(items: readonly NewsItem[]): Promise<void> {
    const { options, source, clock, tables } = this.o;
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
            version: item.updatedMs,
          }),
        ),
    );
    if (rows.length === 0) return;
    await waitingNewsTable.insert(tables.writer, rows);
  }
}
