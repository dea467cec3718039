/** What is said of fields and parameters: in `/doc`, and as JSON Schemas of rows and summaries. */
import type { Field } from '../../compute/market/fields.ts';
import { visibleFields } from '../../compute/market/render.ts';
import type { Param } from '../../compute/statistics/params.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { screenFields } from '../responses/screen.ts';
import { basePath, type StatisticRoute } from '../routes.ts';
import type { DocField, DocParameter } from './bodies.ts';

export type Schema = { [key: string]: unknown };

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** Every property is required. */
export const whole = (properties: Schema): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

/** A condition on the same record, as `/query` writes it; `always`: wherever the field is null. */
export function neverText({ never }: Field): string | null {
  if (!never) return null;
  if (never.is.includes(true) && never.is.includes(false)) return 'always';
  return `${never.field}${never.is.length > 1 ? ':' : '='}${never.is.join('|')}`;
}

/** Where no field that is answered names the bar. */
export const OWN_BAR = 'the end of the bar that decides it, else the close';

/** Of a field that the bar of an event decides, and nothing undoes: the time field that names it, or OWN_BAR. */
export function decidedText({ decidedAt, event }: Field, visible: ReadonlySet<string>): string | null {
  const time = (decidedAt ?? event)?.field;
  if (time === undefined) return null;
  return visible.has(time) ? time : OWN_BAR;
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
const LOOK_BACK_NOTE = "null where that session lies before the plan's history";

const isNullable = (field: Field): boolean => field.nullable || field.lookBack === true;

/** @param shown names of the fields that are answered beside it */
function fieldSchema(field: Field, shown: ReadonlySet<string>): Schema {
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
  const properties = Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field, shown)]));
  return some ? { type: 'object', properties } : whole(properties);
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

/** Fields of the rows (of a summary: of the body) that the route answers with. */
export function fieldsOfRoute(route: StatisticRoute): readonly Field[] {
  return visibleFields(route.kind === 'screen' ? screenFields('none') : route.endpoint.fields);
}

const typeShown = (type: Field['type']): string => (type === 'enum' ? 'string' : type === 'json' ? 'object' : type);

/** The description of a field, with its words where it has some. */
export function fieldText({ description, values, lookBack }: Field): string {
  const text = values ? `${description} (${values.join(', ')})` : description;
  return lookBack ? `${text}; ${LOOK_BACK_NOTE}` : text;
}

function docField(route: StatisticRoute, field: Field, visible: ReadonlySet<string>): DocField {
  return {
    name: field.name,
    endpoint: route.path,
    type: typeShown(field.type),
    unit: field.unit,
    nullable: isNullable(field),
    description: fieldText(field),
    formula: field.formula ?? null,
    known_at: field.knownAt ?? null,
    known_at_field: field.event?.field ?? null,
    never: neverText(field),
    decided_at: decidedText(field, visible),
  };
}

/** The description with the words or bounds that the parameter keeps to. */
function parameterText({ doc: { description, values, minimum, maximum } }: Param): string {
  if (values) return `${description} (${values.join(', ')})`;
  if (minimum !== undefined && maximum !== undefined) return `${description} (${minimum} to ${maximum})`;
  if (minimum !== undefined) return `${description} (at least ${minimum})`;
  return maximum === undefined ? description : `${description} (at most ${maximum})`;
}

export function docParameter(name: string, param: Param): DocParameter {
  const { type, required, default: fallback, minimum = null, maximum = null } = param.doc;
  const description = parameterText(param);
  return { name, type, required, default: fallback, description, minimum, maximum, affects: param.affects };
}

/** What holds for every statistic on sessions. */
const SESSION_NOTES = [
  "The exchange's calendar decides what is regular (equities, ETFs): without extended hours a session ends with an early close of its date, and there is none on a full closing. What the feed stamps at the close or later, a closing print among it, is an extended bar (left out by default).",
];

/** @param routes those of this statistic */
export function statisticDoc(statistic: Statistic, routes: readonly StatisticRoute[]) {
  return {
    name: statistic.name,
    title: statistic.title,
    description: statistic.description,
    definition: statistic.definition,
    endpoints: routes.map((route) => ({
      path: route.path,
      description: route.description,
      parameters: [...route.params].map(([name, param]) => docParameter(name, param)),
    })),
    fields: routes.flatMap((route) => {
      const fields = fieldsOfRoute(route);
      const visible = new Set(fields.map(({ name }) => name));
      return fields.map((field) => docField(route, field, visible));
    }),
    notes: statistic.events ? statistic.notes : [...statistic.notes, ...SESSION_NOTES],
  };
}

/** Paths at which the statistic's `/doc` is found: under its name, and under what its endpoints have in common. */
export function docPaths(statistic: Statistic): readonly string[] {
  return [...new Set([`${basePath(statistic)}/doc`, `/stats/${statistic.name}/doc`])];
}

export function statisticsIndex(statistics: readonly Statistic[], routes: readonly StatisticRoute[]) {
  return {
    statistics: statistics.map((statistic) => ({
      name: statistic.name,
      title: statistic.title,
      path: basePath(statistic),
      endpoints: routes.filter((route) => route.statistic === statistic).map((route) => route.path),
      doc: docPaths(statistic)[0],
      record_of: statistic.recordOf ?? null,
      console: statistic.console ?? {},
    })),
  };
}
