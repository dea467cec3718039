/** JSON Schemas of parameters, rows and summaries, from the fields and parameters that the code runs on. */
import type { Field } from '../compute/market/fields.ts';
import type { Param } from '../compute/statistics/params.ts';
import { decidedText, isNullable, LOOK_BACK_NOTE, neverText } from './doc.ts';

export type Schema = { [key: string]: unknown };

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
export const objectOf = (properties: Schema): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

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

/** @param visible names of the fields of the same row */
function fieldSchema(field: Field, visible: ReadonlySet<string>): Schema {
  const { unit, formula, values, lookBack, knownAt, event, never } = field;
  const base = TYPES[field.type];
  const nullable = isNullable(field);
  const decided = decidedText(field, visible);
  return {
    ...base,
    ...(nullable && { type: [base['type'], 'null'] }),
    description: `${field.description}${unit === 'none' ? '' : ` (${unit})`}${formula ? `. ${formula}` : ''}${lookBack ? `. ${LOOK_BACK_NOTE}` : ''}`,
    ...(knownAt && { 'x-known-at': knownAt }),
    ...(event && { 'x-known-at-field': event.field }),
    ...(never && { 'x-never': neverText(field) }),
    ...(decided !== null && { 'x-decided-at': decided }),
    ...(values && { enum: nullable ? [...values, null] : values }),
  };
}

/** @param someOnly the query decides which of the fields a row has */
export function rowSchema(fields: readonly Field[], someOnly = false): Schema {
  const visible = new Set(fields.map(({ name }) => name));
  const properties = Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field, visible)]));
  return someOnly ? { type: 'object', properties } : objectOf(properties);
}

interface Node {
  field?: Field;
  readonly named: Map<string, Node>;
  any?: Node;
}

/** Returns nested objects of dotted paths; `*` is any key. */
export function summarySchema(fields: readonly Field[], extra: Schema): Schema {
  const root: Node = { named: new Map() };
  for (const field of fields) {
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
  return objectOf({ ...(nodeSchema(root)['properties'] as Schema), ...extra });
}

function nodeSchema({ field, named, any }: Node): Schema {
  if (field) return fieldSchema(field, new Set());
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
