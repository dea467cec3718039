/** JSON Schemas of whole bodies: what stands around the rows, and the endpoints that no statistic has. */
import { KNOWN_AT } from '../../compute/market/records/fields.ts';
import { ASSET_CLASSES } from '../../lib/symbol.ts';
import { MAX_WATCHED } from '../lists.ts';
import { MAX_NAME_CHARACTERS, MAX_QUESTION_CHARACTERS } from '../me.ts';
import { PLAN_NAMES } from '../plans.ts';
import { ownParams } from '../query/adapt.ts';
import type { ScreenRoute, StatisticRoute } from '../routes.ts';
import { fieldsOfRoute } from './doc.ts';
import { parameterSchema } from './parameters.ts';
import { COUNT, DATE, listOf, METADATA, rowSchema, type Schema, summarySchema, TEXT, whole } from './schemas.ts';

const METADATA_REF = { $ref: '#/components/schemas/Metadata' };
const AS_OF = { ...DATE, description: 'Latest session that any of the figures rests on; null without rows' };
const TIME = { type: 'string', format: 'date-time' };

/** What is said about the rows before them; screens have no range of their own. */
function rangeOf(route: StatisticRoute): Schema {
  const timeWindow = { type: 'string', description: "The window's word, or custom" };
  if (route.kind === 'screen') return { time_window: timeWindow, ...rankingOf(route) };
  const { events } = route.statistic;
  if (events) {
    const head = events.list.head.map(({ name, description }) => [name, { ...listOf(TEXT), description }]);
    return { ...echoesOf(route), time_window: timeWindow, ...Object.fromEntries(head) };
  }
  return {
    time_window: timeWindow,
    start_date: { ...DATE, description: 'First date of the range looked at; null where nothing is stored' },
    end_date: { ...DATE, description: 'Last date of the range looked at; null where nothing is stored' },
    ...echoesOf(route),
  };
}

function rankingOf(route: ScreenRoute): Schema {
  const echo = (name: string) => [name, parameterSchema(name, route.params.get(name)!)];
  return { ...Object.fromEntries(['sort_by', 'order', 'min_sample_size'].map(echo)), ...echoesOf(route), as_of: AS_OF };
}

/** Parameters that the answer repeats, as they are after adapting to the feed. */
function echoesOf(route: StatisticRoute): Schema {
  const echoed = ownParams(route).filter(([, param]) => param.echoed);
  return Object.fromEntries(
    echoed.map(([name, param]) => {
      const { default: _, ...schema } = parameterSchema(name, param);
      return [name, { ...schema, description: param.doc.description }];
    }),
  );
}

/** A row of a list. */
export function rowOf(route: StatisticRoute): Schema {
  const some = route.kind === 'list' && route.endpoint.fieldsFor !== undefined;
  return rowSchema(fieldsOfRoute(route), some);
}

/** Body of a data endpoint; `row` names the schema of its rows, should it be a list. */
export function bodySchema(route: StatisticRoute, row: Schema): Schema {
  if (route.kind === 'summary') return summarySchema(fieldsOfRoute(route), { metadata: METADATA_REF });
  return whole({
    ...(route.scope === 'symbol' ? { symbol: { type: 'string', description: 'Canonical symbol' } } : {}),
    ...rangeOf(route),
    count: { type: 'integer', description: 'Rows of this answer' },
    [route.statistic.events?.list.rowsKey ?? 'data']: listOf(row),
    metadata: METADATA_REF,
  });
}

export const INDEX = whole({
  statistics: listOf(whole({ name: TEXT, title: TEXT, path: TEXT, endpoints: listOf(TEXT), doc: TEXT })),
});

const PARAMETER = whole({
  name: TEXT,
  type: TEXT,
  required: { type: 'boolean' },
  default: { type: ['string', 'number', 'boolean', 'null'] },
  description: TEXT,
});

const FIELD = whole({
  name: { type: 'string', description: 'Of summaries the dotted path; * is any key' },
  endpoint: TEXT,
  type: TEXT,
  unit: TEXT,
  nullable: { type: 'boolean' },
  description: TEXT,
  formula: { type: ['string', 'null'] },
  known_at: {
    type: ['string', 'null'],
    enum: [...KNOWN_AT, null],
    description: 'Of records that belong to a session: from when on the field is known; null of other fields',
  },
  known_at_field: { type: ['string', 'null'], description: 'Of an event: the time field that names its bar' },
});

export const DOC = whole({
  name: TEXT,
  title: TEXT,
  description: TEXT,
  definition: TEXT,
  endpoints: listOf(whole({ path: TEXT, description: TEXT, parameters: listOf(PARAMETER) })),
  fields: listOf(FIELD),
  notes: listOf(TEXT),
});

export const SYMBOLS = whole({
  count: COUNT,
  data: listOf(
    whole({
      symbol: TEXT,
      asset_class: { type: 'string', enum: ASSET_CLASSES },
      base_interval: { type: ['string', 'null'], description: 'Null for a symbol known from news alone' },
      first_bar: {
        ...TIME,
        type: ['string', 'null'],
        description: "Start of the first bar that the plan's history allows; null without one",
      },
      last_bar: { ...TIME, type: ['string', 'null'], description: 'Start of the last stored bar' },
      sessions: { ...COUNT, description: "Sessions under the default window, from the plan's first day on" },
      daily_from: { ...DATE, description: 'First date that 1d bars serve, before first_bar; null without such' },
    }),
  ),
});

export const LIVENESS = whole({ status: { type: 'string', const: 'ok' } });

export const READINESS = whole({
  ready: { type: 'boolean' },
  checks: { type: 'object', additionalProperties: { type: 'boolean' }, description: 'What was looked at, by name' },
});

const LIMIT = whole({ limit: COUNT, used: COUNT, remaining: COUNT, reset_at: TIME });

export const USAGE = whole(
  {
    account: whole({
      id: TEXT,
      name: TEXT,
      plan: { type: 'string', enum: PLAN_NAMES },
      direct_api: { type: 'boolean' },
      history_days: { type: ['integer', 'null'], description: 'Null: all history' },
      features: listOf(TEXT),
      operator: { type: 'boolean', description: 'May read /operator/status' },
    }),
    rate_limits: whole({
      minute: LIMIT,
      day: LIMIT,
      draw: { ...LIMIT, description: 'Of sessions of the console: requests that only draw, a minute' },
    }),
    csrf_token: { type: 'string', description: 'Of sessions of the console: what their writes carry as X-CSRF-Token' },
  },
  ['csrf_token'],
);

const UPDATED = { ...TIME, type: ['string', 'null'] };
export const WATCHLIST = whole({ symbols: listOf(TEXT), updated_at: { ...UPDATED, description: 'Null: never set' } });
export const WATCHLIST_CHANGE = whole({ symbols: { ...listOf(TEXT), maxItems: MAX_WATCHED } });

const NAME = { type: 'string', minLength: 1, maxLength: MAX_NAME_CHARACTERS };
const QUESTION = { type: 'string', maxLength: MAX_QUESTION_CHARACTERS, description: 'State of the console, as text' };
export const SAVED_QUERY = whole({ id: TEXT, name: NAME, question: QUESTION, updated_at: TIME });
export const SAVED_QUERIES = whole({ count: COUNT, data: listOf({ $ref: '#/components/schemas/SavedQuery' }) });
export const SAVED_QUERY_CHANGE = whole({ name: NAME, question: QUESTION });

const PRICE = { type: ['number', 'null'] };
const PCT = { type: ['number', 'null'], description: 'Percent' };
const orNull = (schema: Schema, description: string) => ({ ...schema, type: ['object', 'null'], description });

export const TODAY_ROW = whole({
  symbol: TEXT,
  session_date: { ...DATE, description: 'Date of the latest session; null without one' },
  state: { type: 'string', enum: ['open', 'closed'], description: 'open: no stored bar ends at its end or later' },
  last: orNull(whole({ ts: TIME, close: { type: 'number' } }), 'Its last bar'),
  gap: orNull(
    whole({
      direction: { type: 'string', enum: ['up', 'down'] },
      gap_pct: PCT,
      open: PRICE,
      filled: { type: ['boolean', 'null'], description: 'Filled so far' },
      history: {
        ...whole({ n: COUNT, filled_pct: PCT, low: PCT, high: PCT }),
        description: 'Of the observed gaps of this direction, how many were filled, with the 95 % Wilson interval',
      },
    }),
    'The gap that it opened with; null without one',
  ),
  orb: orNull(
    whole({
      state: {
        type: 'string',
        enum: ['pending', 'inside', 'up', 'down'],
        description: 'pending: the opening range is not complete; up, down: the side broken first',
      },
      orb_minutes: { type: 'integer' },
      high: PRICE,
      low: PRICE,
      history: {
        ...whole({
          of: {
            type: 'string',
            enum: ['breakout', 'continuation'],
            description:
              'breakout (pending, inside): sessions with a range that broke it; continuation (up, down): sessions that ' +
              'broke this side first and closed beyond it',
          },
          n: COUNT,
          rate_pct: PCT,
          low: PCT,
          high: PCT,
        }),
        description: 'How complete sessions before it went, with the 95 % Wilson interval',
      },
    }),
    'Its opening range; null on 1d bars',
  ),
  previous: orNull(
    whole({
      high: PRICE,
      low: PRICE,
      distance_high_pct: { ...PCT, description: '(high - last close) / last close * 100' },
      distance_low_pct: { ...PCT, description: '(low - last close) / last close * 100' },
      state: { type: 'string', enum: ['inside', 'above', 'below'], description: 'Where the last close lies' },
    }),
    'High and low of the session before; null without one',
  ),
});
export const TODAY = whole({
  as_of: { ...UPDATED, description: 'End of the last stored bar of any of the symbols' },
  count: COUNT,
  data: listOf({ $ref: '#/components/schemas/TodayRow' }),
  metadata: { $ref: '#/components/schemas/TodayMetadata' },
});

const HISTORY_WINDOW = { type: 'string', description: 'Window of the history figures, ending the session before' };
export const TODAY_METADATA: Schema = {
  ...METADATA,
  properties: { ...(METADATA['properties'] as Schema), history_window: HISTORY_WINDOW },
  required: [...(METADATA['required'] as string[]), 'history_window'],
};

const RECORDS = listOf({ type: 'object', additionalProperties: true });
export const OPERATOR_STATUS = whole({
  symbols: RECORDS,
  dead_letters: COUNT,
  dead_letters_by_reason: { type: 'object', additionalProperties: COUNT },
  behind: whole({
    events: { type: ['integer', 'null'], description: 'Events not landed yet; null where the API knows of no log' },
    days: { type: 'integer', description: 'Days whose records are to be computed' },
  }),
  news: whole({
    waiting: { ...COUNT, description: 'News that waits for classification' },
    gave_up: { ...COUNT, description: 'Of these: tried as often as is allowed' },
    oldest: { type: ['string', 'null'], description: 'When the first of them came' },
    last_error: { type: ['string', 'null'], description: 'What the last request to the classifier failed of' },
  }),
  quarantined: RECORDS,
  unregistered: listOf(TEXT),
  split_suspects: { ...RECORDS, description: 'Openings that look like a split' },
  skipped: RECORDS,
  collectors: RECORDS,
  retention: whole({
    policies: { ...RECORDS, description: 'What is kept for how long; without a policy, for ever' },
    last_run: {
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'What the last run removed; null: there was none',
    },
    next_run: { type: ['string', 'null'], description: 'When the schedule runs next; null without a policy' },
  }),
  imports: { ...RECORDS, description: 'The last ten' },
  coverage: whole({
    symbols: listOf(whole({ symbol: TEXT, months: listOf(whole({ month: TEXT, sessions: COUNT, bars: COUNT })) })),
    next_cursor: { type: ['string', 'null'], description: 'Cursor of the next page; null on the last' },
  }),
});
