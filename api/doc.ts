/** Describes statistics: the list of `/stats`, and the parameters and fields in each `/doc`. */
import { z } from 'zod';
import { text, textOrNull } from '../compute/answers/shapes.ts';
import { type Field, KNOWN_AT } from '../compute/market/fields.ts';
import { visibleFields } from '../compute/market/render.ts';
import type { Param } from '../compute/statistics/params.ts';
import type { Statistic } from '../compute/statistics/statistic.ts';
import type { Route, StatisticRoute } from './route.ts';
import { sendConstant } from './send.ts';

const DocField = z.object({
  name: text.describe('Of summaries the dotted path; * is any key'),
  endpoint: text,
  type: text,
  unit: text,
  nullable: z.boolean(),
  description: text,
  formula: textOrNull,
  known_at: z
    .enum(KNOWN_AT)
    .nullable()
    .describe('Of records that belong to a session: from when on the field is known; null of other fields'),
  known_at_field: textOrNull.describe('Of an event: the time field that names its bar'),
  never: textOrNull.describe(
    'Of a field about something that may never come: the condition on the same record under which null means that it did ' +
      'not come, as /query writes it; always: wherever it is null. On daily bars times, and what needs them, are unknown ' +
      'instead. Null of other fields',
  ),
  decided_at: textOrNull.describe(
    'What the bar of an event decides and nothing undoes: the time field that names the bar, or in words the bar that ' +
      'decides it. It is known at the end of that bar; without such a bar, at the close. Null of other fields',
  ),
});
type DocField = z.output<typeof DocField>;

const DocParameter = z.object({
  name: text,
  type: text,
  required: z.boolean(),
  default: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  description: text,
  minimum: z.number().nullable().describe('Of numbers; null: no bound'),
  maximum: z.number().nullable(),
  affects: z
    .enum(['records', 'answer'])
    .describe(
      'records: changes what is detected, and may stand in the brackets of a condition; answer: what is made of them',
    ),
});
type DocParameter = z.output<typeof DocParameter>;

const Doc = z
  .object({
    name: text,
    title: text,
    description: text,
    definition: text,
    endpoints: z.array(z.object({ path: text, description: text, parameters: z.array(DocParameter) })),
    fields: z.array(DocField),
    notes: z.array(text),
  })
  .meta({ id: 'Doc' });

const StatisticsIndex = z
  .object({
    statistics: z.array(
      z.object({
        name: text,
        title: text,
        path: text,
        endpoints: z.array(text),
        doc: text,
        record_of: textOrNull.describe('What conditions ask about: a session, a week or a candle; null: nothing'),
        console: z.looseObject({}).describe('How the console shows the statistic'),
      }),
    ),
  })
  .meta({ id: 'StatisticsIndex' });

/** Returns a condition on the same record, as `/query` writes it; `always`: whenever the field is null. */
function neverText({ never }: Field): string | null {
  if (!never) return null;
  if (never.is.includes(true) && never.is.includes(false)) return 'always';
  return `${never.field}${never.is.length > 1 ? ':' : '='}${never.is.join('|')}`;
}

/** Stands for the bar if no field of the answer names it. */
const OWN_BAR = 'the end of the bar that decides it, else the close';

/** Returns the time field that names the bar that decides the field for good, or OWN_BAR; null for other fields. */
function decidedText({ decidedAt, event }: Field, visible: ReadonlySet<string>): string | null {
  const time = (decidedAt ?? event)?.field;
  if (time === undefined) return null;
  return visible.has(time) ? time : OWN_BAR;
}

/** Stands in the description of every field that shows an earlier session. */
export const LOOK_BACK_NOTE = "null where that session lies before the plan's history";

export const isNullable = (field: Field): boolean => field.nullable || field.lookBack === true;

const typeShown = (type: Field['type']): string => (type === 'enum' ? 'string' : type === 'json' ? 'object' : type);

/** Returns the description of a field, with its words if it has some. */
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

/** Returns the description with the words or bounds of the parameter. */
function parameterText({ doc: { description, values, minimum, maximum } }: Param): string {
  if (values) return `${description} (${values.join(', ')})`;
  if (minimum !== undefined && maximum !== undefined) return `${description} (${minimum} to ${maximum})`;
  if (minimum !== undefined) return `${description} (at least ${minimum})`;
  return maximum === undefined ? description : `${description} (at most ${maximum})`;
}

function docParameter(name: string, param: Param): DocParameter {
  const { type, required, default: fallback, minimum = null, maximum = null } = param.doc;
  const description = parameterText(param);
  return { name, type, required, default: fallback, description, minimum, maximum, affects: param.affects };
}

/** Notes on every statistic on sessions. */
const SESSION_NOTES = [
  "The exchange's calendar decides what is regular (equities, ETFs): without extended hours a session ends with an early close of its date, and there is none on a full closing. What the feed stamps at the close or later, a closing print among it, is an extended bar (left out by default).",
];

/** @param routes those of this statistic */
function statisticDoc(statistic: Statistic, routes: readonly StatisticRoute[]) {
  return {
    name: statistic.name,
    title: statistic.title,
    description: statistic.description,
    definition: statistic.definition,
    endpoints: routes.map((route) => ({
      path: route.path,
      description: route.summary ?? '',
      parameters: Object.entries(route.params).map(([name, param]) => docParameter(name, param)),
    })),
    fields: routes.flatMap((route) => {
      const fields = visibleFields(route.fields);
      const visible = new Set(fields.map(({ name }) => name));
      return fields.map((field) => docField(route, field, visible));
    }),
    notes: statistic.events ? statistic.notes : [...statistic.notes, ...SESSION_NOTES],
  };
}

/** Returns the path that the statistic's endpoints have in common: `/stats/orb`, `/stats/news/reactions`. */
function basePath(statistic: Statistic): string {
  const paths = statistic.endpoints.map((endpoint) => endpoint.path);
  const shared = paths.find((path) => paths.every((other) => other === path || other.startsWith(`${path}/`)));
  return `/stats/${statistic.name}${shared ?? ''}`;
}

/** Returns the paths of the statistic's `/doc`: under its name, and under what its endpoints have in common. */
export function docPaths(statistic: Statistic): readonly string[] {
  return [...new Set([`${basePath(statistic)}/doc`, `/stats/${statistic.name}/doc`])];
}

function statisticsIndex(statistics: readonly Statistic[], routes: readonly StatisticRoute[]) {
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

const OPEN = { method: 'GET', access: 'open', work: 'memory' } as const;

/** Returns the routes of `/stats` and of every `/doc`. */
export function docRoutes(statistics: readonly Statistic[], routes: readonly StatisticRoute[]): readonly Route[] {
  const docs = statistics.flatMap((statistic): Route[] => {
    const own = routes.filter((route) => route.statistic === statistic);
    return docPaths(statistic).map((path) => ({
      ...OPEN,
      path,
      tag: statistic.name,
      summary: `What ${statistic.title} answers with`,
      response: Doc,
      handler: () => sendConstant(() => statisticDoc(statistic, own)),
    }));
  });
  const index: Route = {
    ...OPEN,
    path: '/stats',
    summary: 'All statistics, their endpoints and where each is explained',
    response: StatisticsIndex,
    handler: () => sendConstant(() => statisticsIndex(statistics, routes)),
  };
  return [index, ...docs];
}
