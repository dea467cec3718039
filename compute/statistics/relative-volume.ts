/**
 * Relative volume: what traded in a range of the day, over the mean of the same minutes from the anchor in the
 * sessions before. A range is `[offset, offset + length)` in minutes from the session's anchor (negative before it).
 */
import { lowerBound } from '../market/bars.ts';
import type { SessionSet } from '../market/sessions/build.ts';
import type { DateRange, SymbolData } from './statistic.ts';

/** Sessions before that a volume is compared with, however old they are. */
export const VOLUME_SESSIONS = 14;
/** Of those, how many must have a bar in the range. */
const FEWEST_SESSIONS = 3;

/**
 * Sessions to load before the first wanted one: those compared with, and one more because the first of a loaded
 * range may have been cut by the load.
 */
export const VOLUME_REACH_SESSIONS = VOLUME_SESSIONS + 1;

/** Volume of session `s`'s bars that start inside the range, oldest first; NaN where there is no such bar. */
export function windowVolume(sessions: SessionSet, s: number, offsetMin: number, lengthMin: number): number {
  const { minute, volume } = sessions.bars;
  const start = sessions.anchor[s] + offsetMin;
  const stop = start + lengthMin;
  const end = sessions.end[s];
  let i = lowerBound(minute, start, sessions.first[s], end);
  if (i === end || minute[i] >= stop) return Number.NaN;
  let sum = 0;
  for (; i < end && minute[i] < stop; i++) sum += volume[i];
  return sum;
}

/**
 * Relative volume of one range of session `s`: for bars that stand elsewhere in each session (a break bar). Looks
 * at 14 sessions by binary search; where every session asks for the same range use `relativeVolumes`.
 */
export function relativeVolumeAt(
  sessions: SessionSet,
  s: number,
  offsetMin: number,
  lengthMin: number,
  volume = windowVolume(sessions, s, offsetMin, lengthMin),
): number {
  let sum = 0;
  let n = 0;
  for (let before = Math.max(0, s - VOLUME_SESSIONS); before < s; before++) {
    const other = windowVolume(sessions, before, offsetMin, lengthMin);
    if (Number.isNaN(other)) continue;
    sum += other;
    n++;
  }
  return overMean(volume, sum, n);
}

/** Relative volume of every session, from each one's volume in the same range (NaN where it has no bar there). */
export function relativeVolumes(volumes: Float64Array): Float64Array {
  const ratios = new Float64Array(volumes.length);
  for (let s = 0; s < volumes.length; s++) {
    // Summed again each time, oldest first: a running sum would depend on where the loaded range begins.
    let sum = 0;
    let n = 0;
    for (let before = Math.max(0, s - VOLUME_SESSIONS); before < s; before++) {
      if (Number.isNaN(volumes[before])) continue;
      sum += volumes[before];
      n++;
    }
    ratios[s] = overMean(volumes[s], sum, n);
  }
  return ratios;
}

function overMean(volume: number, sum: number, n: number): number {
  return n < FEWEST_SESSIONS || sum === 0 ? Number.NaN : volume / (sum / n);
}

/** True where sessions that the first wanted one is compared with were not loaded, though the data may have them. */
export function lacksVolumeHistory(data: SymbolData, sessions: SessionSet, wanted: DateRange): boolean {
  if (data.reachesStart) return false;
  const first = lowerBound(sessions.date, wanted.from);
  return first < VOLUME_REACH_SESSIONS && first < sessions.length && sessions.date[first] <= wanted.to;
}
