/** Parameters of ODC. */
import { limitParam, minutesParam, type Values, weekdayParam } from '../params.ts';

export const PARAMS = {
  candle_minutes: minutesParam({
    description: "Minutes of the opening candle from the day's anchor; a whole multiple of the base interval",
    fallback: 60,
    minimum: 1,
    maximum: 720,
  }),
  weekday: weekdayParam(),
};

export const TOP_PARAMS = { limit: limitParam('Number of sessions') };

export type OdcValues = Values<typeof PARAMS>;
