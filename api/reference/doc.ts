/** `/stats` and each statistic's `/doc`, generated from the statistics modules. */
import type { Field, KnownAt } from '../../compute/market/fields.ts';
import { visibleFields } from '../../compute/market/render.ts';
import type { Param } from '../../compute/statistics/params.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { screenFields } from '../responses/screen.ts';
import { basePath, type StatisticRoute } from '../routes.ts';
import { decidedText, neverText } from './moments.ts';
import { parameterText } from './parameters.ts';
import { isNullable, LOOK_BACK_NOTE } from './schemas.ts';

export interface DocField {
  readonly name: string;
  readonly endpoint: string;
  readonly type: string;
  readonly unit: string;
  readonly nullable: boolean;
  readonly description: string;
  readonly formula: string | null;
  /** Of records that belong to a session: the moment of it from which on the field is known. */
  readonly known_at: KnownAt | null;
  /** Of those known at an event: the time field that names its bar. */
  readonly known_at_field: string | null;
  /** Where null means that what the field is about did not come: `neverText`; null: that is never known from it. */
  readonly never: string | null;
  /** What decides the field before the close: `decidedText`; null: nothing does. */
  readonly decided_at: string | null;
}

/** Fields of the rows (of a summary: of the body) that the route answers with. */
export function fieldsOfRoute(route: StatisticRoute): readonly Field[] {
  return visibleFields(route.kind === 'screen' ? screenFields('none') : route.endpoint.fields);
}

export const typeShown = (type: Field['type']): string =>
  type === 'enum' ? 'string' : type === 'json' ? 'object' : type;

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

export function docParameter(name: string, param: Param) {
  const { type, required, default: fallback } = param.doc;
  return { name, type, required, default: fallback, description: parameterText(param) };
}

/** What holds for every statistic on sessions. */
const SESSION_NOTES = [
  'No calendar ends a session: after an early close it ends with the last bar of the feed, and what the feed stamps 16:00 New York or later, a closing print among it, is an extended bar (left out by default).',
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
    })),
  };
}
