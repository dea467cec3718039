/**
 * Which names a query may hold, decided over its tokens: the one check for analysts and for the read-only users of the
 * development server. A name that stands for a function is checked wherever a name can stand, not only before a
 * bracket: the engine takes a bare one as an argument (`arrayMap(file, [...])`, `* APPLY(file)`).
 */
import { type Token, tokensOf } from '../lexer.ts';

/** Kinds that compute from their arguments alone: no files, hosts, dictionaries, settings or language models. */
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
  '_CAST',
  'caseWithExpr',
  'caseWithExpression',
  'exists',
  'grouping',
  'lambda',
  'untuple',
  'bar',
  'formatReadableQuantity',
  'formatReadableSize',
  'formatReadableTimeDelta',
  'identity',
  'materialize',
  // Also a column of most tables.
  'version',
  'neighbor',
  'rowNumberInAllBlocks',
  'rowNumberInBlock',
  'runningAccumulate',
  'runningDifference',
  'toTypeName',
  'transform',
  'finalizeAggregation',
  'initializeAggregation',
];

/** They take the product of two texts' lengths within a block, where the engine does not look at its time limit. */
const UNBOUNDED_FUNCTIONS = [
  'damerauLevenshteinDistance',
  'editDistance',
  'editDistanceUTF8',
  'jaroSimilarity',
  'jaroWinklerSimilarity',
  'levenshteinDistance',
  'levenshteinDistanceUTF8',
  'arrayLevenshteinDistance',
  'arrayLevenshteinDistanceWeighted',
  'arraySimilarity',
];

export interface AllowedFunctions {
  /** Also of an aggregate with combinators, such as `avgOrNullIf`; case does not matter. */
  has(name: string): boolean;
  /** A function of the engine that is not allowed: its bare name may be an argument (`arrayMap(file, ...)`). */
  forbids(name: string): boolean;
}

/** Which functions the engine has, and which may be called: the pure ones, and `others` (lower case). */
export async function loadAllowedFunctions(
  ask: <T>(sql: string) => Promise<T[]>,
  others: readonly string[] = [],
): Promise<AllowedFunctions> {
  const rows = await ask<{ name: string; alias: string; category: string; aggregate: number; own: number }>(
    `SELECT lower(name) AS name, lower(alias_to) AS alias, categories AS category, is_aggregate AS aggregate,
       origin = 'System' AS own
     FROM system.functions`,
  );
  const suffixes = await ask<{ name: string }>('SELECT lower(name) AS name FROM system.aggregate_function_combinators');

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
    suffixes.some(({ name: suffix }) => name.endsWith(suffix) && isAggregate(name.slice(0, -suffix.length)));
  const has = (name: string) => {
    const lower = name.toLowerCase();
    return pure.has(lower) || isAggregate(lower);
  };
  return { has, forbids: (name) => known.has(name.toLowerCase()) && !has(name) };
}

export interface AllowedNames {
  readonly functions: AllowedFunctions;
  /** Lower case. */
  readonly tableFunctions: ReadonlySet<string>;
  /** Lower case. */
  readonly closedDatabases: ReadonlySet<string>;
}

/** Table functions that look at nothing but their arguments. */
export const PURE_TABLE_FUNCTIONS: ReadonlySet<string> = new Set([
  'numbers',
  'numbers_mt',
  'zeros',
  'zeros_mt',
  'generate_series',
  'generateseries',
  'values',
  'sqlstandardvalues',
]);

/** Words that come before a bracket without being a call: of the grammar, and types with arguments. */
const KEYWORDS = new Set(
  `all and any anti apply array as asc asof between by case columns cross cube desc describe distinct else end except
  exists explain false filter final first following from full global grouping having if ilike in inner intersect
  interpolate interval is join last left like limit not null nulls offset on or order outer over partition preceding
  prewhere qualify recursive replace right rollup rows range sample select semi sets step strict table then ties to totals
  true unbounded union using values when where window with array datetime datetime64 decimal decimal32 decimal64
  decimal128 decimal256 enum8 enum16 fixedstring lowcardinality map nullable tuple variant time64`.split(/\s+/),
);

const isSymbol = (token: Token | undefined, text: string) => token?.kind === 'symbol' && token.text === text;

/** Why the query may not run; null where its names are all allowed. */
export function refusedName(tokens: readonly Token[], allowed: AllowedNames): string | null {
  for (let at = 0; at < tokens.length; at++) {
    const reason = reasonOf(tokens[at], tokens[at - 1], tokens[at + 1], allowed);
    if (reason !== null) return reason;
  }
  return null;
}

function reasonOf(
  token: Token,
  before: Token | undefined,
  next: Token | undefined,
  { functions, tableFunctions, closedDatabases }: AllowedNames,
): string | null {
  if (token.kind === 'symbol' && !'()[]{},.;:*=<>!+-/%|?&^~'.includes(token.text)) {
    return `the character ${token.text} has no place in a query here`;
  }
  if (token.kind !== 'word' && token.kind !== 'quoted') return null;
  // The engine reads escapes in quoted names: `fil\x65` is another way to write a name.
  if (token.kind === 'quoted' && token.text.includes('\\')) return `the name ${token.text} must be written without \\`;
  const name = token.text.toLowerCase();
  if (name === 'identifier' && isSymbol(before, ':')) {
    return 'a parameter of type Identifier is not allowed: write the name into the query';
  }
  if (isSymbol(before, '.')) {
    return isSymbol(next, '(') && name !== 'columns' ? `${token.text}() is not allowed` : null;
  }
  if (isSymbol(next, '.')) {
    return closedDatabases.has(name) ? `the database ${token.text} is closed; only market can be read` : null;
  }
  if (token.kind === 'word' && KEYWORDS.has(name)) return null;
  if (isSymbol(next, '(')) {
    // `(...) AS t(a, b)` names columns.
    const alias = before?.kind === 'word' && before.text.toLowerCase() === 'as' && !functions.forbids(name);
    if (alias || functions.has(name) || tableFunctions.has(name)) return null;
    return `${token.text}() is not allowed: queries read tables of market and compute from them`;
  }
  if (functions.forbids(name)) {
    return `${token.text} is the name of a function that is not allowed: put the table's name before a column of that name (t.${token.text}), or give it another alias`;
  }
  return null;
}

export class QueryRefusedError extends Error {
  override readonly name = 'QueryRefusedError';
}

/** What may not be said at all; every other word is a name or belongs to the grammar of a SELECT. */
const FORBIDDEN_WORDS: ReadonlyMap<string, string> = new Map([
  ['apply', 'APPLY'],
  ['settings', 'SETTINGS'],
  ['outfile', 'INTO OUTFILE'],
]);

/**
 * First check of an analyst's query: over the tokens of its canonical text, as the engine has formatted it. It sees
 * every name wherever it stands, also where the engine's own tree does not show it (inside OVER, say). Throws a
 * {@link QueryRefusedError} for a name that is not allowed, a setting, a parameter or an output file.
 */
export function scanQuery(canonical: string, allowed: AllowedNames): void {
  const tokens = tokensOf(canonical);
  for (const { kind, text } of tokens) {
    if (kind === 'symbol' && '{};'.includes(text)) {
      throw new QueryRefusedError(`the character ${text} has no place in a query here`);
    }
    const word = kind === 'word' ? FORBIDDEN_WORDS.get(text.toLowerCase()) : undefined;
    if (word !== undefined) {
      throw new QueryRefusedError(`${word} is not allowed; quote the word where it is a column`);
    }
  }
  const reason = refusedName(tokens, allowed);
  if (reason !== null) throw new QueryRefusedError(reason);
}
