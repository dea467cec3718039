import { exactObjects } from './json.ts';
import type { Session } from './session.ts';

/**
 * Kinds of functions that compute from their arguments alone. Left out on purpose are those that look elsewhere:
 * files, hosts, dictionaries, join tables, settings, the server itself, language models.
 */
const PURE_CATEGORIES = [
  'Aggregate Functions',
  'Arithmetic',
  'Arrays',
  'Bit',
  'Bitmap',
  'Comparison',
  'Conditional',
  'Dates and Times',
  'Distance',
  'Encoding',
  'Financial',
  'Hash',
  'JSON',
  'Logical',
  'Map',
  'Mathematical',
  'Null',
  'Random Number',
  'Rounding',
  'String',
  'String Replacement',
  'String Search',
  'String Splitting',
  'Time Window',
  'Tuple',
  'Type Conversion',
  'UUID',
];

/** Harmless ones that the engine files under no such kind, and those that only the parser knows. */
const PURE_FUNCTIONS = [
  ...['_CAST', 'caseWithExpr', 'caseWithExpression', 'exists', 'grouping', 'lambda', 'untuple'],
  ...['bar', 'formatReadableQuantity', 'formatReadableSize', 'formatReadableTimeDelta', 'identity', 'materialize'],
  ...['neighbor', 'rowNumberInAllBlocks', 'rowNumberInBlock', 'runningAccumulate', 'runningDifference', 'toTypeName'],
  ...['transform', 'finalizeAggregation', 'initializeAggregation'],
];

export interface AllowedFunctions {
  /** Also of an aggregate with combinators, such as `avgOrNullIf`; case does not matter. */
  has(name: string): boolean;
}

interface FunctionRow {
  name: string;
  alias: string;
  category: string;
  aggregate: number;
}

/** Reads from the engine which functions it has and which of them an analyst may call. */
export async function loadAllowedFunctions(session: Session): Promise<AllowedFunctions> {
  const rows = exactObjects<FunctionRow>(
    await session.run({
      sql: `SELECT name, alias_to AS alias, categories AS category, is_aggregate AS aggregate
            FROM system.functions WHERE origin = 'System' FORMAT JSONCompact`,
    }),
  );
  const suffixes = exactObjects<{ name: string }>(
    await session.run({ sql: 'SELECT name FROM system.aggregate_function_combinators FORMAT JSONCompact' }),
  ).map(({ name }) => name.toLowerCase());

  const pure = new Set(PURE_FUNCTIONS.map((name) => name.toLowerCase()));
  const aggregates = new Set<string>();
  for (const { name, category, aggregate } of rows) {
    if (PURE_CATEGORIES.includes(category)) pure.add(name.toLowerCase());
    if (aggregate) aggregates.add(name.toLowerCase());
  }
  for (const { name, alias } of rows) if (alias && pure.has(alias.toLowerCase())) pure.add(name.toLowerCase());

  const isAggregate = (name: string): boolean =>
    aggregates.has(name) ||
    suffixes.some((suffix) => name.endsWith(suffix) && isAggregate(name.slice(0, -suffix.length)));
  return {
    has(name) {
      const lower = name.toLowerCase();
      return pure.has(lower) || isAggregate(lower);
    },
  };
}
