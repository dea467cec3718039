/** `metadata`, which all answers have in common. */
import { z } from 'zod';
import { count, date, text, textOrNull, timeOrNull } from '../../compute/answers/shapes.ts';
import { ADJUSTMENTS } from '../../compute/market/bars.ts';
import { WARNING_CODES, type WarningCode } from '../../compute/market/warning.ts';

export const Metadata = z
  .object({
    requested_start: date.describe('First date of the range asked for'),
    requested_end: date.describe('Last date of the range asked for'),
    effective_start: date.describe('First date of the range looked at'),
    effective_end: date.describe('Last date of the range looked at'),
    history_limited: z.boolean().describe("The plan's history cut the start of the range"),
    session: z
      .object({
        start_time: text.describe('HH:MM'),
        end_time: text.describe('HH:MM, 24:00 is the end of the day'),
        include_extended_hours: z.boolean(),
        mode: z.enum(['default', 'extended', 'exchange', 'custom']),
        timezone: text.describe('The clock that the times are of'),
      })
      .nullable()
      .describe('The part of the day looked at; null for news'),
    base_interval: textOrNull.describe(
      'Finest interval of the bars of the range; null where several symbols differ, or nothing but news is stored',
    ),
    data_through: timeOrNull.describe('End of the last stored bar'),
    adjustment: z
      .object({
        requested: z.enum(ADJUSTMENTS),
        applied: z.enum(['none', 'splits']).describe('none: they are as they were landed'),
        note: text.describe('The same in words, with the splits of one symbol'),
      })
      .describe('What prices and volumes are adjusted for'),
    warnings: z.array(text).describe('What to know before believing the figures'),
    warning_codes: z.array(z.enum(Object.keys(WARNING_CODES) as WarningCode[])).describe(
      `The code of each warning, in the same order, for programs; new ones may come.\n\n${Object.entries(WARNING_CODES)
        .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
        .join('\n')}`,
    ),
    next_cursor: textOrNull.optional().describe('Of paged lists: cursor of the next page; null on the last'),
    total: count.optional().describe('Of lists about one symbol: rows of all pages, before limit'),
  })
  .meta({ id: 'Metadata' });
export type Metadata = z.output<typeof Metadata>;
