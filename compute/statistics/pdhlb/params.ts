/** Parameters of PDHLB. */
import { boolParam, limitParam, type Values, weekdayParam, wordParam } from '../params.ts';

export const PARAMS = {
  open_inside_only: boolParam({
    description: "Leave out sessions that open beyond the previous session's high or low",
    fallback: false,
  }),
  weekday: weekdayParam(),
};

const direction = wordParam(['high', 'low', 'both'], {
  description: 'Breaks of the previous high, of the previous low, or both',
  fallback: 'both',
});

export const TOP_PARAMS = { direction, limit: limitParam('Number of breaks') };

export const RETEST_PARAMS = { direction, limit: limitParam('Number of retested breaks') };

export type PdhlbValues = Values<typeof PARAMS>;
export type TopValues = Values<typeof PARAMS & typeof TOP_PARAMS>;
