/** JSON Schemas of whole bodies: what stands around the rows, and the endpoints that no statistic has. */
import { KNOWN_AT } from '../../compute/market/records/fields.ts';
import { ASSET_CLASSES } from '../../lib/symbol.ts';
import { PLAN_NAMES } from '../plans.ts';
import { ownParams } from '../query/adapt.ts';
import type { ScreenRoute, StatisticRoute } from '../routes.ts';
import { fieldsOfRoute } from './doc.ts';
import { parameterSchema } from './parameters.ts';
import { rowSchema, type Schema, summarySchema } from './schemas.ts';

const METADATA_REF = { $ref: '#/components/schemas/Metadata' };
const DATE = { type: ['string', 'null'], format: 'date' };
const TIME = { type: 'string', format: 'date-time' };
const TEXT = { type: 'string' };
const COUNT = { type: 'integer', minimum: 0 };
const listOf = (items: Schema) => ({ type: 'array', items });

/** Every property required. */
function whole(properties: Schema): Schema {
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** What is said about the rows before them; screens have no range of their own. */
function rangeOf(route: StatisticRoute): Schema {
  const timeWindow = { type: 'string', description: "The window's word, or custom" };
  if (route.kind === 'screen') return { time_window: timeWindow, ...rankingOf(route) };
  if (route.statistic.basis === 'news') {
    return {
      ...echoesOf(route),
      time_window: timeWindow,
      reaction_windows: { ...listOf(TEXT), description: 'Windows after the news, in order' },
    };
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
  return { ...Object.fromEntries(['sort_by', 'order', 'min_sample_size'].map(echo)), ...echoesOf(route) };
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
    [route.statistic.basis === 'news' ? 'events' : 'data']: listOf(row),
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
    }),
  ),
});

export const LIVENESS = whole({ status: { type: 'string', const: 'ok' } });

export const READINESS = whole({
  ready: { type: 'boolean' },
  checks: { type: 'object', additionalProperties: { type: 'boolean' }, description: 'What was looked at, by name' },
});

const LIMIT = whole({ limit: COUNT, used: COUNT, remaining: COUNT, reset_at: TIME });

export const USAGE = whole({
  account: whole({
    id: TEXT,
    name: TEXT,
    plan: { type: 'string', enum: PLAN_NAMES },
    direct_api: { type: 'boolean' },
    history_days: { type: ['integer', 'null'], description: 'Null: all history' },
    features: listOf(TEXT),
  }),
  rate_limits: whole({ minute: LIMIT, day: LIMIT }),
});
