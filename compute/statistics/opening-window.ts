/** How the first minutes from the anchor are in the session window: what ORB and ODC both warn of. */
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import { EXCHANGE_OPEN_MIN } from '../../lib/new-york.ts';
import type { SymbolMeta } from '../market/sessions/build.ts';
import { followsNewYork, type SessionSpec, utcWindow } from '../market/sessions/spec.ts';

/** New York's distance from UTC in summer and in winter, minutes. */
const NEW_YORK_BEHIND_MIN = [240, 300];

/** True where, at least in one half of the year, `lengthMin` minutes from the anchor leave nothing of the window. */
export function fillsWindow(spec: SessionSpec, meta: SymbolMeta, lengthMin: number): boolean {
  // 390 minutes of the exchange window; extended hours leave 630 after the opening.
  if (followsNewYork(spec, meta.assetClass)) return lengthMin >= (spec.mode === 'exchange' ? 390 : 630);
  const { startMin, endMin } = utcWindow(spec, meta.assetClass);
  const stop = endMin > startMin ? endMin : endMin + MINUTES_PER_DAY;
  if (meta.assetClass === 'crypto' || (spec.extended && spec.startExplicit)) return startMin + lengthMin >= stop;
  return NEW_YORK_BEHIND_MIN.some((behind) => {
    const open = EXCHANGE_OPEN_MIN + behind;
    const anchor = stop > MINUTES_PER_DAY ? firstInside(open, startMin, stop) : Math.max(open, startMin);
    // A window of regular hours that ends before the opening has no session to warn about in that half of the year.
    return anchor + lengthMin >= stop && (spec.extended || anchor < stop);
  });
}

function firstInside(open: number, start: number, stop: number): number {
  for (const minute of [open, open + MINUTES_PER_DAY]) if (minute >= start && minute < stop) return minute;
  return start;
}
