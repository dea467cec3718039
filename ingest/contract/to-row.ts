/** Parsed events as landing rows: canonical symbol, version, provenance. */
import type { z } from 'zod';
import { isoDate, MS_PER_DAY } from '../../lib/days.ts';
import { type AssetClass, canonicalSymbol } from '../../lib/symbol.ts';
import { newsId } from './news-id.ts';
import type {
  ActionRow,
  BarRow,
  CryptoRow,
  EarningsRow,
  MacroRow,
  NewsRow,
  RecordMeta,
  UnclassifiedRow,
} from './rows.ts';
import type * as schemas from './schemas.ts';
import type { EventTopic } from './topics.ts';

/** What every row has beside its event's own fields. */
function landed(
  meta: RecordMeta,
  event: { revision?: number | null; source?: string | null; deleted?: boolean | null },
) {
  return {
    partition: meta.partition,
    offset: meta.offset,
    timestampMs: meta.timestampMs,
    source: event.source ?? meta.source ?? '',
    version: event.revision ?? meta.timestampMs,
    revised: event.revision != null,
    deleted: event.deleted === true,
    importId: meta.importId,
  };
}

export function barRow(bar: z.infer<typeof schemas.barSchema>, meta: RecordMeta): BarRow {
  return {
    table: 'bars',
    symbol: canonicalSymbol(bar.symbol, bar.asset_class),
    assetClass: bar.asset_class,
    intervalMin: bar.interval ?? null,
    minute: bar.ts / 60_000,
    open: bar.open,
    high: bar.high,
    low: bar.low,
    close: bar.close,
    volume: bar.volume,
    ...landed(meta, bar),
  };
}

/** Without an asset class a slash stays for landing to judge: only the registry knows whether the symbol is a pair. */
export function barDeletionRow(bar: z.infer<typeof schemas.barDeletionSchema>, meta: RecordMeta): BarRow {
  return {
    table: 'bars',
    symbol: bar.asset_class ? canonicalSymbol(bar.symbol, bar.asset_class) : bar.symbol,
    assetClass: bar.asset_class ?? null,
    intervalMin: bar.interval ?? null,
    minute: bar.ts / 60_000,
    open: 0,
    high: 0,
    low: 0,
    close: 0,
    volume: 0,
    ...landed(meta, bar),
  };
}

/** The asset class decides the table, whichever of the two topics the news came by. */
function newsTable(assetClass: AssetClass): NewsRow['table'] {
  return assetClass === 'crypto' ? 'events_sentiment_crypto' : 'events_sentiment';
}

export function newsRow(news: z.infer<typeof schemas.newsSchema>, meta: RecordMeta): NewsRow | UnclassifiedRow {
  const symbol = canonicalSymbol(news.symbol, news.asset_class);
  const eventMs = Math.floor(news.event_timestamp);
  const row = {
    symbol,
    id: news.id ?? newsId(symbol, eventMs, news.title, news.source ?? news.provider ?? ''),
    assetClass: news.asset_class,
    eventMs,
    title: news.title,
    headline: news.headline ?? null,
    provider: news.provider ?? null,
    url: news.url ?? null,
    ...landed(meta, news),
  };
  const { direction, impact_score: impactScore, classifier = null, prompt = null } = news;
  if (direction == null || impactScore == null) return { table: 'news_unclassified', ...row };
  return { table: newsTable(news.asset_class), ...row, direction, impactScore, classifier, prompt };
}

/**
 * Without an asset class the identity may be of either table, and which one can not be looked up: the event may come
 * after its deletion. So it is deleted in both.
 */
export function newsDeletionRow(
  news: z.infer<typeof schemas.newsDeletionSchema>,
  meta: RecordMeta,
  topic: EventTopic,
): NewsRow {
  const row = (assetClass: AssetClass): NewsRow => ({
    table: newsTable(assetClass),
    symbol: canonicalSymbol(news.symbol, assetClass),
    id: news.id,
    assetClass,
    eventMs: 0,
    title: '',
    headline: null,
    direction: 'neutral',
    impactScore: 0,
    provider: null,
    url: null,
    classifier: null,
    prompt: null,
    ...landed(meta, news),
  });
  if (news.asset_class) return row(news.asset_class);
  return topic === 'events.sentiment_crypto'
    ? { ...row('crypto'), elsewhere: row('equity') }
    : { ...row('equity'), elsewhere: row('crypto') };
}

/** An event, or the identity that is all a deletion gives. */
type Part<T> = Partial<Omit<T, 'deleted'>> & { deleted?: boolean | null };

export function earningsRow(event: Part<z.infer<typeof schemas.earningsSchema>>, meta: RecordMeta): EarningsRow {
  return {
    table: 'events_earnings',
    symbol: event.symbol!,
    id: event.id!,
    eventMs: Math.floor(event.event_timestamp ?? 0),
    epsActual: event.eps_actual ?? null,
    epsExpected: event.eps_expected ?? null,
    revenueActual: event.revenue_actual ?? null,
    revenueExpected: event.revenue_expected ?? null,
    fiscalPeriod: event.fiscal_period ?? null,
    title: event.title ?? null,
    ...landed(meta, event),
  };
}

export function cryptoRow(event: Part<z.infer<typeof schemas.cryptoSchema>>, meta: RecordMeta): CryptoRow {
  return {
    table: 'events_crypto',
    symbol: canonicalSymbol(event.symbol!, 'crypto'),
    id: event.id!,
    eventMs: Math.floor(event.event_timestamp ?? 0),
    category: event.category ?? '',
    title: event.title ?? '',
    url: event.url ?? null,
    ...landed(meta, event),
  };
}

/** An action without an id is known by its kind and date: one of a kind a day. */
export function actionRow(action: Part<z.infer<typeof schemas.actionSchema>>, meta: RecordMeta): ActionRow {
  const { kind = 'split', ex_date: eventMs = 0 } = action;
  return {
    table: 'corporate_actions',
    symbol: action.symbol!,
    id: action.id ?? `${kind}:${isoDate(eventMs / MS_PER_DAY)}`,
    kind,
    eventMs,
    ratio: action.ratio ?? null,
    amount: action.amount ?? null,
    ...landed(meta, action),
  };
}

export function macroRow(event: Part<z.infer<typeof schemas.macroSchema>>, meta: RecordMeta): MacroRow {
  return {
    table: 'events_macro',
    id: event.id!,
    eventMs: Math.floor(event.event_timestamp ?? 0),
    country: event.country ?? '',
    name: event.name ?? '',
    actual: event.actual ?? null,
    forecast: event.forecast ?? null,
    previous: event.previous ?? null,
    unit: event.unit ?? null,
    importance: event.importance ?? null,
    ...landed(meta, event),
  };
}
