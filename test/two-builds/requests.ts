/** Requests of every endpoint that reads statistics or bars, drawn from what a service says of itself. */
import fc from 'fast-check';
import { isoDate, MS_PER_DAY } from '../../lib/days.ts';

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly anyOf?: readonly Schema[];
}
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}
export interface OpenApi {
  readonly paths: Readonly<Record<string, { readonly get?: { readonly parameters?: readonly Parameter[] } }>>;
}

/** A condition's left side, such as `gap.gap_pct`, and how its values are written. */
export interface AskedField {
  readonly name: string;
  readonly type: string;
  readonly values: readonly string[];
}

/** What the store holds: symbols, and the first and the last date of their bars. */
export interface Held {
  readonly symbols: readonly string[];
  readonly from: string;
  readonly to: string;
}

/** Endpoints whose answers depend on the time of the request, or on the account. */
const OTHERS = /^\/(me|operator|today|symbols|docs|healthz|readyz|openapi|llms)|\/stream$|\/doc$|^\/stats$/;
const NOT_DRAWN = new Set(['cursor']);

/** Paths with a query string, the same ones for a seed. */
export function drawRequests(doc: OpenApi, fields: readonly AskedField[], held: Held, count: number, seed: number) {
  const paths = Object.entries(doc.paths).filter(([path, { get }]) => get && !OTHERS.test(path));
  const parametersOf = (path: string) =>
    (doc.paths[path].get?.parameters ?? []).filter((one) => one.in === 'query' && !NOT_DRAWN.has(one.name));
  const symbol = fc.constantFrom(...held.symbols);
  const [min, max] = [held.from, held.to].map((at) => Math.floor(Date.parse(at) / MS_PER_DAY));
  const date = fc.integer({ min, max }).map(isoDate);
  const condition = fc
    .constantFrom(...fields)
    .chain(({ name, type, values }) =>
      values.length > 0
        ? fc.constantFrom(...values).map((value) => `${name}=${value}`)
        : type === 'boolean'
          ? fc.constantFrom('true', 'false').map((value) => `${name}=${value}`)
          : fc
              .tuple(fc.constantFrom('<', '>='), fc.constantFrom('-1', '0', '0.5', '2', '100'))
              .map(([op, x]) => name + op + x),
    );
  const special: Record<string, fc.Arbitrary<string>> = {
    symbol,
    symbols: fc.uniqueArray(symbol, { minLength: 1, maxLength: 3 }).map((names) => names.join(',')),
    when: fc.array(condition, { maxLength: 2 }).map((all) => all.join(';')),
    among: condition,
    // biome-ignore lint/suspicious/noThenProperty: a parameter's name
    then: condition,
    date,
    start_date: date,
    end_date: date,
    timeframe: fc.constantFrom('5m', '15m', '1h', '1d'),
    limit: fc.constantFrom('1', '3', '10'),
    format: fc.constantFrom('json', 'csv'),
    start_time: fc.constantFrom('09:30', '10:00', '14:30'),
    end_time: fc.constantFrom('12:00', '16:00', '20:00'),
  };
  const value = ({ name, schema }: Parameter) => special[name] ?? anyValueOf(schema);
  const request = fc.constantFrom(...paths.map(([path]) => path)).chain((path) => {
    const parameters = parametersOf(path);
    const needed = parameters.filter(({ name, required }) => required || name === 'symbol');
    const others = parameters.filter((one) => !needed.includes(one));
    // Few at a time: most combinations of many parameters are refused.
    return fc
      .subarray(others, { maxLength: Math.min(3, others.length) })
      .chain((some) =>
        fc
          .record(Object.fromEntries([...needed, ...some].map((one) => [one.name, value(one)])))
          .map((sent) => `${path}?${new URLSearchParams(sent as Record<string, string>)}`),
      );
  });
  // Short ones come twice.
  return [...new Set(fc.sample(request, { numRuns: 2 * count, seed }))].slice(0, count);
}

function anyValueOf(schema: Schema): fc.Arbitrary<string> {
  const [one] = schema.anyOf ?? [schema];
  if (one.enum) return fc.constantFrom(...one.enum.map(String));
  if (one.type === 'boolean') return fc.constantFrom('true', 'false');
  if (one.type === 'integer') {
    const min = one.minimum ?? 1;
    return fc.integer({ min, max: Math.min(one.maximum ?? min + 60, min + 60) }).map(String);
  }
  if (one.type === 'number') return fc.constantFrom('0', '0.1', '0.5', '1');
  return fc.constant(String(schema.default ?? ''));
}
