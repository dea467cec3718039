/**
 * Whether an answer is of the days that were asked for. Some vendors answer their newest N candles whatever is asked, others
 * go beyond the end that they are given. The one is no answer: a day without candles in it is not an empty day.
 */
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import type { Candle } from './contract.ts';
import { VendorError } from './errors.ts';

export interface Answer {
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  /** In any order. */
  readonly candles: readonly Candle[];
}

const iso = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z');

/**
 * @param newestMs start of the newest candle that is known of the symbol; null: none is
 * @throws {VendorError} `other_days` where the answer has candles outside of the range, and does not show that it has all
 *   of those inside: it has none inside, or begins within the range and goes on to the newest candle that there is
 */
export function checkRange(
  vendor: string,
  symbol: string,
  { fromMs, toMs, candles }: Answer,
  { intervalMin, newestMs }: { readonly intervalMin: number; readonly newestMs: number | null },
): void {
  if (candles.length === 0) return;
  // Vendors count an end as within, or not.
  const stepMs = intervalMin * 60_000;
  const slackMs = intervalMin === MINUTES_PER_DAY ? 0 : stepMs;
  let firstMs = Number.POSITIVE_INFINITY;
  let lastMs = Number.NEGATIVE_INFINITY;
  let inside = 0;
  for (const { startMs } of candles) {
    firstMs = Math.min(firstMs, startMs);
    lastMs = Math.max(lastMs, startMs);
    if (startMs >= fromMs && startMs < toMs) inside++;
  }
  if (firstMs >= fromMs - slackMs && lastMs < toMs + slackMs) return;
  const isCut = firstMs > fromMs + stepMs && lastMs >= toMs + slackMs && lastMs >= (newestMs ?? lastMs);
  const isElsewhere = inside === 0 && !(firstMs < fromMs && lastMs >= toMs);
  if (!isCut && !isElsewhere) return;
  throw new VendorError(
    'other_days',
    `${vendor} answers other days than asked for: of ${symbol} ${iso(fromMs)} to ${iso(toMs)} was asked for, the answer is of ${iso(firstMs)} to ${iso(lastMs)}`,
  );
}
