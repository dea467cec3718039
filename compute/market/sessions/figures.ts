/** Open, high, low, close and volume of each session, and which session came before: what most kernels start from. */
import type { SessionSet } from './build.ts';

export interface SessionFigures {
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
  /** Index of the previous session, at most 7 calendar days back; -1 without one. */
  readonly previous: Int32Array;
}

export const PREVIOUS_MAX_DAYS = 7;

/** Kept with the sessions: many statistics, and many variants of one, start from the same sessions. */
const made = new WeakMap<SessionSet, SessionFigures>();

/** The figures of these sessions, made once; nobody may write to them. */
export function sessionFigures(sessions: SessionSet): SessionFigures {
  let figures = made.get(sessions);
  if (!figures) {
    figures = makeFigures(sessions);
    made.set(sessions, figures);
  }
  return figures;
}

/** Sums of volume add oldest first, so that equal input gives equal bytes. */
function makeFigures(sessions: SessionSet): SessionFigures {
  const n = sessions.length;
  const { bars } = sessions;
  const figures = {
    open: new Float64Array(n),
    high: new Float64Array(n),
    low: new Float64Array(n),
    close: new Float64Array(n),
    volume: new Float64Array(n),
    previous: new Int32Array(n),
  };
  for (let s = 0; s < n; s++) {
    const first = sessions.first[s];
    const end = sessions.end[s];
    let high = bars.high[first];
    let low = bars.low[first];
    let volume = 0;
    for (let i = first; i < end; i++) {
      if (bars.high[i] > high) high = bars.high[i];
      if (bars.low[i] < low) low = bars.low[i];
      volume += bars.volume[i];
    }
    figures.open[s] = bars.open[first];
    figures.high[s] = high;
    figures.low[s] = low;
    figures.close[s] = bars.close[end - 1];
    figures.volume[s] = volume;
    figures.previous[s] = s > 0 && sessions.date[s] - sessions.date[s - 1] <= PREVIOUS_MAX_DAYS ? s - 1 : -1;
  }
  return figures;
}
