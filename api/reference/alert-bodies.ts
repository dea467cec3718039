/** Bodies of `/me/alerts`, and of what alerts call with. */

import { z } from 'zod';
import { AlertChange, AlertRequest } from '../alerts.ts';
import { count, date, numberOrNull, text, textOrNull, time, timeOrNull } from './common.ts';

const Alert = z.object({
  id: text,
  name: text.describe('Of the saved query, when the alert was made'),
  query_id: text.describe('Id of that saved query; the alert keeps the question as it was'),
  question: text.describe('Parameters of /query without the symbol'),
  symbols: z.array(text),
  webhook_url: textOrNull.describe('Null: the stream and the list of calls alone'),
  state: z.enum(['active', 'paused', 'stopped']).describe('stopped: by the plan or the tokens of the account'),
  reason: textOrNull.describe('Why it is stopped'),
  created_at: time,
});

const conditions = z.array(
  z.object({
    condition: text.describe('As written'),
    state: z.union([z.boolean(), z.literal('pending')]),
    value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  }),
);
const as_of = time.describe('End of the bar with which the conditions became true');
const sessionDate = z.iso.date();

const AlertCallListed = z.object({
  id: text.describe('The same in every attempt: webhook-id'),
  symbol: text,
  session_date: sessionDate,
  as_of,
  called_at: time.describe('When the call was recorded'),
  state: z
    .enum(['pending', 'delivered', 'given_up', 'recorded'])
    .describe('given_up: a day after it was recorded; recorded: the alert has no webhook'),
  attempts: count,
  error: textOrNull.describe('Why the last attempt failed'),
  next_attempt_at: timeOrNull,
  ended_at: timeOrNull.describe('When it was delivered or given up'),
  conditions,
  outcome: z
    .union([z.boolean(), z.number(), z.null()])
    .describe('What then came to in the session; null: not decided yet, or the session is no case of the question'),
});

const figures = z.object({
  cases: count,
  hits: count.optional().describe('Of a condition'),
  rate_pct: numberOrNull.optional().describe('Of a condition'),
  mean: numberOrNull.optional().describe('Of a number'),
  median: numberOrNull.optional().describe('Of a number'),
  confidence: z.object({ low: numberOrNull, high: numberOrNull }).describe('95 %, of the rate or the mean'),
});
const compared = { before: figures, since: figures };

export const ALERT_BODIES: Readonly<Record<string, z.ZodType>> = {
  Alert,
  Alerts: z.object({ count, limit: count.describe('How many the plan includes'), data: z.array(Alert) }),
  AlertMade: Alert.extend({ secret: textOrNull.describe('Signs the calls of the webhook; null without one') }),
  AlertRequest,
  AlertChange,
  AlertSecret: z.object({
    id: text,
    secret: text.describe('Signs the calls from now on; shown this once'),
    previous_valid_until: time.describe('Until then calls are signed with the secret before, too'),
  }),
  AlertCalls: z.object({
    count,
    data: z.array(AlertCallListed),
    metadata: z.object({ next_cursor: textOrNull.describe('Where the page ends, if more follow') }),
  }),
  AlertFigures: z.object({
    id: text,
    since_date: date.describe('Date on which the alert was made: `since` begins with it, `before` ends the day before'),
    among: text,
    when: text,
    // biome-ignore lint/suspicious/noThenProperty: the name of the parameter
    then: text,
    ...compared,
    data: z.array(z.object({ symbol: text, ...compared })),
    warnings: z.array(text).describe('What the question itself gives reason to doubt, as /query says it'),
  }),
  AlertCall: z
    .object({
      type: z.literal('alert.called'),
      timestamp: time.describe('When the call was recorded'),
      data: z.object({
        call_id: text,
        alert_id: text,
        name: text,
        symbol: text,
        session_date: sessionDate,
        as_of,
        question: text,
        conditions,
      }),
    })
    .describe('What an alert calls its webhook with, and the data of the stream'),
};
