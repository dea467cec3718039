/** JSON Schemas of parameters and of the bodies of data routes, from the fields and parameters that the code runs on. */
import { z } from 'zod';
import type { Field } from '../compute/market/fields.ts';
import { visibleFields } from '../compute/market/render.ts';
import type { Param } from '../compute/statistics/params.ts';
import { isNullable, LOOK_BACK_NOTE } from './doc.ts';
import type { Schema, StatisticRoute } from './route.ts';

const SYMBOL_PATTERN = '^[A-Za-z0-9][A-Za-z0-9.\\-_:/]{0,31}$';
const DATE_PATTERN = '^\\d{4}-\\d{2}-\\d{2}$';

export function parameterSchema(name: string, { doc, fallback }: Param): Schema {
  const { type, values, aliases = [], maximumLength, minimum, maximum } = doc;
  const pattern = type === 'date' ? DATE_PATTERN : name === 'symbol' ? SYMBOL_PATTERN : doc.pattern;
  return {
    type: type === 'date' || type === 'time' ? 'string' : type,
    ...(type === 'date' && { format: 'date' }),
    ...(pattern && { pattern }),
    ...(values && { enum: [...(type === 'integer' ? values.map(Number) : values), ...aliases] }),
    ...(maximumLength !== undefined && { maxLength: maximumLength }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(doc.default !== null && fallback !== undefined && { default: doc.default }),
  };
}

/** Returns an object whose properties are all required. */
const objectOf = (properties: Schema): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const TYPES: Readonly<Record<Field['type'], Schema>> = {
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  string: { type: 'string' },
  enum: { type: 'string' },
  date: { type: 'string', format: 'date' },
  timestamp: { type: 'string', format: 'date-time' },
  json: { type: 'object', additionalProperties: true },
};

function fieldSchema(field: Field): Schema {
  const { unit, formula, values, lookBack } = field;
  const base = TYPES[field.type];
  const nullable = isNullable(field);
  return {
    ...base,
    ...(nullable && { type: [base['type'], 'null'] }),
    description: `${field.description}${unit === 'none' ? '' : ` (${unit})`}${formula ? `. ${formula}` : ''}${lookBack ? `. ${LOOK_BACK_NOTE}` : ''}`,
    ...(values && { enum: nullable ? [...values, null] : values }),
  };
}

/** @param someOnly the query decides which of the fields a row has */
function rowSchema(fields: readonly Field[], someOnly = false): Schema {
  const properties = Object.fromEntries(visibleFields(fields).map((field) => [field.name, fieldSchema(field)]));
  return someOnly ? { type: 'object', properties } : objectOf(properties);
}

/** Returns the schema of rows of these fields, which are a component of this name. */
export const rowsOf = (id: string, fields: readonly Field[], someOnly = false) =>
  z.array(z.unknown().meta({ id, ...rowSchema(fields, someOnly) }));

interface Node {
  field?: Field;
  readonly named: Map<string, Node>;
  any?: Node;
}

type NamedSchema = readonly [name: string, schema: Schema];

/** Returns `StatsOrbTopPicks` for `/stats/orb/top-picks`. */
const schemaName = (path: string) => path.replace(/[^a-z0-9]+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Returns the schema of a summary: nested objects of dotted paths, in which `*` is any key. */
export function summarySchemas(path: string, fields: readonly Field[]): readonly NamedSchema[] {
  const root: Node = { named: new Map() };
  for (const field of visibleFields(fields)) {
    let node = root;
    for (const key of field.name.split('.')) {
      let next = key === '*' ? node.any : node.named.get(key);
      if (!next) {
        next = { named: new Map() };
        if (key === '*') node.any = next;
        else node.named.set(key, next);
      }
      node = next;
    }
    node.field = field;
  }
  const properties = nodeSchema(root)['properties'] as Schema;
  return [[schemaName(path), objectOf({ ...properties, metadata: ref('Metadata') })]];
}

function nodeSchema({ field, named, any }: Node): Schema {
  if (field) return fieldSchema(field);
  return {
    type: ['object', 'null'],
    properties: Object.fromEntries([...named].map(([key, inner]) => [key, nodeSchema(merged(inner, any))])),
    ...(any && { additionalProperties: nodeSchema(any) }),
  };
}

/** A named key has the fields of `*`, too. */
function merged(own: Node, any: Node | undefined): Node {
  if (!any || own.field) return own;
  const named = new Map(any.named);
  for (const [key, inner] of own.named) named.set(key, merged(inner, any.named.get(key)));
  return { named, any: own.any ?? any.any };
}

const TEXT = { type: 'string' };
const TIME_WINDOW = { ...TEXT, description: "The window's word, or custom" };
const dayOrNull = (description: string) => ({ type: ['string', 'null'], format: 'date', description });

/** @param someOnly the query decides which of the fields a row has */
export function listSchemas(route: StatisticRoute, someOnly: boolean): readonly NamedSchema[] {
  const symbol = route.scope === 'symbol' && { symbol: { ...TEXT, description: 'Canonical symbol' } };
  const { events } = route.statistic;
  if (!events) {
    const dates = {
      start_date: dayOrNull('First date of the range looked at; null where nothing is stored'),
      end_date: dayOrNull('Last date of the range looked at; null where nothing is stored'),
    };
    const head = { ...symbol, time_window: TIME_WINDOW, ...dates, ...echoesOf(route) };
    return rowsSchemas(route, head, 'data', someOnly);
  }
  const lists = events.list.head.map(({ name, description }) => [name, { type: 'array', items: TEXT, description }]);
  const head = { ...symbol, ...echoesOf(route), time_window: TIME_WINDOW, ...Object.fromEntries(lists) };
  return rowsSchemas(route, head, events.list.rowsKey, someOnly);
}

export function screenSchemas(route: StatisticRoute): readonly NamedSchema[] {
  const named = ['sort_by', 'order', 'min_sample_size'].map((name) => [
    name,
    parameterSchema(name, route.params[name]),
  ]);
  const head = {
    time_window: TIME_WINDOW,
    ...Object.fromEntries(named),
    ...echoesOf(route),
    as_of: dayOrNull('Latest session that any of the figures rests on; null without rows'),
  };
  return rowsSchemas(route, head, 'data', false);
}

/** Returns the schema of a body, then that of its rows. */
function rowsSchemas(
  { path, fields }: StatisticRoute,
  head: Schema,
  rowsKey: string,
  someOnly: boolean,
): NamedSchema[] {
  const name = schemaName(path);
  const body = objectOf({
    ...head,
    count: { type: 'integer', description: 'Rows of this answer' },
    [rowsKey]: { type: 'array', items: ref(`${name}Row`) },
    metadata: ref('Metadata'),
  });
  return [
    [name, body],
    [`${name}Row`, rowSchema(fields, someOnly)],
  ];
}

/** Returns the parameters that the answer repeats, as they are after adapting to the feed. */
function echoesOf({ own }: StatisticRoute): Schema {
  const echoed = Object.entries(own).filter(([, param]) => param.echoed);
  return Object.fromEntries(
    echoed.map(([name, param]) => {
      const { default: _, ...schema } = parameterSchema(name, param);
      return [name, { ...schema, description: param.doc.description }];
    }),
  );
}
