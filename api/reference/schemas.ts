/** JSON Schemas of answers, from the field lists. */
import { ADJUSTMENTS, type Adjustment } from '../../compute/market/bars.ts';
import type { Field } from '../../compute/market/fields.ts';
import { decidedText, neverText } from './moments.ts';

const APPLIED = ['none', 'splits', 'all'] as const;

export interface SessionShown {
  readonly start_time: string;
  readonly end_time: string;
  readonly include_extended_hours: boolean;
  readonly mode: string;
  /** The clock that the times are of. */
  readonly timezone: 'UTC' | 'America/New_York';
}

export interface Metadata {
  readonly requested_start: string | null;
  readonly requested_end: string | null;
  readonly effective_start: string | null;
  readonly effective_end: string | null;
  /** The plan cut the start of the range. */
  readonly history_limited: boolean;
  readonly session: SessionShown | null;
  /** The finest interval of the bars of the range. */
  readonly base_interval: string | null;
  /** End of the last stored bar. */
  readonly data_through: string | null;
  readonly adjustment: {
    readonly requested: Adjustment;
    readonly applied: (typeof APPLIED)[number];
    readonly note: string;
  };
  readonly warnings: readonly string[];
}

export type Schema = { [key: string]: unknown };

export const TEXT = { type: 'string' };
export const COUNT = { type: 'integer', minimum: 0 };
export const DATE = { type: ['string', 'null'], format: 'date' };
export const TIME = { type: 'string', format: 'date-time' };
export const YES_OR_NO = { type: 'boolean' };
export const TEXT_OR_NULL = { type: ['string', 'null'] };
export const NUMBER_OR_NULL = { type: ['number', 'null'] };
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
export const described = (schema: Schema, description: string): Schema => ({ ...schema, description });
export const listOf = (items: Schema): Schema => ({ type: 'array', items });

/** Every property required but those named. */
export function whole(properties: Schema, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required };
}

const TYPES: Readonly<Record<Field['type'], Schema>> = {
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  string: { type: 'string' },
  enum: { type: 'string' },
  date: { type: 'string', format: 'date' },
  timestamp: { type: 'string', format: 'date-time' },
  // Keyed by window or by figure: {window: {...}}.
  json: { type: 'object', additionalProperties: { type: 'object' } },
};

/** Said of every field that shows an earlier session. */
export const LOOK_BACK_NOTE = "null where that session lies before the plan's history";

export const isNullable = (field: Field): boolean => field.nullable || field.lookBack === true;

/** @param shown names of the fields that are answered beside it */
export function fieldSchema(field: Field, shown: ReadonlySet<string>): Schema {
  const base = TYPES[field.type];
  const types = [base['type']].flat();
  const nullable = isNullable(field);
  const decided = decidedText(field, shown);
  const unit = field.unit === 'none' ? '' : ` (${field.unit})`;
  return {
    ...base,
    type: nullable ? [...types, 'null'] : types.length === 1 ? types[0] : types,
    description: `${field.description}${unit}${field.formula ? `. ${field.formula}` : ''}${field.lookBack ? `. ${LOOK_BACK_NOTE}` : ''}`,
    ...(field.knownAt ? { 'x-known-at': field.knownAt } : {}),
    ...(field.event ? { 'x-known-at-field': field.event.field } : {}),
    ...(field.never ? { 'x-never': neverText(field) } : {}),
    ...(decided === null ? {} : { 'x-decided-at': decided }),
    ...(field.values ? { enum: nullable ? [...field.values, null] : field.values } : {}),
  };
}

/** Object with a property a field: a row of a list. `some`: which of them it has depends on the query. */
export function rowSchema(fields: readonly Field[], some: boolean): Schema {
  const shown = new Set(fields.map(({ name }) => name));
  const { required, ...row } = whole(
    Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field, shown)])),
  );
  return some ? row : { ...row, required };
}

interface Node {
  field?: Field;
  readonly named: Map<string, Node>;
  any?: Node;
}

/** Nested objects of dotted paths; `*` is any key. */
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
  return whole({ ...(nodeSchema(root)['properties'] as Schema), ...extra });
}

function nodeSchema(node: Node): Schema {
  if (node.field) return fieldSchema(node.field, new Set());
  return {
    type: ['object', 'null'],
    properties: Object.fromEntries([...node.named].map(([key, inner]) => [key, nodeSchema(merged(inner, node.any))])),
    ...(node.any ? { additionalProperties: nodeSchema(node.any) } : {}),
  };
}

/** A key with a name is any key, too. */
function merged(named: Node, any: Node | undefined): Node {
  if (any === undefined || named.field) return named;
  const keys = new Set([...named.named.keys(), ...any.named.keys()]);
  const of = (key: string): Node => {
    const own = named.named.get(key);
    const other = any.named.get(key);
    return own ? merged(own, other) : other!;
  };
  return { named: new Map([...keys].map((key) => [key, of(key)])), any: named.any ?? any.any };
}

export const METADATA = whole(
  {
    requested_start: described(DATE, 'First date of the range asked for'),
    requested_end: described(DATE, 'Last date of the range asked for'),
    effective_start: described(DATE, 'First date of the range looked at'),
    effective_end: described(DATE, 'Last date of the range looked at'),
    history_limited: described(YES_OR_NO, "The plan's history cut the start of the range"),
    session: {
      type: ['object', 'null'],
      description: 'The part of the day looked at; null for news',
      properties: {
        start_time: described(TEXT, 'HH:MM'),
        end_time: described(TEXT, 'HH:MM, 24:00 is the end of the day'),
        include_extended_hours: YES_OR_NO,
        mode: { ...TEXT, enum: ['default', 'extended', 'exchange', 'custom'] },
        timezone: described(TEXT, 'The clock that the times are of'),
      },
    },
    base_interval: described(
      TEXT_OR_NULL,
      'Finest interval of the bars of the range; null where several symbols differ, or nothing but news is stored',
    ),
    data_through: { ...described(TEXT_OR_NULL, 'End of the last stored bar'), format: 'date-time' },
    adjustment: described(
      whole({
        requested: { ...TEXT, enum: [...ADJUSTMENTS] },
        applied: { ...TEXT, enum: [...APPLIED], description: 'none: they are as they were landed' },
        note: described(TEXT, 'The same in words, with the splits of one symbol'),
      }),
      'What prices and volumes are adjusted for',
    ),
    warnings: described(listOf(TEXT), 'What to know before believing the figures'),
    next_cursor: described(TEXT_OR_NULL, 'Of paged lists: cursor of the next page; null on the last'),
    total: described(COUNT, 'Of lists about one symbol: rows of all pages, before limit'),
  },
  ['next_cursor', 'total'],
);

/** Of a question: the place in its text. */
const PLACE = described(
  whole({ position: { type: 'integer' }, expected: TEXT, did_you_mean: TEXT_OR_NULL }),
  'Of a question: where in its text, from 0, what was expected there, and what was probably meant',
);
export const VALIDATION_ERROR = whole({
  detail: listOf(whole({ loc: listOf({ type: ['string', 'integer'] }), msg: TEXT, type: TEXT, ctx: PLACE }, ['ctx'])),
});

const DETAILS = {
  feature: described(TEXT, 'Of plan_upgrade_required: the feature that the plan lacks'),
  parameter: described(TEXT, 'Of plan_upgrade_required: what needs it'),
  limit: { type: 'integer', description: 'Of 429: the limit that is reached' },
  window: { enum: ['minute', 'day'], description: 'Of rate_limit_exceeded: the window' },
  bucket: {
    enum: ['preview', 'free', 'usage', 'open'],
    description: "Of rate_limit_exceeded: which window it is, where it is not the plan's",
  },
};
export const NAMED_ERROR = whole({
  detail: whole(
    {
      error: described(TEXT, 'Which error, for programs'),
      message: described(TEXT, 'What is wrong and what to do, for people'),
      ...DETAILS,
    },
    Object.keys(DETAILS),
  ),
});
