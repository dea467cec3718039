/** How much is left to compute, as the store sees it. */
import type { Reader } from '../../sql/reader.ts';
import { findBehind, findUnsummarized } from '../engine/state.ts';
import type { Definitions } from '../engine/tables/definitions.ts';
import { SUMMARIES } from '../engine/tables/schema.ts';

/** Dirty days left; a symbol of which only the summaries are left counts as one. @param today days since the epoch */
export async function behindDays(reader: Reader, definitions: Definitions, today: number): Promise<number> {
  const behind = await findBehind(reader, definitions, null, today);
  const dirty = new Set(behind.map(({ symbol }) => symbol));
  // Asked after: records that are made in between are then behind by their summaries.
  const unsummarized = (await findUnsummarized(reader, SUMMARIES, null)).filter((symbol) => !dirty.has(symbol));
  return behind.reduce((sum, { days }) => sum + days, unsummarized.length);
}
