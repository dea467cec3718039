/** The variable for unscheduled closings, in a file of its own because the console loads the calendar without it. */
import { z } from 'zod';
import { defineSection } from '../lib/config.ts';
import { parseIsoDate } from '../lib/days.ts';
import type { Closing } from './calendar.ts';
import { EXCHANGE_CLOSE_MIN, EXCHANGE_OPEN_MIN } from './new-york.ts';

const CLOSINGS = /^\d{4}-\d{2}-\d{2}(@\d{2}:\d{2})?(\s*,\s*\d{4}-\d{2}-\d{2}(@\d{2}:\d{2})?)*$/;

function closingsOf(text: string): Closing[] {
  return text.split(',').map((one): Closing => {
    const [date, time] = one.trim().split('@');
    const minutes = time === undefined ? null : Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
    return { day: parseIsoDate(date) ?? Number.NaN, closeMin: minutes };
  });
}

/** Unscheduled closings of the US exchanges: days, each with New York's time of the close if there is trading. */
export const calendarConfigSchema = defineSection({
  closings: [
    'EXCHANGE_CLOSED',
    z
      .string()
      .refine(
        (value) =>
          CLOSINGS.test(value) &&
          closingsOf(value).every(
            ({ day, closeMin }) =>
              !Number.isNaN(day) &&
              (closeMin === null || (closeMin > EXCHANGE_OPEN_MIN && closeMin < EXCHANGE_CLOSE_MIN)),
          ),
        { error: 'give dates such as 2026-12-01, or 2026-12-01@13:00 for an early close, several with commas between' },
      )
      .transform(closingsOf)
      .default([]),
  ],
});
