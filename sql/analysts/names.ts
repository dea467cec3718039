/**
 * Which names a query may hold, decided over its tokens: the one check for analysts and for the read-only users of the
 * development server. A name that stands for a function is checked wherever a name can stand, not only before a
 * bracket: the engine takes a bare one as an argument (`arrayMap(file, [...])`, `* APPLY(file)`).
 */
import type { AllowedFunctions } from './functions.ts';
import type { Token } from './lexer.ts';

export interface AllowedNames {
  readonly functions: AllowedFunctions;
  /** Lower case. */
  readonly tableFunctions: ReadonlySet<string>;
  /** Lower case. */
  readonly closedDatabases: ReadonlySet<string>;
}

/** Table functions that look at nothing but their arguments. */
export const PURE_TABLE_FUNCTIONS: ReadonlySet<string> = new Set([
  ...['numbers', 'numbers_mt', 'zeros', 'zeros_mt', 'generate_series', 'generateseries', 'values', 'sqlstandardvalues'],
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
const isName = (token: Token) => token.kind === 'word' || token.kind === 'quoted';

/** Why the query may not run; null where its names are all allowed. */
export function refusedName(tokens: readonly Token[], allowed: AllowedNames): string | null {
  for (const [index, token] of tokens.entries()) {
    const reason = reasonAt(tokens, index, token, allowed);
    if (reason !== null) return reason;
  }
  return null;
}

function reasonAt(tokens: readonly Token[], index: number, token: Token, allowed: AllowedNames): string | null {
  const { functions, tableFunctions, closedDatabases } = allowed;
  const [before, next] = [tokens[index - 1], tokens[index + 1]];
  if (token.kind === 'symbol' && !'()[]{},.;:*=<>!+-/%|?&^~'.includes(token.text)) {
    return `the character ${token.text} has no place in a query here`;
  }
  if (!isName(token)) return null;
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
  const keyword = token.kind === 'word' && KEYWORDS.has(name);
  if (keyword) return null;
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
