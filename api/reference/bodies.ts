/** JSON Schemas of whole bodies: what stands around the rows, and the endpoints that no statistic has. */
import { KNOWN_AT } from '../../compute/market/fields.ts';
import { ASSET_CLASSES } from '../../exchange/symbol.ts';
import { PLAN_NAMES } from '../authenticator.ts';
import { ownParams } from '../query/prepare.ts';
import type { ScreenRoute, StatisticRoute } from '../routes.ts';
import { fieldsOfRoute } from './doc.ts';
import { parameterSchema } from './parameters.ts';
import {
  COUNT,
  DATE,
  described,
  listOf,
  METADATA,
  NAMED_ERROR,
  NUMBER_OR_NULL,
  ref,
  rowSchema,
  type Schema,
  summarySchema,
  TEXT,
  TEXT_OR_NULL,
  TIME,
  VALIDATION_ERROR,
  whole,
  YES_OR_NO,
} from './schemas.ts';

const AS_OF = described(DATE, 'Latest session that any of the figures rests on; null without rows');

/** What is said about the rows before them; screens have no range of their own. */
function rangeOf(route: StatisticRoute): Schema {
  const timeWindow = described(TEXT, "The window's word, or custom");
  if (route.kind === 'screen') return { time_window: timeWindow, ...rankingOf(route) };
  const { events } = route.statistic;
  if (events) {
    const head = events.list.head.map(({ name, description }) => [name, { ...listOf(TEXT), description }]);
    return { ...echoesOf(route), time_window: timeWindow, ...Object.fromEntries(head) };
  }
  return {
    time_window: timeWindow,
    start_date: described(DATE, 'First date of the range looked at; null where nothing is stored'),
    end_date: described(DATE, 'Last date of the range looked at; null where nothing is stored'),
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
  if (route.kind === 'summary') return summarySchema(fieldsOfRoute(route), { metadata: ref('Metadata') });
  return whole({
    ...(route.scope === 'symbol' ? { symbol: described(TEXT, 'Canonical symbol') } : {}),
    ...rangeOf(route),
    count: { type: 'integer', description: 'Rows of this answer' },
    [route.statistic.events?.list.rowsKey ?? 'data']: listOf(row),
    metadata: ref('Metadata'),
  });
}

const LIMIT = whole({ limit: COUNT, used: COUNT, remaining: COUNT, reset_at: TIME });
const UPDATED = { ...TIME, ...TEXT_OR_NULL };
const NAME = { ...TEXT, minLength: 1, maxLength: 200 };
const QUESTION = { ...TEXT, maxLength: 8_192, description: 'State of the console, as text' };
const PCT = described(NUMBER_OR_NULL, 'Percent');
const RECORDS = listOf({ type: 'object', additionalProperties: true });
const orNull = (schema: Schema, description: string) => ({ ...schema, type: ['object', 'null'], description });

const PARAMETER = whole({
  name: TEXT,
  type: TEXT,
  required: YES_OR_NO,
  default: { type: ['string', 'number', 'boolean', 'null'] },
  description: TEXT,
});

const FIELD = whole({
  name: described(TEXT, 'Of summaries the dotted path; * is any key'),
  ...{ endpoint: TEXT, type: TEXT, unit: TEXT },
  nullable: YES_OR_NO,
  description: TEXT,
  formula: TEXT_OR_NULL,
  known_at: {
    ...{ ...TEXT_OR_NULL, enum: [...KNOWN_AT, null] },
    description: 'Of records that belong to a session: from when on the field is known; null of other fields',
  },
  known_at_field: described(TEXT_OR_NULL, 'Of an event: the time field that names its bar'),
  never: described(
    TEXT_OR_NULL,
    'Of a field about something that may never come: the condition on the same record under which null means that it did ' +
      'not come, as /query writes it; always: wherever it is null. Null of other fields',
  ),
  decided_at: described(
    TEXT_OR_NULL,
    'What the bar of an event decides and nothing undoes: the time field that names the bar, or in words the bar that ' +
      'decides it. It is known at the end of that bar; where none came, at the close. Null of other fields',
  ),
});

const STORED_SYMBOL = whole({
  symbol: TEXT,
  asset_class: { ...TEXT, enum: ASSET_CLASSES },
  base_interval: described(TEXT_OR_NULL, 'Null for a symbol known from news alone'),
  first_bar: described(UPDATED, "Start of the first bar that the plan's history allows; null without one"),
  last_bar: described(UPDATED, 'Start of the last stored bar'),
  sessions: described(COUNT, "Sessions under the default window, from the plan's first day on"),
  daily_from: described(DATE, 'First date that 1d bars serve, before first_bar; null without such'),
});

/** What the cases are that a history rests on. */
const CASES_TODAY = {
  set: {
    ...TEXT,
    enum: ['side_and_size', 'side', 'state', 'all'],
    description:
      'The set of sessions: of the same side and size class; of the same side; in the same state; all. The narrowest of ' +
      'those that there are with at least 10 cases, else the widest',
  },
  text: described(TEXT, 'The set and its count in words: gaps down of 1 to 2 %, still open at 11:42: 2 of 19 filled'),
  n: COUNT,
  hits: COUNT,
  at: described(
    TEXT_OR_NULL,
    "Time of day by the exchange's clock (crypto: UTC) at which the sessions of the set stood as today's; null: as of the open",
  ),
};

const GAP_TODAY = whole({
  direction: { ...TEXT, enum: ['up', 'down'] },
  gap_pct: PCT,
  open: NUMBER_OR_NULL,
  filled: { type: ['boolean', 'null'], description: 'Filled so far' },
  history: described(
    whole({ ...CASES_TODAY, filled_pct: PCT, low: PCT, high: PCT }),
    'Of observed gaps like this one, still open at this time of day, how many were filled, with the 95 % Wilson interval',
  ),
});

const ORB_TODAY = whole({
  state: {
    ...{ ...TEXT, enum: ['pending', 'inside', 'up', 'down'] },
    description: 'pending: the opening range is not complete; up, down: the side broken first',
  },
  orb_minutes: { type: 'integer' },
  high: NUMBER_OR_NULL,
  low: NUMBER_OR_NULL,
  history: described(
    whole({
      of: {
        ...{ ...TEXT, enum: ['breakout', 'continuation'] },
        description:
          'breakout (pending, inside): ranges that were broken at all; continuation (up, down): ranges that were ' +
          'broken on this side first and closed beyond it',
      },
      ...{ ...CASES_TODAY, rate_pct: PCT, low: PCT, high: PCT },
    }),
    'How complete sessions went in which the range was in this state at this time of day, with the 95 % Wilson interval',
  ),
});

const PREVIOUS_TODAY = whole({
  high: NUMBER_OR_NULL,
  low: NUMBER_OR_NULL,
  distance_high_pct: described(PCT, '(high - last close) / last close * 100'),
  distance_low_pct: described(PCT, '(low - last close) / last close * 100'),
  state: { ...TEXT, enum: ['inside', 'above', 'below'], description: 'Where the last close lies' },
  history: orNull(
    whole({
      of: {
        ...{ ...TEXT, enum: ['break', 'success'] },
        description:
          'break (neither level is broken): sessions that broke one; success (one is): sessions that closed beyond the ' +
          'level that they had broken',
      },
      ...{ ...CASES_TODAY, rate_pct: PCT, low: PCT, high: PCT },
    }),
    'How complete sessions went whose levels were in this state at this time of day; null where both are broken',
  ),
});

const HISTORY_WINDOW = described(TEXT, 'Window of the history figures, ending the session before');

/** By their names: what all answers have in common, and the bodies of the endpoints that no statistic has. */
export const BODIES: Schema = {
  Metadata: METADATA,
  StatisticsIndex: whole({
    statistics: listOf(whole({ name: TEXT, title: TEXT, path: TEXT, endpoints: listOf(TEXT), doc: TEXT })),
  }),
  Doc: whole({
    ...{ name: TEXT, title: TEXT, description: TEXT, definition: TEXT },
    endpoints: listOf(whole({ path: TEXT, description: TEXT, parameters: listOf(PARAMETER) })),
    fields: listOf(FIELD),
    notes: listOf(TEXT),
  }),
  Symbols: whole({ count: COUNT, data: listOf(STORED_SYMBOL) }),
  Usage: whole(
    {
      account: whole({
        ...{ id: TEXT, name: TEXT, plan: { ...TEXT, enum: PLAN_NAMES }, direct_api: YES_OR_NO },
        history_days: { type: ['integer', 'null'], description: 'Null: all history' },
        features: listOf(TEXT),
        operator: described(YES_OR_NO, 'May read /operator/status'),
      }),
      rate_limits: whole({
        minute: LIMIT,
        day: LIMIT,
        preview: described(LIMIT, 'Questions with preview=true, a minute'),
        free: described(LIMIT, 'Requests free of charge (/symbols, /me/...), a minute'),
      }),
      csrf_token: described(TEXT, 'Of sessions of the console: what their writes carry as X-CSRF-Token'),
    },
    ['csrf_token'],
  ),
  Watchlist: whole({ symbols: listOf(TEXT), updated_at: described(UPDATED, 'Null: never set') }),
  WatchlistChange: whole({ symbols: { ...listOf(TEXT), maxItems: 200 } }),
  SavedQuery: whole({ id: TEXT, name: NAME, question: QUESTION, updated_at: TIME }),
  SavedQueries: whole({ count: COUNT, data: listOf(ref('SavedQuery')) }),
  SavedQueryChange: whole({ name: NAME, question: QUESTION }),
  TodayRow: whole({
    symbol: TEXT,
    session_date: described(DATE, 'Date of the latest session; null without one'),
    state: { ...TEXT, enum: ['open', 'closed'], description: 'open: no stored bar ends at its end or later' },
    last: orNull(whole({ ts: TIME, close: { type: 'number' } }), 'Its last bar'),
    gap: orNull(GAP_TODAY, 'The gap that it opened with; null without one'),
    orb: orNull(ORB_TODAY, 'Its opening range; null on 1d bars'),
    previous: orNull(PREVIOUS_TODAY, 'High and low of the session before; null without one'),
  }),
  Today: whole({
    as_of: described(UPDATED, 'End of the last stored bar of any of the symbols'),
    count: COUNT,
    data: listOf(ref('TodayRow')),
    metadata: ref('TodayMetadata'),
  }),
  TodayMetadata: {
    ...METADATA,
    properties: { ...(METADATA['properties'] as Schema), history_window: HISTORY_WINDOW },
    required: [...(METADATA['required'] as string[]), 'history_window'],
  },
  OperatorStatus: whole({
    symbols: RECORDS,
    dead_letters: COUNT,
    dead_letters_by_reason: { type: 'object', additionalProperties: COUNT },
    behind: whole({
      events: { type: ['integer', 'null'], description: 'Events not landed yet; null where the API knows of no log' },
      days: { type: 'integer', description: 'Days whose records are to be computed' },
    }),
    news: whole({
      waiting: described(COUNT, 'News that waits for classification'),
      gave_up: described(COUNT, 'Of these: tried as often as is allowed'),
      oldest: described(TEXT_OR_NULL, 'When the first of them came'),
      last_error: described(TEXT_OR_NULL, 'What the last request to the classifier failed of'),
    }),
    quarantined: RECORDS,
    unregistered: listOf(TEXT),
    split_suspects: described(RECORDS, 'Openings that look like a split'),
    skipped: RECORDS,
    collectors: RECORDS,
    retention: whole({
      policies: described(RECORDS, 'What is kept for how long; without a policy, for ever'),
      last_run: orNull({ additionalProperties: true }, 'What the last run removed; null: there was none'),
      next_run: described(TEXT_OR_NULL, 'When the schedule runs next; null without a policy'),
    }),
    imports: described(RECORDS, 'The last ten'),
    coverage: whole({
      symbols: listOf(whole({ symbol: TEXT, months: listOf(whole({ month: TEXT, sessions: COUNT, bars: COUNT })) })),
      next_cursor: described(TEXT_OR_NULL, 'Cursor of the next page; null on the last'),
    }),
  }),
  Liveness: whole({ status: { ...TEXT, const: 'ok' } }),
  Readiness: whole({
    ready: YES_OR_NO,
    checks: { type: 'object', additionalProperties: YES_OR_NO, description: 'What was looked at, by name' },
  }),
  Error: NAMED_ERROR,
  ValidationError: VALIDATION_ERROR,
};
