/** Negative controls: the service without one of the fixes by which what is stored is what remains. */
import type { Landing } from '../../ingest/landing/index.ts';
import type { Store } from '../../sql/connect.ts';

/** The fixes that a control takes out. */
export const FIXES = ['claims', 'owners', 'rest', 'dailies'] as const;
export type Fix = (typeof FIXES)[number];

/** What an import found stored leaves no trace. */
export function withoutClaims(store: Store): Store {
  const insertRows: Store['writer']['insertRows'] = async (table, ...rest) => {
    if (table !== 'market.import_claims') await store.writer.insertRows(table, ...rest);
  };
  return { ...store, writer: { ...store.writer, insertRows } };
}

async function isEmpty({ reader }: Store, tables: readonly string[], of: string): Promise<boolean> {
  const parts = tables.map((table) => `(SELECT count() FROM market.${table} FINAL WHERE symbol = {symbol:String})`);
  const [{ n }] = await reader.query<{ n: number }>(`SELECT ${parts.join(' + ')} AS n`, { symbol: of });
  return n === 0;
}

const LOOKED_AT = [
  'bars',
  'bars_daily',
  'events_sentiment',
  'events_sentiment_crypto',
  'news_unclassified',
  'corporate_actions',
];

/** A symbol without bars is dropped with all that is stored of it. */
export async function dropsAll(landing: Landing, store: Store, symbols: Iterable<string>): Promise<string[]> {
  const dropped: string[] = [];
  for (const of of symbols) {
    if (landing.registry.get(of)?.origin !== 'first_bar' || !(await isEmpty(store, LOOKED_AT, of))) continue;
    await landing.dropSymbol(of);
    dropped.push(of);
  }
  return dropped;
}

/** A symbol with daily bars alone stays one of shorter ones. */
export async function leavesDailies(landing: Landing, store: Store, symbols: Iterable<string>): Promise<string[]> {
  const without: string[] = [];
  for (const of of symbols) if (await isEmpty(store, ['bars_daily'], of)) without.push(of);
  return landing.letGo(without);
}
