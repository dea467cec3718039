/** JSON Schema of the events, from the contract that landing reads them by: files beside docs/events.md. */
import { z } from 'zod';
import { ASSET_CLASSES, BASE_INTERVALS_MIN, formatInterval } from '../../exchange/symbol.ts';
import { BAR_FIELDS, BAR_FIGURES } from '../../ingest/contract/bar.ts';
import { EVENT_SETS, type EventSet, PRICE_MAX, PRICE_MIN, VOLUME_MAX } from '../../ingest/contract/events.ts';
import { SCHEMAS } from '../../ingest/contract/schemas.ts';

type Schema = Record<string, unknown>;

const MOMENT = 'ISO 8601 with an offset, or whole milliseconds since the epoch';
const SYMBOL = { type: 'string', pattern: '^\\s*[A-Za-z0-9][A-Za-z0-9.\\-_:/]{0,31}\\s*$' };
/** Fields that the contract reads by code. */
const READ_BY_CODE: Readonly<Record<string, Schema>> = {
  symbol: SYMBOL,
  event_timestamp: { type: ['string', 'integer'], description: MOMENT },
  ex_date: { type: ['string', 'integer'], description: 'Date such as 2020-08-31: the first that is traded after it' },
  ratio: { type: ['string', 'number'], description: 'New shares for an old one, such as 4 or 4:1' },
  impact_score: { type: ['number', 'null'], minimum: 0, maximum: 1 },
  revision: { type: ['integer', 'null'], minimum: 0, description: 'The higher one wins; default: the time of arrival' },
};

const NEWS_REVISION: Schema = {
  ...READ_BY_CODE['revision'],
  type: ['integer', 'string', 'null'],
  description: 'The higher one wins; default: the time of arrival; of a classification as `news waiting` gives it',
};

const figure = (name: string): Schema =>
  name === 'volume'
    ? { type: 'number', minimum: 0, maximum: VOLUME_MAX }
    : { type: 'number', minimum: PRICE_MIN, maximum: PRICE_MAX };

function barSchema(): Schema {
  const own: Readonly<Record<string, Schema>> = {
    symbol: SYMBOL,
    asset_class: { enum: ASSET_CLASSES },
    interval: { enum: BASE_INTERVALS_MIN.map(formatInterval) },
    ts: { type: ['string', 'integer'], description: `Start of the bar: ${MOMENT}` },
    revision: READ_BY_CODE['revision'],
    source: { type: ['string', 'null'], maxLength: 500, pattern: '\\S' },
    deleted: { type: ['boolean', 'null'], enum: [false, null] },
  };
  const properties = Object.fromEntries(BAR_FIELDS.map((name) => [name, own[name] ?? figure(name)]));
  const required = ['symbol', 'asset_class', 'interval', 'ts', ...BAR_FIGURES];
  return { type: 'object', properties, required, additionalProperties: false };
}

function eventSchema(topic: keyof typeof SCHEMAS): Schema {
  const { event, fields } = SCHEMAS[topic];
  const schema = plain(z.toJSONSchema(event, { io: 'input', unrepresentable: 'any' }));
  const given = schema['properties'] as Record<string, Schema>;
  const readByCode = topic.startsWith('events.sentiment') ? { ...READ_BY_CODE, revision: NEWS_REVISION } : READ_BY_CODE;
  const properties = Object.fromEntries(fields.map((name) => [name, readByCode[name] ?? given[name]]));
  return { type: 'object', properties, required: schema['required'], additionalProperties: false };
}

/** By the set's name; what it takes to add or correct an event: a deletion needs its identity alone. */
export function schemasOfEvents(): ReadonlyMap<string, Schema> {
  const of = (set: EventSet) => (set === 'bars' ? barSchema() : eventSchema(EVENT_SETS[set] as keyof typeof SCHEMAS));
  return new Map(
    (Object.keys(EVENT_SETS) as EventSet[]).map((set) => [
      set,
      { $schema: 'https://json-schema.org/draft/2020-12/schema', title: `An event of ${EVENT_SETS[set]}`, ...of(set) },
    ]),
  );
}

export const schemaFile = (set: string) => `docs/schemas/${set}.schema.json`;
export const schemaText = (schema: Schema) => `${JSON.stringify(schema, null, 2)}\n`;

/** JSON Schema without what only zod says, and with several simple types, such as null, in one list. */
function plain(value: unknown): Schema {
  if (Array.isArray(value)) return value.map(plain) as never;
  if (typeof value !== 'object' || value === null) return value as never;
  const { $schema, $id, propertyNames, ...rest } = value as Schema;
  if (rest['type'] === 'integer') {
    if (rest['maximum'] === Number.MAX_SAFE_INTEGER) delete rest['maximum'];
    if (rest['minimum'] === Number.MIN_SAFE_INTEGER) delete rest['minimum'];
  }
  if (String(rest['format']).startsWith('date')) delete rest['pattern'];
  if (JSON.stringify(rest['additionalProperties']) === '{}') rest['additionalProperties'] = true;
  const schema = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, plain(inner)]));
  const [one, ...others] = (schema['anyOf'] as unknown as Schema[] | undefined) ?? [];
  if (others.length === 0 || others.some((other) => Object.keys(other).join() !== 'type')) return schema;
  const { anyOf, ...outer } = schema;
  const { const: only, ...first } = one;
  const values = only === undefined ? (one['enum'] as unknown[] | undefined) : [only];
  const type = [one, ...others].map((other) => other['type']);
  return { ...first, ...outer, type, ...(values ? { enum: [...values, null] } : {}) };
}
