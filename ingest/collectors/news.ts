/** News of a collector. Vendors give no direction and no impact: it waits in `market.news_waiting`, one row per symbol. */
import { canonicalSymbol } from '../../exchange/symbol.ts';
import { inGroups } from '../../lib/collections.ts';
import { MS_PER_DAY } from '../../lib/days.ts';
import type { SeriesContext } from './contract.ts';
import { runsTotal } from './errors.ts';
import { Worker } from './worker.ts';

export const NEWS_ITEM = 'news';

/** Vendors publish changes this late. */
const OVERLAP_MS = 10 * 60_000;

export class NewsWorker extends Worker<SeriesContext> {
  protected override readonly item = NEWS_ITEM;
  /** Resumes at the newest stored item, for each group of symbols of one request. */
  protected async run(signal: AbortSignal): Promise<void> {
    const { id, options, clock, store, openSource } = this.context;
    const { assetClass, fromDay } = options;
    const source = await openSource();
    const nowMs = clock.nowMs();
    const keptMs = (await store.policies()).cut('news', assetClass, null, nowMs)?.cutMs ?? 0;
    for (const symbols of inGroups(options.symbols, source.symbolsPerRequest)) {
      const canonical = new Map(symbols.map((name) => [name, canonicalSymbol(name, assetClass)]));
      const lastMs = await store.lastNews(source.label, [...canonical.values()]);
      const fromMs = Math.max(fromDay * MS_PER_DAY, lastMs - OVERLAP_MS, keptMs);
      for await (const items of source.news!({ symbols, fromMs, signal })) {
        const rows = items.flatMap(({ symbols: named, publishedMs: eventMs, ...item }) =>
          named.flatMap((name) => {
            const symbol = canonical.get(name);
            const row = { ...item, source: source.label, assetClass, eventMs, receivedMs: clock.nowMs() };
            return symbol === undefined ? [] : [{ ...row, symbol, version: item.updatedMs }];
          }),
        );
        await store.putNews(rows);
      }
    }
    runsTotal.inc({ collector: id, outcome: 'ok' });
  }
}
