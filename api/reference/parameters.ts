/** Query parameters: what each takes as JSON Schema and in words, and as OpenAPI components. */
import type { Param } from '../../compute/statistics/params.ts';
import type { Schema } from './schemas.ts';

const SYMBOL_PATTERN = '^[A-Za-z0-9][A-Za-z0-9.\\-_:/]{0,31}$';
const DATE_PATTERN = '^\\d{4}-\\d{2}-\\d{2}$';

const PARAMETER_EXAMPLES: Readonly<Record<string, string>> = {
  symbol: 'DEMO-ACME',
  symbols: 'DEMO-ACME,DEMO-INDEX',
  date: '2026-06-04',
  start_date: '2026-01-02',
  end_date: '2026-06-30',
  start_time: '13:30',
  end_time: '20:00',
  fill_cutoff: '16:00',
  when: 'gap.direction=up;session.weekday=Tuesday',
  // biome-ignore lint/suspicious/noThenProperty: the name of the parameter
  then: 'orb[orb_minutes=15].first_direction=up',
};

const TYPES: Readonly<Record<Param['doc']['type'], string>> = {
  string: 'string',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  date: 'string',
  time: 'string',
};

export function parameterSchema(name: string, { doc, fallback }: Param): Schema {
  const pattern = name === 'symbol' ? SYMBOL_PATTERN : doc.pattern;
  return {
    type: TYPES[doc.type],
    ...(doc.type === 'date' ? { format: 'date', pattern: DATE_PATTERN } : {}),
    ...(pattern ? { pattern } : {}),
    ...(doc.values
      ? { enum: [...(doc.type === 'integer' ? doc.values.map(Number) : doc.values), ...(doc.aliases ?? [])] }
      : {}),
    ...(doc.maximumLength === undefined ? {} : { maxLength: doc.maximumLength }),
    ...(doc.minimum === undefined ? {} : { minimum: doc.minimum }),
    ...(doc.maximum === undefined ? {} : { maximum: doc.maximum }),
    ...(doc.default === null || fallback === undefined ? {} : { default: doc.default }),
  };
}

/** The description with the words or bounds that the parameter keeps to. */
export function parameterText({ doc: { description, values, minimum, maximum } }: Param): string {
  if (values) return `${description} (${values.join(', ')})`;
  if (minimum !== undefined && maximum !== undefined) return `${description} (${minimum} to ${maximum})`;
  if (minimum !== undefined) return `${description} (at least ${minimum})`;
  return maximum === undefined ? description : `${description} (at most ${maximum})`;
}

export function parametersOf(params: ReadonlyMap<string, Param>) {
  return [...params].map(([name, param]) => ({
    name,
    in: 'query',
    required: param.doc.required,
    description: param.doc.description,
    ...(PARAMETER_EXAMPLES[name] === undefined ? {} : { example: PARAMETER_EXAMPLES[name] }),
    schema: parameterSchema(name, param),
  }));
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly ({ readonly name: string } & Schema)[];
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: Readonly<Record<string, unknown>>;
}

/**
 * The same description with every parameter that occurs more than once as a component. The most frequent of a name has
 * that name; others of it are called after the first operation that takes them: `stats_bos_timeframe`.
 */
export function withSharedParameters<T extends Description>(description: T) {
  const found = new Map<string, { name: string; first: string; count: number; parameter: Schema }>();
  const operations = Object.values(description.paths).flatMap((item) => Object.values(item) as Operation[]);
  for (const { operationId, parameters = [] } of operations) {
    for (const parameter of parameters) {
      const key = JSON.stringify(parameter);
      const known = found.get(key);
      if (known) known.count += 1;
      else found.set(key, { name: parameter.name, first: operationId, count: 1, parameter });
    }
  }
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const repeated = [...found].filter(([, { count }]) => count > 1).sort(([, a], [, b]) => b.count - a.count);
  for (const [key, { name, first }] of repeated) {
    const chosen = taken.has(name) ? `${first}_${name}` : name;
    taken.add(chosen);
    names.set(key, chosen);
  }
  const referring = (parameter: Schema): Schema => {
    const name = names.get(JSON.stringify(parameter));
    return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
  };
  const paths = Object.entries(description.paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item as Record<string, Operation>).map(([method, operation]) => [
        method,
        operation.parameters ? { ...operation, parameters: operation.parameters.map(referring) } : operation,
      ]),
    ),
  ]);
  const parameters = [...names].map(([key, name]) => [name, found.get(key)!.parameter] as const);
  parameters.sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...description,
    paths: Object.fromEntries(paths),
    components: { ...description.components, parameters: Object.fromEntries(parameters) },
  };
}
