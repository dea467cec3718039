/** How far each collector has come: what `collectors status` and `status` say of them. */

import { canonicalSymbol } from '../../exchange/symbol.ts';
import { ACTIONS_ITEM } from '../../ingest/collectors/actions.ts';
import { kindOf } from '../../ingest/collectors/kinds.ts';
import { NEWS_ITEM } from '../../ingest/collectors/news.ts';
import { lagMs, missingDaysOf } from '../../ingest/collectors/series-worker.ts';
import type { CollectorStore, StoredCollector } from '../../ingest/collectors/store.ts';
import type { ProgressRow } from '../../ingest/collectors/tables.ts';
import { tradingDaysOf } from '../../ingest/collectors/trading-days.ts';
import type { Clock } from '../../lib/clock.ts';
import { isoDate } from '../../lib/days.ts';

/** A row a symbol (of a folder one in all): last bar, lag, holes, last error, next run. */
export async function collectorRows(
  store: CollectorStore,
  clock: Clock,
  collector: StoredCollector,
  only: string | undefined,
) {
  const { id, state } = collector;
  const kind = kindOf(collector.kind);
  if (kind.form === 'folder') {
    const [one] = await store.progress(id);
    return only === undefined ? [{ ...statusRow(id, state, one), symbol: null, vendor_symbol: null }] : [];
  }
  const series = kind.series(collector.options);
  const days = tradingDaysOf(series.assetClass);
  const nowMs = clock.nowMs();
  const progress = new Map((await store.progress(id)).map((row) => [row.item, row]));
  const stored = new Map(series.symbols.map((name) => [name, canonicalSymbol(name, series.assetClass)]));
  const last = await store.lastBars([...stored.values()], series.intervalMin);
  const rows = [];
  for (const [name, symbol] of stored) {
    if (only !== undefined && only !== name && only !== symbol) continue;
    const missing = await missingDaysOf(store, id, symbol, series, nowMs);
    const lastMs = last.get(symbol);
    const one = progress.get(name);
    rows.push({
      ...statusRow(id, state, one),
      symbol,
      vendor_symbol: name,
      last_bar: lastMs === undefined ? null : iso(lastMs),
      lag_s: lastMs === undefined ? null : Math.floor(lagMs(days, lastMs, series.intervalMin, nowMs) / 1000),
      holes: missing.length,
      first_hole: missing.length > 0 ? isoDate(missing[0]) : null,
    });
  }
  if (only !== undefined) return rows;
  for (const item of [...(series.news ? [NEWS_ITEM] : []), ...(series.actions ? [ACTIONS_ITEM] : [])])
    rows.push({ ...statusRow(id, state, progress.get(item)), vendor_symbol: item });
  return rows;
}

/** The same columns for each, whatever there is to tell. */
function statusRow(collector: string, state: string, progress: ProgressRow | undefined) {
  return {
    collector,
    state,
    symbol: null as string | null,
    vendor_symbol: null as string | null,
    last_bar: null as string | null,
    lag_s: null as number | null,
    holes: null as number | null,
    first_hole: null as string | null,
    last_run: isoOrNull(progress?.runMs),
    file: progress?.file || null,
    next_run: state === 'running' ? isoOrNull(progress?.nextRunMs) : null,
    last_error: progress?.error || null,
    last_error_at: progress?.error ? isoOrNull(progress.errorMs) : null,
  };
}

export const iso = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z');
const isoOrNull = (ms: number | null | undefined) => (ms == null ? null : iso(ms));
