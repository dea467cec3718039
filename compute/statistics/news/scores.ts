/** Labels and scores of a reaction. */
import { reaches } from '../../market/math.ts';
import { ALIGNMENTS, MOVES } from './fields.ts';

const FLAT_BELOW_PCT = 0.01;
const REFERENCE_MOVE_PCT = 1;
const REFERENCE_MOVE_CRYPTO_PCT = 2;
const SMALLEST_IMPACT = 0.1;

const [UP, DOWN, FLAT] = MOVES.map((_, code) => code);

/** Index into MOVES; NaN for NaN. */
export function moveOf(returnPct: number): number {
  if (Number.isNaN(returnPct)) return Number.NaN;
  if (!reaches(Math.abs(returnPct), FLAT_BELOW_PCT)) return FLAT;
  return returnPct > 0 ? UP : DOWN;
}

/** Index into ALIGNMENTS from the sentiment (-1, 0, 1) and the 60m move (NaN: none). */
export function alignmentOf(sentiment: number, move: number): number {
  if (sentiment > 0 && move === UP) return ALIGNMENTS.indexOf('aligned_positive');
  if (sentiment > 0 && move === DOWN) return ALIGNMENTS.indexOf('bearish_divergence');
  if (sentiment < 0 && move === DOWN) return ALIGNMENTS.indexOf('aligned_negative');
  if (sentiment < 0 && move === UP) return ALIGNMENTS.indexOf('bullish_absorption');
  return ALIGNMENTS.indexOf('neutral_or_unclear');
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/**
 * @param returnPct 60m return in percent, NaN without one: then all scores are NaN; the signed ones are, too, where the
 * sentiment is neutral.
 */
export function scoresOf(sentiment: number, impact: number, returnPct: number, crypto: boolean) {
  const reference = crypto ? REFERENCE_MOVE_CRYPTO_PCT : REFERENCE_MOVE_PCT;
  const alignment = sentiment === 0 ? Number.NaN : sentiment * clamp(returnPct / reference, -1, 1);
  return {
    alignment,
    realization: clamp(Math.abs(returnPct) / (reference * Math.max(impact, SMALLEST_IMPACT)), 0, 1),
    absorption: impact * Math.max(0, -alignment),
  };
}
