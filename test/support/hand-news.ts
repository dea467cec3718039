/** News written by hand, and random news, put beside the bars of a symbol. */
import fc from 'fast-check';
import { type NewsColumns, SymbolData } from '../../compute/market/symbol-data.ts';
import { shareArbitrary } from './random-market.ts';

type Sentiment = 'negative' | 'neutral' | 'positive';

export interface HandNews {
  /** UTC, `2024-06-03 13:30` or with seconds. */
  at: string;
  direction?: Sentiment;
  impact?: number;
  id?: string;
  title?: string;
  headline?: string;
  provider?: string;
  url?: string;
  assetClass?: string;
}

const SIGN = { negative: -1, neutral: 0, positive: 1 };

/** Columns as the store gives them: by time, then id. */
export function newsColumns(rows: readonly HandNews[]): NewsColumns {
  const timed = rows.map((row, i) => ({
    ...row,
    id: row.id ?? `n${i}`,
    timeMs: Date.parse(`${row.at.replace(' ', 'T')}Z`),
  }));
  timed.sort((a, b) => a.timeMs - b.timeMs || (a.id < b.id ? -1 : 1));
  return {
    length: timed.length,
    timeMs: Float64Array.from(timed, ({ timeMs }) => timeMs),
    impact: Float64Array.from(timed, ({ impact }) => impact ?? 0.5),
    direction: Int8Array.from(timed, ({ direction }) => SIGN[direction ?? 'positive']),
    id: timed.map(({ id }) => id),
    title: timed.map(({ title }) => title ?? 'Title'),
    headline: timed.map(({ headline }) => headline ?? null),
    provider: timed.map(({ provider }) => provider ?? null),
    url: timed.map(({ url }) => url ?? null),
    assetClass: timed.map(({ assetClass }) => assetClass ?? 'equity'),
  };
}

export function withNews(data: SymbolData, news: SymbolData['news']): SymbolData {
  return new SymbolData({ ...data, news });
}

/** Where a piece of random news stands: before some bar of the data, and seconds off the minute. */
export interface RandomNews {
  /** Which bar: a share of all. */
  share: number;
  minutesBefore: number;
  second: number;
  direction: Sentiment;
  impact: number;
  id: string;
}

const leads = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 15 }) },
  { weight: 1, arbitrary: fc.constantFrom(-1, 30, 90, 240, 600, 1380, 3000) },
);

export const randomNews: fc.Arbitrary<RandomNews[]> = fc.uniqueArray(
  fc.record<RandomNews>({
    share: fc.oneof(shareArbitrary, fc.double({ min: 0.97, max: 1, noNaN: true })),
    minutesBefore: leads,
    second: fc.constantFrom(0, 0, 0, 0.001, 30, 59.999),
    direction: fc.constantFrom('negative', 'neutral', 'positive'),
    impact: fc.constantFrom(0, 0.05, 0.1, 0.3, 0.5, 1),
    id: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }),
  }),
  { selector: ({ id }) => id, minLength: 15, maxLength: 40 },
);

/** Random news shortly before bars of the data, in both sources. */
export function placeNews(data: SymbolData, rows: readonly RandomNews[], assetClass: string): SymbolData {
  const { minute, length } = data.bars;
  const placed = rows.map(({ share, second, minutesBefore, ...row }) => {
    const bar = length === 0 ? 28_500_000 : minute[Math.min(length - 1, Math.floor(share * length))];
    const ms = (bar - minutesBefore) * 60_000 + Math.round(second * 1000);
    return { ...row, assetClass, at: new Date(ms).toISOString().slice(0, 23), provider: row.id, url: `u${row.id}` };
  });
  return withNews(data, { sentiment: newsColumns(placed), sentiment_crypto: newsColumns(placed) });
}
