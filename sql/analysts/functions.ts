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
  // Parts of an address; nothing is fetched.
  'URL',
  'UUID',
];

/** Harmless ones that the engine files under no such kind, and those that only the parser knows. */
const PURE_FUNCTIONS = [
  ...['_CAST', 'caseWithExpr', 'caseWithExpression', 'exists', 'grouping', 'lambda', 'untuple'],
  ...['bar', 'formatReadableQuantity', 'formatReadableSize', 'formatReadableTimeDelta', 'identity', 'materialize'],
  // Also a column of most tables.
  'version',
  ...['neighbor', 'rowNumberInAllBlocks', 'rowNumberInBlock', 'runningAccumulate', 'runningDifference', 'toTypeName'],
  ...['transform', 'finalizeAggregation', 'initializeAggregation'],
];

/**
 * Of two texts they take the product of their lengths, within one block, where the engine does not look at its time limit:
 * a single call can outrun it by minutes.
 */
const UNBOUNDED_FUNCTIONS = [
  ...['damerauLevenshteinDistance', 'editDistance', 'editDistanceUTF8', 'jaroSimilarity', 'jaroWinklerSimilarity'],
  ...['levenshteinDistance', 'levenshteinDistanceUTF8', 'arrayLevenshteinDistance', 'arrayLevenshteinDistanceWeighted'],
  'arraySimilarity',
];

export interface AllowedFunctions {
  /** Also of an aggregate with combinators, such as `avgOrNullIf`; case does not matter. */
  has(name: string): boolean;
  /** A function of the engine that is not allowed: its bare name may be an argument (`arrayMap(file, ...)`). */
  forbids(name: string): boolean;
}

/** Rows of a statement as objects. */
type Ask = <T>(sql: string) => Promise<T[]>;

interface FunctionRow {
  name: string;
  alias: string;
  category: string;
  aggregate: number;
  own: number;
}

/**
 * Reads from the engine which functions it has and which of them may be called: the pure ones, and those in `others`
 * (lower case).
 */
export async function loadAllowedFunctions(ask: Ask, others: readonly string[] = []): Promise<AllowedFunctions> {
  const rows = await ask<FunctionRow>(
    `SELECT lower(name) AS name, lower(alias_to) AS alias, categories AS category, is_aggregate AS aggregate,
       origin = 'System' AS own
     FROM system.functions`,
  );
  const suffixes = (
    await ask<{ name: string }>('SELECT lower(name) AS name FROM system.aggregate_function_combinators')
  ).map(({ name }) => name);

  const pure = new Set([...PURE_FUNCTIONS.map((name) => name.toLowerCase()), ...others]);
  const aggregates = new Set<string>();
  for (const { name, category, aggregate, own } of rows) {
    if (own && PURE_CATEGORIES.includes(category)) pure.add(name);
    if (own && aggregate) aggregates.add(name);
  }
  for (const { name, alias } of rows) if (alias && pure.has(alias)) pure.add(name);
  for (const name of UNBOUNDED_FUNCTIONS) pure.delete(name.toLowerCase());
  const known = new Set(rows.map(({ name }) => name));

  const isAggregate = (name: string): boolean =>
    aggregates.has(name) ||
    suffixes.some((suffix) => name.endsWith(suffix) && isAggregate(name.slice(0, -suffix.length)));
  const has = (name: string) => {
    const lower = name.toLowerCase();
    return pure.has(lower) || isAggregate(lower);
  };
  return { has, forbids: (name) => known.has(name.toLowerCase()) && !has(name) };
}
