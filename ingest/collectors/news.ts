/**
 * News of a collector. Vendors say neither direction nor impact, and without them news is in no statistic: it waits in
 * `market.news_waiting` as it came, one row a symbol, until it is classified. Nothing is guessed.
 */

import { canonicalSymbol } from '../../exchange/symbol.ts';
import { MS_PER_DAY } from '../../lib/days.ts';
import type { WaitingNewsRow } from '../news/store.ts';
import type { NewsItem, SeriesContext } from './contract.ts';
import { ScheduledWorker } from './scheduled-worker.ts';

export const NEWS_ITEM = 'news';

/** Changes that the vendor publishes late. */
const OVERLAP_MS = 10 * 60_000;
const ONE_REQUEST = 100;

export class NewsWorker extends ScheduledWorker<SeriesContext> {
  protected readonly item = NEWS_ITEM;

  protected async collect(signal: AbortSignal): Promise<string> {
    const { options, source, clock, store } = this.context;
    const { symbols, assetClass, fromDay } = options;
    const nowMs = clock.nowMs();
    const keptMs = (await store.policies()).cut('news', assetClass, null, nowMs)?.cutMs ?? 0;
    const fromMs = Math.max(fromDay * MS_PER_DAY, (this.resumeMs ?? 0) - OVERLAP_MS, keptMs);
    for await (const items of source.news!({ symbols, fromMs, signal })) {
      await store.putNews(items.flatMap((item) => this.#rowsOf(item)));
      const last = items.at(-1);
      // Several requests side by side have no common resume point.
      if (last && symbols.length <= ONE_REQUEST) this.resumeMs = last.updatedMs;
    }
    // By the vendor's times of change, all up to the request is there now.
    this.resumeMs = nowMs;
    return '';
  }

  #rowsOf({ symbols, publishedMs: eventMs, ...item }: NewsItem): WaitingNewsRow[] {
    const { options, source, clock } = this.context;
    const { assetClass } = options;
    const collected = symbols.filter((name) => options.symbols.includes(name));
    return collected.map((name) => ({
      ...item,
      source: source.label,
      symbol: canonicalSymbol(name, assetClass),
      assetClass,
      eventMs,
      receivedMs: clock.nowMs(),
      version: item.updatedMs,
    }));
  }
}
