/** Parsed events as landing rows: canonical symbol, version, provenance. */
import { createHash } from 'node:crypto';
import { type AssetClass, canonicalSymbol } from '../../exchange/symbol.ts';
import { isoDate, MS_PER_DAY } from '../../lib/days.ts';
import { type BarRow, EVENT_VALUES, type EventRow, type EventTable, type IdRow, type RecordMeta } from './rows.ts';
import type { EventTopic } from './topics.ts';

/** What the schema of a topic has let through: an event, or of one that is deleted its identity alone. */
interface Parsed {
  readonly symbol: string;
  readonly id?: string | null;
  readonly asset_class?: AssetClass | null;
  readonly interval?: number | null;
  readonly ts?: number;
  readonly event_timestamp?: number;
  readonly title?: string;
  readonly provider?: string | null;
  readonly kind?: string | null;
  readonly ex_date?: number | null;
  readonly revision?: number | null;
  readonly source?: string | null;
  readonly deleted?: boolean | null;
  readonly [field: string]: unknown;
}

/** The first 32 hex digits of the SHA-256 over the parts, as UTF-8, joined by one NUL byte. */
export function identityOf(parts: readonly (string | number)[]): string {
  return createHash('sha256').update(parts.join('\0'), 'utf8').digest('hex').slice(0, 32);
}

/** What every row has beside its event's own fields. */
function landed(meta: RecordMeta, event: Parsed) {
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

/**
 * A deletion without an asset class keeps its slash, for landing to judge: only the registry knows whether the symbol is a
 * pair.
 */
function barRow(bar: Parsed, meta: RecordMeta): BarRow {
  const { open = 0, high = 0, low = 0, close = 0, volume = 0 } = bar as Partial<Record<string, number>>;
  return {
    table: 'bars',
    symbol: bar.asset_class ? canonicalSymbol(bar.symbol, bar.asset_class) : bar.symbol,
    assetClass: bar.asset_class ?? null,
    intervalMin: bar.interval ?? null,
    minute: bar.ts! / 60_000,
    ...{ open, high, low, close, volume },
    ...landed(meta, bar),
  };
}

function idRow(table: EventTable, symbol: string, id: string, event: Parsed, meta: RecordMeta): IdRow {
  const fields = Object.entries(EVENT_VALUES[table]).map(([name, none]) => [name, event[name] ?? none]);
  return { table, symbol, id, values: Object.fromEntries(fields), ...landed(meta, event) };
}

/**
 * The asset class decides the table, whichever of the two topics the news came by. News without an id has the identity
 * of these bytes (UTF-8, parts joined by one NUL byte, none at the end):
 *
 *     canonical symbol NUL time in whole epoch milliseconds, decimal NUL title as sent NUL source
 *
 * `source` is the event's own `source`, else its `provider`, else empty: never the name of a file or a connection, so that
 * the same news has the same identity whichever way it comes.
 */
function newsRow(news: Parsed, assetClass: AssetClass, meta: RecordMeta): IdRow {
  const symbol = canonicalSymbol(news.symbol, assetClass);
  const { event_timestamp: eventMs, title, source, provider } = news;
  const id = news.id ?? identityOf([symbol, eventMs!, title!, source ?? provider ?? '']);
  const waits = !news.deleted && news['direction'] == null;
  const table = assetClass === 'crypto' ? 'events_sentiment_crypto' : 'events_sentiment';
  return idRow(waits ? 'news_unclassified' : table, symbol, id, { ...news, asset_class: assetClass }, meta);
}

/**
 * A deletion without an asset class may be of either table, and of which can not be looked up: the event may come after its
 * deletion. So it is deleted in both.
 */
function newsRows(news: Parsed, meta: RecordMeta, topic: EventTopic): IdRow {
  if (news.asset_class) return newsRow(news, news.asset_class, meta);
  const both = (['equity', 'crypto'] as const).map((assetClass) => newsRow(news, assetClass, meta));
  const [first, elsewhere] = topic === 'events.sentiment_crypto' ? both.reverse() : both;
  return { ...first, elsewhere };
}

/**
 * The identity of an action that says none. One split a date: another ratio corrects it. A dividend by its amount, too: a
 * company pays a regular and a special one on one date. `all` (a deletion that names no amount) removes all dividends of the
 * date that came before it and have no id of their own: see `v_corporate_actions`.
 *
 * @param day days since 1970
 */
export function actionId(kind: string, day: number, amount: number | null | undefined): string {
  return kind === 'dividend' ? `${kind}:${isoDate(day)}:${amount ?? 'all'}` : `${kind}:${isoDate(day)}`;
}

function actionRow(action: Parsed, meta: RecordMeta): IdRow {
  const { symbol, kind, ex_date: dayMs, amount } = action;
  const id = action.id ?? actionId(kind!, dayMs! / MS_PER_DAY, amount as number | null | undefined);
  return idRow('corporate_actions', symbol, id, action, meta);
}

/** @param parsed by the topic's schema */
export function rowOf(topic: EventTopic, parsed: object, meta: RecordMeta): EventRow {
  const event = parsed as Parsed;
  if (topic === 'bars') return barRow(event, meta);
  if (topic === 'events.actions') return actionRow(event, meta);
  const { event_timestamp: ms, symbol } = event;
  const whole = ms === undefined ? event : { ...event, event_timestamp: Math.floor(ms) };
  switch (topic) {
    case 'events.sentiment':
    case 'events.sentiment_crypto':
      return newsRows(whole, meta, topic);
    case 'events.earnings':
      return idRow('events_earnings', symbol, event.id!, whole, meta);
    case 'events.crypto':
      return idRow('events_crypto', canonicalSymbol(symbol, 'crypto'), event.id!, whole, meta);
    case 'events.macro':
      return idRow('events_macro', '', event.id!, whole, meta);
  }
}
