/** How far a gap was filled, in the buckets that GAP and FVG share. */
import { staysWithin } from '../math/tolerance.ts';

export const FILL_BUCKETS = ['0%', '1-25%', '26-50%', '51-75%', '76-99%', '100%'] as const;

const EDGES_PCT = [0, 25, 50, 75];

/** Index into FILL_BUCKETS: `100%` = filled; of the rest by the percentage, a value on an edge belongs below it. */
export function fillBucket(filled: boolean, partialFillPct: number): number {
  if (filled) return 5;
  const bucket = EDGES_PCT.findIndex((edge) => staysWithin(partialFillPct, edge));
  return bucket === -1 ? 4 : bucket;
}

/** Some of the gap was traded back, not all of it. @param bucket index into FILL_BUCKETS */
export const isPartialFill = (bucket: number) =>
  bucket > FILL_BUCKETS.indexOf('0%') && bucket < FILL_BUCKETS.indexOf('100%');

/** Of fields of the full fill: null means that the gap was observed and not filled. */
export const UNFILLED = { never: { field: 'filled', is: [false] } };

/** Of fields of a partial fill: null means that nothing of the gap was traded back, or all of it. */
export const NOT_PARTIAL = { never: { field: 'fill_bucket', is: ['0%', '100%'] } };
