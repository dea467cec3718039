/** Bodies of the service and the account. */
import { z } from 'zod';
import { KNOWN_AT } from '../../compute/market/fields.ts';
import { ASSET_CLASSES } from '../../exchange/symbol.ts';
import { PLAN_NAMES } from '../authenticator.ts';
import { describeErrors, ERROR_CODES } from '../errors.ts';
import { count, date, Metadata, text, textOrNull, time, timeOrNull } from './common.ts';

const records = z.array(z.looseObject({}));
const DocField = z.object({
  name: text.describe('Of summaries the dotted path; * is any key'),
  endpoint: text,
  type: text,
  unit: text,
  nullable: z.boolean(),
  description: text,
  formula: textOrNull,
  known_at: z
    .enum(KNOWN_AT)
    .nullable()
    .describe('Of records that belong to a session: from when on the field is known; null of other fields'),
  known_at_field: textOrNull.describe('Of an event: the time field that names its bar'),
  never: textOrNull.describe(
    'Of a field about something that may never come: the condition on the same record under which null means that it did ' +
      'not come, as /query writes it; always: wherever it is null. On daily bars times, and what needs them, are unknown ' +
      'instead. Null of other fields',
  ),
  decided_at: textOrNull.describe(
    'What the bar of an event decides and nothing undoes: the time field that names the bar, or in words the bar that ' +
      'decides it. It is known at the end of that bar; where none came, at the close. Null of other fields',
  ),
});
export type DocField = z.output<typeof DocField>;

const DocParameter = z.object({
  name: text,
  type: text,
  required: z.boolean(),
  default: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  description: text,
  minimum: z.number().nullable().describe('Of numbers; null: no bound'),
  maximum: z.number().nullable(),
  affects: z
    .enum(['records', 'answer'])
    .describe(
      'records: changes what is detected, and may stand in the brackets of a condition; answer: what is made of them',
    ),
});
export type DocParameter = z.output<typeof DocParameter>;

const StoredSymbol = z.object({
  symbol: text,
  asset_class: z.enum(ASSET_CLASSES),
  base_interval: textOrNull.describe('Null for a symbol known from news alone'),
  first_bar: timeOrNull.describe("Start of the first bar that the plan's history allows; null without one"),
  last_bar: timeOrNull.describe('Start of the last stored bar'),
  sessions: count.describe("Sessions under the default window, from the plan's first day on"),
  daily_from: date.describe('First date that 1d bars serve, before first_bar; null without such'),
});

const LimitWindow = z.object({ limit: count, used: count, remaining: count, reset_at: time });

/** By the names of their schemas. */
export const BODIES: Readonly<Record<string, z.ZodType>> = {
  Metadata,
  StatisticsIndex: z.object({
    statistics: z.array(
      z.object({
        name: text,
        title: text,
        path: text,
        endpoints: z.array(text),
        doc: text,
        record_of: textOrNull.describe('What conditions ask about: a session, a week or a candle; null: nothing'),
        console: z.looseObject({}).describe('How the console shows the statistic'),
      }),
    ),
  }),
  Doc: z.object({
    name: text,
    title: text,
    description: text,
    definition: text,
    endpoints: z.array(z.object({ path: text, description: text, parameters: z.array(DocParameter) })),
    fields: z.array(DocField),
    notes: z.array(text),
  }),
  Symbols: z.object({
    count,
    data: z.array(StoredSymbol),
    metadata: z.object({
      total: count.describe('Symbols that match, of all pages'),
      next_cursor: textOrNull.describe('Where the page ends, if more follow'),
    }),
  }),
  Usage: z.object({
    account: z.object({
      id: text,
      name: text,
      plan: z.enum(PLAN_NAMES),
      direct_api: z.boolean(),
      history_days: z.int().nullable().describe('Null: all history'),
      features: z.array(text),
      operator: z.boolean().describe('May read /operator/status'),
    }),
    rate_limits: z.object({
      minute: LimitWindow,
      day: LimitWindow,
    }),
  }),
  OperatorStatus: z.object({
    symbols: records,
    dead_letters: count,
    dead_letters_by_reason: z.record(z.string(), count),
    behind: z.object({
      events: z.int().nullable().describe('Events not landed yet; null where the API knows of no log'),
      days: z.int().describe('Days whose records are to be computed'),
    }),
    news: z.object({
      waiting: count.describe('News that waits for classification'),
      oldest: textOrNull.describe('When the first of them came'),
    }),
    quarantined: records,
    unregistered: z.array(text),
    split_suspects: records.describe('Openings that look like a split'),
    skipped: records,
    collectors: records,
    retention: z.object({
      policies: records.describe('What is kept for how long; without a policy, for ever'),
      last_run: z.looseObject({}).nullable().describe('What the last run removed; null: there was none'),
      next_run: textOrNull.describe('When the schedule runs next; null without a policy'),
    }),
    imports: records.describe('The last ten'),
    coverage: z.object({
      symbols: z.array(
        z.object({ symbol: text, months: z.array(z.object({ month: text, sessions: count, bars: count })) }),
      ),
      next_cursor: textOrNull.describe('Cursor of the next page; null on the last'),
    }),
  }),
  Liveness: z.object({ status: z.literal('ok') }),
  Readiness: z.object({
    ready: z.boolean(),
    checks: z.record(z.string(), z.boolean()).describe('What was looked at, by name'),
  }),
  Error: z.object({
    detail: z.object({
      error: z
        .enum(ERROR_CODES)
        .describe(`Which error, for programs; new ones may come.\n\n${describeErrors(ERROR_CODES)}`),
      message: text.describe('What is wrong and what to do, for people'),
      feature: text.optional().describe('Of plan_upgrade_required: the feature that the plan lacks'),
      parameter: text.optional().describe('Of plan_upgrade_required: what needs it'),
      limit: z.int().optional().describe('Of 429: the limit that is reached'),
      window: z.enum(['minute', 'day']).optional().describe('Of rate_limit_exceeded: the window'),
    }),
  }),
  ValidationError: z.object({
    detail: z.array(
      z.object({
        loc: z.array(z.union([z.string(), z.int()])),
        msg: text,
        type: text,
        ctx: z
          .object({ position: z.int(), expected: text, did_you_mean: textOrNull })
          .optional()
          .describe('Of a question: where in its text, from 0, what was expected there, and what was probably meant'),
      }),
    ),
  }),
};
