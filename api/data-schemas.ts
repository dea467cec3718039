/** JSON Schemas of the bodies of the data endpoints, from their fields and parameters. */
import { z } from 'zod';
import { BAR_FIELDS } from '../compute/answers/bar-rows.ts';
import { scanFields } from '../compute/answers/questions/scan.ts';
import { count, date, QUESTION_BODY, SCAN_BODY, text, textOrNull } from '../compute/answers/shapes.ts';
import type { StatisticRoute } from './data-routes.ts';
import { fieldsOfRoute } from './doc.ts';
import { objectOf, parameterSchema, rowSchema, type Schema, summarySchema } from './json-schema.ts';
import { ownParams } from './query/prepare.ts';
import { Metadata } from './responses/metadata.ts';

type NamedSchema = readonly [name: string, schema: Schema];

const TEXT = { type: 'string' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Returns `StatsOrbTopPicks` for `/stats/orb/top-picks`. */
const schemaName = (path: string) => path.replace(/[^a-z0-9]+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const dayOrNull = (description: string) => ({ type: ['string', 'null'], format: 'date', description });

const rowsOf = (name: string) => z.array(z.unknown().meta(ref(name)));

export const Query = QUESTION_BODY.extend({ metadata: Metadata }).meta({ id: 'Query' });
export const QueryScan = SCAN_BODY.extend({ data: rowsOf('QueryScanRow'), metadata: Metadata }).meta({
  id: 'QueryScan',
});
export const Bars = z
  .object({
    symbol: text,
    start_date: date,
    end_date: date,
    timeframe: textOrNull.describe('Of the bars; null where nothing but news is stored'),
    count,
    data: rowsOf('BarsRow'),
    metadata: Metadata,
  })
  .meta({ id: 'Bars' });

/** Returns the schemas of the rows that `QueryScan` and `Bars` refer to. */
export function ownRowSchemas(): Schema {
  const scanned = [...scanFields('rate', 'pct'), ...scanFields('mean', 'none')];
  const fields = [...new Map(scanned.map((field) => [field.name, field])).values()];
  return { QueryScanRow: rowSchema(fields, true), BarsRow: rowSchema(BAR_FIELDS) };
}

/** Returns the schema of the body, then those that it refers to. */
export function statisticSchemas(route: StatisticRoute): readonly NamedSchema[] {
  const name = schemaName(route.path);
  if (route.kind === 'summary') return [[name, summarySchema(fieldsOfRoute(route), { metadata: ref('Metadata') })]];
  const body = objectOf({
    ...(route.scope === 'symbol' && { symbol: { ...TEXT, description: 'Canonical symbol' } }),
    ...headOf(route),
    count: { type: 'integer', description: 'Rows of this answer' },
    [route.statistic.events?.list.rowsKey ?? 'data']: { type: 'array', items: ref(`${name}Row`) },
    metadata: ref('Metadata'),
  });
  const hasSome = route.kind === 'list' && route.endpoint.fieldsFor !== undefined;
  return [
    [name, body],
    [`${name}Row`, rowSchema(fieldsOfRoute(route), hasSome)],
  ];
}

/** Returns what stands before the rows; screens have no range of their own. */
function headOf(route: StatisticRoute): Schema {
  const time_window = { ...TEXT, description: "The window's word, or custom" };
  if (route.kind === 'screen') {
    const echo = (name: string) => [name, parameterSchema(name, route.params.get(name)!)];
    return {
      time_window,
      ...Object.fromEntries(['sort_by', 'order', 'min_sample_size'].map(echo)),
      ...echoesOf(route),
      as_of: dayOrNull('Latest session that any of the figures rests on; null without rows'),
    };
  }
  const { events } = route.statistic;
  if (events) {
    const lists = events.list.head.map(({ name, description }) => [name, { type: 'array', items: TEXT, description }]);
    return { ...echoesOf(route), time_window, ...Object.fromEntries(lists) };
  }
  return {
    time_window,
    start_date: dayOrNull('First date of the range looked at; null where nothing is stored'),
    end_date: dayOrNull('Last date of the range looked at; null where nothing is stored'),
    ...echoesOf(route),
  };
}

/** Returns the parameters that the answer repeats, as they are after adapting to the feed. */
function echoesOf(route: StatisticRoute): Schema {
  const echoed = ownParams(route).filter(([, param]) => param.echoed);
  return Object.fromEntries(
    echoed.map(([name, param]) => {
      const { default: _, ...schema } = parameterSchema(name, param);
      return [name, { ...schema, description: param.doc.description }];
    }),
  );
}
