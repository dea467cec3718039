/** `collectors add|list|status|start|stop|backfill|remove`: what the operator wants of them, kept in the store. */
import { existsSync } from 'node:fs';
import { canonicalSymbol } from '../../exchange/symbol.ts';
import { tradingDaysOf } from '../../exchange/trading-days.ts';
import { lagMs, missingDays, openDays } from '../../ingest/collectors/bars.ts';
import type { SeriesOptions } from '../../ingest/collectors/contract.ts';
import { firstDay } from '../../ingest/collectors/kind.ts';
import { kindOf } from '../../ingest/collectors/kinds.ts';
import { NEWS_ITEM } from '../../ingest/collectors/news.ts';
import { SPLITS_ITEM } from '../../ingest/collectors/splits.ts';
import type { ProgressRow } from '../../ingest/collectors/store.ts';
import { CollectorStore, type StoredCollector } from '../../ingest/collectors/store.ts';
import type { Clock } from '../../lib/clock.ts';
import { isoDate, parseIsoDate } from '../../lib/days.ts';
import type { Store } from '../../sql/connect.ts';
import type { Handlers } from '../handlers.ts';
import { notDone, type OperationContext, usageError } from '../operation.ts';

export interface CollectorOperationsOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** Called when what is wanted changed. */
  readonly onCollectors?: () => void;
}

const ID = /^[a-z0-9][a-z0-9-]{0,63}$/;

export function collectorOperations(options: CollectorOperationsOptions): Handlers<'collectors'> {
  const { clock } = options;
  const store = new CollectorStore(options.store, clock);

  async function found(id: string): Promise<StoredCollector> {
    const collectors = await store.list();
    const collector = collectors.find((one) => one.id === id);
    if (collector) return collector;
    const names = collectors.map((one) => one.id).join(', ');
    throw notDone(`there is no collector ${id}${names ? `; there are ${names}` : '; add one with `collectors add`'}`);
  }

  async function put(collector: StoredCollector, change: Partial<Pick<StoredCollector, 'state' | 'options'>>) {
    await store.put({ ...collector, ...change }, collector.version);
    options.onCollectors?.();
  }

  async function noticeOfRetention(
    { fromDay, assetClass, intervalMin }: Pick<SeriesOptions, 'fromDay' | 'assetClass' | 'intervalMin'>,
    context: OperationContext,
  ): Promise<void> {
    const first = (await store.policies()).firstBarsDay(assetClass, intervalMin, clock.nowMs());
    if (first !== null && fromDay < first)
      context.notice(`retention keeps these bars from ${isoDate(first)} on: earlier days are not requested`);
  }

  const setState =
    (state: 'running' | 'stopped') =>
    async ({ id }: { id: string }) => {
      const collector = await found(id);
      await put(collector, { state });
      return { id: collector.id, state };
    };

  return {
    async 'collectors.add'({ kind: name, id: wanted, ...given }, context) {
      const kind = kindOf(name);
      const prepared = kind.prepare(given, clock);
      const id = wanted ?? prepared.id;
      if (!ID.test(id)) throw usageError(`--id: "${id}" is not 1-64 of a-z 0-9 - starting with a letter or digit`);
      if (kind.form === 'series') await kind.check(prepared.options);
      const others = await store.list();
      if (others.some((one) => one.id === id))
        throw notDone(`the collector ${id} exists: give this one another name with --id, or remove that one first`);
      for (const other of others) refuseShared({ kind: name, options: prepared.options }, other);
      await store.forget(id);
      const createdAtMs = clock.nowMs();
      await store.put({ id, kind: name, options: prepared.options, state: 'running', createdAtMs });
      options.onCollectors?.();
      if (kind.form === 'series') await noticeOfRetention(kind.series(prepared.options), context);
      else noticeOfFolder(kind.folder(prepared.options).dir, context);
      return { id, kind: name, state: 'running', ...prepared.options };
    },
    async 'collectors.list'() {
      const collectors = await store.list();
      return {
        collectors: collectors.map(({ id, kind, state, options: own, createdAtMs }) => ({
          id,
          kind,
          state,
          ...own,
          added: iso(createdAtMs),
        })),
      };
    },
    async 'collectors.status'({ id, symbol }) {
      const collectors = id === undefined ? await store.list() : [await found(id)];
      const rows = [];
      for (const collector of collectors)
        rows.push(...(await collectorRows(store, clock, collector, symbol?.toUpperCase())));
      const waiting = 'SELECT count() AS n FROM market.v_news_waiting';
      const [{ n }] = await options.store.reader.query<{ n: number }>(waiting);
      return { symbols: rows, news_waiting: n };
    },
    'collectors.start': setState('running'),
    'collectors.stop': setState('stopped'),
    async 'collectors.backfill'({ id, ...wish }, context) {
      const collector = await found(id);
      const kind = kindOf(collector.kind);
      if (kind.form === 'folder') throw usageError(`${id} is a folder: put the files into it again`);
      const series = kind.series(collector.options);
      const from = firstDay(wish.from, series.assetClass, clock, '--from');
      const to = wish.to === undefined ? tradingDaysOf(series.assetClass).dayAt(clock.nowMs()) : parseIsoDate(wish.to);
      if (to === null || to < from) throw usageError(`--to: "${wish.to}" is not a date at or after --from`);
      const names = wish.symbols
        ?.split(',')
        .map((name) => canonicalSymbol(name.trim().toUpperCase(), series.assetClass));
      const known = series.symbols.map((name) => canonicalSymbol(name, series.assetClass));
      const other = names?.find((name) => !known.includes(name));
      if (other !== undefined) throw notDone(`--symbols: ${id} does not collect ${other}`);
      await noticeOfRetention({ ...series, fromDay: from }, context);
      const days = tradingDaysOf(series.assetClass);
      const open = openDays(days, from, to);
      await store.forgetDays(id, names ?? known, from, to);
      const earlier = from < series.fromDay ? { ...collector.options, from: isoDate(from) } : collector.options;
      await put(collector, { options: earlier });
      return { id, from: isoDate(from), to: isoDate(to), symbols: (names ?? known).length, days: open.length };
    },
    async 'collectors.remove'({ id }) {
      const collector = await found(id);
      await store.put({ ...collector, state: 'removed' }, collector.version);
      await store.forget(id);
      options.onCollectors?.();
      return { id: collector.id, state: 'removed' };
    },
  };
}

/** Not refused: with servers it is a folder of the host of `ingest`. */
function noticeOfFolder(dir: string, context: OperationContext): void {
  if (!existsSync(`${dir}/`))
    context.notice(`${dir} is no folder on this machine: nothing is imported until there is one, where ingest runs`);
}

/** Bars of two vendors would replace each other, each time either is asked. Of one vendor they are the same bars. */
function refuseShared(mine: Pick<StoredCollector, 'kind' | 'options'>, other: StoredCollector): void {
  const vendorOf = ({ kind, options }: typeof mine) => {
    const { exchange, feed } = (options['own'] ?? {}) as { exchange?: string; feed?: string };
    return [kind, exchange, feed].join(' ');
  };
  const symbolsOf = ({ kind: name, options }: typeof mine) => {
    const kind = kindOf(name);
    if (kind.form === 'folder') return [];
    const series = kind.series(options);
    return series.symbols.map((symbol) => canonicalSymbol(symbol, series.assetClass));
  };
  if (vendorOf(mine) === vendorOf(other)) return;
  const theirs = new Set(symbolsOf(other));
  const shared = symbolsOf(mine).find((symbol) => theirs.has(symbol));
  if (shared !== undefined)
    throw notDone(
      `${shared} is collected by ${other.id}, from another vendor: the bars of the two would replace each other`,
    );
}

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
  const missingBySymbol = await missingDays(store, id, series, nowMs);
  const rows = [];
  for (const [name, symbol] of stored) {
    if (only !== undefined && only !== name && only !== symbol) continue;
    const missing = missingBySymbol.get(symbol) ?? [];
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
  for (const item of [...(series.news ? [NEWS_ITEM] : []), ...(series.actions ? [SPLITS_ITEM] : [])])
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
