/** Parameters that several endpoints take alike, said once under `components` and referred to by name. */
import type { Schema } from './schemas.ts';

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
