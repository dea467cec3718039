/**
 * The wire contract of every topic but bars, strict: no field it does not name, no text for a number, no NaN. Optional
 * fields may be `null`, which means absent. A deletion needs its identity alone; what else it carries of the
 * known fields is not looked at.
 *
 * What parses is typed and canonical; what is wrong is reported as an issue whose first path element names the field.
 */

import { z } from 'zod';
import { ASSET_CLASSES, isMixedCase, parseSymbol } from '../../exchange/symbol.ts';
import { MS_PER_DAY, parseIsoDate } from '../../lib/days.ts';
import {
  type EventTopic,
  FIGURE_MAX,
  isInTime,
  isRevision,
  parseWireTime,
  type Reason,
  symbolCaseProblem,
  textProblem,
} from './events.ts';

function problem(ctx: z.RefinementCtx, reason: Reason, message: string, path?: PropertyKey[]): void {
  ctx.addIssue({ code: 'custom', params: { reason }, message, ...(path ? { path } : {}) });
}

const symbol = z.string('must be text').transform((text, ctx) => {
  const parsed = parseSymbol(text);
  if (parsed !== null && !isMixedCase(text)) return parsed;
  if (parsed !== null) problem(ctx, 'symbol_case', symbolCaseProblem(text));
  else problem(ctx, 'invalid_symbol', 'must be 1-32 of A-Z 0-9 . - _ : / and start with a letter or digit');
  return z.NEVER;
});

const assetClass = z.enum(ASSET_CLASSES, 'must be equity, etf or crypto');

const time = (field: string) =>
  z.unknown().transform((value, ctx) => {
    const parsed = parseWireTime(value, field);
    if (typeof parsed === 'number') return parsed;
    problem(ctx, parsed.reason, parsed.message.replace(`${field}: `, ''));
    return z.NEVER;
  });

const text = (max: number) =>
  z
    .string('must be text')
    .superRefine((value, ctx) => {
      const problem = textProblem(value, max);
      if (problem) ctx.addIssue({ code: 'custom', message: problem });
    })
    // For JSON Schema, which cannot express the check itself.
    .meta({ maxLength: max, pattern: '\\S' });

const number = z.number('must be a finite number, not text');
const figure = number
  .refine((value) => Math.abs(value) <= FIGURE_MAX, `must lie between -${FIGURE_MAX} and ${FIGURE_MAX}`)
  .meta({ minimum: -FIGURE_MAX, maximum: FIGURE_MAX })
  .transform((value) => value + 0)
  .nullish();
const impact = number
  .refine((value) => value >= 0 && value <= 1, 'must be between 0 and 1')
  .transform((value) => value + 0);
const revision = number
  .refine(isRevision, 'must be a whole number of at least 0')
  .transform((value) => value + 0)
  .nullish();
const RANK_TEXT = /^\d{1,18}$|^[1-8]\d{18}$/;
/** Its text is what `news waiting` gave for the news: a classification with it precedes what the source sends later. */
const newsRevision = z.union(
  [revision, z.string().regex(RANK_TEXT)],
  'must be a whole number of at least 0, or the text that `news waiting` gave',
);
const direction = z.enum(['negative', 'neutral', 'positive'], 'must be negative, neutral or positive');

const ID_MAX = 200;
const TITLE_MAX = 10_000;
const SHORT_MAX = 500;
const URL_MAX = 4_000;

const source = text(SHORT_MAX).nullish();
// `true` is for the deletion's schema.
const deleted = z.literal(false, 'must be true or false').nullish();
const common = { revision, source, deleted };

const newsFields = {
  id: text(ID_MAX).nullish(),
  symbol,
  asset_class: assetClass,
  event_timestamp: time('event_timestamp'),
  title: text(TITLE_MAX),
  headline: text(TITLE_MAX).nullish(),
  // Both, or neither: then it waits for its classification.
  direction: direction.nullish(),
  impact_score: impact.nullish(),
  provider: text(SHORT_MAX).nullish(),
  url: text(URL_MAX).nullish(),
  classifier: text(SHORT_MAX).nullish(),
  prompt: text(ID_MAX).nullish(),
  ...common,
  revision: newsRevision,
};

const earningsFields = {
  id: text(ID_MAX),
  symbol,
  event_timestamp: time('event_timestamp'),
  eps_actual: figure,
  eps_expected: figure,
  revenue_actual: figure,
  revenue_expected: figure,
  fiscal_period: text(SHORT_MAX).nullish(),
  title: text(TITLE_MAX).nullish(),
  ...common,
};

const cryptoFields = {
  id: text(ID_MAX),
  symbol,
  event_timestamp: time('event_timestamp'),
  category: text(SHORT_MAX),
  title: text(TITLE_MAX),
  url: text(URL_MAX).nullish(),
  ...common,
};

const macroFields = {
  id: text(ID_MAX),
  event_timestamp: time('event_timestamp'),
  country: text(SHORT_MAX),
  name: text(TITLE_MAX),
  actual: figure,
  forecast: figure,
  previous: figure,
  unit: text(SHORT_MAX).nullish(),
  importance: text(SHORT_MAX).nullish(),
  ...common,
};

const actionKind = z.enum(['split'], 'must be split');

/** A date is a day of the exchange, not a moment: its text, or 00:00 UTC of it in epoch milliseconds. */
const exDate = z.unknown().transform((value, ctx) => {
  const day =
    typeof value === 'string'
      ? parseIsoDate(value)
      : typeof value === 'number' && value % MS_PER_DAY === 0
        ? value / MS_PER_DAY
        : null;
  if (day !== null && day > 0 && isInTime(day * MS_PER_DAY)) return day * MS_PER_DAY;
  problem(ctx, 'invalid_timestamp', 'must be a date such as 2020-08-31');
  return z.NEVER;
});

const RATIO = /^(\d{1,7}(?:\.\d{1,6})?)\s*[:/]\s*(\d{1,7}(?:\.\d{1,6})?)$/;

/** `4`, or `4:1`: new shares for old ones. */
const ratio = z.unknown().transform((value, ctx) => {
  const [, now, old] = (typeof value === 'string' && RATIO.exec(value.trim())) || [];
  const figure = now === undefined ? value : Number(now) / Number(old);
  if (typeof figure === 'number' && figure >= 1e-5 && figure <= 1e5) return figure;
  problem(ctx, 'invalid_number', 'must be new shares for an old one, such as 4, 0.1 or 4:1, from 0.00001 to 100000');
  return z.NEVER;
});

const actionFields = {
  id: text(ID_MAX).nullish(),
  symbol,
  kind: actionKind,
  ex_date: exDate,
  ratio,
  ...common,
};

/** The deletion of an event: `fields` with only `identity` required; the rest is not looked at, and left out. */
function deletion<T extends z.ZodRawShape, I extends z.ZodRawShape>(fields: T, identity: I) {
  const unread = z
    .unknown()
    .optional()
    .transform(() => undefined);
  const rest = Object.fromEntries(Object.keys(fields).map((key) => [key, unread]));
  return z.strictObject({ ...rest, revision, source, ...identity, deleted: z.literal(true) } as I & {
    revision: typeof revision;
    source: typeof source;
    deleted: z.ZodLiteral<true>;
  });
}

const newsSchema = z.strictObject(newsFields).superRefine((news, ctx) => {
  if ((news.direction == null) === (news.impact_score == null)) return;
  const missing = news.direction == null ? 'direction' : 'impact_score';
  problem(ctx, 'schema', 'required', [missing]);
});
const newsDeletionSchema = deletion(newsFields, {
  symbol,
  id: text(ID_MAX),
  asset_class: assetClass.nullish(),
});
const actionDeletionSchema = deletion(actionFields, {
  symbol,
  id: text(ID_MAX).nullish(),
  kind: actionKind.nullish(),
  ex_date: exDate.nullish(),
}).superRefine((action, ctx) => {
  if (action.id == null && (action.kind == null || action.ex_date == null))
    problem(ctx, 'schema', 'give the id, or kind and ex_date', ['id']);
});

interface TopicSchema {
  readonly event: z.ZodType;
  readonly deletion: z.ZodType;
  readonly fields: readonly string[];
}

const news = { event: newsSchema, deletion: newsDeletionSchema, fields: Object.keys(newsFields) };

function calendar<T extends z.ZodRawShape>(fields: T, identity: z.ZodRawShape): TopicSchema {
  return { event: z.strictObject(fields), deletion: deletion(fields, identity), fields: Object.keys(fields) };
}

export const SCHEMAS: Readonly<Record<Exclude<EventTopic, 'bars'>, TopicSchema>> = {
  'events.sentiment': news,
  'events.sentiment_crypto': news,
  'events.earnings': calendar(earningsFields, { symbol, id: text(ID_MAX) }),
  'events.crypto': calendar(cryptoFields, { symbol, id: text(ID_MAX) }),
  'events.macro': calendar(macroFields, { id: text(ID_MAX) }),
  'events.actions': {
    event: z.strictObject(actionFields),
    deletion: actionDeletionSchema,
    fields: Object.keys(actionFields),
  },
};
