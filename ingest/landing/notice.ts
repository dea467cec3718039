/** The notice of what landed, a value of the topic `landed`: ingest tells compute. It is a hint, the store is the truth. */
import { z } from 'zod';
import { isoDate, parseIsoDate } from '../../lib/days.ts';

export const LANDED_KINDS = ['bars', 'bars_daily', 'sentiment', 'sentiment_crypto', 'actions'] as const;
export type LandedKind = (typeof LANDED_KINDS)[number];

export interface Landed {
  readonly symbol: string;
  /** Days (since 1970, UTC) that have new rows, by kind; a kind without any is not there. */
  readonly days: Readonly<Partial<Record<LandedKind, readonly number[]>>>;
}

const dates = z.array(z.string()).optional();
const notice = z.object({
  symbol: z.string().min(1),
  days: z.object({ bars: dates, bars_daily: dates, sentiment: dates, sentiment_crypto: dates, actions: dates }),
});

/** `{"symbol":"SPY","days":{"bars":["2025-06-04"]}}` */
export function encodeLanded({ symbol, days }: Landed): string {
  const texts = Object.entries(days).map(([kind, list]) => [kind, list.map(isoDate)]);
  return JSON.stringify({ symbol, days: Object.fromEntries(texts) });
}

/** `null` where the value is no notice. */
export function decodeLanded(value: string): Landed | null {
  try {
    const { symbol, days } = notice.parse(JSON.parse(value));
    const parsed = LANDED_KINDS.flatMap((kind) => {
      const list = (days[kind] ?? []).map(parseIsoDate).filter((day) => day !== null);
      return list.length > 0 ? [[kind, list] as const] : [];
    });
    return { symbol, days: Object.fromEntries(parsed) };
  } catch {
    return null;
  }
}
